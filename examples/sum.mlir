// The sum of many numbers.
//
//   lift-run sum.mlir --size=N=65536 --verify

func.func @sum(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = lift.reduce associative commutative (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %next = arith.addf %acc, %e : f32
    lift.yield %next : f32
  }
  return %sum : f32
}
