//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements lift-outline-loops: a function with a reduction or scan
// of arrays whose steps come one after another becomes up to three functions,
// what stands before the loop, a step, and what stands behind it, and a driver
// that calls them. A function takes numbers that another one returns as arrays
// of one element.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Driver.h"
#include "LiftDialect/Rewriting/Fission.h"
#include "LiftDialect/Rewriting/Numbers.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "LiftDialect/Rewriting/Scans.h"
#include "LiftDialect/Strategies/Passes.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "LiftDialect/Transforms/IdentityMaps.h"
#include "LiftDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lift {
#define GEN_PASS_DEF_OUTLINELOOPSPASS
#include "LiftDialect/Strategies/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

static Expr countElements(TypeRange types) {
  Expr sum = 0;
  for (Type type : types)
    if (auto array = dyn_cast<ArrayType>(type))
      sum = sum + array.getNumElements();
  return sum;
}

/// The elements that the maps and folds in a step go through.
static Expr countElementsOfStep(FoldPattern loop) {
  Expr sum = 0;
  loop->walk([&](Operation *op) {
    if (op == loop || op->getNumRegions() == 0)
      return;
    Expr elements = 1;
    for (; op != loop; op = op->getParentOp())
      if (auto map = dyn_cast<MapOp>(op))
        elements = elements * map.getTripCount();
      else if (auto fold = dyn_cast<FoldPattern>(op))
        elements = elements * fold.getTripCount();
    sum = sum + elements;
  });
  return sum;
}

/// As much as the registers of a group keep from one step to the next: a matrix
/// of 256 KB and a state.
static constexpr int64_t kMostBytesKept = 270000;

/// The bytes of the widest number in a state.
static int64_t getBytesOfNumber(FoldPattern loop) {
  int64_t bytes = 1;
  for (Value init : loop.getInits())
    bytes = std::max(bytes, getHeldBytes(getElementTypeOrSelf(init.getType())));
  return bytes;
}

/// The least elements of a step for which a launch is faster than one group, or
/// one thread of a CPU, that takes all steps. On an H200, the host takes 7 to
/// 11 us for a step, with a second launch that stores the state of a scan; one
/// group as long for 40,000 products of a matrix and a state of 200, or for
/// 4096 to 9000 windows of a state. It takes 2 us for as much as registers
/// keep, if the state is in local memory.
static int64_t getLeastElements(const Problem &problem, FoldPattern loop) {
  if (!problem.getDevice().hasLocalMemory)
    return 1 << 15;
  return hasStateNearby(problem, loop)
             ? std::max<int64_t>(40000, kMostBytesKept / getBytesOfNumber(loop))
             : 40000;
}

/// Whether a step is so much that it is worth a launch, if that is known.
static bool isWorthLaunches(const Problem &problem, FoldPattern loop) {
  const int64_t least = getLeastElements(problem, loop);
  const Expr step = countElementsOfStep(loop);
  const int64_t weightOfState = problem.getDevice().hasLocalMemory ? 4 : 1;
  const Expr elements =
      isa<ScanOp>(*loop)
          ? Expr::floorDiv(step, 2)
          : step + countElements(loop.getInits().getTypes()) * weightOfState;
  return problem.getValue(elements).value_or(least) >= least;
}

/// Whether a step has no other loops than maps, whose elements work-items of
/// one launch can share.
static bool hasStepsOfMaps(FoldPattern loop) {
  return llvm::none_of(loop.getStep().front(),
                       llvm::IsaPred<FoldPattern, GenerateOp>);
}

/// Whether an operation goes through arrays, or keeps them: a scan no others.
static bool isLoop(Operation &op) {
  auto isArray = [](Value init) { return isa<ArrayType>(init.getType()); };
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return llvm::any_of(reduce.getInits(), isArray);
  auto scan = dyn_cast<ScanOp>(op);
  return scan && llvm::all_of(scan.getInits(), isArray);
}

static SmallVector<FoldPattern> getLoops(func::FuncOp func) {
  SmallVector<FoldPattern> loops;
  for (Operation &op : func.getBody().front())
    if (isLoop(op))
      loops.push_back(cast<FoldPattern>(op));
  return loops;
}

/// Whether a function has loops, be it in maps.
static bool hasLoops(func::FuncOp func) {
  return !getLoops(func).empty() ||
         llvm::any_of(func.getOps<MapOp>(), [](MapOp map) {
           return llvm::any_of(map.getBody().front(), isLoop);
         });
}

