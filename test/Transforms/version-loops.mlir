// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(lift-version-loops))' | FileCheck %s

// The pixels of a row, some of which are beside the image, in a loop over channels: the
// interior has no test, and the border reads pixels that there are and selects.
// CHECK-LABEL: func.func @window
func.func @window(%x: !lift.array<W x K x f32>) -> !lift.array<(W / 4) x f32> {
  %r = loop.kernel (%in = %x : !lift.array<W x K x f32>) -> (%out : !lift.array<(W / 4) x f32>) local_size [1] global_size [W / 4] attributes {facts = [#lift.constraint<4 divides W>], sentences = [""]} {
    %g = loop.id group(0)
    %zero = arith.constant 0.0 : f32
    // CHECK: %[[G:.*]] = loop.id group(0)
    // CHECK: %[[COPY:.*]] = loop.alloc
    // CHECK: %[[SUM:.*]] = loop.if 0 <= 4 * %[[G]] - 1 < W - 5 -> f32 {
    // CHECK:   %[[A:.*]] = loop.for %[[K:.*]] below K
    // CHECK:     loop.for %[[M:.*]] below 6 unroll(0) {
    // CHECK-NEXT:  %[[V:.*]] = loop.load %{{.*}}[4 * %[[G]] + %[[M]] - 1, %[[K]]]
    // CHECK-NEXT:  loop.store %[[V]], %[[COPY]][%[[M]]]
    // CHECK:   loop.yield %[[A]]
    // CHECK: } else {
    // CHECK:   %[[B:.*]] = loop.for %[[K:.*]] below K
    // CHECK:     %[[C:.*]] = loop.index clamp(4 * %[[G]] - 1, 0, W - 1)
    // CHECK-NEXT: %[[E:.*]] = loop.load %{{.*}}[%[[C]], %[[K]]]
    // CHECK-NEXT: %[[F:.*]] = loop.if 0 <= 4 * %[[G]] + %{{.*}} - 1 < W -> f32 {
    // CHECK-NEXT:   loop.yield %[[E]]
    // CHECK-NEXT: } else {
    // CHECK-NEXT:   loop.yield %{{.*}}
    // CHECK-NEXT: }
    // CHECK-NEXT: loop.store %[[F]], %[[COPY]]
    // CHECK-NOT: clamp
    // CHECK:      loop.index clamp(4 * %[[G]] + 4, 0, W - 1)
    // CHECK:   loop.yield %[[B]]
    %sum = loop.for %k below K carry(%acc = %zero : f32) {
      %copy = loop.alloc : !loop.buffer<6 x f32, private>
      loop.for %m below 6 unroll(0) {
        %v = loop.if 0 <= 4 * %g + %m - 1 < W -> f32 {
          %e = loop.load %in[4 * %g + %m - 1, %k] : !loop.buffer<W x K x f32, global>
          loop.yield %e : f32
        } else {
          loop.yield %zero : f32
        }
        loop.store %v, %copy[%m] : f32, !loop.buffer<6 x f32, private>
      }
      %first = loop.load %copy[0] : !loop.buffer<6 x f32, private>
      %last = loop.load %copy[5] : !loop.buffer<6 x f32, private>
      %a = arith.addf %acc, %first : f32
      %next = arith.addf %a, %last : f32
      loop.yield %next : f32
    }
    // CHECK: loop.store %[[SUM]]
    loop.store %sum, %out[%g] : f32, !loop.buffer<(W / 4) x f32, global>
  }
  return %r : !lift.array<(W / 4) x f32>
}

// -----

// Of a row that is outside as a whole, or an index that is no element where the tests
// hold, as it is not that which is tested, the border reads behind the branch.
// CHECK-LABEL: func.func @other_index
func.func @other_index(%x: !lift.array<N x K x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x K x f32>) -> (%out : !lift.array<N x f32>) local_size [1] global_size [N] {
    %g = loop.id group(0)
    %zero = arith.constant 0.0 : f32
    // CHECK: loop.if 1 <= %{{.*}} < N
    // CHECK: else
    // CHECK-NOT: clamp
    // CHECK: loop.if 1 <= %{{.*}} < N -> f32 {
    // CHECK-NEXT: loop.load
    %sum = loop.for %k below K carry(%acc = %zero : f32) {
      %v = loop.if 1 <= %g < N -> f32 {
        %e = loop.load %in[%g - 1, %k] : !loop.buffer<N x K x f32, global>
        loop.yield %e : f32
      } else {
        loop.yield %zero : f32
      }
      %next = arith.addf %acc, %v : f32
      loop.yield %next : f32
    }
    loop.store %sum, %out[%g] : f32, !loop.buffer<N x f32, global>
  }
  return %r : !lift.array<N x f32>
}

