//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopCompiler.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

/// Iterates of iterates multiply: more than this is a mistake.
static constexpr int64_t kMaxOperations = int64_t(1) << 20;
static constexpr int64_t kMaxLanes = 1024;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

LeafStorage Compiler::makeRegisters(NumberKind kind, int64_t lanes) {
  LeafStorage place{kind,
                    /*isArray=*/false,
                    lanes,
                    static_cast<Slot>(program.registers.size()),
                    {}};
  program.registers.resize(program.registers.size() + lanes);
  return place;
}

FailureOr<LeafStorage> Compiler::makePlace(Operation *op, Type elementType,
                                           ArrayRef<int64_t> shape) {
  std::optional<NumberKind> kind = getNumberKind(elementType);
  if (!kind || getNumLanes(elementType) > kMaxLanes)
    return op->emitOpError("values of type ")
           << elementType << " are not supported by the evaluator";
  int64_t lanes = getNumLanes(elementType);
  if (shape.empty())
    return makeRegisters(*kind, lanes);
  LeafStorage place{*kind, /*isArray=*/true, lanes,
                    static_cast<Slot>(program.arrays.size()),
                    SmallVector<int64_t>(shape)};
  program.arrays.emplace_back();
  return place;
}

FailureOr<Places> Compiler::makePlaces(Operation *op, Type type) {
  Places result;
  for (const Leaf &leaf : getLeaves(type)) {
    FailureOr<SmallVector<int64_t>> shape =
        evaluateShape(op->getLoc(), leaf.sizes, bindings);
    if (failed(shape))
      return failure();
    FailureOr<LeafStorage> place = makePlace(op, leaf.elementType, *shape);
    if (failed(place))
      return failure();
    result.push_back(*place);
  }
  return result;
}

FailureOr<Slot> Compiler::makeMemory(Operation *op, const LeafStorage &like,
                                     ArrayRef<int64_t> shape) {
  int64_t elements = 1, needed = 0, total = 0;
  bool overflow = false;
  for (int64_t size : shape)
    overflow |= llvm::MulOverflow(elements, size, elements);
  // A sampled evaluation also keeps which numbers are needed and which are
  // known.
  int64_t perElement =
      like.getElementBytes() + (isSampled ? 2 * like.lanes : 0);
  overflow |= llvm::MulOverflow(elements, perElement, needed);
  overflow |= llvm::AddOverflow(bytes, needed, total);
  if (overflow)
    return op->emitOpError("needs more than 2^63 bytes to be evaluated");
  if (total > maxBytes) {
    InFlightDiagnostic diag = op->emitOpError("needs ")
                              << needed << " bytes to be evaluated, " << total
                              << " together with what stands before it; the "
                                 "limit is "
                              << maxBytes;
    diag.attachNote() << "the evaluator makes an array of each view and "
                         "pattern; verify with smaller sizes";
    return diag;
  }
  bytes = total;
  ArrayMemory &memory = program.arrays.emplace_back();
  memory.hasData = true;
  memory.numbers = elements * like.lanes;
  memory.bytes = elements * like.getElementBytes();
  return static_cast<Slot>(program.arrays.size() - 1);
}

FailureOr<LeafStorage> Compiler::makeArray(Operation *op,
                                           const LeafStorage &like,
                                           ArrayRef<int64_t> shape,
                                           Code &code) {
  FailureOr<Slot> slot = makeMemory(op, like, shape);
  if (failed(slot))
    return failure();
  LeafStorage place{like.kind, /*isArray=*/true, like.lanes, *slot,
                    SmallVector<int64_t>(shape)};
  program.arrays[*slot].hasDemand = true;
  code.locals.push_back(place);
  return place;
}

LeafStorage Compiler::makePart(const LeafStorage &whole) {
  ArrayRef<int64_t> inner = ArrayRef(whole.shape).drop_front();
  if (inner.empty())
    return makeRegisters(whole.kind, whole.lanes);
  LeafStorage place{whole.kind, /*isArray=*/true, whole.lanes,
                    static_cast<Slot>(program.arrays.size()),
                    SmallVector<int64_t>(inner)};
  program.arrays.emplace_back();
  return place;
}

