// The product of complex matrices, real and imaginary parts apart.
//
//   lift-run complex-matmul.mlir --size=M=13,N=17,K=9 --verify --rtol=1e-4

func.func @complex_matmul(%ar: !lift.array<M x K x f32>, %ai: !lift.array<M x K x f32>, %br: !lift.array<K x N x f32>, %bi: !lift.array<K x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.transpose %br permutation [1, 0] : !lift.array<K x N x f32>
  %v2 = lift.transpose %bi permutation [1, 0] : !lift.array<K x N x f32>
  %v3:2 = lift.map (%v4 = %ar, %v5 = %ai : !lift.array<M x K x f32>, !lift.array<M x K x f32>) {
    %v6:2 = lift.map (%v7 = %v1, %v8 = %v2 : !lift.array<N x K x f32>, !lift.array<N x K x f32>) {
      %v9:2 = lift.reduce associative commutative (%v10 = %v4, %v11 = %v5, %v12 = %v7, %v13 = %v8 : !lift.array<K x f32>, !lift.array<K x f32>, !lift.array<K x f32>, !lift.array<K x f32>) init (%v14 = %v0, %v15 = %v0 : f32, f32) {
        %v16 = arith.mulf %v10, %v12 : f32
        %v17 = arith.mulf %v11, %v13 : f32
        %v18 = arith.subf %v16, %v17 : f32
        %v19 = arith.addf %v14, %v18 : f32
        %v20 = arith.mulf %v10, %v13 : f32
        %v21 = arith.mulf %v11, %v12 : f32
        %v22 = arith.addf %v20, %v21 : f32
        %v23 = arith.addf %v15, %v22 : f32
        lift.yield %v19, %v23 : f32, f32
      }
      lift.yield %v9#0, %v9#1 : f32, f32
    }
    lift.yield %v6#0, %v6#1 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %v3#0, %v3#1 : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}
