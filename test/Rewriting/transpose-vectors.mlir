// Vectors of rows that are made of those of columns.
//
// RUN: split-file %s %t
// DEFINE: %{schedule} = SQUARE
// DEFINE: %{program} = program
// DEFINE: %{options} = transform-preload-library{transform-library-paths=%t/%{schedule}.mlir},func.func(transform-interpreter)
// DEFINE: %{run} = lift-run %t/%{program}.mlir --verify --input-kind=rounding --pipeline='%{options},lift-to-gpu'
// DEFINE: %{refuse} = not lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(%{options})' 2>&1 | FileCheck %s --check-prefix=%{schedule}

// Two steps for vectors of 4, each of which interleaves halves.
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{options})' | FileCheck %s --check-prefix=SQUARE
// SQUARE: lift.as_vector %{{.*}} width 4 : !lift.array<4 x 4 x f32>
// SQUARE: lift.map seq unroll
// SQUARE: vector.shuffle %{{.*}}, %{{.*}} [0, 4, 1, 5]
// SQUARE: vector.shuffle %{{.*}}, %{{.*}} [2, 6, 3, 7]
// SQUARE: lift.materialize {{.*}} in private : !lift.array<4 x vector<4xf32>>
// SQUARE: lift.map seq unroll
// SQUARE: lift.materialize {{.*}} in private : !lift.array<4 x vector<4xf32>>
// SQUARE-NOT: shuffle
// RUN: %{run} --size=M=8,N=12 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=4,N=4 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=5,N=11 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=1,N=1 | FileCheck %s --check-prefix=OK
// REDEFINE: %{schedule} = PAIRS
// RUN: %{run} --size=M=6,N=5 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

// REDEFINE: %{schedule} = THREE
// RUN: %{refuse}
// THREE: error: 'transform.lift.transpose_vectors' does not apply: goes through vectors that are no square, or whose width is no power of two
// REDEFINE: %{schedule} = LONG
// RUN: %{refuse}
// LONG: error: 'transform.lift.transpose_vectors' does not apply: goes through vectors that are no square
// REDEFINE: %{schedule} = NUMBERS
// RUN: %{refuse}
// NUMBERS: error: 'transform.lift.transpose_vectors' does not apply: goes through no vectors of numbers
// REDEFINE: %{schedule} = NONE
// RUN: %{refuse}
// NONE: error: 'transform.lift.transpose_vectors' does not apply: has no argument number 1

//--- program.mlir
// What is turned, and what has columns only.
func.func @f(%A: !lift.array<N x M x f32>, %c: !lift.array<N x f32>) -> !lift.array<M x N x f32> {
  %t = lift.transpose %A : !lift.array<N x M x f32>
  %o = lift.map (%x = %t : !lift.array<M x N x f32>) {
    %p = lift.map (%a = %x, %e = %c : !lift.array<N x f32>, !lift.array<N x f32>) {
      %q = arith.subf %a, %e : f32
      lift.yield %q : f32
    }
    lift.yield %p : !lift.array<N x f32>
  }
  return %o : !lift.array<M x N x f32>
}

//--- SQUARE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %y, %x, %rows, %columns = transform.lift.block %0 {chunks = [[4], [4]], order = [[0, 0], [1, 0], [0, 1], [1, 1]], pad = array<i64: 0, 1>} : (!op) -> (!op, !op, !op, !op)
    %v, %w = transform.lift.block %rows {chunks = [[], []], order = [[0, 0], [1, 0]], vector = array<i64: 1, 4>} : (!op) -> (!op, !op)
    %s = transform.lift.transpose_vectors %v {argument = 0} : (!op) -> !op
    transform.lift.map_to %s ["seq unroll"] : !op
    transform.yield
  }
}

//--- PAIRS.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %y, %x, %rows, %columns = transform.lift.block %0 {chunks = [[2], [2]], order = [[0, 0], [1, 0], [0, 1], [1, 1]], pad = array<i64: 0, 1>} : (!op) -> (!op, !op, !op, !op)
    %v, %w = transform.lift.block %rows {chunks = [[], []], order = [[0, 0], [1, 0]], vector = array<i64: 1, 2>} : (!op) -> (!op, !op)
    %s = transform.lift.transpose_vectors %v {argument = 0} : (!op) -> !op
    transform.yield
  }
}

//--- THREE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %y, %x, %rows, %columns = transform.lift.block %0 {chunks = [[3], [3]], order = [[0, 0], [1, 0], [0, 1], [1, 1]], pad = array<i64: 0, 1>} : (!op) -> (!op, !op, !op, !op)
    %v, %w = transform.lift.block %rows {chunks = [[], []], order = [[0, 0], [1, 0]], vector = array<i64: 1, 3>} : (!op) -> (!op, !op)
    %s = transform.lift.transpose_vectors %v {argument = 0} : (!op) -> !op
    transform.yield
  }
}

//--- LONG.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %y, %x, %rows, %columns = transform.lift.block %0 {chunks = [[4], [8]], order = [[0, 0], [1, 0], [0, 1], [1, 1]], pad = array<i64: 0, 1>} : (!op) -> (!op, !op, !op, !op)
    %v, %w = transform.lift.block %rows {chunks = [[], []], order = [[0, 0], [1, 0]], vector = array<i64: 1, 4>} : (!op) -> (!op, !op)
    %s = transform.lift.transpose_vectors %v {argument = 0} : (!op) -> !op
    transform.yield
  }
}

//--- NUMBERS.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s = transform.lift.transpose_vectors %0 {argument = 0} : (!op) -> !op
    transform.yield
  }
}

//--- NONE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s = transform.lift.transpose_vectors %0 {argument = 1} : (!op) -> !op
    transform.yield
  }
}
