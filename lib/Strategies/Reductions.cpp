//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of each row of an array. The work-items of a group reduce every so
// many-th piece of a row, and then add halves to each other in local memory;
// where a device has none, a work-item does it all, with vectors.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Analysis/VectorForms.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The most work-items that reduce one row, and the loads that each has on its
/// way at a time.
static constexpr int64_t kReductionItems = 256, kReductionLoads = 8;
/// The work-items for rows that are short, and how long these are at most.
static constexpr int64_t kFewItems = 64, kShortRow = 1024;
/// The work-items of a group that reduces several short rows, of which the most
/// and the least have one, and how many such groups there are for each compute
/// unit at least.
static constexpr int64_t kGroup = 128, kRowLanes = 32, kLeastLanes = 4,
                         kReductionGroupsOfUnit = 8;
/// How many rows of another dimension such a group has where rows overlap along
/// that.
static constexpr int64_t kOverlapping = 4;
/// The most vectors, or single numbers, of a short row that one of them has, as
/// long as there may be more of them.
static constexpr int64_t kLaneVectors = 3, kLaneNumbers = 7;
/// The least numbers of rows that several work-items reduce together: many
/// rows, and few.
static constexpr int64_t kLeastOfMany = 16, kLeastOfFew = 64;
/// The numbers of a row that each of many work-items reduces.
static constexpr int64_t kRowPieces = 16;
/// How many results of work-items one of them adds at a time: fewer barriers
/// than with halves.
static constexpr int64_t kReductionRadix = 8;
/// The vectors that a thread adds to at the same time.
static constexpr int64_t kReductionVectors = 8;
/// The numbers that a thread reduces at most where rows are so short that it
/// has several, and for how many threads of each compute unit there are such.
static constexpr int64_t kThreadNumbers = 4096, kRowThreadsOfUnit = 8;

LogicalResult lift::checkReduction(ReduceOp reduce, Refusal &refusal) {
  if (!reduce.getAssociative() || !reduce.getCommutative())
    return refusal.set(reduce, "is not declared associative and commutative");
  for (Value init : reduce.getInits())
    if (isa<ArrayType>(init.getType()))
      return refusal.set(reduce, "has an array as accumulator");
  return success();
}

bool lift::goesThroughRows(ReduceOp reduce) {
  return llvm::any_of(reduce.getInputs(), [](Value input) {
    return cast<ArrayType>(input.getType()).getRank() != 1;
  });
}

bool lift::takesNumbers(ReduceOp reduce) {
  return !goesThroughRows(reduce) &&
         getPatterns(reduce.getBody().front()).empty();
}

int64_t lift::getNumItems(const Problem &problem, const Expr &length) {
  int64_t items = std::min(kReductionItems, problem.getDevice().maxGroupSize);
  if (std::optional<int64_t> value = problem.getValue(length))
    while (items > 32 && *value < items * 8)
      items /= 2;
  return items;
}

std::optional<ShortRows> lift::getShortRows(const DeviceModel &device,
                                            std::optional<int64_t> length,
                                            int64_t width,
                                            std::optional<int64_t> numRows,
                                            std::optional<int64_t> numBeside) {
  int64_t lanes = kRowLanes;
  if (length)
    lanes = std::clamp<int64_t>(
        llvm::bit_ceil(uint64_t(llvm::divideCeil(
            *length, width * (width > 1 ? kLaneVectors : kLaneNumbers)))),
        kLeastLanes, kRowLanes);
  auto areFew = [&] {
    return numRows && *numRows < kGroup / lanes * kReductionGroupsOfUnit *
                                     device.computeUnits;
  };
  auto areIdle = [&] {
    constexpr int64_t kFull = 3, kAll = 4;
    return numBeside &&
           kAll * *numBeside <
               kFull * int64_t(llvm::alignTo(*numBeside, kGroup / lanes));
  };
  while (lanes < kRowLanes && (areFew() || areIdle()))
    lanes *= 2;
  if (!device.hasLocalMemory || device.maxGroupSize < kGroup || areFew())
    return std::nullopt;
  return ShortRows{lanes, kGroup / lanes};
}

