// A convolution in partial sums: each window is cut into parts, whose sums with
// a filter are kept in local memory and added up at the end.
// KERNEL: local-size=4,2 global-size=8,4
// PARAMS: params=H=4,W=4,Ci=4,Co=2
func.func @convolution(%in: !lift.array<H x W x Ci x f32>, %weights: !lift.array<Co x 3 x 3 x Ci x f32>)
    -> !lift.array<(H * W) x Co x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %in low [1, 1] high [1, 1] constant(%zero : f32) : !lift.array<H x W x Ci x f32>
  %w = lift.slide %p size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x Ci x f32>
  %w1 = lift.join %w : !lift.array<H x W x 3 x 3 x Ci x f32>
  %w2 = lift.join %w1 dim 1 : !lift.array<(H * W) x 3 x 3 x Ci x f32>
  %rows = lift.join %w2 dim 1 : !lift.array<(H * W) x 9 x Ci x f32>
  %f1 = lift.join %weights dim 1 : !lift.array<Co x 3 x 3 x Ci x f32>
  %filters = lift.join %f1 dim 1 : !lift.array<Co x 9 x Ci x f32>
  %r = lift.map (%row = %rows : !lift.array<(H * W) x (9 * Ci) x f32>) {
    %cells = lift.map (%filter = %filters : !lift.array<Co x (9 * Ci) x f32>) {
      %as = lift.split %row by 6 : !lift.array<(9 * Ci) x f32>
      %bs = lift.split %filter by 6 : !lift.array<(9 * Ci) x f32>
      %sums = lift.map (%part = %as, %weight = %bs : !lift.array<(9 * Ci / 6) x 6 x f32>, !lift.array<(9 * Ci / 6) x 6 x f32>) {
        %s = lift.reduce (%a = %part, %b = %weight : !lift.array<6 x f32>, !lift.array<6 x f32>) init (%acc = %zero : f32) {
          %m = arith.mulf %a, %b : f32
          %t = arith.addf %acc, %m : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      %kept = lift.materialize %sums in local : !lift.array<(9 * Ci / 6) x f32>
      %sum = lift.reduce (%s = %kept : !lift.array<(9 * Ci / 6) x f32>) init (%acc = %zero : f32) {
        %t = arith.addf %acc, %s : f32
        lift.yield %t : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %cells : !lift.array<Co x f32>
  }
  return %r : !lift.array<(H * W) x Co x f32>
}
