// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(lift-reuse-loads))' | FileCheck %s

// Each number is in the next trip the one to the left.
// CHECK-LABEL: func.func @neighbours
func.func @neighbours(%x: !lift.array<65 x f32>) -> !lift.array<64 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<65 x f32>) -> (%out : !lift.array<64 x f32>) local_size [16] global_size [16] {
    %id = loop.id local(0)
    // CHECK: %[[ZERO:.*]] = loop.index value(0)
    // CHECK: %[[FIRST:.*]] = loop.load %{{.*}}[4 * %{{.*}} + %[[ZERO]]]
    // CHECK: loop.for %[[I:.*]] below 4 carry(%[[A:.*]] = %[[FIRST]] : f32) unroll(0) {
    loop.for %i below 4 unroll(0) {
      %a = loop.load %in[4 * %id + %i] : !loop.buffer<65 x f32, global>
      // CHECK-NEXT: %[[B:.*]] = loop.load %{{.*}}[4 * %{{.*}} + %[[I]] + 1]
      %b = loop.load %in[4 * %id + %i + 1] : !loop.buffer<65 x f32, global>
      // CHECK-NEXT: arith.subf %[[B]], %[[A]]
      %d = arith.subf %b, %a : f32
      loop.store %d, %out[4 * %id + %i] : f32, !loop.buffer<64 x f32, global>
      // CHECK: loop.yield %[[B]] : f32
    }
  }
  return %r : !lift.array<64 x f32>
}

// -----

// Rows that are clamped, in groups of 4 that divide their number: three vectors
// become one. What the loop carries already stays.
// CHECK-LABEL: func.func @clamped
func.func @clamped(%x: !lift.array<H x vector<4xf32>>) -> !lift.array<H x vector<4xf32>> {
  %r = loop.kernel (%in = %x : !lift.array<H x vector<4xf32>>) -> (%out : !lift.array<H x vector<4xf32>>) local_size [1] global_size [H / 4] attributes {facts = [#lift.constraint<4 divides H>], sentences = [""]} {
    %g = loop.id group(0)
    %zero = arith.constant dense<0.0> : vector<4xf32>
    // CHECK-COUNT-2: loop.load
    // CHECK: loop.for %{{.*}} below 4 carry(%[[SUM:.*]] = %{{.*}}, %[[HERE:.*]] = %{{.*}}, %[[ABOVE:.*]] = %{{.*}} : vector<4xf32>) unroll(0)
    %last = loop.for %i below 4 carry(%sum = %zero : vector<4xf32>) unroll(0) {
      // CHECK: %[[BELOW:.*]] = loop.load
      // CHECK-NOT: loop.load
      %here = loop.load %in[4 * %g + %i] : !loop.buffer<H x vector<4xf32>, global>
      %j = loop.index clamp(4 * %g + %i - 1, 0, H - 1)
      %above = loop.load %in[%j] : !loop.buffer<H x vector<4xf32>, global>
      %k = loop.index clamp(4 * %g + %i + 1, 0, H - 1)
      %below = loop.load %in[%k] : !loop.buffer<H x vector<4xf32>, global>
      %a = arith.addf %above, %below : vector<4xf32>
      %b = arith.addf %a, %here : vector<4xf32>
      %next = arith.addf %sum, %b : vector<4xf32>
      loop.store %next, %out[4 * %g + %i] : vector<4xf32>, !loop.buffer<H x vector<4xf32>, global>
      // CHECK: loop.yield %{{.*}}, %[[BELOW]], %[[HERE]] : vector<4xf32>, vector<4xf32>, vector<4xf32>
      loop.yield %next : vector<4xf32>
    }
  }
  return %r : !lift.array<H x vector<4xf32>>
}

// -----

// What is outside is a constant: in all trips but the first there is a row above.
// CHECK-LABEL: func.func @guarded
func.func @guarded(%x: !lift.array<H x f32>) -> !lift.array<H x f32> {
  %r = loop.kernel (%in = %x : !lift.array<H x f32>) -> (%out : !lift.array<H x f32>) local_size [1] global_size [H / 4] attributes {facts = [#lift.constraint<4 divides H>], sentences = [""]} {
    %g = loop.id group(0)
    %zero = arith.constant 0.0 : f32
    // CHECK: %[[FIRST:.*]] = loop.if
    // CHECK: loop.for %{{.*}} below 4 carry(%[[ABOVE:.*]] = %[[FIRST]] : f32) unroll(0)
    loop.for %i below 4 unroll(0) {
      // CHECK-NOT: loop.if
      %above = loop.if 0 <= 4 * %g + %i - 1 < H -> f32 {
        %e = loop.load %in[4 * %g + %i - 1] : !loop.buffer<H x f32, global>
        loop.yield %e : f32
      } else {
        loop.yield %zero : f32
      }
      %here = loop.load %in[4 * %g + %i] : !loop.buffer<H x f32, global>
      %d = arith.subf %here, %above : f32
      loop.store %d, %out[4 * %g + %i] : f32, !loop.buffer<H x f32, global>
    }
  }
  return %r : !lift.array<H x f32>
}

// -----

// Numbers that are lanes of a vector, which is loaded first.
// CHECK-LABEL: func.func @lanes
func.func @lanes(%x: !lift.array<64 x f32>) -> !lift.array<64 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<64 x f32>) -> (%out : !lift.array<64 x f32>) local_size [16] global_size [16] {
    %id = loop.id local(0)
    // CHECK: %[[V:.*]] = loop.load {{.*}} to vector<4xf32>
    // CHECK-NEXT: %[[B:.*]] = vector.extract %[[V]][1]
    // CHECK-NEXT: %[[J:.*]] = loop.index
    // CHECK-NEXT: %[[E:.*]] = loop.load %{{.*}}[%[[J]]]
    // CHECK-NEXT: vector.from_elements %[[B]], %[[B]], %[[E]], %[[B]]
    %b = loop.load %in[4 * %id + 1] : !loop.buffer<64 x f32, global>
    %j = loop.index clamp(4 * %id + 4, 0, 63)
    %e = loop.load %in[%j] : !loop.buffer<64 x f32, global>
    %w = vector.from_elements %b, %b, %e, %b : vector<4xf32>
    %v = loop.load %in[4 * %id + @lane] : !loop.buffer<64 x f32, global> to vector<4xf32>
    %s = arith.addf %v, %w : vector<4xf32>
    loop.store %s, %out[4 * %id + @lane] : vector<4xf32>, !loop.buffer<64 x f32, global>
  }
  return %r : !lift.array<64 x f32>
}

