// Mean and variance of each column. `inv` is 1 / M.
//
//   lift-run column-stats.mlir --size=M=13,N=33 --verify --rtol=1e-4

func.func @column_stats(%x: !lift.array<M x N x f32>, %inv: f32) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.transpose %x permutation [1, 0] : !lift.array<M x N x f32>
  %v2:2 = lift.map (%v3 = %v1 : !lift.array<N x M x f32>) {
    %v4:2 = lift.reduce associative commutative (%v5 = %v3 : !lift.array<M x f32>) init (%v6 = %v0, %v7 = %v0 : f32, f32) {
      %v8 = arith.addf %v6, %v5 : f32
      %v9 = arith.mulf %v5, %v5 : f32
      %v10 = arith.addf %v7, %v9 : f32
      lift.yield %v8, %v10 : f32, f32
    }
    %v11 = arith.mulf %v4#0, %inv : f32
    %v12 = arith.mulf %v4#1, %inv : f32
    %v13 = arith.mulf %v11, %v11 : f32
    %v14 = arith.subf %v12, %v13 : f32
    lift.yield %v11, %v14 : f32, f32
  }
  return %v2#0, %v2#1 : !lift.array<N x f32>, !lift.array<N x f32>
}
