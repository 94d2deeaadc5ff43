//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file compares the code of user functions with their references: for each
// of them a program is made that maps the function over arrays of random
// values, run on the device, and verified like any other.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Execution/DeviceEngine.h"
#include "LiftDialect/Execution/Verification.h"
#include "LiftDialect/LiftOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

/// How many values a function is tried on.
static constexpr int64_t kNumTrials = 1024;

/// `lift.map` of the function over arrays.
static void makeFunctionTrial(UserFunOp userFun, Program &trial) {
  Location loc = userFun.getLoc();
  trial.module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockBegin(trial.module->getBody());
  builder.clone(*userFun);
  FunctionType type = userFun.getFunctionType();
  auto getArrays = [](TypeRange types) {
    return llvm::map_to_vector(types, [](Type element) -> Type {
      return ArrayType::getArrayOf(Expr(kNumTrials), element);
    });
  };
  trial.entry = func::FuncOp::create(
      builder, loc, (userFun.getSymName() + "_trial").str(),
      builder.getFunctionType(getArrays(type.getInputs()),
                              getArrays(type.getResults())));
  Block *entry = trial.entry.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  auto map = MapOp::create(
      builder, loc, entry->getArguments(), MappingAttr(),
      [&](OpBuilder &inner, Location innerLoc, ValueRange elements) {
        auto call = CallOp::create(inner, innerLoc, type.getResults(),
                                   userFun.getSymName(), elements,
                                   /*sizes=*/DictionaryAttr());
        return SmallVector<Value>(call.getResults());
      });
  func::ReturnOp::create(builder, loc, map.getResults());
}

/// `f(x = 1, y = 2)`: what it was tried on at `position`.
static std::string describeTrial(UserFunOp userFun, const Inputs &inputs,
                                 int64_t position) {
  std::string text = userFun.getSymName().str() + "(";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(
      llvm::zip_equal(userFun.getArgNames().getAsValueRange<StringAttr>(),
                      inputs.arguments),
      os, [&](auto argument) {
        const auto &[name, values] = argument;
        os << name << " = " << values.getAsText(position);
      });
  return text + ")";
}

static LogicalResult checkUserFunction(UserFunOp userFun,
                                       const ExecutionOptions &options) {
  Program trial;
  makeFunctionTrial(userFun, trial);
  if (failed(describeProgram(trial)))
    return failure();
  ExecutionOptions trialOptions;
  trialOptions.device = options.device;
  trialOptions.rtol = options.rtol;
  trialOptions.atol = options.atol;
  trialOptions.seed = options.seed;
  trialOptions.inputKind = options.inputKind;
  FailureOr<Inputs> inputs = prepareInputs(trial, trialOptions);
  FailureOr<CompiledProgram> compiled = compile(trial, trialOptions);
  if (failed(inputs) || failed(compiled))
    return failure();
  DeviceRun run = runOnDevice(*compiled, *inputs, trialOptions);
  if (run.exitCode != Success)
    return failure();
  std::optional<Verification> verification =
      verifyResults(trial, *inputs, trialOptions, run.results);
  if (!verification)
    return failure();
  for (const Comparison &comparison : verification->comparisons) {
    if (comparison.agrees())
      continue;
    InFlightDiagnostic diag = userFun.emitWarning("the code of '")
                              << userFun.getSymName()
                              << "' differs from its reference for "
                              << comparison.numMismatches << " of "
                              << comparison.numElements << " random values";
    const Comparison::Mismatch &first = comparison.mismatches.front();
    diag.attachNote() << describeTrial(userFun, *inputs, first.position)
                      << " is " << first.actual << " by its code, and "
                      << first.expected << " by its reference";
    break;
  }
  return success();
}

/// Collects what `func` calls, itself or through others.
static void collectCallees(func::FuncOp func,
                           llvm::SetVector<Operation *> &callees) {
  func.walk([&](CallOp call) {
    Operation *callee =
        SymbolTable::lookupNearestSymbolFrom(call, call.getCalleeAttr());
    if (!callees.insert(callee))
      return;
    if (auto inner = dyn_cast<func::FuncOp>(callee))
      collectCallees(inner, callees);
  });
}

/// Whether the function can be tried: it has a reference, and parameters, all
/// of which are scalars.
static bool canBeTried(UserFunOp userFun) {
  FunctionType type = userFun.getFunctionType();
  return userFun.hasReference() && type.getNumInputs() > 0 &&
         llvm::none_of(
             llvm::concat<const Type>(type.getInputs(), type.getResults()),
             llvm::IsaPred<VectorType>);
}

LogicalResult run::checkUserFunctions(const Program &program,
                                      const ExecutionOptions &options) {
  // Kernels in SPIR-V have the references themselves.
  if (options.api != runtime::Api::OpenCL)
    return success();
  llvm::SetVector<Operation *> callees;
  collectCallees(program.getEntry(), callees);
  for (Operation *callee : callees) {
    auto userFun = dyn_cast<UserFunOp>(callee);
    if (userFun && canBeTried(userFun) &&
        failed(checkUserFunction(userFun, options)))
      return failure();
  }
  return success();
}
