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
// that the windows of the tile reach, or, where windows are along rows, the
// columns.
//
//===----------------------------------------------------------------------===//

#include "StencilShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The rows and columns of a tile, and the work-items behind each other.
static constexpr int64_t kChainRows = 128, kChainColumns = 64, kBehind = 8;
/// Where rows are no whole vectors: a work-item computes vectors of the other
/// map all the same, from numbers, but parts of vectors of the tile, so that
/// those beside each other store neighbours. The columns of a tile, the
/// work-items behind each other, and the rows of work-items of the other map
/// that are a row of those of the tile.
static constexpr int64_t kChainPieces = 4, kOddColumns = 32, kOddBehind = 4,
                         kOddRows = 4;
/// The same where the other map reduces windows of rows, which a group copies
/// to local memory, some rows at a time; and the rows of the tile that a
/// work-item computes together.
static constexpr int64_t kCopiedRows = 2, kTileRowsTogether = 4;
/// A tile has so many times the rows that its windows reach beyond it.
static constexpr int64_t kOverlap = 4;
/// Tiles for each compute unit.
static constexpr int64_t kChainTiles = 2;
/// The most that is reduced for an element that is computed several times.
static constexpr int64_t kReduced = 31;
/// The rows of the other map that a work-item computes at a time.
static constexpr int64_t kChainsTogether = 2;
/// Where windows are along rows: the rows that a work-item computes one after
/// the other, so that it has loaded most of what the other map reduces along
/// columns; the work-items behind each other; and those beside each other, each
/// of which computes `kChainPieces` columns of the other map.
static constexpr int64_t kStripRows = 8, kStrips = 2, kStripLanes = 32;

namespace {
/// The windows of what another map computes.
struct ChainedWindows {
  Value operand;
  /// Whether they are parts of rows; or else of columns.
  bool areInRows = false;
};

struct StencilChain {
  static FailureOr<StencilChain> get(Problem &problem, Operation *pattern,
                                     Refusal &refusal);

  /// The rows of a tile, if there are enough for it to pay.
  std::optional<int64_t> chooseRows(const Problem &problem) const;
  /// The columns of a tile whose windows are along rows, if they are many times
  /// those that windows reach beyond it.
  std::optional<int64_t> chooseColumns(const Problem &problem) const;
  /// How many columns windows along rows reach beyond a tile.
  int64_t getReach() const { return *countReduced(nest).getConstant() - 1; }
  /// The tiles of so many rows and columns, if the sizes are known.
  std::optional<int64_t> countTiles(const Problem &problem, int64_t rows,
                                    int64_t columns) const;
  /// Whether a work-item computes wider vectors of the other map than of the
  /// tile.
  bool isOdd() const { return stencil.width < width; }
  bool isCopied() const { return isOdd() && rowWindows; }
  /// Whether a work-item goes through its rows of the tile, and in each through
  /// the pieces that it computes, and not the other way round.
  bool hasRowsAround() const { return isCopied() && stencil.width == 1; }
  int64_t columns() const {
    return isOdd() && !isCopied() ? kOddColumns : kChainColumns;
  }
  int64_t behind() const {
    return isOdd() && !isCopied() ? kOddBehind : kBehind;
  }
  /// The work-items beside each other that compute the other map.
  int64_t lanes() const { return columns() / width; }
  /// The rows of work-items of the other map that are a row of those of the
  /// tile.
  int64_t rowsOfItems() const {
    return isCopied() ? kCopiedRows : isOdd() ? kOddRows : 1;
  }
  /// The rows of the other map that all work-items compute at a time.
  int64_t rowsAtOnce() const { return behind() * rowsOfItems(); }
  /// The columns that are copied for windows of rows, and the bytes of all that
  /// is copied at a time.
  int64_t copiedColumns() const {
    return columns() + *countReduced(producer).getConstant() - 1;
  }
  int64_t copiedBytes() const {
    return isCopied() ? rowsAtOnce() * llvm::alignTo(copiedColumns(), lanes()) *
                            getHeldBytes(rowWindows.getType())
                      : 0;
  }

