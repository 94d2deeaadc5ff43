//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TensorOps.h"

#include "Numbers.h"
#include "ViewBuilder.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// Where a slice is: for each dimension of the whole, dropped ones too.
struct Slice {
  SmallVector<Expr> offsets, sizes;
  SmallVector<int64_t> strides;
};

class TensorOpConverter {
public:
  TensorOpConverter(OpBuilder &builder, Operation *op,
                    const ConversionState &state)
      : builder(builder), views(builder, op->getLoc()), op(op), state(state) {}

  FailureOr<Value> convert();

private:
  FailureOr<Value> convert(tensor::PadOp pad);
  FailureOr<Value> convert(tensor::ExtractSliceOp slice);
  FailureOr<Value> convert(tensor::InsertSliceOp insert);
  FailureOr<Value> convert(tensor::CollapseShapeOp collapse);
  FailureOr<Value> convert(tensor::ExpandShapeOp expand);
  FailureOr<Value> convert(tensor::ReshapeOp reshape);
  FailureOr<Value> convert(tensor::ConcatOp concat);
  FailureOr<Value> convert(tensor::GenerateOp generate);
  FailureOr<Value> convert(tensor::ExtractOp extract);
  FailureOr<Value> convert(tensor::InsertOp insertion);
  FailureOr<Value> convert(tensor::FromElementsOp elements);
  FailureOr<Value> convert(arith::ConstantOp constant);
  FailureOr<Value> convert(linalg::TransposeOp transpose);
  FailureOr<Value> convert(linalg::BroadcastOp broadcast);

  InFlightDiagnostic refuse(const Twine &why) {
    return op->emitOpError("is not supported ") << why;
  }
  Value get(Value value) {
    return state.getElement(builder, op->getLoc(), value);
  }
  FailureOr<Slice> readSlice(OffsetSizeAndStrideOpInterface slice);
  /// Whether a slice is no view: there is an offset or a stride that is data,
  /// or a stride that is not positive.
  bool isOfData(OffsetSizeAndStrideOpInterface slice);
  /// Offsets or strides as indices; none if there is one that is not supported.
  SmallVector<Value> getIndices(ArrayRef<OpFoldResult> numbers);
  FailureOr<Value> extractAtData(tensor::ExtractSliceOp extraction);
  FailureOr<Value> insertAtData(tensor::InsertSliceOp insertion);
  /// The elements of `source`, of the same rank, from `offsets` on, among those
  /// of `dest`.
  Value insertAt(Value source, Value dest, ValueRange offsets, Type element);
  /// The array whose elements are computed of their indices.
  Value
  generate(ArrayRef<Expr> sizes, Type element,
           function_ref<Value(OpBuilder &builder, ValueRange indices)> compute);
  /// A scalar in each element of the result.
  Value repeat(Value scalar) {
    return views.broadcast(scalar, state.sizes.getSizes(op->getResult(0)));
  }
  /// Elements between which `zero` stands, so that they are `step` apart.
  Value spread(Value array, int64_t step, unsigned dim, Value zero);
  /// `source` in the midst of `dest`, from dimension `dim` on.
  Value insert(Value source, Value dest, ArrayRef<Expr> offsets, unsigned dim);

  OpBuilder &builder;
  ViewBuilder views;
  Operation *op;
  const ConversionState &state;
};
} // namespace

FailureOr<Value> TensorOpConverter::convert(tensor::PadOp pad) {
  Value padding = pad.getConstantPaddingValue();
  if (!padding || !state.hasScalar(padding))
    return refuse("with elements that are not all the same");
  SmallVector<Expr> low = state.sizes.getNumbers(pad.getMixedLowPad());
  SmallVector<Expr> high = state.sizes.getNumbers(pad.getMixedHighPad());
  for (const Expr &size : llvm::concat<Expr>(low, high))
    if (size.getConstant().value_or(0) < 0)
      return refuse("with a negative number of elements");
  Value source = get(pad.getSource());
  if (low.empty())
    return source;
  return views.pad(source, low, high, get(padding));
}

