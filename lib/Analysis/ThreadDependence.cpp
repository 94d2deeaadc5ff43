//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/ThreadDependence.h"

#include "LiftDialect/Analysis/IndexArithmetic.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lift;

/// A group of which no size is given may have any that OpenCL allows.
static constexpr int64_t kUnknownLocalSize = int64_t(1) << 31;

//===----------------------------------------------------------------------===//
// Index functions
//===----------------------------------------------------------------------===//

InFlightDiagnostic lift::reportUnsafeMapping(Operation *op, bool isWanted,
                                             const Twine &sentence) {
  if (!isWanted)
    return op->emitOpError(sentence);
  return op->emitWarning("unsafe mapping: ") << sentence;
}

InFlightDiagnostic lift::reportUnsafeMapping(Location loc, bool isWanted,
                                             const Twine &sentence) {
  if (!isWanted)
    return emitError(loc, sentence);
  return emitWarning(loc, "unsafe mapping: ") << sentence;
}

Expr lift::getLocalIdName(unsigned dim) {
  return Expr::name("%lid" + std::to_string(dim));
}

/// How the names of group ids, of their numbers, and of the kernel's size
/// arguments, begin.
static constexpr StringLiteral kGroupName = "%wg";
static constexpr StringLiteral kGroupCountName = "%groups";
static constexpr StringLiteral kSizeName = "%size";
/// How the names of indices begin that are kept in a range.
static constexpr StringLiteral kClampName = "%clamp";

/// Whether a name stands for one number in a whole group, at all times: group
/// ids, their numbers and sizes do, local ids, loop variables and clamped
/// indices do not. Sizes of a program have names without a mark.
static bool isFixedInGroup(StringRef name) {
  return name.starts_with(kGroupName) || name.starts_with(kGroupCountName) ||
         name.starts_with(kSizeName) || !name.starts_with("%");
}

static bool isFixedInGroup(const Expr &expr) {
  std::set<std::string> names;
  expr.collectNames(names);
  return llvm::all_of(names, [](const std::string &name) {
    return isFixedInGroup(StringRef(name));
  });
}

/// The factors of a term that satisfy `isWanted`, by the names in them.
static Expr getPart(const Monomial &term,
                    llvm::function_ref<bool(StringRef)> isWanted) {
  Expr expr = term.toExpr();
  std::set<std::string> names;
  expr.collectNames(names);
  std::map<std::string, Expr> ones;
  for (const std::string &name : names)
    if (!isWanted(name))
      ones.emplace(name, Expr(1));
  return expr.substitute(ones);
}

/// Whether `weight`, the fixed part of a term, is one that an index can be
/// split at. Conditions that contradict each other, in code that never runs,
/// prove anything; a negative weight would be split at again and again.
static bool isWeight(const Monomial &term, const Expr &weight,
                     const Assumptions &facts) {
  return term.coefficient > 0 && !weight.isConstant(1) &&
         facts.isPositive(weight);
}

/// The part of a term that is the same for a whole group: sizes and group ids.
static Expr getFixedPart(const Monomial &term) {
  return getPart(term, [](StringRef name) { return isFixedInGroup(name); });
}

/// What an id is multiplied with in `index`, if index is coefficient * id +
/// rest with nothing of the id in either.
static std::optional<std::pair<Expr, Expr>> splitById(const Expr &index,
                                                      const std::string &id) {
  if (!index.getDenominator().isConstant(1))
    return std::nullopt;
  Expr rest = index.substitute({{id, 0}});
  Expr coefficient = index.substitute({{id, 1}}) - rest;
  if (coefficient * Expr::name(id) + rest != index)
    return std::nullopt;
  return std::make_pair(coefficient, rest);
}

/// The weight c if an id below `count` is a digit of `index`: without a count,
/// the leading one.
static std::optional<Expr> getDigitWeight(const Expr &index, int64_t width,
                                          const std::string &id,
                                          const std::optional<Expr> &count,
                                          const Assumptions &facts) {
  auto split = splitById(index, id);
  if (!split || split->first.isConstant(0))
    return std::nullopt;
  const auto &[weight, rest] = *split;
  // A weight that is not one number for all has no digits.
  if (!facts.isPositive(weight) || !isFixedInGroup(weight))
    return std::nullopt;
  Expr low = 0;
  for (const Monomial &term : rest.getNumerator())
    if (!count || !facts.isDivisible(term.toExpr(), weight * *count))
      low = low + term.toExpr();
  if (!facts.isNonNegative(low) || !facts.isLess(low + (width - 1), weight))
    return std::nullopt;
  return weight;
}

