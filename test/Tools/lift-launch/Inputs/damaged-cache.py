# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damages what is cached of a compiled program in many ways: each launch must
compile again, give the same result, and leave a cache that is whole.

usage: damaged-cache.py LIFT-LAUNCH DEVICE PACKAGE OTHER-PACKAGE FOLDER
"""
import os
import random
import subprocess
import sys

import damage

lift_launch, device, package, other, folder = sys.argv[1:]
cache = os.path.join(folder, "cache")
output = os.path.join(folder, "out.npy")
random.seed(1)


def launch(package):
    """Where the program came from, and the result."""
    done = subprocess.run(
        [lift_launch, package, "--size=N=16", "--device=" + device,
         "--cache=" + cache, "--output=" + output],
        capture_output=True, text=True, check=True)
    return done.stdout.rpartition("program: ")[2].strip(), open(output, "rb").read()


def read(name):
    return open(os.path.join(cache, name), "rb").read()


_, expected = launch(package)
(entry,) = os.listdir(cache)
whole = read(entry)
assert launch(package) == ("from the cache", expected)
launch(other)
(other_entry,) = set(os.listdir(cache)) - {entry}

texts = [damage.KINDS[i % 3](whole) for i in range(30)]
for text in [b"", read(other_entry), *texts]:
    if text == whole:
        continue
    with open(os.path.join(cache, entry), "wb") as file:
        file.write(text)
    if launch(package) != ("compiled", expected):
        sys.exit("a damaged entry was taken")
    if launch(package) != ("from the cache", expected):
        sys.exit("the cache was not repaired")
print("no damaged program was run")
