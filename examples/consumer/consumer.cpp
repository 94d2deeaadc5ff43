//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds a function in Lift with the C++ interface, lowers it and prints its
// kernels: what a compiler does that uses Lift as a library.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/InitAll.h"
#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/LiftOps.h"
#include "LiftDialect/LiftTypes.h"
#include "LiftDialect/Pipelines/Pipelines.h"
#include "LiftDialect/Target/OpenCL/OpenCLEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

/// y[i] = x[i] + x[i], for arrays of any size N.
static void buildTwice(ModuleOp module) {
  MLIRContext *context = module.getContext();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = builder.getUnknownLoc();
  auto array = lift::ArrayType::get(context, {lift::Expr::name("N")},
                                    builder.getF32Type());
  auto func = func::FuncOp::create(builder, loc, "twice",
                                   builder.getFunctionType({array}, {array}));
  builder.setInsertionPointToStart(func.addEntryBlock());
  auto map = lift::MapOp::create(
      builder, loc, func.getArguments(), /*mapping=*/lift::MappingAttr(),
      [](OpBuilder &builder, Location loc, ValueRange elements) {
        Value x = elements[0];
        Value sum = arith::AddFOp::create(builder, loc, x, x);
        return SmallVector<Value>{sum};
      });
  func::ReturnOp::create(builder, loc, map.getResults());
}

int main() {
  DialectRegistry registry;
  lift::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  buildTwice(*module);
  PassManager pm(&context);
  lift::buildLiftToGPUPipeline(pm, {});
  return failed(pm.run(*module)) ||
         failed(lift::translateToOpenCL(*module, llvm::outs()));
}
