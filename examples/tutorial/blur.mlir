// Each element with its two neighbours: y[i] = x[i - 1] + x[i] + x[i + 1],
// where the ends of x stand for what lies beyond them.

func.func @blur(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad %x low [1] high [1] clamp : !lift.array<N x f32>
  %windows = lift.slide %padded size [3] step [1] : !lift.array<(N + 2) x f32>
  %y = lift.map (%window = %windows : !lift.array<N x 3 x f32>) {
    %sum = lift.reduce (%e = %window : !lift.array<3 x f32>)
        init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}
