//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk that MemoryAccesses.h describes. It follows
// lib/Conversion/LiftToGPU/KernelLowering.h step by step: an access that the
// one makes, the other must list.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccesses.h"

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

namespace {
using Path = std::optional<SmallVector<Expr>>;

/// A part of a stored value.
struct Place {
  unsigned value;
  std::function<SmallVector<Expr>(ArrayRef<Expr>)> toValue;
  SmallVector<std::pair<Operation *, unsigned>> sources;

  Place at(const Expr &index) const {
    auto outer = toValue;
    return {value,
            [outer, index](ArrayRef<Expr> path) {
              SmallVector<Expr> full = {index};
              llvm::append_range(full, path);
              return outer(full);
            },
            sources};
  }
  Place through(ViewOpInterface view, unsigned source,
                IndexBinder &indices) const {
    auto outer = toValue;
    Place place = {
        value,
        [outer, view, source, &indices](ArrayRef<Expr> path) mutable {
          return outer(view.getWritePath(source, path, indices)->path);
        },
        sources};
    if (view.getViewSources().size() > 1)
      place.sources.emplace_back(view, source);
    return place;
  }
};

/// What a value is at the current point.
struct Binding {
  std::optional<Place> place;
  /// Another array, or an element of it.
  Value array;
  std::optional<Expr> index;
  /// The watched accumulator that it is.
  std::optional<unsigned> watch;
};

class Collector final : public IndexBinder {
public:
  Collector(Operation *root, const DenseMap<Operation *, unsigned> &numbers,
            const Assumptions &facts)
      : root(root), numbers(numbers) {
    accesses.facts = facts;
  }

  MemoryAccesses run();

private:
  using Store = std::pair<Value, Place>;

  // Indices that are no polynomials: known by their range only.
  Expr clamp(const Expr &index, const Expr &lower, const Expr &upper) override;
  Expr wrap(const Expr &index, const Expr &length) override;
  Expr mirror(const Expr &index, const Expr &length) override;
  Expr apply(Region &function, const Expr &argument,
             const IndexRange &range) override;
  Expr element(Value value, ArrayRef<Expr> path,
               const IndexRange &range) override;
  Expr bind(const std::string &name, const Expr &upper);
  Expr bindFresh(const Expr &count);
  /// The same for what follows from `sources`, but not as a polynomial.
  Expr bindOpaque(ArrayRef<Expr> sources, const Expr &count);
  /// What stands in a path behind the dimensions: for vectors, any lane.
  SmallVector<Expr> bindLane(Type element);
  /// Whether an opaque part of an index follows from that of a map.
  bool isOpaque(const Expr &index, unsigned map) const;
  /// Notes that a step of the innermost map around accesses an element.
  void addStep(Type type, const Path &path);

  /// Whether one condition is around all that `op` does to store these values
  /// in global memory: nothing in it is divided or stored for others.
  bool isOneStore(Operation *op, ArrayRef<Store> stores);
  void visitStatements(Block &block);
  void visitFold(FoldPattern fold);
  void visitMaterialize(MaterializeOp op);
  void bindElements(ValueRange inputs, Block::BlockArgListType args,
                    const Expr &index);

  void storeAll(SmallVector<Store> stores);
  void storeMap(MapOp map, ArrayRef<Store> stores);
  void storeFold(FoldPattern fold, ArrayRef<Store> stores);
  void storeScan(ScanOp scan, ArrayRef<Store> stores);
  void storeSteps(FoldPattern fold, ArrayRef<Place> places);
  void visitPredicate(ReduceWhileOp op, const Expr &index);
  /// Where a fold has an array accumulator. Without a place it cannot be
  /// lowered: it does not matter which it gets.
  Place getAccumulatorPlace(FoldPattern fold, Value result,
                            ArrayRef<Store> stores);
  void storeCopy(Value value, const Place &place);

  void readScalar(Value value);
  void read(Value value, Path path);
  void readAccess(const Access &access);

  Place allocate(Operation *op, Type type, AddressSpace space);
  void setLayout(StoredValue &stored, Value value);
  void addAccess(const Place &place, const Path &path, bool isWrite,
                 std::optional<unsigned> watch);

