// A sum over windows of tiles in local memory, each with its halo.
// KERNEL: local-size=4 global-size=8
// SIZES: --size=N=12
func.func @stencil(%x: !lift.array<N x f32>) -> !lift.array<N x f32>
    attributes {lift.requires = [#lift.constraint<4 divides N>]} {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %x low [1] high [1] clamp : !lift.array<N x f32>
  %tiles = lift.slide %p size [6] step [4] : !lift.array<(N + 2) x f32>
  %r = lift.map (%tile = %tiles : !lift.array<(N / 4) x 6 x f32>) {
    %stored = lift.copy %tile in local : !lift.array<6 x f32>
    %w = lift.slide %stored size [3] step [1] : !lift.array<6 x f32>
    %sums = lift.map (%window = %w : !lift.array<4 x 3 x f32>) {
      %s = lift.reduce (%e = %window : !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %sums : !lift.array<4 x f32>
  }
  %joined = lift.join %r : !lift.array<(N / 4) x 4 x f32>
  return %joined : !lift.array<N x f32>
}
