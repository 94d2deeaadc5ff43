//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums over pairs: each element of one array with all of another, as bodies
// that attract each other, or places and samples. Nothing but the reduced array
// is read in a sum, by all work-items at the same time, so that memory hardly
// matters: a work-item has a few elements in registers (a thread of a CPU some
// vectors of them), and what it loads of the other array it uses for all of
// them. Where there are few elements, the other array is cut into parts.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The work-items of a group, the elements that each has, how many elements of
/// the other array are a vector, how many elements are loaded together, and how
/// many elements a group has in local memory, at most and at least.
static constexpr int64_t kPairItems = 256, kOwn = 4, kPairSteps = 4,
                         kPairsTogether = 16, kNear = 256, kLeastNear = 128;
/// The least chunks of which the last may be padded.
static constexpr int64_t kFewNear = 4;
/// The work-items of a group where there are elements for so many of them.
static constexpr int64_t kManyPairItems = 512, kManyGroups = 64;
/// Groups for each compute unit, the most that need more parts of sums where
/// their number is not known, and the most parts of each sum.
static constexpr int64_t kGroups = 32, kFewGroups = 512, kMostParts = 64;

namespace {
struct PairsShape {
  static FailureOr<PairsShape> get(const Problem &problem, const Nest &nest,
                                   Refusal &refusal);

  /// The axis whose elements work-items have, and that whose elements are
  /// loaded for all of them.
  unsigned own() const { return numParallel - 1; }
  unsigned step() const { return axes.size() - 1; }
  /// The work-groups, if that is known.
  std::optional<int64_t> countGroups(const Problem &problem) const;
  /// Cuts the reduced axis into chunks: those that a group has in local memory,
  /// or vectors that each work-item reads.
  BlockOptions getBlocks(int64_t chunk, bool isNear, bool isPadded) const;
  /// So many elements for a thread, inside of all reductions.
  BlockOptions getElements(int64_t count, bool isPadded) const;

  SmallVector<Axis> axes;
  SmallVector<unsigned> collapse;
  unsigned numParallel = 0;
  /// The work-items of a group.
  int64_t items = kPairItems;
  /// Whether the elements of a work-item are one vector: devices compute with
  /// two halves at a time.
  bool isVector = false;
};
} // namespace

/// Whether all numbers are halves, but for those that say what counts in a sum.
static bool isOfHalves(const Nest &nest) {
  const unsigned own = nest.getNumParallelDims() - 1;
  return llvm::all_of(
      llvm::concat<Value>(nest.getOutputs(), nest.getStepOperands(),
                          nest.getEpilogueOperands()),
      [&](Value value) {
        std::optional<NestOperand> operand = nest.lookup(value);
        return value.getType().isF16() || (value.getType().isInteger(1) &&
                                           operand && !hasDim(*operand, own));
      });
}

static bool isReduced(const Nest &nest, const NestOperand &operand) {
  return llvm::any_of(operand.dims,
                      [&](unsigned dim) { return nest.isReduced(dim); });
}

FailureOr<PairsShape> PairsShape::get(const Problem &problem, const Nest &nest,
                                      Refusal &refusal) {
  if (!nest.getInnerReduce())
    return refusal.set(nest.getRoot(), "reduces nothing");
  bool hasOwn = false, hasOthers = false;
  for (Value value : nest.getStepOperands()) {
    NestOperand operand = *nest.lookup(value);
    const bool reduces = isReduced(nest, operand);
    const bool isOwn = hasDim(operand, nest.getNumParallelDims() - 1);
    if (reduces && isOwn)
      return refusal.set(nest.getRoot(), "reduces an operand that differs for "
                                         "each result");
    hasOthers |= reduces;
    hasOwn |= isOwn;
  }
  if (!hasOwn || !hasOthers)
    return refusal.set(nest.getRoot(), "has no pairs of elements");
  PairsShape shape;
  shape.axes = collapseDims(nest, shape.collapse);
  shape.numParallel = llvm::count_if(shape.axes, [&](const Axis &axis) {
    return !nest.isReduced(axis.firstDim);
  });
  shape.isVector = isOfHalves(nest);
  const int64_t many = kManyGroups * kManyPairItems * kOwn;
  if (problem.getDevice().maxGroupSize >= kManyPairItems &&
      problem.getValue(shape.axes[shape.own()].size).value_or(0) >= many)
    shape.items = kManyPairItems;
  return shape;
}

