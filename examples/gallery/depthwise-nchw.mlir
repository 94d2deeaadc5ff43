// A convolution of each channel with 3 x 3 weights of its own, channels first.
//
//   lift-run depthwise-nchw.mlir --size=B=2,H=4,W=6,C=5 --verify --rtol=1e-4

func.func @depthwise_nchw(%x: !lift.array<B x C x H x W x f32>, %k: !lift.array<C x 3 x 3 x f32>) -> !lift.array<B x C x H x W x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.pad %x low [1, 1] high [1, 1] dims [2, 3] constant(%v0 : f32) : !lift.array<B x C x H x W x f32>
  %v2 = lift.slide %v1 size [3, 3] step [1, 1] dims [2, 3] : !lift.array<B x C x (H + 2) x (W + 2) x f32>
  %v3 = lift.map (%v4 = %v2 : !lift.array<B x C x H x W x 3 x 3 x f32>) {
    %v5 = lift.map (%v6 = %v4, %v7 = %k : !lift.array<C x H x W x 3 x 3 x f32>, !lift.array<C x 3 x 3 x f32>) {
      %v8 = lift.map (%v9 = %v6 : !lift.array<H x W x 3 x 3 x f32>) {
        %v10 = lift.map (%v11 = %v9 : !lift.array<W x 3 x 3 x f32>) {
          %v12 = lift.reduce associative commutative (%v13 = %v11, %v14 = %v7 : !lift.array<3 x 3 x f32>, !lift.array<3 x 3 x f32>) init (%v15 = %v0 : f32) {
            %v16 = lift.reduce associative commutative (%v17 = %v13, %v18 = %v14 : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%v19 = %v15 : f32) {
              %v20 = arith.mulf %v17, %v18 : f32
              %v21 = arith.addf %v19, %v20 : f32
              lift.yield %v21 : f32
            }
            lift.yield %v16 : f32
          }
          lift.yield %v12 : f32
        }
        lift.yield %v10 : !lift.array<W x f32>
      }
      lift.yield %v8 : !lift.array<H x W x f32>
    }
    lift.yield %v5 : !lift.array<C x H x W x f32>
  }
  return %v3 : !lift.array<B x C x H x W x f32>
}