FailureOr<Slice>
TensorOpConverter::readSlice(OffsetSizeAndStrideOpInterface op) {
  Slice slice;
  for (auto [offset, size, stride] : llvm::zip_equal(
           op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides())) {
    std::optional<Expr> first = state.sizes.getNumber(offset);
    std::optional<Expr> count = state.sizes.getNumber(size);
    std::optional<int64_t> step = getConstantIntValue(stride);
    if (!count)
      return refuse("with a size that depends on data");
    slice.offsets.push_back(*first);
    slice.sizes.push_back(*count);
    slice.strides.push_back(*step);
  }
  return slice;
}

//===----------------------------------------------------------------------===//
// Slices that are no views
//===----------------------------------------------------------------------===//

bool TensorOpConverter::isOfData(OffsetSizeAndStrideOpInterface slice) {
  return llvm::any_of(slice.getMixedOffsets(),
                      [&](OpFoldResult offset) {
                        return !state.sizes.getNumber(offset);
                      }) ||
         llvm::any_of(slice.getMixedStrides(), [](OpFoldResult stride) {
           return getConstantIntValue(stride).value_or(0) < 1;
         });
}

SmallVector<Value>
TensorOpConverter::getIndices(ArrayRef<OpFoldResult> numbers) {
  SmallVector<Value> indices;
  for (OpFoldResult number : numbers) {
    if (std::optional<int64_t> constant = getConstantIntValue(number))
      indices.push_back(
          arith::ConstantIndexOp::create(builder, op->getLoc(), *constant));
    else if (auto value = cast<Value>(number); state.hasScalar(value))
      indices.push_back(
          makeIndex(builder, op->getLoc(),
                    state.getScalar(builder, op->getLoc(), value)));
    else
      return {};
  }
  return indices;
}

Value TensorOpConverter::generate(
    ArrayRef<Expr> sizes, Type element,
    function_ref<Value(OpBuilder &builder, ValueRange indices)> compute) {
  auto made = lift::GenerateOp::create(
      builder, op->getLoc(),
      ArrayType::get(builder.getContext(), sizes, getElementTypeFor(element)),
      getSizeArrayAttr(builder.getContext(), sizes));
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&made.getBody());
  for (size_t i = 0; i < sizes.size(); ++i)
    block->addArgument(builder.getIndexType(), op->getLoc());
  YieldOp::create(builder, op->getLoc(),
                  compute(builder, block->getArguments()));
  return made.getResult();
}

FailureOr<Value>
TensorOpConverter::extractAtData(tensor::ExtractSliceOp extraction) {
  Value array = get(extraction.getSource());
  if (Value scalar = getRepeatedScalar(array))
    return repeat(scalar);
  SmallVector<Value> offsets = getIndices(extraction.getMixedOffsets());
  SmallVector<Value> strides = getIndices(extraction.getMixedStrides());
  if (offsets.empty() || strides.empty())
    return refuse("where it depends on such a number");
  llvm::SmallBitVector dropped = extraction.getDroppedDims();
  auto read = [&](OpBuilder &builder, ValueRange indices) {
    Location loc = op->getLoc();
    SmallVector<Value> places;
    for (auto [dim, offset] : llvm::enumerate(offsets)) {
      places.push_back(offset);
      if (dropped.test(dim))
        continue;
      Value index =
          arith::MulIOp::create(builder, loc, indices.front(), strides[dim]);
      places.back() = arith::AddIOp::create(builder, loc, offset, index);
      indices = indices.drop_front();
    }
    return ViewBuilder(builder, loc).at(array, places);
  };
  SmallVector<Expr> sizes = state.sizes.getSizes(extraction.getResult());
  if (sizes.empty())
    return read(builder, {});
  return generate(sizes, extraction.getType().getElementType(), read);
}

Value TensorOpConverter::insertAt(Value source, Value dest, ValueRange offsets,
                                  Type element) {
  Value around = getRepeatedScalar(dest);
  return generate(
      state.sizes.getSizes(op->getResult(0)), element,
      [&](OpBuilder &builder, ValueRange indices) -> Value {
        Location loc = op->getLoc();
        Value outside =
            around ? around : ViewBuilder(builder, loc).at(dest, indices);
        SmallVector<Value> places;
        for (auto [index, offset] : llvm::zip_equal(indices, offsets))
          places.push_back(arith::SubIOp::create(builder, loc, index, offset));
        SmallVector<Attribute> positions(places.size(), builder.getUnitAttr());
        return AtOp::create(builder, loc, /*in_bounds=*/false, source, places,
                            outside, builder.getArrayAttr(positions));
      });
}

