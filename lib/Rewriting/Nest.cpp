//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Nest.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/RepeatedNumbers.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A constant, which may stand inside of the nest, or any other value itself.
static Value cloneConstant(OpBuilder &builder, Value value) {
  return matchPattern(value, m_Constant())
             ? builder.clone(*value.getDefiningOp())->getResult(0)
             : value;
}

Value NestOperand::build(OpBuilder &builder) const {
  Value value = cloneConstant(builder, source);
  for (auto [view, depth] : views) {
    Operation *own = view.cloneAtDepth(builder, value, depth);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(own);
    for (OpOperand &other : llvm::drop_begin(own->getOpOperands()))
      other.set(cloneConstant(builder, other.get()));
    value = own->getResult(0);
  }
  return value;
}

bool Nest::isOutside(Value value) const {
  return !root->isAncestor(value.getParentBlock()->getParentOp());
}

/// Whether an operation computes something in the nest: a constant is the same
/// everywhere, but what is read at a computed index is not.
bool Nest::isOperation(Operation &op) const {
  if (allowed == Operands::Rows && isa<MapOp, FoldPattern>(op))
    return true;
  if (auto at = dyn_cast<AtOp>(op))
    return !lookup(at.getInput()) ||
           !llvm::all_of(at.getIndices(),
                         [&](Value index) { return isOutside(index); });
  return isScalarOp(&op) && !op.hasTrait<OpTrait::ConstantLike>();
}

std::optional<NestOperand> Nest::lookup(Value value) const {
  if (isOutside(value))
    return NestOperand{value, {}, {}};
  auto it = operands.find(value);
  if (it == operands.end())
    return std::nullopt;
  return it->second;
}

SmallVector<Value> Nest::collectOperands(ArrayRef<Operation *> ops,
                                         ValueRange values) const {
  llvm::SetVector<Value> used;
  auto add = [&](Value value) {
    if (std::optional<NestOperand> operand = lookup(value);
        operand && !operand->dims.empty())
      used.insert(value);
  };
  for (Operation *op : ops)
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        add(operand);
    });
  for (Value value : values)
    add(value);
  // In the order in which the loops bring them, whoever uses them first.
  SmallVector<Value> ordered;
  for (const auto &[value, operand] : operands)
    if (used.contains(value))
      ordered.push_back(value);
  return ordered;
}

SmallVector<Value> Nest::getStepOperands() const {
  if (!getInnerReduce())
    return {};
  return collectOperands(
      step, cast<FoldPattern>(*getInnerReduce()).getYield()->getOperands());
}

