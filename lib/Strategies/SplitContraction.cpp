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

#include "LiftDialect/Rewriting/Patterns.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "LocalTile.h"

using namespace mlir;
using namespace mlir::lift;

/// What adding the parts takes, in multiply-adds of one unit (see `estimate`):
/// the kernel, and each result.
static constexpr double kAddition = 885e3, kResult = 0.64;

/// A part is a multiple of so many steps, and has at least twice as many.
static constexpr int64_t kSplitSteps = 16;
static constexpr int64_t kMaxParts = 512;

namespace {
/// Reduced dimensions, one after another, of which each part has so many
/// elements.
struct Cut {
  unsigned firstDim, lastDim;
  Expr size;
};

/// How sums are cut, and the time that takes.
struct TimedCut {
  std::optional<Cut> cut;
  double time;
};
} // namespace

/// The time that sums take, of parts of so many steps and taps that are added
/// afterwards.
static double estimateParts(const DeviceModel &device,
                            ArrayRef<LocalTile> tiles,
                            const ContractionSizes &sizes, int64_t count,
                            int64_t steps, int64_t taps) {
  ContractionSizes part = sizes;
  part.outer = sizes.outer * count;
  part.steps = steps;
  part.taps = taps;
  const double results =
      double(sizes.outer) * double(sizes.rows) * double(sizes.columns);
  const double numbers = results * double(count);
  return estimate(device, part, getBestTile(device, part, tiles)) + kAddition +
         kResult * results +
         (numbers > kCacheSize ? kNumberInMemory * numbers : 0);
}

/// Whether the reduced dimensions before `end` can be one.
static bool canJoinTaps(const Nest &nest, unsigned end) {
  const unsigned first = nest.getNumParallelDims();
  return llvm::all_of(nest.getStepOperands(), [&](Value value) {
    NestOperand operand = *nest.lookup(value);
    return llvm::all_of(llvm::seq(first, end), [&](unsigned dim) {
      return hasDim(operand, dim) == hasDim(operand, first);
    });
  });
}

/// The cut that takes the least time: of the last reduced axis, or one part for
/// each element of others from the first on, as for each tap of a convolution,
/// or for some of the first, as of the images; nothing if it is best not to
/// cut, or there is no memory for the parts.
static TimedCut chooseCut(const Problem &problem, const ContractionSizes &sizes,
                          const Nest &nest, const ContractionShape &shape) {
  const DeviceModel &device = problem.getDevice();
  const Axis &step = shape.axes[shape.step()];
  const int64_t length = sizes.steps, numTaps = sizes.taps;
  SmallVector<LocalTile> tiles = getTiles(device, shape);
  // A cut that gains less is not worth the memory of the parts.
  constexpr double kGain = 0.97;
  TimedCut best = {std::nullopt,
                   estimate(device, sizes, getBestTile(device, sizes, tiles))};
  auto consider = [&](const Cut &cut, int64_t count, int64_t steps,
                      int64_t taps) {
    if (!problem.isSpare(countResultBytes(nest) * count))
      return;
    double time = estimateParts(device, tiles, sizes, count, steps, taps);
    if (time < (best.cut ? best.time : kGain * best.time))
      best = {cut, time};
  };
  for (int64_t parts = 2; parts <= kMaxParts; ++parts) {
    int64_t size = llvm::divideCeil(length, parts * kSplitSteps) * kSplitSteps;
    // Padding costs more than a better number of parts gains.
    if (size >= 2 * kSplitSteps &&
        (length % size == 0 || length % kSplitSteps != 0))
      consider({step.firstDim, step.lastDim, size},
               llvm::divideCeil(length, size), size, numTaps);
  }
  const unsigned first = nest.getNumParallelDims();
  int64_t count = 1;
  for (unsigned dim = first; dim < step.firstDim; ++dim) {
    count *= *problem.getValue(nest.getDims()[dim].size);
    const int64_t rest = numTaps / count;
    if (count > 1 && count <= kMaxParts && length * rest >= 2 * kSplitSteps &&
        canJoinTaps(nest, dim + 1))
      consider({first, dim, 1}, count, length, rest);
    // Several elements of the outermost for a part.
    for (int64_t size = 2; dim == first && 2 * size <= count; ++size)
      if (count % size == 0 && count / size <= kMaxParts)
        consider({first, first, size}, count / size, length, rest * size);
  }
  return best;
}

