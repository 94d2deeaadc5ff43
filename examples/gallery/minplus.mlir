// The product of matrices with sums and minima: shortest paths of two steps.
//
//   lift-run minplus.mlir --size=M=9 --verify --rtol=1e-4

func.func @minplus(%a: !lift.array<M x M x f32>, %b: !lift.array<M x M x f32>) -> !lift.array<M x M x f32> {
  %v0 = arith.constant 0x7F800000 : f32
  %v1 = lift.transpose %b permutation [1, 0] : !lift.array<M x M x f32>
  %v2 = lift.map (%v3 = %a : !lift.array<M x M x f32>) {
    %v4 = lift.map (%v5 = %v1 : !lift.array<M x M x f32>) {
      %v6 = lift.reduce associative commutative (%v7 = %v3, %v8 = %v5 : !lift.array<M x f32>, !lift.array<M x f32>) init (%v9 = %v0 : f32) {
        %v10 = arith.addf %v7, %v8 : f32
        %v11 = arith.minimumf %v9, %v10 : f32
        lift.yield %v11 : f32
      }
      lift.yield %v6 : f32
    }
    lift.yield %v4 : !lift.array<M x f32>
  }
  return %v2 : !lift.array<M x M x f32>
}
