// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-place-barriers,lift-share-buffers))' | FileCheck %s
// RUN: sed s/524288/1536/ %s > %t.short.mlir
// RUN: lift-opt %t.short.mlir --pass-pipeline='builtin.module(func.func(lift-place-barriers,lift-share-buffers))' | FileCheck %s --check-prefix=SHORT

!local = !loop.buffer<256 x f32, local>
!small = !loop.buffer<64 x f32, local>
!words = !loop.buffer<256 x i32, local>
!global = !loop.buffer<65536 x f32, global>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.local_memory_bytes" = 524288 : i64>>} {
// The barrier between the second buffer's writes and reads stands behind the
// reads of the first: the third, which is smaller, shares with it, and is gone.
// CHECK-LABEL: func.func @in_turn
// SHORT-LABEL: func.func @in_turn
// CHECK: %[[A:.*]] = loop.alloc : !loop.buffer<256 x f32, local>
// CHECK: %[[B:.*]] = loop.alloc : !loop.buffer<256 x f32, local>
// CHECK-NOT: = loop.alloc {{.*}}local>
func.func @in_turn() {
  loop.kernel local_size [256] global_size [256] {
    %out = loop.alloc : !global
    %a = loop.alloc : !local
    %b = loop.alloc : !local
    %c = loop.alloc : !small
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    // CHECK: loop.store %{{.*}}, %[[A]]
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: loop.load %[[A]]
    // CHECK-NEXT: loop.store %{{.*}}, %[[B]]
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: loop.load %[[B]]
    // CHECK: loop.store %{{.*}}, %[[A]]
    // CHECK: lift.barrier local{{$}}
    // CHECK-NEXT: loop.load %[[A]]
    // CHECK-NOT: lift.barrier
    loop.store %one, %a[%lid] : f32, !local
    %v = loop.load %a[255 - %lid] : !local
    loop.store %v, %b[%lid] : f32, !local
    %w = loop.load %b[255 - %lid] : !local
    loop.if 0 <= %lid < 64 {
      loop.store %w, %c[%lid] : f32, !small
    }
    %x = loop.load %c[0] : !small
    loop.store %x, %out[%lid] : f32, !global
  }
  return
}

// Without a barrier between them: the writer of the second buffer may be
// faster than a reader of the first. It waits where memory is short.
// CHECK-LABEL: func.func @negative_barrier
// CHECK-COUNT-2: = loop.alloc : {{.*}}, local>
// CHECK-NOT: = loop.alloc {{.*}}local>
// CHECK-COUNT-2: lift.barrier
// CHECK-NOT: lift.barrier
// SHORT-LABEL: func.func @negative_barrier
// SHORT: loop.alloc : !loop.buffer<256 x f32, local>
// SHORT-NOT: = loop.alloc {{.*}}local>
// SHORT-COUNT-3: lift.barrier
// SHORT-NOT: lift.barrier
func.func @negative_barrier() {
  loop.kernel local_size [256] global_size [256] {
    %out = loop.alloc : !global
    %a = loop.alloc : !local
    %b = loop.alloc : !local
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    loop.store %one, %a[%lid] : f32, !local
    %v = loop.load %a[255 - %lid] : !local
    loop.store %v, %out[%lid] : f32, !global
    loop.store %one, %b[%lid] : f32, !local
    %w = loop.load %b[255 - %lid] : !local
    loop.store %w, %out[%lid] : f32, !global
  }
  return
}

// Each work-item uses its own elements of both: no barrier is needed.
// CHECK-LABEL: func.func @own
// SHORT-LABEL: func.func @own
// CHECK: loop.alloc : !loop.buffer<256 x f32, local>
// CHECK-NOT: = loop.alloc {{.*}}local>
// CHECK-NOT: lift.barrier
func.func @own() {
  loop.kernel local_size [256] global_size [256] {
    %out = loop.alloc : !global
    %a = loop.alloc : !local
    %b = loop.alloc : !local
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    loop.store %one, %a[%lid] : f32, !local
    %v = loop.load %a[%lid] : !local
    loop.store %v, %out[%lid] : f32, !global
    loop.store %one, %b[%lid] : f32, !local
    %w = loop.load %b[%lid] : !local
    loop.store %w, %out[%lid] : f32, !global
  }
  return
}

