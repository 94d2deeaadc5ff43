// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-distribute-loops))' %s | FileCheck %s

// Local memory has a slice for each local id of the loops around, which leaves
// padding as it is; loops over groups give it none.
// CHECK-LABEL: func.func @local
// CHECK:       %[[L:.*]] = loop.id local(1)
// CHECK:       %[[T:.*]] = loop.alloc {pad = array<i64: 0, 1>} : !loop.buffer<4 x 8 x f32, local>
// CHECK:       loop.store %{{.*}}, %[[T]][%[[L]], %{{.*}}]
// CHECK:       loop.load %[[T]][%[[L]], 7 - %{{.*}}]
func.func @local(%x: !lift.array<2 x 4 x 8 x f32>) -> !lift.array<2 x 4 x 8 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<2 x 4 x 8 x f32>) -> (%out : !lift.array<2 x 4 x 8 x f32>) local_size [8, 4] global_size [16, 4] {
    loop.for %g below 2 map(@m0, wrg(0)) {
      loop.for %j below 4 map(@m1, lcl(1)) {
        %t = loop.alloc {pad = array<i64: 1>} : !loop.buffer<8 x f32, local>
        loop.for %i below 8 map(@m2, lcl(0)) {
          %v = loop.load %in[%g, %j, %i] : !loop.buffer<2 x 4 x 8 x f32, global>
          loop.store %v, %t[%i] : f32, !loop.buffer<8 x f32, local>
        }
        loop.for %i below 8 map(@m3, lcl(0)) {
          %v = loop.load %t[7 - %i] : !loop.buffer<8 x f32, local>
          loop.store %v, %out[%g, %j, %i] : f32, !loop.buffer<2 x 4 x 8 x f32, global>
        }
      }
    }
  }
  return %r : !lift.array<2 x 4 x 8 x f32>
}

// Global temporaries have one for each trip of all parallel loops around. Those
// of loops in one work-item share theirs. No other work-item has a part of it, so
// that none waits.
// CHECK-LABEL: func.func @global
// CHECK:       %[[W:.*]] = loop.id group(0)
// CHECK:       loop.for %[[G:.*]] from %[[W]] below N step 2 {
// CHECK:         loop.for %[[T:.*]] below 2 {
// CHECK:           loop.if 0 <= %{{.*}} + 4 * %[[T]] < 5 {
// CHECK:             %[[J:.*]] = loop.index within(%{{.*}}, 0, 4)
// CHECK:             loop.for %[[K:.*]] below 3
// CHECK:               %[[B:.*]] = loop.alloc : !loop.buffer<N x 5 x 8 x f32, global>
// CHECK:               loop.load %[[B]][%[[G]], %[[J]], 7 - %{{.*}}]
func.func @global(%x: !lift.array<N x 5 x 3 x 8 x f32>) -> !lift.array<N x 5 x 3 x 8 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x 5 x 3 x 8 x f32>) -> (%out : !lift.array<N x 5 x 3 x 8 x f32>) local_size [4] global_size [8] {
    loop.for %g below N map(@m0, wrg(0)) {
      loop.for %j below 5 map(@m1, lcl(0)) {
        loop.for %k below 3 map(@m2) {
          %t = loop.alloc : !loop.buffer<8 x f32, global>
          loop.for %i below 8 map(@m3) {
            %v = loop.load %in[%g, %j, %k, %i] : !loop.buffer<N x 5 x 3 x 8 x f32, global>
            loop.store %v, %t[%i] : f32, !loop.buffer<8 x f32, global>
          }
          loop.for %i below 8 map(@m4) {
            %v = loop.load %t[7 - %i] : !loop.buffer<8 x f32, global>
            loop.store %v, %out[%g, %j, %k, %i] : f32, !loop.buffer<N x 5 x 3 x 8 x f32, global>
          }
        }
      }
    }
  }
  return %r : !lift.array<N x 5 x 3 x 8 x f32>
}

