// Batch normalisation in training: statistics of each channel, then scale and shift.
//
//   lift-run batchnorm-train.mlir --size=B=2,C=3,H=5,W=9 --verify --rtol=1e-3 --atol=1e-4

func.func @batchnorm_train(%x: !lift.array<B x C x H x W x f32>, %g: !lift.array<C x f32>, %b: !lift.array<C x f32>) -> !lift.array<B x C x H x W x f32> {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 1.0e-05 : f32
  %v1 = lift.size (B*H*W) : index
  %v2 = arith.index_cast %v1 : index to i32
  %v3 = arith.sitofp %v2 : i32 to f32
  %v4 = lift.transpose %x permutation [1, 0, 2, 3] : !lift.array<B x C x H x W x f32>
  %v5:2 = lift.map (%v6 = %v4 : !lift.array<C x B x H x W x f32>) {
    %v7:2 = lift.reduce associative commutative (%v8 = %v6 : !lift.array<B x H x W x f32>) init (%v9 = %c0, %v10 = %c0 : f32, f32) {
      %v11:2 = lift.reduce associative commutative (%v12 = %v8 : !lift.array<H x W x f32>) init (%v13 = %v9, %v14 = %v10 : f32, f32) {
        %v15:2 = lift.reduce associative commutative (%v16 = %v12 : !lift.array<W x f32>) init (%v17 = %v13, %v18 = %v14 : f32, f32) {
          %v19 = arith.addf %v17, %v16 : f32
          %v20 = arith.mulf %v16, %v16 : f32
          %v21 = arith.addf %v18, %v20 : f32
          lift.yield %v19, %v21 : f32, f32
        }
        lift.yield %v15#0, %v15#1 : f32, f32
      }
      lift.yield %v11#0, %v11#1 : f32, f32
    }
    %v22 = arith.divf %v7#0, %v3 : f32
    %v23 = arith.divf %v7#1, %v3 : f32
    lift.yield %v22, %v23 : f32, f32
  }
  %v24:2 = lift.map (%v25 = %v5#0, %v26 = %v5#1, %v27 = %g, %v28 = %b : !lift.array<C x f32>, !lift.array<C x f32>, !lift.array<C x f32>, !lift.array<C x f32>) {
    %v29 = arith.mulf %v25, %v25 : f32
    %v30 = arith.subf %v26, %v29 : f32
    %v31 = arith.addf %v30, %c1 : f32
    %v32 = math.rsqrt %v31 : f32
    %v33 = arith.mulf %v27, %v32 : f32
    %v34 = arith.mulf %v25, %v33 : f32
    %v35 = arith.subf %v28, %v34 : f32
    lift.yield %v33, %v35 : f32, f32
  }
  %v36 = lift.map (%v37 = %x : !lift.array<B x C x H x W x f32>) {
    %v38 = lift.map (%v39 = %v37, %v40 = %v24#0, %v41 = %v24#1 : !lift.array<C x H x W x f32>, !lift.array<C x f32>, !lift.array<C x f32>) {
      %v42 = lift.map (%v43 = %v39 : !lift.array<H x W x f32>) {
        %v44 = lift.map (%v45 = %v43 : !lift.array<W x f32>) {
          %v46 = arith.mulf %v45, %v40 : f32
          %v47 = arith.addf %v46, %v41 : f32
          lift.yield %v47 : f32
        }
        lift.yield %v44 : !lift.array<W x f32>
      }
      lift.yield %v42 : !lift.array<H x W x f32>
    }
    lift.yield %v38 : !lift.array<C x H x W x f32>
  }
  return %v36 : !lift.array<B x C x H x W x f32>
}
