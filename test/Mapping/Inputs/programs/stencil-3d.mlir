// The sum of a cell and its six neighbours.
// KERNEL: local-size=4,2,2 global-size=8,4,4
// SIZES: --size=D=3 --size=H=5 --size=W=7
func.func @stencil(%x: !lift.array<D x H x W x f32>) -> !lift.array<D x H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %x low [1, 1, 1] high [1, 1, 1] clamp : !lift.array<D x H x W x f32>
  %w = lift.slide %p size [3, 3, 3] step [1, 1, 1] : !lift.array<(D + 2) x (H + 2) x (W + 2) x f32>
  %r = lift.map (%plane = %w : !lift.array<D x H x W x 3 x 3 x 3 x f32>) {
    %lines = lift.map (%line = %plane : !lift.array<H x W x 3 x 3 x 3 x f32>) {
      %cells = lift.map (%window = %line : !lift.array<W x 3 x 3 x 3 x f32>) {
        %f1 = lift.join %window : !lift.array<3 x 3 x 3 x f32>
        %f2 = lift.join %f1 : !lift.array<9 x 3 x f32>
        %s = lift.reduce (%e = %f2 : !lift.array<27 x f32>) init (%acc = %zero : f32) {
          %t = arith.addf %acc, %e : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      lift.yield %cells : !lift.array<W x f32>
    }
    lift.yield %lines : !lift.array<H x W x f32>
  }
  return %r : !lift.array<D x H x W x f32>
}
