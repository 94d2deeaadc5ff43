// What the functions of examples/ compute, for check-numpy.py, which reads it and
// the functions in one file.
// NUMPY @matmul(A: f32[M, K], B: f32[K, N]) -> A @ B
// NUMPY @batched_matmul(A: f32[P, M, K], B: f32[P, K, N]) -> A @ B
// NUMPY @gemv(A: f32[M, K], x: f32[K]) -> A @ x
// NUMPY @gemv_transposed(A: f32[K, M], x: f32[K]) -> A.T @ x
// NUMPY @sum(x: f32[N]) -> x.sum()
// NUMPY @sum_and_squares(x: f32[N]) -> (x.sum(), (x * x).sum())
// NUMPY @min_max_sum(x: f32[N]) -> (x.min(), x.max(), x.sum())
// NUMPY @transpose(A: f32[M, N]) -> A.T
// NUMPY @softmax(x: f32[M, N]) -> (lambda e: e / e.sum(1, keepdims=True))(np.exp(x - x.max(1, keepdims=True)))
// NUMPY @layer_norm(x: f32[M, N], g: f32[N], b: f32[N]) -> (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + np.float32(1e-5)) * g + b
// NUMPY @prefix_sum(x: f32[N]) -> np.cumsum(x)
// NUMPY @nbody(x: f32[N], y: f32[N], z: f32[N], m: f32[N]) -> (lambda d: (lambda s: ((d[0] * s).sum(1), (d[1] * s).sum(1), (d[2] * s).sum(1)))(m / ((d * d).sum(0) + np.float32(0.01)) ** np.float32(1.5)))(np.stack([v[None] - v[:, None] for v in (x, y, z)]))
// NUMPY @jacobi2d(x: f32[H, W]) -> (lambda p: np.float32(0.2) * (x + p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]))(np.pad(x, 1, 'edge'))
// NUMPY @stencil3d(x: f32[D, H, W]) -> (lambda p: p[:-2, 1:-1, 1:-1] + p[2:, 1:-1, 1:-1] + p[1:-1, :-2, 1:-1] + p[1:-1, 2:, 1:-1] + p[1:-1, 1:-1, :-2] + p[1:-1, 1:-1, 2:] - 6 * x)(np.pad(x, 1, 'edge'))
// NUMPY @separable(x: f32[H, W], r: f32[17], c: f32[17]) -> np.einsum('hwij,i,j->hw', np.lib.stride_tricks.sliding_window_view(np.pad(x, 8), (17, 17)), c, r)
// NUMPY @kmeans(x: f32[F, P], c: f32[C, F]) -> ((x.T[:, None] - c) ** 2).sum(2).argmin(1).astype(np.int32)
// NUMPY @mriq(x: f32[X], y: f32[X], z: f32[X], kx: f32[K], ky: f32[K], kz: f32[K], m: f32[K]) -> (lambda t: ((m * np.cos(t)).sum(1), (m * np.sin(t)).sum(1)))(np.float32(6.2831855) * (np.outer(x, kx) + np.outer(y, ky) + np.outer(z, kz)))
// NUMPY @atax(A: f32[M, N], x: f32[N]) -> A.T @ (A @ x)
// NUMPY @gesummv(A: f32[M, N], B: f32[M, N], x: f32[N], alpha: f32, beta: f32) -> alpha * (A @ x) + beta * (B @ x)
// NUMPY @conv3x3(x: f32[H, W, Ci], w: f32[Co, 3, 3, Ci], b: f32[Co]) -> np.einsum('hwiyx,oyxi->hwo', np.lib.stride_tricks.sliding_window_view(np.pad(x, ((1, 1), (1, 1), (0, 0))), (3, 3), (0, 1)), w) + b
// NUMPY @conv7x7_step2(x: f32[H, W, Ci], w: f32[Co, 7, 7, Ci]) -> np.einsum('hwiyx,oyxi->hwo', np.lib.stride_tricks.sliding_window_view(np.pad(x, ((3, 3), (3, 3), (0, 0))), (7, 7), (0, 1))[::2, ::2], w)
// NUMPY @conv3x3_step2(x: f32[H, W, Ci], w: f32[Co, 3, 3, Ci]) -> np.einsum('hwiyx,oyxi->hwo', np.lib.stride_tricks.sliding_window_view(np.pad(x, ((1, 1), (1, 1), (0, 0))), (3, 3), (0, 1))[::2, ::2], w)
// NUMPY @conv1x1(x: f32[H, W, Ci], w: f32[Co, Ci]) -> x @ w.T
// NUMPY @conv1x1_step2(x: f32[H, W, Ci], w: f32[Co, Ci]) -> x[::2, ::2] @ w.T
// NUMPY @slambench_sums(r: i32[N], e: f32[N], j: f32[N, 6]) -> (lambda v: tuple((v[:, a] * v[:, b]).sum() for a in range(7) for b in range(a, 7)) + tuple(c.sum().astype(np.float32) for c in (r >= 1, r == -4, r == -5, (r > -4) & (r < 1))))(np.where(r[:, None] >= 1, np.column_stack([e, j]), np.float32(0)))
