//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions with fewer tiles than a device has compute units, and long sums:
// the sums are cut into parts, which are added afterwards.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Strategies/Strategies.h"
#include "LocalTile.h"

using namespace mlir;
using namespace mlir::lift;

/// What adding the parts takes, in multiply-adds of one unit (see `estimate`):
/// a kernel, each of its results, and each number of a part.
static constexpr double kKernel = 644e3, kResult = 0.6, kPartElement = 0.1;

/// A part is a multiple of so many steps, and has at least twice as many.
static constexpr int64_t kSteps = 16;
static constexpr int64_t kMaxParts = 64;

/// The size of the parts that takes the least time; that of the whole dimension
/// if that is the best.
static int64_t choosePartSize(const DeviceModel &device,
                              const ContractionSizes &sizes, int64_t length) {
  SmallVector<LocalTile> tiles = getTiles(device);
  auto getTime = [&](const ContractionSizes &part) {
    return estimate(device, part, getBestTile(device, part, tiles));
  };
  double least = getTime(sizes);
  int64_t best = length;
  for (int64_t parts = 2; parts <= kMaxParts; ++parts) {
    int64_t size = llvm::divideCeil(length, parts * kSteps) * kSteps;
    // Padding costs more than a better number of parts gains.
    if (size < 2 * kSteps || (length % size != 0 && length % kSteps == 0))
      continue;
    const int64_t count = llvm::divideCeil(length, size);
    ContractionSizes part = sizes;
    part.outer = sizes.outer * count;
    part.steps = sizes.steps / length * size;
    double time = getTime(part) + kKernel +
                  (kResult + kPartElement * double(count)) *
                      double(sizes.outer) * double(sizes.rows) *
                      double(sizes.columns);
    if (time < least) {
      least = time;
      best = size;
    }
  }
  return best;
}

/// The size of the parts where the sizes are not known, if it is assumed that
/// there are few tiles, and long sums for each.
static std::optional<int64_t> assumePartSize(Problem &problem, const Nest &,
                                             const ContractionShape &shape) {
  constexpr int64_t kLong = 512;
  const Axis &step = shape.axes[shape.step()];
  Expr results = shape.axes[shape.row].size * shape.axes[shape.column].size;
  for (unsigned axis : shape.outer)
    results = results * shape.axes[axis].size;
  Expr others = 1;
  for (unsigned axis : ArrayRef(shape.reduced).drop_back())
    others = others * shape.axes[axis].size;
  const int64_t size = std::max(
      llvm::alignTo(llvm::divideCeil(kLong, others.getConstant().value_or(1)),
                    kSteps),
      uint64_t(2 * kSteps));
  const LocalTile large = getTiles(problem.getDevice()).front();
  if (!problem.isAtMost(large.rows * large.columns *
                            problem.getDevice().computeUnits,
                        results) ||
      !problem.divides(size, step.size, /*isInner=*/true) ||
      !problem.require(ConstraintKind::LessEqual, 2 * size, step.size))
    return std::nullopt;
  return size;
}

/// The size of the parts into which the sums are cut.
static FailureOr<int64_t> getPartSize(Problem &problem, const Nest &nest,
                                      const ContractionShape &shape,
                                      Refusal &refusal) {
  std::optional<ContractionSizes> sizes = getSizes(problem, shape);
  if (!sizes) {
    if (std::optional<int64_t> size = assumePartSize(problem, nest, shape))
      return *size;
    return refusal.set(nest.getRoot(), "is not known to have few tiles");
  }
  const int64_t length = *problem.getValue(shape.axes[shape.step()].size);
  const int64_t size = choosePartSize(problem.getDevice(), *sizes, length);
  if (size == length)
    return refusal.set(nest.getRoot(), "has tiles enough");
  return size;
}

LogicalResult lift::planSplitContraction(Problem &problem, Operation *pattern,
                                         const Handle &root, Schedule &schedule,
                                         Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  FailureOr<ContractionShape> shape =
      ContractionShape::get(*nest, joinsSteps(problem, *nest), refusal);
  if (failed(shape))
    return failure();
  const DeviceModel &device = problem.getDevice();
  if (!nest->mayReorder())
    return refusal.set(nest->getOuterReduce(),
                       "is not declared associative and commutative");
  if (!device.hasLocalMemory || getTiles(device).empty())
    return refusal.set(nest->getRoot(), "the device has no local memory of its "
                                        "own");
  FailureOr<int64_t> size = getPartSize(problem, *nest, *shape, refusal);
  if (failed(size))
    return failure();
  const Axis &step = shape->axes[shape->step()];
  schedule.comment("sums in parts of " + Twine(*size) + " for the tiles");
  schedule.splitNest(
      root, llvm::to_vector(llvm::seq_inclusive(step.firstDim, step.lastDim)),
      *size, !problem.divides(*size, step.size, /*isInner=*/true));
  return success();
}
