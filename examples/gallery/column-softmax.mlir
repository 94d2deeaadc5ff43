// The softmax of each column.
//
//   lift-run column-softmax.mlir --size=M=9,N=33 --verify --rtol=1e-4

func.func @column_softmax(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0xFF800000 : f32
  %v2 = lift.transpose %x permutation [1, 0] : !lift.array<M x N x f32>
  %v3 = lift.map (%v4 = %v2 : !lift.array<N x M x f32>) {
    %v5 = lift.reduce associative commutative (%v6 = %v4 : !lift.array<M x f32>) init (%v7 = %v1 : f32) {
      %v8 = arith.maximumf %v7, %v6 : f32
      lift.yield %v8 : f32
    }
    %v9 = lift.reduce associative commutative (%v10 = %v4 : !lift.array<M x f32>) init (%v11 = %v0 : f32) {
      %v12 = arith.subf %v10, %v5 : f32
      %v13 = math.exp %v12 : f32
      %v14 = arith.addf %v11, %v13 : f32
      lift.yield %v14 : f32
    }
    %v15 = lift.map (%v16 = %v4 : !lift.array<M x f32>) {
      %v17 = arith.subf %v16, %v5 : f32
      %v18 = math.exp %v17 : f32
      %v19 = arith.divf %v18, %v9 : f32
      lift.yield %v19 : f32
    }
    lift.yield %v15 : !lift.array<M x f32>
  }
  %v20 = lift.transpose %v3 permutation [1, 0] : !lift.array<N x M x f32>
  return %v20 : !lift.array<M x N x f32>
}
