# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random functions of several patterns that pass arrays to each other, through views:

  chains.py SEED COUNT FOLDER

writes FOLDER/chain-SEED.mlir, .... Elementwise maps over operands of other ranks,
reductions with what follows them, products, bodies that go through a row several
times; transposed, cut, joined, repeated, with dimensions of one element; read once
or several times."""
import random
import sys

SIZES = [1, 2, 3, 4, 5, 6, 8, 12, 16]
MAX_ELEMENTS = 4096


def array(dims):
    return "!lift.array<" + " x ".join(map(str, dims)) + " x f32>" if dims else "f32"


def count(dims):
    product = 1
    for dim in dims:
        product *= dim
    return product


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.number = 0
        self.arguments = []
        self.values = []
        for _ in range(self.random.randint(2, 4)):
            dims = [self.random.choice(SIZES) for _ in range(self.random.randint(1, 3))]
            self.argument(dims)

    def name(self):
        self.number += 1
        return f"%v{self.number}"

    def emit(self, depth, text):
        self.lines.append("  " * (depth + 1) + text)

    def argument(self, dims):
        name = f"%a{len(self.arguments)}"
        self.arguments.append((name, list(dims)))
        self.values.append((name, list(dims), False))
        return name

    def pick(self, rank=1):
        fitting = [v for v in self.values if len(v[1]) >= rank and count(v[1]) <= MAX_ELEMENTS]
        if not fitting:
            dims = [self.random.choice(SIZES) for _ in range(rank)]
            self.argument(dims)
            return self.values[-1]
        # The newest are read most often, so that chains are long.
        weights = [1 + 9 * (index / len(fitting)) ** 2 for index in range(len(fitting))]
        return self.random.choices(fitting, weights)[0]

    def like(self, dims):
        """A value with these dimensions; a new argument if there is none."""
        fitting = [v for v in self.values if v[1] == dims]
        if fitting and self.random.random() < 0.7:
            return self.random.choice(fitting)[0]
        return self.argument(dims)

    # Views.

    def view(self):
        name, dims, _ = self.pick()
        kinds = ["split", "unit"]
        if len(dims) > 1:
            kinds += ["join", "transpose", "transpose"]
        if len(dims) > 1 and 1 in dims:
            kinds += ["at"] * 3
        if count(dims) <= MAX_ELEMENTS // 4:
            kinds.append("broadcast")
        kind = self.random.choice(kinds)
        result = self.name()
        dim = self.random.randrange(len(dims))
        new = list(dims)
        if kind == "split" or kind == "unit":
            chunk = 1 if kind == "unit" else self.random.choice(
                [d for d in range(1, dims[dim] + 1) if dims[dim] % d == 0])
            new[dim:dim + 1] = [dims[dim] // chunk, chunk]
            text = f"lift.split {name} by {chunk} dim {dim}"
        elif kind == "join":
            dim = self.random.randrange(len(dims) - 1)
            new[dim:dim + 2] = [dims[dim] * dims[dim + 1]]
            text = f"lift.join {name} dim {dim}"
        elif kind == "transpose":
            order = list(range(len(dims)))
            self.random.shuffle(order)
            new = [dims[i] for i in order]
            text = f"lift.transpose {name} permutation {order}"
        elif kind == "at":
            dim = self.random.choice([i for i, size in enumerate(dims) if size == 1])
            del new[dim]
            text = f"lift.at {name}[0] dim {dim}"
        else:
            times = self.random.choice([1, 2, 3, 4])
            new.insert(dim, times)
            text = f"lift.broadcast {name} sizes [{times}] dim {dim}"
        if len(new) > 4:
            return
        self.emit(0, f"{result} = {text} : {array(dims)}")
        self.values.append((result, new, False))

    # Patterns.

    def scalar(self, depth, operands):
        value = operands[0]
        for operand in operands[1:] + self.random.choices(["%one", "%half"], k=1):
            result = self.name()
            op = self.random.choice(["addf", "subf", "mulf", "maximumf"])
            self.emit(depth, f"{result} = arith.{op} {value}, {operand} : f32")
            value = result
        return value

    def loops(self, operands, dims, body, depth=0):
        """Maps over dims; an operand is a name, its dimensions, and the loops, from
        the outermost, that go through the first of them."""
        if not dims:
            return body(depth, operands)
        inputs, inner = [], []
        for name, own, levels in operands:
            if levels and levels[0] == 0:
                element = self.name()
                inputs.append((element, name, own))
                name, own, levels = element, own[1:], levels[1:]
            inner.append((name, own, [level - 1 for level in levels]))
        result = self.name()
        self.emit(depth, f"{result} = lift.map (" + ", ".join(f"{e} = {n}" for e, n, _ in inputs) +
                  " : " + ", ".join(array(own) for _, _, own in inputs) + ") {")
        value, rest = self.loops(inner, dims[1:], body, depth + 1)
        self.emit(depth + 1, f"lift.yield {value} : {array(dims[1:] + rest)}")
        self.emit(depth, "}")
        return result, rest

    def others(self, dims):
        """Operands beside one that has all dimensions: suffixes and prefixes of them."""
        operands = []
        for _ in range(self.random.choice([0, 0, 1, 1, 2])):
            first = self.random.randrange(len(dims))
            if self.random.random() < 0.5:
                operands.append((self.like(dims[first:]), dims[first:],
                                 list(range(first, len(dims)))))
            else:
                operands.append((self.like(dims[:first + 1]), dims[:first + 1],
                                 list(range(first + 1))))
        return operands

    def elementwise(self):
        name, dims, _ = self.pick()
        operands = [(name, dims, list(range(len(dims))))] + self.others(dims)
        result, _ = self.loops(operands, dims, lambda depth, inner: (
            self.scalar(depth, [operand for operand, _, _ in inner]), []))
        self.values.append((result, dims, True))

    def reduce(self, depth, laws, inputs, size, element_body):
        result, acc = self.name(), self.name()
        elements = [self.name() for _ in inputs]
        maximum = self.random.random() < 0.3
        init = "%minus" if maximum else "%zero"
        types = ", ".join([array(size)] * len(inputs))
        self.emit(depth, f"{result} = lift.reduce {laws} (" + ", ".join(
            f"{e} = {n}" for e, n in zip(elements, inputs)) +
            f" : {types}) init ({acc} = {init} : f32) {{")
        value = element_body(depth + 1, elements)
        combined = self.name()
        op = "maximumf" if maximum else "addf"
        self.emit(depth + 1, f"{combined} = arith.{op} {acc}, {value} : f32")
        self.emit(depth + 1, f"lift.yield {combined} : f32")
        self.emit(depth, "}")
        return result

    def laws(self):
        return self.random.choice(["", "associative commutative", "associative commutative"])

    def reduction(self):
        name, dims, _ = self.pick(rank=2)
        outer, size = dims[:-1], dims[-1:]
        laws, extra = self.laws(), self.random.random() < 0.5

        def body(depth, operands):
            result = self.reduce(depth, laws, [operands[0][0]], size,
                                 lambda inner, elements: elements[0])
            return (self.scalar(depth, [result]) if extra else result), []

        result, _ = self.loops([(name, dims, list(range(len(outer))))], outer, body)
        self.values.append((result, outer, True))

    def product(self):
        name, dims, _ = self.pick(rank=2)
        rows, steps = dims[:-1], dims[-1]
        columns = self.random.choice(SIZES)
        if count(rows) * columns > MAX_ELEMENTS:
            return
        other = self.like([columns, steps])

        def body(depth, operands):
            result = self.reduce(
                depth, self.laws(), [operands[0][0], operands[1][0]], [steps],
                lambda inner, elements: self.multiply(inner, elements))
            return result, []

        result, _ = self.loops([(name, dims, list(range(len(rows)))),
                                (other, [columns, steps], [len(rows)])],
                               rows + [columns], body)
        self.values.append((result, rows + [columns], True))

    def multiply(self, depth, elements):
        result = self.name()
        self.emit(depth, f"{result} = arith.mulf {elements[0]}, {elements[1]} : f32")
        return result

    def row(self):
        """A sum of a row, and something for each of its elements."""
        name, dims, _ = self.pick(rank=2)
        outer, size = dims[:-1], dims[-1:]
        laws = self.laws()

        def body(depth, operands):
            total = self.reduce(depth, laws, [operands[0][0]], size,
                                lambda inner, elements: elements[0])
            result, _ = self.loops([(operands[0][0], size, [0]), (total, [], [])], size,
                                   lambda inner, values: (self.scalar(
                                       inner, [value for value, _, _ in values]), []), depth)
            return result, size

        result, _ = self.loops([(name, dims, list(range(len(outer))))], outer, body)
        self.values.append((result, dims, True))

    def text(self, seed):
        for _ in range(self.random.randint(3, 9)):
            self.random.choice([self.view, self.view, self.elementwise, self.elementwise,
                                self.elementwise, self.reduction, self.product, self.row])()
        computed = [v for v in self.values if v[2]]
        if not computed:
            self.elementwise()
            computed = [self.values[-1]]
        results = [computed[-1]]
        if len(computed) > 1 and self.random.random() < 0.3:
            results.append(self.random.choice(computed[:-1]))
        head = f"func.func @chain{seed}(" + ", ".join(
            f"{name}: {array(dims)}" for name, dims in self.arguments) + ") -> (" + ", ".join(
                array(dims) for _, dims, _ in results) + ") {"
        constants = [f"  %{name} = arith.constant {value} : f32" for name, value in
                     (("zero", "0.0"), ("one", "1.0"), ("half", "0.5"), ("minus", "0xFF800000"))]
        end = "  return " + ", ".join(name for name, _, _ in results) + " : " + ", ".join(
            array(dims) for _, dims, _ in results)
        return "\n".join([head] + constants + self.lines + [end, "}"]) + "\n"


def main():
    first, number, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    for seed in range(first, first + number):
        with open(f"{folder}/chain-{seed}.mlir", "w") as file:
            file.write(Program(seed).text(seed))


if __name__ == "__main__":
    main()
