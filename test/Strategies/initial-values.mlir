// Arrays that a reduction or a histogram starts from, where it is no strategy's to
// divide: its kernel has one group for all steps, and would store them in the same
// place. What groups compute has a kernel of its own.

// RUN: lift-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=E=33554432,N=4096},lift-infer-spaces))' 2>/dev/null | FileCheck %s

// DEFINE: %{entry} = histogram
// DEFINE: %{sizes} = E=33,N=13
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --cache= --rtol=1e-3 --atol=1e-3 --size=%{sizes}
// DEFINE: %{verify} = %{run} --target=nvidia-h200 2>&1 | FileCheck %s --check-prefix=OK
// DEFINE: %{others} = %{run} --target=pocl 2>&1 | FileCheck %s --check-prefix=OK && %{run} --target=mali-g72 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{verify} && %{others} %}
// REDEFINE: %{sizes} = E=960,N=96
// RUN: %if pocl %{ %{verify} && %{others} %}
// REDEFINE: %{sizes} = E=131,N=8191
// RUN: %if pocl %{ %{verify} && %{others} %}
// REDEFINE: %{sizes} = E=1,N=1
// RUN: %if pocl %{ %{verify} && %{others} %}
// REDEFINE: %{entry} = both
// RUN: %if pocl %{ %{verify} && %{others} %}
// REDEFINE: %{sizes} = E=960,N=96
// RUN: %if pocl %{ %{verify} && %{others} %}
// REDEFINE: %{entry} = parts
// RUN: %if pocl %{ %{verify} && %{others} %}
// REDEFINE: %{entry} = numbers
// RUN: %if pocl %{ %{verify} && %{others} %}
// REDEFINE: %{entry} = steps
// RUN: %if pocl %{ %{verify} && %{others} %}
// REDEFINE: %{sizes} = E=131,N=997
// RUN: %if pocl %{ %{verify} && %{others} %}
// OK: verify: {{.*}} OK

// CHECK-LABEL: func.func @histogram
// CHECK: lift.map wrg(0)
// CHECK: %[[STORED:.*]] = lift.materialize %{{.*}} in global : !lift.array<(N / 128) x 32 x vector<4xf32>>
// CHECK-NEXT: %[[LINES:.*]] = lift.join %[[STORED]]
// CHECK-NEXT: %[[BINS:.*]] = lift.as_scalar %[[LINES]]
// CHECK-NEXT: %{{.*}} = lift.scatter_reduce {{.*}} init (%{{.*}} = %[[BINS]] :
func.func @histogram(%k: !lift.array<E x i32>, %x: !lift.array<E x f32>, %z: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %s = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<E x i32>, !lift.array<E x f32>) init (%a = %z : !lift.array<N x f32>) {
    %n = arith.addf %a, %e : f32
    lift.yield %n : f32
  }
  %t = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<E x i32>, !lift.array<E x f32>) init (%a = %s : !lift.array<N x f32>) {
    %m = arith.mulf %a, %e : f32
    %n = arith.addf %m, %e : f32
    lift.yield %n : f32
  }
  return %t : !lift.array<N x f32>
}

// They are a result, too.
// CHECK-LABEL: func.func @both
// CHECK: lift.materialize %{{.*}} in global
// CHECK: lift.materialize %{{.*}} in global
// CHECK: %[[BINS:.*]] = lift.scatter_reduce
// CHECK: return %{{.*}}, %[[BINS]] :
func.func @both(%k: !lift.array<E x i32>, %x: !lift.array<E x f32>, %z: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %s = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<E x i32>, !lift.array<E x f32>) init (%a = %z : !lift.array<N x f32>) {
    %n = arith.addf %a, %e : f32
    lift.yield %n : f32
  }
  %t = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<E x i32>, !lift.array<E x f32>) init (%a = %s : !lift.array<N x f32>) {
    %m = arith.mulf %a, %e : f32
    %n = arith.addf %m, %e : f32
    lift.yield %n : f32
  }
  return %s, %t : !lift.array<N x f32>, !lift.array<N x f32>
}

// The parts of an array that is put together of which groups compute some.
// CHECK-LABEL: func.func @parts
// CHECK: %[[ROWS:.*]] = lift.materialize %{{.*}} in global : !lift.array<N x f32>
// CHECK-NEXT: %[[ALL:.*]] = lift.concat %{{.*}}, %[[ROWS]] :
// CHECK: lift.scatter_reduce {{.*}} init (%{{.*}} = %[[ALL]] :
// CHECK-NEXT: arith.mulf
func.func @parts(%k: !lift.array<E x i32>, %x: !lift.array<E x f32>, %z: !lift.array<N x f32>, %y: !lift.array<N x E x f32>) -> !lift.array<(N + N) x f32> {
  %zero = arith.constant 0.0 : f32
  %s = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<E x i32>, !lift.array<E x f32>) init (%a = %z : !lift.array<N x f32>) {
    %n = arith.addf %a, %e : f32
    lift.yield %n : f32
  }
  %r = lift.map (%a = %y : !lift.array<N x E x f32>) {
    %n = lift.reduce associative commutative (%e = %a : !lift.array<E x f32>) init (%acc = %zero : f32) {
      %q = arith.addf %acc, %e : f32
      lift.yield %q : f32
    }
    lift.yield %n : f32
  }
  %c = lift.concat %s, %r : !lift.array<N x f32>, !lift.array<N x f32>
  %t = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<E x i32>, !lift.array<E x f32>) init (%a = %c : !lift.array<(N + N) x f32>) {
    %m = arith.mulf %a, %e : f32
    %n = arith.addf %m, %e : f32
    lift.yield %n : f32
  }
  return %t : !lift.array<(N + N) x f32>
}

// The steps of one group are parallel, what they start from is computed by many.
// CHECK-LABEL: func.func @steps
// CHECK: lift.map wrg(0)
// CHECK: %[[ROWS:.*]] = lift.materialize %{{.*}} in global : !lift.array<N x f32>
// CHECK: lift.reduce {{.*}} init (%{{.*}} = %[[ROWS]] :
// CHECK: lift.map lcl(0)
func.func @steps(%y: !lift.array<N x E x f32>, %x: !lift.array<E x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %s = lift.map (%a = %y : !lift.array<N x E x f32>) {
    %n = lift.reduce associative commutative (%e = %a : !lift.array<E x f32>) init (%acc = %zero : f32) {
      %q = arith.addf %acc, %e : f32
      lift.yield %q : f32
    }
    lift.yield %n : f32
  }
  %t = lift.reduce (%e = %x : !lift.array<E x f32>) init (%acc = %s : !lift.array<N x f32>) {
    %first = lift.at in_bounds %acc[%one] : !lift.array<N x f32>
    %r = lift.map (%q = %acc : !lift.array<N x f32>) {
      %m = arith.mulf %q, %first : f32
      %n = arith.addf %m, %e : f32
      lift.yield %n : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %t : !lift.array<N x f32>
}

// What no groups compute needs no kernel.
// CHECK-LABEL: func.func @numbers
// CHECK-NOT: lift.materialize
// CHECK: return
func.func @numbers(%k: !lift.array<E x i32>, %x: !lift.array<E x f32>, %z: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %s = lift.map (%a = %z : !lift.array<N x f32>) {
    %n = math.absf %a : f32
    lift.yield %n : f32
  }
  %t = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<E x i32>, !lift.array<E x f32>) init (%a = %s : !lift.array<N x f32>) {
    %m = arith.mulf %a, %e : f32
    %n = arith.addf %m, %e : f32
    lift.yield %n : f32
  }
  return %t : !lift.array<N x f32>
}
