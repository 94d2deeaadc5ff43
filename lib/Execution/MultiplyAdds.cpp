//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vulkan leaves open whether math.fma rounds once or twice. This file finds out
// which a device does, and compares with that.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Execution/DeviceEngine.h"
#include "LiftDialect/Execution/Verification.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

static bool hasMultiplyAdds(const Program &program) {
  return program.module.get()
      .walk([](Operation *op) {
        return isa<math::FmaOp, vector::FMAOp>(op) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A program that maps x to math.fma(x, x, -1 - 2^-11).
static void makeMultiplyAddTrial(MLIRContext *context, Program &trial) {
  Location loc = UnknownLoc::get(context);
  trial.module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockBegin(trial.module->getBody());
  Type array = ArrayType::getArrayOf(Expr(1), builder.getF32Type());
  trial.entry = func::FuncOp::create(builder, loc, "multiply_add",
                                     builder.getFunctionType({array}, {array}));
  Block *entry = trial.entry.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  auto map =
      MapOp::create(builder, loc, entry->getArguments(), MappingAttr(),
                    [](OpBuilder &inner, Location loc, ValueRange elements) {
                      Value x = elements.front();
                      Value addend = arith::ConstantOp::create(
                          inner, loc, inner.getF32FloatAttr(-1 - 0x1p-11f));
                      return SmallVector<Value>{
                          math::FmaOp::create(inner, loc, x, x, addend)};
                    });
  func::ReturnOp::create(builder, loc, map.getResults());
}

/// Whether the device rounds the product before it adds. The square of
/// 1 + 2^-12 is 1 + 2^-11 + 2^-24, whose last term an f32 cannot hold.
static FailureOr<bool> roundsProducts(MLIRContext *context,
                                      const ExecutionOptions &options) {
  Program trial;
  makeMultiplyAddTrial(context, trial);
  ExecutionOptions trialOptions;
  trialOptions.api = options.api;
  trialOptions.device = options.device;
  Inputs inputs;
  inputs.arguments.push_back(HostArray::get(Float32Type::get(context), {1}));
  inputs.arguments.front().as<float>()[0] = 1 + 0x1p-12f;
  if (failed(describeProgram(trial)))
    return failure();
  FailureOr<CompiledProgram> compiled = compile(trial, trialOptions);
  if (failed(compiled))
    return failure();
  DeviceRun run = runOnDevice(*compiled, inputs, trialOptions);
  if (run.exitCode != Success)
    return failure();
  return run.results.front().as<float>()[0] == 0;
}

/// A copy of `program` with a product and a sum for each math.fma.
static void separateMultiplyAdds(const Program &program, Program &separated) {
  separated.module = program.module.get().clone();
  separated.module->walk([](Operation *op) {
    if (!isa<math::FmaOp, vector::FMAOp>(op))
      return;
    OpBuilder builder(op);
    Value product = arith::MulFOp::create(builder, op->getLoc(),
                                          op->getOperand(0), op->getOperand(1));
    Value sum = arith::AddFOp::create(builder, op->getLoc(), product,
                                      op->getOperand(2));
    op->getResult(0).replaceAllUsesWith(sum);
    op->erase();
  });
  separated.entry = separated.module->lookupSymbol<func::FuncOp>(
      program.getEntry().getSymNameAttr());
}

std::optional<Verification>
run::verifyDeviceResults(const Program &program, const Inputs &inputs,
                         const ExecutionOptions &options,
                         ArrayRef<HostArray> results) {
  if (options.api != runtime::Api::Vulkan || !hasMultiplyAdds(program))
    return verifyResults(program, inputs, options, results);
  FailureOr<bool> isRounded =
      roundsProducts(program.getEntry()->getContext(), options);
  if (failed(isRounded))
    return std::nullopt;
  if (!*isRounded)
    return verifyResults(program, inputs, options, results);
  Program separated;
  separateMultiplyAdds(program, separated);
  if (failed(describeProgram(separated)))
    return std::nullopt;
  std::optional<Verification> verification =
      verifyResults(separated, inputs, options, results);
  if (verification)
    verification->roundsProducts = true;
  return verification;
}
