// Numbers of schedules that cannot be are refused.
//
// RUN: split-file %s %t

// DEFINE: %{schedule} = x
// DEFINE: %{program} = product
// DEFINE: %{refuse} = not lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/%{schedule}.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=%{schedule}

// REDEFINE: %{schedule} = BLOCK-NEGATIVE
// RUN: %{refuse}
// BLOCK-NEGATIVE: error: 'transform.lift.block' does not apply: a chunk has at least 1 element, not -4
// REDEFINE: %{schedule} = BLOCK-REST
// RUN: %{refuse}
// BLOCK-REST: error: 'transform.lift.block' does not apply: {{.*}}5
// REDEFINE: %{schedule} = BLOCK-WIDTH
// RUN: %{refuse}
// BLOCK-WIDTH: error: 'transform.lift.block' does not apply: vectors have 2, 3, 4, 8 or 16 elements, not 5

// REDEFINE: %{schedule} = STAGE-WIDTH
// RUN: %{refuse}
// STAGE-WIDTH: error: 'transform.lift.stage' does not apply: vectors have 2, 3, 4, 8 or 16 elements, not 5
// REDEFINE: %{schedule} = STAGE-NONE
// RUN: %{refuse}
// STAGE-NONE: error: 'transform.lift.stage' does not apply: a chunk has at least 1 element, not 0
// REDEFINE: %{schedule} = STAGE-REST
// RUN: %{refuse}
// STAGE-REST: error: 'transform.lift.stage' does not apply: {{.*}}7

// REDEFINE: %{program} = sum
// REDEFINE: %{schedule} = SPLIT-NONE
// RUN: %{refuse}
// SPLIT-NONE: error: 'transform.lift.split_reduction' does not apply: a chunk has at least 1 element, not 0
// REDEFINE: %{schedule} = SPLIT-NEGATIVE
// RUN: %{refuse}
// SPLIT-NEGATIVE: error: 'transform.lift.split_reduction' does not apply: a chunk has at least 1 element, not -3
// REDEFINE: %{schedule} = SPLIT-REST
// RUN: %{refuse}
// SPLIT-REST: error: 'transform.lift.split_reduction' does not apply: {{.*}}7
// REDEFINE: %{schedule} = SPLIT-CHUNK
// RUN: %{refuse}
// SPLIT-CHUNK: error: 'transform.lift.split_reduction' does not apply: a chunk has at least 1 element, not 0
// REDEFINE: %{schedule} = CHUNK-NONE
// RUN: %{refuse}
// CHUNK-NONE: error: 'transform.lift.chunk_reduction' does not apply: a chunk has at least 1 element, not 0
// REDEFINE: %{schedule} = CHUNK-REST
// RUN: %{refuse}
// CHUNK-REST: error: 'transform.lift.chunk_reduction' does not apply: {{.*}}5
// REDEFINE: %{schedule} = UNROLL-NEGATIVE
// RUN: %{refuse}
// UNROLL-NEGATIVE: error: 'transform.lift.unroll' does not apply: 'by' must be at least 0
// REDEFINE: %{schedule} = UNROLL-FUNCTION
// RUN: %{refuse}
// UNROLL-FUNCTION: error: 'transform.lift.unroll' does not apply: expects maps, reductions and scans
// REDEFINE: %{schedule} = VECTORS-WIDTH
// RUN: %{refuse}
// VECTORS-WIDTH: error: 'transform.lift.vectorize' does not apply: vectors have 2, 3, 4, 8 or 16 elements, not 1
// REDEFINE: %{schedule} = VECTORS-FUNCTION
// RUN: %{refuse}
// VECTORS-FUNCTION: error: 'transform.lift.vectorize' does not apply: expects maps and reductions

//--- product.mlir
func.func @product(%A: !lift.array<12 x 8 x f32>, %B: !lift.array<16 x 8 x f32>)
    -> !lift.array<12 x 16 x f32> {
  %zero = arith.constant 0.0 : f32
  %C = lift.map (%row = %A : !lift.array<12 x 8 x f32>) {
    %out = lift.map (%column = %B : !lift.array<16 x 8 x f32>) {
      %sum = lift.reduce (%a = %row, %b = %column
          : !lift.array<8 x f32>, !lift.array<8 x f32>)
          init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<16 x f32>
  }
  return %C : !lift.array<12 x 16 x f32>
}

//--- sum.mlir
func.func @sum(%x: !lift.array<24 x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce associative commutative (%e = %x : !lift.array<24 x f32>)
      init (%acc = %zero : f32) {
    %n = arith.addf %acc, %e : f32
    lift.yield %n : f32
  }
  return %s : f32
}

//--- BLOCK-NEGATIVE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %l:4 = transform.lift.block %p {chunks = [[-4], [], []],
        order = [[0, 0], [0, 1], [1, 0], [2, 0]]}
      : (!op) -> (!op, !op, !op, !op)
    transform.yield
  }
}

//--- BLOCK-REST.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %l:4 = transform.lift.block %p {chunks = [[5], [], []],
        order = [[0, 0], [0, 1], [1, 0], [2, 0]]}
      : (!op) -> (!op, !op, !op, !op)
    transform.yield
  }
}

//--- BLOCK-WIDTH.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %l:4 = transform.lift.block %p {chunks = [[4], [], []],
        order = [[0, 0], [0, 1], [1, 0], [2, 0]],
        vector = array<i64: 1, 5>}
      : (!op) -> (!op, !op, !op, !op)
    transform.yield
  }
}

//--- STAGE-WIDTH.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %m = transform.lift.match_pattern %p[0] : (!op) -> !op
    %s:2 = transform.lift.stage %m {argument = 0, space = "private", vector = 5}
      : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- STAGE-NONE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %m = transform.lift.match_pattern %p[0] : (!op) -> !op
    %s:2 = transform.lift.stage %m {argument = 0, space = "private", chunks = array<i64: 0>}
      : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- STAGE-REST.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %m = transform.lift.match_pattern %p[0] : (!op) -> !op
    %s:2 = transform.lift.stage %m {argument = 0, space = "private", chunks = array<i64: 7>}
      : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- SPLIT-NONE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:3 = transform.lift.split_reduction %p by "0"
      : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- SPLIT-NEGATIVE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:3 = transform.lift.split_reduction %p by "-3"
      : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- SPLIT-REST.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:3 = transform.lift.split_reduction %p by "7"
      : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- SPLIT-CHUNK.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:3 = transform.lift.split_reduction %p by "4" {strided, chunk = 0}
      : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- CHUNK-NONE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.chunk_reduction %p by "0" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- CHUNK-REST.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.chunk_reduction %p by "5" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- UNROLL-NEGATIVE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    transform.lift.unroll %p by -2 : !op
    transform.yield
  }
}

//--- UNROLL-FUNCTION.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    transform.lift.unroll %func by 2 : !op
    transform.yield
  }
}

//--- VECTORS-WIDTH.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    transform.lift.vectorize %p by 1 : !op
    transform.yield
  }
}

//--- VECTORS-FUNCTION.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %p = transform.lift.match_pattern %func[0] : (!op) -> !op
    transform.lift.vectorize %func by 4 : !op
    transform.yield
  }
}
