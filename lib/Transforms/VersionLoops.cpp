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
#include "LiftDialect/Expr/Steps.h"
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

/// Whether each work-item has a group of its own: none waits for what another
/// stores.
static bool areAloneInGroups(loop::KernelOp kernel) {
  return llvm::all_of(llvm::seq(kMaxLaunchDims), [&](unsigned dim) {
    return kernel.getLocalSizeIn(dim).isConstant(1);
  });
}

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
  /// With `ofAllTrips` the interior is where conditions hold in all trips of
  /// the loop, too, whose number then is a constant, and for all work-items of
  /// a group: those of one border would go through both versions, of which each
  /// has all trips.
  VersionedLoop(loop::ForOp loop, const Assumptions &facts, bool ofAllTrips)
      : loop(loop), symbols(facts), ofAllTrips(ofAllTrips),
        isAlone(areAloneInGroups(loop->getParentOfType<loop::KernelOp>())) {}

  bool run();

private:
  bool canBeCopied();
  bool isOutside(Value value);
  loop::IdOp getSharingId(Value value);
  std::optional<std::pair<Expr, Expr>> getEnds(Value value);
  std::optional<std::pair<Expr, Expr>> getExtremes(const Expr &index);
  template <typename Op>
  std::optional<Condition> getCondition(Op op, const IndexTest &test);
  bool isKnown(const Condition &condition) const;
  bool isImplied(const Condition &condition) const;
  std::optional<SmallVector<Condition>> getConditions(loop::IfOp branch);
  bool addConditions(ArrayRef<Condition> more);
  bool collect();
  void collectClamps();
  loop::IfOp createBranch();
  void moveBuffers();
  void finishBorder();

  loop::ForOp loop;
  loop::IndexSymbols symbols;
  bool ofAllTrips;
  bool isAlone;
  SmallVector<Condition> conditions;
  /// What is taken, always, where the conditions hold.
  SmallVector<loop::IfOp> branches;
  /// Indices that no clamp changes there.
  SmallVector<loop::IndexOp> clamps;
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
  const bool isWhole =
      isUnrolled(loop) && (!ofAllTrips || *loop.getUnroll() == 0);
  if (isWhole || loop.getAtMostOnce() || loop.getBounds().size() > 2 ||
      !loop.getStates().empty() ||
      (loop.getMapping() && loop.getMappingAttr().isParallel()) ||
      countOps(loop.getBody().front()) > kMostOps)
    return false;
  // Buffers would live as long as both versions.
  if (isAlone &&
      !loop.getBody()
           .walk([](loop::AllocOp) { return WalkResult::interrupt(); })
           .wasInterrupted())
    return true;
  auto isIn = [](Value buffer, AddressSpace space) {
    return cast<loop::BufferType>(buffer.getType()).getSpace() == space;
  };
  return !loop.getBody()
              .walk([&](Operation *op) {
                bool isOwn = true;
                if (auto load = dyn_cast<loop::LoadOp>(op))
                  isOwn = !isIn(load.getBuffer(), AddressSpace::Global) ||
                          isOnlyRead(load.getBuffer());
                else if (auto store = dyn_cast<loop::StoreOp>(op))
                  isOwn = isIn(store.getBuffer(), AddressSpace::Private);
                else if (auto alloc = dyn_cast<loop::AllocOp>(op))
                  isOwn = isIn(alloc, AddressSpace::Private);
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

/// The local id that a value is, if work-items with other ones are to go
/// through the same version.
loop::IdOp VersionedLoop::getSharingId(Value value) {
  auto id = value.getDefiningOp<loop::IdOp>();
  return ofAllTrips && id && id.getLevel() == loop::IdLevel::Local
             ? id
             : loop::IdOp();
}

/// The first and the last value of what varies within the interior, if that is
/// known before the loop.
std::optional<std::pair<Expr, Expr>> VersionedLoop::getEnds(Value value) {
  if (loop::IdOp id = getSharingId(value)) {
    auto kernel = loop->getParentOfType<loop::KernelOp>();
    return std::pair(Expr(0), kernel.getLocalSizeIn(id.getDim()) - 1);
  }
  loop::ForOp inner = loop::getLoop(value);
  if (!inner || (inner == loop && !ofAllTrips) ||
      value != inner.getInductionVar() || countTrips(inner).value_or(0) < 1)
    return std::nullopt;
  return std::pair(inner.getLower(), inner.getUpper() - 1);
}

/// The least and the largest that an index is within the interior, if it
/// changes with the numbers of trips and of work-items alone.
std::optional<std::pair<Expr, Expr>>
VersionedLoop::getExtremes(const Expr &index) {
  std::pair<Expr, Expr> extremes(index, index);
  std::set<std::string> names;
  index.collectNames(names);
  for (const std::string &name : names) {
    Value value = symbols.getValue(name);
    if (!value || (isOutside(value) && !getSharingId(value)))
      continue;
    std::optional<std::pair<Expr, Expr>> ends = getEnds(value);
    std::optional<int64_t> step = getStep(index, name).getConstant();
    if (!ends || !step)
      return std::nullopt;
    if (*step < 0)
      std::swap(ends->first, ends->second);
    extremes.first = extremes.first.substitute({{name, ends->first}});
    extremes.second = extremes.second.substitute({{name, ends->second}});
  }
  return extremes;
}

/// What must hold so that a test of `op` holds in all trips; nothing if that is
/// not known before the loop.
template <typename Op>
std::optional<Condition> VersionedLoop::getCondition(Op op,
                                                     const IndexTest &test) {
  auto get = [&](const Expr &expr) {
    return getExtremes(symbols.simplify(symbols.get(expr, op.getIndices())));
  };
  auto lower = get(test.lower), index = get(test.index),
       upper = get(test.upper);
  if (!lower || !index || !upper || lower->first != lower->second ||
      upper->first != upper->second)
    return std::nullopt;
  return Condition{lower->first, index->first, index->second, upper->first};
}

bool VersionedLoop::isKnown(const Condition &condition) const {
  const Assumptions &facts = symbols.getFacts();
  return facts.isLessOrEqual(condition.lower, condition.first) &&
         facts.isLess(condition.last, condition.upper);
}

/// Whether a condition holds where those that have been found do.
bool VersionedLoop::isImplied(const Condition &condition) const {
  const Assumptions &facts = symbols.getFacts();
  bool isAbove = facts.isLessOrEqual(condition.lower, condition.first),
       isBelow = facts.isLess(condition.last, condition.upper);
  for (const Condition &known : conditions) {
    isAbove |= known.lower == condition.lower &&
               (condition.first - known.first).getConstant().value_or(-1) >= 0;
    isBelow |= known.upper == condition.upper &&
               (condition.last - known.last).getConstant().value_or(1) <= 0;
  }
  return isAbove && isBelow;
}

/// What must hold so that a branch is always taken; nothing if that is not
/// known before the loop.
std::optional<SmallVector<Condition>>
VersionedLoop::getConditions(loop::IfOp branch) {
  SmallVector<Condition> result;
  for (const IndexTest &test : branch.getIndexTests()) {
    std::optional<Condition> condition = getCondition(branch, test);
    if (!condition)
      return std::nullopt;
    if (!isKnown(*condition))
      result.push_back(*condition);
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
/// if that is not known before the loop, but where others may be left.
bool VersionedLoop::collect() {
  return !loop.getBody()
              .walk([&](loop::IfOp branch) {
                auto needed = getConditions(branch);
                // A test of what has been read is no border.
                if (!needed && isAlone)
                  return WalkResult::advance();
                if (!needed || !addConditions(*needed))
                  return WalkResult::interrupt();
                if (!needed->empty())
                  branches.push_back(branch);
                return WalkResult::advance();
              })
              .wasInterrupted();
}

/// Finds the clamps that leave their indices as they are where the conditions
/// hold.
void VersionedLoop::collectClamps() {
  loop.getBody().walk([&](loop::IndexOp index) {
    if (index.getKind() != loop::IndexKind::Clamp)
      return;
    SmallVector<Expr> exprs = index.getExprs().getExprs();
    std::optional<Condition> condition =
        getCondition(index, {exprs[0], exprs[1], exprs[2] + 1});
    if (condition && isImplied(*condition))
      clamps.push_back(index);
  });
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

/// Whether there is a loop in a branch.
static bool hasLoop(loop::IfOp branch) {
  return branch.walk([](loop::ForOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

bool VersionedLoop::run() {
  if (!canBeCopied())
    return false;
  if (!collect() || branches.empty())
    return false;
  // What is skipped beyond the end is worth a test, and branches in branches
  // take PoCL very long.
  if (ofAllTrips && llvm::any_of(branches, hasLoop))
    return false;
  collectClamps();
  moveBuffers();
  loop::IfOp version = createBranch();
  loop.replaceAllUsesWith(version.getResults());
  Location loc = loop.getLoc();

  OpBuilder builder(loop.getContext());
  builder.setInsertionPointToEnd(&version.getThenRegion().front());
  IRMapping mapping;
  auto interior = cast<loop::ForOp>(builder.clone(*loop, mapping));
  loop::YieldOp::create(builder, loc, interior.getResults());
  for (loop::IndexOp index : clamps)
    cast<loop::IndexOp>(mapping.lookup(index.getOperation()))
        .setKind(loop::IndexKind::Within);
  for (loop::IfOp branch : branches)
    take(cast<loop::IfOp>(mapping.lookup(branch.getOperation())));

  Block &border = version.getElseRegion().front();
  loop->moveBefore(&border, border.end());
  builder.setInsertionPointToEnd(&border);
  loop::YieldOp::create(builder, loc, loop.getResults());
  finishBorder();
  return true;
}

/// Makes versions of loops, and says of how many.
static unsigned versionLoops(loop::KernelOp kernel, const Assumptions &facts) {
  // From the inside: those around a loop that has versions stay one.
  SmallVector<loop::ForOp> loops;
  kernel->walk([&](loop::ForOp loop) { loops.push_back(loop); });
  DenseSet<Operation *> done;
  unsigned count = 0;
  auto version = [&](loop::ForOp loop, bool ofAllTrips) {
    if (done.contains(loop))
      return;
    Operation *parent = loop->getParentOp();
    // Some of these are unrolled then.
    SmallVector<Operation *> inside;
    loop.walk([&](loop::ForOp inner) { inside.push_back(inner); });
    if (!VersionedLoop(loop, facts, ofAllTrips).run())
      return;
    ++count;
    done.insert(inside.begin(), inside.end());
    for (; parent != kernel; parent = parent->getParentOp())
      done.insert(parent);
  };
  for (loop::ForOp loop : loops)
    version(loop, /*ofAllTrips=*/false);
  for (loop::ForOp loop : loops)
    version(loop, /*ofAllTrips=*/true);
  return count;
}

void VersionLoopsPass::runOnOperation() {
  for (auto kernel : getOperation().getOps<loop::KernelOp>()) {
    Assumptions facts = getSizeFacts(kernel);
    // Each access takes instructions for its address there, so that what is
    // computed for one alone is worth another form of it.
    if (countsBytes(kernel))
      numSplit += splitLastTrips(kernel, facts);
    numVersions += versionLoops(kernel, facts);
  }
}