double lift::estimateInParts(const Problem &problem,
                             const ContractionSizes &sizes, const Nest &nest,
                             const ContractionShape &shape) {
  return chooseCut(problem, sizes, nest, shape).time;
}

/// One part for each tap of a small window, or each row of a larger one;
/// nothing if there are no windows of a size that is a number.
static std::optional<Cut> cutTaps(const Nest &nest, const Axis &step) {
  constexpr int64_t kMost = 16;
  const unsigned first = nest.getNumParallelDims();
  int64_t count = 1;
  unsigned end = first;
  for (; end < step.firstDim; ++end) {
    const int64_t taps =
        nest.getDims()[end].size.getConstant().value_or(kMost + 1);
    if (count * taps > kMost)
      break;
    count *= taps;
  }
  if (count <= 1 || !canJoinTaps(nest, end))
    return std::nullopt;
  return Cut{first, end - 1, 1};
}

/// Parts of so many steps, which divides the sum if `isWhole`, and of which
/// there are taken to be few.
static Cut cutIntoFew(Problem &problem, const Axis &step, const Expr &size,
                      bool isWhole) {
  problem.takeAsAtMost(Problem::kFewParts,
                       isWhole ? Expr::exactDiv(step.size, size)
                               : Expr::ceilDiv(step.size, size));
  return {step.firstDim, step.lastDim, size};
}

/// Parts of a number of steps that the kernel knows, if it is assumed that
/// there are about as many results as large tiles of all units have, or so few
/// that parts for each tap would leave units idle.
static std::optional<Cut> cutSteps(Problem &problem, const Axis &step,
                                   const Expr &taps, const Expr &results,
                                   const Expr &large) {
  constexpr int64_t kPart = 2 * kSplitSteps, kMostOfMany = 8;
  auto isAtMost = [&](const Expr &lhs, const Expr &rhs) {
    return problem.prefer(ConstraintKind::LessEqual, lhs, rhs);
  };
  const bool isMedium = problem.assumes(Assumed::Medium);
  const bool holds =
      isMedium ? isAtMost(large, results * 4) && isAtMost(results, large) &&
                     isAtMost(2 * kPart, step.size) &&
                     isAtMost(step.size, kMostOfMany * kPart)
               : isAtMost(results * taps * 2, large) &&
                     isAtMost(taps * kPart, step.size) &&
                     isAtMost(step.size, Problem::kFewParts * kPart);
  if (!holds)
    return std::nullopt;
  const bool isWhole = problem.divides(kPart, step.size, /*isInner=*/true);
  if (!isWhole && !problem.assumes(Assumed::FewLongAny))
    return std::nullopt;
  return cutIntoFew(problem, step, kPart, isWhole);
}

namespace {
/// How long parts are that the sums of few results are cut into.
struct Parts {
  static Parts get(const Expr &others, const Expr &results);

  /// All of one length, for sums that it divides.
  Expr getWhole() const {
    return Expr::ceilDiv(longest / shortest, fewer) * shortest;
  }
  /// All of about the same length, whatever the sum's is: a last part of a few
  /// elements would take as long as the others. Long sums have longer parts.
  Expr getEqual(const Expr &length) const {
    const Expr count = Expr::floorDiv(fewer * (kLongSum / longest) * length,
                                      length + kLongSum) +
                       1;
    return Expr::ceilDiv(length, count * kSplitSteps) * kSplitSteps;
  }

  static constexpr int64_t kLongSum = 1 << 14;
  /// The length if there are many results, and the least.
  int64_t longest, shortest;
  /// How many times less results there are than many, rounded up.
  Expr fewer = 1;
};
} // namespace

Parts Parts::get(const Expr &others, const Expr &results) {
  constexpr int64_t kLong = 512, kShort = 64, kResults = 512 * 512;
  const int64_t numOthers = others.getConstant().value_or(1);
  auto divide = [&](int64_t length) {
    return std::max<int64_t>(
        llvm::alignTo(llvm::divideCeil(length, numOthers), kSplitSteps),
        2 * kSplitSteps);
  };
  return {divide(kLong), divide(kShort), Expr::ceilDiv(kResults, results)};
}

