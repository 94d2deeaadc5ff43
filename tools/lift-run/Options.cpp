//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"

#include "LiftDialect/Mapping/Targets.h"
#include "LiftDialect/Runtime/Runtime.h"
#include "LiftDialect/Strategies/Assumed.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"

#include <cmath>
#include <set>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;
namespace cl = llvm::cl;

static const char kOverview[] =
    R"(Compiles and runs a function of the Lift dialect

lift-run lowers a function to OpenCL, runs it on a device and reports what each
kernel took; or it evaluates the function with the reference evaluator. Inputs
are .npy files or seeded random numbers.

  lift-run dot.mlir --size=N=1024 --verify
  lift-run mm.mlir --input=a.npy --input=b.npy --output=c.npy --device=nvidia
  lift-run mm.mlir --size=N=4096 --param=TM=64 --profile --repeat=20 --json
  lift-run dot.mlir --engine=evaluate --size=N=8 --print

SIZES. The sizes of a function (N in !lift.array<N x f32>) come from the shapes
of the inputs and from --size; they must agree.

INPUTS. One --input per array argument, in order; or --input=NAME=FILE, and then
the arguments that are not named get random numbers. Arguments are named as in
the file (%x is x). An array of tuples is one file per component: x.0, x.1.
Numbers (arguments that are not arrays) are given by --arg, or random; vectors as
the numbers of their lanes: --arg=v=1,2,3.

TENSORS. A file with functions on tensors, with operations of linalg or tosa, is
converted before (linalg-to-lift, tosa-to-lift). Tensors without dimensions are
numbers.

VERIFYING. --verify evaluates the function with the reference evaluator, too,
and compares. Without --rtol and --atol, results must be equal bit for bit; the
random inputs are such that sums of products are exact. Before a verified run,
results and temporaries are filled with NaN (integers: -1), so that elements
that no kernel writes are found. With --engine=evaluate and --pipeline, what the
passes make is evaluated, and compared with what the program was:

  lift-run dot.mlir --engine=evaluate --pipeline=lift-to-loops --size=N=8 --verify

LOWERED MODULES. A file that holds a gpu.module and a host function with
lift.signature is run as it is, without the pipeline; it is verified with the
function in the file that --reference names.

PACKAGES. --emit-package=FOLDER writes the function, compiled for all sizes, for
lift-launch, which runs it where there is no LLVM.

EXIT STATUS
  0  success
  1  the file, the options or the inputs are wrong; the function cannot be
     compiled; or a precondition does not hold for these sizes
  2  --verify found a difference
  3  no device, or an error of OpenCL or Vulkan
)";

static cl::OptionCategory category("lift-run options");

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<file.mlir>"),
                                      cl::init("-"), cl::cat(category));
static cl::opt<std::string>
    entry("entry", cl::value_desc("name"), cl::cat(category),
          cl::desc("The function to run; needed only if the file has several "
                   "public ones"));
static cl::opt<bool> reassociate(
    "reassociate", cl::cat(category),
    cl::desc("In a file on tensors, allow sums and products of floats in any "
             "order"));
static cl::opt<bool> ignoreAssertions(
    "ignore-assertions", cl::cat(category),
    cl::desc("In a file on tensors, leave out assertions on data; elements "
             "outside of tensors are then 0"));
static cl::list<std::string> inputs("input", cl::value_desc("[name=]file.npy"),
                                    cl::cat(category),
                                    cl::desc("An array argument, see INPUTS"));
static cl::list<std::string>
    outputs("output", cl::value_desc("file.npy"), cl::cat(category),
            cl::desc("Where to write a result, in order"));
static cl::list<std::string> sizes("size", cl::value_desc("name=value"),
                                   cl::CommaSeparated, cl::cat(category),
                                   cl::desc("The value of a size"));
static cl::list<std::string> params("param", cl::value_desc("name=value"),
                                    cl::CommaSeparated, cl::cat(category),
                                    cl::desc("The value of a tuning name"));
static cl::list<std::string> scalars("arg", cl::value_desc("name=value"),
                                     cl::cat(category),
                                     cl::desc("An argument that is a number"));
