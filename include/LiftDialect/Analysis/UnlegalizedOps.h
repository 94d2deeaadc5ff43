//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages about operations that a dialect conversion cannot legalize.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_UNLEGALIZEDOPS_H
#define LIFTDIALECT_ANALYSIS_UNLEGALIZEDOPS_H

#include "mlir/IR/Diagnostics.h"

namespace mlir::lift {

/// While it lives, an operation for which a conversion in this thread has no
/// pattern is reported with a reason, which follows "'name' op ", and a note
/// that says what to do. Upstream says only that it failed to legalize it.
class UnlegalizedOpHandler : public ScopedDiagnosticHandler {
public:
  UnlegalizedOpHandler(MLIRContext *context, std::string reason,
                       std::string remedy);
};

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_UNLEGALIZEDOPS_H
