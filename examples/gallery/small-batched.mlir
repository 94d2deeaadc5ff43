// Products of many pairs of 8 x 8 matrices.
//
//   lift-run small-batched.mlir --size=P=9 --verify --rtol=1e-4

func.func @small_batched(%x: !lift.array<P x 8 x 8 x f32>, %y: !lift.array<P x 8 x 8 x f32>) -> !lift.array<P x 8 x 8 x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x, %v3 = %y : !lift.array<P x 8 x 8 x f32>, !lift.array<P x 8 x 8 x f32>) {
    %v4 = lift.map (%v5 = %v2 : !lift.array<8 x 8 x f32>) {
      %v6 = lift.transpose %v3 permutation [1, 0] : !lift.array<8 x 8 x f32>
      %v7 = lift.map (%v8 = %v6 : !lift.array<8 x 8 x f32>) {
        %v9 = lift.reduce associative commutative (%v10 = %v5, %v11 = %v8 : !lift.array<8 x f32>, !lift.array<8 x f32>) init (%v12 = %v0 : f32) {
          %v13 = arith.mulf %v10, %v11 : f32
          %v14 = arith.addf %v12, %v13 : f32
          lift.yield %v14 : f32
        }
        lift.yield %v9 : f32
      }
      lift.yield %v7 : !lift.array<8 x f32>
    }
    lift.yield %v4 : !lift.array<8 x 8 x f32>
  }
  return %v1 : !lift.array<P x 8 x 8 x f32>
}
