// Harris corners of an image.
//
//   lift-run harris.mlir --size=H=7,W=33 --verify --rtol=1e-3 --atol=1e-4

func.func @harris(%x: !lift.array<H x W x f32>) -> !lift.array<((((H + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x ((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32> {
  %c0 = arith.constant 2.0 : f32
  %c1 = arith.constant 0.0 : f32
  %c2 = arith.constant 4.000000000e-02 : f32
  %v0 = lift.pad %x low [1, 1] high [1, 1] dims [0, 1] clamp : !lift.array<H x W x f32>
  %v1 = lift.slide %v0 size [3, 3] step [1, 1] dims [0, 1] : !lift.array<(H + 1 + 1) x (W + 1 + 1) x f32>
  %v2:2 = lift.map (%v3 = %v1 : !lift.array<((H + 1 + 1) - 3 + 1) x ((W + 1 + 1) - 3 + 1) x 3 x 3 x f32>) {
    %v4:2 = lift.map (%v5 = %v3 : !lift.array<((W + 1 + 1) - 3 + 1) x 3 x 3 x f32>) {
      %v6 = lift.at %v5[0, 2] : !lift.array<3 x 3 x f32>
      %v7 = lift.at %v5[1, 2] : !lift.array<3 x 3 x f32>
      %v8 = arith.mulf %c0, %v7 : f32
      %v9 = arith.addf %v6, %v8 : f32
      %v10 = lift.at %v5[2, 2] : !lift.array<3 x 3 x f32>
      %v11 = arith.addf %v9, %v10 : f32
      %v12 = lift.at %v5[0, 0] : !lift.array<3 x 3 x f32>
      %v13 = lift.at %v5[1, 0] : !lift.array<3 x 3 x f32>
      %v14 = arith.mulf %c0, %v13 : f32
      %v15 = arith.addf %v12, %v14 : f32
      %v16 = lift.at %v5[2, 0] : !lift.array<3 x 3 x f32>
      %v17 = arith.addf %v15, %v16 : f32
      %v18 = arith.subf %v11, %v17 : f32
      %v19 = lift.at %v5[2, 0] : !lift.array<3 x 3 x f32>
      %v20 = lift.at %v5[2, 1] : !lift.array<3 x 3 x f32>
      %v21 = arith.mulf %c0, %v20 : f32
      %v22 = arith.addf %v19, %v21 : f32
      %v23 = lift.at %v5[2, 2] : !lift.array<3 x 3 x f32>
      %v24 = arith.addf %v22, %v23 : f32
      %v25 = lift.at %v5[0, 0] : !lift.array<3 x 3 x f32>
      %v26 = lift.at %v5[0, 1] : !lift.array<3 x 3 x f32>
      %v27 = arith.mulf %c0, %v26 : f32
      %v28 = arith.addf %v25, %v27 : f32
      %v29 = lift.at %v5[0, 2] : !lift.array<3 x 3 x f32>
      %v30 = arith.addf %v28, %v29 : f32
      %v31 = arith.subf %v24, %v30 : f32
      lift.yield %v18, %v31 : f32, f32
    }
    lift.yield %v4#0, %v4#1 : !lift.array<((W + 1 + 1) - 3 + 1) x f32>, !lift.array<((W + 1 + 1) - 3 + 1) x f32>
  }
  %v32:3 = lift.map (%v33 = %v2#0, %v34 = %v2#1 : !lift.array<((H + 1 + 1) - 3 + 1) x ((W + 1 + 1) - 3 + 1) x f32>, !lift.array<((H + 1 + 1) - 3 + 1) x ((W + 1 + 1) - 3 + 1) x f32>) {
    %v35:3 = lift.map (%v36 = %v33, %v37 = %v34 : !lift.array<((W + 1 + 1) - 3 + 1) x f32>, !lift.array<((W + 1 + 1) - 3 + 1) x f32>) {
      %v38 = arith.mulf %v36, %v36 : f32
      %v39 = arith.mulf %v37, %v37 : f32
      %v40 = arith.mulf %v36, %v37 : f32
      lift.yield %v38, %v39, %v40 : f32, f32, f32
    }
    lift.yield %v35#0, %v35#1, %v35#2 : !lift.array<((W + 1 + 1) - 3 + 1) x f32>, !lift.array<((W + 1 + 1) - 3 + 1) x f32>, !lift.array<((W + 1 + 1) - 3 + 1) x f32>
  }
  %v41 = lift.pad %v32#0 low [1, 1] high [1, 1] dims [0, 1] clamp : !lift.array<((H + 1 + 1) - 3 + 1) x ((W + 1 + 1) - 3 + 1) x f32>
  %v42 = lift.slide %v41 size [3, 3] step [1, 1] dims [0, 1] : !lift.array<(((H + 1 + 1) - 3 + 1) + 1 + 1) x (((W + 1 + 1) - 3 + 1) + 1 + 1) x f32>
  %v43 = lift.map (%v44 = %v42 : !lift.array<((((H + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x ((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x 3 x 3 x f32>) {
    %v45 = lift.map (%v46 = %v44 : !lift.array<((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x 3 x 3 x f32>) {
      %v47 = lift.reduce associative commutative (%v48 = %v46 : !lift.array<3 x 3 x f32>) init (%v49 = %c1 : f32) {
        %v50 = lift.reduce associative commutative (%v51 = %v48 : !lift.array<3 x f32>) init (%v52 = %v49 : f32) {
          %v53 = arith.addf %v52, %v51 : f32
          lift.yield %v53 : f32
        }
        lift.yield %v50 : f32
      }
      lift.yield %v47 : f32
    }
    lift.yield %v45 : !lift.array<((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32>
  }
  %v54 = lift.pad %v32#1 low [1, 1] high [1, 1] dims [0, 1] clamp : !lift.array<((H + 1 + 1) - 3 + 1) x ((W + 1 + 1) - 3 + 1) x f32>
  %v55 = lift.slide %v54 size [3, 3] step [1, 1] dims [0, 1] : !lift.array<(((H + 1 + 1) - 3 + 1) + 1 + 1) x (((W + 1 + 1) - 3 + 1) + 1 + 1) x f32>
  %v56 = lift.map (%v57 = %v55 : !lift.array<((((H + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x ((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x 3 x 3 x f32>) {
    %v58 = lift.map (%v59 = %v57 : !lift.array<((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x 3 x 3 x f32>) {
      %v60 = lift.reduce associative commutative (%v61 = %v59 : !lift.array<3 x 3 x f32>) init (%v62 = %c1 : f32) {
        %v63 = lift.reduce associative commutative (%v64 = %v61 : !lift.array<3 x f32>) init (%v65 = %v62 : f32) {
          %v66 = arith.addf %v65, %v64 : f32
          lift.yield %v66 : f32
        }
        lift.yield %v63 : f32
      }
      lift.yield %v60 : f32
    }
    lift.yield %v58 : !lift.array<((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32>
  }
  %v67 = lift.pad %v32#2 low [1, 1] high [1, 1] dims [0, 1] clamp : !lift.array<((H + 1 + 1) - 3 + 1) x ((W + 1 + 1) - 3 + 1) x f32>
  %v68 = lift.slide %v67 size [3, 3] step [1, 1] dims [0, 1] : !lift.array<(((H + 1 + 1) - 3 + 1) + 1 + 1) x (((W + 1 + 1) - 3 + 1) + 1 + 1) x f32>
  %v69 = lift.map (%v70 = %v68 : !lift.array<((((H + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x ((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x 3 x 3 x f32>) {
    %v71 = lift.map (%v72 = %v70 : !lift.array<((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x 3 x 3 x f32>) {
      %v73 = lift.reduce associative commutative (%v74 = %v72 : !lift.array<3 x 3 x f32>) init (%v75 = %c1 : f32) {
        %v76 = lift.reduce associative commutative (%v77 = %v74 : !lift.array<3 x f32>) init (%v78 = %v75 : f32) {
          %v79 = arith.addf %v78, %v77 : f32
          lift.yield %v79 : f32
        }
        lift.yield %v76 : f32
      }
      lift.yield %v73 : f32
    }
    lift.yield %v71 : !lift.array<((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32>
  }
  %v80 = lift.map (%v81 = %v43, %v82 = %v56, %v83 = %v69 : !lift.array<((((H + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x ((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32>, !lift.array<((((H + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x ((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32>, !lift.array<((((H + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x ((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32>) {
    %v84 = lift.map (%v85 = %v81, %v86 = %v82, %v87 = %v83 : !lift.array<((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32>, !lift.array<((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32>, !lift.array<((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32>) {
      %v88 = arith.mulf %v85, %v86 : f32
      %v89 = arith.mulf %v87, %v87 : f32
      %v90 = arith.subf %v88, %v89 : f32
      %v91 = arith.addf %v85, %v86 : f32
      %v92 = arith.mulf %c2, %v91 : f32
      %v93 = arith.addf %v85, %v86 : f32
      %v94 = arith.mulf %v92, %v93 : f32
      %v95 = arith.subf %v90, %v94 : f32
      lift.yield %v95 : f32
    }
    lift.yield %v84 : !lift.array<((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32>
  }
  return %v80 : !lift.array<((((H + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x ((((W + 1 + 1) - 3 + 1) + 1 + 1) - 3 + 1) x f32>
}
