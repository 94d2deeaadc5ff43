//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise maps, and those that reduce a few numbers for each element, as
// sums of the parts of others and pooling: nothing but the number of accesses
// on their way at a time matters. Also, where nothing else fits, all other
// nests: at least what they store are neighbours.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The work-items of a group, and the numbers that each computes where they are
/// no vectors.
static constexpr int64_t kElementItems = 256, kElementPieces = 4;
/// The most vectors of a work-item that is a thread.
static constexpr int64_t kElementVectors = 64;

namespace {
struct Elements {
  /// The parallel axes, then the reduced ones.
  SmallVector<Axis> axes;
  unsigned numParallel = 0;
  SmallVector<unsigned> collapse;
  /// Whether neighbours of the result are neighbours in all operands. Windows
  /// that are several steps apart, or padded, may have others.
  bool areNeighbours = true;
  /// How many neighbours are computed at a time.
  int64_t width = 1;
  /// Whether there are as many work-items as elements, as these are few.
  bool areFew = false;

  /// The axis of the neighbours.
  unsigned last() const { return numParallel - 1; }
  /// Joins the axis before the last with the one around while both are too
  /// short for a group.
  void joinShort(const Problem &problem, const Nest &nest);
  /// Joins the last axis with the one around where a group of lanes for it
  /// alone would have more than a quarter of them without work.
  void joinUneven(const Nest &nest);
  /// Joins the outermost axes while there are more than a launch has.
  void joinOutermost(const Nest &nest);
  SmallVector<Expr> getParallelSizes() const {
    return llvm::map_to_vector(ArrayRef(axes).take_front(numParallel),
                               [](const Axis &axis) { return axis.size; });
  }

private:
  /// Joins an axis with the next.
  void join(unsigned axis);
};
} // namespace

/// The parts of an axis that have loops of their own, outermost first.
static void addParts(BlockOptions &options, unsigned axis, unsigned first) {
  for (unsigned part = first; part <= options.chunks[axis].size(); ++part)
    options.order.push_back({axis, part});
}

static BlockOptions getOptions(const Elements &elements) {
  BlockOptions options;
  options.collapse = elements.collapse;
  options.chunks.resize(elements.axes.size());
  if (elements.width > 1) {
    options.vectorDim = elements.last();
    options.vectorWidth = elements.width;
  }
  return options;
}

/// The reductions, inside of all that is parallel.
static void addReductions(BlockOptions &options, const Elements &elements) {
  for (unsigned axis = elements.numParallel; axis < elements.axes.size();
       ++axis)
    options.order.push_back({axis, 0});
}

/// Whether all operands that have dimensions of two axes have them one after
/// another: those that lack some are the same along these.
static bool canJoin(const Nest &nest, const Axis &outer, const Axis &inner) {
  return llvm::all_of(nest.getOperands(), [&](const NestOperand &operand) {
    auto isOfBoth = [&](unsigned dim) {
      return outer.firstDim <= dim && dim <= inner.lastDim;
    };
    const auto *first = llvm::find_if(operand.dims, isOfBoth);
    const auto *end = std::find_if_not(first, operand.dims.end(), isOfBoth);
    return std::is_sorted(first, end) &&
           std::none_of(end, operand.dims.end(), isOfBoth);
  });
}

void Elements::join(unsigned axis) {
  Axis &outer = axes[axis], &inner = axes[axis + 1];
  collapse.push_back(outer.lastDim);
  inner = {outer.firstDim, inner.lastDim, outer.size * inner.size};
  axes.erase(&outer);
  --numParallel;
}

void Elements::joinShort(const Problem &problem, const Nest &nest) {
  while (numParallel > 2) {
    const Axis &inner = axes[last() - 1], &outer = axes[last() - 2];
    std::optional<int64_t> count =
        problem.getValue(axes[last()].size * inner.size);
    if (!count || *count >= kElementItems || !canJoin(nest, outer, inner))
      return;
    join(last() - 2);
  }
}

