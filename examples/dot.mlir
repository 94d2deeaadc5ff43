// The dot product of two vectors.
//
//   lift-run dot.mlir --size=N=1048576 --verify
//
// A reduction runs in order, here in one work-item; docs/Tutorial.md splits it
// over many.

func.func @dot(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %xy = lift.map (%a = %x, %b = %y
      : !lift.array<N x f32>, !lift.array<N x f32>) {
    %ab = arith.mulf %a, %b : f32
    lift.yield %ab : f32
  }
  %sum = lift.reduce (%e = %xy : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  return %sum : f32
}
