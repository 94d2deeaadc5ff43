//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the check of one schedule: it is refused, and has changed
// nothing, or the program that it makes computes the same.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_REWRITECHECK_H
#define LIFT_TOOLS_LIFT_FUZZ_REWRITECHECK_H

#include "Check.h"

namespace mlir::lift::fuzz {

/// Applies the schedule of `test`. A refusal counts as `Unsupported`. Exact
/// rewrites are evaluated with numbers that are rounded, and with zeros of both
/// signs, infinities and NaN; all bits must be the same (of NaN, that it is
/// one). Others are evaluated with integers, whose sums are exact, and, where
/// the nest subtracts nothing, with positive numbers that are rounded: of these
/// the results may differ by 8 (n + 8) units of rounding, where n is the number
/// of all steps.
Verdict checkRewrite(const TestCase &test, MLIRContext &context,
                     const StageListener &listener);

/// What a schedule makes of the function of a module, as a module; null if it
/// does not apply or changes nothing.
OwningOpRef<ModuleOp> rewriteProgram(ModuleOp module, StringRef schedule);

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_REWRITECHECK_H
