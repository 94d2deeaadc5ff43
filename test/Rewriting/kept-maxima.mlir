// A maximum that one operation keeps, and the index that a comparison keeps with
// it. What is NaN ends the search: parts keep the greatest number before it.

// RUN: split-file %s %t
// RUN: lift-opt %t/fires.mlir --mlir-disable-threading --lift-fuse-producers | FileCheck %t/fires.mlir
// RUN: lift-opt %t/stays.mlir --mlir-disable-threading --lift-fuse-producers | FileCheck %t/stays.mlir
// RUN: lift-opt %t/fires.mlir --mlir-disable-threading --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=N=65536}))' | FileCheck %t/fires.mlir --check-prefix=PARTS
// RUN: lift-opt %t/fires.mlir --mlir-disable-threading --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=pocl sizes=N=100,M=3}))' | FileCheck %t/fires.mlir --check-prefix=ORDER

// DEFINE: %{entry} = whole
// DEFINE: %{sizes} = N=1
// DEFINE: %{kind} = special
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %t/fires.mlir --entry=%{entry} --verify --cache= --target=%{target} --input-kind=%{kind} --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{kind} = integer
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{kind} = special
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = rows
// REDEFINE: %{sizes} = M=7,N=1031
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = nvidia-h200
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=1,N=4096
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=67,N=5
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = integers
// REDEFINE: %{sizes} = M=5,N=1031
// REDEFINE: %{kind} = integer
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// RUN: %if pocl %{ %{run} %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %t/fires.mlir --entry=whole --verify --target=nvidia-h200 --size=N=1031 %}
// OK: verify: {{.*}} OK

//--- fires.mlir
// CHECK-LABEL: func.func @whole
// CHECK: lift.reduce associative ({{.*}}) init (%[[M:.*]] = %[[LOW:.*]], %{{.*}} = %{{.*}}, %[[B:.*]] = %[[LOW]] :
// CHECK: arith.cmpf ogt, %{{.*}}, %[[B]]
// CHECK: arith.cmpf ord, %[[M]], %[[M]]
// PARTS-LABEL: func.func @whole
// PARTS: lift.map {{.*}}wrg
// One thread compares with the maximum itself.
// ORDER-LABEL: func.func @whole
// ORDER-NOT: arith.cmpf ord
// ORDER: return
func.func @whole(%x: !lift.array<N x f32>) -> (f32, i32) {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %i = lift.generate (%k < N) {
    %c = arith.index_cast %k : index to i32
    lift.yield %c : i32
  }
  %r:2 = lift.reduce (%e = %x, %k = %i : !lift.array<N x f32>, !lift.array<N x i32>) init (%m = %low, %j = %none : f32, i32) {
    %n = arith.maximumf %e, %m : f32
    %c = arith.cmpf ogt, %e, %m : f32
    %l = arith.select %c, %k, %j : i32
    lift.yield %n, %l : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}

// Who keeps the accumulator if it is no greater, or nothing can be said.
// CHECK-LABEL: func.func @rows
// CHECK: lift.reduce associative (
// CHECK: arith.minimumf
// CHECK: arith.cmpf olt
func.func @rows(%x: !lift.array<M x N x f32>, %s: f32) -> (!lift.array<M x f32>, !lift.array<M x i32>) {
  %none = arith.constant -1 : i32
  %i = lift.generate (%k < N) {
    %c = arith.index_cast %k : index to i32
    lift.yield %c : i32
  }
  %r:2 = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %m:2 = lift.reduce (%e = %row, %k = %i : !lift.array<N x f32>, !lift.array<N x i32>) init (%m = %s, %j = %none : f32, i32) {
      %n = arith.minimumf %e, %m : f32
      %c = arith.cmpf ule, %m, %e : f32
      %l = arith.select %c, %j, %k : i32
      lift.yield %n, %l : f32, i32
    }
    lift.yield %m#0, %m#1 : f32, i32
  }
  return %r#0, %r#1 : !lift.array<M x f32>, !lift.array<M x i32>
}

// Integers are chosen by the comparison, in any order.
// CHECK-LABEL: func.func @integers
// CHECK: lift.reduce associative commutative
// CHECK-NOT: minsi
func.func @integers(%x: !lift.array<M x N x i32>, %s: i32) -> (!lift.array<M x i32>, !lift.array<M x i32>) {
  %none = arith.constant -1 : i32
  %i = lift.generate (%k < N) {
    %c = arith.index_cast %k : index to i32
    lift.yield %c : i32
  }
  %r:2 = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %m:2 = lift.reduce (%e = %row, %k = %i : !lift.array<N x i32>, !lift.array<N x i32>) init (%m = %s, %j = %none : i32, i32) {
      %n = arith.minsi %e, %m : i32
      %c = arith.cmpi sle, %m, %e : i32
      %l = arith.select %c, %j, %k : i32
      lift.yield %n, %l : i32, i32
    }
    lift.yield %m#0, %m#1 : i32, i32
  }
  return %r#0, %r#1 : !lift.array<M x i32>, !lift.array<M x i32>
}

//--- stays.mlir
// The last of the greatest: those that parts start from are as great.
// CHECK-LABEL: func.func @last
// CHECK: lift.reduce (
func.func @last(%x: !lift.array<N x f32>, %i: !lift.array<N x i32>) -> (f32, i32) {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %r:2 = lift.reduce (%e = %x, %k = %i : !lift.array<N x f32>, !lift.array<N x i32>) init (%m = %low, %j = %none : f32, i32) {
    %n = arith.maximumf %e, %m : f32
    %c = arith.cmpf oge, %e, %m : f32
    %l = arith.select %c, %k, %j : i32
    lift.yield %n, %l : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}

// What is NaN is chosen here.
// CHECK-LABEL: func.func @unordered
// CHECK: lift.reduce (
func.func @unordered(%x: !lift.array<N x f32>, %i: !lift.array<N x i32>) -> (f32, i32) {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %r:2 = lift.reduce (%e = %x, %k = %i : !lift.array<N x f32>, !lift.array<N x i32>) init (%m = %low, %j = %none : f32, i32) {
    %n = arith.maximumf %e, %m : f32
    %c = arith.cmpf ugt, %e, %m : f32
    %l = arith.select %c, %k, %j : i32
    lift.yield %n, %l : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}

// The maximum, but what belongs to smaller ones.
// CHECK-LABEL: func.func @other
// CHECK: lift.reduce (
func.func @other(%x: !lift.array<N x f32>, %i: !lift.array<N x i32>) -> (f32, i32) {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %r:2 = lift.reduce (%e = %x, %k = %i : !lift.array<N x f32>, !lift.array<N x i32>) init (%m = %low, %j = %none : f32, i32) {
    %n = arith.maximumf %e, %m : f32
    %c = arith.cmpf olt, %e, %m : f32
    %l = arith.select %c, %k, %j : i32
    lift.yield %n, %l : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}

// It is promised that nothing is infinite, which parts start from.
// CHECK-LABEL: func.func @finite
// CHECK: lift.reduce (
func.func @finite(%x: !lift.array<N x f32>, %i: !lift.array<N x i32>) -> (f32, i32) {
  %low = arith.constant -1.0 : f32
  %none = arith.constant -1 : i32
  %r:2 = lift.reduce (%e = %x, %k = %i : !lift.array<N x f32>, !lift.array<N x i32>) init (%m = %low, %j = %none : f32, i32) {
    %n = arith.maximumf %e, %m : f32
    %c = arith.cmpf ogt, %e, %m fastmath<ninf> : f32
    %l = arith.select %c, %k, %j : i32
    lift.yield %n, %l : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}
