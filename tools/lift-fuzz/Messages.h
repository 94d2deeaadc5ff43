//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines what collects messages.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_MESSAGES_H
#define LIFT_TOOLS_LIFT_FUZZ_MESSAGES_H

#include "mlir/IR/Diagnostics.h"

namespace mlir::lift::fuzz {

/// Collects the errors that are reported while it lives.
class Messages {
public:
  explicit Messages(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return success();
          add(diagnostic.str());
          areLocated &= !isa<UnknownLoc>(diagnostic.getLocation());
          for (Diagnostic &note : diagnostic.getNotes())
            add("note: " + note.str());
          return success();
        }) {}

  std::string text;
  /// Whether each error says where it is.
  bool areLocated = true;

private:
  void add(const std::string &message) { text += message + "\n"; }

  ScopedDiagnosticHandler handler;
};

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_MESSAGES_H