namespace {

/// The index of an access, or a part of it, and what is known where the access
/// is made.
struct KnownIndex {
  Expr value;
  int64_t width;
  const Assumptions *facts;
  /// The id that is looked for is 0.
  bool idIsZero = false;
};

} // namespace

static bool isSameDigit(KnownIndex first, KnownIndex second,
                        const std::string &id,
                        const std::optional<Expr> &count) {
  // A digit that is 0 does not show, and may have any weight.
  if (first.idIsZero)
    std::swap(first, second);
  std::optional<Expr> weight =
      getDigitWeight(first.value, first.width, id, count, *first.facts);
  if (!weight)
    return false;
  if (second.idIsZero)
    second.value =
        second.value.substitute({{id, 0}}) + *weight * Expr::name(id);
  return weight ==
         getDigitWeight(second.value, second.width, id, count, *second.facts);
}

bool lift::isSameDigit(const Expr &first, const Expr &second,
                       const std::string &id, const std::optional<Expr> &count,
                       const Assumptions &facts, int64_t firstWidth,
                       int64_t secondWidth) {
  return ::isSameDigit({first, firstWidth, &facts},
                       {second, secondWidth, &facts}, id, count);
}

/// Writes an index as high * weight + low with 0 <= low < weight: then high is
/// index floordiv weight, and low the remainder.
static std::optional<std::pair<KnownIndex, KnownIndex>>
splitAt(const KnownIndex &index, const Expr &weight) {
  Expr high = 0;
  for (const Monomial &term : index.value.getNumerator())
    if (index.facts->isDivisible(term.toExpr(), weight))
      high = high + term.toExpr();
  Expr rest = index.value - high, constant = 0;
  for (const Monomial &term : rest.getNumerator())
    if (term.factors.empty())
      constant = term.toExpr();
  // A row that is read backwards starts at the end: 39 - i is 20 + (19 - i).
  Expr whole = 0;
  if (weight.getConstant())
    whole = Expr::floorDiv(constant, weight) * weight;
  for (const Expr &carry : {whole, whole + weight, whole - weight}) {
    Expr low = rest - carry;
    if (index.facts->isNonNegative(low) &&
        index.facts->isLess(low + (index.width - 1), weight))
      return std::make_pair(
          KnownIndex{Expr::exactDiv(high + carry, weight), 1, index.facts,
                     index.idIsZero},
          KnownIndex{low, index.width, index.facts, index.idIsZero});
  }
  return std::nullopt;
}

/// What may be the length of a row in the two indices: the sizes in their
/// terms, without the launch, as groups go through rows in strides, and with
/// it.
static SmallVector<std::pair<Expr, const Assumptions *>>
getWeights(const KnownIndex &first, const KnownIndex &second) {
  SmallVector<std::pair<Expr, const Assumptions *>> weights;
  std::set<Expr> seen = {1};
  for (bool isOfSizes : {true, false})
    for (const KnownIndex *index : {&first, &second})
      for (const Monomial &term : index->value.getNumerator()) {
        Expr weight = getPart(term, [&](StringRef name) {
          bool isOfLaunch =
              name.starts_with(kGroupName) || name.starts_with(kGroupCountName);
          return isFixedInGroup(name) && !(isOfSizes && isOfLaunch);
        });
        if (isWeight(term, weight, *index->facts) && seen.insert(weight).second)
          weights.emplace_back(weight, index->facts);
      }
  return weights;
}