/// As many work-items for a row that is read several times that all rows which
/// are reduced at a time stay in the caches, and as many for one of few rows
/// that all compute units have enough; few for those known to be short.
static int64_t getRowItems(Problem &problem, const Expr &length,
                           bool isReadAgain, std::optional<int64_t> numRows) {
  const DeviceModel &device = problem.getDevice();
  std::optional<int64_t> value = problem.getValue(length);
  if (!value && problem.isAtMost(kShortRow, length))
    return kFewItems;
  int64_t items = getNumItems(problem, length);
  auto mayHaveMore = [&] {
    return isReadAgain ||
           (numRows && *numRows * items < kEnoughItems * device.computeUnits);
  };
  auto isLongFor = [&](int64_t count) {
    return value ? int64_t(llvm::divideCeil(*value, count)) >= kRowPieces
                 : problem.isAtLeast(count * kRowPieces, length);
  };
  while (2 * items <= std::min(kManyRowItems, device.maxGroupSize) &&
         mayHaveMore() && isLongFor(2 * items))
    items *= 2;
  return items;
}

/// Reduces strided pieces of a row by work-items of a group, and their results
/// in local memory. Returns the reduction of a piece.
static Handle reducePieces(Schedule &schedule, const Handle &reduce,
                           int64_t items, const SplitChoice &choice,
                           StringRef along) {
  SmallVector<Handle> parts = schedule.splitReduction(reduce, items, choice);
  Handle steps = schedule.treeReduction(parts[2], "local", kReductionRadix);
  schedule.mapTo(parts[0], {along.str()});
  schedule.mapTo(steps, {along.str()});
  return parts[1];
}

static Handle reduceStrided(Schedule &schedule, const Handle &reduce,
                            int64_t items, int64_t chunk, bool isPadded = false,
                            StringRef along = "lcl(0)") {
  SplitChoice choice;
  choice.isStrided = true;
  choice.chunk = chunk;
  choice.isPadded = isPadded;
  choice.hasWholeChunks = isPadded && chunk > 1;
  return reducePieces(schedule, reduce, items, choice, along);
}

/// How often the loop of a work-item over `length` numbers is unrolled, so that
/// its loads are on their way together, but none are left for a loop of their
/// own if that can be helped.
static int64_t getNumLoads(const Problem &problem, const Expr &length,
                           int64_t items, int64_t width) {
  std::optional<int64_t> value = problem.getValue(length);
  if (!value)
    return kReductionLoads / 2;
  const int64_t trips = llvm::divideCeil(*value, items * width);
  for (int64_t loads = kReductionLoads; loads >= kReductionLoads / 2; --loads)
    if (trips % loads == 0)
      return loads;
  return trips < kReductionLoads ? trips : kReductionLoads;
}

void lift::unrollLoads(const Problem &problem, Schedule &schedule,
                       const Handle &loop, const Expr &length, int64_t items,
                       int64_t width) {
  const int64_t loads = getNumLoads(problem, length, items, width);
  if (loads > 1)
    schedule.unroll(loop, loads);
}

bool lift::hasLanes(FoldPattern fold) {
  auto reduce = dyn_cast<ReduceOp>(fold.getOperation());
  if (reduce && findObstacleInSteps(reduce))
    return false;
  Refusal refusal;
  FailureOr<Combiner> combiner = Combiner::get(fold, refusal);
  return succeeded(combiner) && combiner->getSelections().empty();
}

int64_t lift::getRowWidth(Problem &problem, FoldPattern fold,
                          const Expr &length, int64_t items) {
  const int64_t width = problem.getDevice().vectorWidth;
  return hasLanes(fold) && (problem.divides(items * width, length) ||
                            problem.divides(width, length, /*isInner=*/true))
             ? width
             : 1;
}

Handle lift::splitForGroup(Problem &problem, Schedule &schedule,
                           const Handle &reduce, const Expr &length,
                           int64_t items, int64_t width, StringRef along) {
  const bool isWhole = problem.divides(items * width, length);
  return reduceStrided(schedule, reduce, items, width, /*isPadded=*/!isWhole,
                       along);
}

