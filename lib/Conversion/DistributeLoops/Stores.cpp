//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who stores. Where some of the work-items, or groups, are not told apart by a
// loop around, all would store the same: the first one does, in a branch. Who
// does not store does not read, either, where that can be: others may still be
// writing what is read.
//
// The statements of a block that can stand in such a branch do it together:
//
//   * their results are used there only: who needs one has to compute it, and
//     who reads what is allocated has to wait for it;
//   * the private memory that they write is their own;
//   * nothing in them is divided among work-items.
//
// What cannot is looked into.
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "LoopCodes.h"

#include "LiftDialect/Loop/OperandExprs.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;
using namespace mlir::lift::loop;

namespace {
/// What is to be known of an operation of a block, and what is in it.
struct Statement {
  explicit Statement(Operation *op) : op(op) {}

  Operation *op;
  bool storesLocal = false, storesGlobal = false;
  /// It is divided among work-items.
  bool isForAll = false;
  /// The last statement that uses a result, or more than there are.
  unsigned lastUse = 0;
  /// The private memory that it writes and does not allocate.
  SmallVector<Operation *> privateArrays;
};

/// The statements of one block.
class StatementList {
public:
  /// `around` are the loops that tell work-items apart.
  StatementList(Block &block, const Launch &launch, const LoopCodes &around,
                OwnBranches &branches);

  /// Puts the stores in branches, and looks into what is not in one.
  void guard();

private:
  /// Positions in the block, [begin, end).
  struct Run {
    unsigned begin, end;
    /// Those that are computed before the branch.
    DenseSet<unsigned> before = {};
  };
  Statement analyze(Operation *op) const;
  /// Whether there must be a branch around the stores of a statement.
  bool isGuarded(const Statement &statement) const;
  /// Whether all its stores to shared memory are under the same tests as
  /// those to `space`.
  bool storesLike(const Statement &statement, AddressSpace space) const;
  /// The longest run that ends with statement number `last`.
  std::optional<Run> findRun(unsigned last) const;
  AddressSpace getSpace(const Statement &statement) const {
    return statement.storesGlobal ? AddressSpace::Global : AddressSpace::Local;
  }
  void createBranch(const Run &run);
  void lookInto(Operation *op);

  const Launch &launch;
  const LoopCodes &around;
  OwnBranches &branches;
  DenseMap<Operation *, unsigned> numbers;
  SmallVector<Statement> statements;
};
} // namespace

/// The ids that must be 0 for a store to memory of this kind.
static SmallVector<Value>
getFirstIds(const Launch &launch, const LoopCodes &around, AddressSpace space) {
  SmallVector<Value> ids;
  auto add = [&](loop::IdLevel level, unsigned dim) {
    if (Value id = launch.getId(level, dim))
      ids.push_back(id);
  };
  for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim) {
    if (around.holds(isStoredByFirstItem(around.getAll(), dim)))
      add(loop::IdLevel::Local, dim);
    if (space == AddressSpace::Global &&
        around.holds(isStoredByFirstGroup(around.getAll(), dim)))
      add(loop::IdLevel::Group, dim);
  }
  return ids;
}

StatementList::StatementList(Block &block, const Launch &launch,
                             const LoopCodes &around, OwnBranches &branches)
    : launch(launch), around(around), branches(branches) {
  // The body of a kernel has no terminator.
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    if (!op.hasTrait<OpTrait::IsTerminator>())
      ops.push_back(&op);
  for (auto [number, op] : llvm::enumerate(ops))
    numbers[op] = number;
  for (Operation *op : ops)
    statements.push_back(analyze(op));
}

Statement StatementList::analyze(Operation *op) const {
  Statement statement(op);
  Block *block = op->getBlock();
  for (Operation *user : op->getUsers()) {
    auto it = numbers.find(block->findAncestorOpInBlock(*user));
    statement.lastUse =
        std::max(statement.lastUse,
                 it == numbers.end() ? unsigned(numbers.size()) : it->second);
  }
  LoopCodes inside;
  op->walk([&](Operation *nested) {
    if (auto store = dyn_cast<loop::StoreOp>(nested)) {
      Operation *array = store.getBuffer().getDefiningOp();
      AddressSpace space = store.getBuffer().getType().getSpace();
      statement.storesLocal |= space == AddressSpace::Local;
      statement.storesGlobal |= space == AddressSpace::Global;
      if (space == AddressSpace::Private && !op->isAncestor(array))
        statement.privateArrays.push_back(array);
    } else if (auto loop = dyn_cast<loop::ForOp>(nested)) {
      inside.add(loop);
    }
  });
  // The ids are those that branches test.
  statement.isForAll =
      isa<loop::IdOp>(op) || !inside.holds(isOneStatement(inside.getAll()));
  return statement;
}

