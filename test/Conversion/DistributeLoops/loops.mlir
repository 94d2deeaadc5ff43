// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-distribute-loops))' %s | FileCheck %s
// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-distribute-loops))' %s | lift-opt | FileCheck %s
// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-distribute-loops{simplify-control-flow=false}))' %s | FileCheck %s --check-prefix=PLAIN

// As many ids as elements: no loop. In arithmetic, too, the index is the id.
// CHECK-LABEL: func.func @exact
// CHECK:       %[[G:.*]] = loop.id global(0)
// CHECK-NOT:   loop.for
// CHECK:       %[[V:.*]] = arith.index_cast %[[G]]
// CHECK:       loop.store %[[V]], %{{.*}}[%[[G]]]
// PLAIN-LABEL: func.func @exact
// PLAIN:       loop.for %{{.*}} from %{{.*}} below 64 step 64 at_most_once {
func.func @exact() -> !lift.array<64 x i32> {
  %r = loop.kernel -> (%out : !lift.array<64 x i32>) local_size [16] global_size [64] {
    loop.for %i below 64 map(@m0, glb(0)) {
      %v = arith.index_cast %i : index to i32
      loop.store %v, %out[%i] : i32, !loop.buffer<64 x i32, global>
    }
  }
  return %r : !lift.array<64 x i32>
}

// More ids than elements: a branch.
// CHECK-LABEL: func.func @rest
// CHECK:       %[[G:.*]] = loop.id global(0)
// CHECK:       loop.if 0 <= %[[G]] < N {
// CHECK:         %[[I:.*]] = loop.index within(%[[G]], 0, N - 1)
// CHECK:         loop.store %{{.*}}, %{{.*}}[N - %[[I]] - 1]
// PLAIN-LABEL: func.func @rest
// PLAIN:       loop.for %[[I:.*]] from %{{.*}} below N step 16 * (N ceildiv 16) at_most_once {
// PLAIN:         loop.store %{{.*}}, %{{.*}}[N - %[[I]] - 1]
func.func @rest(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [16] global_size [16 * (N ceildiv 16)] {
    loop.for %i below N map(@m0, glb(0)) {
      %v = loop.load %in[%i] : !loop.buffer<N x f32, global>
      loop.store %v, %out[N - 1 - %i] : f32, !loop.buffer<N x f32, global>
    }
  }
  return %r : !lift.array<N x f32>
}

// Fewer ids than elements: a loop. `unroll` is for loops of one work-item.
// CHECK-LABEL: func.func @strided
// CHECK:       %[[W:.*]] = loop.id group(0)
// CHECK:       loop.for %{{.*}} from %[[W]] below N step 4 {
func.func @strided(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [1] global_size [4] {
    loop.for %i below N map(@m0, wrg(0)) unroll(0) {
      %v = loop.load %in[%i] : !loop.buffer<N x f32, global>
      loop.store %v, %out[%i] : f32, !loop.buffer<N x f32, global>
    }
  }
  return %r : !lift.array<N x f32>
}

// Around local memory there is a loop rather than a branch: barriers stand in
// it.
// CHECK-LABEL: func.func @groups
// CHECK:       %[[L:.*]] = loop.id local(0)
// CHECK:       %[[W:.*]] = loop.id group(0)
// CHECK:       loop.for %[[I:.*]] from %[[W]] below N step N ceildiv 2 {
// CHECK:         loop.alloc
// CHECK-LABEL: func.func @groups_once
// CHECK:       loop.for %[[I:.*]] from %{{.*}} below N step N + 1 at_most_once {
// CHECK:         loop.alloc
func.func @groups(%x: !lift.array<N x 4 x f32>) -> !lift.array<N x 4 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x 4 x f32>) -> (%out : !lift.array<N x 4 x f32>) local_size [4] global_size [4 * (N ceildiv 2)] {
    loop.for %i below N map(@m0, wrg(0)) {
      %t = loop.alloc : !loop.buffer<4 x f32, local>
      loop.for %j below 4 map(@m1, lcl(0)) {
        %v = loop.load %in[%i, %j] : !loop.buffer<N x 4 x f32, global>
        loop.store %v, %t[3 - %j] : f32, !loop.buffer<4 x f32, local>
      }
      loop.for %j below 4 map(@m2, lcl(0)) {
        %v = loop.load %t[%j] : !loop.buffer<4 x f32, local>
        loop.store %v, %out[%i, %j] : f32, !loop.buffer<N x 4 x f32, global>
      }
    }
  }
  return %r : !lift.array<N x 4 x f32>
}
func.func @groups_once(%x: !lift.array<N x 4 x f32>) -> !lift.array<N x 4 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x 4 x f32>) -> (%out : !lift.array<N x 4 x f32>) local_size [4] global_size [4 * (N + 1)] {
    loop.for %i below N map(@m0, wrg(0)) {
      %t = loop.alloc : !loop.buffer<4 x f32, local>
      loop.for %j below 4 map(@m1, lcl(0)) {
        %v = loop.load %in[%i, %j] : !loop.buffer<N x 4 x f32, global>
        loop.store %v, %t[3 - %j] : f32, !loop.buffer<4 x f32, local>
      }
      loop.for %j below 4 map(@m2, lcl(0)) {
        %v = loop.load %t[%j] : !loop.buffer<4 x f32, local>
        loop.store %v, %out[%i, %j] : f32, !loop.buffer<N x 4 x f32, global>
      }
    }
  }
  return %r : !lift.array<N x 4 x f32>
}

