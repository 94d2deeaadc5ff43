# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compare.py and peers.py measure: programs, their tuning names, sizes, work."""
import dataclasses

from handwritten import product

FLOP = "TFLOP/s", 1e12
BYTES = "GB/s", 1e9


@dataclasses.dataclass
class Program:
    """`params`: the values to try of tuning names (in capitals), and of options of
    the code generator. `sizes`: lists of sizes, for
    lift-launch. `work`: what counts, in sizes, its unit and scale. `kernels`: the
    kernels by hand to compare with. `tolerant`: results may differ in rounding.
    `library`: the function of libraries.py. `bound`: what bounds the time, in sizes:
    bytes, flops, and operations of special functions. `trial`: sizes to try before
    those of the program, where it may be far too slow."""
    file: str
    entry: str
    params: list
    sizes: list
    work: tuple
    kernels: str = ""
    tolerant: bool = False
    library: str = ""
    bound: dict = dataclasses.field(default_factory=dict)
    trial: str = ""


def without_choices(name, sizes, work, bound=None, **others):
    """A program of examples/ that says nothing of how it runs. Without `bound`, the
    work is what bounds the time."""
    amount, unit, _ = work
    bound = bound or {"bytes" if unit == "GB/s" else "flops": amount}
    return Program(f"examples/{name}.mlir", name.replace("-", "_"), [{}], sizes, work,
                   bound=bound, **{"library": name.replace("-", "_"), **others})


def convolution(name, layers, taps, step=1):
    """`layers`: channels, height and width, and channels of the result."""
    outputs = f"(H // {step}) * (W // {step}) * Co"
    work = f"2 * {taps} * Ci * {outputs}"
    return without_choices(
        name, [f"H={n},W={n},Ci={ci},Co={co}" for ci, n, co in layers], (work, *FLOP),
        {"flops": work, "bytes": f"4 * (H * W * Ci + {taps} * Ci * Co + {outputs})"})


SQUARE = ["M=8192,N=8192"]

# Programs without choices against libraries, and against kernels by hand where there
# is no library. Convolutions: the layers of VGG-16 and those of ResNet-18.
TEXTS = {
    "matmul": without_choices(
        "matmul", [*(f"M={n},N={n},K={n}" for n in (1024, 2048, 4096, 8192)),
                   "M=4095,N=4097,K=4099"],
        ("2 * M * N * K", *FLOP),
        {"flops": "2 * M * N * K", "bytes": "4 * (M * K + K * N + M * N)"}),
    "batched-matmul": without_choices(
        "batched-matmul", ["P=64,M=256,N=256,K=256"], ("2 * P * M * N * K", *FLOP),
        {"flops": "2 * P * M * N * K", "bytes": "4 * P * (M * K + K * N + M * N)"}),
    "conv3x3": convolution("conv3x3", [
        (3, 224, 64), (64, 224, 64), (64, 112, 128), (128, 112, 128), (128, 56, 256),
        (256, 56, 256), (256, 28, 512), (512, 28, 512), (512, 14, 512),
        (64, 56, 64), (128, 28, 128), (256, 14, 256), (512, 7, 512)], 9),
    "conv7x7-step2": convolution("conv7x7-step2", [(3, 224, 64)], 49, 2),
    "conv3x3-step2": convolution(
        "conv3x3-step2", [(64, 56, 128), (128, 28, 256), (256, 14, 512)], 9, 2),
    "conv1x1": convolution("conv1x1", [(64, 56, 64)], 1),
    "conv1x1-step2": convolution(
        "conv1x1-step2", [(64, 56, 128), (128, 28, 256), (256, 14, 512)], 1, 2),
    "gemv": without_choices("gemv", ["M=8192,K=8192"], ("4 * M * K", *BYTES)),
    "gemv-transposed": without_choices(
        "gemv-transposed", ["M=8192,K=8192"], ("4 * M * K", *BYTES)),
    "sum": without_choices("sum", [f"N={1 << 28}"], ("4 * N", *BYTES),
                           trial=f"N={1 << 18}"),
    "sum-and-squares": without_choices(
        "sum-and-squares", [f"N={1 << 28}"], ("4 * N", *BYTES), trial=f"N={1 << 18}"),
    "min-max-sum": without_choices(
        "min-max-sum", [f"N={1 << 28}"], ("4 * N", *BYTES), trial=f"N={1 << 18}"),
    "slambench-sums": without_choices(
        "slambench-sums", [f"N={1 << 24}"], ("32 * N", *BYTES), trial=f"N={1 << 16}"),
    "transpose": without_choices("transpose", SQUARE, ("8 * M * N", *BYTES)),
    "softmax": without_choices("softmax", ["M=4096,N=4096"], ("8 * M * N", *BYTES)),
    "layer-norm": without_choices(
        "layer-norm", ["M=4096,N=4096"], ("8 * M * N", *BYTES)),
    "prefix-sum": without_choices(
        "prefix-sum", [f"N={1 << 26}"], ("8 * N", *BYTES), trial=f"N={1 << 18}"),
    # Of a pair of bodies: 12 instructions, which take the time of 24 operations, and
    # a root; counted as 20 operations, as is usual.
    "nbody": without_choices(
        "nbody", ["N=16384", "N=131072"], ("20 * N * N", *FLOP),
        {"flops": "24 * N * N", "special": "N * N"}, kernels="nbody", tolerant=True),
    "jacobi2d": without_choices("jacobi2d", ["H=8192,W=8192"], ("8 * H * W", *BYTES),
                                kernels="jacobi2d"),
    "stencil3d": without_choices("stencil3d", ["D=512,H=512,W=512"],
                                 ("8 * D * H * W", *BYTES), kernels="stencil3d"),
    "separable": without_choices(
        "separable", ["H=8192,W=8192"], ("8 * H * W", *BYTES),
        {"bytes": "8 * H * W", "flops": "68 * H * W"}, kernels="separable"),
    "kmeans": without_choices(
        "kmeans", ["P=819200,F=34,C=5"], ("4 * P * (F + 1)", *BYTES),
        {"bytes": "4 * P * (F + 1)", "flops": "4 * P * F * C"}, kernels="kmeans"),
    # Of a place and a sample: a cosine and a sine, and at least 6 instructions.
    "mriq": without_choices(
        "mriq", ["X=262144,K=2048"], ("12 * X * K", *FLOP),
        {"flops": "12 * X * K", "special": "2 * X * K"}, kernels="mriq", tolerant=True),
    "atax": without_choices("atax", SQUARE, ("4 * M * N", *BYTES), kernels="atax",
                            tolerant=True),
    "gesummv": without_choices("gesummv", SQUARE, ("8 * M * N", *BYTES),
                               kernels="gesummv", tolerant=True),
}

