//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/NpyFile.h"
#include "LiftDialect/Runtime/Report.h"
#include "Options.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace mlir::lift::runtime;

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

/// Tells why, and returns what the process returns.
static int fail(const Error &error) {
  std::string position = error.position.str();
  std::fprintf(stderr, "lift-launch: error: %s%s\n", error.message.c_str(),
               position.empty() ? "" : (" (from " + position + ")").c_str());
  return error.cause == Error::Cause::Device ? 3 : 1;
}

/// Tells a person who waits how many runs are done, about once a second.
static void showProgress(unsigned done, unsigned total) {
  using Clock = std::chrono::steady_clock;
  static Clock::time_point last = Clock::now();
  bool isLong = Clock::now() - last > std::chrono::seconds(1);
  if (!isatty(STDERR_FILENO) || total == 1 || (!isLong && done != total))
    return;
  last = Clock::now();
  std::fprintf(stderr, "\rrun %u of %u%s", done, total,
               done == total ? "\n" : "");
}

static void printText(const Package &package, const PackageInputs &inputs,
                      const Options &options, const DeviceProgram &program,
                      const RunOutcome &outcome) {
  std::string sizes = formatSizes(package.sizes, inputs.sizes);
  std::printf("@%s%s%s\n%sprogram: %s\n", package.entry.c_str(),
              sizes.empty() ? "" : " with ", sizes.c_str(),
              formatReport(outcome.report, options.profile).c_str(),
              program.isFromCache() ? "from the cache" : "compiled");
  if (options.print)
    for (size_t i = 0; i < package.results.size(); ++i)
      std::fputs(formatResult(package.results[i], outcome.results[i]).c_str(),
                 stdout);
}

static void printJson(const Package &package, const PackageInputs &inputs,
                      const Options &options, const DeviceProgram &program,
                      const RunOutcome &outcome) {
  nlohmann::ordered_json json;
  json["entry"] = package.entry;
  json["sizes"] = inputs.sizes;
  json["seed"] = options.inputs.seed;
  json["program_from_cache"] = program.isFromCache();
  addReport(outcome.report, json);
  json["results"] = nlohmann::ordered_json::array();
  for (size_t i = 0; i < package.results.size(); ++i)
    json["results"].push_back(
        toJson(package.results[i], outcome.results[i], options.print));
  std::fputs(print(json).c_str(), stdout);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static int printDevices(const Options &options) {
  Result<std::vector<DeviceInfo>> devices =
      mlir::lift::runtime::listAllDevices();
  if (!devices)
    return fail(devices.getError());
  if (devices->empty())
    return fail({"there is no OpenCL or Vulkan device on this machine",
                 Error::Cause::Device});
  std::string text =
      options.json ? print(toJson(*devices)) : formatDevices(*devices);
  std::fputs(text.c_str(), stdout);
  return 0;
}

/// Says what a package takes and gives.
static int describe(const Package &package, const Options &options) {
  if (options.api)
    if (Result<const ProgramForm *> form = chooseForm(package, *options.api);
        !form)
      return fail(form.getError());
  std::printf("@%s\n", package.entry.c_str());
  for (const PackageParameter &argument : package.arguments)
    std::printf("  %s %s : %s\n", argument.constant ? "has" : "takes",
                argument.name.c_str(), argument.str().c_str());
  for (const PackageParameter &result : package.results)
    std::printf("  gives %s : %s\n", result.name.c_str(), result.str().c_str());
  return 0;
}

static int launch(const Package &all, const Options &options) {
  if (Status status = checkOutputs(options.outputs, all.results.size());
      !status)
    return fail(status.getError());
  // Before memory is taken for sizes that cannot run.
  auto complete = [&](SizeValues &sizes) {
    return checkRequirements(chooseVariant(all, sizes, /*computeUnits=*/0),
                             sizes);
  };
  Result<PackageInputs> inputs =
      prepareInputs(all.arguments, all.sizes, options.inputs, complete);
  if (!inputs)
    return fail(inputs.getError());
  if (Result<const ProgramForm *> form = chooseForm(all, options.getApi());
      !form)
    return fail(form.getError());
  RuntimeOptions runtimeOptions;
  runtimeOptions.validate = options.validate;
  runtimeOptions.inOrder = options.inOrder;
  Result<Runtime> runtime =
      Runtime::create(options.device, options.getApi(), runtimeOptions);
  if (!runtime)
    return fail(runtime.getError());
  const Package &package =
      chooseVariant(all, inputs->sizes, runtime->getDevice().computeUnits);
  Result<const ProgramForm *> form = chooseForm(package, options.getApi());
  if (!form)
    return fail(form.getError());
  Result<DeviceProgram> program =
      runtime->build(**form, /*options=*/"", options.cacheFolder);
  if (!program)
    return fail(program.getError());
  if (!program->getCacheError().empty())
    std::fprintf(stderr,
                 "lift-launch: warning: the compiled program is not cached: "
                 "%s\n",
                 program->getCacheError().c_str());
  RunOptions runOptions;
  runOptions.repeat = options.repeat;
  runOptions.progress = showProgress;
  Result<RunOutcome> outcome =
      runPackage(package, *runtime, *program, *inputs, runOptions);
  if (!outcome)
    return fail(outcome.getError());
  if (Status status = writeNpyFiles(options.outputs, outcome->results); !status)
    return fail(status.getError());
  if (Status status = writeTrace(options.trace, outcome->report); !status)
    return fail(status.getError());
  auto *printReport = options.json ? printJson : printText;
  printReport(package, *inputs, options, *program, *outcome);
  if (std::fflush(stdout) != 0)
    return fail({"cannot write to standard output: " +
                 std::string(std::strerror(errno))});
  return 0;
}

int main(int argc, char **argv) {
  Result<Options> options = parseOptions(argc, argv);
  if (!options)
    return fail(options.getError());
  if (options->help) {
    std::fputs(kHelp, stdout);
    return 0;
  }
  if (options->listDevices)
    return printDevices(*options);
  Result<Package> package = readPackage(options->folder);
  if (!package)
    return fail(package.getError());
  return options->checkOnly ? describe(*package, *options)
                            : launch(*package, *options);
}
