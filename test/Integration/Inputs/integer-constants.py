#!/usr/bin/env python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a program in which each operation on integers meets constants.

  integer-constants.py FOLDER BITS LANES

Writes FOLDER/program.mlir and the inputs value.npy, divisor.npy, amount.npy.
Each result of the function is one operation, with each of the constants in
turn as its first and as its second operand, folded into an i64. No operation
divides by 0, divides the smallest number by -1, or shifts by more than BITS.
"""
import os
import subprocess
import sys

folder, bits, lanes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
least, most = -(1 << bits - 1), (1 << bits - 1) - 1
# Numbers around which C changes the type of a literal, and others.
EDGES = [127, 255, 32767, 2**31 - 1, 2**40 + 5]
VALUES = sorted({number for edge in EDGES + [0, 1, 3, most]
                 for number in [edge, -edge, -edge - 1]
                 if least <= number <= most})
DIVISORS = [number for number in VALUES if number not in (0, -1)]
AMOUNTS = [0, 1, bits // 2, bits - 2, bits - 1]
COMPARISONS = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]

# Operation, and the numbers that its second operand may be.
OPERATIONS = (
    [(name, VALUES) for name in
     ["addi", "subi", "muli", "andi", "ori", "xori",
      "maxsi", "minsi", "maxui", "minui"]] +
    [("cmpi " + name + ",", VALUES) for name in COMPARISONS] +
    [(name, DIVISORS) for name in
     ["divsi", "divui", "remsi", "remui",
      "ceildivsi", "ceildivui", "floordivsi"]] +
    [(name, AMOUNTS) for name in ["shli", "shrsi", "shrui"]])
UNARY = ["math.absi", "math.ctpop", "math.ctlz", "math.cttz"]

# A multiple of all numbers of lanes.
LENGTH = 1008
element, array = f"i{bits}", f"!lift.array<{LENGTH} x i{bits}>"
constants, results = {}, []


def constant(number, type=element):
    key = (number, type)
    return constants.setdefault(key, f"%c{len(constants)}")




def operation(lines, name, lhs, rhs, hash):
    """Appends `lhs name rhs` to the lines, folded into `hash`."""
    number = len(lines)
    result, wide, scaled, sum = (f"%{kind}{number}" for kind in "rwms")
    lines.append(f"{result} = arith.{name} {lhs}, {rhs} : {element}"
                 if rhs else f"{result} = {name} {lhs} : {element}")
    narrow = "i1" if name.startswith("cmpi") else element
    if narrow == "i64":
        wide = result
    else:
        lines.append(f"{wide} = arith.extui {result} : {narrow} to i64")
    lines.append(f"{scaled} = arith.muli {hash}, {constant(31, 'i64')} : i64")
    lines.append(f"{sum} = arith.xori {scaled}, {wide} : i64")
    return sum


lines = []
for name, numbers in OPERATIONS:
    second = {id(VALUES): "%b", id(DIVISORS): "%d", id(AMOUNTS): "%s"}[id(numbers)]
    hash = constant(7, "i64")
    for number in VALUES:
        hash = operation(lines, name, constant(number), second, hash)
    for number in numbers:
        hash = operation(lines, name, "%a", constant(number), hash)
    results.append(hash)
for name in UNARY:
    results.append(operation(lines, name, "%a", None, constant(7, "i64")))

types = ", ".join([f"!lift.array<{LENGTH} x i64>"] * len(results))
with open(os.path.join(folder, "program.mlir"), "w") as file:
    print(f"func.func @integers(%value: {array}, %other: {array}, "
          f"%divisor: {array}, %amount: {array}) -> ({types}) {{", file=file)
    for (number, type), name in constants.items():
        print(f"  {name} = arith.constant {number} : {type}", file=file)
    vector = f" vector({lanes})" if lanes > 1 else ""
    print(f"  %all:{len(results)} = lift.map{vector} (%a = %value, %b = %other, "
          f"%d = %divisor, %s = %amount : {', '.join([array] * 4)}) {{",
          file=file)
    for line in lines:
        print("    " + line, file=file)
    print(f"    lift.yield {', '.join(results)} : "
          f"{', '.join(['i64'] * len(results))}\n  }}", file=file)
    print("  return " + ", ".join(f"%all#{i}" for i in range(len(results))) +
          f" : {types}\n}}", file=file)

# Numbers next to each other in many combinations.
npy = os.path.join(os.path.dirname(__file__), "../../Tools/lift-run/Inputs/npy.py")
for name, numbers, stride in [("value", VALUES, 1), ("other", VALUES, len(VALUES)),
                              ("divisor", DIVISORS, 5), ("amount", AMOUNTS, 7)]:
    column = [str(numbers[i // stride % len(numbers)]) for i in range(LENGTH)]
    subprocess.run([sys.executable, npy, "write",
                    os.path.join(folder, name + ".npy"),
                    "|i1" if bits == 8 else f"<i{bits // 8}", str(LENGTH)] +
                   column, check=True)
