// The median of the 3 x 3 pixels around each.
//
//   lift-run median3x3.mlir --size=H=7,W=33 --verify --rtol=1e-4

func.func @median3x3(%x: !lift.array<H x W x f32>) -> !lift.array<H x W x f32> {
  %v0 = lift.pad %x low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v1 = lift.slide %v0 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v2 = lift.map (%v3 = %v1 : !lift.array<H x W x 3 x 3 x f32>) {
    %v4 = lift.map (%v5 = %v3 : !lift.array<W x 3 x 3 x f32>) {
      %v6 = lift.at %v5[0, 0] : !lift.array<3 x 3 x f32>
      %v7 = lift.at %v5[0, 1] : !lift.array<3 x 3 x f32>
      %v8 = lift.at %v5[0, 2] : !lift.array<3 x 3 x f32>
      %v9 = lift.at %v5[1, 0] : !lift.array<3 x 3 x f32>
      %v10 = lift.at %v5[1, 1] : !lift.array<3 x 3 x f32>
      %v11 = lift.at %v5[1, 2] : !lift.array<3 x 3 x f32>
      %v12 = lift.at %v5[2, 0] : !lift.array<3 x 3 x f32>
      %v13 = lift.at %v5[2, 1] : !lift.array<3 x 3 x f32>
      %v14 = lift.at %v5[2, 2] : !lift.array<3 x 3 x f32>
      %v15 = arith.minimumf %v7, %v8 : f32
      %v16 = arith.maximumf %v7, %v8 : f32
      %v17 = arith.minimumf %v10, %v11 : f32
      %v18 = arith.maximumf %v10, %v11 : f32
      %v19 = arith.minimumf %v13, %v14 : f32
      %v20 = arith.maximumf %v13, %v14 : f32
      %v21 = arith.minimumf %v6, %v15 : f32
      %v22 = arith.maximumf %v6, %v15 : f32
      %v23 = arith.minimumf %v9, %v17 : f32
      %v24 = arith.maximumf %v9, %v17 : f32
      %v25 = arith.minimumf %v12, %v19 : f32
      %v26 = arith.maximumf %v12, %v19 : f32
      %v27 = arith.minimumf %v22, %v16 : f32
      %v28 = arith.maximumf %v22, %v16 : f32
      %v29 = arith.minimumf %v24, %v18 : f32
      %v30 = arith.maximumf %v24, %v18 : f32
      %v31 = arith.minimumf %v26, %v20 : f32
      %v32 = arith.maximumf %v26, %v20 : f32
      %v33 = arith.minimumf %v21, %v23 : f32
      %v34 = arith.maximumf %v21, %v23 : f32
      %v35 = arith.minimumf %v30, %v32 : f32
      %v36 = arith.maximumf %v30, %v32 : f32
      %v37 = arith.minimumf %v29, %v31 : f32
      %v38 = arith.maximumf %v29, %v31 : f32
      %v39 = arith.minimumf %v34, %v25 : f32
      %v40 = arith.maximumf %v34, %v25 : f32
      %v41 = arith.minimumf %v27, %v37 : f32
      %v42 = arith.maximumf %v27, %v37 : f32
      %v43 = arith.minimumf %v28, %v35 : f32
      %v44 = arith.maximumf %v28, %v35 : f32
      %v45 = arith.minimumf %v42, %v38 : f32
      %v46 = arith.maximumf %v42, %v38 : f32
      %v47 = arith.minimumf %v45, %v43 : f32
      %v48 = arith.maximumf %v45, %v43 : f32
      %v49 = arith.minimumf %v40, %v47 : f32
      %v50 = arith.maximumf %v40, %v47 : f32
      %v51 = arith.minimumf %v50, %v48 : f32
      %v52 = arith.maximumf %v50, %v48 : f32
      lift.yield %v51 : f32
    }
    lift.yield %v4 : !lift.array<W x f32>
  }
  return %v2 : !lift.array<H x W x f32>
}