std::optional<int64_t> PairsShape::countGroups(const Problem &problem) const {
  int64_t count = 1;
  for (unsigned axis = 0; axis < numParallel; ++axis) {
    std::optional<int64_t> size = problem.getValue(axes[axis].size);
    if (!size)
      return std::nullopt;
    count *= axis == own() ? llvm::divideCeil(*size, items * kOwn) : *size;
  }
  return count;
}

BlockOptions PairsShape::getBlocks(int64_t chunk, bool isNear,
                                   bool isPadded) const {
  BlockOptions options;
  options.collapse = collapse;
  options.chunks.resize(axes.size());
  // Elements of a work-item are far from each other, but for those of a vector.
  options.chunks[own()] = {Expr(kOwn * items), Expr(isVector ? kOwn : items)};
  const NestPart item = {own(), isVector ? 1u : 2u},
                 piece = {own(), isVector ? 2u : 1u};
  for (unsigned axis = 0; axis < numParallel; ++axis)
    options.order.push_back({axis, 0});
  if (!isNear)
    options.order.push_back(item);
  for (unsigned axis = numParallel; axis < axes.size(); ++axis)
    options.order.push_back({axis, 0});
  if (chunk > 1) {
    options.chunks[step()] = {Expr(chunk)};
    options.order.push_back({step(), 1});
  }
  if (isNear)
    options.order.push_back(item);
  options.order.push_back(piece);
  if (isPadded)
    options.pad.push_back(own());
  return options;
}

BlockOptions PairsShape::getElements(int64_t count, bool isPadded) const {
  BlockOptions options;
  options.collapse = collapse;
  options.chunks.resize(axes.size());
  options.chunks[own()] = {Expr(count)};
  for (unsigned axis = 0; axis < axes.size(); ++axis)
    options.order.push_back({axis, 0});
  options.order.push_back({own(), 1});
  if (isPadded)
    options.pad.push_back(own());
  return options;
}

namespace {
struct Pairs {
  /// Refuses devices that have neither threads nor groups of many work-items.
  static FailureOr<Pairs> get(const Problem &problem, Operation *pattern,
                              Refusal &refusal);

  Nest nest;
  PairsShape shape;
};
} // namespace

FailureOr<Pairs> Pairs::get(const Problem &problem, Operation *pattern,
                            Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  if (!device.runsThreads() &&
      (device.vectorWidth >= DeviceModel::kThreadWidth ||
       device.maxGroupSize < kPairItems))
    return refusal.set(pattern, "the device has no groups of small work-items");
  FailureOr<PairsShape> shape = PairsShape::get(problem, *nest, refusal);
  if (failed(shape))
    return failure();
  return Pairs{*nest, *shape};
}

/// The operands of the step that a loop over `dim` goes through, in order.
static SmallVector<NestOperand> getArguments(const Nest &nest, unsigned dim) {
  SmallVector<NestOperand> operands;
  for (Value value : nest.getStepOperands())
    if (NestOperand operand = *nest.lookup(value); hasDim(operand, dim))
      operands.push_back(operand);
  return operands;
}

/// Whether elements beyond the end of an operand are those at its end, which no
/// vector is.
static bool isClamped(const NestOperand &operand) {
  return hasView(operand, [](Operation *view) {
    auto pad = dyn_cast<PadOp>(view);
    return pad && pad.getMode() == PadMode::Clamp;
  });
}

/// How many elements of a chunk are a vector in memory; 1 where they are
/// neighbours only, and 0 where they are not.
static int64_t getVectorWidth(Problem &problem, const NestOperand &operand,
                              unsigned dim) {
  std::optional<UnitStride> unit = getUnitStride(operand);
  if (!unit || unit->dim != dim)
    return 0;
  if (isClamped(operand))
    return 1;
  return problem.dividesAll(kPairSteps, unit->otherSteps, /*isInner=*/true)
             ? kPairSteps
             : 1;
}

