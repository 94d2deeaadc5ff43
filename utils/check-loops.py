#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares programs in loop form with what they were.

    utils/check-loops.py [options] FILE...

Takes the runs of each file from its RUN lines (those with %check_numpy, and those
of `lift-run ... --verify`), lowers the function to loops, interprets these, and
compares the results with the evaluator's of the program. The last line says how
many runs agree.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys

# What says how to run a function on a device, or what to print.
DEVICE_OPTIONS = ("--oclgrind", "--verify", "--device", "--repeat", "--profile", "--json",
                  "--print", "--lower", "--target", "--unsafe-mapping", "--output",
                  "--rtol", "--atol")


def get_runs(path, max_size):
    """The arguments of each run that is to succeed, each once."""
    runs = {}
    text = path.read_text().replace("\\\n", " ")
    for line in re.findall(r"RUN: (.*)", text):
        for command in re.split(r"\||%\{|%\}|&&", line):
            words = shlex.split(command, comments=False, posix=True)
            if not words:
                continue
            verified = words[0] == "lift-run" and any(w.startswith("--verify") for w in words)
            if words[0] != "%check_numpy" and not verified:
                continue
            kept = [w for w in words[1:]
                    if w.startswith("--") and not w.startswith(DEVICE_OPTIONS)]
            if any("%" in w or w.startswith(("--pipeline", "--engine", "--reference"))
                   for w in kept):
                continue
            sizes = [int(w.split("=")[2]) for w in kept if w.startswith("--size=")]
            if not any(size > max_size for size in sizes):
                runs[tuple(kept)] = None
    return list(runs)


def call(command, timeout):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=timeout)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return "timeout", ""


def run(tool, path, arguments, timeout):
    """How the run ended: None if random inputs are none that the program takes."""
    params = [a.split("=", 1)[1] for a in arguments if a.startswith("--param=")]
    pipeline = "symbol-dce,lift-to-loops"
    if params:
        pipeline += "{params=" + ",".join(params) + "}"
    tolerances = [a.split("=", 1)[1] for a in arguments if a.startswith("--tolerance=")]
    evaluate = [tool, str(path), *(a for a in arguments if not a.startswith("--tolerance=")),
                "--engine=evaluate"]
    # Sums and mathematical functions are the same, in the same order, but where sums of
    # what is not exact are declared to be in any.
    command = [*evaluate, "--pipeline=" + pipeline, "--verify",
               *(f"--{kind}tol={t}" for t in tolerances for kind in "ra")]
    status, output = call(command, timeout)
    if status == 1 and call(evaluate, timeout)[0] == 1:
        status = None
    return shlex.join(command), status, output


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--lift-run", default="lift-run")
    parser.add_argument("--max-size", type=int, default=2000,
                        help="leave out runs with larger sizes")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for each run")
    options = parser.parse_args()
    tasks = [(path, arguments) for path in options.files
             for arguments in get_runs(path, options.max_size)]
    agreed = failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for command, status, output in pool.map(
                lambda task: run(options.lift_run, *task, options.timeout), tasks):
            agreed += status == 0
            if status in (0, None):
                continue
            failures += 1
            print(f"{status}: {command}", *output.splitlines()[:6], sep="\n    ")
    print(f"{agreed} of {agreed + failures} runs agree")
    sys.exit(failures != 0 or agreed == 0)


if __name__ == "__main__":
    main()
