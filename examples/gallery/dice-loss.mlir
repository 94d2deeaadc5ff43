// Dice loss: three sums over the pixels of each image and class, then the mean.
//
//   lift-run dice-loss.mlir --size=B=2,C=3,H=5,W=7 --verify --rtol=1e-3 --atol=1e-4

func.func @dice_loss(%x: !lift.array<B x C x H x W x f32>, %y: !lift.array<B x C x H x W x f32>) -> f32 {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 2.0 : f32
  %c2 = arith.constant 1.0 : f32
  %v1 = lift.map (%v2 = %x, %v3 = %y : !lift.array<B x C x H x W x f32>, !lift.array<B x C x H x W x f32>) {
    %v4 = lift.map (%v5 = %v2, %v6 = %v3 : !lift.array<C x H x W x f32>, !lift.array<C x H x W x f32>) {
      %v7:3 = lift.reduce associative commutative (%v8 = %v5, %v9 = %v6 : !lift.array<H x W x f32>, !lift.array<H x W x f32>) init (%v10 = %c0, %v11 = %c0, %v12 = %c0 : f32, f32, f32) {
        %v13:3 = lift.reduce associative commutative (%v14 = %v8, %v15 = %v9 : !lift.array<W x f32>, !lift.array<W x f32>) init (%v16 = %v10, %v17 = %v11, %v18 = %v12 : f32, f32, f32) {
          %v19 = arith.mulf %v14, %v15 : f32
          %v20 = arith.addf %v16, %v19 : f32
          %v21 = arith.addf %v17, %v14 : f32
          %v22 = arith.addf %v18, %v15 : f32
          lift.yield %v20, %v21, %v22 : f32, f32, f32
        }
        lift.yield %v13#0, %v13#1, %v13#2 : f32, f32, f32
      }
      %v23 = arith.mulf %c1, %v7#0 : f32
      %v24 = arith.addf %v23, %c2 : f32
      %v25 = arith.addf %v7#1, %v7#2 : f32
      %v26 = arith.addf %v25, %c2 : f32
      %v27 = arith.divf %v24, %v26 : f32
      %v28 = arith.subf %c2, %v27 : f32
      lift.yield %v28 : f32
    }
    lift.yield %v4 : !lift.array<C x f32>
  }
  %v29 = lift.reduce associative commutative (%v30 = %v1 : !lift.array<B x C x f32>) init (%v31 = %c0 : f32) {
    %v32 = lift.reduce associative commutative (%v33 = %v30 : !lift.array<C x f32>) init (%v34 = %v31 : f32) {
      %v35 = arith.addf %v34, %v33 : f32
      lift.yield %v35 : f32
    }
    lift.yield %v32 : f32
  }
  %v36 = lift.size (B*C) : index
  %v37 = arith.index_cast %v36 : index to i32
  %v38 = arith.sitofp %v37 : i32 to f32
  %v39 = arith.divf %v29, %v38 : f32
  return %v39 : f32
}
