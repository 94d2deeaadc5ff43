//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrites as operations of the transform dialect, transform.lift.*: a
// schedule is a sequence of them.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_TRANSFORMOPS_LIFTTRANSFORMOPS_H
#define LIFTDIALECT_TRANSFORMOPS_LIFTTRANSFORMOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::lift {

/// Reports an attribute that `op` does not have, and which ones it has.
LogicalResult verifyKnownAttributes(Operation *op);

/// An operation without other attributes than its own, and those of dialects
/// ("dialect.name"): a choice whose name is misspelt would not be made, in
/// silence.
template <typename ConcreteOp>
class KnownAttributes : public OpTrait::TraitBase<ConcreteOp, KnownAttributes> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return verifyKnownAttributes(op);
  }
};

} // namespace mlir::lift

#define GET_OP_CLASSES
#include "LiftDialect/TransformOps/LiftTransformOps.h.inc"

namespace mlir::lift {

/// Adds transform.lift.* to the transform dialect of `registry`.
void registerTransformOps(DialectRegistry &registry);

} // namespace mlir::lift

#endif // LIFTDIALECT_TRANSFORMOPS_LIFTTRANSFORMOPS_H
