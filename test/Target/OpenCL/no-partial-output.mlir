// RUN: rm -f %t && not lift-translate --lift-to-opencl %s -o %t 2>&1 | FileCheck %s
// RUN: not test -e %t
// RUN: not lift-translate --lift-to-opencl %s 2>/dev/null | count 0

// The first kernel is fine, but a program is all or nothing.

gpu.module @m {
  gpu.func @good(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) kernel {
    %c0 = arith.constant 0 : index
    memref.store %v, %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
  gpu.func @bad(%x: f32) kernel {
    // CHECK: no-partial-output.mlir:[[#@LINE+1]]:10: error: 'gpu.subgroup_reduce' op cannot be printed as OpenCL C
    %0 = gpu.subgroup_reduce add %x : (f32) -> f32
    gpu.return
  }
}
