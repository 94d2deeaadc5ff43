//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file names the attribute of functions that run on the device though
// nothing in them says it.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ONDEVICE_H
#define LIFTDIALECT_ONDEVICE_H

#include "llvm/ADT/StringRef.h"

namespace mlir::lift {

/// Stands on a function between scalars whose body used Lift when it came: what
/// is left when its patterns are folded runs on the device all the same.
inline constexpr llvm::StringLiteral kOnDeviceAttrName = "lift.on_device";

} // namespace mlir::lift

#endif // LIFTDIALECT_ONDEVICE_H
