// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-loops-to-gpu)' --split-input-file | FileCheck %s

// Lanes that are neighbours in reverse order are one access, and a shuffle.
// CHECK-LABEL: gpu.func @reversed(
// CHECK:         %[[V:.*]] = vector.load %{{.*}} {alignment = 16 : i64} : {{.*}}, vector<4xf32>
// CHECK-NEXT:    %[[R:.*]] = vector.shuffle %[[V]], %[[V]] [3, 2, 1, 0]
// CHECK-NEXT:    %[[S:.*]] = arith.addf %[[R]], %[[R]]
// CHECK-NEXT:    %[[T:.*]] = vector.shuffle %[[S]], %[[S]] [3, 2, 1, 0]
// CHECK:         vector.store %[[T]], %{{.*}} : {{.*}}, vector<4xf32>
func.func @reversed(%x: !lift.array<64 x f32>) -> !lift.array<65 x f32> {
  %r = loop.kernel @reversed (%in = %x : !lift.array<64 x f32>) -> (%out : !lift.array<65 x f32>) local_size [1] global_size [16] {
    %g = loop.id global(0)
    %v = loop.load %in[63 - 4 * %g - @lane] : !loop.buffer<64 x f32, global> to vector<4xf32>
    %s = arith.addf %v, %v : vector<4xf32>
    loop.store %s, %out[64 - 4 * %g - @lane] : vector<4xf32>, !loop.buffer<65 x f32, global>
  }
  return %r : !lift.array<65 x f32>
}

// -----

// Not those with others between them.
// CHECK-LABEL: gpu.func @apart(
// CHECK-COUNT-4: memref.load
// CHECK-NOT:     vector.shuffle
func.func @apart(%x: !lift.array<64 x f32>) -> !lift.array<32 x f32> {
  %r = loop.kernel @apart (%in = %x : !lift.array<64 x f32>) -> (%out : !lift.array<32 x f32>) local_size [1] global_size [8] {
    %g = loop.id global(0)
    %v = loop.load %in[63 - 8 * %g - 2 * @lane] : !loop.buffer<64 x f32, global> to vector<4xf32>
    loop.store %v, %out[4 * %g + @lane] : vector<4xf32>, !loop.buffer<32 x f32, global>
  }
  return %r : !lift.array<32 x f32>
}
