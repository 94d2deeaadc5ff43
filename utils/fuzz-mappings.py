#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Maps random programs by the solver and runs them.

  utils/fuzz-mappings.py [--seed=S] [--count=N] [--only=staged] [--objective=any]
                         [--target=T]

Takes the programs that lift-fuzz makes of the seeds S, S + 1, ..., without their
mappings and vector widths, lets lift-map-parallelism choose these (each seed has a
mapping of its own, unless --objective=best), and compares the result of a device
with the evaluator's. What fails is run once more by Oclgrind, which finds races
too: if it is right there, the device is to blame. The last line says how many
programs were right, have no mapping, failed on the device alone, and failed; the
exit status whether none failed. Programs that fail stay in --output-dir.
"""

import argparse
import collections
import os
import re
import sys
import tempfile

from commands import ROOT, call
from programs import erase_choices


def try_program(seed, path, options):
    """What became of the program, and what was said of it."""
    kind = [f"--only={options.only}"] if options.only else []
    text = call(options.tools + "/lift-fuzz", f"--seed={seed}", "--print",
                *kind).stdout.decode()
    arguments = re.search(r"^// lift-run FILE (.*)$", text, re.M)[1].split()
    params = ",".join(argument[len("--param="):] for argument in arguments
                      if argument.startswith("--param="))
    arguments = [argument for argument in arguments
                 if not argument.startswith("--param=")]
    with open(path, "w") as file:
        file.write(erase_choices(text))
    mapped = path + ".mapped.mlir"
    result = call(options.tools + "/lift-opt", path, "-o", mapped,
                  f"--pass-pipeline=builtin.module(lift-bind-params{{params={params}}},"
                  "func.func(lift-normalize,lift-infer-spaces,lift-form-kernels,"
                  f"lift-map-parallelism{{objective={options.objective} "
                  f"seed={seed} target={options.target}}}))")
    if result.returncode:
        expected = (b"no mapping satisfies all constraints" in result.stderr)
        return "no mapping" if expected else "failed", result.stderr
    run = [options.tools + "/lift-run", mapped, *arguments]
    result = call(*run, "--device=" + options.device)
    if not result.returncode:
        return "right", b""
    simulated = call(os.path.join(ROOT, "utils", "oclgrind-run.sh"), *run)
    if not simulated.returncode:
        return "failed on the device alone", b""
    return "failed", result.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--only", help="the kind of programs: see lift-fuzz")
    parser.add_argument("--objective", default="any")
    parser.add_argument("--target", default="pocl")
    parser.add_argument("--device", default="Portable Computing Language")
    parser.add_argument("--output-dir", default=tempfile.gettempdir())
    options = parser.parse_args()
    os.makedirs(options.output_dir, exist_ok=True)
    outcomes = collections.Counter()
    for seed in range(options.seed, options.seed + options.count):
        path = os.path.join(options.output_dir, f"mapping-{seed}.mlir")
        outcome, output = try_program(seed, path, options)
        outcomes[outcome] += 1
        if outcome.startswith("failed"):
            print(f"seed {seed}: {outcome}: "
                  f"{output.decode(errors='replace')[:1000]}", flush=True)
            continue
        for name in (path, path + ".mapped.mlir"):
            if os.path.exists(name):
                os.remove(name)
    print(", ".join(f"{outcomes[outcome]} {outcome}" for outcome in
                    ("right", "no mapping", "failed on the device alone",
                     "failed")))
    sys.exit(outcomes["failed"] != 0)


if __name__ == "__main__":
    main()
