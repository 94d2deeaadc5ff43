//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file builds kernels, statements and stores: see PatternLowering.h.
//
//===----------------------------------------------------------------------===//

#include "PatternLowering.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::lower_patterns;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

PatternLowering::PatternLowering(KernelOp kernel, OpBuilder &builder,
                                 Assumptions facts, const MapNames &mapNames,
                                 bool simplifyIndices)
    : kernel(kernel), builder(builder), mapNames(mapNames),
      indices(*this, builder, std::move(facts), simplifyIndices) {}

Value PatternLowering::getInput(Value value) {
  Value &argument = inputs[value];
  if (argument)
    return argument;
  unsigned number = result.getInputs().size();
  argument = result.getBody().insertArgument(
      number, loop::KernelOp::getInputArgType(value), value.getLoc());
  result.getInputsMutable().append(value);
  return argument;
}

FailureOr<loop::KernelOp> PatternLowering::lower(ArrayRef<ResultArray> arrays) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(kernel);
  SmallVector<Type> types(kernel.getResultTypes());
  SmallVector<Value> destinations;
  SmallVector<int64_t> writtenInto;
  for (auto [number, array] : llvm::enumerate(arrays)) {
    if (!array.views.empty())
      types[number] = array.views.back().first->getResult(0).getType();
    if (!array.written)
      continue;
    destinations.push_back(array.written);
    writtenInto.push_back(number);
  }
  result = loop::KernelOp::create(
      builder, kernel.getLoc(), types, kernel.getKernelNameAttr(),
      /*inputs=*/ValueRange(), destinations,
      builder.getDenseI64ArrayAttr(writtenInto), kernel.getLocalSizeAttr(),
      kernel.getGlobalSizeAttr(),
      /*facts=*/builder.getArrayAttr({}),
      /*sentences=*/builder.getArrayAttr({}),
      /*fact_locations=*/ArrayAttr());
  Block &body = result.getBody().emplaceBlock();
  builder.setInsertionPointToStart(&body);
  SmallVector<Store> stores;
  for (auto [number, value] :
       llvm::enumerate(kernel.getYield().getOperands())) {
    Place place(body.addArgument(
        loop::BufferType::get(types[number], AddressSpace::Global),
        value.getLoc()));
    if (!arrays.empty()) {
      for (auto [view, source] : llvm::reverse(arrays[number].views))
        place = place.through(view, source);
      if (Value bins = arrays[number].bins)
        bindings[bins] = Binding::toPlace(place);
    }
    stores.emplace_back(value, place);
  }
  if (failed(lowerStatements(kernel.getBody().front())) ||
      failed(storeAll(kernel, stores)) || failed(checkStored())) {
    result.erase();
    return failure();
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

static LogicalResult refuseInKernel(Operation &op) {
  InFlightDiagnostic diag = op.emitOpError("cannot be lowered inside a kernel");
  if (isa<CallOpInterface>(op))
    diag.attachNote() << "call functions on numbers by lift.call";
  else if (op.getName().getDialectNamespace() == "scf")
    diag.attachNote() << "choose values by arith.select, and write loops as "
                         "patterns";
  else
    diag.attachNote() << "run lift-normalize first; only arith, math, vector "
                         "and lift operations can stand in a kernel";
  return diag;
}

LogicalResult PatternLowering::lowerStatements(Block &block) {
  for (Operation &op : block) {
    indices.setLoc(op.getLoc());
    LogicalResult status = success();
    if (isScalarOp(&op)) {
      status = lowerScalarOp(&op);
    } else if (auto fold = dyn_cast<FoldPattern>(op)) {
      status = lowerFold(fold);
    } else if (auto materialize = dyn_cast<MaterializeOp>(op)) {
      // Another result of the same operation may have brought it along.
      if (!bindings.count(materialize) || !bindings[materialize].place)
        status = lowerMaterialize(materialize);
    } else if (auto at = dyn_cast<AtOp>(op);
               at && !isa<ArrayType>(at.getType())) {
      status = lowerElement(at);
    } else if (!isVirtual(&op) && !isa<MapOp, YieldOp>(op)) {
      return refuseInKernel(op);
    }
    if (failed(status))
      return failure();
  }
  return success();
}

LogicalResult PatternLowering::lowerScalarOp(Operation *op) {
  if (auto size = dyn_cast<SizeOp>(op)) {
    bindings[size] =
        Binding::toScalar(indices.emit(size.getValue().getValue()));
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
  for (auto [old, value] :
       llvm::zip_equal(op->getResults(), clone->getResults()))
    bindings[old] = Binding::toScalar(value);
  return success();
}

LogicalResult PatternLowering::lowerElement(AtOp op) {
  bindings.erase(op);
  FailureOr<Value> scalar = readScalar(op, op);
  if (failed(scalar))
    return failure();
  bindings[op] = Binding::toScalar(*scalar);
  return success();
}

LogicalResult PatternLowering::lowerMaterialize(MaterializeOp op) {
  SmallVector<MaterializeOp> group = getStoredTogether(op);
  SmallVector<Store> stores;
  for (MaterializeOp member : group) {
    auto owned = bindings.find(getOwnedInit(member));
    if (owned != bindings.end() && owned->second.place) {
      stores.emplace_back(member.getInput(),
                          Place(owned->second.place->getBuffer()));
      continue;
    }
    auto buffer = loop::AllocOp::create(
        builder, member.getLoc(),
        loop::BufferType::get(member.getType(), member.getSpace()),
        member.getPadAttr(), member.getBuffersAttr());
    stores.emplace_back(member.getInput(), Place(buffer));
  }
  SmallVector<Place> places = llvm::map_to_vector(
      stores, [](const Store &store) { return store.second; });
  if (failed(storeAll(op, std::move(stores))))
    return failure();
  for (auto [member, place] : llvm::zip_equal(group, places))
    bindings[member] = Binding::toPlace(place);
  return success();
}

LogicalResult PatternLowering::bindElements(Operation *at, ValueRange inputs,
                                            Block::BlockArgListType args,
                                            const Expr &index) {
  for (auto [input, arg] : llvm::zip_equal(inputs, args)) {
    bindings[arg] = Binding::toElement(input, index);
    // A scalar element is read once, here, however often it is used.
    if (isa<ArrayType>(arg.getType()) || arg.use_empty())
      continue;
    FailureOr<Value> scalar = read(at, input, index);
    if (failed(scalar))
      return failure();
    bindings[arg] = Binding::toScalar(*scalar);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Values into places
//===----------------------------------------------------------------------===//

LogicalResult PatternLowering::storeAll(Operation *at,
                                        SmallVector<Store> stores) {
  // Views are crossed first, to see which values one operation computes.
  llvm::MapVector<Operation *, SmallVector<Store>> groups;
  for (size_t i = 0; i < stores.size(); ++i) {
    auto [value, place] = stores[i];
    auto binding = bindings.find(value);
    if (!isa<ArrayType>(value.getType())) {
      // A scalar that is reduced along with arrays is known when they are.
      auto fold = value.getDefiningOp<FoldPattern>();
      if (fold && mixesAccumulators(fold) && binding == bindings.end() &&
          kernel->isAncestor(fold))
        groups[fold].emplace_back(value, place);
      else if (failed(storeScalar(at, value, place)))
        return failure();
      continue;
    }
    bool isBound = binding != bindings.end() && binding->second.place;
    Operation *op = isBound ? nullptr : value.getDefiningOp();
    auto view = dyn_cast_or_null<ViewOpInterface>(op);
    if (view && isWritable(view)) {
      for (auto [k, source] : llvm::enumerate(view.getViewSources()))
        stores.emplace_back(source, place.through(view, k));
    } else if (isa_and_present<MapOp, FoldPattern>(op)) {
      groups[op].emplace_back(value, place);
    } else if (failed(storeCopy(at, value, place))) {
      return failure();
    }
  }
  for (auto &[computation, group] : groups) {
    auto map = dyn_cast<MapOp>(computation);
    LogicalResult status =
        map ? storeMap(map, group)
            : storeFold(cast<FoldPattern>(computation), group);
    if (failed(status))
      return failure();
  }
  return success();
}

LogicalResult PatternLowering::createLoop(Location loc, const Expr &count,
                                          MapOp map, LoopBody body) {
  indices.setLoc(loc);
  AttachedExprs bounds = indices.attach({Expr(0), count});
  auto loop = loop::ForOp::create(builder, loc, bounds.operands, bounds.exprs);
  if (map && !mapUses.isInReadBody) {
    mapUses.stored.insert(map);
    loop.setMapAttr(mapNames.lookup(map));
    loop.setMappingAttr(map.getMappingAttr());
  }
  if (map) {
    loop.setUnrollAttr(map.getUnrollAttr());
    loop.setWidthAttr(map.getVectorWidthAttr());
  }
  Block &block = loop.getBody().emplaceBlock();
  block.addArgument(builder.getIndexType(), loc);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&block);
  if (failed(body(indices.bindBelow(loop.getInductionVar(), count))))
    return failure();
  loop::YieldOp::create(builder, loc, ValueRange());
  return success();
}

LogicalResult PatternLowering::storeMap(MapOp map, ArrayRef<Store> stores) {
  return createLoop(
      map.getLoc(), map.getTripCount(), map,
      [&](const Expr &index) -> LogicalResult {
        // Another of its results may have been stored elsewhere before.
        forget(map.getBody());
        if (failed(bindElements(map, map.getInputs(),
                                map.getBody().getArguments(), index)) ||
            failed(lowerStatements(map.getBody().front())))
          return failure();
        SmallVector<Store> inner;
        for (const auto &[value, place] : stores) {
          unsigned number = cast<OpResult>(value).getResultNumber();
          inner.emplace_back(map.getYield().getOperand(number),
                             place.at(index));
        }
        return storeAll(map.getYield(), inner);
      });
}

LogicalResult PatternLowering::storeCopy(Operation *at, Value value,
                                         const Place &place) {
  auto type = cast<ArrayType>(value.getType());
  SmallVector<Expr> path;
  std::function<LogicalResult()> copy = [&]() -> LogicalResult {
    if (path.size() == type.getRank()) {
      FailureOr<Value> element = read(at, value, path);
      if (failed(element))
        return failure();
      Place target = place;
      for (const Expr &index : path)
        target = target.at(index);
      return store(at, *element, target);
    }
    return createLoop(at->getLoc(), type.getSize(path.size()), MapOp(),
                      [&](const Expr &index) {
                        path.push_back(index);
                        LogicalResult status = copy();
                        path.pop_back();
                        return status;
                      });
  };
  return copy();
}

LogicalResult PatternLowering::storeScalar(Operation *at, Value value,
                                           const Place &place) {
  FailureOr<Value> scalar = readScalar(at, value);
  if (failed(scalar))
    return failure();
  return store(at, *scalar, place);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

loop::IfOp PatternLowering::createBranch(Location loc,
                                         ArrayRef<IndexTest> tests,
                                         TypeRange results) {
  SmallVector<Expr> exprs;
  for (const IndexTest &test : tests)
    llvm::append_values(exprs, test.lower, test.index, test.upper);
  AttachedExprs attached = indices.attach(exprs);
  auto branch = loop::IfOp::create(builder, loc, results, attached.operands,
                                   attached.exprs);
  branch.getThenRegion().emplaceBlock();
  if (!results.empty())
    branch.getElseRegion().emplaceBlock();
  return branch;
}

bool PatternLowering::dropWholeLane(SmallVectorImpl<Expr> &path,
                                    const Place &place, const Lanes &lanes) {
  auto buffer = cast<loop::BufferType>(place.getBuffer().getType());
  if (buffer.getElementType() != lanes.type ||
      indices.simplify(path.back()) != lanes.symbol)
    return false;
  // Lane i of another vector for each i, as of a diagonal, is no vector.
  for (Expr &index : MutableArrayRef(path).drop_back())
    if (lanes.isIn(index)) {
      index = indices.simplify(index);
      if (lanes.isIn(index))
        return false;
    }
  path.pop_back();
  return true;
}

std::optional<Expr> PatternLowering::getFirstOfWhole(const Expr &index,
                                                     const Lanes &lanes) {
  Expr first = indices.simplify(index - lanes.symbol);
  return isMultiple(first, lanes) ? std::optional(first) : std::nullopt;
}

bool PatternLowering::isMultiple(const Expr &value, const Lanes &lanes) const {
  return !lanes.isIn(value) &&
         indices.getFacts().isDivisible(value, lanes.type.getNumElements());
}

SmallVector<IndexTest>
PatternLowering::getTestsOfVectors(ArrayRef<IndexTest> tests,
                                   const Lanes &lanes) {
  SmallVector<IndexTest> open = indices.getOpenTests(tests);
  for (IndexTest &test : open) {
    test = {indices.simplify(test.index), indices.simplify(test.lower),
            indices.simplify(test.upper)};
    if (std::optional<Expr> first = getFirstOfWhole(test.index, lanes);
        first && isMultiple(test.lower, lanes) && isMultiple(test.upper, lanes))
      test.index = *first;
  }
  return open;
}

std::optional<SmallVector<IndexTest>>
PatternLowering::getTestsOfAll(ArrayRef<IndexTest> tests, const Lanes &lanes) {
  SmallVector<IndexTest> all;
  for (const IndexTest &test : tests) {
    all.push_back(test);
    if (!lanes.isIn(test))
      continue;
    std::optional<Expr> first = getFirstOfWhole(test.index, lanes);
    if (!first || lanes.isIn({test.lower, test.upper}))
      return std::nullopt;
    all.back() = {*first, test.lower,
                  test.upper - lanes.type.getNumElements() + 1};
  }
  return all;
}

LogicalResult PatternLowering::storeLanes(Operation *at, Value vector,
                                          const Place &place) {
  const int64_t width = cast<VectorType>(vector.getType()).getNumElements();
  for (int64_t lane = 0; lane < width; ++lane) {
    Value number =
        vector::ExtractOp::create(builder, at->getLoc(), vector, lane);
    if (failed(store(at, number, place.at(lane))))
      return failure();
  }
  return success();
}

LogicalResult PatternLowering::storeWholeOrLanes(Operation *at, Value vector,
                                                 const Place &place,
                                                 const WritePath &target,
                                                 ArrayRef<IndexTest> tests,
                                                 const Lanes &lanes) {
  loop::IfOp branch = createBranch(at->getLoc(), tests, TypeRange());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  if (failed(createStore(at, vector, place, {target.path, {}, target.exact},
                         {{*lanes.symbol.getName(), loop::getLaneSymbol()}})))
    return failure();
  loop::YieldOp::create(builder, at->getLoc(), ValueRange());
  builder.setInsertionPointToStart(&branch.getElseRegion().emplaceBlock());
  if (failed(storeLanes(at, vector, place)))
    return failure();
  loop::YieldOp::create(builder, at->getLoc(), ValueRange());
  return success();
}

LogicalResult PatternLowering::store(Operation *at, Value value,
                                     const Place &place) {
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!vector)
    return createStore(at, value, place, place.resolve({}, indices), {});
  Lanes lanes = indices.bindLanes(vector);
  WritePath target;
  bool lanesPart = indices.asksForUnbound(
      [&] { target = place.resolve(lanes.symbol, indices); });
  target.guards = getTestsOfVectors(target.guards, lanes);
  if (!lanesPart && !lanes.isIn(target.guards)) {
    dropWholeLane(target.path, place, lanes);
    return createStore(at, value, place, target,
                       {{*lanes.symbol.getName(), loop::getLaneSymbol()}});
  }
  // Only in a list of numbers do whole vectors stand at multiples of their
  // width whatever its length.
  if (!lanesPart && target.path.size() == 1 &&
      getFirstOfWhole(target.path.front(), lanes))
    if (auto tests = getTestsOfAll(target.guards, lanes))
      return storeWholeOrLanes(at, value, place, target, *tests, lanes);
  return storeLanes(at, value, place);
}

LogicalResult
PatternLowering::createStore(Operation *at, Value value, const Place &place,
                             const WritePath &target,
                             const std::map<std::string, Expr> &symbols) {
  for (const Expr &index : target.path)
    if (index.isError())
      return failure();
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<IndexTest> tests = indices.getOpenTests(target.guards);
  if (!tests.empty()) {
    loop::IfOp branch = createBranch(at->getLoc(), tests, TypeRange());
    builder.setInsertionPointToStart(&branch.getThenRegion().front());
  }
  AttachedExprs path = indices.attach(target.path, symbols);
  loop::StoreOp::create(builder, at->getLoc(), value, place.getBuffer(),
                        path.operands, path.exprs);
  if (!tests.empty())
    loop::YieldOp::create(builder, at->getLoc(), ValueRange());
  return success();
}
