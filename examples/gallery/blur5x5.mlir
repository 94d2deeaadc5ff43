// A convolution of an image with 5 x 5 weights.
//
//   lift-run blur5x5.mlir --size=H=7,W=33 --verify --rtol=1e-4

func.func @blur5x5(%x: !lift.array<H x W x f32>, %k: !lift.array<5 x 5 x f32>) -> !lift.array<H x W x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.pad %x low [2, 2] high [2, 2] constant(%v0 : f32) : !lift.array<H x W x f32>
  %v2 = lift.slide %v1 size [5, 5] step [1, 1] : !lift.array<(H + 4) x (W + 4) x f32>
  %v3 = lift.map (%v4 = %v2 : !lift.array<H x W x 5 x 5 x f32>) {
    %v5 = lift.map (%v6 = %v4 : !lift.array<W x 5 x 5 x f32>) {
      %v7 = lift.reduce associative commutative (%v8 = %v6, %v9 = %k : !lift.array<5 x 5 x f32>, !lift.array<5 x 5 x f32>) init (%v10 = %v0 : f32) {
        %v11 = lift.reduce associative commutative (%v12 = %v8, %v13 = %v9 : !lift.array<5 x f32>, !lift.array<5 x f32>) init (%v14 = %v10 : f32) {
          %v15 = arith.mulf %v12, %v13 : f32
          %v16 = arith.addf %v14, %v15 : f32
          lift.yield %v16 : f32
        }
        lift.yield %v11 : f32
      }
      lift.yield %v7 : f32
    }
    lift.yield %v5 : !lift.array<W x f32>
  }
  return %v3 : !lift.array<H x W x f32>
}
