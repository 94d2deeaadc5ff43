// An exponential moving average, each from the one before it.
//
//   lift-run moving-average.mlir --size=N=5003 --verify --rtol=1e-3 --atol=1e-4

func.func @moving_average(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %first = arith.constant 0.0 : f32
  %weight = arith.constant 0.1 : f32
  %averages = lift.scan associative (%e = %x : !lift.array<N x f32>) init (%average = %first : f32) {
    %difference = arith.subf %e, %average : f32
    %part = arith.mulf %difference, %weight : f32
    %next = arith.addf %average, %part : f32
    lift.yield %next : f32
  }
  return %averages : !lift.array<N x f32>
}
