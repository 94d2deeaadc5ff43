//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements lift-apply-schedule.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Strategies/Passes.h"
#include "LiftDialect/Strategies/Schedule.h"
#include "LiftDialect/TransformOps/LiftTransformOps.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::lift {
#define GEN_PASS_DEF_APPLYSCHEDULEPASS
#include "LiftDialect/Strategies/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
/// The schedules of a file, in its order.
using Schedules = SmallVector<OwningOpRef<ModuleOp>>;

struct ApplySchedulePass final
    : lift::impl::ApplySchedulePassBase<ApplySchedulePass> {
  using Base::Base;
  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registerTransformOps(registry);
  }
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  LogicalResult apply(ModuleOp schedule);

  /// Shared by the copies of the pass; nothing changes them.
  std::shared_ptr<const Schedules> schedules;
};
} // namespace

/// Reads the schedules of a text, which begin with an `!op` each and are thus
/// programs of their own.
static LogicalResult readSchedules(MLIRContext *context, StringRef text,
                                   StringRef filename, Schedules &schedules) {
  // Lines before a schedule are left in it, empty, for the places of errors.
  std::string lines, script;
  auto add = [&] {
    auto schedule =
        parseSourceString<ModuleOp>(script, ParserConfig(context), filename);
    script = lines;
    if (!schedule)
      return failure();
    if (!schedule->getBody()->empty())
      schedules.push_back(std::move(schedule));
    return success();
  };
  for (StringRef line : llvm::split(text, '\n')) {
    lines += '\n';
    if (line.rtrim() != kScheduleSeparator)
      script += (line + "\n").str();
    else if (script += '\n'; failed(add()))
      return failure();
  }
  return add();
}

LogicalResult ApplySchedulePass::initialize(MLIRContext *context) {
  auto read = std::make_shared<Schedules>();
  schedules = read;
  if (file.empty())
    return readSchedules(context, text, "schedule", *read);
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(file, &message);
  if (!buffer)
    return emitError(UnknownLoc::get(context)) << message;
  return readSchedules(context, buffer->getBuffer(), file, *read);
}

LogicalResult ApplySchedulePass::apply(ModuleOp schedule) {
  Operation *sequence = schedule.lookupSymbol(
      transform::TransformDialect::kTransformEntryPointSymbolName);
  if (!sequence)
    return schedule.emitError("a schedule has a sequence @")
           << transform::TransformDialect::kTransformEntryPointSymbolName;
  std::optional<StringRef> name = schedule.getSymName();
  bool isApplied = false;
  for (auto func : getOperation().getOps<func::FuncOp>()) {
    if (name ? func.getName() != *name : !isLiftFunction(func))
      continue;
    isApplied = true;
    if (failed(transform::applyTransformNamedSequence(
            func, sequence, ModuleOp(), transform::TransformOptions())))
      return failure();
  }
  if (name && !isApplied)
    return schedule.emitError("a schedule for @")
           << *name << ", of which name there is no function";
  return success();
}

void ApplySchedulePass::runOnOperation() {
  for (const OwningOpRef<ModuleOp> &schedule : *schedules)
    if (failed(apply(*schedule)))
      return signalPassFailure();
}
