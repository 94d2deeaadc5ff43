#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what the tests of a folder run on OpenCL through another API, or looks at
their modules of SPIR-V with spirv-val.

    check-spirv.py --run=API FILES  each `lift-run ... --verify` and `%check_numpy`
                                    of their RUN lines, with --api=API
    check-spirv.py --modules FILES  lift-opt --lift-to-gpu of each file that
                                    can be lowered as it is, as modules for OpenCL
                                    and for Vulkan

A run or module that is not right is printed; the last line counts. A run that is
refused because llvmpipe would end its loops is none that is wrong.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile

# Runs that lavapipe cannot do, and why.
EXCEPT = {
    "lookup": "random indices: check_numpy gives others",
    "embedding": "the same",
    "dynamic-tensors.mlir": "sizes come from what check_numpy gives",
    "tensor-control-flow.mlir": "the same",
    "N=50331648": "a buffer larger than a work-item may reach",
    "M=8192": "a buffer larger than a work-item may reach",
    "BK=16": "more than 32 KiB of local memory",
}
# What a run says that would make too many trips.
LOOPS = "ends all loops after 65535"


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--tools", required=True, help="the folder of lift-run")
    parser.add_argument("--root", required=True, help="the root of the sources")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--run", choices=["vulkan", "opencl-il"], metavar="API")
    mode.add_argument("--modules", action="store_true")
    return parser.parse_args()


def read_run_lines(path):
    """The commands of RUN lines, with their continuations."""
    commands, is_open = [], False
    with open(path) as file:
        for line in file:
            match = re.search(r"RUN:(.*)", line)
            if not match:
                is_open = False
                continue
            text = match[1].strip()
            if is_open:
                commands[-1] += " " + text.rstrip("\\")
            else:
                commands.append(text.rstrip("\\"))
            is_open = text.endswith("\\")
    return commands


def find_runs(path, arguments):
    """The command lines of lift-run in a test that compare with the evaluator."""
    folder = os.path.dirname(os.path.abspath(path))
    for command in read_run_lines(path):
        if "--oclgrind" in command or command.startswith(("not ", "%if")):
            continue
        command = command.replace("%check_numpy", "lift-run --verify")
        for text in re.split(r"\||&&", command):
            text = text.strip()
            if not text.startswith("lift-run") or "--verify" not in text:
                continue
            text = text.replace("%lift_src_root", arguments.root)
            text = text.replace("%S", folder).replace("%s", path)
            text = re.sub(r"--tolerance=(\S+)", r"--rtol=\1 --atol=\1", text)
            text = re.sub(r"--device=('[^']*'|\S+)|--api=\S+", "", text)
            if arguments.run != "vulkan":
                text = text.replace("--validate", "")
            if not re.search(r"[%>]|--engine|--draw", text):
                yield text


def run(command, arguments):
    words = shlex.split(command)
    words[0] = os.path.join(arguments.tools, "lift-run")
    result = subprocess.run(words + ["--api=" + arguments.run], capture_output=True, text=True)
    return result.returncode == 0, (result.stdout + result.stderr)[-500:]


def check_modules(path, arguments, folder):
    """The error of the first module of a file that is not valid; None for files
    that cannot be lowered as they are."""
    def call(tool, *words):
        tool = os.path.join(arguments.tools, tool) if tool.startswith("lift") else tool
        return subprocess.run([tool, *words], capture_output=True, text=True)

    kernels = os.path.join(folder, "kernels.mlir")
    lowered = call("lift-opt", path, "--lift-to-gpu", "-o", kernels)
    if lowered.returncode == 1:
        return None
    if lowered.returncode != 0:
        return f"lift-opt: {lowered.stderr[-500:]}"
    with open(kernels) as file:
        if "gpu.module" not in file.read():
            return None
    for flavor, environment in (("opencl", "spv1.2"), ("vulkan", "vulkan1.1")):
        module = os.path.join(folder, "module.spv")
        for result in (
                call("lift-translate", kernels, "--lift-to-spirv-binary",
                     "--spirv-flavor=" + flavor, "-o", module),
                call("spirv-val", "--target-env", environment, module)):
            if result.returncode != 0:
                return f"{flavor}: {result.stderr[:500]}"
    return ""


def check_all(items, check):
    """Prints what fails; whether there was anything, and none failed."""
    failures, refused = 0, 0
    for item in items:
        is_right, message = check(item)
        if not is_right and LOOPS in message:
            refused += 1
            print(f"REFUSED: {item}")
        elif not is_right:
            failures += 1
            print(f"FAILED: {item}\n{message}")
    print(f"{len(items)} checked, {refused} refused, {failures} failed")
    return bool(items) and failures == 0


def main():
    arguments = parse_arguments()
    if arguments.run:
        runs = dict.fromkeys(command for path in sorted(arguments.files)
                             for command in find_runs(path, arguments))
        runs = [command for command in runs
                if not any(text in command for text in EXCEPT)]
        return check_all(runs, lambda command: run(command, arguments))
    with tempfile.TemporaryDirectory() as folder:
        def check(path):
            error = check_modules(path, arguments, folder)
            return not error, error
        return check_all(sorted(arguments.files), check)


sys.exit(0 if main() else 1)
