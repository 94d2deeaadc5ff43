//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_TRANSFORMOPS_LIFTTRANSFORMOPS_TD
#define LIFTDIALECT_TRANSFORMOPS_LIFTTRANSFORMOPS_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// Has no attributes but its own and those of dialects.
def Lift_KnownAttributes : NativeOpTrait<"KnownAttributes"> {
  let cppNamespace = "::mlir::lift";
}

/// One application of a rewrite, which says silenceably why it does not apply.
class Lift_TransformOp<string name, list<Trait> traits = []>
    : Op<Transform_Dialect, "lift." # name,
         !listconcat([DeclareOpInterfaceMethods<TransformOpInterface>,
                      DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                      Lift_KnownAttributes],
                     traits)> {
  let cppNamespace = "::mlir::lift";
}

/// A rewrite whose handles stay valid.
class Lift_InPlaceTransformOp<string name> : Lift_TransformOp<name> {
  let extraClassDefinition = [{
    void $cppClass::getEffects(
        SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
      transform::onlyReadsHandle(getOperation()->getOpOperands(), effects);
      transform::producesHandle(getOperation()->getOpResults(), effects);
      transform::modifiesPayload(effects);
    }
  }];
}

/// A rewrite that replaces what its handle is of.
class Lift_ReplacingTransformOp<string name>
    : Lift_TransformOp<name> {
  let extraClassDefinition = [{
    void $cppClass::getEffects(
        SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
      MutableArrayRef<OpOperand> operands = getOperation()->getOpOperands();
      transform::consumesHandle(operands.take_front(), effects);
      transform::onlyReadsHandle(operands.drop_front(), effects);
      transform::producesHandle(getOperation()->getOpResults(), effects);
      transform::modifiesPayload(effects);
    }
  }];
}