FailureOr<Value>
TensorOpConverter::insertAtData(tensor::InsertSliceOp insertion) {
  SmallVector<Value> offsets = getIndices(insertion.getMixedOffsets());
  if (offsets.empty() || !insertion.hasUnitStride())
    return refuse("with strides other than 1 where it depends on data");
  Value source = get(insertion.getSource());
  llvm::SmallBitVector dropped = insertion.getDroppedDims();
  for (unsigned dim : dropped.set_bits())
    source = views.broadcast(source, Expr(1), dim);
  return insertAt(source, get(insertion.getDest()), offsets,
                  insertion.getType().getElementType());
}

FailureOr<Value> TensorOpConverter::convert(tensor::InsertOp insertion) {
  if (!state.hasScalar(insertion.getScalar()))
    return refuse("of such a number");
  Value scalar = get(insertion.getScalar());
  if (insertion.getIndices().empty())
    return scalar;
  SmallVector<Value> offsets =
      getIndices(getAsOpFoldResult(insertion.getIndices()));
  if (offsets.empty())
    return refuse("at such an index");
  SmallVector<Expr> sizes(offsets.size(), Expr(1));
  return insertAt(views.broadcast(scalar, sizes), get(insertion.getDest()),
                  offsets, insertion.getType().getElementType());
}

FailureOr<Value> TensorOpConverter::convert(tensor::ExtractSliceOp extraction) {
  if (isOfData(extraction))
    return extractAtData(extraction);
  FailureOr<Slice> slice = readSlice(extraction);
  if (failed(slice))
    return failure();
  Value array = get(extraction.getSource());
  llvm::SmallBitVector dropped = extraction.getDroppedDims();
  for (unsigned dim = slice->offsets.size(); dim-- > 0;) {
    if (dropped.test(dim)) {
      array = views.at(array, slice->offsets[dim], dim);
      continue;
    }
    array = views.drop(array, slice->offsets[dim], dim);
    array = views.stride(array, slice->sizes[dim], slice->strides[dim], dim);
  }
  return array;
}

Value TensorOpConverter::spread(Value array, int64_t step, unsigned dim,
                                Value zero) {
  Expr count = getSizesOf(array)[dim];
  if (step == 1 || count.isConstant(1))
    return array;
  array = views.split(array, Expr(1), dim);
  SmallVector<Expr> low(getSizesOf(array).size(), Expr(0)), high = low;
  high[dim + 1] = step - 1;
  array = views.join(views.pad(array, low, high, zero), dim);
  return views.take(array, (count - 1) * Expr(step) + 1, dim);
}

Value TensorOpConverter::insert(Value source, Value dest,
                                ArrayRef<Expr> offsets, unsigned dim) {
  if (dim == offsets.size())
    return source;
  Expr count = getSizesOf(source)[dim], end = offsets[dim] + count;
  SmallVector<Value> parts;
  if (!offsets[dim].isConstant(0))
    parts.push_back(views.take(dest, offsets[dim], dim));
  Value middle = views.take(views.drop(dest, offsets[dim], dim), count, dim);
  parts.push_back(insert(source, middle, offsets, dim + 1));
  if (end != getSizesOf(dest)[dim])
    parts.push_back(views.drop(dest, end, dim));
  return views.concat(parts, dim);
}

/// The elements of the second or the third operand, as the first says.
static Value selectElements(OpBuilder &builder, Location loc,
                            ValueRange operands) {
  if (!isa<ArrayType>(operands[0].getType()))
    return arith::SelectOp::create(builder, loc, operands[0], operands[1],
                                   operands[2]);
  return MapOp::create(
             builder, loc, operands, MappingAttr(),
             [](OpBuilder &builder, Location loc, ValueRange elements) {
               return SmallVector<Value>{
                   selectElements(builder, loc, elements)};
             })
      ->getResult(0);
}

