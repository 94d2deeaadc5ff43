//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what remembers the strategies that lift-optimize finds.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_STRATEGYLOG_H
#define LIFT_TOOLS_LIFT_FUZZ_STRATEGYLOG_H

#include "mlir/IR/MLIRContext.h"

namespace mlir::lift::fuzz {

/// Makes a context remember them; for one context at a time.
void recordStrategies(MLIRContext &context);

/// The names of those found since the last call.
std::vector<std::string> takeStrategies();

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_STRATEGYLOG_H