// -----

// Not where the number of trips is no constant, where a loop is not to be
// unrolled, where there is one trip, and where the groups of rows are cut off: the
// last row stands for those behind it.
// CHECK-LABEL: func.func @others
// CHECK-NOT: carry
func.func @others(%x: !lift.array<H x f32>) -> !lift.array<H x f32> {
  %r = loop.kernel (%in = %x : !lift.array<H x f32>) -> (%out : !lift.array<H x f32>) local_size [1] global_size [1] {
    %g = loop.id group(0)
    loop.for %i below H unroll(4) {
      %j = loop.index clamp(%i - 1, 0, H - 1)
      %a = loop.load %in[%i] : !loop.buffer<H x f32, global>
      %b = loop.load %in[%j] : !loop.buffer<H x f32, global>
      %d = arith.subf %b, %a : f32
      loop.store %d, %out[%i] : f32, !loop.buffer<H x f32, global>
    }
    loop.for %i below 4 {
      %a = loop.load %in[%i] : !loop.buffer<H x f32, global>
      %b = loop.load %in[%i + 1] : !loop.buffer<H x f32, global>
      %d = arith.subf %b, %a : f32
      loop.store %d, %out[%i] : f32, !loop.buffer<H x f32, global>
    }
    loop.for %i below 1 unroll(0) {
      %a = loop.load %in[%i] : !loop.buffer<H x f32, global>
      %b = loop.load %in[%i + 1] : !loop.buffer<H x f32, global>
      %d = arith.subf %b, %a : f32
      loop.store %d, %out[%i] : f32, !loop.buffer<H x f32, global>
    }
    loop.for %i below 4 unroll(0) {
      %here = loop.index clamp(4 * %g + %i, 0, H - 1)
      %above = loop.index clamp(%here - 1, 0, H - 1)
      %a = loop.load %in[%here] : !loop.buffer<H x f32, global>
      %b = loop.load %in[%above] : !loop.buffer<H x f32, global>
      %d = arith.subf %b, %a : f32
      loop.store %d, %out[4 * %g + %i] : f32, !loop.buffer<H x f32, global>
    }
  }
  return %r : !lift.array<H x f32>
}

// -----

// What the kernel stores may be another when the next trip reads it.
// CHECK-LABEL: func.func @stored
// CHECK-NOT: carry
// CHECK-NOT: vector.extract
func.func @stored(%x: !lift.array<64 x f32>) -> !lift.array<64 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<64 x f32>) -> (%out : !lift.array<64 x f32>) local_size [1] global_size [1] {
    %t = loop.alloc : !loop.buffer<64 x f32, global>
    loop.for %i below 4 unroll(0) {
      %a = loop.load %t[%i] : !loop.buffer<64 x f32, global>
      %b = loop.load %t[%i + 1] : !loop.buffer<64 x f32, global>
      %d = arith.subf %b, %a : f32
      loop.store %d, %t[%i + 1] : f32, !loop.buffer<64 x f32, global>
    }
    %v = loop.load %t[@lane] : !loop.buffer<64 x f32, global> to vector<4xf32>
    %s = loop.load %t[1] : !loop.buffer<64 x f32, global>
    loop.store %v, %out[@lane] : vector<4xf32>, !loop.buffer<64 x f32, global>
    loop.store %s, %out[4] : f32, !loop.buffer<64 x f32, global>
  }
  return %r : !lift.array<64 x f32>
}

