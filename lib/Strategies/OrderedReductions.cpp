//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions whose elements may be grouped, but not reordered: each work-item
// of a group reduces neighbours, as a vector, and the group what these give, as
// a tree of neighbours in local memory. A part of an array, or of a row, after
// the other.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Rewriting/Composition.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "NestShape.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The work-items of a group, the vectors of a part that each has at most, and
/// how many results are composed at a time.
static constexpr int64_t kOrderedItems = 256, kOrderedVectors = 4,
                         kOrderedRadix = 8;
/// The elements that a work-item reduces where groups share no memory.
static constexpr int64_t kOrderedPart = 4096;
/// The elements that are planned for where their number is not known.
static constexpr int64_t kMostReduced = int64_t(1) << 30;

int64_t lift::countBytes(const Composition &steps) {
  return countHeldBytes(steps.getTypes());
}

int64_t lift::getOrderedPart(Problem &problem, const Composition &steps,
                             const Expr &length) {
  const DeviceModel &device = problem.getDevice();
  const int64_t bytes = countBytes(steps);
  // The results of the vectors and of the steps of the tree, which leave half
  // of the memory to another group.
  const int64_t room =
      std::max<int64_t>(device.localMemory / (2 * (bytes + bytes / 4)), 1);
  const int64_t items = std::min(kOrderedItems, device.maxGroupSize);
  const int64_t vectors = std::min<int64_t>(llvm::bit_floor(uint64_t(room)),
                                            items * kOrderedVectors);
  std::optional<int64_t> value = problem.getValue(length);
  const int64_t needed = llvm::bit_ceil(
      uint64_t(llvm::divideCeil(value.value_or(items), device.vectorWidth)));
  return std::min(vectors, needed) * device.vectorWidth;
}

void lift::reduceInOrder(Problem &problem, Schedule &schedule, Handle reduce,
                         const Expr &length, int64_t part) {
  Expr whole = length;
  if (!problem.divides(part, length)) {
    whole = Expr::ceilDiv(length, part) * part;
    SplitChoice one;
    one.isPadded = true;
    one.space = "local";
    SmallVector<Handle> parts = schedule.splitReduction(reduce, whole, one);
    schedule.mapTo(parts[0], {"seq"});
    reduce = parts[1];
  }
  if (!(whole == Expr(part)))
    reduce = schedule.chunkReduction(reduce, part).second;
  SplitChoice vectors;
  vectors.space = "local";
  SmallVector<Handle> pieces =
      schedule.splitReduction(reduce, problem.getDevice().vectorWidth, vectors);
  schedule.unroll(pieces[1]);
  Handle tree = schedule.treeReduction(pieces[2], "local", kOrderedRadix);
  schedule.mapTo(pieces[0], {"lcl(0)"});
  schedule.mapTo(tree, {"lcl(0)"});
}

/// Reduces an array of `most` elements at most in parts, and what these give
/// in the same way, until one group can do it.
static void reduceInOrderedParts(Problem &problem, Schedule &schedule,
                                 const Composition &steps, const Handle &reduce,
                                 const Expr &length, int64_t most) {
  const DeviceModel &device = problem.getDevice();
  const int64_t part = device.hasLocalMemory
                           ? getOrderedPart(problem, steps, most)
                           : kOrderedPart;
  SplitChoice choice;
  choice.isPadded = !problem.divides(part, length);
  choice.space = "global";
  schedule.comment("parts of " + Twine(part));
  SmallVector<Handle> parts = schedule.splitReduction(reduce, part, choice);
  if (!device.hasLocalMemory)
    return mapToItems(schedule, parts[0], device);
  schedule.mapTo(parts[0], {"wrg(0)"});
  reduceInOrder(problem, schedule, parts[1], part, part);
  most = llvm::divideCeil(most, part);
  if (most > 1)
    reduceInOrderedParts(problem, schedule, steps, parts[2],
                         Expr::ceilDiv(length, part), most);
}

/// The same by threads of a CPU, each of which goes through several parts at
/// the same time; one of them reduces what these give.
static void reduceByThreads(const Problem &problem, Schedule &schedule,
                            const Handle &reduce, const Expr &length) {
  const int64_t part = chooseInterleavedPart(problem, length);
  SplitChoice choice;
  choice.isPadded = true;
  choice.multiple = part * kInterleavedParts;
  choice.space = "global";
  schedule.comment(Twine(kInterleavedParts) + " parts of " + Twine(part) +
                   " at the same time");
  reduceInterleaved(schedule,
                    schedule.splitReduction(reduce, part, choice).front(),
                    problem.getDevice());
}

LogicalResult lift::planOrderedReduction(Problem &problem, Operation *pattern,
                                         const Handle &root, Schedule &schedule,
                                         Refusal &refusal) {
  auto reduce = dyn_cast<ReduceOp>(pattern);
  if (!reduce)
    return refusal.set(pattern, "is no reduction");
  if (goesThroughRows(reduce))
    return refusal.set(pattern, "goes through rows, not through numbers");
  FailureOr<std::unique_ptr<Composition>> steps =
      Composition::get(reduce, refusal);
  if (failed(steps))
    return failure();
  const Expr length = cast<FoldPattern>(*reduce).getTripCount();
  if (isForOneThread(problem, length)) {
    schedule.comment("all by one thread");
    return success();
  }
  if (problem.getDevice().runsThreads()) {
    reduceByThreads(problem, schedule, root, length);
    return success();
  }
  reduceInOrderedParts(problem, schedule, **steps, root, length,
                       problem.getValue(length).value_or(kMostReduced));
  return success();
}
