//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GuardedReads.h"
#include "LiftDialect/Analysis/DeviceProperties.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Loop/OperandExprs.h"
#include "LiftDialect/Transforms/Passes.h"
#include "MergeReads.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lift {
#define GEN_PASS_DEF_VERSIONLOOPSPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

/// The most conditions that tell the interior from the border, and the most
/// operations of a trip, which are then there twice.
static constexpr size_t kMostConditions = 4;
static constexpr int64_t kMostOps = 1024;
/// The most operations that loops with branches become.
static constexpr int64_t kMostUnrolled = 64;

namespace {
struct VersionLoopsPass final
    : lift::impl::VersionLoopsPassBase<VersionLoopsPass> {
  void runOnOperation() override;
};

/// lower <= first and last < upper, where first <= last: a test that holds in
/// all trips of the loops in the versioned one.
struct Condition {
  Expr lower, first, last, upper;
};

/// A loop that is to have a version for the interior.
class VersionedLoop {
public:
  VersionedLoop(loop::ForOp loop, const Assumptions &facts)
      : loop(loop), symbols(facts) {}

  bool run();

private:
  bool canBeCopied();
  bool isOutside(Value value);
  std::optional<std::pair<Expr, Expr>> getExtremes(const Expr &index);
  std::optional<SmallVector<Condition>> getConditions(loop::IfOp branch);
  bool addConditions(ArrayRef<Condition> more);
  bool collect();
  loop::IfOp createBranch();
  void moveBuffers();
  void finishBorder();

  loop::ForOp loop;
  loop::IndexSymbols symbols;
  SmallVector<Condition> conditions;
  /// What is taken, always, where the conditions hold.
  SmallVector<loop::IfOp> branches;
};
} // namespace

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// How many operations a compiler makes of a block.
static int64_t countOps(Block &block) {
  int64_t count = 0;
  for (Operation &op : block.without_terminator()) {
    auto loop = dyn_cast<loop::ForOp>(op);
    const int64_t trips =
        loop && loop.getUnroll() ? countTrips(loop).value_or(1) : 1;
    int64_t inner = 1;
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        inner += countOps(nested);
    count += trips * inner;
  }
  return count;
}