void Elements::joinUneven(const Nest &nest) {
  constexpr int64_t kShort = 32;
  std::optional<int64_t> length = axes[last()].size.getConstant();
  if (width > 1 || last() == 0 || !length || *length >= kShort)
    return;
  const int64_t lanes = llvm::PowerOf2Ceil(*length);
  if (4 * (lanes - *length) > lanes &&
      canJoin(nest, axes[last() - 1], axes[last()]))
    join(last() - 1);
}

void Elements::joinOutermost(const Nest &nest) {
  while (numParallel > kMaxLaunchDims && canJoin(nest, axes[0], axes[1]))
    join(0);
}

/// Whether neighbours of the result are that far from each other in memory that
/// several are loaded together: the same colour of pixels.
static bool isNear(const Expr &step) {
  constexpr int64_t kNear = 4;
  std::optional<int64_t> distance = step.getConstant();
  return distance && std::abs(*distance) <= kNear;
}

/// Whether neighbours of the result are neighbours in an operand.
static bool hasNeighbours(const Nest &nest, const NestOperand &operand) {
  const unsigned last = nest.getNumParallelDims() - 1;
  if (!hasDim(operand, last))
    return true;
  if (std::optional<MemoryOffset> offset = getMemoryOffset(operand))
    return offset->steps[last].isConstant(1);
  // Rows may be in any order.
  std::optional<UnitStride> unit = getUnitStride(operand);
  return unit && unit->dim == last;
}

/// Refuses nests whose time is not that of accesses to neighbours.
static LogicalResult checkElements(Problem &problem, const Nest &nest,
                                   Refusal &refusal) {
  constexpr int64_t kFew = 31;
  const Expr length = countReduced(nest);
  if (!problem.isTakenAsAtMost(Problem::kFewParts, length) &&
      !problem.isAtMost(kFew, length))
    return refusal.set(nest.getRoot(), "reduces many elements, or an unknown "
                                       "number of them");
  const unsigned last = nest.getNumParallelDims() - 1;
  for (const NestOperand &operand : nest.getOperands()) {
    if (hasNeighbours(nest, operand))
      continue;
    std::optional<MemoryOffset> offset = getMemoryOffset(operand);
    if (!problem.getDevice().hasLocalMemory ||
        !(nest.getInnerReduce() || (offset && isNear(offset->steps[last]))))
      return refusal.set(nest.getRoot(), "has an operand whose neighbours in "
                                         "memory are not those of the result");
  }
  return success();
}

static Elements getElements(const Problem &problem, const Nest &nest) {
  Elements elements;
  elements.axes = collapseDims(nest, elements.collapse);
  elements.numParallel = llvm::count_if(elements.axes, [&](const Axis &axis) {
    return !nest.isReduced(axis.firstDim);
  });
  elements.areNeighbours =
      llvm::all_of(nest.getOperands(), [&](const NestOperand &operand) {
        return hasNeighbours(nest, operand);
      });
  if (problem.getDevice().hasLocalMemory)
    elements.joinShort(problem, nest);
  // As many small work-items as there are numbers are better for few.
  const DeviceModel &device = problem.getDevice();
  const int64_t least =
      device.runsThreads()
          ? kLeastForThreads
          : 2 * device.computeUnits * kElementItems * device.vectorWidth;
  elements.areFew =
      problem.getValue(countResults(nest)).value_or(least) < least;
  return elements;
}

/// Whether a step along a dimension is one through all elements of the next of
/// the axis.
static bool isMultipleOfNext(const Nest &nest, const MemoryOffset &offset,
                             unsigned dim, const Axis &axis) {
  auto next = offset.steps.find(dim + 1);
  return dim < axis.lastDim && next != offset.steps.end() &&
         (offset.steps.at(dim) - next->second * nest.getDims()[dim + 1].size)
             .isConstant(0);
}

