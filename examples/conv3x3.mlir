// A convolution layer with windows of 3x3 pixels, step 1, padding 1 and a bias:
//
//   out[h][w][o] = bias[o] + sum over y, x, i of
//                  in[h + y - 1][w + x - 1][i] * weights[o][y][x][i]
//
// where in is 0 outside the image.
//
//   lift-run conv3x3.mlir --size=H=28,W=28,Ci=32,Co=64 --verify

func.func @conv3x3(%in: !lift.array<H x W x Ci x f32>,
                   %weights: !lift.array<Co x 3 x 3 x Ci x f32>,
                   %bias: !lift.array<Co x f32>)
    -> !lift.array<H x W x Co x f32> {
  %zero = arith.constant 0.0 : f32
  // Views, no data moves: a border of zeros, and of each pixel the window
  // around it.
  %padded = lift.pad %in low [1, 1] high [1, 1] constant(%zero : f32)
      : !lift.array<H x W x Ci x f32>
  %windows = lift.slide %padded size [3, 3] step [1, 1]
      : !lift.array<(H + 2) x (W + 2) x Ci x f32>
  %out = lift.map (%line = %windows : !lift.array<H x W x 3 x 3 x Ci x f32>) {
    %pixels = lift.map (%window = %line : !lift.array<W x 3 x 3 x Ci x f32>) {
      %channels = lift.map (%filter = %weights, %b = %bias
          : !lift.array<Co x 3 x 3 x Ci x f32>, !lift.array<Co x f32>) {
        // The rows of the window, the pixels of a row, the channels of a pixel.
        %sum = lift.reduce associative commutative (%rowP = %window, %rowF = %filter
            : !lift.array<3 x 3 x Ci x f32>, !lift.array<3 x 3 x Ci x f32>)
            init (%acc0 = %b : f32) {
          %row = lift.reduce associative commutative (%pixelP = %rowP, %pixelF = %rowF
              : !lift.array<3 x Ci x f32>, !lift.array<3 x Ci x f32>)
              init (%acc1 = %acc0 : f32) {
            %pixel = lift.reduce associative commutative (%p = %pixelP, %f = %pixelF
                : !lift.array<Ci x f32>, !lift.array<Ci x f32>)
                init (%acc2 = %acc1 : f32) {
              %pf = arith.mulf %p, %f : f32
              %next = arith.addf %acc2, %pf : f32
              lift.yield %next : f32
            }
            lift.yield %pixel : f32
          }
          lift.yield %row : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %channels : !lift.array<Co x f32>
    }
    lift.yield %pixels : !lift.array<W x Co x f32>
  }
  return %out : !lift.array<H x W x Co x f32>
}
