#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each optimisation of the code generator is worth.

`make FOLDER` compiles each program with all of them, with each switched off, and
with none, and writes kernel packages. `run FOLDER` launches them; it needs this
folder, lift-launch and OpenCL only. The variants of a program are launched in
turn, ROUNDS times; the table has the median time with all optimisations, and how
many times slower the others are, by the median of the ratios within a round.
Results must be equal, byte for byte.
"""
import statistics
import sys

from compare import (ROOT, execute, get_options, launch, make_parser, print_table,
                     results_are_equal, run_tool)
from programs import PROGRAMS

SWITCHES = ["simplify-indices", "reduce-strength", "barriers",
            "simplify-control-flow", "vectorize-accesses", "pipeline"]
VARIANTS = {"all": []} | {switch: [switch] for switch in SWITCHES} | {"none": SWITCHES}

# Sizes for a large GPU, and for a CPU.
SIZES = {
    "sgemm": ("M=2048,N=2048,K=2048", "M=512,N=512,K=512"),
    "conv3x3": ("H=56,W=56,Ci=256,Co=256", "H=28,W=28,Ci=64,Co=64"),
    "axpy": ("N=16777216", "N=4194304"),
    "sum": ("N=67108864", "N=16777216"),
    "transpose": ("M=4096,N=4096", "M=2048,N=2048"),
    "gemv": ("M=4096,K=4096", "M=2048,K=2048"),
}


def get_package(name, variant):
    return f"{name}-{variant}"


def make(options):
    for name in options.programs:
        program = PROGRAMS[name]
        for variant, switches in VARIANTS.items():
            command = [options.lift_run, str(ROOT / program.file),
                       f"--entry={program.entry}",
                       f"--emit-package={options.folder / get_package(name, variant)}",
                       *get_options({key: value for key, value in
                                     program.params[0].items() if key.isupper()}),
                       *(f"--lower={switch}=false" for switch in switches)]
            text, messages = run_tool(command)
            if text is None:
                sys.exit(f"{' '.join(command)}: {messages}")
    return 0


def run_one(options, name):
    sizes = options.sizes or SIZES[name][options.small]
    packages = [get_package(name, variant) for variant in VARIANTS]
    equal = results_are_equal(options, packages, sizes)
    rounds = [[launch(options, package, sizes, options.repeat) for package in packages]
              for _ in range(options.rounds)]
    ratios = [statistics.median(times[i] / times[0] for times in rounds)
              for i in range(1, len(packages))]
    best = statistics.median(times[0] for times in rounds)
    return [name + ("" if equal else " RESULTS DIFFER"), sizes, f"{best * 1e6:.4g}",
            *(f"{ratio:.2f}" for ratio in ratios)], equal


def run(options):
    columns = ["program", "sizes", "all, us",
               *("no " + switch for switch in SWITCHES), "none"]
    return print_table(columns, (run_one(options, name) for name in options.programs))


def main():
    parser = make_parser(__doc__, list(SIZES), ", ".join(SIZES))
    parser.add_argument("--sizes", help="sizes instead of the program's")
    parser.add_argument("--small", action="store_true", help="sizes for a CPU")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--repeat", type=int, default=3)
    execute(parser.parse_args(), make, run)


if __name__ == "__main__":
    main()
