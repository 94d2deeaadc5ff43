// The products in local memory, then their sums.
// KERNEL: local-size=4 global-size=8
// SIZES: --size=N=42
func.func @dot(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<(N / 6) x f32>
    attributes {lift.requires = [#lift.constraint<6 divides N>]} {
  %zero = arith.constant 0.0 : f32
  %xs = lift.split %x by 6 : !lift.array<N x f32>
  %ys = lift.split %y by 6 : !lift.array<N x f32>
  %sums = lift.map (%a = %xs, %b = %ys : !lift.array<(N / 6) x 6 x f32>, !lift.array<(N / 6) x 6 x f32>) {
    %products = lift.map (%p = %a, %q = %b : !lift.array<6 x f32>, !lift.array<6 x f32>) {
      %pq = arith.mulf %p, %q : f32
      lift.yield %pq : f32
    }
    %stored = lift.materialize %products in local : !lift.array<6 x f32>
    %sum = lift.reduce (%e = %stored : !lift.array<6 x f32>) init (%acc = %zero : f32) {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %sums : !lift.array<(N / 6) x f32>
}
