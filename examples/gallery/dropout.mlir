// Dropout by a hash of the row and the column.
//
//   lift-run dropout.mlir --size=M=7,N=33 --verify --rtol=1e-3 --atol=1e-4

func.func @dropout(%x: !lift.array<M x N x f32>, %seed: i32) -> !lift.array<M x N x f32> {
  %c0 = arith.constant 65537 : i32
  %c1 = arith.constant -1640531527 : i32
  %c2 = arith.constant 16 : i32
  %c3 = arith.constant 73244475 : i32
  %c4 = arith.constant 1023 : i32
  %c5 = arith.constant 820 : i32
  %c6 = arith.constant 1.250000000e+00 : f32
  %c7 = arith.constant 0.0 : f32
  %v0 = lift.generate (%v1 < M) {
    %v2 = arith.index_cast %v1 : index to i32
    lift.yield %v2 : i32
  }
  %v3 = lift.map (%v4 = %x, %v5 = %v0 : !lift.array<M x N x f32>, !lift.array<M x i32>) {
    %v6 = lift.generate (%v7 < N) {
      %v8 = arith.index_cast %v7 : index to i32
      lift.yield %v8 : i32
    }
    %v9 = lift.map (%v10 = %v4, %v11 = %v6 : !lift.array<N x f32>, !lift.array<N x i32>) {
      %v12 = arith.muli %v5, %c0 : i32
      %v13 = arith.addi %v12, %v11 : i32
      %v14 = arith.addi %v13, %seed : i32
      %v15 = arith.muli %v14, %c1 : i32
      %v16 = arith.shrui %v15, %c2 : i32
      %v17 = arith.xori %v15, %v16 : i32
      %v18 = arith.muli %v17, %c3 : i32
      %v19 = arith.shrui %v18, %c2 : i32
      %v20 = arith.xori %v18, %v19 : i32
      %v21 = arith.andi %v20, %c4 : i32
      %v22 = arith.cmpi slt, %v21, %c5 : i32
      %v23 = arith.mulf %v10, %c6 : f32
      %v24 = arith.select %v22, %v23, %c7 : f32
      lift.yield %v24 : f32
    }
    lift.yield %v9 : !lift.array<N x f32>
  }
  return %v3 : !lift.array<M x N x f32>
}
