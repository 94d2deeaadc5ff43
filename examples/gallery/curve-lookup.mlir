// A curve for each of three planes of bytes, by a table.
//
//   lift-run curve-lookup.mlir --size=H=6,W=10 --verify --rtol=1e-3 --atol=1e-4

func.func @curve_lookup(%x: !lift.array<3 x H x W x i8>, %lut: !lift.array<256 x i8>) -> !lift.array<3 x H x W x i8> {
  %v1 = lift.map (%v2 = %x : !lift.array<3 x H x W x i8>) {
    %v3 = lift.map (%v4 = %v2 : !lift.array<H x W x i8>) {
      %v5 = lift.map (%v6 = %v4 : !lift.array<W x i8>) {
        %v7 = arith.extui %v6 : i8 to i32
        %v8 = arith.index_cast %v7 : i32 to index
        %v9 = lift.at in_bounds %lut[%v8] : !lift.array<256 x i8>
        lift.yield %v9 : i8
      }
      lift.yield %v5 : !lift.array<W x i8>
    }
    lift.yield %v3 : !lift.array<H x W x i8>
  }
  return %v1 : !lift.array<3 x H x W x i8>
}
