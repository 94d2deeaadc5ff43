// A convolution of each channel with 3 x 3 weights of its own, channels last.
//
//   lift-run depthwise.mlir --size=B=2,H=4,W=6,C=5 --verify --rtol=1e-4

func.func @depthwise(%x: !lift.array<B x H x W x C x f32>, %k: !lift.array<3 x 3 x C x f32>) -> !lift.array<B x H x W x C x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.pad %x low [1, 1] high [1, 1] dims [1, 2] constant(%v0 : f32) : !lift.array<B x H x W x C x f32>
  %v2 = lift.slide %v1 size [3, 3] step [1, 1] dims [1, 2] : !lift.array<B x (H + 2) x (W + 2) x C x f32>
  %v3 = lift.transpose %v2 permutation [0, 1, 2, 5, 3, 4] : !lift.array<B x H x W x 3 x 3 x C x f32>
  %v4 = lift.transpose %k permutation [2, 0, 1] : !lift.array<3 x 3 x C x f32>
  %v5 = lift.map (%v6 = %v3 : !lift.array<B x H x W x C x 3 x 3 x f32>) {
    %v7 = lift.map (%v8 = %v6 : !lift.array<H x W x C x 3 x 3 x f32>) {
      %v9 = lift.map (%v10 = %v8 : !lift.array<W x C x 3 x 3 x f32>) {
        %v11 = lift.map (%v12 = %v10, %v13 = %v4 : !lift.array<C x 3 x 3 x f32>, !lift.array<C x 3 x 3 x f32>) {
          %v14 = lift.reduce associative commutative (%v15 = %v12, %v16 = %v13 : !lift.array<3 x 3 x f32>, !lift.array<3 x 3 x f32>) init (%v17 = %v0 : f32) {
            %v18 = lift.reduce associative commutative (%v19 = %v15, %v20 = %v16 : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%v21 = %v17 : f32) {
              %v22 = arith.mulf %v19, %v20 : f32
              %v23 = arith.addf %v21, %v22 : f32
              lift.yield %v23 : f32
            }
            lift.yield %v18 : f32
          }
          lift.yield %v14 : f32
        }
        lift.yield %v11 : !lift.array<C x f32>
      }
      lift.yield %v9 : !lift.array<W x C x f32>
    }
    lift.yield %v7 : !lift.array<H x W x C x f32>
  }
  return %v5 : !lift.array<B x H x W x C x f32>
}
