// A bilateral filter with 5 x 5 weights. `s` says how much less a pixel counts that
// differs.
//
//   lift-run bilateral.mlir --size=H=7,W=33 --verify --rtol=1e-4

func.func @bilateral(%x: !lift.array<H x W x f32>, %k: !lift.array<5 x 5 x f32>, %s: f32) -> !lift.array<H x W x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.pad %x low [2, 2] high [2, 2] clamp : !lift.array<H x W x f32>
  %v2 = lift.slide %v1 size [5, 5] step [1, 1] : !lift.array<(H + 4) x (W + 4) x f32>
  %v3 = lift.map (%v4 = %v2 : !lift.array<H x W x 5 x 5 x f32>) {
    %v5 = lift.map (%v6 = %v4 : !lift.array<W x 5 x 5 x f32>) {
      %v7 = lift.at %v6[2, 2] : !lift.array<5 x 5 x f32>
      %v8:2 = lift.reduce associative commutative (%v9 = %v6, %v10 = %k : !lift.array<5 x 5 x f32>, !lift.array<5 x 5 x f32>) init (%v11 = %v0, %v12 = %v0 : f32, f32) {
        %v13:2 = lift.reduce associative commutative (%v14 = %v9, %v15 = %v10 : !lift.array<5 x f32>, !lift.array<5 x f32>) init (%v16 = %v11, %v17 = %v12 : f32, f32) {
          %v18 = arith.subf %v14, %v7 : f32
          %v19 = arith.mulf %v18, %v18 : f32
          %v20 = arith.mulf %s, %v19 : f32
          %v21 = math.exp %v20 : f32
          %v22 = arith.mulf %v15, %v21 : f32
          %v23 = arith.addf %v16, %v22 : f32
          %v24 = arith.mulf %v22, %v14 : f32
          %v25 = arith.addf %v17, %v24 : f32
          lift.yield %v23, %v25 : f32, f32
        }
        lift.yield %v13#0, %v13#1 : f32, f32
      }
      %v26 = arith.divf %v8#1, %v8#0 : f32
      lift.yield %v26 : f32
    }
    lift.yield %v5 : !lift.array<W x f32>
  }
  return %v3 : !lift.array<H x W x f32>
}