static cl::opt<Engine>
    engine("engine", cl::desc("What runs the function:"),
           cl::init(Engine::Device),
           cl::values(clEnumValN(Engine::Device, "opencl",
                                 "a device, see --api (default)"),
                      clEnumValN(Engine::Evaluate, "evaluate",
                                 "the reference evaluator")),
           cl::cat(category));
static cl::opt<std::string> pipeline(
    "pipeline", cl::value_desc("passes"), cl::cat(category),
    cl::desc("Lower with these passes instead of lift-to-gpu{params=...}, or "
             "evaluate what they make; --param is then for the evaluator "
             "alone"));
static cl::opt<std::string>
    mapping("mapping", cl::init("default"),
            cl::value_desc("default|solve|none"), cl::cat(category),
            cl::desc("How maps run that the program leaves unmapped: on global "
                     "ids; as a solver finds it, with values for the tuning "
                     "names that --param does not give; or in order"));
static cl::opt<char>
    optimization("O", cl::Prefix, cl::init('1'), cl::value_desc("0|1"),
                 cl::cat(category),
                 cl::desc("Whether functions that make no choices are "
                          "optimized (default: -O1)"));
// The option keeps no copy.
static const std::string assumedDescription =
    "Optimize for sizes that are not known, instead of those of the run, of "
    "which this is assumed: " +
    lift::listAssumptions() + "; see lift-optimize";
static cl::opt<std::string> assumed("assumed", cl::value_desc("kind"),
                                    cl::cat(category),
                                    cl::desc(assumedDescription));
static cl::list<std::string>
    lowering("lower", cl::value_desc("option=value"), cl::CommaSeparated,
             cl::cat(category),
             cl::desc("An option of lift-to-gpu, as barriers=false"));
static cl::opt<bool> unsafeMapping(
    "unsafe-mapping", cl::cat(category),
    cl::desc("Warn, and go on, where a mapping lets work-items use what others "
             "may not have finished"));
static const std::string targetText =
    "What the kernels are made for: " + describeTargetOption() +
    " (default: what the module says)";
static cl::opt<std::string> target("target", cl::value_desc("name|file"),
                                   cl::cat(category), cl::desc(targetText));
static cl::opt<runtime::Api>
    api("api", cl::desc("Through what kernels run:"),
        cl::init(runtime::Api::OpenCL),
        cl::values(clEnumValN(runtime::Api::OpenCL, "opencl",
                              "OpenCL, from OpenCL C (default)"),
                   clEnumValN(runtime::Api::OpenCLIL, "opencl-il",
                              "OpenCL, from SPIR-V"),
                   clEnumValN(runtime::Api::Vulkan, "vulkan",
                              "Vulkan, from SPIR-V")),
        cl::cat(category));
static cl::opt<bool> validate(
    "validate", cl::cat(category),
    cl::desc("Load Vulkan's validation layer, and fail for what it reports"));
static cl::opt<std::string>
    device("device", cl::value_desc("text"), cl::cat(category),
           cl::desc("The first device whose platform or device name contains "
                    "the text, in any case (default: PoCL, else the first)"));
static cl::opt<bool>
    listDevices("list-devices", cl::cat(category),
                cl::desc("Print the devices of OpenCL and Vulkan "
                         "and exit"));
static cl::list<runtime::Form> forms(
    "forms", cl::CommaSeparated, cl::cat(category),
    cl::desc("With --emit-package: the forms that the kernels are written in "
             "(default: the one that --api takes):"),
    cl::values(clEnumValN(runtime::Form::OpenCLC, "opencl-c", "OpenCL C"),
               clEnumValN(runtime::Form::SPIRVOpenCL, "spirv-opencl",
                          "SPIR-V for OpenCL"),
               clEnumValN(runtime::Form::SPIRVVulkan, "spirv-vulkan",
                          "SPIR-V for Vulkan")));
static cl::opt<std::string> packageFolder(
    "emit-package", cl::value_desc("folder"), cl::cat(category),
    cl::desc("Write kernels and manifest.json for lift-launch instead of "
             "running; needs neither inputs nor a device"));
