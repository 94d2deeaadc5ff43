//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels in loop form as instructions: see LoopCompiler.h.
//
//===----------------------------------------------------------------------===//

#include "LoopCompiler.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Expr LoopCompiler::getRegisterSymbol(Slot slot) {
  std::string name = "%" + std::to_string(slot);
  registers[name] = slot;
  return Expr::name(name);
}

SmallVector<Expr> LoopCompiler::getExprs(loop::ExprsAttr exprs,
                                         OperandRange operands,
                                         std::optional<Slot> lane) {
  std::map<std::string, Expr> replacements;
  for (const auto &[name, value] : compiler.bindings)
    replacements[name] = value;
  for (auto [i, operand] : llvm::enumerate(operands))
    replacements[*loop::getOperandSymbol(i).getName()] =
        getRegisterSymbol(compiler.getScalar(operand).slot);
  if (lane)
    replacements[*loop::getLaneSymbol().getName()] = getRegisterSymbol(*lane);
  return llvm::map_to_vector(exprs.getExprs(), [&](const Expr &expr) {
    return expr.substitute(replacements);
  });
}

void LoopCompiler::appendPolynomial(ArrayRef<Monomial> terms, IndexCode &code) {
  using Kind = IndexCode::Kind;
  if (terms.empty())
    code.steps.push_back({Kind::Constant, 0});
  for (auto [i, term] : llvm::enumerate(terms)) {
    code.steps.push_back({Kind::Constant, term.coefficient});
    for (const auto &[atom, exponent] : term.factors)
      for (unsigned k = 0; k < exponent; ++k) {
        if (atom.getKind() == Atom::Kind::Name) {
          auto slot = registers.find(atom.getName());
          if (slot == registers.end()) {
            unknownName = atom.getName();
            return;
          }
          code.steps.push_back({Kind::Register, int64_t(slot->second)});
        } else {
          appendExpr(atom.getLhs(), code);
          appendExpr(atom.getRhs(), code);
          code.steps.push_back(
              {atom.getKind() == Atom::Kind::FloorDiv  ? Kind::FloorDiv
               : atom.getKind() == Atom::Kind::CeilDiv ? Kind::CeilDiv
                                                       : Kind::Mod});
        }
        code.steps.push_back({Kind::Multiply});
      }
    if (i != 0)
      code.steps.push_back({Kind::Add});
  }
}

void LoopCompiler::appendExpr(const Expr &expr, IndexCode &code) {
  appendPolynomial(expr.getNumerator(), code);
  Expr denominator = expr.getDenominator();
  if (denominator.isConstant(1))
    return;
  appendPolynomial(denominator.getNumerator(), code);
  code.steps.push_back({IndexCode::Kind::ExactDiv});
}

