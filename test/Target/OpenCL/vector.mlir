// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// Vectors: building, lanes, reductions, masks.

#global = #gpu.address_space<global>
#private = #gpu.address_space<private>


// CHECK:      #pragma OPENCL FP_CONTRACT OFF
// CHECK:      // The smaller one; NaN if either is NaN; -0 is less than +0.
// CHECK-NEXT: float minimum_float(float a, float b) {
// CHECK-NEXT:   return isunordered(a, b) ? a + b : a == b ? as_float(as_int(a) | as_int(b)) : fmin(a, b);
// CHECK-NEXT: }

gpu.module @m {
  // CHECK:      kernel void build(float a, float b, float4 v, float4 w, float8 u, int i,
  // CHECK-NEXT:                   global float4 *ov4xf32, global int4 *ov4xi32,
  // CHECK-NEXT:                   global float *of32, global float8 *ov8xf32) {
  // CHECK-NEXT:   float4 quads[2];
  // CHECK-NEXT:   ov4xf32[0] = (float4)(a);
  // CHECK-NEXT:   ov4xf32[1] = (float4)(a, b, a, b);
  // CHECK-NEXT:   ov4xf32[2] = fma(v, (float4)(2.0f), w);
  // CHECK-NEXT:   ov4xi32[0] = (int4)(0, 1, 2, 3);
  // CHECK-NEXT:   of32[0] = v.y;
  // CHECK-NEXT:   of32[1] = u.s7;
  // CHECK-NEXT:   of32[2] = ((const float *)&v)[i];
  // CHECK-NEXT:   float4 v1 = v;
  // CHECK-NEXT:   v1.x = a;
  // CHECK-NEXT:   v1.w = b;
  // CHECK-NEXT:   ((float *)&v1)[i] = b;
  // CHECK-NEXT:   ov4xf32[3] = v1;
  // CHECK-NEXT:   float4 v2 = v;
  // CHECK-NEXT:   v2.x = a;
  // CHECK-NEXT:   float4 v3 = v2;
  // CHECK-NEXT:   v3.y = b;
  // CHECK-NEXT:   ov4xf32[4] = v2 + v3;
  // CHECK-NEXT:   ov4xf32[5] = v.wzyx;
  // CHECK-NEXT:   ov4xf32[6] = (float4)(v.x, w.x, v.y, w.y);
  // CHECK-NEXT:   ov4xf32[7] = u.s4567;
  // CHECK-NEXT:   float8 v4 = u;
  // CHECK-NEXT:   v4.s2345 = v;
  // CHECK-NEXT:   ov8xf32[0] = v4;
  // CHECK-NEXT:   ov4xi32[1] = as_int4(v);
  // CHECK-NEXT:   of32[3] = w.x + w.y;
  // CHECK-NEXT:   quads[1] = v;
  // CHECK-NEXT:   of32[4] = ((const float *)&quads[1])[i];
  // CHECK-NEXT: }
  gpu.func @build(%a: f32 {lift.name = "a"}, %b: f32 {lift.name = "b"}, %v: vector<4xf32> {lift.name = "v"}, %w: vector<4xf32> {lift.name = "w"}, %u: vector<8xf32> {lift.name = "u"}, %i: index {lift.name = "i"}, %ov4xf32: memref<?xvector<4xf32>, #global> {lift.name = "ov4xf32"}, %ov4xi32: memref<?xvector<4xi32>, #global> {lift.name = "ov4xi32"}, %of32: memref<?xf32, #global> {lift.name = "of32"}, %ov8xf32: memref<?xvector<8xf32>, #global> {lift.name = "ov8xf32"}) kernel {
    %quads = memref.alloca() {lift.name = "quads"} : memref<2xvector<4xf32>, #private>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %bc = vector.broadcast %a : f32 to vector<4xf32>
    memref.store %bc, %ov4xf32[%c0] : memref<?xvector<4xf32>, #global>
    %el = vector.from_elements %a, %b, %a, %b : vector<4xf32>
    memref.store %el, %ov4xf32[%c1] : memref<?xvector<4xf32>, #global>
    %two = arith.constant dense<2.0> : vector<4xf32>
    %fma = vector.fma %v, %two, %w : vector<4xf32>
    memref.store %fma, %ov4xf32[%c2] : memref<?xvector<4xf32>, #global>
    %ramp = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
    memref.store %ramp, %ov4xi32[%c0] : memref<?xvector<4xi32>, #global>
    %x0 = vector.extract %v[1] : f32 from vector<4xf32>
    memref.store %x0, %of32[%c0] : memref<?xf32, #global>
    %x1 = vector.extract %u[7] : f32 from vector<8xf32>
    memref.store %x1, %of32[%c1] : memref<?xf32, #global>
    // The lane is not known: it is read from memory.
    %x2 = vector.extract %v[%i] : f32 from vector<4xf32>
    memref.store %x2, %of32[%c2] : memref<?xf32, #global>
    // Insertions in a row share a variable.
    %i0 = vector.insert %a, %v [0] : f32 into vector<4xf32>
    %i1 = vector.insert %b, %i0 [3] : f32 into vector<4xf32>
    %i2 = vector.insert %b, %i1 [%i] : f32 into vector<4xf32>
    memref.store %i2, %ov4xf32[%c3] : memref<?xvector<4xf32>, #global>
    // But not if somebody still needs the old one.
    %j0 = vector.insert %a, %v [0] : f32 into vector<4xf32>
    %j1 = vector.insert %b, %j0 [1] : f32 into vector<4xf32>
    %j2 = arith.addf %j0, %j1 : vector<4xf32>
    memref.store %j2, %ov4xf32[%c4] : memref<?xvector<4xf32>, #global>
    %s0 = vector.shuffle %v, %v [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
    memref.store %s0, %ov4xf32[%c5] : memref<?xvector<4xf32>, #global>
    %s1 = vector.shuffle %v, %w [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
    memref.store %s1, %ov4xf32[%c6] : memref<?xvector<4xf32>, #global>
    %s2 = vector.extract_strided_slice %u {offsets = [4], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
    memref.store %s2, %ov4xf32[%c7] : memref<?xvector<4xf32>, #global>
    %s3 = vector.insert_strided_slice %v, %u {offsets = [2], strides = [1]} : vector<4xf32> into vector<8xf32>
    memref.store %s3, %ov8xf32[%c0] : memref<?xvector<8xf32>, #global>
    %bits = vector.bitcast %v : vector<4xf32> to vector<4xi32>
    memref.store %bits, %ov4xi32[%c1] : memref<?xvector<4xi32>, #global>
    %e:4 = vector.to_elements %w : vector<4xf32>
    %e01 = arith.addf %e#0, %e#1 : f32
    memref.store %e01, %of32[%c3] : memref<?xf32, #global>
    // A vector that is in memory stays there.
    memref.store %v, %quads[%c1] : memref<2xvector<4xf32>, #private>
    %near = memref.load %quads[%c1] : memref<2xvector<4xf32>, #private>
    %x3 = vector.extract %near[%i] : f32 from vector<4xf32>
    memref.store %x3, %of32[%c4] : memref<?xf32, #global>
    gpu.return
  }

  // CHECK:      kernel void reduce(float4 v, float a, int4 n, int s, char4 p,
  // CHECK-NEXT:                    global float *of32, global int *oi32, global char *oi8) {
  // CHECK-NEXT:   of32[0] = v.x + v.y + v.z + v.w;
  // CHECK-NEXT:   of32[1] = a * v.x * v.y * v.z * v.w;
  // CHECK-NEXT:   of32[2] = fmax(fmax(fmax(v.x, v.y), v.z), v.w);
  // CHECK-NEXT:   of32[3] = minimum_float(minimum_float(minimum_float(v.x, v.y), v.z), v.w);
  // CHECK-NEXT:   oi32[0] = (uint)s + n.x + n.y + n.z + n.w;
  // CHECK-NEXT:   oi32[1] = max(max(max((uint)n.x, (uint)n.y), (uint)n.z), (uint)n.w);
  // CHECK-NEXT:   oi8[0] = (char)((uint)p.x + p.y + p.z + p.w);
  // CHECK-NEXT:   oi32[2] = n.x ^ n.y ^ n.z ^ n.w;
  // CHECK-NEXT: }
  gpu.func @reduce(%v: vector<4xf32> {lift.name = "v"}, %a: f32 {lift.name = "a"}, %n: vector<4xi32> {lift.name = "n"}, %s: i32 {lift.name = "s"}, %p: vector<4xi8> {lift.name = "p"}, %of32: memref<?xf32, #global> {lift.name = "of32"}, %oi32: memref<?xi32, #global> {lift.name = "oi32"}, %oi8: memref<?xi8, #global> {lift.name = "oi8"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    // In the order of the lanes, after the start value.
    %0 = vector.reduction <add>, %v : vector<4xf32> into f32
    memref.store %0, %of32[%c0] : memref<?xf32, #global>
    %1 = vector.reduction <mul>, %v, %a : vector<4xf32> into f32
    memref.store %1, %of32[%c1] : memref<?xf32, #global>
    %2 = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
    memref.store %2, %of32[%c2] : memref<?xf32, #global>
    %3 = vector.reduction <minimumf>, %v : vector<4xf32> into f32
    memref.store %3, %of32[%c3] : memref<?xf32, #global>
    %4 = vector.reduction <add>, %n, %s : vector<4xi32> into i32
    memref.store %4, %oi32[%c0] : memref<?xi32, #global>
    %5 = vector.reduction <maxui>, %n : vector<4xi32> into i32
    memref.store %5, %oi32[%c1] : memref<?xi32, #global>
    %6 = vector.reduction <add>, %p : vector<4xi8> into i8
    memref.store %6, %oi8[%c0] : memref<?xi8, #global>
    %7 = vector.reduction <xor>, %n : vector<4xi32> into i32
    memref.store %7, %oi32[%c2] : memref<?xi32, #global>
    gpu.return
  }

  // CHECK:      kernel void masks(float4 v, float4 w, char4 d, char4 e, int c,
  // CHECK-NEXT:                   global float4 *ov4xf32, global int4 *ov4xi32,
  // CHECK-NEXT:                   global int *oi32, global char4 *ov4xi8) {
  // CHECK-NEXT:   const int4 mask = v < w;
  // CHECK-NEXT:   ov4xf32[0] = select(w, v, mask);
  // CHECK-NEXT:   const char4 mask1 = d < e;
  // CHECK-NEXT:   ov4xf32[1] = select(w, v, convert_int4(mask1));
  // CHECK-NEXT:   ov4xi32[0] = mask & convert_int4(mask1) & 1;
  // CHECK-NEXT:   ov4xi32[1] = ~(v < w);
  // CHECK-NEXT:   oi32[0] = (int)(all(mask1) != 0);
  // CHECK-NEXT:   oi32[1] = (int)(mask.z != 0);
  // CHECK-NEXT:   ov4xi32[2] = (int4)(c != 0 ? -1 : 0) & 1;
  // CHECK-NEXT:   ov4xi8[0] = as_uchar4(d) < as_uchar4(e);
  // CHECK-NEXT: }
  gpu.func @masks(%v: vector<4xf32> {lift.name = "v"}, %w: vector<4xf32> {lift.name = "w"}, %d: vector<4xi8> {lift.name = "d"}, %e: vector<4xi8> {lift.name = "e"}, %c: i1 {lift.name = "c"}, %ov4xf32: memref<?xvector<4xf32>, #global> {lift.name = "ov4xf32"}, %ov4xi32: memref<?xvector<4xi32>, #global> {lift.name = "ov4xi32"}, %oi32: memref<?xi32, #global> {lift.name = "oi32"}, %ov4xi8: memref<?xvector<4xi8>, #global> {lift.name = "ov4xi8"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    // Comparisons give 0 and -1 in integers as wide as what is compared.
    %m = arith.cmpf olt, %v, %w : vector<4xf32>
    %0 = arith.select %m, %v, %w : vector<4xi1>, vector<4xf32>
    memref.store %0, %ov4xf32[%c0] : memref<?xvector<4xf32>, #global>
    %n = arith.cmpi slt, %d, %e : vector<4xi8>
    %1 = arith.select %n, %v, %w : vector<4xi1>, vector<4xf32>
    memref.store %1, %ov4xf32[%c1] : memref<?xvector<4xf32>, #global>
    %o = arith.andi %m, %n : vector<4xi1>
    %2 = arith.extui %o : vector<4xi1> to vector<4xi32>
    memref.store %2, %ov4xi32[%c0] : memref<?xvector<4xi32>, #global>
    %p = arith.cmpf uge, %v, %w : vector<4xf32>
    %3 = arith.extsi %p : vector<4xi1> to vector<4xi32>
    memref.store %3, %ov4xi32[%c1] : memref<?xvector<4xi32>, #global>
    %4 = vector.reduction <and>, %n : vector<4xi1> into i1
    %5 = arith.extui %4 : i1 to i32
    memref.store %5, %oi32[%c0] : memref<?xi32, #global>
    %6 = vector.extract %m[2] : i1 from vector<4xi1>
    %7 = arith.extui %6 : i1 to i32
    memref.store %7, %oi32[%c1] : memref<?xi32, #global>
    %8 = vector.broadcast %c : i1 to vector<4xi1>
    %9 = arith.extui %8 : vector<4xi1> to vector<4xi32>
    memref.store %9, %ov4xi32[%c2] : memref<?xvector<4xi32>, #global>
    %10 = arith.cmpi ult, %d, %e : vector<4xi8>
    %11 = arith.extsi %10 : vector<4xi1> to vector<4xi8>
    memref.store %11, %ov4xi8[%c0] : memref<?xvector<4xi8>, #global>
    gpu.return
  }

  // CHECK:      kernel void round_quotients(int4 a, int4 b, global int4 *out) {
  // CHECK-NEXT:   out[0] = a / b + ((a % b != 0) & ((a < 0) != (b < 0)));
  // CHECK-NEXT:   out[1] = a / b - ((a % b != 0) & ((a < 0) == (b < 0)));
  // CHECK-NEXT:   out[2] = as_int4(as_uint4(a) / as_uint4(b)) - (as_uint4(a) % as_uint4(b) != 0);
  // CHECK-NEXT:   out[3] = popcount(~a & (a - 1));
  // CHECK-NEXT: }
  gpu.func @round_quotients(%a: vector<4xi32> {lift.name = "a"}, %b: vector<4xi32> {lift.name = "b"}, %out: memref<?xvector<4xi32>, #global> {lift.name = "out"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %0 = arith.floordivsi %a, %b : vector<4xi32>
    memref.store %0, %out[%c0] : memref<?xvector<4xi32>, #global>
    %1 = arith.ceildivsi %a, %b : vector<4xi32>
    memref.store %1, %out[%c1] : memref<?xvector<4xi32>, #global>
    %2 = arith.ceildivui %a, %b : vector<4xi32>
    memref.store %2, %out[%c2] : memref<?xvector<4xi32>, #global>
    %3 = math.cttz %a : vector<4xi32>
    memref.store %3, %out[%c3] : memref<?xvector<4xi32>, #global>
    gpu.return
  }

  // No scalar beside a vector is wider than its elements.
  // CHECK:      kernel void round_narrow_quotients(char4 a, char4 b, global char4 *out) {
  // CHECK-NEXT:   out[0] = a / b + ((a % b != (char)0) & ((a < (char)0) != (b < (char)0)));
  // CHECK-NEXT:   out[1] = a / b - ((a % b != (char)0) & ((a < (char)0) == (b < (char)0)));
  // CHECK-NEXT:   const char4 v = as_char4(as_uchar4(a) / as_uchar4(b)) - (as_uchar4(a) % as_uchar4(b) != (char)0);
  // CHECK-NEXT:   out[2] = v;
  // CHECK-NEXT:   out[3] = popcount(~a & (a - (char)1));
  // CHECK-NEXT: }
  gpu.func @round_narrow_quotients(%a: vector<4xi8> {lift.name = "a"}, %b: vector<4xi8> {lift.name = "b"}, %out: memref<?xvector<4xi8>, #global> {lift.name = "out"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %0 = arith.floordivsi %a, %b : vector<4xi8>
    memref.store %0, %out[%c0] : memref<?xvector<4xi8>, #global>
    %1 = arith.ceildivsi %a, %b : vector<4xi8>
    memref.store %1, %out[%c1] : memref<?xvector<4xi8>, #global>
    %2 = arith.ceildivui %a, %b : vector<4xi8>
    memref.store %2, %out[%c2] : memref<?xvector<4xi8>, #global>
    %3 = math.cttz %a : vector<4xi8>
    memref.store %3, %out[%c3] : memref<?xvector<4xi8>, #global>
    gpu.return
  }
}
