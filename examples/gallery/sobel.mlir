// The magnitude of the gradient by Sobel's operator.
//
//   lift-run sobel.mlir --size=H=7,W=33 --verify --rtol=1e-4

func.func @sobel(%x: !lift.array<H x W x f32>) -> !lift.array<H x W x f32> {
  %v0 = arith.constant 2.0 : f32
  %v1 = lift.pad %x low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v2 = lift.slide %v1 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v3 = lift.map (%v4 = %v2 : !lift.array<H x W x 3 x 3 x f32>) {
    %v5 = lift.map (%v6 = %v4 : !lift.array<W x 3 x 3 x f32>) {
      %v7 = lift.at %v6[0, 0] : !lift.array<3 x 3 x f32>
      %v8 = lift.at %v6[0, 1] : !lift.array<3 x 3 x f32>
      %v9 = lift.at %v6[0, 2] : !lift.array<3 x 3 x f32>
      %v10 = lift.at %v6[1, 0] : !lift.array<3 x 3 x f32>
      %v11 = lift.at %v6[1, 1] : !lift.array<3 x 3 x f32>
      %v12 = lift.at %v6[1, 2] : !lift.array<3 x 3 x f32>
      %v13 = lift.at %v6[2, 0] : !lift.array<3 x 3 x f32>
      %v14 = lift.at %v6[2, 1] : !lift.array<3 x 3 x f32>
      %v15 = lift.at %v6[2, 2] : !lift.array<3 x 3 x f32>
      %v16 = arith.mulf %v0, %v12 : f32
      %v17 = arith.addf %v9, %v16 : f32
      %v18 = arith.addf %v17, %v15 : f32
      %v19 = arith.mulf %v0, %v10 : f32
      %v20 = arith.addf %v7, %v19 : f32
      %v21 = arith.addf %v20, %v13 : f32
      %v22 = arith.subf %v18, %v21 : f32
      %v23 = arith.mulf %v0, %v14 : f32
      %v24 = arith.addf %v13, %v23 : f32
      %v25 = arith.addf %v24, %v15 : f32
      %v26 = arith.mulf %v0, %v8 : f32
      %v27 = arith.addf %v7, %v26 : f32
      %v28 = arith.addf %v27, %v9 : f32
      %v29 = arith.subf %v25, %v28 : f32
      %v30 = arith.mulf %v22, %v22 : f32
      %v31 = arith.mulf %v29, %v29 : f32
      %v32 = arith.addf %v30, %v31 : f32
      %v33 = math.sqrt %v32 : f32
      lift.yield %v33 : f32
    }
    lift.yield %v5 : !lift.array<W x f32>
  }
  return %v3 : !lift.array<H x W x f32>
}
