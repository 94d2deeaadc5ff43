// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize))' | FileCheck %s

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

// A zip is several operands, a tuple several results.
// CHECK-LABEL: func @tuples(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x f32>, %[[Y:.*]]: !lift.array<N x i32>)
// CHECK-SAME: -> (!lift.array<N x i32>, !lift.array<N x f32>)
func.func @tuples(%x: !lift.array<N x f32>, %y: !lift.array<N x i32>)
    -> !lift.array<N x tuple<i32, f32>> {
  // CHECK-NEXT: %[[R:.*]]:2 = lift.map (%[[A:.*]] = %[[X]], %[[B:.*]] = %[[Y]] :
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[A]]
  // CHECK-NEXT: %[[T:.*]] = arith.addi %[[B]], %[[B]]
  // CHECK-NEXT: lift.yield %[[T]], %[[S]] : i32, f32
  // CHECK: return %[[R]]#0, %[[R]]#1
  %xy = lift.zip %x, %y : !lift.array<N x f32>, !lift.array<N x i32>
  %r = lift.map (%p = %xy : !lift.array<N x tuple<f32, i32>>) {
    %a = lift.get %p[0] : tuple<f32, i32>
    %b = lift.get %p[1] : tuple<f32, i32>
    %s = arith.addf %a, %a : f32
    %d = arith.addi %b, %b : i32
    %t = lift.tuple %d, %s : i32, f32
    lift.yield %t : tuple<i32, f32>
  }
  return %r : !lift.array<N x tuple<i32, f32>>
}

