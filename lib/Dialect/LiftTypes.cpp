//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AssemblyFormat.h"

#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/LiftOps.h"
#include "LiftDialect/LiftTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;

#define GET_TYPEDEF_CLASSES
#include "LiftDialect/LiftTypes.cpp.inc"

void LiftDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "LiftDialect/LiftTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ArrayType
//===----------------------------------------------------------------------===//

ArrayType ArrayType::get(MLIRContext *context, ArrayRef<SizeAttr> sizes,
                         Type elementType) {
  return Base::get(context, sizes, elementType);
}

ArrayType ArrayType::get(MLIRContext *context, ArrayRef<Expr> sizes,
                         Type elementType) {
  SmallVector<SizeAttr> attributes;
  for (const Expr &size : sizes)
    attributes.push_back(SizeAttr::get(context, size));
  return Base::get(context, attributes, elementType);
}

ArrayType ArrayType::getArrayOf(Expr size, Type inner) {
  SmallVector<Expr> sizes = {size};
  if (auto array = dyn_cast<ArrayType>(inner)) {
    llvm::append_range(sizes, array.getSizeExprs());
    inner = array.getElementType();
  }
  return get(inner.getContext(), sizes, inner);
}

SmallVector<Expr> ArrayType::getSizeExprs() const {
  return llvm::map_to_vector(getSizes(),
                             [](SizeAttr size) { return size.getValue(); });
}

Type ArrayType::getInnerType() const {
  if (getRank() == 1)
    return getElementType();
  return get(getContext(), getSizes().drop_front(), getElementType());
}

Expr ArrayType::getNumElements() const {
  Expr product = 1;
  for (SizeAttr size : getSizes())
    product = product * size.getValue();
  return product;
}

/// The scalars that arrays and tuples are made of.
static bool isScalarElement(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getRank() == 1 && !vector.isScalable() &&
           isScalarElement(vector.getElementType());
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() &&
           llvm::is_contained({1, 8, 16, 32, 64}, integer.getWidth());
  return type.isF16() || type.isF32() || type.isF64();
}

static bool isElement(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple)
    return isScalarElement(type);
  return llvm::all_of(tuple.getTypes(), [](Type component) {
    return isa<ArrayType>(component) || isElement(component);
  });
}

bool ArrayType::isValidInnerType(Type type) {
  return isa<ArrayType>(type) || isElement(type);
}

LogicalResult ArrayType::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<SizeAttr> sizes, Type elementType) {
  if (sizes.empty())
    return emitError() << "array needs at least one size";
  for (SizeAttr size : sizes) {
    if (size.getValue().isError())
      return emitError() << size.getValue().getError();
    std::optional<int64_t> constant = size.getValue().getConstant();
    if (constant && (*constant < 1 || *constant > kMaxSize))
      return emitError() << "array size " << *constant
                         << " is not between 1 and " << kMaxSize;
  }
  if (!isElement(elementType))
    return emitError() << "array element type " << elementType
                       << " is not i1, i8, i16, i32, i64, f16, f32, f64, a "
                          "vector of them, or a tuple";
  return success();
}

/// Reads `x` after a size.
static ParseResult parseDimensionSeparator(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("x")))
    return success();
  return parser.emitError(loc, "expected 'x' with a space on either side, as "
                               "in !lift.array<N x 4 x f32>");
}

Type ArrayType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Expr> sizes;
  auto addDimension = [&](const FailureOr<Expr> &size) -> ParseResult {
    if (failed(size) || parseDimensionSeparator(parser))
      return failure();
    sizes.push_back(*size);
    return success();
  };
  while (true) {
    // Before types: a parenthesis would be read as that of a function type.
    if (std::optional<FailureOr<Expr>> size =
            parseOptionalParenthesis(parser)) {
      if (addDimension(*size))
        return {};
      continue;
    }
    Type element;
    OptionalParseResult result = parser.parseOptionalType(element);
    if (!result.has_value()) {
      if (addDimension(parsePrimaryExpr(parser)))
        return {};
      continue;
    }
    if (failed(*result) || parser.parseGreater())
      return {};
    if (auto inner = dyn_cast<ArrayType>(element)) {
      llvm::append_range(sizes, inner.getSizeExprs());
      element = inner.getElementType();
    }
    MLIRContext *context = parser.getContext();
    SmallVector<SizeAttr> attributes;
    for (const Expr &size : sizes)
      attributes.push_back(SizeAttr::get(context, size));
    return Base::getChecked([&] { return parser.emitError(loc); }, context,
                            ArrayRef<SizeAttr>(attributes), element);
  }
}

void ArrayType::print(AsmPrinter &printer) const {
  printer << '<';
  for (SizeAttr size : getSizes())
    printer << size.getValue().strInDimension() << " x ";
  printer << getElementType() << '>';
}
