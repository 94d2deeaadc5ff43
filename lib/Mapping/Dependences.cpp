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
  MatchFinder(Operation *root, ArrayRef<MapOp> maps, unsigned dims,
              const Assumptions &facts)
      : maps(maps), facts(facts) {
    auto kernel = dyn_cast<KernelOp>(root);
    for (unsigned dim = 0; dim < dims; ++dim)
      for (MappingLevel level :
           {MappingLevel::Lcl, MappingLevel::Wrg, MappingLevel::Glb})
        counts.emplace_back(getCode(level, dim),
                            kernel ? getCount(kernel, level, dim)
                                   : Expr::name("%ids"));
  }

  void find(const Expr &first, ArrayRef<unsigned> firstMaps, const Expr &second,
            ArrayRef<unsigned> secondMaps, std::vector<Match> &matches) {
    for (unsigned map : firstMaps)
      for (unsigned other : secondMaps)
        if (first.mentions(getMapIndexName(map)) &&
            second.mentions(getMapIndexName(other)))
          if (CodeSet codes = getCodes(first, map, second, other))
            matches.push_back({map, other, codes});
  }

private:
  /// How many ids there are.
  static Expr getCount(KernelOp kernel, MappingLevel level, unsigned dim) {
    Expr local = kernel.getLocalSizeIn(dim);
    Expr global = kernel.getGlobalSizeIn(dim);
    if (level == MappingLevel::Lcl)
      return local;
    return level == MappingLevel::Wrg ? Expr::exactDiv(global, local) : global;
  }

  CodeSet getCodes(const Expr &first, unsigned map, const Expr &second,
                   unsigned other) {
    std::map<Expr, bool> known;
    CodeSet codes = 0;
    for (const auto &[code, count] : counts) {
      auto [it, inserted] = known.try_emplace(count, false);
      if (inserted)
        it->second = isSame(first, map, second, other, count);
      if (it->second)
        codes |= getCodeSet(code);
    }
    return codes;
  }

  bool isSame(const Expr &first, unsigned map, const Expr &second,
              unsigned other, const Expr &count) {
    facts.setRange(kId, 0, count - 1);
    return isSameDigit(distribute(first, map, "%trip0", count),
                       distribute(second, other, "%trip1", count), kId, count,
                       facts);
  }

  /// The index with that of `map` as trip * count + id, as loops over ids have
  /// it.
  Expr distribute(const Expr &index, unsigned map, const std::string &trip,
                  const Expr &count) {
    MapOp op = maps[map];
    Expr length = op.getTripCount();
    Expr id = Expr::name(kId);
    if (!facts.isLessOrEqual(length, count)) {
      facts.setRange(trip, 0, Expr::ceilDiv(length, count) - 1);
      id = id + Expr::name(trip) * count;
    }
    return facts.simplify(index.substitute({{getMapIndexName(map), id}}));
  }

  static constexpr const char *kId = "%id";
  ArrayRef<MapOp> maps;
  Assumptions facts;
  SmallVector<std::pair<unsigned, Expr>> counts;
};
} // namespace

static Type getElementType(Type type) {
  auto array = dyn_cast<ArrayType>(type);
  return array ? array.getElementType() : type;
}

/// The row-major index of a path.
static std::optional<Expr> getLinearIndex(const StoredValue &value,
                                          const ElementAccess &access) {
  if (!access.path)
    return std::nullopt;
  SmallVector<Expr> sizes;
  if (auto array = dyn_cast<ArrayType>(value.type))
    sizes = array.getSizeExprs();
  if (auto vector = dyn_cast<VectorType>(getElementType(value.type)))
    sizes.push_back(vector.getNumElements());
  Expr linear = 0;
  for (auto [index, size] : llvm::zip_equal(*access.path, sizes))
    linear = linear * size + index;
  return linear;
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

/// The bytes of one copy, if they are a constant.
static std::optional<int64_t> getBytes(const StoredValue &value) {
  auto array = dyn_cast<ArrayType>(value.type);
  if (!array)
    return std::nullopt;
  SmallVector<Expr> sizes = array.getSizeExprs();
  if (auto materialize = dyn_cast<MaterializeOp>(value.op))
    if (std::optional<ArrayRef<int64_t>> pad = materialize.getPad())
      for (auto [size, extra] : llvm::zip_equal(sizes, *pad))
        size = size + extra;
  Type element = array.getElementType();
  Type number = getElementTypeOrSelf(element);
  Expr bytes = number.isIntOrFloat()
                   ? llvm::divideCeil(number.getIntOrFloatBitWidth(), 8)
                   : 8;
  if (auto vector = dyn_cast<VectorType>(element))
    bytes = bytes * vector.getNumElements();
  for (const Expr &size : sizes)
    bytes = bytes * size;
  return bytes.getConstant();
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

/// The maps inside the innermost fold that makes both accesses, if there is one
/// that stores nothing for others.
static std::optional<std::vector<unsigned>>
getStatement(const ElementAccess &first, const ElementAccess &second,
             const DenseMap<Operation *, unsigned> &numbers) {
  for (Operation *fold : llvm::reverse(first.folds)) {
    if (!llvm::is_contained(second.folds, fold))
      continue;
    bool storesForOthers = false;
    std::vector<unsigned> maps;
    fold->walk([&](Operation *op) {
      if (auto materialize = dyn_cast<MaterializeOp>(op))
        storesForOthers |= materialize.getSpace() != AddressSpace::Private;
      else if (auto it = numbers.find(op); it != numbers.end())
        maps.push_back(it->second);
    });
    if (storesForOthers)
      return std::nullopt;
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
      std::optional<Expr> index = getLinearIndex(value, first);
      std::optional<Expr> other = getLinearIndex(value, second);
      if (index && other)
        finder.find(*index, dependence.first, *other, dependence.second,
                    dependence.matches);
      dependence.statement = getStatement(first, second, numbers);
      dependence.isOfStores = first.isOfStore && second.isOfStore;
      dependence.isInWhile = llvm::any_of(first.whiles, [&](Operation *op) {
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

void lift::addMemory(KernelMapping &kernel,
                     const DenseMap<Operation *, unsigned> &numbers,
                     const Assumptions &facts) {
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
  MatchFinder finder(kernel.root, kernel.maps, problem.dims, accesses.facts);
  for (const StoredValue &value : accesses.values) {
    for (unsigned map : value.rearranged)
      forbid(map, "its result is rearranged on the way to private memory: "
                  "materialize before rearranging");
    Buffer buffer;
    buffer.name = "buffer" + std::to_string(problem.buffers.size());
    buffer.space = getSpace(value.space);
    buffer.bytes = getBytes(value);
    buffer.outer.assign(value.outer.begin(), value.outer.end());
    addDependences(value, numbers, finder, buffer);
    addShares(value, finder, buffer);
    problem.buffers.push_back(std::move(buffer));
    kernel.buffers.push_back(value.op);
  }
}
