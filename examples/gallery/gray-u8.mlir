// The brightness of each pixel of 8-bit colours.
//
//   lift-run gray-u8.mlir --size=H=7,W=33 --verify --rtol=1e-4

func.func @gray_u8(%x: !lift.array<H x W x 3 x i8>) -> !lift.array<H x W x i8> {
  %v0 = arith.constant 77 : i32
  %v1 = arith.constant 150 : i32
  %v2 = arith.constant 29 : i32
  %v3 = arith.constant 8 : i32
  %v4 = lift.map (%v5 = %x : !lift.array<H x W x 3 x i8>) {
    %v6 = lift.map (%v7 = %v5 : !lift.array<W x 3 x i8>) {
      %v8 = lift.at %v7[0] : !lift.array<3 x i8>
      %v9 = arith.extui %v8 : i8 to i32
      %v10 = lift.at %v7[1] : !lift.array<3 x i8>
      %v11 = arith.extui %v10 : i8 to i32
      %v12 = lift.at %v7[2] : !lift.array<3 x i8>
      %v13 = arith.extui %v12 : i8 to i32
      %v14 = arith.muli %v9, %v0 : i32
      %v15 = arith.muli %v11, %v1 : i32
      %v16 = arith.addi %v14, %v15 : i32
      %v17 = arith.muli %v13, %v2 : i32
      %v18 = arith.addi %v16, %v17 : i32
      %v19 = arith.shrui %v18, %v3 : i32
      %v20 = arith.trunci %v19 : i32 to i8
      lift.yield %v20 : i8
    }
    lift.yield %v6 : !lift.array<W x i8>
  }
  return %v4 : !lift.array<H x W x i8>
}