FailureOr<LeafStorage> Compiler::makeResult(Operation *op,
                                            const LeafStorage &part,
                                            int64_t trips, Code &code) {
  SmallVector<int64_t> shape = {trips};
  llvm::append_range(shape, part.shape);
  return makeArray(op, part, shape, code);
}

Element Compiler::makeElement(const LeafStorage &whole,
                              const LeafStorage &part) {
  Element element{whole, part};
  element.numbers = part.getNumNumbers();
  element.bytes = part.getNumElements() * part.getElementBytes();
  return element;
}

LeafStorage Compiler::makeConstant(NumberKind kind, ArrayRef<Register> lanes) {
  LeafStorage place = makeRegisters(kind, lanes.size());
  llvm::copy(lanes, program.registers.begin() + place.slot);
  return place;
}

LogicalResult Compiler::setResult(Operation *op, Value result, Places value) {
  SmallVector<Leaf> leaves = getLeaves(result.getType());
  for (auto [leaf, place] : llvm::zip_equal(leaves, value)) {
    FailureOr<SmallVector<int64_t>> shape =
        evaluateShape(op->getLoc(), leaf.sizes, bindings);
    if (failed(shape))
      return failure();
    if (*shape == place.shape)
      continue;
    InFlightDiagnostic diag = op->emitOpError("computes an array of sizes [");
    llvm::interleaveComma(place.shape, diag);
    diag << "], but its type has [";
    llvm::interleaveComma(*shape, diag);
    return diag << "]";
  }
  places[result] = std::move(value);
  return success();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Instruction &Compiler::add(Code &code, Instruction::Code kind, Operation *op) {
  Instruction &instruction = code.instructions.emplace_back();
  instruction.code = kind;
  instruction.op = op;
  return instruction;
}

void Compiler::addCompute(Code &code, Operation *op, ScalarFunction function,
                          const LeafStorage &result,
                          ArrayRef<LeafStorage> operands) {
  bool isScalar = result.lanes == 1;
  Instruction &instruction = add(code,
                                 isScalar ? Instruction::Code::Compute
                                          : Instruction::Code::ComputeLanes,
                                 op);
  instruction.function = function;
  instruction.result = result.slot;
  instruction.lanes = result.lanes;
  instruction.numOperands = operands.size();
  for (auto [i, operand] : llvm::enumerate(operands))
    instruction.operands[i] = operand.slot;
  code.locals.push_back(result);
}

//===----------------------------------------------------------------------===//
// Functions, blocks
//===----------------------------------------------------------------------===//

LogicalResult Compiler::compileFunction(func::FuncOp func) {
  callees.insert(func);
  for (BlockArgument argument : func.getArguments()) {
    FailureOr<Places> value = makePlaces(func, argument.getType());
    if (failed(value))
      return failure();
    llvm::append_range(program.arguments, *value);
    places[argument] = std::move(*value);
  }
  Block &block = func.getBody().front();
  if (failed(compileBlock(block, program.body)))
    return failure();
  program.returnOp = block.getTerminator();
  for (Value value : program.returnOp->getOperands())
    llvm::append_range(program.results, get(value));
  return success();
}

LogicalResult Compiler::compileBlock(Block &block, Code &code) {
  for (Operation &op : block.without_terminator())
    if (failed(compileOp(op, code)))
      return failure();
  return success();
}

LogicalResult Compiler::compileOp(Operation &op, Code &code) {
  if (failed(checkSizeConstraints(&op, bindings)))
    return failure();
  if (++numOperations > kMaxOperations)
    return op.emitOpError("is repeated too often: the evaluation takes more "
                          "than ")
           << kMaxOperations << " different steps";
  using Family = FailureOr<bool> (Compiler::*)(Operation &, Code &);
  for (Family compileFamily :
       {Family(&Compiler::compileStructure), Family(&Compiler::compileDriver),
        Family(&Compiler::compileRenaming), Family(&Compiler::compileLayout),
        Family(&Compiler::compileIndexing), Family(&Compiler::compileScalar),
        Family(&Compiler::compileVector)}) {
    FailureOr<bool> known = (this->*compileFamily)(op, code);
    if (failed(known))
      return failure();
    if (*known)
      return success();
  }
  return op.emitOpError("is not supported by the evaluator");
}

FailureOr<bool> Compiler::compileStructure(Operation &op, Code &code) {
  LogicalResult result = success();
  if (auto map = dyn_cast<MapOp>(op))
    result = compileMap(map, code);
  else if (auto scatter = dyn_cast<ScatterReduceOp>(op))
    result = compileScatterReduce(scatter, code);
  else if (auto fold = dyn_cast<FoldPattern>(op))
    result = compileFold(fold, code);
  else if (auto iterate = dyn_cast<IterateOp>(op))
    result = compileIterate(iterate, code);
  else if (auto kernel = dyn_cast<KernelOp>(op))
    result = compileKernel(kernel, code);
  else if (auto loops = dyn_cast<loop::KernelOp>(op))
    result = LoopCompiler(*this).compileKernel(loops, code);
  else if (auto call = dyn_cast<CallOp>(op))
    result = compileCall(call, code);
  else if (auto choice = dyn_cast<scf::IfOp>(op))
    result = compileIf(choice, code);
  else
    return false;
  if (failed(result))
    return failure();
  return true;
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Gives the arguments of a body places for elements of `inputs`.
void Compiler::bindElements(ValueRange inputs, ValueRange arguments,
                            std::vector<Element> &elements) {
  for (auto [input, argument] : llvm::zip_equal(inputs, arguments)) {
    Places parts;
    for (const LeafStorage &whole : Places(get(input))) {
      elements.push_back(makeElement(whole, makePart(whole)));
      parts.push_back(elements.back().part);
    }
    places[argument] = parts;
  }
}

LogicalResult Compiler::compileMap(MapOp op, Code &code) {
  MapPlan &plan = *program.maps.emplace_back(std::make_unique<MapPlan>());
  FailureOr<SmallVector<int64_t>> trips =
      evaluateShape(op.getLoc(), op.getTripCount(), bindings);
  if (failed(trips))
    return failure();
  plan.trips = trips->front();
  bindElements(op.getInputs(), op.getBody().getArguments(), plan.inputs);
  for (const Element &input : plan.inputs)
    if (!input.part.isArray)
      plan.body.locals.push_back(input.part);
  if (failed(compileBlock(op.getBody().front(), plan.body)))
    return failure();
  Instruction &instruction = add(code, Instruction::Code::Map, op);
  instruction.map = &plan;
  for (auto [result, yielded] :
       llvm::zip_equal(op.getResults(), op.getYield().getOperands())) {
    Places wholes;
    for (const LeafStorage &part : Places(get(yielded))) {
      FailureOr<LeafStorage> whole = makeResult(op, part, plan.trips, code);
      if (failed(whole))
        return failure();
      plan.results.push_back(makeElement(*whole, part));
      wholes.push_back(*whole);
    }
    if (failed(setResult(op, result, wholes)))
      return failure();
  }
  return success();
}

Places Compiler::getCaptures(Operation *op) {
  llvm::SetVector<Value> values;
  getUsedValuesDefinedAbove(op->getRegions(), values);
  Places captures;
  for (Value value : values)
    llvm::append_range(captures, get(value));
  return captures;
}

/// Adds an accumulator that starts as `init`; the body yields its next value
/// later.
LogicalResult Compiler::compileAccumulator(Operation *op,
                                           const LeafStorage &init,
                                           const LeafStorage &current,
                                           Code &code, ReducePlan &plan) {
  ReducePlan::Accumulator &accumulator = plan.accumulators.emplace_back();
  accumulator.init = init;
  accumulator.current = current;
  code.locals.push_back(current);
  if (!init.isArray) {
    accumulator.next = makeRegisters(init.kind, init.lanes).slot;
    return success();
  }
  program.arrays[current.slot].hasDemand = true;
  program.arrays[current.slot].numbers = current.getNumNumbers();
  for (Slot &buffer : accumulator.buffers) {
    FailureOr<Slot> memory = makeMemory(op, init, init.shape);
    if (failed(memory))
      return failure();
    buffer = *memory;
  }
  return success();
}

LogicalResult Compiler::compileAccumulators(Operation *op, ValueRange inits,
                                            ValueRange arguments, Code &code,
                                            ReducePlan &plan) {
  for (auto [init, argument] : llvm::zip_equal(inits, arguments)) {
    FailureOr<Places> current = makePlaces(op, argument.getType());
    if (failed(current))
      return failure();
    for (auto [from, to] : llvm::zip_equal(Places(get(init)), *current))
      if (failed(compileAccumulator(op, from, to, code, plan)))
        return failure();
    places[argument] = std::move(*current);
  }
  return success();
}

/// Says what the accumulators are after a step.
void Compiler::yieldAccumulators(ValueRange values, ReducePlan &plan) {
  unsigned next = 0;
  for (Value value : values)
    for (const LeafStorage &yielded : get(value))
      plan.accumulators[next++].yielded = yielded;
}

LogicalResult Compiler::compileFold(FoldPattern op, Code &code) {
  ReducePlan &plan =
      *program.reduces.emplace_back(std::make_unique<ReducePlan>());
  FailureOr<SmallVector<int64_t>> trips =
      evaluateShape(op.getLoc(), op.getTripCount(), bindings);
  if (failed(trips))
    return failure();
  plan.trips = trips->front();
  bindElements(op.getInputs(), op.getElementArgs(), plan.inputs);
  if (failed(compileAccumulators(op, op.getInits(), op.getAccumulatorArgs(),
                                 code, plan)))
    return failure();
  if (auto whileOp = dyn_cast<ReduceWhileOp>(*op);
      whileOp && failed(compilePredicate(whileOp, plan)))
    return failure();
  if (failed(compileBlock(op.getStep().front(), plan.body)))
    return failure();
  yieldAccumulators(op.getYield()->getOperands(), plan);
  plan.captures = getCaptures(op);
  add(code, Instruction::Code::Reduce, op).reduce = &plan;
  if (auto scan = dyn_cast<ScanOp>(*op))
    return compileHistory(scan, code, plan);
  for (auto [result, argument] :
       llvm::zip_equal(op->getResults(), op.getAccumulatorArgs()))
    if (failed(setResult(op, result, get(argument))))
      return failure();
  return success();
}

/// Gives the results of a scan arrays of the accumulators.
LogicalResult Compiler::compileHistory(ScanOp op, Code &code,
                                       ReducePlan &plan) {
  for (auto [result, argument] :
       llvm::zip_equal(op.getResults(), op.getAccumulatorArgs())) {
    Places wholes;
    for (const LeafStorage &part : Places(get(argument))) {
      FailureOr<LeafStorage> whole = makeResult(op, part, plan.trips, code);
      if (failed(whole))
        return failure();
      plan.history.push_back(makeElement(*whole, part));
      wholes.push_back(*whole);
    }
    if (failed(setResult(op, result, wholes)))
      return failure();
  }
  return success();
}

/// The predicate works on the same elements and accumulators as the step.
LogicalResult Compiler::compilePredicate(ReduceWhileOp op, ReducePlan &plan) {
  for (auto [argument, same] : llvm::zip_equal(op.getPredicate().getArguments(),
                                               op.getBody().getArguments()))
    places[argument] = Places(get(same));
  ReducePlan::Predicate &predicate = plan.predicate.emplace();
  if (failed(compileBlock(op.getPredicate().front(), predicate.body)))
    return failure();
  predicate.condition = getScalar(op.getCondition()).slot;
  return success();
}

LogicalResult Compiler::compileScatterReduce(ScatterReduceOp op, Code &code) {
  ScatterReducePlan &plan = *program.scatterReduces.emplace_back(
      std::make_unique<ScatterReducePlan>());
  FailureOr<SmallVector<int64_t>> sizes = evaluateShape(
      op.getLoc(), {op.getTripCount(), op.getNumBins()}, bindings);
  if (failed(sizes))
    return failure();
  plan.trips = sizes->front();
  plan.numBins = sizes->back();
  FoldPattern fold = op;
  bindElements(op.getInputs(), fold.getElementArgs(), plan.inputs);
  plan.index = getScalar(fold.getElementArgs().front()).slot;
  for (auto [init, argument, result] : llvm::zip_equal(
           op.getInits(), fold.getAccumulatorArgs(), op.getResults())) {
    Places wholes, parts;
    for (const LeafStorage &from : Places(get(init))) {
      FailureOr<LeafStorage> whole = makeArray(op, from, from.shape, code);
      if (failed(whole))
        return failure();
      wholes.push_back(*whole);
      parts.push_back(makePart(*whole));
      plan.bins.push_back(
          {from, makeElement(*whole, parts.back()), LeafStorage()});
    }
    places[argument] = std::move(parts);
    if (failed(setResult(op, result, std::move(wholes))))
      return failure();
  }
  if (failed(compileBlock(op.getBody().front(), plan.body)))
    return failure();
  unsigned next = 0;
  for (Value value : fold.getYield()->getOperands())
    for (const LeafStorage &yielded : get(value))
      plan.bins[next++].yielded = yielded;
  plan.captures = getCaptures(op);
  add(code, Instruction::Code::ScatterReduce, op).scatterReduce = &plan;
  return success();
}

LogicalResult Compiler::compileKernel(KernelOp op, Code &code) {
  if (failed(compileBlock(op.getBody().front(), code)))
    return failure();
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), op.getYield().getOperands()))
    if (failed(setResult(op, result, get(value))))
      return failure();
  return success();
}

