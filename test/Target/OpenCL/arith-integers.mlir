// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// Integer arithmetic: overflow, signedness, the widths of C.

#global = #gpu.address_space<global>

// CHECK:      #pragma OPENCL FP_CONTRACT OFF

gpu.module @m {
  // CHECK:      kernel void wrap(int a, int b, int c, long x, long y, char p, char q,
  // CHECK-NEXT:                  global int *oi32, global long *oi64, global char *oi8) {
  // CHECK-NEXT:   oi32[0] = (uint)a * b + c;
  // CHECK-NEXT:   oi64[0] = (ulong)x - y;
  // CHECK-NEXT:   oi32[1] = (int)((uint)a + b) < c ? a : b;
  // CHECK-NEXT:   oi32[2] = a + b;
  // CHECK-NEXT:   oi8[0] = (char)((char)(p + q) >> p);
  // CHECK-NEXT: }
  gpu.func @wrap(%a: i32 {lift.name = "a"}, %b: i32 {lift.name = "b"}, %c: i32 {lift.name = "c"}, %x: i64 {lift.name = "x"}, %y: i64 {lift.name = "y"}, %p: i8 {lift.name = "p"}, %q: i8 {lift.name = "q"}, %oi32: memref<?xi32, #global> {lift.name = "oi32"}, %oi64: memref<?xi64, #global> {lift.name = "oi64"}, %oi8: memref<?xi8, #global> {lift.name = "oi8"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    // What may overflow is computed unsigned; one cast is enough.
    %0 = arith.muli %a, %b : i32
    %1 = arith.addi %0, %c : i32
    memref.store %1, %oi32[%c0] : memref<?xi32, #global>
    %2 = arith.subi %x, %y : i64
    memref.store %2, %oi64[%c0] : memref<?xi64, #global>
    // Compared signed, so it has to be cast back.
    %3 = arith.addi %a, %b : i32
    %4 = arith.cmpi slt, %3, %c : i32
    %5 = arith.select %4, %a, %b : i32
    memref.store %5, %oi32[%c1] : memref<?xi32, #global>
    // Promised not to overflow.
    %6 = arith.addi %a, %b overflow<nsw> : i32
    memref.store %6, %oi32[%c2] : memref<?xi32, #global>
    // C adds chars as ints.
    %7 = arith.addi %p, %q : i8
    %8 = arith.shrsi %7, %p : i8
    memref.store %8, %oi8[%c0] : memref<?xi8, #global>
    gpu.return
  }

  // CHECK:      kernel void without_sign(int a, int b, char p, char q, long x, int n,
  // CHECK-NEXT:                          global int *oi32, global char *oi8,
  // CHECK-NEXT:                          global long *oi64, global int *oindex) {
  // CHECK-NEXT:   oi32[0] = (uint)a / b;
  // CHECK-NEXT:   oi8[0] = (char)((uchar)p % (uchar)q);
  // CHECK-NEXT:   oi64[0] = (ulong)x >> x;
  // CHECK-NEXT:   oi32[1] = (int)((uint)a < b);
  // CHECK-NEXT:   oi32[2] = (int)((uchar)p >= (uchar)q ? -1 : 0);
  // CHECK-NEXT:   oi32[3] = max((uint)a, (uint)b);
  // CHECK-NEXT:   oi8[1] = (char)min((uchar)p, (uchar)q);
  // CHECK-NEXT:   const int lid0 = get_local_id(0);
  // CHECK-NEXT:   oindex[0] = lid0 / 32;
  // CHECK-NEXT:   oindex[1] = lid0 % 32;
  // CHECK-NEXT:   oindex[2] = (uint)n / 32;
  // CHECK-NEXT: }
  gpu.func @without_sign(%a: i32 {lift.name = "a"}, %b: i32 {lift.name = "b"}, %p: i8 {lift.name = "p"}, %q: i8 {lift.name = "q"}, %x: i64 {lift.name = "x"}, %n: index {lift.name = "n"}, %oi32: memref<?xi32, #global> {lift.name = "oi32"}, %oi8: memref<?xi8, #global> {lift.name = "oi8"}, %oi64: memref<?xi64, #global> {lift.name = "oi64"}, %oindex: memref<?xindex, #global> {lift.name = "oindex"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %0 = arith.divui %a, %b : i32
    memref.store %0, %oi32[%c0] : memref<?xi32, #global>
    %1 = arith.remui %p, %q : i8
    memref.store %1, %oi8[%c0] : memref<?xi8, #global>
    %2 = arith.shrui %x, %x : i64
    memref.store %2, %oi64[%c0] : memref<?xi64, #global>
    %3 = arith.cmpi ult, %a, %b : i32
    %4 = arith.extui %3 : i1 to i32
    memref.store %4, %oi32[%c1] : memref<?xi32, #global>
    %5 = arith.cmpi uge, %p, %q : i8
    %6 = arith.extsi %5 : i1 to i32
    memref.store %6, %oi32[%c2] : memref<?xi32, #global>
    %7 = arith.maxui %a, %b : i32
    memref.store %7, %oi32[%c3] : memref<?xi32, #global>
    %8 = arith.minui %p, %q : i8
    memref.store %8, %oi8[%c1] : memref<?xi8, #global>
    // Nothing is negative here: signed will do.
    %tid = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %9 = arith.divui %tid, %c32 : index
    memref.store %9, %oindex[%c0] : memref<?xindex, #global>
    %10 = arith.remui %tid, %c32 : index
    memref.store %10, %oindex[%c1] : memref<?xindex, #global>
    // But n may be.
    %11 = arith.divui %n, %c32 : index
    memref.store %11, %oindex[%c2] : memref<?xindex, #global>
    gpu.return
  }

  // CHECK:      kernel void rounding(int a, int b, int n, global int *oi32,
  // CHECK-NEXT:                      global int *oindex) {
  // CHECK-NEXT:   oi32[0] = a / b + (a % b != 0 && (a < 0) == (b < 0));
  // CHECK-NEXT:   oi32[1] = a / b - (a % b != 0 && (a < 0) != (b < 0));
  // CHECK-NEXT:   oi32[2] = (uint)a / (uint)b + ((uint)a % (uint)b != 0);
  // CHECK-NEXT:   oindex[0] = n / 16 + (n % 16 > 0);
  // CHECK-NEXT:   oindex[1] = n / 16 - (n % 16 < 0);
  // CHECK-NEXT:   const int lid0 = get_local_id(0);
  // CHECK-NEXT:   oindex[2] = lid0 / 16;
  // CHECK-NEXT:   const int v = a - b;
  // CHECK-NEXT:   oi32[3] = v / b - (v % b != 0 && (v < 0) != (b < 0));
  // CHECK-NEXT: }
  gpu.func @rounding(%a: i32 {lift.name = "a"}, %b: i32 {lift.name = "b"}, %n: index {lift.name = "n"}, %oi32: memref<?xi32, #global> {lift.name = "oi32"}, %oindex: memref<?xindex, #global> {lift.name = "oindex"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c16 = arith.constant 16 : index
    %0 = arith.ceildivsi %a, %b : i32
    memref.store %0, %oi32[%c0] : memref<?xi32, #global>
    %1 = arith.floordivsi %a, %b : i32
    memref.store %1, %oi32[%c1] : memref<?xi32, #global>
    %2 = arith.ceildivui %a, %b : i32
    memref.store %2, %oi32[%c2] : memref<?xi32, #global>
    %3 = arith.ceildivsi %n, %c16 : index
    memref.store %3, %oindex[%c0] : memref<?xindex, #global>
    %4 = arith.floordivsi %n, %c16 : index
    memref.store %4, %oindex[%c1] : memref<?xindex, #global>
    %tid = gpu.thread_id x
    %5 = arith.floordivsi %tid, %c16 : index
    memref.store %5, %oindex[%c2] : memref<?xindex, #global>
    // The operands are used twice: they get variables.
    %6 = arith.subi %a, %b overflow<nsw> : i32
    %7 = arith.floordivsi %6, %b : i32
    memref.store %7, %oi32[%c3] : memref<?xi32, #global>
    gpu.return
  }

  // CHECK:      kernel void minmax(int a, char p, long x, int n, global long *oi64,
  // CHECK-NEXT:                    global char *oi8, global int *oindex, global int *oi32) {
  // CHECK-NEXT:   oi64[0] = max(x, 5L);
  // CHECK-NEXT:   oi8[0] = min(p, (char)6);
  // CHECK-NEXT:   oindex[0] = max(n, 7);
  // CHECK-NEXT:   oi32[0] = (uint)a * a;
  // CHECK-NEXT:   oi32[1] = mul_hi(a, a);
  // CHECK-NEXT: }
  gpu.func @minmax(%a: i32 {lift.name = "a"}, %p: i8 {lift.name = "p"}, %x: i64 {lift.name = "x"}, %n: index {lift.name = "n"}, %oi64: memref<?xi64, #global> {lift.name = "oi64"}, %oi8: memref<?xi8, #global> {lift.name = "oi8"}, %oindex: memref<?xindex, #global> {lift.name = "oindex"}, %oi32: memref<?xi32, #global> {lift.name = "oi32"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // Overloaded functions need the exact type.
    %five = arith.constant 5 : i64
    %six = arith.constant 6 : i8
    %seven = arith.constant 7 : index
    %0 = arith.maxsi %x, %five : i64
    memref.store %0, %oi64[%c0] : memref<?xi64, #global>
    %1 = arith.minsi %p, %six : i8
    memref.store %1, %oi8[%c0] : memref<?xi8, #global>
    %2 = arith.maxsi %n, %seven : index
    memref.store %2, %oindex[%c0] : memref<?xindex, #global>
    %low, %high = arith.mulsi_extended %a, %a : i32
    memref.store %low, %oi32[%c0] : memref<?xi32, #global>
    memref.store %high, %oi32[%c1] : memref<?xi32, #global>
    gpu.return
  }

  // CHECK:      kernel void casts(char p, int a, long x, int n, int c, float f,
  // CHECK-NEXT:                   global int *oi32, global long *oi64, global char *oi8,
  // CHECK-NEXT:                   global int *oindex, global float *of32) {
  // CHECK-NEXT:   oi32[0] = (int)p;
  // CHECK-NEXT:   oi32[1] = (int)(uchar)p;
  // CHECK-NEXT:   oi64[0] = (long)(uint)a;
  // CHECK-NEXT:   oi8[0] = (char)x;
  // CHECK-NEXT:   oi32[2] = (int)((a & 1) != 0);
  // CHECK-NEXT:   oindex[0] = (int)x;
  // CHECK-NEXT:   oi64[1] = (long)n;
  // CHECK-NEXT:   oi64[2] = (long)(uint)n;
  // CHECK-NEXT:   oi64[3] = (long)(c != 0 ? -1 : 0);
  // CHECK-NEXT:   oi32[3] = (int)(c != 0);
  // CHECK-NEXT:   of32[0] = (float)a;
  // CHECK-NEXT:   of32[1] = (float)(uint)a;
  // CHECK-NEXT:   of32[2] = (float)(c != 0);
  // CHECK-NEXT:   of32[3] = (float)(c != 0 ? -1 : 0);
  // CHECK-NEXT:   oi8[1] = (char)f;
  // CHECK-NEXT:   oi32[4] = (uint)f;
  // CHECK-NEXT:   oi32[5] = as_int(f);
  // CHECK-NEXT:   of32[4] = as_float(a);
  // CHECK-NEXT: }
  gpu.func @casts(%p: i8 {lift.name = "p"}, %a: i32 {lift.name = "a"}, %x: i64 {lift.name = "x"}, %n: index {lift.name = "n"}, %c: i1 {lift.name = "c"}, %f: f32 {lift.name = "f"}, %oi32: memref<?xi32, #global> {lift.name = "oi32"}, %oi64: memref<?xi64, #global> {lift.name = "oi64"}, %oi8: memref<?xi8, #global> {lift.name = "oi8"}, %oindex: memref<?xindex, #global> {lift.name = "oindex"}, %of32: memref<?xf32, #global> {lift.name = "of32"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %v0 = arith.extsi %p : i8 to i32
    memref.store %v0, %oi32[%c0] : memref<?xi32, #global>
    %v2 = arith.extui %p : i8 to i32
    memref.store %v2, %oi32[%c1] : memref<?xi32, #global>
    %v4 = arith.extui %a : i32 to i64
    memref.store %v4, %oi64[%c0] : memref<?xi64, #global>
    %v6 = arith.trunci %x : i64 to i8
    memref.store %v6, %oi8[%c0] : memref<?xi8, #global>
    %v8 = arith.trunci %a : i32 to i1
    %w8 = arith.extui %v8 : i1 to i32
    memref.store %w8, %oi32[%c2] : memref<?xi32, #global>
    %v11 = arith.index_cast %x : i64 to index
    memref.store %v11, %oindex[%c0] : memref<?xindex, #global>
    %v13 = arith.index_cast %n : index to i64
    memref.store %v13, %oi64[%c1] : memref<?xi64, #global>
    %v15 = arith.index_castui %n : index to i64
    memref.store %v15, %oi64[%c2] : memref<?xi64, #global>
    %v17 = arith.extsi %c : i1 to i64
    memref.store %v17, %oi64[%c3] : memref<?xi64, #global>
    %v19 = arith.extui %c : i1 to i32
    memref.store %v19, %oi32[%c3] : memref<?xi32, #global>
    %v21 = arith.sitofp %a : i32 to f32
    memref.store %v21, %of32[%c0] : memref<?xf32, #global>
    %v23 = arith.uitofp %a : i32 to f32
    memref.store %v23, %of32[%c1] : memref<?xf32, #global>
    %v25 = arith.uitofp %c : i1 to f32
    memref.store %v25, %of32[%c2] : memref<?xf32, #global>
    %v27 = arith.sitofp %c : i1 to f32
    memref.store %v27, %of32[%c3] : memref<?xf32, #global>
    %v29 = arith.fptosi %f : f32 to i8
    memref.store %v29, %oi8[%c1] : memref<?xi8, #global>
    %v31 = arith.fptoui %f : f32 to i32
    memref.store %v31, %oi32[%c4] : memref<?xi32, #global>
    %v33 = arith.bitcast %f : f32 to i32
    memref.store %v33, %oi32[%c5] : memref<?xi32, #global>
    %v35 = arith.bitcast %a : i32 to f32
    memref.store %v35, %of32[%c4] : memref<?xf32, #global>
    gpu.return
  }

  // CHECK:      kernel void literals(global int *oi32, global long *oi64, global char *oi8,
  // CHECK-NEXT:                      global int *oindex) {
  // CHECK-NEXT:   oi32[0] = INT_MIN;
  // CHECK-NEXT:   oi64[0] = LONG_MIN;
  // CHECK-NEXT:   oi64[1] = -2147483648L;
  // CHECK-NEXT:   oi64[2] = 2147483648L;
  // CHECK-NEXT:   oi8[0] = -128;
  // CHECK-NEXT:   oi64[3] = 5;
  // CHECK-NEXT:   oindex[0] = INT_MIN;
  // CHECK-NEXT:   oi64[4] = 2000000000 + 2000000000UL;
  // CHECK-NEXT:   oi64[5] = 1L << 40;
  // CHECK-NEXT: }
  gpu.func @literals(%oi32: memref<?xi32, #global> {lift.name = "oi32"}, %oi64: memref<?xi64, #global> {lift.name = "oi64"}, %oi8: memref<?xi8, #global> {lift.name = "oi8"}, %oindex: memref<?xindex, #global> {lift.name = "oindex"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %v0 = arith.constant -2147483648 : i32
    memref.store %v0, %oi32[%c0] : memref<?xi32, #global>
    %v2 = arith.constant -9223372036854775808 : i64
    memref.store %v2, %oi64[%c0] : memref<?xi64, #global>
    %v4 = arith.constant -2147483648 : i64
    memref.store %v4, %oi64[%c1] : memref<?xi64, #global>
    %v6 = arith.constant 2147483648 : i64
    memref.store %v6, %oi64[%c2] : memref<?xi64, #global>
    %v8 = arith.constant -128 : i8
    memref.store %v8, %oi8[%c0] : memref<?xi8, #global>
    %v10 = arith.constant 5 : i64
    memref.store %v10, %oi64[%c3] : memref<?xi64, #global>
    %v12 = arith.constant -2147483648 : index
    memref.store %v12, %oindex[%c0] : memref<?xindex, #global>
    // Folded by nobody: the sum must be made of longs.
    %big = arith.constant 2000000000 : i64
    %sum = arith.addi %big, %big : i64
    memref.store %sum, %oi64[%c4] : memref<?xi64, #global>
    %one = arith.constant 1 : i64
    %forty = arith.constant 40 : i64
    %sh = arith.shli %one, %forty : i64
    memref.store %sh, %oi64[%c5] : memref<?xi64, #global>
    gpu.return
  }

  // A shift has the type of what is shifted: a literal must have it, too.
  // CHECK:      kernel void shifts_of_literals(long x, int y, char z, global long *oi64,
  // CHECK-NEXT:                                global int *oi32, global char *oi8) {
  // CHECK-NEXT:   oi64[0] = 1L << x;
  // CHECK-NEXT:   oi64[1] = -1L >> x;
  // CHECK-NEXT:   oi64[2] = 1L >> x;
  // CHECK-NEXT:   oi64[3] = (ulong)-1 >> x;
  // CHECK-NEXT:   oi64[4] = LONG_MIN >> x;
  // CHECK-NEXT:   oi32[0] = 1 << y;
  // CHECK-NEXT:   oi8[0] = (char)(1 << z);
  // CHECK-NEXT: }
  gpu.func @shifts_of_literals(%x: i64 {lift.name = "x"}, %y: i32 {lift.name = "y"}, %z: i8 {lift.name = "z"}, %oi64: memref<?xi64, #global> {lift.name = "oi64"}, %oi32: memref<?xi32, #global> {lift.name = "oi32"}, %oi8: memref<?xi8, #global> {lift.name = "oi8"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %one = arith.constant 1 : i64
    %ones = arith.constant -1 : i64
    %least = arith.constant -9223372036854775808 : i64
    %0 = arith.shli %one, %x : i64
    memref.store %0, %oi64[%c0] : memref<?xi64, #global>
    %1 = arith.shrsi %ones, %x : i64
    memref.store %1, %oi64[%c1] : memref<?xi64, #global>
    %2 = arith.shrui %one, %x : i64
    memref.store %2, %oi64[%c2] : memref<?xi64, #global>
    %3 = arith.shrui %ones, %x : i64
    memref.store %3, %oi64[%c3] : memref<?xi64, #global>
    %4 = arith.shrsi %least, %x : i64
    memref.store %4, %oi64[%c4] : memref<?xi64, #global>
    %one32 = arith.constant 1 : i32
    %5 = arith.shli %one32, %y : i32
    memref.store %5, %oi32[%c0] : memref<?xi32, #global>
    %one8 = arith.constant 1 : i8
    %6 = arith.shli %one8, %z : i8
    memref.store %6, %oi8[%c0] : memref<?xi8, #global>
    gpu.return
  }

  // CHECK:      kernel void bools(int a, int b, global int *oi32) {
  // CHECK-NEXT:   oi32[0] = (int)(a != 0 && b != 0);
  // CHECK-NEXT:   oi32[1] = (int)(a != 0 || b != 0);
  // CHECK-NEXT:   oi32[2] = (int)((a != 0) != (b != 0));
  // CHECK-NEXT:   oi32[3] = (int)((a != 0) != (b != 0));
  // CHECK-NEXT:   oi32[4] = (int)(a != 0 && b != 0);
  // CHECK-NEXT:   oi32[5] = (int)(a != 0 && b != 0);
  // CHECK-NEXT:   oi32[6] = (int)(a != 0 || b != 0);
  // CHECK-NEXT:   oi32[7] = (int)((b != 0) < (a != 0));
  // CHECK-NEXT:   oi32[8] = (int)((a != 0) < (b != 0));
  // CHECK-NEXT:   oi32[9] = (int)((a != 0) == (b != 0));
  // CHECK-NEXT: }
  gpu.func @bools(%a: i1 {lift.name = "a"}, %b: i1 {lift.name = "b"}, %oi32: memref<?xi32, #global> {lift.name = "oi32"}) kernel {
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
    %andi = arith.andi %a, %b : i1
    %andiw = arith.extui %andi : i1 to i32
    memref.store %andiw, %oi32[%c0] : memref<?xi32, #global>
    %ori = arith.ori %a, %b : i1
    %oriw = arith.extui %ori : i1 to i32
    memref.store %oriw, %oi32[%c1] : memref<?xi32, #global>
    %xori = arith.xori %a, %b : i1
    %xoriw = arith.extui %xori : i1 to i32
    memref.store %xoriw, %oi32[%c2] : memref<?xi32, #global>
    %addi = arith.addi %a, %b : i1
    %addiw = arith.extui %addi : i1 to i32
    memref.store %addiw, %oi32[%c3] : memref<?xi32, #global>
    %muli = arith.muli %a, %b : i1
    %muliw = arith.extui %muli : i1 to i32
    memref.store %muliw, %oi32[%c4] : memref<?xi32, #global>
    %maxsi = arith.maxsi %a, %b : i1
    %maxsiw = arith.extui %maxsi : i1 to i32
    memref.store %maxsiw, %oi32[%c5] : memref<?xi32, #global>
    %maxui = arith.maxui %a, %b : i1
    %maxuiw = arith.extui %maxui : i1 to i32
    memref.store %maxuiw, %oi32[%c6] : memref<?xi32, #global>
    // As signed numbers, true is less than false.
    %slt = arith.cmpi slt, %a, %b : i1
    %sltw = arith.extui %slt : i1 to i32
    memref.store %sltw, %oi32[%c7] : memref<?xi32, #global>
    %ult = arith.cmpi ult, %a, %b : i1
    %ultw = arith.extui %ult : i1 to i32
    memref.store %ultw, %oi32[%c8] : memref<?xi32, #global>
    %eq = arith.cmpi eq, %a, %b : i1
    %eqw = arith.extui %eq : i1 to i32
    memref.store %eqw, %oi32[%c9] : memref<?xi32, #global>
    gpu.return
  }
}
