// Channels that become pixels, twice as many in each direction.
//
//   lift-run pixel-shuffle.mlir --size=B=2,C=8,H=3,W=5 --verify --rtol=1e-3 --atol=1e-4

func.func @pixel_shuffle(%x: !lift.array<B x C x H x W x f32>) -> !lift.array<B x ((C / 2) / 2) x (2*H) x (2*W) x f32> attributes {lift.requires = [#lift.constraint<4 divides C>]} {
  %v1 = lift.split %x by 2 dim 1 : !lift.array<B x C x H x W x f32>
  %v2 = lift.split %v1 by 2 dim 1 : !lift.array<B x (C / 2) x 2 x H x W x f32>
  %v3 = lift.transpose %v2 permutation [0, 1, 4, 2, 5, 3] : !lift.array<B x ((C / 2) / 2) x 2 x 2 x H x W x f32>
  %v4 = lift.join %v3 dim 4 : !lift.array<B x ((C / 2) / 2) x H x 2 x W x 2 x f32>
  %v5 = lift.join %v4 dim 2 : !lift.array<B x ((C / 2) / 2) x H x 2 x (2*W) x f32>
  %v6 = lift.map (%v7 = %v5 : !lift.array<B x ((C / 2) / 2) x (2*H) x (2*W) x f32>) {
    %v8 = lift.map (%v9 = %v7 : !lift.array<((C / 2) / 2) x (2*H) x (2*W) x f32>) {
      %v10 = lift.map (%v11 = %v9 : !lift.array<(2*H) x (2*W) x f32>) {
        %v12 = lift.map (%v13 = %v11 : !lift.array<(2*W) x f32>) {
          lift.yield %v13 : f32
        }
        lift.yield %v12 : !lift.array<(2*W) x f32>
      }
      lift.yield %v10 : !lift.array<(2*H) x (2*W) x f32>
    }
    lift.yield %v8 : !lift.array<((C / 2) / 2) x (2*H) x (2*W) x f32>
  }
  return %v6 : !lift.array<B x ((C / 2) / 2) x (2*H) x (2*W) x f32>
}
