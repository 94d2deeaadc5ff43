//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTINDEXOPS_TD
#define LIFTDIALECT_LIFTINDEXOPS_TD

include "LiftDialect/LiftOpBase.td"

//===----------------------------------------------------------------------===//
// Index functions
//
// The body of these operations is a function of indices, with a bound for each:
// `(%i < N, %j < M) { ... }`.
//===----------------------------------------------------------------------===//

def Lift_GenerateOp : Lift_InferredOp<"generate", [
    SingleBlock, DeclareOpInterfaceMethods<Lift_SizeConstraintInterface>]> {
  let summary = "an array that is a function of its indices";
  let description = [{
    The element at (i, j, ...) is what the body yields for i, j, ... The array
    has no memory: an element is computed where it is read. To have it in memory,
    copy it. Arithmetic on indices is as wide as the indices of the kernel: 32
    bits, unless `index-bitwidth` says 64.

    ```mlir
    func.func @grid() -> !lift.array<16 x 8 x i32> {
      %g = lift.generate (%i < 16, %j < 8) {
        %k = arith.addi %i, %j : index
        %v = arith.index_cast %k : index to i32
        lift.yield %v : i32
      }
      return %g : !lift.array<16 x 8 x i32>
    }
    ```
  }];
  let arguments = (ins Lift_SizeArrayAttr:$bounds);
  let results = (outs Lift_ArrayType:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict custom<IndexFunction>($bounds, $body)";
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{ YieldOp getYield(); }];
}

/// A view whose index function is a region from index to index.
class Lift_IndexFunctionOp<string mnemonic, list<Trait> traits = []>
    : Lift_ViewOp<mnemonic, !listconcat([SingleBlock], traits)> {
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{ YieldOp getYield(); }];
}

