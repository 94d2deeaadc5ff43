// Attention in stages: all scores, their softmax, and the means of the values by these
// weights. `scale` is usually one over the root of D.
//
//   lift-run attention-stages.mlir --size=B=2,S=9,D=5 --verify --rtol=1e-4

func.func @attention_stages(%q: !lift.array<B x S x D x f32>, %k: !lift.array<B x S x D x f32>, %v: !lift.array<B x S x D x f32>, %scale: f32) -> !lift.array<B x S x D x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0xFF800000 : f32
  %v2 = lift.transpose %v permutation [0, 2, 1] : !lift.array<B x S x D x f32>
  %v3 = lift.map (%v4 = %q, %v5 = %k : !lift.array<B x S x D x f32>, !lift.array<B x S x D x f32>) {
    %v6 = lift.map (%v7 = %v4 : !lift.array<S x D x f32>) {
      %v8 = lift.map (%v9 = %v5 : !lift.array<S x D x f32>) {
        %v10 = lift.reduce associative commutative (%v11 = %v7, %v12 = %v9 : !lift.array<D x f32>, !lift.array<D x f32>) init (%v13 = %v0 : f32) {
          %v14 = arith.mulf %v11, %v12 : f32
          %v15 = arith.addf %v13, %v14 : f32
          lift.yield %v15 : f32
        }
        %v16 = arith.mulf %scale, %v10 : f32
        lift.yield %v16 : f32
      }
      lift.yield %v8 : !lift.array<S x f32>
    }
    lift.yield %v6 : !lift.array<S x S x f32>
  }
  %v17 = lift.map (%v18 = %v3 : !lift.array<B x S x S x f32>) {
    %v19 = lift.map (%v20 = %v18 : !lift.array<S x S x f32>) {
      %v21 = lift.reduce associative commutative (%v22 = %v20 : !lift.array<S x f32>) init (%v23 = %v1 : f32) {
        %v24 = arith.maximumf %v23, %v22 : f32
        lift.yield %v24 : f32
      }
      %v25 = lift.map (%v26 = %v20 : !lift.array<S x f32>) {
        %v27 = arith.subf %v26, %v21 : f32
        %v28 = math.exp %v27 : f32
        lift.yield %v28 : f32
      }
      %v29 = lift.reduce associative commutative (%v30 = %v25 : !lift.array<S x f32>) init (%v31 = %v0 : f32) {
        %v32 = arith.addf %v31, %v30 : f32
        lift.yield %v32 : f32
      }
      %v33 = lift.map (%v34 = %v25 : !lift.array<S x f32>) {
        %v35 = arith.divf %v34, %v29 : f32
        lift.yield %v35 : f32
      }
      lift.yield %v33 : !lift.array<S x f32>
    }
    lift.yield %v19 : !lift.array<S x S x f32>
  }
  %v36 = lift.map (%v37 = %v17, %v38 = %v2 : !lift.array<B x S x S x f32>, !lift.array<B x D x S x f32>) {
    %v39 = lift.map (%v40 = %v37 : !lift.array<S x S x f32>) {
      %v41 = lift.map (%v42 = %v38 : !lift.array<D x S x f32>) {
        %v43 = lift.reduce associative commutative (%v44 = %v40, %v45 = %v42 : !lift.array<S x f32>, !lift.array<S x f32>) init (%v46 = %v0 : f32) {
          %v47 = arith.mulf %v44, %v45 : f32
          %v48 = arith.addf %v46, %v47 : f32
          lift.yield %v48 : f32
        }
        lift.yield %v43 : f32
      }
      lift.yield %v41 : !lift.array<D x f32>
    }
    lift.yield %v39 : !lift.array<S x D x f32>
  }
  return %v36 : !lift.array<B x S x D x f32>
}
