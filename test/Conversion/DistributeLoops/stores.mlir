// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-distribute-loops))' %s | FileCheck %s

// Nothing tells work-items apart: the first of all does everything.
// CHECK-LABEL: func.func @sum
// CHECK:       %[[L:.*]] = loop.id local(0)
// CHECK:       %[[W:.*]] = loop.id group(0)
// CHECK:       loop.if 0 <= %[[L]] < 1 and 0 <= %[[W]] < 1 {
// CHECK:         %[[S:.*]] = loop.for
// CHECK:         loop.store %[[S]]
func.func @sum(%x: !lift.array<N x f32>) -> f32 {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : f32) local_size [16] global_size [32] {
    %zero = arith.constant 0.0 : f32
    %s = loop.for %k below N carry(%a = %zero : f32) {
      %e = loop.load %in[%k] : !loop.buffer<N x f32, global>
      %b = arith.addf %a, %e : f32
      loop.yield %b : f32
    }
    loop.store %s, %out[] : f32, !loop.buffer<f32, global>
  }
  return %r : f32
}

// With one work-item there is no branch.
// CHECK-LABEL: func.func @one
// CHECK-NOT:   loop.if
// CHECK:       return
func.func @one(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [1] global_size [1] {
    loop.for %k below N map(@m0) {
      %e = loop.load %in[%k] : !loop.buffer<N x f32, global>
      loop.store %e, %out[%k] : f32, !loop.buffer<N x f32, global>
    }
  }
  return %r : !lift.array<N x f32>
}

// A loop that tells them apart in one dimension: the branch is inside, around
// the loop that stores. Who does not store does not read.
// CHECK-LABEL: func.func @rows
// CHECK:       %[[G:.*]] = loop.id global(0)
// CHECK-NOT:   loop.if
// CHECK:       loop.if 0 <= %{{.*}} < 1 {
// CHECK-NEXT:    loop.for
// CHECK-NEXT:      loop.load
func.func @rows(%x: !lift.array<8 x N x f32>) -> !lift.array<8 x N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<8 x N x f32>) -> (%out : !lift.array<8 x N x f32>) local_size [4, 4] global_size [8, 4] {
    loop.for %i below 8 map(@m0, glb(0)) {
      loop.for %k below N map(@m1) {
        %e = loop.load %in[%i, %k] : !loop.buffer<8 x N x f32, global>
        loop.store %e, %out[%i, %k] : f32, !loop.buffer<8 x N x f32, global>
      }
    }
  }
  return %r : !lift.array<8 x N x f32>
}

// For local memory it is the first work-item of each group; for global memory,
// that of the first group. What both need is computed before.
// CHECK-LABEL: func.func @spaces
// CHECK:       %[[L:.*]] = loop.id local(0)
// CHECK:       %[[W:.*]] = loop.id group(0)
// CHECK:       %[[T:.*]] = loop.alloc
// CHECK:       %[[E:.*]] = loop.load
// CHECK:       loop.if 0 <= %[[L]] < 1 {
// CHECK-NEXT:    loop.store %[[E]], %[[T]][]
// CHECK-NEXT:  }
// CHECK-NEXT:  loop.if 0 <= %[[L]] < 1 and 0 <= %[[W]] < 1 {
// CHECK-NEXT:    loop.store %[[E]], %{{.*}}[0]
func.func @spaces(%x: !lift.array<1 x f32>) -> !lift.array<1 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<1 x f32>) -> (%out : !lift.array<1 x f32>) local_size [4] global_size [8] {
    %t = loop.alloc : !loop.buffer<f32, local>
    %e = loop.load %in[0] : !loop.buffer<1 x f32, global>
    loop.store %e, %t[] : f32, !loop.buffer<f32, local>
    loop.store %e, %out[0] : f32, !loop.buffer<1 x f32, global>
  }
  return %r : !lift.array<1 x f32>
}

