//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TensorSizes.h"

#include "LiftDialect/Expr/Assumptions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;

static bool isRankedTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

/// Whether arithmetic on sizes does not wrap in this type.
static bool holdsSizes(Type type) {
  return type.isIndex() || type.isInteger(32) || type.isInteger(64);
}

LogicalResult lift::refuseAssertion(Operation *assertion) {
  InFlightDiagnostic diag = assertion->emitOpError(
      "asserts what is no relation of sizes, and kernels "
      "cannot");
  diag.attachNote() << "the option 'ignore-assertions' leaves it out; elements "
                       "outside of tensors are then 0";
  return diag;
}

FailureOr<TensorSizes> TensorSizes::get(func::FuncOp func,
                                        bool ignoreAssertions) {
  TensorSizes sizes;
  sizes.ignoreAssertions = ignoreAssertions;
  for (BlockArgument argument : func.getArguments())
    if (isRankedTensor(argument))
      sizes.name(argument);
  for (Operation &op : func.getBody().front())
    if (failed(sizes.visit(&op)))
      return failure();
  for (SizeConstraint &requirement : sizes.requirements) {
    requirement.lhs = sizes.resolve(requirement.lhs);
    requirement.rhs = sizes.resolve(requirement.rhs);
  }
  llvm::erase_if(sizes.requirements, [](const SizeConstraint &requirement) {
    return decide(requirement).value_or(requirement.lhs == requirement.rhs);
  });
  return sizes;
}

SmallVector<Expr> TensorSizes::getSizes(Value tensor) const {
  return llvm::map_to_vector(tensors.at(tensor),
                             [&](const Expr &size) { return resolve(size); });
}

void TensorSizes::forEachLoop(
    linalg::LinalgOp op,
    function_ref<void(unsigned loop, const Expr &size)> visit) const {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isRankedTensor(operand.get()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, size] :
         llvm::zip_equal(map.getResults(), getSizes(operand.get())))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        visit(dim.getPosition(), size);
  }
}

SmallVector<Expr> TensorSizes::getLoops(linalg::LinalgOp op) const {
  SmallVector<Expr> loops(op.getNumLoops());
  forEachLoop(op, [&](unsigned loop, const Expr &size) { loops[loop] = size; });
  return loops;
}

std::optional<Expr> TensorSizes::getNumber(OpFoldResult value) const {
  // A tensor of equal elements would match, too.
  if (auto number = dyn_cast<Value>(value);
      number && !holdsSizes(number.getType()))
    return std::nullopt;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return Expr(*constant);
  auto known = numbers.find(dyn_cast<Value>(value));
  if (known == numbers.end())
    return std::nullopt;
  return resolve(known->second);
}

std::optional<bool> TensorSizes::getTruth(Value condition) const {
  if (matchPattern(condition, m_One()) || matchPattern(condition, m_Zero()))
    return matchPattern(condition, m_One());
  auto known = truths.find(condition);
  return known == truths.end() ? std::nullopt : std::optional(known->second);
}

SmallVector<Expr> TensorSizes::getNumbers(ArrayRef<OpFoldResult> values) const {
  return llvm::map_to_vector(
      values, [&](OpFoldResult value) { return *getNumber(value); });
}

//===----------------------------------------------------------------------===//
// Equations
//===----------------------------------------------------------------------===//

void TensorSizes::name(BlockArgument argument) {
  SmallVector<Expr> &sizes = tensors[argument];
  for (int64_t size : cast<RankedTensorType>(argument.getType()).getShape())
    sizes.push_back(ShapedType::isDynamic(size)
                        ? Expr::name("N" + std::to_string(numNames++))
                        : Expr(size));
}

