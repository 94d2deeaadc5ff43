// The brightness of each pixel of an image.
//
//   lift-run rgb-to-gray.mlir --size=H=7,W=33 --verify --rtol=1e-4

func.func @rgb_to_gray(%x: !lift.array<H x W x 3 x f32>, %k: !lift.array<3 x f32>) -> !lift.array<H x W x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<H x W x 3 x f32>) {
    %v3 = lift.map (%v4 = %v2 : !lift.array<W x 3 x f32>) {
      %v5 = lift.reduce associative commutative (%v6 = %v4, %v7 = %k : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%v8 = %v0 : f32) {
        %v9 = arith.mulf %v6, %v7 : f32
        %v10 = arith.addf %v8, %v9 : f32
        lift.yield %v10 : f32
      }
      lift.yield %v5 : f32
    }
    lift.yield %v3 : !lift.array<W x f32>
  }
  return %v1 : !lift.array<H x W x f32>
}