static cl::opt<std::string> cacheFolder(
    "cache", cl::value_desc("folder"), cl::cat(category),
    cl::desc("With --emit-package: where to keep what has been compiled "
             "(default: $LIFT_CACHE_DIR, $XDG_CACHE_HOME/lift or "
             "~/.cache/lift); --cache= keeps nothing"));
static cl::opt<std::string> verify(
    "verify", cl::ValueOptional, cl::value_desc("sample:K"), cl::cat(category),
    cl::desc("Compare with the evaluator: all elements, or K random elements "
             "of each result"));
static cl::opt<std::string> reference(
    "reference", cl::value_desc("file.mlir"), cl::cat(category),
    cl::desc("Compare with the function of the same name and type in this "
             "file instead"));
static cl::opt<double> rtol("rtol", cl::init(0), cl::cat(category),
                            cl::value_desc("r"),
                            cl::desc("Relative tolerance of --verify"));
static cl::opt<double> atol_("atol", cl::init(0), cl::cat(category),
                             cl::value_desc("a"),
                             cl::desc("Absolute tolerance of --verify"));
static cl::opt<uint64_t> seed("seed", cl::init(0), cl::cat(category),
                              cl::value_desc("n"),
                              cl::desc("Seed of random inputs and samples"));
static cl::opt<runtime::InputKind>
    inputKind("input-kind",
              cl::desc("What random floats are (integers are from -8 to 8):"),
              cl::init(runtime::InputKind::Uniform),
              cl::values(clEnumValN(runtime::InputKind::Uniform, "uniform",
                                    "from -1 to 1 in steps of 1/16 (default)"),
                         clEnumValN(runtime::InputKind::Integer, "integer",
                                    "integers from -8 to 8"),
                         clEnumValN(runtime::InputKind::Rounding, "rounding",
                                    "from 1/16 to 16, of both signs: hardly a "
                                    "sum or product is exact"),
                         clEnumValN(runtime::InputKind::Positive, "positive",
                                    "the same, all positive"),
                         clEnumValN(runtime::InputKind::Special, "special",
                                    "the same, of both signs, with zeros, "
                                    "infinities and NaN in their midst")),
              cl::cat(category));
/// As in lift-launch.
static constexpr unsigned kMostRepetitions = 1000000;

static cl::opt<unsigned> repeat(
    "repeat", cl::init(1), cl::cat(category), cl::value_desc("n"),
    cl::desc("Run n times, after one run that is not timed if n > 1, and "
             "report the median time; then n times more without waiting in "
             "between, for the time of one run of many"));
static cl::opt<bool>
    profile("profile", cl::cat(category),
            cl::desc("Print more of each kernel: geometry, local and private "
                     "memory, fastest and slowest run, source location"));
static cl::opt<bool> roofline(
    "roofline", cl::cat(category),
    cl::desc("Measure what the device computes and copies in a second, and "
             "print the rate of the program and its share of that bound"));
static cl::opt<std::string> draw(
    "draw", cl::value_desc("file.svg"), cl::cat(category),
    cl::desc("Draw what a work-item of each kernel and its group write and "
             "read"));
static cl::opt<std::string> trace(
    "trace", cl::value_desc("file.json"), cl::cat(category),
    cl::desc("Write when each launch of the last run ran, for Chrome's trace "
             "viewer or Perfetto"));
static cl::opt<bool> print("print", cl::cat(category),
                           cl::desc("Print the results, at most 64 elements of "
                                    "each"));
static cl::opt<bool>
    printKernel("print-kernel", cl::cat(category),
                cl::desc("Print the kernels: OpenCL C, or what "
                         "lift-to-spirv makes"));
static cl::opt<std::string> remarksFilter(
    "remarks-filter", cl::value_desc("regex"), cl::cat(category),
    cl::desc("Print the remarks of passes whose name matches: lift-optimize "
             "says which strategy each pattern has, or why none"));
static cl::opt<bool> json("json", cl::cat(category),
                          cl::desc("Print the report as JSON"));

void run::reportError(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "lift-run") << message << "\n";
}