/// Whether an id below `count` is the same wherever the two indices are: it is
/// the same digit of both, or of what both are above or below one weight. So
/// the id is found in a column that is known to be inside its row, though the
/// number of work-items does not divide the length of the row.
static bool haveSameId(const KnownIndex &first, const KnownIndex &second,
                       const std::string &id, const Expr &count) {
  if (isSameDigit(first, second, id, count))
    return true;
  if (!first.value.getDenominator().isConstant(1) ||
      !second.value.getDenominator().isConstant(1))
    return false;
  for (const auto &[weight, facts] : getWeights(first, second)) {
    auto one = splitAt(first, weight), other = splitAt(second, weight);
    // The first row of an array has nothing above the weight of a column.
    if (one && other &&
        !(one->first.value.isConstant(0) && other->first.value.isConstant(0)))
      return haveSameId(one->first, other->first, id, count) ||
             haveSameId(one->second, other->second, id, count);
  }
  return false;
}

/// Whether both accesses are made by work-items with the same local id in
/// `dim`, wherever they meet.
static bool haveSameLocalId(const MemoryAccess &first,
                            const MemoryAccess &second, unsigned dim,
                            int64_t localSize, const Assumptions &firstFacts,
                            const Assumptions &secondFacts) {
  if (localSize == 1 || (first.isSingle[dim] && second.isSingle[dim]))
    return true;
  if (!first.index || !second.index)
    return false;
  return haveSameId(
      {*first.index, first.width, &firstFacts, first.isSingle[dim]},
      {*second.index, second.width, &secondFacts, second.isSingle[dim]},
      *getLocalIdName(dim).getName(), Expr(localSize));
}

/// The facts, and what is known where an access is made.
static Assumptions getFactsAt(const MemoryAccess &access, Assumptions facts) {
  for (const Expr &value : access.nonNegative)
    facts.addNonNegative(value);
  return facts;
}

/// What two index functions have in common of terms that are the same for all
/// work-items of a group and all the time: group ids, sizes, and the numbers of
/// `loops`. It cancels where the two are equal.
static Expr getCommonBase(const Expr &first, const Expr &second,
                          const std::set<std::string> &loops = {}) {
  Expr base = 0;
  if (!first.getDenominator().isConstant(1) ||
      !second.getDenominator().isConstant(1))
    return base;
  for (const Monomial &term : first.getNumerator()) {
    Expr expr = term.toExpr();
    std::set<std::string> names;
    expr.collectNames(names);
    bool isFixed = llvm::all_of(names, [&](const std::string &name) {
      return isFixedInGroup(StringRef(name)) || loops.count(name) != 0;
    });
    if (isFixed &&
        llvm::any_of(second.getNumerator(), [&](const Monomial &other) {
          return other.toExpr() == expr;
        }))
      base = base + expr;
  }
  return base;
}

bool lift::mayConflict(const MemoryAccess &first, const MemoryAccess &second,
                       ArrayRef<int64_t> localSize, const Assumptions &facts) {
  if (first.buffer != second.buffer || (!first.isWrite && !second.isWrite))
    return false;
  // One store writes each element of a value once, and so do the stores of the
  // lanes of its vectors together. It meets itself only when it writes the next
  // value to the same buffer, and the reads of the value before stand between:
  // whatever orders these orders the stores.
  if (first.op == second.op || (first.lanes && first.lanes == second.lanes))
    return false;
  MemoryAccess one = first, other = second;
  if (first.index && second.index) {
    Expr base = getCommonBase(*first.index, *second.index);
    one.index = *first.index - base;
    other.index = *second.index - base;
  }
  auto isOneWorkItem = [&](const Assumptions &oneFacts,
                           const Assumptions &otherFacts) {
    return llvm::all_of(
        llvm::seq<unsigned>(0, localSize.size()), [&](unsigned dim) {
          return haveSameLocalId(one, other, dim, localSize[dim], oneFacts,
                                 otherFacts);
        });
  };
  // Facts are many, and conditions seldom matter.
  if (isOneWorkItem(facts, facts))
    return false;
  if (one.nonNegative.empty() && other.nonNegative.empty())
    return true;
  return !isOneWorkItem(getFactsAt(one, facts), getFactsAt(other, facts));
}

