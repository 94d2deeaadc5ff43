//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file gives the operations that rearrange arrays their meaning, straight
// from their descriptions, dimension by dimension.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

//===----------------------------------------------------------------------===//
// New names and shapes
//===----------------------------------------------------------------------===//

FailureOr<bool> Compiler::compileRenaming(Operation &op, Code &) {
  return llvm::TypeSwitch<Operation *, FailureOr<bool>>(&op)
      .Case([&](ZipOp zip) { return known(compileZip(zip)); })
      .Case([&](UnzipOp unzip) { return known(compileUnzip(unzip)); })
      .Case([&](GetOp get) { return known(compileGet(get)); })
      .Case([&](SplitOp split) { return known(compileSplit(split)); })
      .Case([&](JoinOp join) { return known(compileJoin(join)); })
      .Case([&](AsVectorOp vectors) {
        return known(compileRegrouping(op, 1, vectors.getWidth()));
      })
      .Case([&](AsScalarOp scalars) {
        int64_t lanes = getScalar(scalars.getInput()).lanes;
        return known(compileRegrouping(op, lanes, 1));
      })
      .Case([&](TupleOp tuple) {
        Places value;
        for (Value component : tuple.getValues())
          llvm::append_range(value, get(component));
        return known(setResult(tuple, tuple.getResult(), value));
      })
      // Where a value is stored does not change it.
      .Case<MaterializeOp, CopyOp>([&](auto stored) {
        return known(
            setResult(stored, stored.getResult(), get(stored.getInput())));
      })
      .Default([](Operation *) { return false; });
}

/// The leaves of an array of tuples are those of its components: an array of
/// N pairs is N first and N second components.
LogicalResult Compiler::compileZip(ZipOp op) {
  Places value;
  for (Value input : op.getInputs())
    llvm::append_range(value, get(input));
  return setResult(op, op.getResult(), value);
}

LogicalResult Compiler::compileUnzip(UnzipOp op) {
  Places all = get(op.getInput());
  ArrayRef<LeafStorage> left = all;
  for (Value result : op.getResults()) {
    size_t count = getLeaves(result.getType()).size();
    if (failed(setResult(op, result, Places(left.take_front(count)))))
      return failure();
    left = left.drop_front(count);
  }
  return success();
}

LogicalResult Compiler::compileGet(GetOp op) {
  TypeRange components = cast<TupleType>(op.getTuple().getType()).getTypes();
  size_t first = getLeaves(components.take_front(op.getIndex())).size();
  size_t count = getLeaves(op.getResult().getType()).size();
  Places all = get(op.getTuple());
  return setResult(op, op.getResult(),
                   Places(ArrayRef<LeafStorage>(all).slice(first, count)));
}

/// N elements in order are N / m chunks of m elements in order.
LogicalResult Compiler::compileSplit(SplitOp op) {
  FailureOr<SmallVector<int64_t>> chunk =
      evaluateShape(op.getLoc(), op.getChunk().getValue(), bindings);
  if (failed(chunk))
    return failure();
  Places value = get(op.getInput());
  for (LeafStorage &place : value) {
    place.shape[op.getDim()] /= chunk->front();
    place.shape.insert(place.shape.begin() + op.getDim() + 1, chunk->front());
  }
  return setResult(op, op.getResult(), value);
}

LogicalResult Compiler::compileJoin(JoinOp op) {
  Places value = get(op.getInput());
  for (LeafStorage &place : value) {
    place.shape[op.getDim()] *= place.shape[op.getDim() + 1];
    place.shape.erase(place.shape.begin() + op.getDim() + 1);
  }
  return setResult(op, op.getResult(), value);
}

