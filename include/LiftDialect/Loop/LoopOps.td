//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_LOOP_LOOPOPS_TD
#define LIFTDIALECT_LOOP_LOOPOPS_TD

include "LiftDialect/LiftInterfaces.td"
include "LiftDialect/Loop/LoopDialect.td"
include "LiftDialect/Loop/LoopEnums.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Loop_Op<string mnemonic, list<Trait> traits = []>
    : Op<Loop_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def Loop_KernelOp : Loop_Op<"kernel", [
    AttrSizedOperandSegments, IsolatedFromAbove, SingleBlock, NoTerminator,
    RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<Lift_SizeConstraintInterface>]> {
  let summary = "what one kernel launch does";
  let description = [{
    Stands at function level, on arrays and scalars of the function. The body
    sees its inputs as buffers in global memory, scalars that no kernel computes
    as they are, and has a buffer for each result, of which it writes every
    element.

    Several kernels may write parts of one array. A result that goes `into` the
    result of an earlier kernel is that array, where this kernel has written some
    elements and the others are as they were; nobody else uses the earlier one,
    whose kernel may leave elements unspecified. One that goes `into` an argument
    is written where the caller has that array.

    `facts` is what the operations that the kernel was made from require of
    sizes, and `sentences` says each for a diagnostic; one without a sentence
    holds by the types of the program and needs no test. `fact_locations` is who
    requires each; like other locations it is not printed.

    ```mlir
    func.func @double(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
      %r = loop.kernel @double (%in = %x : !lift.array<N x f32>)
          -> (%out : !lift.array<N x f32>) {
        loop.for %i below N map(@m0, glb(0)) {
          %a = loop.load %in[%i] : !loop.buffer<N x f32, global>
          %s = arith.addf %a, %a : f32
          loop.store %s, %out[%i] : f32, !loop.buffer<N x f32, global>
        }
      }
      return %r : !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$kernel_name,
                       Variadic<AnyType>:$inputs,
                       Variadic<Lift_ArrayType>:$destinations,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$written_into,
                       OptionalAttr<Lift_SizeArrayAttr>:$local_size,
                       OptionalAttr<Lift_SizeArrayAttr>:$global_size,
                       DefaultValuedAttr<ArrayAttr, "{}">:$facts,
                       DefaultValuedAttr<StrArrayAttr, "{}">:$sentences,
                       OptionalAttr<ArrayAttr>:$fact_locations);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block::BlockArgListType getInputArgs() {
      return getBody().getArguments().take_front(getInputs().size());
    }
    ::mlir::Block::BlockArgListType getResultArgs() {
      return getBody().getArguments().drop_front(getInputs().size());
    }
    /// The earlier result, or the argument, that result number `result` goes
    /// into, if there is one.
    ::mlir::Value getDestination(unsigned result);
    /// The sizes of dimension `dim` in work-items; 1 where none is given.
    Expr getLocalSizeIn(unsigned dim);
    Expr getGlobalSizeIn(unsigned dim);
    /// The sizes of a group, which code is generated for; an error if one is not
    /// a constant.
    ::llvm::FailureOr<::llvm::SmallVector<int32_t>> getConstantLocalSize();
    /// Who requires what `constraint` says, if that is known.
    ::mlir::Location getLocOf(const SizeConstraint &constraint);
    /// The name of the function that the kernel becomes: its own, or that of
    /// the function around and its number there.
    std::string getFunctionName();
    /// What the body sees an input as.
    static ::mlir::Type getInputArgType(::mlir::Value input);
  }];
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def Loop_AllocOp : Loop_Op<"alloc"> {
  let summary = "memory for one trip of the loops around";
  let description = [{
    A buffer whose elements are unspecified until they are written. Each trip
    of a loop around has its own: nothing is passed on in it from one trip to
    the next. `pad` adds elements to the rows (one number for each dimension),
    `in_turn` asks for several buffers that are used in turn.

    ```mlir
    func.func @f() {
      loop.kernel {
        %tile = loop.alloc {pad = array<i64: 0, 1>} : !loop.buffer<16 x 16 x f32, local>
      }
      return
    }
    ```
  }];
  let arguments = (ins OptionalAttr<DenseI64ArrayAttr>:$pad,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$in_turn);
  let results = (outs Res<Loop_BufferType, "", [MemAlloc]>:$buffer);
  let builders = [OpBuilder<(ins "::mlir::lift::loop::BufferType":$type), [{
    build($_builder, $_state, type, /*pad=*/nullptr, /*in_turn=*/nullptr);
  }]>];
  let assemblyFormat = "attr-dict `:` qualified(type($buffer))";
  let hasVerifier = 1;
}

def Loop_ViewOp : Loop_Op<"view", [Pure]> {
  let summary = "a part of a buffer, in another shape";
  let description = [{
    The element of the result at (@d0, @d1, ...) is that of the source at the
    path. No two elements of the result are one of the source: it is where an
    accumulator lives that is stored through views.

    ```mlir
    func.func @f() -> !lift.array<64 x f32> {
      %r = loop.kernel -> (%out : !lift.array<64 x f32>) {
        loop.for %i below 16 {
          %row = loop.view %out[%i * 4 + @d0] : !loop.buffer<64 x f32, global> to !loop.buffer<4 x f32, global>
        }
      }
      return %r : !lift.array<64 x f32>
    }
    ```
  }];
  let arguments = (ins Loop_BufferType:$source, Variadic<Index>:$indices,
                       Loop_ExprsAttr:$path);
  let results = (outs Loop_BufferType:$result);
  let assemblyFormat = [{
    $source `` custom<Exprs>($indices, $path) attr-dict `:`
    qualified(type($source)) `to` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Loop_LoadOp : Loop_Op<"load"> {
  let summary = "reads an element, or several as a vector";
  let description = [{
    The element of the buffer at the path. With `@lane` in the path, the elements
    for lane 0, 1, ... as a vector: neighbours are one access, which is decided
    when the layout of the buffer is. In a buffer of vectors, a path that goes on
    behind the dimensions selects a lane.

    ```mlir
    func.func @f(%x: !lift.array<64 x f32>) {
      loop.kernel (%in = %x : !lift.array<64 x f32>) {
        loop.for %i below 16 {
          %a = loop.load %in[%i * 4] : !loop.buffer<64 x f32, global>
          %v = loop.load %in[%i * 4 + @lane] : !loop.buffer<64 x f32, global> to vector<4xf32>
        }
      }
      return
    }
    ```
  }];
  let arguments = (ins Arg<Loop_BufferType, "", [MemRead]>:$buffer,
                       Variadic<Index>:$indices, Loop_ExprsAttr:$path);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $buffer `` custom<Exprs>($indices, $path) attr-dict `:`
    qualified(type($buffer)) ``
    custom<LoadedType>(ref(type($buffer)), ref($path), type($result))
  }];
  let hasVerifier = 1;
}

def Loop_StoreOp : Loop_Op<"store"> {
  let summary = "writes an element, or several from a vector";
  let description = [{
    The counterpart of `loop.load`. With `atomic`, the element becomes what that
    operation makes of it and the value, in one step that no other work-item comes
    between: several may update one element, in any order.

    ```mlir
    func.func @f() -> !lift.array<64 x f32> {
      %r = loop.kernel -> (%out : !lift.array<64 x f32>) {
        %zero = arith.constant dense<0.0> : vector<4xf32>
        loop.for %i below 16 {
          loop.store %zero, %out[%i * 4 + @lane] : vector<4xf32>, !loop.buffer<64 x f32, global>
        }
      }
      return %r : !lift.array<64 x f32>
    }
    ```
  }];
  let arguments = (ins AnyType:$value,
                       Arg<Loop_BufferType, "", [MemWrite]>:$buffer,
                       Variadic<Index>:$indices, Loop_ExprsAttr:$path,
                       OptionalAttr<AtomicRMWKindAttr>:$atomic);
  let builders = [OpBuilder<(ins "::mlir::Value":$value,
                                 "::mlir::Value":$buffer,
                                 "::mlir::ValueRange":$indices,
                                 "::mlir::lift::loop::ExprsAttr":$path), [{
    build($_builder, $_state, value, buffer, indices, path,
          /*atomic=*/nullptr);
  }]>];
  let assemblyFormat = [{
    $value `,` $buffer `` custom<Exprs>($indices, $path) (`atomic` $atomic^)?
    attr-dict `:` type($value) `,` qualified(type($buffer))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

def Loop_ForOp : Loop_Op<"for", [
    AttrSizedOperandSegments, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "goes through 0, 1, ... below a count";
  let description = [{
    The loop of a map (`map(@identity, mapping)`, where the mapping may still be
    missing), or of a pattern that goes through its inputs in order. `from`
    skips the first trips. Scalars are carried from one trip to the next, and are
    the results.

    An array that is carried is in memory: `state(%current, %next = %buffer)`.
    A trip reads what the one before has stored as `%current`, and stores to
    `%next`, of which it writes every element; in the first trip `%current` is
    what the buffer holds before, and after the last the buffer holds what that
    has stored. With `in_place`, both are the buffer itself: it is known that no
    trip reads what it has already overwritten, and what a trip does not store
    stays as it is.

    `unroll` and `width` (elements that are computed at a time) are choices that
    do not change what is computed.

    Loops over ids, which belong to no map any more, go in steps (`step`), and it
    may be known that there is one trip or none (`at_most_once`): such a loop is
    a branch in which barriers may stand.

    ```mlir
    func.func @f(%x: !lift.array<N x f32>) -> f32 {
      %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : f32) {
        %zero = arith.constant 0.0 : f32
        %sum = loop.for %k below N carry(%acc = %zero : f32) {
          %v = loop.load %in[%k] : !loop.buffer<N x f32, global>
          %s = arith.addf %acc, %v : f32
          loop.yield %s : f32
        }
        loop.store %sum, %out[] : f32, !loop.buffer<f32, global>
      }
      return %r : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$indices, Variadic<AnyType>:$inits,
                       Variadic<Loop_BufferType>:$states,
                       Loop_ExprsAttr:$bounds,
                       OptionalAttr<StrAttr>:$map,
                       OptionalAttr<Lift_MappingAttr>:$mapping,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$unroll,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntMinValue<2>]>>:$width,
                       UnitAttr:$in_place, UnitAttr:$at_most_once);
  let results = (outs Variadic<AnyType>:$results);
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$indices,
                                 "::mlir::lift::loop::ExprsAttr":$bounds,
                                 CArg<"::mlir::ValueRange", "{}">:$inits,
                                 CArg<"::mlir::ValueRange", "{}">:$states), [{
    build($_builder, $_state, inits.getTypes(), indices, inits, states, bounds,
          /*map=*/nullptr, /*mapping=*/nullptr, /*unroll=*/nullptr,
          /*width=*/nullptr, /*in_place=*/nullptr, /*at_most_once=*/nullptr);
  }]>];
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The first trip and the number behind the last, over the operands.
    Expr getLower() { return getBounds()[0]; }
    Expr getUpper() { return getBounds()[1]; }
    /// From one trip's number to the next.
    Expr getStep() { return getBounds().size() > 2 ? getBounds()[2] : Expr(1); }
    ::mlir::BlockArgument getInductionVar() { return getBody().getArgument(0); }
    ::mlir::Block::BlockArgListType getCarried() {
      return getBody().getArguments().slice(1, getInits().size());
    }
    ::mlir::BlockArgument getCurrent(unsigned state) {
      return getBody().getArgument(1 + getInits().size() + 2 * state);
    }
    ::mlir::BlockArgument getNext(unsigned state) {
      return getBody().getArgument(2 + getInits().size() + 2 * state);
    }
    ::mlir::lift::loop::YieldOp getYield();
  }];
}

