//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Transforms/Passes.h"

namespace mlir::lift {
#define GEN_PASS_DEF_DEFAULTMAPPINGPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct DefaultMappingPass final
    : lift::impl::DefaultMappingPassBase<DefaultMappingPass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

/// Whether somebody has chosen how the function runs.
static bool hasChoices(func::FuncOp func) {
  return func
      .walk([](Operation *op) {
        auto map = dyn_cast<MapOp>(op);
        return isa<KernelOp>(op) || (map && map.getMapping())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The map that computes all that `map` yields, if its body does nothing else.
static MapOp getPerfectlyNestedMap(MapOp map) {
  MapOp inner;
  for (Value value : map.getYield().getOperands()) {
    auto computation = dyn_cast_or_null<MapOp>(isa<ArrayType>(value.getType())
                                                   ? getStoredComputation(value)
                                                   : nullptr);
    if (!computation || computation->getBlock() != &map.getBody().front() ||
        (inner && inner != computation))
      return {};
    inner = computation;
  }
  for (Operation &op : map.getBody().front().without_terminator())
    if (&op != inner && !isVirtual(&op) &&
        !op.hasTrait<OpTrait::ConstantLike>())
      return {};
  return inner;
}

/// Whether a computed array will be in memory: it is stored, or read more often
/// than it should be computed.
static bool isInMemory(Value array) {
  return isStored(array) || (!array.use_empty() && !isReadOnce(array));
}

void DefaultMappingPass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (func.isDeclaration() || hasChoices(func))
    return;
  for (auto map : func.getOps<MapOp>()) {
    if (llvm::none_of(map.getResults(), isInMemory))
      continue;
    SmallVector<MapOp> nest = {map};
    while (nest.size() < kMaxLaunchDims)
      if (MapOp inner = getPerfectlyNestedMap(nest.back()))
        nest.push_back(inner);
      else
        break;
    for (auto [level, nested] : llvm::enumerate(nest))
      nested.setMappingAttr(
          MappingAttr::get(&getContext(), MappingKind::Glb,
                           static_cast<unsigned>(nest.size() - 1 - level)));
  }
}