/// Whether two integers differ, whatever the names in them stand for: all but a
/// constant is a multiple of what does not divide the constant.
static bool areNeverEqual(const Expr &first, const Expr &second) {
  // x mod m is x - m * q for some integer q.
  auto expand = [](const Atom &atom) {
    Expr expr = atom.toExpr();
    return atom.getKind() == Atom::Kind::Mod
               ? atom.getLhs() - atom.getRhs() * Expr::name(expr.str())
               : expr;
  };
  Expr difference = first.rebuild(expand) - second.rebuild(expand);
  if (!difference.getDenominator().isConstant(1))
    return false;
  int64_t constant = 0, divisor = 0;
  for (const Monomial &term : difference.getNumerator())
    if (term.factors.empty())
      constant = term.coefficient;
    else
      divisor = std::gcd(divisor, term.coefficient);
  return divisor == 0 ? constant != 0 : constant % divisor != 0;
}

/// Whether the two never meet where names that are fixed in a group, and those
/// of `loops`, stand for the same in both: above some weight, of which the rest
/// is known to be less, they have nothing but such names, and are never equal.
static bool areApart(const KnownIndex &first, const KnownIndex &second,
                     const std::set<std::string> &loops) {
  if (!first.value.getDenominator().isConstant(1) ||
      !second.value.getDenominator().isConstant(1))
    return false;
  auto isFixed = [&](const Expr &expr) {
    std::set<std::string> names;
    expr.collectNames(names);
    return llvm::all_of(names, [&](const std::string &name) {
      return isFixedInGroup(StringRef(name)) || loops.count(name) != 0;
    });
  };
  return llvm::any_of(first.value.getNumerator(), [&](const Monomial &term) {
    Expr weight = getFixedPart(term);
    if (!isWeight(term, weight, *first.facts))
      return false;
    auto one = splitAt(first, weight), other = splitAt(second, weight);
    return one && other && isFixed(one->first.value) &&
           isFixed(other->first.value) &&
           areNeverEqual(one->first.value, other->first.value);
  });
}

static std::set<std::string>
getNamesOfLoopsAround(Operation *op,
                      const DenseMap<Operation *, std::string> &loopNames) {
  std::set<std::string> around;
  for (auto outer = op->getParentOfType<scf::ForOp>(); outer;
       outer = outer->getParentOfType<scf::ForOp>())
    if (auto name = loopNames.find(outer); name != loopNames.end())
      around.insert(name->second);
  return around;
}

bool ThreadDependence::mayConflictInside(Operation *op,
                                         const MemoryAccess &first,
                                         const MemoryAccess &second) const {
  if (!mayConflict(first, second))
    return false;
  if (!first.index || !second.index)
    return true;
  Assumptions firstFacts = getFactsAt(first, facts);
  Assumptions secondFacts = getFactsAt(second, facts);
  return !areApart({*first.index, first.width, &firstFacts},
                   {*second.index, second.width, &secondFacts},
                   getNamesOfLoopsAround(op, loopNames));
}

bool ThreadDependence::mayConflictInLaterTrip(const MemoryAccess &first,
                                              const MemoryAccess &second,
                                              scf::ForOp loop,
                                              bool isNext) const {
  if (!mayConflict(first, second))
    return false;
  auto it = loopNames.find(loop);
  if (it == loopNames.end() || !first.index || !second.index)
    return true;
  std::set<std::string> around = getNamesOfLoopsAround(loop, loopNames);
  // With nothing above it, the number of the trip is index floordiv weight in
  // both: accesses that meet are in one trip.
  Expr base = getCommonBase(*first.index, *second.index, around);
  Assumptions firstFacts = getFactsAt(first, facts);
  Assumptions secondFacts = getFactsAt(second, facts);
  if (::isSameDigit({*first.index - base, first.width, &firstFacts},
                    {*second.index - base, second.width, &secondFacts},
                    it->second, /*count=*/std::nullopt))
    return false;
  if (!isNext)
    return true;
  // The same names for both, of which the one is in the trip after.
  std::map<std::string, Expr> next = {{it->second, Expr::name(it->second) + 1}};
  MemoryAccess later = second;
  later.index = second.index->substitute(next);
  for (Expr &value : later.nonNegative)
    value = value.substitute(next);
  Assumptions laterFacts = getFactsAt(later, facts);
  around.insert(it->second);
  return !areApart({*first.index, first.width, &firstFacts},
                   {*later.index, later.width, &laterFacts}, around);
}

//===----------------------------------------------------------------------===//
// Recovering index functions
//===----------------------------------------------------------------------===//