def Loop_WhileOp : Loop_Op<"while", [
    AttrSizedOperandSegments, RecursiveMemoryEffects]> {
  let summary = "goes through 0, 1, ... below a count as long as a test holds";
  let description = [{
    As `loop.for`, but before each trip the first region says whether there is
    one: `loop.condition`, which may pass values on to the trip. It sees the
    number of the trip, the carried scalars and the current states.

    ```mlir
    func.func @f(%x: !lift.array<N x f32>) -> f32 {
      %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : f32) {
        %zero = arith.constant 0.0 : f32
        %sum = loop.while %k below N carry(%acc = %zero : f32) test {
          %v = loop.load %in[%k] : !loop.buffer<N x f32, global>
          %c = arith.cmpf ogt, %v, %zero : f32
          loop.condition %c, %v : f32
        } do (%v : f32) {
          %s = arith.addf %acc, %v : f32
          loop.yield %s : f32
        }
        loop.store %sum, %out[] : f32, !loop.buffer<f32, global>
      }
      return %r : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$indices, Variadic<AnyType>:$inits,
                       Variadic<Loop_BufferType>:$states,
                       Loop_ExprsAttr:$bounds, UnitAttr:$in_place);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$test, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    Expr getLower() { return Expr(0); }
    Expr getUpper() { return getBounds()[0]; }
    ConditionOp getCondition();
    ::mlir::lift::loop::YieldOp getYield();
    /// The arguments of the trip that the test passes on.
    ::mlir::Block::BlockArgListType getPassed() {
      return getBody().getArguments().drop_front(
          1 + getInits().size() + 2 * getStates().size());
    }
  }];
}

def Loop_ConditionOp : Loop_Op<"condition", [
    Pure, Terminator, HasParent<"WhileOp">]> {
  let summary = "whether there is another trip";
  let arguments = (ins I1:$condition, Variadic<AnyType>:$passed);
  let assemblyFormat = "$condition (`,` $passed^ `:` type($passed))? attr-dict";
}

def Loop_IfOp : Loop_Op<"if", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "goes on where indices are in range";
  let description = [{
    The first region is taken if every test holds, otherwise the second, if there
    is one: an element of a padded array, or a guarded store.

    `kept` says that it stays a branch where its tests are known to hold:
    compilers of kernels do not move what is in it to where it takes registers
    from what stands before.

    ```mlir
    func.func @f(%x: !lift.array<N x f32>) {
      loop.kernel (%in = %x : !lift.array<N x f32>) {
        %zero = arith.constant 0.0 : f32
        loop.for %i below N {
          %v = loop.if 0 <= %i - 1 < N -> f32 {
            %e = loop.load %in[%i - 1] : !loop.buffer<N x f32, global>
            loop.yield %e : f32
          } else {
            loop.yield %zero : f32
          }
        }
      }
      return
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$indices, Loop_ExprsAttr:$tests,
                       UnitAttr:$kept);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$thenRegion,
                        MaxSizedRegion<1>:$elseRegion);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// lower <= index < upper, over the operands.
    ::llvm::SmallVector<IndexTest> getIndexTests();
  }];
}

