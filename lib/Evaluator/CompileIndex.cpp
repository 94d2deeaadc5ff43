//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file gives the operations that index arrays freely their meaning.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

static int64_t getProduct(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

FailureOr<bool> Compiler::compileIndexing(Operation &op, Code &code) {
  LogicalResult result = success();
  if (auto generate = dyn_cast<GenerateOp>(op))
    result = compileGenerate(generate, code);
  else if (auto gather = dyn_cast<GatherOp>(op))
    result =
        compileIndexFunction(gather, gather.getBody(), gather.getDim(),
                             gather.getBounds(), /*isScatter=*/false, code);
  else if (auto scatter = dyn_cast<ScatterOp>(op))
    result =
        compileIndexFunction(scatter, scatter.getBody(), scatter.getDim(),
                             scatter.getBounds(), /*isScatter=*/true, code);
  else if (auto lookup = dyn_cast<LookupOp>(op))
    result = compileLookup(lookup, code);
  else if (auto at = dyn_cast<AtOp>(op))
    result = compileAt(at, code);
  else
    return false;
  if (failed(result))
    return failure();
  return true;
}

/// A register for an argument of an index function.
Counter Compiler::makeCounter(Value argument, int64_t weight, int64_t size,
                              Code &body) {
  LeafStorage place = makeRegisters(NumberKind::I64, /*lanes=*/1);
  places[argument] = {place};
  body.locals.push_back(place);
  return {place.slot, weight, size};
}

/// A map over all indices, of which an element is a number.
LogicalResult Compiler::compileGenerate(GenerateOp op, Code &code) {
  MapPlan &plan = *program.maps.emplace_back(std::make_unique<MapPlan>());
  FailureOr<SmallVector<int64_t>> shape =
      evaluateShape(op.getLoc(), getSizes(op.getBounds()), bindings);
  if (failed(shape))
    return failure();
  plan.trips = getProduct(*shape);
  for (auto [k, argument] : llvm::enumerate(op.getBody().getArguments())) {
    int64_t weight = getProduct(ArrayRef(*shape).drop_front(k + 1));
    plan.counters.push_back(
        makeCounter(argument, weight, (*shape)[k], plan.body));
  }
  if (failed(compileBlock(op.getBody().front(), plan.body)))
    return failure();
  add(code, Instruction::Code::Map, op).map = &plan;
  Places wholes;
  for (const LeafStorage &part : Places(get(op.getYield().getOperand(0)))) {
    FailureOr<LeafStorage> whole = makeArray(op, part, *shape, code);
    if (failed(whole))
      return failure();
    plan.results.push_back(makeElement(*whole, part));
    wholes.push_back(*whole);
  }
  return setResult(op, op.getResult(), wholes);
}

/// A move of elements of `source` by the positions in the dimensions from `dim`
/// on.
MovePlan &Compiler::makeMove(const LeafStorage &source, int64_t dim,
                             ArrayRef<LeafStorage> positions) {
  MovePlan &plan = *program.moves.emplace_back(std::make_unique<MovePlan>());
  plan.source = source;
  for (auto [i, position] : llvm::enumerate(positions)) {
    int64_t length = source.shape[dim + i];
    plan.positions.push_back({position.slot, length});
    plan.extent *= length;
  }
  ArrayRef<int64_t> shape = source.shape;
  plan.outer = getProduct(shape.take_front(dim));
  plan.block = getProduct(shape.drop_front(dim + positions.size()));
  return plan;
}

FailureOr<LeafStorage> Compiler::addMove(Operation *op, MovePlan &plan,
                                         ArrayRef<int64_t> shape, Code &code) {
  if (shape.empty()) {
    plan.result = makeRegisters(plan.source.kind, plan.source.lanes);
    code.locals.push_back(plan.result);
  } else {
    FailureOr<LeafStorage> result = makeArray(op, plan.source, shape, code);
    if (failed(result))
      return failure();
    plan.result = *result;
  }
  add(code, Instruction::Code::Move, op).move = &plan;
  return plan.result;
}

LogicalResult Compiler::compileIndexFunction(Operation *op, Region &body,
                                             int64_t dim, ArrayAttr bounds,
                                             bool isScatter, Code &code) {
  FailureOr<SmallVector<int64_t>> trips =
      evaluateShape(op->getLoc(), getSizes(bounds), bindings);
  if (failed(trips))
    return failure();
  Places value;
  for (const LeafStorage &source : Places(get(op->getOperand(0)))) {
    Code function;
    Counter counter = makeCounter(body.getArgument(0), /*weight=*/1,
                                  trips->front(), function);
    if (failed(compileBlock(body.front(), function)))
      return failure();
    Value yielded = body.front().getTerminator()->getOperand(0);
    MovePlan &plan = makeMove(source, dim, getScalar(yielded));
    plan.isScatter = isScatter;
    plan.trips = trips->front();
    plan.counter = counter;
    plan.body = std::move(function);
    plan.captures = getCaptures(op);
    SmallVector<int64_t> shape = source.shape;
    shape[dim] = plan.trips;
    FailureOr<LeafStorage> result = addMove(op, plan, shape, code);
    if (failed(result))
      return failure();
    value.push_back(*result);
  }
  return setResult(op, op->getResult(0), value);
}

LogicalResult Compiler::compileLookup(LookupOp op, Code &code) {
  LeafStorage indices = get(op.getIndices()).front();
  Places value;
  for (auto [leaf, source] : llvm::enumerate(Places(get(op.getInput())))) {
    LeafStorage index = makeRegisters(indices.kind, /*lanes=*/1);
    MovePlan &plan = makeMove(source, op.getDim(), index);
    if (op.getOutside())
      plan.fill = get(op.getOutside())[leaf];
    plan.trips = indices.getNumElements();
    plan.indices.push_back(makeElement(indices, index));
    plan.captures.push_back(indices);
    SmallVector<int64_t> shape = source.shape;
    shape.erase(shape.begin() + op.getDim());
    shape.insert(shape.begin() + op.getDim(), indices.shape.begin(),
                 indices.shape.end());
    FailureOr<LeafStorage> result = addMove(op, plan, shape, code);
    if (failed(result))
      return failure();
    value.push_back(*result);
  }
  return setResult(op, op.getResult(), value);
}

LogicalResult Compiler::compileAt(AtOp op, Code &code) {
  Places positions;
  for (OpFoldResult position : op.getMixedPositions()) {
    if (auto value = dyn_cast<Value>(position)) {
      positions.push_back(getScalar(value));
      continue;
    }
    Expr size = cast<SizeAttr>(cast<Attribute>(position)).getValue();
    FailureOr<int64_t> number = evaluateSize(op.getLoc(), size, bindings);
    if (failed(number))
      return failure();
    Register constant;
    constant.i = *number;
    positions.push_back(makeConstant(NumberKind::I64, constant));
  }
  Places value;
  for (auto [leaf, source] : llvm::enumerate(Places(get(op.getInput())))) {
    MovePlan &plan = makeMove(source, op.getDim(), positions);
    plan.captures = positions;
    if (op.getOutside())
      plan.fill = get(op.getOutside())[leaf];
    SmallVector<int64_t> shape = source.shape;
    shape.erase(shape.begin() + op.getDim(),
                shape.begin() + op.getDim() + positions.size());
    FailureOr<LeafStorage> result = addMove(op, plan, shape, code);
    if (failed(result))
      return failure();
    value.push_back(*result);
  }
  return setResult(op, op.getResult(), value);
}
