//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file pipelines loops that stage tiles in local memory. Steps
//
//   tile = global[k]                     stage
//   ... tile ...                         use
//
// become, in two buffers,
//
//   tile0 = global[0]                    before the loop
//
//   if (k + 1 < n) next = global[k + 1]  in registers, while
//   ... tile0 ...                        step k uses its tile
//   if (k + 1 < n) tile1 = next
//
//   if (k + 2 < n) next = global[k + 2]
//   ... tile1 ...                        step k + 1
//   if (k + 2 < n) tile0 = next
//
// and a step behind the loop for odd n, so that which buffer is used is known
// in each place. A step overwrites what the step before has read: the barrier
// at its end is the only one. A tile in private memory stays one, and if there
// are no others a step of the loop is one of it.
//
// The tests stay where they are known to hold: without them, compilers have
// loads and computations overlap in a way that takes more registers. Measured
// on an H100 with matrix products (docs/Rationale.md).
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/WorkItems/Passes.h"
#include "Rows.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
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
  /// What each store stores, or what that is computed of: loaded early, but
  /// waited for only when it is stored.
  SmallVector<Value> held;
  /// What a register holds: what is held for each store, or a number.
  Type registerType;
  /// The first register of each store.
  SmallVector<int64_t> firstRegisters;
  int64_t numRegisters = 0;

  /// What is made of it: the next step's elements, and for a local buffer two
  /// of it behind each other.
  Value registers, both;

  bool isLocal() { return alloc.getType().getSpace() == AddressSpace::Local; }
  /// Where the second of the two begins.
  int64_t getSlotSize() { return llvm::alignTo(numNumbers, kMaxLanes); }
};

/// The tiles that one loop stages, and the statements of its body that do it.
struct Stage {
  loop::ForOp loop;
  SmallVector<Tile, 4> tiles;
  /// The statements that store, and all that they use, in program order.
  SmallVector<Operation *> statements;
};

/// Finds the stages of a kernel.
class StageFinder {
public:
  explicit StageFinder(loop::KernelOp kernel) : kernel(kernel) {}

  /// One that can be pipelined, and has no other in its loop. Tiles that cannot
  /// be ask for two buffers no more.
  std::optional<Stage> find();

private:
  /// Each of these says why not.
  std::optional<StringRef> findAccesses(Tile &tile);
  std::optional<StringRef> findRegisters(Tile &tile);
  std::optional<StringRef> findStatements(loop::ForOp loop, Stage &stage);
  /// Says why a tile stays as it is.
  void refuse(Tile &tile, StringRef why);

  loop::KernelOp kernel;
};

/// Pipelines a loop.
class LoopPipelining {
public:
  explicit LoopPipelining(Stage &stage)
      : loop(stage.loop), stage(stage), builder(loop), loc(loop.getLoc()) {}

  void run();

private:
  /// Makes the tiles' memory, and moves that of the steps before the loop.
  void moveMemory();
  /// Emits what stages the tiles of the step with the number `trip`, if there
  /// is one; `place` says where a store of it goes, which is in `statement`,
  /// and of what is held for it.
  void emitStage(Value trip, bool isKept,
                 function_ref<void(Tile &tile, loop::StoreOp store, Value held,
                                   int64_t firstRegister, Operation *statement)>
                     place);
  void loadNext(Value trip);
  void storeNext(Value trip, int64_t slot);
  /// Emits the rest of a step, which carries `carried` on.
  SmallVector<Value> emitUse(Value trip, int64_t slot, ValueRange carried);
  loop::ForOp emitSteps(int64_t numTurns);
  /// The step behind the loop, if there is one.
  loop::ForOp emitLast(ValueRange carried);
  /// A loop without content.
  loop::ForOp createLoop(ArrayRef<Expr> bounds,
                         const loop::OperandExprs &operands,
                         ValueRange carried);
  void moveToSlot(Operation *access, Tile &tile, int64_t slot);
  Value createTrip(const Expr &trip, const loop::OperandExprs &operands) {
    return loop::createIndex(builder, loc, loop::IndexKind::Value, trip,
                             operands);
  }