/// Into as many parts as fill a device, so that adding them takes little time:
/// more of them, the fewer results there are. There are few results if large
/// tiles of them are one round, or, of sums over one dimension, if the second
/// round leaves many units idle.
static std::optional<Cut> cutToFill(Problem &problem, const Axis &step,
                                    const Expr &others, const Expr &results,
                                    const Expr &large) {
  constexpr int64_t kRound = 10, kRounds = 16;
  const Expr &length = step.size;
  const Parts parts = Parts::get(others, results);
  auto isAtMost = [&](const Expr &lhs, const Expr &rhs) {
    return problem.prefer(ConstraintKind::LessEqual, lhs, rhs);
  };
  if (!problem.prefersAtMost(large * (others.isConstant(1) ? kRounds : kRound),
                             results * kRound) ||
      !isAtMost(parts.longest * 3, length * (parts.fewer + 1)) ||
      !isAtMost(parts.shortest * 4, length))
    return std::nullopt;
  Expr size = parts.getWhole();
  const bool isWhole = problem.divides(size, length, /*isInner=*/true);
  if (isWhole)
    isAtMost(length, Parts::kLongSum);
  else
    size = parts.getEqual(length);
  return cutIntoFew(problem, step, size, isWhole);
}

/// How sums are cut where the sizes are not known, if it is assumed that there
/// are few tiles, and long sums for each.
static std::optional<Cut> assumeCut(Problem &problem, const Nest &nest,
                                    const ContractionShape &shape) {
  if (!problem.assumesParts())
    return std::nullopt;
  const Axis &step = shape.axes[shape.step()];
  const Expr results = shape.countResults();
  Expr others = 1;
  for (unsigned axis : ArrayRef(shape.reduced).drop_back())
    others = others * shape.axes[axis].size;
  const LocalTile tile = getTiles(problem.getDevice(), shape).front();
  // The results of one large tile for each unit.
  const Expr large = problem.getComputeUnits() * (tile.rows * tile.columns);
  const std::optional<Cut> taps = cutTaps(nest, step);
  Expr parts = 1;
  if (taps)
    for (unsigned dim = taps->firstDim; dim <= taps->lastDim; ++dim)
      parts = parts * nest.getDims()[dim].size;
  if (!problem.assumesFew())
    return taps ? cutSteps(problem, step, parts, results, large) : std::nullopt;
  // With more results, adding all parts takes longer than the tiles gain.
  if (!taps || !problem.prefersAtMost(large, results * 2) ||
      !problem.prefer(ConstraintKind::LessEqual, 2 * kSplitSteps, step.size))
    return cutToFill(problem, step, others, results, large);
  problem.takeAsAtMost(Problem::kFewParts, parts);
  return taps;
}

/// How the sums are cut.
static FailureOr<Cut> getCut(Problem &problem, const Nest &nest,
                             const ContractionShape &shape, Refusal &refusal) {
  std::optional<ContractionSizes> sizes = getSizes(problem, nest, shape);
  if (!sizes) {
    if (std::optional<Cut> cut = assumeCut(problem, nest, shape))
      return *cut;
    return refusal.set(nest.getRoot(), "is not known to have few tiles");
  }
  std::optional<Cut> cut = chooseCut(problem, *sizes, nest, shape).cut;
  if (!cut)
    return refusal.set(nest.getRoot(), "has tiles enough, or no memory for "
                                       "parts of its sums");
  return *cut;
}

LogicalResult lift::planSplitContraction(Problem &problem, Operation *pattern,
                                         const Handle &root, Schedule &schedule,
                                         Refusal &refusal) {
  FailureOr<ContractionNest> contraction =
      getContractionInTiles(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const Nest &nest = contraction->nest;
  const ContractionShape &shape = contraction->shape;
  if (!nest.mayReorder())
    return refusal.set(nest.getOuterReduce(),
                       "is not declared associative and commutative");
  if (ReduceOp reduce = nest.getInnerReduce();
      reduce && mayChooseInOrder(reduce))
    return refusal.set(reduce, "chooses with fewer comparisons in order");
  FailureOr<Cut> cut = getCut(problem, nest, shape, refusal);
  if (failed(cut))
    return failure();
  Expr length = 1;
  for (unsigned dim = cut->firstDim; dim <= cut->lastDim; ++dim)
    length = length * nest.getDims()[dim].size;
  const bool isPadded = !problem.divides(cut->size, length, /*isInner=*/true);
  schedule.comment("sums in parts of " + cut->size.str() + " for the tiles");
  schedule.splitNest(
      root, llvm::to_vector(llvm::seq_inclusive(cut->firstDim, cut->lastDim)),
      cut->size, isPadded);
  return success();
}
