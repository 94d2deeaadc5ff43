// The sums of the first elements of each row: one, two, and so on.
//
//   lift-run row-scan.mlir --size=M=7,N=33 --verify --rtol=1e-4

func.func @row_scan(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<M x N x f32>) {
    %v3 = lift.scan associative (%v4 = %v2 : !lift.array<N x f32>) init (%v5 = %v0 : f32) {
      %v6 = arith.addf %v5, %v4 : f32
      lift.yield %v6 : f32
    }
    lift.yield %v3 : !lift.array<N x f32>
  }
  return %v1 : !lift.array<M x N x f32>
}
