// RUN: split-file %s %t
// RUN: lift-run %t/sum-only.mlir --engine=evaluate --size=N=24 --verify \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/split.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/sum-only.mlir --engine=evaluate --size=N=23 --verify \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/tree.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/difference.mlir --engine=evaluate --size=N=24 --verify \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/chunk.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/difference.mlir --engine=evaluate --size=N=23 --verify --input-kind=rounding \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/chunk-padded.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/difference.mlir --engine=evaluate --size=N=24 --verify --input-kind=rounding \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/peel.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/difference.mlir --size=N=1 --verify --input-kind=special \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/chunk-padded.mlir},func.func(transform-interpreter),lift-to-gpu' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/extremes.mlir --size=N=23 --verify --input-kind=special \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/tree.mlir},func.func(transform-interpreter),lift-to-gpu' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/quotients.mlir --engine=evaluate --size=N=1 --verify \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/tree.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// EQUAL: OK

// No number is neutral to a sum and to a maximum: what is beyond the end is masked.
// RUN: lift-opt %t/extremes.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/tree.mlir},func.func(transform-interpreter))' | FileCheck %s --check-prefix=MASK
// MASK: lift.pad {{.*}} clamp
// MASK: lift.pad {{.*}} constant(%{{.*}} : i1)
// MASK: arith.select
// MASK: arith.addf

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

// Padded to multiples of a number that whole parts divide.
// RUN: lift-opt %t/strings.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/multiple.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=MULTIPLE
// MULTIPLE: lift.split {{.*}} by 8 : !lift.array<(32 * (
// RUN: not lift-opt %t/strings.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/no-multiple.mlir},func.func(transform-interpreter))' 2>&1 | FileCheck %s --check-prefix=NO-MULTIPLE
// NO-MULTIPLE: is not padded to multiples of 20, which parts of 8 do not divide

//--- difference.mlir
func.func @difference(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %d = arith.subf %e, %acc : f32
    lift.yield %d : f32
  }
  return %s : f32
}

//--- extremes.mlir
func.func @extremes(%x: !lift.array<N x f32>) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %s:2 = lift.reduce associative commutative (%e = %x : !lift.array<N x f32>)
      init (%sum = %zero, %most = %zero : f32, f32) {
    %n = arith.addf %sum, %e : f32
    %m = arith.maximumf %e, %most : f32
    lift.yield %n, %m : f32, f32
  }
  return %s#0, %s#1 : f32, f32
}

// A step that is not defined for 0.
//--- quotients.mlir
func.func @quotients(%x: !lift.array<N x i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %big = arith.constant 1000 : i32
  %s = lift.reduce associative commutative (%e = %x : !lift.array<N x i32>)
      init (%sum = %zero : i32) {
    %odd = arith.ori %e, %one : i32
    %q = arith.divsi %big, %odd : i32
    %n = arith.addi %sum, %q : i32
    lift.yield %n : i32
  }
  return %s : i32
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
    %n = arith.mulf %a, %b : f32
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

//--- multiple.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %r = transform.lift.match_pattern %func[0] : (!op) -> !op
    %p:3 = transform.lift.split_reduction %r by "8" {padded, multiple = 32} : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- no-multiple.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %r = transform.lift.match_pattern %func[0] : (!op) -> !op
    %p:3 = transform.lift.split_reduction %r by "8" {padded, multiple = 20} : (!op) -> (!op, !op, !op)
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

//--- peel.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %r = transform.lift.match_pattern %func[0] : (!op) -> !op
    %first, %rest = transform.lift.peel_reduction %r first "7" : (!op) -> (!op, !op)
    %p:2 = transform.lift.chunk_reduction %first by "7" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- chunk-padded.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %r = transform.lift.match_pattern %func[0] : (!op) -> !op
    %p:2 = transform.lift.chunk_reduction %r by "6" {padded} : (!op) -> (!op, !op)
    transform.yield
  }
}
