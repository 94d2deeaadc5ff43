//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests the thread-dependence analysis on random kernels: small ones,
// which an interpreter runs for each work-item of a group. What the analysis
// rules out must never happen; and it must rule out some of what does not.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/Loop/OperandExprs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace mlir::lift;

namespace {

//===----------------------------------------------------------------------===//
// Random kernels
//===----------------------------------------------------------------------===//

/// Writes a kernel with up to six accesses to one buffer, in loops and
/// branches.
class KernelWriter {
public:
  explicit KernelWriter(uint32_t seed) : random(seed) {}

  std::string write() {
    localSize = {int64_t(1 + pick(4)), int64_t(1 + pick(3))};
    text =
        llvm::formatv(R"(
func.func @f(%x: !lift.array<N x G x i32>, %k: index) {{
  loop.kernel (%any = %k : index) local_size [{0}, {1}] global_size [{0} * {2}, {1}] {{
    %lid0 = loop.id local(0)
    %lid1 = loop.id local(1)
    %group = loop.id group(0)
    %gid = loop.id global(0)
    %tile = loop.alloc : !loop.buffer<4096 x i32, local>
    %number = arith.constant 1 : i32
    %pair = arith.constant dense<1> : vector<2xi32>
)",
                      localSize[0], localSize[1], localSize[0] % 2 ? "2" : "G")
            .str();
    variables = {"%lid0", "%lid1", "%lid0", "%lid1", "%group", "%gid", "N"};
    if (pick(4) == 0)
      variables.push_back("%any");
    for (unsigned i = 1 + pick(2); i > 0; --i)
      writeStatement(/*depth=*/0);
    return text + "  }\n  return\n}\n";
  }

private:
  unsigned pick(unsigned bound) { return random() % bound; }
  int64_t pickBetween(int64_t first, int64_t last) {
    return first + int64_t(pick(unsigned(last - first + 1)));
  }
  std::string constant(int64_t first, int64_t last) {
    return std::to_string(pickBetween(first, last));
  }
  std::string pickVariable() { return variables[pick(variables.size())]; }

  /// Something that one variable is multiplied with, in most cases.
  std::string writeWeight() {
    switch (pick(5)) {
    case 0:
      return std::to_string(localSize[pick(2)]);
    case 1:
      return std::to_string(localSize[0] * localSize[1]);
    case 2:
      return "N";
    default:
      return constant(1, 8);
    }
  }

  std::string writeKept(StringRef kind, const std::string &index,
                        const std::string &bounds) {
    std::string name = "%v" + std::to_string(numValues++);
    text += llvm::formatv("{0} = loop.index {1}({2}, {3})\n", name, kind, index,
                          bounds);
    return name;
  }

  /// What is done to an index now and then.
  std::string writeBounded(const std::string &index) {
    switch (pick(14)) {
    case 0:
      return "(" + index + " mod " + writeWeight() + ")";
    case 1:
      return "(" + index + " floordiv " + writeWeight() + ")";
    case 2:
      return writeKept("clamp", index, constant(-1, 3) + ", " + constant(0, 5));
    case 3:
      return writeKept("clamp", index, "0, N - 1");
    case 4:
      return "(" + constant(0, 9) + " - " + index + ")";
    default:
      return index;
    }
  }

  std::string writeIndex() {
    std::string index = writeBounded(pickVariable());
    for (unsigned i = pick(3); i > 0; --i)
      index = "(" + index + ") * " + writeWeight() + " + " +
              writeBounded(pickVariable());
    return pick(4) ? index : index + " + " + constant(-3, 9);
  }

  void writeAccess() {
    // The indices of accesses that belong together are alike.
    std::string index = indices.empty() || pick(2)
                            ? writeIndex()
                            : indices[pick(indices.size())];
    indices.push_back(index);
    bool isPair = pick(4) == 0;
    if (isPair)
      index += pick(3) ? " + @lane" : " + " + constant(2, 5) + " * @lane";
    constexpr StringLiteral buffer = "!loop.buffer<4096 x i32, local>";
    StringRef type = isPair ? "vector<2xi32>" : "i32";
    if (pick(2))
      text += llvm::formatv("loop.store {0}, %tile[{1}] : {2}, {3}\n",
                            isPair ? "%pair" : "%number", index, type, buffer);
    else
      text +=
          llvm::formatv("%v{0} = loop.load %tile[{1}] : {2}{3}\n", numValues++,
                        index, buffer, isPair ? " to vector<2xi32>" : "");
  }

  std::string writeTest() {
    if (pick(3) == 0)
      return "0 <= %lid" + std::to_string(pick(2)) + " < 1";
    std::string index = pick(2) ? pickVariable() : writeIndex();
    return constant(-20, 2) + " <= " + index + " < " +
           (pick(2) ? constant(0, 8) : "N");
  }

  /// What is made inside is not in scope after it.
  void writeInside(unsigned depth, ArrayRef<std::string> more = {}) {
    size_t numVariables = variables.size(), numIndices = indices.size();
    llvm::append_range(variables, more);
    for (unsigned i = 1 + pick(2); i > 0; --i)
      writeStatement(depth + 1);
    variables.resize(numVariables);
    indices.resize(numIndices);
  }

  void writeLoop(unsigned depth) {
    std::string lower = pick(2) ? constant(-9, 2) : "0";
    std::string upper = pick(2) ? constant(0, 6) : "N";
    std::string step = pick(2) ? "1" : constant(2, 4);
    if (pick(4) == 0) {
      unsigned dim = pick(2);
      lower = "%lid" + std::to_string(dim);
      step = std::to_string(localSize[dim]);
    } else if (pick(6) == 0) {
      lower = "%group";
      step = localSize[0] % 2 ? "2" : "G";
    }
    std::string variable = "%i" + std::to_string(numValues++);
    text += llvm::formatv("loop.for {0} from {1} below {2} step {3} {{\n",
                          variable, lower, upper, step);
    writeInside(depth, variable);
    text += "}\n";
  }

  void writeStatement(unsigned depth) {
    unsigned drawn = pick(10);
    if (depth == 3 || drawn < 5)
      return writeAccess();
    if (drawn < 8)
      return writeLoop(depth);
    std::string test = writeTest();
    text += "loop.if " + test + " {\n";
    writeInside(depth);
    if (pick(2)) {
      text += "} else {\n";
      writeInside(depth);
    }
    text += "}\n";
  }

  std::mt19937 random;
  std::array<int64_t, 2> localSize;
  std::string text;
  std::vector<std::string> variables, indices;
  unsigned numValues = 0;
};

//===----------------------------------------------------------------------===//
// Running them
//===----------------------------------------------------------------------===//

using Trips = SmallVector<std::pair<Operation *, int64_t>, 4>;

/// One access of one work-item.
struct Event {
  unsigned workItem;
  int64_t element;
  /// The loops around and the numbers of their trips, from the outermost.
  Trips trips;
};

/// What all work-items of one group do.
struct GroupRun {
  DenseMap<Operation *, std::vector<Event>> events;
  /// For each loop and branch and each way that leads to it, how often each
  /// work-item goes through its body.
  std::map<std::pair<Operation *, Trips>, std::map<unsigned, int64_t>> counts;
  unsigned numWorkItems = 0;
};

/// What the names in a kernel stand for.
struct Launch {
  int64_t size = 1;
  int64_t group = 0;
  /// The index that the kernel takes.
  int64_t any = 0;
};

/// Runs a kernel for one work-item.
class WorkItem {
public:
  WorkItem(loop::KernelOp kernel, unsigned number, std::array<int64_t, 2> ids,
           const Launch &launch, GroupRun &run)
      : kernel(kernel), number(number), ids(ids), launch(launch), run(run) {
    values[kernel.getInputArgs()[0]] = launch.any;
    visit(kernel.getBody().front());
  }

private:
  int64_t evaluate(const Expr &expr, ValueRange operands) {
    Expr value = loop::substituteOperands(expr, operands, [&](Value operand) {
                   return Expr(values[operand]);
                 }).front();
    EvalResult result =
        value.evaluate([&](const std::string &name) -> std::optional<int64_t> {
          return name == "N" ? launch.size : 2;
        });
    EXPECT_TRUE(result.value) << result.error;
    return result.value.value_or(0);
  }

  void visit(Block &block) {
    for (Operation &op : block)
      visit(&op);
  }

  void visitLoop(loop::ForOp loop) {
    int64_t trip = 0;
    Trips around = trips;
    const int64_t end = evaluate(loop.getUpper(), loop.getIndices());
    const int64_t step = evaluate(loop.getStep(), loop.getIndices());
    for (int64_t i = evaluate(loop.getLower(), loop.getIndices()); i < end;
         i += step) {
      values[loop.getInductionVar()] = i;
      trips.emplace_back(loop, trip++);
      visit(loop.getBody().front());
      trips.pop_back();
    }
    run.counts[{loop, around}][number] = trip;
  }

  void visitBranch(loop::IfOp branch) {
    auto get = [&](const Expr &expr) {
      return evaluate(expr, branch.getIndices());
    };
    bool isTaken =
        llvm::all_of(branch.getIndexTests(), [&](const IndexTest &test) {
          return get(test.lower) <= get(test.index) &&
                 get(test.index) < get(test.upper);
        });
    run.counts[{branch, trips}][number] = isTaken;
    Region &region = isTaken ? branch.getThenRegion() : branch.getElseRegion();
    if (!region.empty())
      visit(region.front());
  }

  void visit(Operation *op) {
    if (auto loop = dyn_cast<loop::ForOp>(op))
      visitLoop(loop);
    else if (auto branch = dyn_cast<loop::IfOp>(op))
      visitBranch(branch);
    else if (auto load = dyn_cast<loop::LoadOp>(op))
      access(op, load.getBuffer(), load.getType());
    else if (auto store = dyn_cast<loop::StoreOp>(op))
      access(op, store.getBuffer(), store.getValue().getType());
    else if (auto id = dyn_cast<loop::IdOp>(op))
      values[id] = getId(id);
    else if (auto index = dyn_cast<loop::IndexOp>(op))
      values[index] = clamp(index);
  }

  int64_t getId(loop::IdOp id) {
    if (id.getLevel() == loop::IdLevel::Local)
      return ids[id.getDim()];
    if (id.getLevel() == loop::IdLevel::Group)
      return launch.group;
    return launch.group * *kernel.getLocalSizeIn(0).getConstant() + ids[0];
  }

  int64_t clamp(loop::IndexOp index) {
    auto get = [&](unsigned number) {
      return evaluate(index.getExprs()[number], index.getIndices());
    };
    return std::max(std::min(get(0), get(2)), get(1));
  }

  void access(Operation *op, Value buffer, Type type) {
    auto vector = dyn_cast<VectorType>(type);
    auto [path, operands] = loop::getExprs(op);
    SmallVector<Expr> sizes =
        cast<loop::BufferType>(buffer.getType()).getSizeExprs();
    for (int64_t lane = 0; lane < (vector ? vector.getNumElements() : 1);
         ++lane) {
      int64_t element = 0;
      for (auto [index, size] : llvm::zip_equal(path.getExprs(), sizes))
        element = element * *size.getConstant() +
                  evaluate(index.substitute(
                               {{*loop::getLaneSymbol().getName(), lane}}),
                           operands);
      run.events[op].push_back({number, element, trips});
    }
  }

  loop::KernelOp kernel;
  unsigned number;
  std::array<int64_t, 2> ids;
  Launch launch;
  GroupRun &run;
  DenseMap<Value, int64_t> values;
  Trips trips;
};

GroupRun runGroup(loop::KernelOp kernel, const Launch &launch) {
  GroupRun run;
  for (int64_t y = 0; y < *kernel.getLocalSizeIn(1).getConstant(); ++y)
    for (int64_t x = 0; x < *kernel.getLocalSizeIn(0).getConstant(); ++x)
      WorkItem(kernel, run.numWorkItems++, {x, y}, launch, run);
  return run;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

class ThreadDependenceTest : public testing::Test {
protected:
  ThreadDependenceTest() {
    context.loadDialect<LiftDialect, loop::LoopDialect, arith::ArithDialect,
                        func::FuncDialect>();
  }

  loop::KernelOp parse(const std::string &text) {
    module = parseSourceString<ModuleOp>(text, &context);
    loop::KernelOp kernel;
    if (module)
      module->walk([&](loop::KernelOp op) { kernel = op; });
    return kernel;
  }

  /// Compares all that the analysis says of a kernel with what its groups do.
  void check(const std::string &text);

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  /// Pairs of accesses that never conflict, and how many of them are seen.
  unsigned numApart = 0, numProved = 0;

private:
  using Filter = function_ref<bool(const Event &, const Event &)>;
  /// Whether two work-items meet by two accesses for which `isMeant` holds.
  bool conflict(Operation *first, Operation *second, Filter isMeant);
  void expectSound(bool mayConflict, Operation *first, Operation *second,
                   StringRef question, Filter isMeant);
  void checkPair(ThreadDependence &dependence, Operation *first,
                 Operation *second);
  void checkUniform(ThreadDependence &dependence, Operation *op);
  void checkAlwaysTaken(ThreadDependence &dependence, loop::IfOp branch);

  std::string text;
  std::vector<GroupRun> runs;
};

/// The loops around `op`, itself not included, take the same trips.
bool haveSameTripsAround(Operation *op, const Event &one, const Event &other) {
  for (auto [mine, theirs] : llvm::zip(one.trips, other.trips))
    if (mine.first->isProperAncestor(op) && mine != theirs)
      return false;
  return true;
}

/// The loops around both take the same trips.
bool haveSameCommonTrips(const Event &one, const Event &other) {
  for (auto [mine, theirs] : llvm::zip(one.trips, other.trips))
    if (mine.first == theirs.first && mine.second != theirs.second)
      return false;
  return true;
}

int64_t getTrip(const Event &event, Operation *loop) {
  for (auto [op, trip] : event.trips)
    if (op == loop)
      return trip;
  return -1;
}

std::string toString(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  return text;
}

bool ThreadDependenceTest::conflict(Operation *first, Operation *second,
                                    Filter isMeant) {
  for (const GroupRun &run : runs) {
    std::vector<Event> ones = run.events.lookup(first);
    std::vector<Event> others = run.events.lookup(second);
    for (const Event &one : ones)
      for (const Event &other : others)
        if (one.workItem != other.workItem && one.element == other.element &&
            isMeant(one, other))
          return true;
  }
  return false;
}

void ThreadDependenceTest::expectSound(bool mayConflict, Operation *first,
                                       Operation *second, StringRef question,
                                       Filter isMeant) {
  bool happens = conflict(first, second, isMeant);
  numApart += !happens;
  numProved += !mayConflict;
  EXPECT_FALSE(happens && !mayConflict)
      << question.str() << ": " << toString(first) << " and "
      << toString(second) << " of" << text;
}

void ThreadDependenceTest::checkPair(ThreadDependence &dependence,
                                     Operation *first, Operation *second) {
  MemoryAccess one = *dependence.getAccess(first);
  MemoryAccess other = *dependence.getAccess(second);
  if (!one.isWrite && !other.isWrite)
    return;
  expectSound(dependence.mayConflict(one, other), first, second, "any time",
              [](const Event &, const Event &) { return true; });
  expectSound(dependence.mayConflictInTrip(one, other), first, second,
              "one trip", [](const Event &mine, const Event &theirs) {
                return haveSameCommonTrips(mine, theirs);
              });
  for (Operation *op = first->getParentOp(); !isa<loop::KernelOp>(op);
       op = op->getParentOp()) {
    if (!op->isProperAncestor(second))
      continue;
    expectSound(dependence.mayConflictInside(op, one, other), first, second,
                "inside", [&](const Event &mine, const Event &theirs) {
                  return haveSameTripsAround(op, mine, theirs);
                });
    auto loop = dyn_cast<loop::ForOp>(op);
    if (!loop)
      continue;
    for (bool isNext : {false, true})
      expectSound(dependence.mayConflictInLaterTrip(one, other, loop, isNext),
                  first, second, isNext ? "next trip" : "later trip",
                  [&](const Event &mine, const Event &theirs) {
                    int64_t trips = getTrip(theirs, op) - getTrip(mine, op);
                    return haveSameTripsAround(op, mine, theirs) &&
                           (isNext ? trips == 1 : trips >= 1);
                  });
  }
}

void ThreadDependenceTest::checkUniform(ThreadDependence &dependence,
                                        Operation *op) {
  for (Operation *around = op; !isa<loop::KernelOp>(around);
       around = around->getParentOp())
    if (!dependence.isUniform(around))
      return;
  for (const GroupRun &run : runs)
    for (const auto &[place, counts] : run.counts)
      if (place.first == op) {
        EXPECT_EQ(counts.size(), run.numWorkItems) << toString(op) << text;
        EXPECT_TRUE(llvm::all_equal(llvm::make_second_range(counts)))
            << toString(op) << text;
      }
}

void ThreadDependenceTest::checkAlwaysTaken(ThreadDependence &dependence,
                                            loop::IfOp branch) {
  if (!dependence.isAlwaysTaken(branch))
    return;
  for (const GroupRun &run : runs)
    for (const auto &[place, counts] : run.counts)
      if (place.first == branch) {
        for (auto [workItem, count] : counts)
          EXPECT_EQ(count, 1) << toString(branch) << text;
      }
}

void ThreadDependenceTest::check(const std::string &written) {
  text = written;
  loop::KernelOp kernel = parse(text);
  ASSERT_TRUE(kernel) << text;
  runs.clear();
  for (int64_t size : {1, 2, 3, 5})
    for (int64_t group : {0, 1})
      runs.push_back(runGroup(kernel, {size, group, size - 3}));
  ThreadDependence dependence(kernel);
  SmallVector<Operation *> accesses;
  kernel.walk([&](Operation *op) {
    if (isa<loop::LoadOp, loop::StoreOp>(op))
      accesses.push_back(op);
    if (isa<loop::ForOp, loop::IfOp>(op))
      checkUniform(dependence, op);
    if (auto branch = dyn_cast<loop::IfOp>(op))
      checkAlwaysTaken(dependence, branch);
  });
  for (Operation *first : accesses)
    for (Operation *second : accesses)
      if (first != second)
        checkPair(dependence, first, second);
}

TEST_F(ThreadDependenceTest, NothingIsMissedInRandomKernels) {
  for (uint32_t seed = 0; seed < 1000 && !HasFailure(); ++seed)
    check(KernelWriter(seed).write());
  // Not sound only because it never says anything.
  EXPECT_GT(numProved * 100, numApart * 50) << numProved << " of " << numApart;
}

/// A loop that begins below zero takes more trips than its end has steps.
TEST_F(ThreadDependenceTest, LoopsFromNegativeBounds) {
  check(R"(
func.func @f(%k: index) {
  loop.kernel (%any = %k : index) local_size [4] global_size [4] {
    %lid = loop.id local(0)
    %tile = loop.alloc : !loop.buffer<4096 x i32, local>
    %value = arith.constant 1 : i32
    loop.for %i from -8 below 4 step 4 {
      loop.store %value, %tile[8 * %lid + %i + 8] : i32, !loop.buffer<4096 x i32, local>
      %v = loop.load %tile[8 * %lid] : !loop.buffer<4096 x i32, local>
    }
  }
  return
}
)");
}

/// Each work-item has a row of six, and reads the element of it that has its
/// own number: one variable in two dimensions.
TEST_F(ThreadDependenceTest, DiagonalOfOwnRows) {
  check(R"(
func.func @f(%k: index) {
  loop.kernel (%any = %k : index) local_size [6] global_size [6] {
    %lid = loop.id local(0)
    %tile = loop.alloc : !loop.buffer<6 x 6 x i32, local>
    %value = arith.constant 1 : i32
    loop.for %i below 6 {
      loop.store %value, %tile[%lid, %i] : i32, !loop.buffer<6 x 6 x i32, local>
    }
    %v = loop.load %tile[%lid, %lid] : !loop.buffer<6 x 6 x i32, local>
  }
  return
}
)");
  EXPECT_EQ(numProved, numApart);
}

/// Each work-item has a column, and goes through its rows from the last on.
TEST_F(ThreadDependenceTest, OwnColumnsBackwards) {
  check(R"(
func.func @f(%x: !lift.array<N x G x i32>, %k: index) {
  loop.kernel (%any = %k : index) local_size [6] global_size [6] {
    %lid = loop.id local(0)
    %tile = loop.alloc : !loop.buffer<5 x G x i32, local>
    %value = arith.constant 1 : i32
    loop.if 0 <= %lid < G {
      loop.for %i below 5 {
        loop.store %value, %tile[4 - %i, %lid] : i32, !loop.buffer<5 x G x i32, local>
      }
      loop.for %j below 5 {
        %v = loop.load %tile[4 - %j, %lid] : !loop.buffer<5 x G x i32, local>
      }
    }
  }
  return
}
)");
  EXPECT_EQ(numProved, numApart);
}

/// Each work-item has rows of its own in planes of one row more than there are
/// sizes for: a row is no product of sizes.
TEST_F(ThreadDependenceTest, RowsOfPlanesWithMargin) {
  check(R"(
func.func @f(%x: !lift.array<N x G x i32>, %k: index) {
  loop.kernel (%any = %k : index) local_size [3, 2] global_size [3, 2] {
    %lid0 = loop.id local(0)
    %lid1 = loop.id local(1)
    %tile = loop.alloc : !loop.buffer<2 x (N + 1) x G x i32, local>
    %value = arith.constant 1 : i32
    loop.if 0 <= %lid0 < N + 1 {
      loop.for %i below G {
        loop.store %value, %tile[%lid1, %lid0, %i] : i32, !loop.buffer<2 x (N + 1) x G x i32, local>
      }
      loop.for %j below G {
        %v = loop.load %tile[%lid1, %lid0, %j] : !loop.buffer<2 x (N + 1) x G x i32, local>
      }
    }
  }
  return
}
)");
  EXPECT_EQ(numProved, numApart);
}

} // namespace
