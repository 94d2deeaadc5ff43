//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares SizeFacts: which size names a function has, what its
// operations require of them, and what may be assumed of them.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_SIZEFACTS_H
#define LIFTDIALECT_ANALYSIS_SIZEFACTS_H

#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/LiftInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <map>

namespace mlir::lift {

namespace loop {
class KernelOp;
} // namespace loop

/// A size constraint and the operation that needs it.
struct Obligation {
  SizeConstraint constraint;
  Operation *op;
};

class SizeFacts {
public:
  /// Collects the facts of `func`. Emits an error and fails where a type or an
  /// attribute names a size that is not a whole size of some argument, a tuning
  /// name of the function, or the step of an iterate around it.
  static FailureOr<SizeFacts> get(FunctionOpInterface func);

  /// The names that arguments bind, in the order of their first appearance.
  ArrayRef<std::string> getNames() const { return names; }

  /// What must be tested before a launch: the constraints that constants do
  /// not decide and `lift.requires` does not imply, and `lift.requires` itself;
  /// each once, in program order.
  ArrayRef<Obligation> getObligations() const { return obligations; }

  /// What holds after these tests: sizes are at least 1, every constraint and
  /// requirement is satisfied.
  const Assumptions &getAssumptions() const { return assumptions; }

private:
  LogicalResult collectNames(FunctionOpInterface func);
  void collectRequirements(FunctionOpInterface func);
  void collectConstraints(FunctionOpInterface func);

  SmallVector<std::string> names;
  SmallVector<Obligation> obligations;
  Assumptions assumptions;
};

/// Adds what a constraint says to the assumptions.
void assume(Assumptions &assumptions, const SizeConstraint &constraint);

/// The tuning names of a function with the values each may take, in order.
SmallVector<std::pair<std::string, SmallVector<int64_t>>>
getTuningParameters(FunctionOpInterface func);

/// What `lift.requires` states.
SmallVector<SizeConstraint> getRequirements(FunctionOpInterface func);

/// Values that sizes of `func` are expected to have, each as NAME=INTEGER;
/// reports what is no such text.
FailureOr<std::map<std::string, Expr>>
parseExpectedSizes(FunctionOpInterface func, ArrayRef<std::string> sizes);

/// What a kernel in loop form knows of sizes.
Assumptions getSizeFacts(loop::KernelOp kernel);

/// Calls `visit` for every size expression in types and attributes of `op`.
void walkSizes(Operation *op, function_ref<void(const Expr &)> visit);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_SIZEFACTS_H
