// The sums of the first element, the first two, and so on.
//
//   lift-run prefix-sum.mlir --size=N=65536 --verify

func.func @prefix_sum(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = lift.scan associative (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %next = arith.addf %acc, %e : f32
    lift.yield %next : f32
  }
  return %sums : !lift.array<N x f32>
}
