//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file names the attribute of results that say whether something holds.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ASSERTEDRESULTS_H
#define LIFTDIALECT_ASSERTEDRESULTS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::lift {

/// Stands on the last results of a function, each an i32, and is a message and
/// a location: whoever runs the function fails where the number is 0, and does
/// not give it on.
inline constexpr llvm::StringLiteral kAssertedAttrName = "lift.asserted";

} // namespace mlir::lift

#endif // LIFTDIALECT_ASSERTEDRESULTS_H
