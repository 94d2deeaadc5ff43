//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LocalTile.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Rewriting/ElementSteps.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lift;

/// The first is for many tiles, the last where little is known; five are for
/// narrow results, two for results of so many columns, or of multiples.
static constexpr LocalTile kLocalTiles[] = {
    {128, 128, 8, 16, 16, 0.99, 1.04},
    {128, 128, 16, 16, 16, 0.95, 1.19},
    {64, 128, 8, 8, 16, 0.965, 0.955},
    {64, 128, 16, 16, 16, 0.85, 1.09},
    {128, 64, 8, 16, 8, 0.92, 0.85},
    {128, 64, 16, 16, 16, 0.88, 0.99},
    {128, 48, 16, 16, 12, 0.82, 0.7},
    {64, 96, 8, 8, 12, 0.86, 0.67, false},
    {128, 16, 32, 32, 4, 0.56, 1.0, false},
    {128, 8, 32, 32, 2, 0.4, 1.0, false},
    {64, 64, 8, 8, 8, 0.87, 0.55},
    {128, 32, 16, 16, 8, 0.79, 0.9},
    {64, 32, 16, 8, 8, 0.77, 0.63},
    {32, 64, 16, 8, 8, 0.76, 0.67},
    {32, 64, 16, 8, 16, 0.68, 1.28},
    {32, 32, 32, 8, 8, 0.55, 1.0},
    {16, 128, 16, 4, 32, 0.61, 1.08},
    {128, 16, 16, 32, 4, 0.5},
    {128, 8, 16, 32, 2, 0.33},
    {64, 64, 16, 16, 16, 0.69, 1.18}};

bool lift::hasWindows(const NestOperand &operand) {
  return hasView(operand, [](Operation *view) { return isa<SlideOp>(view); });
}

/// Whether there is such an operand of a contraction.
static bool hasOperand(const Nest &nest, const ContractionShape &shape,
                       llvm::function_ref<bool(const NestOperand &)> isSuch) {
  return llvm::any_of(
      llvm::concat<const Value>(shape.rowOperands, shape.columnOperands),
      [&](Value value) { return isSuch(*nest.lookup(value)); });
}

bool lift::isMatrixProduct(const Nest &nest, const ContractionShape &shape) {
  return shape.reduced.size() == 1 && !hasOperand(nest, shape, hasWindows);
}

/// How many neighbours of an operand can be loaded at a time.
static int64_t getVectorLength(const Problem &problem,
                               const NestOperand &operand) {
  std::optional<UnitStride> unit = getUnitStride(operand);
  if (!unit)
    return 1;
  int64_t length = kTileVector;
  for (const Expr &distance : unit->otherSteps)
    length = std::gcd(length, problem.getValue(distance).value_or(1));
  return length;
}

/// The loads for each element of a step beyond those of whole vectors, of the
/// operands that are windows.
static double countWindowLoads(const Problem &problem, const Nest &nest,
                               ArrayRef<Value> operands) {
  double loads = 0;
  for (Value value : operands)
    if (NestOperand operand = *nest.lookup(value); hasWindows(operand))
      loads += 1.0 / double(getVectorLength(problem, operand)) -
               1.0 / double(kTileVector);
  return loads;
}

std::optional<ContractionSizes> lift::getSizes(const Problem &problem,
                                               const Nest &nest,
                                               const ContractionShape &shape) {
  Expr outer = 1, taps = 1;
  for (unsigned axis : shape.outer)
    outer = outer * shape.axes[axis].size;
  for (unsigned axis : ArrayRef(shape.reduced).drop_back())
    taps = taps * shape.axes[axis].size;
  auto values = std::array{
      problem.getValue(outer), problem.getValue(shape.axes[shape.row].size),
      problem.getValue(shape.axes[shape.column].size),
      problem.getValue(shape.axes[shape.step()].size), problem.getValue(taps)};
  if (!llvm::all_of(values, [](auto value) { return value.has_value(); }))
    return std::nullopt;
  auto sharesOperand = [&](ArrayRef<Value> operands, ArrayRef<Value> others) {
    return shape.numAccumulators > 1 && operands.size() == 1 &&
           int64_t(others.size()) == shape.numAccumulators;
  };
  return ContractionSizes{
      *values[0],
      *values[1],
      *values[2],
      *values[3],
      *values[4],
      shape.numAccumulators,
      isMatrixProduct(nest, shape),
      hasOperand(nest, shape,
                 [&](const NestOperand &operand) {
                   return getVectorLength(problem, operand) == kTileVector;
                 }),
      sharesOperand(shape.rowOperands, shape.columnOperands),
      sharesOperand(shape.columnOperands, shape.rowOperands),
      countWindowLoads(problem, nest, shape.rowOperands),
      countWindowLoads(problem, nest, shape.columnOperands)};
}

