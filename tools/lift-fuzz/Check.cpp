//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Check.h"

#include "Messages.h"
#include "RewriteCheck.h"
#include "StrategyLog.h"

#include "LiftDialect/Execution/SourceNames.h"
#include "LiftDialect/Execution/Verification.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

/// How often loops may do what the program does once, where that is not next to
/// nothing: what is read in a few places may be computed there.
static constexpr int64_t kMostRepeats = 8, kFewOperations = 256;

/// Each so many-th program is interpreted as no strategy has changed it: these
/// make whole tiles of few elements.
static constexpr uint64_t kPlain = 4;

static constexpr std::pair<Outcome, StringLiteral> kOutcomeNames[] = {
    {Outcome::Agrees, "agrees"},
    {Outcome::Unsupported, "unsupported"},
    {Outcome::Invalid, "invalid"},
    {Outcome::RoundTripFails, "round-trip-fails"},
    {Outcome::EvaluatorFails, "evaluator-fails"},
    {Outcome::CompileFails, "compile-fails"},
    {Outcome::BuildFails, "build-fails"},
    {Outcome::RunFails, "run-fails"},
    {Outcome::Differs, "differs"},
    {Outcome::Repeats, "repeats"},
    {Outcome::Crashes, "crashes"},
    {Outcome::Hangs, "hangs"}};

StringRef fuzz::getName(Outcome outcome) {
  for (const auto &[known, name] : kOutcomeNames)
    if (known == outcome)
      return name;
  llvm_unreachable("unknown outcome");
}

std::optional<Outcome> fuzz::parseOutcome(StringRef text) {
  for (const auto &[outcome, name] : kOutcomeNames)
    if (name == text)
      return outcome;
  return std::nullopt;
}

/// What the compiler is known not to support, as parts of its messages. A
/// program that meets one of them is counted, not reported.
static constexpr StringLiteral kUnsupported[] = {
    "has scalar and array accumulators",
    "reads other elements of its array accumulator",
    "is mapped to global ids, but its body stores values in local memory",
    "uses an element of a private array that another work-item holds",
    "passes private data between work-items",
    "but what is around it is computed by whoever reads an element",
    "passes data between work-groups inside one kernel",
    "of private memory, which must be a constant",
    "of local memory, which must be a constant",
    "needs a barrier in control flow that not all work-items",
    "needs a barrier in a branch, where none can stand",
    // What SPIR-V lacks.
    "has no form in SPIR-V for",
    "calls a function that is given in C only",
    // Mappings that are not right.
    "cannot be mapped to",
    "spreads a step over work-groups",
    "is computed by several work-items and rearranged at the same time",
    "passes private data between work-items",
    "is mapped to several work-items, but",
};

static bool isKnownUnsupported(StringRef message) {
  return llvm::any_of(kUnsupported,
                      [&](StringRef part) { return message.contains(part); });
}

std::string Verdict::getSignature() const {
  std::string text = (getName(outcome) + ": ").str();
  // Numbers of a difference or positions say nothing of the cause.
  if (outcome == Outcome::Differs || outcome == Outcome::Hangs)
    return text;
  StringRef message = StringRef(detail).split('\n').first;
  for (size_t i = 0; i < message.size() && text.size() < 120; ++i) {
    // Types differ in their sizes.
    if (message.substr(i).starts_with("!lift"))
      break;
    // A word, or a space between words: no numbers, however many indices.
    if (llvm::isAlpha(message[i]) || StringRef("'.-").contains(message[i]) ||
        (message[i] == ' ' && text.back() != ' '))
      text += message[i];
  }
  return text;
}

/// Begins the schedule in a file.
static constexpr StringLiteral kScheduleMark = "// schedule: ";
static constexpr StringLiteral kAccuracies[] = {"exact", "near", "integers"};

std::string TestCase::getRunArguments() const {
  std::string arguments =
      "--verify --input-kind=integer --seed=" + std::to_string(seed);
  for (const auto &[name, value] : sizes)
    arguments += " --size=" + name + "=" + std::to_string(value);
  for (const auto &[name, value] : params)
    arguments += " --param=" + name + "=" + std::to_string(value);
  if (!target.empty())
    arguments += " --target=" + target;
  if (!assumed.empty())
    arguments += " --assumed=" + assumed;
  if (!lowering.empty())
    arguments += " --lower=" + lowering;
  if (api != runtime::Api::OpenCL)
    arguments += std::string(" --api=") + runtime::getName(api);
  return arguments;
}

std::string TestCase::str() const {
  std::string file = "// lift-run FILE " + getRunArguments() + "\n" + text;
  if (!schedule.empty())
    file += (kScheduleMark + kAccuracies[unsigned(accuracy)] + "\n").str() +
            schedule;
  return file;
}

