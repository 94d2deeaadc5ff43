// Means of numbers by the bins that indices say; where a bin has none, the value
// that it had.
//
//   lift-run binned-means.mlir --size=N=1000,B=37 --verify --rtol=1e-4

func.func @binned_means(%bin: !lift.array<N x i32>, %x: !lift.array<N x f32>, %old: !lift.array<B x f32>) -> !lift.array<B x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %zeros = lift.broadcast %zero sizes [B] : f32
  %counts, %sums = lift.scatter_reduce (%b = %bin, %e = %x : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%count = %zeros, %sum = %zeros : !lift.array<B x f32>, !lift.array<B x f32>) {
    %more = arith.addf %count, %one : f32
    %next = arith.addf %sum, %e : f32
    lift.yield %more, %next : f32, f32
  }
  %means = lift.map (%count = %counts, %sum = %sums, %last = %old
      : !lift.array<B x f32>, !lift.array<B x f32>, !lift.array<B x f32>) {
    %hasNone = arith.cmpf oeq, %count, %zero : f32
    %mean = arith.divf %sum, %count : f32
    %new = arith.select %hasNone, %last, %mean : f32
    lift.yield %new : f32
  }
  return %means : !lift.array<B x f32>
}
