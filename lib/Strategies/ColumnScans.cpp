//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans of columns: the neighbours in memory are those of the neighbouring
// scans. A work-item scans a vector of columns, in order.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Strategies/Strategies.h"
#include "NestShape.h"
#include "ScanNest.h"

using namespace mlir;
using namespace mlir::lift;

/// The loads that a work-item has on its way at a time, of vectors and of
/// numbers.
static constexpr int64_t kVectorLoads = 8, kScalarLoads = 16;
/// The columns of a compute unit, if it has work for vectors of them.
static constexpr int64_t kScannedColumnsOfUnit = 1024;

int64_t lift::chooseScanWidth(Problem &problem, const ScanNest &nest,
                              const UnitStride &unit) {
  const DeviceModel &device = problem.getDevice();
  if (device.hasLocalMemory && problem.getValue(nest.countScans()).value_or(0) <
                                   kScannedColumnsOfUnit * device.computeUnits)
    return 1;
  MapOp columns = nest.maps[unit.dim];
  SmallVector<Expr> sizes = {columns.getTripCount()};
  llvm::append_range(sizes, unit.otherSteps);
  return problem.dividesAll(device.vectorWidth, sizes, /*isInner=*/true)
             ? device.vectorWidth
             : 1;
}

/// How many vectors of a row a thread goes through, one row after another, as
/// they stand in memory: rows that are apart are in different pages. One where
/// it is not known that several are whole parts of a row, or where the results
/// of a step are not all those of the scan.
static int64_t choosePiece(Problem &problem, const ScanNest &nest,
                           const Expr &numVectors) {
  constexpr int64_t kMost = 64, kLeast = 8, kPieces = 4;
  std::optional<int64_t> count = problem.getValue(numVectors);
  MapOp columns = nest.maps.back();
  if (!count ||
      !llvm::all_of(columns.getResults(),
                    [](Value result) { return !result.use_empty(); }) ||
      !llvm::equal(columns.getYield().getOperands(),
                   ScanOp(nest.scan).getResults()))
    return 1;
  const int64_t piece =
      getEqualPart(*count, std::clamp(*count / kPieces, kLeast, kMost));
  return piece >= kLeast && problem.divides(piece, numVectors) ? piece : 1;
}

LogicalResult lift::planColumnScans(Problem &problem, Operation *pattern,
                                    const Handle &whole, Schedule &schedule,
                                    Refusal &refusal) {
  FailureOr<ScanNest> nest = ScanNest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  std::optional<UnitStride> unit = nest->getUnitStride();
  if (!unit || unit->dim == nest->maps.size())
    return refusal.set(pattern, "scans no columns that are neighbours");
  const DeviceModel &device = problem.getDevice();
  int64_t width = chooseScanWidth(problem, *nest, *unit);
  Handle root = whole;
  Expr count = nest->maps[unit->dim].getTripCount();
  if (width == 1 && !device.hasLocalMemory) {
    auto columns =
        peelWholeVectors(problem, schedule, whole, pattern, nest->maps.size(),
                         unit->dim, nest->maps[unit->dim].getTripCount());
    if (!columns)
      return refusal.set(pattern, "has rows that are no whole vectors");
    width = device.vectorWidth;
    root = columns->maps;
    count = columns->length;
  }
  const bool isInner = unit->dim + 1 == nest->maps.size();
  const int64_t piece =
      isInner && device.runsThreads()
          ? choosePiece(problem, *nest, Expr::exactDiv(count, width))
          : 1;
  schedule.comment(Twine(width) + " columns for a work-item");
  SmallVector<Handle> others;
  Handle columns, inner;
  for (unsigned level = 0; level < nest->maps.size(); ++level) {
    inner = level == 0 ? root : schedule.matchPattern(0, inner);
    if (level != unit->dim) {
      others.push_back(inner);
      continue;
    }
    if (width > 1)
      inner = schedule.widen(inner, width);
    columns = inner;
  }
  if (piece > 1) {
    schedule.comment(Twine(piece) + " vectors of each row");
    auto [pieces, vectors] =
        schedule.chunkMap(columns, piece, /*isPadded=*/false);
    columns = pieces;
    schedule.mapTo(schedule.exchangeScan(vectors).second, {"seq"});
  } else {
    schedule.unroll(schedule.matchPattern(0, inner),
                    width > 1 ? kVectorLoads : kScalarLoads);
  }
  // Neighbours are beside each other, whatever is around them.
  others.push_back(columns);
  mapToItems(schedule, others, device);
  return success();
}