def Lift_GatherOp : Lift_IndexFunctionOp<"gather"> {
  let summary = "reads a dimension through an index function";
  let description = [{
    Element i of dimension `dim` is the element of the operand at the index that
    the body yields for i. The index must be in range. A kernel does not test
    it: it is proved, or stated by `in_bounds`; the evaluator tests it always.

    ```mlir
    // Chunk j of N / 4 elements takes the elements j, j + 4, j + 8, ...
    func.func @strided(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
      %length = lift.size (N / 4) : index
      %c4 = arith.constant 4 : index
      %g = lift.gather in_bounds %x : !lift.array<N x f32> by (%i < N) {
        %chunk = arith.divui %i, %length : index
        %k = arith.remui %i, %length : index
        %far = arith.muli %k, %c4 : index
        %j = arith.addi %chunk, %far : index
        lift.yield %j : index
      }
      return %g : !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins UnitAttr:$in_bounds, Lift_ArrayType:$input,
                       Lift_SizeArrayAttr:$bounds,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$dim);
  let assemblyFormat = [{
    (`in_bounds` $in_bounds^)? $input (`dim` $dim^)? attr-dict
    `:` qualified(type($input)) `by` custom<IndexFunction>($bounds, $body)
  }];
}

def Lift_ScatterOp : Lift_IndexFunctionOp<"scatter"> {
  let summary = "writes a dimension through an index function";
  let description = [{
    Element i of dimension `dim` of the operand becomes the element of the result
    at the index that the body yields for i. No two may go to one place: the
    evaluator reports it, as it reports indices out of range.

    `permutation` states that the index function reaches every element once.
    Only then is all of the result written, and only then can a kernel store it:
    nothing tests the indices there. A scatter is written, never read: it stands
    between what computes an array and what stores it.

    ```mlir
    func.func @interleave(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
      %half = lift.size (N / 2) : index
      %c2 = arith.constant 2 : index
      %s = lift.scatter permutation %x : !lift.array<N x f32> by (%i < N) {
        %part = arith.divui %i, %half : index
        %k = arith.remui %i, %half : index
        %even = arith.muli %k, %c2 : index
        %j = arith.addi %even, %part : index
        lift.yield %j : index
      }
      return %s : !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins UnitAttr:$permutation, Lift_ArrayType:$input,
                       Lift_SizeArrayAttr:$bounds,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$dim);
  let assemblyFormat = [{
    (`permutation` $permutation^)? $input (`dim` $dim^)? attr-dict
    `:` qualified(type($input)) `by` custom<IndexFunction>($bounds, $body)
  }];
}

//===----------------------------------------------------------------------===//
// Indices that the program computes
//===----------------------------------------------------------------------===//

def Lift_LookupOp : Lift_ViewOp<"lookup"> {
  let summary = "reads a dimension through an array of indices";
  let description = [{
    Element i of dimension `dim` is the element of the operand at `indices[i]`.
    Indices with several dimensions take the place of the one dimension. Outside
    of the operand stands `default`. Without it all indices must be in range,
    which `in_bounds` states; the evaluator tests it, a kernel does not.

    ```mlir
    func.func @pick(%x: !lift.array<N x f32>, %k: !lift.array<M x i32>)
        -> !lift.array<M x f32> {
      %zero = arith.constant 0.0 : f32
      %e = lift.lookup %x at %k default(%zero : f32)
          : !lift.array<N x f32>, !lift.array<M x i32>
      return %e : !lift.array<M x f32>
    }
    ```
  }];
  let arguments = (ins UnitAttr:$in_bounds, Lift_ArrayType:$input,
                       Lift_ArrayType:$indices, Optional<AnyType>:$outside,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$dim);
  let assemblyFormat = [{
    (`in_bounds` $in_bounds^)? $input `at` $indices (`dim` $dim^)?
    (`default` `(` $outside^ `:` type($outside) `)`)? attr-dict
    `:` qualified(type($input)) `,` qualified(type($indices))
  }];
  let hasVerifier = 1;
}

def Lift_PositionsAttr
    : TypedArrayAttrBase<AnyAttrOf<[Lift_SizeAttr, UnitAttr]>,
                         "array of sizes, and units for operands">;

def Lift_AtOp : Lift_InferredOp<"at", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Lift_ViewOpInterface>,
    DeclareOpInterfaceMethods<Lift_SizeConstraintInterface>]> {
  let summary = "an element, or an inner array";
  let description = [{
    What the operand has at the given indices of its outermost dimensions, or
    those from `dim` on. An index is a size or a value of type index. Outside of
    the operand stands `default`. Without it all indices must be in range. A
    kernel does not test them: they are proved, or stated by `in_bounds`; the
    evaluator tests them always.

    ```mlir
    func.func @neighbour(%x: !lift.array<N x f32>, %k: !lift.array<M x i32>)
        -> !lift.array<M x f32> {
      %zero = arith.constant 0.0 : f32
      %r = lift.map (%j = %k : !lift.array<M x i32>) {
        %i = arith.index_cast %j : i32 to index
        %e = lift.at %x[%i] default(%zero : f32) : !lift.array<N x f32>
        %last = lift.at %x[N - 1] : !lift.array<N x f32>
        %s = arith.addf %e, %last : f32
        lift.yield %s : f32
      }
      return %r : !lift.array<M x f32>
    }
    ```
  }];
  let arguments = (ins UnitAttr:$in_bounds, Lift_ArrayType:$input,
                       Variadic<Index>:$indices, Optional<AnyType>:$outside,
                       Lift_PositionsAttr:$positions,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$dim);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    (`in_bounds` $in_bounds^)? $input ``
    custom<Positions>($indices, $positions) (`dim` $dim^)?
    (`default` `(` $outside^ `:` type($outside) `)`)? attr-dict
    `:` qualified(type($input))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// What stands at each position: a size, or an operand of type index.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedPositions();
  }];
}

#endif // LIFTDIALECT_LIFTINDEXOPS_TD
