# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel that reads a buffer often, each time under conditions that a
whole group shares, and then writes it: guarded-reads.py COUNT"""

import sys

print("""!local = memref<64xf32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @guarded_reads(%n: index) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %last = arith.constant 63 : index
    %mirrored = arith.subi %last, %lid : index
    %group = gpu.block_id x""")
for number in range(int(sys.argv[1])):
    print(f"""    %bound{number} = arith.constant {number} : index
    %isIn{number} = arith.cmpi slt, %group, %bound{number} : index
    %v{number} = scf.if %isIn{number} -> f32 {{
      %value = memref.load %tile[%mirrored] : !local
      scf.yield %value : f32
    }} else {{
      %value = memref.load %tile[%lid] : !local
      scf.yield %value : f32
    }}""")
print("""    memref.store %v0, %tile[%lid] : !local
    gpu.return
  }
}""")
