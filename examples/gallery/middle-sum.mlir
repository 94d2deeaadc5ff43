// The sums along the middle one of three dimensions.
//
//   lift-run middle-sum.mlir --size=A=3,B=5,C=7 --verify --rtol=1e-4

func.func @middle_sum(%x: !lift.array<A x B x C x f32>) -> !lift.array<A x C x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<A x B x C x f32>) {
    %v3 = lift.transpose %v2 permutation [1, 0] : !lift.array<B x C x f32>
    %v4 = lift.map (%v5 = %v3 : !lift.array<C x B x f32>) {
      %v6 = lift.reduce associative commutative (%v7 = %v5 : !lift.array<B x f32>) init (%v8 = %v0 : f32) {
        %v9 = arith.addf %v8, %v7 : f32
        lift.yield %v9 : f32
      }
      lift.yield %v6 : f32
    }
    lift.yield %v4 : !lift.array<C x f32>
  }
  return %v1 : !lift.array<A x C x f32>
}
