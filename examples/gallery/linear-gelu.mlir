// A layer of a network with a bias and GELU.
//
//   lift-run linear-gelu.mlir --size=M=9,N=33,K=5 --verify --rtol=1e-4

func.func @linear_gelu(%x: !lift.array<M x K x f32>, %w: !lift.array<N x K x f32>, %b: !lift.array<N x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0.5 : f32
  %v2 = arith.constant 0.70710678 : f32
  %v3 = arith.constant 1.0 : f32
  %v4 = lift.map (%v5 = %x : !lift.array<M x K x f32>) {
    %v6 = lift.map (%v7 = %w, %v8 = %b : !lift.array<N x K x f32>, !lift.array<N x f32>) {
      %v9 = lift.reduce associative commutative (%v10 = %v5, %v11 = %v7 : !lift.array<K x f32>, !lift.array<K x f32>) init (%v12 = %v0 : f32) {
        %v13 = arith.mulf %v10, %v11 : f32
        %v14 = arith.addf %v12, %v13 : f32
        lift.yield %v14 : f32
      }
      %v15 = arith.addf %v8, %v9 : f32
      %v16 = arith.mulf %v1, %v15 : f32
      %v17 = arith.mulf %v15, %v2 : f32
      %v18 = math.erf %v17 : f32
      %v19 = arith.addf %v3, %v18 : f32
      %v20 = arith.mulf %v16, %v19 : f32
      lift.yield %v20 : f32
    }
    lift.yield %v6 : !lift.array<N x f32>
  }
  return %v4 : !lift.array<M x N x f32>
}
