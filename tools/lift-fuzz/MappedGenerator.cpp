//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MappedGenerator.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

SmallVector<Value> MappedGenerator::run() { return {chains.grow(b.visible[0], 3)}; }
