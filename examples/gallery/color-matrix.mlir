// Another three colours for those of each pixel.
//
//   lift-run color-matrix.mlir --size=H=7,W=33 --verify --rtol=1e-4

func.func @color_matrix(%x: !lift.array<H x W x 3 x f32>, %m: !lift.array<3 x 3 x f32>) -> !lift.array<H x W x 3 x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<H x W x 3 x f32>) {
    %v3 = lift.map (%v4 = %v2 : !lift.array<W x 3 x f32>) {
      %v5 = lift.map (%v6 = %m : !lift.array<3 x 3 x f32>) {
        %v7 = lift.reduce associative commutative (%v8 = %v4, %v9 = %v6 : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%v10 = %v0 : f32) {
          %v11 = arith.mulf %v8, %v9 : f32
          %v12 = arith.addf %v10, %v11 : f32
          lift.yield %v12 : f32
        }
        lift.yield %v7 : f32
      }
      lift.yield %v5 : !lift.array<3 x f32>
    }
    lift.yield %v3 : !lift.array<W x 3 x f32>
  }
  return %v1 : !lift.array<H x W x 3 x f32>
}
