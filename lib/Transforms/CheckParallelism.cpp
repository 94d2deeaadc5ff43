//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file warns of loops that only one work-item runs.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Transforms/Passes.h"

namespace mlir::lift {
#define GEN_PASS_DEF_CHECKPARALLELISMPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct CheckParallelismPass final
    : lift::impl::CheckParallelismPassBase<CheckParallelismPass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

/// Whether a map has several elements that work-items could share.
static bool hasWorkToShare(MapOp map) {
  return !map.getTripCount().isConstant(1) &&
         !map->getParentOfType<ReduceWhileOp>() &&
         llvm::any_of(map.getResults(),
                      [](Value result) { return isStored(result); });
}

static void warn(MapOp map, StringRef where, StringRef advice) {
  InFlightDiagnostic diag = map.emitWarning("this map runs on one work-item")
                            << where << ", which goes through "
                            << map.getTripCount().str() << " elements";
  diag.attachNote() << advice;
}

/// Whether the program says that one work-item is enough.
static bool isLaunchedForOne(KernelOp kernel) {
  return kernel.hasLaunch() &&
         llvm::all_of(llvm::seq(kMaxLaunchDims), [&](unsigned dim) {
           return kernel.getGlobalSizeIn(dim).isConstant(1);
         });
}

static void checkSequential(KernelOp kernel) {
  if (isLaunchedForOne(kernel))
    return;
  kernel.walk<WalkOrder::PreOrder>([&](MapOp map) {
    // Inside others, seq says no more than that these are to be parallel.
    bool isChosen = map.getMapping() && map->getParentOp() != kernel;
    if (isChosen || !hasWorkToShare(map))
      return WalkResult::advance();
    warn(map, "",
         "nothing in this kernel is parallel; map this to glb, or to wrg and "
         "lcl, or compile with mapping=solve");
    return WalkResult::interrupt();
  });
}

static bool isOnItems(MapOp map) {
  MappingAttr mapping = map.getMappingAttr();
  return mapping && mapping.isParallel() &&
         mapping.getKind() != MappingKind::Wrg;
}

/// Whether work-items share the elements of some map in `op`, or in what is
/// stored with it.
static bool hasMapOnItems(Operation *op) {
  return walkStored(op,
                    [](Operation *nested) {
                      auto map = dyn_cast<MapOp>(nested);
                      return map && isOnItems(map) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
                    })
      .wasInterrupted();
}

static void checkStages(KernelOp kernel) {
  kernel.walk<WalkOrder::PreOrder>([](MapOp map) {
    if (isOnItems(map))
      return WalkResult::skip();
    if (hasMapOnItems(map))
      return WalkResult::advance();
    bool isShared = llvm::any_of(map.getResults(), [](Value result) {
      std::optional<AddressSpace> space = getStoredSpace(result);
      return space && *space != AddressSpace::Private;
    });
    if (isShared && !map.getMapping() && hasWorkToShare(map))
      warn(map, " of a group",
           "the others of the group do nothing meanwhile; map this to lcl, or "
           "to seq if that is meant");
    return WalkResult::skip();
  });
}

void CheckParallelismPass::runOnOperation() {
  for (auto kernel : getOperation().getOps<KernelOp>()) {
    if (!hasParallelMap(kernel))
      checkSequential(kernel);
    else if (hasMapOnItems(kernel))
      checkStages(kernel);
  }
}
