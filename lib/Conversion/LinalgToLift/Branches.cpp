//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//===----------------------------------------------------------------------===//
#include "Branches.h"

#include "ScalarBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether an operation does no harm where it was not to be computed. Reads at
/// indices might be outside of the tensor then.
static bool isHarmless(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return true;
  if (auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(op))
    return slice.getOffsets().empty() && slice.getSizes().empty() &&
           slice.getStrides().empty();
  if (isa<tensor::ExtractOp>(op))
    return llvm::all_of(op->getOperands().drop_front(), [](Value index) {
      return getConstantIntValue(index).has_value();
    });
  return isa_and_present<linalg::LinalgDialect, tensor::TensorDialect,
                         arith::ArithDialect, math::MathDialect>(
             op->getDialect()) &&
         !mayTrap(op) && (op->getNumRegions() || isPure(op));
}

static bool isHarmless(Region &region) {
  return !region
              .walk([](Operation *op) {
                return isHarmless(op) ? WalkResult::advance()
                                      : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// What the condition chooses of two values of one type.
static Value createSelect(OpBuilder &builder, Location loc, Value condition,
                          Value yes, Value no) {
  auto type = dyn_cast<RankedTensorType>(yes.getType());
  if (!type)
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  MLIRContext *context = builder.getContext();
  const unsigned rank = type.getRank();
  AffineMap same = AffineMap::getMultiDimIdentityMap(rank, context);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, ValueRange{condition, yes}, ValueRange{no},
             {AffineMap::get(rank, 0, {}, context), same, same}, iterators,
             [](OpBuilder &builder, Location loc, ValueRange elements) {
               Value chosen = arith::SelectOp::create(builder, loc, elements[0],
                                                      elements[1], elements[2]);
               linalg::YieldOp::create(builder, loc, chosen);
             })
      .getResult(0);
}

static void mergeBranch(IRRewriter &rewriter, scf::IfOp branch) {
  SmallVector<Value> yes(branch.thenYield().getOperands());
  SmallVector<Value> no(branch.elseYield().getOperands());
  for (Block *block : {branch.thenBlock(), branch.elseBlock()}) {
    rewriter.eraseOp(block->getTerminator());
    rewriter.inlineBlockBefore(block, branch);
  }
  rewriter.setInsertionPoint(branch);
  SmallVector<Value> results;
  for (auto [one, other] : llvm::zip_equal(yes, no))
    results.push_back(createSelect(rewriter, branch.getLoc(),
                                   branch.getCondition(), one, other));
  rewriter.replaceOp(branch, results);
}

void lift::mergeBranches(func::FuncOp func) {
  // Inner ones come first.
  SmallVector<scf::IfOp> branches;
  func.walk([&](scf::IfOp branch) {
    if (llvm::any_of(branch.getResultTypes(), llvm::IsaPred<RankedTensorType>))
      branches.push_back(branch);
  });
  IRRewriter rewriter(func.getContext());
  for (scf::IfOp branch : branches)
    if (isHarmless(branch.getThenRegion()) &&
        isHarmless(branch.getElseRegion()))
      mergeBranch(rewriter, branch);
}
