// A step down a pyramid: taps of 1, 2, 1 across and down, each second pixel.
//
//   lift-run pyramid-down.mlir --size=H=6,W=10 --verify --rtol=1e-3 --atol=1e-4

func.func @interpolate_down(%x: !lift.array<4 x H x W x f32>) -> !lift.array<4 x ((H) / 2) x ((W) / 2) x f32> attributes {lift.requires = [#lift.constraint<2 divides H>, #lift.constraint<2 divides W>]} {
  %c0 = arith.constant 2.0 : f32
  %c1 = arith.constant 0.25 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<4 x H x W x f32>) {
    %v3 = lift.pad %v2 low [1] high [0] dims [1] clamp : !lift.array<H x W x f32>
    %v4 = lift.slide %v3 size [3] step [2] dims [1] : !lift.array<H x (W + 1) x f32>
    %v5 = lift.map (%v6 = %v4 : !lift.array<H x ((W) / 2) x 3 x f32>) {
      %v7 = lift.map (%v8 = %v6 : !lift.array<((W) / 2) x 3 x f32>) {
        %v9 = lift.at %v8[0] : !lift.array<3 x f32>
        %v10 = lift.at %v8[1] : !lift.array<3 x f32>
        %v11 = arith.mulf %c0, %v10 : f32
        %v12 = arith.addf %v9, %v11 : f32
        %v13 = lift.at %v8[2] : !lift.array<3 x f32>
        %v14 = arith.addf %v12, %v13 : f32
        %v15 = arith.mulf %v14, %c1 : f32
        lift.yield %v15 : f32
      }
      lift.yield %v7 : !lift.array<((W) / 2) x f32>
    }
    %v16 = lift.pad %v5 low [1] high [0] dims [0] clamp : !lift.array<H x ((W) / 2) x f32>
    %v17 = lift.slide %v16 size [3] step [2] dims [0] : !lift.array<(H + 1) x ((W) / 2) x f32>
    %v18 = lift.map (%v19 = %v17 : !lift.array<((H) / 2) x 3 x ((W) / 2) x f32>) {
      %v20 = lift.transpose %v19 : !lift.array<3 x ((W) / 2) x f32>
      %v21 = lift.map (%v22 = %v20 : !lift.array<((W) / 2) x 3 x f32>) {
        %v23 = lift.at %v22[0] : !lift.array<3 x f32>
        %v24 = lift.at %v22[1] : !lift.array<3 x f32>
        %v25 = arith.mulf %c0, %v24 : f32
        %v26 = arith.addf %v23, %v25 : f32
        %v27 = lift.at %v22[2] : !lift.array<3 x f32>
        %v28 = arith.addf %v26, %v27 : f32
        %v29 = arith.mulf %v28, %c1 : f32
        lift.yield %v29 : f32
      }
      lift.yield %v21 : !lift.array<((W) / 2) x f32>
    }
    lift.yield %v18 : !lift.array<((H) / 2) x ((W) / 2) x f32>
  }
  return %v1 : !lift.array<4 x ((H) / 2) x ((W) / 2) x f32>
}
