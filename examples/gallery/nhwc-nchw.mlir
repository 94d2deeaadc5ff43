// Channels first in place of last.
//
//   lift-run nhwc-nchw.mlir --size=B=2,H=4,W=3,C=9 --verify --rtol=1e-4

func.func @nhwc_nchw(%x: !lift.array<B x H x W x C x f32>) -> !lift.array<B x C x H x W x f32> {
  %v0 = lift.transpose %x permutation [0, 3, 1, 2] : !lift.array<B x H x W x C x f32>
  %v1 = lift.map (%v2 = %v0 : !lift.array<B x C x H x W x f32>) {
    %v3 = lift.map (%v4 = %v2 : !lift.array<C x H x W x f32>) {
      %v5 = lift.map (%v6 = %v4 : !lift.array<H x W x f32>) {
        %v7 = lift.map (%v8 = %v6 : !lift.array<W x f32>) {
          lift.yield %v8 : f32
        }
        lift.yield %v7 : !lift.array<W x f32>
      }
      lift.yield %v5 : !lift.array<H x W x f32>
    }
    lift.yield %v3 : !lift.array<C x H x W x f32>
  }
  return %v1 : !lift.array<B x C x H x W x f32>
}
