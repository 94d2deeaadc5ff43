// The sum of squared differences of two arrays.
//
//   lift-run mse.mlir --size=N=1000 --verify --rtol=1e-4

func.func @mse(%a: !lift.array<N x f32>, %b: !lift.array<N x f32>) -> (f32) {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %a, %v3 = %b : !lift.array<N x f32>, !lift.array<N x f32>) {
    %v4 = arith.subf %v2, %v3 : f32
    lift.yield %v4 : f32
  }
  %v5 = lift.map (%v6 = %v1 : !lift.array<N x f32>) {
    %v7 = arith.mulf %v6, %v6 : f32
    lift.yield %v7 : f32
  }
  %v8 = lift.reduce associative commutative (%v9 = %v5 : !lift.array<N x f32>) init (%v10 = %v0 : f32) {
    %v11 = arith.addf %v10, %v9 : f32
    lift.yield %v11 : f32
  }
  return %v8 : f32
}