LogicalResult TensorSizes::equate(Operation *op, const Expr &lhs,
                                  const Expr &rhs) {
  Expr a = resolve(lhs), b = resolve(rhs);
  if (a == b)
    return success();
  if (a.getConstant() && b.getConstant())
    return op->emitOpError("has a size that is ")
           << a.str() << " by one operand and " << b.str() << " by another";
  // The later of two names goes.
  if (a.getName() && b.getName() &&
      (a.getName()->size() != b.getName()->size()
           ? a.getName()->size() < b.getName()->size()
           : *a.getName() < *b.getName()))
    std::swap(a, b);
  if (!a.getName() || b.mentions(*a.getName()))
    std::swap(a, b);
  if (!a.getName() || b.mentions(*a.getName())) {
    require(ConstraintKind::Equal, a, b);
    return success();
  }
  for (auto &[name, value] : values)
    value = value.substitute({{*a.getName(), b}});
  values[*a.getName()] = b;
  return success();
}

void TensorSizes::require(ConstraintKind kind, const Expr &lhs,
                          const Expr &rhs) {
  requirements.push_back({kind, lhs, rhs, ""});
}

bool TensorSizes::assume(Operation *op, Value condition) {
  if (getTruth(condition).value_or(false))
    return true;
  if (auto both = condition.getDefiningOp<arith::AndIOp>())
    return assume(op, both.getLhs()) && assume(op, both.getRhs());
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return false;
  std::optional<Expr> lhs = getNumber(compare.getLhs());
  std::optional<Expr> rhs = getNumber(compare.getRhs());
  if (!lhs || !rhs)
    return false;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::eq:
    return succeeded(equate(op, *lhs, *rhs));
  case arith::CmpIPredicate::sle:
    require(ConstraintKind::LessEqual, *lhs, *rhs);
    return true;
  case arith::CmpIPredicate::slt:
    require(ConstraintKind::LessEqual, *lhs + 1, *rhs);
    return true;
  case arith::CmpIPredicate::sge:
    require(ConstraintKind::LessEqual, *rhs, *lhs);
    return true;
  case arith::CmpIPredicate::sgt:
    require(ConstraintKind::LessEqual, *rhs + 1, *lhs);
    return true;
  default:
    return false;
  }
}

LogicalResult TensorSizes::set(OpResult result, ArrayRef<Expr> sizes) {
  auto type = cast<RankedTensorType>(result.getType());
  for (auto [known, size] : llvm::zip_equal(type.getShape(), sizes)) {
    if (size.isError())
      return result.getOwner()->emitOpError("has a size that is no number: ")
             << size.getError();
    if (!ShapedType::isDynamic(known) &&
        failed(equate(result.getOwner(), Expr(known), size)))
      return failure();
  }
  tensors[result] = SmallVector<Expr>(sizes);
  return success();
}

LogicalResult TensorSizes::setMixed(OpResult result,
                                    ArrayRef<OpFoldResult> sizes) {
  SmallVector<Expr> known;
  for (auto [index, size] : llvm::enumerate(sizes)) {
    std::optional<Expr> number = getNumber(size);
    if (!number) {
      InFlightDiagnostic diag = result.getOwner()->emitOpError("has a size ")
                                << index << " that depends on data";
      diag.attachNote() << "sizes are expressions of the sizes of arguments";
      return diag;
    }
    known.push_back(*number);
  }
  return set(result, known);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult TensorSizes::visitLinalg(linalg::LinalgOp op) {
  SmallVector<std::optional<Expr>> loops(op.getNumLoops());
  bool areEqual = true;
  forEachLoop(op, [&](unsigned loop, const Expr &size) {
    if (!loops[loop])
      loops[loop] = size;
    else
      areEqual = areEqual && succeeded(equate(op, *loops[loop], size));
  });
  if (!areEqual)
    return failure();
  for (auto [result, init] :
       llvm::zip_equal(op->getResults(), op.getDpsInits()))
    if (failed(set(result, getSizes(init))))
      return failure();
  return success();
}

static Expr multiply(ArrayRef<Expr> sizes) {
  Expr product(1);
  for (const Expr &size : sizes)
    product = product * size;
  return product;
}

LogicalResult TensorSizes::visitReshape(Operation *op) {
  SmallVector<Expr> source = getSizes(op->getOperand(0)), result;
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    for (const ReassociationIndices &group : collapse.getReassociationIndices())
      result.push_back(multiply(ArrayRef(source).slice(
          group.empty() ? 0 : group.front(), group.size())));
    return set(op->getResult(0), result);
  }
  auto expand = cast<tensor::ExpandShapeOp>(op);
  if (failed(setMixed(op->getResult(0), expand.getMixedOutputShape())))
    return failure();
  result = getSizes(op->getResult(0));
  for (auto [size, group] :
       llvm::zip_equal(source, expand.getReassociationIndices()))
    if (failed(equate(
            op, size,
            multiply(ArrayRef(result).slice(group.front(), group.size())))))
      return failure();
  return success();
}