// Both are still used when the second is written.
// CHECK-LABEL: func.func @negative_overlap
// CHECK-COUNT-2: = loop.alloc : {{.*}}, local>
// CHECK-NOT: = loop.alloc {{.*}}local>
// SHORT-LABEL: func.func @negative_overlap
// SHORT-COUNT-2: = loop.alloc : {{.*}}, local>
// SHORT-NOT: = loop.alloc {{.*}}local>
func.func @negative_overlap() {
  loop.kernel local_size [256] global_size [256] {
    %out = loop.alloc : !global
    %a = loop.alloc : !local
    %b = loop.alloc : !local
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    loop.store %one, %a[%lid] : f32, !local
    loop.store %one, %b[%lid] : f32, !local
    %v = loop.load %a[%lid] : !local
    %w = loop.load %b[%lid] : !local
    %s = arith.addf %v, %w : f32
    loop.store %s, %out[%lid] : f32, !global
  }
  return
}

// The first holds its value through all trips of the loop that has the second.
// CHECK-LABEL: func.func @negative_loop
// SHORT-LABEL: func.func @negative_loop
// CHECK-COUNT-2: = loop.alloc : {{.*}}, local>
// CHECK-NOT: = loop.alloc {{.*}}local>
func.func @negative_loop(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %out = loop.alloc : !global
    %a = loop.alloc : !local
    %b = loop.alloc : !local
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    loop.store %one, %a[%lid] : f32, !local
    loop.for %i below N {
      %v = loop.load %a[%lid] : !local
      loop.store %v, %b[%lid] : f32, !local
      %w = loop.load %b[%lid] : !local
      loop.store %w, %out[%i] : f32, !global
    }
  }
  return
}

// In a trip of one loop.
// CHECK-LABEL: func.func @loop
// SHORT-LABEL: func.func @loop
// CHECK: loop.alloc : !loop.buffer<256 x f32, local>
// CHECK-NOT: = loop.alloc {{.*}}local>
func.func @loop(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %out = loop.alloc : !global
    %a = loop.alloc : !local
    %b = loop.alloc : !local
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    loop.for %i below N {
      loop.store %one, %a[%lid] : f32, !local
      %v = loop.load %a[%lid] : !local
      loop.store %v, %out[%i] : f32, !global
      loop.store %one, %b[%lid] : f32, !local
      %w = loop.load %b[%lid] : !local
      loop.store %w, %out[%i] : f32, !global
    }
  }
  return
}

// What is read before it is written comes from the trip before.
// CHECK-LABEL: func.func @negative_carried
// SHORT-LABEL: func.func @negative_carried
// CHECK-COUNT-2: = loop.alloc : {{.*}}, local>
// CHECK-NOT: = loop.alloc {{.*}}local>
func.func @negative_carried(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %out = loop.alloc : !global
    %a = loop.alloc : !local
    %b = loop.alloc : !local
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    loop.for %i below N {
      %v = loop.load %a[%lid] : !local
      loop.store %one, %a[%lid] : f32, !local
      loop.store %v, %b[%lid] : f32, !local
      %w = loop.load %b[%lid] : !local
      loop.store %w, %out[%i] : f32, !global
    }
  }
  return
}

// Other elements.
// CHECK-LABEL: func.func @negative_type
// SHORT-LABEL: func.func @negative_type
// CHECK-COUNT-2: = loop.alloc : {{.*}}, local>
// CHECK-NOT: = loop.alloc {{.*}}local>
func.func @negative_type() {
  loop.kernel local_size [256] global_size [256] {
    %out = loop.alloc : !global
    %a = loop.alloc : !local
    %b = loop.alloc : !words
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2 : i32
    loop.store %one, %a[%lid] : f32, !local
    %v = loop.load %a[%lid] : !local
    loop.store %v, %out[%lid] : f32, !global
    loop.store %two, %b[%lid] : i32, !words
  }
  return
}
}
