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

#include "LiftDialect/Analysis/LoopSteps.h"
#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Expr/Steps.h"
#include "LiftDialect/Mapping/Policies.h"
#include "MatchFinder.h"
#include "PrivateValues.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;
using StoredValue = MappingProblem::StoredValue;
using Dependence = MappingProblem::Dependence;
using Match = MappingProblem::Match;

//===----------------------------------------------------------------------===//
// Pairs of accesses
//===----------------------------------------------------------------------===//

namespace {
/// The dependences of one buffer.
class DependenceFinder {
public:
  DependenceFinder(const FormAccesses &accesses, const FormBuffer &value,
                   MatchFinder &finder, const MappingProblem &problem,
                   MemoryScope scope)
      : accesses(accesses), value(value), finder(finder), problem(problem),
        scope(scope) {}

  void find(StoredValue &buffer);

private:
  /// An access, and between which numbers each of getIndices() is; nothing
  /// where that is not known.
  struct BoundAccess {
    const FormAccess *access;
    /// Of each index, what it is at least and at most: from the ranges of
    /// loops, and from each test around it.
    SmallVector<SmallVector<std::pair<Expr, Expr>>> bounds;
    /// Whether it is made for a store in global memory, and by those alone who
    /// store.
    bool isOfStore;
  };

  bool isSame(const BoundAccess &lhs, const BoundAccess &rhs) const;
  void addDistinct(const FormAccess &access);
  bool isOfStore(const FormAccess &access) const;
  /// Whether a rule may ask who reads what is written here: with the mapping
  /// that there is, nobody does if no map divides what is written.
  bool isAsked(const FormAccess &write) const;
  /// Whether the two are elements of different parts of the buffer.
  bool neverMeet(const BoundAccess &lhs, const BoundAccess &rhs) const;
  /// The maps in a loop, and in what stores the initial values of its states:
  /// a reduction is one statement with these.
  MapNumbers getMapsOfStatement(Operation *op) const;
  std::optional<MapNumbers> getStatement(const FormAccess &first,
                                         const FormAccess &second,
                                         ArrayRef<Match> matches) const;
  Dependence getDependence(const BoundAccess &first,
                           const BoundAccess &second) const;

  const FormAccesses &accesses;
  const FormBuffer &value;
  MatchFinder &finder;
  const MappingProblem &problem;
  const MemoryScope scope;
  std::vector<BoundAccess> distinct;
};
} // namespace

/// The operations around both, from the inside.
static SmallVector<Operation *> getCommonParents(Operation *first,
                                                 Operation *second) {
  SmallVector<Operation *> common;
  for (Operation *op = first->getParentOp(); op && !isa<loop::KernelOp>(op);
       op = op->getParentOp())
    if (op->isProperAncestor(second))
      common.push_back(op);
  return common;
}

bool DependenceFinder::isSame(const BoundAccess &lhs,
                              const BoundAccess &rhs) const {
  return lhs.access->isWrite == rhs.access->isWrite &&
         lhs.access->op->getBlock() == rhs.access->op->getBlock() &&
         lhs.isOfStore == rhs.isOfStore && lhs.access->path == rhs.access->path;
}

bool DependenceFinder::isOfStore(const FormAccess &access) const {
  if (access.isWrite)
    return value.type.getSpace() == AddressSpace::Global;
  // One condition is around all of such a loop, however its map runs: nothing
  // in it is divided.
  for (Operation *op = access.op; !isa<loop::KernelOp>(op);
       op = op->getParentOp()) {
    MapNumbers inside = accesses.getMapsIn(op);
    if (std::optional<unsigned> map = accesses.getMap(op))
      llvm::erase(inside, *map);
    if (!inside.empty())
      return false;
    if (accesses.getStoreSpace(op) == AddressSpace::Global)
      return true;
  }
  return false;
}

