//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the accesses of a kernel mean for its mapping: which pairs of accesses
// depend on each other, and by which maps the two are made by the same
// work-item or work-group.
//
//===----------------------------------------------------------------------===//

#include "Dependences.h"

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/ElementTypes.h"
#include "MemoryAccesses.h"

using namespace mlir;
using namespace mlir::lift;
using Buffer = MappingProblem::Buffer;
using Match = MappingProblem::Match;

namespace {
/// Finds matches: puts a choice for two maps into two index functions and asks
/// the analysis that places barriers whether the ids are the same.
class MatchFinder {
public:
  MatchFinder(const KernelMapping &kernel, const Assumptions &facts,
              Tabulator &tabulator)
      : problem(kernel.problem), maps(kernel.maps), facts(facts),
        tabulator(tabulator) {
    auto op = dyn_cast<KernelOp>(kernel.root);
    for (unsigned dim = 0; dim < problem.dims; ++dim)
      for (MappingLevel level :
           {MappingLevel::Lcl, MappingLevel::Wrg, MappingLevel::Glb})
        codesOfCounts[getCount(op, level, dim)] |=
            getCodeSet(getCode(level, dim));
  }

  /// Adds the matches of two accesses. Indices that are the same wherever the
  /// accesses meet stand in the same place of both lists.
  void find(ArrayRef<Expr> first, ArrayRef<unsigned> firstMaps,
            ArrayRef<Expr> second, ArrayRef<unsigned> secondMaps,
            std::vector<Match> &matches) {
    for (unsigned map : firstMaps)
      for (unsigned other : secondMaps)
        for (int64_t width : getCommonWidths(map, other))
          for (const auto &[count, codes] : codesOfCounts)
            addMatches({map, other, codes, 0, width}, count, first, second,
                       matches);
  }

private:
  /// How many ids there are; some number if that is not known.
  static Expr getCount(KernelOp kernel, MappingLevel level, unsigned dim) {
    bool isKnown =
        kernel && (level == MappingLevel::Lcl ? bool(kernel.getLocalSizeAttr())
                                              : kernel.hasLaunch());
    if (!isKnown)
      return Expr::name("%ids");
    Expr local = kernel.getLocalSizeIn(dim);
    Expr global = kernel.getGlobalSizeIn(dim);
    if (level == MappingLevel::Lcl)
      return local;
    return level == MappingLevel::Wrg ? Expr::exactDiv(global, local) : global;
  }

  /// Adds the match, if one of the indices shows it: one may show it for values
  /// of tuning names for which another does not.
  void addMatches(Match match, const Expr &count, ArrayRef<Expr> first,
                  ArrayRef<Expr> second, std::vector<Match> &matches) {
    for (auto [index, other] : llvm::zip_equal(first, second)) {
      if (!index.mentions(getMapIndexName(match.first)) ||
          !other.mentions(getMapIndexName(match.second)))
        continue;
      match.when = getSame({index, other, count, getLength(match.first),
                            getLength(match.second), match.width},
                           match.first, match.second);
      if (match.when.getConstant() != 0)
        matches.push_back(match);
      if (match.when.getConstant() == 1)
        return;
    }
  }

  bool isForVectors(unsigned map) const {
    const auto &vector = problem.maps[map].vector;
    return vector && vector->mustBeScalar.empty();
  }

  /// The vector widths that both maps can have.
  std::vector<int64_t> getCommonWidths(unsigned map, unsigned other) const {
    if (!isForVectors(map) || !isForVectors(other))
      return {1};
    std::vector<int64_t> others = problem.getVectorWidths(other), both;
    for (int64_t width : problem.getVectorWidths(map))
      if (llvm::is_contained(others, width))
        both.push_back(width);
    return both;
  }

  /// What the ids of two maps follow from.
  struct Ids {
    Expr first, second, count, length, otherLength;
    int64_t width;
  };

  Expr getLength(unsigned map) const {
    MapOp op = maps[map];
    return op.getTripCount();
  }

