// A convolution layer with windows of one pixel:
//
//   out[h][w][o] = sum over i of in[h][w][i] * weights[o][i]
//
//   lift-run conv1x1.mlir --size=H=14,W=14,Ci=16,Co=32 --verify

func.func @conv1x1(%in: !lift.array<H x W x Ci x f32>,
                   %weights: !lift.array<Co x Ci x f32>)
    -> !lift.array<H x W x Co x f32> {
  %zero = arith.constant 0.0 : f32
  %out = lift.map (%line = %in : !lift.array<H x W x Ci x f32>) {
    %pixels = lift.map (%pixel = %line : !lift.array<W x Ci x f32>) {
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
    lift.yield %pixels : !lift.array<W x Co x f32>
  }
  return %out : !lift.array<H x W x Co x f32>
}
