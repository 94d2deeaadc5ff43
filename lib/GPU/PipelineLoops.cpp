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

#include "LiftDialect/Analysis/BufferAccess.h"
#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/GPU/Passes.h"
#include "LiftDialect/LiftDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::lift {
#define GEN_PASS_DEF_PIPELINELOOPSPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

/// Numbers of one tile that a work-item prefetches at most: what it holds is
/// taken from the registers of the computation.
static constexpr int64_t kMaxPrefetched = 64;

/// Numbers in the longest vector: the second of two tiles starts at a multiple.
static constexpr int64_t kMaxLanes = 16;

namespace {

/// A load or store of a tile.
struct TileAccess {
  Operation *op;
  OpOperand *memref;
  OpOperand *index;
  /// What a store stores.
  OpOperand *value = nullptr;
};

/// A local buffer of which there are to be two, or a private one.
struct Tile {
  Value buffer;
  scf::ForOp loop;
  SmallVector<TileAccess> stores, loads;
  /// The first register of each store.
  SmallVector<int64_t> registers;
  int64_t numRegisters = 0;
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
  explicit LoopPipelining(gpu::GPUFuncOp func)
      : func(func), builder(func.getContext()) {}

  /// Returns how many loops it has pipelined.
  unsigned run();

private:
  /// Each of these says why not.
  std::optional<StringRef> findAccesses(Tile &tile);
  std::optional<StringRef> findRegisters(Tile &tile);
  std::optional<StringRef> findStatements(scf::ForOp loop, Stage &stage);
  void reportMissed(const Tile &tile, StringRef why);
  void pipeline(scf::ForOp loop, Stage &stage);
  /// Fills the registers with what the stage stores if `variable` is `trip`: in
  /// `branch`, but for indices, which may be the same in all trips.
  void emitPrefetch(Stage &stage, ArrayRef<Value> registers, Value variable,
                    Value trip, scf::IfOp branch);
  /// Makes a buffer of two for the tile.
  void useSlot(Tile &tile, Value slot, MemRefType type);
  /// Fills the tile from the registers.
  void fillFrom(Tile &tile, Value registers);
  /// Finds what is to be done for a tile that asks for so many buffers.
  void addTile(Value buffer, IntegerAttr numBuffers);
  /// The register in front of those that `access` stores to.
  Value emitRegister(Operation *access, Operation *statement, int64_t first);

  gpu::GPUFuncOp func;
  OpBuilder builder;
  llvm::MapVector<Operation *, Stage> stages;
};

struct PipelineLoopsPass final
    : lift::impl::PipelineLoopsPassBase<PipelineLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>())
      numPipelined += LoopPipelining(func).run();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// What is there
//===----------------------------------------------------------------------===//

/// The access that a use of a tile is, if it is one.
static std::optional<TileAccess> getAccess(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return TileAccess{op, &load.getMemrefMutable(),
                      &load.getIndicesMutable()[0]};
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return TileAccess{op, &load.getBaseMutable(), &load.getIndicesMutable()[0]};
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return TileAccess{op, &store.getMemrefMutable(),
                      &store.getIndicesMutable()[0], &store.getValueMutable()};
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return TileAccess{op, &store.getBaseMutable(),
                      &store.getIndicesMutable()[0],
                      &store.getValueToStoreMutable()};
  return std::nullopt;
}

/// The statement of the body of a loop that `op` is, or is in.
static Operation *getStatement(scf::ForOp loop, Operation *op) {
  return loop.getBody()->findAncestorOpInBlock(*op);
}

static bool isLocal(const Tile &tile) {
  return isa<BlockArgument>(tile.buffer);
}

/// How many elements of a tile a store writes.
static int64_t getNumElements(Operation *store) {
  auto vector = dyn_cast<vector::StoreOp>(store);
  return vector ? vector.getVectorType().getNumElements() : 1;
}

