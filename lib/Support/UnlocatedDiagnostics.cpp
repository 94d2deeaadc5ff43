//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Support/UnlocatedDiagnostics.h"

#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::lift;

static raw_ostream &printSeverity(DiagnosticSeverity severity, raw_ostream &os,
                                  StringRef prefix) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return llvm::WithColor::error(os, prefix);
  case DiagnosticSeverity::Warning:
    return llvm::WithColor::warning(os, prefix);
  case DiagnosticSeverity::Remark:
    return llvm::WithColor::remark(os, prefix);
  case DiagnosticSeverity::Note:
    return llvm::WithColor::note(os, prefix);
  }
  llvm_unreachable("unknown severity");
}

UnlocatedDiagnosticHandler::UnlocatedDiagnosticHandler(MLIRContext *context,
                                                       raw_ostream &os,
                                                       StringRef prefix)
    : ScopedDiagnosticHandler(
          context, [&os, prefix = prefix.str()](Diagnostic &diagnostic) {
            auto isLocated = [](const Diagnostic &part) {
              return !isa<UnknownLoc>(part.getLocation());
            };
            if (isLocated(diagnostic) ||
                llvm::any_of(diagnostic.getNotes(), isLocated))
              return failure();
            printSeverity(diagnostic.getSeverity(), os, prefix)
                << diagnostic << "\n";
            for (Diagnostic &note : diagnostic.getNotes())
              printSeverity(note.getSeverity(), os, prefix) << note << "\n";
            return success();
          }) {}