/// The lanes of a vector are neighbours in order, as numbers are.
LogicalResult Compiler::compileRegrouping(Operation &op, int64_t fromLanes,
                                          int64_t toLanes) {
  LeafStorage place = getScalar(op.getOperand(0));
  place.lanes = toLanes;
  place.shape.back() = place.shape.back() * fromLanes / toLanes;
  return setResult(&op, op.getResult(0), {place});
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

FailureOr<bool> Compiler::compileLayout(Operation &op, Code &code) {
  return llvm::TypeSwitch<Operation *, FailureOr<bool>>(&op)
      .Case([&](TransposeOp transpose) {
        return known(compileTranspose(transpose, code));
      })
      .Case([&](SlideOp slide) { return known(compileSlide(slide, code)); })
      .Case([&](PadOp pad) { return known(compilePad(pad, code)); })
      .Case([&](TakeOp take) { return known(compileTake(take, code)); })
      .Case([&](DropOp drop) { return known(compileDrop(drop, code)); })
      .Case([&](ReverseOp reverse) {
        return known(compileReverse(reverse, code));
      })
      .Case([&](ConcatOp concat) { return known(compileConcat(concat, code)); })
      .Case([&](BroadcastOp broadcast) {
        return known(compileBroadcast(broadcast, code));
      })
      .Default([](Operation *) { return false; });
}

/// The values of an attribute's sizes, which may be 0.
FailureOr<SmallVector<int64_t>> Compiler::evaluateSizes(Operation *op,
                                                        ArrayAttr sizes) {
  SmallVector<int64_t> values;
  for (const Expr &size : getSizes(sizes)) {
    FailureOr<int64_t> value = evaluateSize(op->getLoc(), size, bindings);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return values;
}

/// Each dimension of `shape` as itself.
static SmallVector<LayoutPlan::Dim> getIdentityDims(ArrayRef<int64_t> shape) {
  SmallVector<LayoutPlan::Dim> dims(shape.size());
  int64_t stride = 1;
  for (auto [dim, size] :
       llvm::zip_equal(llvm::reverse(dims), llvm::reverse(shape))) {
    dim = {size, /*low=*/0, /*length=*/size, stride};
    stride *= size;
  }
  return dims;
}

/// The largest offset of an element that is read.
static int64_t getLastOffset(const LayoutPlan &plan) {
  int64_t offset = plan.block - 1;
  for (const LayoutPlan::Dim &dim : plan.dims) {
    int64_t last = -1;
    for (int64_t i = 0; i < dim.size; ++i)
      last = std::max(last, dim.getOffset(i));
    offset += last;
  }
  return offset;
}

FailureOr<LeafStorage> Compiler::addLayout(Operation *op,
                                           const LeafStorage &source, Dims dims,
                                           std::optional<LeafStorage> fill,
                                           Code &code) {
  SmallVector<int64_t> shape;
  for (const LayoutPlan::Dim &dim : dims)
    shape.push_back(dim.size);
  FailureOr<LeafStorage> result = makeArray(op, source, shape, code);
  if (failed(result))
    return failure();
  LayoutPlan &plan =
      *program.layouts.emplace_back(std::make_unique<LayoutPlan>());
  if (source.isArray)
    plan.source = source;
  plan.result = *result;
  plan.fill = fill;
  // Inner dimensions that stay as they are move as a block.
  while (!dims.empty() && dims.back().low == 0 && !dims.back().isReversed &&
         dims.back().length == dims.back().size &&
         dims.back().stride == plan.block) {
    plan.block *= dims.back().size;
    dims.pop_back();
  }
  plan.dims = std::move(dims);
  if (plan.source && getLastOffset(plan) >= source.getNumElements())
    return op->emitOpError("reads elements that its operand does not have");
  add(code, Instruction::Code::Layout, op).layout = &plan;
  return result;
}

LogicalResult Compiler::compileTranspose(TransposeOp op, Code &code) {
  return compileChange(op, code, [&](Dims &dims) {
    Dims from = dims;
    for (auto [i, dim] : llvm::enumerate(op.getFullPermutation()))
      dims[i] = from[dim];
  });
}

LogicalResult Compiler::compileSlide(SlideOp op, Code &code) {
  FailureOr<SmallVector<int64_t>> sizes = evaluateSizes(op, op.getSize());
  FailureOr<SmallVector<int64_t>> steps = evaluateSizes(op, op.getStep());
  if (failed(sizes) || failed(steps))
    return failure();
  unsigned first = op.getFirstDim(), count = op.getNumDims();
  return compileChange(op, code, [&](Dims &dims) {
    Dims inWindow;
    for (auto [i, size, step] : llvm::enumerate(*sizes, *steps)) {
      LayoutPlan::Dim &dim = dims[first + i];
      int64_t windows = (dim.size - size) / step + 1;
      inWindow.push_back({size, 0, size, dim.stride});
      dim = {windows, 0, windows, dim.stride * step};
    }
    dims.insert(dims.begin() + first + count, inWindow.begin(), inWindow.end());
  });
}

/// What a pad adds, where it is not a constant.
static LayoutPlan::Outside getOutside(PadMode mode) {
  switch (mode) {
  case PadMode::Clamp:
    return LayoutPlan::Outside::Nearest;
  case PadMode::Wrap:
    return LayoutPlan::Outside::Repeated;
  case PadMode::Mirror:
    return LayoutPlan::Outside::Mirrored;
  case PadMode::Constant:
  case PadMode::Empty:
    return LayoutPlan::Outside::Nothing;
  }
  llvm_unreachable("unknown pad mode");
}

LogicalResult Compiler::compilePad(PadOp op, Code &code) {
  FailureOr<SmallVector<int64_t>> lows = evaluateSizes(op, op.getLow());
  FailureOr<SmallVector<int64_t>> highs = evaluateSizes(op, op.getHigh());
  if (failed(lows) || failed(highs))
    return failure();
  Places value;
  for (auto [i, source] : llvm::enumerate(Places(get(op.getInput())))) {
    Dims dims = getIdentityDims(source.shape);
    for (auto [k, low, high] :
         llvm::zip_equal(op.getPaddedDims(), *lows, *highs)) {
      dims[k].size += low + high;
      dims[k].low = low;
      dims[k].outside = getOutside(op.getMode());
    }
    // A constant has the leaves of an element.
    std::optional<LeafStorage> fill;
    if (op.getMode() == PadMode::Constant)
      fill = get(op.getValue())[i];
    FailureOr<LeafStorage> result = addLayout(op, source, dims, fill, code);
    if (failed(result))
      return failure();
    value.push_back(*result);
  }
  return setResult(op, op.getResult(), value);
}

/// Adds the rearrangement of all leaves, each with the dimensions that `change`
/// makes of its own.
LogicalResult Compiler::compileChange(Operation *op, Code &code,
                                      function_ref<void(Dims &)> change) {
  Places value;
  for (const LeafStorage &source : Places(get(op->getOperand(0)))) {
    Dims dims = getIdentityDims(source.shape);
    change(dims);
    FailureOr<LeafStorage> result =
        addLayout(op, source, dims, /*fill=*/std::nullopt, code);
    if (failed(result))
      return failure();
    value.push_back(*result);
  }
  return setResult(op, op->getResult(0), value);
}

LogicalResult Compiler::compileTake(TakeOp op, Code &code) {
  FailureOr<SmallVector<int64_t>> sizes = evaluateSizes(op, op.getSize());
  if (failed(sizes))
    return failure();
  return compileChange(op, code, [&](Dims &dims) {
    for (auto [k, size] : llvm::zip_equal(op.getTakenDims(), *sizes))
      dims[k].size = size;
  });
}

LogicalResult Compiler::compileDrop(DropOp op, Code &code) {
  FailureOr<SmallVector<int64_t>> sizes = evaluateSizes(op, op.getSize());
  if (failed(sizes))
    return failure();
  return compileChange(op, code, [&](Dims &dims) {
    for (auto [k, size] : llvm::zip_equal(op.getDroppedDims(), *sizes)) {
      dims[k].size -= size;
      dims[k].low = -size;
    }
  });
}

LogicalResult Compiler::compileReverse(ReverseOp op, Code &code) {
  return compileChange(op, code, [&](Dims &dims) {
    for (int64_t k : op.getReversedDims())
      dims[k].isReversed = true;
  });
}

LogicalResult Compiler::compileBroadcast(BroadcastOp op, Code &code) {
  FailureOr<SmallVector<int64_t>> sizes =
      evaluateShape(op.getLoc(), getSizes(op.getSizes()), bindings);
  if (failed(sizes))
    return failure();
  Places value;
  for (const LeafStorage &source : Places(get(op.getInput()))) {
    // Every index of a new dimension stands for the same elements. A scalar
    // has no elements to reach: all of its result is outside of it.
    Dims repeats;
    for (int64_t size : *sizes)
      repeats.push_back({size, /*low=*/0, /*length=*/source.isArray ? size : 0,
                         /*stride=*/0});
    Dims dims = getIdentityDims(source.shape);
    dims.insert(dims.begin() + op.getDim(), repeats.begin(), repeats.end());
    std::optional<LeafStorage> fill;
    if (!source.isArray)
      fill = source;
    FailureOr<LeafStorage> result = addLayout(op, source, dims, fill, code);
    if (failed(result))
      return failure();
    value.push_back(*result);
  }
  return setResult(op, op.getResult(), value);
}

LogicalResult Compiler::compileConcat(ConcatOp op, Code &code) {
  size_t dim = op.getDim();
  Places value;
  for (size_t leaf = 0; leaf < get(op.getInputs().front()).size(); ++leaf) {
    ConcatPlan &plan =
        *program.concats.emplace_back(std::make_unique<ConcatPlan>());
    SmallVector<int64_t> shape = get(op.getInputs().front())[leaf].shape;
    for (size_t k = 0; k < dim; ++k)
      plan.repeats *= shape[k];
    shape[dim] = 0;
    for (Value input : op.getInputs()) {
      LeafStorage source = get(input)[leaf];
      shape[dim] += source.shape[dim];
      plan.parts.push_back({source, source.getNumElements() / plan.repeats});
    }
    FailureOr<LeafStorage> result =
        makeArray(op, plan.parts.front().source, shape, code);
    if (failed(result))
      return failure();
    plan.result = *result;
    add(code, Instruction::Code::Concat, op).concat = &plan;
    value.push_back(*result);
  }
  return setResult(op, op.getResult(), value);
}