Handle lift::reduceByGroup(Problem &problem, Schedule &schedule,
                           const Handle &reduce, const Expr &length,
                           int64_t items, int64_t width, StringRef along) {
  Handle piece =
      splitForGroup(problem, schedule, reduce, length, items, width, along);
  if (width > 1)
    schedule.vectorize(piece, width);
  return piece;
}

Handle lift::reduceByGroupTo(Schedule &schedule, const Handle &reduce,
                             int64_t limit, int64_t items, int64_t width) {
  SplitChoice choice;
  choice.isStrided = choice.isPadded = true;
  choice.chunk = width;
  choice.hasWholeChunks = width > 1;
  choice.multiple = limit;
  Handle piece = reducePieces(schedule, reduce, items, choice, "lcl(0)");
  if (width > 1)
    schedule.vectorize(piece, width);
  return piece;
}

/// Reduces one row by a group, with several loads on their way.
static void reduceRow(Problem &problem, Schedule &schedule, FoldPattern fold,
                      const Handle &reduce, const Expr &length, int64_t items) {
  const int64_t width = getRowWidth(problem, fold, length, items);
  Handle piece = reduceByGroup(problem, schedule, reduce, length, items, width);
  unrollLoads(problem, schedule, piece, length, items, width);
}

void lift::reducePart(Problem &problem, Schedule &schedule, FoldPattern fold,
                      const Handle &reduce, const Expr &length, int64_t items,
                      bool isVector) {
  if (isVector)
    return reduceRow(problem, schedule, fold, reduce, length, items);
  Handle piece = reduceStrided(schedule, reduce, items, /*chunk=*/1);
  // Loops in a step have loads enough, and would only become many.
  if (getPatterns(fold->getRegion(0).front()).empty())
    unrollLoads(problem, schedule, piece, length, items, /*width=*/1);
}

/// How many first elements are whole vectors, if it is known that these are
/// several, and others behind them.
static std::optional<Expr> getWholeVectors(Problem &problem,
                                           const Expr &length) {
  const int64_t width = problem.getDevice().vectorWidth;
  if (width == 1 || problem.getValue(length).value_or(0) < 2 * width)
    return std::nullopt;
  return length - Expr::mod(length, width);
}

/// Whether the accumulators can be vectors, each lane of which is one of its
/// own.
static bool hasVectorSteps(FoldPattern fold) {
  Block &body = fold->getRegion(0).front();
  return !findObstacleInTypes(body.getArgumentTypes(), "an operand") &&
         llvm::all_of(body.without_terminator(), [](Operation &op) {
           return OpTrait::hasElementwiseMappableTraits(&op);
         });
}

/// Reduces a part of an array by a thread to vectors of accumulators, `lanes`
/// in all, and these.
static void addToVectors(Schedule &schedule, FoldPattern fold,
                         const Handle &part, int64_t lanes, int64_t width) {
  SplitChoice choice;
  choice.isStrided = true;
  SmallVector<Handle> pieces = schedule.splitReduction(part, lanes, choice);
  BlockOptions options;
  options.chunks.resize(2);
  options.order = {{1, 0}, {0, 0}};
  options.vectorDim = 0;
  options.vectorWidth = width;
  SmallVector<Handle> loops = schedule.block(pieces[0], options);
  schedule.place(loops[0], "private", {"seq unroll"});
  schedule.mapTo(loops[1], {"seq unroll"});
  schedule.mapTo(loops.back(), {"seq unroll"});
  if (hasLanes(fold))
    schedule.vectorize(pieces[2], width);
}

/// The same of a long row whose steps select what they keep, as the index of
/// the greatest number: no compiler makes vectors of these.
static void selectByThread(Problem &problem, Schedule &schedule,
                           FoldPattern fold, const Handle &reduce,
                           const Expr &length) {
  constexpr int64_t kLeastSelected = 1024, kSelectedVectors = 2;
  const DeviceModel &device = problem.getDevice();
  const int64_t lanes = kSelectedVectors * device.vectorWidth;
  if (!isa<ReduceOp>(*fold) || !hasVectorSteps(fold) ||
      problem.getValue(length).value_or(0) < kLeastSelected)
    return;
  if (problem.divides(lanes, length, /*isInner=*/true))
    return addToVectors(schedule, fold, reduce, lanes, device.vectorWidth);
  const Expr whole = length - Expr::mod(length, lanes);
  addToVectors(schedule, fold, schedule.peelReduction(reduce, whole).first,
               lanes, device.vectorWidth);
}

