//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what is known of the digits of index functions: whether an
// id is the same digit of two, and whether two are never equal. See
// LiftDialect/Analysis/ThreadDependence.h.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_ANALYSIS_INDEXDIGITS_H
#define LIFT_LIB_ANALYSIS_INDEXDIGITS_H

#include "LiftDialect/Expr/Assumptions.h"

#include <set>

namespace mlir::lift::index_digits {

/// The index of an access, or a part of it, and what is known where the access
/// is made.
struct KnownIndex {
  Expr value;
  int64_t width;
  const Assumptions *facts;
  /// The id that is looked for is 0.
  bool idIsZero = false;
};

/// Whether an id below `count` is the same digit of both: without a count, the
/// leading one.
bool isSameDigit(KnownIndex first, KnownIndex second, const std::string &id,
                 const std::optional<Expr> &count);

/// Whether an id below `count` is the same wherever the two indices are: it is
/// the same digit of both, or of what both are above or below one weight. So
/// the id is found in a column that is known to be inside its row, though the
/// number of work-items does not divide the length of the row.
bool haveSameId(KnownIndex first, KnownIndex second, const std::string &id,
                const Expr &count);

/// Whether the two never meet because one is behind the other, or is so in what
/// both are above or below one weight: the elements behind the whole vectors of
/// a row, and these.
bool areInOtherParts(KnownIndex first, KnownIndex second);

/// What two index functions have in common of terms that are the same for all
/// work-items of a group and all the time: group ids, sizes, and the numbers of
/// `loops`. It cancels where the two are equal.
Expr getCommonBase(const Expr &first, const Expr &second,
                   const Assumptions &facts,
                   const std::set<std::string> &loops = {});

/// Whether the two never meet where names that are fixed in a group, and those
/// of `loops`, stand for the same in both: they have nothing but such names,
/// and are never equal, or are so in what both are above or below one weight.
bool areApart(KnownIndex first, KnownIndex second,
              const std::set<std::string> &loops);

} // namespace mlir::lift::index_digits

#endif // LIFT_LIB_ANALYSIS_INDEXDIGITS_H
