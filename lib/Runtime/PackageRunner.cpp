//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/PackageRunner.h"

#include "LiftDialect/Runtime/ComputeUnits.h"
#include "StepRunner.h"

#include <algorithm>
#include <chrono>

namespace mlir::lift::runtime {

namespace {

/// Runs a package, once or several times. Members run in this order.
class Session {
public:
  Session(const Package &package, Runtime &runtime,
          const DeviceProgram &program, const PackageInputs &inputs,
          const RunOptions &options)
      : package(package), runtime(runtime), program(program), inputs(inputs),
        options(options) {
    outcome.report.device = runtime.getDevice();
  }

  Status upload();
  Status runAll();
  /// Tests what the last run asserts.
  Status checkAssertions();
  void forgetWrittenConstants();
  Status describeKernels();
  Status readResults();

  RunOutcome outcome;

private:
  Status uploadWritten();
  /// Launches what a run does, without waiting for it.
  Result<std::vector<LaunchRecord>> launchAll();
  Status runOnce(bool isTimed);
  Status measureRun();
  KernelReport &getReport(const LaunchRecord &launch);
  void addTimes(const std::vector<LaunchRecord> &launches,
                const std::vector<LaunchTime> &times);

  const Package &package;
  Runtime &runtime;
  const DeviceProgram &program;
  const PackageInputs &inputs;
  const RunOptions &options;
  /// One per argument, empty for numbers.
  std::vector<Buffer> arguments;
  /// What `buffers` are part of.
  Arena arena;
  /// The arguments that the last run may have changed.
  std::set<size_t> written;
  /// The buffers after the last run, and what must not be 0 in them.
  std::map<std::string, Buffer> buffers;
  std::vector<AssertionRecord> assertions;
};

} // namespace

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static Result<Buffer> uploadArray(Runtime &runtime, const Array &array) {
  Result<Buffer> buffer = runtime.allocate(array.getNumBytes());
  if (!buffer)
    return buffer.getError();
  if (Status status = runtime.write(*buffer, array.data(), array.getNumBytes());
      !status)
    return status.getError();
  return buffer;
}

Status Session::upload() {
  for (size_t i = 0; i < package.arguments.size(); ++i) {
    arguments.emplace_back();
    if (package.arguments[i].isScalar())
      continue;
    const char *constant = package.arguments[i].constant.data();
    const bool isKept = constant && options.constants;
    if (isKept && options.constants->count(constant)) {
      arguments.back() = options.constants->at(constant);
      continue;
    }
    Result<Buffer> buffer = uploadArray(runtime, inputs.arguments[i]);
    if (!buffer)
      return buffer.getError();
    arguments.back() = *buffer;
    if (isKept)
      (*options.constants)[constant] = *buffer;
  }
  return {};
}

/// What a kernel may have stored to is uploaded again.
void Session::forgetWrittenConstants() {
  for (size_t i : written)
    if (options.constants)
      options.constants->erase(package.arguments[i].constant.data());
}

/// Restores arguments that the last run wrote to.
Status Session::uploadWritten() {
  for (size_t i : written) {
    const Array &array = inputs.arguments[i];
    if (Status status =
            runtime.write(arguments[i], array.data(), array.getNumBytes());
        !status)
      return status;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Result<std::vector<LaunchRecord>> Session::launchAll() {
  StepRunner runner(runtime, program, arguments, arena, options.poison);
  runner.numbers = inputs.sizes;
  runner.sizeText = formatSizes(package.sizes, inputs.sizes);
  for (size_t i = 0; i < package.arguments.size(); ++i) {
    const std::string &name = package.arguments[i].name;
    if (package.arguments[i].isScalar())
      runner.scalars[name] = &inputs.arguments[i];
    else
      runner.buffers[name] = arguments[i];
  }
  // Nothing of the last run is needed any more.
  buffers.clear();
  assertions.clear();
  if (Status status = runner.run(package.steps); !status)
    return status.getError();
  buffers = std::move(runner.buffers);
  assertions = std::move(runner.assertions);
  written = std::move(runner.written);
  return std::move(runner.launches);
}

Status Session::runOnce(bool isTimed) {
  if (Status status = uploadWritten(); !status)
    return status;
  Result<std::vector<LaunchRecord>> launches = launchAll();
  if (!launches)
    return launches.getError();
  if (Status status = runtime.finish(); !status)
    return status;
  Result<std::vector<LaunchTime>> times = runtime.takeLaunchTimes();
  if (!times)
    return times.getError();
  if (isTimed)
    addTimes(*launches, *times);
  return {};
}

/// Measures what a run takes, with its launches and what is between them.
Status Session::measureRun() {
  if (Status status = runtime.setTimed(false); !status)
    return status;
  const auto start = std::chrono::steady_clock::now();
  for (unsigned i = 0; i < options.repeat; ++i)
    if (Result<std::vector<LaunchRecord>> launches = launchAll(); !launches)
      return launches.getError();
  if (Status status = runtime.finish(); !status)
    return status;
  const std::chrono::duration<double, std::nano> time =
      std::chrono::steady_clock::now() - start;
  outcome.report.runTime = time.count() / options.repeat;
  if (Result<std::vector<LaunchTime>> times = runtime.takeLaunchTimes(); !times)
    return times.getError();
  return runtime.setTimed(true);
}

Status Session::runAll() {
  arena = Arena(runtime, package.steps, inputs.sizes);
  if (options.repeat > 1)
    if (Status status = runOnce(/*isTimed=*/false); !status)
      return status;
  for (unsigned i = 0; i < options.repeat; ++i) {
    if (Status status = runOnce(/*isTimed=*/true); !status)
      return status;
    if (options.progress)
      options.progress(i + 1, options.repeat);
  }
  if (options.repeat > 1 && written.empty())
    if (Status status = measureRun(); !status)
      return status;
  forgetWrittenConstants();
  outcome.report.peakGlobalBytes = runtime.getPeakBytes();
  return {};
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

/// The entry for `launch`, made if there is none.
KernelReport &Session::getReport(const LaunchRecord &record) {
  const auto &launch = std::get<Launch>(record.step->action);
  for (KernelReport &kernel : outcome.report.kernels)
    if (kernel.name == launch.kernel &&
        kernel.position == record.step->position &&
        kernel.geometry == record.geometry)
      return kernel;
  KernelReport kernel;
  kernel.name = launch.kernel;
  kernel.position = record.step->position;
  kernel.lines = launch.lines;
  kernel.geometry = record.geometry;
  return outcome.report.kernels.emplace_back(std::move(kernel));
}

/// Adds the times of one run.
void Session::addTimes(const std::vector<LaunchRecord> &launches,
                       const std::vector<LaunchTime> &times) {
  RunReport &report = outcome.report;
  size_t run = report.times.size();
  for (KernelReport &kernel : report.kernels)
    kernel.launches = kernel.bufferBytes = 0;
  report.launches.clear();
  double sum = 0;
  for (size_t i = 0; i < launches.size(); ++i) {
    KernelReport &kernel = getReport(launches[i]);
    report.launches.push_back(
        {size_t(&kernel - report.kernels.data()), times[i]});
    kernel.times.resize(run + 1);
    kernel.times[run] += double(times[i].getDuration());
    sum += double(times[i].getDuration());
    ++kernel.launches;
    kernel.bufferBytes += launches[i].bufferBytes;
  }
  report.times.push_back(sum);
}

Status Session::describeKernels() {
  for (KernelReport &kernel : outcome.report.kernels) {
    kernel.times.resize(outcome.report.times.size());
    Result<KernelMemory> memory = runtime.getKernelMemory(program, kernel.name);
    if (!memory)
      return memory.getError();
    kernel.memory = *memory;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Status Session::checkAssertions() {
  for (const AssertionRecord &assertion : assertions) {
    int32_t holds = 0;
    if (Status status = runtime.read(assertion.buffer, &holds, sizeof(holds));
        !status)
      return status;
    if (holds != 0)
      continue;
    Error error{"assertion does not hold: " +
                std::get<Assertion>(assertion.step->action).sentence};
    error.position = assertion.step->position;
    return error;
  }
  return {};
}

Status Session::readResults() {
  for (size_t i = 0; i < package.results.size(); ++i) {
    const PackageParameter &result = package.results[i];
    Result<std::vector<int64_t>> shape = computeShape(result, inputs.sizes);
    if (!shape)
      return shape.getError();
    Result<Array> array = Array::create(result.type, std::move(*shape));
    if (!array)
      return array.getError();
    auto it = buffers.find(package.resultBuffers[i]);
    if (it == buffers.end() || !it->second)
      return Error{"result " + std::to_string(i) + " has been freed"};
    if (it->second.getNumBytes() != array->getNumBytes())
      return Error{"'" + package.entry + "' returns " +
                   std::to_string(it->second.getNumBytes()) + " bytes for " +
                   result.str() + ", expected " +
                   std::to_string(array->getNumBytes())};
    if (Status status =
            runtime.read(it->second, array->data(), array->getNumBytes());
        !status)
      return status;
    outcome.results.push_back(std::move(*array));
  }
  return {};
}

Status checkRequirements(const Package &package, const SizeValues &sizes) {
  std::string sizeText = formatSizes(package.sizes, sizes);
  for (const Step &step : package.steps)
    if (auto *requirement = std::get_if<Requirement>(&step.action))
      if (Status status = check(*requirement, sizes, sizeText); !status) {
        Error error = status.getError();
        error.position = step.position;
        if (!package.madeFor.empty())
          error.message += "; the package was made for " + package.madeFor;
        return error;
      }
  for (const PackageParameter &result : package.results)
    if (Result<std::vector<int64_t>> shape = computeShape(result, sizes);
        !shape)
      return shape.getError();
  return {};
}

const Package &chooseVariant(const Package &package,
                             const std::map<std::string, int64_t> &sizes,
                             int64_t computeUnits) {
  SizeValues numbers = sizes;
  numbers.emplace(kComputeUnitsName,
                  computeUnits > 0 ? computeUnits : kUsualComputeUnits);
  for (const Package &variant : package.variants)
    if (std::all_of(variant.preferences.begin(), variant.preferences.end(),
                    [&](const Requirement &preference) {
                      return bool(check(preference, numbers, {}));
                    }) &&
        checkRequirements(variant, sizes))
      return variant;
  return package;
}

Result<RunOutcome> runPackage(const Package &package, Runtime &runtime,
                              const DeviceProgram &program,
                              const PackageInputs &inputs,
                              const RunOptions &options) {
  Session session(package, runtime, program, inputs, options);
  for (auto step :
       {&Session::upload, &Session::runAll, &Session::checkAssertions,
        &Session::describeKernels, &Session::readResults})
    if (Status status = (session.*step)(); !status)
      return status.getError();
  return std::move(session.outcome);
}

} // namespace mlir::lift::runtime
