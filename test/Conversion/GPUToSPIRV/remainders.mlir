// Vulkan's remainder of negative numbers is undefined: what the quotient leaves.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=opencl})' | FileCheck %s --check-prefix=OPENCL

// CHECK-LABEL: spirv.func @remainders
// CHECK: %[[A:.*]] = spirv.Load "StorageBuffer"
// CHECK: %[[QUOTIENT:.*]] = spirv.SDiv %[[A]], %[[B:.*]] : i32
// CHECK: %[[PRODUCT:.*]] = spirv.IMul %[[QUOTIENT]], %[[B]] : i32
// CHECK: spirv.ISub %[[A]], %[[PRODUCT]] : i32
// OPENCL: spirv.SRem
gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @remainders(%x: memref<?xi32, #gpu.address_space<global>>, %b: i32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<?xi32, #gpu.address_space<global>>
    %c = arith.remsi %a, %b : i32
    memref.store %c, %x[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}
