// The least of many numbers and its index, the first of several. `i` is 0, 1, 2, and so
// on.
//
//   lift-run argmin.mlir --size=N=1000 --verify --rtol=1e-4

func.func @argmin(%x: !lift.array<N x f32>, %i: !lift.array<N x i32>) -> (f32, i32) {
  %v0 = arith.constant 0x7F800000 : f32
  %v1 = arith.constant 2147483647 : i32
  %v2:2 = lift.reduce associative commutative (%v3 = %x, %v4 = %i : !lift.array<N x f32>, !lift.array<N x i32>) init (%v5 = %v0, %v6 = %v1 : f32, i32) {
    %v7 = arith.cmpf olt, %v3, %v5 : f32
    %v8 = arith.cmpf oeq, %v3, %v5 : f32
    %v9 = arith.cmpi slt, %v4, %v6 : i32
    %v10 = arith.andi %v8, %v9 : i1
    %v11 = arith.ori %v7, %v10 : i1
    %v12 = arith.select %v11, %v3, %v5 : f32
    %v13 = arith.select %v11, %v4, %v6 : i32
    lift.yield %v12, %v13 : f32, i32
  }
  return %v2#0, %v2#1 : f32, i32
}
