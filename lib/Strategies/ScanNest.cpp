//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ScanNest.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "NestShape.h"

using namespace mlir;
using namespace mlir::lift;

/// The only pattern in the body of a map, if it computes all that is yielded.
static FailureOr<Operation *> getOnlyPattern(MapOp map, Refusal &refusal) {
  Operation *only = nullptr;
  for (Operation &op : map.getBody().front().without_terminator()) {
    if (isa<ViewOpInterface>(op) || isScalarOp(&op))
      continue;
    if (only || !isa<MapOp, ScanOp>(op))
      return refusal.set(&op, "does more than to scan");
    only = &op;
  }
  if (!only)
    return refusal.set(map, "scans nothing");
  for (Value yielded : map.getYield().getOperands())
    if (getStoredComputation(yielded) != only)
      return refusal.set(map, "has results that are not what is scanned");
  return only;
}

static LogicalResult checkNumbers(ScanOp scan, Refusal &refusal) {
  auto isNumber = [](Type type) {
    return type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8;
  };
  if (llvm::all_of(scan.getBody().front().getArgumentTypes(), isNumber))
    return success();
  return refusal.set(scan, "scans what there are no vectors of");
}

FailureOr<ScanNest> ScanNest::get(Operation *pattern, Refusal &refusal) {
  ScanNest nest;
  while (auto map = dyn_cast<MapOp>(pattern)) {
    nest.maps.push_back(map);
    FailureOr<Operation *> inner = getOnlyPattern(map, refusal);
    if (failed(inner))
      return failure();
    pattern = *inner;
  }
  nest.scan = dyn_cast<ScanOp>(pattern);
  if (!nest.scan || nest.maps.empty() || nest.maps.size() > kMaxLaunchDims)
    return refusal.set(pattern, "is no nest of at most three maps that scans");
  if (failed(checkNumbers(nest.scan, refusal)))
    return failure();
  return nest;
}

FailureOr<ScanNest> ScanNest::getForGroups(const Problem &problem,
                                           Operation *pattern,
                                           Refusal &refusal) {
  FailureOr<ScanNest> nest = get(pattern, refusal);
  if (failed(nest))
    return failure();
  FailureOr<std::unique_ptr<Composition>> steps =
      Composition::get(nest->scan, refusal);
  if (failed(steps))
    return failure();
  nest->steps = std::move(*steps);
  if (!problem.getDevice().hasLocalMemory)
    return refusal.set(pattern, "the device has no local memory of its own");
  return nest;
}

Expr ScanNest::getLength() const {
  return cast<FoldPattern>(*scan).getTripCount();
}

Expr ScanNest::countScans() const { return countElements(maps); }

std::optional<UnitStride> ScanNest::getUnitStride() const {
  std::optional<UnitStride> all;
  for (Value input : ScanOp(scan).getInputs()) {
    std::optional<NestOperand> operand = traceOperand(input, maps);
    if (!operand)
      return std::nullopt;
    operand->dims.push_back(maps.size());
    std::optional<UnitStride> unit =
        lift::getUnitStride(*operand, /*mayBeReversed=*/true);
    // Rows may be scanned from their end; columns that are read so are rare.
    if (!unit || (all && all->dim != unit->dim) ||
        (unit->isReversed && unit->dim != maps.size()))
      return std::nullopt;
    if (all)
      llvm::append_range(all->otherSteps, unit->otherSteps);
    else
      all = unit;
  }
  return all;
}
