//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps whose innermost body scans numbers: the scans of the rows, or of the
// columns, of an array.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_STRATEGIES_SCANNEST_H
#define LIB_STRATEGIES_SCANNEST_H

#include "LiftDialect/Rewriting/Composition.h"
#include "LiftDialect/Rewriting/Nest.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Problem.h"
#include "LiftDialect/Strategies/Schedule.h"

namespace mlir::lift {

struct ScanNest {
  /// The nest whose outermost map is `pattern`; refuses where there is none.
  static FailureOr<ScanNest> get(Operation *pattern, Refusal &refusal);
  /// The same of scans that may be cut into parts, on a device whose groups
  /// share local memory.
  static FailureOr<ScanNest> getForGroups(const Problem &problem,
                                          Operation *pattern, Refusal &refusal);

  Expr getLength() const;
  Expr countScans() const;
  /// Along which of the maps, or the scan if it is none of them, neighbours in
  /// memory lie in all arrays that are scanned; nothing if they differ, or have
  /// none.
  std::optional<UnitStride> getUnitStride() const;
  bool goesAlongRows() const {
    std::optional<UnitStride> unit = getUnitStride();
    return unit && unit->dim == maps.size();
  }

  SmallVector<MapOp> maps;
  ScanOp scan;
  /// The steps, if the scan may be cut into parts.
  std::shared_ptr<Composition> steps;
};

/// How many columns a work-item scans as a vector: more than one where that
/// leaves enough work-items to a device, or where a device has few of them.
int64_t chooseScanWidth(Problem &problem, const ScanNest &nest,
                        const UnitStride &unit);

/// How the work-items of a group scan.
struct GroupScan {
  /// The elements that a work-item scans one after the other, and whether it
  /// copies them to its registers, as vectors of so many.
  Expr size;
  int64_t vectorWidth = 1;
  /// How often the group goes through an array, and by how many work-items.
  int64_t times = 1, items = 0;
  /// A map that alone reads what is scanned.
  Handle epilogue = "";
};

/// Scans an array by a group, the sums of the work-items in local memory.
/// Returns the map that scans the parts.
Handle scanByGroup(Schedule &schedule, const Handle &scan,
                   const GroupScan &choice);

/// How a group scans rows that it has in its registers.
struct RowScan {
  static FailureOr<RowScan> get(Problem &problem, const ScanNest &nest,
                                Refusal &refusal);

  /// The numbers of a vector, the work-items for a row, and the vectors that
  /// each of them has.
  int64_t width = 1, items = 1, times = 1;
  /// The rows of a group.
  int64_t rows = 1;
};

} // namespace mlir::lift

#endif // LIB_STRATEGIES_SCANNEST_H
