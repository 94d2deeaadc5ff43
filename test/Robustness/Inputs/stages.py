#!/usr/bin/env python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every pass on the form that a program has after every other pass, and the
printer too. They do their work, or keep what contract.py promises.

  stages.py TOOLS ROOT
"""
import pathlib
import sys

import contract

PROGRAMS = ["examples/tutorial/blur-tiled.mlir",
            "examples/tutorial/dot-parallel.mlir", "test/Integration/concat.mlir",
            "test/Dialect/ops.mlir"]

# In the order of lift-to-gpu.
STAGES = ["lift-bind-params", "func.func(lift-normalize)",
          "func.func(lift-infer-spaces)", "func.func(lift-form-kernels)",
          "func.func(lift-default-mapping)", "func.func(lift-set-launch)",
          "func.func(lift-lower-patterns)", "func.func(lift-distribute-loops)",
          "func.func(lift-pipeline-loops)", "func.func(lift-place-barriers)",
          "func.func(lift-share-buffers)", "convert-loops-to-gpu"]

# Passes with unusual options, and upstream's on our operations.
OTHERS = ["lift-to-gpu", "convert-lift-to-gpu", "lift-bind-params{params=N=1}",
          "func.func(lift-infer-spaces{private-limit=0})",
          "func.func(lift-form-kernels{local-size=16,4 global-size=64,64})",
          "func.func(lift-form-kernels{local-size=0 global-size=0})",
          "func.func(lift-form-kernels{local-size=-1})",
          "func.func(lift-form-kernels{local-size=1,1,1,1})",
          "convert-lift-to-gpu{index-bitwidth=64}", "any(canonicalize)",
          "any(cse)", "loop-invariant-code-motion", "symbol-dce"]


def optimise(passes, file):
    return f"lift-opt '--pass-pipeline=builtin.module({passes})' {file}"


def check(item, folder):
    """How often `item`, a program after some stages, was given to a pass, how
    often it was refused, and the breaches."""
    name, text, count = item
    runs = refused = 0
    breaches = []
    source = pathlib.Path(folder, "stage.mlir")
    source.write_text(text)
    if count:
        stages = optimise(",".join(STAGES[:count]), "stage.mlir")
        if contract.run(f"{stages} -o next.mlir", folder).status != 0:
            return 0, 0, []
        pathlib.Path(folder, "next.mlir").rename(source)
    commands = [optimise(passes, "stage.mlir") for passes in STAGES + OTHERS]
    for command in [*commands, "lift-translate --lift-to-opencl stage.mlir"]:
        outcome = contract.run(command, folder)
        breach = contract.find_crash(outcome)
        if outcome.status:
            refused += 1
            breach = breach or contract.find_breach(outcome, contract.REFUSAL)
        runs += 1
        if breach:
            breaches.append(f"{name} after {count} stages: {breach}\n"
                            f"  {command}\n{outcome.stderr[:600]}")
    return runs, refused, breaches


def main():
    contract.use_tools(sys.argv[1])
    root = pathlib.Path(sys.argv[2])
    items = [(program, (root / program).read_text(), count)
             for program in PROGRAMS for count in range(len(STAGES) + 1)]
    runs = refused = breaches = 0
    for _, (done, failed, sentences) in contract.run_all(check, items):
        runs += done
        refused += failed
        breaches += len(sentences)
        print(*sentences, sep="\n", end="\n" if sentences else "")
    print(f"{runs} runs, {refused} of them refused, {breaches} breaches")
    sys.exit(1 if breaches or not runs else 0)


if __name__ == "__main__":
    main()
