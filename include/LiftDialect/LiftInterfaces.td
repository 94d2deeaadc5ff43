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
    An operation that rearranges arrays without moving data: the only place
    that knows how an element of its result relates to an element of a source.
    A path is one index expression per dimension, outermost first. In an array
    of vectors it may go on with the number of a lane, which views that do not
    speak of lanes leave alone.
  }];
  let methods = [
    InterfaceMethod<"The arrays that are rearranged: operands, in order.",
                    "::mlir::OperandRange", "getViewSources", (ins),
                    /*methodBody=*/"",
                    /*defaultImplementation=*/[{
        return $_op->getOperands().take_front(1);
      }]>,
    InterfaceMethod<[{
        Where the element at `path` of the result comes from. `indices` binds
        index expressions that no polynomial can hold, such as a clamp.
      }],
      "::mlir::lift::Access", "getReadAccess",
      (ins "::llvm::ArrayRef<::mlir::lift::Expr>":$path,
           "::mlir::lift::IndexBinder &":$indices)>,
    InterfaceMethod<[{
        Where in the result the element at `path` of source number `source`
        goes, and under which conditions it is in the result at all; nothing if
        one element goes to several places. Whether there is a path, and whether
        it is exact, does not depend on `path`.
      }],
      "::std::optional<::mlir::lift::WritePath>", "getWritePath",
      (ins "unsigned":$source, "::llvm::ArrayRef<::mlir::lift::Expr>":$path,
           "::mlir::lift::IndexBinder &":$indices)>,
    InterfaceMethod<[{
        Whether several elements of the result may come from one element of a
        source, though there is a write path: the halo of a pad.
      }],
      "bool", "repeatsElements", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        The same operation on each of the arrays that `sources` hold in their
        `depth` outermost dimensions: map(view) as one view.
      }],
      "::mlir::Operation *", "cloneAtDepth",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$sources,
           "unsigned":$depth)>];
}

def Lift_FoldPattern : OpInterface<"FoldPattern"> {
  let cppNamespace = "::mlir::lift";
  let description = [{
    A pattern that goes through its inputs in order and carries accumulators
    from one step to the next. Each of its regions takes the elements of the
    inputs and then the accumulators, or the one element of each that a step
    works on; the last region is a step, and yields the next ones.
  }];
  let methods = [
    InterfaceMethod<"The arrays that are gone through: the first operands.",
                    "::mlir::OperandRange", "getInputs">,
    InterfaceMethod<"The first accumulators: the other operands.",
                    "::mlir::OperandRange", "getInits">,
    InterfaceMethod<"The number of steps, or the most that there can be.",
                    "::mlir::lift::Expr", "getTripCount", (ins),
                    /*methodBody=*/"",
                    /*defaultImplementation=*/[{
        return ::llvm::cast<::mlir::lift::ArrayType>(
                   $_op.getInputs().front().getType()).getSize(0);
      }]>,
    InterfaceMethod<"The region of a step.", "::mlir::Region &", "getStep",
                    (ins), /*methodBody=*/"",
                    /*defaultImplementation=*/[{
        return $_op->getRegions().back();
      }]>,
    InterfaceMethod<"The arguments of a step that stand for elements.",
                    "::mlir::Block::BlockArgListType", "getElementArgs",
                    (ins), /*methodBody=*/"",
                    /*defaultImplementation=*/[{
        return $_op.getStep().getArguments().take_front(
            $_op.getInputs().size());
      }]>,
    InterfaceMethod<"The arguments of a step that stand for accumulators.",
                    "::mlir::Block::BlockArgListType", "getAccumulatorArgs",
                    (ins), /*methodBody=*/"",
                    /*defaultImplementation=*/[{
        return $_op.getStep().getArguments().drop_front(
            $_op.getInputs().size());
      }]>,
    InterfaceMethod<"What ends a step: its operands are the next accumulators.",
                    "::mlir::Operation *", "getYield", (ins),
                    /*methodBody=*/"",
                    /*defaultImplementation=*/[{
        return $_op.getStep().front().getTerminator();
      }]>];
}

#endif // LIFTDIALECT_LIFTINTERFACES_TD
