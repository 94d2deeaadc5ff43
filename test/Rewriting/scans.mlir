// RUN: split-file %s %t
// DEFINE: %{run} = lift-run --engine=evaluate --verify
// DEFINE: %{by} = transform-preload-library{transform-library-paths=%t/by.mlir},func.func(transform-interpreter)
// DEFINE: %{padded} = transform-preload-library{transform-library-paths=%t/padded.mlir},func.func(transform-interpreter)

// Integers are equal bit for bit.
// RUN: %{run} %t/numbers.mlir --size=N=24 --pipeline='%{by}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/numbers.mlir --size=N=8 --pipeline='%{by}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/numbers.mlir --size=N=23 --pipeline='%{padded}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/numbers.mlir --size=N=1 --pipeline='%{padded}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/two.mlir --size=N=24 --pipeline='%{by}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/two.mlir --size=N=41 --pipeline='%{padded}' | FileCheck %s --check-prefix=EQUAL
// EQUAL: OK

// The parts start with -0.0, which leaves every number as it is.
// RUN: lift-opt %t/two.mlir --pass-pipeline='builtin.module(%{by})' | FileCheck %s
// CHECK-DAG: %[[E:.*]] = arith.constant -0.000000e+00
// CHECK: lift.map
// CHECK:   lift.reduce associative commutative {{.*}} init ({{.*}} = %[[E]],
// CHECK: lift.materialize {{.*}} in global
// CHECK: lift.pad {{.*}} low [1] high [0] dims [0] constant
// CHECK: lift.map
// CHECK:   lift.scan associative

// RUN: not lift-opt %t/ordered.mlir --pass-pipeline='builtin.module(%{by})' 2>&1 | FileCheck %s --check-prefix=ORDERED
// ORDERED: error: 'transform.lift.split_scan' does not apply: is not declared associative
// RUN: not lift-opt %t/strings.mlir --pass-pipeline='builtin.module(%{by})' 2>&1 | FileCheck %s --check-prefix=NEUTRAL
// NEUTRAL: error: 'transform.lift.split_scan' does not apply: has no neutral element
// RUN: not lift-opt %t/rows.mlir --pass-pipeline='builtin.module(%{by})' 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: error: 'transform.lift.split_scan' does not apply: has an array as accumulator
// RUN: not lift-opt %t/mixed.mlir --pass-pipeline='builtin.module(%{by})' 2>&1 | FileCheck %s --check-prefix=MIXED
// MIXED: error: 'transform.lift.split_scan' does not apply: the step does not combine each accumulator with a value that depends on none
// RUN: not lift-opt %t/numbers.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/tree.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=TREE
// TREE: error: 'transform.lift.tree_scan' does not apply: has N elements, which is no constant
// RUN: not lift-opt %t/squares.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/tree.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=SQUARES
// SQUARES: error: 'transform.lift.tree_scan' does not apply: does not combine elements as they are
// RUN: not lift-opt %t/numbers.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/vector.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=VECTOR
// VECTOR: error: 'transform.lift.split_scan' does not apply:

// A map of what is scanned is done part by part, in vectors if they are asked for.
// DEFINE: %{behind} = transform-preload-library{transform-library-paths=%t/behind.mlir},func.func(transform-interpreter)
// RUN: %{run} %t/scaled.mlir --size=N=24 --pipeline='%{behind}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/scaled.mlir --size=N=41 --pipeline='%{behind}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/scaled.mlir --size=N=1 --pipeline='%{behind}' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-opt %t/scaled.mlir --pass-pipeline='builtin.module(%{behind})' | FileCheck %s --check-prefix=BEHIND
// BEHIND: lift.pad %arg1 low [0] high {{.*}} empty
// BEHIND: lift.scan
// BEHIND: lift.scan
// BEHIND: lift.materialize {{.*}} in private
// BEHIND-NEXT: lift.map seq unroll vector(2)
// BEHIND-NEXT:   arith.muli
// BEHIND-NEXT:   arith.subi
// BEHIND-NOT: lift.map
// RUN: not lift-opt %t/read-twice.mlir --pass-pipeline='builtin.module(%{behind})' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: 'transform.lift.split_scan' does not apply: is read by something else than its epilogue
// RUN: not lift-opt %t/unread.mlir --pass-pipeline='builtin.module(%{behind})' 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not lift-opt %t/mapped.mlir --pass-pipeline='builtin.module(%{behind})' 2>&1 | FileCheck %s --check-prefix=MAPPED
// MAPPED: error: 'transform.lift.split_scan' does not apply: says how it runs
// RUN: not lift-opt %t/no-result.mlir 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: error: 'transform.lift.split_scan' op has a result for the epilogue of a part if, and only if, it has an epilogue

