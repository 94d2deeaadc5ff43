//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StrategyLog.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

static std::vector<std::string> found;

namespace {
struct Log final : remark::detail::MLIRRemarkStreamerBase {
  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    if (remark.getRemarkName() != "strategy" || remark.getArgs().empty())
      return;
    found.push_back(remark.getArgs().back().val);
  }
};
} // namespace

void fuzz::recordStrategies(MLIRContext &context) {
  remark::RemarkCategories categories;
  categories.passed = "lift-optimize";
  (void)remark::enableOptimizationRemarks(
      context, std::make_unique<Log>(),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}

std::vector<std::string> fuzz::takeStrategies() {
  return std::exchange(found, {});
}