TestCase TestCase::parse(StringRef file) {
  TestCase test;
  auto [line, rest] = file.split('\n');
  auto [text, schedule] = rest.split(kScheduleMark);
  test.text = text.str();
  const StringRef accuracy = schedule.split('\n').first;
  test.schedule = schedule.split('\n').second.str();
  test.accuracy = accuracy == kAccuracies[0]   ? Accuracy::Exact
                  : accuracy == kAccuracies[1] ? Accuracy::Near
                                               : Accuracy::Integers;
  SmallVector<StringRef> words;
  line.split(words, ' ');
  for (StringRef word : words) {
    if (word.consume_front("--seed=")) {
      word.getAsInteger(10, test.seed);
      continue;
    }
    if (word.consume_front("--target=")) {
      test.target = word.str();
      continue;
    }
    if (word.consume_front("--assumed=")) {
      test.assumed = word.str();
      continue;
    }
    if (word.consume_front("--lower=")) {
      test.lowering = word.str();
      continue;
    }
    if (word.consume_front("--api=")) {
      test.api = runtime::parseApi(word.str()).value_or(test.api);
      continue;
    }
    SizeBindings &values =
        word.consume_front("--size=") ? test.sizes : test.params;
    word.consume_front("--param=");
    auto [name, value] = word.split('=');
    int64_t number;
    if (!name.starts_with("-") && !value.getAsInteger(10, number))
      values[name.str()] = number;
  }
  return test;
}

//===----------------------------------------------------------------------===//
// Features
//===----------------------------------------------------------------------===//

/// How many patterns are around `op`, itself included.
static unsigned getDepth(Operation *op) {
  unsigned depth = 0;
  for (; op; op = op->getParentOp())
    depth += isa<MapOp, ReduceOp, IterateOp>(op);
  return depth;
}

Features fuzz::collectFeatures(ModuleOp module) {
  Features features;
  bool hasLocalMap = false, isStaged = false;
  module.walk([&](Operation *op) {
    if (auto func = dyn_cast<func::FuncOp>(op))
      for (const Leaf &leaf : getLeaves(func.getArgumentTypes()))
        for (const Expr &size : leaf.sizes)
          features.isSymbolic |= !size.getConstant();
    if (!isa_and_present<LiftDialect>(op->getDialect()))
      return;
    features.ops.insert(op->getName().getStringRef().str());
    features.depth = std::max(features.depth, getDepth(op));
    if (auto map = dyn_cast<MapOp>(op))
      hasLocalMap |= map.getMapping() &&
                     map.getMappingAttr().getKind() == MappingKind::Lcl;
    if (auto store = dyn_cast<MaterializeOp>(op))
      isStaged |= store.getSpace() != AddressSpace::Global;
    if (auto copy = dyn_cast<CopyOp>(op))
      isStaged |= copy.getSpace() != AddressSpace::Global;
  });
  features.isMapped = hasLocalMap && isStaged;
  return features;
}

std::string fuzz::printModule(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  os << "\n";
  return text;
}

//===----------------------------------------------------------------------===//
// One program
//===----------------------------------------------------------------------===//

namespace {

/// A program on its way through the checks.
class Check {
public:
  Check(const TestCase &test, MLIRContext &context,
        const StageListener &listener)
      : test(test), context(context), listener(listener) {}

  /// All that needs no device; sets the verdict if something is wrong.
  void prepare();
  /// Runs the kernels, of which `built` has been made, and compares.
  void run(runtime::Runtime &runtime, const runtime::DeviceProgram &built);
  void fail(Outcome outcome, const std::string &detail);
  /// Whether it can be run.
  bool isReady() const { return !verdict; }

  std::optional<Verdict> verdict;
  FailureOr<run::CompiledProgram> compiled = failure();
  std::vector<std::string> strategies;

private:
  void load();
  void roundTrip();
  void evaluate();
  /// Whether the loops are those of the program itself.
  bool isPlain() const { return test.seed % kPlain == 0; }
  /// Evaluates the program in loop form.
  void interpret();
  void compile();
  /// Whether the compiler refuses what strategies made of a program that it
  /// supports.
  bool isRefusedByChoice();
  /// Whether it `accepts` the program without its vector widths.
  bool isRefusedForWidths(function_ref<bool(const run::Program &)> accepts);
  void checkRepetition(int64_t numInLoops);
  /// Whether the results are those expected; else sets the verdict.
  bool compareResults(ArrayRef<HostArray> results, StringRef where);

  const TestCase &test;
  MLIRContext &context;
  const StageListener &listener;
  llvm::SourceMgr sourceMgr;
  run::Program program;
  run::ExecutionOptions options;
  std::optional<run::Inputs> inputs;
  SmallVector<HostArray> expected;
  /// How many operations it takes to compute them.
  int64_t numOperations = 0;
};

} // namespace

