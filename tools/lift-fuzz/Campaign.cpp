//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Campaign.h"

#include "LiftDialect/InitAll.h"
#include "StrategyLog.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/JSON.h"

#include <csignal>
#include <deque>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

/// Seconds that each part of the check of one program may take.
static constexpr unsigned kStageSeconds = 60;

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

static void writeStage(llvm::raw_ostream &os, uint64_t seed, StringRef stage) {
  os << llvm::json::Value(
            llvm::json::Object{{"seed", int64_t(seed)}, {"stage", stage}})
     << "\n";
  os.flush();
}

static void writeReport(llvm::raw_ostream &os, const ProgramReport &report) {
  llvm::json::Array ops(report.features.ops);
  std::string detail =
      llvm::json::fixUTF8(StringRef(report.verdict.detail).take_front(4000));
  os << llvm::json::Value(llvm::json::Object{
            {"seed", int64_t(report.seed)},
            {"outcome", getName(report.verdict.outcome)},
            {"detail", std::move(detail)},
            {"ops", std::move(ops)},
            {"depth", report.features.depth},
            {"symbolic", report.features.isSymbolic},
            {"mapped", report.features.isMapped},
            {"rewrite", report.features.rewrite},
            {"strategies", llvm::json::Array(report.verdict.strategies)}})
     << "\n";
  os.flush();
}

static ProgramReport readReport(const llvm::json::Object &object) {
  ProgramReport report;
  report.seed = uint64_t(object.getInteger("seed").value_or(0));
  report.verdict.outcome =
      parseOutcome(object.getString("outcome").value_or(""))
          .value_or(Outcome::Crashes);
  report.verdict.detail = object.getString("detail").value_or("").str();
  if (const llvm::json::Array *strategies = object.getArray("strategies"))
    for (const llvm::json::Value &name : *strategies)
      report.verdict.strategies.push_back(
          name.getAsString().value_or("").str());
  if (const llvm::json::Array *ops = object.getArray("ops"))
    for (const llvm::json::Value &op : *ops)
      report.features.ops.insert(op.getAsString().value_or("").str());
  report.features.depth = unsigned(object.getInteger("depth").value_or(0));
  report.features.isSymbolic = object.getBoolean("symbolic").value_or(false);
  report.features.isMapped = object.getBoolean("mapped").value_or(false);
  report.features.rewrite = object.getString("rewrite").value_or("").str();
  return report;
}

//===----------------------------------------------------------------------===//
// Inside a child
//===----------------------------------------------------------------------===//

std::unique_ptr<MLIRContext> fuzz::createContext() {
  static bool once = [] {
    registerAllPasses();
    registerUpstreamPasses();
    return true;
  }();
  (void)once;
  DialectRegistry registry;
  registerAllDialects(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->printOpOnDiagnostic(false);
  recordStrategies(*context);
  return context;
}

TestCase fuzz::makeTestCase(uint64_t seed, const FuzzOptions &options,
                            MLIRContext &context, Features &features) {
  GeneratedProgram program = generateProgram(&context, seed, options.kind);
  TestCase test;
  test.seed = seed;
  test.api = options.api;
  test.text = printModule(*program.module);
  test.sizes = program.sizes;
  test.params = program.params;
  test.schedule = program.schedule;
  test.accuracy = program.accuracy;
  test.target = program.target;
  test.assumed = program.assumed;
  test.lowering = program.lowering;
  features = collectFeatures(*program.module);
  features.rewrite = program.rewrite;
  return test;
}

/// Makes and checks the programs of `seeds`.
static void checkBatch(ArrayRef<uint64_t> seeds, const FuzzOptions &options,
                       llvm::raw_ostream &os) {
  std::unique_ptr<MLIRContext> context = createContext();
  std::vector<TestCase> cases;
  std::vector<Features> features(seeds.size());
  auto listener = [&](uint64_t seed, StringRef stage) {
    writeStage(os, seed, stage);
    alarm(kStageSeconds);
  };
  for (auto [seed, feature] : llvm::zip(seeds, features)) {
    listener(seed, "generate");
    cases.push_back(makeTestCase(seed, options, *context, feature));
  }
  std::vector<Verdict> verdicts = checkTogether(cases, *context, listener);
  for (auto [seed, verdict, feature] : llvm::zip(seeds, verdicts, features))
    writeReport(os, {seed, verdict, feature, ""});
}

//===----------------------------------------------------------------------===//
// Children
//===----------------------------------------------------------------------===//

namespace {

/// A child process and the pipe that it writes to.
struct Child {
  pid_t pid = -1;
  int pipe = -1;
  std::string output;
};

} // namespace

static Child startChild(function_ref<void(llvm::raw_ostream &)> work) {
  int ends[2];
  if (::pipe(ends) != 0)
    llvm::report_fatal_error("cannot create a pipe");
  Child child;
  // Else the child has what is not written yet, too.
  llvm::outs().flush();
  child.pid = fork();
  if (child.pid < 0)
    llvm::report_fatal_error("cannot create a process");
  if (child.pid > 0) {
    close(ends[1]);
    child.pipe = ends[0];
    return child;
  }
  close(ends[0]);
  // The parent reports a crash; a stack trace would take seconds.
  for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    std::signal(signal, SIG_DFL);
  // What a crash prints is found again by running the program alone.
  int null = open("/dev/null", O_WRONLY);
  dup2(null, STDERR_FILENO);
  llvm::raw_fd_ostream os(ends[1], /*shouldClose=*/true);
  work(os);
  os.flush();
  // No destructors: they belong to the parent.
  _exit(0);
}

/// Reads what there is; false at the end.
static bool readSome(Child &child) {
  char buffer[4096];
  ssize_t size = ::read(child.pipe, buffer, sizeof(buffer));
  if (size <= 0)
    return false;
  child.output.append(buffer, size_t(size));
  return true;
}

/// Waits for the end; returns the signal that ended it, or 0.
static int finishChild(Child &child) {
  close(child.pipe);
  int status = 0;
  waitpid(child.pid, &status, 0);
  if (WIFSIGNALED(status))
    return WTERMSIG(status);
  return WEXITSTATUS(status) == 0 ? 0 : SIGABRT;
}

ChildResult fuzz::runInChild(unsigned seconds,
                             function_ref<void(llvm::raw_ostream &)> work) {
  Child child = startChild([&](llvm::raw_ostream &os) {
    alarm(seconds);
    work(os);
  });
  while (readSome(child)) {
  }
  ChildResult result;
  result.signal = finishChild(child);
  result.output = std::move(child.output);
  return result;
}

static Verdict getSignalVerdict(int signal, StringRef stage) {
  if (signal == SIGALRM)
    return {Outcome::Hangs, ("in stage '" + stage + "'").str()};
  return {Outcome::Crashes,
          (Twine(strsignal(signal)) + " in stage '" + stage + "'").str()};
}

//===----------------------------------------------------------------------===//
// Reading events
//===----------------------------------------------------------------------===//

namespace {

/// What the lines of a child say.
struct Events {
  std::vector<ProgramReport> reports;
  /// The program that was last worked on.
  uint64_t lastSeed = 0;
  std::string lastStage;
};

} // namespace

static Events readEvents(StringRef output) {
  Events events;
  SmallVector<StringRef> lines;
  output.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(line);
    if (!value) {
      llvm::consumeError(value.takeError());
      continue;
    }
    const llvm::json::Object &object = *value->getAsObject();
    if (std::optional<StringRef> stage = object.getString("stage")) {
      events.lastSeed = uint64_t(object.getInteger("seed").value_or(0));
      events.lastStage = stage->str();
      continue;
    }
    events.reports.push_back(readReport(object));
  }
  return events;
}