std::optional<StringRef> LoopPipelining::findAccesses(Tile &tile) {
  auto type = cast<MemRefType>(tile.buffer.getType());
  if (type.getRank() != 1 || !type.hasStaticShape() ||
      !type.getLayout().isIdentity())
    return "it is not a row of elements";
  for (OpOperand &use : tile.buffer.getUses()) {
    std::optional<TileAccess> access = getAccess(use);
    if (!access || access->memref != &use)
      return "it is not only loaded and stored";
    (access->value ? tile.stores : tile.loads).push_back(*access);
  }
  if (tile.stores.empty() || tile.loads.empty())
    return "it is not both written and read";
  auto isInLoop = [&](const TileAccess &access) {
    return tile.loop->isProperAncestor(access.op);
  };
  tile.loop = tile.stores.front().op->getParentOfType<scf::ForOp>();
  while (tile.loop && !(llvm::all_of(tile.stores, isInLoop) &&
                        llvm::all_of(tile.loads, isInLoop)))
    tile.loop = tile.loop->getParentOfType<scf::ForOp>();
  if (!tile.loop || getConstantIntValue(tile.loop.getStep()) != 1)
    return "no loop has its stores and loads in each trip";
  for (const TileAccess &store : tile.stores)
    for (const TileAccess &load : tile.loads) {
      Operation *first = getStatement(tile.loop, store.op);
      Operation *second = getStatement(tile.loop, load.op);
      if (first == second || !first->isBeforeInBlock(second))
        return "a step does not write it as a whole before it is read";
    }
  return std::nullopt;
}

std::optional<StringRef> LoopPipelining::findRegisters(Tile &tile) {
  for (const TileAccess &store : tile.stores) {
    int64_t lanes = getNumElements(store.op);
    int64_t first = llvm::alignTo(tile.numRegisters, lanes), count = lanes;
    for (auto loop = store.op->getParentOfType<scf::ForOp>(); loop != tile.loop;
         loop = loop->getParentOfType<scf::ForOp>()) {
      std::optional<int64_t> trips = getConstantIntValue(loop.getUpperBound());
      if (!trips || getConstantIntValue(loop.getLowerBound()) != 0 ||
          getConstantIntValue(loop.getStep()) != 1)
        return "a work-item stages a number of elements that is not constant";
      count = *trips > kMaxPrefetched ? kMaxPrefetched + 1 : count * *trips;
    }
    if (first + count > kMaxPrefetched)
      return "a work-item stages more elements than it has registers for";
    tile.registers.push_back(first);
    tile.numRegisters = first + count;
  }
  return std::nullopt;
}

/// Whether a statement can be run ahead of time: it does nothing but compute,
/// load what the loop does not store, and store to one of the `tiles`.
static bool canRunAhead(Operation *statement, scf::ForOp loop,
                        const SmallPtrSetImpl<Operation *> &stores) {
  WalkResult walk = statement->walk([&](Operation *op) {
    if (stores.contains(op) || isMemoryEffectFree(op) ||
        isa<scf::ForOp, scf::IfOp, scf::YieldOp>(op))
      return WalkResult::advance();
    std::optional<BufferAccess> access = BufferAccess::get(op);
    bool isConstant =
        access && !access->stored &&
        llvm::none_of(access->buffer.getUsers(), [&](Operation *user) {
          return loop->isAncestor(user) &&
                 !isa<memref::LoadOp, vector::LoadOp>(user);
        });
    return isConstant ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

std::optional<StringRef> LoopPipelining::findStatements(scf::ForOp loop,
                                                        Stage &stage) {
  SmallPtrSet<Operation *, 8> stores, found;
  SmallVector<Operation *> worklist;
  for (const Tile &tile : stage.tiles)
    for (const TileAccess &store : tile.stores) {
      stores.insert(store.op);
      worklist.push_back(getStatement(loop, store.op));
    }
  for (Operation *statement : worklist)
    if (!stage.last || stage.last->isBeforeInBlock(statement))
      stage.last = statement;
  while (!worklist.empty()) {
    Operation *statement = worklist.pop_back_val();
    if (!found.insert(statement).second)
      continue;
    if (!canRunAhead(statement, loop, stores))
      return "what it is computed from changes in the loop";
    bool isCarried = false;
    statement->walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        if (llvm::is_contained(loop.getRegionIterArgs(), operand))
          isCarried = true;
        Operation *def = operand.getDefiningOp();
        if (def && loop->isProperAncestor(def))
          worklist.push_back(getStatement(loop, def));
      }
    });
    if (isCarried)
      return "it depends on what the step before computes";
  }
  for (Operation &op : *loop.getBody())
    if (found.contains(&op))
      stage.statements.push_back(&op);
  return std::nullopt;
}

