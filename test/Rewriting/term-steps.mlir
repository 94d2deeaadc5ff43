// Steps that leave an accumulator as it is in some cases, or subtract from it, are
// sums of a term, as those that laws are known of.

// RUN: lift-opt %s --mlir-disable-threading --lift-fuse-producers | FileCheck %s
// RUN: lift-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=N=33554432,B=512 print-schedules}))' -o /dev/null 2>/dev/null | FileCheck %s --check-prefix=PLAN

// DEFINE: %{entry} = guarded
// DEFINE: %{sizes} = N=1,B=1
// DEFINE: %{kind} = integer
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --cache= --rtol=1e-3 --atol=1e-3 --input-kind=%{kind} --size=%{sizes}
// DEFINE: %{verify} = %{run} --target=nvidia-h200 2>&1 | FileCheck %s --check-prefix=OK && %{run} --target=pocl 2>&1 | FileCheck %s --check-prefix=OK && %{run} --target=mali-g72 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=997,B=13
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=70016,B=64
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{kind} = special
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{kind} = integer
// REDEFINE: %{entry} = subtracted
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=997,B=13
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = integers
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=70016,B=64
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = guarded_twice
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = largest
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{kind} = special
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = count
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{kind} = integer
// REDEFINE: %{entry} = differences
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=1031
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = kept
// RUN: %if pocl %{ %{verify} %}
// OK: verify: {{.*}} OK

// What is chosen is what is added: -0.0 leaves all numbers as they are.
// CHECK-LABEL: func.func @guarded(
// CHECK: %[[NONE:.*]] = arith.constant -0.000000e+00
// CHECK: lift.scatter_reduce (%{{.*}} = %arg0, %[[E:.*]] = %arg1 : {{.*}} init (%[[A:.*]] = %arg2 :
// CHECK-NEXT: %[[C:.*]] = arith.cmpf
// CHECK-NEXT: %[[T:.*]] = arith.select %[[C]], %[[E]], %[[NONE]]
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[A]], %[[T]]
// CHECK-NEXT: lift.yield %[[N]]
// PLAN-LABEL: module @guarded attributes
// PLAN: // histogram in parts
func.func @guarded(%k: !lift.array<N x i32>, %x: !lift.array<N x f32>, %z: !lift.array<B x f32>) -> !lift.array<B x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<N x i32>, !lift.array<N x f32>) init (%a = %z : !lift.array<B x f32>) {
    %c = arith.cmpf ogt, %e, %zero : f32
    %s = arith.addf %a, %e : f32
    %n = arith.select %c, %s, %a : f32
    lift.yield %n : f32
  }
  return %r : !lift.array<B x f32>
}

// CHECK-LABEL: func.func @subtracted
// CHECK: lift.scatter_reduce (%{{.*}} = %arg0, %[[E:.*]] = %arg1 : {{.*}} init (%[[A:.*]] = %arg2 :
// CHECK-NEXT: %[[T:.*]] = arith.negf %[[E]]
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[A]], %[[T]]
// PLAN-LABEL: module @subtracted attributes
// PLAN: // histogram in parts
func.func @subtracted(%k: !lift.array<N x i32>, %x: !lift.array<N x f32>, %z: !lift.array<B x f32>) -> !lift.array<B x f32> {
  %r = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<N x i32>, !lift.array<N x f32>) init (%a = %z : !lift.array<B x f32>) {
    %n = arith.subf %a, %e : f32
    lift.yield %n : f32
  }
  return %r : !lift.array<B x f32>
}

