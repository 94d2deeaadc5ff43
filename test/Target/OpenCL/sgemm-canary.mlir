// The kernel-level IR that a low-level SGEMM has to be lowered to, written by
// hand: if this prints as fast code, what is slow is the lowering's fault.
//
// C[M][N] = A[M][K] * B[K][N], row-major. A work-group of 256 computes a tile
// of 128 x 128, each work-item 8 x 8 of it (two times two 4 x 4 blocks, 64
// apart). Two local buffers, used in turn; the next tiles travel in registers.
// M and N divide by 128, K by the depth of a tile. The same algorithm by hand:
// benchmarks/handwritten/sgemm.cl. Measured by benchmarks/canary/bench.cpp.
//
// What makes it fast: aligned float4 accesses; every index is a base that is
// computed outside of the loop plus what is a constant once the loop is
// unrolled; private arrays are indexed by constants alone.

// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// CHECK:      #pragma OPENCL FP_CONTRACT OFF
// CHECK:      __attribute__((reqd_work_group_size(256, 1, 1)))
// CHECK-NEXT: kernel void sgemm(global const float *restrict A,
// CHECK-NEXT:                   global const float *restrict B, global float *restrict C,
// CHECK-NEXT:                   int M, int N, int K) {
// CHECK-NEXT:   local float As[2112] __attribute__((aligned(16)));
// CHECK-NEXT:   local float Bs[2048] __attribute__((aligned(16)));
// CHECK-NEXT:   const int tid = get_local_id(0);

// CHECK:        int cur = 0;
// CHECK-NEXT:   float4 ra = *(global const float4 *)(A + aoff);
// CHECK-NEXT:   float4 rb = *(global const float4 *)(B + boff);
// CHECK-NEXT:   for (int k0 = 0; k0 < K; k0 += 8) {

// CHECK:          *(local float4 *)(Bs + (bbuf + bst)) = rb;
// CHECK-NEXT:     barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT:     const int k1 = k0 + 8;
// CHECK-NEXT:     if (k1 < K) {
// CHECK-NEXT:       ra = *(global const float4 *)(A + (aoff + k1));
// CHECK-NEXT:       rb = *(global const float4 *)(B + (boff + k1 * N));
// CHECK-NEXT:     }

// CHECK:          #pragma unroll
// CHECK-NEXT:     for (int k = 0; k < 8; k++) {

// CHECK:            #pragma unroll
// CHECK-NEXT:       for (int i = 0; i < 8; i++) {
// CHECK-NEXT:         #pragma unroll
// CHECK-NEXT:         for (int j = 0; j < 8; j++) {
// CHECK-NEXT:           const int at = i * 8 + j;
// CHECK-NEXT:           acc[at] = fma(a[i], b[j], acc[at]);
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     cur = 1 - cur;
// CHECK-NEXT:   }

