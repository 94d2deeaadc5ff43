// Upstream's own pass makes SPIR-V of GPU modules, with the target that the
// plug-in brings.

// DEFINE: %{passes} =
// DEFINE: %{opt} = mlir-opt %s %plugin_args --pass-pipeline='builtin.module(lift-to-gpu,%{passes})'

// REDEFINE: %{passes} = lift-attach-spirv-target{flavor=vulkan},gpu-module-to-binary
// RUN: %{opt} | FileCheck %s
// REDEFINE: %{passes} = lift-attach-spirv-target,gpu-module-to-binary{format=bin}
// RUN: %{opt} | FileCheck %s --check-prefix=OPENCL
// REDEFINE: %{passes} = lift-attach-opencl-target,lift-attach-spirv-target
// RUN: %{opt} | FileCheck %s --check-prefix=TARGETS

// What cannot be SPIR-V.
// REDEFINE: %{passes} = lift-attach-spirv-target,gpu-module-to-binary{format=isa}
// RUN: not %{opt} 2>&1 | FileCheck %s --check-prefix=FORMAT
// REDEFINE: %{passes} = lift-attach-spirv-target,gpu-module-to-binary{l=device.bc}
// RUN: not %{opt} 2>&1 | FileCheck %s --check-prefix=LINK

// The magic number.
// CHECK: gpu.binary @kernels [#gpu.object<#lift.spirv_target<vulkan>, bin = "\03\02#\07
// CHECK-NOT: gpu.module
// CHECK: gpu.launch_func @kernels::@scale_0
// OPENCL: gpu.binary @kernels [#gpu.object<#lift.spirv_target<opencl>, bin = "\03\02#\07
// TARGETS: gpu.module @kernels [#lift.opencl_target, #lift.spirv_target<opencl>]
// FORMAT: error: a SPIR-V module cannot have the format 'assembly'
// FORMAT: note: it is a binary: use format=fatbin, which is the default, or format=bin
// LINK: error: cannot link files to a SPIR-V module
// LINK: note: leave out the option 'l' of gpu-module-to-binary

func.func @scale(%x: !lift.array<N x f32>, %a: f32) -> !lift.array<N x f32> {
  %y = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %a : f32
    lift.yield %s : f32
  }
  return %y : !lift.array<N x f32>
}
