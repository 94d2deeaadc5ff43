//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements and stores of the walk, and what it notes: see AccessCollector.h.
//
//===----------------------------------------------------------------------===//

#include "AccessCollector.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::lift;

std::string lift::getMapIndexName(unsigned map) {
  return "%map" + std::to_string(map);
}

Expr lift::getLinearIndex(Type type, ArrayRef<Expr> path) {
  SmallVector<Expr> sizes;
  auto array = dyn_cast<ArrayType>(type);
  if (array)
    sizes = array.getSizeExprs();
  if (auto vector = dyn_cast<VectorType>(array ? array.getElementType() : type))
    sizes.push_back(vector.getNumElements());
  Expr linear = 0;
  for (auto [index, size] : llvm::zip_equal(path, sizes))
    linear = linear * size + index;
  return linear;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

MemoryAccesses AccessCollector::run() {
  Block &body = root->getRegion(0).front();
  visitStatements(body);
  SmallVector<Store> stores;
  for (Value value : body.getTerminator()->getOperands()) {
    // A function passes on what is in memory already.
    bool isStoredAlready =
        isa<func::FuncOp>(root) &&
        (!value.getDefiningOp() ||
         isa<MaterializeOp, KernelOp>(value.getDefiningOp()));
    if (!isStoredAlready)
      stores.emplace_back(
          value, allocate(root, value.getType(), AddressSpace::Global));
  }
  storeAll(stores);
  return std::move(accesses);
}

void AccessCollector::visitStatements(Block &block) {
  for (Operation &op : block) {
    if (auto fold = dyn_cast<FoldPattern>(op))
      visitFold(fold);
    else if (auto materialize = dyn_cast<MaterializeOp>(op)) {
      if (!bindings.count(materialize))
        visitMaterialize(materialize);
    } else if (auto at = dyn_cast<AtOp>(op);
               at && !isa<ArrayType>(at.getType())) {
      bindings.erase(at);
      readScalar(at);
      bindings[at] = Binding();
    } else if (!isa<MapOp>(op) && !isVirtual(&op) &&
               !op.hasTrait<OpTrait::IsTerminator>()) {
      // What is not known reads all of its operands.
      for (Value operand : op.getOperands())
        if (isa<ArrayType>(operand.getType()))
          read(operand, std::nullopt);
        else
          readScalar(operand);
    }
  }
}

void AccessCollector::visitFold(FoldPattern fold) {
  if (llvm::any_of(fold->getResultTypes(), llvm::IsaPred<ArrayType>)) {
    // Runs where its arrays are stored.
    for (Value result : fold->getResults())
      bindings.erase(result);
    if (mixesAccumulators(fold) &&
        llvm::none_of(fold->getResults(), [](Value result) {
          return isa<ArrayType>(result.getType()) && !result.use_empty();
        }))
      storeFold(fold, {});
    return;
  }
  for (Value init : fold.getInits())
    readScalar(init);
  storeSteps(fold, {});
}

void AccessCollector::visitMaterialize(MaterializeOp op) {
  SmallVector<MaterializeOp> group = getStoredTogether(op);
  SmallVector<Store> stores;
  for (MaterializeOp member : group) {
    auto owned = bindings.find(getOwnedInit(member));
    std::optional<Place> place;
    if (owned != bindings.end())
      place = owned->second.place;
    if (!place) {
      place = allocate(member, member.getType(), member.getSpace());
      if (member.getSpace() == AddressSpace::Private)
        setLayout(accesses.values.back(), member.getInput());
    }
    stores.emplace_back(member.getInput(), *place);
  }
  storeAll(stores);
  for (auto [member, store] : llvm::zip_equal(group, stores)) {
    // What a function stores in global memory, another kernel reads.
    bool isElsewhere = isa<func::FuncOp>(root) &&
                       member->getParentOp() == root &&
                       member.getSpace() == AddressSpace::Global;
    bindings[member] =
        isElsewhere ? Binding() : Binding{store.second, {}, {}, {}};
  }
}

void AccessCollector::bindElements(ValueRange inputs,
                                   Block::BlockArgListType args,
                                   const Expr &index) {
  for (auto [input, arg] : llvm::zip_equal(inputs, args)) {
    bindings[arg] = Binding{{}, input, index, {}};
    if (isa<ArrayType>(arg.getType()) || arg.use_empty())
      continue;
    read(input, SmallVector<Expr>{index});
    bindings[arg] = Binding();
  }
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

void AccessCollector::storeAll(SmallVector<Store> stores) {
  llvm::MapVector<Operation *, SmallVector<Store>> groups;
  for (size_t i = 0; i < stores.size(); ++i) {
    auto [value, place] = stores[i];
    auto binding = bindings.find(value);
    if (!isa<ArrayType>(value.getType())) {
      auto fold = value.getDefiningOp<FoldPattern>();
      if (fold && mixesAccumulators(fold) && binding == bindings.end()) {
        groups[fold].emplace_back(value, place);
        continue;
      }
      readScalar(value);
      addAccess(place, bindLane(value.getType()), /*isWrite=*/true,
                std::nullopt);
      continue;
    }
    bool isBound = binding != bindings.end() && binding->second.place;
    Operation *op = isBound ? nullptr : value.getDefiningOp();
    auto view = dyn_cast_or_null<ViewOpInterface>(op);
    if (view && isWritable(view)) {
      for (auto [k, source] : llvm::enumerate(view.getViewSources()))
        stores.emplace_back(source, place.through(view, k, *this));
    } else if (isa_and_present<MapOp, FoldPattern>(op)) {
      groups[op].emplace_back(value, place);
    } else {
      storeCopy(value, place);
    }
  }
  for (auto &[computation, group] : groups) {
    if (auto map = dyn_cast<MapOp>(computation))
      storeMap(map, group);
    else
      storeFold(cast<FoldPattern>(computation), group);
  }
}

bool AccessCollector::isOneStore(Operation *op, ArrayRef<Store> stores) {
  bool isInGlobal = llvm::all_of(stores, [&](const Store &store) {
    return accesses.values[store.second.value].space == AddressSpace::Global;
  });
  WalkResult walk = walkStored(op, [&](Operation *nested) {
    return nested == op || !numbers.count(nested) ? WalkResult::advance()
                                                  : WalkResult::interrupt();
  });
  return isInGlobal && !walk.wasInterrupted() && !containsSharedStore(op);
}

void AccessCollector::storeMap(MapOp map, ArrayRef<Store> stores) {
  llvm::SaveAndRestore<bool> scope(isInStore,
                                   isInStore || isOneStore(map, stores));
  auto number = numbers.find(map);
  bool isVariable = number != numbers.end();
  Expr count = accesses.facts.simplify(map.getTripCount());
  Expr index = isVariable ? bind(getMapIndexName(number->second), count - 1)
                          : bindFresh(count);
  if (isVariable)
    around.push_back(number->second);
  forget(map.getBody());
  bindElements(map.getInputs(), map.getBody().getArguments(), index);
  visitStatements(map.getBody().front());
  SmallVector<Store> inner;
  for (const auto &[value, place] : stores)
    inner.emplace_back(
        map.getYield().getOperand(cast<OpResult>(value).getResultNumber()),
        place.at(index));
  storeAll(inner);
  if (isVariable)
    around.pop_back();
}

void AccessCollector::storeCopy(Value value, const Place &place) {
  SmallVector<Expr> path;
  auto type = cast<ArrayType>(value.getType());
  for (const Expr &size : type.getSizeExprs())
    path.push_back(bindFresh(size));
  llvm::append_range(path, bindLane(type.getElementType()));
  auto binding = bindings.find(value);
  bool isBound = binding != bindings.end() && binding->second.place;
  bool isGlobal = accesses.values[place.value].space == AddressSpace::Global;
  llvm::SaveAndRestore<bool> scope(
      isInStore,
      isInStore || (isGlobal && (isBound || !isReadByWholeGroup(value))));
  read(value, path);
  addAccess(place, path, /*isWrite=*/true, std::nullopt);
}

void AccessCollector::addAccumulatorPlaces(FoldPattern fold,
                                           SmallVectorImpl<Store> &stores) {
  for (Value result : fold->getResults()) {
    auto type = dyn_cast<ArrayType>(result.getType());
    bool isStored = llvm::any_of(
        stores, [&](const Store &store) { return store.first == result; });
    if (!type || isStored ||
        !isa<ArrayType>(
            fold.getAccumulatorArgs()[cast<OpResult>(result).getResultNumber()]
                .getType()))
      continue;
    AddressSpace space = getDefaultSpace(type, kPrivateLimit);
    stores.emplace_back(result, allocate(fold, type, space));
    if (space == AddressSpace::Private)
      setLayout(accesses.values.back(), result);
  }
}

AccessCollector::Place AccessCollector::getPlace(Value result,
                                                 ArrayRef<Store> stores) {
  return llvm::find_if(
             stores, [&](const Store &store) { return store.first == result; })
      ->second;
}

void AccessCollector::storeScan(ScanOp scan, ArrayRef<Store> wanted) {
  SmallVector<Store> stores(wanted);
  addAccumulatorPlaces(scan, stores);
  llvm::SaveAndRestore<SmallVector<Operation *>> scope(folds);
  folds.push_back(scan);
  SmallVector<std::optional<Place>> places;
  for (auto [result, init] :
       llvm::zip_equal(scan.getResults(), scan.getInits())) {
    if (isa<ArrayType>(init.getType())) {
      places.emplace_back(getPlace(result, stores));
    } else {
      readScalar(init);
      places.push_back(std::nullopt);
    }
  }
  // The first step starts from the initial values, each other one from the
  // element before.
  for (bool isFirst : {true, false}) {
    forget(scan.getStep());
    Expr index = isFirst ? Expr(0) : bindFresh(scan.getTripCount());
    for (auto [arg, init, place] :
         llvm::zip_equal(scan.getAccumulatorArgs(), scan.getInits(), places))
      if (place)
        bindings[arg] =
            isFirst
                ? Binding{{}, init, {}, {}}
                : Binding{
                      place->at(bindFresh(scan.getTripCount())), {}, {}, {}};
    bindElements(scan.getInputs(), scan.getElementArgs(), index);
    visitStatements(scan.getStep().front());
    SmallVector<Store> inner;
    for (const auto &[value, place] : stores) {
      Place element = place.at(index);
      // What the first step stores, no other one does.
      element.sources.emplace_back(scan, isFirst);
      inner.emplace_back(
          scan.getYield()->getOperand(cast<OpResult>(value).getResultNumber()),
          element);
    }
    storeAll(inner);
  }
}

void AccessCollector::storeFold(FoldPattern fold, ArrayRef<Store> wanted) {
  llvm::SaveAndRestore<bool> scope(isInStore,
                                   isInStore || isOneStore(fold, wanted));
  if (auto scan = dyn_cast<ScanOp>(*fold))
    return storeScan(scan, wanted);
  SmallVector<Store> stores(wanted);
  addAccumulatorPlaces(fold, stores);
  folds.push_back(fold);
  SmallVector<Place> places;
  SmallVector<Store> inits;
  for (auto [i, result] : llvm::enumerate(fold->getResults())) {
    Value init = fold.getInits()[i];
    if (!isa<ArrayType>(result.getType())) {
      readScalar(init);
      continue;
    }
    places.push_back(getPlace(result, stores));
    auto binding = bindings.find(init);
    bool isThere = binding != bindings.end() && binding->second.place &&
                   binding->second.place->value == places.back().value;
    if (!isThere)
      inits.emplace_back(init, places.back());
  }
  storeAll(inits);
  for (const Place &place : places)
    for (Watch &watch : watches)
      watch.isOverwritten |= watch.value == place.value;
  unsigned array = 0;
  for (BlockArgument arg : fold.getAccumulatorArgs()) {
    if (!isa<ArrayType>(arg.getType()))
      continue;
    bindings[arg] = Binding{places[array], {}, {}, unsigned(watches.size())};
    Watch watch;
    watch.value = places[array++].value;
    watches.push_back(watch);
  }
  storeSteps(fold, places);
  for (const auto &[value, place] : stores)
    if (!isa<ArrayType>(value.getType()))
      addAccess(place, bindLane(value.getType()), /*isWrite=*/true,
                std::nullopt);
  // The steps have one place for each accumulator; where else the result goes,
  // it is copied.
  DenseSet<Value> isStored;
  for (const auto &[value, place] : stores) {
    if (!isa<ArrayType>(value.getType()) || isStored.insert(value).second)
      continue;
    bindings[value] = Binding{getPlace(value, stores), {}, {}, {}};
    storeCopy(value, place);
    bindings.erase(value);
  }
  folds.pop_back();
}

void AccessCollector::visitPredicate(ReduceWhileOp op, const Expr &index) {
  Region &predicate = op.getPredicate();
  size_t numInputs = op.getInputs().size();
  for (auto [arg, accumulator] :
       llvm::zip_equal(predicate.getArguments().drop_front(numInputs),
                       op.getAccumulatorArgs()))
    if (isa<ArrayType>(arg.getType()))
      bindings[arg] = Binding(bindings[accumulator]);
  forget(predicate);
  bindElements(op.getInputs(), predicate.getArguments().take_front(numInputs),
               index);
  visitStatements(predicate.front());
  readScalar(op.getCondition());
}

void AccessCollector::storeSteps(FoldPattern fold, ArrayRef<Place> places) {
  llvm::SaveAndRestore<SmallVector<Operation *>> scope(whiles);
  unsigned firstWatch = watches.size() - places.size();
  Expr index = bindFresh(fold.getTripCount());
  if (auto whileOp = dyn_cast<ReduceWhileOp>(*fold)) {
    whiles.push_back(fold);
    visitPredicate(whileOp, index);
  }
  forget(fold.getStep());
  bindElements(fold.getInputs(), fold.getElementArgs(), index);
  visitStatements(fold.getStep().front());
  for (unsigned i = 0; i < places.size(); ++i)
    watches[firstWatch + i].reads.clear();
  SmallVector<Store> stores;
  for (Value value : fold.getYield()->getOperands())
    if (isa<ArrayType>(value.getType()))
      stores.emplace_back(value, places[stores.size()]);
    else
      readScalar(value);
  storeAll(stores);
  bool inPlace = true;
  for (unsigned i = 0; i < places.size(); ++i) {
    const Watch &watch = watches[firstWatch + i];
    inPlace &= !watch.isReadTooLate;
    for (const Path &readPath : watch.reads)
      inPlace &= llvm::all_of(watch.writes, [&](const Path &writePath) {
        return readPath && writePath && *readPath == *writePath;
      });
  }
  if (!inPlace)
    storeThroughTemporaries(fold, stores);
}

void AccessCollector::storeThroughTemporaries(FoldPattern fold,
                                              ArrayRef<Store> stores) {
  accesses.notInPlace.push_back(fold);
  SmallVector<Store> temporaries;
  for (const auto &[value, place] : stores) {
    AddressSpace space = accesses.values[place.value].space;
    temporaries.emplace_back(value, allocate(fold, value.getType(), space));
    if (space == AddressSpace::Private)
      setLayout(accesses.values.back(), value);
  }
  storeAll(temporaries);
  for (auto [index, store] : llvm::enumerate(stores)) {
    bindings[store.first] = Binding{temporaries[index].second, {}, {}, {}};
    storeCopy(store.first, store.second);
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

AccessCollector::Place AccessCollector::allocate(Operation *op, Type type,
                                                 AddressSpace space) {
  StoredValue stored;
  stored.op = op;
  stored.type = type;
  stored.space = space;
  stored.outer = around;
  stored.isConditional = isConditional;
  accesses.values.push_back(std::move(stored));
  return {unsigned(accesses.values.size() - 1),
          [](ArrayRef<Expr> path) { return SmallVector<Expr>(path); }};
}

void AccessCollector::setLayout(StoredValue &stored, Value value) {
  while (isa<ArrayType>(value.getType())) {
    value = getComputedAccumulator(value);
    Operation *op = value.getDefiningOp();
    if (auto materialize = dyn_cast_or_null<MaterializeOp>(op)) {
      value = materialize.getInput();
    } else if (auto fold = dyn_cast_or_null<FoldPattern>(op)) {
      // The steps of a scan are taken by all work-items.
      if (isa<ScanOp>(op))
        stored.layout.push_back(std::nullopt);
      value =
          fold.getYield()->getOperand(cast<OpResult>(value).getResultNumber());
    } else if (auto map = dyn_cast_or_null<MapOp>(op)) {
      auto number = numbers.find(map);
      stored.layout.push_back(number != numbers.end()
                                  ? std::optional<unsigned>(number->second)
                                  : std::nullopt);
      value =
          map.getYield().getOperand(cast<OpResult>(value).getResultNumber());
    } else {
      break;
    }
  }
  // Behind a view nothing says which work-item holds which element.
  SmallVector<Value> behind;
  if (auto view = value.getDefiningOp<ViewOpInterface>())
    llvm::append_range(behind, view.getViewSources());
  while (!behind.empty()) {
    Operation *op = behind.pop_back_val().getDefiningOp();
    if (auto view = dyn_cast_or_null<ViewOpInterface>(op))
      llvm::append_range(behind, view.getViewSources());
    else if (isa_and_present<MapOp, FoldPattern>(op))
      op->walk([&](MapOp map) {
        if (auto number = numbers.find(map); number != numbers.end())
          stored.rearranged.push_back(number->second);
      });
  }
}

void AccessCollector::addAccess(const Place &place, const Path &path,
                                bool isWrite, std::optional<unsigned> watch) {
  Path target;
  if (path)
    target = llvm::map_to_vector(place.toValue(*path), [&](const Expr &index) {
      return accesses.facts.simplify(index);
    });
  addStep(accesses.values[place.value].type, target);
  accesses.values[place.value].accesses.push_back(
      {isWrite, target, around, place.sources, folds, whiles, isInStore});
  if (watch) {
    watches[*watch].reads.push_back(target);
    watches[*watch].isReadTooLate |= watches[*watch].isOverwritten;
  }
  if (!isWrite)
    return;
  for (Watch &writtenTo : watches)
    if (writtenTo.value == place.value) {
      writtenTo.writes.push_back(target);
      writtenTo.isOverwritten = true;
    }
}

MemoryAccesses
lift::collectMemoryAccesses(Operation *root,
                            const DenseMap<Operation *, unsigned> &numbers,
                            const Assumptions &facts) {
  return AccessCollector(root, numbers, facts).run();
}
