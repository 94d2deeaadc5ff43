# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what the solver spends on convolutions of 50 to 400 maps, and fails if
it grows faster than the square of the number of maps."""

import collections
import math
import re
import subprocess
import sys

translate, generator = sys.argv[1:]
rows = []
for maps in (50, 100, 200, 400):
    program = subprocess.run([sys.executable, generator, str(maps)],
                             check=True, stdout=subprocess.PIPE).stdout

    def run(*options):
        return subprocess.run([translate, *options], check=True, input=program,
                              stdout=subprocess.PIPE).stdout.decode()

    costs = [int(re.search(r"cost: (\d+)",
                           run("--lift-explain-mapping", "--rules=" + rules))[1])
             for rules in ("sound", "cc22")]
    rules = collections.Counter(
        line.split()[0] for line in
        run("--lift-list-mapping-constraints", "--rules=cc22").splitlines())
    rows.append((program.count(b"lift.map"), *costs,
                 *(rules[f"R{i}"] for i in range(1, 8))))
    print("| " + " | ".join(str(cell) for cell in rows[-1]) + " |")
for column in (1, 2):
    exponent = math.log(rows[-1][column] / rows[0][column]) / math.log(
        rows[-1][0] / rows[0][0])
    print(f"exponent {exponent:.2f}")
    if exponent > 2:
        sys.exit("too fast")
