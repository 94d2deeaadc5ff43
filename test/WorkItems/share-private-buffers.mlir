// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-place-barriers,lift-share-buffers))' | FileCheck %s

!large = !loop.buffer<64 x 32 x f32, private>
!small = !loop.buffer<1025 x f32, private>
!vectors = !loop.buffer<512 x vector<4xf32>, private>
!words = !loop.buffer<2048 x i32, private>
!registers = !loop.buffer<1024 x f32, private>
!global = !loop.buffer<65536 x f32, global>

// Of different shapes, and of vectors: one row of numbers.
// CHECK-LABEL: func.func @in_turn
// CHECK: %[[ROW:.*]] = loop.alloc : !loop.buffer<2048 x f32, private>
// CHECK-NOT: = loop.alloc {{.*}}private>
// CHECK: loop.store %{{.*}}, %[[ROW]][32 * %{{.*}} + 3]
// CHECK: loop.load %[[ROW]][32 * %{{.*}} + 3]
// CHECK: loop.store %{{.*}}, %[[ROW]][%{{.*}}]
// CHECK: loop.load %[[ROW]][%{{.*}}]
// CHECK: loop.store %{{.*}}, %[[ROW]][4 * %{{.*}} + @lane]
// CHECK: loop.load %[[ROW]][4 * %{{.*}} + @lane]
func.func @in_turn() {
  loop.kernel local_size [32] global_size [32] {
    %out = loop.alloc : !global
    %a = loop.alloc : !large
    %b = loop.alloc : !small
    %c = loop.alloc : !vectors
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    %ones = arith.constant dense<1.0> : vector<4xf32>
    loop.store %one, %a[%lid, 3] : f32, !large
    %v = loop.load %a[%lid, 3] : !large
    loop.store %v, %b[%lid] : f32, !small
    %w = loop.load %b[%lid] : !small
    loop.store %w, %out[%lid] : f32, !global
    loop.store %ones, %c[%lid] : vector<4xf32>, !vectors
    %x = loop.load %c[%lid] : !vectors to vector<4xf32>
    loop.store %x, %out[%lid * 4 + @lane] : vector<4xf32>, !global
  }
  return
}

// In use at the same time.
// CHECK-LABEL: func.func @negative_lives
// CHECK-COUNT-2: = loop.alloc : {{.*}}, private>
func.func @negative_lives() {
  loop.kernel local_size [32] global_size [32] {
    %out = loop.alloc : !global
    %a = loop.alloc : !small
    %b = loop.alloc : !small
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    loop.store %one, %a[%lid] : f32, !small
    loop.store %one, %b[%lid] : f32, !small
    %v = loop.load %a[%lid] : !small
    %w = loop.load %b[%lid] : !small
    loop.store %v, %out[%lid] : f32, !global
    loop.store %w, %out[%lid + 32] : f32, !global
  }
  return
}

// Those that may be in registers, and other elements.
// CHECK-LABEL: func.func @negative_registers
// CHECK-COUNT-4: = loop.alloc : {{.*}}, private>
func.func @negative_registers() {
  loop.kernel local_size [32] global_size [32] {
    %out = loop.alloc : !global
    %a = loop.alloc : !registers
    %b = loop.alloc : !registers
    %c = loop.alloc : !small
    %d = loop.alloc : !words
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2 : i32
    loop.store %one, %a[%lid] : f32, !registers
    %v = loop.load %a[%lid] : !registers
    loop.store %v, %b[%lid] : f32, !registers
    %w = loop.load %b[%lid] : !registers
    loop.store %w, %c[%lid] : f32, !small
    %x = loop.load %c[%lid] : !small
    loop.store %x, %out[%lid] : f32, !global
    loop.store %two, %d[%lid] : i32, !words
  }
  return
}

// Those that stand before a loop keep what an earlier trip has stored.
// CHECK-LABEL: func.func @negative_kept
// CHECK-COUNT-2: = loop.alloc : {{.*}}, private>
func.func @negative_kept(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [32] global_size [32] {
    %out = loop.alloc : !global
    %a = loop.alloc : !small
    %b = loop.alloc : !small
    %one = arith.constant 1.0 : f32
    loop.for %i below N {
      loop.if 0 <= %i < 1 {
        loop.store %one, %a[5] : f32, !small
      }
      %v = loop.load %a[5] : !small
      loop.store %v, %b[5] : f32, !small
      %w = loop.load %b[5] : !small
      loop.store %w, %out[%i] : f32, !global
    }
  }
  return
}