// -----

// A loop whose trips read the same is unrolled, and numbers that are behind one
// test, as they are parts of vectors, are read as vectors.
// CHECK-LABEL: func.func @window
func.func @window(%x: !lift.array<W x f32>) -> !lift.array<W x f32> {
  %r = loop.kernel (%in = %x : !lift.array<W x f32>) -> (%out : !lift.array<W x f32>) local_size [1] global_size [W / 4] attributes {facts = [#lift.constraint<4 divides W>], sentences = [""]} {
    %g = loop.id group(0)
    %zero = arith.constant 0.0 : f32
    %zeros = arith.constant dense<0.0> : vector<4xf32>
    // CHECK-NOT: loop.for
    // CHECK: loop.if 0 <= 4 * %{{.*}} + %{{.*}} - 4 < W -> vector<4xf32> {
    // CHECK-NEXT: loop.load %{{.*}} to vector<4xf32>
    // CHECK: arith.addf
    // CHECK: loop.load %{{.*}} to vector<4xf32>
    // CHECK-NOT: loop.if
    // CHECK-NOT: loop.load
    // CHECK-COUNT-3: vector.from_elements
    // CHECK-NOT: vector.from_elements
    %sum = loop.for %i below 5 carry(%acc = %zeros : vector<4xf32>) unroll(0) {
      %a = loop.if 0 <= 4 * %g + %i - 4 < W -> f32 {
        %e = loop.load %in[4 * %g + %i - 4] : !loop.buffer<W x f32, global>
        loop.yield %e : f32
      } else {
        loop.yield %zero : f32
      }
      %b = loop.if 0 <= 4 * %g + %i - 3 < W -> f32 {
        %e = loop.load %in[4 * %g + %i - 3] : !loop.buffer<W x f32, global>
        loop.yield %e : f32
      } else {
        loop.yield %zero : f32
      }
      %c = loop.if 0 <= 4 * %g + %i - 2 < W -> f32 {
        %e = loop.load %in[4 * %g + %i - 2] : !loop.buffer<W x f32, global>
        loop.yield %e : f32
      } else {
        loop.yield %zero : f32
      }
      %d = loop.if 0 <= 4 * %g + %i - 1 < W -> f32 {
        %e = loop.load %in[4 * %g + %i - 1] : !loop.buffer<W x f32, global>
        loop.yield %e : f32
      } else {
        loop.yield %zero : f32
      }
      %v = vector.from_elements %a, %b, %c, %d : vector<4xf32>
      %next = arith.addf %acc, %v : vector<4xf32>
      loop.yield %next : vector<4xf32>
    }
    loop.store %sum, %out[4 * %g + @lane] : vector<4xf32>, !loop.buffer<W x f32, global>
  }
  return %r : !lift.array<W x f32>
}

// -----

// Windows reach into a part of the vector beside.
// CHECK-LABEL: func.func @parts
// CHECK:       loop.if 0 <= 8 * %{{.*}} - 4 < W -> vector<4xf32> {
// CHECK-NEXT:    loop.load %{{.*}}[8 * %{{.*}} + @lane - 4] {{.*}} to vector<4xf32>
// CHECK-NOT:   loop.if
// CHECK:       loop.load %{{.*}}[8 * %{{.*}} + @lane] {{.*}} to vector<4xf32>
// CHECK-NOT:   loop.load
func.func @parts(%x: !lift.array<W x f32>) -> !lift.array<W x f32> {
  %r = loop.kernel (%in = %x : !lift.array<W x f32>) -> (%out : !lift.array<W x f32>) local_size [1] global_size [W / 8] attributes {facts = [#lift.constraint<8 divides W>], sentences = [""]} {
    %g = loop.id group(0)
    %zero = arith.constant 0.0 : f32
    %a0 = loop.if 0 <= 8 * %g - 4 < W -> f32 {
      %e = loop.load %in[8 * %g - 4] : !loop.buffer<W x f32, global>
      loop.yield %e : f32
    } else {
      loop.yield %zero : f32
    }
    %a1 = loop.if 0 <= 8 * %g - 3 < W -> f32 {
      %e = loop.load %in[8 * %g - 3] : !loop.buffer<W x f32, global>
      loop.yield %e : f32
    } else {
      loop.yield %zero : f32
    }
    %a2 = loop.if 0 <= 8 * %g - 2 < W -> f32 {
      %e = loop.load %in[8 * %g - 2] : !loop.buffer<W x f32, global>
      loop.yield %e : f32
    } else {
      loop.yield %zero : f32
    }
    %a3 = loop.if 0 <= 8 * %g - 1 < W -> f32 {
      %e = loop.load %in[8 * %g - 1] : !loop.buffer<W x f32, global>
      loop.yield %e : f32
    } else {
      loop.yield %zero : f32
    }
    %b0 = loop.load %in[8 * %g] : !loop.buffer<W x f32, global>
    %b1 = loop.load %in[8 * %g + 1] : !loop.buffer<W x f32, global>
    %b2 = loop.load %in[8 * %g + 2] : !loop.buffer<W x f32, global>
    %b3 = loop.load %in[8 * %g + 3] : !loop.buffer<W x f32, global>
    %v = vector.from_elements %a0, %a1, %a2, %a3, %b0, %b1, %b2, %b3 : vector<8xf32>
    loop.store %v, %out[8 * %g + @lane] : vector<8xf32>, !loop.buffer<W x f32, global>
  }
  return %r : !lift.array<W x f32>
}

// -----

// Not where it does not begin at a part.
// CHECK-LABEL: func.func @no_parts
// CHECK-COUNT-4: loop.if {{.*}} -> f32 {
// CHECK:       loop.load %{{.*}}[8 * %{{.*}} + @lane] {{.*}} to vector<4xf32>
func.func @no_parts(%x: !lift.array<W x f32>) -> !lift.array<W x f32> {
  %r = loop.kernel (%in = %x : !lift.array<W x f32>) -> (%out : !lift.array<W x f32>) local_size [1] global_size [W / 8] attributes {facts = [#lift.constraint<8 divides W>], sentences = [""]} {
    %g = loop.id group(0)
    %zero = arith.constant 0.0 : f32
    %a0 = loop.if 0 <= 8 * %g - 6 < W -> f32 {
      %e = loop.load %in[8 * %g - 6] : !loop.buffer<W x f32, global>
      loop.yield %e : f32
    } else {
      loop.yield %zero : f32
    }
    %a1 = loop.if 0 <= 8 * %g - 5 < W -> f32 {
      %e = loop.load %in[8 * %g - 5] : !loop.buffer<W x f32, global>
      loop.yield %e : f32
    } else {
      loop.yield %zero : f32
    }
    %a2 = loop.if 0 <= 8 * %g - 4 < W -> f32 {
      %e = loop.load %in[8 * %g - 4] : !loop.buffer<W x f32, global>
      loop.yield %e : f32
    } else {
      loop.yield %zero : f32
    }
    %a3 = loop.if 0 <= 8 * %g - 3 < W -> f32 {
      %e = loop.load %in[8 * %g - 3] : !loop.buffer<W x f32, global>
      loop.yield %e : f32
    } else {
      loop.yield %zero : f32
    }
    %b0 = loop.load %in[8 * %g] : !loop.buffer<W x f32, global>
    %b1 = loop.load %in[8 * %g + 1] : !loop.buffer<W x f32, global>
    %b2 = loop.load %in[8 * %g + 2] : !loop.buffer<W x f32, global>
    %b3 = loop.load %in[8 * %g + 3] : !loop.buffer<W x f32, global>
    %v = vector.from_elements %a0, %a1, %a2, %a3, %b0, %b1, %b2, %b3 : vector<8xf32>
    loop.store %v, %out[8 * %g + @lane] : vector<8xf32>, !loop.buffer<W x f32, global>
  }
  return %r : !lift.array<W x f32>
}

// -----

// A window of rows: the loop over it is unrolled, since the next trip of the one
// around reads most of it again. The weights are read before.
// CHECK-LABEL: func.func @rows
func.func @rows(%x: !lift.array<66 x f32>, %w: !lift.array<3 x f32>) -> !lift.array<64 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<66 x f32>, %weights = %w : !lift.array<3 x f32>) -> (%out : !lift.array<64 x f32>) local_size [1] global_size [16] {
    %g = loop.id group(0)
    %zero = arith.constant 0.0 : f32
    // CHECK-COUNT-5: loop.load
    // CHECK: loop.for %{{.*}} below 4 carry(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}} : f32) unroll(0) {
    loop.for %i below 4 unroll(0) {
      // CHECK-NOT: loop.for
      // CHECK: %[[C:.*]] = loop.load
      // CHECK-NOT: loop.load
      // CHECK: loop.yield %[[B]], %[[C]]
      %sum = loop.for %k below 3 carry(%acc = %zero : f32) unroll(0) {
        %e = loop.load %in[4 * %g + %i + %k] : !loop.buffer<66 x f32, global>
        %f = loop.load %weights[%k] : !loop.buffer<3 x f32, global>
        %p = arith.mulf %e, %f : f32
        %next = arith.addf %acc, %p : f32
        loop.yield %next : f32
      }
      loop.store %sum, %out[4 * %g + %i] : f32, !loop.buffer<64 x f32, global>
    }
  }
  return %r : !lift.array<64 x f32>
}

// -----

// No window, no unrolling; no vectors of numbers that are not whole vectors in
// memory.
// CHECK-LABEL: func.func @apart
func.func @apart(%x: !lift.array<64 x f32>, %y: !lift.array<16 x 5 x f32>) -> !lift.array<64 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<64 x f32>, %other = %y : !lift.array<16 x 5 x f32>) -> (%out : !lift.array<64 x f32>) local_size [1] global_size [16] {
    %g = loop.id group(0)
    %zero = arith.constant 0.0 : f32
    // CHECK: loop.for %{{.*}} below 4 carry({{.*}}) unroll(0)
    %sum = loop.for %k below 4 carry(%acc = %zero : f32) unroll(0) {
      %e = loop.load %in[4 * %g + %k] : !loop.buffer<64 x f32, global>
      %next = arith.addf %acc, %e : f32
      loop.yield %next : f32
    }
    // CHECK-COUNT-2: loop.load %{{.*}} : !loop.buffer<64 x f32, global>{{$}}
    // CHECK-COUNT-2: loop.load %{{.*}} : !loop.buffer<16 x 5 x f32, global>{{$}}
    %a = loop.load %in[2 * %g + 1] : !loop.buffer<64 x f32, global>
    %b = loop.load %in[2 * %g + 2] : !loop.buffer<64 x f32, global>
    %v = vector.from_elements %a, %b : vector<2xf32>
    %c = loop.load %other[%g, 2] : !loop.buffer<16 x 5 x f32, global>
    %d = loop.load %other[%g, 3] : !loop.buffer<16 x 5 x f32, global>
    %u = vector.from_elements %c, %d : vector<2xf32>
    %s = arith.addf %u, %v : vector<2xf32>
    loop.store %s, %out[2 * %g + @lane] : vector<2xf32>, !loop.buffer<64 x f32, global>
    loop.store %sum, %out[63] : f32, !loop.buffer<64 x f32, global>
  }
  return %r : !lift.array<64 x f32>
}

