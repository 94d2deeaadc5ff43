//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/TransformOps/LiftTransformOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lift;

LogicalResult lift::verifyKnownAttributes(Operation *op) {
  for (NamedAttribute attr : op->getDiscardableAttrs()) {
    StringRef name = attr.getName();
    if (name.contains('.'))
      continue;
    InFlightDiagnostic diag = op->emitOpError("has no attribute '")
                              << name << "'";
    ArrayRef<StringAttr> known = op->getName().getAttributeNames();
    if (known.empty())
      return diag;
    Diagnostic &note = diag.attachNote() << "it has ";
    llvm::interleaveComma(known, note, [&](StringAttr other) {
      note << "'" << other.getValue() << "'";
    });
    return diag;
  }
  return success();
}
