# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running tools on programs that may crash them, or that never end."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def call(*command):
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=300)
    except subprocess.TimeoutExpired:
        # Work-items that wait for others that never come.
        return subprocess.CompletedProcess(command, 1, b"", b"timed out")
