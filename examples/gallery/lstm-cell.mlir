// A step of an LSTM cell: four gates from the input and the state before, each with
// weights of its own.
//
//   lift-run lstm-cell.mlir --size=B=3,I=5,H=7 --verify --rtol=1e-3 --atol=1e-4

func.func @lstm_cell(%x: !lift.array<B x I x f32>, %h: !lift.array<B x H x f32>, %c: !lift.array<B x H x f32>, %w: !lift.array<4 x H x I x f32>, %u: !lift.array<4 x H x H x f32>, %b: !lift.array<4 x H x f32>) -> (!lift.array<B x H x f32>, !lift.array<B x H x f32>) {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 1.0 : f32
  %v0 = lift.map (%v1 = %x, %v2 = %h : !lift.array<B x I x f32>, !lift.array<B x H x f32>) {
    %v3 = lift.map (%v4 = %w, %v5 = %u, %v6 = %b : !lift.array<4 x H x I x f32>, !lift.array<4 x H x H x f32>, !lift.array<4 x H x f32>) {
      %v7 = lift.map (%v8 = %v4, %v9 = %v5, %v10 = %v6 : !lift.array<H x I x f32>, !lift.array<H x H x f32>, !lift.array<H x f32>) {
        %v11 = lift.reduce associative commutative (%v12 = %v1, %v13 = %v8 : !lift.array<I x f32>, !lift.array<I x f32>) init (%v14 = %c0 : f32) {
          %v15 = arith.mulf %v12, %v13 : f32
          %v16 = arith.addf %v14, %v15 : f32
          lift.yield %v16 : f32
        }
        %v17 = lift.reduce associative commutative (%v18 = %v2, %v19 = %v9 : !lift.array<H x f32>, !lift.array<H x f32>) init (%v20 = %c0 : f32) {
          %v21 = arith.mulf %v18, %v19 : f32
          %v22 = arith.addf %v20, %v21 : f32
          lift.yield %v22 : f32
        }
        %v23 = arith.addf %v11, %v17 : f32
        %v24 = arith.addf %v23, %v10 : f32
        lift.yield %v24 : f32
      }
      lift.yield %v7 : !lift.array<H x f32>
    }
    lift.yield %v3 : !lift.array<4 x H x f32>
  }
  %v25:2 = lift.map (%v26 = %v0, %v27 = %c : !lift.array<B x 4 x H x f32>, !lift.array<B x H x f32>) {
    %v28 = lift.at %v26[0] : !lift.array<4 x H x f32>
    %v29 = lift.at %v26[1] : !lift.array<4 x H x f32>
    %v30 = lift.at %v26[2] : !lift.array<4 x H x f32>
    %v31 = lift.at %v26[3] : !lift.array<4 x H x f32>
    %v32:2 = lift.map (%v33 = %v28, %v34 = %v29, %v35 = %v30, %v36 = %v31, %v37 = %v27 : !lift.array<H x f32>, !lift.array<H x f32>, !lift.array<H x f32>, !lift.array<H x f32>, !lift.array<H x f32>) {
      %v38 = arith.negf %v34 : f32
      %v39 = math.exp %v38 : f32
      %v40 = arith.addf %c1, %v39 : f32
      %v41 = arith.divf %c1, %v40 : f32
      %v42 = arith.mulf %v41, %v37 : f32
      %v43 = arith.negf %v33 : f32
      %v44 = math.exp %v43 : f32
      %v45 = arith.addf %c1, %v44 : f32
      %v46 = arith.divf %c1, %v45 : f32
      %v47 = math.tanh %v35 : f32
      %v48 = arith.mulf %v46, %v47 : f32
      %v49 = arith.addf %v42, %v48 : f32
      %v50 = arith.negf %v36 : f32
      %v51 = math.exp %v50 : f32
      %v52 = arith.addf %c1, %v51 : f32
      %v53 = arith.divf %c1, %v52 : f32
      %v54 = math.tanh %v49 : f32
      %v55 = arith.mulf %v53, %v54 : f32
      lift.yield %v55, %v49 : f32, f32
    }
    lift.yield %v32#0, %v32#1 : !lift.array<H x f32>, !lift.array<H x f32>
  }
  return %v25#0, %v25#1 : !lift.array<B x H x f32>, !lift.array<B x H x f32>
}
