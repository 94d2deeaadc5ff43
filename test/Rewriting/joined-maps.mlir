// Maps in each other, beside reductions of all their numbers as one row: one map
// of the row, so that a group does all of it.

// RUN: split-file %s %t
// RUN: lift-opt %t/fires.mlir --mlir-disable-threading --lift-fuse-producers | FileCheck %t/fires.mlir
// RUN: lift-opt %t/stays.mlir --mlir-disable-threading --lift-fuse-producers | FileCheck %t/stays.mlir

// DEFINE: %{sizes} = C=3,H=5,W=7
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %t/fires.mlir --verify --cache= --target=%{target} --input-kind=integer --rtol=1e-5 --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = C=2,H=64,W=64
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = C=1,H=1,W=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// REDEFINE: %{sizes} = C=3,H=5,W=7
// RUN: %if pocl %{ %{run} %}
// OK: verify: {{.*}} OK

//--- fires.mlir
// CHECK-LABEL: func.func @centred
// CHECK: lift.map (%[[PLANE:.*]] = %{{.*}}, %[[OTHER:.*]] = %{{.*}} : !lift.array<C x H x W x f32>,
// CHECK: %[[ROW:.*]] = lift.join %[[PLANE]]
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

//--- stays.mlir
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
