// The index of the greatest number of each row, the first of several. `idx` is 0, 1, 2,
// and so on.
//
//   lift-run argmax.mlir --size=M=7,N=33 --verify --rtol=1e-4

func.func @argmax(%x: !lift.array<M x N x f32>, %idx: !lift.array<N x i32>) -> !lift.array<M x i32> {
  %v0 = arith.constant 0xFF800000 : f32
  %v1 = arith.constant 2147483647 : i32
  %v2 = lift.map (%v3 = %x : !lift.array<M x N x f32>) {
    %v4:2 = lift.reduce associative commutative (%v5 = %v3, %v6 = %idx : !lift.array<N x f32>, !lift.array<N x i32>) init (%v7 = %v0, %v8 = %v1 : f32, i32) {
      %v9 = arith.cmpf ogt, %v5, %v7 : f32
      %v10 = arith.cmpf oeq, %v5, %v7 : f32
      %v11 = arith.cmpi slt, %v6, %v8 : i32
      %v12 = arith.andi %v10, %v11 : i1
      %v13 = arith.ori %v9, %v12 : i1
      %v14 = arith.select %v13, %v5, %v7 : f32
      %v15 = arith.select %v13, %v6, %v8 : i32
      lift.yield %v14, %v15 : f32, i32
    }
    lift.yield %v4#1 : i32
  }
  return %v2 : !lift.array<M x i32>
}
