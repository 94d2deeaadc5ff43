# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the object of the `gpu.binary` that it reads, without escapes."""
import re
import sys

literal = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', sys.stdin.read()).group(1)
print(re.sub(r'\\([0-9A-F]{2}|[\\"])',
             lambda m: chr(int(m[1], 16)) if len(m[1]) == 2 else m[1], literal),
      end="")
