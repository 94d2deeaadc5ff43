// The least and the greatest of many numbers, and their sum.
//
//   lift-run min-max-sum.mlir --size=N=65536 --verify

func.func @min_max_sum(%x: !lift.array<N x f32>) -> (f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  %all:3 = lift.reduce associative commutative (%e = %x : !lift.array<N x f32>)
      init (%least = %infinity, %greatest = %minus_infinity, %sum = %zero
          : f32, f32, f32) {
    %l = arith.minimumf %least, %e : f32
    %g = arith.maximumf %greatest, %e : f32
    %s = arith.addf %sum, %e : f32
    lift.yield %l, %g, %s : f32, f32, f32
  }
  return %all#0, %all#1, %all#2 : f32, f32, f32
}
