//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C interface of the run-time library.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/CAPI/Runtime.h"

#include "LiftDialect/Runtime/DevicePeaks.h"
#include "LiftDialect/Runtime/Package.h"
#include "LiftDialect/Runtime/Report.h"

#include <mutex>
#include <nlohmann/json.hpp>

using namespace mlir::lift::runtime;

static thread_local std::string lastError, lastDevices;

/// Keeps the error for liftGetLastError().
static std::nullptr_t fail(const Error &error) {
  std::string position = error.position.str();
  lastError = error.message;
  if (!position.empty())
    lastError = position + ": " + lastError;
  return nullptr;
}

struct LiftExecutable {
  LiftExecutable(Package package, Runtime runtime, Api api,
                 std::string cacheFolder)
      : package(std::move(package)), manifest(printManifest(this->package)),
        runtime(std::move(runtime)), api(api),
        cacheFolder(std::move(cacheFolder)) {}

  /// The variant for these sizes on the device.
  const Package &choose(const SizeValues &sizes) const {
    return chooseVariant(package, sizes, runtime.getDevice().computeUnits);
  }
  /// The kernels of the package or of a variant, built when they are needed.
  Result<const DeviceProgram *> getProgram(const Package &variant);

  const Package package;
  const std::string manifest;
  /// Guards the device and what is built for it.
  std::mutex mutex;
  Runtime runtime;
  const Api api;
  const std::string cacheFolder;
  std::map<const Package *, DeviceProgram> programs;
  ConstantBuffers constants;
  std::optional<DevicePeaks> peaks;
};

struct LiftRun {
  std::vector<Array> results;
};

struct LiftReport {
  SizeValues sizes;
  std::optional<int64_t> floatOps;
  RunReport report;
  /// Made when they are asked for.
  std::string json, trace;
};

Result<const DeviceProgram *>
LiftExecutable::getProgram(const Package &variant) {
  auto it = programs.find(&variant);
  if (it != programs.end())
    return &it->second;
  Result<const ProgramForm *> form = chooseForm(variant, api);
  if (!form)
    return form.getError();
  Result<DeviceProgram> program =
      runtime.build(**form, /*options=*/"", cacheFolder);
  if (!program)
    return program.getError();
  return &programs.emplace(&variant, std::move(*program)).first->second;
}

//===----------------------------------------------------------------------===//
// Devices and packages
//===----------------------------------------------------------------------===//

const char *liftGetLastError(void) { return lastError.c_str(); }

const char *liftListDevices(void) {
  Result<std::vector<DeviceInfo>> devices = listAllDevices();
  if (!devices)
    return fail(devices.getError());
  lastDevices = print(toJson(*devices));
  return lastDevices.c_str();
}

LiftExecutable *liftExecutableCreate(const char *folder, const char *device,
                                     const char *apiName,
                                     const char *cacheFolder) {
  std::optional<Api> api = parseApi(apiName);
  if (!api)
    return fail({std::string("'") + apiName +
                 "' is no API: expected opencl, opencl-il or vulkan"});
  Result<Package> package = readPackage(folder);
  if (!package)
    return fail(package.getError());
  if (Result<const ProgramForm *> form = chooseForm(*package, *api); !form)
    return fail(form.getError());
  Result<Runtime> runtime = Runtime::create(device, *api);
  if (!runtime)
    return fail(runtime.getError());
  return new LiftExecutable(std::move(*package), std::move(*runtime), *api,
                            cacheFolder ? std::string(cacheFolder)
                                        : getDefaultCacheFolder());
}

void liftExecutableDestroy(LiftExecutable *executable) { delete executable; }

const char *liftExecutableGetManifest(const LiftExecutable *executable) {
  return executable->manifest.c_str();
}

static SizeValues readSizes(const LiftSize *sizes, size_t numSizes) {
  SizeValues values;
  for (size_t i = 0; i < numSizes; ++i)
    values[sizes[i].name] = sizes[i].value;
  return values;
}

