//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers statements and stores: see KernelLowering.h.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// What operations are
//===----------------------------------------------------------------------===//

MaterializeOp lift::findMaterialize(Operation *op, AddressSpace space) {
  MaterializeOp found;
  op->walk([&](MaterializeOp materialize) {
    if (materialize.getSpace() != space)
      return WalkResult::advance();
    found = materialize;
    return WalkResult::interrupt();
  });
  return found;
}

bool lift::containsSharedStore(Operation *op) {
  return findMaterialize(op, AddressSpace::Local) ||
         findMaterialize(op, AddressSpace::Global);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

KernelLowering::KernelLowering(KernelOp kernel, OpBuilder &builder,
                               Assumptions facts)
    : kernel(kernel), builder(builder), frame(builder, kernel.getLoc()),
      indices(builder, [this](const std::string &name) {
        return frame.getSizeArgument(name);
      }) {
  indices.getFacts() = std::move(facts);
}

LogicalResult KernelLowering::setLocalSize() {
  for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim) {
    Expr size = kernel.getLocalSizeIn(dim);
    std::optional<int64_t> constant = size.getConstant();
    if (!constant || *constant > INT32_MAX) {
      InFlightDiagnostic diag = kernel.emitOpError("local size ")
                                << size.str() << " is not a constant";
      diag.attachNote() << "give its names a value with lift-bind-params";
      return diag;
    }
    localSize.push_back(*constant);
  }
  return success();
}

/// Choices change no result, so that a kernel is right without them; but
/// whoever made one must learn that it is not followed.
static void warnOfIgnoredChoices(KernelOp kernel) {
  auto warn = [](Operation *op, std::optional<uint64_t> choice,
                 StringRef name) {
    if (choice.value_or(1) != 1)
      op->emitWarning() << name << " = " << *choice
                        << " has no effect yet in kernels";
  };
  kernel.walk([&](MaterializeOp op) { warn(op, op.getBuffers(), "buffers"); });
  kernel.walk([&](MapOp op) { warn(op, op.getVectorWidth(), "vector width"); });
  kernel.walk(
      [&](ReduceOp op) { warn(op, op.getVectorWidth(), "vector width"); });
}

LogicalResult KernelLowering::lower() {
  warnOfIgnoredChoices(kernel);
  if (failed(setLocalSize()))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&frame.getBody());
  YieldOp yield = kernel.getYield();
  SmallVector<Store> stores;
  for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
    auto buffer = std::make_shared<Buffer>();
    Type type = value.getType();
    buffer->memref = frame.addResult(i, type);
    buffer->space = AddressSpace::Global;
    buffer->elementType = type;
    if (auto array = dyn_cast<ArrayType>(type)) {
      buffer->elementType = array.getElementType();
      buffer->sizes = array.getSizeExprs();
      buffer->distribution.resize(array.getRank());
    }
    stores.emplace_back(value, Place::whole(buffer));
  }
  if (failed(lowerStatements(kernel.getBody().front())))
    return failure();
  return storeAll(kernel, stores);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::lowerStatements(Block &block) {
  for (Operation &op : block) {
    indices.setLoc(op.getLoc());
    LogicalResult result = success();
    if (isScalarOp(&op)) {
      result = lowerScalarOp(&op);
    } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
      result = lowerReduce(reduce);
    } else if (auto materialize = dyn_cast<MaterializeOp>(op)) {
      // Another result of the same operation may have brought it along.
      if (!bindings.count(materialize) || !bindings[materialize].place)
        result = lowerMaterialize(materialize);
    } else if (!isa<MapOp, ViewOpInterface, YieldOp>(op)) {
      InFlightDiagnostic diag =
          op.emitOpError("cannot be lowered inside a kernel");
      diag.attachNote() << "run lift-normalize first; only arith, math, vector "
                           "and lift operations can stand in a kernel";
      return diag;
    }
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult KernelLowering::lowerScalarOp(Operation *op) {
  if (auto size = dyn_cast<SizeOp>(op)) {
    bindings[size].scalar = indices.emit(size.getValue().getValue());
    return success();
  }
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    FailureOr<Value> value = readScalar(op, operand);
    if (failed(value))
      return failure();
    mapping.map(operand, *value);
  }
  Operation *clone = builder.clone(*op, mapping);
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), clone->getResults()))
    bindings[result].scalar = value;
  return success();
}

