//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor that is expanded to sizes that may be 1 comes as a loop nest without
// operands, whose body reads the tensor at its indices, or at 0 where the size
// is 1: at its indices, then, if the loops are as long as the tensor is.
//
//===----------------------------------------------------------------------===//
#include "BodyReads.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
class BodyReads {
public:
  BodyReads(linalg::GenericOp op, const ConversionState &state)
      : op(op), state(state), loops(state.sizes.getLoops(op)) {}

  linalg::GenericOp makeOperands();

private:
  /// Where a dimension of length `size` is read, if at an index or a constant.
  AffineExpr getPlace(Value index, const Expr &size);
  AffineMap getMap(tensor::ExtractOp read);

  linalg::GenericOp op;
  const ConversionState &state;
  SmallVector<Expr> loops;
};
} // namespace

AffineExpr BodyReads::getPlace(Value index, const Expr &size) {
  MLIRContext *context = op.getContext();
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return getAffineConstantExpr(*constant, context);
  if (auto select = index.getDefiningOp<arith::SelectOp>()) {
    auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq ||
        !matchPattern(compare.getRhs(), m_One()) ||
        !matchPattern(select.getTrueValue(), m_Zero()) ||
        state.sizes.getNumber(compare.getLhs()) != size)
      return AffineExpr();
    index = select.getFalseValue();
  }
  auto loop = index.getDefiningOp<linalg::IndexOp>();
  if (!loop || loops[loop.getDim()] != size)
    return AffineExpr();
  return getAffineDimExpr(loop.getDim(), context);
}

AffineMap BodyReads::getMap(tensor::ExtractOp read) {
  if (!state.values.count(read.getTensor()) || read.getIndices().empty())
    return AffineMap();
  SmallVector<AffineExpr> places;
  for (auto [index, size] : llvm::zip_equal(
           read.getIndices(), state.sizes.getSizes(read.getTensor()))) {
    places.push_back(getPlace(index, size));
    if (!places.back())
      return AffineMap();
  }
  return AffineMap::get(op.getNumLoops(), 0, places, op.getContext());
}

linalg::GenericOp BodyReads::makeOperands() {
  SmallVector<Value> inputs(op.getInputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  llvm::SmallMapVector<Operation *, unsigned, 4> reads;
  for (auto read : op.getBody()->getOps<tensor::ExtractOp>())
    if (AffineMap map = getMap(read)) {
      reads[read] = inputs.size();
      maps.insert(maps.begin() + inputs.size(), map);
      inputs.push_back(read.getTensor());
    }
  if (reads.empty())
    return op;
  OpBuilder builder(op);
  auto made = linalg::GenericOp::create(
      builder, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(), maps,
      op.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        const unsigned numInputs = op.getNumDpsInputs();
        IRMapping mapping;
        for (BlockArgument argument : op.getBody()->getArguments()) {
          unsigned number = argument.getArgNumber();
          mapping.map(
              argument,
              arguments[number < numInputs ? number : number + reads.size()]);
        }
        for (Operation &inner : *op.getBody())
          if (auto read = reads.find(&inner); read != reads.end())
            mapping.map(inner.getResult(0), arguments[read->second]);
          else
            builder.clone(inner, mapping);
      });
  for (Operation &inner :
       llvm::make_early_inc_range(llvm::reverse(*made.getBody())))
    if (isOpTriviallyDead(&inner))
      inner.erase();
  return made;
}

linalg::GenericOp lift::makeOperandsOfReads(linalg::GenericOp op,
                                            const ConversionState &state) {
  return BodyReads(op, state).makeOperands();
}
