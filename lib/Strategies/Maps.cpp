//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps of numbers that are no nest: bodies that reduce several things one after
// another, or look up rows. A work-item computes a number as it is written; the
// work-items of a group compute neighbours in a row of the result.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "BodyShape.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The most work-items of a group, and the fewest that run together.
static constexpr int64_t kMost = 256, kFewest = 32;

/// The map in the body of `map` that computes all it yields, with no other loop
/// beside it: views, arrays that are computed where they are read, and a few
/// operations on numbers, which each number of a row does again.
static MapOp getInnerMap(MapOp map) {
  constexpr int64_t kFewOps = 32;
  auto inner = dyn_cast_or_null<MapOp>(getStoredComputation(
      isa<ArrayType>(map.getYield().getOperandTypes().front())
          ? map.getYield().getOperand(0)
          : Value()));
  int64_t numOps = 0;
  const bool isAlone =
      inner && inner->getBlock() == &map.getBody().front() &&
      llvm::all_of(map.getYield().getOperands(),
                   [&](Value value) {
                     return isa<ArrayType>(value.getType()) &&
                            getStoredComputation(value) == inner;
                   }) &&
      llvm::all_of(map.getBody().front().without_terminator(),
                   [&](Operation &op) {
                     const bool isNumber = isScalarOp(&op) && isPure(&op);
                     numOps += isNumber;
                     return &op == inner || isNumber || isVirtual(&op) ||
                            op.hasTrait<OpTrait::ConstantLike>();
                   });
  return isAlone && numOps <= kFewOps ? inner : MapOp();
}

/// Maps inside each other, the last of which computes numbers; refuses others.
static FailureOr<SmallVector<MapOp>> getMapsOfNumbers(Operation *pattern,
                                                      Refusal &refusal) {
  SmallVector<MapOp> maps;
  for (auto map = dyn_cast<MapOp>(pattern); map; map = getInnerMap(map))
    maps.push_back(map);
  if (maps.empty())
    return refusal.set(pattern, "is no map");
  if (llvm::any_of(maps.back().getYield().getOperandTypes(),
                   llvm::IsaPred<ArrayType>))
    return refusal.set(maps.back(), "computes rows in more than one step");
  return maps;
}

/// Whether each compute unit would have less than two groups.
static bool areFewNumbers(const Problem &problem, ArrayRef<MapOp> maps) {
  const int64_t least = 2 * problem.getDevice().computeUnits * kMost;
  return problem.getValue(countElements(maps)).value_or(least) < least;
}

/// How many neighbours in a row of the result a work-item has as a vector:
/// those of a device if rows, of the result and of all that it is computed
/// from, are whole vectors, or 1.
static int64_t chooseMapWidth(Problem &problem, ArrayRef<MapOp> maps) {
  const int64_t width = problem.getDevice().vectorWidth;
  MapOp innermost = maps.back();
  Refusal refusal;
  FailureOr<Nest> nest = Nest::get(innermost, refusal);
  if (failed(nest) || nest->getInnerReduce() || !canBeVectors(*nest) ||
      areFewNumbers(problem, maps))
    return 1;
  SmallVector<Expr> multiples = {innermost.getTripCount()};
  for (Value number : innermost.getBody().getArguments()) {
    if (number.use_empty())
      continue;
    std::optional<NestOperand> operand =
        traceOperand(number, maps, /*mayLookUp=*/true);
    std::optional<UnitStride> unit =
        operand ? getUnitStride(*operand) : std::nullopt;
    if (!unit || unit->dim != maps.size() - 1)
      return 1;
    llvm::append_range(multiples, unit->otherSteps);
  }
  return problem.dividesAll(width, multiples, /*isInner=*/true) ? width : 1;
}

/// As many work-items, for vectors of that width, as leave few without work.
/// Rows may be short where nothing says how long they are, unless there is only
/// one.
static int64_t chooseLanes(const Problem &problem, ArrayRef<MapOp> maps,
                           int64_t width) {
  if (areFewNumbers(problem, maps))
    return kFewest;
  const int64_t length = problem.getValue(MapOp(maps.back()).getTripCount())
                             .value_or(maps.size() == 1 ? kMost : kFewest);
  int64_t lanes = kMost;
  while (lanes * width > kFewest &&
         8 * (int64_t(llvm::alignTo(length, lanes * width)) - length) > length)
    lanes /= 2;
  return lanes;
}

/// How many rows a group of so many lanes has, so that there are enough of
/// them.
static int64_t chooseRows(const Problem &problem, ArrayRef<MapOp> maps,
                          int64_t lanes) {
  if (maps.size() == 1 || areFewNumbers(problem, maps))
    return 1;
  std::optional<int64_t> count =
      problem.getValue(MapOp(maps[maps.size() - 2]).getTripCount());
  return count ? std::min<int64_t>(kMost / lanes,
                                   llvm::bit_floor(uint64_t(*count)))
               : 1;
}

/// How many numbers that are a group apart, or vectors of them, a work-item
/// computes.
static int64_t choosePieces(const Problem &problem, MapOp innermost,
                            int64_t lanes, int64_t width) {
  constexpr int64_t kPieces = 4;
  if (width > 1 || !getPatterns(innermost.getBody().front()).empty())
    return 1;
  const int64_t step = kPieces * lanes,
                length = problem.getValue(innermost.getTripCount())
                             .value_or(kFewest);
  return 8 * (int64_t(llvm::alignTo(length, step)) - length) > length ? 1
                                                                      : kPieces;
}