ThreadDependence::ThreadDependence(gpu::GPUFuncOp func) : func(func) {
  localSize.assign(3, kUnknownLocalSize);
  if (std::optional<ArrayRef<int32_t>> known = func.getKnownBlockSize())
    localSize.assign(known->begin(), known->end());
  for (unsigned dim = 0; dim < localSize.size(); ++dim)
    facts.setRange(*getLocalIdName(dim).getName(), 0, localSize[dim] - 1);
}

Expr ThreadDependence::renameSizes(const Expr &expr) const {
  gpu::GPUFuncOp kernel = func;
  std::map<std::string, Expr> names;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (auto name = kernel.getArgAttrOfType<StringAttr>(
            i, LiftDialect::NameAttrHelper::getNameStr()))
      names.insert({(kSizeName + Twine(i)).str(), Expr::name(name.str())});
  return expr.substitute(names);
}

Expr ThreadDependence::nameArguments(const Expr &size) const {
  gpu::GPUFuncOp kernel = func;
  std::map<std::string, Expr> names;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    auto name = kernel.getArgAttrOfType<StringAttr>(
        i, LiftDialect::NameAttrHelper::getNameStr());
    if (name && kernel.getArgument(i).getType().isIndex() &&
        !kernel.getArgAttr(i, LiftDialect::ValueAttrHelper::getNameStr()))
      names.insert({name.str(), Expr::name((kSizeName + Twine(i)).str())});
  }
  return size.substitute(names);
}

std::optional<Expr>
ThreadDependence::getReadableIndex(const MemoryAccess &access) const {
  if (!access.index)
    return std::nullopt;
  return renameSizes(*access.index);
}

std::optional<Expr> ThreadDependence::getStride(const MemoryAccess &access,
                                                unsigned dim) const {
  if (!access.index)
    return std::nullopt;
  Expr id = getLocalIdName(dim);
  Expr index = withoutClamps(*access.index);
  Expr next = index.substitute({{*id.getName(), id + 1}});
  Expr stride = facts.simplify(next - index);
  std::set<std::string> names, strideNames;
  index.collectNames(names);
  stride.collectNames(strideNames);
  bool isKnown = llvm::none_of(names, [](const std::string &name) {
    return StringRef(name).starts_with(kClampName);
  });
  if (!isKnown || strideNames.count(*id.getName()))
    return std::nullopt;
  return renameSizes(stride);
}

std::optional<Expr> ThreadDependence::getExpr(Value value) {
  auto it = expressions.find(value);
  if (it != expressions.end())
    return it->second;
  std::optional<Expr> expr = computeExpr(value);
  if (expr)
    expr = facts.simplify(*expr);
  expressions[value] = expr;
  return expr;
}

std::optional<Expr> ThreadDependence::getLoopVariable(BlockArgument variable) {
  auto loop = dyn_cast<scf::ForOp>(variable.getOwner()->getParentOp());
  if (!loop || variable != loop.getInductionVar())
    return std::nullopt;
  std::optional<Expr> lower = getExpr(loop.getLowerBound());
  std::optional<Expr> upper = getExpr(loop.getUpperBound());
  std::optional<Expr> step = getExpr(loop.getStep());
  if (!lower || !upper || !step)
    return std::nullopt;
  std::string name = "%loop" + std::to_string(numNames++);
  loopNames[loop] = name;
  if (step->isConstant(1)) {
    facts.setRange(name, 0, *upper - 1 - *lower);
    return *lower + Expr::name(name);
  }
  // lower + step * trip. Most often it is enough to know that the last trip is
  // not above upper floordiv step.
  bool isShort = facts.isNonNegative(*lower);
  facts.setRange(name, 0,
                 isShort ? Expr::floorDiv(*upper, *step)
                         : Expr::ceilDiv(*upper - *lower, *step) - 1);
  return *lower + *step * Expr::name(name);
}

