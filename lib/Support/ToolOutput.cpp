//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Support/ToolOutput.h"

#include "LiftDialect/Runtime/FileReplacer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::lift;

static LogicalResult writeStandardOutput(StringRef text) {
  llvm::raw_fd_ostream &os = llvm::outs();
  os << text;
  os.flush();
  if (!os.has_error())
    return success();
  llvm::WithColor::error() << "cannot write to standard output: "
                           << os.error().message() << "\n";
  // An error that nobody has seen would end the program.
  os.clear_error();
  return failure();
}

LogicalResult lift::writeToolOutput(StringRef name, StringRef text) {
  if (name == "-")
    return writeStandardOutput(text);
  runtime::FileReplacer file(name.str());
  file.write(text.data(), text.size());
  if (runtime::Status status = file.commit(); !status) {
    llvm::WithColor::error() << status.getError().message << "\n";
    return failure();
  }
  return success();
}
