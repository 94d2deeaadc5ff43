//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a strategy for a pattern, and applies its schedule.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Strategies/Strategies.h"

#include "BodyShape.h"
#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/TransformOps/LiftTransformOps.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
using Strategy = LogicalResult (*)(Problem &, Operation *, const Handle &,
                                   Schedule &, Refusal &);

/// The devices that a strategy is for: those with local memory of their own,
/// which a group shares, and those whose work-items are threads, or are not.
enum class Devices { All, Groups, Threads, NoThreads };

struct NamedStrategy {
  StringLiteral name;
  Strategy plan;
  StrategyRole role = StrategyRole::Whole;
  Devices devices = Devices::All;
};

/// From the most particular.
constexpr NamedStrategy kStrategies[] = {
    {"contraction of one row or column", planSingleSide,
     StrategyRole::Preparation},
    {"contraction with a short last dimension", planShortColumns,
     StrategyRole::Preparation},
    {"contraction of few columns", planFewColumns},
    {"contractions beside each other", planBatchLanes, StrategyRole::Whole,
     Devices::Groups},
    {"rows by long windows", planSharedWindows, StrategyRole::Preparation,
     Devices::Groups},
    {"contraction of turned batches", planTurnedBatches,
     StrategyRole::Preparation, Devices::Groups},
    {"contraction of turned results", planTurnedResults,
     StrategyRole::Preparation, Devices::Groups},
    {"contraction of what maps compute", planComputedOperands,
     StrategyRole::Preparation},
    {"convolution of planes", planConvolutionOfPlanes,
     StrategyRole::Preparation},
    {"contraction of whole tiles and a rest", planPeeling,
     StrategyRole::Preparation},
    {"contraction in parts", planSplitContraction, StrategyRole::FirstStep},
    {"contraction in local tiles", planLocalTiles},
    {"contraction of turned columns", planTurnedColumns,
     StrategyRole::Preparation, Devices::Threads},
    {"contraction in register tiles", planRegisterTiles},
    {"sums over pairs in parts", planSplitPairs, StrategyRole::FirstStep},
    {"sums over pairs in padded chunks", planPaddedPairs,
     StrategyRole::Preparation, Devices::Groups},
    {"sums over pairs", planPairs},
    {"rows and columns of a matrix", planRowsAndColumns, StrategyRole::Whole,
     Devices::Groups},
    {"many sums for each element", planManySums, StrategyRole::Preparation,
     Devices::Groups},
    {"few sums for each element", planFewSums},
    {"sums of several rows", planSumsOfRows},
    {"reduction of several dimensions", planJoinedSums,
     StrategyRole::Preparation},
    {"several steps of few long rows", planDividedRows,
     StrategyRole::Preparation},
    {"rows that are copied", planCopiedRows, StrategyRole::Preparation},
    {"few long rows in parts", planSplitRows, StrategyRole::FirstStep},
    {"long windows in parts", planSplitWindows, StrategyRole::FirstStep,
     Devices::Groups},
    {"long windows of rows in parts", planSplitWindowsOfRows,
     StrategyRole::FirstStep, Devices::Groups},
    {"long windows of rows", planWindowsOfRows},
    {"rows in register tiles", planRowTiles},
    {"long rows that are computed for others", planRepeatedMaps,
     StrategyRole::Preparation, Devices::Groups},
    {"rows in registers", planRegisterRows, StrategyRole::Whole,
     Devices::Groups},
    {"ends of rows in registers", planRowEnds, StrategyRole::Whole,
     Devices::Groups},
    {"reduction of rows", planRows},
    {"reduction of outer columns", planOuterColumns, StrategyRole::Preparation,
     Devices::Groups},
    {"reduction of columns", planColumns},
    {"results that are returned turned", planResultOrder,
     StrategyRole::Preparation},
    {"transposition", planTransposition},
    {"stencil of what a map computes", planStencilChain, StrategyRole::Whole,
     Devices::Groups},
    {"stencil", planStencil},
    {"long windows", planLongWindows, StrategyRole::Whole, Devices::Groups},
    {"scan of an array and a map of it", planScanWithEpilogue},
    {"elementwise maps", planElements},
    {"reduction of a whole array", planWholeReduction},
    {"reduction of a whole array in order", planOrderedReduction},
    {"scan of an array", planScan},
    {"scans in parts", planSplitScans, StrategyRole::FirstStep},
    {"scans of rows", planRowScans},
    {"scans of rows, some at a time", planInterleavedRows, StrategyRole::Whole,
     Devices::Threads},
    {"scans in chunks", planChunkedScans, StrategyRole::Whole, Devices::Groups},
    {"scans of columns", planColumnScans},
    {"histograms and what is made of them", planSeparateHistograms,
     StrategyRole::Preparation},
    {"histograms that are one", planJoinedHistograms,
     StrategyRole::Preparation},
    {"histogram that all groups share", planHistogramOfGroups,
     StrategyRole::FirstStep},
    {"histogram in parts", planSplitHistogram, StrategyRole::FirstStep},
    {"histograms of rows", planHistograms},
    {"few sums and what is made of them", planSeparateSums,
     StrategyRole::Preparation},
    {"rows at computed indices", planIndexedRows, StrategyRole::Preparation},
    {"rows in order", planOrderedRows, StrategyRole::Whole, Devices::Groups},
    {"steps that a group shares", planSharedSteps},
    {"any nest", planNest},
    {"any maps of numbers", planMaps, StrategyRole::Whole, Devices::Groups},
    {"several steps of long rows", planSeveralSteps, StrategyRole::Preparation,
     Devices::Groups},
    {"small arrays through local memory", planSmallArrays, StrategyRole::Whole,
     Devices::Groups},
    {"several steps of small arrays", planSmallBlocks, StrategyRole::Whole,
     Devices::NoThreads},
    {"steps of small arrays", planSmallStates, StrategyRole::Whole,
     Devices::NoThreads},
    {"maps of which others read vectors", planStoredMaps, StrategyRole::Whole,
     Devices::Threads}};
} // namespace

