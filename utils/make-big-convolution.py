#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a convolution as one kernel of N maps or a few more, without mappings.

  utils/make-big-convolution.py N [LAYER] > big.mlir

It has the structure of the convolution that Mogers et al. (CC 2022) map: tiles
of windows and groups of filters; in each step a tile of the input and one of the
filters are fetched to local memory, windows and filters of a work-item to
private memory, and partial sums over the channels of the step are kept per
work-item; the sums are written at the end. The steps are written out, as many as
make N maps.

With the number of a layer of VGG-16, sizes are the names of the paper's artifact,
with the values that it has used for some layer and a few others; what must divide
what is required of the function.
"""

import sys

MAPS_AROUND = 6
MAPS_PER_STEP = 12

# Image size, channels, filters of layers; and the values that the artifact has
# for them: padding right and below; tile width, height, depth; filters of a group;
# windows in x and y and filters of a work-item; tiles of a window; what of the
# input and how many filters a work-item caches; local sizes.
NAMES = ("PR PB TW TH TD KG SX SY SK WW WH CX CY CD CK L0 L1 L2").split()
LAYERS = {
    0: ((224, 3, 64), (4, 16, 4, 16, 3, 4, 4, 1, 4, 1, 1, 4, 1, 3, 4, 1, 3, 16)),
    1: ((224, 64, 64), (4, 16, 4, 16, 32, 4, 4, 1, 4, 1, 1, 4, 1, 4, 4, 8, 3, 16)),
    2: ((112, 64, 128), (4, 16, 4, 16, 32, 4, 4, 1, 4, 1, 1, 4, 1, 4, 4, 8, 3, 16)),
    3: ((112, 128, 128), (4, 16, 4, 16, 32, 4, 4, 1, 4, 1, 1, 4, 1, 4, 4, 8, 3, 16)),
    4: ((56, 128, 256), (4, 8, 4, 16, 32, 4, 4, 1, 4, 1, 1, 4, 1, 4, 4, 8, 3, 16)),
    5: ((56, 256, 256), (4, 8, 4, 16, 32, 4, 4, 1, 4, 1, 1, 4, 1, 4, 4, 8, 3, 16)),
    7: ((28, 256, 512), (4, 4, 4, 16, 32, 4, 4, 1, 4, 1, 1, 4, 1, 4, 4, 8, 3, 16)),
    8: ((28, 512, 512), (4, 4, 4, 16, 32, 4, 4, 1, 4, 1, 1, 4, 1, 4, 4, 8, 3, 16)),
    10: ((14, 512, 512), (1, 1, 5, 5, 16, 4, 5, 1, 4, 1, 1, 5, 1, 4, 4, 4, 3, 5)),
}
# No layer's: one that divides nothing, and one that is too large for a group.
OTHERS = {"TW": 7, "CD": 7, "L0": 64}


class Shape:
    """The sizes of a step, and what the function says of them."""

    def __init__(self, layer):
        self.pixels, self.filters, self.channels, self.depth = 8, 4, 6, 2
        self.local, self.attributes = ("4", "2"), ""
        if layer is None:
            return
        self.pixels, self.filters = "(TH * TW)", "KG"
        self.channels, self.depth = "TD", "CD"
        self.local = ("L0", "L1", "L2")
        values = {name: {point[i] for _, point in LAYERS.values()}
                  for i, name in enumerate(NAMES)}
        for name, value in OTHERS.items():
            values[name].add(value)
        params = ", ".join(f"{name} = {sorted(values[name])}" for name in NAMES)
        size, channels, filters = LAYERS[layer][0]
        divides = [("TW", f"{size} + PR"), ("TH", f"{size} + PB"),
                   ("TD", channels), ("KG", filters), ("SX", "TW"), ("SY", "TH"),
                   ("SK", "KG"), ("WW", 3), ("WH", 3), ("CX", "SX"),
                   ("CY", "SY"), ("CD", "TD"), ("CK", "SK")]
        requires = ", ".join(f"#lift.constraint<{divisor} divides {value}>"
                             for divisor, value in divides)
        self.attributes = (f"\n    attributes {{lift.params = {{{params}}},\n"
                           f"                lift.requires = [{requires}]}}")


class Writer:
    def __init__(self, shape):
        self.shape = shape
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
    shape = writer.shape
    depth = shape.depth
    parts = []
    for name, count in ((image, shape.pixels), (filters, shape.filters)):
        chosen, channels = writer.name(), shape.channels
        # Tuned steps all take the first channels: how many there are is not known.
        if depth == 2:
            dropped, low = writer.name(), step % 3 * depth
            writer.line(f"{dropped} = lift.drop {name} size [{low}] dims [1] : "
                        f"{array([count, channels])}")
            name, channels = dropped, channels - low
        writer.line(f"{chosen} = lift.take {name} size [{depth}] dims [1] : "
                    f"{array([count, channels])}")
        local = writer.copy(chosen, [count, depth], "local")
        parts.append(writer.copy(local, [count, depth], "private"))
    dims = [shape.pixels, shape.filters]

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
    dims = [writer.shape.pixels, writer.shape.filters]
    result, row, cell = writer.name(), writer.name(), writer.name()
    p, f, total = writer.name(), writer.name(), writer.name()
    writer.line(f"{result} = lift.map ({p} = {windows} : "
                f"{array([dims[0], depth])}) {{")
    writer.line(f"  {row} = lift.map ({f} = {filters} : "
                f"{array([dims[1], depth])}) {{")
    writer.line(f"    {total} = lift.reduce (%a = {p}, %b = {f} : "
                f"{array([depth])}, {array([depth])}) init (%acc = %zero : f32) {{")
    writer.line("      %ab = arith.mulf %a, %b : f32")
    writer.line(f"      {cell} = arith.addf %acc, %ab : f32")
    writer.line(f"      lift.yield {cell} : f32")
    writer.line("    }")
    writer.line(f"    lift.yield {total} : f32")
    writer.line("  }")
    writer.line(f"  lift.yield {row} : {array([dims[1]])}")
    writer.line("}")
    stored = writer.name()
    writer.line(f"{stored} = lift.materialize {result} in private : "
                f"{array(dims)}")
    return stored


def main():
    num_maps = int(sys.argv[1])
    shape = Shape(int(sys.argv[2]) if len(sys.argv) > 2 else None)
    pixels, filters, channels = shape.pixels, shape.filters, shape.channels
    writer = Writer(shape)
    around = array(["T", "G", pixels, filters])
    global_size = ", ".join(f"2 * {size}" for size in shape.local)
    print(f"""func.func @convolution(%tiles: {array(["T", pixels, channels])}, %groups: {array(["G", filters, channels])})
    -> {around}{shape.attributes} {{
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @convolution local_size [{", ".join(shape.local)}] global_size [{global_size}] {{""")
    writer.depth = 2
    writer.line("%out = lift.map (%tile = %tiles : "
                f"{array(['T', pixels, channels])}) {{")
    writer.line("%row = lift.map (%group = %groups : "
                f"{array(['G', filters, channels])}) {{")
    dims = [pixels, filters]
    zeros = writer.name()
    writer.line(f"{zeros} = lift.broadcast %zero sizes [{pixels}, {filters}] : f32")
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
