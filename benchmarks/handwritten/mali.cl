// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels by hand for Mali, in OpenCL C: what generated code is measured against, by
// the instructions that a compiler for Mali makes of them. f32; 64 registers for a
// work-item, no local memory, vectors of four, no guards. They are not to be tuned:
// they are fixed marks.
//
//   sgemm            C[M][N] = A[M][K] B[K][N]; M, N and K divide by 4
//   conv3x3          as examples/conv3x3.mlir; W, Ci and Co divide by 4
//   gemv             y[M] = A[M][K] x[K]; M divides by 4, K by 16
//   gemv_transposed  y[M] = x[K] A[K][M]; M divides by 16, K by 4
//   jacobi2d         as examples/jacobi2d.mlir; H and W divide by 4
//   stencil3d        as examples/stencil3d.mlir; D and W divide by 4
//
// Mali adds offsets to addresses of 64 bits by several instructions. Where offsets count
// bytes, two shifts are saved for each, and what is constant stands in the instruction;
// so they do, unless -DELEMENTS. Arrays have fewer than 2^32 bytes.
#define UNROLL _Pragma("unroll")
#define LOAD4(p) (*(global const float4 *)(p))
#define STORE4(p, v) (*(global float4 *)(p) = (v))
#ifdef ELEMENTS
#define S 1
#define AT(array, offset) ((array) + (uint)(offset))
#else
#define S 4
#define AT(array, offset) ((global float *)((global char *)(array) + (uint)(offset)))
#endif

// A work-item makes 4 x 4 elements, four steps at a time. Global size {N / 4, M / 4}.
#define STEP(i)                                                                      \
  {                                                                                  \
    const float4 b = LOAD4(AT(B, q));                                                \
    UNROLL for (int r = 0; r < 4; r++) c[r] = fma((float4)(a[r].i), b, c[r]);        \
    q += n;                                                                          \
  }
kernel void sgemm(global const float *restrict A, global const float *restrict B,
                  global float *restrict C, uint M, uint N, uint K) {
  const uint x = get_global_id(0) * 4, y = get_global_id(1) * 4;
  const uint n = N * S, k = K * S;
  uint p = y * k, q = x * S;
  float4 c[4];
  UNROLL for (int r = 0; r < 4; r++) c[r] = 0;
  for (uint i = 0; i < k; i += 4 * S) {
    float4 a[4];
    UNROLL for (int r = 0; r < 4; r++) a[r] = LOAD4(AT(A, p + r * k));
    STEP(x) STEP(y) STEP(z) STEP(w)
    p += 4 * S;
  }
  UNROLL for (int r = 0; r < 4; r++) STORE4(AT(C, (y + r) * n + x * S), c[r]);
}

// A work-item makes 4 channels of 4 pixels beside each other. Of each row of the window
// it has 6 pixels in registers, which are enough for 3 taps; those that may be outside
// are read elsewhere and made 0. Global size {Co / 4, W / 4, H}.
#define ADD_DOT(a, b, c)                                                             \
  fma((a).w, (b).w, fma((a).z, (b).z, fma((a).y, (b).y, fma((a).x, (b).x, c))))
kernel void conv3x3(global const float *restrict in, global const float *restrict weights,
                    global const float *restrict bias, global float *restrict out, int H,
                    int W, uint Ci, uint Co) {
  const int o = get_global_id(0) * 4, x = get_global_id(1) * 4, y = get_global_id(2);
  const uint pixel = Ci * S, filter = 9 * pixel;
  const bool hasWest = x > 0, hasEast = x + 4 < W;
  float c[4][4];
  UNROLL for (int p = 0; p < 4; p++)
    UNROLL for (int q = 0; q < 4; q++) c[p][q] = bias[o + q];
  const int end = min(3, H + 1 - y);
  for (int row = max(0, 1 - y); row < end; row++) {
    const uint w = (o * 9 + row * 3) * pixel, a = ((y + row - 1) * W + x) * pixel;
    const uint west = hasWest ? a - pixel : a, east = hasEast ? a + 4 * pixel : a;
    for (uint i = 0; i < pixel; i += 4 * S) {
      float4 v[6];
      v[0] = LOAD4(AT(in, west + i));
      v[0] = hasWest ? v[0] : (float4)(0);
      UNROLL for (int p = 0; p < 4; p++) v[p + 1] = LOAD4(AT(in, a + p * pixel + i));
      v[5] = LOAD4(AT(in, east + i));
      v[5] = hasEast ? v[5] : (float4)(0);
      uint f = w + i;
      UNROLL for (int q = 0; q < 4; q++) {
        UNROLL for (int t = 0; t < 3; t++) {
          const float4 e = LOAD4(AT(weights, f + t * pixel));
          UNROLL for (int p = 0; p < 4; p++) c[p][q] = ADD_DOT(v[p + t], e, c[p][q]);
        }
        f += filter;
      }
    }
  }
  UNROLL for (int p = 0; p < 4; p++)
    STORE4(AT(out, ((y * W + x + p) * Co + o) * S),
           (float4)(c[p][0], c[p][1], c[p][2], c[p][3]));
}

