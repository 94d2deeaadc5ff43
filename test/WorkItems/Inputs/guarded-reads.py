# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel that reads a buffer often, each time under conditions that a
whole group shares, and then writes it: guarded-reads.py COUNT"""

import sys

print("""!local = !loop.buffer<64 x f32, local>
func.func @guarded_reads(%sizes: !lift.array<G x f32>) {
  loop.kernel local_size [64] global_size [64 * G] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %group = loop.id group(0)""")
for number in range(int(sys.argv[1])):
    print(f"""    %v{number} = loop.if 0 <= %group < {number} -> f32 {{
      %value = loop.load %tile[63 - %lid] : !local
      loop.yield %value : f32
    }} else {{
      %value = loop.load %tile[%lid] : !local
      loop.yield %value : f32
    }}""")
print("""    loop.store %v0, %tile[%lid] : f32, !local
  }
  return
}""")