void Check::fail(Outcome outcome, const std::string &detail) {
  verdict = Verdict{outcome, detail};
}

void Check::load() {
  Messages messages(context);
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(test.text, "program.mlir"), SMLoc());
  program.module = run::parseWithNames(sourceMgr, context);
  if (!program.module)
    return fail(Outcome::Invalid, messages.text);
  auto functions = program.module->getOps<func::FuncOp>();
  if (functions.empty())
    return fail(Outcome::Invalid, "there is no function");
  program.entry = *functions.begin();
  if (failed(run::describeProgram(program)))
    return fail(Outcome::Invalid, messages.text);
}

void Check::roundTrip() {
  Messages messages(context);
  std::string once = printModule(*program.module);
  OwningOpRef<ModuleOp> parsed = parseSourceString<ModuleOp>(once, &context);
  if (!parsed)
    return fail(Outcome::RoundTripFails, messages.text);
  if (printModule(*parsed) != once)
    fail(Outcome::RoundTripFails, "the text changes when it is parsed again");
}

void Check::evaluate() {
  Messages messages(context);
  options.sizes = test.sizes;
  options.params = test.params;
  options.seed = test.seed;
  options.inputKind = runtime::InputKind::Integer;
  // Fills memory, so that what no kernel writes is seen.
  options.verify = true;
  FailureOr<run::Inputs> prepared = run::prepareInputs(program, options);
  if (failed(prepared))
    return fail(Outcome::EvaluatorFails, messages.text);
  inputs = std::move(*prepared);
  EvaluationOptions evaluation;
  evaluation.sizes = inputs->sizes;
  evaluation.numOperations = &numOperations;
  FailureOr<SmallVector<HostArray>> results =
      lift::evaluate(program.entry, inputs->arguments, evaluation);
  if (failed(results))
    return fail(Outcome::EvaluatorFails, messages.text);
  expected = std::move(*results);
}

void Check::interpret() {
  Messages messages(context);
  run::ExecutionOptions loopOptions = options;
  llvm::raw_string_ostream os(loopOptions.pipeline);
  os << "symbol-dce,lift-to-loops{";
  if (isPlain())
    os << "optimize=false ";
  if (!options.params.empty())
    os << "params=";
  llvm::interleave(
      options.params, os,
      [&](const auto &param) { os << param.first << "=" << param.second; },
      ",");
  os << "}";
  run::Program loops;
  if (failed(run::transform(program, loopOptions, loops)))
    return fail(isKnownUnsupported(messages.text) &&
                        !isRefusedForWidths([&](const run::Program &plain) {
                          return succeeded(
                              run::transform(plain, loopOptions, loops));
                        })
                    ? Outcome::Unsupported
                    : Outcome::CompileFails,
                messages.text);
  EvaluationOptions evaluation;
  evaluation.sizes = inputs->sizes;
  int64_t numInLoops = 0;
  evaluation.numOperations = &numInLoops;
  FailureOr<SmallVector<HostArray>> results =
      lift::evaluate(loops.entry, inputs->arguments, evaluation);
  if (failed(results))
    return fail(Outcome::EvaluatorFails, "in loop form: " + messages.text);
  if (compareResults(*results, "in loop form, "))
    checkRepetition(numInLoops);
}

