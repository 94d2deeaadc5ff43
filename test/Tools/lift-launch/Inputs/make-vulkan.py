# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes packages for Vulkan of the kernels in spirv/kernels.spvasm, and one with
the same function in OpenCL C.

usage: make-vulkan.py FOLDER
"""
import os
import subprocess
import sys

import packages

folder = sys.argv[1]
inputs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "spirv")
module = subprocess.run(
    ["spirv-as", "--target-env", "spv1.3", os.path.join(inputs, "kernels.spvasm"),
     "-o", "-"], check=True, stdout=subprocess.PIPE).stdout

SAXPY = b"""kernel void saxpy(global const float *x, global float *y, float a, int n) {
  int i = get_global_id(0);
  if (i < n)
    y[i] = a * x[i] + y[i];
}
"""


def describe(name, type, *sizes):
    return {"name": name, "type": type, "sizes": list(sizes)}


def allocate(name, numbers):
    return {"allocate": name, "bytes": f"4 * ({numbers})"}


def launch(kernel, groups, local, push, *arguments):
    return {"launch": kernel, "groups": [groups, "1", "1"],
            "local": [local, "1", "1"], "arguments": list(arguments),
            "local_bytes": 0, "private_bytes": 0, "push": push, "lines": []}


def buffer(name, size, written=True):
    return {"buffer": name, "written": written, "bytes": f"4 * ({size})"}


def write(name, arguments, results, steps, programs=()):
    manifest = {
        "format": "lift-package", "version": 2, "entry": name, "sizes": ["N"],
        "arguments": arguments, "results": results,
        "programs": [*programs, {"form": "spirv-vulkan",
                                 "file": "kernels.vulkan.spv",
                                 "capabilities": ["Shader"], "extensions": []}],
        "steps": steps,
    }
    files = {"kernels.vulkan.spv": module}
    if programs:
        files["kernels.cl"] = SAXPY
    packages.write(os.path.join(folder, name), manifest, files)


# y = a * x + y, in place, in two forms.
write("saxpy", [describe("x", "f32", "N"), describe("y", "f32", "N"),
                describe("a", "f32")],
      [{**describe("result0", "f32", "N"), "buffer": "y"}],
      [launch("saxpy", "N ceildiv 64", "64", 8, buffer("x", "N", False),
              buffer("y", "N"), {"scalar": "a", "bits": 0},
              {"number": "N", "bits": 32})],
      [{"form": "opencl-c", "file": "kernels.cl"}])

# Each group's numbers the other way round, through its own memory.
write("reverse", [describe("x", "f32", "N")],
      [{**describe("result0", "f32", "N"), "buffer": "x"}],
      [{"require": ["N mod 64", "==", "0"], "message": "64 must divide N"},
       launch("reverse", "N / 64", "64", 0, buffer("x", "N"))])

# 0, 1, 2, ... by launches that each need the last one's.
write("steps", [describe("x", "i32", "N")],
      [{**describe("result0", "i32", "N"), "buffer": "x"}],
      [{"for": "i", "from": "1", "to": "N", "step": "1", "carried": [],
        "steps": [launch("next", "1", "1", 4, buffer("x", "N"),
                         {"number": "i", "bits": 32})]}])

# 0, 1, 2, ... by one launch of a group for each.
write("groups", [describe("x", "i32", "N")],
      [{**describe("result0", "i32", "N"), "buffer": "out"}],
      [allocate("out", "N"), launch("mark", "N", "1", 0, buffer("out", "N"))])

# The number of groups, N times.
write("count", [describe("x", "i32", "N")],
      [{**describe("result0", "i32", "N"), "buffer": "x"}],
      [launch("count", "N", "1", 0, buffer("x", "N"))])
