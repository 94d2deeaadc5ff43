// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SGEMM by hand, in OpenCL C: what generated code is measured against. f32,
// work-group of 256, 128 x 128 tile, 8 x 8 per work-item.
//
// Origin: the `sgemm` of this project's hand-written yardstick kernels, as it
// was measured on an NVIDIA H200 (43.9 TFLOP/s at 8192; cuBLAS f32 51.2). Only
// the kernel is here, and it is not to be tuned: it is a fixed mark.
//
// Build options: -DBK=8|16 (depth of a tile) -DPADA=4 (padding of A's rows).
// Buffers are aligned to 16 bytes; M and N divide by 128, K by BK.
#define LOAD4(p) (*(global const float4 *)(p))
#define LOADL4(p) (*(local const float4 *)(p))
#define STORE4(v, p) (*(global float4 *)(p) = (v))
#define STOREL4(v, p) (*(local float4 *)(p) = (v))
#define A_STRIDE (256 / (BK / 4))
#define UNROLL _Pragma("unroll")

// C[M][N] = A[M][K] * B[K][N], row-major, 128x128 tile, 8x8 per work-item, two local buffers, prefetch into registers.
__attribute__((reqd_work_group_size(256, 1, 1))) kernel void
sgemm(global const float *restrict A, global const float *restrict B, global float *restrict C, int M, int N, int K) {
  local float __attribute__((aligned(16))) As[2][BK][128 + PADA];
  local float __attribute__((aligned(16))) Bs[2][BK][128];
  const int tid = get_local_id(0), bm = get_group_id(1) * 128, bn = get_group_id(0) * 128;
  const int tr = (tid / 16) * 4, tc = (tid % 16) * 4;
  const int ar = tid / (BK / 4), ac = (tid % (BK / 4)) * 4, br = tid / 32, bc = (tid % 32) * 4;
  float acc[8][8];
  UNROLL for (int i = 0; i < 8; i++) UNROLL for (int j = 0; j < 8; j++) acc[i][j] = 0;
  float4 ra[128 / A_STRIDE], rb[BK / 8];
  UNROLL for (int i = 0; i < 128 / A_STRIDE; i++) ra[i] = LOAD4(A + (size_t)(bm + ar + i * A_STRIDE) * K + ac);
  UNROLL for (int i = 0; i < BK / 8; i++) rb[i] = LOAD4(B + (size_t)(br + i * 8) * N + bn + bc);
  int cur = 0;
  for (int k0 = 0; k0 < K; k0 += BK) {
    UNROLL for (int i = 0; i < 128 / A_STRIDE; i++) {
      const int r = ar + i * A_STRIDE;
      As[cur][ac][r] = ra[i].x; As[cur][ac + 1][r] = ra[i].y; As[cur][ac + 2][r] = ra[i].z; As[cur][ac + 3][r] = ra[i].w;
    }
    UNROLL for (int i = 0; i < BK / 8; i++) STOREL4(rb[i], &Bs[cur][br + i * 8][bc]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k0 + BK < K) {
      UNROLL for (int i = 0; i < 128 / A_STRIDE; i++) ra[i] = LOAD4(A + (size_t)(bm + ar + i * A_STRIDE) * K + k0 + BK + ac);
      UNROLL for (int i = 0; i < BK / 8; i++) rb[i] = LOAD4(B + (size_t)(k0 + BK + br + i * 8) * N + bn + bc);
    }
    UNROLL for (int k = 0; k < BK; k++) {
      float a[8], b[8];
      float4 t = LOADL4(&As[cur][k][tr]);
      a[0] = t.x; a[1] = t.y; a[2] = t.z; a[3] = t.w;
      t = LOADL4(&As[cur][k][tr + 64]);
      a[4] = t.x; a[5] = t.y; a[6] = t.z; a[7] = t.w;
      t = LOADL4(&Bs[cur][k][tc]);
      b[0] = t.x; b[1] = t.y; b[2] = t.z; b[3] = t.w;
      t = LOADL4(&Bs[cur][k][tc + 64]);
      b[4] = t.x; b[5] = t.y; b[6] = t.z; b[7] = t.w;
      UNROLL for (int i = 0; i < 8; i++) UNROLL for (int j = 0; j < 8; j++) acc[i][j] = fma(a[i], b[j], acc[i][j]);
    }
    cur ^= 1;
  }
  UNROLL for (int i = 0; i < 8; i++) {
    const int r = bm + tr + (i < 4 ? i : 60 + i);
    STORE4((float4)(acc[i][0], acc[i][1], acc[i][2], acc[i][3]), C + (size_t)r * N + bn + tc);
    STORE4((float4)(acc[i][4], acc[i][5], acc[i][6], acc[i][7]), C + (size_t)r * N + bn + tc + 64);
  }
}
