//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The main function of tools that run passes on a file.
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_SUPPORT_OPTMAIN_H
#define LIFTDIALECT_SUPPORT_OPTMAIN_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class DialectRegistry;

namespace lift {

/// Runs the passes that the command line names, as mlir-opt does, but writes
/// nothing unless all of it has succeeded. Returns the exit status.
int runOptMain(int argc, char **argv, StringRef overview,
               DialectRegistry &registry);

} // namespace lift
} // namespace mlir

#endif // LIFTDIALECT_SUPPORT_OPTMAIN_H
