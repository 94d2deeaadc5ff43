//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions of images whose channels are planes, with filters whose taps are
// neighbours (NCHW and OIHW). In the order of the program a step of the sum is
// a few taps of a channel: where each stands, and whether that is outside of
// the image, is computed for each number. One tap after another, a step is some
// channels of one tap: the numbers of neighbouring pixels are neighbours, and
// outside of the image together. The filters are copied first, as their
// channels would be far from each other then.
//
//===----------------------------------------------------------------------===//

#include "ContractionShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "LocalTile.h"

using namespace mlir;
using namespace mlir::lift;

/// How many of the last reduced dimensions are the taps of a window, which are
/// few, behind a dimension of many channels; 0 if they are not.
static unsigned countTaps(const Problem &problem, const Nest &nest) {
  constexpr int64_t kMostTaps = 32, kLeastChannels = 32;
  int64_t taps = 1;
  for (unsigned dim = nest.getNumDims(); dim-- > nest.getNumParallelDims();) {
    const Expr &size = nest.getDims()[dim].size;
    const std::optional<int64_t> count = size.getConstant();
    if (!count || taps * *count > kMostTaps)
      return taps > 1 && problem.getValue(size).value_or(kLeastChannels) >=
                             kLeastChannels
                 ? nest.getNumDims() - 1 - dim
                 : 0;
    taps *= *count;
  }
  return 0;
}

/// The operand whose neighbours are steps of the sum, if the other one has
/// windows of planes.
static std::optional<Value> findFilters(const Nest &nest,
                                        const ContractionShape &shape) {
  if (shape.rowOperands.size() != 1 || shape.columnOperands.size() != 1)
    return std::nullopt;
  Value image = shape.rowOperands.front(),
        filters = shape.columnOperands.front();
  if (!hasWindows(*nest.lookup(image)))
    std::swap(image, filters);
  auto getUnitDim = [&](Value value) -> std::optional<unsigned> {
    std::optional<UnitStride> unit = getUnitStride(*nest.lookup(value));
    return unit ? std::optional(unit->dim) : std::nullopt;
  };
  std::optional<unsigned> ofFilters = getUnitDim(filters);
  // A tap of a window is a neighbour, as the pixel is.
  std::optional<MemoryOffset> offset = getMemoryOffset(*nest.lookup(image));
  const unsigned tap = nest.getNumDims() - 1;
  if (!hasWindows(*nest.lookup(image)) || hasWindows(*nest.lookup(filters)) ||
      ofFilters != tap || !offset || !offset->steps[tap].isConstant(1))
    return std::nullopt;
  return filters;
}

LogicalResult lift::planConvolutionOfPlanes(Problem &problem,
                                            Operation *pattern,
                                            const Handle &root,
                                            Schedule &schedule,
                                            Refusal &refusal) {
  // The products that take several times as long as a kernel does at least.
  constexpr int64_t kProducts = int64_t(1) << 27;
  FailureOr<ContractionNest> contraction =
      getContractionInTiles(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const auto &[nest, shape] = *contraction;
  if (!nest.mayReorder())
    return refusal.set(nest.getOuterReduce(),
                       "is not declared associative and commutative");
  const unsigned numTaps = countTaps(problem, nest);
  std::optional<Value> filters = findFilters(nest, shape);
  if (numTaps == 0 || !filters)
    return refusal.set(pattern, "reduces no channels of planes, each with a "
                                "few taps");
  if (problem.getValue(countResults(nest) * countReduced(nest))
          .value_or(kProducts) < kProducts)
    return refusal.set(pattern, "is small");
  // The taps before the other reduced dimensions.
  SmallVector<unsigned> order = llvm::to_vector(llvm::seq(nest.getNumDims()));
  std::rotate(order.begin() + nest.getNumParallelDims(), order.end() - numTaps,
              order.end());
  schedule.comment("one tap after another");
  SmallVector<Handle> loops = schedule.block(root, getLoopsInOrder(order));
  const unsigned outermost = nest.lookup(*filters)->dims.front();
  schedule.copyArgument(loops[outermost],
                        getArgument(nest, *filters, outermost));
  return success();
}
