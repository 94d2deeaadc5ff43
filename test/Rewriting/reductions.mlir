// RUN: split-file %s %t
// RUN: lift-run %t/sum-only.mlir --engine=evaluate --size=N=24 --verify \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/split.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/sum-only.mlir --engine=evaluate --size=N=23 --verify \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/tree.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/difference.mlir --engine=evaluate --size=N=24 --verify \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/chunk.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// EQUAL: OK

// The parts of a sum start with -0.0, which leaves every number as it is.
// RUN: lift-opt %t/sum-only.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/split.mlir},func.func(transform-interpreter))' | FileCheck %s
// CHECK: arith.constant -0.000000e+00
// CHECK: lift.map
// CHECK:   lift.reduce associative commutative
// CHECK: lift.materialize {{.*}} in global
// CHECK: lift.reduce associative commutative

// RUN: not lift-opt %t/ordered-only.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/split.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=ORDERED
// ORDERED: error: 'transform.lift.split_reduction' does not apply: is not declared associative
// RUN: not lift-opt %t/strings.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/tree.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=COMMUTATIVE
// COMMUTATIVE: error: 'transform.lift.split_reduction' does not apply: is not declared commutative
// RUN: not lift-opt %t/mixed.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/split.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=MIXED
// MIXED: error: 'transform.lift.split_reduction' does not apply: the step does not combine each accumulator with a value that depends on none

//--- difference.mlir
func.func @difference(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %d = arith.subf %e, %acc : f32
    lift.yield %d : f32
  }
  return %s : f32
}

//--- sum-only.mlir
func.func @sum(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce associative commutative (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %n = arith.addf %acc, %e : f32
    lift.yield %n : f32
  }
  return %s : f32
}

//--- ordered-only.mlir
func.func @sum(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %n = arith.addf %acc, %e : f32
    lift.yield %n : f32
  }
  return %s : f32
}

//--- strings.mlir
func.func @sum(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce associative (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %n = arith.addf %acc, %e : f32
    lift.yield %n : f32
  }
  return %s : f32
}

//--- mixed.mlir
func.func @sum(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s:2 = lift.reduce associative commutative (%e = %x : !lift.array<N x f32>) init (%a = %zero, %b = %zero : f32, f32) {
    %n = arith.addf %a, %b : f32
    %m = arith.addf %b, %e : f32
    lift.yield %n, %m : f32, f32
  }
  return %s#0 : f32
}

//--- split.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %r = transform.lift.match_pattern %func[0] : (!op) -> !op
    %p:3 = transform.lift.split_reduction %r by "8" {space = "global"} : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- tree.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %r = transform.lift.match_pattern %func[0] : (!op) -> !op
    %p:3 = transform.lift.split_reduction %r by "4" {strided, padded, chunk = 2} : (!op) -> (!op, !op, !op)
    %t = transform.lift.tree_reduction %p#2 in "global" : (!op) -> !op
    transform.yield
  }
}

//--- chunk.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %r = transform.lift.match_pattern %func[0] : (!op) -> !op
    %p:2 = transform.lift.chunk_reduction %r by "6" : (!op) -> (!op, !op)
    transform.yield
  }
}
