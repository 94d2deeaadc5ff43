#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a Lift function on an OpenCL device and compares it with NumPy.

The file says what the function computes, in a comment on one line:

    // NUMPY @saxpy(a: f32, x: f32[N], y: f32[N]) -> a * x + y

Inputs are random small integers, so that sums and products are exact and
results must be equal; --tolerance is for functions that divide or call math.
Another comment on one line gives an input other values:

    // INPUT @saxpy x = np.arange(N) % 7

A result in parentheses with commas is several results. Vectors are a last
dimension; one that is no array is written f32<4>. The function is run with
lift-run --verify too, which compares with the reference evaluator.

With --oclgrind the run happens under Oclgrind, and any report of a data race,
a non-uniform write, an invalid access or a divergent barrier is a failure.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

TYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64,
         "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32,
         "i64": np.int64}


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--lift-run", default="lift-run")
    parser.add_argument("--entry", required=True)
    parser.add_argument("--size", action="append", default=[])
    parser.add_argument("--param", action="append", default=[])
    parser.add_argument("--tolerance", type=float)
    parser.add_argument("--oclgrind", action="store_true")
    return parser.parse_args()


def read_directive(path, entry):
    pattern = re.compile(r"// NUMPY @" + re.escape(entry)
                         + r"\((?P<args>.*?)\) -> (?P<formula>.*)")
    with open(path) as file:
        for line in file:
            match = pattern.match(line.strip())
            if match:
                return match["args"], match["formula"]
    sys.exit(f"{path}: no '// NUMPY @{entry}(...) -> ...'")


def read_inputs(path, entry):
    """The formulas of the inputs that have one, by name."""
    pattern = re.compile(r"// INPUT @" + re.escape(entry)
                         + r" (?P<name>\w+) = (?P<formula>.*)")
    with open(path) as file:
        matches = (pattern.match(line.strip()) for line in file)
        return {match["name"]: match["formula"] for match in matches if match}


def make_inputs(text, sizes, formulas):
    random = np.random.default_rng(len(text) + sum(sizes.values()))
    values = {}
    pattern = r"(\w+): (\w+)(?:<(\d+)>)?(?:\[([^\]]*)\])?"
    numbers = []
    for name, kind, lanes, shape in re.findall(pattern, text):
        dims = [int(eval(dim, {}, dict(sizes))) for dim in shape.split(",") if dim]
        if not dims:
            numbers.append(name)
        data = random.integers(-4, 5, size=dims + ([int(lanes)] if lanes else []))
        if name in formulas:
            data = eval(formulas[name], {"np": np, "random": random, **sizes})
        values[name] = np.asarray(data, dtype=TYPES[kind])
    return values, numbers


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\nexit status {done.returncode}\n"
                 f"{done.stdout}")


def main():
    options = parse_arguments()
    sizes = {}
    for size in options.size + options.param:
        name, value = size.split("=")
        sizes[name] = int(value)
    arguments, formula = read_directive(options.file, options.entry)
    inputs, numbers = make_inputs(arguments, sizes,
                                  read_inputs(options.file, options.entry))
    scope = dict(inputs)
    scope.update(sizes)
    scope["np"] = np
    expected = eval(formula, scope)
    if not isinstance(expected, tuple):
        expected = (expected,)

    with tempfile.TemporaryDirectory() as folder:
        command = [options.lift_run, options.file, f"--entry={options.entry}",
                   "--verify"]
        if options.oclgrind:
            wrapper = os.path.join(os.path.dirname(__file__), "oclgrind-run.sh")
            command = [wrapper] + command
        command += [f"--size={size}" for size in options.size]
        command += [f"--param={param}" for param in options.param]
        if options.tolerance:
            command += [f"--rtol={options.tolerance}",
                        f"--atol={options.tolerance}"]
        for name, value in inputs.items():
            if name in numbers:
                text = ",".join(str(lane).lower() for lane in np.ravel(value))
                command.append(f"--arg={name}={text}")
                continue
            path = os.path.join(folder, name + ".npy")
            np.save(path, value)
            command.append(f"--input={path}")
        outputs = []
        for i in range(len(expected)):
            outputs.append(os.path.join(folder, f"out{i}.npy"))
            command.append(f"--output={outputs[-1]}")
        run(command)
        for i, (path, want) in enumerate(zip(outputs, expected)):
            got = np.load(path)
            want = np.asarray(want, dtype=got.dtype)
            if got.shape != want.shape:
                sys.exit(f"result {i}: shape {got.shape}, NumPy {want.shape}")
            if options.tolerance:
                same = np.isclose(got, want, options.tolerance,
                                  options.tolerance)
            else:
                same = got == want
            if not same.all():
                where = tuple(np.argwhere(~same)[0])
                sys.exit(f"result {i}: {int((~same).sum())} of {same.size} "
                         f"elements differ; {list(where)}: {got[where]}, "
                         f"NumPy {want[where]}")
    print(f"@{options.entry} {' '.join(options.size)}: equal to NumPy")


if __name__ == "__main__":
    main()
