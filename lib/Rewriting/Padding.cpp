//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Padding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;

static Expr getRest(const Expr &size, const Expr &chunk) {
  return Expr::ceilDiv(size, chunk) * chunk - size;
}

static Value addElements(OpBuilder &builder, Location loc, Value array,
                         const Expr &count, unsigned dim, PadMode mode,
                         TypedAttr value) {
  MLIRContext *context = builder.getContext();
  Value filling;
  if (value)
    filling = arith::ConstantOp::create(builder, loc, value);
  return PadOp::create(builder, loc, array,
                       getSizeArrayAttr(context, {Expr(0)}),
                       getSizeArrayAttr(context, {count}),
                       builder.getDenseI64ArrayAttr({int64_t(dim)}),
                       PadModeAttr::get(context, mode), filling);
}

Value lift::padDim(OpBuilder &builder, Location loc, Value array,
                   const Expr &chunk, unsigned dim, PadMode mode,
                   TypedAttr value) {
  Expr size = cast<ArrayType>(array.getType()).getSize(dim);
  return addElements(builder, loc, array, getRest(size, chunk), dim, mode,
                     value);
}

//===----------------------------------------------------------------------===//
// Windows beyond the end
//===----------------------------------------------------------------------===//

namespace {
/// The elements that a dimension of the source of a view needs more, for so
/// many more of a dimension of its result.
struct Longer {
  unsigned dim;
  Expr count;
};
} // namespace

static bool pads(PadOp pad, unsigned dim) {
  return llvm::is_contained(pad.getPaddedDims(), int64_t(dim));
}

static std::optional<Longer> getLongerSource(Operation *view, unsigned dim,
                                             const Expr &count) {
  if (auto transpose = dyn_cast<TransposeOp>(view))
    return Longer{unsigned(transpose.getFullPermutation()[dim]), count};
  if (auto vectors = dyn_cast<AsVectorOp>(view)) {
    const bool isLast = dim + 1 == vectors.getType().getRank();
    return Longer{dim, isLast ? count * vectors.getWidth() : count};
  }
  if (auto split = dyn_cast<SplitOp>(view)) {
    if (dim == split.getDim() + 1)
      return std::nullopt;
    if (dim == split.getDim())
      return Longer{dim, count * split.getChunk().getValue()};
    return Longer{dim < split.getDim() ? dim : dim - 1, count};
  }
  if (auto join = dyn_cast<JoinOp>(view)) {
    if (dim == join.getDim())
      return std::nullopt;
    return Longer{dim < join.getDim() ? dim : dim + 1, count};
  }
  if (auto scalars = dyn_cast<AsScalarOp>(view)) {
    auto source = cast<ArrayType>(scalars.getInput().getType());
    if (dim + 1 < source.getRank())
      return Longer{dim, count};
    Expr vectors = Expr::exactDiv(
        count, cast<VectorType>(source.getElementType()).getNumElements());
    return vectors.isError() ? std::nullopt
                             : std::optional(Longer{dim, vectors});
  }
  if (auto at = dyn_cast<AtOp>(view)) {
    if (at.getOutside())
      return std::nullopt;
    const unsigned numPositions = at.getPositions().size();
    return Longer{dim < at.getDim() ? dim : dim + numPositions, count};
  }
  if (auto pad = dyn_cast<PadOp>(view); pad && !pads(pad, dim))
    return Longer{dim, count};
  if (auto slide = dyn_cast<SlideOp>(view)) {
    const unsigned first = slide.getFirstDim(), numDims = slide.getNumDims();
    if (dim < first)
      return Longer{dim, count};
    if (dim < first + numDims)
      return Longer{
          dim, count * cast<SizeAttr>(slide.getStep()[dim - first]).getValue()};
    if (dim < first + 2 * numDims)
      return std::nullopt;
    return Longer{dim - numDims, count};
  }
  return std::nullopt;
}

/// Whether `array` is windows of another array: those beyond its end, in any
/// dimension, then are windows of a longer one.
static bool isOfWindows(Value array, unsigned dim) {
  Operation *view = array.getDefiningOp();
  std::optional<Longer> source;
  if (view)
    source = getLongerSource(view, dim, 0);
  return source &&
         (isa<SlideOp>(view) || isOfWindows(view->getOperand(0), source->dim));
}

/// Whether views lead to an array in memory.
static bool isOfMemory(Value array) {
  Operation *op = array.getDefiningOp();
  return isa_and_nonnull<MaterializeOp>(op) ||
         (isa_and_nonnull<JoinOp, SplitOp, TransposeOp, AsVectorOp, AsScalarOp>(
              op) &&
          isOfMemory(op->getOperand(0)));
}

/// Whether the array in memory that `take` takes a part of has `count` more.
static bool canTakeMore(TakeOp take, const Expr &count) {
  auto all = cast<ArrayType>(take.getInput().getType());
  if (all.getRank() != 1 || !isOfMemory(take.getInput()))
    return false;
  Expr wanted = cast<ArrayType>(take.getType()).getSize(0) + count;
  return (all.getSize(0) - wanted).getConstant().value_or(-1) >= 0;
}

/// Of arrays concatenated along `dim`, the last one, whose end is that of all;
/// null of other views.
static Value getLastPart(Operation *view, unsigned dim) {
  auto concat = dyn_cast_or_null<ConcatOp>(view);
  return concat && concat.getDim() == dim ? concat.getInputs().back() : Value();
}

/// Whether `array` is the first elements of one in memory, which has `count`
/// more.
static bool hasMore(Value array, const Expr &count, unsigned dim) {
  Operation *view = array.getDefiningOp();
  if (Value last = getLastPart(view, dim))
    return hasMore(last, count, dim);
  if (auto take = dyn_cast_or_null<TakeOp>(view))
    return canTakeMore(take, count);
  std::optional<Longer> source;
  if (view)
    source = getLongerSource(view, dim, count);
  return source && hasMore(view->getOperand(0), source->count, source->dim);
}