  loop::ForOp loop;
  Stage &stage;
  OpBuilder builder;
  Location loc;
};

struct PipelineLoopsPass final
    : lift::impl::PipelineLoopsPassBase<PipelineLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<loop::KernelOp>()) {
      if (failed(checkIsDistributed(kernel)))
        return signalPassFailure();
      while (std::optional<Stage> stage = StageFinder(kernel).find()) {
        LoopPipelining(*stage).run();
        loop::eraseUnused(kernel);
        ++numPipelined;
      }
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

std::optional<StringRef> StageFinder::findAccesses(Tile &tile) {
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
  if (llvm::any_of(tile.stores,
                   [](loop::StoreOp store) { return store.getAtomic(); }))
    return "its elements are updated by atomic operations";
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

/// The loaded value that a store's is computed of beside it, number by number
/// and of nothing else that changes; else the store's value itself.
static Value findHeld(loop::StoreOp store) {
  Value value = store.getValue();
  while (Operation *op = value.getDefiningOp()) {
    if (op->getBlock() != store->getBlock() || !value.hasOneUse())
      break;
    if (isa<loop::LoadOp>(op))
      return value;
    SmallVector<Value> changing =
        llvm::filter_to_vector(op->getOperands(), [](Value operand) {
          return !matchPattern(operand, m_Constant());
        });
    if (changing.size() != 1 || op->getNumResults() != 1 || !isPure(op) ||
        !OpTrait::hasElementwiseMappableTraits(op))
      break;
    value = changing.front();
  }
  return store.getValue();
}

std::optional<StringRef> StageFinder::findRegisters(Tile &tile) {
  tile.held = llvm::map_to_vector(tile.stores, findHeld);
  tile.registerType = tile.held.front().getType();
  // What only some stores compute is held as computed.
  if (!llvm::all_equal(ValueRange(tile.held).getTypes())) {
    tile.held = llvm::map_to_vector(
        tile.stores, [](loop::StoreOp store) { return store.getValue(); });
    tile.registerType = tile.held.front().getType();
    if (!llvm::all_equal(ValueRange(tile.held).getTypes()))
      tile.registerType = getNumberType(tile.alloc);
  }
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

std::optional<StringRef> StageFinder::findStatements(loop::ForOp loop,
                                                     Stage &stage) {
  SmallPtrSet<Operation *, 8> stores, allocs, found;
  SmallVector<Operation *> worklist;
  for (Tile &tile : stage.tiles) {
    allocs.insert(tile.alloc);
    for (loop::StoreOp store : tile.stores) {
      stores.insert(store);
      worklist.push_back(getStatement(loop, store));
    }
  }
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

void StageFinder::refuse(Tile &tile, StringRef why) {
  Location loc = tile.alloc->getLoc();
  emitWarning(loc, "two buffers would not help: ") << why;
  remark::missed(loc, remark::RemarkOpts::name("pipelining")
                          .category("lift-pipeline-loops")
                          .function(kernel.getFunctionName()))
      << why;
  tile.alloc.removeInTurnAttr();
}

std::optional<Stage> StageFinder::find() {
  SmallVector<Tile, 4> asked;
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
      refuse(tile, *why);
    else
      stages[tile.loop].tiles.push_back(tile);
  }
  std::optional<Stage> found;
  for (auto &[op, stage] : stages) {
    stage.loop = cast<loop::ForOp>(op);
    if (std::optional<StringRef> why = findStatements(stage.loop, stage))
      for (Tile &tile : stage.tiles)
        refuse(tile, *why);
    else if (!found || found->loop->isProperAncestor(op))
      found = stage;
  }
  return found;
}

//===----------------------------------------------------------------------===//
// What becomes of it
//===----------------------------------------------------------------------===//

/// The path of the register that `access`, in `statement`, stages through.
static Expr getRegister(loop::StoreOp access, Operation *statement,
                        Type registerType, int64_t first,
                        loop::OperandExprs &operands) {
  int64_t stride =
      getNumLanes(access.getValue().getType()) / getNumLanes(registerType);
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

void LoopPipelining::moveMemory() {
  for (Tile &tile : stage.tiles) {
    tile.registers = loop::AllocOp::create(
        builder, loc,
        loop::BufferType::get(builder.getContext(), Expr(tile.numRegisters),
                              tile.registerType, AddressSpace::Private));
    if (tile.isLocal())
      tile.both =
          createRow(builder, tile.alloc->getLoc(), 2 * tile.getSlotSize(),
                    getNumberType(tile.alloc), AddressSpace::Local);
  }
  SmallVector<loop::AllocOp> allocs;
  loop.getBody().walk([&](loop::AllocOp alloc) { allocs.push_back(alloc); });
  for (loop::AllocOp alloc : allocs)
    alloc->moveBefore(loop);
  for (Tile &tile : stage.tiles)
    tile.alloc.removeInTurnAttr();
}

void LoopPipelining::moveToSlot(Operation *access, Tile &tile, int64_t slot) {
  if (tile.isLocal())
    moveToRow(access, tile.alloc, tile.both, [&](loop::OperandExprs &) {
      return Expr(slot * tile.getSlotSize());
    });
}

void LoopPipelining::emitStage(
    Value trip, bool isKept,
    function_ref<void(Tile &, loop::StoreOp, Value, int64_t, Operation *)>
        place) {
  loop::OperandExprs operands;
  Expr number = operands.use(trip);
  SmallVector<Expr> bounds = operands.use(loop.getBounds(), loop.getIndices());
  loop::IfOp branch = loop::createBranch(
      builder, loc, IndexTest{number, bounds[0], bounds[1]}, operands);
  branch.setKept(isKept);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  IRMapping mapping;
  mapping.map(
      loop.getInductionVar(),
      Value(loop::createIndex(builder, loc, loop::IndexKind::Within,
                              {number, bounds[0], bounds[1] - 1}, operands)));
  for (Operation *statement : stage.statements) {
    Operation *clone = builder.clone(*statement, mapping);
    for (Tile &tile : stage.tiles)
      for (auto [store, held, first] :
           llvm::zip_equal(tile.stores, tile.held, tile.firstRegisters))
        if (statement->isAncestor(store))
          place(tile, cast<loop::StoreOp>(mapping.lookup(store.getOperation())),
                mapping.lookupOrDefault(held), first, clone);
  }
}

void LoopPipelining::loadNext(Value trip) {
  emitStage(trip, /*isKept=*/true,
            [](Tile &tile, loop::StoreOp store, Value held, int64_t first,
               Operation *statement) {
              loop::OperandExprs indices;
              Expr number = getRegister(store, statement, tile.registerType,
                                        first, indices);
              store.getValueMutable().assign(held);
              store.getBufferMutable().assign(tile.registers);
              loop::setExprs(store, number, indices);
            });
}

void LoopPipelining::storeNext(Value trip, int64_t slot) {
  emitStage(trip, /*isKept=*/true,
            [&](Tile &tile, loop::StoreOp store, Value held, int64_t first,
                Operation *statement) {
              loop::OperandExprs indices;
              Expr number = getRegister(store, statement, tile.registerType,
                                        first, indices);
              const bool isComputed = held != store.getValue();
              OpBuilder inner(isComputed ? held.getDefiningOp()
                                         : store.getOperation());
              auto load = loop::LoadOp::create(
                  inner, store.getLoc(), held.getType(), tile.registers,
                  indices.getOperands(),
                  loop::ExprsAttr::get(builder.getContext(), number));
              if (isComputed)
                held.replaceAllUsesWith(load);
              else
                store.getValueMutable().assign(load);
              moveToSlot(store, tile, slot);
            });
}

SmallVector<Value> LoopPipelining::emitUse(Value trip, int64_t slot,
                                           ValueRange carried) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), trip);
  mapping.map(loop.getCarried(), carried);
  for (Operation &op : loop.getBody().front().without_terminator())
    builder.clone(op, mapping);
  for (Tile &tile : stage.tiles) {
    for (loop::StoreOp store : tile.stores)
      mapping.lookup(store.getOperation())->erase();
    for (loop::LoadOp load : tile.loads)
      moveToSlot(mapping.lookup(load.getOperation()), tile, slot);
  }
  return llvm::map_to_vector(loop.getYield().getValues(), [&](Value value) {
    return mapping.lookupOrDefault(value);
  });
}

loop::ForOp LoopPipelining::createLoop(ArrayRef<Expr> bounds,
                                       const loop::OperandExprs &operands,
                                       ValueRange carried) {
  auto created = loop::ForOp::create(
      builder, loc, operands.getOperands(),
      loop::ExprsAttr::get(builder.getContext(), bounds), carried);
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types = {builder.getIndexType()};
  llvm::append_range(types, carried.getTypes());
  builder.createBlock(&created.getBody(), {}, types,
                      SmallVector<Location>(types.size(), loc));
  return created;
}

loop::ForOp LoopPipelining::emitSteps(int64_t numTurns) {
  loop::OperandExprs operands;
  SmallVector<Expr> bounds = operands.use(loop.getBounds(), loop.getIndices());
  loop::ForOp steps =
      createLoop({0, Expr::floorDiv(bounds[1] - bounds[0], numTurns)}, operands,
                 loop.getInits());
  if (loop.getUnroll() && *loop.getUnroll() % numTurns == 0)
    steps.setUnroll(*loop.getUnroll() / numTurns);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&steps.getBody().front());
  SmallVector<Value> carried(steps.getCarried());
  for (int64_t turn = 0; turn < numTurns; ++turn) {
    loop::OperandExprs inside;
    Expr trip = inside.use(loop.getBounds(), loop.getIndices())[0] +
                numTurns * inside.use(steps.getInductionVar()) + turn;
    Value current = createTrip(trip, inside),
          next = createTrip(trip + 1, inside);
    loadNext(next);
    carried = emitUse(current, turn, carried);
    storeNext(next, (turn + 1) % numTurns);
  }
  loop::YieldOp::create(builder, loc, carried);
  return steps;
}

