//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how the run-time library opens files to read. To open a
// pipe would wait for somebody to write; a device may have no end.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_REGULARFILE_H
#define LIFT_LIB_RUNTIME_REGULARFILE_H

#include "LiftDialect/Runtime/Error.h"

#include <fstream>
#include <string>

namespace mlir::lift::runtime {

/// The regular file `path`, open for reading.
Result<std::ifstream> openRegularFile(const std::string &path);

/// What it holds.
Result<std::string> readRegularFile(const std::string &path);

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_REGULARFILE_H
