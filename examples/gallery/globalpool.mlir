// The mean of all pixels of each channel. `inv` is 1 / (H W).
//
//   lift-run globalpool.mlir --size=B=2,H=4,W=6,C=5 --verify --rtol=1e-4

func.func @globalpool(%x: !lift.array<B x H x W x C x f32>, %inv: f32) -> !lift.array<B x C x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.transpose %x permutation [0, 3, 1, 2] : !lift.array<B x H x W x C x f32>
  %v2 = lift.map (%v3 = %v1 : !lift.array<B x C x H x W x f32>) {
    %v4 = lift.map (%v5 = %v3 : !lift.array<C x H x W x f32>) {
      %v6 = lift.reduce associative commutative (%v7 = %v5 : !lift.array<H x W x f32>) init (%v8 = %v0 : f32) {
        %v9 = lift.reduce associative commutative (%v10 = %v7 : !lift.array<W x f32>) init (%v11 = %v8 : f32) {
          %v12 = arith.addf %v11, %v10 : f32
          lift.yield %v12 : f32
        }
        lift.yield %v9 : f32
      }
      %v13 = arith.mulf %v6, %inv : f32
      lift.yield %v13 : f32
    }
    lift.yield %v4 : !lift.array<C x f32>
  }
  return %v2 : !lift.array<B x C x f32>
}