/// Whether rows are known to be so short that a group has several.
static bool hasShortRows(ArrayRef<MapOp> maps) {
  return maps.size() > 1 &&
         MapOp(maps.back()).getTripCount().getConstant().value_or(kFewest) <
             kFewest;
}

/// A group has rows that follow each other.
static void planShortRows(Problem &problem, ArrayRef<MapOp> maps,
                          SmallVector<Handle> loops, Schedule &schedule) {
  const size_t last = maps.size() - 1, rows = last - 1;
  SmallVector<Expr> sizes = llvm::map_to_vector(
      maps.drop_back(), [](MapOp map) { return map.getTripCount(); });
  const int64_t most = kMost / *MapOp(maps[last]).getTripCount().getConstant(),
                part = getEqualPart(
                    problem.getValue(sizes[rows]).value_or(most), most);
  schedule.comment(Twine(part) + " rows for a group");
  auto [groups, items] = schedule.chunkMap(
      loops[rows], part, /*isPadded=*/!problem.divides(part, sizes[rows]));
  loops[rows] = groups;
  SmallVector<Handle> inner = schedule.matchMaps(items, 2);
  loops.pop_back();
  BlockOptions options;
  options.chunks.resize(sizes.size());
  options.chunks.back() = {Expr(part)};
  mapToGroups(schedule, loops, countTrips(problem, sizes, options));
  schedule.mapTo(inner[0], {"lcl(1)"});
  schedule.mapTo(inner[1], {"lcl(0)"});
}

/// Work-items of a group have neighbours of a row, and of others behind it
/// where it has not enough of them.
static void planLongRows(Problem &problem, ArrayRef<MapOp> maps,
                         const Handle &root, Schedule &schedule) {
  const Expr length = MapOp(maps.back()).getTripCount();
  const int64_t width = chooseMapWidth(problem, maps),
                lanes = chooseLanes(problem, maps, width),
                rows = chooseRows(problem, maps, lanes),
                pieces = choosePieces(problem, maps.back(), lanes, width),
                step = pieces * lanes * width;
  schedule.comment(
      Twine(pieces * width) + " numbers for a work-item, a group of " +
      Twine(lanes) +
      (rows > 1 ? " for each of " + Twine(rows) + " rows" : Twine()));
  SmallVector<Expr> sizes =
      llvm::map_to_vector(maps, [](MapOp map) { return map.getTripCount(); });
  BlockOptions options;
  options.chunks.resize(sizes.size());
  options.chunks.back() = {Expr(step)};
  SmallVector<Handle> loops = schedule.matchMaps(root, maps.size());
  if (rows > 1) {
    const size_t outer = maps.size() - 2;
    Handle items;
    std::tie(loops[outer], items) =
        schedule.chunkMap(loops[outer], rows,
                          /*isPadded=*/!problem.divides(rows, sizes[outer]));
    schedule.mapTo(items, {"lcl(1)"});
    loops.back() = schedule.matchPattern(0, items);
    options.chunks[outer] = {Expr(rows)};
  }
  Handle items;
  if (width > 1) {
    BlockOptions vectors = getInnerVectors(1, width);
    vectors.chunks = {{Expr(lanes)}};
    vectors.order.push_back({0, 1});
    if (!problem.divides(step, length))
      vectors.pad = {0};
    SmallVector<Handle> parts = schedule.block(loops.back(), vectors);
    std::tie(loops.back(), items) = std::tie(parts[0], parts[1]);
  } else {
    items = cutForItems(problem, schedule, loops, step, length);
  }
  if (rows > 1) {
    // All of a row, which is short.
    schedule.mapTo(loops.pop_back_val(), {"seq unroll"});
    sizes.pop_back();
    options.chunks.pop_back();
  }
  mapToGroups(schedule, loops, countTrips(problem, sizes, options));
  if (pieces > 1) {
    Handle outer;
    std::tie(outer, items) =
        schedule.chunkMap(items, lanes, /*isPadded=*/false);
    schedule.mapTo(outer, {"seq unroll"});
  }
  schedule.mapTo(items, {"lcl(0)"});
}

LogicalResult lift::planMaps(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal) {
  FailureOr<SmallVector<MapOp>> maps = getMapsOfNumbers(pattern, refusal);
  if (failed(maps))
    return failure();
  if (isLeftToReaders(problem, pattern))
    return refusal.set(pattern, "is computed where it is read");
  // What would compute them where they are read has still fewer work-items, or
  // does so again and again.
  const bool mustBeStored =
      llvm::all_of(pattern->getResults(), isComputedWhereRead);
  if (!mustBeStored && maps->size() <= kMaxLaunchDims &&
      areFewNumbers(problem, *maps))
    return refusal.set(pattern, "has few elements");
  const Expr length = maps->back().getTripCount();
  if (!mustBeStored && !hasShortRows(*maps) &&
      problem.getValue(length).value_or(kFewest) < kFewest)
    return refusal.set(pattern, "has short rows");
  if (hasShortRows(*maps)) {
    planShortRows(problem, *maps, schedule.matchMaps(root, maps->size()),
                  schedule);
    return success();
  }
  planLongRows(problem, *maps, root, schedule);
  return success();
}

LogicalResult lift::planStoredMaps(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  auto map = dyn_cast<MapOp>(pattern);
  if (!map || getPatterns(map.getBody().front()).empty())
    return refusal.set(pattern, "is no map with loops in its body");
  if (!llvm::all_of(map.getResults(), isReadAsVectors))
    return refusal.set(pattern, "is not read as vectors");
  schedule.storeResults(root, "global");
  return success();
}