// -----

// A list may end anywhere.
// CHECK-LABEL: func.func @list
func.func @list(%x: !lift.array<65 x f32>) -> !lift.array<32 x vector<2xf32>> {
  %r = loop.kernel (%in = %x : !lift.array<65 x f32>) -> (%out : !lift.array<32 x vector<2xf32>>) local_size [1] global_size [32] {
    %g = loop.id group(0)
    // CHECK: loop.load %{{.*}}[2 * %{{.*}} + @lane] : !loop.buffer<65 x f32, global> to vector<2xf32>
    // CHECK-NOT: loop.load
    %a = loop.load %in[2 * %g] : !loop.buffer<65 x f32, global>
    %b = loop.load %in[2 * %g + 1] : !loop.buffer<65 x f32, global>
    %v = vector.from_elements %a, %b : vector<2xf32>
    loop.store %v, %out[%g] : vector<2xf32>, !loop.buffer<32 x vector<2xf32>, global>
  }
  return %r : !lift.array<32 x vector<2xf32>>
}

// -----

// What is computed from numbers behind tests is computed behind tests of its own, so
// that the numbers are read as a vector, with the alignment that the tests alone say.
// CHECK-LABEL: func.func @computed
func.func @computed(%x: !lift.array<N x f32>) -> !lift.array<(N / 2) x vector<2xf32>> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<(N / 2) x vector<2xf32>>) local_size [1] global_size [N / 2] attributes {facts = [#lift.constraint<2 divides N>], sentences = [""]} {
    %g = loop.id global(0)
    %two = arith.constant 2.0 : f32
    // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
    // CHECK: %[[BOTH:.*]] = loop.if 0 <= 2 * %[[G:.*]] - 2 < N -> vector<2xf32> {
    // CHECK-NEXT: %[[I:.*]] = loop.index value(2 * %[[G]] - 2)
    // CHECK-NEXT: loop.load %{{.*}}[%[[I]] + @lane] : !loop.buffer<N x f32, global> to vector<2xf32>
    // CHECK: vector.broadcast %[[ZERO]]
    // CHECK: %[[A:.*]] = vector.extract %[[BOTH]][0]
    // CHECK: loop.if 0 <= 2 * %[[G]] - 2 < N -> f32
    // CHECK-NEXT: arith.addf %[[A]],
    %a = loop.if 0 <= 2 * %g - 2 < N -> f32 {
      %i = loop.index within(2 * %g - 2, 0, N - 1)
      %e = loop.load %in[%i] : !loop.buffer<N x f32, global>
      %s = arith.addf %e, %two : f32
      loop.yield %s : f32
    } else {
      loop.yield %two : f32
    }
    %b = loop.if 0 <= 2 * %g - 1 < N -> f32 {
      %i = loop.index within(2 * %g - 1, 0, N - 1)
      %e = loop.load %in[%i] : !loop.buffer<N x f32, global>
      %s = arith.addf %e, %two : f32
      loop.yield %s : f32
    } else {
      loop.yield %two : f32
    }
    // CHECK-NOT: loop.load
    %v = vector.from_elements %a, %b : vector<2xf32>
    loop.store %v, %out[%g] : vector<2xf32>, !loop.buffer<(N / 2) x vector<2xf32>, global>
  }
  return %r : !lift.array<(N / 2) x vector<2xf32>>
}