// Both. What is promised of a - e is not true of -e.
// CHECK-LABEL: func.func @integers
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: lift.scatter_reduce (%{{.*}} = %arg0, %[[E:.*]] = %arg1 : {{.*}} init (%[[A:.*]] = %arg2 :
// CHECK-NEXT: %[[M:.*]] = arith.subi %[[ZERO]], %[[E]] : i32
// CHECK-NEXT: %[[C:.*]] = arith.cmpi
// CHECK-NEXT: %[[T:.*]] = arith.select %[[C]], %[[ZERO]], %[[M]]
// CHECK-NEXT: %[[N:.*]] = arith.addi %[[A]], %[[T]] : i32
// PLAN-LABEL: module @integers attributes
// PLAN: // histogram in parts
// PLAN: // 256 work-items that share bins
func.func @integers(%k: !lift.array<N x i32>, %x: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> !lift.array<B x i32> {
  %five = arith.constant 5 : i32
  %r = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<N x i32>, !lift.array<N x i32>) init (%a = %z : !lift.array<B x i32>) {
    %s = arith.subi %a, %e overflow<nsw> : i32
    %c = arith.cmpi sgt, %e, %five : i32
    %n = arith.select %c, %a, %s : i32
    lift.yield %n : i32
  }
  return %r : !lift.array<B x i32>
}

// CHECK-LABEL: func.func @guarded_twice
// CHECK: lift.scatter_reduce
// CHECK: %[[S:.*]] = arith.select
// CHECK: %[[T:.*]] = arith.select %{{.*}}, %[[S]],
// CHECK-NEXT: arith.addi %{{.*}}, %[[T]]
func.func @guarded_twice(%k: !lift.array<N x i32>, %x: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> !lift.array<B x i32> {
  %five = arith.constant 5 : i32
  %two = arith.constant 2 : i32
  %r = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<N x i32>, !lift.array<N x i32>) init (%a = %z : !lift.array<B x i32>) {
    %s = arith.addi %a, %e : i32
    %c = arith.cmpi slt, %e, %five : i32
    %n = arith.select %c, %s, %a : i32
    %d = arith.cmpi ne, %e, %two : i32
    %m = arith.select %d, %n, %a : i32
    lift.yield %m : i32
  }
  return %r : !lift.array<B x i32>
}

// Not only sums.
// CHECK-LABEL: func.func @largest
// CHECK: lift.scatter_reduce
// CHECK: %[[T:.*]] = arith.select
// CHECK-NEXT: arith.maximumf %{{.*}}, %[[T]]
func.func @largest(%k: !lift.array<N x i32>, %x: !lift.array<N x f32>, %z: !lift.array<B x f32>) -> !lift.array<B x f32> {
  %five = arith.constant 5.0 : f32
  %r = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<N x i32>, !lift.array<N x f32>) init (%a = %z : !lift.array<B x f32>) {
    %c = arith.cmpf ult, %e, %five : f32
    %s = arith.maximumf %a, %e : f32
    %n = arith.select %c, %s, %a : f32
    lift.yield %n : f32
  }
  return %r : !lift.array<B x f32>
}

// Counts of what a condition holds for, and others beside them.
// CHECK-LABEL: func.func @count
// CHECK: lift.reduce associative commutative
// CHECK: %[[T:.*]] = arith.select
// CHECK: arith.addi %{{.*}}, %[[T]]
// PLAN-LABEL: module @count attributes
// PLAN: // reduction of a whole array
// PLAN-NOT: in order
func.func @count(%x: !lift.array<N x f32>) -> (i32, f32) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = lift.reduce (%e = %x : !lift.array<N x f32>) init (%a = %none, %m = %zero : i32, f32) {
    %c = arith.cmpf ogt, %e, %zero : f32
    %s = arith.addi %a, %one : i32
    %n = arith.select %c, %s, %a : i32
    %o = arith.maximumf %m, %e : f32
    lift.yield %n, %o : i32, f32
  }
  return %r#0, %r#1 : i32, f32
}

// Differences of products are sums of them.
// CHECK-LABEL: func.func @differences
// CHECK: lift.reduce associative commutative (%[[X:.*]] = %arg0, %[[Y:.*]] = %arg1 : {{.*}} init (%[[A:.*]] =
// CHECK-NEXT: %[[M:.*]] = arith.negf %[[X]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[M]], %[[Y]]
// CHECK-NEXT: arith.addf %[[A]], %[[P]]
func.func @differences(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce associative commutative (%e = %x, %f = %y : !lift.array<N x f32>, !lift.array<N x f32>) init (%a = %zero : f32) {
    %p = arith.mulf %e, %f : f32
    %n = arith.subf %a, %p : f32
    lift.yield %n : f32
  }
  return %r : f32
}

// What depends on an accumulator in another way, too, stays: a condition that looks
// at it, a number that is left over, a difference from something else, and what has
// no neutral element or promises that there are none.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: arith.negf
// CHECK: arith.cmpf olt
// CHECK-NEXT: %[[S:.*]] = arith.addf
// CHECK-NEXT: arith.select %{{.*}}, %[[S]],
// CHECK: arith.subf
// CHECK-NEXT: arith.mulf
// CHECK: arith.subf
// CHECK: %[[D:.*]] = arith.divf
// CHECK-NEXT: arith.select %{{.*}}, %[[D]],
// CHECK: %[[M:.*]] = arith.maximumf
// CHECK-NEXT: arith.select %{{.*}}, %[[M]],
// CHECK: lift.yield
func.func @kept(%x: !lift.array<N x f32>) -> (f32, f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r:5 = lift.reduce (%e = %x : !lift.array<N x f32>) init (%a = %zero, %b = %zero, %c = %zero, %d = %one, %f = %one : f32, f32, f32, f32, f32) {
    %isLess = arith.cmpf olt, %a, %e : f32
    %sum = arith.addf %a, %e : f32
    %a1 = arith.select %isLess, %sum, %a : f32
    %half = arith.subf %b, %e : f32
    %b1 = arith.mulf %half, %e : f32
    %c1 = arith.subf %e, %c : f32
    %isMore = arith.cmpf ogt, %e, %one : f32
    %quotient = arith.divf %d, %e : f32
    %d1 = arith.select %isMore, %quotient, %d : f32
    %largest = arith.maximumf %f, %e fastmath<ninf> : f32
    %f1 = arith.select %isMore, %largest, %f : f32
    lift.yield %a1, %b1, %c1, %d1, %f1 : f32, f32, f32, f32, f32
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4 : f32, f32, f32, f32, f32
}
