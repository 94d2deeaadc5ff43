# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What peers.py measures of PyTorch: its libraries, and what its compiler makes.

Each function takes sizes, and gives a function on tensors and the tensors. Names are
those of `library` in programs.py. f32, without TF32; images are NCHW, which cuDNN is
fastest with.
"""
import logging
import math
import statistics

import torch
from torch.nn import functional

# Of these, at most this many calls are measured, and for about as many seconds.
CALLS, SECONDS = 50, 0.3


def draw(*shape):
    return torch.rand(shape, device="cuda") * 2 - 1


def matmul(M, N, K):
    return torch.matmul, (draw(M, K), draw(K, N))


def batched_matmul(P, M, N, K):
    return torch.matmul, (draw(P, M, K), draw(P, K, N))


def make_convolution(size, step, with_bias=False):
    def convolution(H, W, Ci, Co):
        def convolve(image, weights, bias=None):
            return functional.conv2d(image, weights, bias, step, size // 2)

        return convolve, (draw(1, Ci, H, W), draw(Co, Ci, size, size),
                          *([draw(Co)] if with_bias else []))

    return convolution


conv3x3 = make_convolution(3, 1, with_bias=True)
conv7x7_step2 = make_convolution(7, 2)
conv3x3_step2 = make_convolution(3, 2)
conv1x1 = make_convolution(1, 1)
conv1x1_step2 = make_convolution(1, 2)


def gemv(M, K):
    return torch.mv, (draw(M, K), draw(K))


def gemv_transposed(M, K):
    return lambda A, x: torch.mv(A.t(), x), (draw(K, M), draw(K))


def sum(N):
    return torch.sum, (draw(N),)


def sum_and_squares(N):
    return lambda x: (x.sum(), (x * x).sum()), (draw(N),)


def min_max_sum(N):
    return lambda x: (x.min(), x.max(), x.sum()), (draw(N),)


def slambench_sums(N):
    def add(result, error, jacobian):
        valid = result >= 1
        values = [torch.where(valid, v, 0.0) for v in (error, *jacobian.unbind(1))]
        counted = (valid, result == -4, result == -5, (result > -4) & ~valid)
        return ([(a * b).sum() for i, a in enumerate(values) for b in values[i:]]
                + [which.sum() for which in counted])

    return add, (torch.randint(-8, 9, (N,), device="cuda", dtype=torch.int32), draw(N),
                 draw(N, 6))


def transpose(M, N):
    return lambda A: A.t().contiguous(), (draw(M, N),)


def softmax(M, N):
    return lambda x: functional.softmax(x, 1), (draw(M, N),)


def layer_norm(M, N):
    return (lambda x, scale, shift: functional.layer_norm(x, (N,), scale, shift),
            (draw(M, N), draw(N), draw(N)))


def prefix_sum(N):
    return lambda x: torch.cumsum(x, 0), (draw(N),)


def nbody(N):
    def accelerate(x, y, z, mass):
        dx, dy, dz = (v[None, :] - v[:, None] for v in (x, y, z))
        s = mass[None, :] * torch.rsqrt(dx * dx + dy * dy + dz * dz + 0.01) ** 3
        return (dx * s).sum(1), (dy * s).sum(1), (dz * s).sum(1)

    return accelerate, tuple(draw(N) for _ in range(4))


def jacobi2d(H, W):
    def step(image):
        p = functional.pad(image[None, None], (1, 1, 1, 1), mode="replicate")[0, 0]
        return 0.2 * (image + p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:])

    return step, (draw(H, W),)


def stencil3d(D, H, W):
    def apply(x):
        p = functional.pad(x[None, None], (1, 1, 1, 1, 1, 1), mode="replicate")[0, 0]
        return (p[:-2, 1:-1, 1:-1] + p[2:, 1:-1, 1:-1] + p[1:-1, :-2, 1:-1]
                + p[1:-1, 2:, 1:-1] + p[1:-1, 1:-1, :-2] + p[1:-1, 1:-1, 2:] - 6 * x)

    return apply, (draw(D, H, W),)


def separable(H, W):
    def convolve(image, row, column):
        rows = functional.conv2d(image[None, None], row[None, None, None], padding=(0, 8))
        return functional.conv2d(rows, column[None, None, :, None], padding=(8, 0))

    return convolve, (draw(H, W), draw(17), draw(17))


def kmeans(P, F, C):
    def choose(features, centres):
        differences = features[None] - centres[:, :, None]
        return (differences * differences).sum(1).argmin(0).int()

    return choose, (draw(F, P), draw(C, F))


def mriq(X, K):
    def add(x, y, z, kx, ky, kz, magnitude):
        phase = 6.2831855 * (x[:, None] * kx + y[:, None] * ky + z[:, None] * kz)
        return ((magnitude * torch.cos(phase)).sum(1),
                (magnitude * torch.sin(phase)).sum(1))

    return add, (*(draw(X) for _ in range(3)), *(draw(K) for _ in range(4)))


def atax(M, N):
    return lambda A, x: torch.mv(A.t(), torch.mv(A, x)), (draw(M, N), draw(N))


def gesummv(M, N):
    return (lambda A, B, x: 1.5 * torch.mv(A, x) + 1.25 * torch.mv(B, x),
            (draw(M, N), draw(M, N), draw(N)))


def set_up():
    """No TF32, cuDNN's fastest algorithms, and Triton's kernels, tuned, of inductor."""
    import torch._inductor.config as config
    for name in ("torch._inductor.select_algorithm", "torch._inductor.autotune_process"):
        # What they say of choices that do not fit the GPU.
        logging.getLogger(name).disabled = True
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cudnn.benchmark = True
    config.max_autotune_gemm_backends = "TRITON"
    config.max_autotune_conv_backends = "TRITON"
    return f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}"


def profile_kernels(call, count):
    """The times of the kernels of `count` calls in microseconds, in order."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as run:
        for _ in range(count):
            call()
        torch.cuda.synchronize()
    kernels = [event for event in run.events()
               if event.device_type == torch.autograd.DeviceType.CUDA]
    kernels.sort(key=lambda event: event.time_range.start)
    return [event.time_range.elapsed_us() for event in kernels]


