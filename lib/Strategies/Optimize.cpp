//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements lift-optimize: a strategy writes a schedule for each
// pattern, and the interpreter of the transform dialect applies it.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Mapping/Targets.h"
#include "LiftDialect/Strategies/Passes.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "LiftDialect/TransformOps/LiftTransformOps.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Threading.h"

namespace mlir::lift {
#define GEN_PASS_DEF_OPTIMIZEPASS
#include "LiftDialect/Strategies/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
using Strategy = LogicalResult (*)(Problem &, Operation *, const Handle &,
                                   Schedule &, Refusal &);

struct NamedStrategy {
  StringLiteral name;
  Strategy plan;
  /// Whether it leaves patterns that others are for.
  bool isFirstStep = false;
};

/// From the most particular.
constexpr NamedStrategy kStrategies[] = {
    {"contraction in parts", planSplitContraction, /*isFirstStep=*/true},
    {"contraction in local tiles", planLocalTiles},
    {"contraction in register tiles", planRegisterTiles},
    {"reduction of rows", planRows},
    {"reduction of columns", planColumns},
    {"transposition", planTransposition},
    {"elementwise maps", planElements},
    {"reduction of a whole array", planWholeReduction},
    {"scan of an array", planScan}};

struct OptimizePass final : lift::impl::OptimizePassBase<OptimizePass> {
  using Base::Base;
  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registry.insert<DLTIDialect>();
    registerTransformOps(registry);
  }
  void runOnOperation() override;

private:
  FailureOr<std::map<std::string, Expr>> getSizes();
  /// Optimizes a pattern, and those that the first step of a strategy leaves in
  /// its place.
  void optimize(Problem &problem, unsigned number, bool hasFirstStep = false);
};
} // namespace