LogicalResult TensorSizes::visitConcat(Operation *op) {
  auto concat = cast<tensor::ConcatOp>(op);
  SmallVector<Expr> sizes;
  for (Value input : concat.getInputs()) {
    SmallVector<Expr> other = getSizes(input);
    if (sizes.empty()) {
      sizes = other;
      continue;
    }
    for (auto [dim, size] : llvm::enumerate(other)) {
      if (dim == concat.getDim())
        sizes[dim] = sizes[dim] + size;
      else if (failed(equate(op, sizes[dim], size)))
        return failure();
    }
  }
  return set(op->getResult(0), sizes);
}

LogicalResult TensorSizes::visitPad(Operation *op) {
  auto pad = cast<tensor::PadOp>(op);
  SmallVector<Expr> sizes = getSizes(pad.getSource());
  for (auto [size, low, high] :
       llvm::zip_equal(sizes, pad.getMixedLowPad(), pad.getMixedHighPad())) {
    std::optional<Expr> before = getNumber(low), after = getNumber(high);
    if (!before || !after)
      return op->emitOpError("pads by a number that depends on data");
    size = *before + size + *after;
  }
  return set(op->getResult(0), sizes);
}

/// What has operands for the dynamic dimensions of its result, the last ones.
LogicalResult TensorSizes::visitSized(Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Builder builder(op->getContext());
  return setMixed(
      op->getResult(0),
      getMixedValues(type.getShape(),
                     op->getOperands().take_back(type.getNumDynamicDims()),
                     builder));
}

/// A reshape to sizes in a tensor, which is made of numbers.
LogicalResult TensorSizes::visitFreeReshape(Operation *op) {
  auto reshape = cast<tensor::ReshapeOp>(op);
  auto type = dyn_cast<RankedTensorType>(reshape.getResult().getType());
  if (!type || !isRankedTensor(reshape.getSource()))
    return op->emitOpError("is not supported: a tensor has no rank");
  SmallVector<OpFoldResult> sizes;
  if (type.hasStaticShape()) {
    sizes = getAsIndexOpFoldResult(op->getContext(), type.getShape());
  } else if (auto shape =
                 reshape.getShape().getDefiningOp<tensor::FromElementsOp>()) {
    llvm::append_range(sizes, shape.getElements());
  } else {
    return op->emitOpError("has sizes that depend on data");
  }
  if (failed(setMixed(op->getResult(0), sizes)))
    return failure();
  return equate(op, multiply(getSizes(reshape.getSource())),
                multiply(getSizes(reshape.getResult())));
}

LogicalResult TensorSizes::visitLoop(scf::ForOp loop) {
  for (auto [init, inside] :
       llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs()))
    if (isRankedTensor(init))
      tensors[inside] = getSizes(init);
  for (Operation &op : loop.getBody()->without_terminator())
    if (failed(visit(&op)))
      return failure();
  for (auto [inside, next, result] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues(),
                       loop.getResults())) {
    if (!isRankedTensor(inside))
      continue;
    for (auto [size, other] : llvm::zip_equal(getSizes(inside), getSizes(next)))
      if (failed(equate(loop, size, other)))
        return failure();
    if (failed(set(result, getSizes(inside))))
      return failure();
  }
  return success();
}

/// The value of an affine expression; none where it may be no expression of
/// sizes.
static std::optional<Expr> evaluate(AffineExpr expr, ArrayRef<Expr> operands,
                                    unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Expr(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<Expr> lhs = evaluate(binary.getLHS(), operands, numDims);
  std::optional<Expr> rhs = evaluate(binary.getRHS(), operands, numDims);
  if (!lhs || !rhs)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return *lhs + *rhs;
  case AffineExprKind::Mul:
    return *lhs * *rhs;
  case AffineExprKind::FloorDiv:
    return Expr::floorDiv(*lhs, *rhs);
  case AffineExprKind::CeilDiv:
    return Expr::ceilDiv(*lhs, *rhs);
  case AffineExprKind::Mod:
    return Expr::mod(*lhs, *rhs);
  default:
    return std::nullopt;
  }
}

