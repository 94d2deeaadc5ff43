// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// The signature, the ids, several kernels and modules.



// CHECK:      #pragma OPENCL FP_CONTRACT OFF

gpu.module @first {
  // CHECK:      __attribute__((reqd_work_group_size(64, 1, 1)))
  // CHECK-NEXT: kernel void axpy(float alpha, global const float *restrict x,
  // CHECK-NEXT:                  global float *restrict y, int n) {
  // CHECK-NEXT:   const int gid0 = get_global_id(0);
  // CHECK-NEXT:   if (gid0 < n) {
  // CHECK-NEXT:     y[gid0] = alpha * x[gid0] + y[gid0];
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  gpu.func @axpy(
      %alpha: f32 {lift.name = "alpha"},
      %x: memref<?xf32, #gpu.address_space<global>> {lift.name = "x", lift.readonly, lift.restrict},
      %y: memref<?xf32, #gpu.address_space<global>> {lift.name = "y", lift.restrict},
      %n: index {lift.name = "n"})
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.global_id x
    %inside = arith.cmpi slt, %i, %n : index
    scf.if %inside {
      %xi = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
      %yi = memref.load %y[%i] : memref<?xf32, #gpu.address_space<global>>
      %ax = arith.mulf %alpha, %xi : f32
      %sum = arith.addf %ax, %yi : f32
      memref.store %sum, %y[%i] : memref<?xf32, #gpu.address_space<global>>
    }
    gpu.return
  }

  // CHECK:      kernel void nothing() {
  // CHECK-NEXT: }
  gpu.func @nothing() kernel {
    gpu.return
  }
}

// Host code is not looked at, and another gpu.module goes on in the same file.
func.func @host(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

gpu.module @second {
  // CHECK:      kernel void ids(global int *restrict out) {
  // CHECK-NEXT:   const int lid2 = get_local_id(2);
  // CHECK-NEXT:   const int wg1 = get_group_id(1);
  // CHECK-NEXT:   const int lsize0 = get_local_size(0);
  // CHECK-NEXT:   const int groups0 = get_num_groups(0);
  // CHECK-NEXT:   out[lid2] = wg1;
  // CHECK-NEXT:   out[lsize0] = groups0;
  // CHECK-NEXT: }
  gpu.func @ids(%out: memref<16xi32, #gpu.address_space<global>> {lift.name = "out", lift.restrict}) kernel {
    %l = gpu.thread_id z
    %w = gpu.block_id y
    %s = gpu.block_dim x
    %g = gpu.grid_dim x
    %w32 = arith.index_cast %w : index to i32
    %g32 = arith.index_cast %g : index to i32
    memref.store %w32, %out[%l] : memref<16xi32, #gpu.address_space<global>>
    memref.store %g32, %out[%s] : memref<16xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// 64-bit indices are longs.
gpu.module @third attributes {lift.index_bitwidth = 64 : i32} {
  // CHECK:      kernel void wide(global float *p, long n, long m) {
  // CHECK-NEXT:   const long gid0 = get_global_id(0);
  // CHECK-NEXT:   p[gid0 * n + (m - 6000000000L)] = 0.0f;
  // CHECK-NEXT: }
  gpu.func @wide(%p: memref<?xf32, #gpu.address_space<global>> {lift.name = "p"},
                 %n: index {lift.name = "n"}, %m: i64 {lift.name = "m"}) kernel {
    %c = arith.constant 6000000000 : index
    %zero = arith.constant 0.0 : f32
    %i = gpu.global_id x
    %mi = arith.index_cast %m : i64 to index
    %a = arith.muli %i, %n : index
    %b = arith.subi %mi, %c : index
    %at = arith.addi %a, %b : index
    memref.store %zero, %p[%at] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// Every type of argument. A bool is no kernel argument in OpenCL C.
gpu.module @fourth {
  // CHECK:      kernel void arguments(int b, char i8, short i16, int i32, long i64, float f32,
  // CHECK-NEXT:                       float4 v, local float *tile, global int *out) {
  // CHECK-NEXT:   out[0] = b != 0 ? i32 : 7;
  // CHECK-NEXT: }
  gpu.func @arguments(
      %b: i1 {lift.name = "b"}, %i8: i8 {lift.name = "i8"},
      %i16: i16 {lift.name = "i16"}, %i32: i32 {lift.name = "i32"},
      %i64: i64 {lift.name = "i64"}, %f32: f32 {lift.name = "f32"},
      %v: vector<4xf32> {lift.name = "v"},
      %tile: memref<?xf32, #gpu.address_space<workgroup>> {lift.name = "tile"},
      %out: memref<?xi32, #gpu.address_space<global>> {lift.name = "out"}) kernel {
    %zero = arith.constant 0 : index
    %c7 = arith.constant 7 : i32
    %x = arith.select %b, %i32, %c7 : i32
    memref.store %x, %out[%zero] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}
