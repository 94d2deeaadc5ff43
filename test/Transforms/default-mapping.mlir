// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-default-mapping))' | FileCheck %s

// CHECK-LABEL: func @one
func.func @one(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK: lift.map glb(0)
  %r = lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  return %r : !lift.array<N x f32>
}

// Up to three, the innermost of them glb(0); the fourth runs in order.
// CHECK-LABEL: func @four
func.func @four(%x: !lift.array<A x B x C x D x f32>) -> !lift.array<A x B x C x D x f32> {
  // CHECK: lift.map glb(2)
  // CHECK: lift.map glb(1)
  // CHECK: lift.map glb(0)
  // CHECK: lift.map (
  %r = lift.map (%a = %x : !lift.array<A x B x C x D x f32>) {
    %s = lift.map (%b = %a : !lift.array<B x C x D x f32>) {
      %t = lift.map (%c = %b : !lift.array<C x D x f32>) {
        %u = lift.map (%d = %c : !lift.array<D x f32>) { lift.yield %d : f32 }
        lift.yield %u : !lift.array<D x f32>
      }
      lift.yield %t : !lift.array<C x D x f32>
    }
    lift.yield %s : !lift.array<B x C x D x f32>
  }
  return %r : !lift.array<A x B x C x D x f32>
}

// Constants and views between two maps do no harm.
// CHECK-LABEL: func @through_views
func.func @through_views(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.map glb(1)
  // CHECK: lift.map glb(0)
  %r = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %one = arith.constant 1.0 : f32
    %s = lift.split %row by 2 : !lift.array<M x f32>
    %m = lift.map (%p = %s : !lift.array<(M / 2) x 2 x f32>) {
      lift.yield %p : !lift.array<2 x f32>
    }
    %j = lift.join %m : !lift.array<(M / 2) x 2 x f32>
    lift.yield %j : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// The reduction would be repeated by every work-item of the inner map.
// CHECK-LABEL: func @negative_imperfect
func.func @negative_imperfect(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  // CHECK: lift.map glb(0)
  // CHECK: lift.map (
  %r = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %sum = lift.reduce (%e = %row : !lift.array<M x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    %m = lift.map (%e = %row : !lift.array<M x f32>) {
      %q = arith.divf %e, %sum : f32
      lift.yield %q : f32
    }
    lift.yield %m : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// A choice anywhere leaves the function as it is.
// CHECK-LABEL: func @negative_chosen
func.func @negative_chosen(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.map (
  // CHECK: lift.map seq
  %r = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %m = lift.map seq (%e = %row : !lift.array<M x f32>) { lift.yield %e : f32 }
    lift.yield %m : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// Nobody stores %m: it is computed where it is read.
// CHECK-LABEL: func @negative_not_stored
func.func @negative_not_stored(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  // CHECK: lift.map (
  %m = lift.map (%e = %x : !lift.array<N x f32>) {
    %q = arith.mulf %e, %e : f32
    lift.yield %q : f32
  }
  %sum = lift.reduce (%e = %m : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %t = arith.addf %acc, %e : f32
    lift.yield %t : f32
  }
  return %sum : f32
}

// Read twice, and therefore in memory.
// CHECK-LABEL: func @read_twice
func.func @read_twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK: lift.map glb(0)
  %m = lift.map (%e = %x : !lift.array<N x f32>) {
    %q = arith.mulf %e, %e : f32
    lift.yield %q : f32
  }
  %t = lift.reverse %m : !lift.array<N x f32>
  // CHECK: lift.map glb(0)
  %r = lift.map (%a = %m, %b = %t : !lift.array<N x f32>, !lift.array<N x f32>) {
    %s = arith.addf %a, %b : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}
