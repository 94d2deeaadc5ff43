// A gated layer: x W times SiLU(x V).
//
//   lift-run swiglu.mlir --size=M=9,N=33,K=5 --verify --rtol=1e-4

func.func @swiglu(%x: !lift.array<M x K x f32>, %w: !lift.array<N x K x f32>, %v: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 1.0 : f32
  %v2 = lift.map (%v3 = %x : !lift.array<M x K x f32>) {
    %v4 = lift.map (%v5 = %w, %v6 = %v : !lift.array<N x K x f32>, !lift.array<N x K x f32>) {
      %v7 = lift.reduce associative commutative (%v8 = %v3, %v9 = %v5 : !lift.array<K x f32>, !lift.array<K x f32>) init (%v10 = %v0 : f32) {
        %v11 = arith.mulf %v8, %v9 : f32
        %v12 = arith.addf %v10, %v11 : f32
        lift.yield %v12 : f32
      }
      %v13 = lift.reduce associative commutative (%v14 = %v3, %v15 = %v6 : !lift.array<K x f32>, !lift.array<K x f32>) init (%v16 = %v0 : f32) {
        %v17 = arith.mulf %v14, %v15 : f32
        %v18 = arith.addf %v16, %v17 : f32
        lift.yield %v18 : f32
      }
      %v19 = arith.negf %v13 : f32
      %v20 = math.exp %v19 : f32
      %v21 = arith.addf %v1, %v20 : f32
      %v22 = arith.divf %v13, %v21 : f32
      %v23 = arith.mulf %v7, %v22 : f32
      lift.yield %v23 : f32
    }
    lift.yield %v4 : !lift.array<N x f32>
  }
  return %v2 : !lift.array<M x N x f32>
}