Verdict fuzz::checkInChild(const TestCase &test) {
  ChildResult result =
      runInChild(4 * kStageSeconds, [&](llvm::raw_ostream &os) {
        std::unique_ptr<MLIRContext> context = createContext();
        auto listener = [&](uint64_t seed, StringRef stage) {
          writeStage(os, seed, stage);
          alarm(kStageSeconds);
        };
        Verdict verdict = checkTogether(test, *context, listener).front();
        writeReport(os, {test.seed, verdict, {}, ""});
      });
  Events events = readEvents(result.output);
  if (!events.reports.empty())
    return events.reports.front().verdict;
  return getSignalVerdict(result.signal, events.lastStage);
}

//===----------------------------------------------------------------------===//
// The campaign
//===----------------------------------------------------------------------===//

namespace {

class Campaign {
public:
  Campaign(const FuzzOptions &options,
           function_ref<void(const ProgramReport &)> report)
      : options(options), report(report) {}

  void run();

private:
  struct Worker {
    Child child;
    std::vector<uint64_t> seeds;
  };

  void queueAll();
  void startWorker();
  /// Waits until a child has written or ended.
  void waitForWorkers();
  /// Reports what an ended child found; queues what it did not come to.
  void finish(Worker &worker);

  const FuzzOptions &options;
  function_ref<void(const ProgramReport &)> report;
  std::deque<std::vector<uint64_t>> queue;
  std::vector<Worker> workers;
};

} // namespace

void Campaign::queueAll() {
  for (uint64_t first = 0; first < options.count; first += options.batch) {
    std::vector<uint64_t> seeds;
    for (uint64_t i = first;
         i < std::min<uint64_t>(first + options.batch, options.count); ++i)
      seeds.push_back(options.seed + i);
    queue.push_back(std::move(seeds));
  }
}

void Campaign::startWorker() {
  Worker worker;
  worker.seeds = std::move(queue.front());
  queue.pop_front();
  worker.child = startChild(
      [&](llvm::raw_ostream &os) { checkBatch(worker.seeds, options, os); });
  workers.push_back(std::move(worker));
}

void Campaign::finish(Worker &worker) {
  int signal = finishChild(worker.child);
  Events events = readEvents(worker.child.output);
  std::set<uint64_t> done;
  auto add = [&](const ProgramReport &found) {
    report(found);
    done.insert(found.seed);
    if (options.stopAtFailure && isFailure(found.verdict.outcome))
      queue.clear();
  };
  llvm::for_each(events.reports, add);
  if (done.size() == worker.seeds.size())
    return;
  ProgramReport crash;
  crash.seed = events.lastSeed;
  crash.verdict = getSignalVerdict(signal, events.lastStage);
  add(crash);
  std::vector<uint64_t> rest;
  for (uint64_t seed : worker.seeds)
    if (!done.count(seed))
      rest.push_back(seed);
  if (!rest.empty() && !(options.stopAtFailure))
    queue.push_front(std::move(rest));
}

void Campaign::waitForWorkers() {
  std::vector<pollfd> files;
  for (const Worker &worker : workers)
    files.push_back({worker.child.pipe, POLLIN, 0});
  poll(files.data(), files.size(), -1);
  for (size_t i = workers.size(); i-- > 0;) {
    if (files[i].revents == 0 || readSome(workers[i].child))
      continue;
    finish(workers[i]);
    workers.erase(workers.begin() + long(i));
  }
}

void Campaign::run() {
  queueAll();
  while (!queue.empty() || !workers.empty()) {
    while (!queue.empty() && workers.size() < options.jobs)
      startWorker();
    waitForWorkers();
  }
}

void fuzz::checkPrograms(const FuzzOptions &options,
                         function_ref<void(const ProgramReport &)> report) {
  Campaign(options, report).run();
}