  /// The work-items of a group.
  int64_t countItems() const { return rowsAtOnce() * lanes(); }

  Nest nest, producer;
  Stencil stencil;
  ChainedWindows windows;
  /// The columns of the other map that a work-item computes at a time.
  int64_t width = 1;
  int64_t elementBytes = 0;
  /// The operand of the other map that is windows of rows that can be copied,
  /// or null.
  Value rowWindows;
};
} // namespace

/// The map whose result an operand is by views.
static MapOp getProducer(const NestOperand &operand) {
  auto map = getArray(operand).getDefiningOp<MapOp>();
  return map && map->getNumResults() == 1 ? map : MapOp();
}

static std::optional<ChainedWindows> findWindows(const Nest &nest,
                                                 MapOp &producer) {
  const unsigned row = 0, column = 1, reduced = 2;
  for (Value value : nest.getStepOperands()) {
    NestOperand operand = *nest.lookup(value);
    if (!hasDim(operand, column))
      continue;
    producer = getProducer(operand);
    std::optional<MemoryOffset> offset = getMemoryOffset(operand);
    if (producer && offset && hasDim(operand, row) && hasDim(operand, reduced))
      for (unsigned along : {row, column})
        if ((offset->steps[along] - offset->steps[reduced]).isConstant(0))
          return ChainedWindows{value, along == column};
  }
  return std::nullopt;
}

/// An operand of the other map that is windows of rows, each one further, so
/// that what they are of can be copied for a tile; null if there is none.
static Value findRowWindows(const Nest &nest, const ChainedWindows &windows,
                            const Nest &producer) {
  const unsigned row = 0, column = 1, reduced = 2;
  // What is around the results must be around rows that are copied.
  auto isAroundOthers = [&](Operation *view) {
    auto pad = dyn_cast<PadOp>(view);
    return pad && pad.getPaddedDims() != SmallVector<int64_t>{row};
  };
  if (producer.getNumDims() != 3 ||
      hasView(*nest.lookup(windows.operand), isAroundOthers))
    return {};
  for (Value value : producer.getStepOperands()) {
    NestOperand operand = *producer.lookup(value);
    if (!hasDim(operand, row) || !hasDim(operand, column) ||
        !hasDim(operand, reduced))
      continue;
    auto [view, depth] =
        operand.views.empty()
            ? std::pair(operand.source.getDefiningOp(), 0u)
            : std::pair(operand.views.back().first.getOperation(),
                        operand.views.back().second);
    auto slide = dyn_cast_if_present<SlideOp>(view);
    if (slide && slide.getNumDims() == 1 &&
        slide.getFirstDim() + depth == column &&
        cast<SizeAttr>(slide.getStep()[0]).getValue().isConstant(1))
      return value;
  }
  return {};
}

FailureOr<StencilChain> StencilChain::get(Problem &problem, Operation *pattern,
                                          Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  if (nest->getNumParallelDims() != 2 || nest->getNumDims() != 3)
    return refusal.set(pattern, "reduces no windows of rows or columns");
  MapOp map;
  std::optional<ChainedWindows> windows = findWindows(*nest, map);
  if (!windows)
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
  const bool hasVectors = canBeVectors(*producer);
  if (!hasVectors)
    stencil->width = 1;
  StencilChain chain{*nest,    *producer,      *stencil,
                     *windows, stencil->width, getHeldBytes(element)};
  if (hasVectors && problem.getDevice().vectorWidth == kChainPieces) {
    chain.rowWindows = findRowWindows(*nest, *windows, *producer);
    if (stencil->width == 1 || chain.rowWindows)
      chain.width = kChainPieces;
  }
  return chain;
}

std::optional<int64_t> StencilChain::countTiles(const Problem &problem,
                                                int64_t rows,
                                                int64_t columns) const {
  std::optional<int64_t> height = problem.getValue(nest.getDims()[0].size),
                         length = problem.getValue(nest.getDims()[1].size);
  if (!height || !length)
    return std::nullopt;
  return llvm::divideCeil(*height, rows) * llvm::divideCeil(*length, columns);
}

