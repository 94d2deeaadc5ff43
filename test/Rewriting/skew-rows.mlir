// Rows that begin at different columns; and chunks of what a map goes through.
//
// RUN: split-file %s %t
// DEFINE: %{schedule} = x
// DEFINE: %{program} = program
// DEFINE: %{options} = transform-preload-library{transform-library-paths=%t/%{schedule}.mlir},func.func(transform-interpreter)
// DEFINE: %{run} = lift-run %t/%{program}.mlir --verify --input-kind=rounding --pipeline='%{options},lift-to-gpu{optimize=false}'
// DEFINE: %{refuse} = not lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(%{options})' 2>&1 | FileCheck %s --check-prefix=%{schedule}

// A row for each of eight, to the right and to the left; in two steps.
// REDEFINE: %{schedule} = RIGHT
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{options})' | FileCheck %s --check-prefix=RIGHT
// RIGHT: lift.split %{{.*}} by (N + 13) dim 1 : !lift.array<(M ceildiv 8) x (8 * N + 104) x f32>
// RIGHT: lift.map {{.*}} !lift.array<(M ceildiv 8) x 8 x (N + 7) x f32>
// RUN: %{run} --size=M=16,N=9 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=13,N=31 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=1,N=1 | FileCheck %s --check-prefix=OK
// REDEFINE: %{schedule} = LEFT
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{options})' | FileCheck %s --check-prefix=LEFT
// LEFT: lift.map {{.*}} !lift.array<(2 * (M ceildiv 16)) x 8 x (16 * ((N + 7) floordiv 16) + 16) x f32>
// RUN: %{run} --size=M=16,N=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=35,N=23 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=1,N=1 | FileCheck %s --check-prefix=OK
// REDEFINE: %{schedule} = TWICE
// RUN: %{run} --size=M=16,N=3 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=21,N=11 | FileCheck %s --check-prefix=OK
// REDEFINE: %{schedule} = OTHER
// RUN: %{run} --size=M=16,N=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=21,N=13 | FileCheck %s --check-prefix=OK
// REDEFINE: %{program} = planes
// RUN: %{run} --size=L=3,M=21,N=13 | FileCheck %s --check-prefix=OK
// REDEFINE: %{program} = turned
// REDEFINE: %{schedule} = SQUARES
// RUN: %{run} --size=M=37,N=23 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} --size=M=21,N=23 %}
// OK: verify: {{.*}} OK

// REDEFINE: %{program} = sums
// REDEFINE: %{schedule} = OTHER
// RUN: %{refuse}
// OTHER: error: 'transform.lift.skew_rows' does not apply: reduces something, or has no rows
// REDEFINE: %{program} = repeated
// REDEFINE: %{schedule} = NONE
// RUN: %{refuse}
// NONE: error: 'transform.lift.skew_rows' does not apply: no operand has dimension 1
// REDEFINE: %{program} = program
// REDEFINE: %{schedule} = SINGLE
// RUN: %{refuse}
// SINGLE: error: 'transform.lift.skew_rows' does not apply: is skewed by levels of two rows or more
// REDEFINE: %{schedule} = STILL
// RUN: %{refuse}
// STILL: error: 'transform.lift.skew_rows' does not apply: is skewed by levels of two rows or more, and a step other than 0
// REDEFINE: %{schedule} = ROWS
// RUN: %{refuse}
// ROWS: error: 'transform.lift.skew_rows' does not apply: has rows that become no multiple of those of the levels, 8
// REDEFINE: %{schedule} = LIST
// RUN: %{refuse}
// LIST: error: 'transform.lift.skew_rows' does not apply: 'levels' is a list of [rows, step]

// Whatever a map does.
// REDEFINE: %{program} = sums
// REDEFINE: %{schedule} = CHUNKS
// RUN: lift-opt %t/sums.mlir --pass-pipeline='builtin.module(%{options})' | FileCheck %s --check-prefix=CHUNKS
// CHUNKS: lift.split %{{.*}} by 4 : !lift.array<(4 * (M ceildiv 4)) x N x f32>
// RUN: %{run} --size=M=9,N=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=1,N=1 | FileCheck %s --check-prefix=OK
// REDEFINE: %{schedule} = WHOLE
// RUN: %{run} --size=M=8,N=5 | FileCheck %s --check-prefix=OK
// RUN: not %{run} --size=M=9,N=5 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: precondition does not hold
// REDEFINE: %{schedule} = EMPTY
// RUN: %{refuse}
// EMPTY: error: 'transform.lift.chunk_map' does not apply: a chunk has at least 1 element, not 0

