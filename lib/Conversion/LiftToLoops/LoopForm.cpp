//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Conversion/LoopForm.h"

#include "InPlace.h"
#include "PatternLowering.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::lower_patterns;

/// Whether a function passes the value on as it is: it is stored already.
static bool isStoredAlready(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || isa<MaterializeOp, lift::KernelOp>(op);
}

/// A kernel that computes what the function does. What cannot be in a kernel is
/// computed elsewhere, and an input.
static lift::KernelOp wrapBody(func::FuncOp func, Block &scratch,
                               OpBuilder &builder) {
  Block &body = func.getBody().front();
  SmallVector<Value> results;
  for (Value value : body.getTerminator()->getOperands())
    if (!isStoredAlready(value))
      results.push_back(value);
  auto kernel = lift::KernelOp::create(
      builder, func.getLoc(), ValueRange(results).getTypes(),
      /*kernel_name=*/nullptr, /*local_size=*/nullptr,
      /*global_size=*/nullptr);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&kernel.getBody().emplaceBlock());
  IRMapping mapping;
  for (Operation &op : body.without_terminator()) {
    if (isa_and_present<LiftDialect>(op.getDialect()) ? !isa<IterateOp>(op)
                                                      : isScalarOp(&op)) {
      builder.clone(op, mapping);
      continue;
    }
    for (Value result : op.getResults())
      mapping.map(result, scratch.addArgument(result.getType(), op.getLoc()));
  }
  SmallVector<Value> yielded = llvm::map_to_vector(
      results, [&](Value value) { return mapping.lookupOrDefault(value); });
  YieldOp::create(builder, func.getLoc(), yielded);
  return kernel;
}

FailureOr<LoopForm> LoopForm::build(Operation *root, const Assumptions &facts) {
  LoopForm form;
  MLIRContext *context = root->getContext();
  form.module = ModuleOp::create(root->getLoc());
  OpBuilder builder(context);
  builder.setInsertionPointToStart(form.module->getBody());
  auto scratch = func::FuncOp::create(builder, root->getLoc(), "scratch",
                                      builder.getFunctionType({}, {}));
  Block *block = scratch.addEntryBlock();
  builder.setInsertionPointToStart(block);
  lift::KernelOp copy;
  if (auto func = dyn_cast<func::FuncOp>(root)) {
    form.isOfFunction = true;
    copy = wrapBody(func, *block, builder);
  } else {
    copy = cast<lift::KernelOp>(builder.clone(*root));
  }
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto map = dyn_cast<MapOp>(op))
      form.maps.push_back(map);
    // Not in the copy.
    return isa<IterateOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  MapNames names;
  copy->walk<WalkOrder::PreOrder>([&](MapOp map) {
    names[map] = builder.getStringAttr(Twine(names.size()));
    // Whether a choice is right, is what is asked.
    map.removeMappingAttr();
  });
  // For who else uses the bins, all that share them are one.
  copy->walk([](ScatterReduceOp op) { op.removeMappingAttr(); });
  PatternLowering lowering(copy, builder, facts, names);
  FailureOr<loop::KernelOp> kernel = lowering.lower();
  if (failed(kernel))
    return failure();
  copy.erase();
  proveInPlace(*kernel);
  eraseUnused(*kernel);
  form.kernel = *kernel;
  return form;
}

MapOp LoopForm::getMap(loop::ForOp loop) const {
  std::optional<StringRef> name = loop.getMap();
  unsigned number = 0;
  return name && !name->getAsInteger(10, number) ? maps[number] : MapOp();
}

bool LoopForm::isForOthers(Value buffer) const {
  auto alloc = buffer.getDefiningOp<loop::AllocOp>();
  return isOfFunction && alloc && alloc->getParentOp() == kernel &&
         alloc.getType().getSpace() == AddressSpace::Global;
}
