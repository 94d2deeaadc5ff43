//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file builds reductions and scans: see PatternLowering.h.
//
// Scalar accumulators are carried by the loop. An array accumulator of a
// reduction lives where its result is stored, and is a state of the loop. That
// of a scan is the element of the result before the one that a step stores; the
// first step, which starts from the initial values, stands before the loop.
// Bins are a state of which a step reads and writes one element, in place.
//
//===----------------------------------------------------------------------===//

#include "PatternLowering.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::lower_patterns;

static bool isArray(Value value) { return isa<ArrayType>(value.getType()); }

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// The first of the materializes that store the arrays of a fold where it
/// stands; null if one of them is stored elsewhere.
static MaterializeOp getFirstMaterialize(FoldPattern fold) {
  MaterializeOp first;
  for (Value value : fold->getResults()) {
    if (!isArray(value))
      continue;
    auto materialize = value.hasOneUse()
                           ? dyn_cast<MaterializeOp>(*value.user_begin())
                           : MaterializeOp();
    if (!materialize || materialize->getBlock() != fold->getBlock())
      return {};
    if (!first || materialize->isBeforeInBlock(first))
      first = materialize;
  }
  return first;
}

LogicalResult PatternLowering::lowerFold(FoldPattern fold) {
  if (llvm::none_of(fold->getResults(), isArray))
    return lowerReduce(fold, {});
  // With arrays, a fold runs where they are stored. What follows may use its
  // scalars, so that the arrays are stored at once if they can be.
  for (Value value : fold->getResults())
    bindings.erase(value);
  bool isArrayUsed = llvm::any_of(fold->getResults(), [](Value value) {
    return isArray(value) && !value.use_empty();
  });
  if (!isArrayUsed && !isa<ScanOp>(*fold))
    return storeFold(fold, {});
  if (MaterializeOp first = getFirstMaterialize(fold))
    if (mixesAccumulators(fold))
      return lowerMaterialize(first);
  return success();
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> PatternLowering::readScalars(Operation *at,
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

void PatternLowering::bindScalars(ValueRange values, ValueRange scalars) {
  for (Value value : values)
    if (!isArray(value)) {
      bindings[value] = Binding::toScalar(scalars.front());
      scalars = scalars.drop_front();
    }
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<PatternLowering::State>>
PatternLowering::createStates(FoldPattern fold, ArrayRef<Place> places) {
  SmallVector<State> states;
  SmallVector<Store> inits;
  for (Value init : fold.getInits()) {
    if (!isArray(init))
      continue;
    const Place &place = places[states.size()];
    // An accumulator that lives where its initial value does is there already.
    auto it = bindings.find(init);
    if (it == bindings.end() || !(it->second.place == place))
      inits.emplace_back(init, place);
    states.push_back({init.getType(), place, place.getBuffer()});
  }
  if (failed(storeAll(fold, inits)))
    return failure();
  for (State &state : states) {
    if (state.place.isWholeBuffer())
      continue;
    auto type = loop::BufferType::get(state.type, state.place.getSpace());
    SmallVector<Expr> path;
    std::map<std::string, Expr> symbols;
    for (const Expr &size : type.getSizeExprs()) {
      path.push_back(indices.bindBelow(Value(), size));
      symbols[*path.back().getName()] = loop::getDimSymbol(symbols.size());
    }
    if (VectorType vector = type.getVectorType())
      path.push_back(indices.bindLanes(vector).symbol);
    WritePath target;
    bool isComputed = indices.asksForUnbound(
        [&] { target = state.place.resolve(path, indices); });
    bool hasWholeVectors = !type.getVectorType() ||
                           indices.simplify(target.path.back()) == path.back();
    if (isComputed || !indices.getOpenTests(target.guards).empty() ||
        !hasWholeVectors) {
      InFlightDiagnostic diag = fold->emitOpError(
          "has an accumulator that is stored only in part, as other vectors, "
          "or at computed indices");
      diag.attachNote() << "materialize the result of the reduction before it "
                           "is cut, regrouped or scattered";
      return diag;
    }
    if (type.getVectorType())
      target.path.pop_back();
    AttachedExprs attached = indices.attach(target.path, symbols);
    state.buffer =
        loop::ViewOp::create(builder, fold.getLoc(), type, state.buffer,
                             attached.operands, attached.exprs);
  }
  return states;
}

SmallVector<PatternLowering::Store>
PatternLowering::bindStates(FoldPattern fold, ValueRange buffers) {
  SmallVector<Store> stores;
  for (auto [accumulator, yielded] : llvm::zip_equal(
           fold.getAccumulatorArgs(), fold.getYield()->getOperands())) {
    if (!isArray(accumulator))
      continue;
    bindings[accumulator] = Binding::toPlace(Place(buffers[0]));
    stores.emplace_back(yielded, Place(buffers[1]));
    buffers = buffers.drop_front(2);
  }
  return stores;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>>
PatternLowering::lowerStep(FoldPattern fold, ArrayRef<Store> stores) {
  // Scalars are computed where they stand, but those of a fold with arrays
  // where these are stored.
  if (failed(lowerStatements(fold.getStep().front())) ||
      failed(storeAll(fold.getYield(), SmallVector<Store>(stores))))
    return failure();
  return readScalars(fold, fold.getYield()->getOperands());
}

/// The arguments of a loop's body, or test: the number of the trip, scalars,
/// and buffers.
static void addArguments(Block &block, Location loc, ValueRange scalars,
                         TypeRange buffers) {
  block.addArgument(IndexType::get(loc.getContext()), loc);
  for (Value scalar : scalars)
    block.addArgument(scalar.getType(), loc);
  for (Type type : buffers)
    block.addArgument(type, loc);
}

/// The types of the current and next state of each.
template <typename States>
static SmallVector<Type> getPairTypes(const States &states) {
  SmallVector<Type> types;
  for (const auto &state : states)
    types.append(2, state.buffer.getType());
  return types;
}

template <typename States>
static SmallVector<Value> getBuffers(const States &states) {
  return llvm::map_to_vector(states,
                             [](const auto &state) { return state.buffer; });
}

FailureOr<loop::ForOp> PatternLowering::createStepLoop(FoldPattern fold,
                                                       int64_t first,
                                                       ValueRange scalars,
                                                       ArrayRef<State> states,
                                                       StepBody body) {
  Location loc = fold.getLoc();
  indices.setLoc(loc);
  Expr count = indices.simplify(fold.getTripCount());
  AttachedExprs bounds = indices.attach({Expr(first), count});
  auto loop = loop::ForOp::create(builder, loc, bounds.operands, bounds.exprs,
                                  scalars, getBuffers(states));
  Block &block = loop.getBody().emplaceBlock();
  addArguments(block, loc, scalars, getPairTypes(states));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&block);
  FailureOr<SmallVector<Value>> next =
      body(loop, indices.bind(loop.getInductionVar(), first, count - 1));
  if (failed(next))
    return failure();
  loop::YieldOp::create(builder, loc, *next);
  return loop;
}

FailureOr<loop::ForOp> PatternLowering::createFoldLoop(FoldPattern fold,
                                                       int64_t first,
                                                       ValueRange scalars,
                                                       ArrayRef<State> states,
                                                       StepBody body) {
  return createStepLoop(
      fold, first, scalars, states,
      [&](loop::ForOp loop,
          const Expr &index) -> FailureOr<SmallVector<Value>> {
        if (auto unroll = fold->getAttrOfType<IntegerAttr>("unroll"))
          loop.setUnrollAttr(unroll);
        if (auto reduce = dyn_cast<ReduceOp>(*fold))
          loop.setWidthAttr(reduce.getVectorWidthAttr());
        bindScalars(fold.getAccumulatorArgs(), ValueRange(loop.getCarried()));
        if (failed(bindElements(fold, fold.getInputs(), fold.getElementArgs(),
                                index)))
          return failure();
        return body(loop, index);
      });
}

LogicalResult PatternLowering::lowerReduce(FoldPattern fold,
                                           ArrayRef<Place> places) {
  indices.setLoc(fold.getLoc());
  FailureOr<SmallVector<State>> states = createStates(fold, places);
  if (failed(states))
    return failure();
  if (auto scatter = dyn_cast<ScatterReduceOp>(*fold))
    return lowerScatterReduce(scatter, *states);
  FailureOr<SmallVector<Value>> scalars = readScalars(fold, fold.getInits());
  if (failed(scalars))
    return failure();
  if (auto whileOp = dyn_cast<ReduceWhileOp>(*fold)) {
    FailureOr<loop::WhileOp> loop = createWhileLoop(whileOp, *scalars, *states);
    if (failed(loop))
      return failure();
    bindScalars(fold->getResults(), loop->getResults());
    return success();
  }
  FailureOr<loop::ForOp> loop = createFoldLoop(
      fold, /*first=*/0, *scalars, *states,
      [&](loop::ForOp loop, const Expr &) {
        ValueRange arguments = loop.getBody().getArguments();
        return lowerStep(
            fold, bindStates(fold, arguments.drop_front(1 + scalars->size())));
      });
  if (failed(loop))
    return failure();
  bindScalars(fold->getResults(), loop->getResults());
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions that stop early
//===----------------------------------------------------------------------===//

/// The scalar elements that predicate and step both use.
static SmallVector<unsigned> getSharedElements(ReduceWhileOp fold) {
  SmallVector<unsigned> shared;
  for (auto [i, arg] : llvm::enumerate(fold.getElementArgs()))
    if (!isArray(arg) && !arg.use_empty() &&
        !fold.getPredicate().getArgument(i).use_empty())
      shared.push_back(i);
  return shared;
}

LogicalResult PatternLowering::lowerTest(ReduceWhileOp fold, loop::WhileOp loop,
                                         ArrayRef<State> states,
                                         ArrayRef<unsigned> shared) {
  OpBuilder::InsertionGuard guard(builder);
  Block &block = loop.getTest().emplaceBlock();
  addArguments(block, fold.getLoc(), loop.getInits(),
               ValueRange(getBuffers(states)).getTypes());
  builder.setInsertionPointToStart(&block);
  size_t numInputs = fold.getInputs().size();
  auto elements = fold.getPredicate().getArguments().take_front(numInputs);
  auto accumulators = fold.getPredicate().getArguments().drop_front(numInputs);
  ValueRange arguments = ValueRange(block.getArguments()).drop_front();
  bindScalars(accumulators, arguments.take_front(loop.getInits().size()));
  ValueRange currents = arguments.drop_front(loop.getInits().size());
  for (BlockArgument accumulator : accumulators)
    if (isArray(accumulator)) {
      bindings[accumulator] = Binding::toPlace(Place(currents.front()));
      currents = currents.drop_front();
    }
  Expr index = indices.bindBelow(block.getArgument(0), fold.getTripCount());
  if (failed(bindElements(fold, fold.getInputs(), elements, index)) ||
      failed(lowerStatements(fold.getPredicate().front())))
    return failure();
  FailureOr<Value> condition = readScalar(fold, fold.getCondition());
  if (failed(condition))
    return failure();
  SmallVector<Value> passed = llvm::map_to_vector(
      shared, [&](unsigned i) { return bindings[elements[i]].scalar; });
  loop::ConditionOp::create(builder, fold.getLoc(), *condition, passed);
  return success();
}

LogicalResult PatternLowering::lowerWhileStep(ReduceWhileOp fold,
                                              loop::WhileOp loop,
                                              ArrayRef<State> states,
                                              ArrayRef<unsigned> shared) {
  OpBuilder::InsertionGuard guard(builder);
  Block &block = loop.getBody().emplaceBlock();
  addArguments(block, fold.getLoc(), loop.getInits(), getPairTypes(states));
  SmallVector<Value> passed;
  for (unsigned i : shared)
    passed.push_back(
        block.addArgument(fold.getElementArgs()[i].getType(), fold.getLoc()));
  builder.setInsertionPointToStart(&block);
  ValueRange arguments = ValueRange(block.getArguments()).drop_front();
  bindScalars(fold.getAccumulatorArgs(), arguments);
  Expr index = indices.bindBelow(block.getArgument(0), fold.getTripCount());
  for (auto [i, input] : llvm::enumerate(fold.getInputs())) {
    auto arg = fold.getElementArgs().slice(i, 1);
    const unsigned *place = llvm::find(shared, i);
    if (place != shared.end())
      bindings[arg.front()] = Binding::toScalar(passed[place - shared.begin()]);
    else if (failed(bindElements(fold, input, arg, index)))
      return failure();
  }
  FailureOr<SmallVector<Value>> next = lowerStep(
      fold, bindStates(fold, arguments.drop_front(loop.getInits().size())));
  if (failed(next))
    return failure();
  loop::YieldOp::create(builder, fold.getLoc(), *next);
  return success();
}

FailureOr<loop::WhileOp>
PatternLowering::createWhileLoop(ReduceWhileOp fold, ValueRange scalars,
                                 ArrayRef<State> states) {
  AttachedExprs bounds = indices.attach(fold.getTripCount());
  auto loop = loop::WhileOp::create(builder, fold.getLoc(), scalars.getTypes(),
                                    bounds.operands, scalars,
                                    getBuffers(states), bounds.exprs);
  SmallVector<unsigned> shared = getSharedElements(fold);
  if (failed(lowerTest(fold, loop, states, shared)) ||
      failed(lowerWhileStep(fold, loop, states, shared)))
    return failure();
  return loop;
}

//===----------------------------------------------------------------------===//
// Bins
//===----------------------------------------------------------------------===//

LogicalResult PatternLowering::lowerBin(ScatterReduceOp op, loop::ForOp loop,
                                        const Expr &trip, const Expr &bin) {
  auto states = loop.getBody().getArguments().drop_front();
  SmallVector<Store> stores;
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    // For the step, the bins are what is stored so far.
    bindings[result] = Binding::toPlace(Place(states[2 * i]));
    FailureOr<Value> scalar = read(op, result, bin);
    bindings.erase(result);
    if (failed(scalar))
      return failure();
    bindings[op.getAccumulatorArgs()[i]] = Binding::toScalar(*scalar);
    stores.emplace_back(op.getYield()->getOperand(i),
                        Place(states[2 * i + 1]).at(bin));
  }
  return failure(failed(bindElements(op, op.getInputs().drop_front(),
                                     op.getElementArgs().drop_front(), trip)) ||
                 failed(lowerStatements(op.getBody().front())) ||
                 failed(storeAll(op.getYield(), std::move(stores))));
}

/// The value that an operation combines with any other to that.
static Value createNeutral(OpBuilder &builder, Location loc,
                           arith::AtomicRMWKind kind, Type type) {
  // The sum of -0 and 0 would be 0.
  if (kind == arith::AtomicRMWKind::addf)
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, -0.0));
  return arith::getIdentityValue(kind, type, builder, loc);
}

LogicalResult PatternLowering::lowerSharedBin(ScatterReduceOp op,
                                              ArrayRef<State> states,
                                              const Expr &trip,
                                              const Expr &bin) {
  // What a step makes of a neutral value is what it combines a bin with.
  Location loc = op.getLoc();
  auto kinds = *op.getAtomicUpdates();
  for (auto [accumulator, kind] :
       llvm::zip_equal(op.getAccumulatorArgs(), kinds))
    bindings[accumulator] = Binding::toScalar(
        createNeutral(builder, loc, kind, accumulator.getType()));
  if (failed(bindElements(op, op.getInputs().drop_front(),
                          op.getElementArgs().drop_front(), trip)) ||
      failed(lowerStatements(op.getBody().front())))
    return failure();
  AttachedExprs path = indices.attach({bin});
  for (auto [state, kind, next] :
       llvm::zip_equal(states, kinds, op.getYield()->getOperands())) {
    FailureOr<Value> term = readScalar(op, next);
    if (failed(term))
      return failure();
    loop::StoreOp::create(builder, loc, *term, state.buffer, path.operands,
                          path.exprs)
        .setAtomic(kind);
  }
  return success();
}

/// Reports bins of a mapped histogram that work-items do not share.
static LogicalResult checkAreShared(ScatterReduceOp op, Value bins) {
  if (cast<loop::BufferType>(bins.getType()).getSpace() !=
      AddressSpace::Private)
    return success();
  InFlightDiagnostic diag = op.emitOpError(
      "is mapped, but has bins in the private memory of a work-item");
  diag.attachNote()
      << "materialize the initial bins, and the results, in local "
         "memory";
  return diag;
}

LogicalResult PatternLowering::lowerScatterReduce(ScatterReduceOp op,
                                                  ArrayRef<State> states) {
  Location loc = op.getLoc();
  const bool isMapped = op.getMapping().has_value();
  if (isMapped)
    for (const State &state : states)
      if (failed(checkAreShared(op, state.buffer)))
        return failure();
  FailureOr<loop::ForOp> loop = createStepLoop(
      op, /*first=*/0, /*scalars=*/{}, isMapped ? ArrayRef<State>() : states,
      [&](loop::ForOp loop, const Expr &trip) -> FailureOr<SmallVector<Value>> {
        FailureOr<Value> number = read(op, op.getBinIndices(), trip);
        if (failed(number))
          return failure();
        bindings[op.getElementArgs().front()] = Binding::toScalar(*number);
        IndexTest test{indices.defineTested(*number), 0, op.getNumBins()};
        loop::IfOp branch = createBranch(loc, test, TypeRange());
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToStart(&branch.getThenRegion().front());
        Expr bin = narrowTested(test.index, test).front();
        if (failed(isMapped ? lowerSharedBin(op, states, trip, bin)
                            : lowerBin(op, loop, trip, bin)))
          return failure();
        loop::YieldOp::create(builder, loc, ValueRange());
        return SmallVector<Value>();
      });
  if (failed(loop))
    return failure();
  if (isMapped) {
    loop->setMapAttr(builder.getStringAttr("bins"));
    loop->setMappingAttr(op.getMappingAttr());
  } else {
    // A step overwrites the one element that it has read.
    loop->setInPlace(true);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

Place PatternLowering::allocateUnused(Value array) {
  AddressSpace space =
      getDefaultSpace(cast<ArrayType>(array.getType()), kPrivateLimit);
  return Place(loop::AllocOp::create(
      builder, array.getLoc(), loop::BufferType::get(array.getType(), space)));
}

Place PatternLowering::placeAccumulator(FoldPattern fold, OpResult result) {
  auto init =
      fold.getInits()[result.getResultNumber()].getDefiningOp<MaterializeOp>();
  bool isOwned =
      init && init->hasOneUse() && init->getBlock() == fold->getBlock();
  auto it = isOwned ? bindings.find(init) : bindings.end();
  return it != bindings.end() && it->second.place
             ? Place(it->second.place->getBuffer())
             : allocateUnused(result);
}

/// Whether the buffer of a place has the elements of the array, and not vectors
/// of its numbers, or numbers of its vectors.
static bool hasElementsOf(const Place &place, Value array) {
  return cast<loop::BufferType>(place.getBuffer().getType()).getElementType() ==
         cast<ArrayType>(array.getType()).getElementType();
}

LogicalResult PatternLowering::storeFold(FoldPattern fold,
                                         ArrayRef<Store> stores) {
  indices.setLoc(fold.getLoc());
  if (auto scan = dyn_cast<ScanOp>(*fold))
    return lowerScan(scan, stores);
  // Every array accumulator needs a place, stored or not: that of its result,
  // if its elements stand there as they are.
  SmallVector<Place> places;
  DenseMap<Value, const Store *> owners;
  for (OpResult result : fold->getResults()) {
    if (!isArray(result))
      continue;
    auto it = llvm::find_if(stores, [&](const Store &store) {
      return store.first == Value(result) &&
             hasElementsOf(store.second, result);
    });
    if (it == stores.end()) {
      places.push_back(placeAccumulator(fold, result));
    } else {
      places.push_back(it->second);
      owners[result] = it;
    }
  }
  if (failed(lowerReduce(fold, places)))
    return failure();
  auto arrays = llvm::make_filter_range(fold->getResults(), isArray);
  for (auto [array, accumulator] : llvm::zip_equal(arrays, places)) {
    bindings[array] = Binding::toPlace(accumulator);
    for (const Store &store : stores)
      if (store.first == array && owners.lookup(array) != &store &&
          failed(storeCopy(fold, array, store.second)))
        return failure();
    bindings.erase(array);
  }
  for (const auto &[value, place] : stores)
    if (!isArray(value) && failed(storeScalar(fold, value, place)))
      return failure();
  return success();
}

LogicalResult PatternLowering::lowerScan(ScanOp scan, ArrayRef<Store> stores) {
  FailureOr<SmallVector<Value>> scalars = readScalars(scan, scan.getInits());
  if (failed(scalars))
    return failure();
  // The places of the array accumulators that steps read: those of what each
  // step stores; of a result that nobody uses, only the last step's.
  SmallVector<std::pair<BlockArgument, Place>> histories;
  SmallVector<BlockArgument> unused;
  SmallVector<State> states;
  for (auto [init, result, accumulator] : llvm::zip_equal(
           scan.getInits(), scan.getResults(), scan.getAccumulatorArgs())) {
    if (!isArray(accumulator) || accumulator.use_empty())
      continue;
    auto it = llvm::find_if(stores, [&](const Store &store) {
      return store.first == Value(result);
    });
    if (it != stores.end()) {
      histories.emplace_back(accumulator, it->second);
      continue;
    }
    Place place = allocateUnused(init);
    unused.push_back(accumulator);
    states.push_back({init.getType(), place, place.getBuffer()});
  }
  auto getNumber = [&](BlockArgument accumulator) {
    return accumulator.getArgNumber() - scan.getInputs().size();
  };
  auto step = [&](const Expr &index, ArrayRef<Value> nextStates) {
    // The first step and the others are written each by itself.
    forget(scan.getStep());
    SmallVector<Store> inner;
    for (const auto &[value, place] : stores)
      inner.emplace_back(
          scan.getYield()->getOperand(cast<OpResult>(value).getResultNumber()),
          place.at(index));
    for (auto [accumulator, buffer] : llvm::zip_equal(unused, nextStates))
      inner.emplace_back(scan.getYield()->getOperand(getNumber(accumulator)),
                         Place(buffer));
    return lowerStep(scan, inner);
  };
  int64_t first = 0;
  if (!histories.empty() || !states.empty()) {
    auto bindInitial = [&](BlockArgument accumulator) {
      bindings[accumulator] =
          Binding::toValue(scan.getInits()[getNumber(accumulator)]);
    };
    for (const auto &[accumulator, place] : histories)
      bindInitial(accumulator);
    llvm::for_each(unused, bindInitial);
    bindScalars(scan.getAccumulatorArgs(), *scalars);
    if (failed(bindElements(scan, scan.getInputs(), scan.getElementArgs(), 0)))
      return failure();
    scalars = step(0, getBuffers(states));
    if (failed(scalars))
      return failure();
    first = 1;
  }
  return createFoldLoop(
      scan, first, *scalars, states, [&](loop::ForOp loop, const Expr &index) {
        for (const auto &[accumulator, place] : histories)
          bindings[accumulator] = Binding::toPlace(place.at(index - 1));
        ValueRange buffers =
            loop.getBody().getArguments().drop_front(1 + scalars->size());
        SmallVector<Value> next;
        for (auto [number, accumulator] : llvm::enumerate(unused)) {
          bindings[accumulator] = Binding::toPlace(Place(buffers[2 * number]));
          next.push_back(buffers[2 * number + 1]);
        }
        return step(index, next);
      });
}