  /// What an index grows by with that of a map, if that is always the same;
  /// else a name that nothing else has.
  static Expr getWeight(const Expr &index, unsigned map) {
    std::string name = getMapIndexName(map);
    Expr first = index.substitute({{name, 0}});
    Expr weight = index.substitute({{name, 1}}) - first;
    bool isLinear = (index - first - weight * Expr::name(name)).isConstant(0);
    return isLinear ? weight : Expr::name("%weight");
  }

  /// For which values of tuning names the two ids are the same. Much of a
  /// program repeats itself, and is asked once.
  Quantity getSame(const Ids &ids, unsigned map, unsigned other) {
    auto [answer, isNew] = answers.try_emplace(getQuestion(ids, map, other));
    if (isNew)
      answer->second = findSame(ids, map, other);
    return answer->second;
  }

  /// The expressions and the ranges of their indices, with names that maps of
  /// the same structure have in common.
  std::vector<Expr> getQuestion(const Ids &ids, unsigned map,
                                unsigned other) const {
    std::vector<std::string> indices;
    std::map<std::string, Expr> names;
    auto addIndices = [&](const Expr &expr) {
      std::set<std::string> mentioned;
      expr.collectNames(mentioned);
      // In the order of their numbers.
      std::vector<std::string> ordered(mentioned.begin(), mentioned.end());
      llvm::stable_sort(ordered, [](const auto &lhs, const auto &rhs) {
        return lhs.size() < rhs.size();
      });
      for (const std::string &name : ordered)
        if (StringRef(name).starts_with("%") && !names.count(name)) {
          names[name] = Expr::name("%" + std::to_string(indices.size()));
          indices.push_back(name);
        }
    };
    std::vector<Expr> question = {ids.first,   ids.second,      ids.count,
                                  ids.length,  ids.otherLength, ids.width,
                                  map == other};
    addIndices(Expr::name(getMapIndexName(map)));
    addIndices(Expr::name(getMapIndexName(other)));
    llvm::for_each(question, addIndices);
    for (size_t i = 0; i < indices.size(); ++i) {
      auto [lower, upper] = facts.getRange(indices[i]);
      addIndices(lower);
      addIndices(upper.value_or(0));
      question.insert(question.end(),
                      {lower, upper.value_or(0), upper.has_value()});
    }
    for (Expr &expr : question)
      expr = expr.substitute(names);
    return question;
  }

  /// Most often the two are the same for all values, or no tuning name is
  /// mentioned; else each combination is tried.
  Quantity findSame(const Ids &ids, unsigned map, unsigned other) {
    if (isSame(ids, map, other, facts))
      return 1;
    const Expr exprs[] = {ids.first, ids.second, ids.count, ids.length,
                          ids.otherLength};
    if (llvm::none_of(
            exprs, [&](const Expr &expr) { return tabulator.mentions(expr); }))
      return 0;
    // An id that is the same digit of both has the same weight in both, which
    // is quickly seen not to be so.
    Expr difference = getWeight(ids.first, map) - getWeight(ids.second, other);
    auto mayBeSame = [&](const Expr &expr) {
      return expr.getConstant().value_or(0) == 0;
    };
    if (!mayBeSame(difference))
      return 0;
    std::optional<Quantity> same =
        tabulator.tabulate(exprs, [&](const Tabulator::Values &values) {
          if (!mayBeSame(difference.substitute(values)))
            return false;
          Ids bound = {
              ids.first.substitute(values),       ids.second.substitute(values),
              ids.count.substitute(values),       ids.length.substitute(values),
              ids.otherLength.substitute(values), ids.width};
          return isSame(bound, map, other,
                        tabulator.getFacts(values, exprs, facts));
        });
    return same.value_or(0);
  }

  static bool isSame(const Ids &ids, unsigned map, unsigned other,
                     Assumptions facts) {
    for (const Expr &expr :
         {ids.first, ids.second, ids.count, ids.length, ids.otherLength})
      if (expr.isError())
        return false;
    facts.setRange(kId, 0, ids.count - 1);
    Expr first = distribute(ids.first, map, "0", ids.length, ids, facts);
    Expr second =
        distribute(ids.second, other, "1", ids.otherLength, ids, facts);
    return isSameDigit(first, second, kId, ids.count, facts);
  }