void lift::reduceByItem(Problem &problem, Schedule &schedule, FoldPattern fold,
                        const Handle &reduce, const Expr &length) {
  const DeviceModel &device = problem.getDevice();
  const int64_t width = device.vectorWidth;
  if (!hasLanes(fold)) {
    if (device.runsThreads())
      selectByThread(problem, schedule, fold, reduce, length);
    return;
  }
  // Those of integers a compiler may reorder itself, and knows better how.
  const bool reducesFloats =
      llvm::any_of(fold->getResultTypes(), llvm::IsaPred<FloatType>);
  if (device.runsThreads() && !reducesFloats)
    return;
  if (problem.divides(width, length, /*isInner=*/true))
    return schedule.vectorize(reduce, width);
  std::optional<Expr> whole = getWholeVectors(problem, length);
  if (whole && isa<ReduceOp>(*fold) && reducesFloats)
    schedule.vectorize(schedule.peelReduction(reduce, *whole).first, width);
}

/// Computes the numbers of a row by one work-item, as vectors where these are
/// whole.
static void computeByItem(Problem &problem, Schedule &schedule, MapOp map,
                          const Handle &handle) {
  const int64_t width = problem.getDevice().vectorWidth;
  if (findObstacleInElements(map))
    return;
  if (problem.divides(width, map.getTripCount(), /*isInner=*/true))
    schedule.vectorize(handle, width);
  else if (auto whole = getWholeVectors(problem, map.getTripCount()))
    schedule.vectorize(schedule.peel(handle, /*dim=*/0, *whole).first, width);
}

void lift::reduceByThread(Problem &problem, Schedule &schedule,
                          FoldPattern fold, const Handle &part,
                          int64_t length) {
  const int64_t width = problem.getDevice().vectorWidth;
  const int64_t lanes =
      width * std::max<int64_t>(kReductionVectors / fold.getInits().size(), 1);
  if (!hasVectorSteps(fold) || length % lanes != 0)
    return reduceByItem(problem, schedule, fold, part, length);
  addToVectors(schedule, fold, part, lanes, width);
}

Rows lift::collectRows(Operation *pattern) {
  Rows rows;
  rows.patterns.push_back(pattern);
  auto map = dyn_cast<MapOp>(pattern);
  while (map) {
    rows.maps.push_back(map);
    rows.patterns = getLoops(map.getBody().front());
    map = rows.patterns.size() == 1 ? dyn_cast<MapOp>(rows.patterns.front())
                                    : MapOp();
  }
  return rows;
}

SmallVector<int64_t> lift::countTrips(const Problem &problem,
                                      const Rows &rows) {
  SmallVector<int64_t> counts;
  for (MapOp map : rows.maps) {
    std::optional<int64_t> count = problem.getValue(map.getTripCount());
    if (!count)
      return {};
    counts.push_back(*count);
  }
  return counts;
}

/// Puts what steps have in the place of the reductions that take them.
static void lookIntoSteps(Rows &rows) {
  SmallVector<Operation *> patterns;
  for (Operation *op : rows.patterns)
    if (hasRowSteps(op))
      llvm::append_range(patterns, getLoops(op->getRegion(0).front()));
    else
      patterns.push_back(op);
  rows.patterns = std::move(patterns);
}

Handle lift::matchInRow(Schedule &schedule, Operation *pattern,
                        const Handle &row, size_t numBefore) {
  auto getNumber = [](Operation *op) {
    const SmallVector<Operation *> loops = getLoops(*op->getBlock());
    return llvm::find(loops, op) - loops.begin();
  };
  Operation *around = pattern->getParentOp();
  if (!hasRowSteps(around))
    return schedule.matchPattern(numBefore + getNumber(pattern), row);
  Handle steps = schedule.matchPattern(numBefore + getNumber(around), row);
  return schedule.matchPattern(getNumber(pattern), steps);
}

