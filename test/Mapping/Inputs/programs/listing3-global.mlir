// KERNEL: local-size=4,2 global-size=8,6
// PARAMS: params=N=64,S0=16,S1=4
func.func @listing3(%x: !lift.array<N x f32>, %y: f32, %z: f32) -> !lift.array<N x f32>
    attributes {lift.params = {S0 = [16], S1 = [4]},
                lift.requires = [#lift.constraint<S0 divides N>,
                                 #lift.constraint<S1 divides S0>]} {
  %tiles = lift.split %x by S0 : !lift.array<N x f32>
  // A
  %out = lift.map (%tile = %tiles : !lift.array<(N / S0) x S0 x f32>) {
    %chunks = lift.split %tile by S1 : !lift.array<S0 x f32>
    // C
    %products = lift.map (%chunk = %chunks : !lift.array<(S0 / S1) x S1 x f32>) {
      // D
      %cells = lift.map (%e = %chunk : !lift.array<S1 x f32>) {
        %p = arith.mulf %e, %y : f32
        lift.yield %p : f32
      }
      lift.yield %cells : !lift.array<S1 x f32>
    }
    %joined = lift.join %products : !lift.array<(S0 / S1) x S1 x f32>
    %buffer = lift.materialize %joined in global : !lift.array<S0 x f32>
    // B
    %sums = lift.map (%e = %buffer : !lift.array<S0 x f32>) {
      %s = arith.addf %e, %z : f32
      lift.yield %s : f32
    }
    lift.yield %sums : !lift.array<S0 x f32>
  }
  %r = lift.join %out : !lift.array<(N / S0) x S0 x f32>
  return %r : !lift.array<N x f32>
}
