// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-pipeline-loops))' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-pipeline-loops,lift-place-barriers))' | FileCheck %s --check-prefix=BARRIER

!tile = !loop.buffer<250 x f32, local>
!wide = !loop.buffer<1024 x f32, local>
!global = !loop.buffer<65536 x f32, global>

// A number for each work-item. The second tile starts at a multiple of the
// longest vector. Without any trip, nothing is loaded.
// CHECK-LABEL: func.func @numbers
// CHECK: %[[LID:.*]] = loop.id local(0)
// CHECK: %[[R:.*]] = loop.alloc : !loop.buffer<1 x f32, private>
// CHECK-NEXT: loop.if 0 <= 0 < N {
// CHECK-NEXT: %[[FIRST:.*]] = loop.index within(0, 0, N - 1)
// CHECK-NEXT: %[[F:.*]] = loop.load %{{.*}}[%[[LID]] + 250 * %[[FIRST]]]
// CHECK-NEXT: loop.store %[[F]], %[[R]][0]
// CHECK: %[[T:.*]] = loop.alloc : !loop.buffer<512 x f32, local>
// CHECK-NEXT: loop.for %[[K:.*]] below N {
// CHECK-NEXT: %[[V:.*]] = loop.load %[[R]][0]
// CHECK-NEXT: loop.store %[[V]], %[[T]][%[[LID]] + 256 * (%[[K]] mod 2)]
// CHECK-NEXT: loop.if 0 <= %[[K]] + 1 < N {
// CHECK-NEXT: %[[NEXT:.*]] = loop.index within(%[[K]] + 1, 0, N - 1)
// CHECK-NEXT: %[[P:.*]] = loop.load %{{.*}}[%[[LID]] + 250 * %[[NEXT]]]
// CHECK-NEXT: loop.store %[[P]], %[[R]][0]
// CHECK: loop.load %[[T]][256 * (%[[K]] mod 2) - %[[LID]] + 249]
// BARRIER-LABEL: func.func @numbers
// BARRIER: loop.for
// BARRIER: lift.barrier local
// BARRIER-NOT: lift.barrier
func.func @numbers(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [250] global_size [250] {
    %x = loop.alloc : !global
    %out = loop.alloc : !global
    %t = loop.alloc {in_turn = 2} : !tile
    %lid = loop.id local(0)
    loop.for %k below N {
      %v = loop.load %x[250 * %k + %lid] : !global
      loop.store %v, %t[%lid] : f32, !tile
      %w = loop.load %t[249 - %lid] : !tile
      loop.store %w, %out[250 * %k + %lid] : f32, !global
    }
  }
  return
}

// Vectors, in a loop of the work-item: a register for each trip of it.
// CHECK-LABEL: func.func @vectors
// CHECK: %[[LID:.*]] = loop.id local(0)
// CHECK: %[[R:.*]] = loop.alloc : !loop.buffer<4 x vector<4xf32>, private>
// CHECK: loop.for %[[J:.*]] below 4 {
// CHECK-NEXT: %[[P:.*]] = loop.load %{{.*}} to vector<4xf32>
// CHECK-NEXT: loop.store %[[P]], %[[R]][%[[J]]]
// CHECK: %[[T:.*]] = loop.alloc : !loop.buffer<2048 x f32, local>
// CHECK-NEXT: loop.for %[[K:.*]] below N {
// CHECK-NEXT: loop.for %[[J:.*]] below 4 {
// CHECK-NEXT: %[[V:.*]] = loop.load %[[R]][%[[J]]]
// CHECK-NEXT: loop.store %[[V]], %[[T]][4 * %[[LID]] + 256 * %[[J]] + @lane + 1024 * (%[[K]] mod 2)]
// BARRIER-LABEL: func.func @vectors
// BARRIER: lift.barrier local
// BARRIER-NOT: lift.barrier
func.func @vectors(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [64] global_size [64] {
    %x = loop.alloc : !global
    %out = loop.alloc : !global
    %t = loop.alloc {in_turn = 2} : !wide
    %lid = loop.id local(0)
    loop.for %k below N {
      loop.for %j below 4 {
        %v = loop.load %x[1024 * %k + 256 * %j + 4 * %lid + @lane] : !global to vector<4xf32>
        loop.store %v, %t[256 * %j + 4 * %lid + @lane] : vector<4xf32>, !wide
      }
      %w = loop.load %t[1020 - 4 * %lid + @lane] : !wide to vector<4xf32>
      loop.store %w, %out[1024 * %k + @lane] : vector<4xf32>, !global
    }
  }
  return
}

// Nobody asked.
// CHECK-LABEL: func.func @negative_one_buffer
// CHECK: loop.alloc : !loop.buffer<250 x f32, local>
// CHECK-NOT: loop.alloc
// BARRIER-LABEL: func.func @negative_one_buffer
// BARRIER-COUNT-2: lift.barrier local
func.func @negative_one_buffer(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [250] global_size [250] {
    %x = loop.alloc : !global
    %out = loop.alloc : !global
    %t = loop.alloc : !tile
    %lid = loop.id local(0)
    loop.for %k below N {
      %v = loop.load %x[%k] : !global
      loop.store %v, %t[%lid] : f32, !tile
      %w = loop.load %t[249 - %lid] : !tile
      loop.store %w, %out[%k] : f32, !global
    }
  }
  return
}

// A private array stays one, and is filled with what the step before has loaded.
// CHECK-LABEL: func.func @registers
// CHECK: %[[NEXT:.*]] = loop.alloc : !loop.buffer<2 x f32, private>
// CHECK: loop.store %{{.*}}, %[[NEXT]]
// CHECK: loop.for %[[K:.*]] below N {
// CHECK: %[[V:.*]] = loop.load %[[NEXT]]
// CHECK-NEXT: loop.store %[[V]], %[[ROW:.*]][
// CHECK: loop.if
// CHECK: loop.store %{{.*}}, %[[NEXT]]
// CHECK: loop.load %[[ROW]][
// BARRIER-LABEL: func.func @registers
// BARRIER-NOT: lift.barrier
func.func @registers(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [64] global_size [64] {
    %x = loop.alloc : !global
    %out = loop.alloc : !global
    %p = loop.alloc {in_turn = 2} : !loop.buffer<2 x f32, private>
    %lid = loop.id local(0)
    loop.for %k below N {
      loop.for %j below 2 {
        %v = loop.load %x[128 * %k + 64 * %j + %lid] : !global
        loop.store %v, %p[%j] : f32, !loop.buffer<2 x f32, private>
      }
      loop.for %j below 2 {
        %w = loop.load %p[%j] : !loop.buffer<2 x f32, private>
        %s = arith.addf %w, %w : f32
        loop.store %s, %out[128 * %k + 64 * %j + %lid] : f32, !global
      }
    }
  }
  return
}
