// Maps in each other, beside reductions of all their numbers as one row: one map
// of the row, so that a group does all of it. The map around goes through rows that
// several patterns read.

// RUN: split-file %s %t
// RUN: lift-opt %t/fires.mlir --mlir-disable-threading --lift-fuse-producers | FileCheck %t/fires.mlir
// RUN: lift-opt %t/stays.mlir --mlir-disable-threading --lift-fuse-producers | FileCheck %t/stays.mlir

// DEFINE: %{sizes} = C=3,H=5,W=7
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %t/fires.mlir --entry=centred --verify --cache= --target=%{target} --input-kind=integer --rtol=1e-5 --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = C=2,H=64,W=64
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = C=1,H=1,W=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// REDEFINE: %{sizes} = C=3,H=5,W=7
// RUN: %if pocl %{ %{run} %}
// RUN: %if pocl %{ lift-run %t/fires.mlir --entry=volumes --verify --cache= --target=nvidia-h200 --input-kind=integer --size=C=3,D=5,H=4,W=32 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/fires.mlir --entry=volumes --verify --cache= --target=nvidia-h200 --input-kind=integer --size=C=2,D=5,H=7,W=11 | FileCheck %s --check-prefix=OK %}
// OK: verify: {{.*}} OK

//--- fires.mlir
// CHECK-LABEL: func.func @centred
// CHECK: %[[ROWS:.*]] = lift.join %{{.*}} dim 1 : !lift.array<C x H x W x f32>
// CHECK: lift.map (%[[ROW:.*]] = %[[ROWS]], %[[OTHER:.*]] = %{{.*}} : !lift.array<C x (H * W) x f32>, !lift.array<C x H x W x f32>)
// CHECK: lift.reduce associative commutative ({{.*}} = %[[ROW]]
// CHECK: %[[OTHERS:.*]] = lift.join %[[OTHER]]
// CHECK: %[[FLAT:.*]] = lift.map ({{.*}} = %[[ROW]], {{.*}} = %[[OTHERS]] : !lift.array<(H * W) x f32>, !lift.array<(H * W) x f32>)
// CHECK: lift.split %[[FLAT]] by W
func.func @centred(%x: !lift.array<C x H x W x f32>, %y: !lift.array<C x H x W x f32>) -> !lift.array<C x H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%plane = %x, %other = %y : !lift.array<C x H x W x f32>, !lift.array<C x H x W x f32>) {
    %row = lift.join %plane : !lift.array<H x W x f32>
    %s = lift.reduce associative commutative (%e = %row : !lift.array<(H * W) x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    %m = lift.map (%a = %plane, %b = %other : !lift.array<H x W x f32>, !lift.array<H x W x f32>) {
      %n = lift.map (%e = %a, %f = %b : !lift.array<W x f32>, !lift.array<W x f32>) {
        %d = arith.subf %e, %s : f32
        %p = arith.mulf %d, %f : f32
        lift.yield %p : f32
      }
      lift.yield %n : !lift.array<W x f32>
    }
    lift.yield %m : !lift.array<H x W x f32>
  }
  return %r : !lift.array<C x H x W x f32>
}

// CHECK-LABEL: func.func @volumes
// CHECK: %[[PLANES:.*]] = lift.join %{{.*}} dim 1
// CHECK: %[[ROWS:.*]] = lift.join %[[PLANES]] dim 1
// CHECK: lift.map (%[[ROW:.*]] = %[[ROWS]] : !lift.array<C x (D * H * W) x f32>)
// CHECK-NOT: lift.join
func.func @volumes(%x: !lift.array<C x D x H x W x f32>) -> !lift.array<C x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%volume = %x : !lift.array<C x D x H x W x f32>) {
    %planes = lift.join %volume : !lift.array<D x H x W x f32>
    %row = lift.join %planes : !lift.array<(D * H) x W x f32>
    %s = lift.reduce associative commutative (%e = %row : !lift.array<(D * H * W) x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    %t = lift.reduce associative commutative (%e = %row : !lift.array<(D * H * W) x f32>) init (%acc = %zero : f32) {
      %d = arith.subf %e, %s : f32
      %n = arith.maximumf %acc, %d : f32
      lift.yield %n : f32
    }
    lift.yield %t : f32
  }
  return %r : !lift.array<C x f32>
}

//--- stays.mlir
// One pattern reads the row.
// CHECK-LABEL: func.func @once
// CHECK: lift.map
// CHECK: lift.join
func.func @once(%x: !lift.array<C x H x W x f32>) -> !lift.array<C x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%plane = %x : !lift.array<C x H x W x f32>) {
    %row = lift.join %plane : !lift.array<H x W x f32>
    %s = lift.reduce associative commutative (%e = %row : !lift.array<(H * W) x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<C x f32>
}

// Rows of the plane are reduced, not all of it.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: lift.join
// CHECK: return
func.func @rows(%x: !lift.array<C x H x W x f32>) -> !lift.array<C x H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%plane = %x : !lift.array<C x H x W x f32>) {
    %first = lift.at %plane[0] : !lift.array<H x W x f32>
    %s = lift.reduce associative commutative (%e = %first : !lift.array<W x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    %m = lift.map (%a = %plane : !lift.array<H x W x f32>) {
      %n = lift.map (%e = %a : !lift.array<W x f32>) {
        %d = arith.subf %e, %s : f32
        lift.yield %d : f32
      }
      lift.yield %n : !lift.array<W x f32>
    }
    lift.yield %m : !lift.array<H x W x f32>
  }
  return %r : !lift.array<C x H x W x f32>
}

// What the maps compute is of rows, too.
// CHECK-LABEL: func.func @between
// CHECK: lift.join
// CHECK-NOT: lift.join
// CHECK: return
func.func @between(%x: !lift.array<C x H x W x f32>, %bias: !lift.array<H x f32>) -> !lift.array<C x H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%plane = %x : !lift.array<C x H x W x f32>) {
    %row = lift.join %plane : !lift.array<H x W x f32>
    %s = lift.reduce associative commutative (%e = %row : !lift.array<(H * W) x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    %m = lift.map (%a = %plane, %b = %bias : !lift.array<H x W x f32>, !lift.array<H x f32>) {
      %n = lift.map (%e = %a : !lift.array<W x f32>) {
        %d = arith.subf %e, %s : f32
        %p = arith.addf %d, %b : f32
        lift.yield %p : f32
      }
      lift.yield %n : !lift.array<W x f32>
    }
    lift.yield %m : !lift.array<H x W x f32>
  }
  return %r : !lift.array<C x H x W x f32>
}
