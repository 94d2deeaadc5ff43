#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times programs without choices at random sizes beside the sizes that are listed.

Of each program COUNT lists of sizes are drawn with SEED: each size is that of a listed
one times up to SPREAD, or divided by it, and is a multiple of 64, of 4 or of nothing;
the work of all is at most SPREAD times more or less than that of the listed one.
`make FOLDER` writes packages for them as peers.py does: of each program one for all
sizes of any device, and one for each list of sizes and TARGET. `run FOLDER` launches
them. The table has, for each list, the rate (by the work of programs.py) over that of
the listed one nearest to it, with both kinds of packages. It has no figure where a
program does not take the sizes, as convolutions with a step of 2 do not take odd ones;
why is said on the error stream.
"""
import math
import random
import sys

import compare
import peers
from compare import ToolError
from programs import PROGRAMS

COLUMNS = ["program", "sizes", "nearest listed", "text alone", "for its sizes"]


def draw_size(rng, value, spread):
    scaled = value * spread ** rng.uniform(-1, 1)
    step = rng.choice([64, 4, 1])
    return max(1, round(scaled / step) * step if scaled >= step else round(scaled))


def get_distance(left, right):
    """How far two lists of sizes are from each other, in powers of e."""
    left, right = compare.parse_sizes(left), compare.parse_sizes(right)
    return sum(abs(math.log(left[name] / right[name])) for name in left)


def find_nearest(program, sizes):
    return min(program.sizes, key=lambda listed: get_distance(listed, sizes))


def draw_sizes(rng, program, spread):
    amount = program.work[0]
    while True:
        listed = rng.choice(program.sizes)
        sizes = ",".join(f"{name}={draw_size(rng, value, spread)}"
                         for name, value in compare.parse_sizes(listed).items())
        nearest = find_nearest(program, sizes)
        ratio = compare.compute(amount, sizes) / compare.compute(amount, nearest)
        if 1 / spread <= ratio <= spread:
            return sizes


def draw(options):
    """The name of each program, and the lists of sizes that are drawn for it."""
    for name in options.programs:
        program = PROGRAMS[name]
        rng = random.Random(f"{name} {options.seed}")
        yield name, [draw_sizes(rng, program, options.spread)
                     for _ in range(options.count)]


def make(options):
    for name, drawn in draw(options):
        for sizes in [*PROGRAMS[name].sizes, *drawn]:
            try:
                peers.make_sized(options, name, sizes)
            except ToolError as error:
                print(error, file=sys.stderr)
    return compare.make(options)


def measure(options, package, sizes):
    """The time, or None where the package refuses the sizes."""
    try:
        return peers.launch(options, package, sizes, options.repeat)
    except ToolError as error:
        print(f"{package} {sizes}: {error}", file=sys.stderr)
        return None


def format_share(program, sizes, seconds, nearest, nearest_seconds):
    if not seconds or not nearest_seconds:
        return ""
    amount = program.work[0]
    share = (compare.compute(amount, sizes) / seconds
             / (compare.compute(amount, nearest) / nearest_seconds))
    return f"{peers.format_time(seconds)}, {share:.2f}"


def run_one(options, name, drawn):
    program = PROGRAMS[name]
    kinds = [lambda sizes: name, lambda sizes: peers.get_sized(name, sizes)]
    listed = {sizes: [measure(options, get_package(sizes), sizes) for get_package in kinds]
              for sizes in program.sizes}
    for sizes in drawn:
        nearest = find_nearest(program, sizes)
        yield [name.removeprefix("text-"), sizes, nearest,
               *(format_share(program, sizes, measure(options, get_package(sizes), sizes),
                              nearest, nearest_seconds)
                 for get_package, nearest_seconds in zip(kinds, listed[nearest]))], True


def run(options):
    return compare.print_table(COLUMNS, (row for name, drawn in draw(options)
                                         for row in run_one(options, name, drawn)))


def main():
    parser = peers.make_parser(__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20,
                        help="lists of sizes of each program (default: 20)")
    parser.add_argument("--spread", type=float, default=4,
                        help="how far sizes and work are from those listed (default: 4)")
    compare.execute(parser.parse_args(), make, run)


if __name__ == "__main__":
    main()