std::optional<int64_t> StencilChain::chooseRows(const Problem &problem) const {
  const DeviceModel &device = problem.getDevice();
  const int64_t reach = stencil.height - 1;
  int64_t rows = kChainRows;
  while ((rows + reach) * columns() * elementBytes + copiedBytes() >
         device.localMemory)
    rows /= 2;
  const int64_t wanted = kChainTiles * device.computeUnits;
  while (rows > behind() &&
         countTiles(problem, rows, columns()).value_or(wanted) < wanted)
    rows /= 2;
  if (rows < behind() || rows < kOverlap * reach)
    return std::nullopt;
  return rows;
}

std::optional<int64_t>
StencilChain::chooseColumns(const Problem &problem) const {
  const DeviceModel &device = problem.getDevice();
  const int64_t room = kStripLanes * kChainPieces, reach = getReach();
  if (reach >= room)
    return std::nullopt;
  const int64_t rows = kStrips * kStripRows,
                columns = llvm::alignDown(
                    room - reach, std::max(stencil.width, kChainPieces)),
                wanted = kChainTiles * device.computeUnits;
  if (columns < kOverlap * reach ||
      rows * room * elementBytes > device.localMemory ||
      countTiles(problem, rows, columns).value_or(wanted) < wanted)
    return std::nullopt;
  return columns;
}

/// Adds what tiles of so many rows and columns have beyond the ends, and
/// vectors along rows.
static void addRests(Problem &problem, const StencilChain &chain, int64_t rows,
                     int64_t columns, BlockOptions &options) {
  ArrayRef<NestDim> dims = chain.nest.getDims();
  if (!problem.divides(rows, dims[0].size))
    options.pad.push_back(0);
  if (!problem.divides(columns, dims[1].size))
    options.pad.push_back(1);
  if (chain.stencil.width > 1) {
    options.vectorDim = 1;
    options.vectorWidth = chain.stencil.width;
  }
}

/// The loops of the tiles, of the work-items, of a work-item's rows, and of the
/// windows. Where vectors of the other map are wider, there is a loop more of
/// work-items, and one of pieces of a row around the rows, or inside of them.
static SmallVector<Handle> cutTiles(Problem &problem, const StencilChain &chain,
                                    int64_t rows, const Handle &root,
                                    Schedule &schedule) {
  const int64_t columns = chain.columns() / chain.stencil.width,
                row = chain.rowsOfItems() * chain.lanes();
  BlockOptions options;
  options.chunks = {{rows, rows / chain.behind()}, {columns}, {}};
  options.order = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 0}};
  if (chain.isOdd()) {
    options.chunks[1] = {columns, row, chain.lanes()};
    options.order = {{0, 0}, {1, 0}, {0, 1}, {1, 2},
                     {1, 3}, {1, 1}, {0, 2}, {2, 0}};
    if (chain.hasRowsAround())
      std::swap(options.order[5], options.order[6]);
  }
  addRests(problem, chain, rows, columns * chain.stencil.width, options);
  return schedule.block(root, options);
}

/// The dimensions of the work-items, from the one behind the others.
static SmallVector<std::string> getItems(const StencilChain &chain) {
  if (chain.isOdd())
    return {"lcl(2)", "lcl(1)", "lcl(0)"};
  return {"lcl(1)", "lcl(0)"};
}

/// Computes what the windows of a tile are of, in a trip of the loop over its
/// columns.
static Handle computeWindows(const StencilChain &chain, const Handle &loop,
                             Schedule &schedule) {
  return schedule.computeAt(loop, getArgument(chain.nest, chain.windows.operand,
                                              /*dim=*/1));
}