// Scalars that others use are computed by all; stores are guarded where they
// stand. So is what is written to private memory.
// CHECK-LABEL: func.func @used
// CHECK:       %[[L:.*]] = loop.id local(0)
// CHECK:       %[[P:.*]] = loop.alloc : !loop.buffer<1 x f32, private>
// CHECK:       %[[S:.*]] = loop.for
// CHECK:         loop.load
// CHECK:         loop.if 0 <= %[[L]] < 1 {
// CHECK-NEXT:      loop.store %{{.*}}, %[[T:.*]][
// CHECK-NEXT:    }
// CHECK:         loop.yield
// CHECK:       loop.store %[[S]], %[[P]][0]
// CHECK:       loop.if 0 <= %[[L]] < 1 {
// CHECK-NEXT:    loop.load %[[P]][0]
func.func @used(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<4 x f32>) {
  %r:2 = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>, %last : !lift.array<4 x f32>) local_size [4] global_size [4] {
    %zero = arith.constant 0.0 : f32
    %p = loop.alloc : !loop.buffer<1 x f32, private>
    %s = loop.for %k below N carry(%a = %zero : f32) {
      %e = loop.load %in[%k] : !loop.buffer<N x f32, global>
      %b = arith.addf %a, %e : f32
      loop.store %b, %out[%k] : f32, !loop.buffer<N x f32, global>
      loop.yield %b : f32
    }
    loop.store %s, %p[0] : f32, !loop.buffer<1 x f32, private>
    %q = loop.load %p[0] : !loop.buffer<1 x f32, private>
    loop.store %q, %last[0] : f32, !loop.buffer<4 x f32, global>
    loop.for %i below 4 map(@m0, lcl(0)) {
      loop.store %s, %last[%i] : f32, !loop.buffer<4 x f32, global>
    }
  }
  return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<4 x f32>
}

// A private array that nobody else reads goes along.
// CHECK-LABEL: func.func @private
// CHECK:       loop.if 0 <= %{{.*}} < 1 {
// CHECK-NEXT:    loop.alloc
func.func @private(%x: !lift.array<4 x f32>) -> !lift.array<4 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<4 x f32>) -> (%out : !lift.array<4 x f32>) local_size [4] global_size [4] {
    %p = loop.alloc : !loop.buffer<4 x f32, private>
    loop.for %i below 4 map(@m0) {
      %e = loop.load %in[%i] : !loop.buffer<4 x f32, global>
      loop.store %e, %p[%i] : f32, !loop.buffer<4 x f32, private>
    }
    loop.for %i below 4 map(@m1) {
      %e = loop.load %p[3 - %i] : !loop.buffer<4 x f32, private>
      loop.store %e, %out[%i] : f32, !loop.buffer<4 x f32, global>
    }
  }
  return %r : !lift.array<4 x f32>
}

// Around memory that others read there is no branch: they wait for what is
// stored there.
// CHECK-LABEL: func.func @tiles
// CHECK:       %[[L:.*]] = loop.id local(0)
// CHECK:       loop.for %{{.*}} below N
// CHECK-NEXT:    loop.alloc
// CHECK-NEXT:    loop.if 0 <= %[[L]] < 1 {
// CHECK-NEXT:      loop.for
func.func @tiles(%x: !lift.array<N x 4 x f32>) -> !lift.array<N x 4 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x 4 x f32>) -> (%out : !lift.array<N x 4 x f32>) local_size [4] global_size [4] {
    loop.for %k below N map(@m0) {
      %t = loop.alloc : !loop.buffer<4 x f32, local>
      loop.for %i below 4 map(@m1) {
        %e = loop.load %in[%k, %i] : !loop.buffer<N x 4 x f32, global>
        loop.store %e, %t[3 - %i] : f32, !loop.buffer<4 x f32, local>
      }
      loop.for %i below 4 map(@m2, lcl(0)) {
        %e = loop.load %t[%i] : !loop.buffer<4 x f32, local>
        loop.store %e, %out[%k, %i] : f32, !loop.buffer<N x 4 x f32, global>
      }
    }
  }
  return %r : !lift.array<N x 4 x f32>
}