/// The index of each dimension, then the row-major index: the former still
/// match where a column is not provably below the row length. Last, the
/// row-major indices of neighbouring dimensions: a pixel number in a joined
/// image determines row and column together only.
static SmallVector<Expr> getIndices(const FormAccess &access,
                                    loop::BufferType type) {
  SmallVector<Expr> indices = access.path;
  indices.push_back(access.linear);
  SmallVector<Expr> sizes = type.getSizeExprs();
  const size_t rank = sizes.size();
  for (size_t first = 0; first + 1 < rank; ++first) {
    Expr linear = access.path[first];
    for (size_t last = first + 1; last < rank; ++last) {
      linear = linear * sizes[last] + access.path[last];
      if (last - first + 1 < rank)
        indices.push_back(linear);
    }
  }
  return indices;
}

/// How many times as far as `other` an index goes, where a name in both is
/// greater by one: more than once if it is of vectors, less than nothing if it
/// goes backwards; 0 if that is no number.
static int64_t getFactor(const Expr &index, const Expr &other) {
  std::set<std::string> names;
  other.collectNames(names);
  for (const std::string &name : names) {
    const int64_t step = getStep(index, name).getConstant().value_or(0),
                  ofOther = getStep(other, name).getConstant().value_or(0);
    if (step != 0 && ofOther != 0 && step % ofOther == 0)
      return step / ofOther;
  }
  return 0;
}

void DependenceFinder::addDistinct(const FormAccess &access) {
  BoundAccess bound = {&access, {}, isOfStore(access)};
  for (const BoundAccess &other : distinct)
    if (isSame(bound, other))
      return;
  const Assumptions &facts = accesses.getFacts();
  auto addBounds = [&](const Expr &least, const Expr &most) {
    std::optional<Expr> upper = facts.getUpperBound(most);
    std::optional<Expr> lower = facts.getUpperBound(-least);
    if (upper && lower && accesses.isFixed(*upper) && accesses.isFixed(*lower))
      bound.bounds.back().emplace_back(-*lower, *upper);
  };
  for (const Expr &index : getIndices(access, value.type)) {
    bound.bounds.emplace_back();
    addBounds(index, index);
    for (const IndexTest &test : access.tests) {
      const int64_t factor = getFactor(index, test.index);
      if (factor == 0)
        continue;
      const Expr distance = index - test.index * factor;
      Expr least = test.lower * factor, most = (test.upper - 1) * factor;
      if (factor < 0)
        std::swap(least, most);
      addBounds(distance + least, distance + most);
    }
  }
  distinct.push_back(std::move(bound));
}

/// The same index where the names in it stand for other numbers.
static Expr renameAll(const Expr &index) {
  std::set<std::string> names;
  index.collectNames(names);
  std::map<std::string, Expr> others;
  for (const std::string &name : names)
    others.insert({name, Expr::name(name + "'")});
  return index.substitute(others);
}

bool DependenceFinder::neverMeet(const BoundAccess &lhs,
                                 const BoundAccess &rhs) const {
  // The lanes of a vector of two go to even and odd elements.
  for (auto [index, other] :
       llvm::zip_equal(lhs.access->path, rhs.access->path))
    if (areNeverEqual(index, renameAll(other)))
      return true;
  const Assumptions &facts = accesses.getFacts();
  return llvm::any_of(llvm::zip_equal(lhs.bounds, rhs.bounds), [&](auto pair) {
    return llvm::any_of(std::get<0>(pair), [&](const auto &first) {
      return llvm::any_of(std::get<1>(pair), [&](const auto &second) {
        return facts.isLess(first.second, second.first) ||
               facts.isLess(second.second, first.first);
      });
    });
  });
}

/// Whether each trip of a map's loop has elements of its own for every
/// work-item, with each of the codes that divide its trips. With the other
/// codes, one work-item takes all trips.
static bool isOwnTrip(unsigned map, ArrayRef<Match> matches, CodeSet dividing) {
  CodeSet codes = 0;
  for (const Match &match : matches)
    if (match.first == map && match.second == map &&
        match.when.getConstant() == 1)
      codes |= match.codes;
  return (codes & dividing) == dividing;
}