IndexCode LoopCompiler::compileExpr(const Expr &expr) {
  IndexCode code;
  appendExpr(expr, code);
  return code;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

void LoopCompiler::bindWhole(Value value, const LeafStorage &array) {
  ArrayPart buffer;
  buffer.array = array;
  for (unsigned dim = 0; dim < array.shape.size(); ++dim)
    buffer.path.push_back(loop::getDimSymbol(dim));
  buffers[value] = std::move(buffer);
}

FailureOr<LeafStorage> LoopCompiler::makeBuffer(Operation *op, Type type) {
  auto bufferType = cast<loop::BufferType>(type);
  FailureOr<SmallVector<int64_t>> shape =
      evaluateShape(op->getLoc(), bufferType.getSizeExprs(), compiler.bindings);
  std::optional<NumberKind> kind = getNumberKind(bufferType.getElementType());
  if (failed(shape))
    return failure();
  if (!kind)
    return op->emitOpError("values of type ")
           << bufferType.getElementType()
           << " are not supported by the evaluator";
  LeafStorage place{*kind, /*isArray=*/true,
                    getNumLanes(bufferType.getElementType()), 0, *shape};
  FailureOr<Slot> slot = compiler.makeMemory(op, place, *shape);
  if (failed(slot))
    return failure();
  place.slot = *slot;
  return place;
}

LogicalResult LoopCompiler::compileAlloc(loop::AllocOp op, Code &code) {
  FailureOr<LeafStorage> place = makeBuffer(op, op.getType());
  if (failed(place))
    return failure();
  bindWhole(op, *place);
  compiler.add(code, Instruction::Code::Alloc, op).result = place->slot;
  return success();
}

LogicalResult LoopCompiler::compileView(loop::ViewOp op) {
  ArrayPart source = buffers.find(op.getSource())->second;
  std::map<std::string, Expr> dims;
  for (auto [dim, index] :
       llvm::enumerate(getExprs(op.getPath(), op.getIndices())))
    dims[*loop::getDimSymbol(dim).getName()] = index;
  for (Expr &index : source.path)
    index = index.substitute(dims);
  buffers[op] = std::move(source);
  return success();
}

AccessPlan LoopCompiler::makeAccess(const ArrayPart &buffer,
                                    ArrayRef<Expr> path, Slot value,
                                    bool isStore) {
  const LeafStorage &array = buffer.array;
  AccessPlan plan;
  plan.buffer = array.slot;
  plan.kind = array.kind;
  plan.shape = array.shape;
  plan.elementLanes = array.lanes;
  plan.value = value;
  plan.isStore = isStore;
  std::map<std::string, Expr> dims;
  for (auto [dim, index] : llvm::enumerate(path))
    dims[*loop::getDimSymbol(dim).getName()] = index;
  for (const Expr &index : buffer.path)
    plan.path.push_back(compileExpr(index.substitute(dims)));
  return plan;
}

LogicalResult LoopCompiler::compileAccess(Operation *op, Value buffer,
                                          OperandRange operands,
                                          loop::ExprsAttr path, Value value,
                                          bool isStore, Code &code) {
  if (traced)
    return traceAccess(op, buffer, operands, path, value, isStore, code);
  std::optional<Slot> lane;
  if (loop::hasLanes(path))
    lane = compiler.makeRegisters(NumberKind::I64, /*lanes=*/1).slot;
  if (!isStore) {
    FailureOr<LeafStorage> place = makeScalar(op, value);
    if (failed(place))
      return failure();
  }
  SmallVector<Expr> indices = getExprs(path, operands, lane);
  size_t rank = cast<loop::BufferType>(buffer.getType()).getRank();
  AccessPlan plan = makeAccess(buffers.find(buffer)->second,
                               ArrayRef(indices).take_front(rank),
                               compiler.getScalar(value).slot, isStore);
  if (indices.size() > rank)
    plan.lane = compileExpr(indices.back());
  if (lane) {
    plan.laneRegister = *lane;
    plan.numLanes = compiler.getScalar(value).lanes;
  }
  addAccess(op, std::move(plan), code);
  return success();
}

void LoopCompiler::addAccess(Operation *op, AccessPlan plan, Code &code) {
  if (auto store = dyn_cast<loop::StoreOp>(op))
    plan.atomic = store.getAtomic();
  auto &access = compiler.program.accesses.emplace_back(
      std::make_unique<AccessPlan>(std::move(plan)));
  compiler.add(code, Instruction::Code::Access, op).access = access.get();
}

//===----------------------------------------------------------------------===//
// Kernels and operations
//===----------------------------------------------------------------------===//

LogicalResult LoopCompiler::compileKernel(loop::KernelOp op, Code &code) {
  if (compiler.isSampled)
    return op.emitOpError("cannot be evaluated for some elements only");
  for (auto [input, arg] : llvm::zip_equal(op.getInputs(), op.getInputArgs())) {
    LeafStorage place = compiler.getScalar(input);
    if (!isa<loop::BufferType>(arg.getType())) {
      compiler.places[arg] = {place};
    } else if (place.isArray) {
      bindWhole(arg, place);
    } else {
      // A scalar of another kernel is written to memory.
      FailureOr<LeafStorage> memory = makeBuffer(op, arg.getType());
      if (failed(memory))
        return failure();
      bindWhole(arg, *memory);
      compiler.add(code, Instruction::Code::Alloc, op).result = memory->slot;
      addAccess(op, makeAccess(buffers[arg], {}, place.slot, /*isStore=*/true),
                code);
    }
  }
  SmallVector<LeafStorage> memories;
  for (auto [number, arg] : llvm::enumerate(op.getResultArgs())) {
    if (Value array = op.getDestination(number)) {
      memories.push_back(compiler.getScalar(array));
      bindWhole(arg, memories.back());
      continue;
    }
    FailureOr<LeafStorage> memory = makeBuffer(op, arg.getType());
    if (failed(memory))
      return failure();
    bindWhole(arg, *memory);
    compiler.add(code, Instruction::Code::Alloc, op).result = memory->slot;
    memories.push_back(*memory);
  }
  if (failed(compileBlock(op.getBody().front(), code)))
    return failure();
  for (auto [value, memory, arg] :
       llvm::zip_equal(op.getResults(), memories, op.getResultArgs())) {
    if (isa<ArrayType>(value.getType())) {
      compiler.places[value] = {memory};
      continue;
    }
    FailureOr<LeafStorage> scalar = makeScalar(op, value);
    if (failed(scalar))
      return failure();
    addAccess(op, makeAccess(buffers[arg], {}, scalar->slot, /*isStore=*/false),
              code);
  }
  return success();
}

LogicalResult LoopCompiler::compileBlock(Block &block, Code &code) {
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>() || !isNeeded(op))
      continue;
    if (failed(compileOp(op, code)))
      return failure();
    if (!unknownName.empty())
      return op.emitOpError("has an index with '")
             << unknownName << "', which has no value";
  }
  return success();
}

