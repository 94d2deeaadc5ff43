// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// Arrays and accesses to them.

#global = #gpu.address_space<global>
#local = #gpu.address_space<workgroup>
#private = #gpu.address_space<private>


// CHECK:      #pragma OPENCL FP_CONTRACT OFF

gpu.module @m {
  // Every kind of array, and its alignment.
  // CHECK:      kernel void arrays(global float *out, int i) {
  // CHECK-NEXT:   local float A[32] __attribute__((aligned(16)));
  // CHECK-NEXT:   local float tile[8] __attribute__((aligned(128)));
  // CHECK-NEXT:   local float late[64] __attribute__((aligned(16)));
  // CHECK-NEXT:   float regs[4];
  // CHECK-NEXT:   float priv[4];
  // CHECK-NEXT:   char n[4] __attribute__((aligned(32)));
  // CHECK-NEXT:   float4 quads[2];
  // CHECK-NEXT:   for (int j = 0; j < i; j++) {
  // CHECK-NEXT:     late[j] = A[j + 16];
  // CHECK-NEXT:   }
  // CHECK-NEXT:   const float v = tile[i];
  // CHECK-NEXT:   regs[i] = v;
  // CHECK-NEXT:   priv[i] = v;
  // CHECK-NEXT:   n[0] = n[i];
  // CHECK-NEXT:   quads[0] = quads[i];
  // CHECK-NEXT: }
  gpu.func @arrays(%out: memref<?xf32, #global> {lift.name = "out"}, %i: index {lift.name = "i"})
      workgroup(%l: memref<2x16xf32, #local> {lift.name = "A"},
                %aligned: memref<8xf32, #local> {lift.align = 128 : i64})
      private(%p: memref<4xf32, #private> {lift.name = "regs"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.alloca() : memref<4xf32>
    %n = memref.alloca() {alignment = 32 : i64, lift.name = "n"} : memref<4xi8, #private>
    %q = memref.alloca() {lift.name = "quads"} : memref<2xvector<4xf32>, #private>
    // Local arrays stand at the start of the kernel, wherever they are made.
    %unused = memref.alloca() : memref<4xf32>
    scf.for %j = %c0 to %i step %c1 {
      %t = memref.alloc() {lift.name = "late"} : memref<64xf32, #local>
      %x = memref.load %l[%c1, %j] : memref<2x16xf32, #local>
      memref.store %x, %t[%j] : memref<64xf32, #local>
      memref.dealloc %t : memref<64xf32, #local>
    }
    %y = memref.load %aligned[%i] : memref<8xf32, #local>
    memref.store %y, %p[%i] : memref<4xf32, #private>
    memref.store %y, %m[%i] : memref<4xf32>
    %z = memref.load %n[%i] : memref<4xi8, #private>
    memref.store %z, %n[%c0] : memref<4xi8, #private>
    %v = memref.load %q[%i] : memref<2xvector<4xf32>, #private>
    memref.store %v, %q[%c0] : memref<2xvector<4xf32>, #private>
    gpu.return
  }

  // Several dimensions are one, row-major; the leading one may be dynamic.
  // CHECK:      kernel void linear(global float *a, global float *s, global float *z, int i,
  // CHECK-NEXT:                    int j, int k) {
  // CHECK-NEXT:   const float v = a[i * 32 + j * 4 + k];
  // CHECK-NEXT:   a[i * 32 + 14] = v;
  // CHECK-NEXT:   a[106] = v;
  // CHECK-NEXT:   const int v1 = i + j;
  // CHECK-NEXT:   a[v1 * 32 + v1 * 4 + k] = v;
  // CHECK-NEXT:   s[i * 3 + 2] = v;
  // CHECK-NEXT:   z[0] = v;
  // CHECK-NEXT:   a[i * 32 + j * 4 + k] = v;
  // CHECK-NEXT: }
  gpu.func @linear(%a: memref<?x8x4xf32, #global> {lift.name = "a"},
                   %s: memref<4xf32, strided<[3], offset: 2>, #global> {lift.name = "s"},
                   %z: memref<f32, #global> {lift.name = "z"},
                   %i: index {lift.name = "i"}, %j: index {lift.name = "j"},
                   %k: index {lift.name = "k"}) kernel {
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %x = memref.load %a[%i, %j, %k] : memref<?x8x4xf32, #global>
    memref.store %x, %a[%i, %c3, %c2] : memref<?x8x4xf32, #global>
    memref.store %x, %a[%c3, %c2, %c2] : memref<?x8x4xf32, #global>
    %ij = arith.addi %i, %j : index
    memref.store %x, %a[%ij, %ij, %k] : memref<?x8x4xf32, #global>
    memref.store %x, %s[%i] : memref<4xf32, strided<[3], offset: 2>, #global>
    memref.store %x, %z[] : memref<f32, #global>
    %d = memref.cast %a : memref<?x8x4xf32, #global> to memref<16x8x4xf32, #global>
    memref.store %x, %d[%i, %j, %k] : memref<16x8x4xf32, #global>
    gpu.return
  }

  // A vector pointer if the alignment is known, vloadN if not.
  // CHECK:      kernel void vectors(global const float *a, global float *b, int i) {
  // CHECK-NEXT:   local float t[64] __attribute__((aligned(16)));
  // CHECK-NEXT:   float r[8] __attribute__((aligned(16)));
  // CHECK-NEXT:   const float4 v = *(global const float4 *)(a + i);
  // CHECK-NEXT:   *(global float4 *)(b + i) = v;
  // CHECK-NEXT:   vstore4(vload4(0, a + i), 0, b + i);
  // CHECK-NEXT:   *(global float8 *)b = vload8(0, a);
  // CHECK-NEXT:   vstore3(vload3(0, a + i), 0, b + i);
  // CHECK-NEXT:   *(local float4 *)(t + i) = v;
  // CHECK-NEXT:   *(float4 *)(r + i) = *(local const float4 *)t;
  // CHECK-NEXT:   vstore4(vload4(0, r), 0, b + i);
  // CHECK-NEXT: }
  gpu.func @vectors(%a: memref<?xf32, #global> {lift.name = "a", lift.readonly},
                    %b: memref<?xf32, #global> {lift.name = "b"},
                    %i: index {lift.name = "i"})
      workgroup(%t: memref<64xf32, #local> {lift.name = "t"}) kernel {
    %c0 = arith.constant 0 : index
    %r = memref.alloca() {lift.name = "r"} : memref<8xf32, #private>
    %0 = vector.load %a[%i] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
    vector.store %0, %b[%i] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
    %1 = vector.load %a[%i] : memref<?xf32, #global>, vector<4xf32>
    vector.store %1, %b[%i] : memref<?xf32, #global>, vector<4xf32>
    // Not enough for eight.
    %2 = vector.load %a[%c0] {alignment = 16 : i64} : memref<?xf32, #global>, vector<8xf32>
    vector.store %2, %b[%c0] {alignment = 32 : i64} : memref<?xf32, #global>, vector<8xf32>
    // Three take the room of four behind a pointer.
    %3 = vector.load %a[%i] {alignment = 16 : i64} : memref<?xf32, #global>, vector<3xf32>
    vector.store %3, %b[%i] : memref<?xf32, #global>, vector<3xf32>
    vector.store %0, %t[%i] {alignment = 16 : i64} : memref<64xf32, #local>, vector<4xf32>
    %4 = vector.load %t[%c0] {alignment = 16 : i64} : memref<64xf32, #local>, vector<4xf32>
    // The private array is given the alignment that is relied on.
    vector.store %4, %r[%i] {alignment = 16 : i64} : memref<8xf32, #private>, vector<4xf32>
    %5 = vector.load %r[%c0] : memref<8xf32, #private>, vector<4xf32>
    vector.store %5, %b[%i] : memref<?xf32, #global>, vector<4xf32>
    gpu.return
  }

  // A load stands inside its user only if nothing is written in between.
  // CHECK:      kernel void order(global float *a, int n) {
  // CHECK-NEXT:   local float t[64] __attribute__((aligned(16)));
  // CHECK-NEXT:   const float v = a[0];
  // CHECK-NEXT:   a[0] = 0.0f;
  // CHECK-NEXT:   a[1] = v;
  // CHECK-NEXT:   const float v1 = t[0];
  // CHECK-NEXT:   const float v2 = v1 + v1 + t[1];
  // CHECK-NEXT:   barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK-NEXT:   t[2] = v2;
  // CHECK-NEXT:   const float v3 = a[0];
  // CHECK-NEXT:   for (int i = 0; i < n; i++) {
  // CHECK-NEXT:     a[i] = 0.0f;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   a[n] = v3;
  // CHECK-NEXT:   const float v4 = a[0];
  // CHECK-NEXT:   for (int i = 0; i < n; i++) {
  // CHECK-NEXT:     a[i] = v4;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   a[0] = a[1] * a[2];
  // CHECK-NEXT: }
  gpu.func @order(%a: memref<?xf32, #global> {lift.name = "a"}, %n: index {lift.name = "n"})
      workgroup(%t: memref<64xf32, #local> {lift.name = "t"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %zero = arith.constant 0.0 : f32
    // Past a store.
    %x = memref.load %a[%c0] : memref<?xf32, #global>
    memref.store %zero, %a[%c0] : memref<?xf32, #global>
    memref.store %x, %a[%c1] : memref<?xf32, #global>
    // A sum of loads, past a barrier.
    %y = memref.load %t[%c0] : memref<64xf32, #local>
    %y2 = arith.addf %y, %y : f32
    %z = memref.load %t[%c1] : memref<64xf32, #local>
    %yz = arith.addf %y2, %z : f32
    lift.barrier local
    memref.store %yz, %t[%c2] : memref<64xf32, #local>
    // Past a loop that writes.
    %u = memref.load %a[%c0] : memref<?xf32, #global>
    scf.for %i = %c0 to %n step %c1 {
      memref.store %zero, %a[%i] : memref<?xf32, #global>
    }
    memref.store %u, %a[%n] : memref<?xf32, #global>
    // Into a loop: it is loaded once.
    %v = memref.load %a[%c0] : memref<?xf32, #global>
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %a[%i] : memref<?xf32, #global>
    }
    // Past another load, into a store.
    %p = memref.load %a[%c1] : memref<?xf32, #global>
    %q = memref.load %a[%c2] : memref<?xf32, #global>
    %pq = arith.mulf %p, %q : f32
    memref.store %pq, %a[%c0] : memref<?xf32, #global>
    gpu.return
  }
}
