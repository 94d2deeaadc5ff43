# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fast kernels for OpenCL and Vulkan devices from functional patterns.

    import lift, numpy as np
    matmul = lift.compile("examples/matmul.mlir")
    c = matmul(np.ones((64, 32), "f4"), np.ones((32, 16), "f4"))

compile() gives a Function on NumPy arrays, linalg() one of a module of a front end
on tensors, load() one of a kernel package that
was compiled before, on machines without LLVM too, and devices() lists what they
run on.
"""
from lift._compiler import compile, linalg
from lift._function import Function, devices, load
from lift._library import Error

__all__ = ["Error", "Function", "compile", "devices", "linalg", "load"]