/// Whether elements may be grouped, but not reordered.
static bool mustKeepOrder(ReduceOp reduce) {
  Refusal refusal;
  FailureOr<std::unique_ptr<Composition>> steps =
      Composition::get(reduce, refusal);
  return succeeded(steps) &&
         !(reduce.getCommutative() && (*steps)->mayCommute());
}

FailureOr<Rows> lift::getRows(Operation *pattern, Refusal &refusal,
                              bool mayKeepOrder, bool mayScan) {
  Rows rows = collectRows(pattern);
  if (rows.maps.empty())
    return refusal.set(pattern, "is no map");
  lookIntoSteps(rows);
  bool reduces = false;
  for (Operation *op : rows.patterns) {
    if (auto reduce = dyn_cast<ReduceOp>(op)) {
      reduces = true;
      if (!(mayKeepOrder && mustKeepOrder(reduce)) &&
          failed(checkReduction(reduce, refusal)))
        return failure();
      if (goesThroughRows(reduce))
        return refusal.set(reduce, "goes through rows, not through numbers");
      continue;
    }
    // One alone has strategies of its own.
    if (isa<ScanOp>(op) && mayScan && rows.patterns.size() > 1 &&
        getPatterns(op->getRegion(0).front()).empty()) {
      reduces = true;
      continue;
    }
    auto elements = dyn_cast<MapOp>(op);
    if (!elements || llvm::any_of(elements.getBody().front(), [](Operation &o) {
          return o.getNumRegions() != 0;
        }))
      return refusal.set(op, "is neither a reduction nor a map of numbers");
  }
  if (!reduces)
    return refusal.set(pattern, "reduces no rows");
  return rows;
}

bool lift::goesAlongRows(const Nest &nest) {
  SmallVector<NestOperand> operands = llvm::map_to_vector(
      nest.getStepOperands(), [&](Value value) { return *nest.lookup(value); });
  size_t mostDims = 2;
  for (const NestOperand &operand : operands)
    mostDims = std::max(mostDims, operand.dims.size());
  return llvm::any_of(operands, [&](const NestOperand &operand) {
    std::optional<UnitStride> unit = getUnitStride(operand);
    std::optional<unsigned> dim = unit ? unit->dim : getRowDim(operand);
    return operand.dims.size() == mostDims && dim && nest.isReduced(*dim);
  });
}

/// The same; of maps that are no nest, it is taken to be so.
static bool mayGoAlongRows(const Rows &rows) {
  Refusal refusal;
  FailureOr<Nest> nest = Nest::get(rows.maps.front(), refusal);
  return failed(nest) || goesAlongRows(*nest);
}

/// Whether maps reduce long windows, of which neighbours overlap, to results
/// that are so few that each is worth a group.
static bool reducesLongWindows(const Problem &problem, const Rows &rows) {
  constexpr int64_t kLong = 4096, kFewResults = 65536;
  Refusal refusal;
  FailureOr<Nest> nest = Nest::get(rows.maps.front(), refusal);
  if (failed(nest) || nest->getNumDims() != nest->getNumParallelDims() + 1 ||
      !nest->getInnerReduce() ||
      problem.getValue(countResults(*nest)).value_or(kFewResults + 1) >
          kFewResults)
    return false;
  const int64_t length = problem.getValue(countReduced(*nest)).value_or(0);
  if (length < kLong)
    return false;
  return llvm::any_of(nest->getStepOperands(), [&](Value value) {
    NestOperand operand = *nest->lookup(value);
    std::optional<MemoryOffset> offset = getMemoryOffset(operand);
    const unsigned reduced = nest->getNumParallelDims();
    return hasDim(operand, reduced) && offset &&
           offset->steps[reduced].isConstant(1) &&
           llvm::any_of(operand.dims, [&](unsigned dim) {
             return dim != reduced &&
                    problem.getValue(offset->steps[dim]).value_or(length) <
                        length;
           });
  });
}