/// Compiles the body of a function for the operands of a call.
LogicalResult Compiler::compileBody(Operation *call, Block &body, Code &code) {
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), call->getOperands()))
    places[argument] = Places(get(operand));
  if (failed(compileBlock(body, code)))
    return failure();
  for (auto [result, value] :
       llvm::zip_equal(call->getResults(), body.getTerminator()->getOperands()))
    places[result] = Places(get(value));
  return success();
}

LogicalResult Compiler::compileCall(CallOp op, Code &code) {
  Operation *callee =
      SymbolTable::lookupNearestSymbolFrom(op, op.getCalleeAttr());
  if (auto userFun = dyn_cast<UserFunOp>(callee)) {
    if (userFun.hasReference())
      return compileBody(op, userFun.getBody().front(), code);
    InFlightDiagnostic diag = op.emitOpError("calls '")
                              << op.getCallee()
                              << "', which has no reference to be evaluated";
    diag.attachNote(userFun.getLoc()) << "write one here";
    return diag;
  }
  auto func = cast<func::FuncOp>(callee);
  if (func.isDeclaration() || !func.getBody().hasOneBlock())
    return op.emitOpError("calls '")
           << op.getCallee() << "', whose body is not one block";
  if (!callees.insert(func))
    return op.emitOpError("makes '") << op.getCallee() << "' call itself";
  SizeBindings sizes;
  for (const auto &[name, size] : op.getSizeMap()) {
    FailureOr<int64_t> value = evaluateSize(op.getLoc(), size, bindings);
    if (failed(value))
      return failure();
    sizes[name] = *value;
  }
  FailureOr<SizeBindings> bound = bindSizes(func, {}, sizes);
  if (failed(bound))
    return failure();
  std::swap(bindings, *bound);
  LogicalResult result = compileBody(op, func.getBody().front(), code);
  std::swap(bindings, *bound);
  callees.remove(func);
  return result;
}

