#!/bin/bash
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the function @main of a module on tensors, of which Lift takes what it
# supports: packaged mlir-opt with the plug-in makes kernels and host code, and
# lowers the latter; lli runs it. BUILD is the build folder ("build"), LLVM where
# LLVM is; LIFT_DEVICE chooses a device, TARGET what the kernels are made for.
#
#     examples/linalg/run-on-host.sh examples/linalg/power-iteration.mlir
set -e -o pipefail
BUILD=${BUILD:-build}
LLVM=${LLVM:-/usr/lib/llvm-22}
passes="lift-compile{${TARGET:+target=$TARGET}}"
passes+=,lift-attach-opencl-target,gpu-module-to-binary
passes+=,one-shot-bufferize{allow-return-allocs-from-loops
passes+=" bufferize-function-boundaries"
passes+=" function-boundary-type-conversion=identity-layout-map}"
passes+=",lift-erase-host-spaces,func.func(gpu-async-region)"
passes+=,convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata
passes+=,lower-affine,convert-math-to-llvm,finalize-memref-to-llvm,gpu-to-llvm
passes+=,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm
passes+=,reconcile-unrealized-casts
"$LLVM/bin/mlir-opt" "$1" --load-dialect-plugin="$BUILD/lib/LiftPlugin.so" \
  --load-pass-plugin="$BUILD/lib/LiftPlugin.so" \
  --pass-pipeline="builtin.module($passes)" |
  "$BUILD/bin/lift-translate" --mlir-to-llvmir |
  "$LLVM/bin/lli" --dlopen="$BUILD/lib/libLiftOpenCLWrappers.so" \
    --dlopen="$LLVM/lib/libmlir_c_runner_utils.so" \
    --dlopen="$LLVM/lib/libmlir_runner_utils.so"
