// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// Half precision is an extension, switched on when it is used.

#global = #gpu.address_space<global>

// CHECK:      #pragma OPENCL FP_CONTRACT OFF
// CHECK-NEXT: #pragma OPENCL EXTENSION cl_khr_fp16 : enable

gpu.module @m {
  // CHECK:      kernel void halves(global half *x, half a) {
  // CHECK-NEXT:   x[0] = fma(x[0] * 0.1h + as_half((ushort)0x7e01) + (half)INFINITY, a, a);
  // CHECK-NEXT:   vstore4(convert_half4(convert_float4(*(global const half4 *)(x + 8))), 0, x);
  // CHECK-NEXT: }
  gpu.func @halves(%x: memref<?xf16, #global> {lift.name = "x"}, %a: f16 {lift.name = "a"}) kernel {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %tenth = arith.constant 0.1 : f16
    %nan = arith.constant 0x7E01 : f16
    %inf = arith.constant 0x7C00 : f16
    %v = memref.load %x[%c0] : memref<?xf16, #global>
    %0 = arith.mulf %v, %tenth : f16
    %1 = arith.addf %0, %nan : f16
    %2 = arith.addf %1, %inf : f16
    %3 = math.fma %2, %a, %a : f16
    memref.store %3, %x[%c0] : memref<?xf16, #global>
    %w = vector.load %x[%c8] {alignment = 8 : i64} : memref<?xf16, #global>, vector<4xf16>
    %4 = arith.extf %w : vector<4xf16> to vector<4xf32>
    %5 = arith.truncf %4 : vector<4xf32> to vector<4xf16>
    vector.store %5, %x[%c0] : memref<?xf16, #global>, vector<4xf16>
    gpu.return
  }
}