/// The first loop of a function that the host is to go through.
static FoldPattern findLoop(const Problem &problem, func::FuncOp func) {
  for (FoldPattern loop : getLoops(func))
    if (isWorthLaunches(problem, loop))
      return loop;
  return FoldPattern();
}

/// Reductions of arrays, element by element, have parallel elements.
static void reduceElements(ArrayRef<FoldPattern> loops) {
  if (loops.empty())
    return;
  SmallVector<Operation *> ops = llvm::map_to_vector(
      loops, [](FoldPattern loop) { return loop.getOperation(); });
  RewritePatternSet patterns(ops.front()->getContext());
  populateReduceElementsPatterns(patterns);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps);
  (void)applyOpPatternsGreedily(ops, std::move(patterns), config);
}

/// Whether the steps of the loops in a map, of which a group takes those of
/// one, are known to be so much that all loops are faster together, with a
/// launch for each step. On an H200, a group takes 12 to 17 us for a step of
/// 90,000 elements, more than registers keep, and the host 12 to 15.
static bool isWorthExchange(const Problem &problem, MapOp map,
                            FoldPattern loop) {
  const DeviceModel &device = problem.getDevice();
  std::optional<int64_t> step = problem.getValue(countElementsOfStep(loop)),
                         loops = problem.getValue(map.getTripCount());
  return device.hasLocalMemory && step && loops &&
         *step * getBytesOfNumber(loop) > kMostBytesKept &&
         *step * llvm::divideCeil(*loops, device.computeUnits) >= 100000;
}

/// The first loop in the body of a map that is worth it.
static FoldPattern findLoopToExchange(const Problem &problem, MapOp map) {
  for (Operation &op : map.getBody().front())
    if (isLoop(op))
      if (auto loop = cast<FoldPattern>(op);
          hasStepsOfMaps(loop) && isWorthExchange(problem, map, loop))
        return loop;
  return FoldPattern();
}

/// Leaves a map that does nothing but go through that loop, behind views: what
/// else is done before and behind it has maps of its own.
static FailureOr<MapOp> isolateLoop(RewriterBase &rewriter,
                                    const Problem &problem, MapOp map) {
  Refusal ignored;
  while (FoldPattern loop = findLoopToExchange(problem, map)) {
    Operation *first = getLoops(map.getBody().front()).front();
    if (first == loop && loop->getNextNode() == map.getYield())
      return map;
    auto cut = fissionMap(rewriter, map, first, ignored);
    if (failed(cut))
      return failure();
    map = first == loop ? cut->first : cut->second;
  }
  return failure();
}

