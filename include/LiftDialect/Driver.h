//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file names the attribute of functions that loop over calls of others.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_DRIVER_H
#define LIFTDIALECT_DRIVER_H

#include "llvm/ADT/StringRef.h"

namespace mlir::lift {

/// Stands on a function on arrays that computes nothing itself: the host goes
/// through its loops (`scf.for`, or `lift.scan` where all states are kept), and
/// the functions that it calls compute (lift-outline-loops).
inline constexpr llvm::StringLiteral kDriverAttrName = "lift.driver";

} // namespace mlir::lift

#endif // LIFTDIALECT_DRIVER_H
