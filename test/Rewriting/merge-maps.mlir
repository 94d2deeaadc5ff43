// RUN: split-file %s %t
// DEFINE: %{merge} = transform-preload-library{transform-library-paths=%t/merge.mlir},func.func(transform-interpreter)
// DEFINE: %{run} = lift-run --engine=evaluate --verify --input-kind=special --pipeline='%{merge}' --size=M=3,N=5

// Both go through the same array, which is read once; the maps inside, too. What
// the second needs, and the first does not, stands before it.
// RUN: lift-opt %t/numbers.mlir --pass-pipeline='builtin.module(%{merge})' | FileCheck %s --check-prefix=NUMBERS
// NUMBERS:      %[[OTHER:.*]] = lift.reverse %arg1
// NUMBERS-NEXT: %[[BOTH:.*]]:2 = lift.map (%[[ROW:.*]] = %arg0, %[[OTHER_ROW:.*]] = %[[OTHER]] :
// NUMBERS-NEXT:   %[[INNER:.*]]:2 = lift.map (%[[A:.*]] = %[[ROW]], %[[B:.*]] = %[[OTHER_ROW]] :
// NUMBERS-NEXT:     %[[SQUARE:.*]] = arith.mulf %[[A]], %[[A]]
// NUMBERS-NEXT:     %[[SUM:.*]] = arith.addf %[[A]], %[[B]]
// NUMBERS-NEXT:     lift.yield %[[SQUARE]], %[[SUM]]
// NUMBERS-NEXT:   }
// NUMBERS-NEXT:   lift.yield %[[INNER]]#0, %[[INNER]]#1
// NUMBERS-NEXT: }
// NUMBERS-NEXT: return %[[BOTH]]#0, %[[BOTH]]#1
// RUN: %{run} %t/numbers.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: max abs error 0, OK

// A body with more in it than two maps has both patterns. A result that is an
// element as it is, and one that is none of them, stay what they are.
// RUN: lift-opt %t/rows.mlir --pass-pipeline='builtin.module(%{merge})' | FileCheck %s --check-prefix=ROWS
// ROWS:      %[[BOTH:.*]]:3 = lift.map (%[[ROW:.*]] = %arg0 :
// ROWS-NEXT:   %[[SUM:.*]] = lift.reduce (%{{.*}} = %[[ROW]] :
// ROWS:        %[[HALVES:.*]] = lift.map (%{{.*}} = %[[ROW]] :
// ROWS:        lift.yield %[[SUM]], %arg1, %[[HALVES]]
// RUN: %{run} %t/rows.mlir | FileCheck %s --check-prefix=EQUAL

// Not what the block reads, what says how it runs, nor maps of other arrays, of
// parts of one, or of as many elements by chance.
// RUN: not lift-opt %t/read.mlir --pass-pipeline='builtin.module(%{merge})' 2>&1 | FileCheck %s --check-prefix=READ
// READ: 'transform.lift.merge_maps' does not apply: has results that its block reads
// RUN: not lift-opt %t/mapped.mlir --pass-pipeline='builtin.module(%{merge})' 2>&1 | FileCheck %s --check-prefix=MAPPED
// MAPPED: 'transform.lift.merge_maps' does not apply: says how it runs
// RUN: not lift-opt %t/other-mapped.mlir --pass-pipeline='builtin.module(%{merge})' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lift-opt %t/others.mlir --pass-pipeline='builtin.module(%{merge})' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: 'transform.lift.merge_maps' does not apply: is followed by no map that goes through one of its arrays

//--- numbers.mlir
func.func @f(%a: !lift.array<M x N x f32>, %b: !lift.array<M x N x f32>)
    -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %r = lift.map (%row = %a : !lift.array<M x N x f32>) {
    %squares = lift.map (%x = %row : !lift.array<N x f32>) {
      %y = arith.mulf %x, %x : f32
      lift.yield %y : f32
    }
    lift.yield %squares : !lift.array<N x f32>
  }
  %back = lift.reverse %b : !lift.array<M x N x f32>
  %s = lift.map (%row = %a, %other = %back : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %sums = lift.map (%x = %row, %z = %other : !lift.array<N x f32>, !lift.array<N x f32>) {
      %y = arith.addf %x, %z : f32
      lift.yield %y : f32
    }
    lift.yield %sums : !lift.array<N x f32>
  }
  return %r, %s : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

//--- rows.mlir
func.func @f(%a: !lift.array<M x N x f32>, %b: f32)
    -> (!lift.array<M x f32>, !lift.array<M x f32>, !lift.array<M x N x f32>) {
  %half = arith.constant 0.5 : f32
  %r:2 = lift.map (%row = %a : !lift.array<M x N x f32>) {
    %sum = lift.reduce (%x = %row : !lift.array<N x f32>) init (%acc = %half : f32) {
      %y = arith.addf %acc, %x : f32
      lift.yield %y : f32
    }
    lift.yield %sum, %b : f32, f32
  }
  %s = lift.map (%row = %a : !lift.array<M x N x f32>) {
    %halves = lift.map (%x = %row : !lift.array<N x f32>) {
      %y = arith.mulf %x, %half : f32
      lift.yield %y : f32
    }
    lift.yield %halves : !lift.array<N x f32>
  }
  return %r#0, %r#1, %s : !lift.array<M x f32>, !lift.array<M x f32>, !lift.array<M x N x f32>
}

//--- read.mlir
func.func @f(%a: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %r = lift.map (%x = %a : !lift.array<N x f32>) {
    %y = arith.mulf %x, %x : f32
    lift.yield %y : f32
  }
  %s = lift.map (%x = %a, %z = %r : !lift.array<N x f32>, !lift.array<N x f32>) {
    %y = arith.addf %x, %z : f32
    lift.yield %y : f32
  }
  return %r, %s : !lift.array<N x f32>, !lift.array<N x f32>
}

//--- mapped.mlir
func.func @f(%a: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %r = lift.map glb(0) (%x = %a : !lift.array<N x f32>) {
    %y = arith.mulf %x, %x : f32
    lift.yield %y : f32
  }
  %s = lift.map (%x = %a : !lift.array<N x f32>) {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  return %r, %s : !lift.array<N x f32>, !lift.array<N x f32>
}

//--- other-mapped.mlir
func.func @f(%a: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %r = lift.map (%x = %a : !lift.array<N x f32>) {
    %y = arith.mulf %x, %x : f32
    lift.yield %y : f32
  }
  %s = lift.map glb(0) (%x = %a : !lift.array<N x f32>) {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  return %r, %s : !lift.array<N x f32>, !lift.array<N x f32>
}

//--- others.mlir
func.func @f(%a: !lift.array<N x f32>, %b: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
  %r = lift.map (%x = %a : !lift.array<N x f32>) {
    %y = arith.mulf %x, %x : f32
    lift.yield %y : f32
  }
  %s = lift.map (%x = %b : !lift.array<N x f32>) {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %back = lift.reverse %a : !lift.array<N x f32>
  %t = lift.map (%x = %back : !lift.array<N x f32>) {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  return %r, %s, %t : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>
}

//--- merge.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.merge_maps %0 : (!op) -> !op
    transform.yield
  }
}
