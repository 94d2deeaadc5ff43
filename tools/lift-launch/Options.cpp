//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"

#include "LiftDialect/Runtime/Runtime.h"

#include <cerrno>
#include <cstdlib>
#include <getopt.h>
#include <limits>

namespace mlir::lift::runtime {

const char *const kHelp =
    R"(OVERVIEW: Runs a kernel package

lift-launch runs a folder that lift-run --emit-package wrote, on any device of
OpenCL or Vulkan: it needs the ICD loader, and nothing of the compiler. Inputs
are .npy files or seeded random numbers.

  lift-launch matmul --size=M=512 --size=N=512 --size=K=64 --print
  lift-launch matmul --input=a.npy --input=b.npy --output=c.npy --device=mali
  lift-launch matmul --size=M=4096,N=4096,K=4096 --repeat=20 --profile --json

USAGE: lift-launch [options] <folder>

OPTIONS:
  --api=<name>               Through what kernels run: opencl (default);
                             opencl-il, OpenCL from SPIR-V; or vulkan
  --arg=<name=value>         An argument that is a number
  --cache=<folder>           Where to keep compiled programs (default:
                             $LIFT_CACHE_DIR, $XDG_CACHE_HOME/lift or
                             ~/.cache/lift); --cache= keeps none
  --check                    Only read the package, and say what it takes
  --device=<text>            The first device whose platform or device name
                             contains the text, in any case (default: PoCL,
                             else the first)
  --help                     Print this
  --in-order                 Let each launch of Vulkan wait for the one before,
                             also where it does not depend on it
  --input=<[name=]file.npy>  An array argument: one each, in order; or by name,
                             and the others get random numbers
  --input-kind=<kind>        What random floats are: uniform, from -1 to 1 in
                             steps of 1/16 (default); integer, from -8 to 8;
                             rounding, of which hardly a sum is exact; positive,
                             the same without signs; special, the same with
                             zeros of both signs, infinities and NaN
  --json                     Print the report as JSON
  --list-devices             Print the devices of OpenCL and Vulkan and exit
  --output=<file.npy>        Where to write a result, in order
  --print                    Print the results, at most 64 numbers of each
  --profile                  Print more of each kernel: local and private
                             memory, fastest and slowest run, source location
  --repeat=<n>               Run n times, after one run that is not timed if
                             n > 1, and report the median time; then n
                             times more without waiting in between, for
                             the time of one run of many
  --seed=<n>                 Seed of random inputs
  --size=<name=value,...>    The value of a size that no input has
  --trace=<file.json>        Write when each launch of the last run ran, for
                             Chrome's trace viewer or Perfetto
  --validate                 Load Vulkan's validation layer, and fail for what
                             it reports

EXIT STATUS
  0  success
  1  the package, the options or the inputs are wrong, or a precondition does
     not hold for these sizes
  3  no device, or an error of OpenCL or Vulkan
)";

namespace {
/// What getopt_long returns for each option.
enum OptionCode {
  ApiOption = 1,
  Arg,
  Cache,
  Check,
  Device,
  Help,
  InOrder,
  Input,
  InputKindOption,
  Json,
  ListDevices,
  Output,
  Print,
  Profile,
  Repeat,
  Seed,
  Size,
  Trace,
  Validate
};
} // namespace

static const option kOptions[] = {
    {"api", required_argument, nullptr, ApiOption},
    {"arg", required_argument, nullptr, Arg},
    {"cache", required_argument, nullptr, Cache},
    {"check", no_argument, nullptr, Check},
    {"device", required_argument, nullptr, Device},
    {"help", no_argument, nullptr, Help},
    {"in-order", no_argument, nullptr, InOrder},
    {"input", required_argument, nullptr, Input},
    {"input-kind", required_argument, nullptr, InputKindOption},
    {"json", no_argument, nullptr, Json},
    {"list-devices", no_argument, nullptr, ListDevices},
    {"output", required_argument, nullptr, Output},
    {"print", no_argument, nullptr, Print},
    {"profile", no_argument, nullptr, Profile},
    {"repeat", required_argument, nullptr, Repeat},
    {"seed", required_argument, nullptr, Seed},
    {"size", required_argument, nullptr, Size},
    {"trace", required_argument, nullptr, Trace},
    {"validate", no_argument, nullptr, Validate},
    {nullptr, 0, nullptr, 0}};

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Splits NAME=VALUE.
static Result<std::pair<std::string, std::string>>
splitAssignment(const std::string &option, const std::string &text) {
  size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    return Error{"--" + option + "=" + text + ": expected --" + option +
                 "=NAME=VALUE"};
  return std::make_pair(text.substr(0, equals), text.substr(equals + 1));
}

