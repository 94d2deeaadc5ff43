//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be done to a pattern.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_STRATEGIES_REWRITELIST_H
#define LIB_STRATEGIES_REWRITELIST_H

#include "LiftDialect/Rewriting/Nest.h"
#include "LiftDialect/Strategies/Problem.h"
#include "llvm/Support/JSON.h"

namespace mlir::lift {

/// Why something does not apply, and where.
struct Reason {
  std::string text;
  Location loc;
};

/// A rewrite that has been tried.
struct TriedRewrite {
  StringRef name;
  /// What it has been tried with, if that makes a difference: "argument", 0.
  std::optional<std::pair<StringRef, llvm::json::Value>> parameter;
  std::optional<Reason> refused;
};

/// Tries the rewrites that are for patterns like this, each on a copy of the
/// function.
SmallVector<TriedRewrite> tryRewrites(func::FuncOp func, Operation *pattern);

/// The name of the strategy for pattern `number` at the top level.
struct TriedStrategies {
  StringRef name;
  std::optional<Reason> refused;
};
TriedStrategies tryStrategies(const Problem &problem, unsigned number);

} // namespace mlir::lift

#endif // LIB_STRATEGIES_REWRITELIST_H
