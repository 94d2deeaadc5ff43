//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LIFTTOGPU_LOWERINGCHOICES_H
#define LIFT_LIB_CONVERSION_LIFTTOGPU_LOWERINGCHOICES_H

namespace mlir::lift {

/// What can be left out, to see what it is worth: the kernel is right without.
struct LoweringChoices {
  bool simplifyIndices = true;
  bool simplifyControlFlow = true;
  bool vectorizeAccesses = true;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LIFTTOGPU_LOWERINGCHOICES_H