static Result<int64_t> parseInteger(const std::string &option,
                                    const std::string &text, int64_t lower,
                                    int64_t upper) {
  char *end = nullptr;
  errno = 0;
  long long value = std::strtoll(text.c_str(), &end, 10);
  if (errno == 0 && !text.empty() && *end == '\0' && value >= lower &&
      value <= upper)
    return int64_t(value);
  return Error{option + ": '" + text + "' is not an integer from " +
               std::to_string(lower) + " to " + std::to_string(upper)};
}

/// Reads NAME=VALUE,NAME=VALUE.
static Status addSizes(const std::string &text, SizeValues &sizes) {
  size_t begin = 0;
  while (begin <= text.size()) {
    size_t end = std::min(text.find(',', begin), text.size());
    auto assignment = splitAssignment("size", text.substr(begin, end - begin));
    if (!assignment)
      return assignment.getError();
    const auto &[name, number] = *assignment;
    Result<int64_t> value = parseInteger("--size=" + text, number, 0,
                                         std::numeric_limits<int64_t>::max());
    if (!value)
      return value.getError();
    auto [it, isNew] = sizes.try_emplace(name, *value);
    if (!isNew && it->second != *value)
      return Error{"--size=" + text + ": '" + name + "' is also given as " +
                   std::to_string(it->second)};
    begin = end + 1;
  }
  return {};
}

static Result<InputKind> parseKind(const std::string &text) {
  std::string names;
  for (size_t i = 0; i < std::size(kInputKinds); ++i) {
    if (text == kInputKinds[i])
      return InputKind(i);
    names += (i == 0 ? "" : i + 1 == std::size(kInputKinds) ? " or " : ", ");
    names += kInputKinds[i];
  }
  return Error{"--input-kind=" + text + ": expected " + names};
}

static Result<Api> parseApiOption(const std::string &text) {
  if (std::optional<Api> api = parseApi(text))
    return *api;
  return Error{"--api=" + text + ": expected opencl, opencl-il or vulkan"};
}

/// Assigns a result, or passes its error on.
template <typename T, typename U>
static Status assign(const Result<T> &value, U &target) {
  if (!value)
    return value.getError();
  target = U(*value);
  return {};
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static Status applyOption(int code, const std::string &text, Options &options) {
  switch (code) {
  case ApiOption:
    return assign(parseApiOption(text), options.api);
  case Arg: {
    auto assignment = splitAssignment("arg", text);
    if (!assignment)
      return assignment.getError();
    options.inputs.scalars.push_back(*assignment);
    return {};
  }
  case Cache:
    options.cacheFolder = text;
    return {};
  case Check:
    options.checkOnly = true;
    return {};
  case Device:
    options.device = text;
    return {};
  case Help:
    options.help = true;
    return {};
  case InOrder:
    options.inOrder = true;
    return {};
  case Input:
    options.inputs.files.push_back(text);
    return {};
  case InputKindOption:
    return assign(parseKind(text), options.inputs.kind);
  case Json:
    options.json = true;
    return {};
  case ListDevices:
    options.listDevices = true;
    return {};
  case Output:
    options.outputs.push_back(text);
    return {};
  case Print:
    options.print = true;
    return {};
  case Profile:
    options.profile = true;
    return {};
  case Repeat:
    return assign(parseInteger("--repeat", text, 1, 1000000), options.repeat);
  case Seed:
    return assign(
        parseInteger("--seed", text, 0, std::numeric_limits<int64_t>::max()),
        options.inputs.seed);
  case Size:
    return addSizes(text, options.inputs.sizes);
  case Trace:
    if (text.empty())
      return Error{"--trace= names nothing"};
    options.trace = text;
    return {};
  case Validate:
    options.validate = true;
    return {};
  default:
    return Error{"unknown option"};
  }
}

Result<Options> parseOptions(int argc, char **argv) {
  Options options;
  options.cacheFolder = getDefaultCacheFolder();
  opterr = 0;
  for (;;) {
    int index = optind;
    int code = getopt_long(argc, argv, "", kOptions, nullptr);
    if (code == -1)
      break;
    if (code == '?')
      return Error{"'" + std::string(argv[index]) +
                   "' is not an option, lacks its value or has one too many; "
                   "see --help"};
    if (Status status = applyOption(code, optarg ? optarg : "", options);
        !status)
      return status.getError();
  }
  if (options.help || options.listDevices)
    return options;
  if (options.validate && options.getApi() != Api::Vulkan)
    return Error{"--validate is for Vulkan: it needs --api=vulkan"};
  if (optind + 1 != argc)
    return Error{"expected one folder with a package, but " +
                 std::to_string(argc - optind) + " are given; see --help"};
  options.folder = argv[optind];
  return options;
}

} // namespace mlir::lift::runtime
