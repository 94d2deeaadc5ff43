// The index of the greatest number of each row, found in order with a counter as an
// accumulator.
//
//   lift-run argmax-ordered.mlir --size=M=7,N=33 --verify --rtol=1e-4

func.func @argmax_ordered(%x: !lift.array<M x N x f32>) -> !lift.array<M x i32> {
  %v0 = arith.constant 0xFF800000 : f32
  %v1 = arith.constant 0 : i32
  %v2 = arith.constant 1 : i32
  %v3 = lift.map (%v4 = %x : !lift.array<M x N x f32>) {
    %v5:3 = lift.reduce (%v6 = %v4 : !lift.array<N x f32>) init (%v7 = %v0, %v8 = %v1, %v9 = %v1 : f32, i32, i32) {
      %v10 = arith.cmpf ogt, %v6, %v7 : f32
      %v11 = arith.select %v10, %v6, %v7 : f32
      %v12 = arith.select %v10, %v9, %v8 : i32
      %v13 = arith.addi %v9, %v2 : i32
      lift.yield %v11, %v12, %v13 : f32, i32, i32
    }
    lift.yield %v5#1 : i32
  }
  return %v3 : !lift.array<M x i32>
}
