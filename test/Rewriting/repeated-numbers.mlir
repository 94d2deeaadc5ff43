// What the step of a sum over pairs computes of one element alone is computed
// once for each element, before the pairs.

// RUN: lift-opt %s --mlir-disable-threading --lift-fuse-producers | FileCheck %s

// DEFINE: %{entry} = rows
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --atol=1e-4 --rtol=1e-4 --cache= --target=%{target} --size=N=1031,M=517 | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = between
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = both
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = nvidia-h200
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = whole
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = batch
// RUN: %if pocl %{ lift-run %s --entry=batch --verify --atol=1e-4 --rtol=1e-4 --cache= --target=pocl --size=B=3,N=131,M=57 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %s --entry=batch --verify --atol=1e-4 --rtol=1e-4 --cache= --target=nvidia-h200 --size=B=3,N=131,M=57 | FileCheck %s --check-prefix=OK %}
// OK: verify: {{.*}} OK

// CHECK-LABEL: func.func @rows
// CHECK: %[[C:.*]] = lift.map (%{{.*}} = %arg0 : !lift.array<N x f32>)
// CHECK-NEXT: math.cos
// CHECK-NEXT: lift.yield
// CHECK: lift.map (%{{.*}} = %[[C]] : !lift.array<N x f32>)
// CHECK-NEXT: lift.reduce
// CHECK-NOT: math.cos
// CHECK: return
func.func @rows(%x: !lift.array<N x f32>, %y: !lift.array<M x f32>) -> !lift.array<N x f32> {
  %z = arith.constant 0.0 : f32
  %v = lift.map (%a = %x : !lift.array<N x f32>) {
    %s = lift.reduce associative commutative (%b = %y : !lift.array<M x f32>) init (%acc = %z : f32) {
      %c = math.cos %a : f32
      %p = arith.mulf %c, %b : f32
      %e = math.sin %p : f32
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %v : !lift.array<N x f32>
}

// Between the loops: what the epilogue needs alone stays.
// CHECK-LABEL: func.func @between
// CHECK: lift.map (%{{.*}} = %arg0
// CHECK-NEXT: math.cos
// CHECK: lift.map
// CHECK-NEXT: lift.reduce
// CHECK: math.exp
// CHECK: return
func.func @between(%x: !lift.array<N x f32>, %y: !lift.array<M x f32>) -> !lift.array<N x f32> {
  %z = arith.constant 0.0 : f32
  %v = lift.map (%a = %x : !lift.array<N x f32>) {
    %c = math.cos %a : f32
    %s = lift.reduce associative commutative (%b = %y : !lift.array<M x f32>) init (%acc = %z : f32) {
      %p = arith.mulf %c, %b : f32
      %e = math.sin %p : f32
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    %g = math.exp %a : f32
    %q = arith.mulf %s, %g : f32
    lift.yield %q : f32
  }
  return %v : !lift.array<N x f32>
}

// Distances on a sphere: of both arrays, which are read as they are, too.
// CHECK-LABEL: func.func @both
// CHECK: lift.map (%{{.*}} = %arg0
// CHECK-NEXT: math.cos
// CHECK-NEXT: lift.yield
// CHECK: lift.map (%{{.*}} = %arg2
// CHECK-NEXT: math.cos
// CHECK-NEXT: lift.yield
// CHECK: lift.map
// CHECK-NEXT: lift.reduce
// CHECK-NOT: math.cos
// CHECK: return
func.func @both(%lat: !lift.array<N x f32>, %lon: !lift.array<N x f32>, %lat2: !lift.array<M x f32>, %lon2: !lift.array<M x f32>) -> !lift.array<N x f32> {
  %z = arith.constant 0.0 : f32
  %v = lift.map (%a = %lat, %o = %lon : !lift.array<N x f32>, !lift.array<N x f32>) {
    %s = lift.reduce associative commutative (%b = %lat2, %p = %lon2 : !lift.array<M x f32>, !lift.array<M x f32>) init (%acc = %z : f32) {
      %ca = math.cos %a : f32
      %cb = math.cos %b : f32
      %cc = arith.mulf %ca, %cb : f32
      %da = arith.subf %a, %b : f32
      %do = arith.subf %o, %p : f32
      %sa = math.sin %da : f32
      %so = math.sin %do : f32
      %sa2 = arith.mulf %sa, %sa : f32
      %so2 = arith.mulf %so, %so : f32
      %w = arith.mulf %cc, %so2 : f32
      %h = arith.addf %sa2, %w : f32
      %n = arith.addf %acc, %h : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %v : !lift.array<N x f32>
}

// A double integral, which one work-item would add up: sums of rows, and their
// sum.
// CHECK-LABEL: func.func @whole
// CHECK: lift.map (%{{.*}} = %arg0
// CHECK-NEXT: math.cos
// CHECK: %[[SUMS:.*]] = lift.map
// CHECK-NEXT: lift.reduce
// CHECK: lift.reduce {{.*}} = %[[SUMS]]
// CHECK: return
func.func @whole(%x: !lift.array<N x f32>, %y: !lift.array<M x f32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = lift.reduce associative commutative (%a = %x : !lift.array<N x f32>) init (%all = %z : f32) {
    %c = math.cos %a : f32
    %s = lift.reduce associative commutative (%b = %y : !lift.array<M x f32>) init (%acc = %all : f32) {
      %p = arith.mulf %c, %b : f32
      %e = math.sin %p : f32
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : f32
}

// Of an outer and an inner dimension.
// CHECK-LABEL: func.func @batch
// CHECK: lift.map (%{{.*}} = %arg1 : !lift.array<B x M x f32>)
// CHECK-NEXT: lift.map
// CHECK-NEXT: math.cos
// CHECK: lift.map
// CHECK-NEXT: lift.map
// CHECK-NEXT: lift.reduce
// CHECK-NOT: math.cos
// CHECK: return
func.func @batch(%x: !lift.array<B x N x f32>, %y: !lift.array<B x M x f32>) -> !lift.array<B x N x f32> {
  %z = arith.constant 0.0 : f32
  %v = lift.map (%xs = %x, %ys = %y : !lift.array<B x N x f32>, !lift.array<B x M x f32>) {
    %w = lift.map (%a = %xs : !lift.array<N x f32>) {
      %s = lift.reduce associative commutative (%b = %ys : !lift.array<M x f32>) init (%acc = %z : f32) {
        %c = math.cos %b : f32
        %p = arith.mulf %a, %c : f32
        %e = math.sin %p : f32
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      lift.yield %s : f32
    }
    lift.yield %w : !lift.array<N x f32>
  }
  return %v : !lift.array<B x N x f32>
}

// What is no pair waits for memory.
// CHECK-LABEL: func.func @product
// CHECK-NEXT: arith.constant
// CHECK-NEXT: lift.map
// CHECK-NEXT: lift.reduce
// CHECK-NEXT: math.cos
func.func @product(%A: !lift.array<N x M x f32>, %y: !lift.array<M x f32>) -> !lift.array<N x f32> {
  %z = arith.constant 0.0 : f32
  %v = lift.map (%a = %A : !lift.array<N x M x f32>) {
    %s = lift.reduce associative commutative (%x = %a, %b = %y : !lift.array<M x f32>, !lift.array<M x f32>) init (%acc = %z : f32) {
      %c = math.cos %b : f32
      %p = arith.mulf %c, %x : f32
      %n = arith.addf %acc, %p : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %v : !lift.array<N x f32>
}

// Cheap numbers, and those that few elements share.
// CHECK-LABEL: func.func @cheap
// CHECK-NEXT: arith.constant
// CHECK-NEXT: lift.map
// CHECK-NEXT: lift.reduce
func.func @cheap(%x: !lift.array<N x f32>, %y: !lift.array<M x f32>) -> !lift.array<N x f32> {
  %z = arith.constant 0.0 : f32
  %v = lift.map (%a = %x : !lift.array<N x f32>) {
    %s = lift.reduce associative commutative (%b = %y : !lift.array<M x f32>) init (%acc = %z : f32) {
      %c = arith.mulf %a, %a : f32
      %p = arith.mulf %c, %b : f32
      %e = math.sin %p : f32
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %v : !lift.array<N x f32>
}

// CHECK-LABEL: func.func @few
// CHECK-NEXT: arith.constant
// CHECK-NEXT: lift.map
// CHECK-NEXT: lift.reduce
func.func @few(%x: !lift.array<N x f32>, %y: !lift.array<8 x f32>) -> !lift.array<N x f32> {
  %z = arith.constant 0.0 : f32
  %v = lift.map (%a = %x : !lift.array<N x f32>) {
    %s = lift.reduce associative commutative (%b = %y : !lift.array<8 x f32>) init (%acc = %z : f32) {
      %c = math.cos %a : f32
      %p = arith.mulf %c, %b : f32
      %e = math.sin %p : f32
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %v : !lift.array<N x f32>
}

// Floats that may not be reordered.
// CHECK-LABEL: func.func @ordered
// CHECK-NOT: lift.map
// CHECK: return
func.func @ordered(%x: !lift.array<N x f32>, %y: !lift.array<M x f32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = lift.reduce (%a = %x : !lift.array<N x f32>) init (%all = %z : f32) {
    %s = lift.reduce (%b = %y : !lift.array<M x f32>) init (%acc = %all : f32) {
      %p = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %p : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : f32
}
