// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels by hand for CPUs whose vectors hold 16 numbers: what generated code is
// measured against on PoCL. One work-item in a group, which does what a thread of
// a hand-written program would do. f32; sizes divide by the tiles. They are not to
// be tuned: they are fixed marks.
#define UNROLL _Pragma("unroll")
#define LOAD16(p) (*(global const float16 *)(p))
#define STORE16(v, p) (*(global float16 *)(p) = (v))

// C[M][N] = A[M][K] * B[K][N], row-major: a tile of 8 rows and 32 columns in
// registers; the 32 columns of B stay in the second-level cache from tile to tile.
__attribute__((reqd_work_group_size(1, 1, 1))) kernel void
sgemm(global const float *restrict A, global const float *restrict B,
      global float *restrict C, int M, int N, int K) {
  const int row = get_group_id(0) * 8, column = get_group_id(1) * 32;
  float16 acc[8][2];
  UNROLL for (int i = 0; i < 8; i++) acc[i][0] = acc[i][1] = 0;
  for (int k = 0; k < K; k++) {
    const float16 b0 = LOAD16(B + k * N + column);
    const float16 b1 = LOAD16(B + k * N + column + 16);
    UNROLL for (int i = 0; i < 8; i++) {
      const float16 a = A[(row + i) * K + k];
      acc[i][0] = fma(a, b0, acc[i][0]);
      acc[i][1] = fma(a, b1, acc[i][1]);
    }
  }
  UNROLL for (int i = 0; i < 8; i++) {
    STORE16(acc[i][0], C + (row + i) * N + column);
    STORE16(acc[i][1], C + (row + i) * N + column + 16);
  }
}

float add_lanes(float16 v) {
  const float8 a = v.lo + v.hi;
  const float4 b = a.lo + a.hi;
  const float2 c = b.lo + b.hi;
  return c.x + c.y;
}

// y[M] = A[M][K] * x[K]: a row in four vectors of sums.
__attribute__((reqd_work_group_size(1, 1, 1))) kernel void
gemv(global const float *restrict A, global const float *restrict x,
     global float *restrict y, int K) {
  global const float *row = A + (size_t)get_group_id(0) * K;
  float16 acc[4] = {0, 0, 0, 0};
  for (int k = 0; k < K; k += 64)
    UNROLL for (int i = 0; i < 4; i++)
      acc[i] = fma(LOAD16(row + k + i * 16), LOAD16(x + k + i * 16), acc[i]);
  y[get_group_id(0)] = add_lanes((acc[0] + acc[1]) + (acc[2] + acc[3]));
}

// B[N][M] = transpose of A[M][N]: T x T numbers, 16 x 16 of them at a time in
// registers. Four rounds of interleaving row i with row i + 8 transpose 16 rows.
#define PAIR(a, b, low, high) a.low, b.low, a.high, b.high
#define INTERLEAVE(to, from)                                                         \
  UNROLL for (int k = 0; k < 8; k++) {                                               \
    const float16 a = from[k], b = from[k + 8];                                      \
    to[2 * k] = (float16)(PAIR(a, b, s0, s1), PAIR(a, b, s2, s3),                    \
                          PAIR(a, b, s4, s5), PAIR(a, b, s6, s7));                   \
    to[2 * k + 1] = (float16)(PAIR(a, b, s8, s9), PAIR(a, b, sa, sb),                \
                              PAIR(a, b, sc, sd), PAIR(a, b, se, sf));               \
  }
__attribute__((reqd_work_group_size(1, 1, 1))) kernel void
transpose(global const float *restrict A, global float *restrict B, int M, int N) {
  const int row = get_group_id(0) * T, column = get_group_id(1) * T;
  for (int j = 0; j < T; j += 16)
    for (int i = 0; i < T; i += 16) {
      float16 r[16], s[16];
      UNROLL for (int k = 0; k < 16; k++)
        r[k] = LOAD16(A + (size_t)(row + i + k) * N + column + j);
      INTERLEAVE(s, r)
      INTERLEAVE(r, s)
      INTERLEAVE(s, r)
      INTERLEAVE(r, s)
      UNROLL for (int k = 0; k < 16; k++)
        STORE16(r[k], B + (size_t)(column + j + k) * M + row + i);
    }
}

