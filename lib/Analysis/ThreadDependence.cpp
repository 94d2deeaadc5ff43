//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/ThreadDependence.h"

#include "IndexDigits.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Loop/OperandExprs.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::index_digits;

/// A group of which no size is given may have any that OpenCL allows.
static constexpr int64_t kUnknownLocalSize = int64_t(1) << 31;

//===----------------------------------------------------------------------===//
// Pairs of accesses
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
  return haveSameId(
      {first.index, first.width, &firstFacts, first.isSingle[dim]},
      {second.index, second.width, &secondFacts, second.isSingle[dim]},
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
/// without it, as those of a row that is read backwards are; and nothing, as
/// what is known where the accesses are made may be about whole indices.
static SmallVector<Expr, 2> getCommonBases(const MemoryAccess &first,
                                           const MemoryAccess &second,
                                           const Assumptions &facts,
                                           const std::set<std::string> &loops) {
  Expr base = getCommonBase(first.index, second.index, facts, loops);
  SmallVector<Expr, 2> bases = {base};
  for (const Monomial &term : base.getNumerator())
    if (term.factors.empty())
      bases.push_back(base - term.toExpr());
  if (!bases.back().isConstant(0))
    bases.push_back(0);
  return bases;
}

/// Whether the same work-item makes both accesses, wherever they meet, if they
/// do, with `base` subtracted from the index of either.
static bool haveSameWorkItem(MemoryAccess first, MemoryAccess second,
                             const Expr &base, ArrayRef<int64_t> localSize,
                             const Assumptions &facts) {
  first.index = first.index - base;
  second.index = second.index - base;
  auto holds = [&](const Assumptions &firstFacts,
                   const Assumptions &secondFacts) {
    if (llvm::all_of(
            llvm::seq<unsigned>(0, localSize.size()), [&](unsigned dim) {
              return haveSameLocalId(first, second, dim, localSize[dim],
                                     firstFacts, secondFacts);
            }))
      return true;
    return areInOtherParts({first.index, first.width, &firstFacts},
                           {second.index, second.width, &secondFacts});
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
  // One store writes each element of a value once. It meets itself only when it
  // writes the next value to the same buffer, and the reads of the value before
  // stand between: whatever orders these orders the stores.
  if (first.op == second.op)
    return false;
  return llvm::none_of(
      getCommonBases(first, second, facts, {}), [&](const Expr &base) {
        return haveSameWorkItem(first, second, base, localSize, facts);
      });
}

std::set<std::string> ThreadDependence::getLoopsAround(Operation *op,
                                                       Operation *other) const {
  std::set<std::string> around;
  for (auto outer = op->getParentOfType<loop::ForOp>(); outer;
       outer = outer->getParentOfType<loop::ForOp>())
    if (auto name = loopNames.find(outer);
        name != loopNames.end() && (!other || outer->isAncestor(other)))
      around.insert(name->second);
  return around;
}

bool ThreadDependence::mayMeetInside(const MemoryAccess &first,
                                     const MemoryAccess &second,
                                     const std::set<std::string> &loops) const {
  Assumptions firstFacts = getFactsAt(first, facts);
  Assumptions secondFacts = getFactsAt(second, facts);
  return !areApart({first.index, first.width, &firstFacts},
                   {second.index, second.width, &secondFacts}, loops);
}

bool ThreadDependence::mayMeetInLaterTrip(const MemoryAccess &first,
                                          const MemoryAccess &second,
                                          Operation *loop, bool isNext) const {
  auto it = loopNames.find(loop);
  if (it == loopNames.end())
    return true;
  std::set<std::string> around = getLoopsAround(loop);
  Assumptions firstFacts = getFactsAt(first, facts);
  Assumptions secondFacts = getFactsAt(second, facts);
  // With nothing above it, the number of the trip is index floordiv weight in
  // both: accesses that meet are in one trip.
  auto isOneTrip = [&](const Expr &base) {
    return index_digits::isSameDigit(
        {first.index - base, first.width, &firstFacts},
        {second.index - base, second.width, &secondFacts}, it->second,
        /*count=*/std::nullopt);
  };
  if (llvm::any_of(getCommonBases(first, second, facts, around), isOneTrip))
    return false;
  if (!isNext)
    return true;
  // The same names for both, of which the one is in the trip after.
  std::map<std::string, Expr> next = {{it->second, Expr::name(it->second) + 1}};
  MemoryAccess later = second;
  later.index = second.index.substitute(next);
  for (Expr &value : later.nonNegative)
    value = value.substitute(next);
  Assumptions laterFacts = getFactsAt(later, facts);
  around.insert(it->second);
  return !areApart({first.index, first.width, &firstFacts},
                   {later.index, later.width, &laterFacts}, around);
}

bool ThreadDependence::mayMeet(const MemoryAccess &first,
                               const MemoryAccess &second,
                               Meeting meeting) const {
  switch (meeting.kind) {
  case Meeting::Anywhere:
    return lift::mayConflict(first, second, localSize, facts);
  case Meeting::InTrip:
    return mayMeetInside(first, second, getLoopsAround(first.op, second.op));
  case Meeting::Inside:
    return mayMeetInside(first, second, getLoopsAround(meeting.op));
  case Meeting::LaterTrip:
  case Meeting::NextTrip:
    return mayMeetInLaterTrip(first, second, meeting.op,
                              meeting.kind == Meeting::NextTrip);
  }
  llvm_unreachable("unknown kind of meeting");
}

bool ThreadDependence::ask(const MemoryAccess &first,
                           const MemoryAccess &second, Meeting meeting) {
  if (first.buffer != second.buffer)
    return false;
  auto [answer, isNew] =
      answers.try_emplace({first.op, second.op, meeting.kind, meeting.op});
  if (isNew)
    answer->second = mayMeet(first, second, meeting);
  return answer->second;
}

bool ThreadDependence::mayConflict(const MemoryAccess &first,
                                   const MemoryAccess &second) {
  return ask(first, second, {Meeting::Anywhere});
}

bool ThreadDependence::mayConflictInTrip(const MemoryAccess &first,
                                         const MemoryAccess &second) {
  return mayConflict(first, second) && ask(first, second, {Meeting::InTrip});
}

bool ThreadDependence::mayConflictInside(Operation *op,
                                         const MemoryAccess &first,
                                         const MemoryAccess &second) {
  return mayConflict(first, second) &&
         ask(first, second, {Meeting::Inside, op});
}

bool ThreadDependence::mayConflictInLaterTrip(const MemoryAccess &first,
                                              const MemoryAccess &second,
                                              loop::ForOp loop, bool isNext) {
  return mayConflict(first, second) &&
         ask(first, second,
             {isNext ? Meeting::NextTrip : Meeting::LaterTrip, loop});
}

//===----------------------------------------------------------------------===//
// Index functions
//===----------------------------------------------------------------------===//

LogicalResult lift::checkIsDistributed(loop::KernelOp kernel) {
  auto getError = [](Operation *op) -> StringRef {
    if (isa<loop::ViewOp>(op))
      return "is still there";
    if (auto loop = dyn_cast<loop::WhileOp>(op))
      return loop.getStates().empty() ? "" : "has states yet";
    auto loop = dyn_cast<loop::ForOp>(op);
    bool isLeft =
        loop && (!loop.getStates().empty() ||
                 (loop.getMapping() && loop.getMappingAttr().isParallel()));
    return isLeft ? "is not divided among work-items yet" : "";
  };
  WalkResult walk = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    StringRef error = getError(op);
    if (error.empty())
      return WalkResult::advance();
    InFlightDiagnostic diag = op->emitOpError(error);
    diag.attachNote() << "run lift-distribute-loops first";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

ThreadDependence::ThreadDependence(loop::KernelOp kernel)
    : kernel(kernel), facts(getSizeFacts(kernel)) {
  for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim) {
    std::optional<int64_t> size = kernel.getLocalSizeIn(dim).getConstant();
    localSize.push_back(size.value_or(kUnknownLocalSize));
    facts.setRange(*getLocalIdName(dim).getName(), 0, localSize[dim] - 1);
  }
}

std::optional<Expr> ThreadDependence::getStride(const MemoryAccess &access,
                                                unsigned dim) const {
  Expr id = getLocalIdName(dim);
  std::optional<Expr> index = withoutClamps(access.index);
  if (!index)
    return std::nullopt;
  Expr next = index->substitute({{*id.getName(), id + 1}});
  Expr stride = facts.simplify(next - *index);
  if (stride.mentions(*id.getName()))
    return std::nullopt;
  return stride;
}

Expr ThreadDependence::getExpr(Value value) {
  if (auto it = expressions.find(value); it != expressions.end())
    return it->second;
  Expr expr = facts.simplify(computeExpr(value));
  expressions[value] = expr;
  return expr;
}

Expr ThreadDependence::getExpr(const Expr &expr, ValueRange operands) {
  return loop::substituteOperands(
             expr, operands, [&](Value operand) { return getExpr(operand); })
      .front();
}

Expr ThreadDependence::computeExpr(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getArgument(argument);
  if (auto id = value.getDefiningOp<loop::IdOp>())
    return getId(id);
  if (auto index = value.getDefiningOp<loop::IndexOp>())
    return getIndex(index);
  // An index that the program computes.
  return nameInRange(-kMaxSize - 1, kMaxSize);
}

Expr ThreadDependence::getArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  const unsigned number = argument.getArgNumber();
  if (auto loop = dyn_cast<loop::ForOp>(parent); loop && number == 0)
    return getLoopVariable(loop);
  if (auto loop = dyn_cast<loop::WhileOp>(parent); loop && number == 0)
    return nameInRange(loop.getLower(),
                       getExpr(loop.getUpper(), loop.getIndices()) - 1);
  Expr name = nameInRange(-kMaxSize - 1, kMaxSize);
  // Any number, but one for the whole launch.
  if (parent == kernel)
    facts.setKind(*name.getName(), SymbolKind::Size);
  return name;
}

Expr ThreadDependence::getLoopVariable(loop::ForOp loop) {
  Expr lower = getExpr(loop.getLower(), loop.getIndices());
  Expr upper = getExpr(loop.getUpper(), loop.getIndices());
  Expr step = getExpr(loop.getStep(), loop.getIndices());
  // What goes on with the same id of the next round of groups.
  if (loop::IdOp id = loop::getFirstId(loop);
      id && !step.getDenominator().isConstant(1)) {
    if (id.getLevel() == loop::IdLevel::Group)
      step = getGroupCount(id.getDim());
    else if (id.getLevel() == loop::IdLevel::Global)
      step = getGroupCount(id.getDim()) * localSize[id.getDim()];
  }
  std::string name = "%loop" + std::to_string(numNames++);
  loopNames[loop] = name;
  if (step.isConstant(1)) {
    facts.setRange(name, 0, upper - 1 - lower);
    return lower + Expr::name(name);
  }
  // lower + step * trip. Most often it is enough to know that the last trip is
  // not above upper floordiv step.
  bool isShort = facts.isNonNegative(lower);
  facts.setRange(name, 0,
                 isShort ? Expr::floorDiv(upper, step)
                         : Expr::ceilDiv(upper - lower, step) - 1);
  return lower + step * Expr::name(name);
}

Expr ThreadDependence::getGroupCount(unsigned dim) {
  Expr count = facts.simplify(
      Expr::exactDiv(kernel.getGlobalSizeIn(dim), kernel.getLocalSizeIn(dim)));
  if (count.getDenominator().isConstant(1) && !count.isError())
    return count;
  // As a quotient of sizes it would hide what it is multiplied with.
  std::string name = "%groups" + std::to_string(dim);
  facts.setKind(name, SymbolKind::Group);
  if (!count.isError())
    facts.setRange(name, 1, count);
  return Expr::name(name);
}

Expr ThreadDependence::getGroup(unsigned dim) {
  std::string name = "%wg" + std::to_string(dim);
  facts.setRange(name, 0, getGroupCount(dim) - 1);
  facts.setKind(name, SymbolKind::Group);
  return Expr::name(name);
}

Expr ThreadDependence::getId(loop::IdOp id) {
  const unsigned dim = id.getDim();
  switch (id.getLevel()) {
  case loop::IdLevel::Local:
    return getLocalIdName(dim);
  case loop::IdLevel::Group:
    return getGroup(dim);
  case loop::IdLevel::Global:
    return getGroup(dim) * localSize[dim] + getLocalIdName(dim);
  }
  llvm_unreachable("unknown level of ids");
}

Expr ThreadDependence::getIndex(loop::IndexOp op) {
  SmallVector<Expr> parts =
      loop::substituteOperands(op.getExprs().getExprs(), op.getIndices(),
                               [&](Value operand) { return getExpr(operand); });
  switch (op.getKind()) {
  case loop::IndexKind::Value:
    return parts[0];
  case loop::IndexKind::Clamp:
    return getKept(parts[0], parts[1], parts[2], /*isSameInside=*/true);
  case loop::IndexKind::Wrap:
  case loop::IndexKind::Mirror:
    return getKept(parts[0], 0, parts[1] - 1, /*isSameInside=*/false);
  case loop::IndexKind::Within:
    return facts.isEqual(parts[1], parts[2]) ? parts[1] : parts[0];
  case loop::IndexKind::Data:
    return nameInRange(parts[0], parts[1]);
  }
  llvm_unreachable("unknown index kind");
}

Expr ThreadDependence::getKept(const Expr &index, const Expr &lower,
                               const Expr &upper, bool isSameInside) {
  Expr simple = facts.simplify(index);
  if (facts.isLessOrEqual(lower, simple) && facts.isLessOrEqual(simple, upper))
    return simple;
  // A clamp whose bounds cross gives one of them, which the other does not
  // bound.
  if (!facts.isLessOrEqual(lower, upper))
    return nameInRange(-kMaxSize - 1, kMaxSize);
  return nameInRange(lower, upper,
                     isSameInside ? withoutClamps(simple) : std::nullopt);
}

Expr ThreadDependence::nameInRange(const Expr &lower, const Expr &upper,
                                   const std::optional<Expr> &inside) {
  std::string name = "%index" + std::to_string(numNames++);
  facts.setRange(name, lower, upper);
  keptIndices.insert({name, inside});
  return Expr::name(name);
}

std::optional<Expr> ThreadDependence::withoutClamps(const Expr &index) const {
  std::set<std::string> names;
  index.collectNames(names);
  std::map<std::string, Expr> inside;
  for (const std::string &name : names) {
    auto kept = keptIndices.find(name);
    if (kept == keptIndices.end())
      continue;
    if (!kept->second)
      return std::nullopt;
    inside.insert({name, *kept->second});
  }
  return index.substitute(inside);
}

//===----------------------------------------------------------------------===//
// Uniform control flow
//===----------------------------------------------------------------------===//

bool ThreadDependence::isUniform(Value value) {
  if (auto it = uniform.find(value); it != uniform.end())
    return it->second;
  bool result;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    loop::ForOp loop = loop::getLoop(argument);
    result = argument.getOwner() == &kernel.getBody().front() ||
             (loop && argument == loop.getInductionVar() &&
              isUniform(loop.getOperation()));
  } else if (auto id = value.getDefiningOp<loop::IdOp>()) {
    result = id.getLevel() == loop::IdLevel::Group;
  } else {
    Operation *op = value.getDefiningOp();
    result = isPure(op) && op->getNumRegions() == 0 &&
             llvm::all_of(op->getOperands(),
                          [&](Value operand) { return isUniform(operand); });
  }
  uniform[value] = result;
  return result;
}

bool ThreadDependence::isUniform(Operation *op) {
  auto areUniform = [&](ValueRange values) {
    return llvm::all_of(values, [&](Value value) { return isUniform(value); });
  };
  if (auto loop = dyn_cast<loop::ForOp>(op))
    return areUniform(loop.getIndices());
  if (auto branch = dyn_cast<loop::IfOp>(op))
    return areUniform(branch.getIndices()) || isAlwaysTaken(branch);
  return op->getNumRegions() == 0;
}
