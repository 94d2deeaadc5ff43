#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the example of every operation compiles.

Each operation that the .td files in a folder define must have a block ```mlir in
its description; `lift-opt --lift-to-gpu` must accept it. With --loops, the
operations are those of the loop dialect, whose examples lift-opt must read, and
terminators stand in the examples of others.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import textwrap


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--lift-opt", default="lift-opt")
    parser.add_argument("--loops", action="store_true",
                        help="the operations of the loop dialect")
    options = parser.parse_args()
    failures = []
    count = 0
    command = shlex.split(options.lift_opt)
    if not options.loops:
        command.append("--lift-to-gpu")
    for path in sorted(options.folder.glob("*.td")):
        for part in re.split(r"^def ", path.read_text(), flags=re.M)[1:]:
            name = part.split()[0]
            if not re.fullmatch(r"(Lift|Loop)_\w+Op", name):
                continue
            match = re.search(r"```mlir\n(.*?)```", part, flags=re.S)
            if options.loops and not match and "Terminator" in part:
                continue
            count += 1
            if not match:
                failures.append(f"{path.name}: {name} has no example")
                continue
            example = textwrap.dedent(match[1])
            done = subprocess.run(command,
                                  input=example, text=True,
                                  stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE)
            if done.returncode:
                failures.append(f"{path.name}: {name}\n{done.stderr}")
    print(f"{count - len(failures)} of {count} examples compile")
    if failures or not count:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    main()
