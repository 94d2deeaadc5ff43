//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stencils of what another map computes: both become one kernel. A group
// computes a tile, and before it, in local memory, the rows of the other map
// that the windows of the tile reach.
//
//===----------------------------------------------------------------------===//

#include "StencilShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The rows and columns of a tile, and the work-items behind each other.
static constexpr int64_t kRows = 128, kColumns = 64, kBehind = 8;
/// A tile has so many times the rows that its windows reach beyond it.
static constexpr int64_t kOverlap = 4;
/// Tiles for each compute unit.
static constexpr int64_t kTiles = 2;
/// The most that is reduced for an element that is computed several times.
static constexpr int64_t kReduced = 31;
/// The rows of the other map that a work-item computes at a time.
static constexpr int64_t kTogether = 2;

namespace {
struct StencilChain {
  static FailureOr<StencilChain> get(Problem &problem, Operation *pattern,
                                     Refusal &refusal);

  /// The rows of a tile, if there are enough for it to pay.
  std::optional<int64_t> chooseRows(const Problem &problem) const;

  Nest nest, producer;
  Stencil stencil;
  /// The number of the windows among the arguments of the columns' loop.
  unsigned argument = 0;
  int64_t elementBytes = 0;
};
} // namespace

/// The map whose result an operand is by views.
static MapOp getProducer(const NestOperand &operand) {
  auto map = getArray(operand).getDefiningOp<MapOp>();
  return map && map->getNumResults() == 1 ? map : MapOp();
}

/// The number, among the arguments of the loop over columns, of windows along
/// the rows of what another map computes.
static std::optional<unsigned> findWindows(const Nest &nest, MapOp &producer) {
  const unsigned row = 0, column = 1, reduced = 2;
  unsigned number = 0;
  for (Value value : nest.getStepOperands()) {
    NestOperand operand = *nest.lookup(value);
    if (!hasDim(operand, column))
      continue;
    producer = getProducer(operand);
    std::optional<MemoryOffset> offset = getMemoryOffset(operand);
    if (producer && offset && hasDim(operand, row) &&
        hasDim(operand, reduced) &&
        (offset->steps[row] - offset->steps[reduced]).isConstant(0))
      return number;
    ++number;
  }
  return std::nullopt;
}

FailureOr<StencilChain> StencilChain::get(Problem &problem, Operation *pattern,
                                          Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  if (nest->getNumParallelDims() != 2 || nest->getNumDims() != 3)
    return refusal.set(pattern, "reduces no windows of rows");
  MapOp map;
  std::optional<unsigned> argument = findWindows(*nest, map);
  if (!argument)
    return refusal.set(pattern, "reduces no windows of what a map computes");
  FailureOr<Nest> producer = Nest::get(map, refusal);
  if (failed(producer))
    return failure();
  if (countReduced(*producer).getConstant().value_or(kReduced + 1) > kReduced ||
      producer->getNumParallelDims() != 2)
    return refusal.set(map, "computes what takes long, or is no plane");
  Type element = producer->getOutputs().front().getType();
  if (!element.isIntOrFloat())
    return refusal.set(map, "computes no numbers");
  FailureOr<Stencil> stencil = Stencil::get(problem, *nest, refusal);
  if (failed(stencil))
    return failure();
  stencil->chooseWidth(problem, *nest);
  if (!canBeVectors(*producer))
    stencil->width = 1;
  return StencilChain{*nest, *producer, *stencil, *argument,
                      getHeldBytes(element)};
}

std::optional<int64_t> StencilChain::chooseRows(const Problem &problem) const {
  const DeviceModel &device = problem.getDevice();
  const int64_t reach = stencil.height - 1;
  int64_t rows = kRows;
  while ((rows + reach) * kColumns * elementBytes > device.localMemory)
    rows /= 2;
  std::optional<int64_t> height = problem.getValue(nest.getDims()[0].size),
                         width = problem.getValue(nest.getDims()[1].size);
  auto countTiles = [&] {
    return llvm::divideCeil(*height, rows) * llvm::divideCeil(*width, kColumns);
  };
  const int64_t wanted = kTiles * device.computeUnits;
  while (height && width && rows > kBehind && int64_t(countTiles()) < wanted)
    rows /= 2;
  if (rows < kBehind || rows < kOverlap * reach)
    return std::nullopt;
  return rows;
}

/// The loops of the tiles, of the work-items behind and beside each other, of a
/// work-item's rows, and of the windows.
static SmallVector<Handle> cutTiles(Problem &problem, const StencilChain &chain,
                                    int64_t rows, const Handle &root,
                                    Schedule &schedule) {
  const int64_t width = chain.stencil.width;
  BlockOptions options;
  options.chunks = {{rows, rows / kBehind}, {kColumns / width}, {}};
  options.order = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 0}};
  ArrayRef<NestDim> dims = chain.nest.getDims();
  if (!problem.divides(rows, dims[0].size))
    options.pad.push_back(0);
  if (!problem.divides(kColumns, dims[1].size))
    options.pad.push_back(1);
  if (width > 1) {
    options.vectorDim = 1;
    options.vectorWidth = width;
  }
  return schedule.block(root, options);
}

/// Computes the rows of the other map by all work-items, in local memory.
static void computeRows(const StencilChain &chain, int64_t rows,
                        const Handle &tile, Schedule &schedule) {
  BlockOptions options;
  options.chunks.resize(chain.producer.getNumDims());
  options.chunks[0] = {kBehind};
  options.order = {{0, 0}, {0, 1}};
  for (unsigned dim = 1; dim < chain.producer.getNumDims(); ++dim)
    options.order.push_back({dim, 0});
  if (rows % kBehind != 0)
    options.pad = {0};
  if (chain.stencil.width > 1) {
    options.vectorDim = 1;
    options.vectorWidth = chain.stencil.width;
  }
  SmallVector<Handle> loops = schedule.block(tile, options);
  schedule.storeResults(loops.front(), "local");
  schedule.mapTo(loops.front(), {"seq", "lcl(1)", "lcl(0)"});
  schedule.unroll(loops.front(), kTogether);
  for (const Handle &reduction : ArrayRef(loops).drop_front(3).drop_back())
    schedule.unroll(reduction);
}

LogicalResult lift::planStencilChain(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  if (!device.hasLocalMemory || device.maxGroupSize < kColumns * kBehind)
    return refusal.set(pattern,
                       "the device has no local memory of its own, or groups "
                       "that are too small");
  if (llvm::all_of(pattern->getResults(), isComputedWhereRead))
    return refusal.set(pattern, "is computed where it is read");
  FailureOr<StencilChain> chain = StencilChain::get(problem, pattern, refusal);
  if (failed(chain))
    return failure();
  std::optional<int64_t> rows = chain->chooseRows(problem);
  if (!rows)
    return refusal.set(pattern, "has few elements, or windows of many rows");
  schedule.comment("tiles of " + Twine(*rows) + " x " + Twine(kColumns));
  SmallVector<Handle> loops = cutTiles(problem, *chain, *rows, root, schedule);
  schedule.comment("what they are of, in local memory");
  Handle tile = schedule.computeAt(loops[1], chain->argument);
  computeRows(*chain, *rows + chain->stencil.height - 1, tile, schedule);
  mapToGroups(schedule, ArrayRef(loops).take_front(2));
  schedule.mapTo(loops[2], {"lcl(1)", "lcl(0)", "seq unroll"});
  schedule.unroll(loops[5]);
  schedule.cleanUp({"contract"}, loops.front());
  return success();
}
