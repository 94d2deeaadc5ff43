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
    last is the result. Both map a name to its sizes. A variant has values of
    macros (in capitals) that the kernels are compiled with, and whatever
    `launches` and `requires` make of it.
    """
    source: str
    arrays: dict
    buffers: dict
    variants: list
    launches: object
    requires: object = lambda variant: []

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


def describe_array(name, sizes):
    return {"name": name, "type": "f32", "sizes": list(sizes)}


def describe_launch(launch, buffers, written):
    def describe(argument):
        if argument in buffers:
            return {"buffer": argument, "written": argument in written}
        return {"number": argument, "bits": 32}

    return {"launch": launch.kernel, "groups": launch.groups,
            "local": launch.local, "lines": [0], "source": "by hand",
            "arguments": [describe(argument) for argument in launch.arguments]}


def write_package(kernels, variant, folder):
    """Writes the package of a variant."""
    text = "".join(f"#define {key} {value}\n" for key, value in variant.items()
                   if key.isupper())
    text += (SOURCES / kernels.source).read_text()
    result, result_sizes = list(kernels.buffers.items())[-1]
    names = list(kernels.arrays) + list(kernels.buffers)
    sizes = dict.fromkeys(size for array in kernels.arrays.values()
                          for size in array if size.isidentifier())
    steps = [{"require": [left, "==", right], "message": f"needs {left} == {right}",
              "source": "by hand"} for left, right in kernels.requires(variant)]
    steps += [{"allocate": name, "source": "by hand",
               "bytes": "4 * " + " * ".join(f"({s})" for s in shape)}
              for name, shape in kernels.buffers.items()]
    steps += [describe_launch(launch, names, kernels.buffers)
              for launch in kernels.launches(variant)]
    manifest = {
        "format": "lift-package", "version": 1, "entry": kernels.source,
        "sizes": list(sizes),
        "arguments": [describe_array(*array) for array in kernels.arrays.items()],
        "results": [{**describe_array("result0", result_sizes), "buffer": result}],
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


KERNELS = {
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
}