void LoopPipelining::reportMissed(const Tile &tile, StringRef why) {
  emitWarning(tile.buffer.getLoc(), "two buffers would not help: ") << why;
  remark::missed(tile.buffer.getLoc(), remark::RemarkOpts::name("pipelining")
                                           .category("lift-pipeline-loops")
                                           .function(func.getName()))
      << why;
}

//===----------------------------------------------------------------------===//
// What becomes of it
//===----------------------------------------------------------------------===//

Value LoopPipelining::emitRegister(Operation *access, Operation *statement,
                                   int64_t first) {
  Location loc = access->getLoc();
  int64_t stride = getNumElements(access);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value number = constant(first);
  for (Operation *op = access; op != statement; op = op->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(op->getParentOp())) {
      // Registers have no addresses: their numbers must be constants.
      loop->setAttr(LiftDialect::UnrollAttrHelper::getNameStr(),
                    builder.getUnitAttr());
      Value offset = arith::MulIOp::create(builder, loc, loop.getInductionVar(),
                                           constant(stride));
      number = arith::AddIOp::create(builder, loc, number, offset);
      stride *= *getConstantIntValue(loop.getUpperBound());
    }
  return number;
}

/// Where the second of the two begins.
static int64_t getSlotSize(const Tile &tile) {
  auto type = cast<MemRefType>(tile.buffer.getType());
  return llvm::alignTo(type.getNumElements(), kMaxLanes);
}

void LoopPipelining::emitPrefetch(Stage &stage, ArrayRef<Value> registers,
                                  Value variable, Value trip,
                                  scf::IfOp branch) {
  IRMapping mapping;
  mapping.map(variable, trip);
  for (Operation *statement : stage.statements) {
    bool isIndex = statement->getNumRegions() == 0 && isPure(statement) &&
                   llvm::none_of(statement->getOperands(), [&](Value operand) {
                     Operation *def =
                         mapping.lookupOrDefault(operand).getDefiningOp();
                     return def && branch->isAncestor(def);
                   });
    if (isIndex)
      builder.setInsertionPoint(branch);
    else
      builder.setInsertionPoint(branch.thenBlock()->getTerminator());
    Operation *clone = builder.clone(*statement, mapping);
    for (auto [tile, memory] : llvm::zip_equal(stage.tiles, registers))
      for (auto [store, first] : llvm::zip_equal(tile.stores, tile.registers)) {
        if (!statement->isAncestor(store.op))
          continue;
        Operation *copy = mapping.lookup(store.op);
        TileAccess access =
            *getAccess(copy->getOpOperand(store.memref->getOperandNumber()));
        builder.setInsertionPoint(copy);
        access.index->set(emitRegister(copy, clone, first));
        access.memref->set(memory);
        copy->removeAttr(LiftDialect::LanesAttrHelper::getNameStr());
      }
  }
}

void LoopPipelining::pipeline(scf::ForOp loop, Stage &stage) {
  Location loc = loop.getLoc();
  auto getType = [&](const Tile &tile, int64_t size, gpu::AddressSpace space) {
    return MemRefType::get(
        {size}, cast<MemRefType>(tile.buffer.getType()).getElementType(),
        MemRefLayoutAttrInterface(),
        gpu::AddressSpaceAttr::get(func.getContext(), space));
  };
  SmallVector<Value> registers;
  builder.setInsertionPointToStart(&func.getBody().front());
  for (const Tile &tile : stage.tiles)
    registers.push_back(memref::AllocaOp::create(
        builder, loc,
        getType(tile, tile.numRegisters, gpu::AddressSpace::Private)));

  auto prefetch = [&](Value trip) {
    Value isTrip = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, trip, loop.getUpperBound());
    auto branch =
        scf::IfOp::create(builder, loc, isTrip, /*withElseRegion=*/false);
    emitPrefetch(stage, registers, loop.getInductionVar(), trip, branch);
  };
  builder.setInsertionPointAfter(stage.last);
  prefetch(
      arith::AddIOp::create(builder, loc, loop.getInductionVar(),
                            arith::ConstantIndexOp::create(builder, loc, 1)));
  builder.setInsertionPoint(loop);
  prefetch(loop.getLowerBound());

  builder.setInsertionPointToStart(loop.getBody());
  Value slot =
      arith::RemUIOp::create(builder, loc, loop.getInductionVar(),
                             arith::ConstantIndexOp::create(builder, loc, 2));
  for (auto [tile, memory] : llvm::zip_equal(stage.tiles, registers)) {
    fillFrom(tile, memory);
    if (isLocal(tile))
      useSlot(
          tile, slot,
          getType(tile, 2 * getSlotSize(tile), gpu::AddressSpace::Workgroup));
  }
  remark::passed(loc, remark::RemarkOpts::name("pipelining")
                          .category("lift-pipeline-loops")
                          .function(func.getName()))
      << remark::metric("Tiles", int64_t(stage.tiles.size()));
}

