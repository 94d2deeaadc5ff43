// A step of Jacobi's method in two dimensions: each number becomes the mean of
// itself and its four neighbours. At the border, the nearest number stands for
// those that are missing.
//
//   lift-run jacobi2d.mlir --size=H=64,W=96 --verify

func.func @jacobi2d(%in: !lift.array<H x W x f32>) -> !lift.array<H x W x f32> {
  %fifth = arith.constant 0.2 : f32
  %padded = lift.pad %in low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %windows = lift.slide %padded size [3, 3] step [1, 1]
      : !lift.array<(H + 2) x (W + 2) x f32>
  %out = lift.map (%line = %windows : !lift.array<H x W x 3 x 3 x f32>) {
    %cells = lift.map (%window = %line : !lift.array<W x 3 x 3 x f32>) {
      %centre = lift.at %window[1, 1] : !lift.array<3 x 3 x f32>
      %west = lift.at %window[1, 0] : !lift.array<3 x 3 x f32>
      %east = lift.at %window[1, 2] : !lift.array<3 x 3 x f32>
      %north = lift.at %window[0, 1] : !lift.array<3 x 3 x f32>
      %south = lift.at %window[2, 1] : !lift.array<3 x 3 x f32>
      %s0 = arith.addf %centre, %west : f32
      %s1 = arith.addf %s0, %east : f32
      %s2 = arith.addf %s1, %north : f32
      %sum = arith.addf %s2, %south : f32
      %mean = arith.mulf %sum, %fifth : f32
      lift.yield %mean : f32
    }
    lift.yield %cells : !lift.array<W x f32>
  }
  return %out : !lift.array<H x W x f32>
}