//--- numbers.mlir
func.func @sums(%x: !lift.array<N x i32>, %z: i32) -> !lift.array<N x i32> {
  %sums = lift.scan associative (%e = %x : !lift.array<N x i32>)
      init (%acc = %z : i32) {
    %square = arith.muli %e, %e : i32
    %next = arith.addi %square, %acc : i32
    lift.yield %next : i32
  }
  return %sums : !lift.array<N x i32>
}

//--- two.mlir
// Sums, and the largest element so far.
func.func @two(%x: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -0.5 : f32
  %sums, %max = lift.scan associative (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero, %m = %low : f32, f32) {
    %next = arith.addf %acc, %e : f32
    %larger = arith.maximumf %m, %e : f32
    lift.yield %next, %larger : f32, f32
  }
  return %sums, %max : !lift.array<N x f32>, !lift.array<N x f32>
}

//--- ordered.mlir
func.func @sums(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = lift.scan (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %next = arith.addf %acc, %e : f32
    lift.yield %next : f32
  }
  return %sums : !lift.array<N x f32>
}

//--- strings.mlir
func.func @smallest(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = lift.scan associative (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %next = arith.divf %e, %acc : f32
    lift.yield %next : f32
  }
  return %sums : !lift.array<N x f32>
}

//--- rows.mlir
func.func @sums(%m: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [M] : f32
  %sums = lift.scan associative (%row = %m : !lift.array<N x M x f32>)
      init (%acc = %zeros : !lift.array<M x f32>) {
    %next = lift.map (%a = %acc, %b = %row
        : !lift.array<M x f32>, !lift.array<M x f32>) {
      %s = arith.addf %a, %b : f32
      lift.yield %s : f32
    }
    lift.yield %next : !lift.array<M x f32>
  }
  return %sums : !lift.array<N x M x f32>
}

//--- mixed.mlir
func.func @products(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %zero = arith.constant 0 : i32
  %a, %b = lift.scan associative (%e = %x : !lift.array<N x i32>)
      init (%p = %zero, %q = %zero : i32, i32) {
    %next = arith.muli %p, %q : i32
    lift.yield %q, %next : i32, i32
  }
  return %a : !lift.array<N x i32>
}

//--- squares.mlir
func.func @squares(%x: !lift.array<8 x i32>, %z: i32) -> !lift.array<8 x i32> {
  %sums = lift.scan associative (%e = %x : !lift.array<8 x i32>)
      init (%acc = %z : i32) {
    %square = arith.muli %e, %e : i32
    %next = arith.addi %acc, %square : i32
    lift.yield %next : i32
  }
  return %sums : !lift.array<8 x i32>
}

//--- by.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %parts, %part, %starts, %rest, %scan, %copies = transform.lift.split_scan %0 by "8" {space = "global"} : (!op) -> (!op, !op, !op, !op, !op, !op)
    %p2, %q2, %s2, %r2, %c2, %o2 = transform.lift.split_scan %scan by "2" : (!op) -> (!op, !op, !op, !op, !op, !op)
    %steps = transform.lift.tree_scan %s2 in "local" : (!op) -> !op
    transform.yield
  }
}

//--- padded.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %parts, %part, %starts, %rest, %scan, %copies = transform.lift.split_scan %0 by "5" {padded, space = "global"} : (!op) -> (!op, !op, !op, !op, !op, !op)
    %map, %inner = transform.lift.wrap_scan %starts by "3" : (!op) -> (!op, !op)
    %p2, %q2, %s2, %r2, %c2, %o2 = transform.lift.split_scan %inner by "(N ceildiv 5) ceildiv 3" : (!op) -> (!op, !op, !op, !op, !op, !op)
    %steps = transform.lift.tree_scan %s2 in "local" : (!op) -> !op
    transform.yield
  }
}