/// What has to be multiples of vectors for rows of an operand to start with
/// whole ones.
static SmallVector<Expr> getRowStarts(const Nest &nest,
                                      const NestOperand &operand,
                                      const Elements &elements) {
  std::optional<MemoryOffset> offset = getMemoryOffset(operand);
  if (!offset)
    return getUnitStride(operand)->otherSteps;
  SmallVector<Expr> starts = {offset->first};
  for (auto [number, axis] : llvm::enumerate(elements.axes))
    for (unsigned dim = axis.firstDim; dim <= axis.lastDim; ++dim)
      if (number != elements.last() && hasDim(operand, dim) &&
          !isMultipleOfNext(nest, *offset, dim, axis))
        starts.push_back(offset->steps[dim]);
  return starts;
}

/// `width` if all rows start with whole vectors and end with them, or 1.
static int64_t chooseElementWidth(Problem &problem, const Nest &nest,
                                  const Elements &elements, int64_t width) {
  const unsigned last = nest.getNumParallelDims() - 1;
  SmallVector<Expr> multiples = {elements.axes[elements.last()].size};
  for (const NestOperand &operand : nest.getOperands())
    if (hasDim(operand, last))
      llvm::append_range(multiples, getRowStarts(nest, operand, elements));
  return problem.dividesAll(width, multiples, /*isInner=*/true) ? width : 1;
}