void Check::checkRepetition(int64_t numInLoops) {
  // Kernels written by hand say themselves what is stored.
  const bool hasKernels =
      program.module->walk([](KernelOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (isPlain() && !hasKernels &&
      numInLoops > kMostRepeats * std::max(numOperations, kFewOperations))
    fail(Outcome::Repeats, "in loop form, " + std::to_string(numInLoops) +
                               " operations in place of " +
                               std::to_string(numOperations));
}

void Check::compile() {
  Messages messages(context);
  options.target = test.target;
  options.api = test.api;
  if (!test.lowering.empty())
    options.lowering = {test.lowering};
  if (test.assumed.empty())
    options.expectedSizes = inputs->sizes;
  else
    options.assumed = test.assumed;
  takeStrategies();
  compiled = run::compile(program, options);
  strategies = takeStrategies();
  if (failed(compiled))
    fail(isKnownUnsupported(messages.text) && !isRefusedByChoice() &&
                 !isRefusedForWidths([&](const run::Program &plain) {
                   return succeeded(run::compile(plain, options));
                 })
             ? Outcome::Unsupported
             : Outcome::CompileFails,
         messages.text);
}

bool Check::isRefusedByChoice() {
  if (strategies.empty())
    return false;
  Messages messages(context);
  run::ExecutionOptions plain = options;
  plain.optimize = false;
  return succeeded(run::compile(program, plain));
}

bool Check::isRefusedForWidths(
    function_ref<bool(const run::Program &)> accepts) {
  Messages messages(context);
  run::Program plain;
  plain.module = program.module->clone();
  plain.entry = *plain.module->getOps<func::FuncOp>().begin();
  bool hasWidths = false;
  plain.module->walk([&](Operation *op) {
    if (auto map = dyn_cast<MapOp>(op))
      hasWidths |= bool(map.removeVectorWidthAttr());
    else if (auto reduce = dyn_cast<ReduceOp>(op))
      hasWidths |= bool(reduce.removeVectorWidthAttr());
  });
  return hasWidths && succeeded(run::describeProgram(plain)) && accepts(plain);
}

void Check::prepare() {
  static constexpr std::pair<StringLiteral, void (Check::*)()> stages[] = {
      {"parse", &Check::load},
      {"round trip", &Check::roundTrip},
      {"evaluate", &Check::evaluate},
      {"interpret loops", &Check::interpret},
      {"compile", &Check::compile}};
  for (const auto &[name, stage] : stages) {
    listener(test.seed, name);
    (this->*stage)();
    if (verdict)
      return;
  }
}

void Check::run(runtime::Runtime &runtime,
                const runtime::DeviceProgram &built) {
  listener(test.seed, "run");
  Messages messages(context);
  run::DeviceRun result =
      run::runBuilt(*compiled, runtime, built, *inputs, options);
  // What is assumed need not hold, and llvmpipe ends loops.
  const bool isRefused =
      StringRef(messages.text).contains("trips of loops in a work-item") ||
      (!test.assumed.empty() &&
       StringRef(messages.text).contains("precondition does not hold"));
  if (result.exitCode != run::Success)
    return fail(isRefused ? Outcome::Unsupported : Outcome::RunFails,
                messages.text);
  // Vulkan leaves open whether math.fma rounds its products.
  auto isRounded = [&] {
    std::optional<run::Verification> verification =
        run::verifyDeviceResults(program, *inputs, options, result.results);
    return verification && verification->roundsProducts &&
           verification->agrees();
  };
  if (compareResults(result.results, "") ||
      (test.api == runtime::Api::Vulkan && isRounded()))
    verdict = Verdict();
}

bool Check::compareResults(ArrayRef<HostArray> results, StringRef where) {
  for (auto [index, pair] :
       llvm::enumerate(llvm::zip_equal(expected, results))) {
    Comparison comparison =
        compare(std::get<0>(pair), std::get<1>(pair), 0, 0, 1);
    if (comparison.agrees())
      continue;
    std::string text = where.str() + "result " + std::to_string(index) + ": ";
    llvm::raw_string_ostream os(text);
    comparison.print(os);
    fail(Outcome::Differs, text);
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Several programs
//===----------------------------------------------------------------------===//

/// Builds the kernels of one program, and runs it.
static void buildAndRun(Check &check, runtime::Runtime &runtime) {
  runtime::Result<runtime::DeviceProgram> built =
      runtime.build(check.compiled->package.programs.front());
  if (built)
    check.run(runtime, *built);
  else
    check.fail(Outcome::BuildFails, built.getError().message);
}

static void runAll(ArrayRef<Check *> checks, runtime::Runtime &runtime,
                   runtime::Api api) {
  SmallVector<const run::CompiledProgram *> programs;
  for (Check *check : checks)
    programs.push_back(&*check->compiled);
  run::ExecutionOptions options;
  options.api = api;
  FailureOr<runtime::ProgramForm> together =
      run::printTogether(programs, options);
  if (succeeded(together) && checks.size() > 1) {
    if (auto built = runtime.build(*together)) {
      for (Check *check : checks)
        check->run(runtime, *built);
      return;
    }
  }
  // One of them cannot be built.
  for (Check *check : checks)
    buildAndRun(*check, runtime);
}

std::vector<Verdict> fuzz::checkTogether(ArrayRef<TestCase> cases,
                                         MLIRContext &context,
                                         const StageListener &listener) {
  std::vector<std::unique_ptr<Check>> checks;
  SmallVector<Check *> ready;
  for (const TestCase &test : cases) {
    checks.push_back(std::make_unique<Check>(test, context, listener));
    if (test.schedule.empty())
      checks.back()->prepare();
    else
      checks.back()->verdict = checkRewrite(test, context, listener);
    if (checks.back()->isReady())
      ready.push_back(checks.back().get());
  }
  if (!ready.empty()) {
    const runtime::Api api = cases.front().api;
    runtime::Result<runtime::Runtime> opened =
        runtime::Runtime::create("", api);
    if (opened)
      runAll(ready, *opened, api);
    else
      for (Check *check : ready)
        check->fail(Outcome::RunFails, opened.getError().message);
  }
  std::vector<Verdict> verdicts;
  for (const auto &check : checks) {
    verdicts.push_back(*check->verdict);
    verdicts.back().strategies = check->strategies;
  }
  return verdicts;
}
