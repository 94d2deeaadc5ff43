// Operations that SPIR-V lacks become others.

// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-expand-ops))' | FileCheck %s

// CHECK-LABEL: gpu.func @powers
// CHECK: %[[A:.*]] = memref.load
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[A]], %[[A]] : f32
// CHECK: %[[FOURTH:.*]] = arith.mulf %[[SQUARE]], %[[SQUARE]] : f32
// CHECK: %[[FIFTH:.*]] = arith.mulf %[[A]], %[[FOURTH]] : f32
// CHECK: arith.divf %{{.*}}, %[[FIFTH]] : f32
// CHECK: %[[H:.*]] = memref.load
// CHECK: %[[WIDE:.*]] = arith.extf %[[H]] : f16 to f32
// CHECK: %[[WIDE_SQUARE:.*]] = arith.mulf %[[WIDE]], %[[WIDE]] : f32
// CHECK: %[[CUBE:.*]] = arith.mulf %[[WIDE]], %[[WIDE_SQUARE]] : f32
// CHECK: arith.truncf %[[CUBE]] : f32 to f16
gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @powers(%x: memref<?xf32, #gpu.address_space<global>>,
                   %y: memref<?xf16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %three = arith.constant 3 : i32
    %minusFive = arith.constant -5 : i32
    %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
    %b = math.fpowi %a, %minusFive : f32, i32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    %c = memref.load %y[%i] : memref<?xf16, #gpu.address_space<global>>
    %d = math.fpowi %c, %three : f16, i32
    memref.store %d, %y[%i] : memref<?xf16, #gpu.address_space<global>>
    gpu.return
  }
}