std::optional<Expr> ThreadDependence::getClamp(Operation *op) {
  std::optional<Expr> lower, upper;
  Value clamped = op->getOperand(0);
  if (isa<arith::MaxSIOp>(op)) {
    lower = getExpr(op->getOperand(1));
    if (auto inner = clamped.getDefiningOp<arith::MinSIOp>()) {
      upper = getExpr(inner.getRhs());
      clamped = inner.getLhs();
    } else if (std::optional<Expr> index = getExpr(clamped)) {
      upper = facts.getUpperBound(*index);
    }
  } else if (isa<arith::MinSIOp>(op)) {
    upper = getExpr(op->getOperand(1));
    std::optional<Expr> index = getExpr(clamped);
    if (index && facts.isNonNegative(*index))
      lower = 0;
  }
  if (!lower || !upper)
    return std::nullopt;
  std::string name = (kClampName + Twine(numNames++)).str();
  facts.setRange(name, *lower, *upper);
  if (std::optional<Expr> index = getExpr(clamped))
    clampedIndices.insert({name, withoutClamps(*index)});
  return Expr::name(name);
}

Expr ThreadDependence::withoutClamps(const Expr &index) const {
  return index.substitute(clampedIndices);
}

/// The dimension of an id operation.
template <typename IdOp>
static unsigned getDim(IdOp op) {
  return static_cast<unsigned>(op.getDimension());
}

std::optional<Expr> ThreadDependence::computeExpr(Value value) {
  if (!value.getType().isIndex())
    return std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != &func.getBody().front())
      return getLoopVariable(argument);
    std::string name = (kSizeName + Twine(argument.getArgNumber())).str();
    if (func.getArgAttr(argument.getArgNumber(),
                        LiftDialect::ValueAttrHelper::getNameStr()))
      facts.setRange(name, -kMaxSize - 1, kMaxSize);
    return Expr::name(name);
  }
  auto groupCount = [](unsigned dim) {
    return Expr::name((kGroupCountName + Twine(dim)).str());
  };
  auto group = [&](unsigned dim) {
    std::string name = (kGroupName + Twine(dim)).str();
    facts.setRange(name, 0, groupCount(dim) - 1);
    return Expr::name(name);
  };
  Operation *op = value.getDefiningOp();
  if (auto length = op->getAttrOfType<SizeAttr>(
          LiftDialect::BelowAttrHelper::getNameStr())) {
    std::string name = (kClampName + Twine(numNames++)).str();
    facts.setRange(name, 0, nameArguments(length.getValue()) - 1);
    return Expr::name(name);
  }
  if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
    return getLocalIdName(getDim(id));
  if (auto id = dyn_cast<gpu::BlockIdOp>(op))
    return group(getDim(id));
  if (auto count = dyn_cast<gpu::GridDimOp>(op))
    return groupCount(getDim(count));
  if (auto id = dyn_cast<gpu::GlobalIdOp>(op))
    return group(getDim(id)) * Expr(localSize[getDim(id)]) +
           getLocalIdName(getDim(id));
  if (isa<arith::MaxSIOp, arith::MinSIOp>(op))
    return getClamp(op);
  return getIndexArithmetic(
      op, [&](Value operand) { return getExpr(operand); }, facts);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Whether work-items share what the memref points to.
static bool isShared(Value memref) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(
      cast<MemRefType>(memref.getType()).getMemorySpace());
  return space && space.getValue() != gpu::AddressSpace::Private;
}

void ThreadDependence::addLess(Value lower, Value upper, MemoryAccess &access,
                               int64_t distance) {
  std::optional<Expr> lhs = getExpr(lower), rhs = getExpr(upper);
  if (lhs && rhs)
    access.nonNegative.push_back(*rhs - *lhs - distance);
}

void ThreadDependence::addCondition(arith::CmpIOp compare,
                                    MemoryAccess &access) {
  if (compare.getPredicate() == arith::CmpIPredicate::slt)
    addLess(compare.getLhs(), compare.getRhs(), access);
  else if (compare.getPredicate() == arith::CmpIPredicate::sge)
    addLess(compare.getRhs(), compare.getLhs(), access, /*distance=*/0);
}

/// The dimension of an id that is 0 for one work-item of a group, or for none.
static std::optional<unsigned> getDimOfId(Value value) {
  if (auto id = value.getDefiningOp<gpu::ThreadIdOp>())
    return getDim(id);
  if (auto id = value.getDefiningOp<gpu::GlobalIdOp>())
    return getDim(id);
  return std::nullopt;
}

