// The sum of many numbers, and the sum of their squares.
//
//   lift-run sum-and-squares.mlir --size=N=65536 --verify

func.func @sum_and_squares(%x: !lift.array<N x f32>) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %both:2 = lift.reduce associative commutative (%e = %x : !lift.array<N x f32>)
      init (%sum = %zero, %squares = %zero : f32, f32) {
    %square = arith.mulf %e, %e : f32
    %s = arith.addf %sum, %e : f32
    %q = arith.addf %squares, %square : f32
    lift.yield %s, %q : f32, f32
  }
  return %both#0, %both#1 : f32, f32
}