/// Whether numbers are read at computed places that may be none: the lanes of a
/// vector would test that one after another.
static bool readsAnywhere(Operation *pattern) {
  return pattern
      ->walk([](AtOp at) {
        return at.getOutside() && !isa<ArrayType>(at.getType())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether steps of a reduction read at places that are computed from the
/// number of a result: neighbours mostly read neighbours then, as the numbers
/// of a vector, which are loaded one by one, do not.
static bool stepsReadByNumber(const Nest &nest) {
  const unsigned last = nest.getNumParallelDims() - 1;
  DenseSet<Value> differing;
  for (Value value : nest.getStepOperands()) {
    NestOperand operand = *nest.lookup(value);
    if (hasDim(operand, last) && operand.source.getDefiningOp<GenerateOp>())
      differing.insert(value);
  }
  auto differs = [&](Value value) { return differing.contains(value); };
  for (Operation *op : nest.getStep()) {
    auto at = dyn_cast<AtOp>(op);
    if (at && !isa<ArrayType>(at.getType()) &&
        llvm::any_of(at.getIndices(), differs))
      return true;
    if (llvm::any_of(op->getOperands(), differs))
      differing.insert_range(op->getResults());
  }
  return false;
}

/// Whether half as many lanes would leave fewer without work. Rows may be
/// short where nothing says how long they are.
static bool hasIdleLanes(std::optional<int64_t> length, int64_t lanes,
                         int64_t width) {
  constexpr int64_t kLeast = 32;
  if (!length)
    return lanes > kLeast;
  const int64_t step = lanes * width;
  return step / 2 >= *length ||
         (lanes > kLeast &&
          8 * (int64_t(llvm::alignTo(*length, step)) - *length) > *length);
}

/// Groups of lanes beside each other, and of rows where they are short.
static void planElementsForGroups(Problem &problem, const Elements &elements,
                                  const Handle &root, Schedule &schedule) {
  const unsigned last = elements.last();
  std::optional<int64_t> length = problem.getValue(elements.axes[last].size);
  int64_t lanes = kElementItems, rows = 1;
  int64_t pieces = elements.width > 1 || elements.areFew ? 1 : kElementPieces;
  while (length && pieces > 1 && pieces / 2 * lanes >= *length)
    pieces /= 2;
  auto hasMoreRows = [&] {
    return last > 0 && problem.getValue(elements.axes[last - 1].size)
                               .value_or(kElementItems) > rows;
  };
  for (; hasMoreRows() && hasIdleLanes(length, lanes, elements.width);
       rows *= 2)
    lanes /= 2;
  schedule.comment("a group of " + Twine(lanes) + " lanes with " +
                   Twine(pieces * elements.width) + " numbers, and " +
                   Twine(rows) + " rows");
  BlockOptions options = getOptions(elements);
  if (pieces > 1)
    options.chunks[last].push_back(pieces * lanes);
  options.chunks[last].push_back(lanes);
  if (!problem.divides(pieces * lanes * elements.width,
                       elements.axes[last].size))
    options.pad.push_back(last);
  if (rows > 1) {
    options.chunks[last - 1] = {Expr(rows)};
    if (!problem.divides(rows, elements.axes[last - 1].size))
      options.pad.push_back(last - 1);
  }
  for (unsigned axis = 0; axis <= last; ++axis)
    options.order.push_back({axis, 0});
  if (rows > 1)
    addParts(options, last - 1, /*first=*/1);
  addParts(options, last, /*first=*/1);
  addReductions(options, elements);
  SmallVector<Handle> loops = schedule.block(root, options);
  mapToGroups(schedule, ArrayRef(loops).take_front(elements.numParallel),
              countTrips(problem, elements.getParallelSizes(), options));
  SmallVector<std::string> inner;
  if (rows > 1)
    inner.push_back("lcl(1)");
  if (pieces > 1)
    inner.push_back("seq unroll");
  inner.push_back("lcl(0)");
  schedule.mapTo(loops[elements.numParallel], inner);
  if (elements.numParallel < elements.axes.size())
    schedule.cleanUp({"contract"}, loops.front());
}

/// Work-items that compute a vector.
static void planElementsForItems(Problem &problem, const Elements &elements,
                                 const Handle &root, Schedule &schedule) {
  schedule.comment(Twine(elements.width) + " numbers for a work-item");
  BlockOptions options = getOptions(elements);
  for (unsigned axis = 0; axis <= elements.last(); ++axis)
    options.order.push_back({axis, 0});
  addReductions(options, elements);
  SmallVector<Handle> loops = schedule.block(root, options);
  mapToItems(schedule, ArrayRef(loops).take_front(elements.numParallel),
             problem.getDevice(),
             countTrips(problem, elements.getParallelSizes(), options));
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

namespace {
/// What a thread computes: of each of some rows that follow each other so many
/// vectors, or all of them if nothing is said.
struct ThreadTile {
  std::optional<Expr> vectors;
  int64_t rows = 1;
};
} // namespace

/// Equal parts of rows of any length. All of a row where the other dimensions
/// are as many as those of a launch: the one that is left for a loop may have a
/// single element.
static std::optional<Expr> cutAnyRow(const Elements &elements) {
  if (elements.last() == 0)
    return Expr(kElementVectors);
  if (elements.numParallel > kMaxLaunchDims)
    return std::nullopt;
  const Expr count =
      Expr::ceilDiv(elements.axes[elements.last()].size, elements.width);
  return Expr::ceilDiv(count, Expr::ceilDiv(count, kElementVectors));
}

/// How many rows a thread has if it has so many numbers of each.
static int64_t chooseThreadRows(const Problem &problem,
                                const Elements &elements, int64_t numbers) {
  std::optional<int64_t> rows =
      problem.getValue(elements.axes[elements.last() - 1].size);
  const int64_t most =
      kElementVectors * problem.getDevice().vectorWidth / numbers;
  return rows ? getEqualPart(*rows, most) : 1;
}

/// No more vectors than a row has, and several rows where these are few.
static ThreadTile chooseThreadTile(const Problem &problem,
                                   const Elements &elements) {
  const unsigned last = elements.last();
  std::optional<int64_t> length = problem.getValue(elements.axes[last].size);
  if (last == 0 || !length)
    return {cutAnyRow(elements), 1};
  ThreadTile tile;
  const int64_t count = llvm::divideCeil(*length, elements.width);
  const int64_t vectors = getEqualPart(count, kElementVectors);
  if (vectors < count)
    tile.vectors = Expr(vectors);
  tile.rows = chooseThreadRows(problem, elements, vectors * elements.width);
  return tile;
}

/// Work-items that are threads, with some vectors of some rows.
static void planElementsForThreads(Problem &problem, const Elements &elements,
                                   const ThreadTile &tile, const Handle &root,
                                   Schedule &schedule) {
  const unsigned last = elements.last();
  schedule.comment(Twine(tile.rows) + " x " +
                   (tile.vectors ? tile.vectors->str() : "all") + " x " +
                   Twine(elements.width) + " numbers for a work-item");
  BlockOptions options = getOptions(elements);
  auto cut = [&](unsigned axis, const Expr &chunk, int64_t width) {
    options.chunks[axis] = {chunk};
    if (!problem.divides(chunk * width, elements.axes[axis].size))
      options.pad.push_back(axis);
  };
  if (tile.vectors)
    cut(last, *tile.vectors, elements.width);
  if (tile.rows > 1)
    cut(last - 1, tile.rows, /*width=*/1);
  for (unsigned axis = 0; axis < last; ++axis)
    options.order.push_back({axis, 0});
  if (tile.vectors)
    options.order.push_back({last, 0});
  const size_t numOuter = options.order.size();
  if (tile.rows > 1)
    options.order.push_back({last - 1, 1});
  options.order.push_back({last, tile.vectors ? 1u : 0u});
  const size_t numItems = options.order.size();
  addReductions(options, elements);
  SmallVector<Handle> loops = schedule.block(root, options);
  mapToItems(
      schedule, ArrayRef(loops).take_front(numOuter), problem.getDevice(),
      countTrips(problem,
                 ArrayRef(elements.getParallelSizes()).take_front(numOuter),
                 options));
  schedule.mapTo(loops[numOuter],
                 SmallVector<std::string>(numItems - numOuter, "seq"));
}

/// The nest of a pattern, if what it computes is stored: a kernel of its own
/// would store what else is not.
static FailureOr<Nest> getStoredNest(const Problem &problem, Operation *pattern,
                                     Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal, Nest::Operands::Arrays);
  if (succeeded(nest) && isLeftToReaders(problem, pattern))
    return refusal.set(pattern, "is computed where it is read");
  return nest;
}

/// Whether neighbours are neighbours in all that is read and stored, and can be
/// lanes of a vector.
static bool canHaveLanes(const DeviceModel &device, const Nest &nest,
                         const Elements &elements) {
  return elements.areNeighbours && canBeVectors(nest) &&
         !(device.runsThreads() ? readsAnywhere(nest.getRoot())
                                : stepsReadByNumber(nest));
}

/// Splits long rows into whole vectors, which `root` and `elements` are then
/// of, and a rest, if the device has threads.
static LogicalResult peelElements(Problem &problem, const Nest &nest,
                                  Elements &elements, Handle &root,
                                  Schedule &schedule, Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  if (!device.runsThreads() || elements.areFew ||
      !canHaveLanes(device, nest, elements))
    return refusal.set(nest.getRoot(), "has rows that are no whole vectors");
  if (!elements.collapse.empty()) {
    BlockOptions options = getOptions(elements);
    for (unsigned axis = 0; axis < elements.axes.size(); ++axis)
      options.order.push_back({axis, 0});
    root = schedule.block(root, options).front();
    elements.collapse.clear();
  }
  Axis &axis = elements.axes[elements.last()];
  auto whole =
      peelWholeVectors(problem, schedule, root, nest.getRoot(),
                       elements.numParallel, elements.last(), axis.size);
  if (!whole)
    return refusal.set(nest.getRoot(), "has rows that are no whole vectors, "
                                       "and are short or not only returned");
  root = whole->maps;
  axis.size = whole->length;
  elements.width = device.vectorWidth;
  return success();
}

LogicalResult lift::planElements(Problem &problem, Operation *pattern,
                                 const Handle &whole, Schedule &schedule,
                                 Refusal &refusal) {
  FailureOr<Nest> nest = getStoredNest(problem, pattern, refusal);
  if (failed(nest) || failed(checkElements(problem, *nest, refusal)))
    return failure();
  const DeviceModel &device = problem.getDevice();
  Elements elements = getElements(problem, *nest);
  if (elements.areFew && !(device.hasLocalMemory && nest->getInnerReduce()))
    return refusal.set(pattern, "has few elements");
  if (!elements.areFew && canHaveLanes(device, *nest, elements))
    elements.width =
        chooseElementWidth(problem, *nest, elements, device.vectorWidth);
  if (device.hasLocalMemory) {
    elements.joinUneven(*nest);
    planElementsForGroups(problem, elements, whole, schedule);
    return success();
  }
  Handle root = whole;
  if (elements.width == 1 &&
      failed(peelElements(problem, *nest, elements, root, schedule, refusal)))
    return failure();
  if (device.runsThreads())
    planElementsForThreads(problem, elements,
                           chooseThreadTile(problem, elements), root, schedule);
  else
    planElementsForItems(problem, elements, root, schedule);
  return success();
}

/// Whether neighbours of the result are near each other in an operand, as far
/// as that is known: a loop over them reads what is in the nearest cache.
static bool areNear(const Nest &nest, const NestOperand &operand) {
  const unsigned last = nest.getNumParallelDims() - 1;
  if (!hasDim(operand, last))
    return true;
  std::optional<MemoryOffset> offset = getMemoryOffset(operand);
  return offset ? isNear(offset->steps[last]) : true;
}

/// Refuses nests whose rows are too few for threads, or whose time is not that
/// of a loop over neighbours.
static LogicalResult checkNestForThreads(const Problem &problem,
                                         const Nest &nest, Refusal &refusal) {
  constexpr int64_t kMostSteps = 81, kLeastResults = 1 << 17, kLeastRows = 16;
  if (countReduced(nest).getConstant().value_or(kMostSteps + 1) > kMostSteps)
    return refusal.set(nest.getRoot(), "reduces many elements, or an unknown "
                                       "number of them");
  if (!llvm::all_of(nest.getOperands(), [&](const NestOperand &operand) {
        return areNear(nest, operand);
      }))
    return refusal.set(nest.getRoot(), "has an operand whose neighbours in "
                                       "memory are not those of the result");
  const Expr results = countResults(nest);
  const Expr rows = Expr::exactDiv(
      results, nest.getDims()[nest.getNumParallelDims() - 1].size);
  if (problem.getValue(results).value_or(kLeastResults) < kLeastResults ||
      problem.getValue(rows).value_or(kLeastRows) < kLeastRows)
    return refusal.set(nest.getRoot(), "has few elements, or few rows");
  return success();
}

/// Whole rows for work-items that are threads, number by number: the compiler
/// makes vectors of such a loop where it can, also where elements are some
/// steps apart in memory, or begin anywhere.
static LogicalResult planNestForThreads(Problem &problem, const Nest &nest,
                                        const Handle &root, Schedule &schedule,
                                        Refusal &refusal) {
  if (nest.getNumParallelDims() < 2)
    return refusal.set(nest.getRoot(), "has no rows");
  if (failed(checkNestForThreads(problem, nest, refusal)))
    return failure();
  Elements elements;
  for (unsigned dim = 0; dim < nest.getNumDims(); ++dim)
    elements.axes.push_back({dim, dim, nest.getDims()[dim].size});
  elements.numParallel = nest.getNumParallelDims();
  ThreadTile tile;
  if (std::optional<int64_t> length =
          problem.getValue(elements.axes[elements.last()].size))
    tile.rows = chooseThreadRows(problem, elements, *length);
  planElementsForThreads(problem, elements, tile, root, schedule);
  return success();
}

LogicalResult lift::planNest(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal) {
  FailureOr<Nest> nest = getStoredNest(problem, pattern, refusal);
  if (failed(nest))
    return failure();
  if (problem.getDevice().runsThreads())
    return planNestForThreads(problem, *nest, root, schedule, refusal);
  if (!problem.getDevice().hasLocalMemory)
    return refusal.set(pattern, "the device has no local memory of its own");
  Elements elements = getElements(problem, *nest);
  if (elements.areFew && nest->getNumParallelDims() <= kMaxLaunchDims)
    return refusal.set(pattern, "has few elements");
  elements.joinUneven(*nest);
  elements.joinOutermost(*nest);
  planElementsForGroups(problem, elements, root, schedule);
  return success();
}