// CHECK:      kernel void sgemm_deep(

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
    workgroup(%As: memref<2112xf32, #local> {lift.name = "As"},
              %Bs: memref<2048xf32, #local> {lift.name = "Bs"})
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
  %c132 = arith.constant 132 : index
  %c264 = arith.constant 264 : index
  %c396 = arith.constant 396 : index
  %c1024 = arith.constant 1024 : index
  %c1056 = arith.constant 1056 : index
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
  %part = arith.remui %tid, %c2 : index
  %ac = arith.muli %part, %c4 {lift.name = "ac"} : index
  %br = arith.divui %tid, %c32 {lift.name = "br"} : index
  %lane = arith.remui %tid, %c32 : index
  %bc = arith.muli %lane, %c4 {lift.name = "bc"} : index

  // The accumulators.
  %acc = memref.alloca() {lift.name = "acc"} : memref<64xf32, #private>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %i8 = arith.muli %i, %c8 : index
      %at = arith.addi %i8, %j : index
      memref.store %zero, %acc[%at] : memref<64xf32, #private>
    } {lift.unroll}
  } {lift.unroll}

  // Where its parts of the tiles are in global memory, and go in local memory.
  %arow0 = arith.addi %bm, %ar : index
  %arow = arith.muli %arow0, %K : index
  %aoff = arith.addi %arow, %ac {lift.name = "aoff"} : index
  %brow = arith.muli %br, %N : index
  %bcol = arith.addi %bn, %bc : index
  %boff = arith.addi %brow, %bcol {lift.name = "boff"} : index
  %ast0 = arith.muli %ac, %c132 : index
  %ast = arith.addi %ast0, %ar {lift.name = "ast"} : index
  %bst0 = arith.muli %br, %c128 : index
  %bst = arith.addi %bst0, %bc {lift.name = "bst"} : index

  // The next tiles on their way: one float4 of A, one of B.
  %ra0 = vector.load %A[%aoff] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
  %rb0 = vector.load %B[%boff] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
  %last:3 = scf.for %k0 = %c0 to %K step %c8
      iter_args(%cur = %c0, %ra = %ra0, %rb = %rb0)
      -> (index, vector<4xf32>, vector<4xf32>) {
    %abuf = arith.muli %cur, %c1056 {lift.name = "abuf"} : index
    %bbuf = arith.muli %cur, %c1024 {lift.name = "bbuf"} : index
    // A is transposed on its way into local memory.
    %to = arith.addi %abuf, %ast {lift.name = "to"} : index
    %x = vector.extract %ra[0] : f32 from vector<4xf32>
    %y = vector.extract %ra[1] : f32 from vector<4xf32>
    %z = vector.extract %ra[2] : f32 from vector<4xf32>
    %w = vector.extract %ra[3] : f32 from vector<4xf32>
    %to1 = arith.addi %to, %c132 : index
    %to2 = arith.addi %to, %c264 : index
    %to3 = arith.addi %to, %c396 : index
    memref.store %x, %As[%to] : memref<2112xf32, #local>
    memref.store %y, %As[%to1] : memref<2112xf32, #local>
    memref.store %z, %As[%to2] : memref<2112xf32, #local>
    memref.store %w, %As[%to3] : memref<2112xf32, #local>
    %bto = arith.addi %bbuf, %bst : index
    vector.store %rb, %Bs[%bto] {alignment = 16 : i64} : memref<2048xf32, #local>, vector<4xf32>
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
    }

    %afrom = arith.addi %abuf, %tr {lift.name = "afrom"} : index
    %bfrom = arith.addi %bbuf, %tc {lift.name = "bfrom"} : index
    scf.for %k = %c0 to %c8 step %c1 {
      %a = memref.alloca() {lift.name = "a"} : memref<8xf32, #private>
      %b = memref.alloca() {lift.name = "b"} : memref<8xf32, #private>
      %ak = arith.muli %k, %c132 : index
      %alow_at = arith.addi %afrom, %ak {lift.name = "aat"} : index
      %ahigh_at = arith.addi %alow_at, %c64 : index
      %alow = vector.load %As[%alow_at] {alignment = 16 : i64, lift.name = "alow"} : memref<2112xf32, #local>, vector<4xf32>
      %ahigh = vector.load %As[%ahigh_at] {alignment = 16 : i64, lift.name = "ahigh"} : memref<2112xf32, #local>, vector<4xf32>
      %a0 = vector.extract %alow[0] : f32 from vector<4xf32>
      %a1 = vector.extract %alow[1] : f32 from vector<4xf32>
      %a2 = vector.extract %alow[2] : f32 from vector<4xf32>
      %a3 = vector.extract %alow[3] : f32 from vector<4xf32>
      %a4 = vector.extract %ahigh[0] : f32 from vector<4xf32>
      %a5 = vector.extract %ahigh[1] : f32 from vector<4xf32>
      %a6 = vector.extract %ahigh[2] : f32 from vector<4xf32>
      %a7 = vector.extract %ahigh[3] : f32 from vector<4xf32>
      memref.store %a0, %a[%c0] : memref<8xf32, #private>
      memref.store %a1, %a[%c1] : memref<8xf32, #private>
      memref.store %a2, %a[%c2] : memref<8xf32, #private>
      memref.store %a3, %a[%c3] : memref<8xf32, #private>
      memref.store %a4, %a[%c4] : memref<8xf32, #private>
      memref.store %a5, %a[%c5] : memref<8xf32, #private>
      memref.store %a6, %a[%c6] : memref<8xf32, #private>
      memref.store %a7, %a[%c7] : memref<8xf32, #private>
      %bk = arith.muli %k, %c128 : index
      %blow_at = arith.addi %bfrom, %bk {lift.name = "bat"} : index
      %bhigh_at = arith.addi %blow_at, %c64 : index
      %blow = vector.load %Bs[%blow_at] {alignment = 16 : i64, lift.name = "blow"} : memref<2048xf32, #local>, vector<4xf32>
      %bhigh = vector.load %Bs[%bhigh_at] {alignment = 16 : i64, lift.name = "bhigh"} : memref<2048xf32, #local>, vector<4xf32>
      %b0 = vector.extract %blow[0] : f32 from vector<4xf32>
      %b1 = vector.extract %blow[1] : f32 from vector<4xf32>
      %b2 = vector.extract %blow[2] : f32 from vector<4xf32>
      %b3 = vector.extract %blow[3] : f32 from vector<4xf32>
      %b4 = vector.extract %bhigh[0] : f32 from vector<4xf32>
      %b5 = vector.extract %bhigh[1] : f32 from vector<4xf32>
      %b6 = vector.extract %bhigh[2] : f32 from vector<4xf32>
      %b7 = vector.extract %bhigh[3] : f32 from vector<4xf32>
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
          %i8 = arith.muli %i, %c8 : index
          %at = arith.addi %i8, %j {lift.name = "at"} : index
          %av = memref.load %a[%i] : memref<8xf32, #private>
          %bv = memref.load %b[%j] : memref<8xf32, #private>
          %old = memref.load %acc[%at] : memref<64xf32, #private>
          %new = math.fma %av, %bv, %old : f32
          memref.store %new, %acc[%at] : memref<64xf32, #private>
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
    %i8 = arith.muli %i, %c8 : index
    %low0 = memref.load %acc[%i8] : memref<64xf32, #private>
    %at1 = arith.addi %i8, %c1 : index
    %low1 = memref.load %acc[%at1] : memref<64xf32, #private>
    %at2 = arith.addi %i8, %c2 : index
    %low2 = memref.load %acc[%at2] : memref<64xf32, #private>
    %at3 = arith.addi %i8, %c3 : index
    %low3 = memref.load %acc[%at3] : memref<64xf32, #private>
    %low = vector.from_elements %low0, %low1, %low2, %low3 : vector<4xf32>
    vector.store %low, %C[%coff] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
    %at4 = arith.addi %i8, %c4 : index
    %high0 = memref.load %acc[%at4] : memref<64xf32, #private>
    %at5 = arith.addi %i8, %c5 : index
    %high1 = memref.load %acc[%at5] : memref<64xf32, #private>
    %at6 = arith.addi %i8, %c6 : index
    %high2 = memref.load %acc[%at6] : memref<64xf32, #private>
    %at7 = arith.addi %i8, %c7 : index
    %high3 = memref.load %acc[%at7] : memref<64xf32, #private>
    %high = vector.from_elements %high0, %high1, %high2, %high3 : vector<4xf32>
    %coff64 = arith.addi %coff, %c64 : index
    vector.store %high, %C[%coff64] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
  } {lift.unroll}
  gpu.return
}

