// Attention whose queries share keys and values in groups, written for each query.
//
//   lift-run grouped-attention.mlir --size=B=1,KV=2,G=3,S=9,D=5 --verify --rtol=1e-3 --atol=1e-4

func.func @grouped_attention(%q: !lift.array<B x KV x G x S x D x f32>, %k: !lift.array<B x KV x S x D x f32>, %v: !lift.array<B x KV x S x D x f32>, %sc: f32) -> !lift.array<B x KV x G x S x D x f32> {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 0xFF800000 : f32
  %v0 = lift.map (%v1 = %q, %v2 = %k, %v3 = %v : !lift.array<B x KV x G x S x D x f32>, !lift.array<B x KV x S x D x f32>, !lift.array<B x KV x S x D x f32>) {
    %v4 = lift.map (%v5 = %v1, %v6 = %v2, %v7 = %v3 : !lift.array<KV x G x S x D x f32>, !lift.array<KV x S x D x f32>, !lift.array<KV x S x D x f32>) {
      %v8 = lift.transpose %v7 permutation [1, 0] : !lift.array<S x D x f32>
      %v9 = lift.map (%v10 = %v5 : !lift.array<G x S x D x f32>) {
        %v11 = lift.map (%v12 = %v10 : !lift.array<S x D x f32>) {
          %v13 = lift.map (%v14 = %v6 : !lift.array<S x D x f32>) {
            %v15 = lift.reduce associative commutative (%v16 = %v12, %v17 = %v14 : !lift.array<D x f32>, !lift.array<D x f32>) init (%v18 = %c0 : f32) {
              %v19 = arith.mulf %v16, %v17 : f32
              %v20 = arith.addf %v18, %v19 : f32
              lift.yield %v20 : f32
            }
            %v21 = arith.mulf %sc, %v15 : f32
            lift.yield %v21 : f32
          }
          %v22 = lift.reduce associative commutative (%v23 = %v13 : !lift.array<S x f32>) init (%v24 = %c1 : f32) {
            %v25 = arith.maximumf %v24, %v23 : f32
            lift.yield %v25 : f32
          }
          %v26 = lift.map (%v27 = %v13 : !lift.array<S x f32>) {
            %v28 = arith.subf %v27, %v22 : f32
            %v29 = math.exp %v28 : f32
            lift.yield %v29 : f32
          }
          %v30 = lift.reduce associative commutative (%v31 = %v26 : !lift.array<S x f32>) init (%v32 = %c0 : f32) {
            %v33 = arith.addf %v32, %v31 : f32
            lift.yield %v33 : f32
          }
          %v34 = lift.map (%v35 = %v26 : !lift.array<S x f32>) {
            %v36 = arith.divf %v35, %v30 : f32
            lift.yield %v36 : f32
          }
          %v37 = lift.map (%v38 = %v8 : !lift.array<D x S x f32>) {
            %v39 = lift.reduce associative commutative (%v40 = %v34, %v41 = %v38 : !lift.array<S x f32>, !lift.array<S x f32>) init (%v42 = %c0 : f32) {
              %v43 = arith.mulf %v40, %v41 : f32
              %v44 = arith.addf %v42, %v43 : f32
              lift.yield %v44 : f32
            }
            lift.yield %v39 : f32
          }
          lift.yield %v37 : !lift.array<D x f32>
        }
        lift.yield %v11 : !lift.array<S x D x f32>
      }
      lift.yield %v9 : !lift.array<G x S x D x f32>
    }
    lift.yield %v4 : !lift.array<KV x G x S x D x f32>
  }
  return %v0 : !lift.array<B x KV x G x S x D x f32>
}
