// A product of matrices in double precision.
//
//   lift-run matmul-f64.mlir --size=M=13,N=17,K=9 --verify --rtol=1e-4

func.func @matmul_f64(%x: !lift.array<M x K x f64>, %y: !lift.array<K x N x f64>) -> !lift.array<M x N x f64> {
  %v0 = arith.constant 0.0 : f64
  %v1 = lift.transpose %y permutation [1, 0] : !lift.array<K x N x f64>
  %v2 = lift.map (%v3 = %x : !lift.array<M x K x f64>) {
    %v4 = lift.map (%v5 = %v1 : !lift.array<N x K x f64>) {
      %v6 = lift.reduce associative commutative (%v7 = %v3, %v8 = %v5 : !lift.array<K x f64>, !lift.array<K x f64>) init (%v9 = %v0 : f64) {
        %v10 = arith.mulf %v7, %v8 : f64
        %v11 = arith.addf %v9, %v10 : f64
        lift.yield %v11 : f64
      }
      lift.yield %v6 : f64
    }
    lift.yield %v4 : !lift.array<N x f64>
  }
  return %v2 : !lift.array<M x N x f64>
}
