// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A direct 3x3 convolution by hand, in OpenCL C: what generated code is measured
// against. f32, work-group of 256, a tile of CM rows (pixels) x CN columns.
//
// Origin: the `conv3x3` of this project's hand-written yardstick kernels, as it
// was measured on an NVIDIA H200. It is not to be tuned: it is a fixed mark.
//
// Build options: -DBK=8|16 (depth of a tile) -DCM=64|128 -DCN=32|64|128
// -DPADA=4 (padding of rows). Buffers are aligned to 16 bytes; Co divides by CN,
// Ci by BK.
#define LOAD4(p) (*(global const float4 *)(p))
#define A_STRIDE (256 / (BK / 4))
#define UNROLL _Pragma("unroll")

// Direct 3x3 convolution, stride 1, pad 1, as an implicit matrix product: no im2col buffer.
// in[H][W][Ci], weights[Co][3][3][Ci], bias[Co], out[H][W][Co]. Grid (Co/CN, ceil(H*W/CM), SK): the reduction over 9*Ci is split
// over SK groups; with SK > 1 `out` is partial[SK][H][W][Co] and `reduce_partials` adds them up.
#define RM (CM / 16)
#define RN (CN / 16)
#define ROW(i) ((i) < 4 ? (i) : CM / 2 + (i) - 4)
#define COL(j) ((j) < 4 ? (j) : CN / 2 + (j) - 4)
__attribute__((reqd_work_group_size(256, 1, 1))) kernel void
conv3x3(global const float *restrict in, global const float *restrict weights, global const float *restrict bias,
        global float *restrict out, int H, int W, int Ci, int Co, int SK) {
  local float __attribute__((aligned(16))) As[2][BK][CM + PADA];
  local float __attribute__((aligned(16))) Bs[2][BK][CN + PADA];
  const int tid = get_local_id(0), bm = get_group_id(1) * CM, bn = get_group_id(0) * CN, z = get_group_id(2);
  const int tr = (tid / 16) * (RM > 4 ? 4 : RM), tc = (tid % 16) * (RN > 4 ? 4 : RN);
  const int K = Ci * 9, steps = (K / BK + SK - 1) / SK, s0 = z * steps, s1 = min(K / BK, s0 + steps);
  float acc[RM][RN];
  UNROLL for (int i = 0; i < RM; i++) UNROLL for (int j = 0; j < RN; j++) acc[i][j] = 0;
#define A_N (CM * BK / 4 / 256)
#define B_N ((CN * BK / 4 + 255) / 256)
  const int lr = tid / (BK / 4), lc = (tid % (BK / 4)) * 4;
  float4 ra[A_N], rb[B_N];
  int py[A_N], px[A_N];
  UNROLL for (int i = 0; i < A_N; i++) {
    const int p = bm + lr + i * A_STRIDE;
    py[i] = p < H * W ? p / W - 1 : -100000;
    px[i] = p % W - 1;
  }
  const int tap = (s0 * BK) / Ci;
  int kk = lc + (s0 * BK) % Ci, ky = tap / 3, kx = tap % 3;
#define LOAD_TILES()                                                                                             \
  {                                                                                                              \
    UNROLL for (int i = 0; i < A_N; i++) {                                                                       \
      const int y = py[i] + ky, x = px[i] + kx;                                                                  \
      ra[i] = (y >= 0 && y < H && x >= 0 && x < W) ? LOAD4(in + (size_t)(y * W + x) * Ci + kk) : (float4)(0);    \
    }                                                                                                            \
    UNROLL for (int i = 0; i < B_N; i++) if (lr + i * A_STRIDE < CN) rb[i] =                                     \
        LOAD4(weights + (size_t)(bn + lr + i * A_STRIDE) * K + (ky * 3 + kx) * Ci + kk);                         \
    kk += BK;                                                                                                    \
    if (kk >= Ci) { kk -= Ci; if (++kx == 3) { kx = 0; ky++; } }                                                 \
  }
  LOAD_TILES();
  int cur = 0;
  for (int s = s0; s < s1; s++) {
    UNROLL for (int i = 0; i < A_N; i++) {
      const int r = lr + i * A_STRIDE;
      As[cur][lc][r] = ra[i].x; As[cur][lc + 1][r] = ra[i].y; As[cur][lc + 2][r] = ra[i].z; As[cur][lc + 3][r] = ra[i].w;
    }
    UNROLL for (int i = 0; i < B_N; i++) {
      const int r = lr + i * A_STRIDE;
      if (r < CN) { Bs[cur][lc][r] = rb[i].x; Bs[cur][lc + 1][r] = rb[i].y; Bs[cur][lc + 2][r] = rb[i].z; Bs[cur][lc + 3][r] = rb[i].w; }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (s + 1 < s1) LOAD_TILES();
    UNROLL for (int k = 0; k < BK; k++) {
      float a[RM], b[RN];
      UNROLL for (int i = 0; i < RM; i++) a[i] = As[cur][k][tr + ROW(i)];
      UNROLL for (int j = 0; j < RN; j++) b[j] = Bs[cur][k][tc + COL(j)];
      UNROLL for (int i = 0; i < RM; i++) UNROLL for (int j = 0; j < RN; j++) acc[i][j] = fma(a[i], b[j], acc[i][j]);
    }
    cur ^= 1;
  }
  UNROLL for (int i = 0; i < RM; i++) {
    const int r = bm + tr + ROW(i);
    if (r < H * W) UNROLL for (int j = 0; j < RN; j++) {
      const int n = bn + tc + COL(j);
      out[((size_t)z * H * W + r) * Co + n] = acc[i][j] + (SK == 1 ? bias[n] : 0.0f);
    }
  }
}

kernel void reduce_partials(global const float4 *restrict partial, global const float4 *restrict bias, global float4 *restrict out,
                            int n4, int co4, int SK) {
  const int i = get_global_id(0);
  if (i >= n4) return;
  float4 a = bias[i % co4];
  for (int z = 0; z < SK; z++) a += partial[(size_t)z * n4 + i];
  out[i] = a;
}
