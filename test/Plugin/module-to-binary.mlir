// Upstream's own pass makes OpenCL C of GPU modules, with the target that the
// plug-in brings.

// DEFINE: %{passes} =
// DEFINE: %{opt} = mlir-opt %s %plugin_args --pass-pipeline='builtin.module(lift-to-gpu,%{passes})'

// REDEFINE: %{passes} = lift-attach-opencl-target,gpu-module-to-binary
// RUN: %{opt} -o %t.binary
// RUN: FileCheck %s --input-file=%t.binary

// REDEFINE: %{passes} = lift-attach-opencl-target,gpu-module-to-binary{format=isa}
// RUN: %{opt} | FileCheck %s

// The object is what lift-translate prints.
// RUN: %python %S/Inputs/object.py < %t.binary > %t.object
// REDEFINE: %{passes} = lift-attach-opencl-target
// RUN: %{opt} | lift-translate --lift-to-opencl | diff - %t.object

// Other targets stay.
// REDEFINE: %{passes} = nvvm-attach-target,lift-attach-opencl-target
// RUN: %{opt} | FileCheck %s --check-prefix=TARGETS

// What cannot be an OpenCL C program.
// REDEFINE: %{passes} = lift-attach-opencl-target,gpu-module-to-binary{format=bin}
// RUN: not %{opt} 2>&1 | FileCheck %s --check-prefix=FORMAT
// REDEFINE: %{passes} = lift-attach-opencl-target,gpu-module-to-binary{l=device.bc}
// RUN: not %{opt} 2>&1 | FileCheck %s --check-prefix=LINK
// RUN: not mlir-opt %S/Inputs/unprintable.mlir %plugin_args --pass-pipeline='builtin.module(gpu-module-to-binary)' 2>&1 | FileCheck %s --check-prefix=KERNEL

// CHECK: gpu.binary @kernels [#gpu.object<#lift.opencl_target, assembly = "#pragma OPENCL FP_CONTRACT OFF
// CHECK-SAME: void scale_0(
// CHECK-NOT: gpu.module
// CHECK: gpu.launch_func @kernels::@scale_0
// TARGETS: gpu.module @kernels [#nvvm.target, #lift.opencl_target]
// FORMAT: error: an OpenCL C program cannot have the format 'bin'
// FORMAT: note: it is text: use format=fatbin, which is the default, or format=isa
// LINK: error: cannot link files to an OpenCL C program
// LINK: note: leave out the option 'l' of gpu-module-to-binary
// KERNEL: unprintable.mlir:5:7: error: {{.*}}gpu.printf

func.func @scale(%x: !lift.array<N x f32>, %a: f32) -> !lift.array<N x f32> {
  %y = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %a : f32
    lift.yield %s : f32
  }
  return %y : !lift.array<N x f32>
}