/// Whether a strategy is for a device.
static LogicalResult checkDevice(Devices devices, const DeviceModel &device,
                                 Operation *pattern, Refusal &refusal) {
  if (devices == Devices::Groups && !device.hasLocalMemory)
    return refusal.set(pattern, "the device has no local memory of its own");
  if (devices == Devices::Threads && !device.runsThreads())
    return refusal.set(pattern, "the work-items of the device are no threads");
  if (devices == Devices::NoThreads && device.runsThreads())
    return refusal.set(pattern, "the work-items of the device are threads");
  return success();
}

/// Whether a pattern has others inside, or goes through its inputs in order: a
/// strategy for it is worth a kernel.
static bool isNested(Operation *pattern) {
  return isa<FoldPattern>(pattern) ||
         !getPatterns(pattern->getRegion(0).front()).empty();
}

/// Whether a pattern computes a part of a returned array, and has a kernel of
/// its own for that, as some part is more than a map of numbers.
static bool isSeparatePart(Operation *pattern) {
  Operation *end = pattern->getBlock()->getTerminator();
  return llvm::any_of(end->getOpOperands(), [&](OpOperand &returned) {
    SmallVector<Operation *> computations;
    for (OpOperand *part : getSeparateParts(returned))
      computations.push_back(getStoredComputation(part->get()));
    return llvm::is_contained(computations, pattern) &&
           llvm::any_of(computations, isNested);
  });
}

/// Whether a value is stored beside others, of which other kernels might be:
/// where a concatenated array is read, each part has memory of its own.
static bool isConcatenated(Value value) {
  llvm::SetVector<Value> views;
  views.insert(value);
  for (size_t i = 0; i < views.size(); ++i)
    for (Operation *user : views[i].getUsers()) {
      if (isa<ConcatOp>(user) && isStored(user->getResult(0)))
        return true;
      if (isa<ViewOpInterface>(user))
        views.insert(user->result_begin(), user->result_end());
    }
  return false;
}