// The same with tiles of depth 16, which takes two float4 of A and of B per
// round: they travel in private arrays, and loops over these are unrolled.

gpu.func @sgemm_deep(
    %A: memref<?xf32, #global> {lift.name = "A", lift.readonly, lift.restrict},
    %B: memref<?xf32, #global> {lift.name = "B", lift.readonly, lift.restrict},
    %C: memref<?xf32, #global> {lift.name = "C", lift.restrict},
    %M: index {lift.name = "M"}, %N: index {lift.name = "N"},
    %K: index {lift.name = "K"})
    workgroup(%As: memref<4224xf32, #local> {lift.name = "As"},
              %Bs: memref<4096xf32, #local> {lift.name = "Bs"})
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
  %c132 = arith.constant 132 : index
  %c264 = arith.constant 264 : index
  %c396 = arith.constant 396 : index
  %c1024 = arith.constant 1024 : index
  %c2048 = arith.constant 2048 : index
  %c2112 = arith.constant 2112 : index
  %c8448 = arith.constant 8448 : index
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
  %ar = arith.divui %tid, %c4 {lift.name = "ar"} : index
  %part = arith.remui %tid, %c4 : index
  %ac = arith.muli %part, %c4 {lift.name = "ac"} : index
  %br = arith.divui %tid, %c32 {lift.name = "br"} : index
  %lane = arith.remui %tid, %c32 : index
  %bc = arith.muli %lane, %c4 {lift.name = "bc"} : index

  // The accumulators.
  %acc = memref.alloca() {lift.name = "acc"} : memref<64xf32, #private>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %i8 = arith.muli %i, %c8 : index
      %at = arith.addi %i8, %j : index
      memref.store %zero, %acc[%at] : memref<64xf32, #private>
    } {lift.unroll}
  } {lift.unroll}

  // Where its parts of the tiles are in global memory, and go in local memory.
  %arow0 = arith.addi %bm, %ar : index
  %arow = arith.muli %arow0, %K : index
  %aoff = arith.addi %arow, %ac {lift.name = "aoff"} : index
  %brow = arith.muli %br, %N : index
  %bcol = arith.addi %bn, %bc : index
  %boff = arith.addi %brow, %bcol {lift.name = "boff"} : index
  %ast0 = arith.muli %ac, %c132 : index
  %ast = arith.addi %ast0, %ar {lift.name = "ast"} : index
  %bst0 = arith.muli %br, %c128 : index
  %bst = arith.addi %bst0, %bc {lift.name = "bst"} : index

  // The next tiles on their way: two float4 of A, two of B.
  %ra = memref.alloca() {lift.name = "ra"} : memref<2xvector<4xf32>, #private>
  %rb = memref.alloca() {lift.name = "rb"} : memref<2xvector<4xf32>, #private>
  scf.for %i = %c0 to %c2 step %c1 {
    %rows = arith.muli %i, %c64 : index
    %skip = arith.muli %rows, %K : index
    %here = arith.addi %aoff, %skip : index
    %v = vector.load %A[%here] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
    memref.store %v, %ra[%i] : memref<2xvector<4xf32>, #private>
  } {lift.unroll}
  scf.for %i = %c0 to %c2 step %c1 {
    %rows = arith.muli %i, %c8 : index
    %skip = arith.muli %rows, %N : index
    %here = arith.addi %boff, %skip : index
    %v = vector.load %B[%here] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
    memref.store %v, %rb[%i] : memref<2xvector<4xf32>, #private>
  } {lift.unroll}
  %last = scf.for %k0 = %c0 to %K step %c16 iter_args(%cur = %c0) -> (index) {
    %abuf = arith.muli %cur, %c2112 {lift.name = "abuf"} : index
    %bbuf = arith.muli %cur, %c2048 {lift.name = "bbuf"} : index
    // A is transposed on its way into local memory.
    %ato = arith.addi %abuf, %ast {lift.name = "ato"} : index
    scf.for %i = %c0 to %c2 step %c1 {
      %i64 = arith.muli %i, %c64 : index
      %to = arith.addi %ato, %i64 {lift.name = "to"} : index
      %v = memref.load %ra[%i] : memref<2xvector<4xf32>, #private>
      %x = vector.extract %v[0] : f32 from vector<4xf32>
      %y = vector.extract %v[1] : f32 from vector<4xf32>
      %z = vector.extract %v[2] : f32 from vector<4xf32>
      %w = vector.extract %v[3] : f32 from vector<4xf32>
      %to1 = arith.addi %to, %c132 : index
      %to2 = arith.addi %to, %c264 : index
      %to3 = arith.addi %to, %c396 : index
      memref.store %x, %As[%to] : memref<4224xf32, #local>
      memref.store %y, %As[%to1] : memref<4224xf32, #local>
      memref.store %z, %As[%to2] : memref<4224xf32, #local>
      memref.store %w, %As[%to3] : memref<4224xf32, #local>
    } {lift.unroll}
    %bto = arith.addi %bbuf, %bst {lift.name = "bto"} : index
    scf.for %i = %c0 to %c2 step %c1 {
      %i1024 = arith.muli %i, %c1024 : index
      %to = arith.addi %bto, %i1024 : index
      %v = memref.load %rb[%i] : memref<2xvector<4xf32>, #private>
      vector.store %v, %Bs[%to] {alignment = 16 : i64} : memref<4096xf32, #local>, vector<4xf32>
    } {lift.unroll}
    lift.barrier local

    // Fetch what the next round stores.
    %k1 = arith.addi %k0, %c16 {lift.name = "k1"} : index
    %more = arith.cmpi slt, %k1, %K : index
    scf.if %more {
      scf.for %i = %c0 to %c2 step %c1 {
        %rows = arith.muli %i, %c64 : index
        %skip = arith.muli %rows, %K : index
        %here = arith.addi %aoff, %skip : index
        %at = arith.addi %here, %k1 : index
        %v = vector.load %A[%at] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
        memref.store %v, %ra[%i] : memref<2xvector<4xf32>, #private>
      } {lift.unroll}
      scf.for %i = %c0 to %c2 step %c1 {
        %rows = arith.muli %i, %c8 : index
        %skip = arith.muli %rows, %N : index
        %here = arith.addi %boff, %skip : index
        %down = arith.muli %k1, %N : index
        %at = arith.addi %here, %down : index
        %v = vector.load %B[%at] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
        memref.store %v, %rb[%i] : memref<2xvector<4xf32>, #private>
      } {lift.unroll}
    }

    %afrom = arith.addi %abuf, %tr {lift.name = "afrom"} : index
    %bfrom = arith.addi %bbuf, %tc {lift.name = "bfrom"} : index
    scf.for %k = %c0 to %c16 step %c1 {
      %a = memref.alloca() {lift.name = "a"} : memref<8xf32, #private>
      %b = memref.alloca() {lift.name = "b"} : memref<8xf32, #private>
      %ak = arith.muli %k, %c132 : index
      %alow_at = arith.addi %afrom, %ak {lift.name = "aat"} : index
      %ahigh_at = arith.addi %alow_at, %c64 : index
      %alow = vector.load %As[%alow_at] {alignment = 16 : i64, lift.name = "alow"} : memref<4224xf32, #local>, vector<4xf32>
      %ahigh = vector.load %As[%ahigh_at] {alignment = 16 : i64, lift.name = "ahigh"} : memref<4224xf32, #local>, vector<4xf32>
      %a0 = vector.extract %alow[0] : f32 from vector<4xf32>
      %a1 = vector.extract %alow[1] : f32 from vector<4xf32>
      %a2 = vector.extract %alow[2] : f32 from vector<4xf32>
      %a3 = vector.extract %alow[3] : f32 from vector<4xf32>
      %a4 = vector.extract %ahigh[0] : f32 from vector<4xf32>
      %a5 = vector.extract %ahigh[1] : f32 from vector<4xf32>
      %a6 = vector.extract %ahigh[2] : f32 from vector<4xf32>
      %a7 = vector.extract %ahigh[3] : f32 from vector<4xf32>
      memref.store %a0, %a[%c0] : memref<8xf32, #private>
      memref.store %a1, %a[%c1] : memref<8xf32, #private>
      memref.store %a2, %a[%c2] : memref<8xf32, #private>
      memref.store %a3, %a[%c3] : memref<8xf32, #private>
      memref.store %a4, %a[%c4] : memref<8xf32, #private>
      memref.store %a5, %a[%c5] : memref<8xf32, #private>
      memref.store %a6, %a[%c6] : memref<8xf32, #private>
      memref.store %a7, %a[%c7] : memref<8xf32, #private>
      %bk = arith.muli %k, %c128 : index
      %blow_at = arith.addi %bfrom, %bk {lift.name = "bat"} : index
      %bhigh_at = arith.addi %blow_at, %c64 : index
      %blow = vector.load %Bs[%blow_at] {alignment = 16 : i64, lift.name = "blow"} : memref<4096xf32, #local>, vector<4xf32>
      %bhigh = vector.load %Bs[%bhigh_at] {alignment = 16 : i64, lift.name = "bhigh"} : memref<4096xf32, #local>, vector<4xf32>
      %b0 = vector.extract %blow[0] : f32 from vector<4xf32>
      %b1 = vector.extract %blow[1] : f32 from vector<4xf32>
      %b2 = vector.extract %blow[2] : f32 from vector<4xf32>
      %b3 = vector.extract %blow[3] : f32 from vector<4xf32>
      %b4 = vector.extract %bhigh[0] : f32 from vector<4xf32>
      %b5 = vector.extract %bhigh[1] : f32 from vector<4xf32>
      %b6 = vector.extract %bhigh[2] : f32 from vector<4xf32>
      %b7 = vector.extract %bhigh[3] : f32 from vector<4xf32>
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
          %i8 = arith.muli %i, %c8 : index
          %at = arith.addi %i8, %j {lift.name = "at"} : index
          %av = memref.load %a[%i] : memref<8xf32, #private>
          %bv = memref.load %b[%j] : memref<8xf32, #private>
          %old = memref.load %acc[%at] : memref<64xf32, #private>
          %new = math.fma %av, %bv, %old : f32
          memref.store %new, %acc[%at] : memref<64xf32, #private>
        } {lift.unroll}
      } {lift.unroll}
    } {lift.unroll, lift.name = "k"}

    %other = arith.subi %c1, %cur : index
    scf.yield %other : index
  } {lift.name = "k0", lift.carried = ["cur"]}

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
    %i8 = arith.muli %i, %c8 : index
    %low0 = memref.load %acc[%i8] : memref<64xf32, #private>
    %at1 = arith.addi %i8, %c1 : index
    %low1 = memref.load %acc[%at1] : memref<64xf32, #private>
    %at2 = arith.addi %i8, %c2 : index
    %low2 = memref.load %acc[%at2] : memref<64xf32, #private>
    %at3 = arith.addi %i8, %c3 : index
    %low3 = memref.load %acc[%at3] : memref<64xf32, #private>
    %low = vector.from_elements %low0, %low1, %low2, %low3 : vector<4xf32>
    vector.store %low, %C[%coff] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
    %at4 = arith.addi %i8, %c4 : index
    %high0 = memref.load %acc[%at4] : memref<64xf32, #private>
    %at5 = arith.addi %i8, %c5 : index
    %high1 = memref.load %acc[%at5] : memref<64xf32, #private>
    %at6 = arith.addi %i8, %c6 : index
    %high2 = memref.load %acc[%at6] : memref<64xf32, #private>
    %at7 = arith.addi %i8, %c7 : index
    %high3 = memref.load %acc[%at7] : memref<64xf32, #private>
    %high = vector.from_elements %high0, %high1, %high2, %high3 : vector<4xf32>
    %coff64 = arith.addi %coff, %c64 : index
    vector.store %high, %C[%coff64] {alignment = 16 : i64} : memref<?xf32, #global>, vector<4xf32>
  } {lift.unroll}
  gpu.return
}
}
}