LogicalResult LoopCompiler::compileOp(Operation &op, Code &code) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](loop::AllocOp alloc) {
        return traced ? traceAlloc(alloc, code) : compileAlloc(alloc, code);
      })
      .Case([&](loop::IdOp id) { return traceId(id); })
      .Case([&](loop::ViewOp view) { return compileView(view); })
      .Case([&](loop::LoadOp load) {
        return compileAccess(load, load.getBuffer(), load.getIndices(),
                             load.getPath(), load.getResult(),
                             /*isStore=*/false, code);
      })
      .Case([&](loop::StoreOp store) {
        return compileAccess(store, store.getBuffer(), store.getIndices(),
                             store.getPath(), store.getValue(),
                             /*isStore=*/true, code);
      })
      .Case([&](loop::IndexOp index) { return compileIndex(index, code); })
      .Case([&](loop::IfOp branch) { return compileIf(branch, code); })
      .Case([&](loop::ForOp loop) { return compileFor(loop, code); })
      .Case([&](loop::WhileOp loop) { return compileWhile(loop, code); })
      .Default(
          [&](Operation *other) { return compiler.compileOp(*other, code); });
}

FailureOr<LeafStorage> LoopCompiler::makeScalar(Operation *op, Value value) {
  FailureOr<LeafStorage> place =
      compiler.makePlace(op, value.getType(), /*shape=*/{});
  if (succeeded(place))
    compiler.places[value] = {*place};
  return place;
}

LogicalResult LoopCompiler::compileIndex(loop::IndexOp op, Code &code) {
  FailureOr<LeafStorage> result = makeScalar(op, op.getResult());
  if (failed(result))
    return failure();
  auto plan = std::make_unique<IndexPlan>();
  plan->kind = static_cast<IndexPlan::Kind>(op.getKind());
  for (const Expr &expr : getExprs(op.getExprs(), op.getIndices()))
    plan->exprs.push_back(compileExpr(expr));
  if (Value data = op.getData())
    plan->data = compiler.getScalar(data).slot;
  plan->result = result->slot;
  compiler.add(code, Instruction::Code::Index, op).index = plan.get();
  compiler.program.indices.push_back(std::move(plan));
  return success();
}

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

