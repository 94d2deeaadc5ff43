// Attention, written for each query: its scores, their softmax, and the mean of the
// values by these weights. `scale` is usually one over the root of D.
//
//   lift-run attention.mlir --size=B=2,S=9,D=5 --verify --rtol=1e-4

func.func @attention(%q: !lift.array<B x S x D x f32>, %k: !lift.array<B x S x D x f32>, %v: !lift.array<B x S x D x f32>, %scale: f32) -> !lift.array<B x S x D x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0xFF800000 : f32
  %v2 = lift.transpose %v permutation [0, 2, 1] : !lift.array<B x S x D x f32>
  %v3 = lift.map (%v4 = %q, %v5 = %k, %v6 = %v2 : !lift.array<B x S x D x f32>, !lift.array<B x S x D x f32>, !lift.array<B x D x S x f32>) {
    %v7 = lift.map (%v8 = %v4 : !lift.array<S x D x f32>) {
      %v9 = lift.map (%v10 = %v5 : !lift.array<S x D x f32>) {
        %v11 = lift.reduce associative commutative (%v12 = %v8, %v13 = %v10 : !lift.array<D x f32>, !lift.array<D x f32>) init (%v14 = %v0 : f32) {
          %v15 = arith.mulf %v12, %v13 : f32
          %v16 = arith.addf %v14, %v15 : f32
          lift.yield %v16 : f32
        }
        %v17 = arith.mulf %scale, %v11 : f32
        lift.yield %v17 : f32
      }
      %v18 = lift.reduce associative commutative (%v19 = %v9 : !lift.array<S x f32>) init (%v20 = %v1 : f32) {
        %v21 = arith.maximumf %v20, %v19 : f32
        lift.yield %v21 : f32
      }
      %v22 = lift.map (%v23 = %v9 : !lift.array<S x f32>) {
        %v24 = arith.subf %v23, %v18 : f32
        %v25 = math.exp %v24 : f32
        lift.yield %v25 : f32
      }
      %v26 = lift.reduce associative commutative (%v27 = %v22 : !lift.array<S x f32>) init (%v28 = %v0 : f32) {
        %v29 = arith.addf %v28, %v27 : f32
        lift.yield %v29 : f32
      }
      %v30 = lift.map (%v31 = %v22 : !lift.array<S x f32>) {
        %v32 = arith.divf %v31, %v26 : f32
        lift.yield %v32 : f32
      }
      %v33 = lift.map (%v34 = %v6 : !lift.array<D x S x f32>) {
        %v35 = lift.reduce associative commutative (%v36 = %v30, %v37 = %v34 : !lift.array<S x f32>, !lift.array<S x f32>) init (%v38 = %v0 : f32) {
          %v39 = arith.mulf %v36, %v37 : f32
          %v40 = arith.addf %v38, %v39 : f32
          lift.yield %v40 : f32
        }
        lift.yield %v35 : f32
      }
      lift.yield %v33 : !lift.array<D x f32>
    }
    lift.yield %v7 : !lift.array<S x D x f32>
  }
  return %v3 : !lift.array<B x S x D x f32>
}