/// Decides what is the same for all sizes, which are positive.
void TensorSizes::visitComparison(arith::CmpIOp compare) {
  std::optional<Expr> lhs = getNumber(compare.getLhs());
  std::optional<Expr> rhs = getNumber(compare.getRhs());
  if (!lhs || !rhs)
    return;
  Assumptions sizes;
  auto decide = [&](bool holds, bool fails) {
    if (holds || fails)
      truths[compare.getResult()] = holds;
  };
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::slt:
    return decide(sizes.isLess(*lhs, *rhs), sizes.isLessOrEqual(*rhs, *lhs));
  case arith::CmpIPredicate::sle:
    return decide(sizes.isLessOrEqual(*lhs, *rhs), sizes.isLess(*rhs, *lhs));
  case arith::CmpIPredicate::sgt:
    return decide(sizes.isLess(*rhs, *lhs), sizes.isLessOrEqual(*lhs, *rhs));
  case arith::CmpIPredicate::sge:
    return decide(sizes.isLessOrEqual(*rhs, *lhs), sizes.isLess(*lhs, *rhs));
  case arith::CmpIPredicate::eq:
    return decide(sizes.isEqual(*lhs, *rhs),
                  sizes.isLess(*lhs, *rhs) || sizes.isLess(*rhs, *lhs));
  case arith::CmpIPredicate::ne:
    return decide(sizes.isLess(*lhs, *rhs) || sizes.isLess(*rhs, *lhs),
                  sizes.isEqual(*lhs, *rhs));
  default:
    return;
  }
}

/// Whether a number says where or how large something is, or is asserted: it
/// must be an expression then. Others are computed as they stand.
static bool isUsedAsSize(Value number) {
  llvm::SetVector<Value> numbers;
  numbers.insert(number);
  for (size_t i = 0; i < numbers.size(); ++i)
    for (Operation *user : numbers[i].getUsers()) {
      if (user->getBlock() != number.getParentBlock())
        continue;
      auto elements = dyn_cast<tensor::FromElementsOp>(user);
      if (isa<cf::AssertOp>(user) ||
          (elements && llvm::any_of(elements->getUsers(),
                                    llvm::IsaPred<tensor::ReshapeOp>)) ||
          (isa_and_present<tensor::TensorDialect>(user->getDialect()) &&
           !elements && !isa<tensor::SplatOp>(user)))
        return true;
      if (isa_and_present<arith::ArithDialect, affine::AffineDialect>(
              user->getDialect()))
        numbers.insert_range(user->getResults());
    }
  return false;
}

/// The value of an operation whose operands are known.
static std::optional<Expr> computeSize(Operation *op, ArrayRef<Expr> operands) {
  return llvm::TypeSwitch<Operation *, std::optional<Expr>>(op)
      .Case([&](arith::AddIOp) { return operands[0] + operands[1]; })
      .Case([&](arith::SubIOp) { return operands[0] - operands[1]; })
      .Case([&](arith::MulIOp) { return operands[0] * operands[1]; })
      .Case<arith::FloorDivSIOp, arith::DivSIOp, arith::DivUIOp>(
          [&](auto) { return Expr::floorDiv(operands[0], operands[1]); })
      .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>(
          [&](auto) { return Expr::ceilDiv(operands[0], operands[1]); })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp, arith::TruncIOp>([&](auto) { return operands[0]; })
      .Case([&](affine::AffineApplyOp apply) {
        return evaluate(apply.getMap().getResult(0), operands,
                        apply.getMap().getNumDims());
      })
      .Default([](Operation *) { return std::nullopt; });
}

