// Blocks of rows with all that their windows have.
//
// RUN: split-file %s %t
// DEFINE: %{schedule} = ROWS
// DEFINE: %{program} = scores
// DEFINE: %{options} = transform-preload-library{transform-library-paths=%t/%{schedule}.mlir},func.func(transform-interpreter)
// DEFINE: %{run} = lift-run %t/%{program}.mlir --verify --input-kind=rounding --pipeline='%{options},lift-to-gpu{optimize=false}'
// DEFINE: %{refuse} = not lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(%{options})' 2>&1 | FileCheck %s

// RUN: lift-opt %t/scores.mlir --pass-pipeline='builtin.module(%{options})' | FileCheck %s --check-prefix=SCORES
// SCORES: lift.slide %{{.*}} size [32] step [8] dims [0]
// SCORES: lift.map {{.*}} !lift.array<(S ceildiv 8) x 8 x E x f32>, !lift.array<(S ceildiv 8) x 32 x E x f32>
// RUN: %{run} --size=S=16,E=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=S=13,E=3 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=S=1,E=1 | FileCheck %s --check-prefix=OK
// REDEFINE: %{program} = start
// RUN: %{run} --size=N=16,C=3 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=N=37,C=7 | FileCheck %s --check-prefix=OK
// REDEFINE: %{program} = costs
// REDEFINE: %{schedule} = LINES
// RUN: %{run} --size=H=3,W=16 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=H=1,W=13 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} --size=H=2,W=9 %}
// REDEFINE: %{program} = scores
// REDEFINE: %{schedule} = WHOLE
// RUN: %{run} --size=S=16,E=7 | FileCheck %s --check-prefix=OK
// RUN: not %{run} --size=S=13,E=7 2>&1 | FileCheck %s --check-prefix=SIZES
// OK: verify: {{.*}} OK
// SIZES: precondition does not hold

// REDEFINE: %{schedule} = LINES
// RUN: %{refuse} --check-prefix=ROW
// ROW: error: 'transform.lift.share_windows' does not apply: has no parallel dimensions 1 and 2
// REDEFINE: %{schedule} = NONE
// RUN: %{refuse} --check-prefix=NONE
// NONE: error: 'transform.lift.share_windows' does not apply: a chunk has at least 1 element, not 0
// REDEFINE: %{program} = apart
// REDEFINE: %{schedule} = ROWS
// RUN: %{refuse} --check-prefix=APART
// APART: error: 'transform.lift.share_windows' does not apply: differs along dimension 1 by what is no window with a step of 1
// REDEFINE: %{program} = repeated
// RUN: %{refuse} --check-prefix=REPEATED
// REPEATED: error: 'transform.lift.share_windows' does not apply: has no windows
// REDEFINE: %{program} = alone
// RUN: %{refuse} --check-prefix=ALONE
// ALONE: error: 'transform.lift.share_windows' does not apply: no operand has dimension 0 alone
// REDEFINE: %{program} = quotients
// RUN: %{refuse} --check-prefix=QUOTIENTS
// QUOTIENTS: error: 'transform.lift.share_windows' does not apply: may fail for elements that are not of a window