// -----

// Two rows in two dimensions with borders: tests of one index are one condition.
// CHECK-LABEL: func.func @several
func.func @several(%x: !lift.array<H x W x K x f32>) -> !lift.array<H x W x f32> {
  %r = loop.kernel (%in = %x : !lift.array<H x W x K x f32>) -> (%out : !lift.array<H x W x f32>) local_size [1, 1] global_size [W, H] {
    %w = loop.id group(0)
    %h = loop.id group(1)
    %zero = arith.constant 0.0 : f32
    // CHECK: loop.if 0 <= %{{.*}} + %{{.*}} - 1 < H and 0 <= %{{.*}} - 1 < W - 2 -> f32
    // CHECK: loop.for
    // CHECK-NOT: loop.if
    // CHECK: } else {
    %rows = loop.for %y below 3 carry(%all = %zero : f32) {
      %sum = loop.for %k below K carry(%acc = %all : f32) {
        %a = loop.if 0 <= %h + %y - 1 < H and 0 <= %w - 1 < W -> f32 {
          %e = loop.load %in[%h + %y - 1, %w - 1, %k] : !loop.buffer<H x W x K x f32, global>
          loop.yield %e : f32
        } else {
          loop.yield %zero : f32
        }
        %b = loop.if 0 <= %h + %y - 1 < H and 0 <= %w + 1 < W -> f32 {
          %e = loop.load %in[%h + %y - 1, %w + 1, %k] : !loop.buffer<H x W x K x f32, global>
          loop.yield %e : f32
        } else {
          loop.yield %zero : f32
        }
        %s = arith.addf %a, %b : f32
        %next = arith.addf %acc, %s : f32
        loop.yield %next : f32
      }
      loop.yield %sum : f32
    }
    loop.store %rows, %out[%h, %w] : f32, !loop.buffer<H x W x f32, global>
  }
  return %r : !lift.array<H x W x f32>
}

// -----

// Trips of a number that is known, some of which are beyond the end for the last groups:
// the others neither test nor clamp, which all work-items of a group agree on. What a
// group has in local memory is there in both versions.
// CHECK-LABEL: func.func @trips
func.func @trips(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [32] global_size [N * 32] {
    %g = loop.id group(0)
    %l = loop.id local(0)
    %zero = arith.constant 0.0 : f32
    %near = loop.alloc : !loop.buffer<32 x f32, local>
    loop.store %zero, %near[%l] : f32, !loop.buffer<32 x f32, local>
    // CHECK: %[[G:.*]] = loop.id group(0)
    // CHECK: loop.if 0 <= 2048 * %[[G]] < N - 2047 -> f32 {
    // CHECK:   loop.for %{{.*}} below 64 carry{{.*}} unroll(8) {
    // CHECK:     loop.load {{.*}} !loop.buffer<32 x f32, local>
    // CHECK-NEXT: loop.index within(
    // CHECK-NOT: loop.if
    // CHECK: } else {
    // CHECK:   loop.for %{{.*}} below 64 carry{{.*}} unroll(8) {
    // CHECK:     loop.index clamp(
    // CHECK:     loop.if {{.*}} -> i1
    %sum = loop.for %i below 64 carry(%acc = %zero : f32) unroll(8) {
      %n = loop.load %near[%i floordiv 2] : !loop.buffer<32 x f32, local>
      %j = loop.index clamp(2048 * %g + %l + 32 * %i, 0, N - 1)
      %e = loop.load %in[%j] : !loop.buffer<N x f32, global>
      %true = arith.constant true
      %false = arith.constant false
      %is = loop.if 0 <= 2048 * %g + %l + 32 * %i < N -> i1 {
        loop.yield %true : i1
      } else {
        loop.yield %false : i1
      }
      %p = arith.mulf %e, %n : f32
      %s = arith.addf %acc, %p : f32
      %next = arith.select %is, %s, %acc : f32
      loop.yield %next : f32
    }
    loop.store %sum, %out[%g] : f32, !loop.buffer<N x f32, global>
  }
  return %r : !lift.array<N x f32>
}

