# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program with lift-run and, as one package, with lift-launch, for
several sizes: the results must be the same bytes, and the kernels be compiled
once.

usage: same_results.py LIFT-RUN LIFT-LAUNCH DEVICE FOLDER PROGRAM [LIFT-RUN-OPTION ...] -- SIZES ...
"""
import json
import os
import subprocess
import sys

lift_run, lift_launch, device, folder, program, *rest = sys.argv[1:]
split = rest.index("--")
options, size_lists = rest[:split], rest[split + 1 :]
os.makedirs(folder, exist_ok=True)
package = os.path.join(folder, "package")
subprocess.run(
    [lift_run, program, *options, "--emit-package=" + package], check=True
)
outputs = [os.path.join(folder, name) for name in ("run.npy", "launch.npy")]
from_cache = []
for number, sizes in enumerate(size_lists):
    common = ["--size=" + sizes, "--seed=" + str(number), "--device=" + device]
    subprocess.run(
        [lift_run, program, *options, *common, "--output=" + outputs[0]],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    launch = subprocess.run(
        [lift_launch, package, *common, "--output=" + outputs[1], "--json"]
        + ["--cache=" + os.path.join(folder, "cache")],
        check=True,
        stdout=subprocess.PIPE,
    )
    from_cache.append(json.loads(launch.stdout)["program_from_cache"])
    texts = [open(output, "rb").read() for output in outputs]
    if texts[0] != texts[1]:
        sys.exit(f"{program} with {sizes}: the results differ")
if from_cache != [False] + [True] * (len(size_lists) - 1):
    sys.exit(f"kernels from the cache: {from_cache}")
print(f"{len(size_lists)} sizes agree, kernels compiled once")
