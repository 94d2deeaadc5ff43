// The sums of the first elements of each column: one, two, and so on.
//
//   lift-run column-scan.mlir --size=M=7,N=33 --verify --rtol=1e-4

func.func @column_scan(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.transpose %x permutation [1, 0] : !lift.array<M x N x f32>
  %v2 = lift.map (%v3 = %v1 : !lift.array<N x M x f32>) {
    %v4 = lift.scan associative (%v5 = %v3 : !lift.array<M x f32>) init (%v6 = %v0 : f32) {
      %v7 = arith.addf %v6, %v5 : f32
      lift.yield %v7 : f32
    }
    lift.yield %v4 : !lift.array<M x f32>
  }
  %v8 = lift.transpose %v2 permutation [1, 0] : !lift.array<N x M x f32>
  return %v8 : !lift.array<M x N x f32>
}