const char *liftExecutableGetProgram(LiftExecutable *executable,
                                     const LiftSize *sizes, size_t numSizes,
                                     size_t *numBytes) {
  const Package &variant = executable->choose(readSizes(sizes, numSizes));
  Result<const ProgramForm *> form = chooseForm(variant, executable->api);
  if (!form)
    return fail(form.getError());
  *numBytes = (*form)->bytes.size();
  return (*form)->bytes.c_str();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The element type with that name.
static Result<ElementType> parseType(const std::string &name) {
  for (ElementType type :
       {ElementType::I1, ElementType::I8, ElementType::I16, ElementType::I32,
        ElementType::I64, ElementType::F16, ElementType::F32, ElementType::F64})
    if (name == getName(type))
      return type;
  return Error{"'" + name + "' is no type of elements"};
}

static Result<std::vector<Array>> borrowArguments(const LiftArray *arguments,
                                                  size_t numArguments) {
  std::vector<Array> arrays;
  for (size_t i = 0; i < numArguments; ++i) {
    const LiftArray &argument = arguments[i];
    Result<ElementType> type = parseType(argument.type);
    if (!type)
      return type.getError();
    Result<Array> array = Array::borrow(
        *type, {argument.shape, argument.shape + argument.rank}, argument.data);
    if (!array)
      return array.getError();
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

static LiftReport *makeReport(const Package &package,
                              const PackageInputs &inputs, RunReport report) {
  auto *result = new LiftReport{inputs.sizes, {}, std::move(report), {}, {}};
  if (package.floatOps)
    if (Result<int64_t> count = evaluate(*package.floatOps, inputs.sizes))
      result->floatOps = *count;
  return result;
}

LiftRun *liftExecutableRun(LiftExecutable *executable,
                           const LiftArray *arguments, size_t numArguments,
                           unsigned repeat, LiftReport **report) {
  Result<std::vector<Array>> arrays = borrowArguments(arguments, numArguments);
  if (!arrays)
    return fail(arrays.getError());
  const Package &package = executable->package;
  auto complete = [&](SizeValues &values) {
    return checkRequirements(executable->choose(values), values);
  };
  Result<PackageInputs> inputs = bindInputs(package.arguments, package.sizes,
                                            std::move(*arrays), complete);
  if (!inputs)
    return fail(inputs.getError());
  const Package &variant = executable->choose(inputs->sizes);
  std::lock_guard<std::mutex> lock(executable->mutex);
  Result<const DeviceProgram *> program = executable->getProgram(variant);
  if (!program)
    return fail(program.getError());
  RunOptions options;
  options.repeat = repeat;
  options.constants = &executable->constants;
  Result<RunOutcome> outcome =
      runPackage(variant, executable->runtime, **program, *inputs, options);
  if (!outcome)
    return fail(outcome.getError());
  if (report)
    *report = makeReport(package, *inputs, std::move(outcome->report));
  return new LiftRun{std::move(outcome->results)};
}

void liftRunDestroy(LiftRun *run) { delete run; }

bool liftRunGetResult(LiftRun *run, size_t index, LiftArray *result) {
  if (index >= run->results.size()) {
    fail({"there is no result " + std::to_string(index)});
    return false;
  }
  Array &array = run->results[index];
  *result = {getName(array.getType()), array.getShape().size(),
             array.getShape().data(), array.data()};
  return true;
}

void liftReportDestroy(LiftReport *report) { delete report; }

const char *liftReportGetJson(LiftReport *report) {
  if (report->json.empty()) {
    nlohmann::ordered_json json;
    json["sizes"] = report->sizes;
    addReport(report->report, json);
    if (report->floatOps)
      json["float_ops"] = *report->floatOps;
    report->json = print(json);
  }
  return report->json.c_str();
}

const char *liftReportGetTrace(LiftReport *report) {
  if (report->trace.empty())
    report->trace = printTrace(report->report);
  return report->trace.c_str();
}

bool liftExecutableGetPeaks(LiftExecutable *executable,
                            double *floatOpsPerSecond, double *bytesPerSecond) {
  std::lock_guard<std::mutex> lock(executable->mutex);
  if (!executable->peaks) {
    Result<DevicePeaks> peaks = measurePeaks(executable->runtime);
    if (!peaks) {
      fail(peaks.getError());
      return false;
    }
    executable->peaks = *peaks;
  }
  *floatOpsPerSecond = executable->peaks->floatOpsPerSecond;
  *bytesPerSecond = executable->peaks->bytesPerSecond;
  return true;
}
