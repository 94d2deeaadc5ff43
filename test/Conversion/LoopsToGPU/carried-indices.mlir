// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-loops-to-gpu,canonicalize,cse)' --split-input-file | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-loops-to-gpu{reduce-strength=false},canonicalize,cse)' --split-input-file \
// RUN: | FileCheck %s --check-prefix=OFF

// What loops carry from trip to trip.
// OFF-NOT: iter_args{{.*}}index

// The loop's own carried value and its attributes stay.
// CHECK-LABEL: gpu.func @column(
// CHECK:         %[[ID:.*]] = gpu.global_id
// CHECK-NOT:     arith.muli
// CHECK:         scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[OFFSET:.*]] = %[[ID]]) -> (f32, index) {
// CHECK-NEXT:      %[[X:.*]] = memref.load %{{.*}}[%[[OFFSET]]]
// CHECK-NEXT:      %[[NEXT_SUM:.*]] = arith.addf %[[SUM]], %[[X]]
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addi %[[OFFSET]], %{{.*}} {lift.carried = "offset"} : index
// CHECK-NEXT:      scf.yield %[[NEXT_SUM]], %[[NEXT]]
// CHECK-NEXT:    } {lift.unroll = 4 : i64}
func.func @column(%x: !lift.array<N x M x f32>) -> !lift.array<M x f32> {
  %r = loop.kernel @column (%in = %x : !lift.array<N x M x f32>)
      -> (%out : !lift.array<M x f32>) local_size [1] global_size [M] {
    %zero = arith.constant 0.0 : f32
    %g = loop.id global(0)
    %sum = loop.for %i below N carry(%acc = %zero : f32) unroll(4) {
      %v = loop.load %in[%i, %g] : !loop.buffer<N x M x f32, global>
      %s = arith.addf %acc, %v : f32
      loop.yield %s : f32
    }
    loop.store %sum, %out[%g] : f32, !loop.buffer<M x f32, global>
  }
  return %r : !lift.array<M x f32>
}

// -----

