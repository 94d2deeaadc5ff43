#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a convolution as one kernel of N maps or a few more, without mappings.

  utils/make-big-convolution.py N > big.mlir

It has the structure of the convolution that Mogers et al. (CC 2022) map: tiles
of windows and groups of filters; in each step a tile of the input and one of the
filters are fetched to local memory, windows and filters of a work-item to
private memory, and partial sums over the channels of the step are kept per
work-item; the sums are written at the end. The steps are written out, as many as
make N maps.
"""

import sys

MAPS_AROUND = 6
MAPS_PER_STEP = 12
PIXELS, FILTERS, CHANNELS = 8, 4, 6


class Writer:
    def __init__(self):
        self.lines = []
        self.depth = 1
        self.numbers = 0

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def name(self):
        self.numbers += 1
        return f"%v{self.numbers}"

    def maps(self, inputs, body):
        """Maps in each other over the common outer sizes of `inputs`, pairs of a
        name and a list of sizes; `body` gets the names of scalars."""
        sizes = inputs[0][1]
        result = self.name()
        args = [(self.name(), name, dims) for name, dims in inputs]
        text = ", ".join(f"{arg} = {name}" for arg, name, _ in args)
        types = ", ".join(array(dims) for _, _, dims in args)
        self.line(f"{result} = lift.map ({text} : {types}) {{")
        self.depth += 1
        inner = [(arg, dims[1:]) for arg, _, dims in args]
        if len(sizes) == 1:
            value, kind = body([arg for arg, _ in inner]), "f32"
        else:
            value, kind = self.maps(inner, body), array(sizes[1:])
        self.line(f"lift.yield {value} : {kind}")
        self.depth -= 1
        self.line("}")
        return result

    def copy(self, name, dims, space):
        """A copy, one map for each dimension."""
        copied = self.maps([(name, dims)], lambda scalars: scalars[0])
        stored = self.name()
        self.line(f"{stored} = lift.materialize {copied} in {space} : "
                  f"{array(dims)}")
        return stored

    def binary(self, op, lhs, rhs):
        result = self.name()
        self.line(f"{result} = arith.{op} {lhs}, {rhs} : f32")
        return result


def array(dims):
    return "!lift.array<" + " x ".join(str(dim) for dim in dims) + " x f32>"


def make_step(writer, image, filters, sums, step):
    """Adds the products of one range of channels to the sums: 12 maps."""
    depth = CHANNELS // 3
    parts = []
    for name, count in ((image, PIXELS), (filters, FILTERS)):
        turned, chosen = writer.name(), writer.name()
        low = step % 3 * depth
        writer.line(f"{turned} = lift.drop {name} size [{low}] dims [1] : "
                    f"{array([count, CHANNELS])}")
        writer.line(f"{chosen} = lift.take {turned} size [{depth}] dims [1] : "
                    f"{array([count, CHANNELS - low])}")
        local = writer.copy(chosen, [count, depth], "local")
        parts.append(writer.copy(local, [count, depth], "private"))
    dims = [PIXELS, FILTERS]

    def add(scalars):
        return writer.binary("addf", scalars[0], scalars[1])

    products = make_products(writer, *parts, depth)
    total = writer.maps([(sums, dims), (products, dims)], add)
    stored = writer.name()
    writer.line(f"{stored} = lift.materialize {total} in private : "
                f"{array(dims)}")
    return stored


def make_products(writer, windows, filters, depth):
    """The products of a step, two maps around a reduction."""
    result, row, cell = writer.name(), writer.name(), writer.name()
    p, f, total = writer.name(), writer.name(), writer.name()
    writer.line(f"{result} = lift.map ({p} = {windows} : "
                f"{array([PIXELS, depth])}) {{")
    writer.line(f"  {row} = lift.map ({f} = {filters} : "
                f"{array([FILTERS, depth])}) {{")
    writer.line(f"    {total} = lift.reduce (%a = {p}, %b = {f} : "
                f"{array([depth])}, {array([depth])}) init (%acc = %zero : f32) {{")
    writer.line("      %ab = arith.mulf %a, %b : f32")
    writer.line(f"      {cell} = arith.addf %acc, %ab : f32")
    writer.line(f"      lift.yield {cell} : f32")
    writer.line("    }")
    writer.line(f"    lift.yield {total} : f32")
    writer.line("  }")
    writer.line(f"  lift.yield {row} : {array([FILTERS])}")
    writer.line("}")
    stored = writer.name()
    writer.line(f"{stored} = lift.materialize {result} in private : "
                f"{array([PIXELS, FILTERS])}")
    return stored


def main():
    num_maps = int(sys.argv[1])
    writer = Writer()
    around = array(["T", "G", PIXELS, FILTERS])
    print(f"""func.func @convolution(%tiles: {array(["T", PIXELS, CHANNELS])}, %groups: {array(["G", FILTERS, CHANNELS])})
    -> {around} {{
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @convolution local_size [4, 2] global_size [8, 4] {{""")
    writer.depth = 2
    writer.line("%out = lift.map (%tile = %tiles : "
                f"{array(['T', PIXELS, CHANNELS])}) {{")
    writer.line("%row = lift.map (%group = %groups : "
                f"{array(['G', FILTERS, CHANNELS])}) {{")
    dims = [PIXELS, FILTERS]
    zeros = writer.name()
    writer.line(f"{zeros} = lift.broadcast %zero sizes [{PIXELS}, {FILTERS}] : f32")
    sums = writer.copy(zeros, dims, "private")
    for step in range((num_maps - MAPS_AROUND + MAPS_PER_STEP - 1)
                      // MAPS_PER_STEP):
        sums = make_step(writer, "%tile", "%group", sums, step)
    result = writer.maps([(sums, dims)], lambda scalars: writer.binary(
        "addf", scalars[0], scalars[0]))
    writer.line(f"lift.yield {result} : {array(dims)}")
    writer.line("}")
    writer.line(f"lift.yield %row : {array(['G'] + dims)}")
    writer.line("}")
    print("\n".join(writer.lines))
    print(f"""    lift.yield %out : {around}
  }}
  return %r : {around}
}}""")


if __name__ == "__main__":
    main()
