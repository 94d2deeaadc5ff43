//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what a mapping problem says of values in private memory:
// which maps distribute their dimensions over work-items, and which of them are
// needed at the same time.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_MAPPING_PRIVATEVALUES_H
#define LIFT_LIB_MAPPING_PRIVATEVALUES_H

#include "FormAccesses.h"
#include "MatchFinder.h"
#include "Tabulator.h"

#include <set>

namespace mlir::lift {

/// Adds to a private buffer its shares and what maps are spread over. Gives the
/// maps that compute it rearranged, which cannot distribute it.
std::set<unsigned> addShares(const FormAccesses &accesses,
                             const FormBuffer &value, MatchFinder &finder,
                             Tabulator &tabulator, MemoryScope scope,
                             MappingProblem::StoredValue &buffer);

/// Says which private values are needed at the same time as each.
void addTogether(const FormAccesses &accesses, MappingProblem &problem);

} // namespace mlir::lift

#endif // LIFT_LIB_MAPPING_PRIVATEVALUES_H