//--- program.mlir
// What is turned, what has rows only, and what has columns only; two results.
func.func @f(%A: !lift.array<N x M x f32>, %r: !lift.array<M x f32>, %c: !lift.array<N x f32>, %s: f32)
    -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %t = lift.transpose %A : !lift.array<N x M x f32>
  %o:2 = lift.map (%x = %t, %d = %r : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %p:2 = lift.map (%a = %x, %e = %c : !lift.array<N x f32>, !lift.array<N x f32>) {
      %m = arith.mulf %a, %s : f32
      %n = arith.addf %m, %d : f32
      %q = arith.subf %n, %e : f32
      lift.yield %n, %q : f32, f32
    }
    lift.yield %p#0, %p#1 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %o#0, %o#1 : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

//--- planes.mlir
func.func @f(%A: !lift.array<L x N x M x i16>) -> !lift.array<L x M x N x i16> {
  %t = lift.transpose %A permutation [0, 2, 1] : !lift.array<L x N x M x i16>
  %o = lift.map (%y = %t : !lift.array<L x M x N x i16>) {
    %p = lift.map (%x = %y : !lift.array<M x N x i16>) {
      %q = lift.map (%a = %x : !lift.array<N x i16>) {
        %n = arith.addi %a, %a : i16
        lift.yield %n : i16
      }
      lift.yield %q : !lift.array<N x i16>
    }
    lift.yield %p : !lift.array<M x N x i16>
  }
  return %o : !lift.array<L x M x N x i16>
}

//--- sums.mlir
func.func @f(%A: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %o = lift.map (%x = %A : !lift.array<M x N x f32>) {
    %s = lift.reduce (%a = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %a : f32
      lift.yield %n : f32
    }
    %t = arith.mulf %s, %s : f32
    lift.yield %t : f32
  }
  return %o : !lift.array<M x f32>
}

//--- repeated.mlir
func.func @f(%A: !lift.array<M x f32>) -> !lift.array<M x 3 x f32> {
  %t = lift.broadcast %A sizes [3] dim 1 : !lift.array<M x f32>
  %o = lift.map (%x = %A, %b = %t : !lift.array<M x f32>, !lift.array<M x 3 x f32>) {
    %p = lift.map (%a = %b : !lift.array<3 x f32>) {
      lift.yield %x : f32
    }
    lift.yield %p : !lift.array<3 x f32>
  }
  return %o : !lift.array<M x 3 x f32>
}

//--- RIGHT.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.skew_rows %0 {levels = [[8, 1]], rows = 8, columns = 1} : (!op) -> !op
    transform.yield
  }
}

//--- LEFT.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.skew_rows %0 {levels = [[8, -1]], rows = 16, columns = 16} : (!op) -> !op
    transform.yield
  }
}

//--- TWICE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.skew_rows %0 {levels = [[4, -2], [2, 3]], rows = 8, columns = 8} : (!op) -> !op
    transform.yield
  }
}

//--- OTHER.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.skew_rows %0 {levels = [[4, 2], [2, 5]], rows = 8, columns = 4} : (!op) -> !op
    transform.yield
  }
}

//--- NONE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.skew_rows %0 {levels = [[4, 2]], rows = 8, columns = 4} : (!op) -> !op
    transform.yield
  }
}

//--- SINGLE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.skew_rows %0 {levels = [[1, 2]], rows = 8, columns = 4} : (!op) -> !op
    transform.yield
  }
}

//--- STILL.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.skew_rows %0 {levels = [[4, 2], [2, 0]], rows = 8, columns = 4} : (!op) -> !op
    transform.yield
  }
}

//--- ROWS.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.skew_rows %0 {levels = [[4, 2], [2, 3]], rows = 12, columns = 4} : (!op) -> !op
    transform.yield
  }
}

//--- LIST.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.skew_rows %0 {levels = [4, 2], rows = 12, columns = 4} : (!op) -> !op
    transform.yield
  }
}

//--- CHUNKS.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1, %2 = transform.lift.chunk_map %0 by "4" {padded} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- WHOLE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1, %2 = transform.lift.chunk_map %0 by "4" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- EMPTY.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1, %2 = transform.lift.chunk_map %0 by "0" {padded} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- SQUARES.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.skew_rows %0 {levels = [[8, -1]], rows = 16, columns = 16} : (!op) -> !op
    %2, %3, %4, %5, %6, %7, %8 = transform.lift.block %1 {chunks = [[2], [4], [16]], order = [[0, 0], [2, 0], [0, 1], [1, 0], [1, 1], [2, 1]]} : (!op) -> (!op, !op, !op, !op, !op, !op, !op)
    %9, %10 = transform.lift.stage %3 {argument = 0, space = "local", read_order = array<i64: 3, 0, 1, 2>, chunks = array<i64: 64, 16>, pad = array<i64: 0, 0, 0, 1>} : (!op) -> (!op, !op)
    transform.lift.map_to %9 ["seq unroll", "lcl(1)", "lcl(0)"] : !op
    transform.lift.map_to %3 ["wrg(0)"] : !op
    transform.lift.map_to %2 ["wrg(1)"] : !op
    transform.lift.map_to %4 ["seq unroll", "seq unroll", "lcl(1)", "lcl(0)"] : !op
    transform.yield
  }
}

//--- turned.mlir
func.func @f(%A: !lift.array<N x M x f32>) -> !lift.array<M x N x f32> {
  %t = lift.transpose %A : !lift.array<N x M x f32>
  %o = lift.map (%x = %t : !lift.array<M x N x f32>) {
    %p = lift.map (%a = %x : !lift.array<N x f32>) {
      %n = arith.addf %a, %a : f32
      lift.yield %n : f32
    }
    lift.yield %p : !lift.array<N x f32>
  }
  return %o : !lift.array<M x N x f32>
}
