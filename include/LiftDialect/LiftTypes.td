//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTTYPES_TD
#define LIFTDIALECT_LIFTTYPES_TD

include "LiftDialect/LiftAttributes.td"
include "mlir/IR/AttrTypeBase.td"

def Lift_ArrayType : TypeDef<Lift_Dialect, "Array"> {
  let mnemonic = "array";
  let summary = "a multi-dimensional array, an array of arrays at the same time";
  let description = [{
    `!lift.array<N x M x f32>` is an array of N arrays of M numbers. Sizes are
    written with spaces; a size that is not a number or one name stands in
    parentheses: `!lift.array<(N / 128) x 128 x f32>`. An array of arrays is
    flattened. Elements are integers (i1, i8, i16, i32, i64), floats (f16, f32,
    f64), vectors of them, or tuples.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::lift::SizeAttr">:$sizes,
                        "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
  let builders = [TypeBuilder<(ins "::llvm::ArrayRef<::mlir::lift::Expr>":$sizes,
                                   "::mlir::Type":$elementType)>,
                  TypeBuilder<(ins "::llvm::ArrayRef<::mlir::lift::SizeAttr>":$sizes,
                                   "::mlir::Type":$elementType)>];
  let extraClassDeclaration = [{
    unsigned getRank() const { return getSizes().size(); }
    /// The number of elements along `dim`.
    Expr getSize(unsigned dim) const { return getSizes()[dim].getValue(); }
    ::llvm::SmallVector<Expr> getSizeExprs() const;
    /// What one element of the outermost dimension is: an array or an element.
    ::mlir::Type getInnerType() const;
    /// The product of all sizes.
    Expr getNumElements() const;
    /// Whether arrays of this type exist; it may be an array itself.
    static bool isValidInnerType(::mlir::Type type);
    /// An array of `size` times `inner`, flattened if `inner` is an array.
    static ArrayType getArrayOf(Expr size, ::mlir::Type inner);
  }];
}

#endif // LIFTDIALECT_LIFTTYPES_TD