/// Whether groups of many work-items, or several for each compute unit, keep
/// hardly any unit without work.
static bool fillUnits(int64_t groups, int64_t items, int64_t units) {
  const int64_t rounds = llvm::divideCeil(groups, units);
  return rounds * items >= kManyPairItems && 16 * groups >= 15 * rounds * units;
}

/// Prefers that the groups do not keep all units busy as they are: they are one
/// round of them at most, or the last round is somewhat empty.
static void preferIdleUnits(Problem &problem, const Expr &groups) {
  constexpr int64_t kAll = 16, kFull = 15;
  const Expr units = problem.getComputeUnits();
  const Expr isOneRound = Expr::floorDiv(units, groups);
  problem.prefer(ConstraintKind::LessEqual, groups * kAll,
                 (Expr::ceilDiv(groups, units) * kFull + isOneRound * kAll) *
                     units);
}

/// The elements of the parts if it is not known how many groups there are:
/// parts enough for the usual device unless there are very many.
static std::optional<Expr> getPartOfUnknown(Problem &problem,
                                            const PairsShape &shape) {
  constexpr int64_t kElements = kPairItems * kOwn;
  const Expr &own = shape.axes[shape.own()].size;
  if (shape.numParallel > 1 ||
      !problem.prefersAtMost(kFewGroups * kElements, own))
    return std::nullopt;
  const Expr &size = shape.axes[shape.numParallel].size;
  const Expr groups = Expr::ceilDiv(own, kElements);
  const Expr part = Expr::ceilDiv(groups * Expr::ceilDiv(size, kNear),
                                  kGroups * kUsualComputeUnits) *
                    kNear;
  problem.prefersAtMost(size, 2 * part);
  preferIdleUnits(problem, groups);
  return part;
}

/// The elements of the parts into which sums are cut so that there are groups
/// enough: all if there are as it is, nothing if that is not known.
static std::optional<Expr> getPart(Problem &problem, const PairsShape &shape) {
  std::optional<int64_t> groups = shape.countGroups(problem);
  const Expr &size = shape.axes[shape.numParallel].size;
  std::optional<int64_t> length = problem.getValue(size);
  if (!groups)
    return getPartOfUnknown(problem, shape);
  const int64_t units = problem.getDevice().computeUnits;
  if (fillUnits(*groups, shape.items, units))
    return size;
  // Shorter parts where those of kNear elements would make too few groups.
  const bool areFew = length && 2 * *groups * (*length / kNear) < 3 * units;
  const int64_t least = areFew ? kLeastNear : kNear;
  const int64_t wanted = kGroups * units * kPairItems / shape.items;
  int64_t parts = 1;
  while (2 * parts * *groups <= wanted &&
         (!length || *length >= 2 * parts * least))
    parts *= 2;
  if (parts == 1)
    return size;
  // One part more rather than longer parts: these would be fewer groups.
  return length ? Expr(*length / (parts * least) * least)
                : Expr::ceilDiv(size, parts * least) * least;
}

LogicalResult lift::planSplitPairs(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  FailureOr<Pairs> pairs = Pairs::get(problem, pattern, refusal);
  if (failed(pairs))
    return failure();
  const auto &[nest, shape] = *pairs;
  if (problem.getDevice().runsThreads())
    return refusal.set(pattern,
                       "the device's work-items are threads, which need no "
                       "more of them");
  if (!nest.mayReorder())
    return refusal.set(nest.getOuterReduce(),
                       "is not declared associative and commutative");
  const Axis &cut = shape.axes[shape.numParallel];
  std::optional<Expr> part = getPart(problem, shape);
  if (!part)
    return refusal.set(pattern, "is not known to have few elements");
  if (*part == cut.size)
    return refusal.set(pattern, "has elements enough");
  std::optional<int64_t> number = part->getConstant();
  const bool isPadded =
      !number || !problem.divides(*number, cut.size, /*isInner=*/true);
  if (!number)
    problem.takeAsAtMost(kMostParts, Expr::ceilDiv(cut.size, *part));
  schedule.comment("sums in parts of " + part->str());
  schedule.cleanUp({"expand_sums"}, root);
  schedule.splitNest(
      root, llvm::to_vector(llvm::seq_inclusive(cut.firstDim, cut.lastDim)),
      *part, isPadded);
  return success();
}