// -----

// A place that is read itself, behind the same tests, is read before.
// CHECK-LABEL: func.func @indirect
func.func @indirect(%x: !lift.array<N x f32>, %y: !lift.array<N x i32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>, %at = %y : !lift.array<N x i32>) -> (%out : !lift.array<N x f32>) local_size [1] global_size [N] {
    %g = loop.id global(0)
    %two = arith.constant 2.0 : f32
    // CHECK: %[[AT:.*]] = loop.if 0 <= %[[G:.*]] - 1 < N -> i32
    // CHECK: %[[E:.*]] = loop.if 0 <= %[[G]] - 1 < N -> f32 {
    // CHECK-NEXT: %[[K:.*]] = loop.index data(0, N - 1) %[[AT]]
    // CHECK-NEXT: loop.load %{{.*}}[%[[K]]]
    // CHECK: loop.if 0 <= %[[G]] - 1 < N -> f32 {
    // CHECK-NEXT: arith.addf %[[E]],
    %a = loop.if 0 <= %g - 1 < N -> f32 {
      %n = loop.load %at[%g - 1] : !loop.buffer<N x i32, global>
      %k = loop.index data(0, N - 1) %n : i32
      %e = loop.load %in[%k] : !loop.buffer<N x f32, global>
      %s = arith.addf %e, %two : f32
      loop.yield %s : f32
    } else {
      loop.yield %two : f32
    }
    loop.store %a, %out[%g] : f32, !loop.buffer<N x f32, global>
  }
  return %r : !lift.array<N x f32>
}

