// A residual sum and its layer normalisation; both are results.
//
//   lift-run residual-norm.mlir --size=M=7,N=33 --verify --rtol=1e-3 --atol=1e-4

func.func @residual_norm(%x: !lift.array<M x N x f32>, %r: !lift.array<M x N x f32>, %g: !lift.array<N x f32>, %b: !lift.array<N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 1.000000000e-05 : f32
  %v0 = lift.map (%v1 = %x, %v2 = %r : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %v3 = lift.map (%v4 = %v1, %v5 = %v2 : !lift.array<N x f32>, !lift.array<N x f32>) {
      %v6 = arith.addf %v4, %v5 : f32
      lift.yield %v6 : f32
    }
    lift.yield %v3 : !lift.array<N x f32>
  }
  %v7 = lift.map (%v8 = %v0 : !lift.array<M x N x f32>) {
    %v9 = lift.size N : index
    %v10 = arith.index_cast %v9 : index to i32
    %v11 = arith.sitofp %v10 : i32 to f32
    %v12 = lift.reduce associative commutative (%v13 = %v8 : !lift.array<N x f32>) init (%v14 = %c0 : f32) {
      %v15 = arith.addf %v14, %v13 : f32
      lift.yield %v15 : f32
    }
    %v16 = arith.divf %v12, %v11 : f32
    %v17 = lift.reduce associative commutative (%v18 = %v8 : !lift.array<N x f32>) init (%v19 = %c0 : f32) {
      %v20 = arith.subf %v18, %v16 : f32
      %v21 = arith.subf %v18, %v16 : f32
      %v22 = arith.mulf %v20, %v21 : f32
      %v23 = arith.addf %v19, %v22 : f32
      lift.yield %v23 : f32
    }
    %v24 = arith.divf %v17, %v11 : f32
    %v25 = arith.addf %v24, %c1 : f32
    %v26 = math.rsqrt %v25 : f32
    %v27 = lift.map (%v28 = %v8, %v29 = %g, %v30 = %b : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
      %v31 = arith.subf %v28, %v16 : f32
      %v32 = arith.mulf %v31, %v26 : f32
      %v33 = arith.mulf %v32, %v29 : f32
      %v34 = arith.addf %v33, %v30 : f32
      lift.yield %v34 : f32
    }
    lift.yield %v27 : !lift.array<N x f32>
  }
  return %v0, %v7 : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}