LogicalResult Compiler::compileIf(scf::IfOp op, Code &code) {
  IfPlan &plan = *program.choices.emplace_back(std::make_unique<IfPlan>());
  plan.condition = getScalar(op.getCondition()).slot;
  plan.captures = getCaptures(op);
  for (Value result : op.getResults()) {
    if (isa<ArrayType, TupleType>(result.getType()))
      return op.emitOpError("with a result of type ")
             << result.getType() << " is not supported by the evaluator";
    FailureOr<Places> value = makePlaces(op, result.getType());
    if (failed(value))
      return failure();
    plan.results.push_back(value->front());
    code.locals.push_back(value->front());
    places[result] = std::move(*value);
  }
  for (auto [region, branch] :
       llvm::zip_equal(op->getRegions(), plan.branches)) {
    if (region.empty())
      continue;
    if (failed(compileBlock(region.front(), branch.body)))
      return failure();
    for (Value value : region.front().getTerminator()->getOperands())
      branch.yielded.push_back(getScalar(value));
  }
  add(code, Instruction::Code::If, op).choice = &plan;
  return success();
}

//===----------------------------------------------------------------------===//
// Iterate
//
// A step that changes the size is compiled for the size it has; as soon as a
// step leaves the size as it is, the remaining steps are a loop.
//===----------------------------------------------------------------------===//

