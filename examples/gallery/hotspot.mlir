// A step of the simulation of heat on a chip (Rodinia's HotSpot): `t` is the
// temperature, `q` the power, `amb` the temperature around.
//
//   lift-run hotspot.mlir --size=H=7,W=33 --verify --rtol=1e-4

func.func @hotspot(%t: !lift.array<H x W x f32>, %q: !lift.array<H x W x f32>, %ka: f32, %kb: f32, %amb: f32) -> !lift.array<H x W x f32> {
  %v0 = lift.pad %t low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v1 = lift.slide %v0 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v2 = arith.constant 2.0 : f32
  %v3 = lift.map (%v4 = %v1, %v5 = %q : !lift.array<H x W x 3 x 3 x f32>, !lift.array<H x W x f32>) {
    %v6 = lift.map (%v7 = %v4, %v8 = %v5 : !lift.array<W x 3 x 3 x f32>, !lift.array<W x f32>) {
      %v9 = lift.at %v7[1, 1] : !lift.array<3 x 3 x f32>
      %v10 = lift.at %v7[0, 1] : !lift.array<3 x 3 x f32>
      %v11 = lift.at %v7[2, 1] : !lift.array<3 x 3 x f32>
      %v12 = arith.addf %v10, %v11 : f32
      %v13 = arith.mulf %v2, %v9 : f32
      %v14 = arith.subf %v12, %v13 : f32
      %v15 = lift.at %v7[1, 0] : !lift.array<3 x 3 x f32>
      %v16 = lift.at %v7[1, 2] : !lift.array<3 x 3 x f32>
      %v17 = arith.addf %v15, %v16 : f32
      %v18 = arith.mulf %v2, %v9 : f32
      %v19 = arith.subf %v17, %v18 : f32
      %v20 = arith.addf %v14, %v19 : f32
      %v21 = arith.subf %amb, %v9 : f32
      %v22 = arith.mulf %kb, %v21 : f32
      %v23 = arith.addf %v20, %v22 : f32
      %v24 = arith.addf %v8, %v23 : f32
      %v25 = arith.mulf %ka, %v24 : f32
      %v26 = arith.addf %v9, %v25 : f32
      lift.yield %v26 : f32
    }
    lift.yield %v6 : !lift.array<W x f32>
  }
  return %v3 : !lift.array<H x W x f32>
}
