// Sums of chunks in two steps: partial sums in local memory, then their sum.
// KERNEL: local-size=4 global-size=8
// SIZES: --size=N=36
func.func @reduction(%x: !lift.array<N x f32>) -> !lift.array<(N / 12) x f32>
    attributes {lift.requires = [#lift.constraint<12 divides N>]} {
  %zero = arith.constant 0.0 : f32
  %chunks = lift.split %x by 12 : !lift.array<N x f32>
  %r = lift.map (%chunk = %chunks : !lift.array<(N / 12) x 12 x f32>) {
    %parts = lift.split %chunk by 4 : !lift.array<12 x f32>
    %partial = lift.map (%part = %parts : !lift.array<3 x 4 x f32>) {
      %s = lift.reduce (%e = %part : !lift.array<4 x f32>) init (%acc = %zero : f32) {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    %stored = lift.materialize %partial in local : !lift.array<3 x f32>
    %sum = lift.reduce (%e = %stored : !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<(N / 12) x f32>
}
