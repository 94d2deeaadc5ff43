#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lowers what the solver accepts.

  utils/lower-mappings.py [--limit=N] [--seeds=S,COUNT] [--only=staged] [--run=P]
                          [--open-names] [--target=T] [PROGRAM.mlir ...]

Of each program, and of those that lift-fuzz makes of the seeds S, S + 1, ...,
without their mappings and vector widths, and with --open-names those of seeds
without values of their tuning names, up to N mappings that the rules accept
are lowered to kernels, all where there are fewer: none may be refused. P percent
of them run on a device and, with --oclgrind, under Oclgrind, too; they must compute
what the evaluator computes, and race nowhere. A program of a file is one kernel and
says how to run it: see utils/check-mappings.py.

A line for each that is refused or wrong; the last line says how many there were of
which programs; the exit status whether all were right. Programs that fail stay in
--output-dir.
"""

import argparse
import collections
import os
import random
import re
import sys
import tempfile

from commands import ROOT, call
from programs import erase_choices, get_line


class Program:
    """A program without mappings, and how it is run."""

    def __init__(self, name, text, form, sizes):
        self.name = name
        self.text = text
        self.form = form
        self.sizes = sizes

    @staticmethod
    def from_file(path):
        with open(path) as file:
            text = file.read()
        params = get_line(text, "PARAMS")
        bind = f"lift-bind-params{{{params}}}," if params else ""
        launch = get_line(text, "KERNEL")
        return Program(os.path.basename(path)[:-len(".mlir")], text,
                       f"{bind}func.func(lift-normalize,lift-infer-spaces,"
                       f"lift-form-kernels{{{launch}}})",
                       get_line(text, "SIZES").split())

    @staticmethod
    def from_seed(seed, options):
        kind = [f"--only={options.only}"] if options.only else []
        text = call(options.tools + "/lift-fuzz", f"--seed={seed}", "--print",
                    *kind).stdout.decode()
        arguments = re.search(r"^// lift-run FILE (.*)$", text, re.M)[1].split()
        params = ",".join(argument[len("--param="):] for argument in arguments
                          if argument.startswith("--param="))
        bind = ("" if options.open_names
                else f"lift-bind-params{{params={params}}},")
        return Program(f"seed-{seed}", erase_choices(text),
                       f"{bind}func.func("
                       "lift-normalize,lift-infer-spaces,lift-form-kernels)",
                       [argument for argument in arguments
                        if not argument.startswith("--param=")])


class Checker:
    def __init__(self, options, folder):
        self.options = options
        self.formed = os.path.join(folder, "formed.mlir")
        self.mapped = os.path.join(folder, "mapped.mlir")
        self.random = random.Random(options.seed)
        self.counts = collections.Counter()

    def call_opt(self, *arguments):
        return call(self.options.tools + "/lift-opt", *arguments)

    def report(self, program, choice, what, output):
        self.counts[what] += 1
        kept = os.path.join(self.options.output_dir,
                            f"{program.name}-{choice}.mlir")
        with open(self.mapped) as file, open(kept, "w") as copy:
            copy.write(file.read())
        print(f"{program.name}: mapping {choice}: {what}: "
              f"{output.decode(errors='replace')[:800]}", flush=True)

    def run_mapped(self, program, choice):
        run = [self.options.tools + "/lift-run", self.mapped, *program.sizes]
        result = call(*run, "--device=" + self.options.device, "--verify")
        simulated = (call(os.path.join(ROOT, "utils", "oclgrind-run.sh"), *run)
                     if self.options.oclgrind or result.returncode else None)
        self.counts["run"] += 1
        if simulated and simulated.returncode:
            self.report(program, choice, "wrong",
                        result.stderr + simulated.stdout + simulated.stderr)
        elif result.returncode:
            # It is right in the simulator.
            self.counts["failed on the device alone"] += 1

    def try_choice(self, program, choice):
        """Whether there is a mapping of this number."""
        result = self.call_opt(
            self.formed, "-o", self.mapped,
            "--pass-pipeline=builtin.module(func.func(lift-map-parallelism{"
            f"objective=any choice={choice} seed={self.options.seed} "
            f"target={self.options.target}}}))")
        if result.returncode:
            is_end = (b"no mapping satisfies all constraints" in result.stderr
                      or b"has only" in result.stderr)
            if not is_end:
                print(f"{program.name}: {result.stderr.decode()[:800]}")
                self.counts["not mapped"] += 1
            return False
        self.counts["accepted"] += 1
        result = self.call_opt(self.mapped, "-o", os.devnull,
                               "--lift-to-gpu=mapping=none")
        if result.returncode:
            self.report(program, choice, "refused", result.stderr)
        elif self.random.random() * 100 < self.options.run:
            self.run_mapped(program, choice)
        return True

    def check(self, program):
        with open(self.formed, "w") as file:
            file.write(program.text)
        result = self.call_opt(self.formed, "-o", self.formed,
                               f"--pass-pipeline=builtin.module({program.form})")
        if result.returncode:
            self.counts["not formed"] += 1
            return
        self.counts["programs"] += 1
        for choice in range(self.options.limit):
            if not self.try_choice(program, choice):
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--limit", type=int, default=50)
    parser.add_argument("--seeds", default="0,0")
    parser.add_argument("--only", help="the kind of programs: see lift-fuzz")
    parser.add_argument("--open-names", action="store_true")
    parser.add_argument("--run", type=float, default=0)
    parser.add_argument("--oclgrind", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", default="pocl")
    parser.add_argument("--device", default="Portable Computing Language")
    parser.add_argument("--output-dir", default=tempfile.gettempdir())
    options = parser.parse_args()
    first, count = map(int, options.seeds.split(","))
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options, folder)
        for path in options.programs:
            checker.check(Program.from_file(path))
        for seed in range(first, first + count):
            checker.check(Program.from_seed(seed, options))
    counts = checker.counts
    print(f"{counts['programs']} programs, {counts['accepted']} mappings, "
          f"{counts['refused']} refused, {counts['run']} run, "
          f"{counts['wrong']} wrong, {counts['failed on the device alone']} "
          f"failed on the device alone, {counts['not mapped']} not mapped, "
          f"{counts['not formed']} programs are not for it")
    sys.exit(counts["refused"] + counts["wrong"] + counts["not mapped"] != 0)


if __name__ == "__main__":
    main()