def Loop_YieldOp : Loop_Op<"yield", [
    Pure, Terminator, ParentOneOf<["ForOp", "WhileOp", "IfOp"]>]> {
  let summary = "what a trip or a branch passes on";
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{}]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

def Loop_IdLevelAttr : EnumAttr<Loop_Dialect, Loop_IdLevel, "id_level">;

def Loop_IdOp : Loop_Op<"id", [Pure]> {
  let summary = "the number of a work-item, or of its group";
  let description = [{
    In dimension `dim` of the launch: the number of the work-item in its group
    (`local`) or in the whole launch (`global`), or that of the group. Only what
    `lift-distribute-loops` has divided among work-items has ids.

    ```mlir
    func.func @f() -> !lift.array<64 x f32> {
      %r = loop.kernel -> (%out : !lift.array<64 x f32>) local_size [16] global_size [32] {
        %zero = arith.constant 0.0 : f32
        %g = loop.id global(0)
        loop.for %i from %g below 64 step 32 {
          loop.store %zero, %out[%i] : f32, !loop.buffer<64 x f32, global>
        }
      }
      return %r : !lift.array<64 x f32>
    }
    ```
  }];
  let arguments = (ins Loop_IdLevelAttr:$level,
                       ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<2>]>:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "$level `` `(` $dim `)` attr-dict";
}

