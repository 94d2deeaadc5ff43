// Atomic updates of memory that work-items share, in both flavours and OpenCL C.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=opencl})' | FileCheck %s
// RUN: lift-translate --lift-to-opencl %s | FileCheck %s --check-prefix=C
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

!global = memref<?xi32, #gpu.address_space<global>>
!local = memref<64xi32, #gpu.address_space<workgroup>>

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%out: !global {lift.restrict}, %i: index, %v: i32) workgroup(%tile: !local)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    // CHECK: spirv.AtomicIAdd <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_add(tile + arg1, arg2);
    %0 = memref.atomic_rmw addi %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicSMax <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_max(tile + arg1, arg2);
    %1 = memref.atomic_rmw maxs %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicSMin <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_min(tile + arg1, arg2);
    %2 = memref.atomic_rmw mins %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicUMax <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_max((local uint *)(tile + arg1), arg2);
    %3 = memref.atomic_rmw maxu %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicUMin <Device> <None> {{.*}}, {{StorageBuffer|CrossWorkgroup}}>
    // C: atomic_min((global uint *)(arg0 + arg1), arg2);
    %4 = memref.atomic_rmw minu %v, %out[%i] : (i32, !global) -> i32
    // CHECK: spirv.AtomicAnd <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_and(tile + arg1, arg2);
    %5 = memref.atomic_rmw andi %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicOr <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_or(tile + arg1, arg2);
    %6 = memref.atomic_rmw ori %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicXor <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_xor(tile + arg1, arg2);
    %7 = memref.atomic_rmw xori %v, %tile[%i] : (i32, !local) -> i32
    gpu.return
  }
}
