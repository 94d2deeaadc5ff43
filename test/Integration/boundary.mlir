// T38b: what stands beside an array; and the views that cut and turn it round.
// REQUIRES: pocl

// NUMPY @wrap(x: i32[N]) -> np.lib.stride_tricks.sliding_window_view(np.pad(x, 1, 'wrap'), 3)
// RUN: %check_numpy %s --entry=wrap --size=N=5
// RUN: %check_numpy %s --entry=wrap --size=N=1
// RUN: %check_numpy %s --entry=wrap --size=N=403
// RUN: %if oclgrind %{ %check_numpy %s --entry=wrap --size=N=17 --oclgrind %}
func.func @wrap(%x: !lift.array<N x i32>) -> !lift.array<N x 3 x i32> {
  %p = lift.pad %x low [1] high [1] wrap : !lift.array<N x i32>
  %w = lift.slide %p size [3] step [1] : !lift.array<(N + 2) x i32>
  return %w : !lift.array<N x 3 x i32>
}

// NUMPY @clamp(x: i32[N]) -> np.lib.stride_tricks.sliding_window_view(np.pad(x, 1, 'edge'), 3)
// RUN: %check_numpy %s --entry=clamp --size=N=5
// RUN: %check_numpy %s --entry=clamp --size=N=1
// RUN: %check_numpy %s --entry=clamp --size=N=31
// RUN: %if oclgrind %{ %check_numpy %s --entry=clamp --size=N=17 --oclgrind %}
func.func @clamp(%x: !lift.array<N x i32>) -> !lift.array<N x 3 x i32> {
  %p = lift.pad %x low [1] high [1] clamp : !lift.array<N x i32>
  %w = lift.slide %p size [3] step [1] : !lift.array<(N + 2) x i32>
  return %w : !lift.array<N x 3 x i32>
}

// Two neighbours on the left, none on the right.
// NUMPY @left(x: i32[N]) -> (lambda p: p[:-2] + 2 * p[1:-1] + 3 * p[2:])(np.pad(x, (2, 0), 'edge'))
// RUN: %check_numpy %s --entry=left --size=N=5
// RUN: %check_numpy %s --entry=left --size=N=1
// RUN: %check_numpy %s --entry=left --size=N=403
// RUN: %if oclgrind %{ %check_numpy %s --entry=left --size=N=17 --oclgrind %}
func.func @left(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %p = lift.pad %x low [2] high [0] clamp : !lift.array<N x i32>
  %far = lift.take %p size [N] : !lift.array<(N + 2) x i32>
  %inner = lift.drop %p size [1] : !lift.array<(N + 2) x i32>
  %near = lift.take %inner size [N] : !lift.array<(N + 1) x i32>
  %sum = lift.map glb(0) (%a = %far, %b = %near, %c = %x
      : !lift.array<N x i32>, !lift.array<N x i32>, !lift.array<N x i32>) {
    %bb = arith.muli %b, %two : i32
    %cc = arith.muli %c, %three : i32
    %ab = arith.addi %a, %bb : i32
    %abc = arith.addi %ab, %cc : i32
    lift.yield %abc : i32
  }
  return %sum : !lift.array<N x i32>
}

// NUMPY @mirror(x: i32[N]) -> np.lib.stride_tricks.sliding_window_view(np.pad(x, 1, 'symmetric'), 3)
// RUN: %check_numpy %s --entry=mirror --size=N=5
// RUN: %check_numpy %s --entry=mirror --size=N=1
// RUN: %check_numpy %s --entry=mirror --size=N=31
// RUN: %if oclgrind %{ %check_numpy %s --entry=mirror --size=N=17 --oclgrind %}
func.func @mirror(%x: !lift.array<N x i32>) -> !lift.array<N x 3 x i32> {
  %p = lift.pad %x low [1] high [1] mirror : !lift.array<N x i32>
  %w = lift.slide %p size [3] step [1] : !lift.array<(N + 2) x i32>
  return %w : !lift.array<N x 3 x i32>
}

