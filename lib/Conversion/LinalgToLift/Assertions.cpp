//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Assertions.h"

#include "LiftDialect/AssertedResults.h"
#include "TensorSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether a number outside of bodies is computed from elements or arguments.
static bool dependsOnData(Value number) {
  Operation *op = number.getDefiningOp();
  if (!op)
    return !number.getType().isIndex();
  return isa<tensor::ExtractOp>(op) ||
         llvm::any_of(op->getOperands(), [](Value operand) {
           return !isa<TensorType>(operand.getType()) && dependsOnData(operand);
         });
}

/// 1 if a truth value holds, else 0.
static Value makeNumber(OpBuilder &builder, Location loc, Value holds) {
  return arith::ExtUIOp::create(builder, loc, builder.getI32Type(), holds);
}

namespace {
/// Computes whether an assertion in the body of an operation holds everywhere.
class BodyAssertion {
public:
  explicit BodyAssertion(cf::AssertOp assertion)
      : assertion(assertion),
        generic(cast<linalg::GenericOp>(assertion->getParentOp())) {}

  FailureOr<Value> compute(OpBuilder &builder);

private:
  void collectNeeded();
  void collectOperands();
  AffineMap getNeeded(AffineMap map);
  Value emitCondition(OpBuilder &builder, ValueRange arguments);

  cf::AssertOp assertion;
  linalg::GenericOp generic;
  /// What the condition is computed with: operations of the body, in order, its
  /// arguments, and its loops.
  SmallVector<Operation *> ops;
  SmallVector<OpOperand *> operands;
  llvm::SmallSetVector<Value, 16> needed;
  llvm::SmallBitVector loops;
};
} // namespace

void BodyAssertion::collectNeeded() {
  needed.insert(assertion.getArg());
  for (Operation &op : llvm::reverse(*generic.getBody())) {
    if (llvm::none_of(op.getResults(),
                      [&](Value result) { return needed.contains(result); }))
      continue;
    ops.insert(ops.begin(), &op);
    op.walk([&](Operation *inner) {
      needed.insert_range(inner->getOperands());
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        loops.set(index.getDim());
    });
  }
}

void BodyAssertion::collectOperands() {
  llvm::SmallBitVector known(generic.getNumLoops());
  for (OpOperand *input : generic.getDpsInputOperands()) {
    if (!needed.contains(generic.getMatchingBlockArgument(input)))
      continue;
    operands.push_back(input);
    for (AffineExpr expr : generic.getMatchingIndexingMap(input).getResults()) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        known.set(dim.getPosition());
      for (unsigned loop = 0; loop < loops.size(); ++loop)
        if (expr.isFunctionOfDim(loop))
          loops.set(loop);
    }
  }
  if (!loops.test(known))
    return;
  // How long some loop is, other operands say.
  operands.clear();
  for (OpOperand &operand : generic->getOpOperands())
    operands.push_back(&operand);
  loops.set();
}

/// A map in the loops that are needed.
AffineMap BodyAssertion::getNeeded(AffineMap map) {
  MLIRContext *context = generic.getContext();
  SmallVector<AffineExpr> dims(loops.size(), getAffineConstantExpr(0, context));
  for (auto [position, loop] : llvm::enumerate(loops.set_bits()))
    dims[loop] = getAffineDimExpr(position, context);
  return map.replaceDimsAndSymbols(dims, {}, loops.count(), 0);
}

/// The arguments are those of the operands, then what holds until now.
Value BodyAssertion::emitCondition(OpBuilder &builder, ValueRange arguments) {
  IRMapping mapping;
  for (auto [operand, argument] : llvm::zip(operands, arguments))
    mapping.map(generic.getMatchingBlockArgument(operand), argument);
  for (Operation *op : ops)
    builder.clone(*op, mapping)->walk([&](linalg::IndexOp index) {
      const uint64_t loop = index.getDim();
      index.setDim(llvm::count_if(
          loops.set_bits(), [&](unsigned other) { return other < loop; }));
    });
  Location loc = assertion.getLoc();
  Value holds = mapping.lookupOrDefault(assertion.getArg());
  // Reads that other assertions guard are guarded here, too.
  cf::AssertOp::create(builder, loc, holds, assertion.getMsg());
  return arith::AndIOp::create(builder, loc, arguments.back(),
                               makeNumber(builder, loc, holds));
}

FailureOr<Value> BodyAssertion::compute(OpBuilder &builder) {
  loops.resize(generic.getNumLoops());
  collectNeeded();
  if (llvm::any_of(generic.getRegionOutputArgs(),
                   [&](Value result) { return needed.contains(result); }))
    return refuseAssertion(assertion);
  collectOperands();
  Location loc = assertion.getLoc();
  builder.setInsertionPoint(generic);
  auto type = RankedTensorType::get({}, builder.getI32Type());
  Value yes = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, builder.getI32IntegerAttr(1)));
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *operand : operands) {
    inputs.push_back(operand->get());
    maps.push_back(getNeeded(generic.getMatchingIndexingMap(operand)));
  }
  maps.push_back(AffineMap::get(loops.count(), 0, builder.getContext()));
  SmallVector<utils::IteratorType> iterators(loops.count(),
                                             utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             builder, loc, type, inputs, yes, maps, iterators,
             [&](OpBuilder &inside, Location, ValueRange arguments) {
               linalg::YieldOp::create(inside, loc,
                                       emitCondition(inside, arguments));
             })
      .getResult(0);
}

/// What says whether an assertion holds; none where it is on sizes.
static FailureOr<Value> computeCondition(OpBuilder &builder,
                                         cf::AssertOp assertion,
                                         func::FuncOp func) {
  Operation *parent = assertion->getParentOp();
  if (isa<linalg::GenericOp>(parent) && parent->getParentOp() == func)
    return BodyAssertion(assertion).compute(builder);
  if (parent != func)
    return refuseAssertion(assertion);
  if (!dependsOnData(assertion.getArg()))
    return Value();
  builder.setInsertionPoint(assertion);
  Value holds = makeNumber(builder, assertion.getLoc(), assertion.getArg());
  assertion.erase();
  return holds;
}

LogicalResult lift::returnAssertions(func::FuncOp func) {
  OpBuilder builder(func.getContext());
  SmallVector<cf::AssertOp> assertions;
  func.walk([&](cf::AssertOp assertion) { assertions.push_back(assertion); });
  for (cf::AssertOp assertion : assertions) {
    auto asserted = builder.getNamedAttr(
        kAssertedAttrName,
        builder.getArrayAttr({assertion.getMsgAttr(), assertion.getLoc()}));
    FailureOr<Value> holds = computeCondition(builder, assertion, func);
    if (failed(holds))
      return failure();
    if (!*holds)
      continue;
    Operation *end = func.getBody().front().getTerminator();
    end->insertOperands(end->getNumOperands(), *holds);
    if (failed(func.insertResult(func.getNumResults(), holds->getType(),
                                 builder.getDictionaryAttr(asserted))))
      return failure();
  }
  return success();
}
