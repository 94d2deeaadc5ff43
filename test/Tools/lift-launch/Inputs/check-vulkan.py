# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the packages of make-vulkan.py and compares with NumPy.

usage: check-vulkan.py LIFT-LAUNCH FOLDER [OPTION...]
"""
import os
import subprocess
import sys

import numpy as np

lift_launch, folder, *options = sys.argv[1:]
random = np.random.default_rng(1)


def run(name, *arrays, more=()):
    """What a package gives for some arrays."""
    files = []
    for i, array in enumerate(arrays):
        files.append(os.path.join(folder, f"{i}.npy"))
        np.save(files[-1], array)
    output = os.path.join(folder, "out.npy")
    subprocess.run(
        [lift_launch, os.path.join(folder, name), "--cache=", "--output=" + output,
         *["--input=" + file for file in files], *more, *options],
        check=True, stdout=subprocess.DEVNULL)
    return np.load(output)


def compare(name, found, expected):
    equal = np.array_equal(found, expected)
    print(f"{name} of {len(expected)}: {'equal' if equal else 'DIFFERS'}")


for n in [1, 64, 1000, 65537]:
    x, y = (random.integers(-8, 8, n).astype(np.float32) for _ in range(2))
    compare("saxpy", run("saxpy", x, y, more=["--arg=a=2"]), 2 * x + y)
for n in [64, 6400]:
    x = random.random(n, np.float32)
    compare("reverse", run("reverse", x), x.reshape(-1, 64)[:, ::-1].reshape(-1))
for n in [2, 300, 5000]:
    zeros = np.zeros(n, np.int32)
    compare("steps", run("steps", zeros), np.arange(n, dtype=np.int32))
for n in [1, 65535, 65536, 200001]:
    zeros = np.zeros(n, np.int32)
    compare("groups", run("groups", zeros), np.arange(n, dtype=np.int32))
