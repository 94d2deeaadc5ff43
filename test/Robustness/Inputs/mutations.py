#!/usr/bin/env python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes mistakes in programs, one at a time and always the same ones: a text ends
early, a token is gone, doubled, exchanged with its neighbour or with another one
of its kind, a number is another. The tools accept the result, or keep what
contract.py promises.

  mutations.py TOOLS ROOT [--all]
"""
import argparse
import itertools
import pathlib
import re
import sys

import contract

# Programs to make mistakes in, and the command for each group.
GROUPS = [
    ("lift-opt --lift-to-gpu",
     ["examples/dot.mlir", "examples/tutorial/blur-tiled.mlir",
      "examples/tutorial/dot-parallel.mlir", "test/Integration/concat.mlir",
      "test/Integration/boundary.mlir", "test/Integration/tree-sum.mlir",
      "test/Integration/matmul-local.mlir", "test/Dialect/ops-views.mlir"]),
    ("lift-run --engine=evaluate --size=N=4",
     ["examples/dot.mlir", "examples/tutorial/blur.mlir"]),
    ("lift-translate --lift-to-opencl",
     ["test/Target/OpenCL/basic.mlir", "test/Target/OpenCL/control-flow.mlir",
      "test/Target/OpenCL/vector.mlir"]),
]
# How many mutants of a program are tried without --all.
SAMPLE = 60

TOKEN = re.compile(r'//[^\n]*|"[^"\n]*"|->|[%@#!^]?[A-Za-z_][\w$.]*|%\d+|\d+'
                   r'|\s+|.')
NUMBERS = ["0", "-1", "3", "2147483648", "9223372036854775807",
           "9223372036854775808", "99999999999999999999"]


def is_code(token):
    return not token.isspace() and not token.startswith("//")


def get_kind(token):
    """Tokens of one kind can be exchanged for each other."""
    return token[0] if token[0] in "%@#!^" else token[0].isalpha()


def mutate(text):
    """All mutants of a text, with what was done."""
    tokens = TOKEN.findall(text)
    code = [index for index, token in enumerate(tokens) if is_code(token)]
    kinds = {}
    for index in code:
        kinds.setdefault(get_kind(tokens[index]), []).append(tokens[index])
    for number, index in enumerate(code):
        before, token, after = tokens[:index], tokens[index], tokens[index + 1:]

        def put(*replacement):
            return "".join([*before, *replacement, *after])
        yield f"end before token {number}", "".join(before)
        yield f"drop token {number}", put()
        yield f"double token {number}", put(token, " ", token)
        if number + 1 < len(code):
            after_next = tokens[code[number + 1] + 1:]
            yield f"swap token {number}", "".join(
                [*before, tokens[code[number + 1]], " ", token, *after_next])
        if token.isdigit():
            for value in NUMBERS:
                yield f"make token {number} {value}", put(value)
        same = kinds[get_kind(token)]
        other = same[(number * 7 + 3) % len(same)]
        if other != token and get_kind(token) is not False:
            yield f"make token {number} {other}", put(other)


def strip_comments(text):
    """The code of a test or example."""
    return "\n".join(line for line in text.splitlines()
                     if not line.lstrip().startswith("//")) + "\n"


def check(mutant, folder):
    """Whether a mutant was accepted, and what is wrong with how it was refused."""
    command, what, text = mutant
    pathlib.Path(folder, "mutant.mlir").write_text(text)
    outcome = contract.run(f"{command} mutant.mlir > output", folder)
    if crash := contract.find_crash(outcome):
        return False, crash
    if outcome.status == 0:
        return True, None
    breach = contract.find_breach(outcome, contract.REFUSAL)
    if not breach and pathlib.Path(folder, "output").stat().st_size:
        breach = "writes to standard output"
    if what.endswith(": nothing"):
        breach = "is refused without a mistake in it"
    return False, breach


def collect(root, everything):
    for command, files in GROUPS:
        for file in files:
            program = strip_comments((root / file).read_text())
            mutants = [("nothing", program), *mutate(program)]
            # Steps that share no factor with the number of mutations of a token.
            step = 1 if everything else max(1, len(mutants) // SAMPLE) | 1
            for what, text in itertools.islice(mutants, 0, None, step):
                yield command, f"{file}: {what}", text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools")
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    contract.use_tools(arguments.tools)
    count = broken = breaches = 0
    for mutant, (accepted, breach) in contract.run_all(
            check, collect(arguments.root, arguments.all)):
        count += 1
        broken += not accepted
        breaches += breach is not None
        if breach:
            print(f"{mutant[1]}: {breach}\n  {mutant[0]}\n{mutant[2]}")
    print(f"{count} mutants, {broken} of them broken, {breaches} breaches")
    sys.exit(1 if breaches else 0)


if __name__ == "__main__":
    main()