def Lift_MatchPatternOp : Lift_TransformOp<"match_pattern"> {
  let summary = "a pattern in a body";
  let description = [{
    A handle to pattern number `number` (map, reduce, scan, reduce_while), from
    the first, of those directly in the body of a function or of a pattern.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, I64Attr:$number);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target `[` $number `]` attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_BlockOp : Lift_ReplacingTransformOp<"block"> {
  let summary = "cuts the dimensions of a nest, and orders the parts";
  let description = [{
    Cuts each dimension of the nest of a map, or of a reduction, into chunks and
    puts the loops of all parts in the given order:

        map f = join . map (map f) . split T
        reduce f z = reduce (reduce f) z . split T

    `chunks` has the sizes of the chunks of each dimension, from the outermost:
    numbers, or sizes as text, in which `names` stand for `params`. `order` lists
    [dimension, part] from the outermost loop. `collapse` lists dimensions that
    become one with the next, before all else; `pad` those whose size is rounded
    up to whole chunks; `vector` a dimension and how many of its elements are
    computed at a time.

    Exact: each element is computed from the same values in the same order. Parts
    of reduced dimensions may change their order only if the reduction is
    declared associative and commutative.

    Results: the loop of each part, in their order; then, if asked for, the
    outermost map after the reduction.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Variadic<TransformParamTypeInterface>:$params,
                       OptionalAttr<StrArrayAttr>:$names,
                       ArrayAttr:$chunks, ArrayAttr:$order,
                       OptionalAttr<DenseI64ArrayAttr>:$collapse,
                       OptionalAttr<DenseI64ArrayAttr>:$pad,
                       OptionalAttr<DenseI64ArrayAttr>:$vector);
  let results = (outs Variadic<TransformHandleTypeInterface>:$loops);
  let assemblyFormat = [{
    $target (`params` `(` $params^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Lift_FixSizesOp : Lift_ReplacingTransformOp<"fix_sizes"> {
  let summary = "computes a pattern for sizes that are numbers";
  let description = [{
    `sizes` gives numbers c for names n of sizes, which must be equal to them:

        map f x = take n (map f (take c x))

    and the same for every array that the pattern reads or computes. Exact.

    Result: the pattern.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       DictionaryAttr:$sizes);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target $sizes attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_SkewRowsOp : Lift_ReplacingTransformOp<"skew_rows"> {
  let summary = "computes columns of rows that begin at different places";
  let description = [{
    The last two dimensions of a nest without reduction are rows and columns:

        map (map f) x = S^-1 (map (map f) (S x))

    `levels` lists [rows, step]: of each so many rows that follow each other, S
    moves row k to column step * k or, where the step is negative, -step * (rows -
    k); with several levels, from the outermost, a row is moved by the sum.
    The sizes become multiples of `rows` and `columns`. What is computed beside a
    row is dropped. Exact.

    Result: the nest, with a dimension for the rows, for those of each level, and
    for the columns.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       ArrayAttr:$levels, I64Attr:$rows, I64Attr:$columns);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_ShareWindowsOp : Lift_ReplacingTransformOp<"share_windows"> {
  let summary = "computes for blocks of rows what their windows have together";
  let description = [{
    Dimension `dim` of a nest is that of its rows, and the next one that of the
    elements of a window of each, which begin one element apart:

        map (map f) (zip x (slide n 1 y)) =
            B (map (map (map f)) (zip (split r x) (slide (r + n - 1) r y)))

    with r = `rows`, where B takes the elements i to i + n - 1 of row i of each
    block. With `padded` the number of rows is rounded up to whole blocks. Exact,
    but (r + n - 1) / n times as much is computed.

    Result: the nest, with a dimension for the blocks, for the rows of each, and for
    the elements.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, I64Attr:$dim,
                       I64Attr:$rows, UnitAttr:$padded);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_FuseProducerOp : Lift_ReplacingTransformOp<"fuse_producer"> {
  let summary = "computes an argument of a loop element by element";
  let description = [{
    Argument number `argument` of a map or a reduction is what a map computes that
    nothing else reads: both become one loop,

        map g . map f = map (g . f)     reduce g z . map f = reduce (g . f) z

    and the loops inside them as deep as both go through the same elements. Exact.

    Result: the loop.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, I64Attr:$argument);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_MergeMapsOp : Lift_ReplacingTransformOp<"merge_maps"> {
  let summary = "makes one map of two that go through the same array";
  let description = [{
    The map becomes one with the next of its block that goes through one of its
    arrays:

        map f x, map g x = map (\e -> (f e, g e)) x

    and so do the maps inside, if there is nothing else in the body. Nothing but the
    end of the block may use the results of the first map. Exact.

    Result: the map.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_ComputeInReadersOp : Lift_ReplacingTransformOp<"compute_in_readers"> {
  let summary = "has the readers of a map of numbers compute them";
  let description = [{
    The map computes a number f x of each number x of one array. It is erased; each
    loop that reads the results, through views V, reads x in their place, and
    computes f x itself:

        reduce g z . V . map f = reduce (g . f) z . V

    and the same for maps. Exact.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Lift_InlineInWindowsOp : Lift_ReplacingTransformOp<"inline_in_windows"> {
  let summary = "computes a map of numbers again wherever windows of it are read";
  let description = [{
    The map computes a number of each element, in one loop or several inside each
    other, and windows of what it computes are read:

        map f x = generate (\i. f x[i])

    It is erased. What is computed again takes no more than `max_ops` operations for
    each element. Exact.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       DefaultValuedAttr<I64Attr, "32">:$max_ops);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Lift_HoistIndexedRowsOp : Lift_ReplacingTransformOp<"hoist_indexed_rows"> {
  let summary = "looks up rows before the map that reads them";
  let description = [{
    Arrays that the body of a map, or of the maps in it, reads at an index that it
    computes become arguments:

        map (\i -> f (at x (g i))) i = map f (lookup x (map g i))

    The array is from outside of the map, and the index is declared in bounds or has
    a default. Exact.

    Result: the map.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_HoistConcatsOp : Lift_ReplacingTransformOp<"hoist_concats"> {
  let summary = "concatenates arrays instead of their elements";
  let description = [{
    What is one behind the other in each element that a map yields is so in the
    result, along the next dimension:

        map (\x -> concat (f x) (v x)) = concat_1 (map f x) (v_1 x)

    where v is a view, as are those on the way to the concat. What the body
    interleaves of its arguments, at most four, and its loops read, is an
    argument, too, and so is a concat of them that reductions go through:

        map (\x -> f (concat (v x) (w x))) = map f (concat_1 (v_1 x) (w_1 x))

    Exact.

    Result: the map.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_DropBroadcastsOp : Lift_InPlaceTransformOp<"drop_broadcasts"> {
  let summary = "uses a value in place of an array that is that value many times";
  let description = [{
    For all maps and reductions inside of the target, and itself:

        map f (zip x (broadcast y)) = map (\a -> f a y) x

    With `splits`, dimensions of one element that a view splits off go, too. What is
    the only input of a loop stays. Exact.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, UnitAttr:$splits);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Lift_StageOp : Lift_InPlaceTransformOp<"stage"> {
  let summary = "copies an argument of a loop to nearer memory";
  let description = [{
    Copies argument number `argument` of a loop at the start of its body, or of
    the body of a loop inside it (`in`), or all that it goes through as that
    argument, at the start of one around it: x = V^-1 (materialize (copy (V x))),
    where V reads the dimensions in the order of `read_order`, `vector` numbers at
    a time, and, with `chunks`, as one list cut into chunks of these lengths, from
    the outermost; `padded` rounds the list up to whole chunks. With `computed`
    what readers do to each element alone is done by the copy, once for each
    element of it. With `behind` = n, the loops that go through the argument read
    its first n elements where they are, and only the others are copied:
    x = concat (take n x) (V^-1 (materialize (copy (V (drop n x))))). Exact.

    Results: the outermost and the innermost loop of the copy.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformHandleTypeInterface>:$place,
                       I64Attr:$argument, StrAttr:$space,
                       OptionalAttr<DenseI64ArrayAttr>:$read_order,
                       OptionalAttr<I64Attr>:$vector,
                       OptionalAttr<DenseI64ArrayAttr>:$chunks,
                       UnitAttr:$padded,
                       OptionalAttr<DenseI64ArrayAttr>:$pad,
                       OptionalAttr<I64Attr>:$buffers,
                       UnitAttr:$computed,
                       DefaultValuedAttr<I64Attr, "0">:$behind);
  let results = (outs TransformHandleTypeInterface:$outer,
                      TransformHandleTypeInterface:$inner);
  let assemblyFormat = [{
    $target (`in` $place^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_CopyArgumentOp : Lift_InPlaceTransformOp<"copy_argument"> {
  let summary = "has a loop go through a copy of an argument";
  let description = [{
    Argument number `argument` of a loop is a view of an array outside of all
    patterns: map f x = map f (map id x), so that what the loop reads may be stored
    as it reads it. With `below_windows` the copy is of what windows are of, the
    loop may be inside of maps, and `compute_at` copies the part for a tile:
    map f (slide n s x) = map f (slide n s (map id x)). With `read_order`, which names
    the dimensions, the copy has them in that order. Exact. The handle stays.

    Result: the outermost loop of the copy.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, I64Attr:$argument,
                       UnitAttr:$below_windows,
                       OptionalAttr<DenseI64ArrayAttr>:$read_order);
  let results = (outs TransformHandleTypeInterface:$copy);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_ComputeAtOp : Lift_InPlaceTransformOp<"compute_at"> {
  let summary = "computes an argument of a map in its body";
  let description = [{
    Argument number `argument` of a map, which may be inside of others, are windows
    of what another map computes: that is computed again for each tile, with what
    is around it,

        map f (split T (slide n 1 (map g x)))
          = map (f . slide n 1 . map g) (slide (T + n - 1) T x)

    and the same in several dimensions, through splits, transpositions, vectors and
    a pad. Exact. The handle stays.

    Result: the map of a tile.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, I64Attr:$argument);
  let results = (outs TransformHandleTypeInterface:$tile);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_RelayoutOp : Lift_InPlaceTransformOp<"relayout_accumulators"> {
  let summary = "keeps accumulators in the layout in which they are computed";
  let description = [{
    Moves the views at the end of the step of a reduction to its result:
    reduce (V . f) z = V (reduce (f . V) (V^-1 z)). Exact. The handle stays.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Lift_PlaceOp : Lift_InPlaceTransformOp<"place_accumulators"> {
  let summary = "says where the accumulators of a reduction stand";
  let description = [{
    Arrays that are accumulators start with a copy in `space`, whose loops run as
    `choices` says (see map_to), and are read from there. What a body yields of
    those in local memory as it is is copied by such loops, too, and so is what a
    function's reduction leaves there, to global memory. Exact. The handle stays.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       OptionalAttr<StrArrayAttr>:$choices, StrAttr:$space);
  let results = (outs);
  let assemblyFormat = [{
    $target ($choices^)? `in` $space attr-dict `:` type($target)
  }];
}

def Lift_StoreResultsOp : Lift_InPlaceTransformOp<"store_results"> {
  let summary = "says where the results of a map stand";
  let description = [{
    Results that some reader gets otherwise than from where the function or a
    `materialize` stores them are stored in `space`, and read from there: in the
    order of the map's loops, or with `as_read` in the order in which they are
    read, behind the views with an inverse that alone read them. `pad` adds elements
    to the rows of the buffers, one number per dimension. With `only`, the results of
    these numbers. Exact. The handle stays.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$space,
                       UnitAttr:$as_read,
                       OptionalAttr<DenseI64ArrayAttr>:$pad,
                       OptionalAttr<DenseI64ArrayAttr>:$only);
  let results = (outs);
  let assemblyFormat = "$target `in` $space attr-dict `:` type($target)";
}

def Lift_CopyYieldsOp : Lift_InPlaceTransformOp<"copy_yields"> {
  let summary = "copies what a map yields and others in its body read";
  let description = [{
    yield x = yield (map id x), where a pattern of the body of a map computes x,
    and others in it read it, too: each may then have it where it is fast to read,
    and loops of its own store it; or where x is a `lift.generate`, which has no
    loops. With `for_all` also where nothing else reads it, so that it may be
    computed elsewhere. Exact. The handle stays; the copies are
    the last patterns of the body.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$for_all);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Lift_CopyResultsOp : Lift_InPlaceTransformOp<"copy_results"> {
  let summary = "copies the results of a map to where they are returned";
  let description = [{
    return (V x) = return (map id (V x)), where x is a result of the map and V are
    views: it is stored as the map computes it, and loops of their own go through
    what is returned. Exact. The handle stays; the copies are the last patterns of
    the function.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Lift_SplitReductionOp : Lift_ReplacingTransformOp<"split_reduction"> {
  let summary = "reduces parts, and then their results";
  let description = [{
    reduce (+) z x = reduce (+) z (map (reduce (+) e) (split x)), e neutral. Needs
    an associative reduction, or one whose steps can be composed as functions of
    the accumulators (recurrences that are linear); `strided`, which gives part i every `by`th element
    (or chunk of `chunk`), a commutative one too. `by` is the size of a part, or
    with `strided` the number of parts. `padded` rounds the number of elements up,
    with elements that leave the accumulators as they are; with `whole_chunks` that
    of chunks, which must all be whole. `multiple` rounds up to multiples of that
    number of elements, which whole parts divide.

    Results: the map over the parts, the reduction of a part, that of the rest.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$by,
                       UnitAttr:$strided, UnitAttr:$padded,
                       UnitAttr:$whole_chunks,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$multiple,
                       OptionalAttr<I64Attr>:$chunk,
                       OptionalAttr<StrAttr>:$space);
  let results = (outs TransformHandleTypeInterface:$parts,
                      TransformHandleTypeInterface:$part,
                      TransformHandleTypeInterface:$rest);
  let assemblyFormat = [{
    $target `by` $by attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_SplitNestOp : Lift_ReplacingTransformOp<"split_nest"> {
  let summary = "reduces parts of a nest, and then their results";
  let description = [{
    Cuts a reduced dimension of the nest of a map into parts of `by` elements, each
    with results of its own, in global memory; several `dims`, one after another,
    become one before:

        map (g . reduce (+) z . f) = map (g . reduce (+) z) . transpose . s
        where s = map (map (reduce (+) e . f)) . split

    with e neutral; parts of windows are windows of pieces of what they are of,
    which overlap. Needs an associative reduction, and a commutative one for
    another dimension than the outermost reduced one. `padded` rounds the number
    of elements up, with elements that leave the accumulators as they are, or, with
    `masked`, any, whose results are replaced by e.

    Results: the nest of the parts, which has one more parallel dimension, the
    outermost; and the nest of the results.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       DenseI64ArrayAttr:$dims, StrAttr:$by,
                       UnitAttr:$padded, UnitAttr:$masked);
  let results = (outs TransformHandleTypeInterface:$parts,
                      TransformHandleTypeInterface:$rest);
  let assemblyFormat = [{
    $target $dims `by` $by attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_ChunkMapOp : Lift_ReplacingTransformOp<"chunk_map"> {
  let summary = "goes through the elements of a map chunk by chunk";
  let description = [{
    map f = join . map (map f) . split T, whatever f is; with `padded`,
    map f = take n . join . map (map f) . split T . pad. Exact.

    Results: the map over the chunks, and the one over the elements of each.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$by,
                       UnitAttr:$padded);
  let results = (outs TransformHandleTypeInterface:$outer,
                      TransformHandleTypeInterface:$inner);
  let assemblyFormat = [{
    $target `by` $by attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_PeelOp : Lift_ReplacingTransformOp<"peel"> {
  let summary = "computes the first elements of a dimension, and the others";
  let description = [{
    map f x = concat (map f (take n x)) (map f (drop n x)), with `first` as n, for
    the map that is `dim` levels inside of the target. The parts may then be
    computed in different ways, by kernels of their own, that store one array: whole
    tiles, and the rest. Exact.

    Results: the nests of the first elements, and of the others.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$dim,
                       StrAttr:$size);
  let results = (outs TransformHandleTypeInterface:$first,
                      TransformHandleTypeInterface:$rest);
  let assemblyFormat = [{
    $target `dim` $dim `first` $size attr-dict `:`
    functional-type(operands, results)
  }];
}

def Lift_PeelReductionOp : Lift_ReplacingTransformOp<"peel_reduction"> {
  let summary = "reduces the first elements, and then the others";
  let description = [{
    reduce f z x = reduce f (reduce f z (take n x)) (drop n x), with `first` as n:
    whole chunks, and the rest. Exact.

    Results: the reductions of the first elements, and of the others.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$size);
  let results = (outs TransformHandleTypeInterface:$first,
                      TransformHandleTypeInterface:$rest);
  let assemblyFormat = [{
    $target `first` $size attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_ChunkReductionOp : Lift_ReplacingTransformOp<"chunk_reduction"> {
  let summary = "goes through an array chunk by chunk";
  let description = [{
    reduce f z x = reduce (reduce f) z (split x). Exact. With `padded` the
    number of elements is rounded up to whole chunks; elements beyond the end
    leave the accumulators as they are.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$by,
                       UnitAttr:$padded);
  let results = (outs TransformHandleTypeInterface:$outer,
                      TransformHandleTypeInterface:$inner);
  let assemblyFormat = [{
    $target `by` $by attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_FissionOp : Lift_ReplacingTransformOp<"fission"> {
  let summary = "computes in a map what a step does in loops of its own";
  let description = [{
    reduce (\a x -> g a (f x)) z = reduce g z . map f, where f is what the step
    of a reduction computes in patterns that do not depend on the accumulators.
    Exact.

    Results: the map, and the reduction.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$map,
                      TransformHandleTypeInterface:$reduce);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_DivideMapOp : Lift_ReplacingTransformOp<"divide_map"> {
  let summary = "makes maps of their own of patterns in the body of a map";
  let description = [{
    map (\x -> g x (f x)) = map g x (map f x), where f is a pattern in the body
    that has others inside, as the product of a matrix and a row. Of several such
    patterns each has a map of its own, as has what is between two that need each
    other; with `for_all`, so has every pattern in the body. What they pass to each
    other is stored. Exact.

    Results: the maps, in their order.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$for_all);
  let results = (outs TransformHandleTypeInterface:$maps);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_MergeAddedReductionsOp
    : Lift_ReplacingTransformOp<"merge_added_reductions"> {
  let summary = "makes one sum of two that are added";
  let description = [{
    The sum becomes one with the next sum of its block that it is added to, whatever
    else is added to them:

        sum f x + sum g y = sum (\(a, b) -> f a + g b) (x, y)

    Both go through as many elements and are declared associative and commutative; one
    of them starts with zero.

    Result: the sum.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_FissionMapOp : Lift_TransformOp<"fission_map"> {
  let summary = "computes in a map of its own what a pattern in the body does";
  let description = [{
    map (g . f) = map g . map f, where f is what the pattern computes, with the
    views that it needs. Exact.

    Results: the two maps.
  }];
  // What is inside of a consumed target is used before it.
  let arguments = (ins TransformHandleTypeInterface:$pattern,
                       TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$first,
                      TransformHandleTypeInterface:$rest);
  let assemblyFormat = [{
    $target `at` $pattern attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_HoistPatternOp : Lift_ReplacingTransformOp<"hoist_pattern"> {
  let summary = "computes once what maps compute for each element";
  let description = [{
    The pattern is computed before the innermost map around it that it needs no
    element of; what maps between the two need of it is stored for their elements:

        map (\x -> map (\y -> g x y (f y)) ys) xs
          = map (\x -> map g x (zip ys (map f ys))) xs

    where `map f ys` is computed before the map of xs. Exact.

    Result: the pattern, or the outermost map that computes it.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_WidenOp : Lift_ReplacingTransformOp<"widen"> {
  let summary = "computes several elements of a map at a time";
  let description = [{
    map f = as_scalar . map f_w . as_vector w, where f_w does to vectors, also in
    the maps, reductions and scans of its body, what f does to numbers. `by` divides the
    number of elements. Exact.

    Result: the map of vectors.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, I64Attr:$by);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target `by` $by attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_TransposeVectorsOp : Lift_InPlaceTransformOp<"transpose_vectors"> {
  let summary = "makes vectors of rows from those of columns";
  let description = [{
    Argument number `argument` of a map goes through the rows of w x w numbers, as
    vectors. These are made of vectors along the columns, by shuffles, in private
    memory:

        as_vector w x = f^(log2 w) (as_vector w (transpose x))

    where f interleaves the numbers of each vector of the first half with those of
    its counterpart in the second half. w is a power of two. Exact.

    Result: the maps of the shuffles.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, I64Attr:$argument);
  let results = (outs TransformHandleTypeInterface:$shuffles);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def Lift_TreeReductionOp : Lift_ReplacingTransformOp<"tree_reduction"> {
  let summary = "adds halves, or more parts, to each other";
  let description = [{
    Reduces a constant number of elements, a power of two, in maps whose results
    are in `space`: each combines `radix` elements (halves), a power of two,
    until fewer than that are left. Needs an associative reduction; if it is not
    commutative, neighbours are combined.

    Result: the maps.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$space,
                       DefaultValuedAttr<I64Attr, "2">:$radix);
  let results = (outs TransformHandleTypeInterface:$steps);
  let assemblyFormat = [{
    $target `in` $space (`radix` $radix^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_SplitScanOp : Lift_TransformOp<"split_scan"> {
  let summary = "scans parts, each from what those before it reduce to";
  let description = [{
    scan (+) z x = join (zipWith (\s p -> scan (+) s p) starts (split x)), where
    starts is z and then scan (+) z (map (reduce (+) e) (split x)), e neutral.
    Needs an associative scan of numbers, or one whose steps can be composed as
    functions of the accumulators (recurrences that are linear). `padded` rounds the number of elements
    up, by whole chunks of `chunk`, which must divide it, and the number of parts to one
    of which `multiple` is a divisor. The sums of the parts are stored in `space`. With `vector`, each part is copied to private memory
    and back in vectors of so many elements. An `epilogue` is a map that alone
    reads what is scanned: it is done for each part when that is scanned, with
    `vector` in place of the copy back.

    Results: the map over the parts, the reduction of a part, the scan of the
    sums, the map that scans the parts, the scan of a part, the map that copies
    parts (none without `vector`), and, of an epilogue, that of a part.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$by,
                       Optional<TransformHandleTypeInterface>:$epilogue,
                       UnitAttr:$padded, OptionalAttr<I64Attr>:$multiple,
                       OptionalAttr<I64Attr>:$chunk,
                       OptionalAttr<StrAttr>:$space,
                       OptionalAttr<I64Attr>:$vector);
  let results = (outs TransformHandleTypeInterface:$parts,
                      TransformHandleTypeInterface:$part,
                      TransformHandleTypeInterface:$starts,
                      TransformHandleTypeInterface:$rest,
                      TransformHandleTypeInterface:$scan,
                      TransformHandleTypeInterface:$copies,
                      Optional<TransformHandleTypeInterface>:$part_epilogue);
  let assemblyFormat = [{
    $target `by` $by (`epilogue` $epilogue^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Lift_SplitHistogramOp : Lift_ReplacingTransformOp<"split_histogram"> {
  let summary = "gives parts of a scatter_reduce bins of their own";
  let description = [{
    scatter_reduce (+) z x = zipWith (reduce (+)) z (transpose
    (map (scatter_reduce (+) (broadcast e)) (split x))), e neutral. `by` is the size
    of a part, or with `strided`, which gives part i every `by`th element, the
    number of parts. `padded` rounds the number of elements up, with some that go
    into no bin. The bins of the parts are stored in `space`; in local memory those
    of the same number beside each other. Maps that nothing else reads are done for
    each part.

    Results: the map over the parts, the histogram of a part, the map over the bins
    that combines those of the parts.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$by,
                       UnitAttr:$strided, UnitAttr:$padded,
                       OptionalAttr<StrAttr>:$space);
  let results = (outs TransformHandleTypeInterface:$parts,
                      TransformHandleTypeInterface:$part,
                      TransformHandleTypeInterface:$rest);
  let assemblyFormat = [{
    $target `by` $by attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_ChunkHistogramOp : Lift_ReplacingTransformOp<"chunk_histogram"> {
  let summary = "makes a histogram of chunks, one after the other";
  let description = [{
    scatter_reduce f z x = reduce (scatter_reduce f) z (split x). Each chunk of
    `by` elements is copied to private memory before its steps, so that its loads
    do not wait for these. Maps that nothing else reads are done for each chunk.
    `padded` rounds the number of elements up, with some that go into no bin. Exact.

    Results: the reduction over the chunks, and the histogram of a chunk.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, I64Attr:$by,
                       UnitAttr:$padded);
  let results = (outs TransformHandleTypeInterface:$outer,
                      TransformHandleTypeInterface:$inner);
  let assemblyFormat = [{
    $target `by` $by attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_JoinHistogramsOp : Lift_ReplacingTransformOp<"join_histograms"> {
  let summary = "makes one scatter_reduce of those of a map";
  let description = [{
    map (scatter_reduce f z) x = split n (scatter_reduce f (join (map (const z) x))
    (join x)), n the number of bins of one, with m * n added to the indices of
    element m. With `turned` elements and bins of the same number are neighbours.
    The map yields nothing but bins. Exact.

    Result: the histogram.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, UnitAttr:$turned);
  let results = (outs TransformHandleTypeInterface:$histogram);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_ShareHistogramOp : Lift_ReplacingTransformOp<"share_histogram"> {
  let summary = "has work-items share the steps and bins of a scatter_reduce";
  let description = [{
    scatter_reduce (+) z x = map id (scatter_reduce (+) (map id z) x). The
    histogram is mapped to `lcl(0)`, and its bins stand in local memory. Needs
    steps that are atomic operations: each adds a number of 32 or 64 bits to a bin,
    or combines it with the bin by the smaller or larger (not an `f64`), or an
    integer by `and`, `or` or `xor`.

    With `groups` it is mapped to `glb(0)`, and its bins stay where they are, in
    global memory: scatter_reduce (+) z x = scatter_reduce (+) (map id z) x. It
    has to stand at the top level.

    Results: the map that writes the initial bins, the histogram, the map that
    takes the results from there; none with `groups`.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, UnitAttr:$groups);
  let results = (outs TransformHandleTypeInterface:$fill,
                      TransformHandleTypeInterface:$histogram,
                      TransformHandleTypeInterface:$copy);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_WrapScanOp : Lift_ReplacingTransformOp<"wrap_scan"> {
  let summary = "makes a scan that of the only part";
  let description = [{
    scan f z x = join (map (scan f z) (split n x)), so that the map can be given
    to a group. The number of elements is rounded up to a multiple of `by`.

    Results: the map, and the scan in it.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$by);
  let results = (outs TransformHandleTypeInterface:$map,
                      TransformHandleTypeInterface:$scan);
  let assemblyFormat = [{
    $target `by` $by attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_ExchangeScanOp : Lift_ReplacingTransformOp<"exchange_scan"> {
  let summary = "has scans or reductions take their steps together";
  let description = [{
        map (scan f z) x = transpose (scan (zipWith f) (broadcast z) (transpose x))
        map (reduce f z) x = reduce (zipWith f) (broadcast z) (transpose x)

    With `apart`, the next step of a scan reads arrays that nothing else does, which are small
    enough for registers, in place of what is stored.

    Results: the scan or reduction, and the map in its step.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, UnitAttr:$apart);
  let results = (outs TransformHandleTypeInterface:$scan,
                      TransformHandleTypeInterface:$map);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_ChunkScanOp : Lift_ReplacingTransformOp<"chunk_scan"> {
  let summary = "scans chunks, one after the other, in private memory";
  let description = [{
        scan f z x = join (tail (scan g (z, _) (split x)))
        g (s, _) c = (last r, r), where r = scan f s c

    Each chunk of `by` elements is copied to private memory before it is scanned,
    and back from there, in vectors of `vector`: the loads of a chunk do not wait
    for its steps, which are written out. With `padded`, the last chunk ends with
    elements that there are, and what they give is cut off. Exact.

    Results: the scan over the chunks, and that of a chunk.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, I64Attr:$by,
                       UnitAttr:$padded,
                       DefaultValuedAttr<I64Attr, "1">:$vector);
  let results = (outs TransformHandleTypeInterface:$outer,
                      TransformHandleTypeInterface:$inner);
  let assemblyFormat = [{
    $target `by` $by attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_TreeScanOp : Lift_ReplacingTransformOp<"tree_scan"> {
  let summary = "adds to elements those 1, 2, 4, ... before them";
  let description = [{
    Scans a constant number n of elements in log2 n maps whose results are in
    `space`. Needs what `split_scan` needs, of elements that are combined as they
    are.

    Result: the maps.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$space);
  let results = (outs TransformHandleTypeInterface:$steps);
  let assemblyFormat = [{
    $target `in` $space attr-dict `:` functional-type(operands, results)
  }];
}

def Lift_MapToOp : Lift_InPlaceTransformOp<"map_to"> {
  let summary = "chooses how loops run";
  let description = [{
    Says how the maps of a handle run: `seq`, `lcl(0)`, `wrg(1)`, `glb(2)`, each
    with ` unroll` after it if its loop is to be unrolled. With several choices,
    the others are for the maps inside: each the only one in the body of the one
    before.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrArrayAttr:$choices);
  let results = (outs);
  let assemblyFormat = "$target $choices attr-dict `:` type($target)";
}

def Lift_UnrollOp : Lift_InPlaceTransformOp<"unroll"> {
  let summary = "unrolls the loops of maps and reductions";
  let description = [{
    Fully, or `by` a factor.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       DefaultValuedAttr<I64Attr, "0">:$by);
  let results = (outs);
  let assemblyFormat = "$target (`by` $by^)? attr-dict `:` type($target)";
}

def Lift_VectorizeOp : Lift_InPlaceTransformOp<"vectorize"> {
  let summary = "asks for maps and reductions of vectors";
  let description = [{
    Sets `vector(by)`, which lift-vectorize-patterns carries out.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, I64Attr:$by);
  let results = (outs);
  let assemblyFormat = "$target `by` $by attr-dict `:` type($target)";
}

class Lift_PatternDescriptorOp<string name>
    : Op<Transform_Dialect, "apply_patterns.lift." # name,
         [DeclareOpInterfaceMethods<PatternDescriptorOpInterface>]> {
  let cppNamespace = "::mlir::lift";
  let assemblyFormat = "attr-dict";
}

def Lift_ApplyViewPatternsOp : Lift_PatternDescriptorOp<"views"> {
  let summary = "a view of equal elements is equal elements";
}

def Lift_ApplyContractPatternsOp : Lift_PatternDescriptorOp<"contract"> {
  let summary = "a * b + c with one rounding, in an associative reduction or "
                "where the sum says fastmath<contract>";
}

def Lift_ApplyExpandSumsPatternsOp : Lift_PatternDescriptorOp<"expand_sums"> {
  let summary = "sums that are declared associative and commutative, as "
                "additions of one term, with a rounding for each product";
}

def Lift_ApplyMergeInputsPatternsOp : Lift_PatternDescriptorOp<"merge_inputs"> {
  let summary = "a loop goes through an array once";
}

def Lift_ApplyReduceElementsPatternsOp
    : Lift_PatternDescriptorOp<"reduce_elements"> {
  let summary = "a reduction or scan of arrays, element by element, is one of "
                "each element";
}

def Lift_ApplyDeduceLawsPatternsOp : Lift_PatternDescriptorOp<"deduce_laws"> {
  let summary = "steps combine a term with an accumulator in all cases; laws that "
                "can be proved are declared; accumulators that count are arrays "
                "of indices; the first of the best elements is the best one with "
                "the smallest index";
}

def Lift_ApplyChooseInOrderPatternsOp
    : Lift_PatternDescriptorOp<"choose_in_order"> {
  let summary = "the best element with the smallest index is the first of the "
                "best ones, where a reduction goes through all in order";
}

def Lift_ApplyMergeReductionsPatternsOp
    : Lift_PatternDescriptorOp<"merge_reductions"> {
  let summary = "reductions of the same array are one";
}

#endif // LIFTDIALECT_TRANSFORMOPS_LIFTTRANSFORMOPS_TD