def Loop_IndexKindAttr : EnumAttr<Loop_Dialect, Loop_IndexKind, "index_kind">;

def Loop_IndexOp : Loop_Op<"index", [Pure, AttrSizedOperandSegments]> {
  let summary = "an index that is no polynomial of others, with its range";
  let description = [{
    * `value(e)`: e as a value, for arithmetic of the program;
    * `clamp(e, lower, upper)`: min(max(e, lower), upper);
    * `wrap(e, length)`: the place in [0, length) that e, which lies in
      [-length, 2 * length), stands for in an array that is repeated;
    * `mirror(e, length)`: the same in one that is mirrored at its ends;
    * `within(e, lower, upper)`: e, which is known to lie in [lower, upper]: a
      test stands around;
    * `data %v (lower, upper)`: an integer that the program computes, of which it
      says that it lies in [lower, upper]; one that is outside of what 32 bits
      hold is -1 or 2^31 - 1.

    All bounds are inclusive.

    ```mlir
    func.func @f(%x: !lift.array<N x f32>, %y: !lift.array<N x i32>) {
      loop.kernel (%in = %x : !lift.array<N x f32>, %at = %y : !lift.array<N x i32>) {
        loop.for %i below N {
          %l = loop.index clamp(%i - 1, 0, N - 1)
          %left = loop.load %in[%l] : !loop.buffer<N x f32, global>
          %n = loop.load %at[%i] : !loop.buffer<N x i32, global>
          %k = loop.index data(0, N - 1) %n : i32
          %any = loop.load %in[%k] : !loop.buffer<N x f32, global>
        }
      }
      return
    }
    ```
  }];
  let arguments = (ins Loop_IndexKindAttr:$kind, Variadic<Index>:$indices,
                       Loop_ExprsAttr:$exprs, Optional<AnyType>:$data);
  let results = (outs Index:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The inclusive range of the result, over the operands; no bounds for the
    /// value of an expression, which has those of the expression.
    ::std::pair<Expr, Expr> getRange();
  }];
}

#endif // LIFTDIALECT_LOOP_LOOPOPS_TD