LogicalResult LoopCompiler::compileIf(loop::IfOp op, Code &code) {
  auto isComputed = [&](Value scalar) { return isNeeded(scalar); };
  auto test = std::make_unique<TestPlan>();
  for (const Expr &expr : getExprs(op.getTests(), op.getIndices()))
    test->exprs.push_back(compileExpr(expr));
  test->result = compiler.makeRegisters(NumberKind::I1, /*lanes=*/1).slot;
  IfPlan &plan =
      *compiler.program.choices.emplace_back(std::make_unique<IfPlan>());
  plan.condition = test->result;
  compiler.add(code, Instruction::Code::Test, op).test = test.get();
  compiler.program.tests.push_back(std::move(test));
  for (Value value : llvm::make_filter_range(op.getResults(), isComputed)) {
    FailureOr<LeafStorage> place = makeScalar(op, value);
    if (failed(place))
      return failure();
    plan.results.push_back(*place);
  }
  for (auto [region, branch] :
       llvm::zip_equal(op->getRegions(), plan.branches)) {
    if (region.empty())
      continue;
    if (failed(compileBlock(region.front(), branch.body)))
      return failure();
    for (auto [result, value] : llvm::zip(
             op.getResults(), region.front().getTerminator()->getOperands()))
      if (isComputed(result))
        branch.yielded.push_back(compiler.getScalar(value));
  }
  compiler.add(code, Instruction::Code::If, op).choice = &plan;
  return success();
}

/// The same place in the memory of another array.
static LeafStorage withSlot(LeafStorage place, Slot slot) {
  place.slot = slot;
  return place;
}

FailureOr<LoopState> LoopCompiler::compileState(Operation *op, Value buffer,
                                                Value current, Value next) {
  LoopState state;
  FailureOr<LeafStorage> memory;
  for (Slot &slot : state.memory) {
    memory = makeBuffer(op, buffer.getType());
    if (failed(memory))
      return failure();
    slot = memory->slot;
  }
  for (Slot *slot : {&state.current, &state.next}) {
    *slot = compiler.program.arrays.size();
    // Whoever has the memory notes what is poison.
    compiler.program.arrays.emplace_back().numbers = memory->getNumNumbers();
  }
  state.shape = memory->shape;
  SmallVector<Expr> path;
  for (size_t dim = 0; dim < state.shape.size(); ++dim) {
    state.indices.push_back(
        compiler.makeRegisters(NumberKind::I64, /*lanes=*/1).slot);
    path.push_back(getRegisterSymbol(state.indices.back()));
  }
  Slot value = compiler.makeRegisters(memory->kind, memory->lanes).slot;
  bindWhole(current, withSlot(*memory, state.current));
  bindWhole(next, withSlot(*memory, state.next));
  ArrayPart outside = buffers.find(buffer)->second;
  state.load = makeAccess(outside, path, value, /*isStore=*/false);
  state.init = makeAccess(buffers[current], path, value, /*isStore=*/true);
  state.last = makeAccess(buffers[current], path, value, /*isStore=*/false);
  state.store = makeAccess(outside, path, value, /*isStore=*/true);
  return state;
}