  /// The index with that of `map` as trip * count + id, as loops over ids have
  /// it, or the number of a vector as that. `suffix` tells apart the names that
  /// belong to one of two accesses.
  static Expr distribute(const Expr &index, unsigned map,
                         const std::string &suffix, const Expr &length,
                         const Ids &ids, Assumptions &facts) {
    Expr id = Expr::name(kId);
    Expr steps =
        ids.width == 1 ? length : Expr::ceilDiv(length, Expr(ids.width));
    if (!facts.isLessOrEqual(steps, ids.count)) {
      std::string trip = "%trip" + suffix;
      facts.setRange(trip, 0, Expr::ceilDiv(steps, ids.count) - 1);
      id = id + Expr::name(trip) * ids.count;
    }
    if (ids.width > 1) {
      std::string element = "%element" + suffix;
      facts.setRange(element, 0, ids.width - 1);
      id = id * ids.width + Expr::name(element);
    }
    return facts.simplify(index.substitute({{getMapIndexName(map), id}}));
  }

  static constexpr const char *kId = "%id";
  const MappingProblem &problem;
  ArrayRef<MapOp> maps;
  Assumptions facts;
  Tabulator &tabulator;
  /// The codes that have so many ids.
  std::map<Expr, CodeSet> codesOfCounts;
  /// What getSame has said.
  std::map<std::vector<Expr>, Quantity> answers;
};
} // namespace

/// The row-major index of a path, and then the path: an index may not be known
/// to be inside its row.
static std::optional<SmallVector<Expr>>
getIndices(const StoredValue &value, const ElementAccess &access) {
  if (!access.path)
    return std::nullopt;
  SmallVector<Expr> indices = {getLinearIndex(value.type, *access.path)};
  llvm::append_range(indices, *access.path);
  return indices;
}

static bool isSameAccess(const ElementAccess &lhs, const ElementAccess &rhs) {
  return lhs.isWrite == rhs.isWrite && lhs.path == rhs.path &&
         lhs.maps == rhs.maps && lhs.sources == rhs.sources &&
         lhs.folds == rhs.folds && lhs.whiles == rhs.whiles &&
         lhs.isOfStore == rhs.isOfStore;
}

/// Whether the two go through different sources of one view.
static bool neverMeet(const ElementAccess &lhs, const ElementAccess &rhs) {
  return llvm::any_of(lhs.sources, [&](const auto &source) {
    return llvm::any_of(rhs.sources, [&](const auto &other) {
      return source.first == other.first && source.second != other.second;
    });
  });
}

/// The bytes of one copy, if they are known, with room for each of several
/// buffers that are used in turn.
static std::optional<Quantity> getBytes(const StoredValue &value,
                                        Tabulator &tabulator) {
  auto array = dyn_cast<ArrayType>(value.type);
  if (!array)
    return std::nullopt;
  SmallVector<Expr> sizes = array.getSizeExprs();
  int64_t numInTurn = 1;
  if (auto materialize = dyn_cast<MaterializeOp>(value.op)) {
    if (value.space == AddressSpace::Local)
      numInTurn = materialize.getBuffers().value_or(1);
    if (std::optional<ArrayRef<int64_t>> pad = materialize.getPad())
      for (auto [size, extra] : llvm::zip_equal(sizes, *pad))
        size = size + extra;
  }
  Expr bytes = getElementBytes(array.getElementType()) * numInTurn;
  for (const Expr &size : sizes)
    bytes = bytes * size;
  return tabulator.getQuantity(bytes);
}

static MappingProblem::Space getSpace(AddressSpace space) {
  switch (space) {
  case AddressSpace::Global:
    return MappingProblem::Space::Global;
  case AddressSpace::Local:
    return MappingProblem::Space::Local;
  case AddressSpace::Private:
    return MappingProblem::Space::Private;
  }
  llvm_unreachable("unknown address space");
}

/// The maps around an access inside the place where the value is stored.
static std::vector<unsigned> getInnerMaps(const StoredValue &value,
                                          const ElementAccess &access) {
  return std::vector<unsigned>(access.maps.begin() + value.outer.size(),
                               access.maps.end());
}