//--- scores.mlir
func.func @f(%Q: !lift.array<S x E x f32>, %K: !lift.array<(S + 24) x E x f32>) -> !lift.array<S x 25 x f32> {
  %zero = arith.constant 0.0 : f32
  %w = lift.slide %K size [25] step [1] dims [0] : !lift.array<(S + 24) x E x f32>
  %o = lift.map (%q = %Q, %ks = %w : !lift.array<S x E x f32>, !lift.array<S x 25 x E x f32>) {
    %r = lift.map (%k = %ks : !lift.array<25 x E x f32>) {
      %s = lift.reduce (%a = %q, %b = %k : !lift.array<E x f32>, !lift.array<E x f32>) init (%acc = %zero : f32) {
        %m = arith.mulf %a, %b : f32
        %n = arith.addf %acc, %m : f32
        lift.yield %n : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<25 x f32>
  }
  return %o : !lift.array<S x 25 x f32>
}

//--- costs.mlir
// What the pixels of a line differ by from those beside them in another image.
func.func @f(%L: !lift.array<H x W x f32>, %R: !lift.array<H x W x f32>, %b: !lift.array<W x f32>, %s: f32)
    -> (!lift.array<H x W x 24 x f32>, !lift.array<H x W x 24 x f32>) {
  %p = lift.pad %R low [11] high [12] dims [1] clamp : !lift.array<H x W x f32>
  %o:2 = lift.map (%l = %L, %r = %p : !lift.array<H x W x f32>, !lift.array<H x (W + 23) x f32>) {
    %w = lift.slide %r size [24] step [1] dims [0] : !lift.array<(W + 23) x f32>
    %q:2 = lift.map (%a = %l, %ws = %w, %c = %b : !lift.array<W x f32>, !lift.array<W x 24 x f32>, !lift.array<W x f32>) {
      %t:2 = lift.map (%e = %ws : !lift.array<24 x f32>) {
        %d = arith.subf %a, %e : f32
        %f = math.absf %d : f32
        %g = arith.mulf %f, %s : f32
        %h = arith.addf %g, %c : f32
        lift.yield %d, %h : f32, f32
      }
      lift.yield %t#0, %t#1 : !lift.array<24 x f32>, !lift.array<24 x f32>
    }
    lift.yield %q#0, %q#1 : !lift.array<W x 24 x f32>, !lift.array<W x 24 x f32>
  }
  return %o#0, %o#1 : !lift.array<H x W x 24 x f32>, !lift.array<H x W x 24 x f32>
}

//--- start.mlir
// Sums that start from elements of a window, too; integers.
func.func @f(%X: !lift.array<N x C x i32>, %Y: !lift.array<(N + 30) x C x i32>, %Z: !lift.array<(N + 30) x i32>)
    -> !lift.array<N x 31 x i32> {
  %y = lift.slide %Y size [31] step [1] dims [0] : !lift.array<(N + 30) x C x i32>
  %z = lift.slide %Z size [31] step [1] dims [0] : !lift.array<(N + 30) x i32>
  %o = lift.map (%x = %X, %ys = %y, %zs = %z : !lift.array<N x C x i32>, !lift.array<N x 31 x C x i32>, !lift.array<N x 31 x i32>) {
    %r = lift.map (%k = %ys, %i = %zs : !lift.array<31 x C x i32>, !lift.array<31 x i32>) {
      %s = lift.reduce (%a = %x, %b = %k : !lift.array<C x i32>, !lift.array<C x i32>) init (%acc = %i : i32) {
        %m = arith.muli %a, %b : i32
        %n = arith.addi %acc, %m : i32
        lift.yield %n : i32
      }
      %t = arith.maxsi %s, %i : i32
      lift.yield %t : i32
    }
    lift.yield %r : !lift.array<31 x i32>
  }
  return %o : !lift.array<N x 31 x i32>
}

//--- apart.mlir
func.func @f(%X: !lift.array<N x f32>, %Y: !lift.array<(2 * N) x f32>) -> !lift.array<N x 2 x f32> {
  %y = lift.slide %Y size [2] step [2] dims [0] : !lift.array<(2 * N) x f32>
  %o = lift.map (%x = %X, %ys = %y : !lift.array<N x f32>, !lift.array<N x 2 x f32>) {
    %r = lift.map (%e = %ys : !lift.array<2 x f32>) {
      %m = arith.mulf %x, %e : f32
      lift.yield %m : f32
    }
    lift.yield %r : !lift.array<2 x f32>
  }
  return %o : !lift.array<N x 2 x f32>
}

//--- repeated.mlir
func.func @f(%X: !lift.array<N x f32>) -> !lift.array<N x 3 x f32> {
  %y = lift.broadcast %X sizes [3] dim 1 : !lift.array<N x f32>
  %o = lift.map (%x = %X, %ys = %y : !lift.array<N x f32>, !lift.array<N x 3 x f32>) {
    %r = lift.map (%e = %ys : !lift.array<3 x f32>) {
      lift.yield %x : f32
    }
    lift.yield %r : !lift.array<3 x f32>
  }
  return %o : !lift.array<N x 3 x f32>
}

//--- alone.mlir
func.func @f(%Y: !lift.array<(N + 2) x f32>) -> !lift.array<N x 3 x f32> {
  %y = lift.slide %Y size [3] step [1] dims [0] : !lift.array<(N + 2) x f32>
  %o = lift.map (%ys = %y : !lift.array<N x 3 x f32>) {
    %r = lift.map (%e = %ys : !lift.array<3 x f32>) {
      %m = arith.mulf %e, %e : f32
      lift.yield %m : f32
    }
    lift.yield %r : !lift.array<3 x f32>
  }
  return %o : !lift.array<N x 3 x f32>
}

//--- quotients.mlir
func.func @f(%X: !lift.array<N x i32>, %Y: !lift.array<(N + 2) x i32>) -> !lift.array<N x 3 x i32> {
  %y = lift.slide %Y size [3] step [1] dims [0] : !lift.array<(N + 2) x i32>
  %o = lift.map (%x = %X, %ys = %y : !lift.array<N x i32>, !lift.array<N x 3 x i32>) {
    %r = lift.map (%e = %ys : !lift.array<3 x i32>) {
      %q = arith.divsi %e, %x : i32
      lift.yield %q : i32
    }
    lift.yield %r : !lift.array<3 x i32>
  }
  return %o : !lift.array<N x 3 x i32>
}

//--- ROWS.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.share_windows %0 {dim = 0, rows = 8, padded} : (!op) -> !op
    transform.yield
  }
}

//--- LINES.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.share_windows %0 {dim = 1, rows = 4, padded} : (!op) -> !op
    transform.yield
  }
}

//--- WHOLE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.share_windows %0 {dim = 0, rows = 4} : (!op) -> !op
    transform.yield
  }
}

//--- NONE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.share_windows %0 {dim = 0, rows = 0} : (!op) -> !op
    transform.yield
  }
}
