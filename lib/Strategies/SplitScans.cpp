//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans of rows that are too long for a group, and of too few columns for a
// device, in parts: a kernel reduces each part, another scans what that gives,
// and the last scans the parts from there. Each is what other strategies are
// for.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "ScanNest.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The elements of a part of a row; fewer if there are too few such parts.
static constexpr int64_t kPart = 4096, kFewPart = 1024;
/// The groups that each compute unit has work for.
static constexpr int64_t kSplitGroupsOfUnit = 4;
/// The columns, or parts of these, that a compute unit has at a time; the least
/// elements of a part, and of what they are a multiple.
static constexpr int64_t kSplitColumnsOfUnit = 2048, kLeastPart = 32, kStep = 8;

/// The elements of a part of a row that no group has room for.
static FailureOr<int64_t> chooseRowPart(Problem &problem, const ScanNest &nest,
                                        Refusal &refusal) {
  if (succeeded(RowScan::get(problem, nest, refusal)))
    return refusal.set(nest.scan, "has rows that fit into a group");
  if (!problem.isAtLeast(2 * kPart, nest.getLength()))
    return refusal.set(nest.scan, "is not known to have long rows");
  std::optional<int64_t> count =
      problem.getValue(nest.countScans() * nest.getLength());
  const int64_t least =
      kPart * kSplitGroupsOfUnit * problem.getDevice().computeUnits;
  return count.value_or(least) < least ? kFewPart : kPart;
}

/// The elements of a part of a column, where there are too few of these.
static FailureOr<int64_t>
chooseColumnPart(Problem &problem, const ScanNest &nest, Refusal &refusal) {
  std::optional<int64_t> length = problem.getValue(nest.getLength()),
                         count = problem.getValue(nest.countScans());
  const int64_t most = kSplitColumnsOfUnit * problem.getDevice().computeUnits;
  if (!length || !count || *count > most / 2)
    return refusal.set(nest.scan, "is not known to have few columns");
  const int64_t parts = llvm::divideCeil(most, *count);
  const int64_t part = std::max<int64_t>(
      llvm::alignTo(llvm::divideCeil(*length, parts), kStep), kLeastPart);
  if (part * 2 > *length)
    return refusal.set(nest.scan, "has short columns");
  return part;
}

/// Whether there is memory for the sums of parts, and for what these give.
static bool hasMemoryForParts(const Problem &problem, const ScanNest &nest,
                              int64_t part) {
  const int64_t bytes = countBytes(*nest.steps);
  return problem.isSpare(nest.countScans() *
                         Expr::ceilDiv(nest.getLength(), part) * (2 * bytes));
}

/// Puts the map over parts, the innermost, around the others, and that over
/// columns inside of them, where their neighbours are.
static Handle orderMaps(Schedule &schedule, const Handle &root,
                        unsigned numMaps, unsigned column) {
  BlockOptions options;
  options.chunks.resize(numMaps + 2);
  options.order.push_back({numMaps, 0});
  for (unsigned dim = 0; dim < numMaps; ++dim)
    if (dim != column)
      options.order.push_back({dim, 0});
  options.order.push_back({column, 0});
  options.order.push_back({numMaps + 1, 0});
  return schedule.block(root, options).front();
}

LogicalResult lift::planSplitScans(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  FailureOr<ScanNest> nest = ScanNest::getForGroups(problem, pattern, refusal);
  if (failed(nest))
    return failure();
  std::optional<UnitStride> unit = nest->getUnitStride();
  if (!unit)
    return refusal.set(pattern, "scans neither rows nor columns");
  if (nest->maps.size() == kMaxLaunchDims)
    return refusal.set(pattern, "has no place for a map over parts");
  const unsigned numMaps = nest->maps.size();
  const bool isAlongRows = unit->dim == numMaps;
  FailureOr<int64_t> part = isAlongRows
                                ? chooseRowPart(problem, *nest, refusal)
                                : chooseColumnPart(problem, *nest, refusal);
  if (failed(part))
    return failure();
  if (!hasMemoryForParts(problem, *nest, *part))
    return refusal.set(pattern, "has no memory for the sums of parts");
  SplitScanChoice choice;
  choice.isPadded = !problem.divides(*part, nest->getLength());
  const int64_t width = problem.getDevice().vectorWidth;
  if (choice.isPadded && isAlongRows &&
      problem.divides(width, nest->getLength(), /*isInner=*/true))
    choice.chunk = width;
  schedule.comment("parts of " + Twine(*part));
  SmallVector<Handle> maps = schedule.matchMaps(root, nest->maps.size());
  SplitScanHandles split =
      schedule.splitScan(schedule.matchPattern(0, maps.back()), *part, choice);
  auto [sums, scans] = schedule.fissionMaps(maps, split.parts);
  if (!isAlongRows)
    sums = orderMaps(schedule, sums, numMaps, unit->dim);
  schedule.storeResults(sums, "global");
  maps = schedule.matchMaps(scans, nest->maps.size());
  Handle starts =
      schedule.fissionMaps(maps, schedule.matchPattern(0, maps.back())).first;
  schedule.storeResults(starts, "global");
  return success();
}
