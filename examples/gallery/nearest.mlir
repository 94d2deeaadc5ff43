// The index of the nearest of many points for each of many others.
//
//   lift-run nearest.mlir --size=M=13,N=17,D=9 --verify --rtol=1e-4

func.func @nearest(%x: !lift.array<M x D x f32>, %y: !lift.array<N x D x f32>) -> !lift.array<M x i32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0x7F800000 : f32
  %v2 = arith.constant 0 : i32
  %v3 = arith.constant 1 : i32
  %v4 = lift.map (%v5 = %x : !lift.array<M x D x f32>) {
    %v6:3 = lift.reduce (%v7 = %y : !lift.array<N x D x f32>) init (%v8 = %v1, %v9 = %v2, %v10 = %v2 : f32, i32, i32) {
      %v11 = lift.reduce associative commutative (%v12 = %v5, %v13 = %v7 : !lift.array<D x f32>, !lift.array<D x f32>) init (%v14 = %v0 : f32) {
        %v15 = arith.subf %v12, %v13 : f32
        %v16 = arith.mulf %v15, %v15 : f32
        %v17 = arith.addf %v14, %v16 : f32
        lift.yield %v17 : f32
      }
      %v18 = arith.cmpf olt, %v11, %v8 : f32
      %v19 = arith.select %v18, %v11, %v8 : f32
      %v20 = arith.select %v18, %v10, %v9 : i32
      %v21 = arith.addi %v10, %v3 : i32
      lift.yield %v19, %v20, %v21 : f32, i32, i32
    }
    lift.yield %v6#1 : i32
  }
  return %v4 : !lift.array<M x i32>
}
