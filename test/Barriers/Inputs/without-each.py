#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: without-each.py LOWERED CUT COMMAND...

Writes the lowered program LOWERED to the file CUT with one barrier taken out,
and runs COMMAND, which must fail: once for each barrier. It must succeed with all
of them.
"""
import re
import subprocess
import sys


def succeeds(text):
    with open(cut, "w") as file:
        file.write(text)
    done = subprocess.run(command, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)
    return done.returncode == 0


lowered, cut, *command = sys.argv[1:]
with open(lowered) as file:
    program = file.read()
if not succeeds(program):
    sys.exit("fails with all barriers")
barriers = list(re.finditer(r"\n *lift\.barrier .*", program))
for barrier in barriers:
    if succeeds(program[:barrier.start()] + program[barrier.end():]):
        line = program.count("\n", 0, barrier.end()) + 1
        sys.exit(f"nobody misses the barrier in line {line} of {lowered}")
print(f"needs each of {len(barriers)} barriers")
