// Batch normalisation with known means and variances, and ReLU, channels first.
//
//   lift-run batchnorm-relu.mlir --size=B=2,C=5,H=7,W=3 --verify --rtol=1e-3 --atol=1e-4

func.func @batchnorm_relu(%x: !lift.array<B x C x H x W x f32>, %m: !lift.array<C x f32>, %v: !lift.array<C x f32>, %g: !lift.array<C x f32>, %b: !lift.array<C x f32>) -> !lift.array<B x C x H x W x f32> {
  %c0 = arith.constant 1.000000000e-05 : f32
  %c1 = arith.constant 0.0 : f32
  %v0 = lift.map (%v1 = %x : !lift.array<B x C x H x W x f32>) {
    %v2 = lift.map (%v3 = %v1, %v4 = %m, %v5 = %v, %v6 = %g, %v7 = %b : !lift.array<C x H x W x f32>, !lift.array<C x f32>, !lift.array<C x f32>, !lift.array<C x f32>, !lift.array<C x f32>) {
      %v8 = math.absf %v5 : f32
      %v9 = arith.addf %v8, %c0 : f32
      %v10 = math.rsqrt %v9 : f32
      %v11 = arith.mulf %v6, %v10 : f32
      %v12 = lift.map (%v13 = %v3 : !lift.array<H x W x f32>) {
        %v14 = lift.map (%v15 = %v13 : !lift.array<W x f32>) {
          %v16 = arith.subf %v15, %v4 : f32
          %v17 = arith.mulf %v16, %v11 : f32
          %v18 = arith.addf %v17, %v7 : f32
          %v19 = arith.maximumf %v18, %c1 : f32
          lift.yield %v19 : f32
        }
        lift.yield %v14 : !lift.array<W x f32>
      }
      lift.yield %v12 : !lift.array<H x W x f32>
    }
    lift.yield %v2 : !lift.array<C x H x W x f32>
  }
  return %v0 : !lift.array<B x C x H x W x f32>
}
