#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples, and a program that is tested, as packages, on this machine or on another.

`make FOLDER` writes a package of each example and, for five lists of sizes
each, the result on this machine's device to be compared with. `run FOLDER`
launches the packages and compares, byte for byte; it needs lift-launch, OpenCL
and this script only, so that the folder can be carried to a machine without
LLVM. Results can be equal everywhere because random inputs are multiples of
1/16, whose sums of products are exact.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Program, options, sizes.
PROGRAMS = {
    "vecadd": ("test/Integration/vecadd", ["--entry=low"],
               ["N=1024", "N=2048", "N=3072", "N=10240", "N=102400"]),
    "dot": ("examples/dot", [], ["N=1", "N=17", "N=1024", "N=5000", "N=100003"]),
    "matmul": ("examples/matmul", [], ["M=1,N=1,K=1", "M=31,N=13,K=17",
                              "M=64,N=64,K=64", "M=1,N=257,K=3",
                              "M=256,N=192,K=320"]),
    "conv3x3": ("examples/conv3x3", [], ["H=1,W=1,Ci=1,Co=1", "H=17,W=31,Ci=2,Co=3",
                                "H=8,W=8,Ci=16,Co=16", "H=5,W=100,Ci=1,Co=1",
                                "H=28,W=28,Ci=32,Co=64"]),
    "blur": ("examples/tutorial/blur", [], ["N=1", "N=2", "N=17", "N=1000", "N=65536"]),
    "blur-tiled": ("examples/tutorial/blur-tiled", ["--param=T=64"],
                   ["N=64", "N=128", "N=640", "N=6400", "N=65536"]),
    "dot-parallel": ("examples/tutorial/dot-parallel", ["--param=G=1024"],
                     ["N=1024", "N=2048", "N=5120", "N=65536", "N=1048576"]),
    "sgemm-lowlevel": ("examples/lowlevel/sgemm", ["--param=BK=8"],
                       ["M=128,N=128,K=8", "M=256,N=128,K=40",
                        "M=128,N=256,K=48", "M=384,N=256,K=128",
                        "M=512,N=512,K=512"]),
    "conv3x3-lowlevel": ("examples/lowlevel/conv3x3",
                         ["--param=BK=16,CM=64,CN=64,ST=3,SC=1"],
                         ["H=1,W=1,Ci=16,Co=64", "H=5,W=13,Ci=16,Co=64",
                          "H=7,W=3,Ci=32,Co=128", "H=14,W=14,Ci=64,Co=64",
                          "H=28,W=28,Ci=32,Co=64"]),
}


def get_expected(folder, sizes):
    return folder / (sizes.replace(",", "-") + ".npy")


def make(options):
    for name, (program, flags, size_lists) in PROGRAMS.items():
        folder = options.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        run = [options.lift_run, str(ROOT / (program + ".mlir")), *flags]
        subprocess.run([*run, f"--emit-package={folder / 'package'}"], check=True)
        for sizes in size_lists:
            subprocess.run(
                [*run, f"--size={sizes}", f"--device={options.device}",
                 f"--output={get_expected(folder, sizes)}"],
                check=True, stdout=subprocess.DEVNULL)


def launch(options, folder, sizes, output):
    """The report of a launch, with whether the result is what is expected."""
    done = subprocess.run(
        [options.lift_launch, str(folder / "package"), f"--size={sizes}",
         f"--device={options.device}", f"--output={output}", "--json",
         f"--cache={options.folder / 'cache'}"],
        check=True, stdout=subprocess.PIPE)
    report = json.loads(done.stdout)
    expected = get_expected(folder, sizes).read_bytes()
    report["agrees"] = pathlib.Path(output).read_bytes() == expected
    return report


def run(options):
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, (_, _, size_lists) in PROGRAMS.items():
            for sizes in size_lists:
                report = launch(options, options.folder / name, sizes,
                                os.path.join(scratch, "out.npy"))
                failures += not report["agrees"]
                print(f"{name} {sizes}:",
                      "agrees" if report["agrees"] else "DIFFERS",
                      "cached" if report["program_from_cache"] else "compiled",
                      report["device"]["name"], sep="  ")
    print(f"{failures} of {sum(len(p[2]) for p in PROGRAMS.values())} differ")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=["make", "run"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--lift-run", default="lift-run")
    parser.add_argument("--lift-launch", default="lift-launch")
    parser.add_argument("--device", default="")
    options = parser.parse_args()
    sys.exit(make(options) if options.action == "make" else run(options))


if __name__ == "__main__":
    main()