bool lift::makesChoices(func::FuncOp func) {
  if (func->hasAttr(LiftDialect::ParamsAttrHelper::getNameStr()))
    return true;
  return func
      .walk([](Operation *op) {
        bool isChoice = isa<KernelOp, MaterializeOp, CopyOp>(op);
        for (StringRef name : {"mapping", "unroll", "vector_width"})
          isChoice |= isa_and_present<LiftDialect>(op->getDialect()) &&
                      op->getInherentAttr(name).value_or(Attribute());
        return isChoice ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a pattern computes with half numbers: not every device has vectors
/// of them in memory.
static bool usesHalf(Operation *pattern) {
  auto isHalf = [](Type type) {
    if (auto array = dyn_cast<ArrayType>(type))
      type = array.getElementType();
    auto number = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return number && number.getWidth() == 16;
  };
  return pattern
      ->walk([&](Operation *op) {
        return llvm::any_of(op->getOperandTypes(), isHalf) ||
                       llvm::any_of(op->getResultTypes(), isHalf)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The patterns at the top level of a function, as match_pattern counts them.
static SmallVector<Operation *> getPatterns(func::FuncOp func) {
  SmallVector<Operation *> patterns;
  for (Operation &op : func.getBody().front())
    if (isa<MapOp, FoldPattern>(op))
      patterns.push_back(&op);
  return patterns;
}

/// Whether a value is stored beside others, of which other kernels might be.
static bool isConcatenated(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<ConcatOp>(user) ||
           (isa<ViewOpInterface>(user) &&
            llvm::any_of(user->getResults(), isConcatenated));
  });
}

/// Adds what the function requires of its sizes since it has been optimized.
static void addRequirements(func::FuncOp func, ArrayRef<Attribute> added) {
  StringRef name = LiftDialect::RequiresAttrHelper::getNameStr();
  SmallVector<Attribute> all;
  if (auto old = func->getAttrOfType<ArrayAttr>(name))
    llvm::append_range(all, old);
  for (Attribute requirement : added)
    if (!llvm::is_contained(all, requirement))
      all.push_back(requirement);
  if (!all.empty())
    func->setAttr(name, ArrayAttr::get(func.getContext(), all));
}

/// Applies a schedule to a copy of `func`, which replaces its body if all of it
/// applies.
static LogicalResult applySchedule(func::FuncOp func, StringRef script,
                                   Refusal &refusal) {
  MLIRContext *context = func.getContext();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(script, ParserConfig(context));
  if (!module)
    return refusal.set(func, "has a schedule that cannot be read");
  Operation *sequence = module->lookupSymbol(
      transform::TransformDialect::kTransformEntryPointSymbolName);
  OwningOpRef<func::FuncOp> copy = func.clone();
  std::string reason;
  LogicalResult result = success();
  {
    // Other threads report what they find in other functions.
    const uint64_t thread = llvm::get_threadid();
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
      if (llvm::get_threadid() != thread)
        return failure();
      if (reason.empty())
        reason = diag.str();
      return success();
    });
    result = transform::applyTransformNamedSequence(
        copy->getOperation(), sequence, ModuleOp(),
        transform::TransformOptions());
  }
  if (failed(result))
    return refusal.set(func, reason);
  func.getBody().takeBody(copy->getBody());
  return success();
}

void OptimizePass::optimize(Problem &problem, unsigned number,
                            bool hasFirstStep) {
  func::FuncOp func = problem.getFunc();
  SmallVector<Operation *> patterns = getPatterns(func);
  Operation *pattern = patterns[number];
  auto options = remark::RemarkOpts::name("strategy")
                     .category("lift-optimize")
                     .function(func.getName());
  Refusal refusal;
  if (usesHalf(pattern)) {
    remark::missed(pattern->getLoc(), options) << "computes with half numbers";
    return;
  }
  if (llvm::any_of(pattern->getResults(), isConcatenated)) {
    remark::missed(pattern->getLoc(), options)
        << "is a part of a concatenated array";
    return;
  }
  for (const NamedStrategy &strategy : kStrategies) {
    if (strategy.isFirstStep && hasFirstStep)
      continue;
    Schedule schedule;
    problem.dropRequirements();
    schedule.comment(strategy.name);
    if (failed(strategy.plan(problem, pattern, schedule.matchPattern(number),
                             schedule, refusal)))
      continue;
    std::string script = schedule.str();
    Location loc = pattern->getLoc();
    if (failed(applySchedule(func, script, refusal)))
      continue;
    if (printSchedules)
      llvm::outs() << script;
    addRequirements(func, problem.getRequirements());
    ++numOptimized;
    remark::passed(loc, options) << strategy.name;
    if (strategy.isFirstStep)
      for (size_t next =
               number + getPatterns(func).size() - patterns.size() + 1;
           next-- > number;)
        optimize(problem, next, /*hasFirstStep=*/true);
    return;
  }
  remark::missed(pattern->getLoc(), options) << refusal.getReason();
}

FailureOr<std::map<std::string, Expr>> OptimizePass::getSizes() {
  std::map<std::string, Expr> values;
  for (StringRef text : sizes) {
    auto [name, number] = text.split('=');
    int64_t value;
    if (name.empty() || number.getAsInteger(10, value) || value < 1)
      return getOperation().emitError("sizes=")
             << text << ": expected NAME=INTEGER, at least 1";
    values[name.str()] = Expr(value);
  }
  return values;
}

void OptimizePass::runOnOperation() {
  func::FuncOp func = getOperation();
  FailureOr<std::map<std::string, Expr>> values = getSizes();
  if (failed(values))
    return signalPassFailure();
  if (!isLiftFunction(func) || makesChoices(func))
    return;
  TargetDeviceSpecInterface spec;
  if (!target.empty()) {
    FailureOr<TargetDeviceSpecInterface> found = getTargetSpec(func, target);
    if (failed(found))
      return signalPassFailure();
    spec = *found;
  }
  Problem problem(func, DeviceModel::get(func, spec), *values, assumed);
  // A schedule may leave several patterns in place of one: from the last.
  for (size_t number = getPatterns(func).size(); number-- > 0;)
    optimize(problem, number);
}