SmallVector<Operation *> lift::getTopLevelPatterns(func::FuncOp func) {
  SmallVector<Operation *> patterns;
  for (Operation &op : func.getBody().front())
    if (isa<MapOp, FoldPattern>(op))
      patterns.push_back(&op);
  return patterns;
}

/// Whether other patterns read what a map computes, some of them turned, and
/// nothing else does: it is stored in the order in which it is computed, as
/// views may otherwise have it stored in that of its readers.
static bool isReadTurned(MapOp map) {
  bool isTurned = false;
  llvm::SetVector<Value> arrays(map->result_begin(), map->result_end());
  for (size_t i = 0; i < arrays.size(); ++i)
    for (Operation *user : arrays[i].getUsers()) {
      isTurned |= isa<TransposeOp>(user);
      if (isa<ViewOpInterface>(user))
        arrays.insert_range(user->getResults());
      else if (!isa<MapOp, FoldPattern>(user))
        return false;
    }
  return isTurned;
}

/// Adds conditions to an attribute of the function.
static void addConditions(func::FuncOp func, StringRef attribute,
                          ArrayRef<Attribute> added, Schedule &schedule) {
  if (added.empty())
    return;
  llvm::SmallSetVector<Attribute, 8> all;
  if (auto old = func->getAttrOfType<ArrayAttr>(attribute))
    all.insert_range(old);
  all.insert_range(added);
  schedule.setConditions(attribute, all.getArrayRef());
}

/// The bytes of an array that `op` stores in local memory; 0 if it stores none.
static int64_t getLocalBytes(Operation *op) {
  auto count = [](auto store) -> int64_t {
    if (store.getSpace() != AddressSpace::Local)
      return 0;
    ArrayType type = store.getType();
    Expr elements = store.getBuffers().value_or(1);
    for (auto [dim, size] : llvm::enumerate(type.getSizeExprs()))
      elements =
          elements * (store.getPad() ? size + (*store.getPad())[dim] : size);
    return elements.getConstant().value_or(0) *
           getHeldBytes(type.getElementType());
  };
  // An accumulator stands where its initial value does.
  if (auto store = dyn_cast<MaterializeOp>(op))
    return getOwnedInit(store) ? 0 : count(store);
  if (auto copy = dyn_cast<CopyOp>(op))
    return count(copy);
  return 0;
}

/// The last operation of the block of an array that uses it: as it is, by
/// views, or where what is not stored is computed from it.
static Operation *findLastUse(Value array) {
  Block *block = array.getParentBlock();
  Operation *last = array.getDefiningOp();
  llvm::SetVector<Value> values;
  values.insert(array);
  for (size_t i = 0; i < values.size(); ++i)
    for (Operation *user : values[i].getUsers()) {
      Operation *statement = block->findAncestorOpInBlock(*user);
      if (last->isBeforeInBlock(statement))
        last = statement;
      auto store = dyn_cast<MaterializeOp>(statement);
      if (store ? bool(getOwnedInit(store)) : !isa<CopyOp>(statement))
        values.insert_range(statement->getResults());
    }
  return last;
}

/// The most bytes of arrays in local memory that are there at the same time.
static int64_t countLocalBytes(Block &block) {
  struct Array {
    Operation *last;
    int64_t bytes;
  };
  SmallVector<Array> arrays;
  int64_t most = 0;
  for (Operation &op : block) {
    if (int64_t bytes = getLocalBytes(&op))
      arrays.push_back({findLastUse(op.getResult(0)), bytes});
    int64_t inside = 0;
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        inside = std::max(inside, countLocalBytes(nested));
    for (const Array &array : arrays)
      if (!array.last->isBeforeInBlock(&op))
        inside += array.bytes;
    most = std::max(most, inside);
  }
  return most;
}