// -----

// Not a loop that is to be unrolled, one whose number is tested, one with loops in what
// differs from trip to trip, one that stores what
// others in a group see, and one that reads what the kernel writes to global memory.
// CHECK-LABEL: func.func @others
// CHECK-NOT: else
// CHECK: return
func.func @others(%x: !lift.array<N x K x f32>) -> (!lift.array<N x f32>, !lift.array<N x K x f32>) {
  %r:2 = loop.kernel (%in = %x : !lift.array<N x K x f32>) -> (%out : !lift.array<N x f32>, %all : !lift.array<N x K x f32>) local_size [128] global_size [N] {
    %g = loop.id group(0)
    loop.for %k below 3 unroll(0) {
      loop.if 0 <= %g - 1 < N {
        %e = loop.load %in[%g - 1, %k] : !loop.buffer<N x K x f32, global>
        loop.store %e, %out[%g] : f32, !loop.buffer<N x f32, global>
      }
    }
    loop.for %k below K {
      %copy = loop.alloc : !loop.buffer<f32, private>
      loop.if 0 <= %k - 1 < K {
        %e = loop.load %in[%g, %k - 1] : !loop.buffer<N x K x f32, global>
        loop.store %e, %copy[] : f32, !loop.buffer<f32, private>
      }
    }
    loop.for %k below K {
      loop.if 0 <= %g - 1 < N {
        %e = loop.load %in[%g - 1, %k] : !loop.buffer<N x K x f32, global>
        loop.store %e, %all[%g, %k] : f32, !loop.buffer<N x K x f32, global>
      }
    }
    %own = loop.alloc : !loop.buffer<f32, private>
    loop.for %i below 64 unroll(8) {
      loop.if 0 <= 64 * %g + %i < N {
        loop.for %k below K {
          %e = loop.load %in[%g, %k] : !loop.buffer<N x K x f32, global>
          loop.store %e, %own[] : f32, !loop.buffer<f32, private>
        }
      }
    }
    loop.for %k below K {
      %copy = loop.alloc : !loop.buffer<f32, private>
      loop.if 0 <= %g - 1 < N {
        %e = loop.load %all[%g - 1, %k] : !loop.buffer<N x K x f32, global>
        loop.store %e, %copy[] : f32, !loop.buffer<f32, private>
      }
    }
  }
  return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x K x f32>
}

// -----