//--- tree.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %steps = transform.lift.tree_scan %0 in "local" : (!op) -> !op
    transform.yield
  }
}

//--- vector.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %parts, %part, %starts, %rest, %scan, %copies = transform.lift.split_scan %0 by "6" {vector = 4} : (!op) -> (!op, !op, !op, !op, !op, !op)
    transform.yield
  }
}

//--- behind.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.match_pattern %func[1] : (!op) -> !op
    %parts, %part, %starts, %rest, %scan, %copies, %behind = transform.lift.split_scan %0 by "8" epilogue %1 {padded, space = "global"} : (!op, !op) -> (!op, !op, !op, !op, !op, !op, !op)
    %p2, %q2, %s2, %r2, %c2, %o2, %b2 = transform.lift.split_scan %scan by "2" epilogue %behind {vector = 2} : (!op, !op) -> (!op, !op, !op, !op, !op, !op, !op)
    transform.yield
  }
}

//--- no-result.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%scan: !op {transform.consumed}, %map: !op {transform.consumed}) {
    %parts, %part, %starts, %rest, %inner, %copies = transform.lift.split_scan %scan by "8" epilogue %map : (!op, !op) -> (!op, !op, !op, !op, !op, !op)
    transform.yield
  }
}

//--- scaled.mlir
func.func @scaled(%x: !lift.array<N x i32>, %w: !lift.array<N x i32>, %z: i32) -> !lift.array<N x i32> {
  %sums = lift.scan associative (%e = %x : !lift.array<N x i32>)
      init (%acc = %z : i32) {
    %next = arith.addi %acc, %e : i32
    lift.yield %next : i32
  }
  %y = lift.map (%s = %sums, %v = %w, %t = %sums
      : !lift.array<N x i32>, !lift.array<N x i32>, !lift.array<N x i32>) {
    %p = arith.muli %s, %v : i32
    %d = arith.subi %p, %t : i32
    lift.yield %d : i32
  }
  return %y : !lift.array<N x i32>
}

//--- read-twice.mlir
func.func @twice(%x: !lift.array<N x i32>, %z: i32)
    -> (!lift.array<N x i32>, !lift.array<N x i32>) {
  %sums = lift.scan associative (%e = %x : !lift.array<N x i32>)
      init (%acc = %z : i32) {
    %next = arith.addi %acc, %e : i32
    lift.yield %next : i32
  }
  %y = lift.map (%s = %sums : !lift.array<N x i32>) {
    %p = arith.muli %s, %s : i32
    lift.yield %p : i32
  }
  return %y, %sums : !lift.array<N x i32>, !lift.array<N x i32>
}

//--- unread.mlir
func.func @unread(%x: !lift.array<N x i32>, %z: i32)
    -> (!lift.array<N x i32>, !lift.array<N x i32>) {
  %sums = lift.scan associative (%e = %x : !lift.array<N x i32>)
      init (%acc = %z : i32) {
    %next = arith.addi %acc, %e : i32
    lift.yield %next : i32
  }
  %y = lift.map (%s = %x : !lift.array<N x i32>) {
    %p = arith.muli %s, %s : i32
    lift.yield %p : i32
  }
  return %y, %sums : !lift.array<N x i32>, !lift.array<N x i32>
}

//--- mapped.mlir
func.func @mapped(%x: !lift.array<N x i32>, %z: i32) -> !lift.array<N x i32> {
  %sums = lift.scan associative (%e = %x : !lift.array<N x i32>)
      init (%acc = %z : i32) {
    %next = arith.addi %acc, %e : i32
    lift.yield %next : i32
  }
  %y = lift.map glb(0) (%s = %sums : !lift.array<N x i32>) {
    %p = arith.muli %s, %s : i32
    lift.yield %p : i32
  }
  return %y : !lift.array<N x i32>
}
