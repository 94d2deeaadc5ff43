//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the operations share: how they find what a handle is of, read sizes, and
// say why a rewrite does not apply.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMOPS_OPERANDS_H
#define LIB_TRANSFORMOPS_OPERANDS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace mlir::lift {

/// The values of names in sizes.
using Sizes = std::map<std::string, Expr>;

/// Says at the operation of the schedule, and at the place in the program, why
/// a rewrite does not apply.
DiagnosedSilenceableFailure refuse(transform::TransformOpInterface op,
                                   const Refusal &refusal);

/// The one operation of a handle.
FailureOr<Operation *> getOnlyTarget(transform::TransformState &state,
                                     Value handle, Refusal &refusal);

/// The same, if it is an `Op`.
template <typename Op>
FailureOr<Op> getTarget(transform::TransformState &state, Value handle,
                        Refusal &refusal) {
  FailureOr<Operation *> op = getOnlyTarget(state, handle, refusal);
  if (failed(op))
    return failure();
  if (auto target = dyn_cast<Op>(*op))
    return target;
  return refusal.set(*op, "expects a '" + Op::getOperationName() + "'");
}

/// Whatever it is.
template <>
inline FailureOr<Operation *>
getTarget<Operation *>(transform::TransformState &state, Value handle,
                       Refusal &refusal) {
  return getOnlyTarget(state, handle, refusal);
}

FailureOr<Expr> parseSize(StringRef text, const Sizes &names, Refusal &refusal);

/// A size of a schedule: a number, or text.
FailureOr<Expr> getSize(Attribute attr, const Sizes &names, Refusal &refusal);

SmallVector<unsigned> toUnsigned(std::optional<ArrayRef<int64_t>> list);

FailureOr<AddressSpace> getSpace(StringRef name, Refusal &refusal);

/// The same of an attribute that need not be there: leaves `space` as it is
/// then.
LogicalResult readSpace(std::optional<StringRef> name,
                        std::optional<AddressSpace> &space, Refusal &refusal);

/// Has each result of an operation be the handle of one of `ops`, in order, or
/// of none where that is null.
DiagnosedSilenceableFailure setResults(transform::TransformResults &results,
                                       transform::TransformOpInterface op,
                                       ArrayRef<Operation *> ops);

/// Applies an operation whose target is a `Target`, and whose result is the one
/// that `rewrite` gives for it.
template <typename Target>
DiagnosedSilenceableFailure
replaceTarget(transform::TransformOpInterface op,
              transform::TransformState &state,
              transform::TransformResults &results,
              function_ref<FailureOr<Target>(Target, Refusal &)> rewrite) {
  Refusal refusal;
  auto target = lift::getTarget<Target>(state, op->getOperand(0), refusal);
  if (failed(target))
    return refuse(op, refusal);
  FailureOr<Target> result = rewrite(*target, refusal);
  if (failed(result))
    return refuse(op, refusal);
  return setResults(results, op, {*result});
}

} // namespace mlir::lift

#endif // LIB_TRANSFORMOPS_OPERANDS_H
