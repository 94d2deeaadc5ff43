// Rows times the elements of a long window of each: blocks of rows have all that their
// windows have, which makes products of matrices.
// RUN: split-file %s %t
// DEFINE: %{program} = %t/scores.mlir
// DEFINE: %{sizes} = B=8,S=4096,E=64
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{memory} = 4
// DEFINE: %{plan} = lift-opt %{program} --lift-optimize='target=%{target} sizes=%{sizes} max-memory=%{memory} print-schedules' -o /dev/null | FileCheck %s
// RUN: %{plan} --check-prefix=SMALL
// SMALL: // rows by long windows
// SMALL: // what the windows of 32 rows have, for all of these
// SMALL: transform.lift.share_windows {{.*}} {dim = 1, rows = 32}
// SMALL: // contraction in local tiles
// REDEFINE: %{sizes} = B=8,S=4099,E=9
// RUN: %{plan} --check-prefix=PADDED
// PADDED: transform.lift.share_windows {{.*}} {dim = 1, rows = 32, padded}
// REDEFINE: %{program} = %t/lags.mlir
// REDEFINE: %{sizes} = N=8192,C=32
// RUN: %{plan} --check-prefix=LARGE
// LARGE: transform.lift.share_windows {{.*}} {dim = 0, rows = 64}

// Not with short sums, few rows, short windows, for threads, or without memory for what
// is beside the windows.
// REDEFINE: %{program} = %t/scores.mlir
// REDEFINE: %{sizes} = B=8,S=4096,E=7
// RUN: %{plan} --check-prefix=NOT
// REDEFINE: %{sizes} = B=8,S=31,E=64
// RUN: %{plan} --check-prefix=NOT
// REDEFINE: %{sizes} = B=8,S=4096,E=64
// REDEFINE: %{target} = pocl
// RUN: %{plan} --check-prefix=NOT
// REDEFINE: %{target} = nvidia-h200
// REDEFINE: %{memory} = 1.05
// RUN: %{plan} --check-prefix=NOT
// REDEFINE: %{memory} = 4
// REDEFINE: %{program} = %t/short.mlir
// REDEFINE: %{sizes} = N=4096,C=64
// RUN: %{plan} --check-prefix=NOT
// NOT-NOT: rows by long windows

// REDEFINE: %{program} = %t/scores.mlir
// DEFINE: %{verify} = lift-run %{program} --verify --rtol=1e-4 --atol=1e-4
// RUN: %{verify} --target=nvidia-h200 --size=B=2,S=64,E=16 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=nvidia-h200 --size=B=1,S=37,E=11 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=opencl --size=B=3,S=100,E=8 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=nvidia-h200 --size=B=2,S=1,E=1 --assumed=nothing | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{verify} --target=nvidia-h200 --size=B=1,S=37,E=9 %}
// REDEFINE: %{program} = %t/lags.mlir
// RUN: %{verify} --target=nvidia-h200 --size=N=129,C=9 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- scores.mlir
// Of a batch, with the elements around each row, and a number for each of these; what is
// beside all rows is zero.
func.func @scores(%X: !lift.array<B x S x E x f32>, %Y: !lift.array<B x S x E x f32>, %w: !lift.array<S x f32>)
    -> !lift.array<B x S x 25 x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %Y low [12] high [12] dims [1] constant(%zero : f32) : !lift.array<B x S x E x f32>
  %o = lift.map (%xb = %X, %yb = %p : !lift.array<B x S x E x f32>, !lift.array<B x (S + 24) x E x f32>) {
    %y = lift.slide %yb size [25] step [1] dims [0] : !lift.array<(S + 24) x E x f32>
    %q = lift.map (%x = %xb, %ys = %y, %c = %w : !lift.array<S x E x f32>, !lift.array<S x 25 x E x f32>, !lift.array<S x f32>) {
      %r = lift.map (%e = %ys : !lift.array<25 x E x f32>) {
        %s = lift.reduce associative commutative (%a = %x, %b = %e : !lift.array<E x f32>, !lift.array<E x f32>) init (%acc = %zero : f32) {
          %m = arith.mulf %a, %b : f32
          %n = arith.addf %acc, %m : f32
          lift.yield %n : f32
        }
        %t = arith.mulf %s, %c : f32
        lift.yield %t : f32
      }
      lift.yield %r : !lift.array<25 x f32>
    }
    lift.yield %q : !lift.array<S x 25 x f32>
  }
  return %o : !lift.array<B x S x 25 x f32>
}

//--- lags.mlir
// Elements of several channels with those up to 127 later, which differ in sum.
func.func @lags(%X: !lift.array<N x C x f32>) -> !lift.array<N x 128 x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %X low [0] high [127] dims [0] clamp : !lift.array<N x C x f32>
  %y = lift.slide %p size [128] step [1] dims [0] : !lift.array<(N + 127) x C x f32>
  %o = lift.map (%a = %X, %ys = %y : !lift.array<N x C x f32>, !lift.array<N x 128 x C x f32>) {
    %r = lift.map (%b = %ys : !lift.array<128 x C x f32>) {
      %s = lift.reduce associative commutative (%c = %a, %d = %b : !lift.array<C x f32>, !lift.array<C x f32>) init (%acc = %zero : f32) {
        %e = arith.subf %c, %d : f32
        %f = math.absf %e : f32
        %n = arith.addf %acc, %f : f32
        lift.yield %n : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<128 x f32>
  }
  return %o : !lift.array<N x 128 x f32>
}

//--- short.mlir
func.func @short(%X: !lift.array<N x C x f32>, %Y: !lift.array<(N + 8) x C x f32>) -> !lift.array<N x 9 x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.slide %Y size [9] step [1] dims [0] : !lift.array<(N + 8) x C x f32>
  %o = lift.map (%a = %X, %ys = %y : !lift.array<N x C x f32>, !lift.array<N x 9 x C x f32>) {
    %r = lift.map (%b = %ys : !lift.array<9 x C x f32>) {
      %s = lift.reduce associative commutative (%c = %a, %d = %b : !lift.array<C x f32>, !lift.array<C x f32>) init (%acc = %zero : f32) {
        %m = arith.mulf %c, %d : f32
        %n = arith.addf %acc, %m : f32
        lift.yield %n : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<9 x f32>
  }
  return %o : !lift.array<N x 9 x f32>
}
