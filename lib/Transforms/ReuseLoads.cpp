//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Transforms/Passes.h"
#include "ReadForms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"

namespace mlir::lift {
#define GEN_PASS_DEF_REUSELOADSPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct ReuseLoadsPass final : lift::impl::ReuseLoadsPassBase<ReuseLoadsPass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

static void eraseUnused(loop::KernelOp kernel) {
  kernel->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (op != kernel && isOpTriviallyDead(op))
      op->erase();
  });
}

//===----------------------------------------------------------------------===//
// Numbers that are parts of vectors
//===----------------------------------------------------------------------===//

static DenseSet<Value> toSet(ValueRange values) {
  return DenseSet<Value>(values.begin(), values.end());
}

/// The lane of what `vector` loads that `number` loads, if there is one.
static std::optional<int64_t> findLane(loop::LoadOp vector,
                                       loop::LoadOp number) {
  // The same indices occur in both, or they are not neighbours.
  if (vector.getBuffer() != number.getBuffer() ||
      vector.getPath().size() != number.getPath().size() ||
      toSet(vector.getIndices()) != toSet(number.getIndices()))
    return std::nullopt;
  DenseMap<Value, Expr> symbols;
  auto getSymbol = [&](Value operand) {
    return symbols
        .try_emplace(operand, Expr::name("%v" + std::to_string(symbols.size())))
        .first->second;
  };
  SmallVector<Expr> all = loop::substituteOperands(
      vector.getPath().getExprs(), vector.getIndices(), getSymbol);
  SmallVector<Expr> one = loop::substituteOperands(
      number.getPath().getExprs(), number.getIndices(), getSymbol);
  std::string lane = *loop::getLaneSymbol().getName();
  const int64_t width = cast<VectorType>(vector.getType()).getNumElements();
  for (int64_t number = 0; number < width; ++number)
    if (llvm::equal(all, one, [&](const Expr &expr, const Expr &other) {
          return expr.substitute({{lane, number}}) == other;
        }))
      return number;
  return std::nullopt;
}

/// Whether `vector` stands before `op` in a block that holds `op`, or can.
static bool moveAhead(loop::LoadOp vector, Operation *op) {
  Operation *ancestor = vector->getBlock()->findAncestorOpInBlock(*op);
  if (!ancestor)
    return false;
  if (vector->isBeforeInBlock(ancestor))
    return true;
  bool isMovable = llvm::all_of(vector.getIndices(), [&](Value index) {
    Operation *definition = index.getDefiningOp();
    return !definition || definition->getBlock() != vector->getBlock() ||
           definition->isBeforeInBlock(ancestor);
  });
  if (isMovable)
    vector->moveBefore(ancestor);
  return isMovable;
}

/// Takes numbers from vectors that are loaded anyway; how many.
static unsigned takeLanes(loop::KernelOp kernel) {
  SmallVector<loop::LoadOp> vectors, numbers;
  kernel.walk([&](loop::LoadOp load) {
    if (isOnlyRead(load.getBuffer()))
      (loop::hasLanes(load.getPath()) ? vectors : numbers).push_back(load);
  });
  unsigned numTaken = 0;
  for (loop::LoadOp number : numbers)
    for (loop::LoadOp vector : vectors) {
      std::optional<int64_t> lane = findLane(vector, number);
      if (!lane || !moveAhead(vector, number))
        continue;
      OpBuilder builder(number);
      number.replaceAllUsesWith(Value(vector::ExtractOp::create(
          builder, number.getLoc(), vector.getResult(), *lane)));
      number.erase();
      ++numTaken;
      break;
    }
  return numTaken;
}

//===----------------------------------------------------------------------===//
// What the next trip reads again
//===----------------------------------------------------------------------===//

namespace {
/// Lets a loop carry what it has read, where the next trip would read it again.
class CarriedReads {
public:
  CarriedReads(loop::ForOp loop, const Assumptions &facts)
      : loop(loop), facts(facts) {}

  /// How many reads there are no more.
  unsigned run();

private:
  bool hasTwoTrips();
  void collect();
  /// Whether carrying leads to something that is read.
  bool isGrounded(Operation *read) const;
  void dropUngrounded();
  SmallVector<Value> readFirst();
  Value cloneFirst(OpBuilder &builder, Operation *op, IRMapping &mapping);
  void rebuild(ValueRange inits);

  loop::ForOp loop;
  const Assumptions &facts;
  /// Reads, and which of this trip each is in the next.
  llvm::MapVector<Operation *, Operation *> sources;
};
} // namespace

/// Trips must be known to be there: what the first reads is read before.
bool CarriedReads::hasTwoTrips() {
  if (!loop.getUnroll() || !loop.getStates().empty() ||
      loop.getBounds().size() > 2 || loop.getAtMostOnce() ||
      (loop.getMapping() && loop.getMappingAttr().isParallel()))
    return false;
  std::optional<int64_t> lower = loop.getLower().getConstant();
  std::optional<int64_t> upper = loop.getUpper().getConstant();
  return lower && upper && *upper - *lower >= 2;
}

