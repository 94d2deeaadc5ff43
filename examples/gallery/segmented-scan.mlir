// Sums that start again where a flag says so, as an operation on pairs.
//
//   lift-run segmented-scan.mlir --size=N=33 --verify --rtol=1e-3 --atol=1e-4

func.func @segmented_scan(%x: !lift.array<N x f32>, %f: !lift.array<N x i32>) -> !lift.array<N x f32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 0.0 : f32
  %v1:2 = lift.scan associative (%v2 = %x, %v3 = %f : !lift.array<N x f32>, !lift.array<N x i32>) init (%v4 = %c1, %v5 = %c0 : f32, i32) {
    %v6 = arith.cmpi ne, %v3, %c0 : i32
    %v7 = arith.addf %v4, %v2 : f32
    %v8 = arith.select %v6, %v2, %v7 : f32
    %v9 = arith.ori %v5, %v3 : i32
    lift.yield %v8, %v9 : f32, i32
  }
  return %v1#0 : !lift.array<N x f32>
}