/// Splits `NAME=VALUE`.
static std::optional<NamedText> splitAssignment(StringRef option,
                                                StringRef text) {
  auto [name, value] = text.split('=');
  if (!name.empty() && !value.empty())
    return NamedText{name.trim().str(), value.trim().str()};
  reportError("--" + option + "=" + text + ": expected --" + option +
              "=NAME=VALUE");
  return std::nullopt;
}

/// Reads a list of `NAME=INTEGER` into `values`.
static bool parseIntegers(StringRef option, ArrayRef<std::string> texts,
                          std::map<std::string, int64_t> &values) {
  for (StringRef text : texts) {
    std::optional<NamedText> assignment = splitAssignment(option, text);
    if (!assignment)
      return false;
    int64_t value;
    if (StringRef(assignment->text).getAsInteger(10, value)) {
      reportError("--" + option + "=" + text + ": '" + assignment->text +
                  "' is not an integer of 64 bits");
      return false;
    }
    auto [it, isNew] = values.try_emplace(assignment->name, value);
    if (!isNew && it->second != value) {
      reportError("--" + option + "=" + text + ": '" + assignment->name +
                  "' is also given as " + Twine(it->second));
      return false;
    }
  }
  return true;
}

static bool parseVerify(Options &options) {
  options.verify = verify.getNumOccurrences() != 0;
  if (verify.empty())
    return true;
  StringRef text = verify;
  int64_t count;
  if (!text.consume_front("sample:") || text.getAsInteger(10, count) ||
      count < 1) {
    reportError("--verify=" + verify +
                ": expected --verify or "
                "--verify=sample:K with K at least 1");
    return false;
  }
  options.samples = count;
  return true;
}

static bool parseScalars(Options &options) {
  for (StringRef text : scalars) {
    std::optional<NamedText> assignment = splitAssignment("arg", text);
    if (!assignment)
      return false;
    options.scalars.push_back(*assignment);
  }
  return true;
}

/// An empty name is that of a shell variable that is not set.
static bool checkFileNames() {
  for (const cl::opt<std::string> *option :
       {&reference, &packageFolder, &draw, &trace})
    if (option->getNumOccurrences() != 0 && option->empty()) {
      reportError("--" + option->ArgStr + "= names nothing");
      return false;
    }
  return true;
}

/// Tests that --lower gives nothing that lift-run has options of its own for,
/// and would overrule.
static bool checkLowering(const Options &options) {
  static constexpr std::pair<StringLiteral, StringLiteral> own[] = {
      {"assumed", "--assumed"}, {"mapping", "--mapping"},
      {"optimize", "-O"},       {"optimize-for", "--target"},
      {"params", "--param"},    {"sizes", "--size"},
      {"target", "--target"},   {"unsafe-mapping", "--unsafe-mapping"}};
  for (StringRef text : options.lowering)
    for (const auto &[name, option] : own)
      if (text.split('=').first.trim() == name) {
        reportError("--lower=" + text + ": " + name + " is given by " + option);
        return false;
      }
  return true;
}

