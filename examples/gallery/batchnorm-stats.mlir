// The sum of each channel and of its squares, over images and pixels.
//
//   lift-run batchnorm-stats.mlir --size=A=3,B=5,C=7 --verify --rtol=1e-4

func.func @batchnorm_stats(%x: !lift.array<A x B x C x f32>) -> (!lift.array<B x f32>, !lift.array<B x f32>) {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.transpose %x permutation [1, 0, 2] : !lift.array<A x B x C x f32>
  %v2:2 = lift.map (%v3 = %v1 : !lift.array<B x A x C x f32>) {
    %v4:2 = lift.reduce associative commutative (%v5 = %v3 : !lift.array<A x C x f32>) init (%v6 = %v0, %v7 = %v0 : f32, f32) {
      %v8:2 = lift.reduce associative commutative (%v9 = %v5 : !lift.array<C x f32>) init (%v10 = %v6, %v11 = %v7 : f32, f32) {
        %v12 = arith.addf %v10, %v9 : f32
        %v13 = arith.mulf %v9, %v9 : f32
        %v14 = arith.addf %v11, %v13 : f32
        lift.yield %v12, %v14 : f32, f32
      }
      lift.yield %v8#0, %v8#1 : f32, f32
    }
    lift.yield %v4#0, %v4#1 : f32, f32
  }
  return %v2#0, %v2#1 : !lift.array<B x f32>, !lift.array<B x f32>
}
