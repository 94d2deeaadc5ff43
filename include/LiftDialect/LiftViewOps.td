//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTVIEWOPS_TD
#define LIFTDIALECT_LIFTVIEWOPS_TD

include "LiftDialect/LiftOpBase.td"

def Lift_SplitOp : Lift_ViewOp<"split"> {
  let summary = "cuts a dimension into chunks";
  let description = [{
    Makes two dimensions of one: `N` becomes `(N / m) x m`, where m divides N.

    ```mlir
    func.func @columns(%x: !lift.array<N x f32>, %y: !lift.array<N x M x f32>)
        -> (!lift.array<(N / 128) x 128 x f32>, !lift.array<N x (M / TM) x TM x f32>)
        attributes {lift.params = {TM = [4, 8]}} {
      %chunks = lift.split %x by 128 : !lift.array<N x f32>
      %inner = lift.split %y by TM dim 1 : !lift.array<N x M x f32>
      return %chunks, %inner : !lift.array<(N / 128) x 128 x f32>,
                               !lift.array<N x (M / TM) x TM x f32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input, Lift_SizeAttr:$chunk,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$dim);
  let assemblyFormat = [{
    $input `by` custom<Size>($chunk) (`dim` $dim^)? attr-dict `:` qualified(type($input))
  }];
  let hasFolder = 1;
}

def Lift_JoinOp : Lift_ViewOp<"join"> {
  let summary = "makes one dimension of two";
  let description = [{
    Concatenates the arrays of dimension `dim + 1`: `N x M` becomes `N * M`.

    ```mlir
    func.func @flat(%m: !lift.array<N x M x f32>) -> !lift.array<(N * M) x f32> {
      %flat = lift.join %m : !lift.array<N x M x f32>
      return %flat : !lift.array<(N * M) x f32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$dim);
  let assemblyFormat = [{
    $input (`dim` $dim^)? attr-dict `:` qualified(type($input))
  }];
  let hasFolder = 1;
}

def Lift_TransposeOp : Lift_ViewOp<"transpose"> {
  let summary = "permutes dimensions";
  let description = [{
    Dimension i of the result is dimension `permutation[i]` of the operand.
    Without a permutation the two outermost dimensions change places.

    ```mlir
    func.func @turn(%m: !lift.array<N x M x f32>, %v: !lift.array<N x M x K x f32>)
        -> (!lift.array<M x N x f32>, !lift.array<N x K x M x f32>) {
      %t = lift.transpose %m : !lift.array<N x M x f32>
      %u = lift.transpose %v permutation [0, 2, 1]
          : !lift.array<N x M x K x f32>
      return %t, %u : !lift.array<M x N x f32>, !lift.array<N x K x M x f32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input,
                       OptionalAttr<DenseI64ArrayAttr>:$permutation);
  let assemblyFormat = [{
    $input (`permutation` $permutation^)? attr-dict `:` qualified(type($input))
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// The permutation, spelled out for every dimension.
    ::llvm::SmallVector<int64_t> getFullPermutation();
  }];
}

def Lift_SlideOp : Lift_ViewOp<"slide"> {
  let summary = "all windows of an array";
  let description = [{
    Makes overlapping windows of `size` elements that start every `step`
    elements. The dimensions in `dims` (the outermost ones if absent; they are
    neighbours, in order) become the numbers of windows, and after them stand
    the dimensions of a window. A dimension of N has (N - size + step) / step
    windows; step divides N - size, so that the windows cover it.

    ```mlir
    func.func @windows(%image: !lift.array<H x W x C x f32>)
        -> !lift.array<(H - 2) x (W - 2) x 3 x 3 x C x f32> {
      %w = lift.slide %image size [3, 3] step [1, 1]
          : !lift.array<H x W x C x f32>
      return %w : !lift.array<(H - 2) x (W - 2) x 3 x 3 x C x f32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input, Lift_SizeArrayAttr:$size,
                       Lift_SizeArrayAttr:$step,
                       OptionalAttr<DenseI64ArrayAttr>:$dims);
  let assemblyFormat = [{
    $input `size` custom<SizeList>($size) `step` custom<SizeList>($step)
    (`dims` $dims^)? attr-dict `:` qualified(type($input))
  }];
  let extraClassDeclaration = [{
    /// The first of the dimensions that are slid over.
    unsigned getFirstDim();
    /// How many dimensions are slid over.
    unsigned getNumDims() { return getSize().size(); }
  }];
}

def Lift_ReverseOp : Lift_ViewOp<"reverse"> {
  let summary = "turns dimensions round";
  let description = [{
    Element i of each dimension in `dims` (the outermost if absent) is element
    N - 1 - i of the operand.

    ```mlir
    func.func @rotate(%m: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
      %r = lift.reverse %m dims [0, 1] : !lift.array<N x M x f32>
      return %r : !lift.array<N x M x f32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input,
                       OptionalAttr<DenseI64ArrayAttr>:$dims);
  let assemblyFormat = [{
    $input (`dims` $dims^)? attr-dict `:` qualified(type($input))
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// The dimensions that are turned round, spelled out.
    ::llvm::SmallVector<int64_t> getReversedDims();
  }];
}

def Lift_PadOp : Lift_ViewOp<"pad", [
    DeclareOpInterfaceMethods<Lift_ViewOpInterface, ["repeatsElements"]>]> {
  let summary = "adds elements at the ends of dimensions";
  let description = [{
    Adds `low[k]` elements before and `high[k]` after dimension `dims[k]` (the
    outermost ones if absent). They are

    * `clamp`: the nearest element of the operand;
    * `mirror`: the operand turned round, its end included: `0, 0, 1, 2, 2` of
      `0, 1, 2`; at most as many elements as the operand has;
    * `wrap`: the operand again: `2, 0, 1, 2, 0` of `0, 1, 2`; at most as many
      elements as the operand has;
    * `constant(%v : T)`: a given scalar;
    * `empty`: unspecified. An empty pad may stand only where a `lift.take` cuts
      the elements away again.

    ```mlir
    func.func @border(%image: !lift.array<H x W x f32>)
        -> (!lift.array<(H + 2) x (W + 2) x f32>, !lift.array<H x (W + 4) x f32>) {
      %zero = arith.constant 0.0 : f32
      %c = lift.pad %image low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
      %z = lift.pad %image low [0] high [4] dims [1] constant(%zero : f32)
          : !lift.array<H x W x f32>
      return %c, %z : !lift.array<(H + 2) x (W + 2) x f32>,
                      !lift.array<H x (W + 4) x f32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input, Lift_SizeArrayAttr:$low,
                       Lift_SizeArrayAttr:$high,
                       OptionalAttr<DenseI64ArrayAttr>:$dims,
                       Lift_PadModeAttr:$mode, Optional<AnyType>:$value);
  let assemblyFormat = [{
    $input `low` custom<SizeList>($low) `high` custom<SizeList>($high)
    (`dims` $dims^)? custom<PadMode>($mode, $value, type($value)) attr-dict
    `:` qualified(type($input))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// The dimensions that are padded, spelled out.
    ::llvm::SmallVector<int64_t> getPaddedDims();
  }];
}

def Lift_TakeOp : Lift_ViewOp<"take"> {
  let summary = "the first elements of dimensions";
  let description = [{
    Keeps the first `size[k]` elements of dimension `dims[k]` (the outermost
    ones if absent).

    ```mlir
    // Padded to whole chunks of 4, and cut again.
    func.func @chunks(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
      %p = lift.pad %x low [0] high [(N ceildiv 4) * 4 - N] empty
          : !lift.array<N x f32>
      %first = lift.take %p size [N] : !lift.array<((N ceildiv 4) * 4) x f32>
      return %first : !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input, Lift_SizeArrayAttr:$size,
                       OptionalAttr<DenseI64ArrayAttr>:$dims);
  let assemblyFormat = [{
    $input `size` custom<SizeList>($size) (`dims` $dims^)? attr-dict
    `:` qualified(type($input))
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// The dimensions that are cut, spelled out.
    ::llvm::SmallVector<int64_t> getTakenDims();
  }];
}

def Lift_DropOp : Lift_ViewOp<"drop"> {
  let summary = "all but the first elements of dimensions";
  let description = [{
    Leaves out the first `size[k]` elements of dimension `dims[k]` (the
    outermost ones if absent): what `lift.take` leaves out.

    ```mlir
    func.func @differences(%x: !lift.array<N x f32>)
        -> !lift.array<(N - 1) x f32> {
      %next = lift.drop %x size [1] : !lift.array<N x f32>
      %this = lift.take %x size [N - 1] : !lift.array<N x f32>
      %d = lift.map (%a = %next, %b = %this
          : !lift.array<(N - 1) x f32>, !lift.array<(N - 1) x f32>) {
        %s = arith.subf %a, %b : f32
        lift.yield %s : f32
      }
      return %d : !lift.array<(N - 1) x f32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input, Lift_SizeArrayAttr:$size,
                       OptionalAttr<DenseI64ArrayAttr>:$dims);
  let assemblyFormat = [{
    $input `size` custom<SizeList>($size) (`dims` $dims^)? attr-dict
    `:` qualified(type($input))
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// The dimensions that are cut, spelled out.
    ::llvm::SmallVector<int64_t> getDroppedDims();
  }];
}

def Lift_ConcatOp : Lift_ViewOp<"concat", [
    DeclareOpInterfaceMethods<Lift_ViewOpInterface, ["getViewSources"]>]> {
  let summary = "several arrays, one behind the other";
  let description = [{
    Joins the operands along dimension `dim` (the outermost if absent). Their
    other dimensions are the same.

    ```mlir
    func.func @both(%x: !lift.array<N x f32>, %y: !lift.array<M x f32>)
        -> !lift.array<(N + M) x f32> {
      %c = lift.concat %x, %y : !lift.array<N x f32>, !lift.array<M x f32>
      return %c : !lift.array<(N + M) x f32>
    }
    ```

    Whoever computes an operand stores it straight into its part of the result.
  }];
  let arguments = (ins Variadic<Lift_ArrayType>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$dim);
  let assemblyFormat = [{
    $inputs (`dim` $dim^)? attr-dict `:` qualified(type($inputs))
  }];
  let hasFolder = 1;
}

def Lift_BroadcastOp : Lift_ViewOp<"broadcast"> {
  let summary = "an array whose elements are all the same";
  let description = [{
    Repeats a scalar or an array along new dimensions, which are the outermost
    ones or, with `dim`, stand after that many of the operand's own.

    ```mlir
    func.func @repeat(%a: f32, %row: !lift.array<M x f32>)
        -> (!lift.array<8 x 8 x f32>, !lift.array<3 x M x f32>) {
      %all = lift.broadcast %a sizes [8, 8] : f32
      %rows = lift.broadcast %row sizes [3] : !lift.array<M x f32>
      return %all, %rows : !lift.array<8 x 8 x f32>, !lift.array<3 x M x f32>
    }
    ```
  }];
  let arguments = (ins AnyType:$input, Lift_SizeArrayAttr:$sizes,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$dim);
  let assemblyFormat = [{
    $input `sizes` custom<SizeList>($sizes) (`dim` $dim^)? attr-dict
    `:` qualified(type($input))
  }];
}

def Lift_AsVectorOp : Lift_ViewOp<"as_vector"> {
  let summary = "makes vectors of neighbours";
  let description = [{
    Groups the numbers of the innermost dimension: `N` of them become `N / width`
    vectors of `width` lanes. The width is 2, 3, 4, 8 or 16, and divides N.

    ```mlir
    func.func @twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
      %v = lift.as_vector %x width 4 : !lift.array<N x f32>
      %d = lift.map (%e = %v : !lift.array<(N / 4) x vector<4xf32>>) {
        %s = arith.addf %e, %e : vector<4xf32>
        lift.yield %s : vector<4xf32>
      }
      %r = lift.as_scalar %d : !lift.array<(N / 4) x vector<4xf32>>
      return %r : !lift.array<N x f32>
    }
    ```

    Lanes that are neighbours in memory are read and stored together, others
    one by one: `transpose` before `as_vector` is correct, but gains nothing.
  }];
  let arguments = (ins Lift_ArrayType:$input, I64Attr:$width);
  let assemblyFormat = [{
    $input `width` $width attr-dict `:` qualified(type($input))
  }];
  let hasFolder = 1;
}

def Lift_AsScalarOp : Lift_ViewOp<"as_scalar"> {
  let summary = "takes vectors apart";
  let description = [{
    Puts the lanes of the vectors of the innermost dimension one behind the
    other: `N` vectors of w lanes become `N * w` numbers. It undoes
    `lift.as_vector`.

    ```mlir
    func.func @lanes(%x: !lift.array<N x vector<8xi16>>)
        -> !lift.array<(2 * N) x vector<4xi16>> {
      %s = lift.as_scalar %x : !lift.array<N x vector<8xi16>>
      %v = lift.as_vector %s width 4 : !lift.array<(8 * N) x i16>
      return %v : !lift.array<(2 * N) x vector<4xi16>>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input);
  let assemblyFormat = [{
    $input attr-dict `:` qualified(type($input))
  }];
  let hasFolder = 1;
}

#endif // LIFTDIALECT_LIFTVIEWOPS_TD