// A local size that divides the length. The expression takes the place of the
// index, and is simplified.
// CHECK-LABEL: func.func @local
// CHECK:       %[[L:.*]] = loop.id local(0)
// CHECK:       loop.for %[[T:.*]] below 4 unroll(2) {
// CHECK:         loop.load %{{.*}}[%[[T]], %[[L]]]
// CHECK:         loop.store %{{.*}}, %{{.*}}[%[[L]] + 16 * %[[T]]]
func.func @local(%x: !lift.array<4 x 16 x f32>) -> !lift.array<64 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<4 x 16 x f32>) -> (%out : !lift.array<64 x f32>) local_size [16] global_size [16] {
    loop.for %i below 64 map(@m0, lcl(0)) unroll(2) {
      %v = loop.load %in[%i floordiv 16, %i mod 16] : !loop.buffer<4 x 16 x f32, global>
      loop.store %v, %out[%i] : f32, !loop.buffer<64 x f32, global>
    }
  }
  return %r : !lift.array<64 x f32>
}

// One that does not, where nobody waits inside: a branch. Lengths below the
// local size need no loop.
// CHECK-LABEL: func.func @local_rest
// CHECK:       %[[L0:.*]] = loop.id local(0)
// CHECK:       %[[L1:.*]] = loop.id local(1)
// CHECK:       loop.if 0 <= %[[L1]] < 3 {
// CHECK:         %[[J:.*]] = loop.index within(%[[L1]], 0, 2)
// CHECK:         loop.for %[[T:.*]] below N ceildiv 16 {
// CHECK:           loop.if 0 <= %[[L0]] + 16 * %[[T]] < N {
// CHECK:             %[[I:.*]] = loop.index within(%[[L0]] + 16 * %[[T]], 0, N - 1)
// CHECK:             loop.store %{{.*}}, %{{.*}}[%[[J]], %[[I]]]
func.func @local_rest(%x: !lift.array<3 x N x f32>) -> !lift.array<3 x N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<3 x N x f32>) -> (%out : !lift.array<3 x N x f32>) local_size [16, 4] global_size [16, 4] {
    loop.for %j below 3 map(@m0, lcl(1)) {
      loop.for %i below N map(@m1, lcl(0)) {
        %v = loop.load %in[%j, %i] : !loop.buffer<3 x N x f32, global>
        loop.store %v, %out[%j, %i] : f32, !loop.buffer<3 x N x f32, global>
      }
    }
  }
  return %r : !lift.array<3 x N x f32>
}

