//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the functions that compute arith and math operations on
// one number each.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EVALUATOR_SCALAROPS_H
#define LIFT_LIB_EVALUATOR_SCALAROPS_H

#include "Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::lift::evaluator {

/// Computes `result` from operands that are not poison; `result` is valid when
/// it is called and may be made poison. Operands that the operation does not
/// have are any register. Returns what an error at the operation says, or null.
using ScalarFunction = const char *(*)(Register &result, const Register &a,
                                       const Register &b, const Register &c);

/// Chooses a function for the kinds of the first operand and of the result;
/// null if there is none.
using ScalarFunctionChoice = ScalarFunction (*)(NumberKind operand,
                                                NumberKind result);

struct ScalarOperation {
  StringRef name;
  ScalarFunctionChoice choose;
  /// Computes the second result, if there is one.
  ScalarFunctionChoice chooseSecond = nullptr;
};

/// The operations of arith and math that compute lane by lane.
ArrayRef<ScalarOperation> getIntegerOperations();
ArrayRef<ScalarOperation> getFloatOperations();
ArrayRef<ScalarOperation> getCastOperations();
ArrayRef<ScalarOperation> getMathOperations();

/// Comparisons take as third operand the outcomes that they accept.
enum ComparisonOutcome { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };
ScalarFunction chooseFloatComparison(NumberKind kind);
ScalarFunction chooseIntegerComparison(NumberKind kind, bool isSigned);
int64_t getAcceptedOutcomes(arith::CmpFPredicate predicate);
int64_t getAcceptedOutcomes(arith::CmpIPredicate predicate);
bool isSignedPredicate(arith::CmpIPredicate predicate);

} // namespace mlir::lift::evaluator

#endif // LIFT_LIB_EVALUATOR_SCALAROPS_H
