// A convolution layer with windows of 3x3 pixels, step 2, padding 1:
//
//   out[h][w][o] = sum over y, x, i of
//                  in[2 h + y - 1][2 w + x - 1][i] * weights[o][y][x][i]
//
// where in is 0 outside the image.
//
//   lift-run conv3x3-step2.mlir --size=H=14,W=14,Ci=16,Co=32 --verify

func.func @conv3x3_step2(%in: !lift.array<H x W x Ci x f32>,
                         %weights: !lift.array<Co x 3 x 3 x Ci x f32>)
    -> !lift.array<(H / 2) x (W / 2) x Co x f32>
    attributes {lift.requires = [#lift.constraint<2 divides H>,
                                 #lift.constraint<2 divides W>]} {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad %in low [1, 1] high [0, 0] constant(%zero : f32)
      : !lift.array<H x W x Ci x f32>
  %windows = lift.slide %padded size [3, 3] step [2, 2]
      : !lift.array<(H + 1) x (W + 1) x Ci x f32>
  %out = lift.map (%line = %windows : !lift.array<(H / 2) x (W / 2) x 3 x 3 x Ci x f32>) {
    %pixels = lift.map (%window = %line : !lift.array<(W / 2) x 3 x 3 x Ci x f32>) {
      %channels = lift.map (%filter = %weights : !lift.array<Co x 3 x 3 x Ci x f32>) {
        %sum = lift.reduce associative commutative (%rowP = %window, %rowF = %filter
            : !lift.array<3 x 3 x Ci x f32>, !lift.array<3 x 3 x Ci x f32>)
            init (%acc0 = %zero : f32) {
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
    lift.yield %pixels : !lift.array<(W / 2) x Co x f32>
  }
  return %out : !lift.array<(H / 2) x (W / 2) x Co x f32>
}
