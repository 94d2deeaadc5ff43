#!/bin/bash
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the examples on the CPU (PoCL), compares each with the reference
# evaluator, and prints which kernels ran, how long, in how much memory, and how
# fast that is for the device.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

run() {
  echo
  echo "lift-run $*"
  build/bin/lift-run "$@" --device='Portable Computing Language' --repeat=3 \
    --verify --roofline
}

run examples/dot.mlir --size=N=1048576
run examples/matmul.mlir --size=M=256,N=192,K=320
run examples/conv3x3.mlir --size=H=28,W=28,Ci=32,Co=64
