// The results of a loop are what its header has: without a trip, what came in.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=opencl})' | FileCheck %s
// RUN: %if lavapipe %{ lift-translate %s --lift-to-spirv-binary --spirv-flavor=vulkan -o %t.spv %}
// RUN: %if lavapipe %{ spirv-val --target-env vulkan1.1 %t.spv %}

// CHECK-LABEL: spirv.func @sum
// CHECK: %[[SUM:.*]] = spirv.mlir.loop -> f32 {
// CHECK:   spirv.Branch ^[[HEADER:.*]](%[[ZERO:.*]], %{{.*}} : i32, f32)
// CHECK: ^[[HEADER]](%[[I:.*]]: i32, %[[ACC:.*]]: f32):
// CHECK:   %[[IS_IN:.*]] = spirv.SLessThan %[[I]], %{{.*}} : i32
// CHECK:   spirv.BranchConditional %[[IS_IN]], ^[[BODY:.*]], ^[[END:.*]]
// CHECK: ^[[BODY]]:
// CHECK:   %[[NEXT:.*]] = spirv.FAdd %[[ACC]]
// CHECK:   spirv.Branch ^[[CONTINUE:.*]]
// CHECK: ^[[CONTINUE]]:
// CHECK:   %[[INC:.*]] = spirv.IAdd %[[I]]
// CHECK:   spirv.Branch ^[[HEADER]](%[[INC]], %[[NEXT]] : i32, f32)
// CHECK: ^[[END]]:
// CHECK:   spirv.mlir.merge %[[ACC]] : f32
// CHECK: spirv.Store {{.*}}, %[[SUM]]
gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @sum(%x: memref<?xf32, #gpu.address_space<global>>, %n: index)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = memref.load %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %first) -> (f32) {
      %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    memref.store %s, %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}
