#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes lib/Runtime/DevicePeaks.inc of lib/Runtime/DevicePeaks.mlir: the library
has no compiler, so it has these kernels as words of SPIR-V.

    embed-peaks.py LIFT-TRANSLATE DEVICE-PEAKS.MLIR > DEVICE-PEAKS.INC
"""
import struct
import subprocess
import sys

translate, source = sys.argv[1:]
with open(source) as file:
    kernels = file.read()

print("""\
// Made by utils/embed-peaks.py of DevicePeaks.mlir: do not edit.
""")
# A CPU's compiler sees that work-items copy neighbours if indices cannot wrap: on
# Intel's, 13 GB/s instead of 2. In Vulkan, integers of 64 bits are an option.
for flavor, name, bits in (("opencl", "kOpenCLWords", 64),
                           ("vulkan", "kVulkanWords", 32)):
    text = kernels.replace("index_bitwidth = 32", f"index_bitwidth = {bits}")
    spirv = subprocess.run(
        [translate, "-", "--lift-to-spirv-binary", "--spirv-flavor=" + flavor],
        input=text.encode(), check=True, stdout=subprocess.PIPE).stdout
    words = [f"{word:#010x}," for (word,) in struct.iter_unpack("<I", spirv)]
    print(f"static const uint32_t {name}[] = {{")
    for i in range(0, len(words), 6):
        print("    " + " ".join(words[i:i + 6]))
    print("};")
