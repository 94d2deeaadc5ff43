//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what is around the passes of a compilation: the copy of a
// program that they change, and the package of what they leave.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EXECUTION_LOWERED_H
#define LIFT_LIB_EXECUTION_LOWERED_H

#include "LiftDialect/Execution/DeviceEngine.h"

#include <set>

namespace mlir::lift::run {

/// A copy of the program's module in which its function alone is public: the
/// others need not be lowered if nobody calls them.
OwningOpRef<ModuleOp> copyForEntry(const Program &program);

/// Fills in `transformed`, of which the module is there: what passes have made
/// of the program's.
LogicalResult describeTransformed(const Program &program, Program &transformed);

/// The package of `lowered`, what passes have made of `program`, with its
/// kernels in some forms.
FailureOr<CompiledProgram> packageLowered(const Program &program,
                                          Program lowered,
                                          ArrayRef<runtime::Form> forms,
                                          bool nativeHalf);

/// Compiles a program with lift-to-gpu, unless its kernels of patterns are, as
/// text, in `known`, which they are then added to: other options have left the
/// same, and the rest of the passes takes most of the time.
FailureOr<std::optional<CompiledProgram>>
compileUnlessKnown(const Program &program, const ExecutionOptions &options,
                   std::set<std::string> &known);

} // namespace mlir::lift::run

#endif // LIFT_LIB_EXECUTION_LOWERED_H
