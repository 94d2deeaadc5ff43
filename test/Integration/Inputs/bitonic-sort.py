# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program that sorts 256 numbers in a bitonic network.

Each of the 36 steps compares the elements whose numbers differ in one bit. What
a step needs besides the array is generated: the number of an element, that of
its partner, and whether the block that it is in is sorted downwards.
"""
STEP = """
  // Step {step}: partners are {stride} apart, in blocks of {block}.
  %stride{step} = arith.constant {stride} : index
  %block{step} = arith.constant {block} : index
  %partner{step} = lift.gather in_bounds %x{step} : !lift.array<256 x f32> by (%i < 256) {{
    %p = arith.xori %i, %stride{step} : index
    lift.yield %p : index
  }}
  %isUpper{step} = lift.generate (%i < 256) {{
    %p = arith.xori %i, %stride{step} : index
    %upper = arith.cmpi ugt, %p, %i : index
    lift.yield %upper : i1
  }}
  %isDown{step} = lift.generate (%i < 256) {{
    %bit = arith.andi %i, %block{step} : index
    %down = arith.cmpi ne, %bit, %zero : index
    lift.yield %down : i1
  }}
  %x{next} = lift.map (%a = %x{step}, %b = %partner{step}, %u = %isUpper{step}, %d = %isDown{step}
      : !lift.array<256 x f32>, !lift.array<256 x f32>, !lift.array<256 x i1>, !lift.array<256 x i1>) {{
    %greater = arith.cmpf ogt, %b, %a : f32
    %ordered = arith.cmpi eq, %greater, %u : i1
    %swap = arith.cmpi eq, %d, %ordered : i1
    %s = arith.select %swap, %b, %a : f32
    lift.yield %s : f32
  }}"""

print("// NUMPY @sort(x: f32[256]) -> np.sort(x)")
print("func.func @sort(%x0: !lift.array<256 x f32>) -> !lift.array<256 x f32> {")
print("  %zero = arith.constant 0 : index", end="")
step = 0
for i in range(8):
    for j in range(i, -1, -1):
        print(STEP.format(step=step, next=step + 1, stride=1 << j, block=2 << i))
        step += 1
print(f"\n  return %x{step} : !lift.array<256 x f32>\n}}")
