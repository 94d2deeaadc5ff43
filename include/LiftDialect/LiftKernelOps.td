//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTKERNELOPS_TD
#define LIFTDIALECT_LIFTKERNELOPS_TD

include "LiftDialect/LiftOpBase.td"

def Lift_MaterializeOp : Lift_Op<"materialize", [
    Pure, SameOperandsAndResultType]> {
  let summary = "says that an array is stored, and where";
  let description = [{
    The operation that computes the operand writes it to a buffer in the given
    address space; readers of the result read that buffer. It never copies: a
    copy is `lift.copy`.

    `pad` adds elements to the rows of the buffer (one number per dimension, in
    elements), `buffers` asks for several buffers that are used in turn. An array
    of tuples has a buffer for each component, or with `interleaved`, which takes
    components of one type, one buffer with the components of an element beside
    each other.

    ```mlir
    func.func @squares(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
      %s = lift.map (%a = %x : !lift.array<N x f32>) {
        %aa = arith.mulf %a, %a : f32
        lift.yield %aa : f32
      }
      %stored = lift.materialize %s in global : !lift.array<N x f32>
      %r = lift.map (%a = %stored : !lift.array<N x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      return %r : !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input, Lift_AddressSpaceAttr:$space,
                       OptionalAttr<DenseI64ArrayAttr>:$pad,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$buffers,
                       UnitAttr:$interleaved);
  let results = (outs Lift_ArrayType:$result);
  let assemblyFormat = [{
    $input `in` custom<Space>($space) attr-dict `:` qualified(type($input))
  }];
  let hasVerifier = 1;
}

def Lift_CopyOp : Lift_Op<"copy", [Pure, SameOperandsAndResultType]> {
  let summary = "copies an array to a buffer";
  let description = [{
    Short for an identity map over the dimensions, materialized. The mappings
    are for the dimensions from the outermost; those without one run in order.

    ```mlir
    // Each work-group turns a tile of 16 x 16.
    func.func @turn(%tiles: !lift.array<N x 16 x 16 x f32>)
        -> !lift.array<N x 16 x 16 x f32> {
      %r = lift.kernel local_size [16, 16] global_size [N * 16, 16] {
        %o = lift.map wrg(0) (%tile = %tiles : !lift.array<N x 16 x 16 x f32>) {
          %l = lift.copy %tile [lcl(1), lcl(0)] in local
              {pad = array<i64: 0, 1>} : !lift.array<16 x 16 x f32>
          %t = lift.transpose %l : !lift.array<16 x 16 x f32>
          %rows = lift.map lcl(1) (%row = %t : !lift.array<16 x 16 x f32>) {
            %cells = lift.map lcl(0) (%a = %row : !lift.array<16 x f32>) {
              lift.yield %a : f32
            }
            lift.yield %cells : !lift.array<16 x f32>
          }
          lift.yield %rows : !lift.array<16 x 16 x f32>
        }
        lift.yield %o : !lift.array<N x 16 x 16 x f32>
      }
      return %r : !lift.array<N x 16 x 16 x f32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$input,
                       OptionalAttr<Lift_MappingArrayAttr>:$mappings,
                       Lift_AddressSpaceAttr:$space,
                       OptionalAttr<DenseI64ArrayAttr>:$pad,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$buffers);
  let results = (outs Lift_ArrayType:$result);
  let assemblyFormat = [{
    $input (custom<MappingList>($mappings)^)? `in` custom<Space>($space)
    attr-dict `:` qualified(type($input))
  }];
  let hasVerifier = 1;
}

def Lift_SizeOp : Lift_Op<"size", [Pure]> {
  let summary = "a size as a value";
  let description = [{
    A number of elements, in bodies and at the top level of functions.

    ```mlir
    func.func @scale(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
      %n = lift.size N : index
      %i = arith.index_cast %n : index to i32
      %f = arith.sitofp %i : i32 to f32
      %r = lift.map (%a = %x : !lift.array<N x f32>) {
        %s = arith.divf %a, %f : f32
        lift.yield %s : f32
      }
      return %r : !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins Lift_SizeAttr:$value);
  let results = (outs Index:$result);
  let assemblyFormat = "custom<Size>($value) attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Lift_KernelOp : Lift_Op<"kernel", [
    RecursiveMemoryEffects, SingleBlock]> {
  let summary = "what one kernel launch computes";
  let description = [{
    Stands at function level. The body computes the yielded values, which are
    stored in global memory; it may use the function's values. A function may
    return what views make of the results of several kernels, if these can be
    stored through the views: each kernel writes its part of one array. `local_size` and
    `global_size` are in work-items, one per dimension (at most three, missing
    ones are 1); local_size divides global_size. A kernel without `global_size`,
    or without both, is launched as its mappings need it: `lift-set-launch`
    derives what is not written.

    ```mlir
    func.func @double(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
      %r = lift.kernel @double local_size [128] global_size [1024] {
        %m = lift.map glb(0) (%a = %x : !lift.array<N x f32>) {
          %s = arith.addf %a, %a : f32
          lift.yield %s : f32
        }
        lift.yield %m : !lift.array<N x f32>
      }
      return %r : !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$kernel_name,
                       OptionalAttr<Lift_SizeArrayAttr>:$local_size,
                       OptionalAttr<Lift_SizeArrayAttr>:$global_size);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    YieldOp getYield();
    /// Whether it is said how many work-items there are, and so each size of
    /// below.
    bool hasLaunch() { return getLocalSizeAttr() && getGlobalSizeAttr(); }
    /// The sizes of dimension `dim` in work-items; 1 where the list is shorter,
    /// or not there.
    Expr getLocalSizeIn(unsigned dim);
    Expr getGlobalSizeIn(unsigned dim);
  }];
}

def Lift_BarrierOp : Lift_Op<"barrier"> {
  let summary = "waits for all work-items of a work-group";
  let description = [{
    All work-items of a work-group reach the barrier, and what they wrote to the
    named memories before it is seen by all of them after it. It stands in
    kernels as each work-item runs them: loops over ids, and what these become.

    ```mlir
    gpu.module @kernels {
      gpu.func @wait() kernel {
        lift.barrier local
        lift.barrier local global
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins UnitAttr:$local, UnitAttr:$global);
  let assemblyFormat = "(`local` $local^)? (`global` $global^)? attr-dict";
  let hasVerifier = 1;
}

#endif // LIFTDIALECT_LIFTKERNELOPS_TD
