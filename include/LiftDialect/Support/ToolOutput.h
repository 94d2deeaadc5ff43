//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tools share.
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_SUPPORT_TOOLOUTPUT_H
#define LIFTDIALECT_SUPPORT_TOOLOUTPUT_H

#include "mlir/Support/LLVM.h"

namespace mlir::lift {

/// Writes all that a tool puts out, after it has succeeded: to the file `name`,
/// which appears when it is complete, or for `-` to standard output. Tells the
/// user what goes wrong.
LogicalResult writeToolOutput(StringRef name, StringRef text);

} // namespace mlir::lift

#endif // LIFTDIALECT_SUPPORT_TOOLOUTPUT_H
