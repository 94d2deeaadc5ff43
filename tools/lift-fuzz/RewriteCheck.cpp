//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RewriteCheck.h"

#include "LiftDialect/Execution/SourceNames.h"
#include "LiftDialect/LiftOps.h"
#include "Messages.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/SourceMgr.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

namespace {

class RewriteCheck {
public:
  RewriteCheck(const TestCase &test, MLIRContext &context)
      : test(test), context(context) {}

  Verdict run(const StageListener &listener);

private:
  Verdict load();
  Verdict apply();
  /// What a refusal says, and that it has left everything as it was.
  Verdict checkRefusal(const Messages &messages);
  Verdict evaluateBoth(runtime::InputKind kind);
  Verdict evaluate(func::FuncOp func, runtime::InputKind kind,
                   SmallVector<HostArray> &results);
  Verdict compareResults(ArrayRef<HostArray> before, ArrayRef<HostArray> after,
                         runtime::InputKind kind);

  const TestCase &test;
  MLIRContext &context;
  llvm::SourceMgr sourceMgr;
  run::Program program;
  OwningOpRef<ModuleOp> rewritten;
  bool isRefused = false;
};

} // namespace

static func::FuncOp getFunc(ModuleOp module) {
  return *module.getOps<func::FuncOp>().begin();
}

Verdict RewriteCheck::load() {
  Messages messages(context);
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(test.text, "program.mlir"), SMLoc());
  program.module = run::parseWithNames(sourceMgr, context);
  if (!program.module || program.module->getOps<func::FuncOp>().empty())
    return {Outcome::Invalid, messages.text};
  program.entry = getFunc(*program.module);
  if (failed(run::describeProgram(program)))
    return {Outcome::Invalid, messages.text};
  return {};
}

/// What a function does, without what nobody uses.
static std::string printUsed(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  IRRewriter rewriter(module.getContext());
  (void)runRegionDCE(rewriter, getFunc(*copy).getBody());
  return printModule(*copy);
}

Verdict RewriteCheck::checkRefusal(const Messages &messages) {
  isRefused = true;
  if (!messages.areLocated)
    return {Outcome::CompileFails, "no location: " + messages.text};
  if (!StringRef(messages.text).contains("does not apply: "))
    return {Outcome::CompileFails, messages.text};
  // Of several rewrites, the first ones may have been applied.
  const size_t numRewrites = StringRef(test.schedule).count("transform.lift.") -
                             StringRef(test.schedule).count("match_pattern");
  if (numRewrites == 1 && printUsed(*rewritten) != printUsed(*program.module))
    return {Outcome::CompileFails,
            "has changed the program, though it says: " + messages.text};
  return {Outcome::Unsupported, messages.text};
}

static OwningOpRef<ModuleOp> parseSchedule(StringRef text,
                                           MLIRContext &context) {
  return parseSourceString<ModuleOp>(text, &context, "schedule.mlir");
}

static LogicalResult applySchedule(ModuleOp schedule, ModuleOp module) {
  Operation *sequence = schedule.lookupSymbol(
      transform::TransformDialect::kTransformEntryPointSymbolName);
  return transform::applyTransformNamedSequence(getFunc(module).getOperation(),
                                                sequence, ModuleOp(),
                                                transform::TransformOptions());
}

OwningOpRef<ModuleOp> fuzz::rewriteProgram(ModuleOp module,
                                           StringRef schedule) {
  MLIRContext &context = *module.getContext();
  Messages messages(context);
  OwningOpRef<ModuleOp> script = parseSchedule(schedule, context);
  OwningOpRef<ModuleOp> copy = module.clone();
  const bool isChanged = script && succeeded(applySchedule(*script, *copy)) &&
                         printUsed(*copy) != printUsed(module);
  return isChanged ? std::move(copy) : nullptr;
}

Verdict RewriteCheck::apply() {
  Messages messages(context);
  OwningOpRef<ModuleOp> schedule = parseSchedule(test.schedule, context);
  if (!schedule) {
    isRefused = true;
    return {messages.text.empty() || !messages.areLocated
                ? Outcome::Invalid
                : Outcome::Unsupported,
            messages.text};
  }
  rewritten = program.module->clone();
  if (failed(applySchedule(*schedule, *rewritten)))
    return checkRefusal(messages);
  if (failed(verify(*rewritten)))
    return {Outcome::Invalid, "after the rewrite: " + messages.text};
  return {};
}

