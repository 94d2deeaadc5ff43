// The logarithm of the softmax of each row.
//
//   lift-run logsoftmax.mlir --size=M=7,N=33 --verify --rtol=1e-4

func.func @logsoftmax(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0xFF800000 : f32
  %v2 = lift.map (%v3 = %x : !lift.array<M x N x f32>) {
    %v4 = lift.reduce associative commutative (%v5 = %v3 : !lift.array<N x f32>) init (%v6 = %v1 : f32) {
      %v7 = arith.maximumf %v6, %v5 : f32
      lift.yield %v7 : f32
    }
    %v8 = lift.reduce associative commutative (%v9 = %v3 : !lift.array<N x f32>) init (%v10 = %v0 : f32) {
      %v11 = arith.subf %v9, %v4 : f32
      %v12 = math.exp %v11 : f32
      %v13 = arith.addf %v10, %v12 : f32
      lift.yield %v13 : f32
    }
    %v14 = math.log %v8 : f32
    %v15 = arith.addf %v14, %v4 : f32
    %v16 = lift.map (%v17 = %v3 : !lift.array<N x f32>) {
      %v18 = arith.subf %v17, %v15 : f32
      lift.yield %v18 : f32
    }
    lift.yield %v16 : !lift.array<N x f32>
  }
  return %v2 : !lift.array<M x N x f32>
}