bool lift::isTiny(const Problem &problem, const Nest &nest,
                  const ContractionShape &shape) {
  constexpr int64_t kTiny = 8;
  std::optional<ContractionSizes> sizes = getSizes(problem, nest, shape);
  return problem.getDevice().hasLocalMemory && sizes && sizes->isProduct &&
         sizes->steps <= kTiny &&
         std::min(sizes->rows, sizes->columns) <= kTiny;
}

bool lift::joinsSteps(const Problem &problem, const Nest &nest) {
  std::optional<int64_t> length = problem.getValue(nest.getDims().back().size);
  return length ? *length <= kShortSum : problem.assumes(Assumed::ShortSums);
}

FailureOr<ContractionNest> lift::getContraction(const Problem &problem,
                                                Operation *pattern,
                                                Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal, Nest::Operands::Arrays);
  if (failed(nest))
    return failure();
  // What is made of the sums may look up, as a bias by distance; steps would do
  // so for each number of a tile.
  if (llvm::any_of(nest->getStepOperands(), [](Value operand) {
        return isa<ArrayType>(operand.getType());
      }))
    return refusal.set(pattern, "has steps that use whole arrays");
  FailureOr<ContractionShape> shape =
      ContractionShape::get(*nest, joinsSteps(problem, *nest), refusal);
  if (failed(shape))
    return failure();
  return ContractionNest{*nest, *shape};
}

SmallVector<LocalTile> lift::getTiles(const DeviceModel &device,
                                      const ContractionShape &shape) {
  constexpr int64_t kBuffers = 2, kPad = 4;
  // The accumulators of a work-item, as large a part of its registers as leaves
  // room for what is loaded.
  constexpr int64_t kAccumulatorBytes = 512;
  auto countBytes = [](ArrayRef<Value> operands) {
    int64_t bytes = 0;
    for (Value operand : operands) {
      ElementSteps steps = ElementSteps::get(operand);
      bytes += getHeldBytes(steps.empty() ? operand.getType()
                                          : steps.getScalarType());
    }
    return bytes;
  };
  const int64_t rowBytes = countBytes(shape.rowOperands),
                columnBytes = countBytes(shape.columnOperands);
  SmallVector<LocalTile> tiles;
  llvm::copy_if(
      kLocalTiles, std::back_inserter(tiles), [&](const LocalTile &tile) {
        const int64_t stepBytes =
            (tile.rows + kPad) * rowBytes + (tile.columns + kPad) * columnBytes;
        return tile.getGroupSize() <= device.maxGroupSize &&
               tile.rows * tile.columns * shape.accumulatorBytes <=
                   kAccumulatorBytes * tile.getGroupSize() &&
               kBuffers * tile.steps * stepBytes <= device.localMemory;
      });
  return tiles;
}