// A private array that maps to local ids store is spread over the work-items;
// loops that copy into it go over the share. Local memory of a work-item has a
// slice for each, too.
// CHECK-LABEL: func.func @shares
// CHECK:       %[[L:.*]] = loop.id local(0)
// CHECK:       %[[P:.*]] = loop.alloc : !loop.buffer<2 x 3 x f32, private>
// CHECK:       loop.for %[[T:.*]] below 2 {
// CHECK:         loop.if 0 <= %[[L]] + 4 * %[[T]] < 7 {
// CHECK:           loop.store %{{.*}}, %[[P]][%[[T]], %{{.*}}]
// CHECK:       loop.for %[[T:.*]] below 2 {
// CHECK:         loop.if 0 <= %[[L]] + 4 * %[[T]] < 7 {
// CHECK:           loop.store %{{.*}}, %[[P]][%[[T]], %{{.*}}]
// CHECK:       loop.for %[[T:.*]] below 2 {
// CHECK:         loop.if 0 <= %[[L]] + 4 * %[[T]] < 7 {
// CHECK:           loop.alloc : !loop.buffer<4 x 3 x f32, local>
// CHECK:           loop.load %[[P]][%[[T]], %{{.*}}]
func.func @shares(%x: !lift.array<7 x 3 x f32>) -> !lift.array<7 x 3 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<7 x 3 x f32>) -> (%out : !lift.array<7 x 3 x f32>) local_size [4] global_size [4] {
    %p = loop.alloc : !loop.buffer<7 x 3 x f32, private>
    loop.for %i below 7 {
      loop.for %j below 3 {
        %v = loop.load %in[%i, %j] : !loop.buffer<7 x 3 x f32, global>
        loop.store %v, %p[%i, %j] : f32, !loop.buffer<7 x 3 x f32, private>
      }
    }
    loop.for %k below 5 state(%c, %n = %p : !loop.buffer<7 x 3 x f32, private>) in_place {
      loop.for %i below 7 map(@m0, lcl(0)) {
        %row = loop.view %n[%i, @d0] : !loop.buffer<7 x 3 x f32, private> to !loop.buffer<3 x f32, private>
        loop.for %j below 3 map(@m1) {
          %v = loop.load %c[%i, %j] : !loop.buffer<7 x 3 x f32, private>
          %w = arith.addf %v, %v : f32
          loop.store %w, %row[%j] : f32, !loop.buffer<3 x f32, private>
        }
      }
    }
    loop.for %i below 7 map(@m2, lcl(0)) {
      %t = loop.alloc : !loop.buffer<3 x f32, local>
      loop.for %j below 3 map(@m3) {
        %v = loop.load %p[%i, %j] : !loop.buffer<7 x 3 x f32, private>
        loop.store %v, %t[%j] : f32, !loop.buffer<3 x f32, local>
      }
      loop.for %j below 3 map(@m4) {
        %v = loop.load %t[2 - %j] : !loop.buffer<3 x f32, local>
        loop.store %v, %out[%i, %j] : f32, !loop.buffer<7 x 3 x f32, global>
      }
    }
  }
  return %r : !lift.array<7 x 3 x f32>
}

// Not where one store goes to another element: each work-item has all.
// CHECK-LABEL: func.func @whole
// CHECK:       loop.alloc : !loop.buffer<8 x f32, private>
// CHECK:       loop.store %{{.*}}, %{{.*}}[%[[L:.*]]] : f32, !loop.buffer<8 x f32, private>
func.func @whole(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<8 x f32>) -> (%out : !lift.array<8 x f32>) local_size [8] global_size [8] {
    %p = loop.alloc : !loop.buffer<8 x f32, private>
    loop.for %i below 8 map(@m0, lcl(0)) {
      %v = loop.load %in[%i] : !loop.buffer<8 x f32, global>
      loop.store %v, %p[%i] : f32, !loop.buffer<8 x f32, private>
      loop.store %v, %p[0] : f32, !loop.buffer<8 x f32, private>
    }
    loop.for %i below 8 map(@m1, lcl(0)) {
      %v = loop.load %p[0] : !loop.buffer<8 x f32, private>
      loop.store %v, %out[%i] : f32, !loop.buffer<8 x f32, global>
    }
  }
  return %r : !lift.array<8 x f32>
}

// Where a loop copies to something else, too, all go through it.
// CHECK-LABEL: func.func @two_copies
// CHECK:       loop.alloc : !loop.buffer<8 x f32, private>
// CHECK:       loop.for %[[I:.*]] below 8 {
// CHECK:         loop.store %{{.*}}, %{{.*}}[%[[I]]] : f32, !loop.buffer<8 x f32, private>
func.func @two_copies(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<8 x f32>) -> (%out : !lift.array<8 x f32>) local_size [8] global_size [8] {
    %p = loop.alloc : !loop.buffer<8 x f32, private>
    %q = loop.alloc : !loop.buffer<8 x f32, private>
    loop.for %i below 8 {
      %v = loop.load %in[%i] : !loop.buffer<8 x f32, global>
      loop.store %v, %p[%i] : f32, !loop.buffer<8 x f32, private>
      loop.store %v, %q[7 - %i] : f32, !loop.buffer<8 x f32, private>
    }
    loop.for %i below 8 map(@m0, lcl(0)) {
      %v = loop.load %p[%i] : !loop.buffer<8 x f32, private>
      %w = loop.load %q[%i] : !loop.buffer<8 x f32, private>
      %s = arith.addf %v, %w : f32
      loop.store %s, %p[%i] : f32, !loop.buffer<8 x f32, private>
    }
    loop.for %i below 8 map(@m1, lcl(0)) {
      %v = loop.load %p[%i] : !loop.buffer<8 x f32, private>
      loop.store %v, %out[%i] : f32, !loop.buffer<8 x f32, global>
    }
  }
  return %r : !lift.array<8 x f32>
}
