// A transposed convolution with a step and a window of 2 x 2: each pixel of each channel
// becomes 2 x 2 pixels.
func.func @transposed_conv(%image: !lift.array<Ci x H x W x f32>, %filters: !lift.array<Ci x Co x 2 x 2 x f32>)
    -> !lift.array<Co x (2 * H) x (2 * W) x f32> {
  %zero = arith.constant 0.0 : f32
  %pixels = lift.transpose %image permutation [1, 2, 0] : !lift.array<Ci x H x W x f32>
  %taps = lift.transpose %filters permutation [1, 2, 3, 0] : !lift.array<Ci x Co x 2 x 2 x f32>
  %planes = lift.map (%plane = %taps : !lift.array<Co x 2 x 2 x Ci x f32>) {
    %rows = lift.map (%row = %pixels : !lift.array<H x W x Ci x f32>) {
      %halves = lift.map (%half = %plane : !lift.array<2 x 2 x Ci x f32>) {
        %cells = lift.map (%pixel = %row : !lift.array<W x Ci x f32>) {
          %pair = lift.map (%tap = %half : !lift.array<2 x Ci x f32>) {
            %sum = lift.reduce associative commutative (%a = %pixel, %b = %tap : !lift.array<Ci x f32>, !lift.array<Ci x f32>)
                init (%acc = %zero : f32) {
              %ab = arith.mulf %a, %b : f32
              %next = arith.addf %acc, %ab : f32
              lift.yield %next : f32
            }
            lift.yield %sum : f32
          }
          lift.yield %pair : !lift.array<2 x f32>
        }
        lift.yield %cells : !lift.array<W x 2 x f32>
      }
      lift.yield %halves : !lift.array<2 x W x 2 x f32>
    }
    lift.yield %rows : !lift.array<H x 2 x W x 2 x f32>
  }
  %lines = lift.join %planes dim 3 : !lift.array<Co x H x 2 x W x 2 x f32>
  %out = lift.join %lines dim 1 : !lift.array<Co x H x 2 x (2 * W) x f32>
  return %out : !lift.array<Co x (2 * H) x (2 * W) x f32>
}
