//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file pipelines loops that stage tiles in local memory. A step
//
//   tile = global[k]                 stage
//   ... tile ...                     use
//
// becomes
//
//   registers = global[0]            before the loop
//
//   tile[k mod 2] = registers        stage
//   if (k + 1 < n)
//     registers = global[k + 1]      prefetch
//   ... tile[k mod 2] ...            use
//
// so that the next tile is on its way while work-items use this one. A step
// overwrites what the step before the last has read: the barrier between stage
// and use, which is needed anyhow, is the only one. A tile in private memory is
// filled in the same way, and stays one.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/WorkItems/Passes.h"
#include "Rows.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::lift {
#define GEN_PASS_DEF_PIPELINELOOPSPASS
#include "LiftDialect/WorkItems/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

/// Numbers of one tile that a work-item prefetches at most: what it holds is
/// taken from the registers of the computation.
static constexpr int64_t kMaxPrefetched = 64;

/// Numbers in the longest vector: the second of two tiles starts at a multiple.
static constexpr int64_t kMaxLanes = 16;

namespace {

/// A local buffer of which there are to be two, or a private one.
struct Tile {
  loop::AllocOp alloc;
  int64_t numNumbers = 0;
  loop::ForOp loop;
  SmallVector<loop::StoreOp> stores;
  SmallVector<loop::LoadOp> loads;
  /// What a register holds: what each store stores, or a number.
  Type registerType;
  /// The first register of each store.
  SmallVector<int64_t> firstRegisters;
  int64_t numRegisters = 0;

  bool isLocal() { return alloc.getType().getSpace() == AddressSpace::Local; }
  /// Where the second of the two begins.
  int64_t getSlotSize() const { return llvm::alignTo(numNumbers, kMaxLanes); }
};

/// The tiles that one loop stages, and the statements of its body that do it.
struct Stage {
  SmallVector<Tile> tiles;
  /// The statements that store, and all that they use, in program order.
  SmallVector<Operation *> statements;
  Operation *last = nullptr;
};

class LoopPipelining {
public:
  explicit LoopPipelining(loop::KernelOp kernel)
      : kernel(kernel), builder(kernel.getContext()) {}

  /// Returns how many loops it has pipelined.
  unsigned run();

private:
  /// Each of these says why not.
  std::optional<StringRef> findAccesses(Tile &tile);
  std::optional<StringRef> findRegisters(Tile &tile);
  std::optional<StringRef> findStatements(loop::ForOp loop, Stage &stage);
  void reportMissed(const Tile &tile, StringRef why);
  void pipeline(loop::ForOp loop, Stage &stage);
  /// Fills the registers with what the stage stores in a trip, if there is one
  /// with the number `trip` of `operands`.
  void emitPrefetch(loop::ForOp loop, Stage &stage, ArrayRef<Value> registers,
                    const Expr &trip, loop::OperandExprs operands);
  /// Fills the tile from the registers.
  void fillFrom(Tile &tile, Value registers);
  /// Makes a buffer of two for the tile.
  void useSlots(Tile &tile);

  loop::KernelOp kernel;
  OpBuilder builder;
};

struct PipelineLoopsPass final
    : lift::impl::PipelineLoopsPassBase<PipelineLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<loop::KernelOp>()) {
      if (failed(checkIsDistributed(kernel)))
        return signalPassFailure();
      numPipelined += LoopPipelining(kernel).run();
    }
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// What is there
//===----------------------------------------------------------------------===//

/// The statement of the body of a loop that `op` is, or is in.
static Operation *getStatement(loop::ForOp loop, Operation *op) {
  return loop.getBody().front().findAncestorOpInBlock(*op);
}

/// How many numbers a store writes.
static int64_t getNumLanes(Type stored) {
  auto vector = dyn_cast<VectorType>(stored);
  return vector ? vector.getNumElements() : 1;
}