Verdict RewriteCheck::evaluate(func::FuncOp func, runtime::InputKind kind,
                               SmallVector<HostArray> &results) {
  Messages messages(context);
  run::ExecutionOptions options;
  options.sizes = test.sizes;
  options.seed = test.seed;
  options.inputKind = kind;
  FailureOr<run::Inputs> inputs = run::prepareInputs(program, options);
  if (failed(inputs))
    return {Outcome::EvaluatorFails, messages.text};
  EvaluationOptions evaluation;
  evaluation.sizes = inputs->sizes;
  auto evaluated = lift::evaluate(func, inputs->arguments, evaluation);
  if (failed(evaluated))
    return {Outcome::EvaluatorFails, messages.text};
  results = std::move(*evaluated);
  return {};
}

/// Whether all bits are the same, but for those of NaN.
static bool areSame(const HostArray &lhs, const HostArray &rhs) {
  if (lhs.data.size() != rhs.data.size())
    return false;
  if (!lhs.elementType.isF32())
    return lhs.data == rhs.data;
  for (size_t i = 0; i + sizeof(float) <= lhs.data.size(); i += sizeof(float)) {
    float a, b;
    std::memcpy(&a, lhs.data.data() + i, sizeof(float));
    std::memcpy(&b, rhs.data.data() + i, sizeof(float));
    if (std::memcmp(&a, &b, sizeof(float)) != 0 &&
        !(std::isnan(a) && std::isnan(b)))
      return false;
  }
  return true;
}

/// How often the innermost operation of all runs, at most.
static double countSteps(ModuleOp module, const SizeBindings &sizes) {
  std::map<std::string, Expr> values;
  for (const auto &[name, value] : sizes)
    values[name] = Expr(value);
  double most = 1;
  module.walk([&](ReduceOp reduce) {
    double steps = 1;
    for (Operation *op = reduce; op; op = op->getParentOp())
      if (auto fold = dyn_cast<ReduceOp>(op))
        steps *= double(cast<FoldPattern>(*fold)
                            .getTripCount()
                            .substitute(values)
                            .getConstant()
                            .value_or(1));
    most = std::max(most, steps);
  });
  return most;
}

Verdict RewriteCheck::compareResults(ArrayRef<HostArray> before,
                                     ArrayRef<HostArray> after,
                                     runtime::InputKind kind) {
  // Integers are exact, but zeros may change their signs.
  const bool isExact = test.accuracy == Accuracy::Exact;
  double tolerance = 1e-30;
  if (kind == runtime::InputKind::Positive ||
      test.accuracy == Accuracy::Integers)
    tolerance = 8 * (countSteps(*program.module, test.sizes) + 8) * 0x1p-24;
  for (auto [index, pair] : llvm::enumerate(llvm::zip_equal(before, after))) {
    const auto &[expected, actual] = pair;
    Comparison comparison =
        compare(expected, actual, isExact ? 0 : tolerance, 0, 1);
    if (comparison.agrees() && (!isExact || areSame(expected, actual)))
      continue;
    std::string text = "with " +
                       std::string(runtime::kInputKinds[unsigned(kind)]) +
                       " inputs, result " + std::to_string(index) + ": ";
    llvm::raw_string_ostream os(text);
    if (comparison.agrees())
      os << "the sign of a zero differs";
    else
      comparison.print(os);
    return {Outcome::Differs, text};
  }
  return {};
}

Verdict RewriteCheck::evaluateBoth(runtime::InputKind kind) {
  SmallVector<HostArray> before, after;
  Verdict verdict = evaluate(program.entry, kind, before);
  if (verdict.outcome == Outcome::Agrees)
    verdict = evaluate(getFunc(*rewritten), kind, after);
  // A size with a name has a value that is not whole chunks, of an array or of
  // a loop that goes through none.
  StringRef detail = verdict.detail;
  if (detail.contains("does not divide the array length") ||
      detail.contains("leaves a remainder"))
    verdict.outcome = Outcome::Unsupported;
  return verdict.outcome == Outcome::Agrees
             ? compareResults(before, after, kind)
             : verdict;
}

Verdict RewriteCheck::run(const StageListener &listener) {
  using runtime::InputKind;
  listener(test.seed, "parse");
  Verdict verdict = load();
  if (verdict.outcome != Outcome::Agrees)
    return verdict;
  listener(test.seed, "rewrite");
  verdict = apply();
  if (isRefused || verdict.outcome != Outcome::Agrees)
    return verdict;
  listener(test.seed, "evaluate");
  SmallVector<InputKind> kinds = {InputKind::Rounding, InputKind::Special};
  if (test.accuracy == Accuracy::Near)
    kinds = {InputKind::Integer, InputKind::Positive};
  else if (test.accuracy == Accuracy::Integers)
    kinds = {InputKind::Integer};
  for (InputKind kind : kinds)
    if (verdict.outcome == Outcome::Agrees)
      verdict = evaluateBoth(kind);
  return verdict;
}

Verdict fuzz::checkRewrite(const TestCase &test, MLIRContext &context,
                           const StageListener &listener) {
  return RewriteCheck(test, context).run(listener);
}