def measure_batch(call, count):
    """The time of a call in seconds, by CUDA events around `count` of them."""
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    for _ in range(count):
        call()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) * 1e-3 / count


def measure(call):
    """The time of a call in seconds without gaps between kernels: the median over the
    calls of the sum of their kernels' times."""
    call()
    torch.cuda.synchronize()
    count = max(3, min(CALLS, int(SECONDS / measure_batch(call, 1))))
    times = profile_kernels(call, count)
    if not times or len(times) % count:
        # The profiler is missing, or calls differ in their kernels.
        return measure_batch(call, count)
    size = len(times) // count
    return statistics.median(math.fsum(times[i:i + size])
                             for i in range(0, len(times), size)) * 1e-6


def run_program(name, sizes, compiled, measure_calls):
    """What `measure_calls` returns for a function that calls the program once."""
    torch.cuda.empty_cache()
    function, inputs = globals()[name](**sizes)
    if compiled:
        torch._dynamo.reset()
        function = torch.compile(function, mode="max-autotune-no-cudagraphs",
                                 dynamic=False)
    try:
        with torch.no_grad():
            return measure_calls(lambda: function(*inputs))
    finally:
        del inputs
        torch.cuda.empty_cache()


def run(name, sizes, compiled):
    """The time of a program in seconds."""
    return run_program(name, sizes, compiled, measure)


def run_in_a_row(name, sizes, count, batches):
    """The time of a call in seconds where `count` calls follow each other, gaps
    included: the median of batches."""

    def measure_batches(call):
        measure_batch(call, 3)
        return statistics.median(measure_batch(call, count) for _ in range(batches))

    return run_program(name, sizes, False, measure_batches)
