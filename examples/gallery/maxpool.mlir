// The greatest of each 2 x 2 pixels.
//
//   lift-run maxpool.mlir --size=B=2,H=4,W=6,C=5 --verify --rtol=1e-4

func.func @maxpool(%x: !lift.array<B x H x W x C x f32>) -> !lift.array<B x (H / 2) x (W / 2) x C x f32> attributes {lift.requires = [#lift.constraint<2 divides H>, #lift.constraint<2 divides W>]} {
  %v0 = arith.constant 0xFF800000 : f32
  %v1 = lift.slide %x size [2, 2] step [2, 2] dims [1, 2] : !lift.array<B x H x W x C x f32>
  %v2 = lift.transpose %v1 permutation [0, 1, 2, 5, 3, 4] : !lift.array<B x (H / 2) x (W / 2) x 2 x 2 x C x f32>
  %v3 = lift.map (%v4 = %v2 : !lift.array<B x (H / 2) x (W / 2) x C x 2 x 2 x f32>) {
    %v5 = lift.map (%v6 = %v4 : !lift.array<(H / 2) x (W / 2) x C x 2 x 2 x f32>) {
      %v7 = lift.map (%v8 = %v6 : !lift.array<(W / 2) x C x 2 x 2 x f32>) {
        %v9 = lift.map (%v10 = %v8 : !lift.array<C x 2 x 2 x f32>) {
          %v11 = lift.reduce associative commutative (%v12 = %v10 : !lift.array<2 x 2 x f32>) init (%v13 = %v0 : f32) {
            %v14 = lift.reduce associative commutative (%v15 = %v12 : !lift.array<2 x f32>) init (%v16 = %v13 : f32) {
              %v17 = arith.maximumf %v16, %v15 : f32
              lift.yield %v17 : f32
            }
            lift.yield %v14 : f32
          }
          lift.yield %v11 : f32
        }
        lift.yield %v9 : !lift.array<C x f32>
      }
      lift.yield %v7 : !lift.array<(W / 2) x C x f32>
    }
    lift.yield %v5 : !lift.array<(H / 2) x (W / 2) x C x f32>
  }
  return %v3 : !lift.array<B x (H / 2) x (W / 2) x C x f32>
}