// -----

// The four numbers of a record are a vector. Pairs of a record of six stay numbers.
// CHECK-LABEL: func.func @records
func.func @records(%x: !lift.array<N x 4 x f32>, %y: !lift.array<N x 6 x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x 4 x f32>, %other = %y : !lift.array<N x 6 x f32>) -> (%out : !lift.array<N x f32>) local_size [1] global_size [N] {
    %g = loop.id group(0)
    // CHECK: loop.load %{{.*}}[%{{.*}}, @lane] : !loop.buffer<N x 4 x f32, global> to vector<4xf32>
    %a = loop.load %in[%g, 0] : !loop.buffer<N x 4 x f32, global>
    %b = loop.load %in[%g, 1] : !loop.buffer<N x 4 x f32, global>
    %c = loop.load %in[%g, 2] : !loop.buffer<N x 4 x f32, global>
    %d = loop.load %in[%g, 3] : !loop.buffer<N x 4 x f32, global>
    // CHECK-COUNT-2: loop.load {{.*}} : !loop.buffer<N x 6 x f32, global>
    // CHECK-NOT: loop.load
    %e = loop.load %other[%g, 0] : !loop.buffer<N x 6 x f32, global>
    %f = loop.load %other[%g, 1] : !loop.buffer<N x 6 x f32, global>
    %ab = arith.addf %a, %b : f32
    %cd = arith.mulf %c, %d : f32
    %ef = arith.addf %e, %f : f32
    %abcd = arith.addf %ab, %cd : f32
    %sum = arith.mulf %abcd, %ef : f32
    loop.store %sum, %out[%g] : f32, !loop.buffer<N x f32, global>
  }
  return %r : !lift.array<N x f32>
}

// -----