bool StatementList::isGuarded(const Statement &statement) const {
  return (statement.storesLocal &&
          !getFirstIds(launch, around, AddressSpace::Local).empty()) ||
         (statement.storesGlobal &&
          !getFirstIds(launch, around, AddressSpace::Global).empty());
}

bool StatementList::storesLike(const Statement &statement,
                               AddressSpace space) const {
  SmallVector<Value> ids = getFirstIds(launch, around, space);
  return (!statement.storesLocal ||
          getFirstIds(launch, around, AddressSpace::Local) == ids) &&
         (!statement.storesGlobal ||
          getFirstIds(launch, around, AddressSpace::Global) == ids);
}

std::optional<StatementList::Run> StatementList::findRun(unsigned last) const {
  AddressSpace space = getSpace(statements[last]);
  Run run{last + 1, last + 1};
  // What is used behind the run, or before it by now, stands before it, as far
  // as it is only computed.
  DenseSet<Operation *> needed;
  // The first statement that there has to be.
  unsigned first = last;
  for (unsigned i = last + 1; i-- > 0;) {
    const Statement &statement = statements[i];
    if (statement.isForAll || !storesLike(statement, space))
      break;
    bool isUsed = statement.lastUse > last || needed.contains(statement.op);
    if (isUsed && (!isMemoryEffectFree(statement.op) ||
                   statement.op->getNumRegions() != 0))
      break;
    if (isUsed) {
      run.before.insert(i);
      for (Value operand : statement.op->getOperands())
        if (Operation *op = operand.getDefiningOp())
          needed.insert(op);
      continue;
    }
    bool isElsewhere = false;
    for (Operation *array : statement.privateArrays) {
      auto it = numbers.find(array);
      isElsewhere |= it == numbers.end();
      if (!isElsewhere)
        first = std::min(first, it->second);
    }
    if (isElsewhere)
      break;
    if (i <= first)
      run.begin = i;
  }
  if (run.begin > last)
    return std::nullopt;
  return run;
}

void StatementList::createBranch(const Run &run) {
  Operation *first = statements[run.begin].op;
  AddressSpace space = getSpace(statements[run.end - 1]);
  OpBuilder builder(first);
  loop::OperandExprs operands;
  SmallVector<IndexTest> tests;
  for (Value id : getFirstIds(launch, around, space))
    tests.push_back({operands.use(id), 0, 1});
  loop::IfOp branch = loop::createBranch(
      builder, statements[run.end - 1].op->getLoc(), tests, operands);
  branches.insert(branch);
  Operation *yield = branch.getThenRegion().front().getTerminator();
  for (unsigned i = run.begin; i < run.end; ++i)
    statements[i].op->moveBefore(run.before.contains(i) ? branch.getOperation()
                                                        : yield);
}

static void guardBlock(Block &block, const Launch &launch,
                       const LoopCodes &around, OwnBranches &branches) {
  StatementList(block, launch, around, branches).guard();
}

void StatementList::lookInto(Operation *op) {
  LoopCodes inner = around;
  if (auto loop = dyn_cast<loop::ForOp>(op))
    inner.add(loop);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      guardBlock(block, launch, inner, branches);
}

void StatementList::guard() {
  for (unsigned end = statements.size(); end > 0;) {
    std::optional<Run> run;
    if (isGuarded(statements[end - 1]))
      run = findRun(end - 1);
    if (run) {
      createBranch(*run);
      end = run->begin;
    } else {
      lookInto(statements[--end].op);
    }
  }
}

OwnBranches distribute_loops::guardStores(loop::KernelOp kernel,
                                          const Launch &launch) {
  OwnBranches branches;
  guardBlock(kernel.getBody().front(), launch, LoopCodes(), branches);
  return branches;
}