/// One step: the places of what the body yields for `input`.
FailureOr<Places> Compiler::compileStep(IterateOp op, const Places &input,
                                        Code &code) {
  places[op.getBody().getArgument(0)] = input;
  if (failed(compileBlock(op.getBody().front(), code)))
    return failure();
  return get(op.getYield().getOperand(0));
}

/// `count` steps that leave the size as it is.
FailureOr<Places> Compiler::compileLoop(IterateOp op, const Places &input,
                                        int64_t count, Code &code) {
  ReducePlan &plan =
      *program.reduces.emplace_back(std::make_unique<ReducePlan>());
  plan.trips = count;
  Places current;
  for (const LeafStorage &init : input) {
    LeafStorage place = init;
    place.slot = program.arrays.size();
    program.arrays.emplace_back();
    if (failed(compileAccumulator(op, init, place, code, plan)))
      return failure();
    current.push_back(place);
  }
  FailureOr<Places> yielded = compileStep(op, current, plan.body);
  if (failed(yielded))
    return failure();
  for (auto [accumulator, value] : llvm::zip_equal(plan.accumulators, *yielded))
    accumulator.yielded = value;
  plan.captures = getCaptures(op);
  add(code, Instruction::Code::Reduce, op).reduce = &plan;
  return current;
}

