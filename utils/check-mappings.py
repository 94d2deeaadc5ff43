#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures whether mappings that the rules accept are right.

  utils/check-mappings.py [--all=N] [--limit=N] [--seed=S] [--oclgrind]
      [--target=T] [--rejected] PROGRAM.mlir ...

Each program has one function without mappings, which is one kernel, and says how
to run it:

  // KERNEL: local-size=4,2 global-size=8,4
  // SIZES: --size=N=7 --size=M=5

All its mappings are tried if they are at most as many as --all says, else as many
as --limit says that differ in two maps at least: whether the program compiles
with it, runs on PoCL, computes what the evaluator computes, and is clean under
Oclgrind. A line for each program says how many did; the exit status whether all
did. With --rejected, mappings are tried that S4 and S5 alone reject, N of all there
are, each as likely as any other, and the compiler's own rejection is switched off:
how many of them are right after all says how much too strict these rules are; vector
widths are left out then.

A vector width that has no effect counts as a mapping that does not compile.
"""

import argparse
import os
import random
import sys
import tempfile

from commands import ROOT, call
from programs import get_line

STAGES = ("compile", "launch", "agree", "clean")


def get_choices(mapping):
    """What a mapping chooses: a code for each map, TM=16 for each name, and
    2=vector(4) for each map whose width can be chosen."""
    names = {"0": "seq", "1": "fused"}
    for level, name in ((10, "lcl"), (20, "wrg"), (30, "glb")):
        for dim in range(3):
            names[str(level + dim)] = f"{name}({dim})"
    return ",".join(choice if "=" in choice else f"{i}={names[choice]}"
                    for i, choice in enumerate(mapping))


def has_vectors(mapping):
    return any("=vector(" in choice and not choice.endswith("=vector(1)")
               for choice in mapping)


class Program:
    """A program whose kernels are formed, without mappings."""

    def __init__(self, path, options, folder):
        with open(path) as file:
            text = file.read()
        self.options = options
        self.vectors = not options.rejected
        self.name = os.path.basename(path)[:-len(".mlir")]
        self.sizes = get_line(text, "SIZES").split()
        self.formed = os.path.join(folder, self.name + ".mlir")
        launch = get_line(text, "KERNEL")
        params = get_line(text, "PARAMS")
        # Tuning names without values are chosen along with the mapping.
        bind = f"lift-bind-params{{{params}}}," if params else ""
        result = call(options.tools + "/lift-opt", path,
                      f"--pass-pipeline=builtin.module({bind}func.func("
                      "lift-normalize,lift-infer-spaces,"
                      f"lift-form-kernels{{{launch}}}))", "-o", self.formed)
        if result.returncode:
            sys.exit(f"{path}: {result.stderr.decode()}")

    def list_mappings(self, *arguments):
        result = call(self.options.tools + "/lift-translate",
                      "--lift-list-mappings", "--rules=" + self.options.rules,
                      f"--dims={self.options.dims}",
                      "--target=" + self.options.target,
                      f"--vectors={int(self.vectors)}", self.formed,
                      *arguments)
        if result.returncode:
            sys.exit(f"{self.name}: {result.stderr.decode()}")
        return [tuple(line.split())
                for line in result.stdout.decode().split("\n")[:-1]]

    def choose_accepted(self):
        limit = self.options.limit
        most = self.options.all or limit
        mappings = self.list_mappings(f"--limit={most + 1}")
        if len(mappings) <= most:
            return mappings
        return self.list_mappings(f"--limit={limit}", "--distance=2",
                                  f"--seed={self.options.seed}")

    def choose_rejected(self):
        enumerator = ["--solver=enumerate", f"--solver-budget={10 ** 9}"]
        accepted = set(self.list_mappings(*enumerator))
        rejected = [mapping for mapping in
                    self.list_mappings(*enumerator, "--without=S4,S5")
                    if mapping not in accepted]
        count = min(self.options.limit, len(rejected))
        return random.Random(self.options.seed).sample(rejected, count)

    def try_mapping(self, mapping):
        """How many stages it gets through, and what the next one said."""
        mapped = self.formed + ".mapped.mlir"
        tools = self.options.tools
        result = call(tools + "/lift-opt", self.formed, "-o", mapped,
                      "--pass-pipeline=builtin.module(func.func("
                      f"lift-map-parallelism{{rules={self.options.rules} "
                      f"dims={self.options.dims} "
                      f"target={self.options.target} "
                      f"vectors={int(self.vectors)} "
                      f"{'without=S4,S5 ' if self.options.rejected else ''}"
                      f"fix={get_choices(mapping)}}}))")
        if result.returncode:
            return 0, result.stderr
        run = [tools + "/lift-run", mapped, *self.sizes]
        if self.options.rejected:
            run.append("--unsafe-mapping")
        stages = [
            [tools + "/lift-opt", mapped, "-o", os.devnull, "--lift-to-gpu="
             f"unsafe-mapping={int(self.options.rejected)}"],
            run + ["--device=" + self.options.device],
            run + ["--device=" + self.options.device, "--verify"],
        ]
        if self.options.oclgrind:
            stages.append(
                [os.path.join(ROOT, "utils", "oclgrind-run.sh"), *run])
        # Who agrees has compiled and launched: most often one run is enough.
        result = call(*stages[2])
        first = 0 if result.returncode or b"no effect" in result.stderr else 3
        for passed, stage in enumerate(stages[first:], first):
            result = call(*stage)
            if result.returncode or b"no effect" in result.stderr:
                return passed, result.stderr + result.stdout
        return len(stages), b""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--all", type=int)
    parser.add_argument("--limit", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="sound+limits")
    parser.add_argument("--dims", type=int, default=3)
    parser.add_argument("--target", default="pocl")
    parser.add_argument("--device", default="Portable Computing Language")
    parser.add_argument("--oclgrind", action="store_true")
    parser.add_argument("--rejected", action="store_true")
    options = parser.parse_args()
    stages = STAGES if options.oclgrind else STAGES[:-1]
    all_right = True
    with tempfile.TemporaryDirectory() as folder:
        for path in options.programs:
            program = Program(path, options, folder)
            mappings = (program.choose_rejected() if options.rejected
                        else program.choose_accepted())
            counts = [0] * len(stages)
            for mapping in mappings:
                passed, output = program.try_mapping(mapping)
                for stage in range(passed):
                    counts[stage] += 1
                if passed < len(stages) and not options.rejected:
                    all_right = False
                    print(f"{program.name}: {mapping}: not {stages[passed]}: "
                          f"{output.decode(errors='replace')[:1000]}")
            wide = sum(map(has_vectors, mappings))
            print(f"{program.name}: {len(mappings)} mappings"
                  f"{f' ({wide} with vectors)' if wide else ''}, " + ", ".join(
                      f"{stage} {count}"
                      for stage, count in zip(stages, counts)),
                  flush=True)
            all_right &= bool(mappings) or options.rejected
    sys.exit(not all_right)


if __name__ == "__main__":
    main()
