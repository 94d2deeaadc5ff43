//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NestShape.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::hasDim(const NestOperand &operand, unsigned dim) {
  return llvm::is_contained(operand.dims, dim);
}

SmallVector<NestOperand> lift::getOperands(const Nest &nest) {
  SmallVector<Value> values = nest.getStepOperands();
  llvm::append_range(values, nest.getEpilogueOperands());
  llvm::append_range(values, nest.getInits());
  SmallVector<NestOperand> operands;
  for (Value value : values)
    if (std::optional<NestOperand> operand = nest.lookup(value))
      operands.push_back(*operand);
  return operands;
}

bool lift::canCollapse(const Nest &nest, unsigned dim) {
  return llvm::all_of(getOperands(nest), [&](const NestOperand &operand) {
    if (!hasDim(operand, dim) && !hasDim(operand, dim + 1))
      return true;
    const auto *it = llvm::find(operand.dims, dim);
    return it != operand.dims.end() && it + 1 != operand.dims.end() &&
           *(it + 1) == dim + 1;
  });
}

void lift::mapToGroups(Schedule &schedule, ArrayRef<Handle> loops) {
  for (auto [i, loop] : llvm::enumerate(llvm::reverse(loops)))
    schedule.mapTo(loop, {i < kMaxLaunchDims ? "wrg(" + std::to_string(i) + ")"
                                             : std::string("seq")});
}
