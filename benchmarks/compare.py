#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times generated kernels against hand-written ones on an OpenCL device.

`make FOLDER` compiles the programs and writes them and the hand-written kernels
as packages. `run FOLDER` launches them; it needs this folder, lift-launch and
OpenCL only, so that it can be carried to a machine without LLVM. For each list
of sizes, each package of either side is tried, and the fastest of each is
launched in turn, in PAIRS pairs; a pair's ratio is that of its two medians over
REPEAT runs, by device events. The table has the median ratio (above 1: generated
code is faster) and the interval that holds the true median with 95 % or more.
Both results must be equal, byte for byte: random inputs are multiples of 1/16,
whose sums of products are exact. Programs without kernels by hand are timed alone.
"""
import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import handwritten
from programs import PROGRAMS, SETS

ROOT = pathlib.Path(__file__).resolve().parent.parent


def get_generated(name):
    """(folder name, parameters) of each package that is compiled."""
    for params in PROGRAMS[name].params:
        tag = "-".join(f"{key}{value}" for key, value in params.items())
        yield name + (f"-{tag}" if tag else ""), params


class ToolError(Exception):
    """A tool fails, for another reason than its input."""


def run_tool(command, limit=None):
    """What it prints, or None if it refuses its input or takes more than `limit`
    seconds; and its messages."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, f"{' '.join(command)}: more than {limit} s\n"
    if done.returncode > 1:
        raise ToolError(f"{' '.join(command)}: {done.stderr}")
    return done.stdout if done.returncode == 0 else None, done.stderr


def get_options(params):
    """What lift-run takes for values of tuning names and of switches."""
    return [f"--{'param' if key.isupper() else 'lower'}={key}={value}"
            for key, value in params.items()]


def make(options):
    for name in options.programs:
        program = PROGRAMS[name]
        for folder, params in get_generated(name):
            command = [options.lift_run, str(ROOT / program.file),
                       f"--entry={program.entry}",
                       f"--emit-package={options.folder / folder}",
                       *get_options(params)]
            text, messages = run_tool(command)
            if text is None:
                sys.exit(f"{' '.join(command)}: {messages}")
        if program.kernels:
            kernels = handwritten.KERNELS[program.kernels]
            for folder, variant in kernels.get_packages(program.kernels):
                handwritten.write_package(kernels, variant, options.folder / folder)
    return 0


def launch(options, package, sizes, repeat, outputs=(), limit=None, figure="median_ns"):
    """A time of lift-launch's report in seconds, or why the package refuses the sizes:
    the median of the kernels' times together, or "run_ns", what one of `repeat` runs
    takes that follow each other."""
    report, messages = run_tool(
        [options.lift_launch, str(options.folder / package), f"--size={sizes}",
         f"--device={options.device}", f"--repeat={repeat}", "--json",
         f"--cache={options.folder / 'cache'}",
         *(f"--output={output}" for output in outputs)], limit)
    return json.loads(report)[figure] * 1e-9 if report else messages


def find_fastest(options, packages, sizes, limit=None):
    times = {package: launch(options, package, sizes, 5, limit=limit)
             for package in packages}
    accepted = {package: time for package, time in times.items()
                if not isinstance(time, str)}
    if not accepted:
        raise ToolError(f"{sizes}: no package takes these sizes\n"
                        + "".join(dict.fromkeys(times.values())))
    return min(accepted, key=accepted.get)


def get_interval(ratios):
    """The order statistics between which the median is with 95 % at least."""
    ordered, outside = sorted(ratios), 0.0
    rank = 0
    for below in range(len(ordered) // 2):
        outside += math.comb(len(ordered), below) * 0.5 ** len(ordered)
        if 2 * outside > 0.05:
            break
        rank = below
    return ordered[rank], ordered[-1 - rank]


def results_are_equal(options, packages, sizes):
    with tempfile.TemporaryDirectory() as scratch:
        outputs = [os.path.join(scratch, f"{i}.npy") for i in range(len(packages))]
        for package, output in zip(packages, outputs):
            launch(options, package, sizes, 1, [output])
        return len({pathlib.Path(output).read_bytes() for output in outputs}) == 1


def parse_sizes(sizes):
    return {key: int(value) for key, value in
            (size.split("=") for size in sizes.split(","))}


def compute(amount, sizes):
    """An expression over sizes."""
    return eval(amount, {}, parse_sizes(sizes))


def format_rate(program, sizes, seconds):
    amount, unit, scale = program.work
    return f"{compute(amount, sizes) / seconds / scale:.4g} {unit}"


def run_one(options, name, sizes):
    """A row of the table, and whether results are equal."""
    program = PROGRAMS[name]
    ours = find_fastest(options, [folder for folder, _ in get_generated(name)], sizes)
    if not program.kernels:
        time = statistics.median(launch(options, ours, sizes, options.repeat)
                                 for _ in range(options.pairs))
        return [name, sizes, ours, format_rate(program, sizes, time), "", "", ""], True
    kernels = handwritten.KERNELS[program.kernels]
    by_hand = find_fastest(
        options, [folder for folder, _ in kernels.get_packages(program.kernels)], sizes)
    pairs = [(launch(options, ours, sizes, options.repeat),
              launch(options, by_hand, sizes, options.repeat))
             for _ in range(options.pairs)]
    ratios = [theirs / mine for mine, theirs in pairs]
    lower, upper = get_interval(ratios)
    mine, theirs = (statistics.median(side) for side in zip(*pairs))
    equal = program.tolerant or results_are_equal(options, [ours, by_hand], sizes)
    return [name, sizes, ours, format_rate(program, sizes, mine), by_hand,
            format_rate(program, sizes, theirs),
            f"{statistics.median(ratios):.3f} ({lower:.3f} to {upper:.3f})"
            + ("" if equal else " RESULTS DIFFER")], equal


def print_table(columns, rows):
    """Prints rows as they come; returns how many say that results differ."""
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    failures = 0
    for row, equal in rows:
        failures += not equal
        print("| " + " | ".join(row) + " |", flush=True)
    return failures


def run(options):
    columns = ["program", "sizes", "generated", "", "by hand", "",
               "ratio (95 % interval)"]
    return print_table(columns, (run_one(options, name, sizes)
                                 for name in options.programs
                                 for sizes in options.sizes or PROGRAMS[name].sizes))


def make_parser(description, programs, choices):
    """What is common to the scripts that make packages and launch them."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("action", choices=["make", "run"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("programs", nargs="*", default=programs,
                        help=choices)
    parser.add_argument("--lift-run", default="lift-run")
    parser.add_argument("--lift-launch", default="lift-launch")
    parser.add_argument("--device", default="")
    return parser


def execute(options, make, run):
    """Does what the options ask for, where programs may be names of sets."""
    options.programs = [name for item in options.programs
                        for name in SETS.get(item, [item])]
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        sys.exit(min(1, make(options) if options.action == "make" else run(options)))
    except ToolError as error:
        sys.exit(str(error))


def main():
    parser = make_parser(__doc__, ["gpu"],
                         "programs, or the sets " + ", ".join(SETS))
    parser.add_argument("--sizes", action="append",
                        help="sizes instead of the program's; may be repeated")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--repeat", type=int, default=5)
    execute(parser.parse_args(), make, run)


if __name__ == "__main__":
    main()