// Numbers that are clamped together: a vector within the array, and beyond its
// end one number for all.
// CHECK-LABEL: func.func @clamped_numbers
func.func @clamped_numbers(%x: !lift.array<3 x 64 x f32>) -> !lift.array<64 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<3 x 64 x f32>) -> (%out : !lift.array<64 x f32>) local_size [16] global_size [16] {
    %id = loop.id local(0)
    // CHECK: %[[FIRST:.*]] = loop.index clamp(4 * %[[ID:.*]] + 4, 0, 63)
    // CHECK: %[[V:.*]] = loop.if 0 <= 4 * %[[ID]] + 4 < 64 -> vector<4xf32> {
    // CHECK-NEXT: %[[W:.*]] = loop.load %{{.*}}[2, 4 * %[[ID]] + @lane + 4] : !loop.buffer<3 x 64 x f32, global> to vector<4xf32>
    // CHECK-NEXT: loop.yield %[[W]]
    // CHECK-NEXT: } else {
    // CHECK-NEXT: %[[E:.*]] = loop.load %{{.*}}[2, %[[FIRST]]]
    // CHECK-NEXT: %[[S:.*]] = vector.broadcast %[[E]]
    // CHECK-NEXT: loop.yield %[[S]]
    // CHECK-NEXT: }
    // CHECK-NOT: loop.load
    // CHECK: loop.store %[[V]],
    %i = loop.index clamp(4 * %id + 4, 0, 63)
    %j = loop.index clamp(4 * %id + 5, 0, 63)
    %k = loop.index clamp(4 * %id + 6, 0, 63)
    %l = loop.index clamp(4 * %id + 7, 0, 63)
    %a = loop.load %in[2, %i] : !loop.buffer<3 x 64 x f32, global>
    %b = loop.load %in[2, %j] : !loop.buffer<3 x 64 x f32, global>
    %c = loop.load %in[2, %k] : !loop.buffer<3 x 64 x f32, global>
    %d = loop.load %in[2, %l] : !loop.buffer<3 x 64 x f32, global>
    %v = vector.from_elements %a, %b, %c, %d : vector<4xf32>
    loop.store %v, %out[4 * %id + @lane] : vector<4xf32>, !loop.buffer<64 x f32, global>
  }
  return %r : !lift.array<64 x f32>
}

// -----

// Not where some may be outside and some not, nor in different rows.
// CHECK-LABEL: func.func @clamped_apart
func.func @clamped_apart(%x: !lift.array<3 x 64 x f32>) -> !lift.array<64 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<3 x 64 x f32>) -> (%out : !lift.array<64 x f32>) local_size [16] global_size [16] {
    %id = loop.id local(0)
    // CHECK-NOT: loop.if
    %i = loop.index clamp(4 * %id + 4, 0, 62)
    %j = loop.index clamp(4 * %id + 5, 0, 62)
    %k = loop.index clamp(4 * %id + 6, 0, 62)
    %l = loop.index clamp(4 * %id + 7, 0, 62)
    %a = loop.load %in[2, %i] : !loop.buffer<3 x 64 x f32, global>
    %b = loop.load %in[2, %j] : !loop.buffer<3 x 64 x f32, global>
    %c = loop.load %in[2, %k] : !loop.buffer<3 x 64 x f32, global>
    %d = loop.load %in[2, %l] : !loop.buffer<3 x 64 x f32, global>
    %v = vector.from_elements %a, %b, %c, %d : vector<4xf32>
    %m = loop.index clamp(4 * %id - 4, 0, 63)
    %n = loop.index clamp(4 * %id - 3, 0, 63)
    %o = loop.index clamp(4 * %id - 2, 0, 63)
    %p = loop.index clamp(4 * %id - 1, 0, 63)
    %e = loop.load %in[2, %m] : !loop.buffer<3 x 64 x f32, global>
    %f = loop.load %in[2, %n] : !loop.buffer<3 x 64 x f32, global>
    %g = loop.load %in[1, %o] : !loop.buffer<3 x 64 x f32, global>
    %h = loop.load %in[2, %p] : !loop.buffer<3 x 64 x f32, global>
    // CHECK-COUNT-2: vector.from_elements
    %w = vector.from_elements %e, %f, %g, %h : vector<4xf32>
    %s = arith.addf %v, %w : vector<4xf32>
    loop.store %s, %out[4 * %id + @lane] : vector<4xf32>, !loop.buffer<64 x f32, global>
  }
  return %r : !lift.array<64 x f32>
}

// -----

// Windows of local memory, as vectors that begin anywhere, are of two vectors.
// CHECK-LABEL: func.func @local_windows
func.func @local_windows() -> !lift.array<64 x f32> {
  %r = loop.kernel -> (%out : !lift.array<64 x f32>) local_size [16] global_size [16] {
    %id = loop.id local(0)
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %t = loop.alloc : !loop.buffer<2 x 68 x f32, local>
    // CHECK: loop.store
    loop.store %zero, %t[0, 4 * %id + @lane] : vector<4xf32>, !loop.buffer<2 x 68 x f32, local>
    // CHECK-COUNT-2: loop.load {{.*}} to vector<4xf32>
    // CHECK-NOT: loop.load
    %sum = loop.for %i below 5 carry(%acc = %zero : vector<4xf32>) unroll(0) {
      %v = loop.load %t[0, 4 * %id + %i + @lane] : !loop.buffer<2 x 68 x f32, local> to vector<4xf32>
      %next = arith.addf %acc, %v : vector<4xf32>
      loop.yield %next : vector<4xf32>
    }
    loop.store %sum, %out[4 * %id + @lane] : vector<4xf32>, !loop.buffer<64 x f32, global>
  }
  return %r : !lift.array<64 x f32>
}

