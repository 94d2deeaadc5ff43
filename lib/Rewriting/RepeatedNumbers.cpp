//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/RepeatedNumbers.h"

#include "Builders.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

/// Sums that are known to have fewer terms repeat nothing often enough.
static constexpr int64_t kFewRepeats = 32;

unsigned lift::getCost(Operation *op) {
  constexpr unsigned kSlow = 8;
  const bool isFast =
      isa<math::AbsFOp, math::AbsIOp, math::FmaOp, math::CopySignOp>(op);
  const bool isSlow =
      !isFast && (isa<CallOp, arith::DivFOp, arith::RemFOp, arith::DivSIOp,
                      arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op) ||
                  isa<math::MathDialect>(op->getDialect()));
  return isSlow ? kSlow : 1;
}

static Block &getLoopBody(Operation *loop) {
  return loop->getRegion(0).front();
}

namespace {
/// Maps, and reductions of numbers inside of them, each with one loop in its
/// body, and numbers. A set of its loops is the bits of their places.
class LoopChain {
public:
  using LoopSet = uint64_t;

  static FailureOr<LoopChain> get(Operation *root, Refusal &refusal);

  ArrayRef<Operation *> getLoops() const { return loops; }
  LoopSet getAll() const { return (LoopSet(1) << loops.size()) - 1; }
  /// The loops whose elements a value is made of; nothing if it depends on
  /// others than by numbers, or on accumulators.
  std::optional<LoopSet> find(Value value) const;
  /// Whether the innermost step reads a number by all loops.
  bool readsMatrix() const;
  /// Whether these are maps alone, or reductions alone, but for those that all
  /// numbers of the innermost step are elements of: factors of products of
  /// matrices are of both.
  bool areOfOneKind(LoopSet set) const;
  /// The place of the loop in whose body an operation is.
  size_t getPlace(Operation *op) const {
    return llvm::find(loops, op->getParentOp()) - loops.begin();
  }

private:
  SmallVector<Operation *> loops;
};
} // namespace

FailureOr<LoopChain> LoopChain::get(Operation *root, Refusal &refusal) {
  constexpr size_t kMostLoops = 16;
  LoopChain chain;
  Operation *loop = root;
  while (loop) {
    if (!isa<MapOp, ReduceOp>(loop) || findChoice(loop) ||
        chain.loops.size() == kMostLoops)
      return refusal.set(root, "is no nest of maps and reductions");
    chain.loops.push_back(loop);
    Operation *inner = nullptr;
    for (Operation &op : getLoopBody(loop).without_terminator()) {
      const bool isLoop = isa<MapOp, FoldPattern>(op);
      if ((isLoop && inner) ||
          (!isLoop && !isScalarOp(&op) && !isa<ViewOpInterface>(op)))
        return refusal.set(root, "does several things in a body");
      inner = isLoop ? &op : inner;
    }
    loop = inner;
  }
  auto reduce = dyn_cast<ReduceOp>(chain.loops.back());
  if (!reduce || chain.loops.size() < 2 ||
      llvm::any_of(reduce.getResultTypes(), llvm::IsaPred<ArrayType>))
    return refusal.set(root, "reduces no numbers in another loop");
  return chain;
}

std::optional<LoopChain::LoopSet> LoopChain::find(Value value) const {
  if (!loops.front()->getRegion(0).isAncestor(value.getParentRegion()))
    return 0;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    const auto *loop = llvm::find(loops, argument.getOwner()->getParentOp());
    if (loop == loops.end() ||
        argument.getArgNumber() >= getInputs(*loop).size())
      return std::nullopt;
    std::optional<LoopSet> row =
        find((*loop)->getOperand(argument.getArgNumber()));
    return row ? std::optional(*row | LoopSet(1) << (loop - loops.begin()))
               : std::nullopt;
  }
  Operation *op = value.getDefiningOp();
  if (!isScalarOp(op) || !isPure(op) || op->getNumRegions() != 0)
    return std::nullopt;
  LoopSet all = 0;
  for (Value operand : op->getOperands()) {
    std::optional<LoopSet> found =
        isa<ArrayType>(operand.getType()) ? std::nullopt : find(operand);
    if (!found)
      return std::nullopt;
    all |= *found;
  }
  return all;
}

bool LoopChain::readsMatrix() const {
  Block &step = getLoopBody(loops.back());
  return llvm::any_of(getInputs(loops.back()), [&](OpOperand &input) {
    Value element = step.getArgument(input.getOperandNumber());
    std::optional<LoopSet> found = find(element);
    return !element.use_empty() &&
           (isa<ArrayType>(element.getType()) || !found || *found == getAll());
  });
}

bool LoopChain::areOfOneKind(LoopSet set) const {
  LoopSet shared = getAll();
  getLoopBody(loops.back()).walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (auto element = dyn_cast<BlockArgument>(operand))
        if (std::optional<LoopSet> found = find(element))
          shared &= *found;
  });
  bool hasMaps = false, hasReductions = false;
  for (auto [place, loop] : llvm::enumerate(loops))
    if ((set & ~shared) >> place & 1)
      (isa<MapOp>(loop) ? hasMaps : hasReductions) = true;
  return !hasMaps || !hasReductions;
}

