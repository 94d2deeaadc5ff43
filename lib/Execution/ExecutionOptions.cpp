//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/ExecutionOptions.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::lift;

static run::ErrorHandler &getErrorHandler() {
  static run::ErrorHandler handler = [](const Twine &message) {
    llvm::WithColor::error() << message << "\n";
  };
  return handler;
}

void run::setErrorHandler(ErrorHandler handler) {
  getErrorHandler() = std::move(handler);
}

void run::reportError(const Twine &message) { getErrorHandler()(message); }
