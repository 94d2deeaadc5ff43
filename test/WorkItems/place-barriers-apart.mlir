// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-place-barriers))' | FileCheck %s

// Accesses that never meet, as one is behind the other.

!local = !loop.buffer<256 x f32, local>
!global = !loop.buffer<65536 x f32, global>

// The whole vectors of a row of eight, and the two elements behind them, where
// no barrier can be.
// CHECK-LABEL: func.func @vectors_and_rest
func.func @vectors_and_rest() {
  loop.kernel local_size [3, 3] global_size [3, 3] {
    %v = arith.constant dense<1.0> : vector<3xf32>
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %row = loop.id local(1)
    // CHECK-NOT: lift.barrier
    // CHECK: return
    loop.if 0 <= %row < 2 {
      loop.if 0 <= %lid < 2 {
        loop.store %v, %tile[8 * %row + 3 * %lid + @lane] : vector<3xf32>, !local
        %f = vector.extract %v[0] : f32 from vector<3xf32>
        loop.store %f, %tile[8 * %row + %lid + 6] : f32, !local
      }
    }
  }
  return
}

// The first of the two is the last of a vector.
// CHECK-LABEL: func.func @vectors_overlap
func.func @vectors_overlap() {
  loop.kernel local_size [2, 2] global_size [2, 2] {
    %v = arith.constant dense<1.0> : vector<3xf32>
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %row = loop.id local(1)
    // CHECK: loop.store
    loop.store %v, %tile[8 * %row + 3 * %lid + @lane] : vector<3xf32>, !local
    // CHECK: lift.barrier local
    // CHECK-NEXT: loop.load
    %f = loop.load %tile[8 * %row + %lid + 5] : !local
  }
  return
}

// Read backwards: those at the start are behind the vectors.
// CHECK-LABEL: func.func @backwards
func.func @backwards() {
  loop.kernel local_size [2] global_size [2] {
    %v = arith.constant dense<1.0> : vector<3xf32>
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    // CHECK: loop.store
    // CHECK-NOT: lift.barrier
    // CHECK: return
    loop.store %v, %tile[5 - 3 * %lid + @lane] : vector<3xf32>, !local
    %f = loop.load %tile[1 - %lid] : !local
  }
  return
}

// Two halves, of which nobody knows how long they are.
// CHECK-LABEL: func.func @halves
func.func @halves(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [16] global_size [16] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    // CHECK: return
    loop.if 0 <= %lid < N {
      loop.store %f, %tmp[%lid] : f32, !global
    }
    %v = loop.load %tmp[%lid + N] : !global
  }
  return
}

// CHECK-LABEL: func.func @more_than_half
func.func @more_than_half(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [16] global_size [16] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    loop.store %f, %tmp[%lid] : f32, !global
    // CHECK: lift.barrier global
    // CHECK-NEXT: loop.load
    %v = loop.load %tmp[%lid + N] : !global
  }
  return
}

// The launch has N work-items along y: each has its own plane of N rows, and
// what it reads in it is in a row below N.
// CHECK-LABEL: func.func @own_plane
func.func @own_plane(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [1, 4] global_size [1, N] attributes {facts = [#lift.constraint<4 divides N>], sentences = [""]} {
    %tmp = loop.alloc : !global
    %gid = loop.id global(1)
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    // CHECK: return
    loop.for %i below N {
      loop.store %f, %tmp[%gid * N + %i] : f32, !global
    }
    %v = loop.load %tmp[%gid * N + %gid] : !global
  }
  return
}

// There may be more work-items than elements in a plane.
// CHECK-LABEL: func.func @other_plane
func.func @other_plane(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [1, 4] global_size [1, 4 * (N ceildiv 4)] {
    %tmp = loop.alloc : !global
    %gid = loop.id global(1)
    %f = arith.constant 1.0 : f32
    loop.for %i below N {
      loop.store %f, %tmp[%gid * N + %i] : f32, !global
    }
    // CHECK: lift.barrier global
    // CHECK-NEXT: loop.load
    %v = loop.load %tmp[%gid * N + %gid] : !global
  }
  return
}

// CHECK-LABEL: func.func @groups
func.func @groups(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [1, 4] global_size [N, 4] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(1)
    %group = loop.id group(0)
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    // CHECK: return
    loop.for %i below N {
      loop.store %f, %tmp[%lid * N + %i] : f32, !global
    }
    %v = loop.load %tmp[%lid * N + %group] : !global
  }
  return
}

// CHECK-LABEL: func.func @any_number_of_groups
func.func @any_number_of_groups(%sizes: !lift.array<N x G x f32>) {
  loop.kernel local_size [1, 4] global_size [G, 4] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(1)
    %group = loop.id group(0)
    %f = arith.constant 1.0 : f32
    loop.for %i below N {
      loop.store %f, %tmp[%lid * N + %i] : f32, !global
    }
    // CHECK: lift.barrier global
    // CHECK-NEXT: loop.load
    %v = loop.load %tmp[%lid * N + %group] : !global
  }
  return
}

// Steps that go backwards: each reads the row behind the one that it stores, where
// no barrier can be; that of the step before stands at its end.
// CHECK-LABEL: func.func @backward_steps
func.func @backward_steps(%sizes: !lift.array<T x N x f32>) {
  loop.kernel local_size [16] global_size [16] {
    %tmp = loop.alloc : !loop.buffer<T x N x f32, global>
    %lid = loop.id local(0)
    // CHECK: loop.for {{.*}} from 1 below T
    loop.for %t from 1 below T {
      // CHECK-NEXT: loop.for {{.*}} below N ceildiv 16
      loop.for %n below N ceildiv 16 {
        // CHECK-NOT: lift.barrier
        // CHECK: loop.store
        loop.if 0 <= %lid + 16 * %n < N {
          %v = loop.load %tmp[T - %t, N - 1 - 16 * %n - %lid] : !loop.buffer<T x N x f32, global>
          loop.store %v, %tmp[T - %t - 1, 16 * %n + %lid] : f32, !loop.buffer<T x N x f32, global>
        }
      }
      // CHECK: lift.barrier global
      // CHECK-NEXT: }
      // CHECK-NEXT: }
    }
  }
  return
}

// The same in columns: what is apart is below the row's length.
// CHECK-LABEL: func.func @steps_in_columns
func.func @steps_in_columns(%sizes: !lift.array<T x N x f32>) {
  loop.kernel local_size [16] global_size [16] {
    %tmp = loop.alloc : !loop.buffer<N x T x f32, global>
    %lid = loop.id local(0)
    // CHECK: loop.for {{.*}} from 1 below T
    loop.for %t from 1 below T {
      loop.for %n below N ceildiv 16 {
        // CHECK-NOT: lift.barrier
        // CHECK: loop.store
        loop.if 0 <= %lid + 16 * %n < N {
          %v = loop.load %tmp[N - 1 - 16 * %n - %lid, %t - 1] : !loop.buffer<N x T x f32, global>
          loop.store %v, %tmp[16 * %n + %lid, %t] : f32, !loop.buffer<N x T x f32, global>
        }
      }
      // CHECK: lift.barrier global
      // CHECK-NEXT: }
      // CHECK-NEXT: }
    }
  }
  return
}