PROGRAMS = {
    "sgemm": Program(
        "examples/lowlevel/sgemm.mlir", "sgemm", product(BK=[8, 16]),
        [f"M={n},N={n},K={n}" for n in (2048, 4096, 8192)],
        ("2 * M * N * K", *FLOP), "sgemm"),
    # The layers of VGG-16 that the kernel by hand takes.
    "conv3x3": Program(
        "examples/lowlevel/conv3x3.mlir", "conv3x3",
        [params for params in product(**{
            "BK": [16], "CM": [128], "CN": [64, 128], "ST": [1, 9], "SC": [1, 2, 4],
            "pipeline": ["true", "false"], "reduce-strength": ["true", "false"]})
         if (params["ST"], params["SC"]) != (9, 4)],
        [f"H={n},W={n},Ci={ci},Co={co}" for ci, n, co in (
            (64, 224, 64), (64, 112, 128), (128, 112, 128), (128, 56, 256),
            (256, 56, 256), (256, 28, 512), (512, 28, 512), (512, 14, 512))],
        ("18 * H * W * Ci * Co", *FLOP), "conv3x3"),
    "axpy": Program("examples/lowlevel/axpy.mlir", "axpy", [{}],
                    [f"N={1 << 26}"], ("12 * N", *BYTES)),
    "sum": Program("examples/lowlevel/sum.mlir", "sum",
                   product(GROUP=[16384, 65536, 262144]),
                   [f"N={1 << 28}"], ("4 * N", *BYTES)),
    "transpose": Program("examples/lowlevel/transpose.mlir", "transpose",
                         product(T=[32, 64]), ["M=8192,N=8192"],
                         ("8 * M * N", *BYTES)),
    "gemv": Program("examples/lowlevel/gemv.mlir", "gemv", [{}],
                    ["M=8192,K=8192"], ("4 * M * K", *BYTES)),
    "cpu-sgemm": Program("examples/cpu/sgemm.mlir", "sgemm", [{}],
                         ["M=512,N=512,K=512"], ("2 * M * N * K", *FLOP), "cpu-sgemm"),
    "cpu-gemv": Program("examples/cpu/gemv.mlir", "gemv", [{}],
                        ["M=2048,K=2048"], ("4 * M * K", *BYTES), "cpu-gemv"),
    "cpu-transpose": Program("examples/cpu/transpose.mlir", "transpose",
                             product(T=[16, 32, 64, 256]), ["M=4096,N=4096"],
                             ("8 * M * N", *BYTES), "cpu-transpose"),
    "cpu-separable": Program("examples/cpu/separable.mlir", "separable", [{}],
                             ["H=1024,W=1024"], ("68 * H * W", *FLOP),
                             "cpu-separable"),
    "cpu-sum": Program("examples/cpu/sum.mlir", "sum", [{}], [f"N={1 << 24}"],
                       ("4 * N", *BYTES), "cpu-sum"),
    "cpu-nbody": Program("examples/cpu/nbody.mlir", "nbody", [{}], ["N=4096"],
                         ("20 * N * N", *FLOP), "cpu-nbody"),
}

PROGRAMS.update({f"text-{name}": program for name, program in TEXTS.items()})

SETS = {"gpu": ["sgemm", "conv3x3", "axpy", "sum", "transpose", "gemv"],
        "cpu": [name for name in PROGRAMS if name.startswith("cpu-")],
        "text": [f"text-{name}" for name in TEXTS]}
