// The outer product of two vectors.
//
//   lift-run outer.mlir --size=M=9,N=33 --verify --rtol=1e-4

func.func @outer(%a: !lift.array<M x f32>, %b: !lift.array<N x f32>) -> !lift.array<M x N x f32> {
  %v0 = lift.map (%v1 = %a : !lift.array<M x f32>) {
    %v2 = lift.map (%v3 = %b : !lift.array<N x f32>) {
      %v4 = arith.mulf %v1, %v3 : f32
      lift.yield %v4 : f32
    }
    lift.yield %v2 : !lift.array<N x f32>
  }
  return %v0 : !lift.array<M x N x f32>
}
