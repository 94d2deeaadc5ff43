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
#include "LiftDialect/LiftDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
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
gpu.module @kernels {{
gpu.func @kernel(%n: index) workgroup(%tile: memref<4096xi32, #gpu.address_space<workgroup>>)
    kernel attributes {{known_block_size = array<i32: {0}, {1}, 1>} {{
  %lid0 = gpu.thread_id x
  %lid1 = gpu.thread_id y
  %group = gpu.block_id x{2}
  %value = arith.constant 1 : i32
)",
                      localSize[0], localSize[1],
                      localSize[0] % 2 ? " {lift.below = #lift.size<2>}" : "")
            .str();
    variables = {"%lid0", "%lid1", "%group", "%n"};
    for (unsigned i = 1 + pick(2); i > 0; --i)
      writeStatement(/*depth=*/0);
    return text + "gpu.return\n}\n}\n";
  }

private:
  unsigned pick(unsigned bound) { return random() % bound; }
  int64_t pickBetween(int64_t first, int64_t last) {
    return first + int64_t(pick(unsigned(last - first + 1)));
  }
  std::string pickVariable() { return variables[pick(variables.size())]; }

  std::string add(const std::string &operation) {
    std::string name = "%v" + std::to_string(numValues++);
    text += name + " = " + operation + "\n";
    return name;
  }
  std::string constant(int64_t value) {
    return add(llvm::formatv("arith.constant {0} : index", value));
  }
  std::string binary(StringRef op, const std::string &lhs,
                     const std::string &rhs) {
    return add(llvm::formatv("arith.{0} {1}, {2} : index", op, lhs, rhs));
  }

  /// Something that one variable is multiplied with, in most cases.
  std::string writeWeight() {
    switch (pick(5)) {
    case 0:
      return constant(localSize[pick(2)]);
    case 1:
      return constant(localSize[0] * localSize[1]);
    case 2:
      return "%n";
    default:
      return constant(pickBetween(1, 8));
    }
  }

  /// What is done to an index now and then.
  std::string writeBounded(const std::string &index) {
    switch (pick(14)) {
    case 0:
      return binary("remui", index, writeWeight());
    case 1:
      return binary("divui", index, writeWeight());
    case 2:
      return binary("minsi", index, constant(pickBetween(0, 5)));
    case 3: {
      std::string upper = binary("minsi", index, constant(pickBetween(0, 5)));
      return binary("maxsi", upper, constant(pickBetween(0, 5)));
    }
    case 4:
      return binary("subi", constant(pickBetween(0, 9)), index);
    default:
      return index;
    }
  }

  std::string writeIndex() {
    std::string index = writeBounded(pickVariable());
    for (unsigned i = pick(3); i > 0; --i) {
      index = binary("muli", index, writeWeight());
      index = binary("addi", index, writeBounded(pickVariable()));
    }
    return pick(4) ? index
                   : binary("addi", index, constant(pickBetween(-3, 9)));
  }

  void writeAccess() {
    // The indices of accesses that belong together are alike.
    std::string index = indices.empty() || pick(2)
                            ? writeIndex()
                            : indices[pick(indices.size())];
    indices.push_back(index);
    constexpr StringLiteral type =
        " : memref<4096xi32, #gpu.address_space<workgroup>>\n";
    if (pick(2))
      text += "memref.store %value, %tile[" + index + "]" + type.str();
    else
      add("memref.load %tile[" + index + "]" + type.str());
  }

  std::string writeCondition() {
    if (pick(3) == 0)
      return add(llvm::formatv("arith.cmpi eq, %lid{0}, {1} : index", pick(2),
                               constant(0)));
    std::string lhs = pick(2) ? pickVariable() : writeIndex();
    std::string rhs = pick(2) ? constant(pickBetween(0, 8)) : "%n";
    return add(llvm::formatv("arith.cmpi {0}, {1}, {2} : index",
                             pick(4) ? "slt" : "sge", lhs, rhs));
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
    std::string lower = pick(2) ? constant(pickBetween(-9, 2)) : constant(0);
    std::string upper = pick(2) ? constant(pickBetween(0, 6)) : "%n";
    std::string step = constant(pick(2) ? 1 : pickBetween(2, 4));
    if (pick(4) == 0) {
      unsigned dim = pick(2);
      lower = "%lid" + std::to_string(dim);
      step = constant(localSize[dim]);
    }
    std::string variable = "%i" + std::to_string(numValues++);
    text += llvm::formatv("scf.for {0} = {1} to {2} step {3} {{\n", variable,
                          lower, upper, step);
    writeInside(depth, variable);
    text += "}\n";
  }

  void writeStatement(unsigned depth) {
    unsigned drawn = pick(10);
    if (depth == 3 || drawn < 5)
      return writeAccess();
    if (drawn < 8)
      return writeLoop(depth);
    text += "scf.if " + writeCondition() + " {\n";
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

/// Runs a kernel for one work-item.
class WorkItem {
public:
  WorkItem(gpu::GPUFuncOp func, unsigned number, std::array<int64_t, 2> ids,
           int64_t group, int64_t size, GroupRun &run)
      : number(number), ids(ids), group(group), run(run) {
    values[func.getArgument(0)] = size;
    visit(func.getBody().front());
  }

private:
  void visit(Block &block) {
    for (Operation &op : block)
      visit(&op);
  }

  void visitLoop(scf::ForOp loop) {
    int64_t trip = 0;
    Trips around = trips;
    for (int64_t i = values[loop.getLowerBound()];
         i < values[loop.getUpperBound()]; i += values[loop.getStep()]) {
      values[loop.getInductionVar()] = i;
      trips.emplace_back(loop, trip++);
      visit(*loop.getBody());
      trips.pop_back();
    }
    run.counts[{loop, around}][number] = trip;
  }

  void visit(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return visitLoop(loop);
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      run.counts[{branch, trips}][number] = values[branch.getCondition()];
      if (values[branch.getCondition()])
        visit(*branch.thenBlock());
      else if (Block *otherwise = branch.elseBlock())
        visit(*otherwise);
      return;
    }
    if (auto load = dyn_cast<memref::LoadOp>(op))
      return access(op, load.getIndices().front());
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return access(op, store.getIndices().front());
    if (op->getNumResults() == 1)
      values[op->getResult(0)] = evaluate(op);
  }

  void access(Operation *op, Value index) {
    run.events[op].push_back({number, values[index], trips});
  }

  int64_t evaluate(Operation *op) {
    if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
      return ids[static_cast<unsigned>(id.getDimension())];
    if (isa<gpu::BlockIdOp>(op))
      return group;
    if (IntegerAttr value; matchPattern(op, m_Constant(&value)))
      return value.getInt();
    int64_t lhs = values[op->getOperand(0)], rhs = values[op->getOperand(1)];
    if (isa<arith::AddIOp>(op))
      return lhs + rhs;
    if (isa<arith::SubIOp>(op))
      return lhs - rhs;
    if (isa<arith::MulIOp>(op))
      return lhs * rhs;
    if (isa<arith::DivUIOp>(op))
      return uint64_t(lhs) / uint64_t(rhs);
    if (isa<arith::RemUIOp>(op))
      return uint64_t(lhs) % uint64_t(rhs);
    if (isa<arith::MinSIOp>(op))
      return std::min(lhs, rhs);
    if (isa<arith::MaxSIOp>(op))
      return std::max(lhs, rhs);
    auto compare = cast<arith::CmpIOp>(op);
    switch (compare.getPredicate()) {
    case arith::CmpIPredicate::eq:
      return lhs == rhs;
    case arith::CmpIPredicate::slt:
      return lhs < rhs;
    default:
      return lhs >= rhs;
    }
  }

  unsigned number;
  std::array<int64_t, 2> ids;
  int64_t group;
  GroupRun &run;
  DenseMap<Value, int64_t> values;
  Trips trips;
};

GroupRun runGroup(gpu::GPUFuncOp func, int64_t group, int64_t size) {
  GroupRun run;
  ArrayRef<int32_t> localSize = *func.getKnownBlockSize();
  for (int64_t y = 0; y < localSize[1]; ++y)
    for (int64_t x = 0; x < localSize[0]; ++x)
      WorkItem(func, run.numWorkItems++, {x, y}, group, size, run);
  return run;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

class ThreadDependenceTest : public testing::Test {
protected:
  ThreadDependenceTest() {
    context.loadDialect<LiftDialect, gpu::GPUDialect, arith::ArithDialect,
                        scf::SCFDialect, memref::MemRefDialect>();
  }

  gpu::GPUFuncOp parse(const std::string &text) {
    module = parseSourceString<ModuleOp>(text, &context);
    gpu::GPUFuncOp kernel;
    if (module)
      module->walk([&](gpu::GPUFuncOp func) { kernel = func; });
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
  for (Operation *op = first->getParentOp(); !isa<gpu::GPUFuncOp>(op);
       op = op->getParentOp()) {
    if (!op->isProperAncestor(second))
      continue;
    expectSound(dependence.mayConflictInside(op, one, other), first, second,
                "inside", [&](const Event &mine, const Event &theirs) {
                  return haveSameTripsAround(op, mine, theirs);
                });
    auto loop = dyn_cast<scf::ForOp>(op);
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
  for (Operation *around = op; !isa<gpu::GPUFuncOp>(around);
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

void ThreadDependenceTest::check(const std::string &kernel) {
  text = kernel;
  gpu::GPUFuncOp func = parse(text);
  ASSERT_TRUE(func) << text;
  runs.clear();
  for (int64_t size : {1, 2, 3, 5})
    for (int64_t group : {0, 1})
      runs.push_back(runGroup(func, group, size));
  ThreadDependence dependence(func);
  SmallVector<Operation *> accesses;
  func.walk([&](Operation *op) {
    if (isa<memref::LoadOp, memref::StoreOp>(op))
      accesses.push_back(op);
    if (isa<scf::ForOp, scf::IfOp>(op))
      checkUniform(dependence, op);
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
gpu.module @kernels {
gpu.func @kernel(%n: index) workgroup(%tile: memref<4096xi32, #gpu.address_space<workgroup>>)
    kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
  %lid0 = gpu.thread_id x
  %value = arith.constant 1 : i32
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %lower = arith.constant -8 : index
  scf.for %i = %lower to %c4 step %c4 {
    %far = arith.muli %lid0, %c8 : index
    %up = arith.addi %far, %i : index
    %index = arith.addi %up, %c8 : index
    memref.store %value, %tile[%index] : memref<4096xi32, #gpu.address_space<workgroup>>
    memref.load %tile[%far] : memref<4096xi32, #gpu.address_space<workgroup>>
  }
  gpu.return
}
}
)");
}

/// Each work-item has a row of six, and reads the element of it that has its
/// own number: one variable in two dimensions.
TEST_F(ThreadDependenceTest, DiagonalOfOwnRows) {
  check(R"(
gpu.module @kernels {
gpu.func @kernel(%n: index) workgroup(%tile: memref<4096xi32, #gpu.address_space<workgroup>>)
    kernel attributes {known_block_size = array<i32: 6, 1, 1>} {
  %lid0 = gpu.thread_id x
  %value = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %row = arith.muli %lid0, %c6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %index = arith.addi %row, %i : index
    memref.store %value, %tile[%index] : memref<4096xi32, #gpu.address_space<workgroup>>
  }
  %diagonal = arith.addi %row, %lid0 : index
  memref.load %tile[%diagonal] : memref<4096xi32, #gpu.address_space<workgroup>>
  gpu.return
}
}
)");
  EXPECT_EQ(numProved, numApart);
}

} // namespace
