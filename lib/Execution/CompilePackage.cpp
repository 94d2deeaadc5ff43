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

/// Adds variants that assume more of the sizes than the package does.
static LogicalResult addVariants(const Program &program,
                                 ExecutionOptions options,
                                 std::set<std::string> &known,
                                 runtime::Package &package) {
  const bool maySumsBeShort = hasSumsOverSeveralDims(program.module.get());
  // What assumes less comes first, and has made what assumes more superfluous
  // if both have the same text.
  for (StringRef assumed : {"large", "short-sums", "inner-aligned", "aligned",
                            "large-aligned", "few"}) {
    if (assumed == "short-sums" && !maySumsBeShort)
      continue;
    options.assumed = assumed;
    FailureOr<std::optional<CompiledProgram>> compiled =
        compileUnlessKnown(program, options, known);
    if (failed(compiled))
      return failure();
    if (!*compiled)
      continue;
    // The more is assumed, the better; but what is there already must not come
    // before what assumes more.
    runtime::Package &variant = (*compiled)->package;
    auto isSame = [&](const runtime::Package &other) {
      return other.programs == variant.programs;
    };
    if (!isSame(package) && llvm::none_of(package.variants, isSame))
      package.variants.insert(package.variants.begin(), std::move(variant));
  }
  return success();
}

/// Compiles it without a cache.
static FailureOr<runtime::Package> compileAll(const Program &program,
                                              const ExecutionOptions &options) {
  // Assumptions are about names.
  const bool hasVariants = options.optimize && options.pipeline.empty() &&
                           options.mapping == "default" && !program.isLowered &&
                           !makesChoices(program.getEntry()) &&
                           !program.sizeNames.empty();
  std::set<std::string> known;
  runtime::Package package;
  if (hasVariants) {
    FailureOr<std::optional<CompiledProgram>> general =
        compileUnlessKnown(program, options, known);
    if (failed(general))
      return failure();
    package = std::move((*general)->package);
  } else {
    FailureOr<CompiledProgram> general = compile(program, options);
    if (failed(general))
      return failure();
    package = std::move(general->package);
  }
  package.floatOps = countKnownFloatOps(program);
  if (hasVariants && failed(addVariants(program, options, known, package)))
    return failure();
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