/// Copies what the windows of rows of the other map are of, for a tile.
static void copyTile(const StencilChain &chain, const Handle &loop,
                     const Handle &tile, Schedule &schedule) {
  const unsigned row = 0, column = 1;
  schedule.copyArgument(tile,
                        getArgument(chain.producer, chain.rowWindows, row),
                        /*isBelowWindows=*/true);
  // The loop has the other arguments before those of the other map.
  const unsigned others =
      llvm::count_if(chain.nest.getOperands(), [&](const NestOperand &operand) {
        return hasDim(operand, column);
      });
  schedule.computeAt(
      loop, others - 1 + getArgument(chain.producer, chain.rowWindows, column));
}

/// Copies what the windows of rows of the other map are of that it needs in a
/// trip of `loop`, in local memory.
static void copyRows(const StencilChain &chain, const Handle &loop,
                     Schedule &schedule) {
  Handle copy = schedule.computeAt(
      loop, getArgument(chain.producer, chain.rowWindows, /*dim=*/0));
  BlockOptions options;
  options.chunks = {{chain.rowsOfItems()}, {chain.lanes()}};
  options.order = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  if (chain.copiedColumns() % chain.lanes() != 0)
    options.pad = {1};
  Handle copied = schedule.block(copy, options).front();
  schedule.storeResults(copied, "local", /*asRead=*/true);
  schedule.mapTo(copied, {"lcl(2)", "lcl(1)", "seq unroll", "lcl(0)"});
}

/// Computes the rows of the other map by all work-items, in local memory.
static void computeRows(const StencilChain &chain, int64_t rows,
                        const Handle &tile, Schedule &schedule) {
  SmallVector<std::string> inner = getItems(chain);
  BlockOptions options;
  options.chunks.resize(chain.producer.getNumDims());
  options.chunks[0] = {chain.rowsAtOnce()};
  if (chain.isOdd())
    options.chunks[0].push_back(chain.rowsOfItems());
  for (unsigned part = 0; part < inner.size(); ++part)
    options.order.push_back({0, part});
  for (unsigned dim = 1; dim < chain.producer.getNumDims(); ++dim)
    options.order.push_back({dim, 0});
  if (rows % chain.rowsAtOnce() != 0)
    options.pad = {0};
  if (chain.width > 1) {
    options.vectorDim = 1;
    options.vectorWidth = chain.width;
  }
  SmallVector<Handle> loops = schedule.block(tile, options);
  schedule.storeResults(loops.front(), "local");
  if (chain.isCopied())
    copyRows(chain, loops.front(), schedule);
  schedule.mapTo(loops.front(), {"seq"});
  schedule.mapTo(loops[1], inner);
  if (!chain.isOdd())
    schedule.unroll(loops.front(), kChainsTogether);
  for (const Handle &reduction :
       ArrayRef(loops).drop_front(inner.size() + 1).drop_back())
    schedule.unroll(reduction);
}

/// The loops of the tiles whose windows are along rows, of the work-items, of
/// the pieces of a row that one computes, unless that is a vector, of its rows,
/// and of the windows.
static SmallVector<Handle> cutStrips(Problem &problem,
                                     const StencilChain &chain, int64_t columns,
                                     const Handle &root, Schedule &schedule) {
  const int64_t rows = kStrips * kStripRows, width = chain.stencil.width;
  BlockOptions options;
  options.chunks = {{rows, kStripRows}, {columns / width}, {}};
  options.order = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 0}};
  SmallVector<std::string> items = {"lcl(1)", "lcl(0)", "seq unroll"};
  if (width < kChainPieces) {
    options.chunks[1].push_back(columns / kChainPieces);
    options.order = {{0, 0}, {1, 0}, {0, 1}, {1, 2}, {1, 1}, {0, 2}, {2, 0}};
    items.push_back("seq unroll");
  }
  addRests(problem, chain, rows, columns, options);
  SmallVector<Handle> loops = schedule.block(root, options);
  schedule.unroll(loops[2 + items.size()]);
  schedule.mapTo(loops[2], items);
  return loops;
}

