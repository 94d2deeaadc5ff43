// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-pipeline-loops))' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-pipeline-loops,lift-place-barriers))' | FileCheck %s --check-prefix=BARRIER

!tile = !loop.buffer<250 x f32, local>
!wide = !loop.buffer<1024 x f32, local>
!global = !loop.buffer<65536 x f32, global>

// A number for each work-item. The second tile starts at a multiple of the
// longest vector. Without any trip, nothing is loaded; the last of an odd number
// of steps is behind the loop.
// CHECK-LABEL: func.func @numbers
// CHECK: %[[LID:.*]] = loop.id local(0)
// CHECK-NEXT: %[[R:.*]] = loop.alloc : !loop.buffer<1 x f32, private>
// CHECK-NEXT: %[[T:.*]] = loop.alloc : !loop.buffer<512 x f32, local>
// CHECK-NEXT: %[[ZERO:.*]] = loop.index value(0)
// CHECK-NEXT: loop.if 0 <= %[[ZERO]] < N {
// CHECK-NEXT: %[[FIRST:.*]] = loop.index within(%[[ZERO]], 0, N - 1)
// CHECK-NEXT: %[[F:.*]] = loop.load %{{.*}}[%[[LID]] + 250 * %[[FIRST]]]
// CHECK-NEXT: loop.store %[[F]], %[[T]][%[[LID]]]
// CHECK: loop.for %[[P:.*]] below N floordiv 2 {
// CHECK-NEXT: %[[K:.*]] = loop.index value(2 * %[[P]])
// CHECK-NEXT: %[[NEXT:.*]] = loop.index value(2 * %[[P]] + 1)
// CHECK-NEXT: loop.if 0 <= %[[NEXT]] < N attributes {kept} {
// CHECK-NEXT: %[[IN:.*]] = loop.index within(%[[NEXT]], 0, N - 1)
// CHECK-NEXT: %[[V:.*]] = loop.load %{{.*}}[250 * %[[IN]] + %[[LID]]]
// CHECK-NEXT: loop.store %[[V]], %[[R]][0]
// CHECK: loop.load %[[T]][249 - %[[LID]]]
// CHECK-NEXT: loop.store %{{.*}}, %{{.*}}[%[[LID]] + 250 * %[[K]]]
// CHECK-NEXT: loop.if 0 <= %[[NEXT]] < N attributes {kept} {
// CHECK-NEXT: %[[STAGED:.*]] = loop.load %[[R]][0]
// CHECK-NEXT: loop.store %[[STAGED]], %[[T]][%[[LID]] + 256]
// CHECK: loop.if 0 <= %{{.*}} < N attributes {kept} {
// CHECK: loop.load %[[T]][505 - %[[LID]]]
// CHECK: loop.if 0 <= %{{.*}} < N attributes {kept} {
// CHECK-NEXT: %[[STAGED:.*]] = loop.load %[[R]][0]
// CHECK-NEXT: loop.store %[[STAGED]], %[[T]][%[[LID]]]
// CHECK: loop.for %{{.*}} below N mod 2 at_most_once {
// CHECK-NEXT: loop.index value(N - 1)
// CHECK-NEXT: loop.load %[[T]][249 - %[[LID]]]
// BARRIER-LABEL: func.func @numbers
// BARRIER: lift.barrier local
// BARRIER-NEXT: loop.for
// BARRIER-COUNT-2: lift.barrier local
// BARRIER-NEXT: }
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
// CHECK: %[[T:.*]] = loop.alloc : !loop.buffer<2048 x f32, local>
// CHECK: loop.for %{{.*}} below N floordiv 2 {
// CHECK: loop.for %[[J:.*]] below 4 {
// CHECK-NEXT: %[[P:.*]] = loop.load %{{.*}} to vector<4xf32>
// CHECK-NEXT: loop.store %[[P]], %[[R]][%[[J]]]
// CHECK: loop.for %[[J:.*]] below 4 {
// CHECK-NEXT: %[[V:.*]] = loop.load %[[R]][%[[J]]]
// CHECK-NEXT: loop.store %[[V]], %[[T]][4 * %[[LID]] + 256 * %[[J]] + @lane + 1024]
// BARRIER-LABEL: func.func @vectors
// BARRIER: lift.barrier local
// BARRIER-NEXT: loop.for
// BARRIER-COUNT-2: lift.barrier local
// BARRIER-NEXT: }
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

