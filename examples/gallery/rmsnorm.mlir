// Root mean square normalisation: each row over the root of its mean square, times a
// scale. `inv` is 1 / N.
//
//   lift-run rmsnorm.mlir --size=M=7,N=33 --verify --rtol=1e-4

func.func @rmsnorm(%x: !lift.array<M x N x f32>, %g: !lift.array<N x f32>, %inv: f32) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 1.0e-05 : f32
  %v2 = lift.map (%v3 = %x : !lift.array<M x N x f32>) {
    %v4 = lift.reduce associative commutative (%v5 = %v3 : !lift.array<N x f32>) init (%v6 = %v0 : f32) {
      %v7 = arith.mulf %v5, %v5 : f32
      %v8 = arith.addf %v6, %v7 : f32
      lift.yield %v8 : f32
    }
    %v9 = arith.mulf %v4, %inv : f32
    %v10 = arith.addf %v9, %v1 : f32
    %v11 = math.rsqrt %v10 : f32
    %v12 = lift.map (%v13 = %v3, %v14 = %g : !lift.array<N x f32>, !lift.array<N x f32>) {
      %v15 = arith.mulf %v13, %v11 : f32
      %v16 = arith.mulf %v15, %v14 : f32
      lift.yield %v16 : f32
    }
    lift.yield %v12 : !lift.array<N x f32>
  }
  return %v2 : !lift.array<M x N x f32>
}
