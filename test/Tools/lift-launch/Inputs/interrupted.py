# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills writers of packages and of the cache at 100 random moments. What is
there afterwards must be whole or refused, and never give another result.

usage: interrupted.py LIFT-RUN LIFT-LAUNCH DEVICE FOLDER PROGRAM OTHER-PROGRAM
"""
import os
import random
import subprocess
import sys
import time

lift_run, lift_launch, device, folder, *programs = sys.argv[1:]
package = os.path.join(folder, "package")
cache = os.path.join(folder, "cache")
output = os.path.join(folder, "out.npy")
launch = [lift_launch, package, "--size=N=64", "--device=" + device]
random.seed(0)


def emit(program):
    return [lift_run, program, "--emit-package=" + package]


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def kill_within(command, seconds):
    """Starts a command and kills it after a random part of a time."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(random.random() * seconds)
    process.kill()
    process.wait()


def measure(command):
    start = time.monotonic()
    run(command, check=True)
    return time.monotonic() - start


# What each program gives.
expected = []
for program in programs:
    seconds_emit = measure(emit(program))
    run(launch + ["--cache=", "--output=" + output], check=True)
    expected.append(open(output, "rb").read())

refused = 0
for i in range(60):
    kill_within(emit(programs[i % 2]), 1.2 * seconds_emit)
    done = run(launch + ["--cache=", "--output=" + output])
    if done.returncode == 0:
        if open(output, "rb").read() not in expected:
            sys.exit("an interrupted package gives another result")
    elif done.returncode != 1 or "checksum" not in done.stderr:
        sys.exit("an interrupted package: " + done.stderr)
    else:
        refused += 1

run(emit(programs[0]), check=True)
seconds_launch = measure(launch + ["--cache=" + os.path.join(folder, "other")])
for i in range(40):
    for name in os.listdir(cache) if os.path.isdir(cache) else []:
        if not name.endswith(".bin") or i % 2:
            os.remove(os.path.join(cache, name))
    kill_within(launch + ["--cache=" + cache], 1.2 * seconds_launch)
    run(launch + ["--cache=" + cache, "--output=" + output], check=True)
    if open(output, "rb").read() != expected[0]:
        sys.exit("an interrupted cache gives another result")
print(f"100 kills, {refused} packages refused")
