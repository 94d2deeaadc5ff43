//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares parsing that keeps the names in the text of a module.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXECUTION_SOURCENAMES_H
#define LIFTDIALECT_EXECUTION_SOURCENAMES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::lift::run {

/// Parses the module in the main buffer of `sourceMgr`, text or bytecode. In
/// text, what `%alpha` defines is given the name "alpha": an argument of a
/// function the attribute `lift.name` unless it has one, other block arguments
/// and results of scalar operations a NameLoc. Null after an error, which is
/// reported.
OwningOpRef<ModuleOp> parseWithNames(llvm::SourceMgr &sourceMgr,
                                     MLIRContext &context);

} // namespace mlir::lift::run

#endif // LIFTDIALECT_EXECUTION_SOURCENAMES_H
