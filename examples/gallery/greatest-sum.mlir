// The greatest sum of elements that follow each other.
//
//   lift-run greatest-sum.mlir --size=N=5003 --verify --rtol=1e-3 --atol=1e-4

func.func @greatest_sum(%x: !lift.array<N x f32>) -> f32 {
  %none = arith.constant 0xFF800000 : f32
  %sums:2 = lift.reduce associative (%e = %x : !lift.array<N x f32>) init (%here = %none, %best = %none : f32, f32) {
    %longer = arith.addf %here, %e : f32
    %next = arith.maximumf %longer, %e : f32
    %better = arith.maximumf %best, %next : f32
    lift.yield %next, %better : f32, f32
  }
  return %sums#1 : f32
}
