// What a map in a body computes for one pattern, which reads each number once, is
// computed there, whatever it costs: no array stands between the two.

// RUN: lift-opt %s --mlir-disable-threading --lift-fuse-producers | FileCheck %s
// RUN: lift-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=M=8192,N=65536 print-schedules}))' -o /dev/null 2>/dev/null | FileCheck %s --check-prefix=PLAN

// It is no matter how long the rows are.
// RUN: lift-run %s --entry=nearest --target=nvidia-h200 --forms=opencl-c --size=M=65536,N=65536 --emit-package=%t.package

// DEFINE: %{entry} = powers
// DEFINE: %{sizes} = M=1,N=1
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --cache= --rtol=1e-3 --atol=1e-3 --size=%{sizes}
// DEFINE: %{verify} = %{run} --target=nvidia-h200 2>&1 | FileCheck %s --check-prefix=OK && %{run} --target=pocl 2>&1 | FileCheck %s --check-prefix=OK && %{run} --target=mali-g72 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=7,N=131
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=64,N=4096
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = nearest
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=13,N=1031
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = columns
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = two
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = in_order
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = chain
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = points
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = steps
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = softmax
// RUN: %if pocl %{ %{verify} %}
// OK: verify: {{.*}} OK

// CHECK-LABEL: func.func @powers
// CHECK: lift.map
// CHECK-NEXT: lift.reduce associative commutative
// CHECK-NEXT: math.exp
// CHECK-NEXT: arith.addf
// PLAN-LABEL: module @powers attributes
// PLAN: // reduction of rows
// PLAN-NOT: store_results
func.func @powers(%x: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %d = lift.map (%e = %row : !lift.array<N x f32>) {
      %p = math.exp %e : f32
      lift.yield %p : f32
    }
    %s = lift.reduce associative commutative (%e = %d : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

// CHECK-LABEL: func.func @nearest
// CHECK: lift.map
// CHECK-NEXT: lift.reduce associative commutative
// CHECK-NEXT: arith.subf
// CHECK-NEXT: math.absf
// CHECK-NEXT: arith.minimumf
// PLAN-LABEL: module @nearest attributes
// PLAN: // sums over pairs
func.func @nearest(%x: !lift.array<M x f32>, %y: !lift.array<N x f32>) -> !lift.array<M x f32> {
  %inf = arith.constant 0x7F800000 : f32
  %r = lift.map (%a = %x : !lift.array<M x f32>) {
    %d = lift.map (%b = %y : !lift.array<N x f32>) {
      %p = arith.subf %a, %b : f32
      %q = math.absf %p : f32
      lift.yield %q : f32
    }
    %s = lift.reduce associative commutative (%e = %d : !lift.array<N x f32>) init (%acc = %inf : f32) {
      %n = arith.minimumf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

// CHECK-LABEL: func.func @columns
// CHECK: lift.map
// CHECK-NEXT: lift.reduce associative commutative
// CHECK-NEXT: math.exp
// PLAN-LABEL: module @columns attributes
// PLAN: // reduction of columns
func.func @columns(%x: !lift.array<M x N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %t = lift.transpose %x : !lift.array<M x N x f32>
  %r = lift.map (%row = %t : !lift.array<N x M x f32>) {
    %d = lift.map (%e = %row : !lift.array<M x f32>) {
      %p = math.exp %e : f32
      lift.yield %p : f32
    }
    %s = lift.reduce associative commutative (%e = %d : !lift.array<M x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}

// Several results, which the same pattern reads, of more than two rows.
// CHECK-LABEL: func.func @two
// CHECK: lift.map
// CHECK-NEXT: lift.reduce associative commutative
// CHECK-NEXT: math.sqrt
// CHECK-NEXT: arith.divf
// CHECK-NEXT: arith.mulf
func.func @two(%x: !lift.array<M x N x f32>, %y: !lift.array<M x N x f32>, %w: !lift.array<N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%a = %x, %b = %y : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %d:2 = lift.map (%e = %a, %f = %b, %g = %w : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
      %p = math.sqrt %e : f32
      %q = arith.divf %f, %g : f32
      lift.yield %p, %q : f32, f32
    }
    %s = lift.reduce associative commutative (%e = %d#0, %f = %d#1 : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
      %m = arith.mulf %e, %f : f32
      %n = arith.maximumf %acc, %m : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

// A reduction that keeps its order.
// CHECK-LABEL: func.func @in_order
// CHECK: lift.map
// CHECK-NEXT: lift.reduce (
// CHECK-NEXT: math.exp
func.func @in_order(%x: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %d = lift.map (%e = %row : !lift.array<N x f32>) {
      %p = math.exp %e : f32
      lift.yield %p : f32
    }
    %s = lift.reduce (%e = %d : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

// One after the other.
// CHECK-LABEL: func.func @chain
// CHECK: lift.map
// CHECK-NEXT: %[[SUM:.*]] = lift.reduce
// CHECK: lift.map
// CHECK-NEXT: math.exp
// CHECK-NEXT: math.sqrt
// CHECK-NEXT: arith.divf
// CHECK-NEXT: lift.yield
func.func @chain(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %one = arith.constant 1.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %one : f32) {
      %n = arith.maximumf %acc, %e : f32
      lift.yield %n : f32
    }
    %d = lift.map (%e = %row : !lift.array<N x f32>) {
      %p = math.exp %e : f32
      lift.yield %p : f32
    }
    %o = lift.map (%e = %d : !lift.array<N x f32>) {
      %p = math.sqrt %e : f32
      %q = arith.divf %p, %s : f32
      lift.yield %q : f32
    }
    lift.yield %o : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

// Sums of a few terms.
// CHECK-LABEL: func.func @points
// CHECK: lift.map
// CHECK-NEXT: lift.reduce
// CHECK-NEXT: lift.reduce
// CHECK: arith.minimumf
func.func @points(%x: !lift.array<M x 3 x f32>, %y: !lift.array<N x 3 x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %r = lift.map (%a = %x : !lift.array<M x 3 x f32>) {
    %d = lift.map (%b = %y : !lift.array<N x 3 x f32>) {
      %q = lift.reduce associative commutative (%e = %a, %f = %b : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %u = arith.subf %e, %f : f32
        %v = arith.mulf %u, %u : f32
        %n = arith.addf %acc, %v : f32
        lift.yield %n : f32
      }
      lift.yield %q : f32
    }
    %s = lift.reduce associative commutative (%e = %d : !lift.array<N x f32>) init (%acc = %inf : f32) {
      %n = arith.minimumf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

// Not where a group shares the maps of a step, nor where two patterns read it.
// CHECK-LABEL: func.func @steps
// CHECK: lift.reduce (
// CHECK-NEXT: %[[D:.*]] = lift.map
// CHECK-NEXT: math.sin
// CHECK: lift.reduce associative commutative (%{{.*}} = %[[D]] :
func.func @steps(%x: !lift.array<M x f32>, %y: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce (%a = %x : !lift.array<M x f32>) init (%v = %y : !lift.array<N x f32>) {
    %d = lift.map (%e = %v : !lift.array<N x f32>) {
      %p = math.sin %e : f32
      lift.yield %p : f32
    }
    %s = lift.reduce associative commutative (%e = %d : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.maximumf %acc, %e : f32
      lift.yield %n : f32
    }
    %o = lift.map (%e = %v : !lift.array<N x f32>) {
      %p = arith.mulf %s, %e : f32
      %q = arith.addf %p, %a : f32
      %t = math.sin %q : f32
      lift.yield %t : f32
    }
    lift.yield %o : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// CHECK-LABEL: func.func @softmax
// CHECK: lift.map
// CHECK-NEXT: %[[D:.*]] = lift.map
// CHECK-NEXT: math.exp
// CHECK: lift.reduce associative commutative (%{{.*}} = %[[D]] :
// CHECK: lift.map (%{{.*}} = %[[D]] :
func.func @softmax(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %d = lift.map (%e = %row : !lift.array<N x f32>) {
      %p = math.exp %e : f32
      lift.yield %p : f32
    }
    %s = lift.reduce associative commutative (%e = %d : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    %o = lift.map (%e = %d : !lift.array<N x f32>) {
      %q = arith.divf %e, %s : f32
      lift.yield %q : f32
    }
    lift.yield %o : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}
