//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Printing diagnostics that have no place in a file, as those about options.
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_SUPPORT_UNLOCATEDDIAGNOSTICS_H
#define LIFTDIALECT_SUPPORT_UNLOCATEDDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"

namespace mlir::lift {

/// While it lives, prints the diagnostics of a context whose location is
/// unknown as `PREFIX: error: MESSAGE` (without a prefix, `error: MESSAGE`) and
/// leaves the others to the handlers that were there before.
class UnlocatedDiagnosticHandler : public ScopedDiagnosticHandler {
public:
  UnlocatedDiagnosticHandler(MLIRContext *context, raw_ostream &os,
                             StringRef prefix = "");
};

} // namespace mlir::lift

#endif // LIFTDIALECT_SUPPORT_UNLOCATEDDIAGNOSTICS_H
