// The products of a matrix and of its transpose with a vector each.
//
//   lift-run bicg.mlir --size=M=9,N=33 --verify --rtol=1e-4

func.func @bicg(%a: !lift.array<M x N x f32>, %r: !lift.array<M x f32>, %q: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<M x f32>) {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.transpose %a permutation [1, 0] : !lift.array<M x N x f32>
  %v2 = lift.map (%v3 = %v1 : !lift.array<N x M x f32>) {
    %v4 = lift.reduce associative commutative (%v5 = %v3, %v6 = %r : !lift.array<M x f32>, !lift.array<M x f32>) init (%v7 = %v0 : f32) {
      %v8 = arith.mulf %v5, %v6 : f32
      %v9 = arith.addf %v7, %v8 : f32
      lift.yield %v9 : f32
    }
    lift.yield %v4 : f32
  }
  %v10 = lift.map (%v11 = %a : !lift.array<M x N x f32>) {
    %v12 = lift.reduce associative commutative (%v13 = %v11, %v14 = %q : !lift.array<N x f32>, !lift.array<N x f32>) init (%v15 = %v0 : f32) {
      %v16 = arith.mulf %v13, %v14 : f32
      %v17 = arith.addf %v15, %v16 : f32
      lift.yield %v17 : f32
    }
    lift.yield %v12 : f32
  }
  return %v2, %v10 : !lift.array<N x f32>, !lift.array<M x f32>
}
