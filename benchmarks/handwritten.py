# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The hand-written kernels as kernel packages (docs/Packages.md).

So the program that launches and times them is the one that launches generated
code, with the same inputs.
"""
import dataclasses
import itertools
import json
import pathlib

SOURCES = pathlib.Path(__file__).resolve().parent / "handwritten"


@dataclasses.dataclass
class Launch:
    """`arguments` are names of arrays or buffers, or texts that give numbers."""
    kernel: str
    groups: list
    local: list
    arguments: list


@dataclasses.dataclass
class Kernels:
    """A file of kernels, and what the host does with them.

    `arrays` are the arguments of the function, `buffers` what it allocates: the
    last, or as many as `results` says, are its results. Both map a name to its
    sizes, an argument that is a number to None. A variant has values of
    macros (in capitals) that the kernels are compiled with, and whatever
    `launches` and `requires` make of it. Sizes of buffers may name macros.
    """
    source: str
    arrays: dict
    buffers: dict
    variants: list
    launches: object
    requires: object = lambda variant: []
    results: int = 1
    result_type: str = "f32"

    def get_packages(self, name):
        """(folder name, variant) of each variant."""
        for variant in self.variants:
            tag = "-".join(f"{key}{value}" for key, value in variant.items())
            yield f"{name}-by-hand" + (f"-{tag}" if tag else ""), variant


def product(**values):
    """All combinations of values."""
    return [dict(zip(values, choice))
            for choice in itertools.product(*values.values())]


def compute_checksum(texts):
    """64-bit FNV-1a, as docs/Packages.md says."""
    state = 0xcbf29ce484222325
    for text in texts:
        data = text.encode()
        for byte in data + len(data).to_bytes(8, "little"):
            state = (state ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return f"{state:016x}"


def describe_array(name, sizes, kind="f32"):
    return {"name": name, "type": kind, "sizes": list(sizes or [])}


def describe_launch(launch, arrays, written):
    def describe(argument):
        if argument in arrays and arrays[argument] is None:
            return {"scalar": argument, "bits": 32}
        if argument in arrays or argument in written:
            return {"buffer": argument, "written": argument in written}
        return {"number": argument, "bits": 32}

    return {"launch": launch.kernel, "groups": launch.groups,
            "local": launch.local, "lines": [0], "source": "by hand",
            # What nobody has counted.
            "local_bytes": 0, "private_bytes": 0,
            "arguments": [describe(argument) for argument in launch.arguments]}


def write_package(kernels, variant, folder):
    """Writes the package of a variant."""
    text = "".join(f"#define {key} {value}\n" for key, value in variant.items()
                   if key.isupper())
    text += (SOURCES / kernels.source).read_text()
    buffers = {name: [str(variant.get(size, size)) for size in shape]
               for name, shape in kernels.buffers.items()}
    results = list(buffers.items())[-kernels.results:]
    sizes = dict.fromkeys(size for array in kernels.arrays.values()
                          for size in array or [] if size.isidentifier())
    steps = [{"require": [left, "==", right], "message": f"needs {left} == {right}",
              "source": "by hand"} for left, right in kernels.requires(variant)]
    steps += [{"allocate": name, "source": "by hand",
               "bytes": "4 * " + " * ".join(f"({s})" for s in shape)}
              for name, shape in buffers.items()]
    steps += [describe_launch(launch, kernels.arrays, buffers)
              for launch in kernels.launches(variant)]
    manifest = {
        "format": "lift-package", "version": 1, "entry": kernels.source,
        "sizes": list(sizes),
        "arguments": [describe_array(*array) for array in kernels.arrays.items()],
        "results": [{**describe_array(f"result{i}", shape, kernels.result_type),
                     "buffer": name}
                    for i, (name, shape) in enumerate(results)],
        "steps": steps,
    }
    plain = json.dumps(manifest, separators=(",", ":"))
    manifest["checksum"] = compute_checksum([plain, text])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernels.cl").write_text(text)
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1))


def launch_convolution(variant):
    tiles = f"(H * W) ceildiv {variant['CM']}"
    split = str(variant["split"])
    convolution = Launch(
        "conv3x3", [f"Co / {variant['CN']}", tiles, split], ["256", "1", "1"],
        ["in", "weights", "bias", "partial" if variant["split"] > 1 else "out",
         "H", "W", "Ci", "Co", split])
    if variant["split"] == 1:
        return [convolution]
    return [convolution, Launch(
        "reduce_partials", ["(H * W * Co / 4) ceildiv 256", "1", "1"],
        ["256", "1", "1"],
        ["partial", "bias", "out", "H * W * Co / 4", "Co / 4", split])]


def launch_nbody(variant):
    """Where nothing is split, the first kernel writes the results."""
    inputs, results = ["x", "y", "z", "mass"], ["ax", "ay", "az"]
    split = variant["SPLIT"]
    parts = results if split == 1 else ["px", "py", "pz"]
    bodies = Launch(
        "nbody", [f"N / {variant['GROUP'] * variant['BODIES']}", str(split), "1"],
        [str(variant["GROUP"]), "1", "1"], [*inputs, *parts, "N"])
    if split == 1:
        return [bodies]
    return [bodies, Launch("nbody_sums", ["N / 256", "1", "1"], ["256", "1", "1"],
                           [*parts, *results, "N"])]


def launch_atax(variant):
    return [Launch("atax", [str(variant["GROUPS"]), "1", "1"],
                   [str(variant["THREADS"]), "1", "1"], ["A", "x", "partial", "M", "N"]),
            Launch("atax_sums", ["N / 32", "1", "1"], ["32", "8", "1"],
                   ["partial", "y", "N"])]


def per_group(kernel, groups, arguments):
    """A launch of groups of one work-item."""
    groups = [*groups, "1", "1"][:3]
    return Launch(kernel, groups, ["1", "1", "1"], arguments)


# What the kernels of cpu.cl that do not vary are compiled with.
CPU = [{"T": 16, "CHUNK": 65536}]


def for_mali(kernel, arrays, results, items, requires, numbers):
    """A kernel of mali.cl, as many work-items as `items` says in groups of one."""
    return Kernels(
        "mali.cl", arrays, results, [{}],
        lambda variant: [per_group(kernel, items, [*arrays, *results, *numbers])],
        lambda variant: [(f"{size} mod {unit}", "0") for size, unit in requires])


KERNELS = {
    "mali-sgemm": for_mali(
        "sgemm", {"A": ["M", "K"], "B": ["K", "N"]}, {"C": ["M", "N"]},
        ["N / 4", "M / 4"], [("M", 4), ("N", 4), ("K", 4)], ["M", "N", "K"]),
    "mali-conv3x3": for_mali(
        "conv3x3",
        {"in": ["H", "W", "Ci"], "weights": ["Co", "3", "3", "Ci"], "bias": ["Co"]},
        {"out": ["H", "W", "Co"]}, ["Co / 4", "W / 4", "H"],
        [("W", 4), ("Ci", 4), ("Co", 4)], ["H", "W", "Ci", "Co"]),
    "mali-gemv": for_mali(
        "gemv", {"A": ["M", "K"], "x": ["K"]}, {"y": ["M"]}, ["M / 4"],
        [("M", 4), ("K", 16)], ["M", "K"]),
    "mali-gemv-transposed": for_mali(
        "gemv_transposed", {"A": ["K", "M"], "x": ["K"]}, {"y": ["M"]}, ["M / 16"],
        [("M", 16), ("K", 4)], ["M", "K"]),
    "mali-jacobi2d": for_mali(
        "jacobi2d", {"in": ["H", "W"]}, {"out": ["H", "W"]}, ["W / 4", "H / 4"],
        [("H", 4), ("W", 4)], ["H", "W"]),
    "mali-stencil3d": for_mali(
        "stencil3d", {"in": ["D", "H", "W"]}, {"out": ["D", "H", "W"]},
        ["W / 4", "H", "D / 4"], [("D", 4), ("W", 4)], ["D", "H", "W"]),
    "sgemm": Kernels(
        "sgemm.cl", {"A": ["M", "K"], "B": ["K", "N"]}, {"C": ["M", "N"]},
        product(BK=[8, 16], PADA=[4]),
        lambda variant: [Launch("sgemm", ["N / 128", "M / 128", "1"],
                               ["256", "1", "1"], ["A", "B", "C", "M", "N", "K"])],
        lambda variant: [("M mod 128", "0"), ("N mod 128", "0"),
                        (f"K mod {variant['BK']}", "0")]),
    "conv3x3": Kernels(
        "conv3x3.cl",
        {"in": ["H", "W", "Ci"], "weights": ["Co", "3", "3", "Ci"], "bias": ["Co"]},
        {"partial": ["9", "H", "W", "Co"], "out": ["H", "W", "Co"]},
        [{"BK": bk, "PADA": 4, "CM": cm, "CN": cn, "split": sk}
         for bk, cm, cn in [(8, 128, 128), (8, 128, 64), (16, 128, 128),
                            (16, 128, 64), (16, 64, 64), (16, 64, 32), (16, 64, 128)]
         for sk in [1, 2, 3, 6, 9]],
        launch_convolution,
        lambda variant: [(f"Ci mod {variant['BK']}", "0"),
                        (f"Co mod {variant['CN']}", "0")]),
    "cpu-sgemm": Kernels(
        "cpu.cl", {"A": ["M", "K"], "B": ["K", "N"]}, {"C": ["M", "N"]}, CPU,
        lambda variant: [per_group("sgemm", ["M / 8", "N / 32"],
                                   ["A", "B", "C", "M", "N", "K"])]),
    "cpu-gemv": Kernels(
        "cpu.cl", {"A": ["M", "K"], "x": ["K"]}, {"y": ["M"]}, CPU,
        lambda variant: [per_group("gemv", ["M"], ["A", "x", "y", "K"])],
        lambda variant: [("K mod 64", "0")]),
    "cpu-transpose": Kernels(
        "cpu.cl", {"A": ["M", "N"]}, {"B": ["N", "M"]}, product(T=[16, 64], CHUNK=[65536]),
        lambda variant: [per_group(
            "transpose", [f"M / {variant['T']}", f"N / {variant['T']}"],
            ["A", "B", "M", "N"])]),
    "cpu-sum": Kernels(
        "cpu.cl", {"x": ["N"]},
        {"partial": ["N / 65536"], "total": ["1"]}, CPU,
        lambda variant: [
            per_group("sum_chunks", ["N / 65536"], ["x", "partial"]),
            per_group("sum_partial", ["1"], ["partial", "total", "N / 65536"])]),
    "cpu-separable": Kernels(
        "cpu.cl", {"in": ["H", "W"], "row": ["17"], "column": ["17"]},
        {"rows": ["H", "W"], "out": ["H", "W"]}, CPU,
        lambda variant: [
            per_group("convolve_rows", ["H"], ["in", "row", "rows", "W"]),
            per_group("convolve_columns", ["H"], ["rows", "column", "out", "H", "W"])]),
    "cpu-nbody": Kernels(
        "cpu.cl", {name: ["N"] for name in ("x", "y", "z", "mass")},
        {name: ["N"] for name in ("ax", "ay", "az")}, CPU,
        lambda variant: [per_group("nbody", ["N / 16"],
                                   ["x", "y", "z", "mass", "ax", "ay", "az", "N"])],
        results=3),
    "nbody": Kernels(
        "peers.cl", {name: ["N"] for name in ("x", "y", "z", "mass")},
        {**{name: ["SPLIT", "N"] for name in ("px", "py", "pz")},
         **{name: ["N"] for name in ("ax", "ay", "az")}},
        [dict(zip(("GROUP", "BODIES", "SPLIT"), values)) for values in (
            (256, 2, 4), (256, 2, 32), (512, 2, 16), (512, 2, 32))],
        launch_nbody,
        lambda variant: [(f"N mod {variant['GROUP'] * variant['BODIES']}", "0"),
                         (f"N mod {variant['GROUP'] * variant['SPLIT']}", "0")],
        results=3),
    "mriq": Kernels(
        "peers.cl",
        {**{name: ["X"] for name in ("x", "y", "z")},
         **{name: ["K"] for name in ("kx", "ky", "kz", "magnitude")}},
        {"real": ["X"], "imaginary": ["X"]}, product(PLACES=[1, 2]),
        lambda variant: [Launch(
            "mriq", [f"X / {256 * variant['PLACES']}", "1", "1"], ["256", "1", "1"],
            ["x", "y", "z", "kx", "ky", "kz", "magnitude", "real", "imaginary", "K"])],
        lambda variant: [(f"X mod {256 * variant['PLACES']}", "0"),
                         ("K mod 256", "0")],
        results=2),
    "jacobi2d": Kernels(
        "peers.cl", {"in": ["H", "W"]}, {"out": ["H", "W"]},
        product(JACOBI_ROWS=[4]),
        lambda variant: [Launch(
            "jacobi2d", ["W ceildiv 512", f"H / {variant['JACOBI_ROWS']}", "1"],
            ["128", "1", "1"], ["in", "out", "H", "W"])],
        lambda variant: [("W mod 4", "0"), (f"H mod {variant['JACOBI_ROWS']}", "0")]),
    "stencil3d": Kernels(
        "peers.cl", {"in": ["D", "H", "W"]}, {"out": ["D", "H", "W"]},
        product(PLANES=[16]),
        lambda variant: [Launch(
            "stencil3d", ["W ceildiv 128", "H ceildiv 8", f"D / {variant['PLANES']}"],
            ["32", "8", "1"], ["in", "out", "D", "H", "W"])],
        lambda variant: [("W mod 4", "0"), (f"D mod {variant['PLANES']}", "0")]),
    "separable": Kernels(
        "peers.cl", {"in": ["H", "W"], "row": ["17"], "column": ["17"]},
        {"out": ["H", "W"]},
        [dict(zip(("COLUMNS", "SEPARABLE_ROWS"), values))
         for values in ((128, 32), (128, 64), (64, 64), (64, 128))],
        lambda variant: [Launch(
            "separable",
            [f"W / {variant['COLUMNS']}", f"H / {variant['SEPARABLE_ROWS']}", "1"],
            ["256", "1", "1"], ["in", "row", "column", "out", "H", "W"])],
        lambda variant: [(f"W mod {variant['COLUMNS']}", "0"),
                         (f"H mod {variant['SEPARABLE_ROWS']}", "0")]),
    "kmeans": Kernels(
        "peers.cl", {"features": ["F", "P"], "centres": ["C", "F"]}, {"numbers": ["P"]},
        product(FEATURES=[34], CENTRES=[5], POINTS=[2], GROUP=[256, 512]),
        lambda variant: [Launch(
            "kmeans", [f"P / {variant['GROUP'] * variant['POINTS']}", "1", "1"],
            [str(variant["GROUP"]), "1", "1"],
            ["features", "centres", "numbers", "P"])],
        lambda variant: [("F", str(variant["FEATURES"])), ("C", str(variant["CENTRES"])),
                         (f"P mod {variant['GROUP'] * variant['POINTS']}", "0")],
        result_type="i32"),
    "atax": Kernels(
        "peers.cl", {"A": ["M", "N"], "x": ["N"]},
        {"partial": ["GROUPS", "N"], "y": ["N"]},
        [dict(zip(("THREADS", "VECTORS", "ROWS", "GROUPS", "AHEAD"), values))
         for values in ((1024, 2, 1, 132, 1), (512, 4, 1, 132, 1), (64, 1, 2, 4, 1))],
        launch_atax,
        lambda variant: [("N", str(4 * variant["THREADS"] * variant["VECTORS"])),
                         (f"M mod {variant['ROWS']}", "0")]),
    "gesummv": Kernels(
        "peers.cl",
        {"A": ["M", "N"], "B": ["M", "N"], "x": ["N"], "alpha": None, "beta": None},
        {"y": ["M"]}, product(GESUMMV=[256]),
        lambda variant: [Launch(
            "gesummv", ["M", "1", "1"], [str(variant["GESUMMV"]), "1", "1"],
            ["A", "B", "x", "alpha", "beta", "y", "N"])],
        lambda variant: [("N mod 4", "0")]),
}
