//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lowered.h"
#include "PackageCache.h"

#include "LiftDialect/Analysis/FloatOps.h"
#include "LiftDialect/Execution/DeviceEngine.h"
#include "LiftDialect/Strategies/Assumed.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "LiftDialect/Transforms/Passes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

#include <set>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

FailureOr<Expr> run::countFloatOps(const Program &program) {
  OwningOpRef<ModuleOp> module = program.module.get().clone();
  PassManager inlining(module->getContext());
  inlining.addPass(createInlineCallsPass());
  if (failed(inlining.run(*module)))
    return failure();
  return lift::countFloatOps(
      module->lookupSymbol<func::FuncOp>(program.getEntry().getSymNameAttr()));
}

/// The operations of a program, if they depend on nothing but its sizes.
static std::optional<Expr> countKnownFloatOps(const Program &program) {
  if (program.isLowered)
    return std::nullopt;
  FailureOr<Expr> count = run::countFloatOps(program);
  if (failed(count) || count->isError())
    return std::nullopt;
  std::set<std::string> names;
  count->collectNames(names);
  auto isSize = [&](const std::string &name) {
    return llvm::is_contained(program.sizeNames, name);
  };
  return llvm::all_of(names, isSize) ? std::optional(*count) : std::nullopt;
}

/// Says each thing once, as long as it lives: variants of a program have the
/// same warnings.
namespace {
class OnlyOnce {
public:
  explicit OnlyOnce(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          std::string text;
          llvm::raw_string_ostream os(text);
          os << diagnostic.getLocation() << diagnostic;
          return success(!said.insert(text).second);
        }) {}

  bool hasSaid() const { return !said.empty(); }

private:
  std::set<std::string> said;
  ScopedDiagnosticHandler handler;
};
} // namespace

/// Whether variants may assume something of the sizes of a program.
static bool mayHaveVariants(const Program &program,
                            const ExecutionOptions &options) {
  return options.optimize && options.pipeline.empty() &&
         options.mapping == "default" && !program.isLowered &&
         !makesChoices(program.getEntry()) && !program.sizeNames.empty();
}

/// A package of the program and its variants, each of which assumes more of the
/// sizes than those before it.
static FailureOr<runtime::Package> compileVariants(const Program &program,
                                                   ExecutionOptions options) {
  const bool sumsSeveralDims = hasSumsOverSeveralDims(program.module.get());
  const bool sumsOnce = hasOneSum(program.module.get());
  const bool readsAgain = readsRowsAgain(program.module.get());
  const bool transposes = onlyTransposes(program.module.get());
  auto isFor = [&](AssumedFor programs) {
    switch (programs) {
    case AssumedFor::All:
      return true;
    case AssumedFor::SeveralDims:
      return sumsSeveralDims;
    case AssumedFor::OneSum:
      return sumsOnce;
    case AssumedFor::OneDim:
      return sumsOnce && !sumsSeveralDims;
    case AssumedFor::RowsReadAgain:
      return readsAgain;
    case AssumedFor::Transpositions:
      return transposes;
    }
    llvm_unreachable("unknown programs");
  };
  SmallVector<StringRef> assumptions = {options.assumed};
  for (const Assumption &assumption : getAssumptions().drop_front())
    if (isFor(assumption.programs))
      assumptions.push_back(assumption.name);
  std::set<std::string> known;
  std::optional<runtime::Package> package;
  for (StringRef assumed : assumptions) {
    options.assumed = assumed.str();
    FailureOr<std::optional<CompiledProgram>> compiled =
        compileUnlessKnown(program, options, known);
    if (failed(compiled))
      return failure();
    if (!*compiled)
      continue;
    runtime::Package &variant = (*compiled)->package;
    if (!package) {
      package = std::move(variant);
      continue;
    }
    // Without rows in registers, which prefer lengths, others are as good.
    const Assumption *assumption = findAssumption(assumed);
    if (assumption && assumption->mostOfRow && variant.preferences.empty())
      continue;
    // The more is assumed, the better: the last comes first. What has the text
    // of one that assumes less is superfluous.
    auto isSame = [&](const runtime::Package &other) {
      return other.programs == variant.programs;
    };
    if (!isSame(*package) && llvm::none_of(package->variants, isSame))
      package->variants.insert(package->variants.begin(), std::move(variant));
  }
  return std::move(*package);
}

/// Compiles it without a cache.
static FailureOr<runtime::Package> compileAll(const Program &program,
                                              const ExecutionOptions &options) {
  FailureOr<runtime::Package> package = failure();
  if (mayHaveVariants(program, options))
    package = compileVariants(program, options);
  else if (FailureOr<CompiledProgram> compiled = compile(program, options);
           succeeded(compiled))
    package = std::move(compiled->package);
  if (succeeded(package))
    package->floatOps = countKnownFloatOps(program);
  return package;
}

FailureOr<runtime::Package> run::compilePackage(const Program &program,
                                                ExecutionOptions options) {
  options.expectedSizes = options.sizes;
  PackageCache cache(program, options);
  if (std::optional<runtime::Package> package = cache.load())
    return std::move(*package);
  OnlyOnce onlyOnce(program.module.get().getContext());
  FailureOr<runtime::Package> package = compileAll(program, options);
  if (succeeded(package) && !onlyOnce.hasSaid())
    cache.store(*package);
  return package;
}