std::optional<StringRef> LoopPipelining::findAccesses(Tile &tile) {
  std::optional<int64_t> numNumbers = getNumNumbers(tile.alloc);
  if (!numNumbers)
    return "its size is not a constant";
  tile.numNumbers = *numNumbers;
  for (Operation *user : tile.alloc->getUsers()) {
    if (auto store = dyn_cast<loop::StoreOp>(user))
      tile.stores.push_back(store);
    else
      tile.loads.push_back(cast<loop::LoadOp>(user));
  }
  if (tile.stores.empty() || tile.loads.empty())
    return "it is not both written and read";
  auto isInLoop = [&](Operation *access) {
    return tile.loop->isProperAncestor(access);
  };
  tile.loop = tile.stores.front()->getParentOfType<loop::ForOp>();
  while (tile.loop && !(llvm::all_of(tile.stores, isInLoop) &&
                        llvm::all_of(tile.loads, isInLoop)))
    tile.loop = tile.loop->getParentOfType<loop::ForOp>();
  if (!tile.loop || !tile.loop.getStep().isConstant(1))
    return "no loop has its stores and loads in each trip";
  for (Operation *store : tile.stores)
    for (Operation *load : tile.loads) {
      Operation *first = getStatement(tile.loop, store);
      Operation *second = getStatement(tile.loop, load);
      if (first == second || !first->isBeforeInBlock(second))
        return "a step does not write it as a whole before it is read";
    }
  return std::nullopt;
}

/// How often a loop of constant length goes.
static std::optional<int64_t> getNumTrips(loop::ForOp loop) {
  std::optional<int64_t> first = loop.getLower().getConstant();
  std::optional<int64_t> end = loop.getUpper().getConstant();
  if (!first || !end || !loop.getStep().isConstant(1))
    return std::nullopt;
  return *end - *first;
}

std::optional<StringRef> LoopPipelining::findRegisters(Tile &tile) {
  tile.registerType = tile.stores.front().getValue().getType();
  for (loop::StoreOp store : tile.stores)
    if (store.getValue().getType() != tile.registerType)
      tile.registerType = getNumberType(tile.alloc);
  const int64_t held = getNumLanes(tile.registerType);
  for (loop::StoreOp store : tile.stores) {
    const int64_t lanes = getNumLanes(store.getValue().getType()) / held;
    const int64_t first = llvm::alignTo(tile.numRegisters, lanes);
    int64_t count = lanes;
    for (auto loop = store->getParentOfType<loop::ForOp>(); loop != tile.loop;
         loop = loop->getParentOfType<loop::ForOp>()) {
      std::optional<int64_t> trips = getNumTrips(loop);
      if (!trips)
        return "a work-item stages a number of elements that is not constant";
      count = *trips > kMaxPrefetched ? kMaxPrefetched + 1 : count * *trips;
    }
    if ((first + count) * held > kMaxPrefetched)
      return "a work-item stages more elements than it has registers for";
    tile.firstRegisters.push_back(first);
    tile.numRegisters = first + count;
  }
  return std::nullopt;
}

