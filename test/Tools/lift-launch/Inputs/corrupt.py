# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damages a package in many ways: each must be refused with a message and exit
status 1.

usage: corrupt.py LIFT-LAUNCH PACKAGE FOLDER
"""
import json
import os
import random
import shutil
import subprocess
import sys

import damage

lift_launch, package, folder = sys.argv[1:]
random.seed(1)


def means_the_same(damaged, text):
    """Blanks and repeated fields in JSON change nothing."""
    try:
        return json.loads(damaged) == json.loads(text)
    except ValueError:
        return damaged == text


count = 0
for i in range(150):
    copy = os.path.join(folder, "damaged")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(package, copy)
    programs = sorted(set(os.listdir(package)) - {"manifest.json"})
    names = ["manifest.json", "manifest.json", programs[i // 9 % len(programs)]]
    name = os.path.join(copy, names[i % 3])
    text = open(name, "rb").read()
    damaged = damage.KINDS[i // 3 % 3](text)
    if means_the_same(damaged, text):
        continue
    open(name, "wb").write(damaged)
    done = subprocess.run(
        [lift_launch, "--check", copy], capture_output=True, timeout=20
    )
    if done.returncode != 1 or b"lift-launch: error: " not in done.stderr:
        sys.exit(f"damage {i}: exit status {done.returncode}, {done.stderr}")
    if done.stdout:
        sys.exit(f"damage {i}: prints {done.stdout}")
    count += 1
print(f"{count} damaged packages refused")
