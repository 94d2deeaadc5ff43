// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// The functions of the math dialect.

#global = #gpu.address_space<global>


// CHECK:      #pragma OPENCL FP_CONTRACT OFF

gpu.module @m {
  // CHECK:      kernel void functions(float x, float y, int i, float4 v, global float *of32,
  // CHECK-NEXT:                       global float4 *ov4xf32, global int *oi32) {
  // CHECK-NEXT:   of32[0] = fabs(x);
  // CHECK-NEXT:   of32[1] = ceil(x);
  // CHECK-NEXT:   of32[2] = floor(x);
  // CHECK-NEXT:   of32[3] = round(x);
  // CHECK-NEXT:   of32[4] = rint(x);
  // CHECK-NEXT:   of32[5] = trunc(x);
  // CHECK-NEXT:   of32[6] = exp(x);
  // CHECK-NEXT:   of32[7] = exp2(x);
  // CHECK-NEXT:   of32[8] = expm1(x);
  // CHECK-NEXT:   of32[9] = log(x);
  // CHECK-NEXT:   of32[10] = log2(x);
  // CHECK-NEXT:   of32[11] = log10(x);
  // CHECK-NEXT:   of32[12] = log1p(x);
  // CHECK-NEXT:   of32[13] = sqrt(x);
  // CHECK-NEXT:   of32[14] = rsqrt(x);
  // CHECK-NEXT:   of32[15] = cbrt(x);
  // CHECK-NEXT:   of32[16] = sin(x);
  // CHECK-NEXT:   of32[17] = cos(x);
  // CHECK-NEXT:   of32[18] = tan(x);
  // CHECK-NEXT:   of32[19] = asin(x);
  // CHECK-NEXT:   of32[20] = acos(x);
  // CHECK-NEXT:   of32[21] = atan(x);
  // CHECK-NEXT:   of32[22] = sinh(x);
  // CHECK-NEXT:   of32[23] = cosh(x);
  // CHECK-NEXT:   of32[24] = tanh(x);
  // CHECK-NEXT:   of32[25] = asinh(x);
  // CHECK-NEXT:   of32[26] = acosh(x);
  // CHECK-NEXT:   of32[27] = atanh(x);
  // CHECK-NEXT:   of32[28] = erf(x);
  // CHECK-NEXT:   of32[29] = erfc(x);
  // CHECK-NEXT:   of32[30] = atan2(x, y);
  // CHECK-NEXT:   of32[31] = copysign(x, y);
  // CHECK-NEXT:   of32[32] = pow(x, y);
  // CHECK-NEXT:   of32[33] = fma(x, y, x);
  // CHECK-NEXT:   of32[34] = pown(x, i);
  // CHECK-NEXT:   ov4xf32[0] = sqrt(v);
  // CHECK-NEXT:   oi32[0] = abs(i);
  // CHECK-NEXT:   oi32[1] = clz(i);
  // CHECK-NEXT:   oi32[2] = popcount(i);
  // CHECK-NEXT:   oi32[3] = popcount((int)(~i & ((uint)i - 1)));
  // CHECK-NEXT:   oi32[4] = (int)isnan(x);
  // CHECK-NEXT:   oi32[5] = (int)isinf(x);
  // CHECK-NEXT:   oi32[6] = (int)isfinite(x);
  // CHECK-NEXT:   oi32[7] = (int)isnormal(x);
  // CHECK-NEXT: }
  gpu.func @functions(%x: f32 {lift.name = "x"}, %y: f32 {lift.name = "y"}, %i: i32 {lift.name = "i"}, %v: vector<4xf32> {lift.name = "v"}, %of32: memref<?xf32, #global> {lift.name = "of32"}, %ov4xf32: memref<?xvector<4xf32>, #global> {lift.name = "ov4xf32"}, %oi32: memref<?xi32, #global> {lift.name = "oi32"}) kernel {
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
    %c14 = arith.constant 14 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %c17 = arith.constant 17 : index
    %c18 = arith.constant 18 : index
    %c19 = arith.constant 19 : index
    %c20 = arith.constant 20 : index
    %c21 = arith.constant 21 : index
    %c22 = arith.constant 22 : index
    %c23 = arith.constant 23 : index
    %c24 = arith.constant 24 : index
    %c25 = arith.constant 25 : index
    %c26 = arith.constant 26 : index
    %c27 = arith.constant 27 : index
    %c28 = arith.constant 28 : index
    %c29 = arith.constant 29 : index
    %c30 = arith.constant 30 : index
    %c31 = arith.constant 31 : index
    %c32 = arith.constant 32 : index
    %c33 = arith.constant 33 : index
    %c34 = arith.constant 34 : index
    %absf = math.absf %x : f32
    memref.store %absf, %of32[%c0] : memref<?xf32, #global>
    %ceil = math.ceil %x : f32
    memref.store %ceil, %of32[%c1] : memref<?xf32, #global>
    %floor = math.floor %x : f32
    memref.store %floor, %of32[%c2] : memref<?xf32, #global>
    %round = math.round %x : f32
    memref.store %round, %of32[%c3] : memref<?xf32, #global>
    %roundeven = math.roundeven %x : f32
    memref.store %roundeven, %of32[%c4] : memref<?xf32, #global>
    %trunc = math.trunc %x : f32
    memref.store %trunc, %of32[%c5] : memref<?xf32, #global>
    %exp = math.exp %x : f32
    memref.store %exp, %of32[%c6] : memref<?xf32, #global>
    %exp2 = math.exp2 %x : f32
    memref.store %exp2, %of32[%c7] : memref<?xf32, #global>
    %expm1 = math.expm1 %x : f32
    memref.store %expm1, %of32[%c8] : memref<?xf32, #global>
    %log = math.log %x : f32
    memref.store %log, %of32[%c9] : memref<?xf32, #global>
    %log2 = math.log2 %x : f32
    memref.store %log2, %of32[%c10] : memref<?xf32, #global>
    %log10 = math.log10 %x : f32
    memref.store %log10, %of32[%c11] : memref<?xf32, #global>
    %log1p = math.log1p %x : f32
    memref.store %log1p, %of32[%c12] : memref<?xf32, #global>
    %sqrt = math.sqrt %x : f32
    memref.store %sqrt, %of32[%c13] : memref<?xf32, #global>
    %rsqrt = math.rsqrt %x : f32
    memref.store %rsqrt, %of32[%c14] : memref<?xf32, #global>
    %cbrt = math.cbrt %x : f32
    memref.store %cbrt, %of32[%c15] : memref<?xf32, #global>
    %sin = math.sin %x : f32
    memref.store %sin, %of32[%c16] : memref<?xf32, #global>
    %cos = math.cos %x : f32
    memref.store %cos, %of32[%c17] : memref<?xf32, #global>
    %tan = math.tan %x : f32
    memref.store %tan, %of32[%c18] : memref<?xf32, #global>
    %asin = math.asin %x : f32
    memref.store %asin, %of32[%c19] : memref<?xf32, #global>
    %acos = math.acos %x : f32
    memref.store %acos, %of32[%c20] : memref<?xf32, #global>
    %atan = math.atan %x : f32
    memref.store %atan, %of32[%c21] : memref<?xf32, #global>
    %sinh = math.sinh %x : f32
    memref.store %sinh, %of32[%c22] : memref<?xf32, #global>
    %cosh = math.cosh %x : f32
    memref.store %cosh, %of32[%c23] : memref<?xf32, #global>
    %tanh = math.tanh %x : f32
    memref.store %tanh, %of32[%c24] : memref<?xf32, #global>
    %asinh = math.asinh %x : f32
    memref.store %asinh, %of32[%c25] : memref<?xf32, #global>
    %acosh = math.acosh %x : f32
    memref.store %acosh, %of32[%c26] : memref<?xf32, #global>
    %atanh = math.atanh %x : f32
    memref.store %atanh, %of32[%c27] : memref<?xf32, #global>
    %erf = math.erf %x : f32
    memref.store %erf, %of32[%c28] : memref<?xf32, #global>
    %erfc = math.erfc %x : f32
    memref.store %erfc, %of32[%c29] : memref<?xf32, #global>
    %atan2 = math.atan2 %x, %y : f32
    memref.store %atan2, %of32[%c30] : memref<?xf32, #global>
    %copysign = math.copysign %x, %y : f32
    memref.store %copysign, %of32[%c31] : memref<?xf32, #global>
    %powf = math.powf %x, %y : f32
    memref.store %powf, %of32[%c32] : memref<?xf32, #global>
    %fma = math.fma %x, %y, %x : f32
    memref.store %fma, %of32[%c33] : memref<?xf32, #global>
    %fpowi = math.fpowi %x, %i : f32, i32
    memref.store %fpowi, %of32[%c34] : memref<?xf32, #global>
    %vsqrt = math.sqrt %v : vector<4xf32>
    memref.store %vsqrt, %ov4xf32[%c0] : memref<?xvector<4xf32>, #global>
    %absi = math.absi %i : i32
    memref.store %absi, %oi32[%c0] : memref<?xi32, #global>
    %ctlz = math.ctlz %i : i32
    memref.store %ctlz, %oi32[%c1] : memref<?xi32, #global>
    %ctpop = math.ctpop %i : i32
    memref.store %ctpop, %oi32[%c2] : memref<?xi32, #global>
    %cttz = math.cttz %i : i32
    memref.store %cttz, %oi32[%c3] : memref<?xi32, #global>
    %isnan = math.isnan %x : f32
    %isnanw = arith.extui %isnan : i1 to i32
    memref.store %isnanw, %oi32[%c4] : memref<?xi32, #global>
    %isinf = math.isinf %x : f32
    %isinfw = arith.extui %isinf : i1 to i32
    memref.store %isinfw, %oi32[%c5] : memref<?xi32, #global>
    %isfinite = math.isfinite %x : f32
    %isfinitew = arith.extui %isfinite : i1 to i32
    memref.store %isfinitew, %oi32[%c6] : memref<?xi32, #global>
    %isnormal = math.isnormal %x : f32
    %isnormalw = arith.extui %isnormal : i1 to i32
    memref.store %isnormalw, %oi32[%c7] : memref<?xi32, #global>
    gpu.return
  }
}