FailureOr<Value> TensorOpConverter::convert(tensor::InsertSliceOp insertion) {
  if (isOfData(insertion))
    return insertAtData(insertion);
  FailureOr<Slice> slice = readSlice(insertion);
  if (failed(slice))
    return failure();
  ArrayRef<Expr> offsets = slice->offsets;
  ArrayRef<int64_t> strides = slice->strides;
  Value source = get(insertion.getSource()), dest = get(insertion.getDest());
  llvm::SmallBitVector dropped = insertion.getDroppedDims();
  for (unsigned dim : dropped.set_bits())
    source = views.broadcast(source, Expr(1), dim);
  if (offsets.empty())
    return source;

  SmallVector<Expr> whole = state.sizes.getSizes(insertion.getDest());
  auto place = [&](Value source, Value around) {
    SmallVector<Expr> high;
    for (unsigned dim = 0; dim < offsets.size(); ++dim) {
      source = spread(source, strides[dim], dim, around);
      high.push_back(whole[dim] - offsets[dim] - getSizesOf(source)[dim]);
    }
    return views.pad(source, offsets, high, around);
  };
  if (Value scalar = getRepeatedScalar(dest))
    return place(source, scalar);
  if (llvm::all_of(strides, [](int64_t step) { return step == 1; }))
    return insert(source, dest, offsets, 0);
  // Between the elements of the source stand those of the destination.
  Value yes = arith::ConstantOp::create(builder, op->getLoc(),
                                        builder.getBoolAttr(true));
  Value isSource = place(views.broadcast(yes, getSizesOf(source)),
                         views.zero(builder.getI1Type()));
  Value zero = views.zero(insertion.getType().getElementType());
  return selectElements(builder, op->getLoc(),
                        {isSource, place(source, zero), dest});
}

FailureOr<Value> TensorOpConverter::convert(tensor::CollapseShapeOp collapse) {
  Value array = get(collapse.getSrc());
  if (collapse.getResultType().getRank() == 0)
    return views.firstElement(array);
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  for (const ReassociationIndices &group : llvm::reverse(groups))
    for (size_t i = 1; i < group.size(); ++i)
      array = views.join(array, group.front());
  return array;
}

FailureOr<Value> TensorOpConverter::convert(tensor::ExpandShapeOp expand) {
  Value array = get(expand.getSrc());
  SmallVector<Expr> sizes = state.sizes.getSizes(expand.getResult());
  if (expand.getSrcType().getRank() == 0)
    return views.broadcast(array, sizes);
  SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
  for (unsigned dim = groups.size(); dim-- > 0;)
    for (int64_t inner : llvm::reverse(ArrayRef(groups[dim]).drop_front()))
      array = views.split(array, sizes[inner], dim);
  return array;
}

FailureOr<Value> TensorOpConverter::convert(tensor::ReshapeOp reshape) {
  Value array = get(reshape.getSource());
  SmallVector<Expr> sizes = state.sizes.getSizes(reshape.getResult());
  unsigned rank = getSizesOf(array).size();
  if (sizes.empty())
    return views.firstElement(array);
  if (rank == 0)
    return views.broadcast(array, sizes);
  for (unsigned dim = 1; dim < rank; ++dim)
    array = views.join(array, 0);
  return views.splitInto(array, sizes);
}

FailureOr<Value> TensorOpConverter::convert(tensor::ConcatOp concat) {
  SmallVector<Value> arrays = llvm::map_to_vector(
      concat.getInputs(), [&](Value input) { return get(input); });
  return views.concat(arrays, concat.getDim());
}

FailureOr<Value> TensorOpConverter::convert(tensor::GenerateOp generate) {
  Block &body = generate.getBody().front();
  if (failed(checkScalarBody(body, state)))
    return failure();
  SmallVector<Expr> sizes = state.sizes.getSizes(generate.getResult());
  if (sizes.empty())
    return refuse("without dimensions");
  return this->generate(sizes, generate.getType().getElementType(),
                        [&](OpBuilder &builder, ValueRange indices) {
                          IRMapping mapping;
                          mapping.map(body.getArguments(), indices);
                          return cloneScalarBody(
                                     builder, body, mapping,
                                     [](unsigned) { return Value(); }, state)
                              .front();
                        });
}

FailureOr<Value> TensorOpConverter::convert(tensor::ExtractOp extract) {
  Value array = get(extract.getTensor());
  if (Value scalar = getRepeatedScalar(array))
    return scalar;
  SmallVector<Expr> positions;
  for (Value index : extract.getIndices()) {
    std::optional<Expr> number = state.sizes.getNumber(index);
    if (!number)
      return refuse("outside of a body at an index that depends on data");
    positions.push_back(*number);
  }
  for (unsigned dim = positions.size(); dim-- > 0;)
    array = views.at(array, positions[dim], dim);
  return array;
}

