//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which patterns each transform.apply_patterns.lift.* stands for.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Rewriting/Patterns.h"
#include "LiftDialect/TransformOps/LiftTransformOps.h"

using namespace mlir;
using namespace mlir::lift;

void ApplyViewPatternsOp::populatePatterns(RewritePatternSet &patterns) {
  populateViewPatterns(patterns);
}

void ApplyContractPatternsOp::populatePatterns(RewritePatternSet &patterns) {
  populateContractPatterns(patterns);
}

void ApplyExpandSumsPatternsOp::populatePatterns(RewritePatternSet &patterns) {
  populateExpandSumsPatterns(patterns);
}

void ApplyMergeInputsPatternsOp::populatePatterns(RewritePatternSet &patterns) {
  populateMergeInputsPatterns(patterns);
}

void ApplyReduceElementsPatternsOp::populatePatterns(
    RewritePatternSet &patterns) {
  populateReduceElementsPatterns(patterns);
}

void ApplyDeduceLawsPatternsOp::populatePatterns(RewritePatternSet &patterns) {
  populateDeduceLawsPatterns(patterns);
}

void ApplyChooseInOrderPatternsOp::populatePatterns(
    RewritePatternSet &patterns) {
  populateChooseInOrderPatterns(patterns);
}

void ApplyMergeReductionsPatternsOp::populatePatterns(
    RewritePatternSet &patterns) {
  populateMergeReductionsPatterns(patterns);
}