  Operation *root;
  const DenseMap<Operation *, unsigned> &numbers;
  MemoryAccesses accesses;
  DenseMap<Value, Binding> bindings;
  SmallVector<unsigned> around;
  /// For a part of an index that is no polynomial, the names it follows from.
  std::map<std::string, std::set<std::string>> origins;
  SmallVector<Operation *> folds, whiles;
  bool isInStore = false;
  unsigned numNames = 0;

  /// Accumulators and how the current step uses them.
  struct Watch {
    unsigned value;
    SmallVector<Path> reads, writes;
    bool isOverwritten = false, isReadTooLate = false;
  };
  SmallVector<Watch> watches;
};
} // namespace

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Expr Collector::bind(const std::string &name, const Expr &upper) {
  accesses.facts.setRange(name, 0, upper);
  return Expr::name(name);
}

Expr Collector::bindFresh(const Expr &count) {
  return bind("%index" + std::to_string(numNames++), count - 1);
}

SmallVector<Expr> Collector::bindLane(Type element) {
  auto vector = dyn_cast<VectorType>(element);
  if (!vector)
    return {};
  // One name: whoever reads or stores a vector does so with all its lanes.
  int64_t count = vector.getNumElements();
  return {bind("%lane" + std::to_string(count), count - 1)};
}

Expr Collector::bindOpaque(ArrayRef<Expr> sources, const Expr &count) {
  Expr index = bindFresh(count);
  std::set<std::string> names;
  for (const Expr &source : sources)
    source.collectNames(names);
  std::set<std::string> &origin = origins[index.str()];
  for (const std::string &name : names) {
    origin.insert(name);
    if (auto it = origins.find(name); it != origins.end())
      origin.insert(it->second.begin(), it->second.end());
  }
  return index;
}

bool Collector::isOpaque(const Expr &index, unsigned map) const {
  std::set<std::string> names;
  index.collectNames(names);
  return llvm::any_of(names, [&](const std::string &name) {
    auto it = origins.find(name);
    return it != origins.end() && it->second.count(getMapIndexName(map));
  });
}

void Collector::addStep(Type type, const Path &path) {
  if (around.empty())
    return;
  unsigned map = around.back();
  std::optional<Expr> index;
  if (path)
    index = getLinearIndex(type, *path);
  if (index && isOpaque(*index, map))
    index = std::nullopt;
  accesses.steps[map].push_back(index);
}

Expr Collector::clamp(const Expr &index, const Expr &lower, const Expr &upper) {
  if (accesses.facts.isLessOrEqual(lower, index) &&
      accesses.facts.isLessOrEqual(index, upper))
    return index;
  return bindOpaque(index, upper - lower + 1) + lower;
}

Expr Collector::wrap(const Expr &index, const Expr &length) {
  if (accesses.facts.isNonNegative(index) &&
      accesses.facts.isLess(index, length))
    return index;
  return bindOpaque(index, length);
}

Expr Collector::mirror(const Expr &index, const Expr &length) {
  return wrap(index, length);
}

Expr Collector::apply(Region &function, const Expr &argument,
                      const IndexRange &range) {
  visitStatements(function.front());
  return bindOpaque(argument, range.length);
}