/// The first of the materializes that store the arrays of a reduction where it
/// stands; null if one of them is stored elsewhere.
static MaterializeOp getFirstMaterialize(ReduceOp reduce) {
  MaterializeOp first;
  for (Value result : reduce.getResults()) {
    if (!isa<ArrayType>(result.getType()))
      continue;
    auto materialize = result.hasOneUse()
                           ? dyn_cast<MaterializeOp>(*result.user_begin())
                           : MaterializeOp();
    if (!materialize || materialize->getBlock() != reduce->getBlock())
      return {};
    if (!first || materialize->isBeforeInBlock(first))
      first = materialize;
  }
  return first;
}

LogicalResult KernelLowering::lowerReduce(ReduceOp reduce) {
  if (llvm::none_of(reduce.getResultTypes(), llvm::IsaPred<ArrayType>)) {
    SmallVector<Value> scalars;
    if (failed(emitReduceLoop(reduce, {}, scalars)))
      return failure();
    bindScalarResults(reduce, scalars);
    return success();
  }
  // With arrays, a reduction runs where they are stored. What follows may use
  // its scalars, so that the arrays are stored at once if they can be.
  for (Value result : reduce.getResults())
    bindings.erase(result);
  if (MaterializeOp first = getFirstMaterialize(reduce))
    if (mixesAccumulators(reduce))
      return lowerMaterialize(first);
  return success();
}

void KernelLowering::bindScalarResults(ReduceOp reduce, ValueRange scalars) {
  unsigned next = 0;
  for (Value result : reduce.getResults())
    if (!isa<ArrayType>(result.getType()))
      bindings[result].scalar = scalars[next++];
}

std::shared_ptr<Buffer> KernelLowering::getOwnedInit(MaterializeOp op) {
  auto reduce = op.getInput().getDefiningOp<ReduceOp>();
  if (!reduce)
    return nullptr;
  unsigned result = cast<OpResult>(op.getInput()).getResultNumber();
  auto init = reduce.getInits()[result].getDefiningOp<MaterializeOp>();
  if (!init || !init->hasOneUse() || init->getBlock() != op->getBlock() ||
      init.getSpace() != op.getSpace() || init.getPad() != op.getPad() ||
      !bindings.count(init) || !bindings[init].place)
    return nullptr;
  return bindings[init].place->buffer;
}

LogicalResult KernelLowering::lowerMaterialize(MaterializeOp op) {
  SmallVector<MaterializeOp> group = {op};
  // The other results of the same operation are computed by the same loops.
  if (Operation *computation = getStoredComputation(op.getInput()))
    for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
      if (auto other = dyn_cast<MaterializeOp>(next))
        if (getStoredComputation(other.getInput()) == computation &&
            other.getInput() != op.getInput())
          group.push_back(other);
  SmallVector<Store> stores;
  for (MaterializeOp member : group) {
    if (std::shared_ptr<Buffer> owned = getOwnedInit(member)) {
      stores.emplace_back(member.getInput(), Place::whole(owned));
      continue;
    }
    FailureOr<std::shared_ptr<Buffer>> buffer = allocate(member);
    if (failed(buffer))
      return failure();
    stores.emplace_back(member.getInput(), Place::whole(*buffer));
  }
  SmallVector<Place> places = llvm::map_to_vector(
      stores, [](const Store &store) { return store.second; });
  if (failed(storeAll(op, std::move(stores))))
    return failure();
  for (auto [member, place] : llvm::zip_equal(group, places))
    bindings[member] = Binding{{}, place, {}, {}, {}};
  return success();
}

