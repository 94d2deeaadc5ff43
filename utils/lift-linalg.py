#!/usr/bin/env python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs @main of a module on tensors through lift-run, on files of numbers:

  lift-linalg.py MODULE INPUTS OUTPUTS [option of lift-run ...]

reads INPUTS/in0.npy, in1.npy, ..., one for each argument, and writes
OUTPUTS/out0.npy, .... LIFT_RUN says where lift-run is.

Exit status: 0; 3 if something in the module is not supported, which is printed; or
another number for an error."""
import os
import re
import subprocess
import sys

import numpy


def find_tool():
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "bin")
    return os.environ.get("LIFT_RUN", os.path.join(beside, "lift-run"))


def split_types(text):
    """The parts of a list of types between commas that no bracket encloses."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += (char in "<({[") - (char in ">)}]" and text[i - 1] != "-")
        if char == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return [part for part in parts + [text[start:]] if part.strip()]


def read_signature(module):
    """The names of the arguments of @main, and its number of results."""
    text = open(module).read()
    head = text[text.index("@main(") + len("@main("):]
    depth, end = 1, 0
    while depth:
        depth += (head[end] in "(<{[") - (head[end] in ")>}]" and head[end - 1] != "-")
        end += 1
    names = [part.split(":")[0].strip().lstrip("%") for part in split_types(head[:end - 1])]
    result = re.match(r"\s*->\s*(\((?P<many>[^()]*)\)|(?P<one>\S+))", head[end:])
    if not result:
        return names, 0
    return names, len(split_types(result["many"])) if result["many"] is not None else 1


def give(name, file):
    """The option that gives an argument its value."""
    array = numpy.load(file)
    if array.ndim:
        return f"--input={name}={file}"
    return f"--arg={name}={array.item() if array.dtype.kind == 'f' else int(array)}"


def main():
    module, inputs, outputs = sys.argv[1:4]
    names, num_results = read_signature(module)
    command = [find_tool(), module, "--entry=main"] + sys.argv[4:]
    command += [give(name, f"{inputs}/in{i}.npy") for i, name in enumerate(names)]
    command += [f"--output={outputs}/out{i}.npy" for i in range(num_results)]
    run = subprocess.run(command, capture_output=True, text=True)
    errors = [line for line in run.stderr.splitlines() if "error: " in line]
    if run.returncode == 1 and errors:
        print(errors[0].split("/")[-1], file=sys.stderr)
        return 3
    sys.stderr.write(run.stderr)
    # 3 is for what is not supported.
    return run.returncode if run.returncode != 3 else 4


if __name__ == "__main__":
    sys.exit(main())
