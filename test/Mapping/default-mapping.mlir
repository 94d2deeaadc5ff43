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

// Maps of one element need no ids: no launch begins at dimension 2.
// CHECK-LABEL: func @one_element
func.func @one_element(%x: !lift.array<N x 1 x M x 1 x f32>) -> !lift.array<N x 1 x M x 1 x f32> {
  // CHECK: lift.map glb(1)
  // CHECK: lift.map (
  // CHECK: lift.map glb(0)
  // CHECK: lift.map (
  %r = lift.map (%a = %x : !lift.array<N x 1 x M x 1 x f32>) {
    %s = lift.map (%b = %a : !lift.array<1 x M x 1 x f32>) {
      %t = lift.map (%c = %b : !lift.array<M x 1 x f32>) {
        %u = lift.map (%d = %c : !lift.array<1 x f32>) { lift.yield %d : f32 }
        lift.yield %u : !lift.array<1 x f32>
      }
      lift.yield %t : !lift.array<M x 1 x f32>
    }
    lift.yield %s : !lift.array<1 x M x 1 x f32>
  }
  return %r : !lift.array<N x 1 x M x 1 x f32>
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

// A map to seq stays so, and nothing inside it is mapped; the one around it is.
// CHECK-LABEL: func @chosen
func.func @chosen(%x: !lift.array<N x M x K x f32>) -> !lift.array<N x M x K x f32> {
  // CHECK: lift.map glb(0)
  // CHECK: lift.map seq
  // CHECK: lift.map (
  %r = lift.map (%row = %x : !lift.array<N x M x K x f32>) {
    %m = lift.map seq (%c = %row : !lift.array<M x K x f32>) {
      %n = lift.map (%e = %c : !lift.array<K x f32>) { lift.yield %e : f32 }
      lift.yield %n : !lift.array<K x f32>
    }
    lift.yield %m : !lift.array<M x K x f32>
  }
  return %r : !lift.array<N x M x K x f32>
}

// CHECK-LABEL: func @negative_parallel_inside
func.func @negative_parallel_inside(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.map (
  // CHECK: lift.map glb(0)
  %r = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %m = lift.map glb(0) (%e = %row : !lift.array<M x f32>) { lift.yield %e : f32 }
    lift.yield %m : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// What somebody has mapped does not keep the rest from being mapped.
// CHECK-LABEL: func @partly
func.func @partly(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  // CHECK: lift.map wrg(1)
  %a = lift.kernel {
    %m = lift.map wrg(1) (%e = %x : !lift.array<N x f32>) { lift.yield %e : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  // CHECK: lift.map glb(0)
  %b = lift.kernel {
    %m = lift.map (%e = %x : !lift.array<N x f32>) { lift.yield %e : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %a, %b : !lift.array<N x f32>, !lift.array<N x f32>
}

// CHECK-LABEL: func @negative_parallel_in_kernel
func.func @negative_parallel_in_kernel(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  // CHECK: lift.map glb(1)
  // CHECK: lift.map (
  %a:2 = lift.kernel {
    %m = lift.map glb(1) (%e = %x : !lift.array<N x f32>) { lift.yield %e : f32 }
    %n = lift.map (%e = %x : !lift.array<N x f32>) { lift.yield %e : f32 }
    lift.yield %m, %n : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %a#0, %a#1 : !lift.array<N x f32>, !lift.array<N x f32>
}

// Local memory belongs to a group, of which work-items that run over global ids
// know nothing.
// CHECK-LABEL: func @negative_local
func.func @negative_local(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  // CHECK-NOT: glb
  %k = lift.kernel {
    %m = lift.map (%row = %x : !lift.array<N x 8 x f32>) {
      %c = lift.map (%e = %row : !lift.array<8 x f32>) { lift.yield %e : f32 }
      %l = lift.materialize %c in local : !lift.array<8 x f32>
      %t = lift.reverse %l : !lift.array<8 x f32>
      %n = lift.map (%e = %t : !lift.array<8 x f32>) { lift.yield %e : f32 }
      lift.yield %n : !lift.array<8 x f32>
    }
    lift.yield %m : !lift.array<N x 8 x f32>
  }
  return %k : !lift.array<N x 8 x f32>
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

// The second dimension of the value in private memory would be divided among
// work-items, of which each reads the others' elements.
// CHECK-LABEL: func @fewer
func.func @fewer(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  // CHECK: lift.kernel
  // CHECK-NEXT: lift.map (
  // CHECK-NEXT: lift.map (
  // CHECK: lift.materialize
  // CHECK: lift.map (
  %k = lift.kernel {
    %a = lift.map (%row = %x : !lift.array<N x 8 x f32>) {
      %c = lift.map (%e = %row : !lift.array<8 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<8 x f32>
    }
    %g = lift.materialize %a in global : !lift.array<N x 8 x f32>
    %t = lift.transpose %g : !lift.array<N x 8 x f32>
    %m = lift.map (%e = %t : !lift.array<8 x N x f32>) {
      %u = lift.map (%f = %e : !lift.array<N x f32>) { lift.yield %f : f32 }
      lift.yield %u : !lift.array<N x f32>
    }
    %r = lift.transpose %m : !lift.array<8 x N x f32>
    lift.yield %r : !lift.array<N x 8 x f32>
  }
  return %k : !lift.array<N x 8 x f32>
}