LogicalResult KernelLowering::bindElements(Operation *at, ValueRange inputs,
                                           Block::BlockArgListType args,
                                           const Expr &index) {
  for (auto [input, arg] : llvm::zip_equal(inputs, args)) {
    bindings[arg] = Binding{{}, {}, input, index, {}};
    // A scalar element is read once, here, however often it is used.
    if (isa<ArrayType>(arg.getType()) || arg.use_empty())
      continue;
    FailureOr<Value> scalar = read(at, input, index);
    if (failed(scalar))
      return failure();
    bindings[arg] = Binding{*scalar, {}, {}, {}, {}};
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::storeAll(Operation *at,
                                       SmallVector<Store> stores) {
  // Views are crossed first, to see which values one operation computes.
  llvm::MapVector<Operation *, SmallVector<Store>> groups;
  for (size_t i = 0; i < stores.size(); ++i) {
    auto [value, place] = stores[i];
    auto binding = bindings.find(value);
    if (!isa<ArrayType>(value.getType())) {
      // A scalar that is reduced along with arrays is known when they are.
      auto reduce = value.getDefiningOp<ReduceOp>();
      if (reduce && mixesAccumulators(reduce) && binding == bindings.end() &&
          kernel->isAncestor(reduce))
        groups[reduce].emplace_back(value, place);
      else if (failed(storeScalar(at, value, place)))
        return failure();
      continue;
    }
    bool isBound = binding != bindings.end() && binding->second.place;
    Operation *op = isBound ? nullptr : value.getDefiningOp();
    auto view = dyn_cast_or_null<ViewOpInterface>(op);
    if (view && isWritable(view)) {
      for (auto [k, source] : llvm::enumerate(view.getViewSources()))
        stores.emplace_back(source, place.through(view, k, indices));
    } else if (isa_and_present<MapOp, ReduceOp>(op)) {
      groups[op].emplace_back(value, place);
    } else if (failed(storeCopy(at, value, place))) {
      return failure();
    }
  }
  for (auto &[computation, group] : groups) {
    LogicalResult result =
        isa<MapOp>(computation)
            ? storeMap(cast<MapOp>(computation), group)
            : storeReduce(cast<ReduceOp>(computation), group);
    if (failed(result))
      return failure();
  }
  return success();
}

/// Whether the operation, or one inside it, spreads work over work-items.
static bool isParallel(Operation *op) {
  return op
      ->walk([](MapOp map) {
        MappingAttr mapping = map.getMappingAttr();
        return mapping && mapping.isParallel() ? WalkResult::interrupt()
                                               : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult KernelLowering::storeMap(MapOp map, ArrayRef<Store> stores) {
  indices.setLoc(map.getLoc());
  auto emit = [&]() -> LogicalResult {
    return emitMapLoop(map, [&](const Expr &index) -> LogicalResult {
      if (failed(bindElements(map, map.getInputs(),
                              map.getBody().getArguments(), index)) ||
          failed(lowerStatements(map.getBody().front())))
        return failure();
      SmallVector<Store> inner;
      for (const auto &[value, place] : stores) {
        unsigned result = cast<OpResult>(value).getResultNumber();
        inner.emplace_back(map.getYield().getOperand(result), place.at(index));
      }
      return storeAll(map.getYield(), inner);
    });
  };
  AddressSpace space = stores.front().second.buffer->space;
  if (isParallel(map) || containsSharedStore(map))
    return emit();
  return emitForOneWorkItem(space, emit);
}

LogicalResult KernelLowering::storeCopy(Operation *at, Value value,
                                        const Place &place) {
  auto type = cast<ArrayType>(value.getType());
  SmallVector<Expr> path;
  std::function<LogicalResult()> copy = [&]() -> LogicalResult {
    if (path.size() == type.getRank()) {
      FailureOr<Value> scalar = read(at, value, path);
      if (failed(scalar))
        return failure();
      Place element = place;
      for (const Expr &index : path)
        element = element.at(index);
      return store(at, *scalar, element);
    }
    return emitSequentialLoop(type.getSize(path.size()), std::nullopt,
                              [&](const Expr &index) {
                                path.push_back(index);
                                LogicalResult result = copy();
                                path.pop_back();
                                return result;
                              });
  };
  return emitForOneWorkItem(place.buffer->space, copy);
}

LogicalResult KernelLowering::storeScalar(Operation *at, Value value,
                                          const Place &place) {
  FailureOr<Value> scalar = readScalar(at, value);
  if (failed(scalar))
    return failure();
  return emitForOneWorkItem(place.buffer->space,
                            [&] { return store(at, *scalar, place); });
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::emitReduceLoop(ReduceOp reduce,
                                             ArrayRef<Place> places,
                                             SmallVectorImpl<Value> &scalars) {
  indices.setLoc(reduce.getLoc());
  SmallVector<Value> inits;
  SmallVector<BlockArgument> scalarArgs;
  for (auto [init, arg] :
       llvm::zip_equal(reduce.getInits(), reduce.getAccumulatorArgs())) {
    if (isa<ArrayType>(arg.getType()))
      continue;
    FailureOr<Value> scalar = readScalar(reduce, init);
    if (failed(scalar))
      return failure();
    inits.push_back(*scalar);
    scalarArgs.push_back(arg);
  }
  auto step = [&](const Expr &index, ValueRange accumulators) -> LogicalResult {
    for (auto [arg, value] : llvm::zip_equal(scalarArgs, accumulators))
      bindings[arg] = Binding{value, {}, {}, {}, {}};
    if (failed(bindElements(reduce, reduce.getInputs(), reduce.getElementArgs(),
                            index)) ||
        failed(lowerStatements(reduce.getBody().front())))
      return failure();
    // Scalars are computed where they stand, but those of a reduction with
    // arrays where these are stored.
    if (!places.empty() && failed(storeStep(reduce, places)))
      return failure();
    scalars.clear();
    for (Value value : reduce.getYield().getOperands()) {
      if (isa<ArrayType>(value.getType()))
        continue;
      FailureOr<Value> scalar = readScalar(reduce, value);
      if (failed(scalar))
        return failure();
      scalars.push_back(*scalar);
    }
    return success();
  };
  Expr count = indices.simplify(reduce.getTripCount());
  if (count.isConstant(1))
    return step(0, inits);

  Location loc = reduce.getLoc();
  Value lower = indices.emit(0), upper = indices.emit(count);
  Value one = indices.emit(1);
  auto loop = scf::ForOp::create(builder, loc, lower, upper, one, inits);
  if (std::optional<int64_t> factor = reduce.getUnroll())
    loop->setAttr("lift.unroll",
                  *factor ? Attribute(builder.getI64IntegerAttr(*factor))
                          : Attribute(builder.getUnitAttr()));
  OpBuilder::InsertionGuard guard(builder);
  // Without iteration arguments the loop already has its yield.
  if (inits.empty())
    builder.setInsertionPoint(loop.getBody()->getTerminator());
  else
    builder.setInsertionPointToStart(loop.getBody());
  Expr index = indices.bind("k", loop.getInductionVar(), 0, count - 1);
  loops[*index.getName()] = loop;
  if (failed(step(index, loop.getRegionIterArgs())))
    return failure();
  if (!inits.empty())
    scf::YieldOp::create(builder, loc, scalars);
  scalars.assign(loop.getResults().begin(), loop.getResults().end());
  return success();
}

LogicalResult KernelLowering::storeReduce(ReduceOp reduce,
                                          ArrayRef<Store> stores) {
  // Every array accumulator needs a place, stored or not.
  SmallVector<Place> places;
  SmallVector<Store> inits;
  for (auto [i, result] : llvm::enumerate(reduce.getResults())) {
    if (!isa<ArrayType>(result.getType()))
      continue;
    auto it = llvm::find_if(
        stores, [&](const Store &store) { return store.first == result; });
    if (it == stores.end()) {
      InFlightDiagnostic diag = reduce.emitOpError("array accumulator #")
                                << i << " has no place";
      diag.attachNote() << "materialize result #" << i;
      return diag;
    }
    places.push_back(it->second);
    inits.emplace_back(reduce.getInits()[i], it->second);
  }
  Block *around = builder.getInsertionBlock();
  bool isConditional = false;
  auto emit = [&]() -> LogicalResult {
    isConditional = builder.getInsertionBlock() != around;
    // An accumulator that lives where its initial value does is there already.
    llvm::erase_if(inits, [&](const Store &init) {
      auto it = bindings.find(init.first);
      return it != bindings.end() && it->second.place &&
             it->second.place->buffer == init.second.buffer;
    });
    if (failed(storeAll(reduce, inits)))
      return failure();
    // From the second step on, an accumulator around that has the same place
    // has lost its value.
    for (const Place &place : places)
      for (Watch &watch : watches)
        watch.isOverwritten |= watch.buffer == place.buffer.get();
    unsigned array = 0;
    for (BlockArgument arg : reduce.getAccumulatorArgs()) {
      if (!isa<ArrayType>(arg.getType()))
        continue;
      bindings[arg] =
          Binding{{}, places[array], {}, {}, unsigned(watches.size())};
      Watch watch;
      watch.buffer = places[array++].buffer.get();
      watches.push_back(watch);
    }
    SmallVector<Value> scalars;
    if (failed(emitReduceLoop(reduce, places, scalars)))
      return failure();
    bindScalarResults(reduce, scalars);
    for (const auto &[value, place] : stores)
      if (!isa<ArrayType>(value.getType()))
        if (failed(storeScalar(reduce, value, place)))
          return failure();
    return success();
  };
  AddressSpace space = places.front().buffer->space;
  if (isParallel(reduce) || containsSharedStore(reduce))
    return emit();
  if (failed(emitForOneWorkItem(space, emit)))
    return failure();
  // What only one work-item has computed, the others cannot use.
  if (isConditional)
    for (Value result : reduce.getResults())
      bindings.erase(result);
  return success();
}

LogicalResult KernelLowering::storeStep(ReduceOp reduce,
                                        ArrayRef<Place> places) {
  SmallVector<Store> stores;
  SmallVector<Value> yielded;
  for (Value value : reduce.getYield().getOperands())
    if (isa<ArrayType>(value.getType()))
      yielded.push_back(value);
  for (auto [value, place] : llvm::zip_equal(yielded, places))
    stores.emplace_back(value, place);

  // The step is written as if in place; if it turns out to read an element
  // other than the one that it writes next, or one that it has written, it is
  // erased and written again through a temporary.
  Block *block = builder.getInsertionBlock();
  auto point = builder.getInsertionPoint();
  Operation *last = point == block->begin() ? nullptr : &*std::prev(point);
  auto firstArray =
      llvm::find_if(reduce.getAccumulatorArgs(), [](BlockArgument arg) {
        return isa<ArrayType>(arg.getType());
      });
  unsigned firstWatch = *bindings[*firstArray].accumulator;
  // What the body has stored elsewhere is read by now.
  for (unsigned i = 0; i < places.size(); ++i)
    watches[firstWatch + i].reads.clear();
  DenseMap<Value, Binding> before = bindings;
  if (failed(storeAll(reduce.getYield(), stores)))
    return failure();
  bool inPlace = true;
  for (unsigned i = 0; i < places.size(); ++i) {
    Watch &watch = watches[firstWatch + i];
    inPlace &= !watch.isReadTooLate;
    for (const Watch::Range &read : watch.reads)
      inPlace &= llvm::all_of(watch.writes, [&](const Watch::Range &write) {
        return read == write;
      });
  }
  if (inPlace)
    return success();
  if (isParallel(reduce)) {
    InFlightDiagnostic diag = reduce.emitOpError(
        "reads other elements of its array accumulator than the one it writes");
    diag.attachNote() << "materialize the yielded array, so that a step does "
                         "not overwrite what it still reads";
    return diag;
  }
  while (builder.getInsertionPoint() != block->begin() &&
         &*std::prev(builder.getInsertionPoint()) != last)
    std::prev(builder.getInsertionPoint())->erase();
  bindings = before;
  SmallVector<Store> temporaries;
  for (auto [value, place] : llvm::zip_equal(yielded, places)) {
    FailureOr<std::shared_ptr<Buffer>> buffer =
        allocateLike(reduce, *place.buffer, cast<ArrayType>(value.getType()));
    if (failed(buffer))
      return failure();
    temporaries.emplace_back(value, Place::whole(*buffer));
  }
  if (failed(storeAll(reduce.getYield(), temporaries)))
    return failure();
  for (unsigned i = 0; i < places.size(); ++i) {
    Value value = yielded[i];
    bindings[value] = Binding{{}, temporaries[i].second, {}, {}, {}};
    if (failed(storeCopy(reduce, value, places[i])))
      return failure();
  }
  return success();
}
