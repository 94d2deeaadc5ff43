// What a map with loops computes, and a CPU would read as vectors, is stored: each lane
// of each vector would have a copy of the loops, which take PoCL minutes to compile.
// DEFINE: %{target} = pocl
// DEFINE: %{sizes} = K=4,N=16
// DEFINE: %{schedules} = lift-opt --mlir-disable-threading %s --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=%{target} sizes=%{sizes} print-schedules}))' -o /dev/null
// RUN: %{schedules} | FileCheck %s
// CHECK-LABEL: module @powers
// CHECK: // reduction of a whole array
// CHECK-LABEL: module @powers
// CHECK: // maps of which others read vectors
// CHECK: transform.lift.store_results {{.*}} in "global"
// A map without loops is part of the step of the sum.
// CHECK-NOT: module @powers
// CHECK-LABEL: module @squares
// CHECK-NOT: store_results

// Long sums are rows; other devices have other lanes.
// REDEFINE: %{sizes} = K=400,N=1600
// RUN: %{schedules} | FileCheck %s --check-prefix=OTHERS
// REDEFINE: %{sizes} = K=4,N=16
// REDEFINE: %{target} = nvidia-h200
// RUN: %{schedules} | FileCheck %s --check-prefix=OTHERS
// OTHERS-NOT: maps of which others read vectors

// DEFINE: %{verify} = lift-run %s --entry=powers --target=pocl --cache= --size=%{sizes} --verify --rtol=1e-3 --atol=1e-4 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK
// REDEFINE: %{sizes} = K=4,N=16
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = K=1,N=1
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = K=37,N=7
// RUN: %if pocl %{ %{verify} %}

func.func @powers(%k: !lift.array<K x f32>, %x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %all = lift.map (%f = %k : !lift.array<K x f32>) {
    %waves:2 = lift.reduce associative commutative (%e = %x : !lift.array<N x f32>) init (%a = %zero, %b = %zero : f32, f32) {
      %p = arith.mulf %f, %e : f32
      %c = math.cos %p : f32
      %s = math.sin %p : f32
      %na = arith.addf %a, %c : f32
      %nb = arith.addf %b, %s : f32
      lift.yield %na, %nb : f32, f32
    }
    %0 = arith.mulf %waves#0, %waves#0 : f32
    %1 = arith.mulf %waves#1, %waves#1 : f32
    %2 = arith.addf %0, %1 : f32
    lift.yield %2 : f32
  }
  %sum = lift.reduce associative commutative (%e = %all : !lift.array<K x f32>) init (%acc = %zero : f32) {
    %n = arith.addf %acc, %e : f32
    lift.yield %n : f32
  }
  return %sum : f32
}

func.func @squares(%k: !lift.array<K x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %all = lift.map (%f = %k : !lift.array<K x f32>) {
    %0 = arith.mulf %f, %f : f32
    lift.yield %0 : f32
  }
  %sum = lift.reduce associative commutative (%e = %all : !lift.array<K x f32>) init (%acc = %zero : f32) {
    %n = arith.addf %acc, %e : f32
    lift.yield %n : f32
  }
  return %sum : f32
}