void ThreadDependence::setConditions(MemoryAccess &access) {
  auto markTest = [&](Value condition) {
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    if (!compare)
      return;
    addCondition(compare, access);
    std::optional<unsigned> dim = getDimOfId(compare.getLhs());
    if (dim && ((compare.getPredicate() == arith::CmpIPredicate::eq &&
                 matchPattern(compare.getRhs(), m_Zero())) ||
                (compare.getPredicate() == arith::CmpIPredicate::slt &&
                 matchPattern(compare.getRhs(), m_One()))))
      access.isSingle[*dim] = true;
  };
  std::function<void(Value)> mark = [&](Value condition) {
    if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
      mark(both.getLhs());
      mark(both.getRhs());
      return;
    }
    markTest(condition);
  };
  for (Operation *op = access.op; op; op = op->getParentOp()) {
    if (auto branch = dyn_cast_or_null<scf::IfOp>(op->getParentOp()))
      if (op->getBlock() == branch.thenBlock())
        mark(branch.getCondition());
    auto loop = dyn_cast_or_null<scf::ForOp>(op->getParentOp());
    if (!loop)
      continue;
    // Who starts behind the end takes no trip.
    if (std::optional<unsigned> dim = getDimOfId(loop.getLowerBound()))
      access.isSingle[*dim] |= matchPattern(loop.getUpperBound(), m_One());
    // A range of trips does not say that the last one is below the end.
    if (!matchPattern(loop.getStep(), m_One()))
      addLess(loop.getInductionVar(), loop.getUpperBound(), access);
  }
}

std::optional<MemoryAccess> ThreadDependence::getAccess(Operation *op) {
  MemoryAccess access;
  access.op = op;
  access.lanes = op->getAttr(LiftDialect::LanesAttrHelper::getNameStr());
  ValueRange indices;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    access.buffer = load.getMemRef();
    indices = load.getIndices();
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    access.buffer = store.getMemRef();
    access.isWrite = true;
    indices = store.getIndices();
  } else if (auto load = dyn_cast<vector::LoadOp>(op)) {
    access.buffer = load.getBase();
    access.width = load.getVectorType().getNumElements();
    indices = load.getIndices();
  } else if (auto store = dyn_cast<vector::StoreOp>(op)) {
    access.buffer = store.getBase();
    access.width = store.getVectorType().getNumElements();
    access.isWrite = true;
    indices = store.getIndices();
  } else {
    return std::nullopt;
  }
  if (!isShared(access.buffer))
    return std::nullopt;
  // Several dimensions with static sizes are one, row-major.
  ArrayRef<int64_t> shape =
      cast<MemRefType>(access.buffer.getType()).getShape();
  Expr linear = 0;
  access.index = linear;
  for (auto [index, size] : llvm::zip_equal(indices, shape)) {
    std::optional<Expr> expr = getExpr(index);
    if (!expr || (ShapedType::isDynamic(size) && shape.size() > 1)) {
      access.index = std::nullopt;
      break;
    }
    linear = shape.size() > 1 ? linear * Expr(size) + *expr : *expr;
    access.index = facts.simplify(linear);
  }
  setConditions(access);
  return access;
}

//===----------------------------------------------------------------------===//
// Uniform control flow
//===----------------------------------------------------------------------===//

bool ThreadDependence::isUniform(Value value) {
  auto it = uniform.find(value);
  if (it != uniform.end())
    return it->second;
  bool result;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    result = argument.getOwner() == &func.getBody().front() ||
             (loop && argument == loop.getInductionVar() &&
              isUniform(loop.getOperation()));
  } else {
    Operation *op = value.getDefiningOp();
    result = isa<gpu::BlockIdOp, gpu::GridDimOp, gpu::BlockDimOp>(op) ||
             (!isa<gpu::ThreadIdOp, gpu::GlobalIdOp>(op) && isPure(op) &&
              op->getNumRegions() == 0 &&
              llvm::all_of(op->getOperands(),
                           [&](Value operand) { return isUniform(operand); }));
  }
  uniform[value] = result;
  return result;
}

bool ThreadDependence::isUniform(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return isUniform(loop.getLowerBound()) && isUniform(loop.getUpperBound()) &&
           isUniform(loop.getStep());
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return isUniform(branch.getCondition());
  return op->getNumRegions() == 0;
}
