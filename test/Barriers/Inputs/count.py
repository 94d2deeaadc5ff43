#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what OpenCL C from the standard input has, one line for each kernel.

With `barriers`, the memories that each barrier fences, in the order of the text:
L local, G global, LG both. With `statements`, how many of each there are.
"""
import re
import sys

FENCES = {"CLK_LOCAL_MEM_FENCE": "L", "CLK_GLOBAL_MEM_FENCE": "G"}


def describe_barriers(text):
    barriers = re.findall(r"\bbarrier\((.*?)\)", text)
    return " ".join("".join(FENCES[name] for name in fences.split(" | "))
                    for fences in barriers) or "none"


def describe_statements(text):
    return ", ".join(f"{word} {text.count(f' {word} (')}"
                     for word in ["for", "if"])


describe = {"barriers": describe_barriers, "statements": describe_statements}
kernels = re.split(r"\bkernel void (\w+)", sys.stdin.read())[1:]
for name, text in zip(kernels[::2], kernels[1::2]):
    print(f"{name}: {describe[sys.argv[1]](text)}")