// A private array stays one, and there is a step in each trip.
// CHECK-LABEL: func.func @registers
// CHECK-DAG: %[[NEXT:.*]] = loop.alloc : !loop.buffer<2 x f32, private>
// CHECK-DAG: %[[ROW:.*]] = loop.alloc : !loop.buffer<2 x f32, private>
// CHECK: loop.for %[[K:.*]] below N {
// CHECK: loop.if {{.*}} attributes {kept} {
// CHECK: loop.store %{{.*}}, %[[TO:.*]][
// CHECK: loop.load %[[FROM:.*]][
// CHECK: loop.if {{.*}} attributes {kept} {
// CHECK: loop.load %[[TO]][
// CHECK: loop.store %{{.*}}, %[[FROM]][
// CHECK-NOT: loop.if
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

// Numbers that are carried from step to step go through both steps of a trip,
// and the one behind the loop.
// CHECK-LABEL: func.func @carried
// CHECK: %[[SUM:.*]] = loop.for %{{.*}} below N floordiv 2 carry(%[[A:.*]] = %{{.*}} : f32) {
// CHECK: %[[B:.*]] = arith.addf %[[A]],
// CHECK: %[[C:.*]] = arith.addf %[[B]],
// CHECK: loop.yield %[[C]] : f32
// CHECK: %[[ALL:.*]] = loop.for %{{.*}} below N mod 2 carry(%[[L:.*]] = %[[SUM]] : f32) at_most_once {
// CHECK: %[[D:.*]] = arith.addf %[[L]],
// CHECK: loop.yield %[[D]] : f32
// CHECK: loop.store %[[ALL]]
// BARRIER-LABEL: func.func @carried
func.func @carried(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [250] global_size [250] {
    %x = loop.alloc : !global
    %out = loop.alloc : !global
    %t = loop.alloc {in_turn = 2} : !tile
    %lid = loop.id local(0)
    %zero = arith.constant 0.0 : f32
    %sum = loop.for %k below N carry(%acc = %zero : f32) {
      %v = loop.load %x[250 * %k + %lid] : !global
      loop.store %v, %t[%lid] : f32, !tile
      %w = loop.load %t[249 - %lid] : !tile
      %s = arith.addf %acc, %w : f32
      loop.yield %s : f32
    }
    loop.store %sum, %out[%lid] : f32, !global
  }
  return
}

// A loop in one that is pipelined is pipelined, too.
// CHECK-LABEL: func.func @nested
// CHECK: loop.for %{{.*}} below M floordiv 2 {
// CHECK: loop.for %{{.*}} below N floordiv 2 {
// CHECK: loop.for %{{.*}} below N floordiv 2 {
// CHECK: loop.for %{{.*}} below M mod 2 at_most_once {
// CHECK: loop.for %{{.*}} below N floordiv 2 {
// BARRIER-LABEL: func.func @nested
func.func @nested(%sizes: !lift.array<M x N x f32>) {
  loop.kernel local_size [250] global_size [250] {
    %x = loop.alloc : !global
    %out = loop.alloc : !global
    %s = loop.alloc {in_turn = 2} : !tile
    %t = loop.alloc {in_turn = 2} : !tile
    %lid = loop.id local(0)
    loop.for %m below M {
      %u = loop.load %x[250 * %m + %lid] : !global
      loop.store %u, %s[%lid] : f32, !tile
      loop.for %k below N {
        %v = loop.load %x[250 * %k + %lid] : !global
        loop.store %v, %t[%lid] : f32, !tile
        %a = loop.load %s[249 - %lid] : !tile
        %b = loop.load %t[249 - %lid] : !tile
        %c = arith.addf %a, %b : f32
        loop.store %c, %out[250 * %k + %lid] : f32, !global
      }
    }
  }
  return
}