/// Whether others read the result in the body: a group stores it for them, as
/// not every work-item reads what it computed itself. What is yielded is stored
/// anyway, whoever reads it behind the pattern.
static bool isReadByOthers(Value result) {
  return llvm::any_of(result.getUsers(), [](Operation *user) {
    if (auto view = dyn_cast<ViewOpInterface>(user))
      return !isWritable(view) || isReadByOthers(user->getResult(0));
    return !user->hasTrait<OpTrait::IsTerminator>();
  });
}

/// The bytes of results of `map` that others read, if they are known.
static std::optional<int64_t> getBytesForOthers(MapOp map,
                                                std::optional<int64_t> length) {
  int64_t bytes = 0;
  for (Value result : map.getResults()) {
    if (!isReadByOthers(result))
      continue;
    auto type = cast<ArrayType>(result.getType());
    std::optional<int64_t> count =
        type.getRank() == 1 ? length : type.getNumElements().getConstant();
    if (!count || !type.getElementType().isIntOrFloat())
      return std::nullopt;
    bytes += *count * getHeldBytes(type.getElementType());
  }
  return bytes;
}

void lift::storeForOthers(Schedule &schedule, MapOp map, const Handle &handle,
                          std::optional<int64_t> length, int64_t &room) {
  if (llvm::none_of(map.getResults(), isReadByOthers))
    return;
  std::optional<int64_t> bytes = getBytesForOthers(map, length);
  const bool isNear = bytes && *bytes <= room;
  if (isNear)
    room -= *bytes;
  schedule.storeResults(handle, isNear ? "local" : "global");
}

/// The nest, if it reduces short rows, and nothing else: of one array, or so
/// short that no lane has two loads. Longer ones of several arrays keep enough
/// loads on their way.
static std::optional<Nest>
getNestOfShortRows(Problem &problem, const Rows &rows, const Expr &length) {
  if (rows.patterns.size() != 1)
    return std::nullopt;
  Refusal refusal;
  FailureOr<Nest> nest = Nest::get(rows.maps.front(), refusal);
  if (failed(nest) || !nest->getInnerReduce() ||
      nest->getNumDims() != nest->getNumParallelDims() + 1)
    return std::nullopt;
  const unsigned row = nest->getNumParallelDims() - 1;
  SmallVector<Value> operands = nest->getStepOperands();
  const size_t numArrays = llvm::count_if(operands, [&](Value value) {
    return hasDim(*nest->lookup(value), row) &&
           hasDim(*nest->lookup(value), row + 1);
  });
  std::optional<int64_t> value = problem.getValue(length);
  const bool haveOneLoad =
      value && *value <= kRowLanes * problem.getDevice().vectorWidth;
  if (numArrays != 1 && !(numArrays > 1 && haveOneLoad))
    return std::nullopt;
  const bool isShort =
      value ? *value <= kShortRow : problem.isAtMost(kShortRow, length);
  return isShort ? std::optional(*nest) : std::nullopt;
}

/// A dimension before the last parallel one along which rows overlap as they do
/// along that: it goes from row to row of the same array.
static std::optional<unsigned> findOverlappingDim(const Nest &nest) {
  const unsigned row = nest.getNumParallelDims() - 1;
  for (Value value : nest.getStepOperands()) {
    const NestOperand operand = *nest.lookup(value);
    std::optional<MemoryOffset> offset = getMemoryOffset(operand);
    if (!offset || !hasDim(operand, row))
      continue;
    for (unsigned dim : operand.dims)
      if (dim < row && goesAlike(*offset, dim, row))
        return dim;
  }
  return std::nullopt;
}