void LoopPipelining::fillFrom(Tile &tile, Value registers) {
  for (auto [store, first] : llvm::zip_equal(tile.stores, tile.registers)) {
    builder.setInsertionPoint(store.op);
    Location loc = store.op->getLoc();
    Value index =
        emitRegister(store.op, getStatement(tile.loop, store.op), first);
    Value value;
    if (auto vector = dyn_cast<vector::StoreOp>(store.op)) {
      auto load = vector::LoadOp::create(builder, loc, vector.getVectorType(),
                                         registers, index);
      load.setAlignment(vector.getAlignment());
      value = load;
    } else {
      value = memref::LoadOp::create(builder, loc, registers, index);
    }
    store.value->set(value);
  }
}

void LoopPipelining::useSlot(Tile &tile, Value slot, MemRefType type) {
  unsigned number = cast<BlockArgument>(tile.buffer).getArgNumber() -
                    func.getFirstWorkgroupAttributionIndex();
  Attribute name = func.getWorkgroupAttributionAttr(
      number, LiftDialect::NameAttrHelper::getNameStr());
  BlockArgument buffer =
      func.addWorkgroupAttribution(type, tile.buffer.getLoc());
  if (name)
    func.setWorkgroupAttributionAttr(func.getNumWorkgroupAttributions() - 1,
                                     LiftDialect::NameAttrHelper::getNameStr(),
                                     name);
  Location loc = slot.getLoc();
  builder.setInsertionPointAfterValue(slot);
  Value offset = arith::MulIOp::create(
      builder, loc, slot,
      arith::ConstantIndexOp::create(builder, loc, getSlotSize(tile)));
  for (const TileAccess &access :
       llvm::concat<TileAccess>(tile.stores, tile.loads)) {
    builder.setInsertionPoint(access.op);
    access.index->set(
        arith::AddIOp::create(builder, loc, access.index->get(), offset));
    access.memref->set(buffer);
  }
}

void LoopPipelining::addTile(Value buffer, IntegerAttr numBuffers) {
  if (!numBuffers)
    return;
  Tile tile;
  tile.buffer = buffer;
  std::optional<StringRef> why;
  if (numBuffers.getInt() != 2)
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

unsigned LoopPipelining::run() {
  StringRef name = LiftDialect::BuffersAttrHelper::getNameStr();
  for (auto [i, buffer] : llvm::enumerate(func.getWorkgroupAttributions()))
    addTile(buffer, dyn_cast_or_null<IntegerAttr>(
                        func.getWorkgroupAttributionAttr(i, name)));
  func.walk([&](memref::AllocaOp buffer) {
    addTile(buffer, dyn_cast_or_null<IntegerAttr>(buffer->removeAttr(name)));
  });
  unsigned numPipelined = 0;
  for (auto &[loop, stage] : stages) {
    if (std::optional<StringRef> why =
            findStatements(cast<scf::ForOp>(loop), stage)) {
      for (const Tile &tile : stage.tiles)
        reportMissed(tile, *why);
      continue;
    }
    pipeline(cast<scf::ForOp>(loop), stage);
    ++numPipelined;
  }
  if (numPipelined != 0)
    eraseUnusedLocalBuffers(func);
  return numPipelined;
}
