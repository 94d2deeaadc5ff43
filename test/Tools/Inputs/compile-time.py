#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares how much time of the processor two shell commands take at least: prints
the quotient and fails if it is above a limit.

What else runs on the machine makes commands wait, which is no time of the
processor, and slows them: the shortest of several runs is the least disturbed. A
quotient above the limit is measured again before it counts, after a while, when
another test may run beside.

    compile-time.py --limit=15 --baseline='mlir-opt empty.mlir' 'lift-opt ...'
"""
import argparse
import resource
import subprocess
import sys
import time


def get_time_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(command):
    start = get_time_of_children()
    subprocess.run(["bash", "-o", "pipefail", "-c", command], check=True,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return get_time_of_children() - start


def compare(baseline, command, runs):
    pairs = [(measure(baseline), measure(command)) for _ in range(runs)]
    times = [min(column) for column in zip(*pairs)]
    print(f"baseline {times[0] * 1e3:.1f} ms, command {times[1] * 1e3:.1f} ms: "
          f"{times[1] / times[0]:.1f} times")
    return times[1] / times[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, required=True)
    parser.add_argument("--baseline", required=True)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("command")
    args = parser.parse_args()
    for attempt in range(6):
        time.sleep(15 if attempt else 0)
        if compare(args.baseline, args.command, args.runs) <= args.limit:
            return
    sys.exit(f"above the limit of {args.limit:g} times")


if __name__ == "__main__":
    main()
