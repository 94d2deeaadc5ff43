// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-attach-opencl-target)' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-attach-opencl-target,lift-attach-opencl-target)' | FileCheck %s
// RUN: lift-opt %s | lift-opt | FileCheck %s --check-prefix=PARSED

// CHECK: gpu.module @without [#lift.opencl_target] {
// CHECK: gpu.module @with [#lift.opencl_target] {
// PARSED: gpu.module @without {
// PARSED: gpu.module @with [#lift.opencl_target] {

gpu.module @without {
}
gpu.module @with [#lift.opencl_target] {
}