LogicalResult lift::planPaddedPairs(Problem &problem, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  FailureOr<Pairs> pairs = Pairs::get(problem, pattern, refusal);
  if (failed(pairs))
    return failure();
  const auto &[nest, shape] = *pairs;
  if (nest.getNumDims() != nest.getNumParallelDims() + 1)
    return refusal.set(pattern, "reduces several dimensions");
  const Axis &step = shape.axes[shape.step()];
  if (problem.divides(kLeastNear, step.size, /*isInner=*/true))
    return refusal.set(pattern, "reduces chunks that are whole");
  if (!problem.prefersAtLeast(kFewNear * kNear, step.size))
    return refusal.set(pattern, "is not known to have many chunks");
  schedule.comment("chunks of " + Twine(kNear) +
                   ", of which the last may end beyond the elements");
  const Handle &inner =
      schedule.matchMaps(root, nest.getNumParallelDims()).back();
  schedule.chunkReduction(schedule.matchPattern(0, inner), kNear,
                          /*isPadded=*/true);
  schedule.cleanUp({"views"});
  return success();
}

/// Copies what a loop over chunks reads to `space`: what is vectors in memory,
/// and to local memory any neighbours. The loops of the copies have `mapping`.
static void stageOthers(Problem &problem, const Nest &nest, const Axis &step,
                        const Handle &loop, StringRef space, StringRef mapping,
                        Schedule &schedule) {
  StageChoice choice;
  choice.space = space;
  const int64_t least = space == "local" ? 1 : kPairSteps;
  for (auto [i, operand] : llvm::enumerate(getArguments(nest, step.lastDim))) {
    choice.vector = getVectorWidth(problem, operand, step.lastDim);
    if (choice.vector < least)
      continue;
    choice.argument = i;
    schedule.mapTo(schedule.stage(loop, choice), {mapping.str()});
  }
}

/// Copies the elements of a work-item to registers, as vectors: in `loop`,
/// which is that over work-items, or over groups. The loops of the copies have
/// `choices`.
static void stageOwn(const Nest &nest, const Axis &own, const Handle &loop,
                     int64_t width, ArrayRef<std::string> choices,
                     Schedule &schedule) {
  StageChoice choice;
  choice.space = "private";
  choice.vector = width;
  const unsigned count = getArguments(nest, own.lastDim).size();
  for (choice.argument = 0; choice.argument < count; ++choice.argument)
    schedule.mapTo(schedule.stage(loop, choice), choices);
}

/// A work-item has a vector of elements in registers.
static LogicalResult planForThreads(Problem &problem, const Pairs &pairs,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  const auto &[nest, shape] = pairs;
  const int64_t width = problem.getDevice().vectorWidth;
  if (!canBeVectors(nest))
    return refusal.set(nest.getRoot(),
                       "has values that there are no vectors of");
  const Axis &ownAxis = shape.axes[shape.own()];
  if (problem.getValue(ownAxis.size).value_or(width) < width)
    return refusal.set(nest.getRoot(), "has few elements");
  const bool isPadded = !problem.divides(width, ownAxis.size, /*isInner=*/true);

  chooseInOrder(schedule, nest, root);
  // One vector: its sums are several registers of a CPU that splits it.
  schedule.comment(Twine(width) + " elements for a work-item");
  SmallVector<Handle> loops =
      schedule.block(root, shape.getElements(width, isPadded));
  ArrayRef<Handle> items = ArrayRef(loops).take_front(shape.numParallel);
  ArrayRef<Handle> reductions =
      ArrayRef(loops).slice(items.size(), shape.axes.size() - items.size());
  const BlockOptions vectors = getInnerVectors(/*numLoops=*/1, width);
  const Handle own = schedule.block(loops[shape.axes.size()], vectors).front(),
               stored = schedule.block(loops.back(), vectors).front();

  schedule.comment("sums in registers, as vectors");
  for (const Handle &reduction : llvm::reverse(reductions))
    schedule.relayout(reduction);
  schedule.cleanUp({"views"});
  schedule.place(reductions.front(), "private", {"seq unroll"});
  stageOwn(nest, ownAxis, items.back(), width, {"seq unroll"}, schedule);
  schedule.cleanUp({"contract"}, loops.front());

  schedule.comment("what runs where");
  mapToItems(schedule, items, problem.getDevice());
  schedule.mapTo(own, {"seq unroll"});
  schedule.mapTo(stored, {"seq unroll"});
  return success();
}

