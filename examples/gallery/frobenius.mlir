// The Frobenius norm of a matrix.
//
//   lift-run frobenius.mlir --size=M=9,N=33 --verify --rtol=1e-4

func.func @frobenius(%x: !lift.array<M x N x f32>) -> (f32) {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.reduce associative commutative (%v2 = %x : !lift.array<M x N x f32>) init (%v3 = %v0 : f32) {
    %v4 = lift.reduce associative commutative (%v5 = %v2 : !lift.array<N x f32>) init (%v6 = %v3 : f32) {
      %v7 = arith.mulf %v5, %v5 : f32
      %v8 = arith.addf %v6, %v7 : f32
      lift.yield %v8 : f32
    }
    lift.yield %v4 : f32
  }
  %v9 = math.sqrt %v1 : f32
  return %v9 : f32
}