loop::ForOp LoopPipelining::emitLast(ValueRange carried) {
  loop::OperandExprs operands;
  SmallVector<Expr> bounds = operands.use(loop.getBounds(), loop.getIndices());
  loop::ForOp last =
      createLoop({0, Expr::mod(bounds[1] - bounds[0], 2)}, operands, carried);
  // A branch, in which barriers may stand.
  last.setAtMostOnce(true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&last.getBody().front());
  loop::OperandExprs inside;
  Expr trip = inside.use(loop.getBounds(), loop.getIndices())[1] - 1;
  loop::YieldOp::create(
      builder, loc,
      emitUse(createTrip(trip, inside), /*slot=*/0, last.getCarried()));
  return last;
}

void LoopPipelining::run() {
  const int64_t numTurns =
      llvm::any_of(stage.tiles, [](Tile &tile) { return tile.isLocal(); }) ? 2
                                                                           : 1;
  moveMemory();
  loop::OperandExprs operands;
  Expr first = operands.use(loop.getBounds(), loop.getIndices())[0];
  emitStage(createTrip(first, operands), /*isKept=*/false,
            [&](Tile &tile, loop::StoreOp store, Value, int64_t, Operation *) {
              moveToSlot(store, tile, /*slot=*/0);
            });
  loop::ForOp last = emitSteps(numTurns);
  if (numTurns == 2)
    last = emitLast(last.getResults());
  loop.replaceAllUsesWith(last.getResults());
  remark::passed(
      loc,
      remark::RemarkOpts::name("pipelining")
          .category("lift-pipeline-loops")
          .function(loop->getParentOfType<loop::KernelOp>().getFunctionName()))
      << remark::metric("Tiles", int64_t(stage.tiles.size()));
  loop.erase();
}
