// Reductions that select: one condition chooses between all accumulators and values that
// depend on none. Parts begin with values that it never chooses, whatever the accumulators
// are, and it combines their results.

// DEFINE: %{parts} = transform-preload-library{transform-library-paths=%t/parts.mlir},func.func(transform-interpreter)
// RUN: split-file %s %t

// RUN: lift-opt %t/argmax.mlir --pass-pipeline='builtin.module(%{parts})' | FileCheck %s
// CHECK:      arith.constant 0xFF800000 : f32
// CHECK-NEXT: lift.pad %arg0
// CHECK:      arith.constant 2147483647 : i32
// CHECK-NEXT: lift.pad %arg1
// CHECK:      arith.constant 0xFF800000 : f32
// CHECK-NEXT: arith.constant 2147483647 : i32
// CHECK-NEXT: lift.map
// CHECK-NEXT:   lift.reduce
// CHECK:      arith.cmpf ogt
// CHECK:      lift.materialize
// CHECK:      lift.map
// CHECK-NEXT:   arith.cmpf ogt
// CHECK:      lift.reduce {{.*}} init (%{{.*}} = %arg2, %{{.*}} = %arg3 : f32, i32)
// CHECK-NEXT:   arith.cmpf ogt

// NaN, infinities and zeros of both signs, and numbers that are equal.
// DEFINE: %{kind} = special
// DEFINE: %{program} = argmax
// DEFINE: %{run} = lift-run %t/%{program}.mlir --verify --input-kind=%{kind} --pipeline='%{parts},lift-to-gpu'
// RUN: %{run} --size=N=23 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} --size=N=1 | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{kind} = integer
// RUN: %{run} --size=N=64 | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{kind} = special
// REDEFINE: %{program} = minimum
// RUN: %{run} --size=N=23 | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{program} = minmax
// RUN: %{run} --size=N=23 | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{program} = largest
// RUN: %{run} --size=N=23 | FileCheck %s --check-prefix=EQUAL
// EQUAL: OK

//--- argmax.mlir
// The initial values are not known.
func.func @argmax(%x: !lift.array<N x f32>, %k: !lift.array<N x i32>, %v0: f32, %k0: i32) -> (f32, i32) {
  %r:2 = lift.reduce associative commutative (%v = %x, %j = %k : !lift.array<N x f32>, !lift.array<N x i32>) init (%b = %v0, %bj = %k0 : f32, i32) {
    %greater = arith.cmpf ogt, %v, %b : f32
    %equal = arith.cmpf oeq, %v, %b : f32
    %first = arith.cmpi slt, %j, %bj : i32
    %tie = arith.andi %equal, %first : i1
    %c = arith.ori %greater, %tie : i1
    %nv = arith.select %c, %v, %b : f32
    %nj = arith.select %c, %j, %bj : i32
    lift.yield %nv, %nj : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}

// Infinity is chosen where it is the minimum, which then stays as it is.
//--- minimum.mlir
func.func @minimum(%x: !lift.array<N x f16>) -> f16 {
  %high = arith.constant 1.0 : f16
  %r = lift.reduce associative commutative (%v = %x : !lift.array<N x f16>) init (%b = %high : f16) {
    %c = arith.cmpf ole, %v, %b : f16
    %n = arith.select %c, %v, %b : f16
    lift.yield %n : f16
  }
  return %r : f16
}

// Two conditions, and a sum: the one keeps the accumulators where it is true.
//--- minmax.mlir
func.func @minmax(%x: !lift.array<N x i32>, %k: !lift.array<N x i32>) -> (i32, i32, i32, i32, i32) {
  %low = arith.constant -2147483648 : i32
  %high = arith.constant 2147483647 : i32
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %r:5 = lift.reduce associative commutative (%v = %x, %j = %k : !lift.array<N x i32>, !lift.array<N x i32>)
      init (%min = %high, %minAt = %high, %max = %low, %maxAt = %high, %sum = %zero : i32, i32, i32, i32, i32) {
    %less = arith.cmpi slt, %v, %min : i32
    %same = arith.cmpi eq, %v, %min : i32
    %before = arith.cmpi slt, %j, %minAt : i32
    %tie = arith.select %same, %before, %less : i1
    %a = arith.select %tie, %v, %min : i32
    %b = arith.select %tie, %j, %minAt : i32
    %greater = arith.cmpi sgt, %v, %max : i32
    %sameMax = arith.cmpi eq, %v, %max : i32
    %beforeMax = arith.cmpi slt, %j, %maxAt : i32
    %tieMax = arith.andi %sameMax, %beforeMax : i1
    %isMax = arith.ori %greater, %tieMax : i1
    %keeps = arith.xori %isMax, %true : i1
    %c = arith.select %keeps, %max, %v : i32
    %d = arith.select %keeps, %maxAt, %j : i32
    %e = arith.addi %sum, %v : i32
    lift.yield %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4 : i32, i32, i32, i32, i32
}

// By what is computed of both.
//--- largest.mlir
func.func @largest(%x: !lift.array<N x i16>) -> i16 {
  %zero = arith.constant 0 : i16
  %r = lift.reduce associative commutative (%v = %x : !lift.array<N x i16>) init (%b = %zero : i16) {
    %w = arith.addi %v, %v : i16
    %c = arith.cmpi uge, %w, %b : i16
    %n = arith.select %c, %w, %b : i16
    lift.yield %n : i16
  }
  return %r : i16
}

//--- parts.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %r = transform.lift.match_pattern %func[0] : (!op) -> !op
    %p:3 = transform.lift.split_reduction %r by "4" {strided, padded, chunk = 2} : (!op) -> (!op, !op, !op)
    %t = transform.lift.tree_reduction %p#2 in "global" : (!op) -> !op
    transform.yield
  }
}
