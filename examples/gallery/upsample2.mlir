// Each pixel twice in both directions. `ones` is only counted.
//
//   lift-run upsample2.mlir --size=H=5,W=7 --verify --rtol=1e-4

func.func @upsample2(%x: !lift.array<H x W x f32>, %ones: !lift.array<2 x f32>) -> !lift.array<(2 * H) x (2 * W) x f32> {
  %v4 = lift.map (%v5 = %x : !lift.array<H x W x f32>) {
    %v6 = lift.map (%v7 = %ones : !lift.array<2 x f32>) {
      %v8 = lift.map (%v9 = %v5 : !lift.array<W x f32>) {
        %v10 = lift.map (%v11 = %ones : !lift.array<2 x f32>) {
          lift.yield %v9 : f32
        }
        lift.yield %v10 : !lift.array<2 x f32>
      }
      lift.yield %v8 : !lift.array<W x 2 x f32>
    }
    lift.yield %v6 : !lift.array<2 x W x 2 x f32>
  }
  %v12 = lift.join %v4 dim 0 : !lift.array<H x 2 x W x 2 x f32>
  %v13 = lift.join %v12 dim 1 : !lift.array<(2 * H) x W x 2 x f32>
  return %v13 : !lift.array<(2 * H) x (2 * W) x f32>
}
