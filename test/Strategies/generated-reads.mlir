// What an index function reads at its indices becomes what maps go through: of
// views in its body, at some of several positions, and in what it reduces.
//
// RUN: lift-opt --lift-normalize --lift-fuse-producers %s | FileCheck %s

// DEFINE: %{entry} = views
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{sizes} = N=35,M=17
// DEFINE: %{run} = lift-run %s --verify --entry=%{entry} --cache= --target=%{target} --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=1,M=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = positions
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=13,M=70
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = nvidia-h200
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = windows
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=1,M=1
// RUN: %if pocl %{ %{run} %}
// OK: verify: {{.*}} OK

// What no index is needed for is computed before.
// CHECK-LABEL: func.func @views(
// CHECK-DAG: [[BACK:%.*]] = lift.reverse %arg0
// CHECK-DAG: [[TURNED:%.*]] = lift.transpose %arg0
// CHECK: lift.map ({{%.*}} = [[BACK]], {{%.*}} = [[TURNED]] :
// CHECK-NOT: lift.at
// CHECK: return
func.func @views(%x: !lift.array<N x N x f32>, %y: !lift.array<M x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.generate (%i < N) {
    %numbers = lift.generate (%j < M) {
      %n = arith.index_cast %j : index to i32
      %f = arith.sitofp %n : i32 to f32
      lift.yield %f : f32
    }
    %all = lift.reduce associative commutative (%e = %y, %n = %numbers : !lift.array<M x f32>, !lift.array<M x f32>) init (%acc = %zero : f32) {
      %en = arith.mulf %e, %n : f32
      %next = arith.addf %acc, %en : f32
      lift.yield %next : f32
    }
    %v = lift.reverse %x : !lift.array<N x N x f32>
    %a = lift.at %v[%i] : !lift.array<N x N x f32>
    %w = lift.transpose %x : !lift.array<N x N x f32>
    %b = lift.at %w[%i] : !lift.array<N x N x f32>
    %sum = lift.reduce associative commutative (%e = %a, %f = %b : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %all : f32) {
      %p = arith.mulf %e, %f : f32
      %next = arith.addf %acc, %p : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<N x f32>
}

// CHECK-LABEL: func.func @positions(
// CHECK: [[TURNED:%.*]] = lift.transpose %arg1 permutation [1, 0]
// CHECK: lift.map ([[COLUMN:%.*]] = [[TURNED]], [[NUMBER:%.*]] = %arg2,
// CHECK: lift.reduce
// CHECK: lift.at in_bounds [[COLUMN]]
// CHECK: arith.mulf {{.*}} [[NUMBER]]
// CHECK: lift.at in_bounds %arg0
func.func @positions(%z: !lift.array<N x N x f32>, %x: !lift.array<M x N x f32>, %s: !lift.array<N x f32>, %k: !lift.array<M x i32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %last = arith.constant 0 : i32
  %r = lift.generate (%i < N) {
    %sum = lift.reduce associative commutative (%j = %k : !lift.array<M x i32>) init (%acc = %zero : f32) {
      %c = arith.minsi %j, %last : i32
      %d = arith.maxsi %c, %last : i32
      %p = arith.index_cast %d : i32 to index
      %e = lift.at in_bounds %x[%p, %i] : !lift.array<M x N x f32>
      %f = lift.at %s[%i] : !lift.array<N x f32>
      %ef = arith.mulf %e, %f : f32
      %next = arith.addf %acc, %ef : f32
      lift.yield %next : f32
    }
    %d = lift.at %z[%i, %i] : !lift.array<N x N x f32>
    %t = arith.addf %sum, %d : f32
    lift.yield %t : f32
  }
  return %r : !lift.array<N x f32>
}

// Not where places are computed from an index, of which more is known than of a
// number.
// CHECK-LABEL: func.func @windows(
// CHECK: lift.generate
// CHECK: lift.gather %arg3
// CHECK: lift.at %arg1[
func.func @windows(%y: !lift.array<N x f32>, %x: !lift.array<(N + 1) x f32>, %w: !lift.array<M x f32>, %z: !lift.array<(N + M) x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %r = lift.generate (%i < N) {
    %g = lift.gather %z : !lift.array<(N + M) x f32> by (%j < M) {
      %k = arith.addi %i, %j : index
      lift.yield %k : index
    }
    %sum = lift.reduce associative commutative (%e = %g, %f = %w : !lift.array<M x f32>, !lift.array<M x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %e, %f : f32
      %next = arith.addf %acc, %p : f32
      lift.yield %next : f32
    }
    %after = arith.addi %i, %one : index
    %a = lift.at %x[%after] : !lift.array<(N + 1) x f32>
    %b = lift.at %y[%i] : !lift.array<N x f32>
    %ab = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %ab : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}
