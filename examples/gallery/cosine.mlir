// The cosine of the angle between the rows of two matrices.
//
//   lift-run cosine.mlir --size=M=9,N=33 --verify --rtol=1e-4

func.func @cosine(%x: !lift.array<M x N x f32>, %y: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x, %v3 = %y : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %v4:3 = lift.reduce associative commutative (%v5 = %v2, %v6 = %v3 : !lift.array<N x f32>, !lift.array<N x f32>) init (%v7 = %v0, %v8 = %v0, %v9 = %v0 : f32, f32, f32) {
      %v10 = arith.mulf %v5, %v6 : f32
      %v11 = arith.addf %v7, %v10 : f32
      %v12 = arith.mulf %v5, %v5 : f32
      %v13 = arith.addf %v8, %v12 : f32
      %v14 = arith.mulf %v6, %v6 : f32
      %v15 = arith.addf %v9, %v14 : f32
      lift.yield %v11, %v13, %v15 : f32, f32, f32
    }
    %v16 = arith.mulf %v4#1, %v4#2 : f32
    %v17 = math.sqrt %v16 : f32
    %v18 = arith.divf %v4#0, %v17 : f32
    lift.yield %v18 : f32
  }
  return %v1 : !lift.array<M x f32>
}