// The largest pads that are legal, in both dimensions, one inside the other.
// NUMPY @widest(x: i32[N, M]) -> np.pad(np.pad(x, ((N, N), (M, M)), 'symmetric'), ((2, 0), (0, 3)), 'wrap')
// RUN: %check_numpy %s --entry=widest --size=N=2 --size=M=3
// RUN: %check_numpy %s --entry=widest --size=N=7 --size=M=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=widest --size=N=3 --size=M=5 --oclgrind %}
func.func @widest(%x: !lift.array<N x M x i32>)
    -> !lift.array<(3 * N + 2) x (3 * M + 3) x i32> {
  %p = lift.pad %x low [N, M] high [N, M] mirror : !lift.array<N x M x i32>
  %q = lift.pad %p low [2, 0] high [0, 3] wrap
      : !lift.array<(3 * N) x (3 * M) x i32>
  return %q : !lift.array<(3 * N + 2) x (3 * M + 3) x i32>
}

// RUN: not lift-run %s --entry=too_wide --size=N=2 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WIDE
// WIDE: wrap pad of 3 is longer than the array length N
func.func @too_wide(%x: !lift.array<N x i32>) -> !lift.array<(N + 3) x i32> {
  %p = lift.pad %x low [3] high [0] wrap : !lift.array<N x i32>
  return %p : !lift.array<(N + 3) x i32>
}

// NUMPY @differences(x: i32[N, M]) -> x[1:, 2:] - x[:-1, :-2]
// RUN: %check_numpy %s --entry=differences --size=N=2 --size=M=3
// RUN: %check_numpy %s --entry=differences --size=N=31 --size=M=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=differences --size=N=17 --size=M=17 --oclgrind %}
// RUN: not lift-run %s --entry=differences --size=N=1 --size=M=3 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// NONE: drops 1 elements of an array of length N, which leaves none
func.func @differences(%x: !lift.array<N x M x i32>)
    -> !lift.array<(N - 1) x (M - 2) x i32> {
  %next = lift.drop %x size [1, 2] : !lift.array<N x M x i32>
  %this = lift.take %x size [N - 1, M - 2] : !lift.array<N x M x i32>
  %d = lift.map (%r = %next, %s = %this : !lift.array<(N - 1) x (M - 2) x i32>,
      !lift.array<(N - 1) x (M - 2) x i32>) {
    %e = lift.map (%a = %r, %b = %s
        : !lift.array<(M - 2) x i32>, !lift.array<(M - 2) x i32>) {
      %c = arith.subi %a, %b : i32
      lift.yield %c : i32
    }
    lift.yield %e : !lift.array<(M - 2) x i32>
  }
  return %d : !lift.array<(N - 1) x (M - 2) x i32>
}

// Written through the views: the map stores where its elements end up.
// NUMPY @written(x: i32[N, M]) -> (x + x)[::-1, ::-1][:, 1:]
// RUN: %check_numpy %s --entry=written --size=N=1 --size=M=2
// RUN: %check_numpy %s --entry=written --size=N=17 --size=M=31
// RUN: %if oclgrind %{ %check_numpy %s --entry=written --size=N=5 --size=M=7 --oclgrind %}
// RUN: lift-opt %s --lift-to-gpu | FileCheck %s --check-prefix=ONE
// ONE-LABEL: gpu.func @written_0
// ONE: memref.load
// ONE-NOT: memref.load
// ONE: gpu.return
func.func @written(%x: !lift.array<N x M x i32>)
    -> !lift.array<N x (M - 1) x i32> {
  %y = lift.map (%r = %x : !lift.array<N x M x i32>) {
    %e = lift.map (%a = %r : !lift.array<M x i32>) {
      %b = arith.addi %a, %a : i32
      lift.yield %b : i32
    }
    // A map of views: folded into a reverse and a drop of dimension 1.
    %f = lift.reverse %e : !lift.array<M x i32>
    %g = lift.drop %f size [1] : !lift.array<M x i32>
    lift.yield %g : !lift.array<(M - 1) x i32>
  }
  %z = lift.reverse %y : !lift.array<N x (M - 1) x i32>
  return %z : !lift.array<N x (M - 1) x i32>
}