// From the second trip on, whose index is known to lie in a range, in steps of
// the group; the same offset for the load and, behind a branch, the store.
// CHECK-LABEL: gpu.func @steps(
// CHECK-SAME:    %{{.*}}: index {lift.name = "M"}
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c16 iter_args(%[[O:.*]] = %{{.*}}) -> (index) {
// CHECK:           scf.if
// CHECK-NEXT:        memref.load %{{.*}}[%[[O]]]
// CHECK-NEXT:        memref.store %{{.*}}, %{{.*}}[%[[O]]]
// CHECK:           arith.addi %[[O]], %{{.*}}
func.func @steps(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %r = loop.kernel @steps (%in = %x : !lift.array<N x M x f32>)
      -> (%out : !lift.array<N x M x f32>) local_size [16] global_size [16] {
    %l = loop.id local(0)
    loop.for %i from %l below N step 16 {
      loop.if 0 <= %i + 1 < N {
        %k = loop.index within(%i + 1, 0, N - 1)
        %v = loop.load %in[%k, 0] : !loop.buffer<N x M x f32, global>
        loop.store %v, %out[%k, 0] : f32, !loop.buffer<N x M x f32, global>
      }
    }
  }
  return %r : !lift.array<N x M x f32>
}

// -----

// Not: a constant stride, the product of two that change, a loop of at most one
// trip, one over all work-items of a launch whose size is not known.
// CHECK-LABEL: gpu.func @not_carried(
// CHECK-NOT:     iter_args
// CHECK:         gpu.return
func.func @not_carried(%x: !lift.array<N x N x 4 x f32>) -> !lift.array<N x N x 4 x f32> {
  %r = loop.kernel @not_carried (%in = %x : !lift.array<N x N x 4 x f32>)
      -> (%out : !lift.array<N x N x 4 x f32>) local_size [16] global_size [N * 16] {
    %l = loop.id local(0)
    %g = loop.id global(0)
    loop.for %i below N {
      %v = loop.load %in[0, %i, 0] : !loop.buffer<N x N x 4 x f32, global>
      loop.store %v, %out[(%i * %i) floordiv N, 0, 0] : f32, !loop.buffer<N x N x 4 x f32, global>
    }
    loop.for %i from %l below N step 16 at_most_once {
      %v = loop.load %in[%i, 0, 0] : !loop.buffer<N x N x 4 x f32, global>
      loop.store %v, %out[%i, 0, 0] : f32, !loop.buffer<N x N x 4 x f32, global>
    }
    loop.for %i from %g below N step N * 16 {
      %v = loop.load %in[%i, 0, 0] : !loop.buffer<N x N x 4 x f32, global>
      loop.store %v, %out[%i, 0, 0] : f32, !loop.buffer<N x N x 4 x f32, global>
    }
  }
  return %r : !lift.array<N x N x 4 x f32>
}

// -----

// CHECK-LABEL: gpu.func @divided(
// CHECK-SAME:    %[[W:[a-z0-9]+]]: index {lift.name = "W"}
// CHECK-DAG:     %[[ID:.*]] = gpu.global_id
// CHECK-DAG:     %[[QS:.*]] = arith.divui %c1{{.*}}, %[[W]]
// CHECK-DAG:     %[[RS:.*]] = arith.remui %c1{{.*}}, %[[W]]
// CHECK-DAG:     %[[Q0:.*]] = arith.divui %[[ID]], %[[W]]
// CHECK-DAG:     %[[R0:.*]] = arith.remui %[[ID]], %[[W]]
// CHECK:         scf.for {{.*}} iter_args({{.*}}%[[Q:.*]] = %[[Q0]], %[[R:.*]] = %[[R0]])
// CHECK-NOT:       arith.divui
// CHECK-NOT:       arith.remui
// CHECK:           %[[Q1:.*]] = arith.addi %[[Q]], %[[QS]]
// CHECK-NEXT:      %[[R1:.*]] = arith.addi %[[R]], %[[RS]]
// CHECK-NEXT:      %[[WRAPS:.*]] = arith.cmpi uge, %[[R1]], %[[W]]
// CHECK-NEXT:      %[[Q2:.*]] = arith.addi %[[Q1]], %c1
// CHECK-NEXT:      %[[R2:.*]] = arith.subi %[[R1]], %[[W]]
// CHECK-NEXT:      arith.select %[[WRAPS]], %[[Q2]], %[[Q1]] {lift.carried = "quotient"}
// CHECK-NEXT:      arith.select %[[WRAPS]], %[[R2]], %[[R1]] {lift.carried = "rest"}
func.func @divided(%x: !lift.array<H x W x f32>) -> !lift.array<W x H x f32> {
  %r = loop.kernel @divided (%in = %x : !lift.array<H x W x f32>)
      -> (%out : !lift.array<W x H x f32>) local_size [1] global_size [W * 2] {
    %g = loop.id global(0)
    loop.for %i below (H - 2) * W {
      %v = loop.load %in[(%i + %g) floordiv W, 2 * ((%i + %g) mod W)] : !loop.buffer<H x W x f32, global>
      loop.store %v, %out[(%i + %g) mod W, 0] : f32, !loop.buffer<W x H x f32, global>
    }
  }
  return %r : !lift.array<W x H x f32>
}

// -----

// A constant divisor; a numerator that may begin below 0, as behind the test of a
// pad; one that goes down.
// CHECK-LABEL: gpu.func @still_divided(
// CHECK-NOT:     quotient
// CHECK:         gpu.return
func.func @still_divided(%x: !lift.array<H x W x f32>) -> !lift.array<H x W x f32> {
  %r = loop.kernel @still_divided (%in = %x : !lift.array<H x W x f32>)
      -> (%out : !lift.array<H x W x f32>) local_size [1] global_size [1] {
    loop.for %i below W {
      loop.if 0 <= %i - 3 < W {
        %a = loop.load %in[0, %i floordiv 3] : !loop.buffer<H x W x f32, global>
        loop.store %a, %out[(%i - 3) floordiv W, 0] : f32, !loop.buffer<H x W x f32, global>
        loop.store %a, %out[(W - %i) floordiv H, 1] : f32, !loop.buffer<H x W x f32, global>
      }
    }
  }
  return %r : !lift.array<H x W x f32>
}

// -----

// What one of two versions of a loop needs stays with it.
// CHECK-LABEL: gpu.func @versions(
// CHECK:         scf.for %{{[a-z0-9]+}} = {{[^(]*}} {
// CHECK:           scf.if
// CHECK:             scf.for
// CHECK-NEXT:          arith.muli
// CHECK:           } else {
// CHECK:             scf.for
// CHECK-NEXT:          arith.muli
func.func @versions(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %r = loop.kernel @versions (%in = %x : !lift.array<N x M x f32>)
      -> (%out : !lift.array<N x M x f32>) local_size [1] global_size [1] {
    loop.for %i below N {
      loop.if 0 <= %i - 1 < N {
        loop.for %j below M {
          %v = loop.load %in[%i, %j] : !loop.buffer<N x M x f32, global>
          loop.store %v, %out[%i, %j] : f32, !loop.buffer<N x M x f32, global>
        }
      } else {
        loop.for %j below M {
          %v = loop.load %in[%i, 0] : !loop.buffer<N x M x f32, global>
          loop.store %v, %out[%i, %j] : f32, !loop.buffer<N x M x f32, global>
        }
      }
    }
  }
  return %r : !lift.array<N x M x f32>
}

// -----

// Where indices count bytes, what a compiler knows once it has unrolled the loop
// around is not carried: the same offset serves all of its trips.
// CHECK-LABEL: gpu.func @unrolled(
// CHECK:         scf.for %[[J:.*]] = {{.*}} {
// CHECK:           scf.for {{.*}} iter_args(%[[OFFSET:.*]] = %{{.*}}) -> (index) {
// CHECK-DAG:         %[[BYTES:.*]] = arith.muli %[[J]], %c4
// CHECK-DAG:         %[[SUM:.*]] = arith.addi %[[OFFSET]], %[[BYTES]]
// CHECK:             %[[AT:.*]] = arith.shrui %[[SUM]], %c2{{.*}} exact
// CHECK:             memref.load %{{.*}}[%[[AT]]]
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
  func.func @unrolled(%x: !lift.array<4 x N x f32>) -> !lift.array<4 x 4 x f32> {
    %r = loop.kernel @unrolled (%in = %x : !lift.array<4 x N x f32>)
        -> (%out : !lift.array<4 x 4 x f32>) local_size [1] global_size [1] {
      loop.for %j below 4 unroll(0) {
        loop.for %i below 4 unroll(0) {
          %v = loop.load %in[%i, %j] : !loop.buffer<4 x N x f32, global>
          loop.store %v, %out[%j, %i] : f32, !loop.buffer<4 x 4 x f32, global>
        }
      }
    }
    return %r : !lift.array<4 x 4 x f32>
  }
}

