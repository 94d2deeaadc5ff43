# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compare.py measures: programs, their tuning names, sizes, and work."""
import dataclasses

from handwritten import product

FLOP = "TFLOP/s", 1e12
BYTES = "GB/s", 1e9


@dataclasses.dataclass
class Program:
    """`params`: the values to try of tuning names (in capitals), and of options of
    the code generator. `sizes`: lists of sizes, for
    lift-launch. `work`: what counts, in sizes, its unit and scale. `kernels`: the
    kernels by hand to compare with. `tolerant`: results may differ in rounding."""
    file: str
    entry: str
    params: list
    sizes: list
    work: tuple
    kernels: str = ""
    tolerant: bool = False


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

SETS = {"gpu": ["sgemm", "conv3x3", "axpy", "sum", "transpose", "gemv"],
        "cpu": [name for name in PROGRAMS if name.startswith("cpu-")]}