/// Has the loops in a map take their steps together, as one loop of the
/// function, if that is worth it.
static bool exchangeLoops(const Problem &problem, func::FuncOp func) {
  SmallVector<FoldPattern> loops;
  for (auto map : func.getOps<MapOp>())
    if (FoldPattern loop = findLoopToExchange(problem, map))
      loops.push_back(loop);
  reduceElements(loops);
  for (auto map : func.getOps<MapOp>()) {
    if (!findLoopToExchange(problem, map))
      continue;
    Refusal ignored;
    IRRewriter rewriter(map);
    FailureOr<MapOp> own = isolateLoop(rewriter, problem, map);
    return succeeded(own) &&
           succeeded(exchangeScan(rewriter, *own,
                                  /*isApart=*/false, ignored));
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// What goes from one function to another.
static ArrayType getPassedType(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return array;
  return ArrayType::get(type.getContext(), {Expr(1)}, type);
}

/// A number as an array of one element.
static Value createArray(OpBuilder &builder, Location loc, Value number) {
  return BroadcastOp::create(builder, loc, number,
                             getSizeArrayAttr(builder.getContext(), {1}),
                             /*dim=*/0);
}

/// Whether each function that needs what `op` gives makes it itself: where
/// elements are, and numbers.
static bool isMadeAgain(Operation *op) {
  return isScalarOp(op) || isVirtual(op);
}

namespace {
/// The values that a function takes besides the arguments of all, and what it
/// does with them.
struct Part {
  func::FuncOp func;
  llvm::SetVector<Value> taken;
};

class LoopOutliner {
public:
  LoopOutliner(func::FuncOp func, FoldPattern loop, SymbolTable &symbols)
      : func(func), loop(loop), symbols(symbols),
        body(&func.getBody().front()) {}

  /// Leaves a driver; returns the functions that it calls.
  SmallVector<func::FuncOp> outline();

private:
  /// The operations at function level that `roots` follow from, in order, back
  /// to `taken`, which `isTaken` adds to.
  SmallVector<Operation *>
  getSlice(ArrayRef<Value> roots, llvm::SetVector<Value> &taken,
           function_ref<bool(Operation *)> isTaken) const;
  /// The values from outside that the step needs.
  SmallVector<Value> getCaptured();
  void createStep();
  void createBefore();
  void createAfter();
  /// Creates a function that takes the arguments of all and then `types`,
  /// before `next`.
  func::FuncOp create(StringRef suffix, TypeRange types, TypeRange results,
                      func::FuncOp next);
  /// Begins the body of a part with what it takes, and `slice`.
  IRMapping begin(OpBuilder &builder, const Part &part,
                  ArrayRef<Operation *> slice);
  /// Has an argument stand for a value of the function.
  void bind(OpBuilder &builder, Value value, BlockArgument argument,
            IRMapping &mapping);
  void replaceByDriver();
  /// The operands of a step: the number of a trip, and the state.
  SmallVector<Value> getOperandsOfStep(const IRMapping &passed, Value number,
                                       ValueRange state);
  /// The loop of the host for a reduction, and for a scan.
  Operation *createLoop(OpBuilder &builder, const IRMapping &passed,
                        ValueRange inits);
  Operation *createScan(OpBuilder &builder, const IRMapping &passed,
                        ValueRange inits);
  SmallVector<Value> getOperands(const Part &part, const IRMapping &passed);

  func::FuncOp func;
  FoldPattern loop;
  SymbolTable &symbols;
  Block *body;
  Part before, step, after;
  /// What stands before the loop and is computed there once.
  llvm::SetVector<Value> computed;
  llvm::SmallPtrSet<Operation *, 16> inBefore;
  /// The results of the function that come from what stands behind the loop.
  SmallVector<unsigned> resultsOfAfter;
};
} // namespace

SmallVector<Operation *>
LoopOutliner::getSlice(ArrayRef<Value> roots, llvm::SetVector<Value> &taken,
                       function_ref<bool(Operation *)> isTaken) const {
  llvm::SetVector<Operation *> slice;
  SmallVector<Value> left(roots);
  while (!left.empty()) {
    Value value = left.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != body || taken.contains(value))
      continue;
    if (isTaken(op)) {
      taken.insert(value);
      continue;
    }
    if (!slice.insert(op))
      continue;
    llvm::append_range(left, op->getOperands());
    llvm::SetVector<Value> inside;
    getUsedValuesDefinedAbove(op->getRegions(), inside);
    llvm::append_range(left, inside);
  }
  SmallVector<Operation *> ordered = slice.takeVector();
  llvm::sort(ordered, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  return ordered;
}

/// What makes a number of the index of each step, if that is where an operand
/// of the loop comes from.
static GenerateOp getNumbers(Value array) {
  auto generate = array.getDefiningOp<GenerateOp>();
  return generate && cast<ArrayType>(array.getType()).getRank() == 1
             ? generate
             : GenerateOp();
}

SmallVector<Value> LoopOutliner::getCaptured() {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(loop->getRegions(), captured);
  for (auto [array, element] :
       llvm::zip_equal(loop.getInputs(), loop.getElementArgs())) {
    if (element.use_empty())
      continue;
    if (GenerateOp numbers = getNumbers(array))
      getUsedValuesDefinedAbove(numbers->getRegions(), captured);
    else
      captured.insert(array);
  }
  return captured.takeVector();
}

func::FuncOp LoopOutliner::create(StringRef suffix, TypeRange types,
                                  TypeRange results, func::FuncOp next) {
  OpBuilder builder(next);
  SmallVector<Type> inputs(func.getArgumentTypes());
  llvm::append_range(inputs, types);
  auto part = func::FuncOp::create(builder, func.getLoc(),
                                   (func.getName() + suffix).str(),
                                   builder.getFunctionType(inputs, results));
  part.setPrivate();
  if (Attribute requirements =
          func->getAttr(LiftDialect::RequiresAttrHelper::getNameStr()))
    part->setAttr(LiftDialect::RequiresAttrHelper::getNameStr(), requirements);
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    part.setArgAttrs(i, func.getArgAttrDict(i));
  part.addEntryBlock();
  symbols.insert(part);
  return part;
}

/// An element at an index, or a position.
static Value takeElement(OpBuilder &builder, Location loc, Value array,
                         ValueRange index, Attribute position) {
  return AtOp::create(builder, loc, /*in_bounds=*/true, array, index,
                      /*outside=*/Value(), builder.getArrayAttr(position));
}

/// What the loop takes of an array in the step `index`.
static Value createElement(OpBuilder &builder, Value array, IRMapping &mapping,
                           Value index) {
  GenerateOp numbers = getNumbers(array);
  if (!numbers)
    return takeElement(builder, array.getLoc(), mapping.lookupOrDefault(array),
                       index, builder.getUnitAttr());
  Block &body = numbers.getBody().front();
  mapping.map(body.getArgument(0), index);
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  return mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
}

/// Calls an argument what the program calls a value.
static void setName(BlockArgument argument, Value value) {
  auto name = dyn_cast<NameLoc>(value.getLoc());
  if (!name)
    return;
  auto part = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  part.setArgAttr(argument.getArgNumber(),
                  LiftDialect::NameAttrHelper::getNameStr(), name.getName());
}

void LoopOutliner::bind(OpBuilder &builder, Value value, BlockArgument argument,
                        IRMapping &mapping) {
  setName(argument, value);
  Value passed = argument;
  if (!isa<ArrayType>(value.getType()))
    passed = takeElement(builder, value.getLoc(), argument, {},
                         SizeAttr::get(builder.getContext(), 0));
  mapping.map(value, passed);
}

IRMapping LoopOutliner::begin(OpBuilder &builder, const Part &part,
                              ArrayRef<Operation *> slice) {
  func::FuncOp to = part.func;
  builder.setInsertionPointToEnd(&to.getBody().front());
  IRMapping mapping;
  mapping.map(func.getArguments(),
              to.getArguments().take_front(func.getNumArguments()));
  for (auto [value, argument] : llvm::zip(
           part.taken, to.getArguments().drop_front(func.getNumArguments())))
    bind(builder, value, argument, mapping);
  for (Operation *op : slice)
    builder.clone(*op, mapping);
  return mapping;
}

static void createReturn(OpBuilder &builder, ValueRange values,
                         const IRMapping &mapping) {
  func::ReturnOp::create(builder, values.front().getLoc(),
                         llvm::map_to_vector(values, [&](Value value) {
                           return mapping.lookupOrDefault(value);
                         }));
}

static SmallVector<Type> getPassedTypes(ValueRange values) {
  return llvm::map_to_vector(values, [](Value value) -> Type {
    return getPassedType(value.getType());
  });
}

void LoopOutliner::createStep() {
  SmallVector<Value> captured = getCaptured();
  SmallVector<Operation *> slice = getSlice(
      captured, step.taken, [](Operation *op) { return !isMadeAgain(op); });
  computed.insert_range(step.taken);
  SmallVector<Type> types = getPassedTypes(step.taken.getArrayRef());
  types.push_back(IndexType::get(func.getContext()));
  const size_t numTaken = types.size();
  llvm::append_range(types, getPassedTypes(loop.getInits()));
  step.func = create("_step", types, loop.getInits().getTypes(), func);

  OpBuilder builder(func);
  IRMapping mapping = begin(builder, step, slice);
  ArrayRef<BlockArgument> arguments =
      step.func.getArguments().drop_front(func.getNumArguments());
  Value index = arguments[numTaken - 1];
  for (auto [array, element] :
       llvm::zip_equal(loop.getInputs(), loop.getElementArgs()))
    if (!element.use_empty())
      mapping.map(element, createElement(builder, array, mapping, index));
  for (auto [accumulator, argument] : llvm::zip_equal(
           loop.getAccumulatorArgs(), arguments.drop_front(numTaken)))
    bind(builder, accumulator, argument, mapping);
  for (Operation &op : loop.getStep().front().without_terminator())
    builder.clone(op, mapping);
  createReturn(builder, loop.getYield()->getOperands(), mapping);
}

void LoopOutliner::createAfter() {
  SmallVector<Value> roots;
  Operation *end = body->getTerminator();
  llvm::SmallDenseSet<Value> ofLoop;
  for (OpOperand &operand : end->getOpOperands()) {
    // Others may read the state that is returned: no copy of it is needed.
    Value copied = getCopiedByMaps(operand.get());
    if (copied.getDefiningOp() == loop && isa<ArrayType>(copied.getType()) &&
        ofLoop.insert(copied).second) {
      operand.set(copied);
      continue;
    }
    roots.push_back(operand.get());
    resultsOfAfter.push_back(operand.getOperandNumber());
  }
  if (roots.empty())
    return;
  SmallVector<Operation *> slice =
      getSlice(roots, after.taken, [&](Operation *op) {
        return op == loop || (inBefore.contains(op) && !isMadeAgain(op));
      });
  for (Value value : after.taken)
    if (value.getDefiningOp() != loop)
      computed.insert(value);
  after.func = create("_after", getPassedTypes(after.taken.getArrayRef()),
                      ValueRange(roots).getTypes(), func);
  OpBuilder builder(func);
  IRMapping mapping = begin(builder, after, slice);
  createReturn(builder, roots, mapping);
}

void LoopOutliner::createBefore() {
  SmallVector<Value> roots(computed.getArrayRef());
  llvm::append_range(roots, loop.getInits());
  SmallVector<Operation *> slice =
      getSlice(roots, before.taken, [](Operation *) { return false; });
  // A number that is returned twice is stored twice, as an array is, and so is
  // an argument: the loop frees its initial values when it has read them.
  SmallVector<Type> types;
  for (auto [i, root] : llvm::enumerate(roots))
    types.push_back(llvm::is_contained(ArrayRef(roots).take_front(i), root)
                        ? getPassedType(root.getType())
                        : root.getType());
  before.func = create("_before", {}, types, step.func);
  OpBuilder builder(func);
  IRMapping mapping = begin(builder, before, slice);
  SmallVector<Value> results;
  for (auto [root, type] : llvm::zip_equal(roots, types)) {
    Value value = mapping.lookupOrDefault(root);
    results.push_back(value.getType() == type
                          ? value
                          : createArray(builder, root.getLoc(), value));
  }
  func::ReturnOp::create(builder, loop.getLoc(), results);
}

SmallVector<Value> LoopOutliner::getOperands(const Part &part,
                                             const IRMapping &passed) {
  SmallVector<Value> operands(func.getArguments());
  for (Value value : part.taken)
    operands.push_back(passed.lookup(value));
  return operands;
}

/// The results of a call as other functions take them.
static SmallVector<Value> getPassed(OpBuilder &builder, func::CallOp call) {
  return llvm::map_to_vector(call.getResults(), [&](Value result) -> Value {
    if (isa<ArrayType>(result.getType()))
      return result;
    return createArray(builder, call.getLoc(), result);
  });
}

SmallVector<Value> LoopOutliner::getOperandsOfStep(const IRMapping &passed,
                                                   Value number,
                                                   ValueRange state) {
  SmallVector<Value> operands = getOperands(step, passed);
  operands.push_back(number);
  llvm::append_range(operands, state);
  return operands;
}

Operation *LoopOutliner::createLoop(OpBuilder &builder, const IRMapping &passed,
                                    ValueRange inits) {
  Location loc = loop.getLoc();
  auto constant = [&](const Expr &value) {
    return SizeOp::create(builder, loc, builder.getIndexType(),
                          SizeAttr::get(builder.getContext(), value))
        .getResult();
  };
  Value zero = constant(0), one = constant(1),
        trips = constant(loop.getTripCount());
  return scf::ForOp::create(
      builder, loc, zero, trips, one, inits,
      [&](OpBuilder &inner, Location, Value index, ValueRange state) {
        auto call = func::CallOp::create(
            inner, loc, step.func, getOperandsOfStep(passed, index, state));
        scf::YieldOp::create(inner, loc, getPassed(inner, call));
      });
}

Operation *LoopOutliner::createScan(OpBuilder &builder, const IRMapping &passed,
                                    ValueRange inits) {
  Location loc = loop.getLoc();
  return ScanOp::create(
      builder, loc,
      // There are no arrays of indices.
      createNumbers(builder, loc, loop.getTripCount(), builder.getI32Type()),
      inits,
      [&](OpBuilder &inner, Location, ValueRange elements, ValueRange state) {
        Value index = arith::IndexCastOp::create(
            inner, loc, inner.getIndexType(), elements.front());
        auto call = func::CallOp::create(
            inner, loc, step.func, getOperandsOfStep(passed, index, state));
        return SmallVector<Value>(call.getResults());
      });
}

void LoopOutliner::replaceByDriver() {
  OpBuilder builder = OpBuilder::atBlockEnd(body);
  Operation *end = body->getTerminator();
  builder.setInsertionPoint(end);
  IRMapping passed;
  auto first = func::CallOp::create(builder, loop.getLoc(), before.func,
                                    getOperands(before, passed));
  SmallVector<Value> made = getPassed(builder, first);
  passed.map(computed.getArrayRef(),
             ArrayRef(made).take_front(computed.size()));
  ArrayRef<Value> inits = ArrayRef(made).drop_front(computed.size());
  Operation *repeated = isa<ScanOp>(*loop) ? createScan(builder, passed, inits)
                                           : createLoop(builder, passed, inits);
  passed.map(loop->getResults(), repeated->getResults());
  SmallVector<Value> results =
      llvm::map_to_vector(end->getOperands(), [&](Value value) {
        return passed.lookupOrNull(value);
      });
  if (after.func) {
    auto last = func::CallOp::create(builder, end->getLoc(), after.func,
                                     getOperands(after, passed));
    for (auto [number, result] :
         llvm::zip_equal(resultsOfAfter, last.getResults()))
      results[number] = result;
  }
  end->setOperands(results);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*body)))
    if (op.isBeforeInBlock(first))
      op.erase();
  func->setAttr(kDriverAttrName, builder.getUnitAttr());
}

