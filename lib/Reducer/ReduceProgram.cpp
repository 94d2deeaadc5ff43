//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Reducer/Changes.h"
#include "LiftDialect/Reducer/Passes.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"

namespace mlir::lift {
#define GEN_PASS_DEF_REDUCEPASS
#include "LiftDialect/Reducer/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct ReducePass final : lift::impl::ReducePassBase<ReducePass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  /// The exit status of the script for `module`, or a sentence.
  llvm::Expected<int> askScript(ModuleOp module);
  bool isInteresting(ModuleOp module);
  /// Tries every change once; true if some were kept in `best`.
  bool tryChanges(OwningOpRef<ModuleOp> &best);
};
} // namespace

LogicalResult ReducePass::initialize(MLIRContext *context) {
  Location loc = UnknownLoc::get(context);
  if (testerName.empty())
    return emitError(loc, "lift-reduce-program needs a script: test=FILE");
  if (!llvm::sys::fs::can_execute(testerName))
    return emitError(loc) << "the script '" << testerName.getValue()
                          << "' is not a file that can be run";
  return success();
}

/// Upstream's Tester would end the process when the script cannot be run.
llvm::Expected<int> ReducePass::askScript(ModuleOp module) {
  SmallString<128> file;
  int descriptor;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile(
          "lift-reduce", "mlir", descriptor, file))
    return llvm::createStringError(error, "has no file to look at: %s",
                                   error.message().c_str());
  llvm::FileRemover remover(file);
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << module << "\n";
  os.close();
  if (std::error_code error = os.error()) {
    os.clear_error();
    return llvm::createStringError(error, "has no file to look at: %s",
                                   error.message().c_str());
  }
  SmallVector<StringRef> command{testerName};
  llvm::append_range(command, testerArgs);
  command.push_back(file);
  std::string message;
  int status = llvm::sys::ExecuteAndWait(
      testerName, command, /*Env=*/std::nullopt, /*Redirects=*/{},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message);
  if (status < 0)
    return llvm::createStringError("did not run to its end: " + message);
  return status;
}

/// A script that fails on a file has not found in it what it looks for.
bool ReducePass::isInteresting(ModuleOp module) {
  ScopedDiagnosticHandler quiet(&getContext(),
                                [](Diagnostic &) { return success(); });
  if (failed(verify(module)))
    return false;
  llvm::Expected<int> status = askScript(module);
  if (status)
    return *status == 1;
  llvm::consumeError(status.takeError());
  return false;
}

bool ReducePass::tryChanges(OwningOpRef<ModuleOp> &best) {
  bool changed = false;
  for (unsigned index = 0;;) {
    OwningOpRef<ModuleOp> candidate = best->clone();
    if (!applyChange(*candidate, index))
      return changed;
    if (!isInteresting(*candidate)) {
      ++index;
      continue;
    }
    // What follows has moved up to this index.
    best = std::move(candidate);
    changed = true;
  }
}

void ReducePass::runOnOperation() {
  ModuleOp module = getOperation();
  llvm::Expected<int> status = askScript(module);
  if (!status || *status != 1) {
    auto diag = emitError(module.getLoc(), "the script '")
                << testerName.getValue() << "' "
                << (status ? "exits with " + std::to_string(*status)
                           : llvm::toString(status.takeError()));
    diag.attachNote() << "it must exit with 1 for this program, which means "
                         "that it is interesting";
    return signalPassFailure();
  }
  OwningOpRef<ModuleOp> best = module.clone();
  while (tryChanges(best)) {
  }
  module.getBodyRegion().takeBody(best->getBodyRegion());
}
