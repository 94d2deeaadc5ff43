//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small arrays that several steps make of each element: blocks of an image that
// are transformed and quantised, small matrices. A work-item does all of one,
// whose arrays are in registers; what work-items load and store is some rows
// apart, so that each does so in vectors.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
#include "NestShape.h"

#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The most numbers of an array of one element, and the most steps of a nest,
/// which are written out.
static constexpr int64_t kMostInBlock = 128, kMostBlockSteps = 1024;

namespace {
struct SmallBlocks {
  static FailureOr<SmallBlocks> get(Operation *pattern, Refusal &refusal);

  /// The maps over the elements, and what the innermost does to one.
  SmallVector<MapOp> maps;
  SmallVector<Operation *> steps;
};
} // namespace

FailureOr<SmallBlocks> SmallBlocks::get(Operation *pattern, Refusal &refusal) {
  SmallBlocks blocks;
  for (auto map = dyn_cast<MapOp>(pattern); map;) {
    blocks.maps.push_back(map);
    blocks.steps = getLoops(map.getBody().front());
    map = blocks.steps.size() == 1 ? dyn_cast<MapOp>(blocks.steps.front())
                                   : MapOp();
  }
  if (blocks.steps.size() < 2)
    return refusal.set(pattern, "does no several things to each element");
  if (!llvm::all_of(blocks.steps, [](Operation *step) {
        return isa<MapOp>(step) &&
               llvm::all_of(step->getResultTypes(), [](Type type) {
                 return isSmallArray(type, kMostInBlock);
               });
      }))
    return refusal.set(pattern, "does more than to compute small arrays");
  return blocks;
}

/// How many neighbours of what a nest computes are a vector; 1 if none are.
static int64_t chooseBlockWidth(const Nest &nest) {
  Expr count = 1;
  for (const NestDim &dim : nest.getDims())
    count = count * dim.size;
  const Expr &row = nest.getDims()[nest.getNumParallelDims() - 1].size;
  if (!canBeVectors(nest) ||
      count.getConstant().value_or(kMostBlockSteps + 1) > kMostBlockSteps)
    return 1;
  for (int64_t width : {8, 4, 2})
    if (*row.getConstant() % width == 0)
      return width;
  return 1;
}

/// Computes a nest as vectors, written out.
static void computeVectors(const Nest &nest, int64_t width, const Handle &root,
                           Schedule &schedule) {
  const unsigned numParallel = nest.getNumParallelDims();
  BlockOptions options =
      getLoopsInOrder(llvm::to_vector(llvm::seq(nest.getNumDims())));
  options.vectorDim = numParallel - 1;
  options.vectorWidth = width;
  SmallVector<Handle> loops = schedule.block(root, options);
  schedule.mapTo(loops.front(),
                 SmallVector<std::string>(numParallel, "seq unroll"));
  for (unsigned dim = numParallel; dim < nest.getNumDims(); ++dim)
    schedule.unroll(loops[dim]);
}

LogicalResult lift::planSmallBlocks(Problem &problem, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  FailureOr<SmallBlocks> blocks = SmallBlocks::get(pattern, refusal);
  if (failed(blocks))
    return failure();
  schedule.comment("the steps of an element as vectors");
  SmallVector<Handle> maps = schedule.matchMaps(root, blocks->maps.size());
  // A step is replaced: from the last.
  for (size_t number = blocks->steps.size(); number-- > 0;) {
    Operation *step = blocks->steps[number];
    FailureOr<Nest> nest = Nest::get(step, refusal);
    if (failed(nest))
      return failure();
    const int64_t width = chooseBlockWidth(*nest);
    if (width > 1)
      computeVectors(*nest, width, schedule.matchPattern(number, maps.back()),
                     schedule);
    else if (llvm::any_of(step->getUsers(), [](Operation *user) {
               return user->hasTrait<OpTrait::IsTerminator>();
             }))
      return refusal.set(step, "computes rows that are no vectors");
  }
  schedule.cleanUp({"contract"}, maps.back());
  const SmallVector<Expr> sizes = llvm::map_to_vector(
      blocks->maps, [](MapOp map) { return map.getTripCount(); });
  BlockOptions whole;
  whole.chunks.resize(sizes.size());
  mapToItems(schedule, maps, device, countTrips(problem, sizes, whole));
  return success();
}