template <typename Loop>
LogicalResult LoopCompiler::compileTrips(Loop op, LoopPlan &plan) {
  auto arguments = op.getBody().getArguments();
  FailureOr<LeafStorage> index = makeScalar(op, arguments[0]);
  if (failed(index))
    return failure();
  plan.index = index->slot;
  unsigned numScalars = op.getInits().size();
  for (auto [init, arg, result] : llvm::zip_equal(
           op.getInits(), arguments.slice(1, numScalars), op.getResults())) {
    if (!isNeeded(arg))
      continue;
    FailureOr<LeafStorage> current = makeScalar(op, arg);
    if (failed(current))
      return failure();
    Slot next = compiler.makeRegisters(current->kind, current->lanes).slot;
    plan.scalars.push_back(
        {compiler.getScalar(init), *current, *current, next});
    compiler.places[result] = {*current};
  }
  auto states = arguments.drop_front(1 + numScalars);
  for (auto [i, buffer] : llvm::enumerate(op.getStates())) {
    Value current = states[2 * i], next = states[2 * i + 1];
    if (op.getInPlace()) {
      ArrayPart shared = buffers.find(buffer)->second;
      buffers[current] = buffers[next] = shared;
      continue;
    }
    FailureOr<LoopState> state = compileState(op, buffer, current, next);
    if (failed(state))
      return failure();
    plan.states.push_back(std::move(*state));
  }
  if (failed(compileBlock(op.getBody().front(), plan.body)))
    return failure();
  auto scalar = plan.scalars.begin();
  for (auto [arg, value] :
       llvm::zip(arguments.drop_front(), op.getYield().getValues()))
    if (isNeeded(arg))
      (scalar++)->yielded = compiler.getScalar(value);
  return success();
}

/// Whether code that is traced does more than to compute indices.
static bool hasEffects(const Code &code) {
  return llvm::any_of(code.instructions, [](const Instruction &instruction) {
    return instruction.code != Instruction::Code::Index &&
           instruction.code != Instruction::Code::Test;
  });
}

LogicalResult LoopCompiler::compileFor(loop::ForOp op, Code &code) {
  LoopPlan &plan =
      *compiler.program.loops.emplace_back(std::make_unique<LoopPlan>());
  SmallVector<Expr> bounds = getExprs(op.getBounds(), op.getIndices());
  plan.lower = compileExpr(bounds[0]);
  plan.upper = compileExpr(bounds[1]);
  plan.step = compileExpr(bounds.size() > 2 ? bounds[2] : Expr(1));
  if (failed(compileTrips(op, plan)))
    return failure();
  if (traced && plan.scalars.empty() && !hasEffects(plan.body))
    return success();
  compiler.add(code, Instruction::Code::Loop, op).loop = &plan;
  return success();
}

LogicalResult LoopCompiler::compileTest(loop::WhileOp op, LoopPlan &plan) {
  plan.test.emplace();
  Block &block = op.getTest().front();
  // The test works on the same values as the body.
  unsigned numScalars = op.getInits().size();
  Block &body = op.getBody().front();
  for (unsigned i = 0; i < 1 + numScalars; ++i)
    if (i == 0 || isNeeded(body.getArgument(i)))
      compiler.places[block.getArgument(i)] =
          Places(compiler.get(body.getArgument(i)));
  for (unsigned i = 0; i < op.getStates().size(); ++i) {
    ArrayPart current = buffers[body.getArgument(1 + numScalars + 2 * i)];
    buffers[block.getArgument(1 + numScalars + i)] = current;
  }
  if (failed(compileBlock(block, plan.test->body)))
    return failure();
  loop::ConditionOp condition = op.getCondition();
  plan.test->condition = compiler.getScalar(condition.getCondition()).slot;
  for (auto [value, arg] :
       llvm::zip_equal(condition.getPassed(), op.getPassed()))
    if (isNeeded(arg))
      plan.test->passed.emplace_back(compiler.getScalar(value),
                                     compiler.getScalar(arg));
  return success();
}

LogicalResult LoopCompiler::compileWhile(loop::WhileOp op, Code &code) {
  LoopPlan &plan =
      *compiler.program.loops.emplace_back(std::make_unique<LoopPlan>());
  plan.lower = compileExpr(0);
  plan.upper = compileExpr(getExprs(op.getBounds(), op.getIndices()).front());
  plan.step = compileExpr(1);
  for (BlockArgument arg : op.getPassed())
    if (isNeeded(arg) && failed(makeScalar(op, arg)))
      return failure();
  if (failed(compileTrips(op, plan)) || failed(compileTest(op, plan)))
    return failure();
  compiler.add(code, Instruction::Code::Loop, op).loop = &plan;
  return success();
}
