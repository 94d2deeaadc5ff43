//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Campaign.h"
#include "Shrink.h"
#include "Statistics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static constexpr const char *kOverview =
    R"(Checks the compiler with random programs

lift-fuzz makes programs from seeds and runs each through the verifier, a round
trip through text, the reference evaluator, the pipeline lift-to-gpu, the printer
of OpenCL C or of SPIR-V and a device of OpenCL or Vulkan. The device's results
must equal the evaluator's bit for bit.

  lift-fuzz --count=300
  lift-fuzz --count=300 --api=vulkan
  lift-fuzz --seed=1000 --count=5000 --jobs=4 --output-dir=failures
  lift-fuzz --seed=1234 --print
  lift-fuzz --statistics --count=1000

PROGRAMS. The program of a seed is always the same, whatever the other options
but --only. Programs are valid and have results that are the same in any correct
compiler: no poison reaches a result, and nothing is reassociated. --statistics
makes programs without running them, and fails if too few of them have one of the
dialect's operations, symbolic sizes, mappings as by hand or deep nesting.

REWRITES. With --only=rewrites a program is a nest of loops and has a schedule of one
rewrite, or is of any kind and has one of up to four. Either it is refused, for a
reason that is counted as unsupported, or the evaluator must give the same results
before and after it: with inputs that are rounded, and bit for bit, if all of its
rewrites are exact.

WIDTHS. With --only=widths maps and reductions have vector widths, whatever they
compute and however many elements they have. What the compiler refuses counts as
unsupported only if it refuses it without the widths, too.

FAILURES. A program that fails is shrunk as long as it fails in the same way, and
written to <output-dir>/fuzz-SEED.mlir, with the lift-run command that runs it in
the first line. Programs that use what the compiler says it does not support are
counted by message; --max-unsupported bounds how many may be refused so. Programs
of --only=staged have mappings that are not right, too, which count as such.

EXIT STATUS
  0  no program failed
  1  an option is wrong
  2  some program failed, too many are refused, or programs lack something that
     they should have
)";

static cl::OptionCategory category("lift-fuzz options");

static cl::opt<uint64_t> seed("seed", cl::init(0), cl::cat(category),
                              cl::value_desc("n"), cl::desc("The first seed"));
static cl::opt<uint64_t> count("count", cl::init(300), cl::cat(category),
                               cl::value_desc("n"),
                               cl::desc("How many programs (default 300)"));
static cl::opt<unsigned> jobs("jobs", cl::init(2), cl::cat(category),
                              cl::value_desc("n"),
                              cl::desc("Processes at a time (default 2)"));
static cl::opt<unsigned>
    batch("batch", cl::init(16), cl::cat(category), cl::value_desc("n"),
          cl::desc("Programs whose kernels are built together (default 16)"));
static cl::opt<ProgramKind> only(
    "only", cl::init(ProgramKind::Any), cl::cat(category),
    cl::desc("Only programs of one kind:"),
    cl::values(
        clEnumValN(ProgramKind::Mapped, "mapped", "with kernels and mappings"),
        clEnumValN(ProgramKind::Staged, "staged",
                   "with temporaries anywhere, and any mappings"),
        clEnumValN(ProgramKind::Default, "default", "without any choice"),
        clEnumValN(ProgramKind::Shaped, "shapes",
                   "contractions and reductions, without any "
                   "choice, of sizes that strategies are for"),
        clEnumValN(ProgramKind::Widths, "widths",
                   "those without --only and of shapes, with any "
                   "vector widths of maps and reductions"),
        clEnumValN(ProgramKind::Rewritten, "rewrites",
                   "nests of loops, or any programs, with a schedule that is "
                   "applied and evaluated; program n is for "
                   "rewrite n modulo their number")));
static cl::opt<runtime::Api>
    api("api", cl::init(runtime::Api::OpenCL), cl::cat(category),
        cl::desc("Through what kernels run:"),
        cl::values(clEnumValN(runtime::Api::OpenCL, "opencl",
                              "OpenCL, from OpenCL C (default)"),
                   clEnumValN(runtime::Api::OpenCLIL, "opencl-il",
                              "OpenCL, from SPIR-V"),
                   clEnumValN(runtime::Api::Vulkan, "vulkan",
                              "Vulkan, from SPIR-V")));
static cl::opt<bool>
    printOnly("print", cl::cat(category),
              cl::desc("Print the program of --seed and how to run it"));
static cl::opt<bool> statisticsOnly(
    "statistics", cl::cat(category),
    cl::desc(
        "Make the programs without running them, and print what they have"));
static cl::opt<bool>
    stopAtFailure("stop-at-failure", cl::cat(category),
                  cl::desc("Begin no more programs once one has failed"));
static cl::opt<std::string>
    outputDir("output-dir", cl::init("."), cl::cat(category),
              cl::value_desc("dir"),
              cl::desc("Where failing programs are written (default .)"));

static cl::opt<unsigned> maxUnsupported(
    "max-unsupported", cl::init(100), cl::cat(category), cl::value_desc("n"),
    cl::desc("Fail if the compiler refuses more percent of the programs "
             "(default 100)"));

static cl::opt<unsigned> shrinkSeconds(
    "shrink-seconds", cl::init(60), cl::cat(category), cl::value_desc("n"),
    cl::desc("How long to shrink a failing program; 0: not (default 60)"));
