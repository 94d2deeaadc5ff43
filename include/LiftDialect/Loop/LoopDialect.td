//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop form: a kernel as loops, between patterns and work-items. Patterns
// and views are gone: what is left is which elements of which buffers are
// written and read, in which loops. A loop that comes from a map still carries
// the map's mapping, and every index is an expression, so that a kernel can be
// asked: mapping, dependences, memory and cost follow from the same text.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LOOP_LOOPDIALECT_TD
#define LIFTDIALECT_LOOP_LOOPDIALECT_TD

include "LiftDialect/LiftTypes.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"

def Loop_Dialect : Dialect {
  let name = "loop";
  let cppNamespace = "::mlir::lift::loop";
  let summary = "Kernels as loops over symbolic indices";
  let description = [{
    What one kernel does, as loops over index expressions. `lift-lower-patterns`
    makes it from patterns and views; its loops carry the mappings of their maps
    until `lift-distribute-loops` divides them among work-items. Then they go over
    ids (`loop.id`), each work-item runs the text, and `lift.barrier` stands where
    those of a group wait for each other.

    * Memory is buffers (`!loop.buffer`): the arrays that a kernel takes and
      computes, and what `loop.alloc` makes. A buffer has the shape that the
      program sees; padding, copies for several work-items and shares of
      private arrays are decided later.
    * An *index expression* (`LiftDialect/Expr/Expr.h`) is over size names,
      values of type `index`, and the symbols `@lane` and `@d0`, `@d1`, ... of
      the operations that define them. It stands in an attribute, in which
      `%0`, `%1`, ... are the operands: cloning and replacing values keeps it
      right.
    * A value that an expression mentions has a range and a definition: it is
      the number of a loop's trip, or the result of `loop.index`.
    * One `lift.map` may become several loops, one for each place that computes
      its elements. They share its identity (`map(@m0, lcl(1))`): a choice for
      the map is one for all of them.

    Before that, the text is sequential: run in order by one work-item
    (`lib/Evaluator`), it computes what the program means. That is what
    every later step must keep.

    The form follows the destination-passing compilation of Atkey, Steuwer,
    Lindley and Dubach, "Strategy preserving compilation for parallel
    functional code", 2017.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::mlir::lift::LiftDialect"];
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

def Loop_ExprsAttr : AttrDef<Loop_Dialect, "Exprs"> {
  let mnemonic = "exprs";
  let summary = "index expressions over the operands of an operation";
  let description = [{
    A list of expressions over size names, the operands `%0`, `%1`, ... of the
    operation, and the symbols `@lane`, `@d0`, `@d1`, .... Operations print
    them with the names of their operands.

    ```mlir
    #loop.exprs<"%0 * 128 + %1", "N - 1">
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::lift::SizeAttr">:$values);
  let builders = [AttrBuilder<(ins "::llvm::ArrayRef<::mlir::lift::Expr>":$values)>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    size_t size() const { return getValues().size(); }
    Expr operator[](size_t i) const { return getValues()[i].getValue(); }
    ::llvm::SmallVector<Expr> getExprs() const;
  }];
}

def Loop_BufferType : TypeDef<Loop_Dialect, "Buffer"> {
  let mnemonic = "buffer";
  let summary = "elements in memory";
  let description = [{
    Elements in global, local or private memory, with the sizes that the program
    sees; without sizes, one element. Each element is a number or a vector of
    numbers.

    ```mlir
    !loop.buffer<N x M x f32, global>
    !loop.buffer<16 x vector<4xf32>, private>
    !loop.buffer<i32, global>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::lift::SizeAttr">:$sizes,
                        "::mlir::Type":$elementType,
                        "::mlir::lift::AddressSpace":$space);
  let builders = [
    TypeBuilder<(ins "::llvm::ArrayRef<::mlir::lift::Expr>":$sizes,
                     "::mlir::Type":$elementType,
                     "::mlir::lift::AddressSpace":$space)>,
    /// For a value of the program: an array or one element.
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$valueType,
                                        "::mlir::lift::AddressSpace":$space)>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    unsigned getRank() const { return getSizes().size(); }
    ::llvm::SmallVector<Expr> getSizeExprs() const;
    /// The array or element of the program that has this shape.
    ::mlir::Type getValueType() const;
    /// The vector that an element is, or null.
    ::mlir::VectorType getVectorType() const {
      return ::llvm::dyn_cast<::mlir::VectorType>(getElementType());
    }
  }];
}

#endif // LIFTDIALECT_LOOP_LOOPDIALECT_TD