/// Whether a statement can be run ahead of time: it does nothing but compute,
/// load what the loop does not store, and store to one of the tiles.
static bool canRunAhead(Operation *statement, loop::ForOp loop,
                        const SmallPtrSetImpl<Operation *> &stores) {
  WalkResult walk = statement->walk([&](Operation *op) {
    if (stores.contains(op) || isMemoryEffectFree(op) ||
        isa<loop::ForOp, loop::IfOp, loop::YieldOp>(op))
      return WalkResult::advance();
    auto load = dyn_cast<loop::LoadOp>(op);
    bool isConstant =
        load &&
        llvm::none_of(load.getBuffer().getUsers(), [&](Operation *user) {
          return loop->isAncestor(user) && !isa<loop::LoadOp>(user);
        });
    return isConstant ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

std::optional<StringRef> LoopPipelining::findStatements(loop::ForOp loop,
                                                        Stage &stage) {
  SmallPtrSet<Operation *, 8> stores, allocs, found;
  SmallVector<Operation *> worklist;
  for (const Tile &tile : stage.tiles) {
    allocs.insert(tile.alloc);
    for (loop::StoreOp store : tile.stores) {
      stores.insert(store);
      worklist.push_back(getStatement(loop, store));
    }
  }
  for (Operation *statement : worklist)
    if (!stage.last || stage.last->isBeforeInBlock(statement))
      stage.last = statement;
  while (!worklist.empty()) {
    Operation *statement = worklist.pop_back_val();
    if (allocs.contains(statement) || !found.insert(statement).second)
      continue;
    if (!canRunAhead(statement, loop, stores))
      return "what it is computed from changes in the loop";
    bool isCarried = false;
    statement->walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        if (llvm::is_contained(loop.getCarried(), operand))
          isCarried = true;
        Operation *def = operand.getDefiningOp();
        if (def && loop->isProperAncestor(def))
          worklist.push_back(getStatement(loop, def));
      }
    });
    if (isCarried)
      return "it depends on what the step before computes";
  }
  for (Operation &op : loop.getBody().front())
    if (found.contains(&op))
      stage.statements.push_back(&op);
  return std::nullopt;
}

void LoopPipelining::reportMissed(const Tile &tile, StringRef why) {
  Location loc = tile.alloc->getLoc();
  emitWarning(loc, "two buffers would not help: ") << why;
  remark::missed(loc, remark::RemarkOpts::name("pipelining")
                          .category("lift-pipeline-loops")
                          .function(kernel.getFunctionName()))
      << why;
}

//===----------------------------------------------------------------------===//
// What becomes of it
//===----------------------------------------------------------------------===//

/// The path of the register that `access`, in `statement`, stages through.
static Expr getRegister(Operation *access, Operation *statement, Type stored,
                        Type registerType, int64_t first,
                        loop::OperandExprs &operands) {
  int64_t stride = getNumLanes(stored) / getNumLanes(registerType);
  Expr number = first;
  if (stride > 1)
    number = number + loop::getLaneSymbol();
  for (Operation *op = access; op != statement; op = op->getParentOp())
    if (auto loop = dyn_cast<loop::ForOp>(op->getParentOp())) {
      Expr trip = operands.use(loop.getInductionVar()) - loop.getLower();
      number = number + trip * stride;
      stride *= *getNumTrips(loop);
    }
  return number;
}

void LoopPipelining::emitPrefetch(loop::ForOp loop, Stage &stage,
                                  ArrayRef<Value> registers, const Expr &trip,
                                  loop::OperandExprs operands) {
  Location loc = loop.getLoc();
  SmallVector<Expr> bounds = operands.use(loop.getBounds(), loop.getIndices());
  loop::IfOp branch = loop::createBranch(
      builder, loc, IndexTest{trip, bounds[0], bounds[1]}, operands);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  IRMapping mapping;
  mapping.map(
      loop.getInductionVar(),
      Value(loop::createIndex(builder, loc, loop::IndexKind::Within,
                              {trip, bounds[0], bounds[1] - 1}, operands)));
  for (Operation *statement : stage.statements) {
    Operation *clone = builder.clone(*statement, mapping);
    for (auto [tile, memory] : llvm::zip_equal(stage.tiles, registers))
      for (auto [store, first] :
           llvm::zip_equal(tile.stores, tile.firstRegisters)) {
        if (!statement->isAncestor(store))
          continue;
        auto copy = cast<loop::StoreOp>(mapping.lookup(store.getOperation()));
        loop::OperandExprs indices;
        Expr number = getRegister(copy, clone, copy.getValue().getType(),
                                  tile.registerType, first, indices);
        copy.getBufferMutable().assign(memory);
        loop::setExprs(copy, number, indices);
      }
  }
}

