// A weighted sum over windows of 3 x 3.
// KERNEL: local-size=4,2 global-size=8,4
// SIZES: --size=H=7 --size=W=5
func.func @stencil(%x: !lift.array<H x W x f32>, %k: !lift.array<3 x 3 x f32>) -> !lift.array<H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %x low [1, 1] high [1, 1] constant(%zero : f32) : !lift.array<H x W x f32>
  %w = lift.slide %p size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %r = lift.map (%line = %w : !lift.array<H x W x 3 x 3 x f32>) {
    %cells = lift.map (%window = %line : !lift.array<W x 3 x 3 x f32>) {
      %fw = lift.join %window : !lift.array<3 x 3 x f32>
      %fk = lift.join %k : !lift.array<3 x 3 x f32>
      %s = lift.reduce (%e = %fw, %f = %fk : !lift.array<9 x f32>, !lift.array<9 x f32>) init (%acc = %zero : f32) {
        %m = arith.mulf %e, %f : f32
        %t = arith.addf %acc, %m : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %cells : !lift.array<W x f32>
  }
  return %r : !lift.array<H x W x f32>
}
