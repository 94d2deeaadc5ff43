// A sum over windows.
// KERNEL: local-size=4 global-size=8
// SIZES: --size=N=13
func.func @stencil(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %x low [1] high [1] clamp : !lift.array<N x f32>
  %w = lift.slide %p size [3] step [1] : !lift.array<(N + 2) x f32>
  %r = lift.map (%window = %w : !lift.array<N x 3 x f32>) {
    %s = lift.reduce (%e = %window : !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}
