// The covariance of each two columns. `inv` is 1 / M.
//
//   lift-run covariance.mlir --size=M=33,N=9 --verify --rtol=1e-4

func.func @covariance(%x: !lift.array<M x N x f32>, %inv: f32) -> !lift.array<N x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.transpose %x permutation [1, 0] : !lift.array<M x N x f32>
  %v2 = lift.map (%v3 = %v1 : !lift.array<N x M x f32>) {
    %v4 = lift.reduce associative commutative (%v5 = %v3 : !lift.array<M x f32>) init (%v6 = %v0 : f32) {
      %v7 = arith.addf %v6, %v5 : f32
      lift.yield %v7 : f32
    }
    %v8 = arith.mulf %v4, %inv : f32
    lift.yield %v8 : f32
  }
  %v9 = lift.map (%v10 = %v1, %v11 = %v2 : !lift.array<N x M x f32>, !lift.array<N x f32>) {
    %v12 = lift.map (%v13 = %v10 : !lift.array<M x f32>) {
      %v14 = arith.subf %v13, %v11 : f32
      lift.yield %v14 : f32
    }
    lift.yield %v12 : !lift.array<M x f32>
  }
  %v15 = lift.map (%v16 = %v9 : !lift.array<N x M x f32>) {
    %v17 = lift.map (%v18 = %v9 : !lift.array<N x M x f32>) {
      %v19 = lift.reduce associative commutative (%v20 = %v16, %v21 = %v18 : !lift.array<M x f32>, !lift.array<M x f32>) init (%v22 = %v0 : f32) {
        %v23 = arith.mulf %v20, %v21 : f32
        %v24 = arith.addf %v22, %v23 : f32
        lift.yield %v24 : f32
      }
      %v25 = arith.mulf %inv, %v19 : f32
      lift.yield %v25 : f32
    }
    lift.yield %v17 : !lift.array<N x f32>
  }
  return %v15 : !lift.array<N x N x f32>
}