// Where others wait for what is stored inside, all go through it. The branches of
// the loops inside, in which nobody waits, test for those around, too.
// CHECK-LABEL: func.func @local_guarded
// CHECK:       %[[L0:.*]] = loop.id local(0)
// CHECK:       %[[L1:.*]] = loop.id local(1)
// CHECK:       %[[TILE:.*]] = loop.alloc : !loop.buffer<4 x 5 x f32, local>
// CHECK:       loop.for %[[T:.*]] below 2 {
// CHECK:         loop.if 0 <= %[[L1]] < 3 and 0 <= %[[L0]] + 4 * %[[T]] < 5 {
// CHECK:           %[[J:.*]] = loop.index within(%[[L1]], 0, 2)
// CHECK:           %[[I:.*]] = loop.index within(%[[L0]] + 4 * %[[T]], 0, 4)
// CHECK:           %[[V:.*]] = loop.load %{{.*}}[%[[J]], %[[I]]]
// CHECK:           loop.store %[[V]], %[[TILE]][%[[L1]], %[[I]]]
// CHECK:       loop.for %[[T:.*]] below 2 {
// CHECK:         loop.if 0 <= %[[L1]] < 3 and 0 <= %[[L0]] + 4 * %[[T]] < 5 {
// CHECK:           %[[J:.*]] = loop.index within(%[[L1]], 0, 2)
// CHECK:           %[[I:.*]] = loop.index within(%[[L0]] + 4 * %[[T]], 0, 4)
// CHECK:           loop.load %[[TILE]][%[[L1]], 4 - %[[I]]]
// CHECK:           loop.if 0 <= %[[I]] - 1 < 4 {
// CHECK:             loop.store %{{.*}}, %{{.*}}[%[[J]], %[[I]]]
func.func @local_guarded(%x: !lift.array<3 x 5 x f32>) -> !lift.array<3 x 5 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<3 x 5 x f32>) -> (%out : !lift.array<3 x 5 x f32>) local_size [4, 4] global_size [4, 4] {
    loop.for %j below 3 map(@m0, lcl(1)) {
      %t = loop.alloc : !loop.buffer<5 x f32, local>
      loop.for %i below 5 map(@m1, lcl(0)) {
        %v = loop.load %in[%j, %i] : !loop.buffer<3 x 5 x f32, global>
        loop.store %v, %t[%i] : f32, !loop.buffer<5 x f32, local>
      }
      loop.for %i below 5 map(@m2, lcl(0)) {
        %v = loop.load %t[4 - %i] : !loop.buffer<5 x f32, local>
        loop.if 0 <= %i - 1 < 4 {
          loop.store %v, %out[%j, %i] : f32, !loop.buffer<3 x 5 x f32, global>
        }
      }
    }
  }
  return %r : !lift.array<3 x 5 x f32>
}

// Others wait, too, where steps read what other work-items have stored in the
// steps before.
// CHECK-LABEL: func.func @steps
// CHECK:       %[[L0:.*]] = loop.id local(0)
// CHECK:       %[[L1:.*]] = loop.id local(1)
// CHECK:       %[[J:.*]] = loop.index clamp(%[[L1]], 0, 2)
// CHECK:       loop.for %[[K:.*]] from 1 below N {
// CHECK:         loop.load %{{.*}}[%[[J]], %[[K]] - 1, 3 - %[[L0]]]
// CHECK:         loop.if 0 <= %[[L1]] < 3 {
// CHECK-NEXT:      loop.store %{{.*}}, %{{.*}}[%[[J]], %[[K]], %[[L0]]]
func.func @steps(%x: !lift.array<3 x N x f32>) -> !lift.array<3 x N x 4 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<3 x N x f32>) -> (%out : !lift.array<3 x N x 4 x f32>) local_size [4, 4] global_size [4, 4] {
    loop.for %j below 3 map(@m0, lcl(1)) {
      loop.for %k from 1 below N {
        loop.for %i below 4 map(@m1, lcl(0)) {
          %v = loop.load %out[%j, %k - 1, 3 - %i] : !loop.buffer<3 x N x 4 x f32, global>
          %w = loop.load %in[%j, %k] : !loop.buffer<3 x N x f32, global>
          %s = arith.addf %v, %w : f32
          loop.store %s, %out[%j, %k, %i] : f32, !loop.buffer<3 x N x 4 x f32, global>
        }
      }
    }
  }
  return %r : !lift.array<3 x N x 4 x f32>
}

