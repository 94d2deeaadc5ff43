// T38g: windows with gaps between them, and elements after the last window.
// REQUIRES: pocl

// NUMPY @gaps(x: f32[N]) -> np.lib.stride_tricks.sliding_window_view(x, 2)[::4]
// RUN: %check_numpy %s --entry=gaps --size=N=18
// RUN: %check_numpy %s --entry=gaps --size=N=2
// RUN: %check_numpy %s --entry=gaps --size=N=402
// RUN: %if oclgrind %{ %check_numpy %s --entry=gaps --size=N=18 --oclgrind %}

// A tail that no window covers is not dropped silently.
// RUN: not lift-run %s --entry=gaps --size=N=16 2>&1 | FileCheck %s
// CHECK: windows of 2 every 4 elements do not cover an array of length N
func.func @gaps(%x: !lift.array<N x f32>) -> !lift.array<((N + 2) / 4) x 2 x f32> {
  %w = lift.slide %x size [2] step [4] : !lift.array<N x f32>
  return %w : !lift.array<((N + 2) / 4) x 2 x f32>
}

// Dropped by a take: of any length from 2, as many windows as there are.
// NUMPY @tail(x: f32[N]) -> np.lib.stride_tricks.sliding_window_view(x, 2)[::4].sum(1)
// RUN: %check_numpy %s --entry=tail --size=N=2
// RUN: %check_numpy %s --entry=tail --size=N=16
// RUN: %check_numpy %s --entry=tail --size=N=17
// RUN: %check_numpy %s --entry=tail --size=N=18
// RUN: %check_numpy %s --entry=tail --size=N=403
// RUN: %if oclgrind %{ %check_numpy %s --entry=tail --size=N=17 --oclgrind %}
func.func @tail(%x: !lift.array<N x f32>) -> !lift.array<((N + 2) floordiv 4) x f32> {
  %zero = arith.constant 0.0 : f32
  %covered = lift.take %x size [((N + 2) floordiv 4) * 4 - 2] : !lift.array<N x f32>
  %w = lift.slide %covered size [2] step [4]
      : !lift.array<(((N + 2) floordiv 4) * 4 - 2) x f32>
  %sums = lift.map glb(0) (%win = %w : !lift.array<((N + 2) floordiv 4) x 2 x f32>) {
    %s = lift.reduce (%e = %win : !lift.array<2 x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  return %sums : !lift.array<((N + 2) floordiv 4) x f32>
}

// As far as the host knows, (N - 2) / 3 windows may be a negative number.
// RUN: lift-run %s --entry=few_windows --size=N=8 --verify
func.func @few_windows(%x: !lift.array<N x f32>) -> !lift.array<((N - 2) / 3) x 5 x f32> {
  %w = lift.slide %x size [5] step [3] : !lift.array<N x f32>
  %r = lift.map (%v = %w : !lift.array<((N - 2) / 3) x 5 x f32>) {
    %i = lift.map (%e = %v : !lift.array<5 x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %i : !lift.array<5 x f32>
  }
  return %r : !lift.array<((N - 2) / 3) x 5 x f32>
}
