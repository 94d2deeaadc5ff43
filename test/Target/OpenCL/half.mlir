// RUN: lift-translate --lift-to-opencl --native-half %s | FileCheck %s --check-prefix=NATIVE
// RUN: lift-opt %s --lift-set-target=target=mali-g72 | lift-translate --lift-to-opencl | FileCheck %s --check-prefix=NATIVE
// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl --native-half %s | %clang_opencl - %}
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// Arithmetic of half precision is an extension, which is switched on and asked
// for. Without it an f16 is a rounded float, and a half in buffers alone.

#global = #gpu.address_space<global>

// NATIVE:      #pragma OPENCL FP_CONTRACT OFF
// NATIVE-NEXT: #ifndef cl_khr_fp16
// NATIVE-NEXT: #error "this program computes with half numbers, which takes cl_khr_fp16"
// NATIVE-NEXT: #endif
// NATIVE-NEXT: #pragma OPENCL EXTENSION cl_khr_fp16 : enable

// C computes with shorts as ints.
// NATIVE:      half maximum_half(half a, half b) {
// NATIVE-NEXT:   return isunordered(a, b) ? a + b : a == b ? as_half((short)(as_short(a) & as_short(b))) : fmax(a, b);

// CHECK-NOT:  cl_khr_fp16
// CHECK:      float fma_half(float a, float b, float c) {
// CHECK-NOT:    if
// CHECK:      float4 fma_half4(float4 a, float4 b, float4 c) {
// CHECK-NOT:    .x
// CHECK:        vstore_half4_rte(
// CHECK:      float half_from_bits(short bits) {
// CHECK:      float maximum_float(float a, float b) {
// CHECK:      // The nearest number that a half can hold.
// CHECK-NEXT: float round_half(float x) {
// CHECK-NEXT:   short bits;
// CHECK-NEXT:   vstore_half_rte(x, 0, (half *)&bits);
// CHECK-NEXT:   return vload_half(0, (const half *)&bits);
// CHECK-NEXT: }

gpu.module @m {
  // NATIVE:      kernel void halves(global half *x, half a) {
  // NATIVE-NEXT:   x[0] = fma(x[0] * 0.1h + as_half((ushort)0x7e01) + (half)INFINITY, a, a);
  // NATIVE-NEXT:   vstore4(convert_half4(convert_float4(*(global const half4 *)(x + 8))), 0, x);
  // NATIVE-NEXT: }
  // CHECK:      kernel void halves(global half *x, short a) {
  // CHECK:        round_half(vload_half(0, x) * 0.099975586f)
  // CHECK:        vstore_half(fma_half({{.*}}), 0, x);
  // CHECK:        vstore_half4(round_half4(vloada_half4(0, x + 8)), 0, x);
  // CHECK:      }
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

  // What is exact is not rounded; arrays of the kernel are of floats.
  // CHECK:      kernel void exact(global const half *x, global short *bits, global float *y) {
  // CHECK-NEXT:   float priv[4];
  // CHECK-NEXT:   priv[0] = fmax(fabs(vload_half(0, x)), 1.0f);
  // CHECK-NEXT:   bits[0] = bits_from_half(priv[0]);
  // CHECK-NEXT:   y[0] = priv[0];
  // CHECK-NEXT:   bits[1] = (short)(vload_half(1, x) < vload_half(2, x));
  gpu.func @exact(%x: memref<?xf16, #global> {lift.name = "x", lift.readonly}, %bits: memref<?xi16, #global> {lift.name = "bits"}, %y: memref<?xf32, #global> {lift.name = "y"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1.0 : f16
    %p = memref.alloca() : memref<4xf16, #gpu.address_space<private>>
    %v = memref.load %x[%c0] : memref<?xf16, #global>
    %0 = math.absf %v : f16
    %1 = arith.maxnumf %0, %one : f16
    memref.store %1, %p[%c0] : memref<4xf16, #gpu.address_space<private>>
    %2 = memref.load %p[%c0] : memref<4xf16, #gpu.address_space<private>>
    %3 = arith.bitcast %2 : f16 to i16
    memref.store %3, %bits[%c0] : memref<?xi16, #global>
    %4 = memref.load %p[%c0] : memref<4xf16, #gpu.address_space<private>>
    %5 = arith.extf %4 : f16 to f32
    memref.store %5, %y[%c0] : memref<?xf32, #global>
    %6 = memref.load %x[%c1] : memref<?xf16, #global>
    %7 = memref.load %x[%c2] : memref<?xf16, #global>
    %8 = arith.cmpf olt, %6, %7 : f16
    %9 = arith.extui %8 : i1 to i16
    memref.store %9, %bits[%c1] : memref<?xi16, #global>
    gpu.return
  }

  // Rounded in other directions, from double, and lane by lane.
  // CHECK:      kernel void rounds(double a, float4 v, global half *x) {
  // CHECK-NEXT:   vstore_half(round_half_double(a), 0, x);
  // CHECK-NEXT:   vstore_half(round_half_double_rtz(a), 1, x);
  // CHECK:        const float4 [[H:.*]] = round_half4(v);
  // CHECK-NEXT:   vstore_half4(fma_half4([[H]], [[H]], [[H]]), 0, x + 2);
  gpu.func @rounds(%a: f64 {lift.name = "a"}, %v: vector<4xf32> {lift.name = "v"}, %x: memref<?xf16, #global> {lift.name = "x"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %0 = arith.truncf %a : f64 to f16
    memref.store %0, %x[%c0] : memref<?xf16, #global>
    %1 = arith.truncf %a toward_zero : f64 to f16
    memref.store %1, %x[%c1] : memref<?xf16, #global>
    %2 = arith.truncf %v : vector<4xf32> to vector<4xf16>
    %3 = vector.fma %2, %2, %2 : vector<4xf16>
    vector.store %3, %x[%c2] : memref<?xf16, #global>, vector<4xf16>
    gpu.return
  }

  // What is a kernel's own holds floats.
  // CHECK-LABEL: kernel void largest(
  // CHECK-NEXT:    float4 priv[2] __attribute__((aligned(16)));
  // CHECK-NEXT:    priv[1] = vloada_half4(0, x);
  gpu.func @largest(%x: memref<?xf16, #global> {lift.name = "x"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %own = memref.alloca() {alignment = 8 : i64} : memref<2xvector<4xf16>>
    %0 = vector.load %x[%c0] {alignment = 8 : i64} : memref<?xf16, #global>, vector<4xf16>
    memref.store %0, %own[%c1] : memref<2xvector<4xf16>>
    %1 = memref.load %own[%c1] : memref<2xvector<4xf16>>
    %2 = vector.extract %1[0] : f16 from vector<4xf16>
    %3 = vector.extract %1[1] : f16 from vector<4xf16>
    %4 = arith.maximumf %2, %3 : f16
    memref.store %4, %x[%c0] : memref<?xf16, #global>
    gpu.return
  }
}
