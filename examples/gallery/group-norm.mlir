// Group normalisation: mean and variance of D channels of S pixels, scale and shift by
// channel.
//
//   lift-run group-norm.mlir --size=B=2,G=3,D=5,S=7 --verify --rtol=1e-3 --atol=1e-4

func.func @group_norm(%x: !lift.array<B x G x D x S x f32>, %g: !lift.array<G x D x f32>, %b: !lift.array<G x D x f32>) -> !lift.array<B x G x D x S x f32> {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 1.0e-05 : f32
  %v1 = lift.size (D*S) : index
  %v2 = arith.index_cast %v1 : index to i32
  %v3 = arith.sitofp %v2 : i32 to f32
  %v4 = lift.map (%v5 = %x : !lift.array<B x G x D x S x f32>) {
    %v6 = lift.map (%v7 = %v5, %v8 = %g, %v9 = %b : !lift.array<G x D x S x f32>, !lift.array<G x D x f32>, !lift.array<G x D x f32>) {
      %v10:2 = lift.reduce associative commutative (%v11 = %v7 : !lift.array<D x S x f32>) init (%v12 = %c0, %v13 = %c0 : f32, f32) {
        %v14:2 = lift.reduce associative commutative (%v15 = %v11 : !lift.array<S x f32>) init (%v16 = %v12, %v17 = %v13 : f32, f32) {
          %v18 = arith.addf %v16, %v15 : f32
          %v19 = arith.mulf %v15, %v15 : f32
          %v20 = arith.addf %v17, %v19 : f32
          lift.yield %v18, %v20 : f32, f32
        }
        lift.yield %v14#0, %v14#1 : f32, f32
      }
      %v21 = arith.divf %v10#0, %v3 : f32
      %v22 = arith.divf %v10#1, %v3 : f32
      %v23 = arith.mulf %v21, %v21 : f32
      %v24 = arith.subf %v22, %v23 : f32
      %v25 = arith.addf %v24, %c1 : f32
      %v26 = math.rsqrt %v25 : f32
      %v27 = lift.map (%v28 = %v7, %v29 = %v8, %v30 = %v9 : !lift.array<D x S x f32>, !lift.array<D x f32>, !lift.array<D x f32>) {
        %v31 = lift.map (%v32 = %v28 : !lift.array<S x f32>) {
          %v33 = arith.subf %v32, %v21 : f32
          %v34 = arith.mulf %v33, %v26 : f32
          %v35 = arith.mulf %v34, %v29 : f32
          %v36 = arith.addf %v35, %v30 : f32
          lift.yield %v36 : f32
        }
        lift.yield %v31 : !lift.array<S x f32>
      }
      lift.yield %v27 : !lift.array<D x S x f32>
    }
    lift.yield %v6 : !lift.array<G x D x S x f32>
  }
  return %v4 : !lift.array<B x G x D x S x f32>
}
