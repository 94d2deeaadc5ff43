// A step of a two-dimensional finite-difference time-domain simulation.
//
//   lift-run fdtd2d.mlir --size=H=7,W=33 --verify --rtol=1e-3 --atol=1e-4

func.func @fdtd2d(%ex: !lift.array<H x W x f32>, %ey: !lift.array<H x W x f32>, %hz: !lift.array<H x W x f32>) -> (!lift.array<H x W x f32>, !lift.array<H x W x f32>, !lift.array<H x W x f32>) {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 5.000000000e-01 : f32
  %c2 = arith.constant 7.000000000e-01 : f32
  %v0 = lift.pad %hz low [1, 0] high [0, 0] dims [0, 1] constant(%c0 : f32) : !lift.array<H x W x f32>
  %v1 = lift.take %v0 size [H, W] dims [0, 1] : !lift.array<(H + 1 + 0) x (W + 0 + 0) x f32>
  %v2 = lift.pad %hz low [0, 1] high [0, 0] dims [0, 1] constant(%c0 : f32) : !lift.array<H x W x f32>
  %v3 = lift.take %v2 size [H, W] dims [0, 1] : !lift.array<(H + 0 + 0) x (W + 1 + 0) x f32>
  %v4 = lift.map (%v5 = %ey, %v6 = %hz, %v7 = %v1 : !lift.array<H x W x f32>, !lift.array<H x W x f32>, !lift.array<H x W x f32>) {
    %v8 = lift.map (%v9 = %v5, %v10 = %v6, %v11 = %v7 : !lift.array<W x f32>, !lift.array<W x f32>, !lift.array<W x f32>) {
      %v12 = arith.subf %v10, %v11 : f32
      %v13 = arith.mulf %c1, %v12 : f32
      %v14 = arith.subf %v9, %v13 : f32
      lift.yield %v14 : f32
    }
    lift.yield %v8 : !lift.array<W x f32>
  }
  %v15 = lift.map (%v16 = %ex, %v17 = %hz, %v18 = %v3 : !lift.array<H x W x f32>, !lift.array<H x W x f32>, !lift.array<H x W x f32>) {
    %v19 = lift.map (%v20 = %v16, %v21 = %v17, %v22 = %v18 : !lift.array<W x f32>, !lift.array<W x f32>, !lift.array<W x f32>) {
      %v23 = arith.subf %v21, %v22 : f32
      %v24 = arith.mulf %c1, %v23 : f32
      %v25 = arith.subf %v20, %v24 : f32
      lift.yield %v25 : f32
    }
    lift.yield %v19 : !lift.array<W x f32>
  }
  %v26 = lift.pad %v15 low [0, 0] high [0, 1] dims [0, 1] constant(%c0 : f32) : !lift.array<H x W x f32>
  %v27 = lift.drop %v26 size [0, 1] dims [0, 1] : !lift.array<(H + 0 + 0) x (W + 0 + 1) x f32>
  %v28 = lift.pad %v4 low [0, 0] high [1, 0] dims [0, 1] constant(%c0 : f32) : !lift.array<H x W x f32>
  %v29 = lift.drop %v28 size [1, 0] dims [0, 1] : !lift.array<(H + 0 + 1) x (W + 0 + 0) x f32>
  %v30 = lift.map (%v31 = %hz, %v32 = %v27, %v33 = %v15, %v34 = %v29, %v35 = %v4 : !lift.array<H x W x f32>, !lift.array<((H + 0 + 0) - 0) x ((W + 0 + 1) - 1) x f32>, !lift.array<H x W x f32>, !lift.array<((H + 0 + 1) - 1) x ((W + 0 + 0) - 0) x f32>, !lift.array<H x W x f32>) {
    %v36 = lift.map (%v37 = %v31, %v38 = %v32, %v39 = %v33, %v40 = %v34, %v41 = %v35 : !lift.array<W x f32>, !lift.array<((W + 0 + 1) - 1) x f32>, !lift.array<W x f32>, !lift.array<((W + 0 + 0) - 0) x f32>, !lift.array<W x f32>) {
      %v42 = arith.subf %v38, %v39 : f32
      %v43 = arith.addf %v42, %v40 : f32
      %v44 = arith.subf %v43, %v41 : f32
      %v45 = arith.mulf %c2, %v44 : f32
      %v46 = arith.subf %v37, %v45 : f32
      lift.yield %v46 : f32
    }
    lift.yield %v36 : !lift.array<W x f32>
  }
  return %v15, %v4, %v30 : !lift.array<H x W x f32>, !lift.array<H x W x f32>, !lift.array<H x W x f32>
}