/// The maps that run with the innermost fold that makes both accesses, if there
/// is one that stores nothing for others.
static std::optional<std::vector<unsigned>>
getStatement(const ElementAccess &first, const ElementAccess &second,
             const DenseMap<Operation *, unsigned> &numbers) {
  for (Operation *fold : llvm::reverse(first.folds)) {
    if (!llvm::is_contained(second.folds, fold))
      continue;
    if (containsSharedStore(fold))
      return std::nullopt;
    std::vector<unsigned> maps;
    walkStored(fold, [&](Operation *op) {
      if (auto it = numbers.find(op); it != numbers.end())
        maps.push_back(it->second);
      return WalkResult::advance();
    });
    llvm::sort(maps);
    return maps;
  }
  return std::nullopt;
}

static void addDependences(const StoredValue &value,
                           const DenseMap<Operation *, unsigned> &numbers,
                           MatchFinder &finder, Buffer &buffer) {
  std::vector<ElementAccess> distinct;
  for (const ElementAccess &access : value.accesses)
    if (llvm::none_of(distinct, [&](const ElementAccess &other) {
          return isSameAccess(access, other);
        }))
      distinct.push_back(access);
  for (const ElementAccess &first : distinct)
    for (const ElementAccess &second : distinct) {
      if (!first.isWrite || &first == &second || neverMeet(first, second))
        continue;
      MappingProblem::Dependence dependence;
      dependence.first = getInnerMaps(value, first);
      dependence.second = getInnerMaps(value, second);
      std::optional<SmallVector<Expr>> index = getIndices(value, first);
      std::optional<SmallVector<Expr>> other = getIndices(value, second);
      if (index && other)
        finder.find(*index, dependence.first, *other, dependence.second,
                    dependence.matches);
      dependence.statement = getStatement(first, second, numbers);
      dependence.isOfStores = first.isOfStore && second.isOfStore;
      dependence.isDivergent =
          value.isConditional || llvm::any_of(first.whiles, [&](Operation *op) {
            return llvm::is_contained(second.whiles, op);
          });
      buffer.dependences.push_back(std::move(dependence));
    }
}

static void addShares(const StoredValue &value, MatchFinder &finder,
                      Buffer &buffer) {
  for (auto [dim, map] : llvm::enumerate(value.layout)) {
    if (!map)
      continue;
    for (const ElementAccess &access : value.accesses) {
      MappingProblem::Share share;
      share.map = *map;
      if (access.path)
        finder.find(Expr::name(getMapIndexName(*map)), *map,
                    (*access.path)[dim], getInnerMaps(value, access),
                    share.matches);
      buffer.shares.push_back(std::move(share));
    }
  }
}

static void addSpread(const StoredValue &value, Tabulator &tabulator,
                      Buffer &buffer) {
  auto array = dyn_cast<ArrayType>(value.type);
  for (auto [dim, map] : llvm::enumerate(value.layout))
    if (map && array && dim < array.getRank())
      if (std::optional<Quantity> length =
              tabulator.getQuantity(array.getSize(dim)))
        buffer.spread.emplace_back(*map, *length);
}

/// The last operation in the block of `value` that needs its memory: uses of
/// views of it count, and of the result of a reduction that owns it.
static Operation *getLastUse(Value value, Operation *last) {
  Block *block = last->getBlock();
  for (Operation *user : value.getUsers()) {
    Operation *use = block->findAncestorOpInBlock(*user);
    if (!use)
      continue;
    if (last->isBeforeInBlock(use))
      last = use;
    if (isa<ViewOpInterface, FoldPattern>(user))
      for (Value result : user->getResults())
        last = getLastUse(result, last);
    auto stored = dyn_cast<MaterializeOp>(user);
    if (auto owned = stored ? getOwnedInit(stored) : Value();
        owned && owned.getParentBlock() == block)
      last = getLastUse(stored, last);
  }
  return last;
}

/// Whether `value` is needed while `op` is stored: from the loop that computes
/// it on, up to the last use.
static bool isNeededAt(MaterializeOp value, MaterializeOp op) {
  Operation *at = value->getBlock()->findAncestorOpInBlock(*op);
  if (!at)
    return false;
  Operation *first = getStoredComputation(value.getInput());
  if (!first || first->getBlock() != value->getBlock())
    first = value;
  return !at->isBeforeInBlock(first) &&
         !getLastUse(value, value)->isBeforeInBlock(at);
}

