// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(lift-reuse-loads))' | FileCheck %s

// What a work-item has copied to a private buffer, it reads there, in loops that run
// alike, whatever else the read is of.
// CHECK-LABEL: @copied
// CHECK: %[[P:.*]] = loop.alloc
// CHECK: loop.load %[[IN:[a-z0-9]+]][%{{.*}}] : !loop.buffer<N x f32, global>
// CHECK: loop.for %[[J:.*]] below 4
// CHECK-NEXT: loop.load %[[P]][0, %[[J]]]
// CHECK-NOT: loop.load %[[IN]]
func.func @copied(%x: !lift.array<N x f32>) -> !lift.array<4 x f32> {
  %k = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<4 x f32>) local_size [32] global_size [32] {
    %id = loop.id local(0)
    %p = loop.alloc : !loop.buffer<1 x 4 x f32, private>
    loop.for %i below 4 {
      %a = loop.index clamp(%id + 32 * %i, 0, N - 1)
      %v = loop.load %in[%a] : !loop.buffer<N x f32, global>
      loop.store %v, %p[0, %i] : f32, !loop.buffer<1 x 4 x f32, private>
    }
    loop.for %j below 4 {
      %a = loop.index clamp(%id + 32 * %j, 0, N - 1)
      %v = loop.load %in[%a] : !loop.buffer<N x f32, global>
      %c = loop.load %p[0, %j] : !loop.buffer<1 x 4 x f32, private>
      %s = arith.addf %v, %c : f32
      loop.store %s, %out[%j] : f32, !loop.buffer<4 x f32, global>
    }
  }
  return %k : !lift.array<4 x f32>
}

// -----

// Not other elements; with more trips; before the copy.
// CHECK-LABEL: @others
// CHECK: loop.alloc
// CHECK: loop.for %[[H:.*]] below 4
// CHECK: loop.load %[[IN:[a-z0-9]+]][%[[H]]] : !loop.buffer<64 x f32, global>
// CHECK: loop.load %[[IN]][%{{.*}}] : !loop.buffer<64 x f32, global>
// CHECK: loop.for %[[J:.*]] below 4
// CHECK: loop.load %[[IN]][%[[J]] + 1]
// CHECK: loop.for %[[L:.*]] below 5
// CHECK: loop.load %[[IN]][%[[L]]]
func.func @others(%x: !lift.array<64 x f32>) -> !lift.array<16 x f32> {
  %k = loop.kernel (%in = %x : !lift.array<64 x f32>) -> (%out : !lift.array<16 x f32>) local_size [1] global_size [1] {
    %p = loop.alloc : !loop.buffer<4 x f32, private>
    loop.for %h below 4 {
      %v = loop.load %in[%h] : !loop.buffer<64 x f32, global>
      loop.store %v, %out[%h] : f32, !loop.buffer<16 x f32, global>
    }
    loop.for %i below 4 {
      %v = loop.load %in[%i] : !loop.buffer<64 x f32, global>
      loop.store %v, %p[%i] : f32, !loop.buffer<4 x f32, private>
    }
    loop.for %j below 4 {
      %v = loop.load %in[%j + 1] : !loop.buffer<64 x f32, global>
      %c = loop.load %p[%j] : !loop.buffer<4 x f32, private>
      %s = arith.addf %v, %c : f32
      loop.store %s, %out[%j + 4] : f32, !loop.buffer<16 x f32, global>
    }
    loop.for %l below 5 {
      %v = loop.load %in[%l] : !loop.buffer<64 x f32, global>
      loop.store %v, %out[%l + 8] : f32, !loop.buffer<16 x f32, global>
    }
  }
  return %k : !lift.array<16 x f32>
}

// -----

// Not what another store has overwritten, nor where each element is of the last trip.
// CHECK-LABEL: @overwritten
// CHECK: loop.for %[[J:.*]] below 4
// CHECK: loop.load %{{.*}}[%[[J]]] : !loop.buffer<4 x f32, global>
// CHECK: loop.for %[[L:.*]] below 4
// CHECK: loop.load %{{.*}}[%[[L]]] : !loop.buffer<4 x f32, global>
func.func @overwritten(%x: !lift.array<4 x f32>) -> (!lift.array<4 x f32>, !lift.array<4 x f32>) {
  %k:2 = loop.kernel (%in = %x : !lift.array<4 x f32>) -> (%out : !lift.array<4 x f32>, %out1 : !lift.array<4 x f32>) local_size [1] global_size [1] {
    %zero = arith.constant 0.0 : f32
    %p = loop.alloc : !loop.buffer<4 x f32, private>
    loop.for %i below 4 {
      %v = loop.load %in[%i] : !loop.buffer<4 x f32, global>
      loop.store %v, %p[%i] : f32, !loop.buffer<4 x f32, private>
    }
    loop.store %zero, %p[2] : f32, !loop.buffer<4 x f32, private>
    loop.for %j below 4 {
      %v = loop.load %in[%j] : !loop.buffer<4 x f32, global>
      %c = loop.load %p[%j] : !loop.buffer<4 x f32, private>
      %s = arith.addf %v, %c : f32
      loop.store %s, %out[%j] : f32, !loop.buffer<4 x f32, global>
    }
    %q = loop.alloc : !loop.buffer<1 x f32, private>
    loop.for %i below 4 {
      %v = loop.load %in[%i] : !loop.buffer<4 x f32, global>
      loop.store %v, %q[0] : f32, !loop.buffer<1 x f32, private>
    }
    loop.for %l below 4 {
      %v = loop.load %in[%l] : !loop.buffer<4 x f32, global>
      %c = loop.load %q[0] : !loop.buffer<1 x f32, private>
      %s = arith.addf %v, %c : f32
      loop.store %s, %out1[%l] : f32, !loop.buffer<4 x f32, global>
    }
  }
  return %k#0, %k#1 : !lift.array<4 x f32>, !lift.array<4 x f32>
}