// But not where each has stored its own.
// CHECK-LABEL: func.func @own_steps
// CHECK:       %[[L0:.*]] = loop.id local(0)
// CHECK:       %[[L1:.*]] = loop.id local(1)
// CHECK:       loop.if 0 <= %[[L1]] < 3 {
// CHECK:         %[[J:.*]] = loop.index within(%[[L1]], 0, 2)
// CHECK:         loop.store %{{.*}}, %[[OUT:.*]][%[[J]], %[[L0]]]
// CHECK:         loop.for %{{.*}} below N {
// CHECK:           loop.load %[[OUT]][%[[J]], %[[L0]]]
// CHECK-NOT:       loop.if
// CHECK:           loop.store %{{.*}}, %[[OUT]][%[[J]], %[[L0]]]
func.func @own_steps(%x: !lift.array<N x f32>) -> !lift.array<3 x 4 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<3 x 4 x f32>) local_size [4, 4] global_size [4, 4] {
    %zero = arith.constant 0.0 : f32
    loop.for %j below 3 map(@m0, lcl(1)) {
      %row = loop.view %out[%j, @d0] : !loop.buffer<3 x 4 x f32, global> to !loop.buffer<4 x f32, global>
      loop.for %i below 4 map(@m1, lcl(0)) {
        loop.store %zero, %row[%i] : f32, !loop.buffer<4 x f32, global>
      }
      loop.for %k below N state(%c, %n = %row : !loop.buffer<4 x f32, global>) in_place {
        loop.for %i below 4 map(@m2, lcl(0)) {
          %v = loop.load %c[%i] : !loop.buffer<4 x f32, global>
          %w = loop.load %in[%k] : !loop.buffer<N x f32, global>
          %s = arith.addf %v, %w : f32
          loop.store %s, %n[%i] : f32, !loop.buffer<4 x f32, global>
        }
      }
    }
  }
  return %r : !lift.array<3 x 4 x f32>
}

// Nor where each has its own vectors, or where the first work-item has all.
// CHECK-LABEL: func.func @own_vectors
// CHECK:       loop.if 0 <= %{{.*}} < 3 {
// CHECK-NOT:     clamp
// CHECK-LABEL: func.func @other_vectors
// CHECK:       loop.index clamp(
// CHECK-LABEL: func.func @of_first
// CHECK:       loop.if 0 <= %{{.*}} < 3 {
// CHECK-NOT:     clamp
func.func @own_vectors() -> !lift.array<3 x 8 x f32> {
  %r = loop.kernel -> (%out : !lift.array<3 x 8 x f32>) local_size [4, 4] global_size [4, 4] {
    %zero = arith.constant dense<0.0> : vector<2xf32>
    loop.for %j below 3 map(@m0, lcl(1)) {
      loop.for %i below 4 map(@m1, lcl(0)) {
        loop.store %zero, %out[%j, 2 * %i + @lane] : vector<2xf32>, !loop.buffer<3 x 8 x f32, global>
      }
      loop.for %i below 4 map(@m2, lcl(0)) {
        %v = loop.load %out[%j, 2 * %i + @lane] : !loop.buffer<3 x 8 x f32, global> to vector<2xf32>
        loop.store %v, %out[%j, 2 * %i + @lane] : vector<2xf32>, !loop.buffer<3 x 8 x f32, global>
      }
    }
  }
  return %r : !lift.array<3 x 8 x f32>
}
func.func @other_vectors() -> !lift.array<3 x 8 x f32> {
  %r = loop.kernel -> (%out : !lift.array<3 x 8 x f32>) local_size [4, 4] global_size [4, 4] {
    %zero = arith.constant 0.0 : f32
    loop.for %j below 3 map(@m0, lcl(1)) {
      loop.for %i below 8 map(@m1, lcl(0)) {
        loop.store %zero, %out[%j, %i] : f32, !loop.buffer<3 x 8 x f32, global>
      }
      loop.for %i below 4 map(@m2, lcl(0)) {
        %v = loop.load %out[%j, 2 * %i + @lane] : !loop.buffer<3 x 8 x f32, global> to vector<2xf32>
        loop.store %v, %out[%j, 2 * %i + @lane] : vector<2xf32>, !loop.buffer<3 x 8 x f32, global>
      }
    }
  }
  return %r : !lift.array<3 x 8 x f32>
}
func.func @of_first() -> !lift.array<3 x 2 x f32> {
  %r = loop.kernel -> (%out : !lift.array<3 x 2 x f32>) local_size [4, 4] global_size [4, 4] {
    %zero = arith.constant 0.0 : f32
    loop.for %j below 3 map(@m0, lcl(1)) {
      loop.for %i below 1 map(@m1, lcl(0)) {
        loop.store %zero, %out[%j, %i] : f32, !loop.buffer<3 x 2 x f32, global>
      }
      loop.for %i below 1 map(@m2, lcl(0)) {
        %v = loop.load %out[%j, 0] : !loop.buffer<3 x 2 x f32, global>
        loop.store %v, %out[%j, 1] : f32, !loop.buffer<3 x 2 x f32, global>
      }
    }
  }
  return %r : !lift.array<3 x 2 x f32>
}

