//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopCodes.h"

#include "LiftDialect/Mapping/MappingCodes.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;

void LoopCodes::add(loop::ForOp loop) {
  add(loop.getMapping() ? getCode(loop.getMappingAttr()) : kSeqCode);
}

void LoopCodes::add(unsigned code) {
  variables.push_back(codes.size());
  codes.push_back(code);
}
