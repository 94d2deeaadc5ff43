// RUN: split-file %s %t
// RUN: lift-run %t/product.mlir --engine=evaluate --size=M=6,N=8,K=4 --verify \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/exact.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/product.mlir --engine=evaluate --size=M=5,N=7,K=3 --verify \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/padded.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/product.mlir --engine=evaluate --size=M=1,N=1,K=1 --verify \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/padded.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// EQUAL: OK

// An attribute that no operation has is no choice.
// RUN: not lift-opt %t/misspelt.mlir 2>&1 | FileCheck %s --check-prefix=MISSPELT
// MISSPELT: error: 'transform.lift.block' op has no attribute 'padded'
// MISSPELT: note: it has 'chunks', 'collapse', 'names', 'order', 'pad', 'vector'

// RUN: lift-opt %t/product.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/exact.mlir},func.func(transform-interpreter))' | FileCheck %s
// CHECK-LABEL: func.func @product
// CHECK: lift.map {{.*}}(M / 3)
// CHECK:   lift.map {{.*}}(N / 4)
// CHECK:     lift.reduce {{.*}}(K / 2)
// CHECK:       lift.reduce {{.*}} : !lift.array<2 x 3
// CHECK:         lift.map {{.*}}<3 x f32>
// CHECK:           lift.map {{.*}}<4 x f32>
// CHECK: join

// RUN: not lift-opt %t/product.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/reordered.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=REORDERED
// REORDERED: error: 'transform.lift.block' does not apply: is not declared associative and commutative: its steps may not change their order
// RUN: not lift-opt %t/product.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/twice.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: 'transform.lift.block' does not apply: the order must name each part of each dimension once
// RUN: not lift-opt %t/least.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/padded.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=NEUTRAL
// NEUTRAL: error: 'transform.lift.block' does not apply: cannot be padded: no elements are known that leave the accumulators as they are


// Vectors of columns: of an operand whose rows they are, of one turned, and of
// whole vectors beyond the end.
// RUN: lift-run %t/product.mlir --engine=evaluate --size=M=3,N=20,K=5 --verify \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/vectors.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-opt %t/product.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/vectors.mlir},func.func(transform-interpreter))' | FileCheck %s --check-prefix=VECTORS
// VECTORS: lift.as_vector {{.*}} width 4 : !lift.array<K x N x f32>
// VECTORS: lift.reduce
// VECTORS:   arith.mulf {{.*}} : vector<4xf32>
// RUN: not lift-opt %t/product.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/rows.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: error: 'transform.lift.block' does not apply: the dimension of the vectors is not the last of the results

//--- product.mlir
func.func @product(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>)
    -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %B : !lift.array<K x N x f32>
  %C = lift.map (%row = %A : !lift.array<M x K x f32>) {
    %out = lift.map (%column = %columns : !lift.array<N x K x f32>) {
      %sum = lift.reduce (%a = %row, %b = %column
          : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}

// The larger of NaN and minus infinity is minus infinity: nothing is neutral.
//--- least.mlir
func.func @least(%A: !lift.array<M x K x f32>, %B: !lift.array<N x K x f32>)
    -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %C = lift.map (%row = %A : !lift.array<M x K x f32>) {
    %out = lift.map (%column = %B : !lift.array<N x K x f32>) {
      %sum = lift.reduce (%a = %row, %b = %column
          : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.divf %acc, %ab : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}

//--- exact.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %l:6 = transform.lift.block %nest {chunks = [[3], [4], [2]],
        order = [[0, 0], [1, 0], [2, 0], [2, 1], [0, 1], [1, 1]]}
      : (!op) -> (!op, !op, !op, !op, !op, !op)
    transform.yield
  }
}

//--- padded.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %l:6 = transform.lift.block %nest {chunks = [[3], [4], [2]],
        order = [[0, 0], [1, 0], [2, 0], [2, 1], [0, 1], [1, 1]],
        pad = array<i64: 0, 1, 2>}
      : (!op) -> (!op, !op, !op, !op, !op, !op)
    transform.yield
  }
}

//--- reordered.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %l:4 = transform.lift.block %nest {chunks = [[], [], [2]],
        order = [[0, 0], [1, 0], [2, 1], [2, 0]]}
      : (!op) -> (!op, !op, !op, !op)
    transform.yield
  }
}

//--- twice.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %l:3 = transform.lift.block %nest {chunks = [[], [], []],
        order = [[0, 0], [0, 0], [2, 0]]}
      : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- vectors.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %l:4 = transform.lift.block %nest {chunks = [[], [2], []],
        order = [[0, 0], [1, 0], [1, 1], [2, 0]], pad = array<i64: 1>,
        vector = array<i64: 1, 4>}
      : (!op) -> (!op, !op, !op, !op)
    transform.yield
  }
}

//--- rows.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %l:3 = transform.lift.block %nest {chunks = [[], [], []],
        order = [[0, 0], [1, 0], [2, 0]], vector = array<i64: 0, 4>}
      : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- misspelt.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %l:2 = transform.lift.block %nest {chunks = [[3]], order = [[0, 0], [0, 1]],
        padded = array<i64: 0>} : (!op) -> (!op, !op)
    transform.yield
  }
}
