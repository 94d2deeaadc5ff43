//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/Candidate.h"

#include "LiftDialect/InitAll.h"
#include "LiftDialect/Mapping/Rules.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

#include <set>
#include <thread>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

/// Sums of rows, of which each group has some and each work-item computes some
/// at a time; all choices are open.
static constexpr StringLiteral kProgram = R"mlir(
func.func @sums(%x: !lift.array<64 x 32 x f32>) -> !lift.array<64 x f32>
    attributes {lift.params = {T = [1, 2, 4, 8], V = [1, 2, 4]}} {
  %zero = arith.constant 0.0 : f32
  %tiles = lift.split %x by T : !lift.array<64 x 32 x f32>
  %s = lift.map (%tile = %tiles : !lift.array<(64 / T) x T x 32 x f32>) {
    %blocks = lift.split %tile by V : !lift.array<T x 32 x f32>
    %b = lift.map (%block = %blocks : !lift.array<(T / V) x V x 32 x f32>) {
      %r = lift.map (%row = %block : !lift.array<V x 32 x f32>) {
        %sum = lift.reduce (%a = %row : !lift.array<32 x f32>)
            init (%acc = %zero : f32) {
          %next = arith.addf %acc, %a : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %r : !lift.array<V x f32>
    }
    %j = lift.join %b : !lift.array<(T / V) x V x f32>
    lift.yield %j : !lift.array<T x f32>
  }
  %r = lift.join %s : !lift.array<(64 / T) x T x f32>
  return %r : !lift.array<64 x f32>
})mlir";

namespace {
/// A program in a context of its own, and who compiles its candidates.
class Search {
public:
  Search()
      : context(getRegistry(), MLIRContext::Threading::DISABLED),
        handler(&context, [this](Diagnostic &diagnostic) {
          messages += diagnostic.str() + "\n";
          return success();
        }) {
    sourceMgr.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(kProgram, "sums.mlir"), SMLoc());
    EXPECT_TRUE(succeeded(parseProgram(sourceMgr, "", context, program)));
    CandidateSettings settings;
    settings.target = "pocl";
    compiler.emplace(program, settings);
  }

  /// Candidates that the solver finds.
  std::vector<Candidate> findCandidates(uint64_t count) {
    FailureOr<ArrayRef<KernelMapping>> kernels = compiler->getKernels();
    EXPECT_TRUE(succeeded(kernels));
    std::string error;
    JointProblem problem(&kernels->front(),
                         *getMappingRules("sound", {}, {}, error));
    SolverOptions options;
    options.limit = count;
    options.seed = 1;
    std::vector<Candidate> candidates;
    for (const Mapping &mapping :
         solveWithZ3(problem.getSystem(), options).mappings)
      candidates.push_back(CandidateCompiler::getCandidate(*kernels, mapping));
    return candidates;
  }

  /// The kernels of a candidate; empty if it fails.
  std::string compile(const Candidate &candidate) {
    messages.clear();
    FailureOr<CompiledProgram> compiled = compiler->compile(candidate);
    return succeeded(compiled) ? compiled->package.programs.front().bytes : "";
  }

  /// All files of a candidate's package.
  std::string compileToFiles(const Candidate &candidate) {
    FailureOr<CompiledProgram> compiled = compiler->compile(candidate);
    if (failed(compiled))
      return "";
    llvm::SmallString<64> folder;
    std::string text;
    if (!llvm::sys::fs::createUniqueDirectory("candidate", folder) &&
        runtime::writePackage(folder.str().str(), compiled->package)) {
      std::error_code error;
      std::set<std::string> files;
      for (llvm::sys::fs::directory_iterator it(folder, error), end;
           !error && it != end; it.increment(error))
        files.insert(it->path());
      for (const std::string &file : files)
        if (auto buffer = llvm::MemoryBuffer::getFile(file))
          text += (*buffer)->getBuffer();
    }
    llvm::sys::fs::remove_directories(folder);
    return text;
  }

  const Program &getProgram() const { return program; }
  std::string messages;

private:
  static const DialectRegistry &getRegistry() {
    static const DialectRegistry registry = [] {
      DialectRegistry all;
      registerAllDialects(all);
      return all;
    }();
    return registry;
  }

  MLIRContext context;
  ScopedDiagnosticHandler handler;
  llvm::SourceMgr sourceMgr;
  Program program;
  std::optional<CandidateCompiler> compiler;
};
} // namespace

TEST(CandidateTest, IsWhatThePipelineMakesOfTheSameChoices) {
  Search search;
  std::vector<Candidate> candidates = search.findCandidates(5);
  ASSERT_EQ(candidates.size(), 5u);
  registerAllPasses();
  for (const Candidate &candidate : candidates) {
    ExecutionOptions options;
    options.target = "pocl";
    options.pipeline =
        "lift-set-target{target=pocl},func.func(lift-normalize,lift-infer-"
        "spaces,lift-form-kernels,lift-map-parallelism{fix=";
    for (auto [number, code] : llvm::enumerate(candidate.mapping.front()))
      options.pipeline +=
          std::to_string(number) + "=" + getCodeName(code) + ",";
    for (auto [number, width] : llvm::enumerate(candidate.widths.front()))
      if (width != 1)
        options.pipeline +=
            std::to_string(number) + "=vector(" + std::to_string(width) + "),";
    for (const auto &[name, value] : candidate.parameters)
      options.pipeline += name + "=" + std::to_string(value) + ",";
    options.pipeline.back() = '}';
    options.pipeline += "),lift-to-gpu{mapping=none}";
    FailureOr<CompiledProgram> expected =
        run::compile(search.getProgram(), options);
    ASSERT_TRUE(succeeded(expected)) << search.messages;
    EXPECT_EQ(search.compile(candidate),
              expected->package.programs.front().bytes);
  }
}

