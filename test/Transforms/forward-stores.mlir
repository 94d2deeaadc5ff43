// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(lift-reuse-loads))' | FileCheck %s

// What was just stored is not loaded; the buffer that nobody loads from goes.
// CHECK-LABEL: @forwarded
// CHECK: %[[V:.*]] = loop.load %{{.*}}[0]
// CHECK-NOT: loop.alloc
// CHECK-NEXT: loop.store %[[V]], %{{.*}}[0] : f32, !loop.buffer<1 x f32, global>
// CHECK-NOT: loop.store
func.func @forwarded(%x: !lift.array<1 x f32>) -> !lift.array<1 x f32> {
  %k = loop.kernel (%in = %x : !lift.array<1 x f32>) -> (%out : !lift.array<1 x f32>) local_size [1] global_size [1] {
    %v = loop.load %in[0] : !loop.buffer<1 x f32, global>
    %t = loop.alloc : !loop.buffer<1 x f32, local>
    loop.store %v, %t[0] : f32, !loop.buffer<1 x f32, local>
    %w = loop.load %t[0] : !loop.buffer<1 x f32, local>
    loop.store %w, %out[0] : f32, !loop.buffer<1 x f32, global>
  }
  return %k : !lift.array<1 x f32>
}

// -----

// Not another element, and not what another store may have overwritten: with an
// index that may be the same, or in a loop.
// CHECK-LABEL: @kept
// CHECK-COUNT-3: loop.load %[[T:.*]][
// CHECK-NOT: loop.load
func.func @kept(%x: !lift.array<2 x f32>) -> !lift.array<2 x f32> {
  %k = loop.kernel (%in = %x : !lift.array<2 x f32>) -> (%out : !lift.array<2 x f32>) local_size [2] global_size [2] {
    %id = loop.id local(0)
    %zero = arith.constant 0.0 : f32
    %t = loop.alloc : !loop.buffer<2 x f32, local>
    loop.store %zero, %t[%id] : f32, !loop.buffer<2 x f32, local>
    %other = loop.load %t[1 - %id] : !loop.buffer<2 x f32, local>
    loop.store %zero, %t[%id] : f32, !loop.buffer<2 x f32, local>
    loop.store %other, %t[0] : f32, !loop.buffer<2 x f32, local>
    %overwritten = loop.load %t[%id] : !loop.buffer<2 x f32, local>
    loop.store %overwritten, %t[%id] : f32, !loop.buffer<2 x f32, local>
    loop.for %i below 2 {
      loop.store %zero, %t[%i] : f32, !loop.buffer<2 x f32, local>
    }
    %behind = loop.load %t[%id] : !loop.buffer<2 x f32, local>
    loop.store %behind, %out[%id] : f32, !loop.buffer<2 x f32, global>
  }
  return %k : !lift.array<2 x f32>
}

// -----

// A state of a loop is the memory of its initial value.
// CHECK-LABEL: @state
// CHECK: loop.for
// CHECK: loop.store %{{.*}}, %{{.*}}[0]
// CHECK: loop.load
func.func @state(%x: !lift.array<4 x f32>) -> !lift.array<1 x f32> {
  %k = loop.kernel (%in = %x : !lift.array<4 x f32>) -> (%out : !lift.array<1 x f32>) local_size [1] global_size [1] {
    %zero = arith.constant 0.0 : f32
    %t = loop.alloc : !loop.buffer<1 x f32, private>
    loop.store %zero, %t[0] : f32, !loop.buffer<1 x f32, private>
    loop.for %i below 4 state(%now, %next = %t : !loop.buffer<1 x f32, private>) in_place {
      %e = loop.load %in[%i] : !loop.buffer<4 x f32, global>
      loop.store %e, %next[0] : f32, !loop.buffer<1 x f32, private>
      %v = loop.load %now[0] : !loop.buffer<1 x f32, private>
      loop.store %v, %out[0] : f32, !loop.buffer<1 x f32, global>
      loop.yield
    }
  }
  return %k : !lift.array<1 x f32>
}
