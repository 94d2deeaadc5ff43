//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTPATTERNOPS_TD
#define LIFTDIALECT_LIFTPATTERNOPS_TD

include "LiftDialect/LiftOpBase.td"

/// A pattern: an operation whose region is the function it applies.
class Lift_PatternOp<string mnemonic, list<Trait> traits = []>
    : Lift_Op<mnemonic, !listconcat(
          [RecursiveMemoryEffects, SingleBlock,
           DeclareOpInterfaceMethods<Lift_SizeConstraintInterface>], traits)> {
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

/// A pattern that carries accumulators through its inputs: see FoldPattern.
class Lift_FoldPatternOp<string mnemonic>
    : Lift_PatternOp<mnemonic, [AttrSizedOperandSegments, Lift_FoldPattern]>;

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

def Lift_MapOp : Lift_PatternOp<"map"> {
  let summary = "applies a function to each element of its operands";
  let description = [{
    Applies the body to the elements at the same place of all operands, which
    have the same outermost size N; each yielded value becomes one element of
    the corresponding result. An element of an array with several dimensions is
    the array of the inner dimensions.

    Shapes: operands `N x T_k`, body `(T_0, ...) -> (U_0, ...)`, results
    `N x U_j`.

    The mapping says how the elements are distributed, `unroll` asks for an
    unrolled loop (fully, or by a factor), `vector(w)` for w numbers at a time:
    `lift-vectorize-patterns` makes it a map over vectors, or says why not. None
    of them changes the result.

    ```mlir
    func.func @add(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
        -> !lift.array<N x f32> {
      %sum = lift.map glb(0) (%a = %x, %b = %y
          : !lift.array<N x f32>, !lift.array<N x f32>) {
        %s = arith.addf %a, %b : f32
        lift.yield %s : f32
      }
      return %sum : !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins Variadic<Lift_ArrayType>:$inputs,
                       OptionalAttr<Lift_MappingAttr>:$mapping,
                       OptionalAttr<I64Attr>:$unroll,
                       OptionalAttr<I64Attr>:$vector_width);
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$inputs,
      "::mlir::lift::MappingAttr":$mapping,
      "::llvm::function_ref<::mlir::SmallVector<::mlir::Value>("
      "::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$body)>];
  let extraClassDeclaration = [{
    /// The number of elements that are mapped.
    Expr getTripCount();
    YieldOp getYield();
  }];
}

def Lift_ReduceOp : Lift_FoldPatternOp<"reduce"> {
  let summary = "folds its operands from the left";
  let description = [{
    Starts with the initial values and applies the body to the accumulators and
    to each element in turn, in order; yields the next accumulators. An
    accumulator may be a scalar or an array.

    Shapes: operands `N x T_k`, initial values `U_j`, body
    `(T_0, ..., U_0, ...) -> (U_0, ...)`, results `U_j`.

    `associative` and `commutative` state that the elements may be grouped and
    reordered; only then may a rewrite change the order of the operations, and
    results of floating-point arithmetic may then differ in rounding.
    `identity` is the value that leaves the accumulator unchanged, or a list of
    one for each, to pad a dimension with. A reduction is sequential: to run it in
    parallel, split it and map the parts. `vector(w)` asks for an accumulator
    for each of w lanes, which `lift-vectorize-patterns` makes where the order may
    change.

    ```mlir
    func.func @sum(%x: !lift.array<N x f32>) -> f32 {
      %zero = arith.constant 0.0 : f32
      %sum = lift.reduce associative (%e = %x : !lift.array<N x f32>)
          init (%acc = %zero : f32) {
        %s = arith.addf %acc, %e : f32
        lift.yield %s : f32
      }
      return %sum : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Lift_ArrayType>:$inputs,
                       Variadic<AnyType>:$inits,
                       UnitAttr:$associative, UnitAttr:$commutative,
                       OptionalAttr<AnyAttr>:$identity,
                       OptionalAttr<I64Attr>:$unroll,
                       OptionalAttr<I64Attr>:$vector_width);
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$inputs,
      "::mlir::ValueRange":$inits,
      "::llvm::function_ref<::mlir::SmallVector<::mlir::Value>("
      "::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange, "
      "::mlir::ValueRange)>":$body)>];
}

def Lift_ScanOp : Lift_FoldPatternOp<"scan"> {
  let summary = "folds its operands from the left and keeps every accumulator";
  let description = [{
    Does what `reduce` does, and makes arrays of the accumulators after each
    step: element i of a result is the accumulator after the elements 0 to i
    (an inclusive scan).

    Shapes: operands `N x T_k`, initial values `U_j`, body
    `(T_0, ..., U_0, ...) -> (U_0, ...)`, results `N x U_j`.

    `associative` states that the elements may be grouped; only then may a
    rewrite change the order of the operations. A scan is sequential, and runs
    within one work-item or, if its accumulators are arrays that local maps
    compute, within one work-group.

    ```mlir
    func.func @prefix_sums(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
      %zero = arith.constant 0.0 : f32
      %sums = lift.scan associative (%e = %x : !lift.array<N x f32>)
          init (%acc = %zero : f32) {
        %s = arith.addf %acc, %e : f32
        lift.yield %s : f32
      }
      return %sums : !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins Variadic<Lift_ArrayType>:$inputs,
                       Variadic<AnyType>:$inits,
                       UnitAttr:$associative,
                       OptionalAttr<I64Attr>:$unroll);
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$inputs,
      "::mlir::ValueRange":$inits,
      "::llvm::function_ref<::mlir::SmallVector<::mlir::Value>("
      "::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange, "
      "::mlir::ValueRange)>":$body)>];
}

def Lift_ReduceWhileOp : Lift_FoldPatternOp<"reduce_while"> {
  let summary = "folds its operands from the left up to the first that fails";
  let description = [{
    A `reduce` that stops early: before each step, the predicate is applied to
    the elements and the accumulators; at the first false, the accumulators are
    the results, and the elements from there on are not used. Both regions have
    the same arguments.

    Shapes: operands `N x T_k`, initial values `U_j`, predicate
    `(T_0, ..., U_0, ...) -> i1`, body `(T_0, ..., U_0, ...) -> (U_0, ...)`,
    results `U_j`.

    How many steps are taken depends on the data, so that work-items cannot
    share the work of a step.

    ```mlir
    // The sum of the elements before the first that is not below a limit.
    func.func @sum_below(%x: !lift.array<N x i32>, %limit: i32) -> i32 {
      %zero = arith.constant 0 : i32
      %sum = lift.reduce_while (%e = %x : !lift.array<N x i32>)
          init (%acc = %zero : i32) while {
        %below = arith.cmpi slt, %e, %limit : i32
        lift.yield %below : i1
      } do {
        %s = arith.addi %acc, %e : i32
        lift.yield %s : i32
      }
      return %sum : i32
    }
    ```
  }];
  let arguments = (ins Variadic<Lift_ArrayType>:$inputs,
                       Variadic<AnyType>:$inits);
  let regions = (region SizedRegion<1>:$predicate, SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    /// Whether another step is taken.
    ::mlir::Value getCondition();
  }];
}

def Lift_ScatterReduceOp : Lift_FoldPatternOp<"scatter_reduce"> {
  let summary = "reduces each element into the bin that an index says";
  let description = [{
    A histogram: starts with the initial bins, and for each place of the operands
    applies the body to the elements there and to one bin, of which it yields the
    next value. Which bin that is, the element of the first operand says; an
    element whose index is negative, or not below the number of bins, is left out:
    the body is not applied. There may be several arrays of bins of one length.

    Shapes: operands `N x i32` or `N x i64`, and `N x T_k`; initial bins
    `B x U_j`; body `(i32, T_0, ..., U_0, ...) -> (U_0, ...)`; results `B x U_j`.

    The program states that the steps are associative and commutative: bins may be
    computed from parts of the operands and put together, in any order, and
    results of floating-point arithmetic may then differ in rounding.
    `lift-optimize` does so, and gives each part bins of its own; as the program
    stands, one work-item takes all steps, one after the other.

    Mapped to `lcl(d)`, the work-items of a group share the steps and the bins,
    which stand in memory that they share. Mapped to `glb(d)`, those of all groups
    do: the histogram is a result of its kernel then, and its initial bins are
    what an earlier kernel computes for it alone, in whose place it counts. A step
    has to add a number of 32 or 64 bits to a bin, or combine it by the smaller or
    larger (not `f64`), an integer by `and`, `or` or `xor`: what one atomic operation
    does, or, for floats, a few of them. Floats are then added in an order, and
    with a rounding, that may differ each time.

    ```mlir
    // How often each of the numbers 0, 1, ..., B - 1 is there.
    func.func @count(%x: !lift.array<N x i32>, %zeros: !lift.array<B x i32>)
        -> !lift.array<B x i32> {
      %one = arith.constant 1 : i32
      %counts = lift.scatter_reduce (%k = %x : !lift.array<N x i32>)
          init (%bin = %zeros : !lift.array<B x i32>) {
        %n = arith.addi %bin, %one : i32
        lift.yield %n : i32
      }
      return %counts : !lift.array<B x i32>
    }
    ```
  }];
  let arguments = (ins Variadic<Lift_ArrayType>:$inputs,
                       Variadic<Lift_ArrayType>:$inits,
                       OptionalAttr<Lift_MappingAttr>:$mapping);
  let extraClassDeclaration = [{
    /// Which bin each step works on.
    ::mlir::Value getBinIndices() { return getInputs().front(); }
    /// The number of bins.
    Expr getNumBins();
    /// The operations that update the arrays of bins, if work-items can share
    /// them: each step combines the bin, a number of 32 or 64 bits, with a value
    /// that does not depend on bins, by an atomic operation.
    ::std::optional<::llvm::SmallVector<::mlir::arith::AtomicRMWKind>>
    getAtomicUpdates();
    /// Whether the work-items of all groups share the steps.
    bool isSharedByGroups();
  }];
}

def Lift_IterateOp : Lift_PatternOp<"iterate"> {
  let summary = "applies a function a number of times";
  let description = [{
    Applies the body `count` times, each time to the previous result. Inside,
    the outermost size of the array is the step's own name; that of what the body
    yields is L, L + c, c * L, L / c or L ceildiv c, or that of the operand.

    ```mlir
    // 128 numbers to 1, pair by pair.
    func.func @sum(%x: !lift.array<128 x f32>) -> !lift.array<1 x f32> {
      %zero = arith.constant 0.0 : f32
      %one = lift.iterate 7 size L (%v = %x : !lift.array<128 x f32>) {
        %pairs = lift.split %v by 2 : !lift.array<L x f32>
        %sums = lift.map (%p = %pairs : !lift.array<(L / 2) x 2 x f32>) {
          %s = lift.reduce (%e = %p : !lift.array<2 x f32>)
              init (%acc = %zero : f32) {
            %a = arith.addf %acc, %e : f32
            lift.yield %a : f32
          }
          lift.yield %s : f32
        }
        lift.yield %sums : !lift.array<(L / 2) x f32>
      }
      return %one : !lift.array<1 x f32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input, Lift_SizeAttr:$count,
                       StrAttr:$size_name);
  let extraClassDeclaration = [{
    YieldOp getYield();
    /// The outermost size after `count` steps from `start`, or an error
    /// expression.
    static Expr sizeAfter(Expr start, Expr step, ::llvm::StringRef sizeName,
                          Expr count);
  }];
}

def Lift_YieldOp : Lift_Op<"yield", [
    Pure, Terminator,
    ParentOneOf<["MapOp", "ReduceOp", "ScanOp", "ReduceWhileOp",
                 "ScatterReduceOp", "IterateOp", "KernelOp", "GenerateOp",
                 "GatherOp", "ScatterOp", "UserFunOp"]>]> {
  let summary = "ends the body of a pattern with its results";
  let description = [{
    Results may be scalars and arrays, of any number.

    ```mlir
    func.func @both(%x: !lift.array<N x f32>)
        -> (!lift.array<N x f32>, !lift.array<N x f32>) {
      %r:2 = lift.map (%a = %x : !lift.array<N x f32>) {
        %s = arith.addf %a, %a : f32
        lift.yield %a, %s : f32, f32
      }
      return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

//===----------------------------------------------------------------------===//
// Tuples: surface syntax, gone after lift-normalize
//===----------------------------------------------------------------------===//

def Lift_ZipOp : Lift_InferredOp<"zip", [
    DeclareOpInterfaceMethods<Lift_SizeConstraintInterface>]> {
  let summary = "pairs the elements of several arrays";
  let description = [{
    Combines arrays of the same outermost size into one array of tuples.

    ```mlir
    func.func @pairs(%x: !lift.array<N x f32>, %y: !lift.array<N x i32>)
        -> !lift.array<N x tuple<f32, i32>> {
      %xy = lift.zip %x, %y : !lift.array<N x f32>, !lift.array<N x i32>
      return %xy : !lift.array<N x tuple<f32, i32>>
    }
    ```
  }];
  let arguments = (ins Variadic<Lift_ArrayType>:$inputs);
  let results = (outs Lift_ArrayType:$result);
  let assemblyFormat = "$inputs attr-dict `:` qualified(type($inputs))";
}

def Lift_UnzipOp : Lift_InferredOp<"unzip"> {
  let summary = "takes an array of tuples apart";
  let description = [{
    The results are the arrays of the components.

    ```mlir
    func.func @second(%xy: !lift.array<N x tuple<f32, i32>>)
        -> !lift.array<N x i32> {
      %x, %y = lift.unzip %xy : !lift.array<N x tuple<f32, i32>>
      return %y : !lift.array<N x i32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input);
  let results = (outs Variadic<Lift_ArrayType>:$results);
  let assemblyFormat = "$input attr-dict `:` qualified(type($input))";
}

def Lift_TupleOp : Lift_InferredOp<"tuple"> {
  let summary = "makes a tuple";
  let description = [{
    The components may be scalars and arrays.

    ```mlir
    func.func @twice(%x: !lift.array<N x f32>)
        -> !lift.array<N x tuple<f32, f32>> {
      %r = lift.map (%a = %x : !lift.array<N x f32>) {
        %t = lift.tuple %a, %a : f32, f32
        lift.yield %t : tuple<f32, f32>
      }
      return %r : !lift.array<N x tuple<f32, f32>>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let results = (outs AnyTypeOf<[AnyTuple]>:$result);
  let assemblyFormat = "$values attr-dict `:` type($values)";
}

def Lift_GetOp : Lift_InferredOp<"get"> {
  let summary = "takes one component of a tuple";
  let description = [{
    Components are counted from 0.

    ```mlir
    func.func @first(%x: !lift.array<N x tuple<f32, i32>>)
        -> !lift.array<N x f32> {
      %r = lift.map (%t = %x : !lift.array<N x tuple<f32, i32>>) {
        %a = lift.get %t[0] : tuple<f32, i32>
        lift.yield %a : f32
      }
      return %r : !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins AnyTuple:$tuple,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$tuple `[` $index `]` attr-dict `:` type($tuple)";
}

#endif // LIFTDIALECT_LIFTPATTERNOPS_TD
