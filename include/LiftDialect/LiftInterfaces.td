//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTINTERFACES_TD
#define LIFTDIALECT_LIFTINTERFACES_TD

include "mlir/IR/OpBase.td"

def Lift_SizeConstraintInterface : OpInterface<"SizeConstraintInterface"> {
  let cppNamespace = "::mlir::lift";
  let description = [{
    An operation that is meaningful only where its sizes are in some relation.
    The constraints are computed from the operation each time. The verifier
    decides those whose sizes are constants; what still has names is tested
    before a launch.
  }];
  let methods = [InterfaceMethod<
      "Appends the relations that the sizes of this operation must satisfy.",
      "void", "getSizeConstraints",
      (ins "::llvm::SmallVectorImpl<::mlir::lift::SizeConstraint> &":$constraints)>];
  // After the result types are known to be right: what the constraints are
  // computed from then exists.
  let verifyWithRegions = 1;
  let verify = [{ return ::mlir::lift::verifyConstantSizeConstraints($_op); }];
}

def Lift_ViewOpInterface : OpInterface<"ViewOpInterface"> {
  let cppNamespace = "::mlir::lift";
  let description = [{
    An operation that rearranges one array without moving data: the only place
    that knows how an element of its result relates to an element of its source.
    A path is one index expression per dimension, outermost first.
  }];
  let methods = [
    InterfaceMethod<"The array that is rearranged.", "::mlir::Value",
                    "getViewSource", (ins)>,
    InterfaceMethod<[{
        Where the element at `path` of the result comes from. `indices` binds
        index expressions that no polynomial can hold, such as a clamp.
      }],
      "::mlir::lift::Access", "getReadAccess",
      (ins "::llvm::ArrayRef<::mlir::lift::Expr>":$path,
           "::mlir::lift::IndexBinder &":$indices)>,
    InterfaceMethod<[{
        Where in the result the element at `path` of the source goes, and under
        which conditions it is in the result at all; nothing if one element
        goes to several places.
      }],
      "::std::optional<::mlir::lift::WritePath>", "getWritePath",
      (ins "::llvm::ArrayRef<::mlir::lift::Expr>":$path)>,
    InterfaceMethod<[{
        The same operation on each of the arrays that `source` holds in its
        `depth` outermost dimensions: map(view) as one view.
      }],
      "::mlir::Operation *", "cloneAtDepth",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Value":$source,
           "unsigned":$depth)>];
}

#endif // LIFTDIALECT_LIFTINTERFACES_TD
