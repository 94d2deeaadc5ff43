// The Laplacian in three dimensions, with 7 points: the six neighbours of each
// number less six times itself. At the border, the nearest number stands for those
// that are missing.
//
//   lift-run stencil3d.mlir --size=D=16,H=24,W=32 --verify

func.func @stencil3d(%in: !lift.array<D x H x W x f32>) -> !lift.array<D x H x W x f32> {
  %six = arith.constant 6.0 : f32
  %padded = lift.pad %in low [1, 1, 1] high [1, 1, 1] clamp
      : !lift.array<D x H x W x f32>
  %windows = lift.slide %padded size [3, 3, 3] step [1, 1, 1]
      : !lift.array<(D + 2) x (H + 2) x (W + 2) x f32>
  %out = lift.map (%plane = %windows : !lift.array<D x H x W x 3 x 3 x 3 x f32>) {
    %lines = lift.map (%line = %plane : !lift.array<H x W x 3 x 3 x 3 x f32>) {
      %cells = lift.map (%window = %line : !lift.array<W x 3 x 3 x 3 x f32>) {
        %centre = lift.at %window[1, 1, 1] : !lift.array<3 x 3 x 3 x f32>
        %west = lift.at %window[1, 1, 0] : !lift.array<3 x 3 x 3 x f32>
        %east = lift.at %window[1, 1, 2] : !lift.array<3 x 3 x 3 x f32>
        %north = lift.at %window[1, 0, 1] : !lift.array<3 x 3 x 3 x f32>
        %south = lift.at %window[1, 2, 1] : !lift.array<3 x 3 x 3 x f32>
        %below = lift.at %window[0, 1, 1] : !lift.array<3 x 3 x 3 x f32>
        %above = lift.at %window[2, 1, 1] : !lift.array<3 x 3 x 3 x f32>
        %s0 = arith.addf %west, %east : f32
        %s1 = arith.addf %s0, %north : f32
        %s2 = arith.addf %s1, %south : f32
        %s3 = arith.addf %s2, %below : f32
        %sum = arith.addf %s3, %above : f32
        %six_centres = arith.mulf %six, %centre : f32
        %d = arith.subf %sum, %six_centres : f32
        lift.yield %d : f32
      }
      lift.yield %cells : !lift.array<W x f32>
    }
    lift.yield %lines : !lift.array<H x W x f32>
  }
  return %out : !lift.array<D x H x W x f32>
}