/// Computes the columns of the other map that the windows of a tile reach, in
/// local memory, by the same work-items.
static void computeStrips(const StencilChain &chain, int64_t columns,
                          const Handle &tile, Schedule &schedule) {
  const unsigned numDims = chain.producer.getNumDims();
  BlockOptions options;
  options.chunks.resize(numDims);
  options.chunks[0] = {kStripRows};
  options.chunks[1] = {kStripLanes};
  options.order = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
  for (unsigned dim = 2; dim < numDims; ++dim)
    options.order.push_back({dim, 0});
  if ((columns + chain.getReach()) % kStripLanes != 0)
    options.pad = {1};
  SmallVector<Handle> loops = schedule.block(tile, options);
  schedule.storeResults(loops.front(), "local", /*asRead=*/true);
  schedule.mapTo(loops.front(),
                 {"lcl(1)", "lcl(0)", "seq unroll", "seq unroll"});
  for (const Handle &reduction : ArrayRef(loops).slice(4, numDims - 2))
    schedule.unroll(reduction);
}

static LogicalResult
planWindowsInColumns(Problem &problem, const StencilChain &chain,
                     const Handle &root, Schedule &schedule, Refusal &refusal) {
  if (chain.countItems() > problem.getDevice().maxGroupSize)
    return refusal.set(chain.nest.getRoot(),
                       "the device has groups that are too small");
  std::optional<int64_t> rows = chain.chooseRows(problem);
  if (!rows)
    return refusal.set(chain.nest.getRoot(),
                       "has few elements, or windows of many rows");
  schedule.comment("tiles of " + Twine(*rows) + " x " + Twine(chain.columns()));
  SmallVector<Handle> loops = cutTiles(problem, chain, *rows, root, schedule);
  schedule.comment("what they are of, in local memory");
  Handle tile = computeWindows(chain, loops[1], schedule);
  if (chain.isCopied())
    copyTile(chain, loops[1], tile, schedule);
  computeRows(chain, *rows + chain.stencil.height - 1, tile, schedule);
  mapToGroups(schedule, ArrayRef(loops).take_front(2));
  SmallVector<std::string> inner = getItems(chain);
  if (chain.isOdd())
    inner.push_back("seq unroll");
  inner.push_back("seq unroll");
  const unsigned rowLoop = inner.size() - (chain.hasRowsAround() ? 2 : 1);
  if (chain.isCopied())
    inner[rowLoop] = "seq";
  schedule.mapTo(loops[2], inner);
  if (chain.isCopied())
    schedule.unroll(loops[2 + rowLoop], kTileRowsTogether);
  schedule.unroll(loops[2 + inner.size()]);
  schedule.cleanUp({"contract"}, loops.front());
  return success();
}

static LogicalResult planWindowsInRows(Problem &problem,
                                       const StencilChain &chain,
                                       const Handle &root, Schedule &schedule,
                                       Refusal &refusal) {
  if (kStrips * kStripLanes > problem.getDevice().maxGroupSize)
    return refusal.set(chain.nest.getRoot(),
                       "the device has groups that are too small");
  std::optional<int64_t> columns = chain.chooseColumns(problem);
  if (!columns)
    return refusal.set(chain.nest.getRoot(),
                       "has few elements, or windows of many columns");
  schedule.comment("tiles of " + Twine(kStrips * kStripRows) + " x " +
                   Twine(*columns));
  SmallVector<Handle> loops =
      cutStrips(problem, chain, *columns, root, schedule);
  schedule.comment("what they are of, in local memory");
  Handle tile = computeWindows(chain, loops[1], schedule);
  computeStrips(chain, *columns, tile, schedule);
  mapToGroups(schedule, ArrayRef(loops).take_front(2));
  schedule.cleanUp({"contract"}, loops.front());
  return success();
}

LogicalResult lift::planStencilChain(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal) {
  if (isLeftToReaders(problem, pattern))
    return refusal.set(pattern, "is computed where it is read");
  FailureOr<StencilChain> chain = StencilChain::get(problem, pattern, refusal);
  if (failed(chain))
    return failure();
  auto plan =
      chain->windows.areInRows ? planWindowsInRows : planWindowsInColumns;
  return plan(problem, *chain, root, schedule, refusal);
}