// -----

// What is stored between two reads may be what the second one finds; what is stored
// elsewhere is not.
// CHECK-LABEL: func.func @local_stores
func.func @local_stores() -> !lift.array<64 x f32> {
  %r = loop.kernel -> (%out : !lift.array<64 x f32>) local_size [16] global_size [16] {
    %id = loop.id local(0)
    %zero = arith.constant 0.0 : f32
    %t = loop.alloc : !loop.buffer<64 x f32, local>
    loop.store %zero, %t[%id] : f32, !loop.buffer<64 x f32, local>
    // CHECK: %[[A:.*]] = loop.load
    %a = loop.load %t[%id + 1] : !loop.buffer<64 x f32, local>
    loop.store %a, %out[%id] : f32, !loop.buffer<64 x f32, global>
    // CHECK-NOT: loop.load
    %b = loop.load %t[%id + 1] : !loop.buffer<64 x f32, local>
    // CHECK: %[[S:.*]] = arith.addf %[[A]], %[[A]]
    %s = arith.addf %a, %b : f32
    // CHECK: loop.for
    loop.for %i below 2 {
      loop.store %s, %t[%id + %i] : f32, !loop.buffer<64 x f32, local>
    }
    // CHECK: %[[C:.*]] = loop.load
    %c = loop.load %t[%id + 1] : !loop.buffer<64 x f32, local>
    // CHECK: arith.mulf %[[C]], %[[S]]
    %p = arith.mulf %c, %s : f32
    loop.store %p, %out[%id + 16] : f32, !loop.buffer<64 x f32, global>
  }
  return %r : !lift.array<64 x f32>
}

// -----

// Vectors of 8 are loaded from anywhere; a single one has nothing to share.
// CHECK-LABEL: func.func @local_vectors
func.func @local_vectors() -> !lift.array<64 x f32> {
  %r = loop.kernel -> (%out : !lift.array<64 x f32>) local_size [16] global_size [16] {
    %id = loop.id local(0)
    %zero = arith.constant dense<0.0> : vector<8xf32>
    %t = loop.alloc : !loop.buffer<72 x f32, local>
    %u = loop.alloc : !loop.buffer<72 x f32, local>
    loop.store %zero, %t[%id + @lane] : vector<8xf32>, !loop.buffer<72 x f32, local>
    loop.store %zero, %u[%id + @lane] : vector<8xf32>, !loop.buffer<72 x f32, local>
    // CHECK: loop.for
    // CHECK-NEXT: loop.load {{.*}} to vector<8xf32>
    %sum = loop.for %i below 5 carry(%acc = %zero : vector<8xf32>) unroll(0) {
      %v = loop.load %t[%id + %i + @lane] : !loop.buffer<72 x f32, local> to vector<8xf32>
      %next = arith.addf %acc, %v : vector<8xf32>
      loop.yield %next : vector<8xf32>
    }
    // CHECK: loop.load {{.*}} to vector<4xf32>
    %w = loop.load %u[%id + 1 + @lane] : !loop.buffer<72 x f32, local> to vector<4xf32>
    loop.store %w, %out[%id + @lane] : vector<4xf32>, !loop.buffer<64 x f32, global>
    loop.store %sum, %out[%id + @lane] : vector<8xf32>, !loop.buffer<64 x f32, global>
  }
  return %r : !lift.array<64 x f32>
}

// -----

// A loop may store to a buffer as its state.
// CHECK-LABEL: func.func @local_state
func.func @local_state() -> !lift.array<64 x f32> {
  %r = loop.kernel -> (%out : !lift.array<64 x f32>) local_size [16] global_size [16] {
    %id = loop.id local(0)
    %one = arith.constant 1.0 : f32
    %t = loop.alloc : !loop.buffer<64 x f32, local>
    loop.store %one, %t[%id] : f32, !loop.buffer<64 x f32, local>
    // CHECK: %[[A:.*]] = loop.load
    %a = loop.load %t[%id + 1] : !loop.buffer<64 x f32, local>
    // CHECK: loop.for
    loop.for %i below 4 state(%now, %next = %t : !loop.buffer<64 x f32, local>) in_place {
      %x = loop.load %now[%id] : !loop.buffer<64 x f32, local>
      %y = arith.addf %x, %one : f32
      loop.store %y, %next[%id] : f32, !loop.buffer<64 x f32, local>
    }
    // CHECK: loop.store
    // CHECK-NEXT: }
    // CHECK-NEXT: %[[B:.*]] = loop.load
    %b = loop.load %t[%id + 1] : !loop.buffer<64 x f32, local>
    // CHECK: arith.addf %[[A]], %[[B]]
    %s = arith.addf %a, %b : f32
    loop.store %s, %out[%id] : f32, !loop.buffer<64 x f32, global>
  }
  return %r : !lift.array<64 x f32>
}