/// Refuses a function whose patterns need more local memory than a device has.
static LogicalResult checkLocalMemory(func::FuncOp func,
                                      const DeviceModel &device,
                                      Refusal &refusal) {
  const int64_t bytes = countLocalBytes(func.getBody().front());
  if (bytes > device.localMemory)
    return refusal.set(func,
                       "would need " + Twine(bytes) + " bytes of local memory");
  return success();
}

LogicalResult lift::applySchedule(func::FuncOp func, StringRef script,
                                  const DeviceModel &device, Refusal &refusal) {
  MLIRContext *context = func.getContext();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(script, ParserConfig(context));
  if (!module)
    return refusal.set(func, "has a schedule that cannot be read");
  Operation *sequence = module->lookupSymbol(
      transform::TransformDialect::kTransformEntryPointSymbolName);
  OwningOpRef<func::FuncOp> copy = func.clone();
  std::string reason;
  LogicalResult result = success();
  {
    // Other threads report what they find in other functions.
    const uint64_t thread = llvm::get_threadid();
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
      if (llvm::get_threadid() != thread)
        return failure();
      if (reason.empty())
        reason = diag.str();
      return success();
    });
    result = transform::applyTransformNamedSequence(
        copy->getOperation(), sequence, ModuleOp(),
        transform::TransformOptions());
  }
  if (failed(result))
    return refusal.set(func, reason);
  if (failed(checkLocalMemory(*copy, device, refusal)))
    return failure();
  func.getBody().takeBody(copy->getBody());
  func->setDiscardableAttrs((*copy)->getDiscardableAttrDictionary());
  return success();
}

FailureOr<Plan> lift::optimizePattern(Problem &problem, unsigned number,
                                      bool hasFirstStep, Refusal &refusal) {
  func::FuncOp func = problem.getFunc();
  Operation *pattern = getTopLevelPatterns(func)[number];
  if (!isSeparatePart(pattern) && !computeAllParts(pattern) &&
      llvm::any_of(pattern->getResults(), isConcatenated))
    return refusal.set(pattern, "is a part of a concatenated array that one "
                                "kernel stores");
  auto map = dyn_cast<MapOp>(pattern);
  const bool isStoredAsComputed = map && isReadTurned(map);
  /// With the strategies that refuse for them.
  SmallVector<std::pair<std::string, std::string>> reasons;
  for (const NamedStrategy &strategy : kStrategies) {
    if (strategy.role == StrategyRole::FirstStep && hasFirstStep)
      continue;
    Schedule schedule;
    problem.dropConditions();
    schedule.comment(strategy.name);
    Handle root = schedule.matchPattern(number);
    if (isStoredAsComputed && strategy.role == StrategyRole::Whole)
      schedule.storeResults(root, "global", /*asRead=*/false);
    if (succeeded(checkDevice(strategy.devices, problem.getDevice(), pattern,
                              refusal)) &&
        succeeded(strategy.plan(problem, pattern, root, schedule, refusal))) {
      addConditions(func, LiftDialect::RequiresAttrHelper::getNameStr(),
                    problem.getRequirements(), schedule);
      addConditions(func, LiftDialect::PrefersAttrHelper::getNameStr(),
                    problem.getPreferences(), schedule);
      std::string script = schedule.str(SymbolRefAttr::get(func));
      if (succeeded(applySchedule(func, script, problem.getDevice(), refusal)))
        return Plan{strategy.name, std::move(script), strategy.role};
    }
    auto *known = llvm::find_if(reasons, [&](const auto &reason) {
      return reason.first == refusal.getReason();
    });
    if (known == reasons.end())
      reasons.emplace_back(refusal.getReason(), strategy.name);
    else
      known->second += ", " + strategy.name.str();
  }
  return refusal.set(
      pattern, "no strategy fits: " +
                   llvm::join(llvm::map_range(reasons,
                                              [](const auto &reason) {
                                                return reason.first + " (" +
                                                       reason.second + ")";
                                              }),
                              "; "));
}
