// Half a step of the Ising model: each second spin is turned by chance.
//
//   lift-run ising.mlir --size=H=7,W=33 --verify --rtol=1e-3 --atol=1e-4

func.func @ising(%s: !lift.array<H x W x i8>, %seed: i32, %be: f32) -> !lift.array<((H + 1 + 1) - 3 + 1) x ((W + 1 + 1) - 3 + 1) x i8> {
  %c0 = arith.constant 65537 : i32
  %c1 = arith.constant -1640531527 : i32
  %c2 = arith.constant 16 : i32
  %c3 = arith.constant 73244475 : i32
  %c4 = arith.constant 65535 : i32
  %c5 = arith.constant 1.525878906e-05 : f32
  %c6 = arith.constant -2.0 : f32
  %c7 = arith.constant 2 : i32
  %c8 = arith.constant 0 : i32
  %v0 = lift.pad %s low [1, 1] high [1, 1] dims [0, 1] wrap : !lift.array<H x W x i8>
  %v1 = lift.slide %v0 size [3, 3] step [1, 1] dims [0, 1] : !lift.array<(H + 1 + 1) x (W + 1 + 1) x i8>
  %v2 = lift.generate (%v3 < H) {
    %v4 = arith.index_cast %v3 : index to i32
    lift.yield %v4 : i32
  }
  %v5 = lift.map (%v6 = %v1, %v7 = %v2 : !lift.array<((H + 1 + 1) - 3 + 1) x ((W + 1 + 1) - 3 + 1) x 3 x 3 x i8>, !lift.array<H x i32>) {
    %v8 = lift.generate (%v9 < W) {
      %v10 = arith.index_cast %v9 : index to i32
      lift.yield %v10 : i32
    }
    %v11 = lift.map (%v12 = %v6, %v13 = %v8 : !lift.array<((W + 1 + 1) - 3 + 1) x 3 x 3 x i8>, !lift.array<W x i32>) {
      %v14 = lift.at %v12[1, 1] : !lift.array<3 x 3 x i8>
      %v15 = arith.extsi %v14 : i8 to i32
      %v16 = lift.at %v12[0, 1] : !lift.array<3 x 3 x i8>
      %v17 = arith.extsi %v16 : i8 to i32
      %v18 = lift.at %v12[2, 1] : !lift.array<3 x 3 x i8>
      %v19 = arith.extsi %v18 : i8 to i32
      %v20 = arith.addi %v17, %v19 : i32
      %v21 = lift.at %v12[1, 0] : !lift.array<3 x 3 x i8>
      %v22 = arith.extsi %v21 : i8 to i32
      %v23 = arith.addi %v20, %v22 : i32
      %v24 = lift.at %v12[1, 2] : !lift.array<3 x 3 x i8>
      %v25 = arith.extsi %v24 : i8 to i32
      %v26 = arith.addi %v23, %v25 : i32
      %v27 = arith.muli %v7, %c0 : i32
      %v28 = arith.addi %v27, %v13 : i32
      %v29 = arith.addi %v28, %seed : i32
      %v30 = arith.muli %v29, %c1 : i32
      %v31 = arith.shrui %v30, %c2 : i32
      %v32 = arith.xori %v30, %v31 : i32
      %v33 = arith.muli %v32, %c3 : i32
      %v34 = arith.shrui %v33, %c2 : i32
      %v35 = arith.xori %v33, %v34 : i32
      %v36 = arith.andi %v35, %c4 : i32
      %v37 = arith.sitofp %v36 : i32 to f32
      %v38 = arith.mulf %v37, %c5 : f32
      %v39 = arith.mulf %c6, %be : f32
      %v40 = arith.muli %v15, %v26 : i32
      %v41 = arith.sitofp %v40 : i32 to f32
      %v42 = arith.mulf %v39, %v41 : f32
      %v43 = math.exp %v42 : f32
      %v44 = arith.addi %v7, %v13 : i32
      %v45 = arith.remui %v44, %c7 : i32
      %v46 = arith.cmpi eq, %v45, %c8 : i32
      %v47 = arith.cmpf olt, %v38, %v43 : f32
      %v48 = arith.subi %c8, %v15 : i32
      %v49 = arith.trunci %v48 : i32 to i8
      %v50 = lift.at %v12[1, 1] : !lift.array<3 x 3 x i8>
      %v51 = arith.select %v47, %v49, %v50 : i8
      %v52 = lift.at %v12[1, 1] : !lift.array<3 x 3 x i8>
      %v53 = arith.select %v46, %v51, %v52 : i8
      lift.yield %v53 : i8
    }
    lift.yield %v11 : !lift.array<((W + 1 + 1) - 3 + 1) x i8>
  }
  return %v5 : !lift.array<((H + 1 + 1) - 3 + 1) x ((W + 1 + 1) - 3 + 1) x i8>
}
