//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a strategy for a pattern, and applies its schedule.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Strategies/Strategies.h"

#include "LiftDialect/TransformOps/LiftTransformOps.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Threading.h"

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
    {"sums over pairs in parts", planSplitPairs, /*isFirstStep=*/true},
    {"sums over pairs", planPairs},
    {"rows and columns of a matrix", planRowsAndColumns},
    {"few sums for each element", planFewSums},
    {"rows in register tiles", planRowTiles},
    {"rows in registers", planRegisterRows},
    {"reduction of rows", planRows},
    {"reduction of columns", planColumns},
    {"transposition", planTransposition},
    {"stencil of what a map computes", planStencilChain},
    {"stencil", planStencil},
    {"elementwise maps", planElements},
    {"reduction of a whole array", planWholeReduction},
    {"scan of an array", planScan}};
} // namespace

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

/// Whether a value is stored beside others, of which other kernels might be.
static bool isConcatenated(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<ConcatOp>(user) ||
           (isa<ViewOpInterface>(user) &&
            llvm::any_of(user->getResults(), isConcatenated));
  });
}

SmallVector<Operation *> lift::getTopLevelPatterns(func::FuncOp func) {
  SmallVector<Operation *> patterns;
  for (Operation &op : func.getBody().front())
    if (isa<MapOp, FoldPattern>(op))
      patterns.push_back(&op);
  return patterns;
}

/// What the function requires of its sizes, with what has been added.
static SmallVector<Attribute> getAllRequirements(const Problem &problem) {
  SmallVector<Attribute> all;
  if (auto old = problem.getFunc()->getAttrOfType<ArrayAttr>(
          LiftDialect::RequiresAttrHelper::getNameStr()))
    llvm::append_range(all, old);
  for (Attribute requirement : problem.getRequirements())
    if (!llvm::is_contained(all, requirement))
      all.push_back(requirement);
  return all;
}

/// Applies a schedule to a copy of `func`, which it becomes if all of it
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
  func->setDiscardableAttrs((*copy)->getDiscardableAttrDictionary());
  return success();
}

FailureOr<Plan> lift::optimizePattern(Problem &problem, unsigned number,
                                      bool hasFirstStep, Refusal &refusal) {
  func::FuncOp func = problem.getFunc();
  Operation *pattern = getTopLevelPatterns(func)[number];
  if (usesHalf(pattern))
    return refusal.set(pattern, "computes with half numbers");
  if (llvm::any_of(pattern->getResults(), isConcatenated))
    return refusal.set(pattern, "is a part of a concatenated array");
  /// With the strategies that refuse for them.
  SmallVector<std::pair<std::string, std::string>> reasons;
  for (const NamedStrategy &strategy : kStrategies) {
    if (strategy.isFirstStep && hasFirstStep)
      continue;
    Schedule schedule;
    problem.dropRequirements();
    schedule.comment(strategy.name);
    if (succeeded(strategy.plan(problem, pattern, schedule.matchPattern(number),
                                schedule, refusal))) {
      if (!problem.getRequirements().empty())
        schedule.require(getAllRequirements(problem));
      std::string script = schedule.str(SymbolRefAttr::get(func));
      if (succeeded(applySchedule(func, script, refusal)))
        return Plan{strategy.name, std::move(script), strategy.isFirstStep};
    }
    auto *known = llvm::find_if(reasons, [&](const auto &reason) {
      return reason.first == refusal.getReason();
    });
    if (known == reasons.end())
      reasons.emplace_back(refusal.getReason(), strategy.name);
    else
      known->second += ", " + strategy.name.str();
  }
  return refusal.set(
      pattern, "no strategy fits: " +
                   llvm::join(llvm::map_range(reasons,
                                              [](const auto &reason) {
                                                return reason.first + " (" +
                                                       reason.second + ")";
                                              }),
                              "; "));
}