// An array of tuples at the boundary is one argument for each leaf.
// CHECK-LABEL: func @boundary(
// CHECK-SAME: !lift.array<N x f32>, %{{.*}}: !lift.array<N x 3 x i32>, %{{.*}}: !lift.array<N x i8>)
func.func @boundary(%x: !lift.array<N x tuple<f32, tuple<!lift.array<3 x i32>, i8>>>)
    -> !lift.array<N x f32> {
  %r = lift.map (%p = %x : !lift.array<N x tuple<f32, tuple<!lift.array<3 x i32>, i8>>>) {
    %a = lift.get %p[0] : tuple<f32, tuple<!lift.array<3 x i32>, i8>>
    %s = arith.addf %a, %a : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}

// zip then split is split then zip: views work on each leaf.
// CHECK-LABEL: func @views_of_tuples(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x f32>, %[[Y:.*]]: !lift.array<N x i32>)
func.func @views_of_tuples(%x: !lift.array<N x f32>, %y: !lift.array<N x i32>)
    -> !lift.array<(N / 4) x 4 x f32> {
  // CHECK-NEXT: %[[R:.*]]:2 = lift.map (%{{.*}} = %[[X]], %{{.*}} = %[[Y]] :
  // CHECK: lift.split %[[R]]#0 by 4
  // CHECK-NOT: lift.split
  %xy = lift.zip %x, %y : !lift.array<N x f32>, !lift.array<N x i32>
  %m = lift.map (%p = %xy : !lift.array<N x tuple<f32, i32>>) {
    %a = lift.get %p[0] : tuple<f32, i32>
    %b = lift.get %p[1] : tuple<f32, i32>
    %c = arith.addi %b, %b : i32
    %d = arith.addf %a, %a : f32
    %t = lift.tuple %d, %c : f32, i32
    lift.yield %t : tuple<f32, i32>
  }
  %s = lift.split %m by 4 : !lift.array<N x tuple<f32, i32>>
  %u:2 = lift.unzip %s : !lift.array<(N / 4) x 4 x tuple<f32, i32>>
  return %u#0 : !lift.array<(N / 4) x 4 x f32>
}

// Names and other attributes stay with their argument or result.
// CHECK-LABEL: func @attributes(
// CHECK-SAME: !lift.array<N x f32> {lift.name = "x.0"}, %{{.*}}: !lift.array<N x i32> {lift.name = "x.1"}, %{{.*}}: f32 {lift.name = "s"})
// CHECK-SAME: -> (!lift.array<N x f32> {lift.name = "p.0"}, !lift.array<N x f32> {lift.name = "p.1"}, !lift.array<N x i32> {lift.name = "q"})
func.func @attributes(%x: !lift.array<N x tuple<f32, i32>> {lift.name = "x"},
                      %s: f32 {lift.name = "s"})
    -> (!lift.array<N x tuple<f32, f32>> {lift.name = "p"},
        !lift.array<N x i32> {lift.name = "q"}) {
  %p, %q = lift.unzip %x : !lift.array<N x tuple<f32, i32>>
  %z = lift.zip %p, %p : !lift.array<N x f32>, !lift.array<N x f32>
  return %z, %q : !lift.array<N x tuple<f32, f32>>, !lift.array<N x i32>
}

// CHECK-LABEL: func @tuple_accumulator
func.func @tuple_accumulator(%x: !lift.array<N x f32>, %a: f32, %b: f32) -> f32 {
  // CHECK: %[[R:.*]]:2 = lift.reduce (%[[E:.*]] = %{{.*}}) init (%[[S:.*]] = %{{.*}}, %[[T:.*]] = %{{.*}} : f32, f32)
  // CHECK-NEXT: lift.yield %[[T]], %[[E]] : f32, f32
  // CHECK: return %[[R]]#1
  %i = lift.tuple %a, %b : f32, f32
  %r = lift.reduce (%e = %x : !lift.array<N x f32>)
      init (%acc = %i : tuple<f32, f32>) {
    %t = lift.get %acc[1] : tuple<f32, f32>
    %n = lift.tuple %t, %e : f32, f32
    lift.yield %n : tuple<f32, f32>
  }
  %g = lift.get %r[1] : tuple<f32, f32>
  return %g : f32
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @copy
func.func @copy(%x: !lift.array<4 x 8 x f32>) -> !lift.array<4 x f32> {
  // CHECK: %[[C:.*]] = lift.map lcl(1) (%[[ROW:.*]] = %{{.*}} : !lift.array<4 x 8 x f32>) {
  // CHECK-NEXT: %[[D:.*]] = lift.map (%[[E:.*]] = %[[ROW]] : !lift.array<8 x f32>) {
  // CHECK-NEXT: lift.yield %[[E]]
  // CHECK: lift.yield %[[D]]
  // CHECK: lift.materialize %[[C]] in local {buffers = 2 : i64, pad = array<i64: 0, 1>}
  // CHECK-NOT: lift.copy
  %c = lift.copy %x [lcl(1)] in local {pad = array<i64: 0, 1>, buffers = 2}
      : !lift.array<4 x 8 x f32>
  %z = arith.constant 0.0 : f32
  %r = lift.map (%row = %c : !lift.array<4 x 8 x f32>) {
    %s = lift.reduce (%e = %row : !lift.array<8 x f32>) init (%acc = %z : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<4 x f32>
}

//===----------------------------------------------------------------------===//
// Iterates
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @iterate
func.func @iterate(%x: !lift.array<N x f32>) -> !lift.array<(N / 4) x f32> {
  // CHECK-NOT: lift.iterate
  // CHECK: lift.split %{{.*}} by 2 : !lift.array<N x f32>
  // CHECK: lift.split %{{.*}} by 2 : !lift.array<(N / 2) x f32>
  %z = arith.constant 0.0 : f32
  %r = lift.iterate 2 size L (%v = %x : !lift.array<N x f32>) {
    %p = lift.split %v by 2 : !lift.array<L x f32>
    %m = lift.map (%q = %p : !lift.array<(L / 2) x 2 x f32>) {
      %s = lift.reduce (%e = %q : !lift.array<2 x f32>) init (%acc = %z : f32) {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<(L / 2) x f32>
  }
  return %r : !lift.array<(N / 4) x f32>
}

// Not a single step: the argument is copied to the result.
// With a symbolic count all steps have the same size: a reduction.
// CHECK-LABEL: func @iterate_symbolic(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x f32>
func.func @iterate_symbolic(%x: !lift.array<N x f32>, %t: !lift.array<T x f32>)
    -> !lift.array<N x f32> {
  // CHECK: %[[S:.*]] = lift.broadcast %{{.*}} sizes [T] : i1
  // CHECK: %[[R:.*]] = lift.reduce (%{{.*}} = %[[S]] : !lift.array<T x i1>) init (%[[V:.*]] = %[[X]] : !lift.array<N x f32>)
  // CHECK: lift.map (%{{.*}} = %[[V]] : !lift.array<N x f32>)
  // CHECK: return %[[R]]
  %r = lift.iterate T size L (%v = %x : !lift.array<N x f32>) {
    %m = lift.map (%e = %v : !lift.array<L x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<L x f32>
  }
  return %r : !lift.array<N x f32>
}

// Too many to be written out at the top level.
// CHECK-LABEL: func @iterate_many_steps(
// CHECK-NOT: lift.iterate
// CHECK: %[[STEPS:.*]] = lift.broadcast %{{.*}} sizes [1000000]
// CHECK: lift.reduce (%{{.*}} = %[[STEPS]] : {{.*}}) init (%{{.*}} = %{{.*}} : !lift.array<N x f32>)
func.func @iterate_many_steps(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.iterate 1000000 size L (%v = %x : !lift.array<N x f32>) {
    %turned = lift.reverse %v : !lift.array<L x f32>
    lift.yield %turned : !lift.array<L x f32>
  }
  return %r : !lift.array<N x f32>
}

// CHECK-LABEL: func @iterate_zero_steps(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x f32>)
func.func @iterate_zero_steps(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK-NEXT: lift.map (%[[E:.*]] = %[[X]] : !lift.array<N x f32>) {
  // CHECK-NEXT: lift.yield %[[E]]
  %r = lift.iterate 0 size L (%v = %x : !lift.array<N x f32>) {
    %p = lift.take %v size [L - 1] : !lift.array<L x f32>
    lift.yield %p : !lift.array<(L - 1) x f32>
  }
  return %r : !lift.array<N x f32>
}

//===----------------------------------------------------------------------===//
// Maps of views
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @map_of_views(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x M x K x f32>)
func.func @map_of_views(%x: !lift.array<N x M x K x f32>)
    -> !lift.array<N x (K / 2) x 2 x M x f32> {
  // CHECK-NEXT: %[[T:.*]] = lift.transpose %[[X]] permutation [0, 2, 1]
  // CHECK-NEXT: %[[S:.*]] = lift.split %[[T]] by 2 dim 1
  // The result is a view: an identity map stores it.
  // CHECK-NEXT: lift.map (%{{.*}} = %[[S]] :
  %r = lift.map (%m = %x : !lift.array<N x M x K x f32>) {
    %t = lift.transpose %m : !lift.array<M x K x f32>
    %s = lift.split %t by 2 : !lift.array<K x M x f32>
    lift.yield %s : !lift.array<(K / 2) x 2 x M x f32>
  }
  return %r : !lift.array<N x (K / 2) x 2 x M x f32>
}

// From the inside out: map(map(transpose)).
// CHECK-LABEL: func @nested_map_of_views
func.func @nested_map_of_views(%x: !lift.array<A x B x C x D x f32>)
    -> !lift.array<A x B x D x C x f32> {
  // CHECK-NEXT: lift.transpose %{{.*}} permutation [0, 1, 3, 2]
  %r = lift.map (%m = %x : !lift.array<A x B x C x D x f32>) {
    %n = lift.map (%o = %m : !lift.array<B x C x D x f32>) {
      %t = lift.transpose %o : !lift.array<C x D x f32>
      lift.yield %t : !lift.array<D x C x f32>
    }
    lift.yield %n : !lift.array<B x D x C x f32>
  }
  return %r : !lift.array<A x B x D x C x f32>
}

// What is the same for all elements is repeated.
// CHECK-LABEL: func @map_of_interleaved
func.func @map_of_interleaved(%x: !lift.array<N x f32>, %c: f32)
    -> !lift.array<(2 * N) x f32> {
  // CHECK-NEXT: %[[X:.*]] = lift.broadcast %{{.*}} sizes [1] dim 1 : !lift.array<N x f32>
  // CHECK-NEXT: %[[ALL:.*]] = lift.broadcast %{{.*}} sizes [N] : f32
  // CHECK-NEXT: %[[C:.*]] = lift.broadcast %[[ALL]] sizes [1] dim 1
  // CHECK-NEXT: lift.concat %[[X]], %[[C]] dim 1
  %r = lift.map (%e = %x : !lift.array<N x f32>) {
    %one = lift.broadcast %e sizes [1] : f32
    %other = lift.broadcast %c sizes [1] : f32
    %pair = lift.concat %one, %other : !lift.array<1 x f32>, !lift.array<1 x f32>
    lift.yield %pair : !lift.array<2 x f32>
  }
  %s = lift.join %r : !lift.array<N x 2 x f32>
  %t = lift.map (%a = %s : !lift.array<(2 * N) x f32>) {
    %b = arith.negf %a : f32
    lift.yield %b : f32
  }
  return %t : !lift.array<(2 * N) x f32>
}

// A choice of the user stays.
// CHECK-LABEL: func @negative_mapped_map_of_views
func.func @negative_mapped_map_of_views(%x: !lift.array<N x M x K x f32>)
    -> !lift.array<N x K x M x f32> {
  // CHECK: lift.map glb(0)
  // CHECK-NEXT: lift.transpose
  %r = lift.map glb(0) (%m = %x : !lift.array<N x M x K x f32>) {
    %t = lift.transpose %m : !lift.array<M x K x f32>
    lift.yield %t : !lift.array<K x M x f32>
  }
  return %r : !lift.array<N x K x M x f32>
}

// A copy stays a map, behind views too, whether it is mapped or not.
// CHECK-LABEL: func @negative_copies
func.func @negative_copies(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 2 x 4 x f32> {
  // CHECK: lift.kernel {
  // CHECK-NEXT: lift.map (
  // CHECK-NEXT: %[[C:.*]] = lift.map (%[[E:.*]] =
  // CHECK-NEXT: lift.yield %[[E]] : f32
  // CHECK: %[[S:.*]] = lift.split %[[C]] by 4
  // CHECK: lift.materialize %[[S]] in local
  // CHECK: lift.map (
  // CHECK-NEXT: lift.map (%[[F:.*]] =
  // CHECK-NEXT: lift.yield %[[F]] : f32
  %k = lift.kernel {
    %r = lift.map (%row = %x : !lift.array<N x 8 x f32>) {
      %c = lift.map (%e = %row : !lift.array<8 x f32>) { lift.yield %e : f32 }
      %s = lift.split %c by 4 : !lift.array<8 x f32>
      %l = lift.materialize %s in local : !lift.array<2 x 4 x f32>
      %t = lift.reverse %l : !lift.array<2 x 4 x f32>
      %o = lift.map (%half = %t : !lift.array<2 x 4 x f32>) {
        %p = lift.map (%e = %half : !lift.array<4 x f32>) { lift.yield %e : f32 }
        lift.yield %p : !lift.array<4 x f32>
      }
      lift.yield %o : !lift.array<2 x 4 x f32>
    }
    lift.yield %r : !lift.array<N x 2 x 4 x f32>
  }
  return %k : !lift.array<N x 2 x 4 x f32>
}

// One that is read where it is computed is a view.
// CHECK-LABEL: func @identity_that_is_read
func.func @identity_that_is_read(%x: !lift.array<N x f32>) -> f32 {
  // CHECK-NOT: lift.map
  %zero = arith.constant 0.0 : f32
  %m = lift.map (%e = %x : !lift.array<N x f32>) { lift.yield %e : f32 }
  %s = lift.reduce (%e = %m : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %t = arith.addf %acc, %e : f32
    lift.yield %t : f32
  }
  return %s : f32
}

// What the pad adds exists inside the map only.
// CHECK-LABEL: func @negative_map_of_pad
func.func @negative_map_of_pad(%x: !lift.array<N x M x f32>, %v: !lift.array<N x f32>)
    -> !lift.array<N x (M + 1) x f32> {
  // CHECK: lift.map
  // CHECK-NEXT: lift.pad
  %r = lift.map (%m = %x, %b = %v : !lift.array<N x M x f32>, !lift.array<N x f32>) {
    %t = lift.pad %m low [0] high [1] constant(%b : f32) : !lift.array<M x f32>
    lift.yield %t : !lift.array<(M + 1) x f32>
  }
  return %r : !lift.array<N x (M + 1) x f32>
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @argument_returned(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x M x f32>)
func.func @argument_returned(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK-NEXT: %[[R:.*]] = lift.map (%[[ROW:.*]] = %[[X]] : !lift.array<N x M x f32>) {
  // CHECK-NEXT: lift.map (%{{.*}} = %[[ROW]] : !lift.array<M x f32>) {
  // CHECK: return %[[R]]
  return %x : !lift.array<N x M x f32>
}

// Two results are two arrays, even of one value.
// CHECK-LABEL: func @returned_twice
func.func @returned_twice(%x: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  // CHECK: %[[M:.*]] = lift.map (%{{.*}} = %{{.*}} : !lift.array<N x f32>) {
  // CHECK: %[[A:.*]] = lift.map (%{{.*}} = %[[M]] : !lift.array<N x f32>) {
  // CHECK: return %{{.*}}, %{{.*}} :
  %m = lift.map (%a = %x : !lift.array<N x f32>) {
    %s = arith.addf %a, %a : f32
    lift.yield %s : f32
  }
  return %m, %m : !lift.array<N x f32>, !lift.array<N x f32>
}

// A computed value is stored where it is computed, through a view that can be
// written; a scalar needs nothing.
// CHECK-LABEL: func @negative_computed
func.func @negative_computed(%x: !lift.array<N x f32>, %s: f32)
    -> (!lift.array<(N / 2) x 2 x f32>, f32) {
  // CHECK: %[[M:.*]] = lift.map
  // CHECK: %[[S:.*]] = lift.split %[[M]]
  // CHECK-NOT: lift.map
  // CHECK: return %[[S]], %{{.*}}
  %m = lift.map (%a = %x : !lift.array<N x f32>) {
    %t = arith.addf %a, %a : f32
    lift.yield %t : f32
  }
  %r = lift.split %m by 2 : !lift.array<N x f32>
  return %r, %s : !lift.array<(N / 2) x 2 x f32>, f32
}

// So is what a kernel yields, and an element of a map that is stored.
// CHECK-LABEL: func @stored_in_kernel
func.func @stored_in_kernel(%x: !lift.array<N x 8 x f32>) -> (!lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>) {
  // CHECK: lift.kernel {
  // CHECK: %[[L:.*]] = lift.materialize %{{.*}} in local
  // CHECK: %[[C:.*]] = lift.map (%{{.*}} = %[[L]]
  // CHECK: lift.yield %[[C]]
  // CHECK: %[[T:.*]] = lift.reverse %arg0
  // CHECK: %[[R:.*]] = lift.map (%{{.*}} = %[[T]]
  // CHECK: lift.yield %{{.*}}, %[[R]]
  %k:2 = lift.kernel {
    %r = lift.map (%row = %x : !lift.array<N x 8 x f32>) {
      %l = lift.copy %row in local : !lift.array<8 x f32>
      lift.yield %l : !lift.array<8 x f32>
    }
    %t = lift.reverse %x : !lift.array<N x 8 x f32>
    lift.yield %r, %t : !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>
  }
  return %k#0, %k#1 : !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>
}

// Global memory on the way to global memory: one of them is enough, if it is as it
// would be and nobody else reads it.
// CHECK-LABEL: func @stored_in_global
func.func @stored_in_global(%x: !lift.array<N x 8 x f32>)
    -> (!lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>) {
  // CHECK: lift.kernel {
  // CHECK: %[[A:.*]] = lift.map lcl(0)
  // CHECK-NOT: lift.materialize
  // CHECK: %[[S:.*]] = lift.reverse %[[A]]
  // CHECK-NEXT: lift.yield %[[S]]
  // CHECK: lift.materialize %{{.*}} in global {pad
  // CHECK: lift.materialize %{{.*}} in global
  // CHECK: lift.materialize %{{.*}} in local
  %k:3 = lift.kernel {
    %r = lift.map (%row = %x : !lift.array<N x 8 x f32>) {
      %g = lift.copy %row [lcl(0)] in global : !lift.array<8 x f32>
      %v = lift.reverse %g : !lift.array<8 x f32>
      lift.yield %v : !lift.array<8 x f32>
    }
    %s = lift.map (%row = %x : !lift.array<N x 8 x f32>) {
      %g = lift.copy %row in global {pad = array<i64: 1>} : !lift.array<8 x f32>
      lift.yield %g : !lift.array<8 x f32>
    }
    %t = lift.map (%row = %x : !lift.array<N x 8 x f32>) {
      %g = lift.copy %row in global : !lift.array<8 x f32>
      lift.yield %g : !lift.array<8 x f32>
    }
    %l = lift.materialize %t in local : !lift.array<N x 8 x f32>
    %u = lift.reverse %l : !lift.array<N x 8 x f32>
    lift.yield %r, %s, %u : !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>
  }
  return %k#0, %k#1, %k#2 : !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>
}

// A pad leaves a halo that nobody would write.
// CHECK-LABEL: func @padded_result
func.func @padded_result(%x: !lift.array<N x f32>) -> !lift.array<(N + 1) x f32> {
  // CHECK: %[[M:.*]] = lift.map
  // CHECK: %[[P:.*]] = lift.pad %[[M]]
  // CHECK: %[[R:.*]] = lift.map (%{{.*}} = %[[P]] :
  // CHECK: return %[[R]]
  %m = lift.map (%a = %x : !lift.array<N x f32>) {
    %t = arith.addf %a, %a : f32
    lift.yield %t : f32
  }
  %r = lift.pad %m low [0] high [1] clamp : !lift.array<N x f32>
  return %r : !lift.array<(N + 1) x f32>
}

// What is no Lift function is left alone.
// CHECK-LABEL: func @negative_other
func.func @negative_other(%c: i1) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  cf.cond_br %c, ^a, ^b
^a:
  return %one : i32
^b:
  return %two : i32
}

// The components of interleaved tuples are one more dimension of one array.
// CHECK-LABEL: func @interleaved(
// CHECK-SAME: %[[X:.*]]: !lift.array
// CHECK: %[[M:.*]]:2 = lift.map
// CHECK: %[[A:.*]] = lift.split %[[M]]#0 by 1 : !lift.array<N x f32>
// CHECK: %[[B:.*]] = lift.split %[[M]]#1 by 1 : !lift.array<N x f32>
// CHECK: %[[C:.*]] = lift.concat %[[A]], %[[B]] dim 1
// CHECK: %[[S:.*]] = lift.materialize %[[C]] in global {pad = array<i64: 3, 0>} : !lift.array<N x 2 x f32>
// CHECK: %[[P:.*]] = lift.at %[[S]][0] dim 1
// CHECK: %[[Q:.*]] = lift.at %[[S]][1] dim 1
// CHECK: lift.map (%{{.*}} = %[[P]], %{{.*}} = %[[Q]]
func.func @interleaved(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %m = lift.map (%a = %x : !lift.array<N x f32>) {
    %b = arith.mulf %a, %a : f32
    %t = lift.tuple %a, %b : f32, f32
    lift.yield %t : tuple<f32, f32>
  }
  %stored = lift.materialize %m in global {interleaved, pad = array<i64: 3>}
      : !lift.array<N x tuple<f32, f32>>
  %r = lift.map (%t = %stored : !lift.array<N x tuple<f32, f32>>) {
    %a = lift.get %t[0] : tuple<f32, f32>
    %b = lift.get %t[1] : tuple<f32, f32>
    %c = arith.addf %a, %b : f32
    lift.yield %c : f32
  }
  return %r : !lift.array<N x f32>
}

// An index function may use a component of a tuple.
// CHECK-LABEL: func @tuple_in_index_function(
// CHECK-NOT: lift.get
// CHECK: lift.gather in_bounds %{{.*}} : !lift.array<N x f32> by
// CHECK: arith.index_cast %{{.*}} : i32 to index
// CHECK: lift.gather in_bounds %{{.*}} : !lift.array<N x i8> by
// CHECK-NOT: lift.get
// CHECK: return
func.func @tuple_in_index_function(%x: !lift.array<N x tuple<f32, i8>>,
    %k: tuple<i32, f32>) -> !lift.array<N x tuple<f32, i8>> {
  %g = lift.gather in_bounds %x : !lift.array<N x tuple<f32, i8>> by (%i < N) {
    %j = lift.get %k[0] : tuple<i32, f32>
    %e = arith.index_cast %j : i32 to index
    %f = arith.xori %i, %e : index
    lift.yield %f : index
  }
  return %g : !lift.array<N x tuple<f32, i8>>
}

//===----------------------------------------------------------------------===//
// Functions without arrays in their types
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @unused_patterns(
// CHECK-SAME: attributes {lift.on_device}
func.func @unused_patterns(%x: f32) -> f32 {
  %a = lift.broadcast %x sizes [4] : f32
  return %x : f32
}

// CHECK-LABEL: func @host(
// CHECK-NOT: lift.on_device
// CHECK: return
func.func @host(%x: f32) -> f32 {
  return %x : f32
}

//===----------------------------------------------------------------------===//
// Elements that nobody reads
//===----------------------------------------------------------------------===//

// What a map reads no element of is not computed.
// CHECK-LABEL: func @unread_elements(
// CHECK-NOT: lift.reduce
// CHECK-NOT: lift.materialize
// CHECK: %[[Z:.*]] = lift.broadcast %{{.*}} sizes [N] : f32
// CHECK: lift.map vector(4) (%{{.*}} = %[[Z]], %[[A:.*]] = %{{.*}} : !lift.array<N x f32>, !lift.array<N x f32>)
// CHECK-NEXT: lift.yield %[[A]]
// CHECK: return
func.func @unread_elements(%x: !lift.array<N x 4 x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = lift.map (%row = %x : !lift.array<N x 4 x f32>) {
    %s = lift.reduce (%e = %row : !lift.array<4 x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  %kept = lift.materialize %sums in global : !lift.array<N x f32>
  %r = lift.map vector(4) (%a = %kept, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    lift.yield %b : f32
  }
  return %r : !lift.array<N x f32>
}

// An argument of a function stays: it costs nothing.
// CHECK-LABEL: func @unread_argument(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x f32>)
// CHECK: lift.map (%{{.*}} = %[[X]]
func.func @unread_argument(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %one = arith.constant 1.0 : f32
  %r = lift.map (%a = %x : !lift.array<N x f32>) {
    lift.yield %one : f32
  }
  return %r : !lift.array<N x f32>
}

//===----------------------------------------------------------------------===//
// Parts of windows
//===----------------------------------------------------------------------===//

// The first windows, and the last, are windows of a part.
// CHECK-LABEL: func @first_windows(
// CHECK: %[[PART:.*]] = lift.take %{{.*}} size [D + 2 * K - 2]
// CHECK: %[[REST:.*]] = lift.drop %[[PART]] size [2]
// CHECK: lift.slide %[[REST]] size [D] step [2]
func.func @first_windows(%x: !lift.array<N x f32>, %y: !lift.array<K x f32>, %z: !lift.array<D x f32>) -> !lift.array<(K - 1) x D x f32>
    attributes {lift.requires = [#lift.constraint<2 divides (N - D)>]} {
  %windows = lift.slide %x size [D] step [2] : !lift.array<N x f32>
  %first = lift.take %windows size [K] : !lift.array<((N - D) / 2 + 1) x D x f32>
  %last = lift.drop %first size [1] : !lift.array<K x D x f32>
  return %last : !lift.array<(K - 1) x D x f32>
}

// Not the first elements of each window.
// CHECK-LABEL: func @first_taps(
// CHECK: %[[WINDOWS:.*]] = lift.slide
// CHECK: lift.take %[[WINDOWS]] size [2] dims [1]
func.func @first_taps(%x: !lift.array<N x f32>) -> !lift.array<(N - 2) x 2 x f32> {
  %windows = lift.slide %x size [3] step [1] : !lift.array<N x f32>
  %first = lift.take %windows size [2] dims [1] : !lift.array<(N - 2) x 3 x f32>
  return %first : !lift.array<(N - 2) x 2 x f32>
}