void LoopPipelining::fillFrom(Tile &tile, Value registers) {
  for (auto [store, first] :
       llvm::zip_equal(tile.stores, tile.firstRegisters)) {
    builder.setInsertionPoint(store);
    Type type = store.getValue().getType();
    loop::OperandExprs indices;
    Expr number = getRegister(store, getStatement(tile.loop, store), type,
                              tile.registerType, first, indices);
    store.getValueMutable().assign(loop::LoadOp::create(
        builder, store.getLoc(), type, registers, indices.getOperands(),
        loop::ExprsAttr::get(builder.getContext(), number)));
  }
}

void LoopPipelining::useSlots(Tile &tile) {
  loop::ForOp loop = tile.loop;
  builder.setInsertionPoint(loop);
  Value both = createRow(builder, tile.alloc->getLoc(), 2 * tile.getSlotSize(),
                         getNumberType(tile.alloc), AddressSpace::Local);
  auto getStart = [&](loop::OperandExprs &operands) {
    return Expr::mod(operands.use(loop.getInductionVar()), 2) *
           tile.getSlotSize();
  };
  for (loop::StoreOp store : tile.stores)
    moveToRow(store, tile.alloc, both, getStart);
  for (loop::LoadOp load : tile.loads)
    moveToRow(load, tile.alloc, both, getStart);
}

void LoopPipelining::pipeline(loop::ForOp loop, Stage &stage) {
  builder.setInsertionPoint(loop);
  SmallVector<Value> registers;
  for (const Tile &tile : stage.tiles)
    registers.push_back(loop::AllocOp::create(
        builder, loop.getLoc(),
        loop::BufferType::get(builder.getContext(), Expr(tile.numRegisters),
                              tile.registerType, AddressSpace::Private)));
  loop::OperandExprs operands;
  Expr first = operands.use(loop.getBounds(), loop.getIndices())[0];
  emitPrefetch(loop, stage, registers, first, operands);
  builder.setInsertionPointAfter(stage.last);
  loop::OperandExprs inside;
  Expr next = inside.use(loop.getInductionVar()) + 1;
  emitPrefetch(loop, stage, registers, next, inside);
  for (auto [tile, memory] : llvm::zip_equal(stage.tiles, registers)) {
    fillFrom(tile, memory);
    if (tile.isLocal())
      useSlots(tile);
  }
  remark::passed(loop.getLoc(), remark::RemarkOpts::name("pipelining")
                                    .category("lift-pipeline-loops")
                                    .function(kernel.getFunctionName()))
      << remark::metric("Tiles", int64_t(stage.tiles.size()));
}

unsigned LoopPipelining::run() {
  SmallVector<Tile> asked;
  kernel.walk([&](loop::AllocOp alloc) {
    if (alloc.getType().getSpace() != AddressSpace::Global &&
        alloc.getInTurn().value_or(1) != 1)
      asked.emplace_back().alloc = alloc;
  });
  llvm::MapVector<Operation *, Stage> stages;
  for (Tile &tile : asked) {
    std::optional<StringRef> why;
    if (*tile.alloc.getInTurn() != 2)
      why = "only two are used in turn";
    if (!why)
      why = findAccesses(tile);
    if (!why)
      why = findRegisters(tile);
    if (why)
      reportMissed(tile, *why);
    else
      stages[tile.loop].tiles.push_back(tile);
  }
  unsigned numPipelined = 0;
  for (auto &[op, stage] : stages) {
    auto loop = cast<loop::ForOp>(op);
    if (std::optional<StringRef> why = findStatements(loop, stage)) {
      for (const Tile &tile : stage.tiles)
        reportMissed(tile, *why);
      continue;
    }
    pipeline(loop, stage);
    ++numPipelined;
  }
  if (numPipelined != 0)
    loop::eraseUnused(kernel);
  return numPipelined;
}