MapNumbers DependenceFinder::getMapsOfStatement(Operation *op) const {
  MapNumbers maps = accesses.getMapsIn(op);
  DenseSet<const FormBuffer *> states;
  for (Value operand : op->getOperands())
    if (isa<loop::ForOp, loop::WhileOp>(op) &&
        isa<loop::BufferType>(operand.getType()))
      states.insert(accesses.getBuffer(operand));
  for (Operation *before = op->getPrevNode(); before && !states.empty();
       before = before->getPrevNode()) {
    WalkResult walk = before->walk([&](loop::StoreOp store) {
      return states.contains(accesses.getBuffer(store.getBuffer()))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      llvm::append_range(maps, accesses.getMapsIn(before));
  }
  return maps;
}

/// The maps that are sequential where one work-item goes through both accesses
/// as one statement, or two in a row: those inside. A map around is left out
/// if each of its trips has its own elements.
std::optional<MapNumbers>
DependenceFinder::getStatement(const FormAccess &first,
                               const FormAccess &second,
                               ArrayRef<Match> matches) const {
  SmallVector<Operation *> common = getCommonParents(first.op, second.op);
  auto getMaps = [&](Operation *around, MapNumbers maps) {
    for (Operation *op = around; op && op != value.op; op = op->getParentOp())
      if (std::optional<unsigned> map = accesses.getMap(op))
        if (!llvm::is_contained(value.outer, *map) &&
            !isOwnTrip(*map, matches, finder.getDividingCodes(*map)))
          maps.push_back(*map);
    llvm::sort(maps);
    maps.erase(llvm::unique(maps), maps.end());
    return maps;
  };
  auto getChild = [&](Operation *op) {
    Operation *parent = common.empty() ? nullptr : common.front();
    while (parent ? op->getParentOp() != parent
                  : !isa<loop::KernelOp>(op->getParentOp()))
      op = op->getParentOp();
    return op;
  };
  Operation *one = getChild(first.op), *other = getChild(second.op);
  std::optional<AddressSpace> space = accesses.getStoreSpace(one);
  if (space && space == accesses.getStoreSpace(other)) {
    MapNumbers maps = getMapsOfStatement(one);
    llvm::append_range(maps, getMapsOfStatement(other));
    return getMaps(one->getParentOp(), std::move(maps));
  }
  for (Operation *op : common)
    if (isa<loop::ForOp, loop::WhileOp>(op) && !accesses.getMap(op) &&
        accesses.getStoreSpace(op))
      // Both in the loop: who stored the initial values does not matter, unless
      // scalars of the loop are for all.
      return getMaps(op->getParentOp(), op->use_empty()
                                            ? accesses.getMapsIn(op)
                                            : getMapsOfStatement(op));
  return std::nullopt;
}

Dependence DependenceFinder::getDependence(const BoundAccess &first,
                                           const BoundAccess &second) const {
  Dependence dependence;
  dependence.first = value.getInnerMaps(*first.access);
  dependence.second = value.getInnerMaps(*second.access);
  finder.find(getIndices(*first.access, value.type), dependence.first,
              getIndices(*second.access, value.type), dependence.second,
              dependence.matches);
  dependence.statement =
      getStatement(*first.access, *second.access, dependence.matches);
  dependence.isOfStores = first.isOfStore && second.isOfStore;
  // Where not all come, or not as often.
  dependence.isDivergent =
      llvm::any_of(getCommonParents(first.access->op, second.access->op),
                   llvm::IsaPred<loop::IfOp, loop::WhileOp>);
  return dependence;
}

static bool isSameDependence(const Dependence &lhs, const Dependence &rhs) {
  auto getKey = [](const Match &match) {
    return std::tie(match.first, match.second, match.codes, match.width);
  };
  return lhs.first == rhs.first && lhs.second == rhs.second &&
         lhs.statement == rhs.statement && lhs.isDivergent == rhs.isDivergent &&
         lhs.isOfStores == rhs.isOfStores &&
         llvm::equal(lhs.matches, rhs.matches,
                     [&](const Match &match, const Match &other) {
                       return getKey(match) == getKey(other) &&
                              match.when.getConstant() &&
                              match.when.getConstant() ==
                                  other.when.getConstant();
                     });
}

/// Whether two stores are of lanes of one vector. They are one store, and like
/// it go to an element once: no trip stores what another lane of another does.
static bool areOfOneVector(const FormAccess &first, const FormAccess &second) {
  auto getVector = [](Operation *op) -> Value {
    auto store = dyn_cast<loop::StoreOp>(op);
    auto lane = store ? store.getValue().getDefiningOp<vector::ExtractOp>()
                      : vector::ExtractOp();
    return lane ? lane.getSource() : Value();
  };
  Value vector = getVector(first.op);
  return vector && vector == getVector(second.op);
}

bool DependenceFinder::isAsked(const FormAccess &write) const {
  AddressSpace space = value.type.getSpace();
  if (scope == MemoryScope::AllMappings || space == AddressSpace::Global)
    return true;
  // S4, and of private values S5.
  CodeSet dividing = 0;
  for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim)
    dividing |= getGroupCodes(dim) |
                (space == AddressSpace::Private ? getItemCodes(dim) : 0);
  return llvm::any_of(value.getInnerMaps(write), [&](unsigned map) {
    std::optional<unsigned> code = problem.maps[map].code;
    return code && getCodeSet(*code) & dividing;
  });
}

void DependenceFinder::find(StoredValue &buffer) {
  if (llvm::none_of(value.accesses, [&](const FormAccess &access) {
        return access.isWrite && isAsked(access);
      }))
    return;
  for (const FormAccess &access : value.accesses)
    addDistinct(access);
  for (const BoundAccess &first : distinct)
    for (const BoundAccess &second : distinct) {
      if (!first.access->isWrite || &first == &second ||
          !isAsked(*first.access) ||
          areOfOneVector(*first.access, *second.access) ||
          neverMeet(first, second))
        continue;
      Dependence dependence = getDependence(first, second);
      if (llvm::none_of(buffer.dependences, [&](const Dependence &other) {
            return isSameDependence(dependence, other);
          }))
        buffer.dependences.push_back(std::move(dependence));
    }
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// Whether elements of a vector are the same or neighbours in memory: a linear
/// index with that of a map as vector * width + lane.
static bool areNeighbours(const Expr &index, const MapLoops &loops,
                          int64_t width, Assumptions facts) {
  facts.setRange("%vector", 0, Expr::ceilDiv(loops.count, Expr(width)) - 1);
  facts.setRange("%element", 0, width - 1);
  Expr lane = Expr::name("%element");
  Expr element = facts.simplify(
      index.substitute({{loops.index, Expr::name("%vector") * width + lane}}));
  Expr first = facts.simplify(element.substitute({{"%element", 0}}));
  Expr offset = facts.simplify(element - first);
  return offset.isConstant(0) || facts.simplify(offset - lane).isConstant(0);
}

/// With which widths elements of a vector are neighbours.
static void addNeighbours(const FormAccesses &accesses,
                          MappingProblem &problem) {
  for (auto [number, facts] : llvm::enumerate(problem.maps)) {
    if (!facts.vector)
      continue;
    const MapLoops &loops = accesses.getLoops(number);
    auto isNeighbour = [&](const std::optional<Expr> &index, int64_t width) {
      return index && areNeighbours(*index, loops, width, accesses.getFacts());
    };
    facts.vector->neighbours = getCodeSet(0);
    for (auto [code, width] : llvm::enumerate(problem.getVectorWidths(number)))
      if (llvm::all_of(loops.steps, [&](const std::optional<Expr> &index) {
            return isNeighbour(index, width);
          }))
        facts.vector->neighbours |= getCodeSet(code);
  }
}

static void forbid(MappingProblem &problem, unsigned map, StringRef reason) {
  if (problem.maps[map].mustBeSequential.empty())
    problem.maps[map].mustBeSequential = reason.str();
}

/// What the loops of maps say of these.
static void addMapFacts(const FormAccesses &accesses, MappingProblem &problem) {
  for (auto [number, facts] : llvm::enumerate(problem.maps)) {
    const MapLoops &loops = accesses.getLoops(number);
    if (loops.loops.empty())
      forbid(problem, number,
             "its result is stored nowhere: whoever reads an element computes "
             "it");
    for (loop::ForOp loop : loops.loops) {
      if (loop->getParentOfType<loop::WhileOp>())
        forbid(problem, number,
               "it is in a step of a reduce_while, and work-items may take "
               "different numbers of steps");
      if (loop->getParentOfType<loop::IfOp>())
        forbid(
            problem, number,
            "it is under a condition, and not all work-items may come there");
      for (auto around = loop->getParentOfType<loop::ForOp>(); around;
           around = around->getParentOfType<loop::ForOp>()) {
        facts.isInScan |= isScan(around);
        if (!around.getStates().empty() && !around.getInPlace())
          forbid(problem, number,
                 "a step of the reduction around it reads what the step has "
                 "overwritten: materialize what the step yields");
      }
      loop.walk([&](loop::AllocOp alloc) {
        AddressSpace space = alloc.getType().getSpace();
        facts.memory.holdsLocal |= space == AddressSpace::Local;
        facts.memory.holdsShared |= space != AddressSpace::Private;
      });
    }
  }
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The bytes of one copy, if they are known, with room for each of several
/// buffers that are used in turn.
static std::optional<Quantity> getBytes(const FormBuffer &value,
                                        Tabulator &tabulator) {
  SmallVector<Expr> sizes = value.type.getSizeExprs();
  if (sizes.empty())
    return std::nullopt;
  int64_t numInTurn = 1;
  if (auto alloc = dyn_cast_or_null<loop::AllocOp>(value.op)) {
    if (value.type.getSpace() == AddressSpace::Local)
      numInTurn = alloc.getInTurn().value_or(1);
    if (std::optional<ArrayRef<int64_t>> pad = alloc.getPad())
      for (auto [size, extra] : llvm::zip_equal(sizes, *pad))
        size = size + extra;
  }
  Expr bytes = getElementBytes(value.type.getElementType()) * numInTurn;
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

static StoredValue getBuffer(const FormAccesses &accesses,
                             const FormBuffer &value, MappingProblem &problem,
                             MatchFinder &finder, Tabulator &tabulator,
                             MemoryScope scope) {
  StoredValue buffer;
  buffer.name = "buffer" + std::to_string(problem.buffers.size());
  buffer.space = getSpace(value.type.getSpace());
  buffer.bytes = getBytes(value, tabulator);
  buffer.outer = value.outer;
  DependenceFinder(accesses, value, finder, problem, scope).find(buffer);
  if (buffer.space != MappingProblem::Space::Private)
    return buffer;
  for (unsigned map :
       addShares(accesses, value, finder, tabulator, scope, buffer))
    forbid(problem, map,
           "its result is rearranged on the way to private memory: "
           "materialize before rearranging");
  return buffer;
}

void lift::addMemory(KernelMapping &kernel, const LoopForm &form,
                     const DenseMap<Operation *, unsigned> &numbers,
                     const Assumptions &facts, Tabulator &tabulator,
                     MemoryScope scope) {
  MappingProblem &problem = kernel.problem;
  FormAccesses accesses(form, numbers, facts);
  addMapFacts(accesses, problem);
  MatchFinder finder(kernel, accesses, tabulator);
  for (const FormBuffer &value : accesses.getBuffers()) {
    problem.buffers.push_back(
        getBuffer(accesses, value, problem, finder, tabulator, scope));
    kernel.buffers.push_back(value.op ? value.op->getLoc()
                                      : kernel.root->getLoc());
  }
  addTogether(accesses, problem);
  addNeighbours(accesses, problem);
}