/// `pad` with more elements at the end of `dim`, which it pads.
static Value lengthen(OpBuilder &builder, PadOp pad, unsigned dim,
                      const Expr &count) {
  SmallVector<Attribute> high(pad.getHigh().begin(), pad.getHigh().end());
  SmallVector<int64_t> dims = pad.getPaddedDims();
  const size_t number = llvm::find(dims, int64_t(dim)) - dims.begin();
  high[number] = SizeAttr::get(builder.getContext(),
                               cast<SizeAttr>(high[number]).getValue() + count);
  return PadOp::create(builder, pad.getLoc(), pad.getInput(), pad.getLow(),
                       builder.getArrayAttr(high), pad.getDimsAttr(),
                       pad.getModeAttr(), pad.getValue());
}

/// Adds the elements where the views of `array` begin.
static Value lengthenSource(OpBuilder &builder, Location loc, Value array,
                            const Expr &count, unsigned dim) {
  auto addHere = [&] {
    return addElements(builder, loc, array, count, dim, PadMode::Empty, {});
  };
  Operation *view = array.getDefiningOp();
  if (auto pad = dyn_cast_or_null<PadOp>(view);
      pad && pads(pad, dim) &&
      llvm::is_contained({PadMode::Clamp, PadMode::Constant}, pad.getMode()))
    return lengthen(builder, pad, dim, count);
  if (auto take = dyn_cast_or_null<TakeOp>(view);
      take && canTakeMore(take, count)) {
    Expr wanted = cast<ArrayType>(take.getType()).getSize(0) + count;
    return TakeOp::create(builder, loc, take.getInput(),
                          getSizeArrayAttr(builder.getContext(), {wanted}),
                          DenseI64ArrayAttr());
  }
  if (Value last = getLastPart(view, dim); last && hasMore(last, count, dim)) {
    SmallVector<Value> parts = llvm::to_vector_of<Value>(view->getOperands());
    parts.back() = lengthenSource(builder, loc, last, count, dim);
    return ConcatOp::create(builder, loc, parts, dim);
  }
  std::optional<Longer> longer;
  if (view)
    longer = getLongerSource(view, dim, count);
  if (!longer)
    return addHere();
  Value source = lengthenSource(builder, loc, view->getOperand(0),
                                longer->count, longer->dim);
  Operation *result =
      cast<ViewOpInterface>(view).cloneAtDepth(builder, source, 0);
  Expr wanted = cast<ArrayType>(array.getType()).getSize(dim) + count;
  if (cast<ArrayType>(result->getResult(0).getType()).getSize(dim) == wanted)
    return result->getResult(0);
  result->erase();
  return addHere();
}

/// Whether the elements along `dim` are vectors.
static bool hasVectors(Value array, unsigned dim) {
  auto type = cast<ArrayType>(array.getType());
  return isa<VectorType>(type.getElementType()) && dim + 1 == type.getRank();
}

/// Whether more elements would be the last one of an array, repeated.
static bool isClamped(Value array, unsigned dim) {
  Operation *view = array.getDefiningOp();
  if (auto pad = dyn_cast_or_null<PadOp>(view); pad && pads(pad, dim))
    return pad.getMode() == PadMode::Clamp;
  std::optional<Longer> source;
  if (view)
    source = getLongerSource(view, dim, 0);
  return source && isClamped(view->getOperand(0), source->dim);
}

Value lift::addAnyElements(OpBuilder &builder, Location loc, Value array,
                           const Expr &count, unsigned dim) {
  const bool repeatsNumbers = hasVectors(array, dim) && isClamped(array, dim);
  if ((isOfWindows(array, dim) && !repeatsNumbers) ||
      hasMore(array, count, dim))
    return lengthenSource(builder, loc, array, count, dim);
  return addElements(builder, loc, array, count, dim, PadMode::Empty, {});
}

Value lift::padWithElements(OpBuilder &builder, Location loc, Value array,
                            const Expr &chunk) {
  const Expr rest = getRest(cast<ArrayType>(array.getType()).getSize(0), chunk);
  if (hasMore(array, rest, /*dim=*/0))
    return lengthenSource(builder, loc, array, rest, /*dim=*/0);
  return addElements(builder, loc, array, rest, /*dim=*/0, PadMode::Clamp, {});
}

Value lift::padDim(OpBuilder &builder, Location loc, Value array,
                   const Expr &chunk, unsigned dim, TypedAttr value) {
  if (value)
    return padDim(builder, loc, array, chunk, dim, PadMode::Constant, value);
  Expr size = cast<ArrayType>(array.getType()).getSize(dim);
  return addAnyElements(builder, loc, array, getRest(size, chunk), dim);
}

Value lift::createTruths(OpBuilder &builder, Location loc, const Expr &size) {
  return BroadcastOp::create(
      builder, loc,
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true)),
      getSizeArrayAttr(builder.getContext(), {size}), 0);
}

Value lift::createMask(OpBuilder &builder, Location loc, const Expr &size,
                       const Expr &chunk) {
  return padDim(builder, loc, createTruths(builder, loc, size), chunk,
                /*dim=*/0, builder.getBoolAttr(false));
}

bool lift::mayFail(Region &step) {
  return step
      .walk([](Operation *op) {
        auto at = dyn_cast<AtOp>(op);
        const bool isPartial =
            at ? at.getInBounds()
               : isa<arith::ArithDialect>(op->getDialect()) &&
                     !isSpeculatable(op);
        return isPartial ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}
