// Buffers, numbers and barriers in both flavours.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' | FileCheck %s --check-prefix=VULKAN
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=opencl})' | FileCheck %s --check-prefix=OPENCL

#global = #gpu.address_space<global>
#local = #gpu.address_space<workgroup>

// VULKAN: spirv.module @__spv__kernels Logical GLSL450
// VULKAN-DAG: spirv.GlobalVariable @tile_local0 : !spirv.ptr<!spirv.array<16 x vector<4xf32>>, Workgroup>
// VULKAN-DAG: spirv.GlobalVariable @tile_buffer0 bind(0, 0) {restrict} : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
// VULKAN-DAG: spirv.GlobalVariable @tile_buffer1 bind(0, 1) {non_writable, restrict} : !spirv.ptr<!spirv.struct<(!spirv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>
// VULKAN-DAG: spirv.GlobalVariable @tile_numbers : !spirv.ptr<!spirv.struct<(!spirv.array<3 x i32, stride=4> [0])>, PushConstant>

// VULKAN-LABEL: spirv.func @tile() "None"
// OPENCL: spirv.module @__spv__kernels Physical64 OpenCL
// OPENCL: spirv.func @tile(%{{.*}}: !spirv.ptr<f32, CrossWorkgroup> {spirv.decoration = #spirv.decoration<Restrict>}, %{{.*}}: i32, %{{.*}}: !spirv.ptr<f32, CrossWorkgroup> {spirv.decoration = #spirv.decoration<Restrict>}, %{{.*}}: f64)

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @tile(%out: memref<?xf32, #global> {lift.restrict}, %n: index,
                 %x: memref<?xf32, #global> {lift.readonly, lift.restrict}, %f: f64)
      workgroup(%tile: memref<64xf32, #local>)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    // VULKAN: spirv.Load "Input" {{.*}} : vector<3xi32>
    // OPENCL: spirv.Load "Input" {{.*}} : vector<3xi64>
    // OPENCL: spirv.UConvert {{.*}} : i64 to i32
    %l = gpu.thread_id x
    %i = arith.muli %l, %c4 : index
    // The row of 4 * l is l.
    // VULKAN: spirv.AccessChain %{{.*}}[%{{.*}}, %[[L:.*]]] : {{.*}} -> !spirv.ptr<vector<4xf32>, StorageBuffer>
    // VULKAN: spirv.Load "StorageBuffer" %{{.*}} : vector<4xf32>
    // OPENCL: spirv.InBoundsPtrAccessChain
    // OPENCL: spirv.Bitcast {{.*}} : !spirv.ptr<f32, CrossWorkgroup> to !spirv.ptr<vector<4xf32>, CrossWorkgroup>
    // OPENCL: spirv.Load "CrossWorkgroup" %{{.*}} ["Aligned", 16] : vector<4xf32>
    %v = vector.load %x[%i] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
    vector.store %v, %tile[%i] {alignment = 16 : i64} : memref<64xf32, #local>, vector<4xf32>
    // VULKAN: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|UniformMemory|WorkgroupMemory>
    // OPENCL: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory|CrossWorkgroupMemory>
    lift.barrier local global
    // A number in an array of vectors is a component.
    // VULKAN: spirv.ShiftRightArithmetic
    // VULKAN: spirv.BitwiseAnd
    // VULKAN: spirv.AccessChain %{{.*}}[%{{.*}}, %{{.*}}] : {{.*}} -> !spirv.ptr<f32, Workgroup>
    %a = memref.load %tile[%n] : memref<64xf32, #local>
    %g = arith.truncf %f : f64 to f32
    %s = arith.addf %a, %g : f32
    memref.store %s, %out[%l] : memref<?xf32, #global>
    gpu.return
  }
}
// VULKAN: spirv.EntryPoint "GLCompute" @tile
// VULKAN: spirv.ExecutionMode @tile "SignedZeroInfNanPreserve", 32
// VULKAN: spirv.ExecutionMode @tile "LocalSize", 16, 1, 1
// OPENCL: spirv.EntryPoint "Kernel" @tile
// OPENCL: spirv.ExecutionMode @tile "ContractionOff"
