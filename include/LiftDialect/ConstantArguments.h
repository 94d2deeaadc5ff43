//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file names the attribute of arguments that are always the same.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_CONSTANTARGUMENTS_H
#define LIFTDIALECT_CONSTANTARGUMENTS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::lift {

/// Stands on an argument of a function, and has its elements: whoever runs the
/// function gives them.
inline constexpr llvm::StringLiteral kConstantAttrName = "lift.constant";

} // namespace mlir::lift

#endif // LIFTDIALECT_CONSTANTARGUMENTS_H
