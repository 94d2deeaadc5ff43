// An array less its mean, over its standard deviation. `inv` is 1 / N.
//
//   lift-run standardise.mlir --size=N=1000 --verify --rtol=1e-4

func.func @standardise(%x: !lift.array<N x f32>, %inv: f32) -> !lift.array<N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.reduce associative commutative (%v2 = %x : !lift.array<N x f32>) init (%v3 = %v0 : f32) {
    %v4 = arith.addf %v3, %v2 : f32
    lift.yield %v4 : f32
  }
  %v5 = arith.mulf %v1, %inv : f32
  %v6 = lift.reduce associative commutative (%v7 = %x : !lift.array<N x f32>) init (%v8 = %v0 : f32) {
    %v9 = arith.subf %v7, %v5 : f32
    %v10 = arith.mulf %v9, %v9 : f32
    %v11 = arith.addf %v8, %v10 : f32
    lift.yield %v11 : f32
  }
  %v12 = arith.mulf %v6, %inv : f32
  %v13 = math.rsqrt %v12 : f32
  %v14 = lift.map (%v15 = %x : !lift.array<N x f32>) {
    %v16 = arith.subf %v15, %v5 : f32
    %v17 = arith.mulf %v16, %v13 : f32
    lift.yield %v17 : f32
  }
  return %v14 : !lift.array<N x f32>
}
