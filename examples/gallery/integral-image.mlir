// The sum of all pixels above and to the left of each.
//
//   lift-run integral-image.mlir --size=M=7,N=33 --verify --rtol=1e-4

func.func @integral_image(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<M x N x f32>) {
    %v3 = lift.scan associative (%v4 = %v2 : !lift.array<N x f32>) init (%v5 = %v0 : f32) {
      %v6 = arith.addf %v5, %v4 : f32
      lift.yield %v6 : f32
    }
    lift.yield %v3 : !lift.array<N x f32>
  }
  %v7 = lift.transpose %v1 permutation [1, 0] : !lift.array<M x N x f32>
  %v8 = lift.map (%v9 = %v7 : !lift.array<N x M x f32>) {
    %v10 = lift.scan associative (%v11 = %v9 : !lift.array<M x f32>) init (%v12 = %v0 : f32) {
      %v13 = arith.addf %v12, %v11 : f32
      lift.yield %v13 : f32
    }
    lift.yield %v10 : !lift.array<M x f32>
  }
  %v14 = lift.transpose %v8 permutation [1, 0] : !lift.array<N x M x f32>
  return %v14 : !lift.array<M x N x f32>
}
