//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/ThreadDependence.h"

#include "IndexDigits.h"
#include "LiftDialect/Analysis/IndexArithmetic.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::index_digits;

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

bool lift::isSameDigit(const Expr &first, const Expr &second,
                       const std::string &id, const std::optional<Expr> &count,
                       const Assumptions &facts, int64_t firstWidth,
                       int64_t secondWidth) {
  return index_digits::isSameDigit({first, firstWidth, &facts},
                                   {second, secondWidth, &facts}, id, count);
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

/// What is the same in both indices, for a group and for each of the trips of
/// loops: with the constant, as elements behind a margin are counted, and
/// without it, as those of a row that is read backwards are.
static SmallVector<Expr, 2> getCommonBases(const MemoryAccess &first,
                                           const MemoryAccess &second,
                                           const Assumptions &facts,
                                           const std::set<std::string> &loops) {
  if (!first.index || !second.index)
    return {0};
  Expr base = getCommonBase(*first.index, *second.index, facts, loops);
  SmallVector<Expr, 2> bases = {base};
  for (const Monomial &term : base.getNumerator())
    if (term.factors.empty())
      bases.push_back(base - term.toExpr());
  return bases;
}

/// Counts the elements of both in parts, so that indices that are quotients of
/// sizes have digits, too.
static void removeDenominators(MemoryAccess &first, MemoryAccess &second) {
  std::optional<int64_t> one = first.index->getDenominator().getConstant();
  std::optional<int64_t> other = second.index->getDenominator().getConstant();
  if (!one || !other)
    return;
  const int64_t parts = std::lcm(*one, *other);
  for (MemoryAccess *access : {&first, &second}) {
    access->index = *access->index * parts;
    access->width = (access->width - 1) * parts + 1;
  }
}

/// Whether the same work-item makes both accesses, wherever they meet, if they
/// do, with `base` subtracted from the index of either.
static bool haveSameWorkItem(MemoryAccess first, MemoryAccess second,
                             const Expr &base, ArrayRef<int64_t> localSize,
                             const Assumptions &facts) {
  const bool isKnown = first.index && second.index;
  if (isKnown) {
    first.index = *first.index - base;
    second.index = *second.index - base;
    removeDenominators(first, second);
  }
  auto holds = [&](const Assumptions &firstFacts,
                   const Assumptions &secondFacts) {
    if (llvm::all_of(
            llvm::seq<unsigned>(0, localSize.size()), [&](unsigned dim) {
              return haveSameLocalId(first, second, dim, localSize[dim],
                                     firstFacts, secondFacts);
            }))
      return true;
    return isKnown &&
           areInOtherParts({*first.index, first.width, &firstFacts},
                           {*second.index, second.width, &secondFacts});
  };
  // Facts are many, and conditions seldom matter.
  if (holds(facts, facts))
    return true;
  return !(first.nonNegative.empty() && second.nonNegative.empty()) &&
         holds(getFactsAt(first, facts), getFactsAt(second, facts));
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
  return llvm::none_of(
      getCommonBases(first, second, facts, {}), [&](const Expr &base) {
        return haveSameWorkItem(first, second, base, localSize, facts);
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

bool ThreadDependence::mayMeetInside(const MemoryAccess &first,
                                     const MemoryAccess &second,
                                     Operation *op) const {
  if (!first.index || !second.index)
    return true;
  Assumptions firstFacts = getFactsAt(first, facts);
  Assumptions secondFacts = getFactsAt(second, facts);
  return !areApart({*first.index, first.width, &firstFacts},
                   {*second.index, second.width, &secondFacts},
                   getNamesOfLoopsAround(op, loopNames));
}

bool ThreadDependence::mayMeetInLaterTrip(const MemoryAccess &first,
                                          const MemoryAccess &second,
                                          Operation *loop, bool isNext) const {
  auto it = loopNames.find(loop);
  if (it == loopNames.end() || !first.index || !second.index)
    return true;
  std::set<std::string> around = getNamesOfLoopsAround(loop, loopNames);
  Assumptions firstFacts = getFactsAt(first, facts);
  Assumptions secondFacts = getFactsAt(second, facts);
  // With nothing above it, the number of the trip is index floordiv weight in
  // both: accesses that meet are in one trip.
  auto isOneTrip = [&](const Expr &base) {
    return index_digits::isSameDigit(
        {*first.index - base, first.width, &firstFacts},
        {*second.index - base, second.width, &secondFacts}, it->second,
        /*count=*/std::nullopt);
  };
  if (llvm::any_of(getCommonBases(first, second, facts, around), isOneTrip))
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

bool ThreadDependence::mayMeet(const MemoryAccess &first,
                               const MemoryAccess &second, Place place) const {
  switch (place.kind) {
  case Place::Anywhere:
    return lift::mayConflict(first, second, localSize, facts);
  case Place::Inside:
    return mayMeetInside(first, second, place.op);
  case Place::LaterTrip:
  case Place::NextTrip:
    return mayMeetInLaterTrip(first, second, place.op,
                              place.kind == Place::NextTrip);
  }
  llvm_unreachable("unknown kind of place");
}

bool ThreadDependence::ask(const MemoryAccess &first,
                           const MemoryAccess &second, Place place) {
  if (first.buffer != second.buffer)
    return false;
  auto [answer, isNew] =
      answers.try_emplace({first.op, second.op, place.kind, place.op});
  if (isNew)
    answer->second = mayMeet(first, second, place);
  return answer->second;
}

bool ThreadDependence::mayConflict(const MemoryAccess &first,
                                   const MemoryAccess &second) {
  return ask(first, second, {Place::Anywhere});
}

bool ThreadDependence::mayConflictInside(Operation *op,
                                         const MemoryAccess &first,
                                         const MemoryAccess &second) {
  return mayConflict(first, second) && ask(first, second, {Place::Inside, op});
}

bool ThreadDependence::mayConflictInLaterTrip(const MemoryAccess &first,
                                              const MemoryAccess &second,
                                              scf::ForOp loop, bool isNext) {
  return mayConflict(first, second) &&
         ask(first, second,
             {isNext ? Place::NextTrip : Place::LaterTrip, loop});
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
  for (SizeConstraint required : getRequirements(func)) {
    required.lhs = nameArguments(required.lhs);
    required.rhs = nameArguments(required.rhs);
    assume(facts, required);
  }
}

/// The name of an argument of the kernel.
static Expr getArgumentName(unsigned number) {
  return Expr::name("%size" + std::to_string(number));
}

Expr ThreadDependence::renameSizes(const Expr &expr) const {
  gpu::GPUFuncOp kernel = func;
  std::map<std::string, Expr> names;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (auto name = kernel.getArgAttrOfType<StringAttr>(
            i, LiftDialect::NameAttrHelper::getNameStr()))
      names.insert({*getArgumentName(i).getName(), Expr::name(name.str())});
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
      names.insert({name.str(), getArgumentName(i)});
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
  std::optional<Expr> known = withoutClamps(*access.index);
  if (!known)
    return std::nullopt;
  const Expr &index = *known;
  Expr next = index.substitute({{*id.getName(), id + 1}});
  Expr stride = facts.simplify(next - index);
  if (stride.mentions(*id.getName()))
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

Expr ThreadDependence::nameNonNegative(const std::string &name) {
  // There is some number that is above all that it stands for.
  facts.setRange(name, 0, Expr::name(name + " below") - 1);
  return Expr::name(name);
}

std::optional<Expr> ThreadDependence::getQuotient(arith::DivUIOp op) {
  std::optional<Expr> lhs = getExpr(op.getLhs()), rhs = getExpr(op.getRhs());
  if (!lhs || !rhs)
    return std::nullopt;
  std::string name = "%(" + lhs->str() + " divui " + rhs->str() + ")";
  std::set<std::string> names;
  lhs->collectNames(names);
  rhs->collectNames(names);
  if (llvm::none_of(names, [&](const std::string &name) {
        return facts.getKind(name) == SymbolKind::Index;
      }))
    facts.setKind(name, SymbolKind::Group);
  clampedIndices.insert({name, std::nullopt});
  return nameNonNegative(name);
}

std::optional<Expr> ThreadDependence::getLoopVariable(BlockArgument variable) {
  auto loop = dyn_cast<scf::ForOp>(variable.getOwner()->getParentOp());
  if (!loop || variable != loop.getInductionVar())
    return std::nullopt;
  std::optional<Expr> lower = getExpr(loop.getLowerBound());
  std::optional<Expr> upper = getExpr(loop.getUpperBound());
  std::optional<Expr> step = getExpr(loop.getStep());
  if (!lower || !step)
    return std::nullopt;
  std::string name = "%loop" + std::to_string(numNames++);
  loopNames[loop] = name;
  if (!upper)
    return *lower + *step * nameNonNegative(name);
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
  // A clamp whose bounds cross gives one of them, which the other does not
  // bound.
  if (!lower || !upper || !facts.isLessOrEqual(*lower, *upper))
    return std::nullopt;
  std::optional<Expr> index = getExpr(clamped);
  return nameInRange(*lower, *upper, index ? withoutClamps(*index) : index);
}

Expr ThreadDependence::nameGroupCount(unsigned dim) {
  std::string name = "%groups" + std::to_string(dim);
  facts.setKind(name, SymbolKind::Group);
  return Expr::name(name);
}

Expr ThreadDependence::nameGroup(unsigned dim,
                                 const std::optional<Expr> &count) {
  Expr groups = nameGroupCount(dim);
  if (count)
    facts.setRange(*groups.getName(), 1, *count);
  std::string name = "%wg" + std::to_string(dim);
  facts.setKind(name, SymbolKind::Group);
  facts.setRange(name, 0, groups - 1);
  return Expr::name(name);
}

Expr ThreadDependence::nameInRange(const Expr &lower, const Expr &upper,
                                   const std::optional<Expr> &inside) {
  std::string name = "%clamp" + std::to_string(numNames++);
  facts.setRange(name, lower, upper);
  clampedIndices.insert({name, inside});
  return Expr::name(name);
}

std::optional<Expr> ThreadDependence::withoutClamps(const Expr &index) const {
  std::set<std::string> names;
  index.collectNames(names);
  std::map<std::string, Expr> inside;
  for (const std::string &name : names) {
    auto clamp = clampedIndices.find(name);
    if (clamp == clampedIndices.end())
      continue;
    if (!clamp->second)
      return std::nullopt;
    inside.insert({name, *clamp->second});
  }
  return index.substitute(inside);
}

/// The dimension of an id operation.
template <typename IdOp>
static unsigned getDim(IdOp op) {
  return static_cast<unsigned>(op.getDimension());
}

/// Whether an integer is one that 32 bits hold: conditions say more of it where
/// it is an index.
static bool isOf32Bits(Value number) {
  auto limited = number.getDefiningOp<arith::MinSIOp>();
  if (!limited)
    return number.getType().getIntOrFloatBitWidth() <= 32;
  auto lowered = limited.getLhs().getDefiningOp<arith::MaxSIOp>();
  APInt lower, upper;
  return lowered && matchPattern(lowered.getRhs(), m_ConstantInt(&lower)) &&
         matchPattern(limited.getRhs(), m_ConstantInt(&upper)) &&
         lower.getSExtValue() >= -kMaxSize - 1 &&
         upper.getSExtValue() <= kMaxSize;
}

std::optional<Expr> ThreadDependence::computeExpr(Value value) {
  if (!value.getType().isIndex())
    return std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != &func.getBody().front())
      return getLoopVariable(argument);
    Expr size = getArgumentName(argument.getArgNumber());
    facts.setKind(*size.getName(), SymbolKind::Size);
    if (func.getArgAttr(argument.getArgNumber(),
                        LiftDialect::ValueAttrHelper::getNameStr()))
      facts.setRange(*size.getName(), -kMaxSize - 1, kMaxSize);
    return size;
  }
  Operation *op = value.getDefiningOp();
  std::optional<Expr> length;
  if (auto below = op->getAttrOfType<SizeAttr>(
          LiftDialect::BelowAttrHelper::getNameStr()))
    length = nameArguments(below.getValue());
  if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
    return getLocalIdName(getDim(id));
  if (auto id = dyn_cast<gpu::BlockIdOp>(op))
    return nameGroup(getDim(id), length);
  if (auto count = dyn_cast<gpu::GridDimOp>(op))
    return nameGroupCount(getDim(count));
  if (auto id = dyn_cast<gpu::GlobalIdOp>(op)) {
    const int64_t size = localSize[getDim(id)];
    if (length)
      length = facts.simplify(Expr::ceilDiv(*length, size));
    return nameGroup(getDim(id), length) * Expr(size) +
           getLocalIdName(getDim(id));
  }
  if (length)
    return nameInRange(0, *length - 1);
  if (isa<arith::MaxSIOp, arith::MinSIOp>(op))
    return getClamp(op);
  if (std::optional<Expr> expr = getIndexArithmetic(
          op, [&](Value operand) { return getExpr(operand); }, facts))
    return expr;
  if (auto quotient = dyn_cast<arith::DivUIOp>(op))
    return getQuotient(quotient);
  auto cast = dyn_cast<arith::IndexCastOp>(op);
  if (!cast || !isOf32Bits(cast.getIn()))
    return std::nullopt;
  return nameInRange(-kMaxSize - 1, kMaxSize);
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