/// Cuts the rows for groups, each of which has some beside each other. Where
/// rows overlap along another dimension, it has some of that, too: these are
/// rows that it reads anyway. Returns the loops, of which the last is that over
/// the numbers of a row.
static SmallVector<Handle> cutShortRows(Problem &problem, const Nest &nest,
                                        const ShortRows &group,
                                        const Handle &root,
                                        Schedule &schedule) {
  const unsigned row = nest.getNumParallelDims() - 1;
  BlockOptions options;
  options.chunks.resize(nest.getNumDims());
  for (unsigned dim = 0; dim <= row; ++dim)
    options.order.push_back({dim, 0});
  SmallVector<std::string> items;
  auto cut = [&](unsigned dim, int64_t count, StringRef ids) {
    options.chunks[dim] = {Expr(count)};
    if (!problem.divides(count, nest.getDims()[dim].size))
      options.pad.push_back(dim);
    options.order.push_back({dim, 1});
    items.push_back(ids.str());
  };
  const int64_t most =
      problem.getDevice().maxGroupSize / (group.lanes * group.rows);
  std::optional<unsigned> overlapping = findOverlappingDim(nest);
  if (overlapping && most >= kOverlapping)
    cut(*overlapping, kOverlapping, "lcl(2)");
  cut(row, group.rows, "lcl(1)");
  options.order.push_back({row + 1, 0});
  SmallVector<Handle> loops = schedule.block(root, options);
  mapToGroups(schedule, ArrayRef(loops).take_front(row + 1));
  schedule.mapTo(loops[row + 1], items);
  loops.truncate(row + 1 + items.size() + 1);
  return loops;
}

/// Reduces several short rows by a group, each by some of its work-items, if
/// there are many; whether there are.
static bool reduceShortRows(Problem &problem, const Rows &rows,
                            const Expr &length, const Handle &root,
                            Schedule &schedule) {
  std::optional<Nest> nest = getNestOfShortRows(problem, rows, length);
  if (!nest)
    return false;
  const unsigned row = nest->getNumParallelDims() - 1;
  std::optional<ShortRows> group = getShortRows(
      problem.getDevice(), problem.getValue(length),
      getRowWidth(problem, nest->getInnerReduce(), length, /*items=*/1),
      problem.getValue(countResults(*nest)),
      problem.getValue(nest->getDims()[row].size));
  if (!group)
    return false;
  schedule.comment("a group of " + Twine(group->lanes) + " lanes and " +
                   Twine(group->rows) + " rows");
  const Handle numbers =
      cutShortRows(problem, *nest, *group, root, schedule).back();
  reduceRow(problem, schedule, nest->getInnerReduce(), numbers, length,
            group->lanes);
  return true;
}

static void reduceRowInOrder(Problem &problem, Schedule &schedule,
                             ReduceOp reduce, const Handle &inner) {
  Refusal refusal;
  const Expr length = cast<FoldPattern>(*reduce).getTripCount();
  const int64_t part =
      getOrderedPart(problem, **Composition::get(reduce, refusal), length);
  reduceInOrder(problem, schedule, inner, length, part);
}

/// Computes the numbers of a row by a group of `items`, as vectors if these are
/// whole.
static void computeByGroup(Problem &problem, Schedule &schedule, MapOp map,
                           const Handle &handle, int64_t items, int64_t &room) {
  schedule.mapTo(handle, {"lcl(0)"});
  storeForOthers(schedule, map, handle, map.getTripCount().getConstant(), room);
  int64_t width = problem.getDevice().vectorWidth;
  if (!findObstacleInElements(map) &&
      problem.divides(width, map.getTripCount(), /*isInner=*/true))
    schedule.vectorize(handle, width);
  else
    width = 1;
  unrollLoads(problem, schedule, handle, map.getTripCount(), items, width);
}

/// Cuts the last of some maps over short rows, so that a thread has several:
/// to start one takes as long as some hundreds of numbers. Returns the map over
/// those of a thread, or the last one if rows are long or few.
static Handle cutRowsForThreads(Problem &problem, Schedule &schedule,
                                const Rows &rows, const Expr &length,
                                MutableArrayRef<Handle> maps) {
  const DeviceModel &device = problem.getDevice();
  MapOp last = rows.maps.back();
  std::optional<int64_t> numbers = problem.getValue(length),
                         count = problem.getValue(last.getTripCount()),
                         all = problem.getValue(countElements(rows.maps));
  if (!device.runsThreads() || !numbers || !count || !all)
    return maps.back();
  const int64_t most =
      std::min(kThreadNumbers / std::max<int64_t>(*numbers, 1),
               *all / (kRowThreadsOfUnit * device.computeUnits));
  const int64_t part = getEqualPart(*count, most);
  if (most <= 1 || part <= 1)
    return maps.back();
  schedule.comment(Twine(part) + " rows for a work-item");
  Handle inner =
      cutForItems(problem, schedule, maps, part, last.getTripCount());
  schedule.mapTo(inner, {"seq"});
  return inner;
}