namespace {
/// The numbers that depend on the same loops.
struct RepeatedNumbers {
  LoopChain::LoopSet loops = 0;
  /// What the nest needs of them.
  llvm::SetVector<Operation *> results;
};
} // namespace

/// All operations on numbers in a nest that `op` needs, itself included.
static void addSlice(Operation *op, Operation *root,
                     llvm::SetVector<Operation *> &slice) {
  if (!op || !root->isProperAncestor(op) || slice.contains(op))
    return;
  for (Value operand : op->getOperands())
    addSlice(operand.getDefiningOp(), root, slice);
  slice.insert(op);
}

/// Whether loops repeat a number that depends on others, for the innermost
/// step.
static bool isRepeated(const LoopChain &chain, Operation *op,
                       LoopChain::LoopSet loops) {
  auto isLong = [&](size_t place) {
    Operation *loop = chain.getLoops()[place];
    const Expr trips = isa<MapOp>(loop)
                           ? cast<MapOp>(loop).getTripCount()
                           : cast<FoldPattern>(loop).getTripCount();
    return trips.getConstant().value_or(kFewRepeats) >= kFewRepeats;
  };
  const size_t innermost = chain.getLoops().size() - 1;
  if (chain.getPlace(op) != innermost &&
      llvm::none_of(op->getUsers(), [&](Operation *user) {
        return chain.getPlace(user) == innermost;
      }))
    return false;
  for (size_t place = 0; place <= innermost; ++place)
    if (!(loops >> place & 1) && isLong(place))
      return true;
  return false;
}

/// Whether there are arrays of what an operation computes.
static bool computesStorable(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  Type type = op->getResult(0).getType();
  return isa<FloatType>(type) ||
         (type.isInteger() && type.getIntOrFloatBitWidth() >= 8);
}

/// The first of the numbers that are costly and repeated, with all that depend
/// on the same loops; empty if there are none.
static RepeatedNumbers findRepeated(const LoopChain &chain) {
  Operation *root = chain.getLoops().front();
  RepeatedNumbers found;
  auto isCostly = [&](Operation *op) {
    llvm::SetVector<Operation *> slice;
    addSlice(op, root, slice);
    return llvm::any_of(slice,
                        [](Operation *other) { return getCost(other) > 1; });
  };
  for (Operation *loop : chain.getLoops())
    for (Operation &op : getLoopBody(loop).without_terminator()) {
      std::optional<LoopChain::LoopSet> loops;
      if (computesStorable(&op))
        loops = chain.find(op.getResult(0));
      if (!loops || *loops == 0 || *loops == chain.getAll() ||
          (found.loops && *loops != found.loops) || !chain.areOfOneKind(*loops))
        continue;
      const bool isNeeded = llvm::any_of(op.getUsers(), [&](Operation *user) {
        return !computesStorable(user) ||
               chain.find(user->getResult(0)) != loops;
      });
      if (!isNeeded || !isRepeated(chain, &op, *loops) || !isCostly(&op))
        continue;
      found.loops = *loops;
      found.results.insert(&op);
    }
  return found;
}

/// The elements of loops that numbers are made of, and the rows that these are
/// elements of.
static DenseSet<Value> getElements(const llvm::SetVector<Operation *> &slice) {
  SmallVector<Value> values;
  for (Operation *op : slice)
    llvm::append_range(values, op->getOperands());
  DenseSet<Value> elements;
  while (!values.empty()) {
    auto argument = dyn_cast<BlockArgument>(values.pop_back_val());
    if (!argument || !elements.insert(argument).second)
      continue;
    Operation *loop = argument.getOwner()->getParentOp();
    if (isa<MapOp, ReduceOp>(loop))
      values.push_back(loop->getOperand(argument.getArgNumber()));
  }
  return elements;
}

/// Emits the maps over some loops that compute `results` of their elements.
static SmallVector<Value>
buildMaps(OpBuilder &builder, ArrayRef<Operation *> loops, IRMapping &values,
          const DenseSet<Value> &elements,
          const llvm::SetVector<Operation *> &slice, ArrayRef<Value> results) {
  Operation *loop = loops.front();
  Block &body = getLoopBody(loop);
  SmallVector<Value> inputs, arguments;
  for (OpOperand &input : getInputs(loop)) {
    Value argument = body.getArgument(input.getOperandNumber());
    if (!elements.contains(argument))
      continue;
    inputs.push_back(values.lookupOrDefault(input.get()));
    arguments.push_back(argument);
  }
  auto map =
      MapOp::create(builder, loop->getLoc(), inputs, MappingAttr(),
                    [&](OpBuilder &inside, Location, ValueRange own) {
                      values.map(arguments, own);
                      if (loops.size() > 1)
                        return buildMaps(inside, loops.drop_front(), values,
                                         elements, slice, results);
                      for (Operation *op : slice)
                        inside.clone(*op, values);
                      return llvm::map_to_vector(results, [&](Value value) {
                        return values.lookup(value);
                      });
                    });
  return llvm::to_vector_of<Value>(map->getResults());
}

