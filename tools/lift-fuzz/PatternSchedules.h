//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares random schedules for programs of any kind: rewrites of
// their patterns, one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_PATTERNSCHEDULES_H
#define LIFT_TOOLS_LIFT_FUZZ_PATTERNSCHEDULES_H

#include "ScheduleGenerator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift::fuzz {

/// A schedule for a function of a module of its own, whose sizes have these
/// values: of `rewrite`, which half of them follow by up to three others.
/// `applies` says whether `rewrite` changes the function: most that are drawn
/// do not, so that several are.
GeneratedSchedule generatePatternSchedule(Rewrite rewrite, func::FuncOp func,
                                          const SizeBindings &sizes,
                                          Random &random, bool &applies);

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_PATTERNSCHEDULES_H
