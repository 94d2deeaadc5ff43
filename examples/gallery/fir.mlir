// A filter with a finite impulse response.
//
//   lift-run fir.mlir --size=N=100,T=5 --verify --rtol=1e-4

func.func @fir(%x: !lift.array<N x f32>, %k: !lift.array<T x f32>) -> !lift.array<(N - T + 1) x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.slide %x size [T] step [1] : !lift.array<N x f32>
  %v2 = lift.map (%v3 = %v1 : !lift.array<(N - T + 1) x T x f32>) {
    %v4 = lift.reduce associative commutative (%v5 = %v3, %v6 = %k : !lift.array<T x f32>, !lift.array<T x f32>) init (%v7 = %v0 : f32) {
      %v8 = arith.mulf %v5, %v6 : f32
      %v9 = arith.addf %v7, %v8 : f32
      lift.yield %v9 : f32
    }
    lift.yield %v4 : f32
  }
  return %v2 : !lift.array<(N - T + 1) x f32>
}