/// A small constant, element by element.
static Value buildElements(ViewBuilder &views, ArrayRef<Value> elements,
                           ArrayRef<Expr> sizes) {
  SmallVector<Value> parts = llvm::map_to_vector(elements, [&](Value element) {
    return views.broadcast(element, Expr(1));
  });
  return views.splitInto(views.concat(parts, 0), sizes);
}

FailureOr<Value> TensorOpConverter::convert(tensor::FromElementsOp elements) {
  SmallVector<Value> scalars;
  for (Value element : elements.getElements()) {
    if (!state.hasScalar(element))
      return refuse("with an element that is not supported");
    scalars.push_back(get(element));
  }
  SmallVector<Expr> sizes = state.sizes.getSizes(elements.getResult());
  if (sizes.empty())
    return scalars.front();
  return buildElements(views, scalars, sizes);
}

FailureOr<Value> TensorOpConverter::convert(arith::ConstantOp constant) {
  // Larger ones are arguments.
  auto value = cast<DenseElementsAttr>(constant.getValue());
  auto getElement = [&](Attribute element) -> Value {
    auto typed = cast<TypedAttr>(element);
    Value number = arith::ConstantOp::create(builder, op->getLoc(), typed);
    number = makeNumber(builder, op->getLoc(), number, typed.getType());
    return makeElement(builder, op->getLoc(), number, typed.getType());
  };
  if (value.isSplat())
    return repeat(getElement(value.getSplatValue<Attribute>()));
  SmallVector<Value> elements =
      llvm::map_to_vector(value.getValues<Attribute>(), getElement);
  return buildElements(views, elements,
                       state.sizes.getSizes(constant.getResult()));
}

FailureOr<Value> TensorOpConverter::convert(linalg::TransposeOp transpose) {
  Value array = get(transpose.getInput());
  if (transpose.getPermutation().empty())
    return array;
  return views.transpose(array, transpose.getPermutation());
}

FailureOr<Value> TensorOpConverter::convert(linalg::BroadcastOp broadcast) {
  Value value = get(broadcast.getInput());
  if (Value scalar = getRepeatedScalar(value))
    return repeat(scalar);
  SmallVector<Expr> sizes = state.sizes.getSizes(broadcast.getResult()[0]);
  for (int64_t dim : broadcast.getDimensions())
    value = views.broadcast(value, sizes[dim], dim);
  return value;
}

FailureOr<Value> TensorOpConverter::convert() {
  return llvm::TypeSwitch<Operation *, FailureOr<Value>>(op)
      .Case<tensor::PadOp, tensor::ExtractSliceOp, tensor::InsertSliceOp,
            tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::ReshapeOp,
            tensor::ConcatOp, tensor::GenerateOp, tensor::ExtractOp,
            tensor::InsertOp, tensor::FromElementsOp, arith::ConstantOp,
            linalg::TransposeOp, linalg::BroadcastOp>(
          [&](auto typed) { return convert(typed); })
      .Case([&](tensor::CastOp cast) { return get(cast.getSource()); })
      .Case([&](tensor::SplatOp splat) -> FailureOr<Value> {
        if (!state.hasScalar(splat.getInput()))
          return refuse("of such a number");
        return repeat(get(splat.getInput()));
      })
      .Case([&](linalg::FillOp fill) -> FailureOr<Value> {
        return repeat(get(fill.value()));
      })
      .Case([&](linalg::CopyOp copy) { return get(copy.getInputs()[0]); })
      // Nobody may look at its elements; a zero is as good as any number.
      .Case<tensor::EmptyOp, ub::PoisonOp>([&](Operation *none) {
        return repeat(
            views.zero(getElementTypeOrSelf(none->getResult(0).getType())));
      })
      .Default([&](Operation *) -> FailureOr<Value> {
        InFlightDiagnostic diag = op->emitOpError("is not supported");
        diag.attachNote() << "operations of linalg, tensor and arith become "
                             "patterns; leave others out of the function";
        return diag;
      });
}

FailureOr<Value> lift::convertTensorOp(OpBuilder &builder, Operation *op,
                                       const ConversionState &state) {
  return TensorOpConverter(builder, op, state).convert();
}