// Nor for memory of which each work-item has its own: no other id is there.
// CHECK-LABEL: func.func @own_memory
// CHECK:       loop.if 0 <= %{{.*}} < 3 {
// CHECK:         loop.alloc : !loop.buffer<3 x N x f32, global>
// CHECK-LABEL: func.func @memory_of_two
// CHECK:       loop.alloc : !loop.buffer<3 x N x f32, global>
// CHECK:       loop.for %{{.*}} below N ceildiv 2
// CHECK:         loop.if 0 <= %{{.*}} < 3 and 0 <= %{{.*}} < N {
func.func @own_memory() -> !lift.array<3 x f32> {
  %r = loop.kernel -> (%out : !lift.array<3 x f32>) local_size [1, 4] global_size [1, 4] {
    %zero = arith.constant 0.0 : f32
    loop.for %j below 3 map(@m0, lcl(1)) {
      %t = loop.alloc : !loop.buffer<N x f32, global>
      loop.for %i below N {
        loop.store %zero, %t[%i] : f32, !loop.buffer<N x f32, global>
      }
      %v = loop.load %t[N - 1] : !loop.buffer<N x f32, global>
      loop.store %v, %out[%j] : f32, !loop.buffer<3 x f32, global>
    }
  }
  return %r : !lift.array<3 x f32>
}
func.func @memory_of_two() -> !lift.array<3 x f32> {
  %r = loop.kernel -> (%out : !lift.array<3 x f32>) local_size [2, 4] global_size [2, 4] {
    %zero = arith.constant 0.0 : f32
    loop.for %j below 3 map(@m0, lcl(1)) {
      %t = loop.alloc : !loop.buffer<N x f32, global>
      loop.for %i below N map(@m1, lcl(0)) {
        loop.store %zero, %t[%i] : f32, !loop.buffer<N x f32, global>
      }
      %v = loop.load %t[N - 1] : !loop.buffer<N x f32, global>
      loop.store %v, %out[%j] : f32, !loop.buffer<3 x f32, global>
    }
  }
  return %r : !lift.array<3 x f32>
}

// Loops with one trip are none, also those that carry values; loops with no
// trip, either.
// CHECK-LABEL: func.func @once
// CHECK-NOT:   loop.for
// CHECK:       %[[A:.*]] = loop.load %{{.*}}[0, 0]
// CHECK:       %[[B:.*]] = loop.load %{{.*}}[1, 0]
// CHECK:       %[[S:.*]] = arith.addf %[[A]], %[[B]]
// CHECK:       loop.store %[[S]]
// PLAIN-LABEL: func.func @once
// PLAIN:       loop.for %{{.*}} below 1 map(@m0) {
// PLAIN:       loop.for %{{.*}} from 1 below 2 carry
// PLAIN-NOT:   loop.for
func.func @once(%x: !lift.array<2 x 1 x f32>) -> !lift.array<1 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<2 x 1 x f32>) -> (%out : !lift.array<1 x f32>) {
    loop.for %i below 1 map(@m0) {
      %a = loop.load %in[0, %i] : !loop.buffer<2 x 1 x f32, global>
      %s = loop.for %k from 1 below 2 carry(%acc = %a : f32) {
        %b = loop.load %in[%k, %i] : !loop.buffer<2 x 1 x f32, global>
        %c = arith.addf %acc, %b : f32
        loop.yield %c : f32
      }
      %t = loop.for %k from 1 below 1 carry(%acc = %s : f32) {
        %c = arith.addf %acc, %acc : f32
        loop.yield %c : f32
      }
      loop.store %t, %out[%i] : f32, !loop.buffer<1 x f32, global>
    }
  }
  return %r : !lift.array<1 x f32>
}
