// Each row over its length.
//
//   lift-run l2-rows.mlir --size=M=9,N=33 --verify --rtol=1e-4

func.func @l2_rows(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<M x N x f32>) {
    %v3 = lift.reduce associative commutative (%v4 = %v2 : !lift.array<N x f32>) init (%v5 = %v0 : f32) {
      %v6 = arith.mulf %v4, %v4 : f32
      %v7 = arith.addf %v5, %v6 : f32
      lift.yield %v7 : f32
    }
    %v8 = math.sqrt %v3 : f32
    %v9 = lift.map (%v10 = %v2 : !lift.array<N x f32>) {
      %v11 = arith.divf %v10, %v8 : f32
      lift.yield %v11 : f32
    }
    lift.yield %v9 : !lift.array<N x f32>
  }
  return %v1 : !lift.array<M x N x f32>
}