/// Tests what one option alone cannot tell.
static bool checkOptions(const Options &options) {
  for (double tolerance : {options.rtol, options.atol})
    if (!std::isfinite(tolerance) || tolerance < 0) {
      reportError("--rtol and --atol must be finite and not negative");
      return false;
    }
  if (!options.verify &&
      (rtol.getNumOccurrences() != 0 || atol_.getNumOccurrences() != 0)) {
    reportError("--rtol and --atol need --verify");
    return false;
  }
  if (options.repeat == 0 || options.repeat > kMostRepetitions) {
    reportError("--repeat must be from 1 to " + Twine(kMostRepetitions));
    return false;
  }
  if (options.verify && options.engine == Engine::Evaluate &&
      options.pipeline.empty()) {
    reportError("--verify compares with the evaluator: it needs "
                "--engine=opencl, or --pipeline");
    return false;
  }
  if (options.roofline && options.engine == Engine::Evaluate) {
    reportError("--roofline measures a device: it needs --engine=opencl");
    return false;
  }
  if (!options.forms.empty() && options.packageFolder.empty()) {
    reportError("--forms says what a package has: it needs --emit-package");
    return false;
  }
  std::set<runtime::Form> distinct(options.forms.begin(), options.forms.end());
  if (distinct.size() != options.forms.size()) {
    reportError("--forms names a form twice");
    return false;
  }
  if (options.validate && options.api != runtime::Api::Vulkan) {
    reportError("--validate is for Vulkan: it needs --api=vulkan");
    return false;
  }
  if (!options.reference.empty() && !options.verify) {
    reportError("--reference needs --verify");
    return false;
  }
  if (!options.lowering.empty() && !options.pipeline.empty()) {
    reportError("--lower is for lift-to-gpu, which --pipeline replaces");
    return false;
  }
  if (!llvm::is_contained({"default", "solve", "none"}, options.mapping)) {
    reportError("--mapping=" + options.mapping +
                ": expected default, solve or none");
    return false;
  }
  if (optimization != '0' && optimization != '1') {
    reportError("-O" + Twine(optimization) + ": expected -O0 or -O1");
    return false;
  }
  if (!assumed.empty() && !lift::findAssumption(assumed)) {
    reportError("--assumed=" + assumed + ": expected " +
                lift::listAssumptions());
    return false;
  }
  if (mapping.getNumOccurrences() != 0 && !options.pipeline.empty()) {
    reportError("--mapping is for lift-to-gpu, which --pipeline replaces");
    return false;
  }
  if (!options.draw.empty() &&
      (!options.pipeline.empty() || !options.packageFolder.empty())) {
    reportError("--draw is for kernels that run: it goes neither with "
                "--pipeline nor with --emit-package");
    return false;
  }
  if (!options.trace.empty() && options.engine == Engine::Evaluate) {
    reportError("--trace shows launches: it needs --engine=opencl");
    return false;
  }
  if (options.printKernel && options.engine == Engine::Evaluate) {
    reportError("--print-kernel needs --engine=opencl");
    return false;
  }
  std::string error;
  if (!options.remarksFilter.empty() &&
      !llvm::Regex(options.remarksFilter).isValid(error)) {
    reportError("--remarks-filter=" + options.remarksFilter + ": " + error);
    return false;
  }
  return true;
}

std::optional<Options> run::parseOptions(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  Options options;
  options.inputFile = inputFile;
  options.entry = StringRef(entry).ltrim('@').str();
  options.inputs.assign(inputs.begin(), inputs.end());
  options.outputs.assign(outputs.begin(), outputs.end());
  options.engine = engine;
  options.pipeline = pipeline;
  options.mapping = mapping;
  options.tensors = {reassociate, ignoreAssertions};
  options.optimize = optimization != '0';
  options.isAssumed = !assumed.empty();
  if (options.isAssumed)
    options.assumed = assumed;
  options.lowering.assign(lowering.begin(), lowering.end());
  options.unsafeMapping = unsafeMapping;
  options.target = target;
  options.api = api;
  options.validate = validate;
  options.forms.assign(forms.begin(), forms.end());
  options.device = device;
  options.packageFolder = packageFolder;
  options.remarksFilter = remarksFilter;
  options.cacheFolder = cacheFolder.getNumOccurrences()
                            ? cacheFolder.getValue()
                            : runtime::getDefaultCacheFolder();
  // What is not compiled again has no remarks.
  if (!options.remarksFilter.empty())
    options.cacheFolder.clear();
  options.listDevices = listDevices;
  options.reference = reference;
  options.rtol = rtol;
  options.atol = atol_;
  options.seed = seed;
  options.inputKind = inputKind;
  options.repeat = repeat;
  options.draw = draw;
  options.profile = profile;
  options.trace = trace;
  options.roofline = roofline;
  options.print = print;
  options.printKernel = printKernel;
  options.json = json;
  if (!parseIntegers("size", sizes, options.sizes) ||
      !parseIntegers("param", params, options.params) ||
      !parseScalars(options) || !parseVerify(options) || !checkFileNames() ||
      !checkLowering(options) || !checkOptions(options))
    return std::nullopt;
  return options;
}
