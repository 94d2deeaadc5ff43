// The gradients of batch normalisation: of its input, scale and shift.
//
//   lift-run batchnorm-backward.mlir --size=B=2,C=5,S=9 --verify --rtol=1e-3 --atol=1e-4

func.func @batchnorm_backward(%x: !lift.array<B x C x S x f32>, %dy: !lift.array<B x C x S x f32>, %g: !lift.array<C x f32>) -> (!lift.array<B x C x S x f32>, !lift.array<C x f32>, !lift.array<C x f32>) {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 1.0e-05 : f32
  %v1 = lift.size (B*S) : index
  %v2 = arith.index_cast %v1 : index to i32
  %v3 = arith.sitofp %v2 : i32 to f32
  %v4 = lift.transpose %x permutation [1, 0, 2] : !lift.array<B x C x S x f32>
  %v5 = lift.transpose %dy permutation [1, 0, 2] : !lift.array<B x C x S x f32>
  %v6:3 = lift.map (%v7 = %v4, %v8 = %v5, %v9 = %g : !lift.array<C x B x S x f32>, !lift.array<C x B x S x f32>, !lift.array<C x f32>) {
    %v10:2 = lift.reduce associative commutative (%v11 = %v7 : !lift.array<B x S x f32>) init (%v12 = %c0, %v13 = %c0 : f32, f32) {
      %v14:2 = lift.reduce associative commutative (%v15 = %v11 : !lift.array<S x f32>) init (%v16 = %v12, %v17 = %v13 : f32, f32) {
        %v18 = arith.addf %v16, %v15 : f32
        %v19 = arith.mulf %v15, %v15 : f32
        %v20 = arith.addf %v17, %v19 : f32
        lift.yield %v18, %v20 : f32, f32
      }
      lift.yield %v14#0, %v14#1 : f32, f32
    }
    %v21 = arith.divf %v10#0, %v3 : f32
    %v22 = arith.divf %v10#1, %v3 : f32
    %v23 = arith.mulf %v21, %v21 : f32
    %v24 = arith.subf %v22, %v23 : f32
    %v25 = arith.addf %v24, %c1 : f32
    %v26 = math.rsqrt %v25 : f32
    %v27:2 = lift.reduce associative commutative (%v28 = %v7, %v29 = %v8 : !lift.array<B x S x f32>, !lift.array<B x S x f32>) init (%v30 = %c0, %v31 = %c0 : f32, f32) {
      %v32:2 = lift.reduce associative commutative (%v33 = %v28, %v34 = %v29 : !lift.array<S x f32>, !lift.array<S x f32>) init (%v35 = %v30, %v36 = %v31 : f32, f32) {
        %v37 = arith.addf %v35, %v34 : f32
        %v38 = arith.subf %v33, %v21 : f32
        %v39 = arith.mulf %v34, %v38 : f32
        %v40 = arith.mulf %v39, %v26 : f32
        %v41 = arith.addf %v36, %v40 : f32
        lift.yield %v37, %v41 : f32, f32
      }
      lift.yield %v32#0, %v32#1 : f32, f32
    }
    %v42 = lift.map (%v43 = %v7, %v44 = %v8 : !lift.array<B x S x f32>, !lift.array<B x S x f32>) {
      %v45 = lift.map (%v46 = %v43, %v47 = %v44 : !lift.array<S x f32>, !lift.array<S x f32>) {
        %v48 = arith.mulf %v9, %v26 : f32
        %v49 = arith.divf %v27#0, %v3 : f32
        %v50 = arith.subf %v47, %v49 : f32
        %v51 = arith.subf %v46, %v21 : f32
        %v52 = arith.mulf %v51, %v26 : f32
        %v53 = arith.divf %v27#1, %v3 : f32
        %v54 = arith.mulf %v52, %v53 : f32
        %v55 = arith.subf %v50, %v54 : f32
        %v56 = arith.mulf %v48, %v55 : f32
        lift.yield %v56 : f32
      }
      lift.yield %v45 : !lift.array<S x f32>
    }
    lift.yield %v42, %v27#1, %v27#0 : !lift.array<B x S x f32>, f32, f32
  }
  %v57 = lift.transpose %v6#0 permutation [1, 0, 2] : !lift.array<C x B x S x f32>
  return %v57, %v6#1, %v6#2 : !lift.array<B x C x S x f32>, !lift.array<C x f32>, !lift.array<C x f32>
}
