//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/LoopSteps.h"

using namespace mlir;
using namespace mlir::lift;

Value lift::getRootBuffer(Value buffer) {
  while (true) {
    auto view = buffer.getDefiningOp<loop::ViewOp>();
    Value outer = view ? view.getSource() : loop::getStateOperand(buffer);
    if (!outer)
      return buffer;
    buffer = outer;
  }
}

bool lift::isScan(loop::ForOp loop) {
  if (loop.getMap() || !loop.getStates().empty())
    return false;
  return loop
      .walk([&](loop::StoreOp store) {
        Operation *buffer = getRootBuffer(store.getBuffer()).getDefiningOp();
        return buffer && loop->isAncestor(buffer) ? WalkResult::advance()
                                                  : WalkResult::interrupt();
      })
      .wasInterrupted();
}
