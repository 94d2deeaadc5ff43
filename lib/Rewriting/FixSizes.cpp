//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/FixSizes.h"

#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Transforms/Sizes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lift;

/// Refuses what has no sizes that the new ones could stand for, or uses arrays
/// that have none.
static LogicalResult checkSizes(Operation *pattern,
                                const llvm::SetVector<Value> &used,
                                const std::map<std::string, Expr> &sizes,
                                Refusal &refusal) {
  WalkResult walk =
      pattern->walk([](IterateOp) { return WalkResult::interrupt(); });
  if (walk.wasInterrupted())
    return refusal.set(pattern, "has loops with sizes of their own");
  LogicalResult result = success();
  auto check = [&](const Expr &size) {
    Expr value = size.substitute(sizes);
    std::optional<int64_t> number = value.getConstant();
    if (succeeded(result) &&
        (value.isError() || (number && (*number < 0 || *number > kMaxSize))))
      result = refusal.set(pattern,
                           "has a size " + size.str() + " that would be none");
  };
  walkSizes(pattern, check);
  for (Value value : used)
    value.getType().walk([&](SizeAttr size) { check(size.getValue()); });
  return result;
}

/// The first elements of an array, or of one that has as many.
static Value takeAll(OpBuilder &builder, Location loc, Value array,
                     ArrayRef<Expr> sizes) {
  SmallVector<Expr> taken;
  SmallVector<int64_t> dims;
  for (auto [dim, have, want] :
       llvm::enumerate(cast<ArrayType>(array.getType()).getSizeExprs(), sizes))
    if (have != want) {
      taken.push_back(want);
      dims.push_back(dim);
    }
  if (dims.empty())
    return array;
  return TakeOp::create(builder, loc, array,
                        getSizeArrayAttr(builder.getContext(), taken),
                        builder.getDenseI64ArrayAttr(dims));
}

static SmallVector<Expr> getFixed(ArrayType type,
                                  const std::map<std::string, Expr> &sizes) {
  return llvm::map_to_vector(type.getSizeExprs(), [&](const Expr &size) {
    return size.substitute(sizes);
  });
}

/// The same of an array that a pattern goes through: of windows, windows of so
/// many elements, through which other views can be seen.
static Value fixArray(RewriterBase &rewriter, Value array,
                      const std::map<std::string, Expr> &sizes) {
  auto getSizes = [&](Value value) {
    return getFixed(cast<ArrayType>(value.getType()), sizes);
  };
  auto slide = array.getDefiningOp<SlideOp>();
  if (slide &&
      getSizes(array) != cast<ArrayType>(array.getType()).getSizeExprs()) {
    const Value input = slide.getInput();
    IRMapping mapping;
    mapping.map(input,
                takeAll(rewriter, slide.getLoc(), input, getSizes(input)));
    Operation *fixed = rewriter.clone(*slide, mapping);
    if (succeeded(substituteSizes(fixed, sizes)))
      return fixed->getResult(0);
    rewriter.eraseOp(fixed);
  }
  return takeAll(rewriter, array.getLoc(), array, getSizes(array));
}

/// Whether arrays in a tuple, which have no views of their own, have sizes that
/// change.
static bool hasOtherInside(Type type,
                           const std::map<std::string, Expr> &sizes) {
  if (auto array = dyn_cast<ArrayType>(type))
    type = array.getElementType();
  return type
      .walk([&](ArrayType inner) {
        return getFixed(inner, sizes) == inner.getSizeExprs()
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

FailureOr<Operation *> lift::fixSizes(RewriterBase &rewriter,
                                      Operation *pattern,
                                      const std::map<std::string, Expr> &sizes,
                                      Refusal &refusal) {
  if (!isa<MapOp, FoldPattern>(pattern))
    return refusal.set(pattern, "is no pattern");
  llvm::SetVector<Value> used(pattern->operand_begin(), pattern->operand_end());
  getUsedValuesDefinedAbove(pattern->getRegions(), used);
  if (failed(checkSizes(pattern, used, sizes, refusal)))
    return failure();
  Location loc = pattern->getLoc();
  auto hasOther = [&](Value value) {
    return hasOtherInside(value.getType(), sizes);
  };
  if (llvm::any_of(used, hasOther) ||
      llvm::any_of(pattern->getResults(), hasOther))
    return refusal.set(pattern, "has arrays with these sizes in tuples");
  rewriter.setInsertionPoint(pattern);
  IRMapping mapping;
  for (Value value : used)
    if (isa<ArrayType>(value.getType()))
      mapping.map(value, fixArray(rewriter, value, sizes));
  Operation *fixed = rewriter.clone(*pattern, mapping);
  if (failed(substituteSizes(fixed, sizes))) {
    rewriter.eraseOp(fixed);
    return refusal.set(pattern, "has sizes that these cannot be");
  }
  SmallVector<Value> results;
  for (auto [old, result] :
       llvm::zip_equal(pattern->getResults(), fixed->getResults())) {
    auto type = dyn_cast<ArrayType>(old.getType());
    results.push_back(type ? takeAll(rewriter, loc, result, type.getSizeExprs())
                           : result);
  }
  rewriter.replaceOp(pattern, results);
  return fixed;
}