static bool isRead(Operation &op) {
  return isa<loop::LoadOp, loop::IfOp>(op) && op.getNumResults() == 1;
}

void CarriedReads::collect() {
  ReadForms forms(loop, facts);
  SmallVector<std::pair<Operation *, std::string>> now;
  for (Operation &op : loop.getBody().front())
    if (isRead(op))
      if (std::optional<std::string> form = forms.get(&op, /*isNext=*/false))
        now.emplace_back(&op, std::move(*form));
  for (auto &[read, form] : now) {
    std::optional<std::string> next = forms.get(read, /*isNext=*/true);
    // What does not change at all need not be carried.
    if (!next || *next == form)
      continue;
    auto *it = llvm::find_if(now, [&](const auto &other) {
      return other.second == *next &&
             other.first->getResultTypes() == read->getResultTypes();
    });
    if (it != now.end())
      sources[read] = it->first;
  }
}

bool CarriedReads::isGrounded(Operation *read) const {
  for (size_t steps = 0; steps <= sources.size(); ++steps) {
    auto it = sources.find(read);
    if (it == sources.end())
      return true;
    read = it->second;
  }
  return false;
}

void CarriedReads::dropUngrounded() {
  sources.remove_if([&](auto &entry) { return !isGrounded(entry.first); });
}

/// The value of an operation of the body in the first trip.
Value CarriedReads::cloneFirst(OpBuilder &builder, Operation *op,
                               IRMapping &mapping) {
  if (Value value = mapping.lookupOrNull(op->getResult(0)))
    return value;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (Operation *definition = operand.getDefiningOp();
          definition && definition->getBlock() == op->getBlock())
        cloneFirst(builder, definition, mapping);
  });
  return builder.clone(*op, mapping)->getResult(0);
}

SmallVector<Value> CarriedReads::readFirst() {
  OpBuilder builder(loop);
  IRMapping mapping;
  mapping.map(loop.getInductionVar(),
              Value(loop::IndexOp::create(
                  builder, loop.getLoc(), builder.getIndexType(),
                  loop::IndexKind::Value, ValueRange(),
                  loop::ExprsAttr::get(loop.getContext(), loop.getLower()),
                  /*data=*/Value())));
  return llvm::map_to_vector(sources, [&](auto &entry) {
    return cloneFirst(builder, entry.first, mapping);
  });
}

/// The loop with `inits` carried for the reads, in their order.
void CarriedReads::rebuild(ValueRange inits) {
  OpBuilder builder(loop);
  SmallVector<Value> all(loop.getInits());
  llvm::append_range(all, inits);
  auto wider =
      loop::ForOp::create(builder, loop.getLoc(), loop.getIndices(),
                          loop.getBounds(), all, /*states=*/ValueRange());
  wider.setMapAttr(loop.getMapAttr());
  wider.setMappingAttr(loop.getMappingAttr());
  wider.setUnrollAttr(loop.getUnrollAttr());
  wider.setWidthAttr(loop.getWidthAttr());
  wider.getBody().takeBody(loop.getBody());
  Block &body = wider.getBody().front();
  for (auto &[read, source] : sources)
    read->getResult(0).replaceAllUsesWith(
        body.addArgument(read->getResult(0).getType(), read->getLoc()));
  SmallVector<Value> yielded(wider.getYield().getValues());
  // A source that is carried itself is now an argument.
  auto carried = body.getArguments().take_back(sources.size());
  for (auto &[read, source] : sources) {
    auto *it = sources.find(source);
    yielded.push_back(it == sources.end()
                          ? source->getResult(0)
                          : Value(carried[it - sources.begin()]));
  }
  wider.getYield().getValuesMutable().assign(yielded);
  loop.replaceAllUsesWith(wider.getResults().take_front(loop.getNumResults()));
  loop.erase();
  loop = wider;
}

unsigned CarriedReads::run() {
  if (!hasTwoTrips())
    return 0;
  collect();
  dropUngrounded();
  if (sources.empty())
    return 0;
  rebuild(readFirst());
  return sources.size();
}

static Assumptions getFacts(loop::KernelOp kernel) {
  Assumptions facts;
  for (auto fact : kernel.getFacts().getAsRange<ConstraintAttr>())
    assume(facts, {fact.getKind(), fact.getLhs().getValue(),
                   fact.getRhs().getValue(), /*sentence=*/""});
  return facts;
}

void ReuseLoadsPass::runOnOperation() {
  IRRewriter rewriter(&getContext());
  for (auto kernel : getOperation().getOps<loop::KernelOp>()) {
    DominanceInfo dominance(kernel);
    eliminateCommonSubExpressions(rewriter, dominance, kernel);
    numLanes += takeLanes(kernel);
    Assumptions facts = getFacts(kernel);
    SmallVector<loop::ForOp> loops;
    kernel.walk([&](loop::ForOp loop) { loops.push_back(loop); });
    for (loop::ForOp loop : loops)
      numCarried += CarriedReads(loop, facts).run();
    eraseUnused(kernel);
  }
}
