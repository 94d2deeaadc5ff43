// What two branches give becomes a choice; of vectors, by a condition for each lane.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=opencl})' | FileCheck %s
// RUN: %if lavapipe %{ lift-translate %s --lift-to-spirv-binary --spirv-flavor=vulkan -o %t.spv %}
// RUN: %if lavapipe %{ spirv-val --target-env vulkan1.1 %t.spv %}

// CHECK-LABEL: spirv.func @branches
// CHECK: %[[IS_IN:.*]] = spirv.SLessThan
// CHECK: %[[LANES:.*]] = spirv.CompositeConstruct %[[IS_IN]], %[[IS_IN]], %[[IS_IN]], %[[IS_IN]]
// CHECK: spirv.Select %[[LANES]], %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xf32>
gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @branches(%x: memref<?xf32, #gpu.address_space<global>>, %n: i32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %end = arith.index_cast %n : i32 to index
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %is_in = arith.cmpi slt, %i, %end : index
    %r = scf.if %is_in -> vector<4xf32> {
      scf.yield %v : vector<4xf32>
    } else {
      scf.yield %zero : vector<4xf32>
    }
    vector.store %r, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}
