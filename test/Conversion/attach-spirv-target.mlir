// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-attach-spirv-target{flavor=vulkan})' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-attach-spirv-target{flavor=vulkan},lift-attach-spirv-target{flavor=vulkan})' | FileCheck %s

// CHECK: gpu.module @without [#lift.spirv_target<vulkan>] {
gpu.module @without {
}
// CHECK: gpu.module @with [#lift.opencl_target, #lift.spirv_target<vulkan>] {
gpu.module @with [#lift.opencl_target] {
}