// Shared memory that one work-item alone uses goes along: nobody waits for it.
// CHECK-LABEL: func.func @alone
// CHECK:       %[[L0:.*]] = loop.id local(0)
// CHECK:       %[[L1:.*]] = loop.id local(1)
// CHECK:       loop.for %[[T:.*]] below 2 {
// CHECK-NEXT:    loop.if 0 <= %[[L0]] + 4 * %[[T]] < 7 {
// CHECK-NEXT:      %[[I:.*]] = loop.index within(%[[L0]] + 4 * %[[T]], 0, 6)
// CHECK-NEXT:      loop.if 0 <= %[[L1]] < 1 {
// CHECK-NEXT:        %[[S:.*]] = loop.alloc : !loop.buffer<7 x N x f32, global>
// CHECK:             loop.store %{{.*}}, %[[S]][%[[I]], %{{.*}}]
// CHECK:             loop.load %[[S]][%[[I]], %{{.*}}]
func.func @alone(%x: !lift.array<N x f32>) -> !lift.array<7 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<7 x f32>) local_size [4, 2] global_size [4, 2] {
    %zero = arith.constant 0.0 : f32
    loop.for %i below 7 map(@m0, lcl(0)) {
      %t = loop.alloc : !loop.buffer<N x f32, global>
      loop.for %k below N {
        %e = loop.load %in[%k] : !loop.buffer<N x f32, global>
        loop.store %e, %t[%k] : f32, !loop.buffer<N x f32, global>
      }
      %s = loop.for %k below N carry(%a = %zero : f32) {
        %e = loop.load %t[%k] : !loop.buffer<N x f32, global>
        %b = arith.addf %a, %e : f32
        loop.yield %b : f32
      }
      loop.store %s, %out[%i] : f32, !loop.buffer<7 x f32, global>
    }
  }
  return %r : !lift.array<7 x f32>
}

// What one work-item does alone is left out as a whole behind the end, where
// others are waited for: the slice that it reads is its own.
// CHECK-LABEL: func.func @rest
// CHECK:       %[[L0:.*]] = loop.id local(0)
// CHECK:       %[[L1:.*]] = loop.id local(1)
// CHECK:       loop.for %[[T:.*]] below 2 {
// CHECK-NEXT:    %[[C:.*]] = loop.index clamp(%[[L0]] + 4 * %[[T]], 0, 6)
// CHECK-NEXT:    %[[S:.*]] = loop.alloc : !loop.buffer<7 x N x f32, global>
// CHECK-NEXT:    loop.if 0 <= %[[L0]] + 4 * %[[T]] < 7 and 0 <= %[[L1]] < 1 {
// CHECK-NEXT:      %[[I:.*]] = loop.index within(%[[L0]] + 4 * %[[T]], 0, 6)
// CHECK:           loop.store %{{.*}}, %[[S]][%[[I]], %{{.*}}]
// CHECK:         loop.load %[[S]][%[[C]], %[[L1]]]
// CHECK-NEXT:    loop.if 0 <= %[[L0]] + 4 * %[[T]] < 7 {
// CHECK-NEXT:      loop.store %{{.*}}, %{{.*}}[%[[C]], %[[L1]]]
func.func @rest(%x: !lift.array<N x f32>) -> !lift.array<7 x 2 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<7 x 2 x f32>) local_size [4, 2] global_size [4, 2] {
    loop.for %i below 7 map(@m0, lcl(0)) {
      %t = loop.alloc : !loop.buffer<N x f32, global>
      loop.for %k below N {
        %e = loop.load %in[%k] : !loop.buffer<N x f32, global>
        loop.store %e, %t[%k] : f32, !loop.buffer<N x f32, global>
      }
      loop.for %j below 2 map(@m1, lcl(1)) {
        %e = loop.load %t[%j] : !loop.buffer<N x f32, global>
        loop.store %e, %out[%i, %j] : f32, !loop.buffer<7 x 2 x f32, global>
      }
    }
  }
  return %r : !lift.array<7 x 2 x f32>
}
