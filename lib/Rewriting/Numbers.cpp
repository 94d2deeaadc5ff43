//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Numbers.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/RepeatedNumbers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Out of loops
//===----------------------------------------------------------------------===//

void lift::hoistInvariants(func::FuncOp func) {
  Block &body = func.front();
  // Outer loops first: what is between them may be all that inner ones need.
  SmallVector<Region *> regions;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<MapOp, FoldPattern>(op))
      regions.push_back(&op->getRegion(0));
  });
  moveLoopInvariantCode(
      regions,
      [&](Value value, Region *) { return value.getParentBlock() == &body; },
      [](Operation *op, Region *) {
        return (isScalarOp(op) || isa<GenerateOp>(op)) && isPure(op);
      },
      [&](Operation *op, Region *) {
        op->moveBefore(body.findAncestorOpInBlock(*op));
      });
}

//===----------------------------------------------------------------------===//
// Once
//===----------------------------------------------------------------------===//

namespace {
/// Operations are keys by what they do to which operands.
struct SameComputation : DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *lhs, const Operation *rhs) {
    if (lhs == rhs)
      return true;
    if (lhs == getTombstoneKey() || lhs == getEmptyKey() ||
        rhs == getTombstoneKey() || rhs == getEmptyKey())
      return false;
    return OperationEquivalence::isEquivalentTo(
        const_cast<Operation *>(lhs), const_cast<Operation *>(rhs),
        OperationEquivalence::IgnoreLocations);
  }
};
} // namespace

void lift::mergeEqualNumbers(RewriterBase &rewriter, func::FuncOp func) {
  func.walk([&](Block *block) {
    DenseSet<Operation *, SameComputation> known;
    for (Operation &op : llvm::make_early_inc_range(*block)) {
      if (!isScalarOp(&op) || !isPure(&op))
        continue;
      auto [first, isNew] = known.insert(&op);
      if (!isNew)
        rewriter.replaceOp(&op, (*first)->getResults());
    }
  });
}

//===----------------------------------------------------------------------===//
// Into maps
//===----------------------------------------------------------------------===//

/// The map that is the only loop of a block, if all else is numbers.
static MapOp getOnlyMap(Block &block) {
  MapOp loop;
  for (Operation &op : block.without_terminator()) {
    if (auto map = dyn_cast<MapOp>(op); map && !loop)
      loop = map;
    else if (!isScalarOp(&op) && !isa<ViewOpInterface>(op))
      return nullptr;
  }
  return loop;
}

/// Moves an operation behind the reductions of its block that do not need it:
/// what reads the sum, as an epilogue does, is no part of the reduction.
static void sinkBehindReductions(RewriterBase &rewriter, Operation *op) {
  Block *block = op->getBlock();
  Operation *first = block->getTerminator();
  for (Operation *user : op->getUsers())
    if (Operation *inBlock = block->findAncestorOpInBlock(*user);
        inBlock->isBeforeInBlock(first))
      first = inBlock;
  auto isReduction = [](Operation &other) { return isa<ReduceOp>(other); };
  if (llvm::any_of(llvm::make_range(op->getIterator(), first->getIterator()),
                   isReduction))
    rewriter.moveOpBefore(op, first);
}

void lift::sinkNumbers(RewriterBase &rewriter, ArrayRef<Operation *> ops) {
  // The same however many numbers have moved.
  llvm::DenseMap<Block *, MapOp> loops;
  auto getLoop = [&](Block *block) {
    auto [it, isNew] = loops.try_emplace(block);
    if (isNew)
      it->second = getOnlyMap(*block);
    return it->second;
  };
  for (Operation *op : llvm::reverse(ops)) {
    if (!isScalarOp(op))
      continue;
    while (MapOp loop = getLoop(op->getBlock())) {
      Region &body = loop.getBody();
      if (op->use_empty() ||
          !llvm::all_of(op->getUsers(), [&](Operation *user) {
            return body.isAncestor(user->getParentRegion());
          }))
        break;
      rewriter.moveOpBefore(op, &body.front(), body.front().begin());
    }
    sinkBehindReductions(rewriter, op);
  }
}

/// The map that computes all that another one yields, and is its only loop.
static MapOp getNestedMap(MapOp map) {
  MapOp inner = getOnlyMap(map.getBody().front());
  return inner && map.getYield().getOperands() == inner.getResults() ? inner
                                                                     : MapOp();
}

/// Whether `map` computes numbers without further loops.
static bool computesNumbers(MapOp map) {
  return llvm::all_of(map.getBody().front().without_terminator(),
                      [](Operation &op) {
                        return isScalarOp(&op) || isa<ViewOpInterface>(op);
                      });
}

bool lift::makePerfect(RewriterBase &rewriter, MapOp nest) {
  // What a kernel that waits for memory computes beside it at no cost.
  constexpr unsigned kMaxCost = 32;
  SmallVector<Operation *> numbers;
  unsigned cost = 0;
  MapOp innermost = nest;
  while (MapOp inner = getNestedMap(innermost)) {
    for (Operation &op : innermost.getBody().front())
      if (isScalarOp(&op) && !op.hasTrait<OpTrait::ConstantLike>()) {
        numbers.push_back(&op);
        cost += getCost(&op);
      }
    innermost = inner;
  }
  if (numbers.empty() || cost > kMaxCost || !computesNumbers(innermost))
    return false;
  // Views between the loops may need some, too.
  const bool canSink = llvm::all_of(numbers, [&](Operation *op) {
    return llvm::all_of(op->getUsers(), [&](Operation *user) {
      return llvm::is_contained(numbers, user) ||
             innermost->isProperAncestor(user);
    });
  });
  if (canSink)
    sinkNumbers(rewriter, numbers);
  return canSink;
}

Value lift::createNumbers(OpBuilder &builder, Location loc, const Expr &count,
                          IntegerType type) {
  OpBuilder::InsertionGuard guard(builder);
  auto numbers = GenerateOp::create(
      builder, loc, ArrayType::get(builder.getContext(), {count}, type),
      getSizeArrayAttr(builder.getContext(), {count}));
  Block *body = builder.createBlock(&numbers.getBody());
  Value number = body->addArgument(builder.getIndexType(), loc);
  number = arith::IndexCastOp::create(builder, loc, type, number);
  YieldOp::create(builder, loc, number);
  return numbers.getResult();
}
