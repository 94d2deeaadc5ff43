# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program in which each array reads the one before twice:
rows-of-reads.py generate|concat COUNT"""

import sys

KIND, COUNT = sys.argv[1], int(sys.argv[2])


def generate(source, number):
    return f"""  %a{number} = lift.generate (%i < 12) {{
    %j = arith.subi %last, %i : index
    %front = lift.at {source}[%i] : !lift.array<12 x i32>
    %back = lift.at {source}[%j] : !lift.array<12 x i32>
    %twice = arith.addi %front, %front : i32
    %sum = arith.subi %twice, %back : i32
    lift.yield %sum : i32
  }}"""


def concat(source, number):
    size = 12 << number
    return f"""  %b{number} = lift.reverse {source} : !lift.array<{size} x i32>
  %a{number} = lift.concat {source}, %b{number} : !lift.array<{size} x i32>, !lift.array<{size} x i32>"""


size = 12 << COUNT if KIND == "concat" else 12
print(f"func.func @rows(%x: !lift.array<12 x i32>) -> !lift.array<{size} x i32> {{")
print("  %last = arith.constant 11 : index")
source = "%x"
for number in range(COUNT):
    print((concat if KIND == "concat" else generate)(source, number))
    source = f"%a{number}"
print(f"""  %r = lift.map (%e = {source} : !lift.array<{size} x i32>) {{
    %t = arith.addi %e, %e : i32
    lift.yield %t : i32
  }}
  return %r : !lift.array<{size} x i32>
}}""")
