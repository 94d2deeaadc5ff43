//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What programs are that have kernels of their own for what is assumed of
// sizes.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"

#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::hasSumsOverSeveralDims(Operation *root) {
  return root
      ->walk([](ReduceOp reduce) {
        return reduce->getParentOfType<ReduceOp>() ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool lift::hasOneSum(Operation *root) {
  int64_t count = 0;
  root->walk(
      [&](ReduceOp reduce) { count += !reduce->getParentOfType<ReduceOp>(); });
  return count == 1;
}

static bool hasReductions(Operation *pattern) {
  return pattern->walk([](ReduceOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Whether a reduction goes through several arrays for each pair of elements of
/// others, as those of a product of matrices do.
static bool multipliesMatrices(Operation *root) {
  return root
      ->walk([](ReduceOp reduce) {
        auto inner = reduce->getParentOfType<MapOp>();
        const bool isOfPairs = inner && inner->getParentOfType<MapOp>();
        return isOfPairs && reduce.getInputs().size() > 1
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool lift::readsRowsAgain(Operation *root) {
  if (multipliesMatrices(root))
    return false;
  auto isRead = [](ArrayRef<Operation *> patterns) {
    return patterns.size() > 1 &&
           llvm::any_of(patterns, llvm::IsaPred<ReduceOp>);
  };
  return root
      ->walk([&](Operation *op) {
        if (auto map = dyn_cast<MapOp>(op))
          return isRead(getPatterns(map.getBody().front()))
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        auto func = dyn_cast<func::FuncOp>(op);
        if (!func || func.isExternal())
          return WalkResult::advance();
        SmallVector<Operation *> patterns = getTopLevelPatterns(func);
        return patterns.size() == 2 && llvm::all_of(patterns, hasReductions)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool lift::onlyTransposes(Operation *root) {
  auto has = [&](auto isSuch) {
    return root
        ->walk([&](Operation *op) {
          return isSuch(op) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  };
  return has(llvm::IsaPred<TransposeOp>) && !has(llvm::IsaPred<FoldPattern>);
}