bool TensorSizes::isExact(Operation *op, ArrayRef<Expr> operands) {
  // A dimension of its own fits.
  if (isa<arith::TruncIOp>(op))
    return operands[0].getName() || operands[0].getConstant() ||
           isUsedAsSize(op->getResult(0));
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivUIOp,
           arith::IndexCastUIOp, arith::ExtUIOp>(op) ||
      Assumptions().isNonNegative(operands[0]))
    return true;
  if (!isUsedAsSize(op->getResult(0)))
    return false;
  require(ConstraintKind::LessEqual, Expr(0), operands[0]);
  return true;
}

void TensorSizes::visitNumber(Operation *op) {
  std::optional<Expr> number;
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (std::optional<bool> truth = getTruth(select.getCondition()))
      number =
          getNumber(*truth ? select.getTrueValue() : select.getFalseValue());
  } else if (isa<arith::ExtUIOp>(op) &&
             op->getOperand(0).getType().isInteger(1)) {
    if (std::optional<bool> truth = getTruth(op->getOperand(0)))
      number = Expr(*truth);
  } else if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    if (std::optional<int64_t> index = dim.getConstantIndex();
        index && isRankedTensor(dim.getSource()) &&
        *index < int64_t(tensors.at(dim.getSource()).size()))
      number = getSizes(dim.getSource())[*index];
  } else {
    SmallVector<Expr> operands;
    for (Value operand : op->getOperands()) {
      std::optional<Expr> value = getNumber(operand);
      if (!value)
        return;
      operands.push_back(*value);
    }
    number = computeSize(op, operands);
    if (number && !number->isError() && !isExact(op, operands))
      return;
  }
  if (number && !number->isError())
    numbers[op->getResult(0)] = *number;
}

LogicalResult TensorSizes::visit(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](linalg::LinalgOp linalg) { return visitLinalg(linalg); })
      .Case([&](arith::CmpIOp compare) {
        visitComparison(compare);
        return success();
      })
      .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [&](auto) { return visitReshape(op); })
      .Case([&](tensor::ConcatOp) { return visitConcat(op); })
      .Case([&](tensor::EmptyOp empty) {
        return setMixed(op->getResult(0), empty.getMixedSizes());
      })
      .Case([&](tensor::ExtractSliceOp slice) {
        llvm::SmallBitVector dropped = slice.getDroppedDims();
        SmallVector<OpFoldResult> sizes;
        for (auto [dim, size] : llvm::enumerate(slice.getMixedSizes()))
          if (!dropped.test(dim))
            sizes.push_back(size);
        return setMixed(op->getResult(0), sizes);
      })
      .Case([&](tensor::InsertSliceOp insert) {
        return set(op->getResult(0), getSizes(insert.getDest()));
      })
      .Case([&](tensor::InsertOp insert) {
        return set(op->getResult(0), getSizes(insert.getDest()));
      })
      .Case([&](tensor::PadOp) { return visitPad(op); })
      .Case([&](tensor::ReshapeOp) { return visitFreeReshape(op); })
      .Case([&](scf::ForOp loop) { return visitLoop(loop); })
      .Case([&](cf::AssertOp assertion) -> LogicalResult {
        if (assume(op, assertion.getArg()) || ignoreAssertions)
          return success();
        return refuseAssertion(op);
      })
      .Case([&](tensor::CastOp cast) -> LogicalResult {
        if (!isRankedTensor(cast.getSource()) || !isRankedTensor(cast))
          return op->emitOpError("is not supported: a tensor has no rank");
        return set(op->getResult(0), getSizes(cast.getSource()));
      })
      .Case<tensor::GenerateOp, tensor::SplatOp>(
          [&](auto) { return visitSized(op); })
      .Default([&](Operation *) -> LogicalResult {
        if (op->getNumResults() == 1 && holdsSizes(op->getResult(0).getType()))
          visitNumber(op);
        // Whoever converts the operation knows whether it can.
        for (OpResult result : op->getResults())
          if (auto type = dyn_cast<RankedTensorType>(result.getType())) {
            if (!type.hasStaticShape())
              return op->emitOpError(
                  "gives a tensor of unknown sizes, and is not "
                  "supported");
            tensors[result] = llvm::map_to_vector(
                type.getShape(), [](int64_t size) { return Expr(size); });
          }
        return success();
      });
}
