//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/UnlegalizedOps.h"

#include "llvm/Support/Threading.h"

using namespace mlir;

lift::UnlegalizedOpHandler::UnlegalizedOpHandler(MLIRContext *context,
                                                 std::string reason,
                                                 std::string remedy)
    : ScopedDiagnosticHandler(context) {
  // Other threads report what they find in other modules.
  setHandler([thread = llvm::get_threadid(), reason = std::move(reason),
              remedy = std::move(remedy)](Diagnostic &diagnostic) {
    const std::string message = diagnostic.str();
    StringRef text = message;
    if (llvm::get_threadid() != thread ||
        !text.consume_front("failed to legalize operation '"))
      return failure();
    InFlightDiagnostic ours = emitError(diagnostic.getLocation())
                              << "'" << text.split('\'').first << "' op "
                              << reason;
    ours.attachNote() << remedy;
    return success();
  });
}
