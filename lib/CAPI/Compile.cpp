//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiling the text of a module to a kernel package.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/CAPI/Lift.h"

#include "LiftDialect/Execution/DeviceEngine.h"
#include "LiftDialect/InitAll.h"
#include "LiftDialect/Support/UnlocatedDiagnostics.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <mutex>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

static void registerOnce() {
  static std::once_flag flag;
  std::call_once(flag, [] {
    registerAllPasses();
    registerUpstreamPasses();
  });
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static LogicalResult addInteger(Location loc, StringRef option, StringRef text,
                                std::map<std::string, int64_t> &values) {
  auto [name, number] = text.split('=');
  int64_t value;
  if (name.empty() || number.getAsInteger(10, value))
    return emitError(loc) << option << "=" << text << ": expected " << option
                          << "=NAME=INTEGER";
  values[name.str()] = value;
  return success();
}

static LogicalResult addForms(Location loc, StringRef text,
                              std::vector<runtime::Form> &forms) {
  for (StringRef name : llvm::split(text, ',')) {
    std::optional<runtime::Form> form = runtime::parseForm(name.str());
    if (!form)
      return emitError(loc) << "forms=" << text
                            << ": expected opencl-c, spirv-opencl or "
                               "spirv-vulkan";
    if (llvm::is_contained(forms, *form))
      return emitError(loc) << "forms names '" << name << "' twice";
    forms.push_back(*form);
  }
  return success();
}

static LogicalResult setApi(Location loc, StringRef text, runtime::Api &api) {
  std::optional<runtime::Api> parsed = runtime::parseApi(text.str());
  if (!parsed)
    return emitError(loc) << "api=" << text
                          << ": expected opencl, opencl-il or vulkan";
  api = *parsed;
  return success();
}

static LogicalResult setFlag(Location loc, StringRef name, StringRef text,
                             bool &flag) {
  if (text != "0" && text != "1")
    return emitError(loc) << name << "=" << text << ": expected 0 or 1";
  flag = text == "1";
  return success();
}

namespace {
struct CompileOptions : ExecutionOptions {
  CompileOptions() { cacheFolder = runtime::getDefaultCacheFolder(); }

  std::string entry;
  TensorOptions tensors;
};
} // namespace

static LogicalResult addOption(Location loc, StringRef option,
                               CompileOptions &options) {
  auto [name, value] = option.split('=');
  auto set = [](std::string &field, StringRef text) {
    field = text.str();
    return success();
  };
  if (name == "entry")
    return set(options.entry, value.ltrim('@'));
  if (name == "target")
    return set(options.target, value);
  if (name == "mapping")
    return set(options.mapping, value);
  if (name == "device")
    return set(options.device, value);
  if (name == "lower")
    return set(options.lowering.emplace_back(), value);
  if (name == "api")
    return setApi(loc, value, options.api);
  if (name == "O")
    return setFlag(loc, name, value, options.optimize);
  if (name == "cache")
    return set(options.cacheFolder, value);
  if (name == "reassociate")
    return setFlag(loc, name, value, options.tensors.reassociate);
  if (name == "ignore-assertions")
    return setFlag(loc, name, value, options.tensors.ignoreAssertions);
  if (name == "forms")
    return addForms(loc, value, options.forms);
  if (name == "param")
    return addInteger(loc, name, value, options.params);
  if (name == "size")
    return addInteger(loc, name, value, options.sizes);
  return emitError(loc) << "'" << name << "' is no option";
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static LogicalResult compileToPackage(StringRef text, StringRef name,
                                      ArrayRef<MlirStringRef> settings,
                                      StringRef folder, raw_ostream &messages) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                               SMLoc());
  SourceMgrDiagnosticHandler handler(sourceMgr, &context, messages);
  UnlocatedDiagnosticHandler unlocated(&context, messages);
  Location loc = UnknownLoc::get(&context);
  CompileOptions options;
  for (MlirStringRef setting : settings)
    if (failed(addOption(loc, unwrap(setting), options)))
      return failure();
  if (options.target.empty())
    chooseForDevice(options, &context);
  Program program;
  if (failed(parseProgram(sourceMgr, options.entry, context, program,
                          options.tensors)))
    return failure();
  FailureOr<runtime::Package> package = compilePackage(program, options);
  if (failed(package))
    return failure();
  if (runtime::Status status = runtime::writePackage(folder.str(), *package);
      !status)
    return emitError(loc, status.getError().message);
  return success();
}

MlirLogicalResult liftCompileToPackage(MlirStringRef text, MlirStringRef name,
                                       intptr_t numOptions,
                                       const MlirStringRef *options,
                                       MlirStringRef folder,
                                       MlirStringCallback callback,
                                       void *userData) {
  registerOnce();
  std::string printed;
  llvm::raw_string_ostream os(printed);
  LogicalResult result =
      compileToPackage(unwrap(text), unwrap(name),
                       ArrayRef(options, numOptions), unwrap(folder), os);
  if (!printed.empty())
    callback(wrap(StringRef(printed)), userData);
  return wrap(result);
}