// A work-item makes 4 numbers; 16 steps at a time. Global size {M / 4}.
kernel void gemv(global const float *restrict A, global const float *restrict x,
                 global float *restrict y, uint M, uint K) {
  const uint row = get_global_id(0) * 4, n = K * S;
  uint p = row * n;
  float4 c[4];
  UNROLL for (int r = 0; r < 4; r++) c[r] = 0;
  for (uint k = 0; k < n; k += 16 * S) {
    global const float *e = AT(x, k), *a[4];
    UNROLL for (int r = 0; r < 4; r++) a[r] = AT(A, p + r * n);
    UNROLL for (int i = 0; i < 16; i += 4) {
      const float4 v = LOAD4(e + i);
      UNROLL for (int r = 0; r < 4; r++) c[r] = fma(LOAD4(a[r] + i), v, c[r]);
    }
    p += 16 * S;
  }
  UNROLL for (int r = 0; r < 4; r++)
    y[row + r] = (c[r].x + c[r].y) + (c[r].z + c[r].w);
}

// A work-item makes 16 numbers; 4 steps at a time. Global size {M / 16}.
#define ADD_ROW(i)                                                                   \
  {                                                                                  \
    global const float *a = AT(A, p);                                                \
    UNROLL for (int c = 0; c < 4; c++)                                               \
      sums[c] = fma((float4)(v.i), LOAD4(a + 4 * c), sums[c]);                       \
    p += m;                                                                          \
  }
kernel void gemv_transposed(global const float *restrict A,
                            global const float *restrict x, global float *restrict y,
                            uint M, uint K) {
  const uint column = get_global_id(0) * 16, m = M * S;
  uint p = column * S;
  float4 sums[4];
  UNROLL for (int c = 0; c < 4; c++) sums[c] = 0;
  for (uint k = 0; k < K; k += 4) {
    const float4 v = LOAD4(AT(x, k * S));
    ADD_ROW(x) ADD_ROW(y) ADD_ROW(z) ADD_ROW(w)
  }
  UNROLL for (int c = 0; c < 4; c++) STORE4(y + column + 4 * c, sums[c]);
}

// A work-item makes 4 columns of 4 rows, and has each row in registers until the one
// below it is done. Global size {W / 4, H / 4}.
kernel void jacobi2d(global const float *restrict in, global float *restrict out, int H,
                     int W) {
  const int column = get_global_id(0) * 4, y = get_global_id(1) * 4;
  const int west = max(column - 1, 0) * S, east = min(column + 4, W - 1) * S;
  const int x = column * S, n = W * S;
  int row = y * n;
  float4 north = LOAD4(AT(in, max(y - 1, 0) * n + x)), centre = LOAD4(AT(in, row + x));
  UNROLL for (int r = 0; r < 4; r++) {
    const float4 south =
        LOAD4(r < 3 ? AT(in, row + n + x) : AT(in, min(y + 4, H - 1) * n + x));
    const float4 left = (float4)(*AT(in, row + west), centre.xyz);
    const float4 right = (float4)(centre.yzw, *AT(in, row + east));
    STORE4(AT(out, row + x), (centre + left + right + north + south) * 0.2f);
    north = centre;
    centre = south;
    row += n;
  }
}

// The same through 4 planes. Global size {W / 4, H, D / 4}.
kernel void stencil3d(global const float *restrict in, global float *restrict out, int D,
                      int H, int W) {
  const int column = get_global_id(0) * 4, y = get_global_id(1), z = get_global_id(2) * 4;
  const int n = W * S, plane = H * n, first = y * n + column * S;
  const int west = column > 0 ? -S : 0, east = (column + 4 < W ? 4 : 3) * S;
  const int north = y > 0 ? -n : 0, south = y < H - 1 ? n : 0;
  int at = z * plane + first;
  float4 below = LOAD4(AT(in, max(z - 1, 0) * plane + first)), centre = LOAD4(AT(in, at));
  UNROLL for (int r = 0; r < 4; r++) {
    const float4 above = LOAD4(r < 3 ? AT(in, at + plane)
                                     : AT(in, min(z + 4, D - 1) * plane + first));
    const float4 left = (float4)(*AT(in, at + west), centre.xyz);
    const float4 right = (float4)(centre.yzw, *AT(in, at + east));
    const float4 sum = left + right + LOAD4(AT(in, at + north)) +
                       LOAD4(AT(in, at + south)) + below + above;
    STORE4(AT(out, at), sum - 6.0f * centre);
    below = centre;
    centre = above;
    at += plane;
  }
}
