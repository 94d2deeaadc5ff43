//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers reduce, reduce_while and scan: see KernelLowering.h.
//
// Scalar accumulators are carried by the loop. Array accumulators of a
// reduction live where its result is stored, and a step overwrites them. Those
// of a scan are the element of the result before the one that a step stores;
// the first step, which starts from the initial values, stands before the loop.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;

static bool isArray(Value value) { return isa<ArrayType>(value.getType()); }

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// Whether maps with this mapping may stand in a step of `fold`: steps depend
/// on each other, and work-items can wait for each other only in a group, and
/// only if all take the same number of steps.
static bool allowsMapping(FoldPattern fold, MappingAttr mapping) {
  if (!mapping || !mapping.isParallel() || isa<ReduceOp>(fold))
    return true;
  return isa<ScanOp>(fold) && mapping.getKind() == MappingKind::Lcl;
}

static LogicalResult checkMappings(FoldPattern fold) {
  WalkResult walk = fold->walk([&](MapOp map) {
    if (allowsMapping(fold, map.getMappingAttr()))
      return WalkResult::advance();
    bool isScan = isa<ScanOp>(fold);
    InFlightDiagnostic diag = fold->emitOpError(
        isScan ? "spreads a step over work-groups, which do not wait for each "
                 "other"
               : "spreads a step over work-items, which may take different "
                 "numbers of steps");
    diag.attachNote(map.getLoc()) << "mapped here";
    diag.attachNote() << (isScan ? "map it to lcl or seq" : "map it to seq")
                      << ", or map what is around";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

/// The first of the materializes that store the arrays of a fold where it
/// stands; null if one of them is stored elsewhere.
static MaterializeOp getFirstMaterialize(FoldPattern fold) {
  MaterializeOp first;
  for (Value result : fold->getResults()) {
    if (!isArray(result) || result.use_empty())
      continue;
    auto materialize = result.hasOneUse()
                           ? dyn_cast<MaterializeOp>(*result.user_begin())
                           : MaterializeOp();
    if (!materialize || materialize->getBlock() != fold->getBlock())
      return {};
    if (!first || materialize->isBeforeInBlock(first))
      first = materialize;
  }
  return first;
}

LogicalResult KernelLowering::lowerFold(FoldPattern fold) {
  if (failed(checkMappings(fold)))
    return failure();
  if (llvm::none_of(fold->getResults(), isArray)) {
    SmallVector<Value> scalars;
    if (failed(emitReduce(fold, {}, scalars)))
      return failure();
    bindScalarResults(fold, scalars);
    return success();
  }
  // With arrays, a fold runs where they are stored. What follows may use its
  // scalars, so that the arrays are stored at once if they can be.
  for (Value result : fold->getResults())
    bindings.erase(result);
  if (!mixesAccumulators(fold))
    return success();
  if (llvm::none_of(fold->getResults(), [](Value result) {
        return isArray(result) && !result.use_empty();
      }))
    return storeFold(fold, {});
  MaterializeOp first = getFirstMaterialize(fold);
  return first ? lowerMaterialize(first) : success();
}

void KernelLowering::bindScalarResults(FoldPattern fold, ValueRange scalars) {
  unsigned next = 0;
  for (Value result : fold->getResults())
    if (!isArray(result))
      bindings[result].scalar = scalars[next++];
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> KernelLowering::readScalars(Operation *at,
                                                          ValueRange values) {
  SmallVector<Value> scalars;
  for (Value value : values) {
    if (isArray(value))
      continue;
    FailureOr<Value> scalar = readScalar(at, value);
    if (failed(scalar))
      return failure();
    scalars.push_back(*scalar);
  }
  return scalars;
}

void KernelLowering::bindScalars(Block::BlockArgListType args,
                                 ValueRange scalars) {
  for (BlockArgument arg : args)
    if (!isArray(arg)) {
      bindings[arg] = Binding{scalars.front(), {}, {}, {}, {}};
      scalars = scalars.drop_front();
    }
}

LogicalResult
KernelLowering::emitStep(FoldPattern fold, SmallVectorImpl<Value> &scalars,
                         function_ref<LogicalResult()> storeArrays) {
  // It may have been taken elsewhere before.
  forget(fold.getStep());
  bindScalars(fold.getAccumulatorArgs(), scalars);
  // Scalars are computed where they stand, but those of a fold with arrays
  // where these are stored.
  if (failed(lowerStatements(fold.getStep().front())) || failed(storeArrays()))
    return failure();
  FailureOr<SmallVector<Value>> next =
      readScalars(fold, fold.getYield()->getOperands());
  if (failed(next))
    return failure();
  scalars = std::move(*next);
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::emitFoldLoop(FoldPattern fold, int64_t first,
                                           SmallVectorImpl<Value> &scalars,
                                           FoldStep step) {
  auto emit = [&](const Expr &index) -> LogicalResult {
    if (failed(
            bindElements(fold, fold.getInputs(), fold.getElementArgs(), index)))
      return failure();
    return step(index, scalars);
  };
  Expr count = indices.simplify(fold.getTripCount());
  if (count.isConstant(first))
    return success();
  if (count.isConstant(first + 1) && options.simplifyControlFlow)
    return emit(first);

  Value lower = indices.emit(first), upper = indices.emit(count);
  Value one = indices.emit(1);
  auto loop =
      scf::ForOp::create(builder, fold.getLoc(), lower, upper, one, scalars);
  if (auto unroll = fold->getAttrOfType<IntegerAttr>("unroll"))
    setUnroll(loop, unroll.getInt());
  OpBuilder::InsertionGuard guard(builder);
  // Without iteration arguments the loop already has its yield.
  bool hasYield = scalars.empty();
  if (hasYield)
    builder.setInsertionPoint(loop.getBody()->getTerminator());
  else
    builder.setInsertionPointToStart(loop.getBody());
  Expr index = indices.bind("k", loop.getInductionVar(), first, count - 1);
  loops[*index.getName()] = loop;
  llvm::copy(loop.getRegionIterArgs(), scalars.begin());
  if (failed(emit(index)))
    return failure();
  if (!hasYield)
    scf::YieldOp::create(builder, fold.getLoc(), scalars);
  llvm::copy(loop.getResults(), scalars.begin());
  return success();
}

LogicalResult KernelLowering::emitPredicate(ReduceWhileOp op, Value index,
                                            ValueRange scalars,
                                            ArrayRef<unsigned> shared,
                                            SmallVectorImpl<Value> &results) {
  Expr count = indices.simplify(op.getTripCount());
  Expr element = indices.bind("k", index, 0, count - 1);
  size_t numInputs = op.getInputs().size();
  Region &predicate = op.getPredicate();
  auto elements = predicate.getArguments().take_front(numInputs);
  auto accumulators = predicate.getArguments().drop_front(numInputs);
  bindScalars(accumulators, scalars);
  for (auto [arg, accumulator] :
       llvm::zip_equal(accumulators, op.getAccumulatorArgs()))
    if (isArray(arg))
      bindings[arg] = Binding(bindings[accumulator]);
  forget(predicate);
  if (failed(bindElements(op, op.getInputs(), elements, element)) ||
      failed(lowerStatements(predicate.front())))
    return failure();
  FailureOr<Value> condition = readScalar(op, op.getCondition());
  if (failed(condition))
    return failure();
  results.push_back(*condition);
  for (unsigned i : shared)
    results.push_back(bindings[elements[i]].scalar);
  return success();
}

/// The scalar elements that predicate and step both use.
static SmallVector<unsigned> getSharedElements(ReduceWhileOp op) {
  SmallVector<unsigned> shared;
  for (auto [i, arg] : llvm::enumerate(op.getElementArgs()))
    if (!isArray(arg) && !arg.use_empty() &&
        !op.getPredicate().getArgument(i).use_empty())
      shared.push_back(i);
  return shared;
}

/// while (k < n && predicate) { step; ++k; }
///
/// The loop carries k and the scalars. What the predicate reads stands in a
/// branch behind the first test, and elements that the step needs as well are
/// passed on to it.
LogicalResult KernelLowering::emitWhileLoop(ReduceWhileOp op,
                                            SmallVectorImpl<Value> &scalars,
                                            FoldStep step) {
  Location loc = op.getLoc();
  Expr count = indices.simplify(op.getTripCount());
  SmallVector<unsigned> shared = getSharedElements(op);
  SmallVector<Value> carried = {indices.emit(0)};
  llvm::append_range(carried, scalars);
  SmallVector<Type> carriedTypes(ValueRange(carried).getTypes());
  SmallVector<Type> testTypes = {builder.getI1Type()};
  SmallVector<Type> passedTypes = carriedTypes;
  for (unsigned i : shared) {
    testTypes.push_back(op.getElementArgs()[i].getType());
    passedTypes.push_back(op.getElementArgs()[i].getType());
  }
  auto loop = scf::WhileOp::create(builder, loc, passedTypes, carried);
  auto addBlock = [&](Region &region, TypeRange types) {
    builder.createBlock(&region, {}, types,
                        SmallVector<Location>(types.size(), loc));
    return region.getArguments();
  };
  OpBuilder::InsertionGuard guard(builder);

  auto before = addBlock(loop.getBefore(), carriedTypes);
  Value isInside =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                            before.front(), indices.emit(count));
  auto branch = scf::IfOp::create(builder, loc, testTypes, isInside,
                                  /*withElseRegion=*/true);
  SmallVector<Value> tested, outside;
  builder.setInsertionPointToStart(branch.thenBlock());
  if (failed(emitPredicate(op, before.front(), before.drop_front(), shared,
                           tested)))
    return failure();
  scf::YieldOp::create(builder, loc, tested);
  builder.setInsertionPointToStart(branch.elseBlock());
  for (Type type : testTypes)
    outside.push_back(
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type)));
  scf::YieldOp::create(builder, loc, outside);
  builder.setInsertionPointAfter(branch);
  SmallVector<Value> passed(before.begin(), before.end());
  llvm::append_range(passed, branch.getResults().drop_front());
  scf::ConditionOp::create(builder, loc, branch.getResult(0), passed);

  auto after = addBlock(loop.getAfter(), passedTypes);
  Expr index = indices.bind("k", after.front(), 0, count - 1);
  llvm::copy(after.slice(1, scalars.size()), scalars.begin());
  auto elements = after.drop_front(carried.size());
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    auto arg = op.getElementArgs().slice(i, 1);
    if (llvm::is_contained(shared, i)) {
      bindScalars(arg, elements.front());
      elements = elements.drop_front();
    } else if (failed(bindElements(op, input, arg, index))) {
      return failure();
    }
  }
  if (failed(step(index, scalars)))
    return failure();
  SmallVector<Value> next = {indices.emit(index + 1)};
  llvm::append_range(next, scalars);
  scf::YieldOp::create(builder, loc, next);
  llvm::copy(loop.getResults().slice(1, scalars.size()), scalars.begin());
  return success();
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::storeFold(FoldPattern fold,
                                        ArrayRef<Store> wanted) {
  indices.setLoc(fold.getLoc());
  // The steps of a reduction have one place for each accumulator; where else
  // its result goes, it is copied.
  SmallVector<Store> stores, copies;
  for (const Store &store : wanted) {
    bool isThere = llvm::any_of(
        stores, [&](const Store &other) { return other.first == store.first; });
    bool isCopy = isThere && isArray(store.first) && !isa<ScanOp>(*fold);
    (isCopy ? copies : stores).push_back(store);
  }
  // Every array accumulator needs a place, stored or not.
  SmallVector<Place> places;
  for (auto [i, result, arg] :
       llvm::enumerate(fold->getResults(), fold.getAccumulatorArgs())) {
    if (!isArray(arg))
      continue;
    auto it = llvm::find_if(
        stores, [&](const Store &store) { return store.first == result; });
    if (it == stores.end() && result.use_empty()) {
      FailureOr<Place> place = allocateFor(
          fold, result,
          getDefaultSpace(cast<ArrayType>(result.getType()), kPrivateLimit));
      if (failed(place))
        return failure();
      places.push_back(*place);
      stores.emplace_back(result, *place);
      continue;
    }
    if (it == stores.end()) {
      InFlightDiagnostic diag = fold->emitOpError("array accumulator #")
                                << i << " has no place";
      diag.attachNote() << "materialize result #" << i;
      return diag;
    }
    places.push_back(it->second);
  }
  Block *around = builder.getInsertionBlock();
  bool isConditional = false;
  auto emit = [&]() -> LogicalResult {
    isConditional = builder.getInsertionBlock() != around;
    if (auto scan = dyn_cast<ScanOp>(*fold))
      return emitScan(scan, stores, places);
    SmallVector<Value> scalars;
    if (failed(emitReduce(fold, places, scalars)))
      return failure();
    bindScalarResults(fold, scalars);
    for (const auto &[value, place] : stores)
      if (!isArray(value) && failed(storeScalar(fold, value, place)))
        return failure();
    for (const Store &copy : copies) {
      bindings[copy.first].place =
          llvm::find_if(stores, [&](const Store &store) {
            return store.first == copy.first;
          })->second;
      LogicalResult result = storeCopy(fold, copy.first, copy.second);
      bindings.erase(copy.first);
      if (failed(result))
        return failure();
    }
    return success();
  };
  if (findParallelMap(fold) || containsSharedStore(fold))
    return emit();
  if (failed(emitForOneWorkItem(getSmallestSpace(stores), emit)))
    return failure();
  // What only one work-item has computed, the others cannot use.
  if (isConditional)
    for (Value result : fold->getResults())
      bindings.erase(result);
  return success();
}

LogicalResult KernelLowering::emitScan(ScanOp scan, ArrayRef<Store> stores,
                                       ArrayRef<Place> places) {
  FailureOr<SmallVector<Value>> scalars = readScalars(scan, scan.getInits());
  if (failed(scalars))
    return failure();
  // The array accumulators are the element before `index`, or `inits`.
  auto bindArrays = [&](const Expr &index, OperandRange inits) {
    ArrayRef<Place> left = places;
    for (auto [arg, init] : llvm::zip_equal(scan.getAccumulatorArgs(), inits)) {
      if (!isArray(arg))
        continue;
      bindings[arg] = index.isConstant(0)
                          ? Binding{{}, {}, init, {}, {}}
                          : Binding{{}, left.front().at(index - 1), {}, {}, {}};
      left = left.drop_front();
    }
  };
  auto step = [&](const Expr &index,
                  SmallVectorImpl<Value> &carried) -> LogicalResult {
    bindArrays(index, scan.getInits());
    SmallVector<Store> inner;
    for (const auto &[value, place] : stores) {
      unsigned result = cast<OpResult>(value).getResultNumber();
      inner.emplace_back(scan.getYield()->getOperand(result), place.at(index));
    }
    return emitStep(scan, carried,
                    [&] { return storeAll(scan.getYield(), inner); });
  };
  if (places.empty())
    return emitFoldLoop(scan, 0, *scalars, step);
  if (failed(bindElements(scan, scan.getInputs(), scan.getElementArgs(), 0)) ||
      failed(step(0, *scalars)))
    return failure();
  return emitFoldLoop(scan, 1, *scalars, step);
}

LogicalResult KernelLowering::emitReduce(FoldPattern fold,
                                         ArrayRef<Place> places,
                                         SmallVectorImpl<Value> &scalars) {
  indices.setLoc(fold.getLoc());
  SmallVector<Store> inits;
  ArrayRef<Place> left = places;
  for (auto [init, arg] :
       llvm::zip_equal(fold.getInits(), fold.getAccumulatorArgs())) {
    if (!isArray(arg))
      continue;
    // An accumulator that lives where its initial value does is there already.
    auto it = bindings.find(init);
    if (it == bindings.end() || !it->second.place ||
        it->second.place->buffer != left.front().buffer)
      inits.emplace_back(init, left.front());
    left = left.drop_front();
  }
  if (failed(storeAll(fold, inits)))
    return failure();
  // From the second step on, an accumulator around that has the same place has
  // lost its value.
  for (const Place &place : places)
    for (Watch &watch : watches)
      watch.isOverwritten |= watch.buffer == place.buffer.get();
  for (auto [arg, place] :
       llvm::zip(llvm::make_filter_range(fold.getAccumulatorArgs(), isArray),
                 places)) {
    bindings[arg] = Binding{{}, place, {}, {}, unsigned(watches.size())};
    watches.emplace_back().buffer = place.buffer.get();
  }
  FailureOr<SmallVector<Value>> first = readScalars(fold, fold.getInits());
  if (failed(first))
    return failure();
  scalars = std::move(*first);
  auto step = [&](const Expr &, SmallVectorImpl<Value> &carried) {
    return emitStep(fold, carried, [&] {
      return places.empty() ? success() : storeStep(fold, places);
    });
  };
  if (auto whileOp = dyn_cast<ReduceWhileOp>(*fold))
    return emitWhileLoop(whileOp, scalars, step);
  return emitFoldLoop(fold, 0, scalars, step);
}

LogicalResult KernelLowering::storeStep(FoldPattern fold,
                                        ArrayRef<Place> places) {
  SmallVector<Store> stores;
  SmallVector<Value> yielded;
  for (Value value : fold.getYield()->getOperands())
    if (isa<ArrayType>(value.getType()))
      yielded.push_back(value);
  for (auto [value, place] : llvm::zip_equal(yielded, places))
    stores.emplace_back(value, place);

  // The step is written as if in place; if it turns out to read an element
  // other than the one that it writes next, or one that it has written, it is
  // erased and written again through a temporary.
  Block *block = builder.getInsertionBlock();
  auto point = builder.getInsertionPoint();
  // At the start of a kernel are its ids, which stay.
  Operation *last = point == block->begin() ? indices.emit(0).getDefiningOp()
                                            : &*std::prev(point);
  BlockArgument firstArray = *llvm::find_if(fold.getAccumulatorArgs(), isArray);
  unsigned firstWatch = *bindings[firstArray].accumulator;
  // What the body has stored elsewhere is read by now.
  for (unsigned i = 0; i < places.size(); ++i)
    watches[firstWatch + i].reads.clear();
  DenseMap<Value, Binding> before = bindings;
  if (failed(storeAll(fold.getYield(), stores)))
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
  assert(builder.getInsertionBlock() == block);
  while (&*std::prev(builder.getInsertionPoint()) != last)
    std::prev(builder.getInsertionPoint())->erase();
  bindings = before;
  SmallVector<Store> temporaries;
  for (auto [value, place] : llvm::zip_equal(yielded, places)) {
    FailureOr<Place> temporary = allocateFor(fold, value, place.buffer->space);
    if (failed(temporary))
      return failure();
    temporaries.emplace_back(value, *temporary);
  }
  if (failed(storeAll(fold.getYield(), temporaries)))
    return failure();
  for (unsigned i = 0; i < places.size(); ++i) {
    Value value = yielded[i];
    bindings[value] = Binding{{}, temporaries[i].second, {}, {}, {}};
    if (failed(storeCopy(fold, value, places[i])))
      return failure();
  }
  return success();
}
