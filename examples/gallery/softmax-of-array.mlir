// The softmax of a whole array.
//
//   lift-run softmax-of-array.mlir --size=N=1000 --verify --rtol=1e-4

func.func @softmax_of_array(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0xFF800000 : f32
  %v2 = lift.reduce associative commutative (%v3 = %x : !lift.array<N x f32>) init (%v4 = %v1 : f32) {
    %v5 = arith.maximumf %v4, %v3 : f32
    lift.yield %v5 : f32
  }
  %v6 = lift.reduce associative commutative (%v7 = %x : !lift.array<N x f32>) init (%v8 = %v0 : f32) {
    %v9 = arith.subf %v7, %v2 : f32
    %v10 = math.exp %v9 : f32
    %v11 = arith.addf %v8, %v10 : f32
    lift.yield %v11 : f32
  }
  %v12 = lift.map (%v13 = %x : !lift.array<N x f32>) {
    %v14 = arith.subf %v13, %v2 : f32
    %v15 = math.exp %v14 : f32
    %v16 = arith.divf %v15, %v6 : f32
    lift.yield %v16 : f32
  }
  return %v12 : !lift.array<N x f32>
}
