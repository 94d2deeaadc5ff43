//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares making a failing program smaller.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_SHRINK_H
#define LIFT_TOOLS_LIFT_FUZZ_SHRINK_H

#include "Check.h"

namespace mlir::lift::fuzz {

/// A smaller program that fails like `test`, which fails with `verdict`. Takes
/// about `seconds` at most.
TestCase shrink(const TestCase &test, const Verdict &verdict, unsigned seconds);

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_SHRINK_H
