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

print("""\
// Made by utils/embed-peaks.py of DevicePeaks.mlir: do not edit.
""")
for flavor, name in (("opencl", "kOpenCLWords"), ("vulkan", "kVulkanWords")):
    spirv = subprocess.run(
        [translate, source, "--lift-to-spirv-binary", "--spirv-flavor=" + flavor],
        check=True, stdout=subprocess.PIPE).stdout
    words = [f"{word:#010x}," for (word,) in struct.iter_unpack("<I", spirv)]
    print(f"static const uint32_t {name}[] = {{")
    for i in range(0, len(words), 6):
        print("    " + " ".join(words[i:i + 6]))
    print("};")