SmallVector<func::FuncOp> LoopOutliner::outline() {
  createStep();
  // What the loop needs decides what is computed before it.
  SmallVector<Value> needed(computed.getArrayRef());
  llvm::append_range(needed, loop.getInits());
  llvm::SetVector<Value> none;
  inBefore.insert_range(
      getSlice(needed, none, [](Operation *) { return false; }));
  createAfter();
  createBefore();
  replaceByDriver();
  SmallVector<func::FuncOp> parts = {before.func, step.func};
  if (after.func)
    parts.push_back(after.func);
  return parts;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct OutlineLoopsPass final
    : lift::impl::OutlineLoopsPassBase<OutlineLoopsPass> {
  using Base::Base;
  void runOnOperation() override;

private:
  LogicalResult normalize(func::FuncOp func);
  /// The functions that a function calls now, if it is a driver now.
  FailureOr<SmallVector<func::FuncOp>> outline(func::FuncOp func,
                                               SymbolTable &symbols);
};
} // namespace

LogicalResult OutlineLoopsPass::normalize(func::FuncOp func) {
  OpPassManager passes(func::FuncOp::getOperationName());
  passes.addPass(createNormalizePass());
  return runPipeline(passes, func);
}

FailureOr<SmallVector<func::FuncOp>>
OutlineLoopsPass::outline(func::FuncOp func, SymbolTable &symbols) {
  if (!isLiftFunction(func) || makesChoices(func) ||
      !func.getBody().hasOneBlock() || !hasLoops(func))
    return SmallVector<func::FuncOp>();
  reduceElements(getLoops(func));
  SmallVector<std::string> expected(sizes.begin(), sizes.end());
  FailureOr<Problem> problem =
      Problem::get(func, target, expected, Assumed::Nothing, /*maxMemory=*/0);
  if (failed(problem))
    return failure();
  FoldPattern loop = findLoop(*problem, func);
  if (!loop && maxMemory == 0 && exchangeLoops(*problem, func)) {
    if (failed(normalize(func)))
      return failure();
    loop = findLoop(*problem, func);
  }
  if (!loop)
    return SmallVector<func::FuncOp>();
  remark::RemarkOpts options = remark::RemarkOpts::name("loop")
                                   .category("lift-outline-loops")
                                   .function(func.getName());
  if (maxMemory != 0) {
    remark::missed(loop.getLoc(), options)
        << "stays in one kernel, as memory is limited: a loop of the host "
           "needs "
           "its state twice";
    return SmallVector<func::FuncOp>();
  }
  remark::passed(loop.getLoc(), options)
      << "is a loop of the host, each step of which has kernels of its own";
  return LoopOutliner(func, loop, symbols).outline();
}

void OutlineLoopsPass::runOnOperation() {
  SymbolTable symbols(getOperation());
  SmallVector<func::FuncOp> left(getOperation().getOps<func::FuncOp>());
  while (!left.empty()) {
    FailureOr<SmallVector<func::FuncOp>> parts =
        outline(left.pop_back_val(), symbols);
    if (failed(parts))
      return signalPassFailure();
    for (func::FuncOp part : *parts) {
      if (failed(normalize(part)))
        return signalPassFailure();
      left.push_back(part);
    }
  }
}
