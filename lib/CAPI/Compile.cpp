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
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/SourceMgr.h"

#include <mutex>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

/// Where this thread's errors go that have no place in the module.
static thread_local raw_ostream *messages = nullptr;

static void registerOnce() {
  static std::once_flag flag;
  std::call_once(flag, [] {
    registerAllPasses();
    registerUpstreamPasses();
    setErrorHandler([](const Twine &message) {
      if (messages)
        *messages << "error: " << message << "\n";
    });
  });
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static LogicalResult addInteger(StringRef option, StringRef text,
                                std::map<std::string, int64_t> &values) {
  auto [name, number] = text.split('=');
  int64_t value;
  if (name.empty() || number.getAsInteger(10, value)) {
    reportError(option + "=" + text + ": expected " + option + "=NAME=INTEGER");
    return failure();
  }
  values[name.str()] = value;
  return success();
}

static LogicalResult addForms(StringRef text,
                              std::vector<runtime::Form> &forms) {
  for (StringRef name : llvm::split(text, ',')) {
    std::optional<runtime::Form> form = runtime::parseForm(name.str());
    if (!form) {
      reportError("forms=" + text +
                  ": expected opencl-c, spirv-opencl or spirv-vulkan");
      return failure();
    }
    if (llvm::is_contained(forms, *form)) {
      reportError("forms names '" + name + "' twice");
      return failure();
    }
    forms.push_back(*form);
  }
  return success();
}

static LogicalResult setApi(StringRef text, runtime::Api &api) {
  std::optional<runtime::Api> parsed = runtime::parseApi(text.str());
  if (!parsed) {
    reportError("api=" + text + ": expected opencl, opencl-il or vulkan");
    return failure();
  }
  api = *parsed;
  return success();
}

static LogicalResult setFlag(StringRef name, StringRef text, bool &flag) {
  if (text != "0" && text != "1") {
    reportError(name + "=" + text + ": expected 0 or 1");
    return failure();
  }
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

static LogicalResult addOption(StringRef option, CompileOptions &options) {
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
    return setApi(value, options.api);
  if (name == "O")
    return setFlag(name, value, options.optimize);
  if (name == "cache")
    return set(options.cacheFolder, value);
  if (name == "reassociate")
    return setFlag(name, value, options.tensors.reassociate);
  if (name == "ignore-assertions")
    return setFlag(name, value, options.tensors.ignoreAssertions);
  if (name == "forms")
    return addForms(value, options.forms);
  if (name == "param")
    return addInteger(name, value, options.params);
  if (name == "size")
    return addInteger(name, value, options.sizes);
  reportError("'" + name + "' is no option");
  return failure();
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static LogicalResult compileToPackage(StringRef text, StringRef name,
                                      ArrayRef<MlirStringRef> settings,
                                      StringRef folder) {
  CompileOptions options;
  for (MlirStringRef setting : settings)
    if (failed(addOption(unwrap(setting), options)))
      return failure();
  if (options.target.empty())
    options.optimizeFor = guessTarget(options.device, options.api);
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                               SMLoc());
  SourceMgrDiagnosticHandler handler(sourceMgr, &context, *messages);
  Program program;
  if (failed(parseProgram(sourceMgr, options.entry, context, program,
                          options.tensors)))
    return failure();
  FailureOr<runtime::Package> package = compilePackage(program, options);
  if (failed(package))
    return failure();
  runtime::Status status = runtime::writePackage(folder.str(), *package);
  if (!status)
    reportError(status.getError().message);
  return success(bool(status));
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
  llvm::SaveAndRestore<raw_ostream *> redirect(messages, &os);
  LogicalResult result =
      compileToPackage(unwrap(text), unwrap(name),
                       ArrayRef(options, numOptions), unwrap(folder));
  if (!printed.empty())
    callback(wrap(StringRef(printed)), userData);
  return wrap(result);
}
