//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Launch.h"

#include "LiftDialect/Analysis/SizeFacts.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;

Launch::Launch(loop::KernelOp kernel) : facts(getSizeFacts(kernel)) {
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim) {
    Expr local = kernel.getLocalSizeIn(dim);
    Expr global = kernel.getGlobalSizeIn(dim);
    for (auto [level, count] :
         {std::pair(loop::IdLevel::Local, local),
          {loop::IdLevel::Group, Expr::exactDiv(global, local)},
          {loop::IdLevel::Global, global}}) {
      Expr simple = facts.simplify(count);
      counts[static_cast<unsigned>(level)][dim] = simple;
      if (!simple.isConstant(1))
        ids[static_cast<unsigned>(level)][dim] =
            loop::IdOp::create(builder, kernel.getLoc(), builder.getIndexType(),
                               level, static_cast<int32_t>(dim));
    }
  }
}

FailureOr<Launch> Launch::get(loop::KernelOp kernel) {
  if (failed(kernel.getConstantLocalSize()))
    return failure();
  return Launch(kernel);
}

bool distribute_loops::isParallel(loop::ForOp loop) {
  return loop.getMapping() && loop.getMappingAttr().isParallel();
}

SmallVector<loop::ForOp> distribute_loops::getParallelLoops(Operation *op) {
  SmallVector<loop::ForOp> loops;
  while ((op = op->getParentOp()) && !isa<loop::KernelOp>(op))
    if (auto loop = dyn_cast<loop::ForOp>(op); loop && isParallel(loop))
      loops.push_back(loop);
  std::reverse(loops.begin(), loops.end());
  return loops;
}