// A work-item alone in its group may store what others see; and a test of what it has
// read is left.
// CHECK-LABEL: func.func @alone
// CHECK: %[[G:.*]] = loop.id group(0)
// CHECK: loop.if 0 <= 64 * %[[G]] < N - 63 {
// CHECK-NEXT: loop.for
// CHECK-NEXT:   loop.load %{{.*}}[64 * %[[G]] + %{{.*}}]
// CHECK-NOT:    loop.if
// CHECK:        loop.store
// CHECK: } else {
// CHECK:   loop.for
// CHECK:     loop.if 0 <= 64 * %[[G]] + %{{.*}} < N
// CHECK: loop.if 0 <= 64 * %[[G]] < N - 63 {
// CHECK:   loop.if 0 <= %{{.*}} < 256 {
// CHECK: } else {
func.func @alone(%x: !lift.array<N x f32>, %y: !lift.array<N x i32>) -> (!lift.array<N x f32>, !lift.array<256 x i32>) {
  %r:2 = loop.kernel (%in = %x : !lift.array<N x f32>, %bins = %y : !lift.array<N x i32>) -> (%out : !lift.array<N x f32>, %counts : !lift.array<256 x i32>) local_size [1] global_size [N ceildiv 64] {
    %g = loop.id group(0)
    loop.for %i below 64 {
      loop.if 0 <= 64 * %g + %i < N {
        %e = loop.load %in[64 * %g + %i] : !loop.buffer<N x f32, global>
        loop.store %e, %out[64 * %g + %i] : f32, !loop.buffer<N x f32, global>
      }
    }
    loop.for %i below 64 {
      loop.if 0 <= 64 * %g + %i < N {
        %e = loop.load %bins[64 * %g + %i] : !loop.buffer<N x i32, global>
        %b = arith.index_cast %e : i32 to index
        loop.if 0 <= %b < 256 {
          loop.store %e, %counts[%b] : i32, !loop.buffer<256 x i32, global>
        }
      }
    }
  }
  return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<256 x i32>
}

// -----

// The last of four rows alone has the border behind it; where the rows are cut off,
// all may.
// CHECK-LABEL: func.func @last
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
func.func @last(%x: !lift.array<H x f32>) -> !lift.array<H x f32> {
  %r = loop.kernel (%in = %x : !lift.array<H x f32>) -> (%out : !lift.array<H x f32>) local_size [1] global_size [H / 4] attributes {facts = [#lift.constraint<4 divides H>], sentences = [""]} {
    %g = loop.id group(0)
    %zero = arith.constant 0.0 : f32
    // CHECK: loop.for %[[I:.*]] below 4 unroll(0) {
    // CHECK: %[[BELOW:.*]] = loop.if 0 <= %[[I]] < 3 -> f32 {
    // CHECK-NEXT: %[[J:.*]] = loop.index value(4 * %{{.*}} + %[[I]] + 1)
    // CHECK-NEXT: loop.load %{{.*}}[%[[J]]]
    // CHECK: } else {
    // CHECK-NEXT: loop.load
    // CHECK: loop.if 0 <= %[[I]] < 3 -> f32 {
    // CHECK-NEXT: loop.load
    // CHECK: } else {
    // CHECK-NEXT: loop.if
    // CHECK: loop.for
    // CHECK-NOT: loop.if
    loop.for %i below 4 unroll(0) {
      %k = loop.index clamp(4 * %g + %i + 1, 0, H - 1)
      %below = loop.load %in[%k] : !loop.buffer<H x f32, global>
      %tested = loop.if 0 <= 4 * %g + %i + 1 < H -> f32 {
        %e = loop.load %in[4 * %g + %i + 1] : !loop.buffer<H x f32, global>
        loop.yield %e : f32
      } else {
        loop.yield %zero : f32
      }
      %s = arith.addf %below, %tested : f32
      loop.store %s, %out[4 * %g + %i] : f32, !loop.buffer<H x f32, global>
    }
    loop.for %i below 4 unroll(0) {
      %k = loop.index clamp(5 * %g + %i + 1, 0, H - 1)
      %below = loop.load %in[%k] : !loop.buffer<H x f32, global>
      loop.store %below, %out[4 * %g + %i] : f32, !loop.buffer<H x f32, global>
    }
  }
  return %r : !lift.array<H x f32>
}
}
