// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// Float arithmetic: comparisons, NaN and zeros, literals that read back.

#global = #gpu.address_space<global>


// CHECK:      #pragma OPENCL FP_CONTRACT OFF
// CHECK-NEXT: #ifndef cl_khr_fp64
// CHECK-NEXT: #error "this program computes with double numbers, which takes cl_khr_fp64"
// CHECK-NEXT: #endif
// CHECK-NEXT: #pragma OPENCL EXTENSION cl_khr_fp64 : enable
// CHECK:      // The larger one; NaN if either is NaN; -0 is less than +0.
// CHECK-NEXT: float maximum_float(float a, float b) {
// CHECK-NEXT:   return isunordered(a, b) ? a + b : a == b ? as_float(as_int(a) & as_int(b)) : fmax(a, b);
// CHECK-NEXT: }
// CHECK:      // The smaller one; NaN if either is NaN; -0 is less than +0.
// CHECK-NEXT: double minimum_double(double a, double b) {
// CHECK-NEXT:   return isunordered(a, b) ? a + b : a == b ? as_double(as_long(a) | as_long(b)) : fmin(a, b);
// CHECK-NEXT: }

gpu.module @m {
  // CHECK:      kernel void compare(float a, float b, global int *oi32) {
  // CHECK-NEXT:   oi32[0] = (int)(a == b);
  // CHECK-NEXT:   oi32[1] = (int)(a > b);
  // CHECK-NEXT:   oi32[2] = (int)(a >= b);
  // CHECK-NEXT:   oi32[3] = (int)(a < b);
  // CHECK-NEXT:   oi32[4] = (int)(a <= b);
  // CHECK-NEXT:   oi32[5] = (int)islessgreater(a, b);
  // CHECK-NEXT:   oi32[6] = (int)isordered(a, b);
  // CHECK-NEXT:   oi32[7] = (int)!islessgreater(a, b);
  // CHECK-NEXT:   oi32[8] = (int)!(a <= b);
  // CHECK-NEXT:   oi32[9] = (int)!(a < b);
  // CHECK-NEXT:   oi32[10] = (int)!(a >= b);
  // CHECK-NEXT:   oi32[11] = (int)!(a > b);
  // CHECK-NEXT:   oi32[12] = (int)(a != b);
  // CHECK-NEXT:   oi32[13] = (int)isunordered(a, b);
  // CHECK-NEXT: }
  gpu.func @compare(%a: f32 {lift.name = "a"}, %b: f32 {lift.name = "b"}, %oi32: memref<?xi32, #global> {lift.name = "oi32"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %c11 = arith.constant 11 : index
    %c12 = arith.constant 12 : index
    %c13 = arith.constant 13 : index
    %oeq = arith.cmpf oeq, %a, %b : f32
    %oeqw = arith.extui %oeq : i1 to i32
    memref.store %oeqw, %oi32[%c0] : memref<?xi32, #global>
    %ogt = arith.cmpf ogt, %a, %b : f32
    %ogtw = arith.extui %ogt : i1 to i32
    memref.store %ogtw, %oi32[%c1] : memref<?xi32, #global>
    %oge = arith.cmpf oge, %a, %b : f32
    %ogew = arith.extui %oge : i1 to i32
    memref.store %ogew, %oi32[%c2] : memref<?xi32, #global>
    %olt = arith.cmpf olt, %a, %b : f32
    %oltw = arith.extui %olt : i1 to i32
    memref.store %oltw, %oi32[%c3] : memref<?xi32, #global>
    %ole = arith.cmpf ole, %a, %b : f32
    %olew = arith.extui %ole : i1 to i32
    memref.store %olew, %oi32[%c4] : memref<?xi32, #global>
    %one = arith.cmpf one, %a, %b : f32
    %onew = arith.extui %one : i1 to i32
    memref.store %onew, %oi32[%c5] : memref<?xi32, #global>
    %ord = arith.cmpf ord, %a, %b : f32
    %ordw = arith.extui %ord : i1 to i32
    memref.store %ordw, %oi32[%c6] : memref<?xi32, #global>
    %ueq = arith.cmpf ueq, %a, %b : f32
    %ueqw = arith.extui %ueq : i1 to i32
    memref.store %ueqw, %oi32[%c7] : memref<?xi32, #global>
    %ugt = arith.cmpf ugt, %a, %b : f32
    %ugtw = arith.extui %ugt : i1 to i32
    memref.store %ugtw, %oi32[%c8] : memref<?xi32, #global>
    %uge = arith.cmpf uge, %a, %b : f32
    %ugew = arith.extui %uge : i1 to i32
    memref.store %ugew, %oi32[%c9] : memref<?xi32, #global>
    %ult = arith.cmpf ult, %a, %b : f32
    %ultw = arith.extui %ult : i1 to i32
    memref.store %ultw, %oi32[%c10] : memref<?xi32, #global>
    %ule = arith.cmpf ule, %a, %b : f32
    %ulew = arith.extui %ule : i1 to i32
    memref.store %ulew, %oi32[%c11] : memref<?xi32, #global>
    %une = arith.cmpf une, %a, %b : f32
    %unew = arith.extui %une : i1 to i32
    memref.store %unew, %oi32[%c12] : memref<?xi32, #global>
    %uno = arith.cmpf uno, %a, %b : f32
    %unow = arith.extui %uno : i1 to i32
    memref.store %unow, %oi32[%c13] : memref<?xi32, #global>
    gpu.return
  }

  // CHECK:      kernel void extrema(float a, float b, double d, global float *of32,
  // CHECK-NEXT:                     global double *of64) {
  // CHECK-NEXT:   of32[0] = fmax(a, b);
  // CHECK-NEXT:   of32[1] = maximum_float(a, b);
  // CHECK-NEXT:   of64[0] = minimum_double(d, d);
  // CHECK-NEXT:   of32[2] = a <= 0.0f ? 0.0f : a;
  // CHECK-NEXT:   of32[3] = a > 0.0f ? 0.0f : a;
  // CHECK-NEXT:   of32[4] = a < -0.0f ? -0.0f : a;
  // CHECK-NEXT:   of32[5] = a >= -0.0f ? -0.0f : a;
  // CHECK-NEXT:   of32[6] = fmax(a, b);
  // CHECK-NEXT: }
  gpu.func @extrema(%a: f32 {lift.name = "a"}, %b: f32 {lift.name = "b"}, %d: f64 {lift.name = "d"}, %of32: memref<?xf32, #global> {lift.name = "of32"}, %of64: memref<?xf64, #global> {lift.name = "of64"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %zero = arith.constant 0.0 : f32
    %minus = arith.constant -0.0 : f32
    // The number that is not NaN.
    %0 = arith.maxnumf %a, %b : f32
    memref.store %0, %of32[%c0] : memref<?xf32, #global>
    // NaN if there is one, and -0 < +0.
    %1 = arith.maximumf %a, %b : f32
    memref.store %1, %of32[%c1] : memref<?xf32, #global>
    %2 = arith.minimumf %d, %d : f64
    memref.store %2, %of64[%c0] : memref<?xf64, #global>
    // Against a constant a comparison is all it takes.
    %3 = arith.maximumf %a, %zero : f32
    memref.store %3, %of32[%c2] : memref<?xf32, #global>
    %4 = arith.minimumf %a, %zero : f32
    memref.store %4, %of32[%c3] : memref<?xf32, #global>
    %5 = arith.maximumf %a, %minus : f32
    memref.store %5, %of32[%c4] : memref<?xf32, #global>
    %6 = arith.minimumf %a, %minus : f32
    memref.store %6, %of32[%c5] : memref<?xf32, #global>
    %7 = arith.maximumf %a, %b fastmath<nnan,nsz> : f32
    memref.store %7, %of32[%c6] : memref<?xf32, #global>
    gpu.return
  }

  // CHECK:      kernel void literals(global float *of32, global double *of64) {
  // CHECK-NEXT:   of32[0] = 1.0f;
  // CHECK-NEXT:   of32[1] = -0.0f;
  // CHECK-NEXT:   of32[2] = 0.1f;
  // CHECK-NEXT:   of32[3] = 1.0e+10f;
  // CHECK-NEXT:   of32[4] = 1.0e-7f;
  // CHECK-NEXT:   of32[5] = 16777216.0f;
  // CHECK-NEXT:   of32[6] = 3.4028235e+38f;
  // CHECK-NEXT:   of32[7] = 1.0e-45f;
  // CHECK-NEXT:   of32[8] = INFINITY;
  // CHECK-NEXT:   of32[9] = -INFINITY;
  // CHECK-NEXT:   of32[10] = NAN;
  // CHECK-NEXT:   of32[11] = as_float(0x7fc00001u);
  // CHECK-NEXT:   of32[12] = as_float(0xffc00000u);
  // CHECK-NEXT:   of64[0] = 0.1;
  // CHECK-NEXT:   of64[1] = 1.0e+300;
  // CHECK-NEXT:   of64[2] = 5.0e-324;
  // CHECK-NEXT:   of64[3] = (double)INFINITY;
  // CHECK-NEXT:   of64[4] = (double)NAN;
  // CHECK-NEXT:   of64[5] = as_double(0x7ff8000000000001UL);
  // CHECK-NEXT: }
  gpu.func @literals(%of32: memref<?xf32, #global> {lift.name = "of32"}, %of64: memref<?xf64, #global> {lift.name = "of64"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %c11 = arith.constant 11 : index
    %c12 = arith.constant 12 : index
    %v0 = arith.constant 1.0 : f32
    memref.store %v0, %of32[%c0] : memref<?xf32, #global>
    %v2 = arith.constant -0.0 : f32
    memref.store %v2, %of32[%c1] : memref<?xf32, #global>
    %v4 = arith.constant 0.1 : f32
    memref.store %v4, %of32[%c2] : memref<?xf32, #global>
    %v6 = arith.constant 1.0e+10 : f32
    memref.store %v6, %of32[%c3] : memref<?xf32, #global>
    %v8 = arith.constant 1.0e-7 : f32
    memref.store %v8, %of32[%c4] : memref<?xf32, #global>
    %v10 = arith.constant 16777216.0 : f32
    memref.store %v10, %of32[%c5] : memref<?xf32, #global>
    %v12 = arith.constant 3.40282347E+38 : f32
    memref.store %v12, %of32[%c6] : memref<?xf32, #global>
    %v14 = arith.constant 1.40129846E-45 : f32
    memref.store %v14, %of32[%c7] : memref<?xf32, #global>
    %v16 = arith.constant 0x7F800000 : f32
    memref.store %v16, %of32[%c8] : memref<?xf32, #global>
    %v18 = arith.constant 0xFF800000 : f32
    memref.store %v18, %of32[%c9] : memref<?xf32, #global>
    %v20 = arith.constant 0x7FC00000 : f32
    memref.store %v20, %of32[%c10] : memref<?xf32, #global>
    %v22 = arith.constant 0x7FC00001 : f32
    memref.store %v22, %of32[%c11] : memref<?xf32, #global>
    %v24 = arith.constant 0xFFC00000 : f32
    memref.store %v24, %of32[%c12] : memref<?xf32, #global>
    %v26 = arith.constant 0.1 : f64
    memref.store %v26, %of64[%c0] : memref<?xf64, #global>
    %v28 = arith.constant 1.0e+300 : f64
    memref.store %v28, %of64[%c1] : memref<?xf64, #global>
    %v30 = arith.constant 4.9406564584124654E-324 : f64
    memref.store %v30, %of64[%c2] : memref<?xf64, #global>
    %v32 = arith.constant 0x7FF0000000000000 : f64
    memref.store %v32, %of64[%c3] : memref<?xf64, #global>
    %v34 = arith.constant 0x7FF8000000000000 : f64
    memref.store %v34, %of64[%c4] : memref<?xf64, #global>
    %v36 = arith.constant 0x7FF8000000000001 : f64
    memref.store %v36, %of64[%c5] : memref<?xf64, #global>
    gpu.return
  }

  // CHECK:      kernel void convert(float a, double d, global float *of32,
  // CHECK-NEXT:                     global double *of64) {
  // CHECK-NEXT:   of32[0] = (float)d;
  // CHECK-NEXT:   of32[1] = convert_float_rte(d);
  // CHECK-NEXT:   of32[2] = convert_float_rtz(d);
  // CHECK-NEXT:   of64[0] = (double)a;
  // CHECK-NEXT:   of32[3] = fmod(a, a);
  // CHECK-NEXT: }
  gpu.func @convert(%a: f32 {lift.name = "a"}, %d: f64 {lift.name = "d"}, %of32: memref<?xf32, #global> {lift.name = "of32"}, %of64: memref<?xf64, #global> {lift.name = "of64"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %0 = arith.truncf %d : f64 to f32
    memref.store %0, %of32[%c0] : memref<?xf32, #global>
    %1 = arith.truncf %d to_nearest_even : f64 to f32
    memref.store %1, %of32[%c1] : memref<?xf32, #global>
    %2 = arith.truncf %d toward_zero : f64 to f32
    memref.store %2, %of32[%c2] : memref<?xf32, #global>
    %3 = arith.extf %a : f32 to f64
    memref.store %3, %of64[%c0] : memref<?xf64, #global>
    %4 = arith.remf %a, %a : f32
    memref.store %4, %of32[%c3] : memref<?xf32, #global>
    gpu.return
  }
}