FailureOr<ContractionNest> lift::getContractionInTiles(const Problem &problem,
                                                       Operation *pattern,
                                                       Refusal &refusal) {
  FailureOr<ContractionNest> contraction =
      getContraction(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const DeviceModel &device = problem.getDevice();
  if (!device.hasLocalMemory || getTiles(device, contraction->shape).empty())
    return refusal.set(contraction->nest.getRoot(),
                       "the device has no local memory of its own");
  return contraction;
}

/// The share of the best rate that groups reach with a tile. Several products
/// with one operand are as one of a tile that is so many times as wide.
static double getTileRate(const ContractionSizes &sizes,
                          const LocalTile &tile) {
  if (!sizes.sharesRows && !sizes.sharesColumns)
    return tile.rate;
  // What is left where a work-item has more accumulators than in any tile.
  constexpr double kManyAccumulators = 0.9;
  const auto *wide = llvm::find_if(kLocalTiles, [&](const LocalTile &other) {
    const int64_t below = sizes.sharesColumns ? sizes.accumulators : 1,
                  beside = sizes.sharesRows ? sizes.accumulators : 1;
    return other.rows == below * tile.rows &&
           other.columns == beside * tile.columns &&
           other.steps == tile.steps && other.itemsDown == tile.itemsDown &&
           other.itemsAcross == tile.itemsAcross;
  });
  return wide == std::end(kLocalTiles) ? kManyAccumulators * tile.rate
                                       : wide->rate;
}

/// The share of the best rate that a unit reaches with so many groups on it.
/// With few, it waits for memory; the more where windows are found, too.
static double getRate(const ContractionSizes &sizes, const LocalTile &tile,
                      double numGroups) {
  constexpr double kManyItems = 352;
  // What is left where both operands are loaded number by number.
  constexpr double kNumbers = 0.89;
  const double occupied =
      numGroups * double(tile.rows * tile.columns * sizes.accumulators) /
      (128 * 128);
  double rate =
      getTileRate(sizes, tile) * std::min(1.0, 0.834 + 0.083 * occupied);
  if (!sizes.isProduct) {
    const double items = numGroups * double(tile.getGroupSize());
    return rate * std::min(1.0, 0.24 + 0.76 * items / kManyItems);
  }
  if (!sizes.hasVectors)
    rate *= kNumbers;
  return numGroups <= 1 ? rate * tile.alone : rate;
}

double lift::estimate(const DeviceModel &device, const ContractionSizes &sizes,
                      const LocalTile &tile) {
  // The steps in whose time a group loads the first operands, and stores the
  // results.
  constexpr int64_t kStart = 14;
  const double groups = double(sizes.outer) *
                        double(llvm::divideCeil(sizes.rows, tile.rows)) *
                        double(llvm::divideCeil(sizes.columns, tile.columns));
  const double onUnit = std::ceil(groups / double(device.computeUnits));
  // What a load of a number of a window takes.
  constexpr double kWindowLoad = 45;
  // How long a group that is alone on a unit, and alone reads its part of an
  // operand that is in no cache, waits for the memory at each tile of steps.
  constexpr double kWait = 138e3;
  const int64_t steps = sizes.taps * llvm::alignTo(sizes.steps, tile.steps);
  const bool waits =
      sizes.isProduct && onUnit <= 1 &&
      (sizes.rows <= tile.rows || sizes.columns <= tile.columns) &&
      double(sizes.outer) * double(std::max(sizes.rows, sizes.columns)) *
              double(sizes.steps) >
          kCacheSize;
  const double least = waits ? kWait * double(steps) / double(tile.steps) : 0;
  const double products =
      double(tile.rows * tile.columns * sizes.accumulators * (kStart + steps));
  const double loads =
      double(steps) * (double(tile.rows) * sizes.rowLoads +
                       double(tile.columns) * sizes.columnLoads);
  return kKernelTime +
         onUnit * std::max(least, products / getRate(sizes, tile, onUnit) +
                                      kWindowLoad * loads);
}

/// Narrow tiles are for results that are so narrow, and long: groups of others
/// wait less for memory.
static bool isFor(const LocalTile &tile, const ContractionSizes &sizes) {
  constexpr int64_t kNarrow = 16, kLong = 4;
  if (!tile.isForWindows && !sizes.isProduct)
    return false;
  auto isNarrow = [](int64_t part, int64_t size) {
    return part <= kNarrow && size <= part;
  };
  return (tile.rows > kNarrow && tile.columns > kNarrow) ||
         (isNarrow(tile.rows, sizes.rows) &&
          sizes.columns >= kLong * tile.columns) ||
         (isNarrow(tile.columns, sizes.columns) &&
          sizes.rows >= kLong * tile.rows);
}

LocalTile lift::getBestTile(const DeviceModel &device,
                            const ContractionSizes &sizes,
                            ArrayRef<LocalTile> tiles) {
  SmallVector<LocalTile> fitting = llvm::filter_to_vector(
      tiles, [&](const LocalTile &tile) { return isFor(tile, sizes); });
  if (!fitting.empty())
    tiles = fitting;
  return *llvm::min_element(
      tiles, [&](const LocalTile &lhs, const LocalTile &rhs) {
        return estimate(device, sizes, lhs) < estimate(device, sizes, rhs);
      });
}
