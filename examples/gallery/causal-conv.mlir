// A causal convolution of sequences with three taps, each a product of its own.
//
//   lift-run causal-conv.mlir --size=B=2,T=13,C=3,O=5 --verify --rtol=1e-3 --atol=1e-4

func.func @causal_conv(%x: !lift.array<B x T x C x f32>, %w: !lift.array<O x 3 x C x f32>) -> !lift.array<B x T x O x f32> {
  %c0 = arith.constant 0.0 : f32
  %v0 = lift.pad %x low [8] high [0] dims [1] constant(%c0 : f32) : !lift.array<B x T x C x f32>
  %v1 = lift.map (%v2 = %v0 : !lift.array<B x (T + 8 + 0) x C x f32>) {
    %v3 = lift.take %v2 size [T] dims [0] : !lift.array<(T + 8 + 0) x C x f32>
    %v4 = lift.drop %v2 size [4] dims [0] : !lift.array<(T + 8 + 0) x C x f32>
    %v5 = lift.take %v4 size [T] dims [0] : !lift.array<((T + 8 + 0) - 4) x C x f32>
    %v6 = lift.drop %v2 size [8] dims [0] : !lift.array<(T + 8 + 0) x C x f32>
    %v7 = lift.map (%v8 = %v3, %v9 = %v5, %v10 = %v6 : !lift.array<T x C x f32>, !lift.array<T x C x f32>, !lift.array<((T + 8 + 0) - 8) x C x f32>) {
      %v11 = lift.map (%v12 = %w : !lift.array<O x 3 x C x f32>) {
        %v13 = lift.at %v12[0] : !lift.array<3 x C x f32>
        %v14 = lift.reduce associative commutative (%v15 = %v8, %v16 = %v13 : !lift.array<C x f32>, !lift.array<C x f32>) init (%v17 = %c0 : f32) {
          %v18 = arith.mulf %v15, %v16 : f32
          %v19 = arith.addf %v17, %v18 : f32
          lift.yield %v19 : f32
        }
        %v20 = lift.at %v12[1] : !lift.array<3 x C x f32>
        %v21 = lift.reduce associative commutative (%v22 = %v9, %v23 = %v20 : !lift.array<C x f32>, !lift.array<C x f32>) init (%v24 = %c0 : f32) {
          %v25 = arith.mulf %v22, %v23 : f32
          %v26 = arith.addf %v24, %v25 : f32
          lift.yield %v26 : f32
        }
        %v27 = arith.addf %v14, %v21 : f32
        %v28 = lift.at %v12[2] : !lift.array<3 x C x f32>
        %v29 = lift.reduce associative commutative (%v30 = %v10, %v31 = %v28 : !lift.array<C x f32>, !lift.array<C x f32>) init (%v32 = %c0 : f32) {
          %v33 = arith.mulf %v30, %v31 : f32
          %v34 = arith.addf %v32, %v33 : f32
          lift.yield %v34 : f32
        }
        %v35 = arith.addf %v27, %v29 : f32
        lift.yield %v35 : f32
      }
      lift.yield %v11 : !lift.array<O x f32>
    }
    lift.yield %v7 : !lift.array<T x O x f32>
  }
  return %v1 : !lift.array<B x T x O x f32>
}
