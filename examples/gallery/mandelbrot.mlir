// How many steps each point of the plane stays near zero. `steps` is only counted.
//
//   lift-run mandelbrot.mlir --size=M=9,N=33 --verify --rtol=1e-4

func.func @mandelbrot(%xs: !lift.array<N x f32>, %ys: !lift.array<M x f32>, %steps: !lift.array<256 x f32>) -> !lift.array<M x N x i32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 4.0 : f32
  %v2 = arith.constant 2.0 : f32
  %v3 = arith.constant 0 : i32
  %v4 = arith.constant 1 : i32
  %v5 = lift.map (%v6 = %ys : !lift.array<M x f32>) {
    %v7 = lift.map (%v8 = %xs : !lift.array<N x f32>) {
      %v9:3 = lift.reduce (%v10 = %steps : !lift.array<256 x f32>) init (%v11 = %v0, %v12 = %v0, %v13 = %v3 : f32, f32, i32) {
        %v14 = arith.mulf %v11, %v11 : f32
        %v15 = arith.mulf %v12, %v12 : f32
        %v16 = arith.addf %v14, %v15 : f32
        %v17 = arith.cmpf ole, %v16, %v1 : f32
        %v18 = arith.subf %v14, %v15 : f32
        %v19 = arith.addf %v18, %v8 : f32
        %v20 = arith.mulf %v11, %v12 : f32
        %v21 = arith.mulf %v2, %v20 : f32
        %v22 = arith.addf %v21, %v6 : f32
        %v23 = arith.select %v17, %v19, %v11 : f32
        %v24 = arith.select %v17, %v22, %v12 : f32
        %v25 = arith.addi %v13, %v4 : i32
        %v26 = arith.select %v17, %v25, %v13 : i32
        lift.yield %v23, %v24, %v26 : f32, f32, i32
      }
      lift.yield %v9#2 : i32
    }
    lift.yield %v7 : !lift.array<N x i32>
  }
  return %v5 : !lift.array<M x N x i32>
}