LogicalResult Compiler::compileIterate(IterateOp op, Code &code) {
  FailureOr<int64_t> count =
      evaluateSize(op.getLoc(), op.getCount().getValue(), bindings);
  if (failed(count))
    return failure();
  if (*count < 0)
    return op.emitOpError("takes a negative number of steps: ") << *count;
  Places value = get(op.getInput());
  std::string name = op.getSizeName().str();
  Expr step = cast<ArrayType>(op.getYield().getOperand(0).getType()).getSize(0);
  FailureOr<SmallVector<int64_t>> size =
      evaluateShape(op.getLoc(), op.getInput().getType().getSize(0), bindings);
  SizeBindings outer = bindings;
  for (int64_t left = *count; left > 0;) {
    if (failed(size))
      return failure();
    bindings[name] = size->front();
    FailureOr<SmallVector<int64_t>> next =
        evaluateShape(op.getLoc(), step, bindings);
    if (failed(next))
      return failure();
    bool isLoop = *next == *size;
    FailureOr<Places> yielded = isLoop ? compileLoop(op, value, left, code)
                                       : compileStep(op, value, code);
    if (failed(yielded))
      return failure();
    value = *yielded;
    left = isLoop ? 0 : left - 1;
    size = next;
  }
  bindings = outer;
  return setResult(op, op->getResult(0), value);
}
