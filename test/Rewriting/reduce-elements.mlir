// Reductions of arrays, element by element, are reductions of each element: in
// schedules, and before strategies choose.
// RUN: lift-opt %s --lift-apply-schedule=file=%S/Inputs/reduce-elements.mlir | FileCheck %s

// DEFINE: %{run} = lift-run %s --verify --target=nvidia-h200

// RUN: %{run} --entry=columns --size=K=5,N=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=columns --size=K=1,N=1 | FileCheck %s --check-prefix=OK
// OK: OK
// CHECK-LABEL: func.func @columns
// CHECK: %[[T:.*]] = lift.transpose %{{.*}} permutation [1, 0] : !lift.array<K x N x f32>
// CHECK: lift.map (%{{.*}}, %[[C:.*]] = %[[T]] : !lift.array<N x f32>, !lift.array<N x K x f32>) {
// CHECK-NEXT: lift.reduce associative commutative (%{{.*}} = %[[C]] : !lift.array<K x f32>) init (%{{.*}} : f32) {
func.func @columns(%x: !lift.array<K x N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %z = lift.broadcast %zero sizes [N] : f32
  %r = lift.reduce associative commutative (%e = %x : !lift.array<K x N x f32>) init (%acc = %z : !lift.array<N x f32>) {
    %t = lift.map (%u = %acc, %v = %e : !lift.array<N x f32>, !lift.array<N x f32>) {
      %w = arith.addf %u, %v : f32
      lift.yield %w : f32
    }
    lift.yield %t : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// Two dimensions of accumulators, one after the other: a matrix product by outer
// products becomes one by dot products.
// RUN: %{run} --entry=outer --size=K=5,M=7,N=3 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=outer --size=K=70,M=130,N=65 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} --entry=outer --size=K=9,M=33,N=5 %}
// RUN: lift-run %s --entry=outer --size=K=256,M=512,N=512 --target=nvidia-h200 --forms=opencl-c --cache= --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=TILES < %t.package/kernels.cl
// TILES-COUNT-2: local float tile
// CHECK-LABEL: func.func @outer
// CHECK: lift.map
// CHECK: lift.map
// CHECK-NEXT: lift.reduce associative commutative ({{.*}} : !lift.array<K x f32>, !lift.array<K x f32>) init (%{{.*}} : f32)
// CHECK-NOT: lift.map
// CHECK: return
func.func @outer(%a: !lift.array<K x M x f32>, %b: !lift.array<K x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %z = lift.broadcast %zero sizes [M, N] : f32
  %r = lift.reduce associative commutative (%x = %a, %y = %b : !lift.array<K x M x f32>, !lift.array<K x N x f32>) init (%acc = %z : !lift.array<M x N x f32>) {
    %t = lift.map (%u = %acc, %v = %x : !lift.array<M x N x f32>, !lift.array<M x f32>) {
      %s = lift.map (%c = %u, %d = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
        %p = arith.mulf %v, %d : f32
        %w = arith.addf %c, %p : f32
        lift.yield %w : f32
      }
      lift.yield %s : !lift.array<N x f32>
    }
    lift.yield %t : !lift.array<M x N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

// Accumulators in another order, a number of each step, an array of all steps, an
// element that is also read as a whole.
// RUN: %{run} --entry=mixed --size=K=5,N=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=mixed --size=K=2,N=1 | FileCheck %s --check-prefix=OK
// CHECK-LABEL: func.func @mixed
// CHECK: lift.map
// CHECK: lift.reduce ({{.*}} : !lift.array<K x f32>, !lift.array<K x N x f32>, !lift.array<K x f32>) init (%{{.*}}, %{{.*}} : f32, f32)
func.func @mixed(%a: !lift.array<K x N x f32>, %k: !lift.array<K x f32>, %o: !lift.array<N x f32>, %i: !lift.array<N x f32>, %j: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %two = arith.constant 2.0 : f32
  %r:2 = lift.reduce (%x = %a, %w = %k : !lift.array<K x N x f32>, !lift.array<K x f32>) init (%p = %i, %q = %j : !lift.array<N x f32>, !lift.array<N x f32>) {
    %w2 = arith.mulf %w, %two : f32
    %t:2 = lift.map (%y = %q, %e = %x, %z = %p, %f = %o : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
      %first = lift.at %x[0] : !lift.array<N x f32>
      %m = arith.mulf %e, %w2 : f32
      %n = arith.addf %m, %z : f32
      %l = arith.subf %y, %f : f32
      %g = arith.addf %l, %w : f32
      %h = arith.addf %g, %first : f32
      lift.yield %h, %n : f32, f32
    }
    lift.yield %t#1, %t#0 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x f32>
}

// Steps that use no element are as many as there are elements.
// RUN: %{run} --entry=unused --size=K=5,N=7 | FileCheck %s --check-prefix=OK
// CHECK-LABEL: func.func @unused
// CHECK: lift.map
// CHECK-NEXT: lift.reduce (%{{.*}} = %arg0 : !lift.array<K x N x f32>) init (%{{.*}} : f32)
func.func @unused(%a: !lift.array<K x N x f32>, %i: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.reduce (%x = %a : !lift.array<K x N x f32>) init (%p = %i : !lift.array<N x f32>) {
    %t = lift.map (%y = %p : !lift.array<N x f32>) {
      %g = arith.addf %y, %y : f32
      lift.yield %g : f32
    }
    lift.yield %t : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// Not where an element of the next accumulator depends on others of this one: by a
// view, or as they are.
// RUN: %{run} --entry=negative_shifted --size=K=5,N=7 | FileCheck %s --check-prefix=OK
// CHECK-LABEL: func.func @negative_shifted
// CHECK: lift.reduce {{.*}} init (%{{.*}} : !lift.array<N x f32>)
func.func @negative_shifted(%a: !lift.array<K x N x f32>, %i: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.reduce (%x = %a : !lift.array<K x N x f32>) init (%p = %i : !lift.array<N x f32>) {
    %s = lift.pad %p low [1] high [0] clamp : !lift.array<N x f32>
    %d = lift.take %s size [N] : !lift.array<(N + 1) x f32>
    %t = lift.map (%y = %d, %e = %x : !lift.array<N x f32>, !lift.array<N x f32>) {
      %g = arith.addf %y, %e : f32
      lift.yield %g : f32
    }
    lift.yield %t : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// RUN: %{run} --entry=negative_captured --size=K=5,N=7 | FileCheck %s --check-prefix=OK
// CHECK-LABEL: func.func @negative_captured
// CHECK: lift.reduce {{.*}} init (%{{.*}} : !lift.array<N x f32>)
func.func @negative_captured(%a: !lift.array<K x N x f32>, %i: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.reduce (%x = %a : !lift.array<K x N x f32>) init (%p = %i : !lift.array<N x f32>) {
    %t = lift.map (%y = %p, %e = %x : !lift.array<N x f32>, !lift.array<N x f32>) {
      %f = lift.at %p[0] : !lift.array<N x f32>
      %g = arith.addf %y, %f : f32
      %h = arith.addf %g, %e : f32
      lift.yield %h : f32
    }
    lift.yield %t : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// Nor where the program says how it runs.
// CHECK-LABEL: func.func @negative_mapped
// CHECK: lift.reduce {{.*}} init (%{{.*}} : !lift.array<N x f32>)
// CHECK: lift.map lcl(0)
func.func @negative_mapped(%a: !lift.array<K x N x f32>, %i: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.reduce (%x = %a : !lift.array<K x N x f32>) init (%p = %i : !lift.array<N x f32>) {
    %t = lift.map lcl(0) (%y = %p, %e = %x : !lift.array<N x f32>, !lift.array<N x f32>) {
      %g = arith.addf %y, %e : f32
      lift.yield %g : f32
    }
    lift.yield %t : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// Scans of arrays: all the steps of an element, one after the other; a map as step of
// two accumulators, one of them of planes.
// RUN: %{run} --entry=scans --size=K=5,N=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=scans --size=K=1,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=planes --size=K=5,M=3,N=7 | FileCheck %s --check-prefix=OK
// CHECK-LABEL: func.func @scans
// CHECK: %[[R:.*]] = lift.map (%{{.*}} : !lift.array<N x K x f32>, !lift.array<N x f32>) {
// CHECK-NEXT: lift.scan associative ({{.*}} : !lift.array<K x f32>) init (%{{.*}} : f32) {
// CHECK: lift.transpose %[[R]] permutation [1, 0] : !lift.array<N x K x f32>
func.func @scans(%a: !lift.array<K x N x f32>, %i: !lift.array<N x f32>) -> !lift.array<K x N x f32> {
  %r = lift.scan associative (%x = %a : !lift.array<K x N x f32>) init (%p = %i : !lift.array<N x f32>) {
    %t = lift.map (%e = %x, %y = %p : !lift.array<N x f32>, !lift.array<N x f32>) {
      %g = arith.maximumf %y, %e : f32
      lift.yield %g : f32
    }
    lift.yield %t : !lift.array<N x f32>
  }
  return %r : !lift.array<K x N x f32>
}

// CHECK-LABEL: func.func @planes
// CHECK: lift.map
// CHECK: lift.map
// CHECK-NEXT: lift.scan ({{.*}} : !lift.array<K x i32>) init (%{{.*}}, %{{.*}} : i32, i32) {
// CHECK-NOT: lift.map
// CHECK: return
func.func @planes(%a: !lift.array<K x M x N x i32>, %i: !lift.array<M x N x i32>, %j: !lift.array<M x N x i32>)
    -> (!lift.array<K x M x N x i32>, !lift.array<K x M x N x i32>) {
  %r:2 = lift.scan (%x = %a : !lift.array<K x M x N x i32>) init (%p = %i, %q = %j : !lift.array<M x N x i32>, !lift.array<M x N x i32>) {
    %t:2 = lift.map (%u = %p, %v = %q, %w = %x : !lift.array<M x N x i32>, !lift.array<M x N x i32>, !lift.array<M x N x i32>) {
      %s:2 = lift.map (%b = %u, %c = %v, %d = %w : !lift.array<N x i32>, !lift.array<N x i32>, !lift.array<N x i32>) {
        %e = arith.muli %b, %d : i32
        %f = arith.addi %e, %c : i32
        %g = arith.subi %c, %d : i32
        lift.yield %f, %g : i32, i32
      }
      lift.yield %s#0, %s#1 : !lift.array<N x i32>, !lift.array<N x i32>
    }
    lift.yield %t#0, %t#1 : !lift.array<M x N x i32>, !lift.array<M x N x i32>
  }
  return %r#0, %r#1 : !lift.array<K x M x N x i32>, !lift.array<K x M x N x i32>
}

// Not where a step reads another element of the last one.
// RUN: %{run} --entry=negative_scan --size=K=5,N=7 | FileCheck %s --check-prefix=OK
// CHECK-LABEL: func.func @negative_scan
// CHECK: lift.scan {{.*}} init (%{{.*}} : !lift.array<N x f32>)
func.func @negative_scan(%a: !lift.array<K x N x f32>, %i: !lift.array<N x f32>) -> !lift.array<K x N x f32> {
  %r = lift.scan (%x = %a : !lift.array<K x N x f32>) init (%p = %i : !lift.array<N x f32>) {
    %turned = lift.reverse %p : !lift.array<N x f32>
    %t = lift.map (%y = %turned, %e = %x : !lift.array<N x f32>, !lift.array<N x f32>) {
      %g = arith.addf %y, %e : f32
      lift.yield %g : f32
    }
    lift.yield %t : !lift.array<N x f32>
  }
  return %r : !lift.array<K x N x f32>
}