/// Which private values are needed at the same time as each.
static void addTogether(KernelMapping &kernel) {
  auto getPrivate = [&](size_t index) {
    return kernel.problem.buffers[index].space == MappingProblem::Space::Private
               ? dyn_cast<MaterializeOp>(kernel.buffers[index])
               : MaterializeOp();
  };
  for (auto [index, buffer] : llvm::enumerate(kernel.problem.buffers)) {
    MaterializeOp op = getPrivate(index);
    for (size_t other = 0; op && other < kernel.buffers.size(); ++other)
      if (MaterializeOp value = getPrivate(other))
        if (other == index || isNeededAt(value, op))
          buffer.together.push_back(other);
  }
}

/// Whether elements of a vector are the same or neighbours in memory: a linear
/// index with that of `map` as vector * width + lane.
static bool areNeighbours(const Expr &index, unsigned map, const Expr &length,
                          int64_t width, Assumptions facts) {
  facts.setRange("%vector", 0, Expr::ceilDiv(length, Expr(width)) - 1);
  facts.setRange("%element", 0, width - 1);
  Expr lane = Expr::name("%element");
  Expr element = facts.simplify(index.substitute(
      {{getMapIndexName(map), Expr::name("%vector") * width + lane}}));
  Expr first = facts.simplify(element.substitute({{"%element", 0}}));
  Expr offset = facts.simplify(element - first);
  return offset.isConstant(0) || facts.simplify(offset - lane).isConstant(0);
}

/// With which widths elements of a vector are neighbours.
static void addNeighbours(KernelMapping &kernel,
                          const MemoryAccesses &accesses) {
  for (auto [number, facts] : llvm::enumerate(kernel.problem.maps)) {
    if (!facts.vector)
      continue;
    MapOp map = kernel.maps[number];
    auto isNeighbour = [&](const std::optional<Expr> &index, int64_t width) {
      return index && areNeighbours(*index, number, map.getTripCount(), width,
                                    accesses.facts);
    };
    facts.vector->neighbours = getCodeSet(0);
    auto steps = accesses.steps.find(number);
    for (auto [code, width] :
         llvm::enumerate(kernel.problem.getVectorWidths(number)))
      if (steps == accesses.steps.end() ||
          llvm::all_of(steps->second, [&](const std::optional<Expr> &index) {
            return isNeighbour(index, width);
          }))
        facts.vector->neighbours |= getCodeSet(code);
  }
}

void lift::addMemory(KernelMapping &kernel,
                     const DenseMap<Operation *, unsigned> &numbers,
                     const Assumptions &facts, Tabulator &tabulator) {
  MappingProblem &problem = kernel.problem;
  MemoryAccesses accesses = collectMemoryAccesses(kernel.root, numbers, facts);
  auto forbid = [&](unsigned map, StringRef reason) {
    if (problem.maps[map].mustBeSequential.empty())
      problem.maps[map].mustBeSequential = reason.str();
  };
  for (unsigned map : accesses.unstored)
    forbid(map, "its result is stored nowhere: whoever reads an element "
                "computes it");
  for (Operation *reduce : accesses.notInPlace)
    reduce->walk([&](MapOp map) {
      if (auto number = numbers.find(map); number != numbers.end())
        forbid(number->second,
               "a step of the reduction around it reads what the step has "
               "overwritten: materialize what the step yields");
    });
  MatchFinder finder(kernel, accesses.facts, tabulator);
  for (const StoredValue &value : accesses.values) {
    for (unsigned map : value.rearranged)
      forbid(map, "its result is rearranged on the way to private memory: "
                  "materialize before rearranging");
    Buffer buffer;
    buffer.name = "buffer" + std::to_string(problem.buffers.size());
    buffer.space = getSpace(value.space);
    buffer.bytes = getBytes(value, tabulator);
    buffer.outer.assign(value.outer.begin(), value.outer.end());
    addDependences(value, numbers, finder, buffer);
    addShares(value, finder, buffer);
    addSpread(value, tabulator, buffer);
    problem.buffers.push_back(std::move(buffer));
    kernel.buffers.push_back(value.op);
  }
  addTogether(kernel);
  addNeighbours(kernel, accesses);
}