Expr Collector::element(Value value, ArrayRef<Expr> path,
                        const IndexRange &range) {
  read(value, SmallVector<Expr>(path));
  return bindOpaque(path, range.length);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

MemoryAccesses Collector::run() {
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

void Collector::visitStatements(Block &block) {
  for (Operation &op : block) {
    if (auto fold = dyn_cast<FoldPattern>(op))
      visitFold(fold);
    else if (auto materialize = dyn_cast<MaterializeOp>(op)) {
      if (!bindings.count(materialize))
        visitMaterialize(materialize);
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

void Collector::visitFold(FoldPattern fold) {
  if (llvm::any_of(fold->getResultTypes(), llvm::IsaPred<ArrayType>)) {
    // Runs where its arrays are stored.
    for (Value result : fold->getResults())
      bindings.erase(result);
    return;
  }
  for (Value init : fold.getInits())
    readScalar(init);
  storeSteps(fold, {});
}

void Collector::visitMaterialize(MaterializeOp op) {
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

void Collector::bindElements(ValueRange inputs, Block::BlockArgListType args,
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

void Collector::storeAll(SmallVector<Store> stores) {
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

bool Collector::isOneStore(Operation *op, ArrayRef<Store> stores) {
  bool isInGlobal = llvm::all_of(stores, [&](const Store &store) {
    return accesses.values[store.second.value].space == AddressSpace::Global;
  });
  WalkResult walk = walkStored(op, [&](Operation *nested) {
    auto materialize = dyn_cast<MaterializeOp>(nested);
    bool isPart = nested == op || !numbers.count(nested);
    return isPart && (!materialize ||
                      materialize.getSpace() == AddressSpace::Private)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return isInGlobal && !walk.wasInterrupted();
}

void Collector::storeMap(MapOp map, ArrayRef<Store> stores) {
  llvm::SaveAndRestore<bool> scope(isInStore,
                                   isInStore || isOneStore(map, stores));
  auto number = numbers.find(map);
  bool isVariable = number != numbers.end();
  Expr count = accesses.facts.simplify(map.getTripCount());
  Expr index = isVariable ? bind(getMapIndexName(number->second), count - 1)
                          : bindFresh(count);
  if (isVariable)
    around.push_back(number->second);
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

void Collector::storeCopy(Value value, const Place &place) {
  SmallVector<Expr> path;
  auto type = cast<ArrayType>(value.getType());
  for (const Expr &size : type.getSizeExprs())
    path.push_back(bindFresh(size));
  llvm::append_range(path, bindLane(type.getElementType()));
  bool isGlobal = accesses.values[place.value].space == AddressSpace::Global;
  llvm::SaveAndRestore<bool> scope(isInStore, isInStore || isGlobal);
  read(value, path);
  addAccess(place, path, /*isWrite=*/true, std::nullopt);
}

Place Collector::getAccumulatorPlace(FoldPattern fold, Value result,
                                     ArrayRef<Store> stores) {
  const auto *it = llvm::find_if(
      stores, [&](const Store &store) { return store.first == result; });
  return it != stores.end()
             ? it->second
             : allocate(fold, result.getType(), AddressSpace::Private);
}

void Collector::storeScan(ScanOp scan, ArrayRef<Store> stores) {
  llvm::SaveAndRestore<SmallVector<Operation *>> scope(folds);
  folds.push_back(scan);
  SmallVector<std::optional<Place>> places;
  for (auto [result, init] :
       llvm::zip_equal(scan.getResults(), scan.getInits())) {
    if (isa<ArrayType>(init.getType())) {
      places.emplace_back(getAccumulatorPlace(scan, result, stores));
    } else {
      readScalar(init);
      places.push_back(std::nullopt);
    }
  }
  // The first step starts from the initial values, each other one from the
  // element before.
  for (bool isFirst : {true, false}) {
    scan.getStep().walk([&](Operation *op) {
      for (Value result : op->getResults())
        bindings.erase(result);
    });
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

void Collector::storeFold(FoldPattern fold, ArrayRef<Store> stores) {
  llvm::SaveAndRestore<bool> scope(isInStore,
                                   isInStore || isOneStore(fold, stores));
  if (auto scan = dyn_cast<ScanOp>(*fold))
    return storeScan(scan, stores);
  folds.push_back(fold);
  SmallVector<Place> places;
  SmallVector<Store> inits;
  for (auto [i, result] : llvm::enumerate(fold->getResults())) {
    Value init = fold.getInits()[i];
    if (!isa<ArrayType>(result.getType())) {
      readScalar(init);
      continue;
    }
    places.push_back(getAccumulatorPlace(fold, result, stores));
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
  folds.pop_back();
}

void Collector::visitPredicate(ReduceWhileOp op, const Expr &index) {
  Region &predicate = op.getPredicate();
  size_t numInputs = op.getInputs().size();
  for (auto [arg, accumulator] :
       llvm::zip_equal(predicate.getArguments().drop_front(numInputs),
                       op.getAccumulatorArgs()))
    if (isa<ArrayType>(arg.getType()))
      bindings[arg] = Binding(bindings[accumulator]);
  bindElements(op.getInputs(), predicate.getArguments().take_front(numInputs),
               index);
  visitStatements(predicate.front());
  readScalar(op.getCondition());
}

void Collector::storeSteps(FoldPattern fold, ArrayRef<Place> places) {
  llvm::SaveAndRestore<SmallVector<Operation *>> scope(whiles);
  unsigned firstWatch = watches.size() - places.size();
  Expr index = bindFresh(fold.getTripCount());
  if (auto whileOp = dyn_cast<ReduceWhileOp>(*fold)) {
    whiles.push_back(fold);
    visitPredicate(whileOp, index);
  }
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
    accesses.notInPlace.push_back(fold);
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

void Collector::readScalar(Value value) {
  auto it = bindings.find(value);
  if (it != bindings.end() && it->second.array) {
    Binding binding = it->second;
    read(binding.array, SmallVector<Expr>{*binding.index});
  } else if (auto view = value.getDefiningOp<ViewOpInterface>()) {
    readAccess(view.getReadAccess({}, *this));
  }
}

void Collector::readAccess(const Access &access) {
  // A scatter, which lowering reports.
  if (!access.source)
    return;
  // Where a test tells elements of a vector apart, each is read alone.
  if (llvm::any_of(access.tests, [&](const IndexTest &test) {
        return !around.empty() &&
               (isOpaque(test.index, around.back()) ||
                test.index.mentions(getMapIndexName(around.back())));
      }))
    addStep(access.source.getType(), std::nullopt);
  read(access.source, SmallVector<Expr>(access.path));
  if (access.otherwise)
    readAccess(*access.otherwise);
}

void Collector::read(Value value, Path path) {
  auto type = dyn_cast<ArrayType>(value.getType());
  if (!type)
    return readScalar(value);
  if (path && path->size() == type.getRank())
    llvm::append_range(*path, bindLane(type.getElementType()));
  auto it = bindings.find(value);
  if (it != bindings.end() && it->second.place) {
    Binding binding = it->second;
    addAccess(*binding.place, path, /*isWrite=*/false, binding.watch);
    return;
  }
  if (it != bindings.end() && it->second.array) {
    Binding binding = it->second;
    Path full;
    if (path) {
      full.emplace();
      if (binding.index)
        full->push_back(*binding.index);
      llvm::append_range(*full, *path);
    }
    return read(binding.array, full);
  }
  Operation *op = value.getDefiningOp();
  if (auto view = dyn_cast_or_null<ViewOpInterface>(op)) {
    if (!path) {
      for (Value source : view.getViewSources())
        read(source, std::nullopt);
      return;
    }
    SmallVector<Expr> simple =
        llvm::map_to_vector(*path, [&](const Expr &index) {
          return accesses.facts.simplify(index);
        });
    return readAccess(view.getReadAccess(simple, *this));
  }
  if (auto generate = dyn_cast_or_null<GenerateOp>(op))
    return visitStatements(generate.getBody().front());
  auto map = dyn_cast_or_null<MapOp>(op);
  if (!map || !root->isAncestor(map))
    return addStep(type, path);
  map->walk([&](MapOp nested) {
    if (auto number = numbers.find(nested); number != numbers.end())
      accesses.unstored.insert(number->second);
  });
  Expr index = path ? path->front() : bindFresh(map.getTripCount());
  bindElements(map.getInputs(), map.getBody().getArguments(), index);
  visitStatements(map.getBody().front());
  Path inner;
  if (path)
    inner = SmallVector<Expr>(llvm::drop_begin(*path));
  read(map.getYield().getOperand(cast<OpResult>(value).getResultNumber()),
       inner);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Place Collector::allocate(Operation *op, Type type, AddressSpace space) {
  StoredValue stored;
  stored.op = op;
  stored.type = type;
  stored.space = space;
  stored.outer = around;
  accesses.values.push_back(std::move(stored));
  return {unsigned(accesses.values.size() - 1),
          [](ArrayRef<Expr> path) { return SmallVector<Expr>(path); }};
}

void Collector::setLayout(StoredValue &stored, Value value) {
  while (isa<ArrayType>(value.getType())) {
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

void Collector::addAccess(const Place &place, const Path &path, bool isWrite,
                          std::optional<unsigned> watch) {
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
  return Collector(root, numbers, facts).run();
}
