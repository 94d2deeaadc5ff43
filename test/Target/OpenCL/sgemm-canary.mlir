// The kernel-level IR that a low-level SGEMM has to be lowered to, written by
// hand: if this prints as fast code, what is slow is the lowering's fault.
//
// C[M][N] = A[M][K] * B[K][N], row-major. A work-group of 256 computes a tile
// of 128 x 128, each work-item 8 x 8 of it (two times two 4 x 4 blocks, 64
// apart). Two local buffers, used in turn; the next tiles travel in registers.
// M and N divide by 128, K by 8. The same algorithm by hand:
// benchmarks/handwritten/sgemm.cl. Measured by benchmarks/canary/bench.cpp.

// RUN: lift-translate --lift-to-opencl %s | FileCheck %s

// CHECK:      #pragma OPENCL FP_CONTRACT OFF
// CHECK:      __attribute__((reqd_work_group_size(256, 1, 1)))
// CHECK-NEXT: kernel void sgemm(

#global = #gpu.address_space<global>
#local = #gpu.address_space<workgroup>
#private = #gpu.address_space<private>

module attributes {gpu.container_module} {
gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
gpu.func @sgemm(
    %A: memref<?xf32, #global> {lift.name = "A", lift.readonly, lift.restrict},
    %B: memref<?xf32, #global> {lift.name = "B", lift.readonly, lift.restrict},
    %C: memref<?xf32, #global> {lift.name = "C", lift.restrict},
    %M: index {lift.name = "M"}, %N: index {lift.name = "N"},
    %K: index {lift.name = "K"})
    workgroup(%As: memref<2x8x132xf32, #local> {lift.name = "As"},
              %Bs: memref<2x8x128xf32, #local> {lift.name = "Bs"})
    kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c60 = arith.constant 60 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32

  // Where this work-item stands: in the tile, when loading A and B, in C.
  %tid = gpu.thread_id x {lift.name = "tid"}
  %wgy = gpu.block_id y
  %wgx = gpu.block_id x
  %bm = arith.muli %wgy, %c128 {lift.name = "bm"} : index
  %bn = arith.muli %wgx, %c128 {lift.name = "bn"} : index
  %row16 = arith.divui %tid, %c16 : index
  %tr = arith.muli %row16, %c4 {lift.name = "tr"} : index
  %col16 = arith.remui %tid, %c16 : index
  %tc = arith.muli %col16, %c4 {lift.name = "tc"} : index
  %ar = arith.divui %tid, %c2 {lift.name = "ar"} : index
  %half = arith.remui %tid, %c2 : index
  %ac = arith.muli %half, %c4 {lift.name = "ac"} : index
  %br = arith.divui %tid, %c32 {lift.name = "br"} : index
  %lane = arith.remui %tid, %c32 : index
  %bc = arith.muli %lane, %c4 {lift.name = "bc"} : index

  // The accumulators.
  %acc = memref.alloca() {lift.name = "acc"} : memref<8x8xf32, #private>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %zero, %acc[%i, %j] : memref<8x8xf32, #private>
    } {lift.unroll}
  } {lift.unroll}

  // What the next tiles are loaded through: one float4 of A, one of B.
  %arow0 = arith.addi %bm, %ar : index
  %arow = arith.muli %arow0, %K : index
  %aoff = arith.addi %arow, %ac {lift.name = "aoff"} : index
  %brow = arith.muli %br, %N : index
  %bcol = arith.addi %bn, %bc : index
  %boff = arith.addi %brow, %bcol {lift.name = "boff"} : index
  %ra0 = vector.load %A[%aoff] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
  %rb0 = vector.load %B[%boff] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>

  %last:3 = scf.for %k0 = %c0 to %K step %c8
      iter_args(%cur = %c0, %ra = %ra0, %rb = %rb0)
      -> (index, vector<4xf32>, vector<4xf32>) {
    // A is transposed on its way into local memory.
    %ra_x = vector.extract %ra[0] : f32 from vector<4xf32>
    %ra_y = vector.extract %ra[1] : f32 from vector<4xf32>
    %ra_z = vector.extract %ra[2] : f32 from vector<4xf32>
    %ra_w = vector.extract %ra[3] : f32 from vector<4xf32>
    %ac1 = arith.addi %ac, %c1 : index
    %ac2 = arith.addi %ac, %c2 : index
    %ac3 = arith.addi %ac, %c3 : index
    memref.store %ra_x, %As[%cur, %ac, %ar] : memref<2x8x132xf32, #local>
    memref.store %ra_y, %As[%cur, %ac1, %ar] : memref<2x8x132xf32, #local>
    memref.store %ra_z, %As[%cur, %ac2, %ar] : memref<2x8x132xf32, #local>
    memref.store %ra_w, %As[%cur, %ac3, %ar] : memref<2x8x132xf32, #local>
    vector.store %rb, %Bs[%cur, %br, %bc] {alignment = 16 : i64} : memref<2x8x128xf32, #local>, vector<4xf32>
    lift.barrier local

    // Fetch what the next round stores.
    %k1 = arith.addi %k0, %c8 {lift.name = "k1"} : index
    %more = arith.cmpi slt, %k1, %K : index
    %next:2 = scf.if %more -> (vector<4xf32>, vector<4xf32>) {
      %anext = arith.addi %aoff, %k1 : index
      %a4 = vector.load %A[%anext] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
      %bnext0 = arith.muli %k1, %N : index
      %bnext = arith.addi %boff, %bnext0 : index
      %b4 = vector.load %B[%bnext] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
      scf.yield %a4, %b4 : vector<4xf32>, vector<4xf32>
    } else {
      scf.yield %ra, %rb : vector<4xf32>, vector<4xf32>
    } {lift.name = ["ra_next", "rb_next"]}

    scf.for %k = %c0 to %c8 step %c1 {
      %a = memref.alloca() {lift.name = "a"} : memref<8xf32, #private>
      %b = memref.alloca() {lift.name = "b"} : memref<8xf32, #private>
      %tr64 = arith.addi %tr, %c64 : index
      %tc64 = arith.addi %tc, %c64 : index
      %a_low = vector.load %As[%cur, %k, %tr] {alignment = 16 : i64} : memref<2x8x132xf32, #local>, vector<4xf32>
      %a_high = vector.load %As[%cur, %k, %tr64] {alignment = 16 : i64} : memref<2x8x132xf32, #local>, vector<4xf32>
      %b_low = vector.load %Bs[%cur, %k, %tc] {alignment = 16 : i64} : memref<2x8x128xf32, #local>, vector<4xf32>
      %b_high = vector.load %Bs[%cur, %k, %tc64] {alignment = 16 : i64} : memref<2x8x128xf32, #local>, vector<4xf32>
      %a0 = vector.extract %a_low[0] : f32 from vector<4xf32>
      %a1 = vector.extract %a_low[1] : f32 from vector<4xf32>
      %a2 = vector.extract %a_low[2] : f32 from vector<4xf32>
      %a3 = vector.extract %a_low[3] : f32 from vector<4xf32>
      %a4 = vector.extract %a_high[0] : f32 from vector<4xf32>
      %a5 = vector.extract %a_high[1] : f32 from vector<4xf32>
      %a6 = vector.extract %a_high[2] : f32 from vector<4xf32>
      %a7 = vector.extract %a_high[3] : f32 from vector<4xf32>
      memref.store %a0, %a[%c0] : memref<8xf32, #private>
      memref.store %a1, %a[%c1] : memref<8xf32, #private>
      memref.store %a2, %a[%c2] : memref<8xf32, #private>
      memref.store %a3, %a[%c3] : memref<8xf32, #private>
      memref.store %a4, %a[%c4] : memref<8xf32, #private>
      memref.store %a5, %a[%c5] : memref<8xf32, #private>
      memref.store %a6, %a[%c6] : memref<8xf32, #private>
      memref.store %a7, %a[%c7] : memref<8xf32, #private>
      %b0 = vector.extract %b_low[0] : f32 from vector<4xf32>
      %b1 = vector.extract %b_low[1] : f32 from vector<4xf32>
      %b2 = vector.extract %b_low[2] : f32 from vector<4xf32>
      %b3 = vector.extract %b_low[3] : f32 from vector<4xf32>
      %b4 = vector.extract %b_high[0] : f32 from vector<4xf32>
      %b5 = vector.extract %b_high[1] : f32 from vector<4xf32>
      %b6 = vector.extract %b_high[2] : f32 from vector<4xf32>
      %b7 = vector.extract %b_high[3] : f32 from vector<4xf32>
      memref.store %b0, %b[%c0] : memref<8xf32, #private>
      memref.store %b1, %b[%c1] : memref<8xf32, #private>
      memref.store %b2, %b[%c2] : memref<8xf32, #private>
      memref.store %b3, %b[%c3] : memref<8xf32, #private>
      memref.store %b4, %b[%c4] : memref<8xf32, #private>
      memref.store %b5, %b[%c5] : memref<8xf32, #private>
      memref.store %b6, %b[%c6] : memref<8xf32, #private>
      memref.store %b7, %b[%c7] : memref<8xf32, #private>
      scf.for %i = %c0 to %c8 step %c1 {
        scf.for %j = %c0 to %c8 step %c1 {
          %av = memref.load %a[%i] : memref<8xf32, #private>
          %bv = memref.load %b[%j] : memref<8xf32, #private>
          %old = memref.load %acc[%i, %j] : memref<8x8xf32, #private>
          %new = math.fma %av, %bv, %old : f32
          memref.store %new, %acc[%i, %j] : memref<8x8xf32, #private>
        } {lift.unroll}
      } {lift.unroll}
    } {lift.unroll, lift.name = "k"}

    %other = arith.subi %c1, %cur : index
    scf.yield %other, %next#0, %next#1 : index, vector<4xf32>, vector<4xf32>
  } {lift.name = "k0", lift.carried = ["cur", "ra", "rb"]}

  // Rows 0-3 stand at tr, rows 4-7 64 below.
  %ccol = arith.addi %bn, %tc {lift.name = "ccol"} : index
  scf.for %i = %c0 to %c8 step %c1 {
    %is_low = arith.cmpi slt, %i, %c4 : index
    %i60 = arith.addi %i, %c60 : index
    %irow = arith.select %is_low, %i, %i60 : index
    %crow0 = arith.addi %bm, %tr : index
    %crow = arith.addi %crow0, %irow : index
    %crow_off = arith.muli %crow, %N : index
    %coff = arith.addi %crow_off, %ccol {lift.name = "coff"} : index
    %low0 = memref.load %acc[%i, %c0] : memref<8x8xf32, #private>
    %low1 = memref.load %acc[%i, %c1] : memref<8x8xf32, #private>
    %low2 = memref.load %acc[%i, %c2] : memref<8x8xf32, #private>
    %low3 = memref.load %acc[%i, %c3] : memref<8x8xf32, #private>
    %low = vector.from_elements %low0, %low1, %low2, %low3 : vector<4xf32>
    vector.store %low, %C[%coff] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
    %high0 = memref.load %acc[%i, %c4] : memref<8x8xf32, #private>
    %high1 = memref.load %acc[%i, %c5] : memref<8x8xf32, #private>
    %high2 = memref.load %acc[%i, %c6] : memref<8x8xf32, #private>
    %high3 = memref.load %acc[%i, %c7] : memref<8x8xf32, #private>
    %high = vector.from_elements %high0, %high1, %high2, %high3 : vector<4xf32>
    %coff64 = arith.addi %coff, %c64 : index
    vector.store %high, %C[%coff64] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
  } {lift.unroll}
  gpu.return
}
}
}
