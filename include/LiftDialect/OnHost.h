//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file names the attribute of calls that may be computed on the host.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ONHOST_H
#define LIFTDIALECT_ONHOST_H

#include "llvm/ADT/StringRef.h"

namespace mlir::lift {

/// Stands on a call of a function on arrays, and names a function on tensors
/// that does the same: it is called instead where a size is 0, which kernels do
/// not take.
inline constexpr llvm::StringLiteral kOnHostAttrName = "lift.on_host";

} // namespace mlir::lift

#endif // LIFTDIALECT_ONHOST_H
