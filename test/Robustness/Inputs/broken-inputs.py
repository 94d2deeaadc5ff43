#!/usr/bin/env python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives the tools the broken inputs of the tables beside this file, and checks
that they keep what contract.py promises.

  broken-inputs.py TOOLS [--device] [--only=NAME]

With --device also those that need an OpenCL device.
"""
import argparse
import os
import pathlib
import re
import sys
import tempfile
from typing import NamedTuple

import arrays
import contract
import kernels
import options
import programs


class Case(NamedTuple):
    name: str
    command: str
    message: str  # a regular expression
    status: int = 1
    env: dict = None


def write_program(folder, name, text, message):
    """Writes a program; what must be said of it, with its place if it has one."""
    (folder / f"{name}.mlir").write_text(text)
    lines = [str(number) for number, line in enumerate(text.splitlines(), 1)
             if "HERE" in line]
    place = "|".join(lines) or r"\d+"
    return rf"^[^\s:]*{re.escape(name)}\.mlir:({place}):\d+: error: .*({message})"


def collect(folder, device):
    """All cases; what they read is written to `folder`."""
    for name, data in options.FILES.items():
        (folder / name).write_bytes(data)
    cases = [Case(*case) for case in options.CASES if device or
             options.OPENCL not in case[1]]
    cases += [Case(*case, options.NO_DEVICES) for case in options.DEVICE_CASES]
    for name, data, message in arrays.FILES:
        (folder / f"{name}.npy").write_bytes(data)
        cases.append(Case(
            f"npy-{name}", f"{options.EVALUATE} --input=m=$in/{name}.npy", message))
    for name, text, message in programs.PROGRAMS:
        place = write_program(folder, f"program-{name}", text, message)
        cases.append(Case(
            f"program-{name}", f"lift-opt --lift-to-gpu $in/program-{name}.mlir",
            place))
    for name, text, message in kernels.KERNELS:
        place = write_program(folder, f"kernel-{name}", text, message)
        cases.append(Case(
            f"kernel-{name}",
            f"lift-translate --lift-to-opencl $in/kernel-{name}.mlir", place))
    for name, text, message, status in kernels.MODULES:
        (folder / f"module-{name}.mlir").write_text(text)
        if device:
            cases.append(Case(
                f"module-{name}", f"lift-run $in/module-{name}.mlir --size=N=4",
                message, status))
    return cases


def check(case, folder, inputs):
    """What is wrong with how a case ends; or None."""
    outcome = contract.run(case.command, folder,
                           dict(case.env or {}, **{"in": str(inputs)}))
    breach = contract.find_breach(outcome, case.message, case.status)
    if left := os.listdir(folder):
        breach = breach or f"leaves {left} behind"
    return breach and f"{case.name}: {breach}\n  {case.command}\n" \
        f"{outcome.stderr[:600]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools")
    parser.add_argument("--device", action="store_true")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    contract.use_tools(arguments.tools)
    with tempfile.TemporaryDirectory() as folder:
        inputs = pathlib.Path(folder)
        cases = [case for case in collect(inputs, arguments.device)
                 if arguments.only in case.name]
        names = [case.name for case in cases]
        assert len(set(names)) == len(names), "two cases of one name"
        breaches = [breach for _, breach in contract.run_all(
            lambda case, folder: check(case, folder, inputs), cases) if breach]
    print("\n".join(breaches))
    print(f"{len(cases)} broken inputs, {len(breaches)} breaches")
    sys.exit(1 if breaches else 0)


if __name__ == "__main__":
    main()