/// Whether patterns are what steps have (hasRowSteps).
static bool areInSteps(const Rows &rows) {
  return llvm::any_of(rows.patterns, [](Operation *pattern) {
    return hasRowSteps(pattern->getParentOp());
  });
}

/// Whether neighbours in each row that the maps bring are neighbours in memory.
static bool areRowsOfMemory(const Rows &rows) {
  MapOp innermost = rows.maps.back();
  return llvm::all_of(
      innermost.getBody().getArguments(), [&](BlockArgument argument) {
        auto type = dyn_cast<ArrayType>(argument.getType());
        if (!type || type.getRank() != 1 || argument.use_empty())
          return true;
        std::optional<UnitStride> unit =
            getUnitStride(getRowOperand(rows.maps, argument.getArgNumber()));
        return unit && unit->dim == rows.maps.size();
      });
}

/// Whether rows are taken to be read several times.
static bool areReadAgain(const Rows &rows) {
  return rows.patterns.size() > 1 || areInSteps(rows);
}

LogicalResult lift::planRows(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal) {
  const bool hasGroups = problem.getDevice().hasLocalMemory;
  FailureOr<Rows> rows = getRows(pattern, refusal, /*mayKeepOrder=*/hasGroups,
                                 /*mayScan=*/problem.getDevice().runsThreads());
  if (failed(rows))
    return failure();
  if (!mayGoAlongRows(*rows) && !reducesLongWindows(problem, *rows))
    return refusal.set(pattern, "reduces columns, whose elements are far from "
                                "each other");
  if (!hasGroups && areInSteps(*rows) && !areRowsOfMemory(*rows))
    return refusal.set(pattern, "reduces columns in steps, whose elements are "
                                "far from each other");
  Expr length;
  for (Operation *op : rows->patterns)
    if (auto fold = dyn_cast<FoldPattern>(op))
      length = fold.getTripCount();
  const int64_t numbers = problem.getValue(length).value_or(kLeastOfFew);
  if (numbers >= kLeastOfMany &&
      reduceShortRows(problem, *rows, length, root, schedule))
    return success();
  if (numbers < kLeastOfFew)
    return refusal.set(pattern, "has short rows");
  const Expr numRows = countElements(rows->maps);
  const int64_t items = getRowItems(problem, length, areReadAgain(*rows),
                                    problem.getValue(numRows));
  SmallVector<Handle> maps = schedule.matchMaps(root, rows->maps.size());
  const Handle row = cutRowsForThreads(problem, schedule, *rows, length, maps);
  int64_t room = problem.getDevice().localMemory / 2;
  // A reduction leaves several patterns in its place: from the last.
  for (size_t number = rows->patterns.size(); number-- > 0;) {
    Handle inner = matchInRow(schedule, rows->patterns[number], row);
    if (auto reduce = dyn_cast<ReduceOp>(rows->patterns[number])) {
      if (mustKeepOrder(reduce))
        reduceRowInOrder(problem, schedule, reduce, inner);
      else if (hasGroups)
        reduceRow(problem, schedule, reduce, inner,
                  cast<FoldPattern>(*reduce).getTripCount(), items);
      else
        reduceByItem(problem, schedule, reduce, inner,
                     cast<FoldPattern>(*reduce).getTripCount());
      continue;
    }
    auto map = dyn_cast<MapOp>(rows->patterns[number]);
    if (!map)
      continue;
    if (hasGroups)
      computeByGroup(problem, schedule, map, inner, items, room);
    else
      computeByItem(problem, schedule, map, inner);
  }
  const SmallVector<int64_t> counts = countTrips(problem, *rows);
  if (hasGroups)
    mapToGroups(schedule, maps, counts);
  else
    mapToItems(schedule, maps, problem.getDevice(), counts);
  return success();
}