/// Has a loop go through another array, too: the element of it.
static Value addInput(RewriterBase &rewriter, Operation *loop, Value array) {
  const unsigned number = getInputs(loop).size();
  Value element;
  rewriter.modifyOpInPlace(loop, [&] {
    getInputs(loop).append(array);
    element = getLoopBody(loop).insertArgument(
        number, cast<ArrayType>(array.getType()).getInnerType(),
        array.getLoc());
  });
  return element;
}

/// Erases what nothing needs any more, and does not go through it.
static void dropUnneeded(RewriterBase &rewriter, const LoopChain &chain) {
  for (Operation *loop : llvm::reverse(chain.getLoops())) {
    (void)runRegionDCE(rewriter, loop->getRegions());
    Block &body = getLoopBody(loop);
    for (unsigned number = getInputs(loop).size(); number-- > 0;) {
      if (!body.getArgument(number).use_empty() || getInputs(loop).size() == 1)
        continue;
      rewriter.modifyOpInPlace(loop, [&] {
        body.eraseArgument(number);
        getInputs(loop).erase(number);
      });
    }
  }
}

LogicalResult lift::hoistRepeatedNumbers(RewriterBase &rewriter,
                                         Operation *nest, Refusal &refusal) {
  FailureOr<LoopChain> chain = LoopChain::get(nest, refusal);
  if (failed(chain))
    return failure();
  if (chain->readsMatrix())
    return refusal.set(nest, "reads numbers by all of its dimensions");
  bool hasChanged = false;
  while (true) {
    RepeatedNumbers numbers = findRepeated(*chain);
    if (numbers.results.empty())
      break;
    llvm::SetVector<Operation *> slice;
    SmallVector<Value> results;
    for (Operation *op : numbers.results) {
      addSlice(op, nest, slice);
      results.push_back(op->getResult(0));
    }
    SmallVector<Operation *> loops;
    for (auto [place, loop] : llvm::enumerate(chain->getLoops()))
      if (numbers.loops >> place & 1)
        loops.push_back(loop);
    rewriter.setInsertionPoint(nest);
    IRMapping values;
    SmallVector<Value> arrays =
        buildMaps(rewriter, loops, values, getElements(slice), slice, results);
    for (auto [result, array] : llvm::zip_equal(results, arrays)) {
      Value element = array;
      for (Operation *loop : loops)
        element = addInput(rewriter, loop, element);
      rewriter.replaceAllUsesWith(result, element);
    }
    dropUnneeded(rewriter, *chain);
    hasChanged = true;
  }
  return hasChanged ? success()
                    : refusal.set(nest, "computes no costly numbers again");
}

LogicalResult lift::separateInnerSums(RewriterBase &rewriter, ReduceOp reduce,
                                      Refusal &refusal) {
  FailureOr<LoopChain> chain = LoopChain::get(reduce, refusal);
  if (failed(chain))
    return failure();
  SmallVector<ReduceOp> reductions;
  for (Operation *loop : chain->getLoops())
    if (auto inner = dyn_cast<ReduceOp>(loop);
        inner && inner.getAssociative() && inner.getCommutative() &&
        !inner->hasAttr("identity"))
      reductions.push_back(inner);
  if (reductions.size() != chain->getLoops().size())
    return refusal.set(reduce, "is not only reductions, in any order");
  for (size_t i = 1; i < reductions.size(); ++i) {
    auto fold = cast<FoldPattern>(*reductions[i - 1]);
    if (!llvm::equal(reductions[i].getInits(), fold.getAccumulatorArgs()) ||
        !llvm::equal(fold.getYield()->getOperands(),
                     reductions[i].getResults()))
      return refusal.set(reductions[i], "does not go on from the accumulators");
  }
  ReduceOp inner = reductions[1];
  if (chain->readsMatrix())
    return refusal.set(reduce, "reads numbers by all of its dimensions");
  if (cast<FoldPattern>(*inner).getTripCount().getConstant().value_or(
          kFewRepeats) < kFewRepeats)
    return refusal.set(inner, "is short");
  FailureOr<Combiner> combiner = Combiner::get(reductions.back(), refusal);
  if (failed(combiner))
    return failure();
  FailureOr<SmallVector<TypedAttr>> neutrals = combiner->getNeutrals(refusal);
  if (failed(neutrals))
    return failure();
  rewriter.setInsertionPoint(reduce);
  SmallVector<Value> starts =
      createConstants(rewriter, reduce.getLoc(), *neutrals);
  auto fold = cast<FoldPattern>(*reduce);
  rewriter.modifyOpInPlace(inner,
                           [&] { inner.getInitsMutable().assign(starts); });
  Operation *yield = fold.getYield();
  rewriter.setInsertionPoint(yield);
  SmallVector<Value> sums = combiner->combine(
      rewriter, fold.getAccumulatorArgs(), inner.getResults());
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(sums); });
  return success();
}
