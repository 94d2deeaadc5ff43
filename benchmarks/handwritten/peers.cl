// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels by hand for GPUs, of what no library has: what generated code is measured
// against. f32; sizes divide by the tiles, which are macros. They are not to be
// tuned: they are fixed marks.
#define UNROLL _Pragma("unroll")
#define LOAD4(p) (*(global const float4 *)(p))
#define STORE4(v, p) (*(global float4 *)(p) = (v))

// 1 / sqrt(v), in one instruction where numbers below 2^-126 need not be exact.
float inverse_root(float v) {
#if defined(__NV_CL_C_VERSION) || defined(cl_nv_pragma_unroll)
  float r;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v));
  return r;
#else
  return native_rsqrt(v);
#endif
}

// The acceleration of each of n bodies by all. A work-item has BODIES bodies; a
// work-group goes through n / SPLIT others, GROUP at a time in local memory. What
// the SPLIT groups of a body find is added by nbody_sums.
#ifdef BODIES
__attribute__((reqd_work_group_size(GROUP, 1, 1))) kernel void
nbody(global const float *restrict xs, global const float *restrict ys,
      global const float *restrict zs, global const float *restrict masses,
      global float *restrict out_x, global float *restrict out_y,
      global float *restrict out_z, int n) {
  local float4 others[GROUP];
  const int id = get_local_id(0), first = get_group_id(0) * GROUP * BODIES + id;
  const int count = n / SPLIT, start = get_group_id(1) * count;
  float x[BODIES], y[BODIES], z[BODIES], ax[BODIES], ay[BODIES], az[BODIES];
  UNROLL for (int b = 0; b < BODIES; b++) {
    x[b] = xs[first + b * GROUP];
    y[b] = ys[first + b * GROUP];
    z[b] = zs[first + b * GROUP];
    ax[b] = ay[b] = az[b] = 0;
  }
  for (int j0 = start; j0 < start + count; j0 += GROUP) {
    const int j = j0 + id;
    others[id] = (float4)(xs[j], ys[j], zs[j], masses[j]);
    barrier(CLK_LOCAL_MEM_FENCE);
    _Pragma("unroll 16") for (int k = 0; k < GROUP; k++) {
      const float4 other = others[k];
      UNROLL for (int b = 0; b < BODIES; b++) {
        const float dx = other.x - x[b], dy = other.y - y[b], dz = other.z - z[b];
        const float r = inverse_root(fma(dx, dx, fma(dy, dy, fma(dz, dz, 0.01f))));
        const float s = other.w * (r * r * r);
        ax[b] = fma(dx, s, ax[b]);
        ay[b] = fma(dy, s, ay[b]);
        az[b] = fma(dz, s, az[b]);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  UNROLL for (int b = 0; b < BODIES; b++) {
    const int at = get_group_id(1) * n + first + b * GROUP;
    out_x[at] = ax[b];
    out_y[at] = ay[b];
    out_z[at] = az[b];
  }
}

kernel void nbody_sums(global const float *restrict x, global const float *restrict y,
                       global const float *restrict z, global float *restrict out_x,
                       global float *restrict out_y, global float *restrict out_z,
                       int n) {
  const int i = get_global_id(0);
  float ax = 0, ay = 0, az = 0;
  UNROLL for (int part = 0; part < SPLIT; part++) {
    ax += x[part * n + i];
    ay += y[part * n + i];
    az += z[part * n + i];
  }
  out_x[i] = ax;
  out_y[i] = ay;
  out_z[i] = az;
}
#endif

// MRI-Q: PLACES places in a work-item, 256 samples at a time in local memory. A
// phase is counted in turns, so that what is whole of it is taken off exactly.
#ifdef PLACES
__attribute__((reqd_work_group_size(256, 1, 1))) kernel void
mriq(global const float *restrict xs, global const float *restrict ys,
     global const float *restrict zs, global const float *restrict kx,
     global const float *restrict ky, global const float *restrict kz,
     global const float *restrict magnitudes, global float *restrict real,
     global float *restrict imaginary, int samples) {
  local float4 near[256];
  const int id = get_local_id(0), first = get_group_id(0) * 256 * PLACES + id;
  float x[PLACES], y[PLACES], z[PLACES], re[PLACES], im[PLACES];
  UNROLL for (int p = 0; p < PLACES; p++) {
    x[p] = xs[first + p * 256];
    y[p] = ys[first + p * 256];
    z[p] = zs[first + p * 256];
    re[p] = im[p] = 0;
  }
  for (int k0 = 0; k0 < samples; k0 += 256) {
    const int k = k0 + id;
    near[id] = (float4)(kx[k], ky[k], kz[k], magnitudes[k]);
    barrier(CLK_LOCAL_MEM_FENCE);
    _Pragma("unroll 8") for (int j = 0; j < 256; j++) {
      const float4 sample = near[j];
      UNROLL for (int p = 0; p < PLACES; p++) {
        const float turns = fma(sample.x, x[p], fma(sample.y, y[p], sample.z * z[p]));
        // 3 * 2^22: adding it rounds to a whole number.
        const float whole = (turns + 12582912.0f) - 12582912.0f;
        const float phase = (turns - whole) * 6.2831855f;
        re[p] = fma(sample.w, native_cos(phase), re[p]);
        im[p] = fma(sample.w, native_sin(phase), im[p]);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  UNROLL for (int p = 0; p < PLACES; p++) {
    real[first + p * 256] = re[p];
    imaginary[first + p * 256] = im[p];
  }
}
#endif

// Each number of an image becomes the mean of itself and its four neighbours. A
// work-item makes 4 columns of ROWS rows, and has each row in registers until the
// one below it is done.
#ifdef JACOBI_ROWS
__attribute__((reqd_work_group_size(128, 1, 1))) kernel void
jacobi2d(global const float *restrict in, global float *restrict out, int H, int W) {
  const int x = get_global_id(0) * 4, y0 = get_group_id(1) * JACOBI_ROWS;
  if (x >= W)
    return;
  const int west = max(x - 1, 0), east = min(x + 4, W - 1);
  float4 north = LOAD4(in + max(y0 - 1, 0) * W + x), centre = LOAD4(in + y0 * W + x);
  UNROLL for (int y = y0; y < y0 + JACOBI_ROWS; y++) {
    const float4 south = LOAD4(in + min(y + 1, H - 1) * W + x);
    const float4 left = (float4)(in[y * W + west], centre.xyz);
    const float4 right = (float4)(centre.yzw, in[y * W + east]);
    STORE4((centre + left + right + north + south) * 0.2f, out + y * W + x);
    north = centre;
    centre = south;
  }
}
#endif

// The Laplacian with 7 points: as above, through PLANES planes.
#ifdef PLANES
__attribute__((reqd_work_group_size(32, 8, 1))) kernel void
stencil3d(global const float *restrict in, global float *restrict out, int D, int H,
          int W) {
  const int x = get_global_id(0) * 4, y = get_global_id(1);
  const int z0 = get_group_id(2) * PLANES;
  if (x >= W || y >= H)
    return;
  const int plane = H * W, at = y * W + x;
  const int west = y * W + max(x - 1, 0), east = y * W + min(x + 4, W - 1);
  const int north = max(y - 1, 0) * W + x, south = min(y + 1, H - 1) * W + x;
  float4 below = LOAD4(in + (size_t)max(z0 - 1, 0) * plane + at);
  float4 centre = LOAD4(in + (size_t)z0 * plane + at);
  _Pragma("unroll 8") for (int z = z0; z < z0 + PLANES; z++) {
    global const float *here = in + (size_t)z * plane;
    const float4 above = LOAD4(in + (size_t)min(z + 1, D - 1) * plane + at);
    const float4 left = (float4)(here[west], centre.xyz);
    const float4 right = (float4)(centre.yzw, here[east]);
    const float4 sum =
        left + right + LOAD4(here + north) + LOAD4(here + south) + below + above;
    STORE4(sum - 6.0f * centre, out + (size_t)z * plane + at);
    below = centre;
    centre = above;
  }
}
#endif

// 17 x 17 taps that are a row and a column of weights; what is outside counts 0. A
// work-group makes ROWS rows of COLUMNS columns: what the row of weights gives stands
// in local memory, with 8 rows more on either side.
#ifdef SEPARABLE_ROWS
// What the row of weights gives for 4 numbers in row y from x on. Only where something
// is outside are there tests.
float4 add_row(global const float *restrict in, const float *w, int x, int y, int H,
               int W, bool inside) {
  float e[20], sums[4] = {0, 0, 0, 0};
  UNROLL for (int b = 0; b < 5; b++) {
    const int at = x + 4 * b - 8;
    const float4 v = inside || (y >= 0 && y < H && at >= 0 && at < W)
                         ? LOAD4(in + y * W + at) : (float4)(0);
    e[4 * b] = v.x;
    e[4 * b + 1] = v.y;
    e[4 * b + 2] = v.z;
    e[4 * b + 3] = v.w;
  }
  UNROLL for (int k = 0; k < 17; k++)
    UNROLL for (int i = 0; i < 4; i++) sums[i] = fma(w[k], e[i + k], sums[i]);
  return (float4)(sums[0], sums[1], sums[2], sums[3]);
}

#define QUARTERS (COLUMNS / 4)
#define PARTS (256 / COLUMNS)
__attribute__((reqd_work_group_size(256, 1, 1))) kernel void
separable(global const float *restrict in, global const float *restrict row_weights,
          global const float *restrict column_weights, global float *restrict out,
          int H, int W) {
  local float rows[SEPARABLE_ROWS + 16][COLUMNS];
  const int id = get_local_id(0), quarter = id % QUARTERS * 4;
  const int x0 = get_group_id(0) * COLUMNS, y0 = get_group_id(1) * SEPARABLE_ROWS;
  float w[17];
  UNROLL for (int k = 0; k < 17; k++) w[k] = row_weights[k];
  if (x0 >= 8 && x0 + COLUMNS + 8 <= W && y0 >= 8 && y0 + SEPARABLE_ROWS + 8 <= H) {
    _Pragma("unroll 2")
    for (int r = id / QUARTERS; r < SEPARABLE_ROWS + 16; r += 256 / QUARTERS)
      *(local float4 *)&rows[r][quarter] =
          add_row(in, w, x0 + quarter, y0 + r - 8, H, W, true);
  } else {
    for (int r = id / QUARTERS; r < SEPARABLE_ROWS + 16; r += 256 / QUARTERS)
      *(local float4 *)&rows[r][quarter] =
          add_row(in, w, x0 + quarter, y0 + r - 8, H, W, false);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  UNROLL for (int k = 0; k < 17; k++) w[k] = column_weights[k];
  const int c = id % COLUMNS, first = id / COLUMNS * (SEPARABLE_ROWS / PARTS);
  for (int r = first; r < first + SEPARABLE_ROWS / PARTS; r += 16) {
    float e[32];
    UNROLL for (int i = 0; i < 32; i++) e[i] = rows[r + i][c];
    global float *to = out + (y0 + r) * W + x0 + c;
    UNROLL for (int i = 0; i < 16; i++) {
      float sum = 0;
      UNROLL for (int k = 0; k < 17; k++) sum = fma(w[k], e[i + k], sum);
      to[i * W] = sum;
    }
  }
}
#endif

// The nearest of CENTRES centres of each point, where a point is a column of
// FEATURES numbers; POINTS points in a work-item.
#ifdef CENTRES
#if POINTS == 4
typedef float4 points_t;
typedef int4 numbers_t;
#elif POINTS == 1
typedef float points_t;
typedef int numbers_t;
#else
typedef float2 points_t;
typedef int2 numbers_t;
#endif
__attribute__((reqd_work_group_size(GROUP, 1, 1))) kernel void
kmeans(global const float *restrict features, global const float *restrict centres,
       global int *restrict numbers, int P) {
  local float near[FEATURES][8];
  for (int i = get_local_id(0); i < FEATURES * CENTRES; i += GROUP)
    near[i % FEATURES][i / FEATURES] = centres[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int point = get_global_id(0) * POINTS;
  points_t distances[CENTRES];
  UNROLL for (int c = 0; c < CENTRES; c++) distances[c] = 0;
  UNROLL for (int f = 0; f < FEATURES; f++) {
    const points_t p = *(global const points_t *)(features + f * P + point);
    UNROLL for (int c = 0; c < CENTRES; c++) {
      const points_t d = p - near[f][c];
      distances[c] = fma(d, d, distances[c]);
    }
  }
  points_t least = distances[0];
  numbers_t number = 0;
  UNROLL for (int c = 1; c < CENTRES; c++) {
    number = select(number, (numbers_t)(c), distances[c] < least);
    least = fmin(least, distances[c]);
  }
  *(global numbers_t *)(numbers + point) = number;
}
#endif

// y = A^T (A x) with one reading of A: a work-item has 4 * VECTORS numbers of each
// of ROWS rows in registers, and those of x, while the group computes the products of
// these rows and x; then it adds the rows, times their products, to its sums. With
// AHEAD, the next rows are loaded before. What GROUPS groups find is added by
// atax_sums.
#ifdef VECTORS
#define LOAD_ROWS(to, row)                                                           \
  UNROLL for (int r = 0; r < ROWS; r++)                                              \
    UNROLL for (int v = 0; v < VECTORS; v++)                                         \
      to[r][v] = LOAD4(A + (size_t)((row) + r) * N + (v * THREADS + id) * 4);
__attribute__((reqd_work_group_size(THREADS, 1, 1))) kernel void
atax(global const float *restrict A, global const float *restrict x,
     global float *restrict partial, int M, int N) {
  local float parts[ROWS][THREADS], products[ROWS][32];
  const int id = get_local_id(0);
  float4 xs[VECTORS], sums[VECTORS];
  UNROLL for (int v = 0; v < VECTORS; v++) {
    xs[v] = LOAD4(x + (v * THREADS + id) * 4);
    sums[v] = 0;
  }
  const int start = get_group_id(0) * ROWS;
  float4 a[ROWS][VECTORS], next[ROWS][VECTORS];
  if (AHEAD && start < M)
    LOAD_ROWS(a, start)
  for (int row = start; row < M; row += GROUPS * ROWS) {
    if (!AHEAD)
      LOAD_ROWS(a, row)
    if (AHEAD && row + GROUPS * ROWS < M)
      LOAD_ROWS(next, row + GROUPS * ROWS)
    UNROLL for (int r = 0; r < ROWS; r++) {
      float4 product = 0;
      UNROLL for (int v = 0; v < VECTORS; v++) product = fma(a[r][v], xs[v], product);
      parts[r][id] = (product.x + product.y) + (product.z + product.w);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < 32 * ROWS) {
      float product = 0;
      UNROLL for (int k = 0; k < THREADS / 32; k++)
        product += parts[id / 32][id % 32 + 32 * k];
      products[id / 32][id % 32] = product;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    UNROLL for (int r = 0; r < ROWS; r++) {
      float4 four = 0;
      UNROLL for (int k = 0; k < 8; k++) four += *(local float4 *)&products[r][4 * k];
      const float product = (four.x + four.y) + (four.z + four.w);
      UNROLL for (int v = 0; v < VECTORS; v++)
        sums[v] = fma(a[r][v], (float4)(product), sums[v]);
    }
    if (AHEAD)
      UNROLL for (int r = 0; r < ROWS; r++)
        UNROLL for (int v = 0; v < VECTORS; v++) a[r][v] = next[r][v];
  }
  UNROLL for (int v = 0; v < VECTORS; v++)
    STORE4(sums[v], partial + (size_t)get_group_id(0) * N + (v * THREADS + id) * 4);
}

__attribute__((reqd_work_group_size(32, 8, 1))) kernel void
atax_sums(global const float *restrict partial, global float *restrict y, int N) {
  local float parts[8][32];
  const int column = get_global_id(0), part = get_local_id(1);
  float sum = 0;
  UNROLL for (int g = part; g < GROUPS; g += 8) sum += partial[(size_t)g * N + column];
  parts[part][get_local_id(0)] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (part != 0)
    return;
  UNROLL for (int k = 1; k < 8; k++) sum += parts[k][get_local_id(0)];
  y[column] = sum;
}
#endif

// y = alpha A x + beta B x: a work-group makes a number.
#ifdef GESUMMV
__attribute__((reqd_work_group_size(GESUMMV, 1, 1))) kernel void
gesummv(global const float *restrict A, global const float *restrict B,
        global const float *restrict x, float alpha, float beta,
        global float *restrict y, int N) {
  local float parts[GESUMMV];
  const int id = get_local_id(0), row = get_group_id(0);
  global const float *a = A + (size_t)row * N, *b = B + (size_t)row * N;
  float4 sumA = 0, sumB = 0;
  _Pragma("unroll 4") for (int k = id * 4; k < N; k += GESUMMV * 4) {
    const float4 e = LOAD4(x + k);
    sumA = fma(LOAD4(a + k), e, sumA);
    sumB = fma(LOAD4(b + k), e, sumB);
  }
  const float4 both = alpha * sumA + beta * sumB;
  parts[id] = (both.x + both.y) + (both.z + both.w);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int size = GESUMMV / 2; size > 0; size /= 2) {
    if (id < size)
      parts[id] += parts[id + size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0)
    y[row] = parts[0];
}
#endif