/// Whether the loop is one that a work-item goes through by itself, with
/// nothing in it that others wait for or see.
bool VersionedLoop::canBeCopied() {
  if (isUnrolled(loop) || loop.getAtMostOnce() || loop.getBounds().size() > 2 ||
      !loop.getStates().empty() ||
      (loop.getMapping() && loop.getMappingAttr().isParallel()) ||
      countOps(loop.getBody().front()) > kMostOps)
    return false;
  auto isPrivate = [](Value buffer) {
    return cast<loop::BufferType>(buffer.getType()).getSpace() ==
           AddressSpace::Private;
  };
  return !loop.getBody()
              .walk([&](Operation *op) {
                bool isOwn = true;
                if (auto load = dyn_cast<loop::LoadOp>(op))
                  isOwn = isPrivate(load.getBuffer()) ||
                          isOnlyRead(load.getBuffer());
                else if (auto store = dyn_cast<loop::StoreOp>(op))
                  isOwn = isPrivate(store.getBuffer());
                else if (auto alloc = dyn_cast<loop::AllocOp>(op))
                  isOwn = isPrivate(alloc);
                return isOwn ? WalkResult::advance() : WalkResult::interrupt();
              })
              .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

bool VersionedLoop::isOutside(Value value) {
  return !loop.getBody().isAncestor(value.getParentRegion());
}

/// The least and the largest that an index is in all trips of the loops in this
/// one, if it changes with their numbers alone.
std::optional<std::pair<Expr, Expr>>
VersionedLoop::getExtremes(const Expr &index) {
  std::pair<Expr, Expr> extremes(index, index);
  std::set<std::string> names;
  index.collectNames(names);
  for (const std::string &name : names) {
    Value value = symbols.getValue(name);
    if (!value || isOutside(value))
      continue;
    loop::ForOp inner = loop::getLoop(value);
    if (!inner || inner == loop || value != inner.getInductionVar() ||
        countTrips(inner).value_or(0) < 1)
      return std::nullopt;
    std::optional<int64_t> step =
        (index.substitute({{name, Expr::name(name) + 1}}) - index)
            .getConstant();
    if (!step)
      return std::nullopt;
    Expr first = inner.getLower(), last = inner.getUpper() - 1;
    if (*step < 0)
      std::swap(first, last);
    extremes.first = extremes.first.substitute({{name, first}});
    extremes.second = extremes.second.substitute({{name, last}});
  }
  return extremes;
}

/// What must hold so that a branch is always taken; nothing if that is not
/// known before the loop.
std::optional<SmallVector<Condition>>
VersionedLoop::getConditions(loop::IfOp branch) {
  const Assumptions &facts = symbols.getFacts();
  SmallVector<Condition> result;
  for (const IndexTest &test : branch.getIndexTests()) {
    auto get = [&](const Expr &expr) {
      return symbols.simplify(symbols.get(expr, branch.getIndices()));
    };
    auto lower = getExtremes(get(test.lower)),
         index = getExtremes(get(test.index)),
         upper = getExtremes(get(test.upper));
    if (!lower || !index || !upper || lower->first != lower->second ||
        upper->first != upper->second)
      return std::nullopt;
    Condition condition{lower->first, index->first, index->second,
                        upper->first};
    if (!facts.isLessOrEqual(condition.lower, condition.first) ||
        !facts.isLess(condition.last, condition.upper))
      result.push_back(condition);
  }
  return result;
}

/// Adds conditions, and makes one of those that differ by constants; false if
/// there would be too many.
bool VersionedLoop::addConditions(ArrayRef<Condition> more) {
  SmallVector<Condition> all = conditions;
  for (const Condition &condition : more) {
    bool isKnown = false;
    for (Condition &known : all) {
      if (known.lower != condition.lower || known.upper != condition.upper)
        continue;
      auto first = (condition.first - known.first).getConstant();
      auto last = (condition.last - known.last).getConstant();
      if (!first || !last)
        continue;
      if (*first < 0)
        known.first = condition.first;
      if (*last > 0)
        known.last = condition.last;
      isKnown = true;
      break;
    }
    if (!isKnown)
      all.push_back(condition);
  }
  if (all.size() > kMostConditions)
    return false;
  conditions = all;
  return true;
}

/// Finds the branches, and what must hold so that all are always taken; false
/// if that is not known before the loop.
bool VersionedLoop::collect() {
  return !loop.getBody()
              .walk([&](loop::IfOp branch) {
                auto needed = getConditions(branch);
                if (!needed || !addConditions(*needed))
                  return WalkResult::interrupt();
                if (!needed->empty())
                  branches.push_back(branch);
                return WalkResult::advance();
              })
              .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

/// The branch on all conditions, without content.
loop::IfOp VersionedLoop::createBranch() {
  SmallVector<Expr> tests;
  for (const Condition &condition : conditions)
    llvm::append_values(tests, condition.lower, condition.first,
                        condition.upper - (condition.last - condition.first));
  OpBuilder builder(loop);
  loop::AttachedExprs attached = symbols.attach(builder.getContext(), tests);
  auto branch =
      loop::IfOp::create(builder, loop.getLoc(), loop.getResultTypes(),
                         attached.operands, attached.exprs);
  builder.createBlock(&branch.getThenRegion());
  builder.createBlock(&branch.getElseRegion());
  return branch;
}

/// Lets both versions have the same buffers.
void VersionedLoop::moveBuffers() {
  SmallVector<loop::AllocOp> allocs;
  loop.getBody().walk([&](loop::AllocOp alloc) { allocs.push_back(alloc); });
  for (loop::AllocOp alloc : allocs)
    alloc->moveBefore(loop);
}

/// Replaces a branch by what is in it.
static void take(loop::IfOp branch) {
  Block &taken = branch.getThenRegion().front();
  Operation *yield = taken.getTerminator();
  branch.replaceAllUsesWith(yield->getOperands());
  yield->erase();
  branch->getBlock()->getOperations().splice(branch->getIterator(),
                                             taken.getOperations());
  branch.erase();
}

/// Unrolls loops with a few branches in them, most of which are often always
/// taken, and has the others select what they read.
void VersionedLoop::finishBorder() {
  llvm::SetVector<loop::ForOp> small;
  for (loop::IfOp branch : branches)
    if (auto inner = dyn_cast<loop::ForOp>(branch->getParentOp());
        inner && inner != loop && isUnrolled(inner) &&
        countOps(inner.getBody().front()) * *countTrips(inner) <= kMostUnrolled)
      small.insert(inner);
  llvm::for_each(small, lift::unroll);
  branches.clear();
  collect();
  for (loop::IfOp branch : branches)
    readAlways(branch, symbols);
}

bool VersionedLoop::run() {
  if (!canBeCopied())
    return false;
  if (!collect() || branches.empty())
    return false;
  moveBuffers();
  loop::IfOp version = createBranch();
  loop.replaceAllUsesWith(version.getResults());
  Location loc = loop.getLoc();

  OpBuilder builder(loop.getContext());
  builder.setInsertionPointToEnd(&version.getThenRegion().front());
  IRMapping mapping;
  auto interior = cast<loop::ForOp>(builder.clone(*loop, mapping));
  loop::YieldOp::create(builder, loc, interior.getResults());
  for (loop::IfOp branch : branches)
    take(cast<loop::IfOp>(mapping.lookup(branch.getOperation())));

  Block &border = version.getElseRegion().front();
  loop->moveBefore(&border, border.end());
  builder.setInsertionPointToEnd(&border);
  loop::YieldOp::create(builder, loc, loop.getResults());
  finishBorder();
  return true;
}

void VersionLoopsPass::runOnOperation() {
  for (auto kernel : getOperation().getOps<loop::KernelOp>()) {
    Assumptions facts = getSizeFacts(kernel);
    // Each access takes instructions for its address there, so that what is
    // computed for one alone is worth another form of it.
    if (countsBytes(kernel))
      numSplit += splitLastTrips(kernel, facts);
    // From the inside: those around a loop that has versions stay one.
    SmallVector<loop::ForOp> loops;
    kernel->walk([&](loop::ForOp loop) { loops.push_back(loop); });
    DenseSet<Operation *> around;
    for (loop::ForOp loop : loops) {
      if (around.contains(loop))
        continue;
      Operation *parent = loop->getParentOp();
      if (!VersionedLoop(loop, facts).run())
        continue;
      ++numVersions;
      for (; parent != kernel; parent = parent->getParentOp())
        around.insert(parent);
    }
  }
}
