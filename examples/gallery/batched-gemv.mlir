// A product of a matrix and a vector for each of a batch.
//
//   lift-run batched-gemv.mlir --size=P=2,M=5,N=9 --verify --rtol=1e-4

func.func @batched_gemv(%x: !lift.array<P x M x N x f32>, %v: !lift.array<P x N x f32>) -> !lift.array<P x M x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x, %v3 = %v : !lift.array<P x M x N x f32>, !lift.array<P x N x f32>) {
    %v4 = lift.map (%v5 = %v2 : !lift.array<M x N x f32>) {
      %v6 = lift.reduce associative commutative (%v7 = %v5, %v8 = %v3 : !lift.array<N x f32>, !lift.array<N x f32>) init (%v9 = %v0 : f32) {
        %v10 = arith.mulf %v7, %v8 : f32
        %v11 = arith.addf %v9, %v10 : f32
        lift.yield %v11 : f32
      }
      lift.yield %v6 : f32
    }
    lift.yield %v4 : !lift.array<M x f32>
  }
  return %v1 : !lift.array<P x M x f32>
}