TEST(CandidateTest, LeavesToTheProgramWhatItDoesNotChoose) {
  Search search;
  Candidate candidate;
  candidate.parameters = {{"T", 8}};
  std::string text = search.compile(candidate);
  EXPECT_NE(text.find("get_global_id"), std::string::npos)
      << search.messages << text;
  candidate.options = {"index-bitwidth=64"};
  EXPECT_NE(search.compile(candidate), text);
}

TEST(CandidateTest, AppliesSchedules) {
  Search search;
  Candidate candidate;
  candidate.schedule = R"mlir(
    !op = !transform.any_op
    module attributes {transform.with_named_sequence} {
      transform.named_sequence @__transform_main(%func: !op) {
        %tiles = transform.lift.match_pattern %func[0] : (!op) -> !op
        %blocks = transform.lift.match_pattern %tiles[0] : (!op) -> !op
        transform.lift.map_to %tiles ["wrg(0)"] : !op
        transform.lift.map_to %blocks ["lcl(0)"] : !op
        transform.yield
      }
    })mlir";
  std::string text = search.compile(candidate);
  EXPECT_NE(text.find("get_group_id(0)"), std::string::npos)
      << search.messages << text;
  candidate.schedule = "module { func.func private @f() }";
  EXPECT_EQ(search.compile(candidate), "");
  EXPECT_NE(search.messages.find("sequence"), std::string::npos)
      << search.messages;
}

TEST(CandidateTest, RefusesWhatDoesNotFit) {
  Search search;
  std::vector<Candidate> candidates = search.findCandidates(1);
  ASSERT_EQ(candidates.size(), 1u);
  auto expectError = [&](auto change, StringRef message) {
    Candidate candidate = candidates.front();
    change(candidate);
    EXPECT_EQ(search.compile(candidate), "");
    EXPECT_NE(search.messages.find(message.str()), std::string::npos)
        << search.messages;
  };
  expectError([](Candidate &c) { c.mapping.push_back({0}); },
              "has 1 kernels with maps, and the candidate a mapping for 2");
  expectError([](Candidate &c) { c.mapping.front().pop_back(); },
              "has 3 maps, and the candidate a mapping for 2");
  expectError([](Candidate &c) { c.widths.front().push_back(1); },
              "has 3 maps, and the candidate a width for 4");
  expectError([](Candidate &c) { c.mapping.front()[0] = 7; },
              "is given the mapping 7 by the candidate, which is none");
  expectError([](Candidate &c) { c.widths.front()[0] = 5; },
              "is given the vector width 5 by the candidate, which is none");
  expectError([](Candidate &c) { c.parameters.erase("T"); },
              "has the tuning name 'T', to which the candidate gives no value");
  expectError([](Candidate &c) { c.parameters["T"] = 3; },
              "tuning name 'T' cannot be 3");
  expectError([](Candidate &c) { c.parameters["U"] = 3; },
              "no function has a size or tuning name 'U'");
  expectError([](Candidate &c) { c.options = {"index-bitwidth=many"}; },
              "are not those of lift-to-gpu");
  expectError([](Candidate &c) { c.options = {"target=pocl"}; },
              "choose what its other fields, or its search, are to choose");
  EXPECT_NE(search.compile(candidates.front()), "");
}

TEST(CandidateTest, IsTheSameAfterJson) {
  Candidate candidate;
  candidate.schedule = "module {}\n";
  candidate.mapping = {{*parseCodeName("wrg(1)"), *parseCodeName("seq")}, {}};
  candidate.widths = {{1, 4}, {}};
  candidate.parameters = {{"T", 8}, {"L0", 16}};
  candidate.options = {"index-bitwidth=64"};
  std::string error;
  EXPECT_EQ(Candidate::fromJson(candidate.toJson(), error), candidate) << error;
  EXPECT_EQ(Candidate::fromJson("{}", error), Candidate()) << error;
  for (StringRef text :
       {"", "[]", "{\"mapping\": [[\"lid(0)\"]]}", "{\"mappings\": []}",
        "{\"parameters\": {\"T\": \"x\"}}", "{\"widths\": [4]}"}) {
    error.clear();
    EXPECT_FALSE(Candidate::fromJson(text, error)) << text.str();
    EXPECT_FALSE(error.empty()) << text.str();
  }
}

/// 1,000 packages, made by two threads with a context each, are those that are
/// made one after another.
TEST(CandidateTest, IsMadeTheSameInThreads) {
  constexpr size_t count = 1000;
  Search first;
  std::vector<Candidate> candidates = first.findCandidates(count);
  ASSERT_EQ(candidates.size(), count);
  std::vector<std::string> expected(count), made(count);
  for (size_t i = 0; i < count; ++i)
    expected[i] = first.compileToFiles(candidates[i]);
  auto compileEverySecond = [&](size_t begin) {
    Search search;
    for (size_t i = begin; i < count; i += 2)
      made[i] = search.compileToFiles(candidates[i]);
  };
  std::thread even(compileEverySecond, 0), odd(compileEverySecond, 1);
  even.join();
  odd.join();
  for (size_t i = 0; i < count; ++i) {
    ASSERT_FALSE(expected[i].empty()) << candidates[i].toJson();
    ASSERT_EQ(made[i], expected[i]) << candidates[i].toJson();
  }
}
