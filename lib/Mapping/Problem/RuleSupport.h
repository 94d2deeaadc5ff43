//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what rules in several files post constraints with.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_MAPPING_RULESUPPORT_H
#define LIFT_LIB_MAPPING_RULESUPPORT_H

#include "LiftDialect/Mapping/Rules.h"

namespace mlir::lift {

/// Posts that all formulas about a buffer hold, if there are some.
void postBuffer(unsigned buffer, const std::string &sentence,
                std::vector<Formula> all, ConstraintList &list);

using Terms = std::vector<std::pair<int64_t, Formula>>;

/// Adds `bytes` to a sum where the conditions hold. What is above the bound is
/// one more than it.
void addTerms(const MappingProblem &problem, const Quantity &bytes,
              std::vector<Formula> conditions, int64_t bound, Terms &terms);

} // namespace mlir::lift

#endif // LIFT_LIB_MAPPING_RULESUPPORT_H
