// What a map computes is stored as its loops compute it, or as it is read.
//
// RUN: split-file %s %t
// DEFINE: %{schedule} = x
// DEFINE: %{sizes} = x
// DEFINE: %{program} = program
// DEFINE: %{pipeline} = transform-preload-library{transform-library-paths=%t/%{schedule}.mlir},func.func(transform-interpreter)
// DEFINE: %{run} = lift-run %t/%{program}.mlir --size=%{sizes} --verify --pipeline='%{pipeline},lift-to-gpu'
// EQUAL: OK

// In tiles, each of which is together.
// REDEFINE: %{schedule} = computed
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{pipeline},func.func(canonicalize))' | FileCheck %s --check-prefix=COMPUTED
// COMPUTED: [[TILES:%.*]] = lift.map
// COMPUTED: [[STORED:%.*]] = lift.materialize [[TILES]] in global : !lift.array<(H / 4) x (W / 2) x 4 x 2 x f32>
// COMPUTED: lift.transpose [[STORED]]
// REDEFINE: %{sizes} = H=12,W=10
// RUN: %{run} | FileCheck %s --check-prefix=EQUAL

// In rows, by the inverse views.
// REDEFINE: %{schedule} = read
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{pipeline},func.func(canonicalize))' | FileCheck %s --check-prefix=READ
// READ: [[TILES:%.*]] = lift.map
// READ-NOT: materialize
// READ: [[ROWS:%.*]] = lift.join {{.*}} dim 1
// READ-NEXT: [[STORED:%.*]] = lift.materialize [[ROWS]] in global : !lift.array<H x W x f32>
// READ-NEXT: lift.slide [[STORED]]
// RUN: %{run} | FileCheck %s --check-prefix=EQUAL
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %}

// As it is computed, where views with an inverse are not alone in reading it.
// REDEFINE: %{program} = twice
// REDEFINE: %{schedule} = whole
// RUN: lift-opt %t/twice.mlir --pass-pipeline='builtin.module(%{pipeline},func.func(canonicalize))' | FileCheck %s --check-prefix=TWICE
// TWICE: [[DOUBLED:%.*]] = lift.map
// TWICE: lift.materialize [[DOUBLED]] in global : !lift.array<N x f32>
// REDEFINE: %{sizes} = N=7
// RUN: %{run} | FileCheck %s --check-prefix=EQUAL

// In rows with more elements in the buffer, as many as there are dimensions.
// REDEFINE: %{program} = program
// REDEFINE: %{schedule} = padded
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{pipeline},func.func(canonicalize))' | FileCheck %s --check-prefix=PADDED
// PADDED: lift.materialize {{.*}} in global {pad = array<i64: 0, 0, 0, 1>} : !lift.array<(H / 4) x (W / 2) x 4 x 2 x f32>
// RUN: sed 's/array<i64: 0, 0, 0, 1>/array<i64: 1>/' %t/padded.mlir > %t/rank.mlir
// REDEFINE: %{schedule} = rank
// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{pipeline})' 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: 'transform.lift.store_results' does not apply: pads 1 dimensions of a result of 4
// RUN: sed 's/array<i64: 0, 0, 0, 1>/array<i64: 0, 0, 0, -1>/' %t/padded.mlir > %t/negative.mlir
// REDEFINE: %{schedule} = negative
// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{pipeline})' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: 'transform.lift.store_results' does not apply: pads a row by a negative number of elements

// Only some results.
// RUN: sed 's/pad = array<i64: 0, 0, 0, 1>/only = array<i64: 0>/' %t/padded.mlir > %t/first.mlir
// REDEFINE: %{schedule} = first
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{pipeline},func.func(canonicalize))' | FileCheck %s --check-prefix=COMPUTED
// RUN: sed 's/pad = array<i64: 0, 0, 0, 1>/only = array<i64: 1>/' %t/padded.mlir > %t/second.mlir
// REDEFINE: %{schedule} = second
// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{pipeline})' 2>&1 | FileCheck %s --check-prefix=SECOND
// SECOND: 'transform.lift.store_results' does not apply: has no result number 1

//--- padded.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %loops:4 = transform.lift.block %nest {chunks = [[4], [2]], order = [[0, 0], [1, 0], [0, 1], [1, 1]]} : (!op) -> (!op, !op, !op, !op)
    transform.lift.store_results %loops#0 in "global" {pad = array<i64: 0, 0, 0, 1>} : !op
    transform.yield
  }
}

//--- computed.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %loops:4 = transform.lift.block %nest {chunks = [[4], [2]], order = [[0, 0], [1, 0], [0, 1], [1, 1]]} : (!op) -> (!op, !op, !op, !op)
    transform.lift.store_results %loops#0 in "global" : !op
    transform.yield
  }
}

//--- read.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %loops:4 = transform.lift.block %nest {chunks = [[4], [2]], order = [[0, 0], [1, 0], [0, 1], [1, 1]]} : (!op) -> (!op, !op, !op, !op)
    transform.lift.store_results %loops#0 in "global" {as_read} : !op
    transform.yield
  }
}

//--- program.mlir
func.func @program(%x: !lift.array<H x W x f32>) -> !lift.array<H x (W - 2) x f32> {
  %zero = arith.constant 0.0 : f32
  %doubled = lift.map (%row = %x : !lift.array<H x W x f32>) {
    %numbers = lift.map (%e = %row : !lift.array<W x f32>) {
      %sum = arith.addf %e, %e : f32
      lift.yield %sum : f32
    }
    lift.yield %numbers : !lift.array<W x f32>
  }
  %windows = lift.slide %doubled size [3] step [1] dims [1] : !lift.array<H x W x f32>
  %out = lift.map (%row = %windows : !lift.array<H x (W - 2) x 3 x f32>) {
    %sums = lift.map (%window = %row : !lift.array<(W - 2) x 3 x f32>) {
      %sum = lift.reduce (%e = %window : !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %next = arith.addf %acc, %e : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<(W - 2) x f32>
  }
  return %out : !lift.array<H x (W - 2) x f32>
}

//--- whole.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    transform.lift.store_results %map in "global" {as_read} : !op
    transform.yield
  }
}

//--- twice.mlir
func.func @twice(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %doubled = lift.map (%e = %x : !lift.array<N x f32>) {
    %sum = arith.addf %e, %e : f32
    lift.yield %sum : f32
  }
  %reversed = lift.reverse %doubled : !lift.array<N x f32>
  %sums, %products = lift.map (%e = %doubled, %o = %reversed : !lift.array<N x f32>, !lift.array<N x f32>) {
    %sum = arith.addf %e, %o : f32
    %product = arith.mulf %e, %o : f32
    lift.yield %sum, %product : f32, f32
  }
  return %sums, %products : !lift.array<N x f32>, !lift.array<N x f32>
}
