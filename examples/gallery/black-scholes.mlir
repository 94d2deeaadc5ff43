// Prices of European options by the formula of Black and Scholes.
//
//   lift-run black-scholes.mlir --size=N=1000 --verify --rtol=1e-4

func.func @black_scholes(%S: !lift.array<N x f32>, %K: !lift.array<N x f32>, %T: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %v0 = arith.constant 0.02 : f32
  %v1 = arith.constant 0.3 : f32
  %v2 = arith.constant 0.5 : f32
  %v3 = arith.constant 0.70710678 : f32
  %v4:2 = lift.map (%v5 = %S, %v6 = %K, %v7 = %T : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
    %v8 = math.sqrt %v7 : f32
    %v9 = arith.divf %v5, %v6 : f32
    %v10 = math.log %v9 : f32
    %v11 = arith.mulf %v1, %v1 : f32
    %v12 = arith.mulf %v11, %v2 : f32
    %v13 = arith.addf %v0, %v12 : f32
    %v14 = arith.mulf %v13, %v7 : f32
    %v15 = arith.addf %v10, %v14 : f32
    %v16 = arith.mulf %v1, %v8 : f32
    %v17 = arith.divf %v15, %v16 : f32
    %v18 = arith.mulf %v1, %v8 : f32
    %v19 = arith.subf %v17, %v18 : f32
    %v20 = arith.mulf %v0, %v7 : f32
    %v21 = arith.negf %v20 : f32
    %v22 = math.exp %v21 : f32
    %v23 = arith.constant 1.0 : f32
    %v24 = arith.mulf %v17, %v3 : f32
    %v25 = math.erf %v24 : f32
    %v26 = arith.addf %v23, %v25 : f32
    %v27 = arith.mulf %v2, %v26 : f32
    %v28 = arith.constant 1.0 : f32
    %v29 = arith.mulf %v19, %v3 : f32
    %v30 = math.erf %v29 : f32
    %v31 = arith.addf %v28, %v30 : f32
    %v32 = arith.mulf %v2, %v31 : f32
    %v33 = arith.mulf %v5, %v27 : f32
    %v34 = arith.mulf %v6, %v22 : f32
    %v35 = arith.mulf %v34, %v32 : f32
    %v36 = arith.subf %v33, %v35 : f32
    %v37 = arith.subf %v36, %v5 : f32
    %v38 = arith.mulf %v6, %v22 : f32
    %v39 = arith.addf %v37, %v38 : f32
    lift.yield %v36, %v39 : f32, f32
  }
  return %v4#0, %v4#1 : !lift.array<N x f32>, !lift.array<N x f32>
}