static cl::opt<std::string> checkFile(
    "check", cl::cat(category), cl::value_desc("file"),
    cl::desc("Check the program in this file, which lift-fuzz wrote"));

//===----------------------------------------------------------------------===//
// Main
//===----------------------------------------------------------------------===//

static int printProgram(const FuzzOptions &options) {
  std::unique_ptr<MLIRContext> context = createContext();
  Features features;
  TestCase test = makeTestCase(options.seed, options, *context, features);
  llvm::outs() << test.str();
  return 0;
}

/// Makes the program of a failed check again, in a child process: making it may
/// be what fails.
static TestCase recreate(const FuzzOptions &options, uint64_t seed) {
  std::string text =
      runInChild(20, [&](llvm::raw_ostream &os) {
        std::unique_ptr<MLIRContext> context = createContext();
        Features features;
        os << makeTestCase(seed, options, *context, features).str();
      }).output;
  TestCase test = TestCase::parse(text);
  test.seed = seed;
  return test;
}

/// Writes `test` to a file, and says so.
static void writeReproducer(const FuzzOptions &options, const TestCase &test) {
  SmallString<128> path(options.outputDir);
  llvm::sys::path::append(path, "fuzz-" + Twine(test.seed) + ".mlir");
  std::error_code error = llvm::sys::fs::create_directories(options.outputDir);
  llvm::raw_fd_ostream file(path, error);
  if (error) {
    llvm::errs() << "lift-fuzz: cannot write '" << path
                 << "': " << error.message() << "\n";
    return;
  }
  file << test.str();
  if (test.schedule.empty())
    llvm::outs() << "lift-run " << path << " " << test.getRunArguments();
  else
    llvm::outs() << "lift-fuzz --check=" << path;
  llvm::outs() << "\n\n";
}

/// Prints what failed, and writes the program to a file; shrunk, if `shrinks`.
static void reportFailure(const FuzzOptions &options,
                          const ProgramReport &report, bool shrinks) {
  llvm::outs() << "seed " << report.seed << ": "
               << getName(report.verdict.outcome) << "\n"
               << report.verdict.detail << "\n";
  TestCase test = recreate(options, report.seed);
  if (shrinks)
    test = shrink(test, report.verdict, options.shrinkSeconds);
  writeReproducer(options, test);
  llvm::outs().flush();
}

static int printStatistics(const FuzzOptions &options) {
  std::unique_ptr<MLIRContext> context = createContext();
  Statistics statistics(*context);
  for (uint64_t i = 0; i < options.count; ++i) {
    Features features;
    makeTestCase(options.seed + i, options, *context, features);
    statistics.add(features);
  }
  statistics.print(llvm::outs());
  return statistics.printShortfalls(llvm::outs()) ? 2 : 0;
}

static int runCampaign(const FuzzOptions &options) {
  Statistics statistics(*createContext());
  std::vector<ProgramReport> failures;
  unsigned numShrunk = 0;
  checkPrograms(options, [&](const ProgramReport &report) {
    statistics.add(report.features, report.verdict);
    if (isFailure(report.verdict.outcome))
      failures.push_back(report);
  });
  // One program for each cause is enough to be shrunk.
  std::set<std::string> shrunk;
  for (const ProgramReport &failure : failures) {
    bool isNew = shrunk.insert(failure.verdict.getSignature()).second ||
                 failure.verdict.outcome == Outcome::Differs;
    reportFailure(options, failure,
                  isNew && options.shrinkSeconds != 0 &&
                      numShrunk++ < options.maxShrunk);
  }
  statistics.print(llvm::outs());
  bool areTooMany = statistics.getPercentUnsupported() > maxUnsupported;
  if (areTooMany)
    llvm::outs() << "more than " << maxUnsupported
                 << " % of the programs are unsupported\n";
  return statistics.getNumFailures() == 0 && !areTooMany ? 0 : 2;
}

/// Checks a reproducer, and shrinks it if it fails.
static int checkOneFile(const FuzzOptions &options) {
  auto file = llvm::MemoryBuffer::getFile(checkFile);
  if (!file) {
    llvm::errs() << "lift-fuzz: cannot open '" << checkFile
                 << "': " << file.getError().message() << "\n";
    return 1;
  }
  TestCase test = TestCase::parse((*file)->getBuffer());
  Verdict verdict = checkInChild(test);
  llvm::outs() << getName(verdict.outcome) << "\n" << verdict.detail << "\n";
  if (!isFailure(verdict.outcome))
    return 0;
  if (options.shrinkSeconds != 0)
    writeReproducer(options, shrink(test, verdict, options.shrinkSeconds));
  return 2;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  // No kernel is built twice: PoCL's cache would only grow.
  setenv("POCL_KERNEL_CACHE", "0", /*overwrite=*/0);
  FuzzOptions options;
  options.seed = seed;
  options.count = count;
  options.jobs = std::max(1u, unsigned(jobs));
  options.batch = std::max(1u, unsigned(batch));
  options.kind = only;
  options.api = api;
  options.stopAtFailure = stopAtFailure;
  options.outputDir = outputDir;
  options.shrinkSeconds = shrinkSeconds;
  if (!checkFile.empty())
    return checkOneFile(options);
  if (statisticsOnly)
    return printStatistics(options);
  if (printOnly)
    return printProgram(options);
  return runCampaign(options);
}
