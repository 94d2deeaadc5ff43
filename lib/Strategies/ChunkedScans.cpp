//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans that a work-item each does in order, of columns or of rows: as many
// elements at a time as it has registers for, all of which it loads before it
// goes through them. There are too few such work-items for the loads of some to
// be hidden by the steps of others.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "NestShape.h"
#include "ScanNest.h"

using namespace mlir;
using namespace mlir::lift;

/// The elements of a chunk, which are whole lines of a cache if they are of a
/// row.
static constexpr int64_t kScanChunk = 32, kLeastScanChunk = 4;

/// How many elements of all that is scanned, and of the results, fit into the
/// registers of a work-item; fewer where there are not two such chunks.
static int64_t chooseChunk(const DeviceModel &device, ScanOp scan,
                           int64_t length) {
  const int64_t bytes =
      countHeldBytes(scan.getBody().front().getArgumentTypes());
  int64_t chunk = length < 2 * kScanChunk ? kScanChunk / 2 : kScanChunk;
  while (chunk > kLeastScanChunk && chunk * bytes > device.privateMemory)
    chunk /= 2;
  return chunk;
}

/// The numbers of a vector of a row.
static int64_t chooseRowVector(Problem &problem, const ScanNest &nest,
                               const UnitStride &unit) {
  SmallVector<Expr> sizes = {nest.getLength()};
  llvm::append_range(sizes, unit.otherSteps);
  const int64_t width = problem.getDevice().vectorWidth;
  return problem.dividesAll(width, sizes, /*isInner=*/true) ? width : 1;
}

LogicalResult lift::planChunkedScans(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal) {
  FailureOr<ScanNest> nest = ScanNest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  const DeviceModel &device = problem.getDevice();
  std::optional<UnitStride> unit = nest->getUnitStride();
  if (!unit)
    return refusal.set(pattern, "scans neither rows nor columns");
  const bool isAlongRows = unit->dim == nest->maps.size();
  if (!isAlongRows && unit->dim + 1 != nest->maps.size())
    return refusal.set(pattern, "has other loops inside of that over columns");
  if (!isAlongRows && chooseScanWidth(problem, *nest, *unit) > 1)
    return refusal.set(pattern, "has columns enough for vectors of them");
  const int64_t length = problem.getValue(nest->getLength()).value_or(0);
  const int64_t chunk = chooseChunk(device, nest->scan, length);
  if (length < 2 * chunk)
    return refusal.set(pattern, "is not known to scan several chunks");
  const int64_t lanes = chooseOwners(problem, nest->countScans());
  schedule.comment("chunks of " + Twine(chunk) + ", and " + Twine(lanes) +
                   " work-items for a group");
  SmallVector<Handle> maps = schedule.matchMaps(root, nest->maps.size());
  Handle items = cutForItems(problem, schedule, maps, lanes,
                             nest->maps.back().getTripCount());
  const int64_t width =
      isAlongRows ? chooseRowVector(problem, *nest, *unit) : 1;
  schedule.chunkScan(schedule.matchPattern(0, items), chunk,
                     !problem.divides(chunk, nest->getLength()), width);
  mapToGroups(schedule, maps);
  schedule.mapTo(items, {"lcl(0)"});
  return success();
}
