// x^T W y for each pair of rows of two matrices.
//
//   lift-run bilinear.mlir --size=B=7,M=13,N=33 --verify --rtol=1e-3 --atol=1e-4

func.func @bilinear(%x: !lift.array<B x M x f32>, %w: !lift.array<M x N x f32>, %y: !lift.array<B x N x f32>) -> !lift.array<B x f32> {
  %c0 = arith.constant 0.0 : f32
  %v0 = lift.map (%v1 = %x, %v2 = %y : !lift.array<B x M x f32>, !lift.array<B x N x f32>) {
    %v3 = lift.reduce associative commutative (%v4 = %v1, %v5 = %w : !lift.array<M x f32>, !lift.array<M x N x f32>) init (%v6 = %c0 : f32) {
      %v7 = lift.reduce associative commutative (%v8 = %v5, %v9 = %v2 : !lift.array<N x f32>, !lift.array<N x f32>) init (%v10 = %c0 : f32) {
        %v11 = arith.mulf %v8, %v9 : f32
        %v12 = arith.addf %v10, %v11 : f32
        lift.yield %v12 : f32
      }
      %v13 = arith.mulf %v4, %v7 : f32
      %v14 = arith.addf %v6, %v13 : f32
      lift.yield %v14 : f32
    }
    lift.yield %v3 : f32
  }
  return %v0 : !lift.array<B x f32>
}