LogicalResult lift::planPairs(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal) {
  FailureOr<Pairs> pairs = Pairs::get(problem, pattern, refusal);
  if (failed(pairs))
    return failure();
  if (problem.getDevice().runsThreads())
    return planForThreads(problem, *pairs, root, schedule, refusal);
  const auto &[nest, shape] = *pairs;
  const Axis &own = shape.axes[shape.own()], &step = shape.axes[shape.step()];
  if (problem.getValue(own.size).value_or(kPairItems) < kPairItems)
    return refusal.set(pattern, "has few elements");
  const bool isNear = problem.getDevice().hasLocalMemory &&
                      problem.divides(kLeastNear, step.size, /*isInner=*/true);
  const int64_t near = isNear && problem.divides(kNear, step.size,
                                                 /*isInner=*/true)
                           ? kNear
                           : kLeastNear;
  const bool readsVectors =
      !isNear && problem.divides(kPairSteps, step.size, /*isInner=*/true);
  const bool isPadded = !problem.divides(kOwn * shape.items, own.size);

  chooseInOrder(schedule, nest, root);
  schedule.comment(Twine(kOwn) + " elements for a work-item");
  SmallVector<Handle> loops =
      schedule.block(root, shape.getBlocks(isNear         ? near
                                           : readsVectors ? kPairSteps
                                                          : 1,
                                           isNear, isPadded));
  const size_t numReduced =
      shape.axes.size() - shape.numParallel + (isNear || readsVectors);
  ArrayRef<Handle> groups = ArrayRef(loops).take_front(shape.numParallel);
  ArrayRef<Handle> reductions =
      ArrayRef(loops).slice(groups.size() + !isNear, numReduced);
  const Handle &items = loops[groups.size() + (isNear ? numReduced : 0)];
  Handle work = isNear ? items : loops[groups.size() + 1 + numReduced],
         stored = loops.back();

  SmallVector<std::string> inner = {"seq unroll"};
  if (isNear)
    inner.insert(inner.begin(), "lcl(0)");
  if (shape.isVector) {
    schedule.comment("as a vector");
    BlockOptions vectors = getInnerVectors(inner.size(), kOwn);
    work = schedule.block(work, vectors).front();
    stored = schedule.block(stored, vectors).front();
    for (const Handle &reduction : llvm::reverse(reductions))
      schedule.relayout(reduction);
  }

  schedule.comment("sums in registers");
  schedule.cleanUp({"views"});
  schedule.place(reductions.front(), "private", inner);
  if (!isNear || shape.isVector)
    stageOwn(nest, own, isNear ? groups.back() : items,
             shape.isVector ? kOwn : 1, inner, schedule);
  if (isNear || readsVectors) {
    schedule.comment("elements that are used for all of them");
    stageOthers(problem, nest, step, reductions.drop_back().back(),
                isNear ? "local" : "private", isNear ? "lcl(0)" : "seq",
                schedule);
  }
  schedule.cleanUp({"contract"}, loops.front());

  schedule.comment("what runs where");
  mapToGroups(schedule, groups);
  if (!isNear)
    schedule.mapTo(items, {"lcl(0)"});
  schedule.mapTo(work, inner);
  schedule.mapTo(stored, inner);
  schedule.unroll(reductions.back(), readsVectors ? 0 : kPairsTogether);
  if (readsVectors)
    schedule.unroll(reductions.drop_back().back(), kPairsTogether / kPairSteps);
  return success();
}
