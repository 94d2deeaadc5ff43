// A convolution layer with windows of one pixel, step 2:
//
//   out[h][w][o] = sum over i of in[2 h][2 w][i] * weights[o][i]
//
//   lift-run conv1x1-step2.mlir --size=H=14,W=14,Ci=16,Co=32 --verify

func.func @conv1x1_step2(%in: !lift.array<H x W x Ci x f32>,
                         %weights: !lift.array<Co x Ci x f32>)
    -> !lift.array<(H / 2) x (W / 2) x Co x f32>
    attributes {lift.requires = [#lift.constraint<2 divides H>,
                                 #lift.constraint<2 divides W>]} {
  %zero = arith.constant 0.0 : f32
  // Every second pixel of every second line.
  %covered = lift.take %in size [H - 1, W - 1]
      : !lift.array<H x W x Ci x f32>
  %windows = lift.slide %covered size [1, 1] step [2, 2]
      : !lift.array<(H - 1) x (W - 1) x Ci x f32>
  %lines = lift.join %windows dim 2 : !lift.array<(H / 2) x (W / 2) x 1 x 1 x Ci x f32>
  %image = lift.join %lines dim 2 : !lift.array<(H / 2) x (W / 2) x 1 x Ci x f32>
  %out = lift.map (%line = %image : !lift.array<(H / 2) x (W / 2) x Ci x f32>) {
    %pixels = lift.map (%pixel = %line : !lift.array<(W / 2) x Ci x f32>) {
      %channels = lift.map (%filter = %weights : !lift.array<Co x Ci x f32>) {
        %sum = lift.reduce associative commutative (%p = %pixel, %f = %filter
            : !lift.array<Ci x f32>, !lift.array<Ci x f32>)
            init (%acc = %zero : f32) {
          %pf = arith.mulf %p, %f : f32
          %next = arith.addf %acc, %pf : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %channels : !lift.array<Co x f32>
    }
    lift.yield %pixels : !lift.array<(W / 2) x Co x f32>
  }
  return %out : !lift.array<(H / 2) x (W / 2) x Co x f32>
}
