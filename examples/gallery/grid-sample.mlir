// Bilinear samples of images at given places; zeros outside.
//
//   lift-run grid-sample.mlir --size=B=2,C=3,H=5,W=7,P=4,Q=6 --verify --rtol=1e-3 --atol=1e-4

func.func @grid_sample(%x: !lift.array<B x C x H x W x f32>, %gy: !lift.array<B x P x Q x f32>, %gx: !lift.array<B x P x Q x f32>) -> !lift.array<B x C x P x Q x f32> {
  %c0 = arith.constant 1.0 : f32
  %c1 = arith.constant 0.5 : f32
  %c2 = arith.constant 0.0 : f32
  %c3 = arith.constant 1 : i32
  %v1 = lift.map (%v2 = %x, %v3 = %gy, %v4 = %gx : !lift.array<B x C x H x W x f32>, !lift.array<B x P x Q x f32>, !lift.array<B x P x Q x f32>) {
    %v5 = lift.map (%v6 = %v2 : !lift.array<C x H x W x f32>) {
      %v7 = lift.map (%v8 = %v3, %v9 = %v4 : !lift.array<P x Q x f32>, !lift.array<P x Q x f32>) {
        %v10 = lift.map (%v11 = %v8, %v12 = %v9 : !lift.array<Q x f32>, !lift.array<Q x f32>) {
          %v13 = arith.addf %v11, %c0 : f32
          %v14 = lift.size H : index
          %v15 = arith.index_cast %v14 : index to i32
          %v16 = arith.sitofp %v15 : i32 to f32
          %v17 = arith.mulf %v13, %v16 : f32
          %v18 = arith.subf %v17, %c0 : f32
          %v19 = arith.mulf %v18, %c1 : f32
          %v20 = arith.addf %v12, %c0 : f32
          %v21 = lift.size W : index
          %v22 = arith.index_cast %v21 : index to i32
          %v23 = arith.sitofp %v22 : i32 to f32
          %v24 = arith.mulf %v20, %v23 : f32
          %v25 = arith.subf %v24, %c0 : f32
          %v26 = arith.mulf %v25, %c1 : f32
          %v27 = math.floor %v19 : f32
          %v28 = math.floor %v26 : f32
          %v29 = arith.subf %v19, %v27 : f32
          %v30 = arith.subf %v26, %v28 : f32
          %v31 = arith.fptosi %v27 : f32 to i32
          %v32 = arith.fptosi %v28 : f32 to i32
          %v33 = arith.index_cast %v31 : i32 to index
          %v34 = arith.index_cast %v32 : i32 to index
          %v35 = lift.at %v6[%v33, %v34] default(%c2 : f32) : !lift.array<H x W x f32>
          %v36 = arith.subf %c0, %v30 : f32
          %v37 = arith.mulf %v35, %v36 : f32
          %v38 = arith.addi %v32, %c3 : i32
          %v39 = arith.index_cast %v31 : i32 to index
          %v40 = arith.index_cast %v38 : i32 to index
          %v41 = lift.at %v6[%v39, %v40] default(%c2 : f32) : !lift.array<H x W x f32>
          %v42 = arith.mulf %v41, %v30 : f32
          %v43 = arith.addf %v37, %v42 : f32
          %v44 = arith.subf %c0, %v29 : f32
          %v45 = arith.mulf %v43, %v44 : f32
          %v46 = arith.addi %v31, %c3 : i32
          %v47 = arith.index_cast %v46 : i32 to index
          %v48 = arith.index_cast %v32 : i32 to index
          %v49 = lift.at %v6[%v47, %v48] default(%c2 : f32) : !lift.array<H x W x f32>
          %v50 = arith.subf %c0, %v30 : f32
          %v51 = arith.mulf %v49, %v50 : f32
          %v52 = arith.addi %v31, %c3 : i32
          %v53 = arith.addi %v32, %c3 : i32
          %v54 = arith.index_cast %v52 : i32 to index
          %v55 = arith.index_cast %v53 : i32 to index
          %v56 = lift.at %v6[%v54, %v55] default(%c2 : f32) : !lift.array<H x W x f32>
          %v57 = arith.mulf %v56, %v30 : f32
          %v58 = arith.addf %v51, %v57 : f32
          %v59 = arith.mulf %v58, %v29 : f32
          %v60 = arith.addf %v45, %v59 : f32
          lift.yield %v60 : f32
        }
        lift.yield %v10 : !lift.array<Q x f32>
      }
      lift.yield %v7 : !lift.array<P x Q x f32>
    }
    lift.yield %v5 : !lift.array<C x P x Q x f32>
  }
  return %v1 : !lift.array<B x C x P x Q x f32>
}
