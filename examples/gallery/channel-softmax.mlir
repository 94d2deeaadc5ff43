// The softmax over the channels of each pixel, channels first.
//
//   lift-run channel-softmax.mlir --size=B=2,C=5,H=7,W=3 --verify --rtol=1e-3 --atol=1e-4

func.func @channel_softmax(%x: !lift.array<B x C x H x W x f32>) -> !lift.array<B x C x H x W x f32> {
  %c0 = arith.constant 0xFF800000 : f32
  %c1 = arith.constant 0.0 : f32
  %v0 = lift.map (%v1 = %x : !lift.array<B x C x H x W x f32>) {
    %v2 = lift.transpose %v1 permutation [1, 2, 0] : !lift.array<C x H x W x f32>
    %v3 = lift.map (%v4 = %v2 : !lift.array<H x W x C x f32>) {
      %v5 = lift.map (%v6 = %v4 : !lift.array<W x C x f32>) {
        %v7 = lift.reduce associative commutative (%v8 = %v6 : !lift.array<C x f32>) init (%v9 = %c0 : f32) {
          %v10 = arith.maximumf %v9, %v8 : f32
          lift.yield %v10 : f32
        }
        %v11 = lift.map (%v12 = %v6 : !lift.array<C x f32>) {
          %v13 = arith.subf %v12, %v7 : f32
          %v14 = math.exp %v13 : f32
          lift.yield %v14 : f32
        }
        %v15 = lift.reduce associative commutative (%v16 = %v11 : !lift.array<C x f32>) init (%v17 = %c1 : f32) {
          %v18 = arith.addf %v17, %v16 : f32
          lift.yield %v18 : f32
        }
        %v19 = lift.map (%v20 = %v11 : !lift.array<C x f32>) {
          %v21 = arith.divf %v20, %v15 : f32
          lift.yield %v21 : f32
        }
        lift.yield %v19 : !lift.array<C x f32>
      }
      lift.yield %v5 : !lift.array<W x C x f32>
    }
    %v22 = lift.transpose %v3 permutation [2, 0, 1] : !lift.array<H x W x C x f32>
    lift.yield %v22 : !lift.array<C x H x W x f32>
  }
  return %v0 : !lift.array<B x C x H x W x f32>
}
