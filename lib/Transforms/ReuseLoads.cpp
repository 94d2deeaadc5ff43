//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GuardedReads.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Loop/OperandExprs.h"
#include "LiftDialect/Transforms/Passes.h"
#include "MergeReads.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
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

//===----------------------------------------------------------------------===//
// What the next trip reads again
//===----------------------------------------------------------------------===//

/// The most bytes of reads that a loop carries: registers of a work-item.
static constexpr int64_t kMostBytes = 320;

namespace {
/// Lets a loop carry what it has read, where the next trip would read it again.
class CarriedReads {
public:
  CarriedReads(loop::ForOp loop, const Assumptions &facts)
      : loop(loop), facts(facts) {}

  /// How many reads there are no more.
  unsigned run();

private:
  void collect();
  /// Whether carrying leads to something that is read.
  bool isGrounded(Operation *read) const;
  void limit();
  SmallVector<Value> readFirst();
  Value cloneFirst(OpBuilder &builder, Operation *op, IRMapping &mapping);
  void rebuild(ValueRange inits);

  loop::ForOp loop;
  const Assumptions &facts;
  /// Reads, and which of this trip each is in the next.
  llvm::MapVector<Operation *, Operation *> sources;
  /// Reads that are the same in all trips.
  SmallVector<Operation *> invariants;
};
} // namespace

void CarriedReads::collect() {
  ReadForms forms(facts);
  forms.assumeNext(loop);
  SmallVector<std::pair<Operation *, std::string>> now;
  llvm::StringMap<Operation *> reads;
  for (Operation &op : loop.getBody().front())
    if (isRead(op))
      if (std::optional<std::string> form = forms.get(&op)) {
        reads.try_emplace(*form, &op);
        now.emplace_back(&op, std::move(*form));
      }
  // One of those that are the same from the second trip on.
  llvm::DenseSet<Operation *> used;
  for (auto &[read, form] : now) {
    std::optional<std::string> next = forms.get(read, {loop});
    if (!next)
      continue;
    if (*next == form)
      invariants.push_back(read);
    else if (Operation *source = reads.lookup(*next);
             source && used.insert(source).second)
      sources[read] = source;
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

/// Drops what leads nowhere, and what there are no registers for.
void CarriedReads::limit() {
  sources.remove_if([&](auto &entry) { return !isGrounded(entry.first); });
  int64_t bytes = 0;
  sources.remove_if([&](auto &entry) {
    bytes += getElementBytes(entry.first->getResult(0).getType());
    return bytes > kMostBytes;
  });
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
  for (Operation *read : invariants) {
    read->getResult(0).replaceAllUsesWith(cloneFirst(builder, read, mapping));
    read->erase();
  }
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
  if (!isUnrolled(loop) || !hasSeveralReads(loop.getBody().front()))
    return 0;
  collect();
  limit();
  if (sources.empty())
    return 0;
  rebuild(readFirst());
  return sources.size();
}

void ReuseLoadsPass::runOnOperation() {
  IRRewriter rewriter(&getContext());
  for (auto kernel : getOperation().getOps<loop::KernelOp>()) {
    Assumptions facts = getSizeFacts(kernel);
    DominanceInfo dominance(kernel);
    eliminateCommonSubExpressions(rewriter, dominance, kernel);
    numForwarded += forwardStores(kernel);
    numForwarded += forwardCopies(kernel);
    splitLocalVectors(kernel, facts);
    numUnrolled += unrollSharingLoops(kernel, facts);
    separateReads(kernel);
    numLanes += mergeReads(kernel, facts);
    loop::eraseUnused(kernel);
    SmallVector<loop::ForOp> loops;
    kernel.walk([&](loop::ForOp loop) { loops.push_back(loop); });
    for (loop::ForOp loop : loops)
      numCarried += CarriedReads(loop, facts).run();
    loop::eraseUnused(kernel);
  }
}
