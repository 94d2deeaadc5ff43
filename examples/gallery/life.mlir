// A step of Conway's game of life on a torus.
//
//   lift-run life.mlir --size=H=7,W=33 --verify --rtol=1e-4

func.func @life(%x: !lift.array<H x W x i32>) -> !lift.array<H x W x i32> {
  %v0 = arith.constant 0 : i32
  %v1 = arith.constant 2 : i32
  %v2 = arith.constant 3 : i32
  %v3 = arith.constant 1 : i32
  %v4 = lift.pad %x low [1, 1] high [1, 1] wrap : !lift.array<H x W x i32>
  %v5 = lift.slide %v4 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x i32>
  %v6 = lift.map (%v7 = %v5 : !lift.array<H x W x 3 x 3 x i32>) {
    %v8 = lift.map (%v9 = %v7 : !lift.array<W x 3 x 3 x i32>) {
      %v10 = lift.at %v9[1, 1] : !lift.array<3 x 3 x i32>
      %v11 = lift.reduce associative commutative (%v12 = %v9 : !lift.array<3 x 3 x i32>) init (%v13 = %v0 : i32) {
        %v14 = lift.reduce associative commutative (%v15 = %v12 : !lift.array<3 x i32>) init (%v16 = %v13 : i32) {
          %v17 = arith.addi %v16, %v15 : i32
          lift.yield %v17 : i32
        }
        lift.yield %v14 : i32
      }
      %v18 = arith.subi %v11, %v10 : i32
      %v19 = arith.cmpi eq, %v18, %v2 : i32
      %v20 = arith.cmpi eq, %v18, %v1 : i32
      %v21 = arith.cmpi eq, %v10, %v3 : i32
      %v22 = arith.andi %v20, %v21 : i1
      %v23 = arith.ori %v19, %v22 : i1
      %v24 = arith.select %v23, %v3, %v0 : i32
      lift.yield %v24 : i32
    }
    lift.yield %v8 : !lift.array<W x i32>
  }
  return %v6 : !lift.array<H x W x i32>
}