SmallVector<Value> Nest::getEpilogueOperands() const {
  return collectOperands(epilogue, getOutputs());
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

ReduceOp Nest::getOuterReduce() const {
  return numParallel == dims.size() ? ReduceOp()
                                    : cast<ReduceOp>(dims[numParallel].loop);
}

ReduceOp Nest::getInnerReduce() const {
  return numParallel == dims.size() ? ReduceOp()
                                    : cast<ReduceOp>(dims.back().loop);
}

ValueRange Nest::getInits() const {
  ReduceOp reduce = getOuterReduce();
  return reduce ? ValueRange(reduce.getInits()) : ValueRange();
}

ValueRange Nest::getOutputs() const {
  if (numParallel == 0)
    return getOuterReduce().getResults();
  return cast<MapOp>(dims[numParallel - 1].loop).getYield().getOperands();
}

SmallVector<NestOperand> Nest::getOperands() const {
  SmallVector<Value> values = getStepOperands();
  llvm::append_range(values, getEpilogueOperands());
  llvm::append_range(values, getInits());
  SmallVector<NestOperand> all;
  for (Value value : values)
    if (std::optional<NestOperand> operand = lookup(value))
      all.push_back(*operand);
  return all;
}

bool Nest::mayReorder() const {
  return llvm::all_of(
      ArrayRef(dims).drop_front(numParallel), [](const NestDim &dim) {
        auto reduce = cast<ReduceOp>(dim.loop);
        return reduce.getAssociative() && reduce.getCommutative();
      });
}

void Nest::copyLaws(ReduceOp reduce) const {
  auto all = llvm::map_range(
      ArrayRef(dims).drop_front(numParallel),
      [](const NestDim &dim) { return cast<ReduceOp>(dim.loop); });
  reduce.setAssociative(
      llvm::all_of(all, [](ReduceOp old) { return old.getAssociative(); }));
  reduce.setCommutative(
      llvm::all_of(all, [](ReduceOp old) { return old.getCommutative(); }));
}

LogicalResult Nest::addLoop(Operation *loop, ValueRange inputs,
                            ValueRange arguments, Refusal &refusal) {
  unsigned dim = dims.size();
  dims.push_back({cast<ArrayType>(inputs.front().getType()).getSize(0), loop});
  for (auto [input, argument] : llvm::zip_equal(inputs, arguments)) {
    std::optional<NestOperand> operand = lookup(input);
    if (!operand)
      return refusal.set(loop, "an input of a loop is computed in the nest");
    operand->dims.push_back(dim);
    operands[argument] = *operand;
  }
  return success();
}

/// A view of the nest becomes one of all the arrays outside; a constant is the
/// same everywhere.
LogicalResult Nest::liftOut(Operation &op, Refusal &refusal) {
  if (op.hasTrait<OpTrait::ConstantLike>()) {
    operands[op.getResult(0)] = {op.getResult(0), {}, {}};
    return success();
  }
  auto view = dyn_cast<ViewOpInterface>(&op);
  if (!view)
    return refusal.set(&op, "is neither a view nor a loop: the loops are not "
                            "perfectly nested");
  if (view.getViewSources().size() != 1 || op.getNumRegions() != 0)
    return refusal.set(&op, "is a view of several arrays, or with a function");
  for (Value other : op.getOperands().drop_front())
    if (!isOutside(other) && !matchPattern(other, m_Constant()))
      return refusal.set(&op, "uses a value of the nest");
  std::optional<NestOperand> operand = lookup(op.getOperand(0));
  if (!operand)
    return refusal.set(&op, "is a view of what the nest computes");
  operand->views.push_back({view, operand->dims.size()});
  operands[op.getResult(0)] = *operand;
  return success();
}

/// Whether an operation is as fast done again as its result is kept.
static bool isRepeatable(Operation &op) {
  return isScalarOp(&op) && getCost(&op) == 1;
}

/// The pattern of type `Op` in a body, if it is the only one.
template <typename Op>
static Op getOnly(Block &body) {
  auto all = body.getOps<Op>();
  return llvm::hasSingleElement(all) ? *all.begin() : Op();
}

LogicalResult Nest::walkReduce(ReduceOp reduce, Refusal &refusal) {
  auto fold = cast<FoldPattern>(*reduce);
  if (failed(addLoop(reduce, reduce.getInputs(),
                     SmallVector<Value>(fold.getElementArgs()), refusal)))
    return failure();
  SmallVector<Value> accumulators(fold.getAccumulatorArgs());
  Block &body = fold.getStep().front();
  ReduceOp inner = getOnly<ReduceOp>(body);
  bool isChain = inner &&
                 ValueRange(inner.getInits()) == ValueRange(accumulators) &&
                 fold.getYield()->getOperands() == inner.getResults();
  for (Value accumulator : accumulators)
    if (isa<ArrayType>(accumulator.getType()))
      return refusal.set(reduce, "has an array as accumulator");
  for (Operation &op : body.without_terminator()) {
    if (isChain && &op == inner)
      continue;
    if (isChain || !isOperation(op)) {
      if (failed(liftOut(op, refusal)))
        return failure();
    } else {
      step.push_back(&op);
    }
  }
  return isChain ? walkReduce(inner, refusal) : success();
}

LogicalResult Nest::walkMap(MapOp map, Refusal &refusal) {
  if (failed(addLoop(map, map.getInputs(),
                     SmallVector<Value>(map.getBody().getArguments()),
                     refusal)))
    return failure();
  numParallel = dims.size();
  Block &body = map.getBody().front();
  MapOp inner = getOnly<MapOp>(body);
  if (inner && map.getYield().getOperands() == inner.getResults()) {
    for (Operation &op : body.without_terminator())
      if (&op != inner && failed(liftOut(op, refusal)))
        return failure();
    return walkMap(inner, refusal);
  }
  ReduceOp reduce = getOnly<ReduceOp>(body);
  for (Operation &op : body.without_terminator()) {
    if (&op == reduce)
      continue;
    if (isOperation(op))
      epilogue.push_back(&op);
    else if (failed(liftOut(op, refusal)))
      return failure();
  }
  return reduce ? walkReduce(reduce, refusal) : success();
}

/// Those of `ops`, each before those that use it, that `users` or `values`
/// need.
static llvm::SetVector<Operation *> getNeeded(ArrayRef<Operation *> ops,
                                              ArrayRef<Operation *> users,
                                              ValueRange values) {
  DenseSet<Value> needed(values.begin(), values.end());
  auto addOperands = [&](Operation *op) {
    op->walk(
        [&](Operation *nested) { needed.insert_range(nested->getOperands()); });
  };
  llvm::for_each(users, addOperands);
  SmallVector<Operation *> found;
  for (Operation *op : llvm::reverse(ops))
    if (llvm::any_of(op->getResults(),
                     [&](Value result) { return needed.contains(result); })) {
      addOperands(op);
      found.push_back(op);
    }
  return {found.rbegin(), found.rend()};
}

LogicalResult Nest::repeatNumbers(Refusal &refusal) {
  ReduceOp reduce = getInnerReduce();
  if (!reduce || numParallel == 0)
    return success();
  const auto forStep = getNeeded(
      epilogue, step, cast<FoldPattern>(*reduce).getYield()->getOperands());
  const auto forResults = getNeeded(epilogue, {}, getOutputs());
  for (Operation *op : forStep)
    if (!isRepeatable(*op))
      return refusal.set(op, "computes a scalar that the reduction uses");
  step.insert(step.begin(), forStep.begin(), forStep.end());
  llvm::erase_if(epilogue, [&](Operation *op) {
    return forStep.contains(op) && !forResults.contains(op);
  });
  return success();
}

LogicalResult Nest::checkOperands(Refusal &refusal) const {
  for (Value init : getInits())
    if (!lookup(init))
      return refusal.set(getOuterReduce(),
                         "starts with a value that the nest computes");
  SmallVector<Value> used = getStepOperands();
  llvm::append_range(used, getEpilogueOperands());
  for (Value value : used)
    if (isa<ArrayType>(value.getType()) && allowed == Operands::Numbers)
      return refusal.set(root, "its innermost loop uses whole arrays");
  return success();
}

FailureOr<Nest> Nest::get(Operation *root, Refusal &refusal, Operands allowed) {
  auto map = dyn_cast<MapOp>(root);
  if (!map)
    return refusal.set(root, "is no map");
  if (map.getNumResults() == 0)
    return refusal.set(root, "has no result");
  Nest nest(map, allowed);
  if (failed(nest.walkMap(map, refusal)) ||
      failed(nest.repeatNumbers(refusal)) ||
      failed(nest.checkOperands(refusal)))
    return failure();
  return nest;
}

FailureOr<Nest> Nest::getChain(ReduceOp root, Refusal &refusal) {
  Nest nest(root, Operands::Numbers);
  if (failed(nest.walkReduce(root, refusal)) ||
      failed(nest.checkOperands(refusal)))
    return failure();
  return nest;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void Nest::print(raw_ostream &os) const {
  auto printDims = [&](unsigned first, unsigned last) {
    for (unsigned dim = first; dim < last; ++dim)
      os << (dim == first ? "" : ", ") << dims[dim].size.str();
  };
  os << "parallel (";
  printDims(0, numParallel);
  os << ") reduced (";
  printDims(numParallel, dims.size());
  os << ") operands";
  SmallVector<Value> used = getStepOperands();
  llvm::append_range(used, getEpilogueOperands());
  for (Value value : used) {
    os << " [";
    llvm::interleaveComma(lookup(value)->dims, os);
    os << "]";
  }
}