// Partial sums of CHUNK numbers each, in eight vectors; then the sum of those.
__attribute__((reqd_work_group_size(1, 1, 1))) kernel void
sum_chunks(global const float *restrict x, global float *restrict partial) {
  global const float *chunk = x + (size_t)get_group_id(0) * CHUNK;
  float16 acc[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (int k = 0; k < CHUNK; k += 128)
    UNROLL for (int i = 0; i < 8; i++) acc[i] += LOAD16(chunk + k + i * 16);
  partial[get_group_id(0)] = add_lanes(((acc[0] + acc[1]) + (acc[2] + acc[3])) +
                                       ((acc[4] + acc[5]) + (acc[6] + acc[7])));
}

__attribute__((reqd_work_group_size(1, 1, 1))) kernel void
sum_partial(global const float *restrict partial, global float *restrict out, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += partial[i];
  out[0] = sum;
}

// 17 x 17 taps, a row and a column of 17 weights; what is outside counts 0.
// First along rows, then along columns: 16 neighbours at a time.
__attribute__((reqd_work_group_size(1, 1, 1))) kernel void
convolve_rows(global const float *restrict in, global const float *restrict weights,
              global float *restrict out, int W) {
  global const float *row = in + (size_t)get_group_id(0) * W;
  for (int x = 0; x < W; x += 16) {
    float16 acc = 0;
    if (x >= 8 && x + 24 <= W) {
      UNROLL for (int k = 0; k < 17; k++)
        acc = fma((float16)(weights[k]), vload16(0, row + x + k - 8), acc);
    } else {
      for (int k = 0; k < 17; k++) {
        float lanes[16];
        UNROLL for (int i = 0; i < 16; i++) {
          const int at = x + i + k - 8;
          lanes[i] = at >= 0 && at < W ? row[at] : 0.0f;
        }
        acc = fma((float16)(weights[k]), *(float16 *)lanes, acc);
      }
    }
    STORE16(acc, out + (size_t)get_group_id(0) * W + x);
  }
}

__attribute__((reqd_work_group_size(1, 1, 1))) kernel void
convolve_columns(global const float *restrict in, global const float *restrict weights,
                 global float *restrict out, int H, int W) {
  const int y = get_group_id(0);
  for (int x = 0; x < W; x += 16) {
    float16 acc = 0;
    for (int k = 0; k < 17; k++)
      if (y + k - 8 >= 0 && y + k - 8 < H)
        acc = fma((float16)(weights[k]), LOAD16(in + (size_t)(y + k - 8) * W + x), acc);
    STORE16(acc, out + (size_t)y * W + x);
  }
}

// The acceleration of each of n bodies by all: 16 bodies at a time.
__attribute__((reqd_work_group_size(1, 1, 1))) kernel void
nbody(global const float *restrict xs, global const float *restrict ys,
      global const float *restrict zs, global const float *restrict masses,
      global float *restrict out_x, global float *restrict out_y,
      global float *restrict out_z, int n) {
  const int i = get_group_id(0) * 16;
  const float16 x = LOAD16(xs + i), y = LOAD16(ys + i), z = LOAD16(zs + i);
  float16 ax = 0, ay = 0, az = 0;
  for (int j = 0; j < n; j++) {
    const float16 dx = xs[j] - x, dy = ys[j] - y, dz = zs[j] - z;
    const float16 r2 = fma(dx, dx, fma(dy, dy, fma(dz, dz, (float16)(0.01f))));
    const float16 s = masses[j] / (r2 * sqrt(r2));
    ax = fma(dx, s, ax);
    ay = fma(dy, s, ay);
    az = fma(dz, s, az);
  }
  STORE16(ax, out_x + i);
  STORE16(ay, out_y + i);
  STORE16(az, out_z + i);
}
