// Arguments of more than four numbers are several in Vulkan, which take the same
// push constants; vectors of truth values are bytes.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=opencl})' | FileCheck %s --check-prefix=OPENCL

// CHECK: spirv.GlobalVariable @arguments_numbers : !spirv.ptr<!spirv.struct<(!spirv.array<10 x i32, stride=4> [0])>, PushConstant>
// CHECK-LABEL: spirv.func @arguments
// CHECK: spirv.Select {{.*}} : vector<4xi1>, vector<4xf32>
// CHECK: spirv.Select {{.*}} : vector<4xi1>, vector<4xf32>

// OPENCL: spirv.func @arguments({{.*}}, %{{.*}}: vector<8xf32>, %{{.*}}: vector<8xi8>)
gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @arguments(%x: memref<?xf32, #gpu.address_space<global>>,
                      %v: vector<8xf32>, %m: vector<8xi1>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %a = vector.load %x[%c0] : memref<?xf32, #gpu.address_space<global>>, vector<8xf32>
    %b = arith.select %m, %v, %a : vector<8xi1>, vector<8xf32>
    vector.store %b, %x[%c0] : memref<?xf32, #gpu.address_space<global>>, vector<8xf32>
    gpu.return
  }
}
