//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans of rows of a length that is known: a group has a row in registers, each
// work-item every so many-th vector of it, and scans the sums of the vectors in
// local memory, so that each element is read and written once. Short rows share
// a group.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "NestShape.h"
#include "ScanNest.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The work-items of a group, where one has so many bytes of a row at most, and
/// the bytes that it has where there are no more of them.
static constexpr int64_t kRowScanItems = 256, kFewBytes = 64, kManyBytes = 128;
/// The shortest rows that a group scans; of others a work-item has each.
static constexpr int64_t kShortest = 8;

/// The bytes of one element of each array that is scanned.
static int64_t countElementBytes(ScanOp scan) {
  int64_t bytes = 0;
  for (Value element : cast<FoldPattern>(*scan).getElementArgs())
    bytes += getHeldBytes(element.getType());
  return bytes;
}

/// The bytes of local memory for the sums of the vectors of a row, and for two
/// steps of the scan of what each work-item has.
static int64_t countSumBytes(const Composition &steps, int64_t items,
                             int64_t times) {
  return countBytes(steps) * items * (times > 1 ? 2 * times + 2 : 2);
}

FailureOr<RowScan> RowScan::get(Problem &problem, const ScanNest &nest,
                                Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  std::optional<int64_t> length = problem.getValue(nest.getLength());
  if (!length)
    return refusal.set(nest.scan, "has rows of no known length");
  if (*length < kShortest)
    return refusal.set(nest.scan, "has short rows");
  RowScan row;
  row.width = device.vectorWidth;
  const int64_t vectors = llvm::divideCeil(*length, row.width);
  const int64_t most = llvm::bit_floor(uint64_t(device.maxGroupSize));
  row.items = std::min(
      {most, kRowScanItems, int64_t(llvm::bit_ceil(uint64_t(vectors)))});
  const int64_t bytes = row.width * countElementBytes(nest.scan);
  auto setItems = [&](int64_t items) {
    row.items = items;
    row.times = llvm::divideCeil(vectors, items);
  };
  setItems(row.items);
  while (row.times * bytes > kFewBytes && 2 * row.items <= most)
    setItems(2 * row.items);
  if (row.times * bytes > kManyBytes)
    return refusal.set(nest.scan, "has rows that do not fit into the registers "
                                  "of a group");
  // Several groups share a compute unit.
  if (countSumBytes(*nest.steps, row.items, row.times) > device.localMemory)
    return refusal.set(nest.scan, "has more sums than fit into local memory");
  MapOp innermost = nest.maps.back();
  const int64_t count =
      problem.getValue(innermost.getTripCount()).value_or(kRowScanItems);
  while (row.rows < count && 2 * row.rows * row.items <= kRowScanItems)
    row.rows *= 2;
  return row;
}

/// Scans a row by a group, or by some work-items of it.
static void scanRow(Problem &problem, const RowScan &row, const Expr &length,
                    Handle scan, Schedule &schedule) {
  const int64_t whole = row.items * row.times * row.width;
  if (problem.getValue(length) != whole)
    scan = schedule.wrapScan(scan, whole).second;
  GroupScan group = {row.width, row.width};
  group.times = row.times;
  group.items = row.items;
  scanByGroup(schedule, scan, group);
}

LogicalResult lift::planInterleavedRows(Problem &problem, Operation *pattern,
                                        const Handle &root, Schedule &schedule,
                                        Refusal &refusal) {
  FailureOr<ScanNest> nest = ScanNest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  if (!nest->goesAlongRows())
    return refusal.set(pattern, "scans no rows of an array");
  const Expr count = nest->maps.back().getTripCount();
  if (problem.getValue(count).value_or(kInterleavedParts) < kInterleavedParts)
    return refusal.set(pattern, "has few rows");
  schedule.comment(Twine(kInterleavedParts) + " rows at the same time");
  SmallVector<Handle> maps = schedule.matchMaps(root, nest->maps.size());
  maps.back() = scanInterleaved(schedule, maps.back(),
                                !problem.divides(kInterleavedParts, count));
  mapToItems(schedule, maps, problem.getDevice());
  return success();
}

LogicalResult lift::planRowScans(Problem &problem, Operation *pattern,
                                 const Handle &root, Schedule &schedule,
                                 Refusal &refusal) {
  FailureOr<ScanNest> nest = ScanNest::getForGroups(problem, pattern, refusal);
  if (failed(nest))
    return failure();
  if (!nest->goesAlongRows())
    return refusal.set(pattern, "scans no rows of an array");
  FailureOr<RowScan> row = RowScan::get(problem, *nest, refusal);
  if (failed(row))
    return failure();
  Handle first = root;
  if (auto fixed = *problem.fix(nest->getLength()); !fixed.empty()) {
    schedule.comment("rows of a length that is a number");
    first = schedule.fixSizes(root, fixed);
  }
  schedule.comment(Twine(row->times) + " vectors for a work-item, " +
                   Twine(row->items) + " of these for a row");
  SmallVector<Handle> maps = schedule.matchMaps(first, nest->maps.size());
  Handle inner = maps.back();
  if (row->rows > 1) {
    schedule.comment(Twine(row->rows) + " rows for a group");
    std::tie(maps.back(), inner) = schedule.chunkMap(
        inner, row->rows,
        !problem.divides(row->rows, nest->maps.back().getTripCount()));
    schedule.mapTo(inner, {"lcl(1)"});
  }
  scanRow(problem, *row, nest->getLength(), schedule.matchPattern(0, inner),
          schedule);
  mapToGroups(schedule, maps);
  return success();
}
