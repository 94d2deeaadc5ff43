// Sharpening of three planes: an unsharp mask of three taps down, and three across.
//
//   lift-run sharpen.mlir --size=H=6,W=10 --verify --rtol=1e-3 --atol=1e-4

func.func @sharpen(%x: !lift.array<3 x H x W x f32>, %s: f32) -> !lift.array<3 x H x W x f32> {
  %c0 = arith.constant 2.0 : f32
  %c1 = arith.constant 0.25 : f32
  %c2 = arith.constant 0.0 : f32
  %c3 = arith.constant 1.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<3 x H x W x f32>) {
    %v3 = lift.pad %v2 low [1] high [1] clamp : !lift.array<H x W x f32>
    %v4 = lift.slide %v3 size [3] step [1] : !lift.array<(H + 2) x W x f32>
    %v5 = lift.map (%v6 = %v4 : !lift.array<H x 3 x W x f32>) {
      %v7 = lift.transpose %v6 : !lift.array<3 x W x f32>
      %v8 = lift.map (%v9 = %v7 : !lift.array<W x 3 x f32>) {
        %v10 = lift.at %v9[0] : !lift.array<3 x f32>
        %v11 = lift.at %v9[1] : !lift.array<3 x f32>
        %v12 = arith.mulf %c0, %v11 : f32
        %v13 = arith.addf %v10, %v12 : f32
        %v14 = lift.at %v9[2] : !lift.array<3 x f32>
        %v15 = arith.addf %v13, %v14 : f32
        %v16 = arith.mulf %v15, %c1 : f32
        lift.yield %v16 : f32
      }
      lift.yield %v8 : !lift.array<W x f32>
    }
    %v17 = lift.pad %v5 low [1] high [1] dims [1] clamp : !lift.array<H x W x f32>
    %v18 = lift.map (%v19 = %v17 : !lift.array<H x (W + 2) x f32>) {
      %v20 = lift.slide %v19 size [3] step [1] : !lift.array<(W + 2) x f32>
      %v21 = lift.map (%v22 = %v20 : !lift.array<W x 3 x f32>) {
        %v23 = lift.at %v22[0] : !lift.array<3 x f32>
        %v24 = lift.at %v22[1] : !lift.array<3 x f32>
        %v25 = arith.mulf %c0, %v24 : f32
        %v26 = arith.addf %v23, %v25 : f32
        %v27 = lift.at %v22[2] : !lift.array<3 x f32>
        %v28 = arith.addf %v26, %v27 : f32
        %v29 = arith.mulf %v28, %c1 : f32
        lift.yield %v29 : f32
      }
      lift.yield %v21 : !lift.array<W x f32>
    }
    %v30 = lift.map (%v31 = %v2, %v32 = %v18 : !lift.array<H x W x f32>, !lift.array<H x W x f32>) {
      %v33 = lift.map (%v34 = %v31, %v35 = %v32 : !lift.array<W x f32>, !lift.array<W x f32>) {
        %v36 = arith.subf %v34, %v35 : f32
        %v37 = arith.mulf %v36, %s : f32
        %v38 = arith.addf %v34, %v37 : f32
        %v39 = arith.maximumf %v38, %c2 : f32
        %v40 = arith.minimumf %v39, %c3 : f32
        lift.yield %v40 : f32
      }
      lift.yield %v33 : !lift.array<W x f32>
    }
    lift.yield %v30 : !lift.array<H x W x f32>
  }
  return %v1 : !lift.array<3 x H x W x f32>
}