// -----

// There, sums and offsets that differ by one value are made of each other.
// CHECK-LABEL: gpu.func @apart(
// CHECK-SAME:    %[[IN:[a-z0-9]+]]: memref<?xf32, #gpu.address_space<global>> {lift.readonly
// CHECK:         scf.for %[[I:[a-z0-9]+]] = {{.*}} iter_args(%[[AT:[a-z0-9]+]] = %{{.*}}) -> (index) {
// CHECK:           %[[A:.*]] = arith.shrui %[[FIRST:.*]], %c2{{.*}} exact
// CHECK:           memref.load %[[IN]][%[[A]]] :
// CHECK:           %[[SECOND:.*]] = arith.addi %[[FIRST]], %[[M:.*]] : index
// CHECK:           %[[B:.*]] = arith.shrui %[[SECOND]], %c2{{.*}} exact
// CHECK:           memref.load %[[IN]][%[[B]]]
// CHECK:           %[[THIRD:.*]] = arith.addi %[[SECOND]], %[[M]] : index
// CHECK:           %[[C:.*]] = arith.shrui %[[THIRD]], %c2{{.*}} exact
// CHECK:           memref.load %[[IN]][%[[C]]]
// CHECK:           %[[HERE:.*]] = arith.shrui %[[AT]], %c2{{.*}} exact
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[HERE]]]
// CHECK:           %[[BEHIND:.*]] = arith.addi %[[AT]], %[[M]]
// CHECK:           %[[THERE:.*]] = arith.shrui %[[BEHIND]], %c2{{.*}} exact
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[THERE]]]
// CHECK:           scf.yield %{{.*}} : index
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
  func.func @apart(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
    %r = loop.kernel @apart (%in = %x : !lift.array<N x M x f32>)
        -> (%out : !lift.array<N x M x f32>) local_size [1] global_size [N - 2] {
      %g = loop.id global(0)
      loop.for %i below N - 1 {
        %k = loop.index clamp(2 * %i, 0, M - 1)
        %a = loop.load %in[%g, 2 * %i] : !loop.buffer<N x M x f32, global>
        %b = loop.load %in[%g + 1, 2 * %i] : !loop.buffer<N x M x f32, global>
        %c = loop.load %in[%g + 2, 2 * %i] : !loop.buffer<N x M x f32, global>
        loop.store %a, %out[%i, 0] : f32, !loop.buffer<N x M x f32, global>
        loop.store %b, %out[%i + 1, 0] : f32, !loop.buffer<N x M x f32, global>
        loop.store %c, %out[%i + 1, %k] : f32, !loop.buffer<N x M x f32, global>
      }
    }
    return %r : !lift.array<N x M x f32>
  }
}
