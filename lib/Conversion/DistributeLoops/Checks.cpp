//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mappings that cannot be followed.
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "LoopCodes.h"

#include "LiftDialect/Analysis/LoopSteps.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;

static LogicalResult checkNesting(loop::ForOp loop) {
  MappingAttr mapping = loop.getMappingAttr();
  for (loop::ForOp around : getParallelLoops(loop)) {
    MappingAttr other = around.getMappingAttr();
    if (!LoopCodes({loop, around}).holds(canNest(0, 1)))
      return loop.emitOpError("cannot be mapped to ")
             << stringifyMappingKind(mapping.getKind()) << '('
             << mapping.getDim() << ") inside a map to "
             << stringifyMappingKind(other.getKind()) << '(' << other.getDim()
             << ')';
  }
  return success();
}

/// Reports local memory where the work-items of a group part.
static LogicalResult checkLocalMemory(loop::ForOp loop) {
  if (LoopCodes(loop).holds(canHoldLocal(0)))
    return success();
  WalkResult walk = loop.walk([&](loop::AllocOp alloc) {
    if (alloc.getType().getSpace() != AddressSpace::Local)
      return WalkResult::advance();
    InFlightDiagnostic diag = loop.emitOpError(
        "is mapped to global ids, but its body stores values in local memory");
    diag.attachNote(alloc.getLoc()) << "stored here";
    diag.attachNote() << "work-items of a group take different numbers of "
                         "steps; map it to wrg and lcl, or store in private or "
                         "global memory";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

static LogicalResult checkMapping(loop::ForOp loop) {
  MappingAttr mapping = loop.getMappingAttr();
  if (mapping && mapping.getKind() == MappingKind::Fused) {
    InFlightDiagnostic diag = loop.emitOpError("is still to be fused");
    diag.attachNote() << "run the fusion rewrite, or map it to seq";
    return diag;
  }
  if (!isParallel(loop))
    return success();
  if (!loop.getIndices().empty())
    return loop.emitOpError("is mapped to several work-items, but its length "
                            "is known only in the kernel");
  return failure(failed(checkNesting(loop)) || failed(checkLocalMemory(loop)));
}

/// How the work of `op` cannot be spread over all work-items, and what can be
/// done: steps depend on each other, and work-items can wait for each other
/// only in a group, and only if all come there as often.
static std::pair<StringRef, StringRef> getSpreadError(Operation *op) {
  if (isa<loop::WhileOp>(op))
    return {"spreads a step over work-items, which may take different numbers "
            "of steps",
            "map it to seq"};
  if (isa<loop::IfOp>(op))
    return {"spreads over work-items what stands under a condition, where not "
            "all of them may come",
            "map it to seq"};
  auto loop = dyn_cast<loop::ForOp>(op);
  if (loop && isScan(loop))
    return {"spreads a step over work-groups, which do not wait for each other",
            "map it to lcl or seq"};
  return {};
}

static LogicalResult checkSteps(Operation *op) {
  auto [error, remedy] = getSpreadError(op);
  if (error.empty())
    return success();
  loop::ForOp spread;
  op->walk([&](loop::ForOp map) {
    if (LoopCodes(map).holds(isa<loop::ForOp>(op) ? canBeInScan(0)
                                                  : isForOne(0)))
      return WalkResult::advance();
    spread = map;
    return WalkResult::interrupt();
  });
  if (!spread)
    return success();
  InFlightDiagnostic diag = op->emitOpError(error);
  diag.attachNote(spread.getLoc()) << "mapped here";
  diag.attachNote() << remedy << ", or map what is around";
  return diag;
}

LogicalResult distribute_loops::checkMappings(loop::KernelOp kernel) {
  WalkResult walk = kernel.walk<WalkOrder::PreOrder>([](Operation *op) {
    auto loop = dyn_cast<loop::ForOp>(op);
    if (failed(checkSteps(op)) || (loop && failed(checkMapping(loop))))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

void distribute_loops::warnOfIgnoredChoices(loop::KernelOp kernel) {
  kernel.walk<WalkOrder::PreOrder>([](Operation *op) {
    auto alloc = dyn_cast<loop::AllocOp>(op);
    if (alloc && alloc.getType().getSpace() == AddressSpace::Global &&
        alloc.getInTurn().value_or(1) != 1)
      alloc.emitWarning("buffers = ")
          << *alloc.getInTurn() << " has no effect yet in kernels";
    auto loop = dyn_cast<loop::ForOp>(op);
    if (loop && loop.getWidth()) {
      InFlightDiagnostic diag = loop.emitWarning("vector width = ")
                                << *loop.getWidth() << " has no effect here";
      diag.attachNote() << "run lift-vectorize-patterns before";
      loop.removeWidthAttr();
    }
  });
}
