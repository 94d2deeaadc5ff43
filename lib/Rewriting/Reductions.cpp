//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Reductions.h"

#include "Builders.h"
#include "LiftDialect/Rewriting/Composition.h"
#include "Padding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

/// Applies functions to the accumulators, one after the other.
static ReduceOp applyAll(RewriterBase &rewriter, ReduceOp reduce,
                         const Composition &steps, ValueRange functions) {
  auto rest =
      ReduceOp::create(rewriter, reduce.getLoc(), functions, reduce.getInits(),
                       [&](OpBuilder &builder, Location, ValueRange elements,
                           ValueRange accumulators) {
                         return steps.apply(builder, accumulators, elements);
                       });
  copyLaws(reduce, rest);
  return rest;
}

static FailureOr<std::unique_ptr<Composition>>
getSteps(ReduceOp reduce, bool isReordered, Refusal &refusal) {
  FailureOr<std::unique_ptr<Composition>> steps =
      Composition::get(reduce, refusal);
  if (failed(steps) || !isReordered)
    return steps;
  if (!reduce.getCommutative())
    return refusal.set(reduce, "is not declared commutative");
  if (!(*steps)->mayCommute())
    return refusal.set(reduce, "has steps that do not commute");
  return steps;
}

namespace {
/// What a reduction goes through, as chunks of neighbours (or numbers), and
/// with a multiple of so many of them.
struct CutInputs {
  SmallVector<Value> arrays;
  /// Whether the last says which elements there are, since what the others are
  /// beyond the end does not leave the accumulators as they are.
  bool isMasked = false;
};

class InputCutter {
public:
  InputCutter(RewriterBase &rewriter, ReduceOp reduce,
              const SplitReductionOptions &options)
      : rewriter(rewriter), reduce(reduce), options(options),
        loc(reduce.getLoc()) {}

  CutInputs cut(const Composition &steps);

private:
  Value cutChunks(Value array) {
    return options.hasChunks() ? splitDim(rewriter, loc, array, options.chunk)
                               : array;
  }
  Value pad(Value array, TypedAttr value = {});
  Value createMask();

  RewriterBase &rewriter;
  ReduceOp reduce;
  const SplitReductionOptions &options;
  Location loc;
};
} // namespace

/// Adds elements of that value, or any that there are.
Value InputCutter::pad(Value array, TypedAttr value) {
  auto padTo = [&](Value array, const Expr &chunk) {
    return value ? padDim(rewriter, loc, array, chunk, /*dim=*/0,
                          PadMode::Constant, value)
                 : padWithElements(rewriter, loc, array, chunk);
  };
  const int64_t chunk = options.hasChunks() ? options.chunk : 1;
  const Expr whole =
      options.multiple ? Expr(options.multiple / chunk) : options.size;
  if (options.hasWholeChunks)
    return padTo(cutChunks(array), whole);
  return cutChunks(padTo(array, whole * chunk));
}

Value InputCutter::createMask() {
  Value all =
      createTruths(rewriter, loc, cast<FoldPattern>(*reduce).getTripCount());
  return pad(all, rewriter.getBoolAttr(false));
}

CutInputs InputCutter::cut(const Composition &steps) {
  CutInputs inputs;
  inputs.arrays = llvm::to_vector_of<Value>(reduce.getInputs());
  if (!options.isPadded) {
    for (Value &array : inputs.arrays)
      array = cutChunks(array);
    return inputs;
  }
  auto elements = cast<FoldPattern>(*reduce).getElementArgs();
  auto values =
      llvm::none_of(ValueRange(elements).getTypes(), llvm::IsaPred<ArrayType>)
          ? steps.findNeutralElements()
          : std::nullopt;
  if (values) {
    for (auto [array, value] : llvm::zip_equal(inputs.arrays, *values))
      array = pad(array, value);
    return inputs;
  }
  // With elements that there are, the step is defined.
  for (Value &array : inputs.arrays)
    array = pad(array);
  inputs.arrays.push_back(createMask());
  inputs.isMasked = true;
  return inputs;
}

FailureOr<SplitReduction>
lift::splitReduction(RewriterBase &rewriter, ReduceOp reduce,
                     const SplitReductionOptions &options, Refusal &refusal) {
  FailureOr<std::unique_ptr<Composition>> steps =
      getSteps(reduce, options.isStrided, refusal);
  if (failed(steps))
    return failure();
  Expr length = cast<FoldPattern>(*reduce).getTripCount();
  const Expr whole =
      options.isStrided ? options.size * options.chunk : options.size;
  if (failed(checkChunk(reduce, length, whole, refusal, options.isPadded)))
    return failure();
  if (options.multiple != 0 &&
      !(options.isPadded && Expr::mod(options.multiple, whole).isConstant(0)))
    return refusal.set(
        reduce, "is not padded to multiples of " + Twine(options.multiple) +
                    ", which parts of " + whole.str() + " do not divide");
  if (options.multiple != 0 &&
      failed(checkChunk(reduce, length, options.multiple, refusal,
                        /*isPadded=*/true)))
    return failure();
  if (options.hasChunks() && options.hasWholeChunks &&
      failed(checkChunk(reduce, length, options.chunk, refusal)))
    return failure();
  Location loc = reduce.getLoc();
  rewriter.setInsertionPoint(reduce);
  CutInputs inputs = InputCutter(rewriter, reduce, options).cut(**steps);
  for (Value &array : inputs.arrays) {
    array = splitDim(rewriter, loc, array, options.size);
    if (options.isStrided)
      array = exchangeDims(rewriter, loc, array);
    if (options.hasChunks())
      array = JoinOp::create(rewriter, loc, array, 1);
  }
  SmallVector<Value> identity =
      createConstants(rewriter, loc, (*steps)->getIdentity());
  SplitReduction split;
  split.parts = MapOp::create(
      rewriter, loc, inputs.arrays, MappingAttr(),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        split.part = ReduceOp::create(
            builder, loc, elements, identity,
            [&](OpBuilder &inner, Location, ValueRange innerElements,
                ValueRange accumulators) {
              return inputs.isMasked
                         ? (*steps)->appendIf(inner, innerElements.back(),
                                              accumulators,
                                              innerElements.drop_back())
                         : (*steps)->append(inner, accumulators, innerElements);
            });
        copyLaws(reduce, split.part);
        return llvm::to_vector_of<Value>(split.part.getResults());
      });
  SmallVector<Value> results =
      llvm::to_vector_of<Value>(split.parts.getResults());
  if (options.space)
    for (Value &result : results)
      result = storeIn(rewriter, loc, result, *options.space);
  split.rest = applyAll(rewriter, reduce, **steps, results);
  rewriter.replaceOp(reduce, split.rest.getResults());
  return split;
}

/// The step for all elements but the last, which says whether it is done.
static SmallVector<Value> cloneStepIf(OpBuilder &builder, ReduceOp reduce,
                                      ValueRange elements,
                                      ValueRange accumulators) {
  return selectEach(
      builder, elements.back(),
      cloneStep(builder, reduce, elements.drop_back(), accumulators),
      accumulators);
}

/// Refuses steps that one more element could make fail, or whose accumulators
/// cannot be chosen.
static LogicalResult checkMaskedStep(ReduceOp reduce, Refusal &refusal) {
  auto fold = cast<FoldPattern>(*reduce);
  if (llvm::any_of(ValueRange(fold.getAccumulatorArgs()).getTypes(),
                   llvm::IsaPred<ArrayType, TupleType>))
    return refusal.set(reduce, "has an accumulator that is an array or a "
                               "tuple, and its chunks are padded");
  if (mayFail(fold.getStep()))
    return refusal.set(reduce, "has a division of integers or an access that "
                               "is declared in bounds, and its chunks are "
                               "padded");
  return success();
}

FailureOr<std::pair<ReduceOp, ReduceOp>>
lift::chunkReduction(RewriterBase &rewriter, ReduceOp reduce, const Expr &size,
                     bool isPadded, Refusal &refusal) {
  const Expr length = cast<FoldPattern>(*reduce).getTripCount();
  if (failed(checkChunk(reduce, length, size, refusal, isPadded)) ||
      (isPadded && failed(checkMaskedStep(reduce, refusal))))
    return failure();
  Location loc = reduce.getLoc();
  rewriter.setInsertionPoint(reduce);
  auto arrays = llvm::to_vector_of<Value>(reduce.getInputs());
  if (isPadded) {
    for (Value &array : arrays)
      array = padWithElements(rewriter, loc, array, size);
    arrays.push_back(createMask(rewriter, loc, length, size));
  }
  for (Value &array : arrays)
    array = splitDim(rewriter, loc, array, size);
  ReduceOp inner;
  auto outer = ReduceOp::create(
      rewriter, loc, arrays, reduce.getInits(),
      [&](OpBuilder &builder, Location, ValueRange elements,
          ValueRange accumulators) {
        inner = ReduceOp::create(
            builder, loc, elements, accumulators,
            [&](OpBuilder &nested, Location, ValueRange innerElements,
                ValueRange innerAccumulators) {
              return isPadded ? cloneStepIf(nested, reduce, innerElements,
                                            innerAccumulators)
                              : cloneStep(nested, reduce, innerElements,
                                          innerAccumulators);
            });
        copyLaws(reduce, inner);
        return llvm::to_vector_of<Value>(inner.getResults());
      });
  copyLaws(reduce, outer);
  rewriter.replaceOp(reduce, outer.getResults());
  return std::pair(outer, inner);
}

/// How many elements a tree of reductions combines, if it may.
static FailureOr<int64_t> getTreeSize(ReduceOp reduce, const Composition &steps,
                                      int64_t radix, Refusal &refusal) {
  auto fold = cast<FoldPattern>(*reduce);
  std::optional<int64_t> count = fold.getTripCount().getConstant();
  if (!count || !llvm::isPowerOf2_64(*count))
    return refusal.set(reduce, "has " + fold.getTripCount().str() +
                                   " elements, which is no constant power of "
                                   "two");
  if (radix < 2 || !llvm::isPowerOf2_64(radix))
    return refusal.set(reduce, "the radix " + Twine(radix) +
                                   " is no power of two above one");
  if (!steps.takesElements())
    return refusal.set(reduce, "does not combine elements as they are");
  return *count;
}

/// `parts` parts of `size` elements of each of some arrays: the first parts of
/// all, then the second ones. With `isOrdered` element i of part p is element
/// i * parts + p, else p * size + i.
static SmallVector<Value> takeParts(OpBuilder &builder, Location loc,
                                    ValueRange arrays, int64_t parts,
                                    int64_t size, bool isOrdered) {
  auto getSize = [&](int64_t count) {
    return getSizeArrayAttr(builder.getContext(), {Expr(count)});
  };
  SmallVector<Value> taken;
  for (int64_t part = 0; part < parts; ++part)
    for (Value array : arrays) {
      if (isOrdered) {
        Attribute position = SizeAttr::get(builder.getContext(), Expr(part));
        taken.push_back(
            AtOp::create(builder, loc, /*in_bounds=*/false,
                         splitDim(builder, loc, array, parts), ValueRange(),
                         Value(), builder.getArrayAttr(position), /*dim=*/1));
        continue;
      }
      if (part > 0)
        array = DropOp::create(builder, loc, array, getSize(part * size),
                               DenseI64ArrayAttr());
      if (part + 1 < parts)
        array = TakeOp::create(builder, loc, array, getSize(size),
                               DenseI64ArrayAttr());
      taken.push_back(array);
    }
  return taken;
}

FailureOr<SmallVector<MapOp>>
lift::treeReduction(RewriterBase &rewriter, ReduceOp reduce, AddressSpace space,
                    int64_t radix, Refusal &refusal) {
  FailureOr<std::unique_ptr<Composition>> functions =
      Composition::get(reduce, refusal);
  if (failed(functions))
    return failure();
  FailureOr<int64_t> size = getTreeSize(reduce, **functions, radix, refusal);
  if (failed(size))
    return failure();
  Location loc = reduce.getLoc();
  rewriter.setInsertionPoint(reduce);
  SmallVector<Value> values =
      llvm::map_to_vector(reduce.getInputs(), [&](Value value) -> Value {
        return value.getDefiningOp<MaterializeOp>()
                   ? value
                   : storeIn(rewriter, loc, value, space);
      });
  const bool isOrdered =
      !reduce.getCommutative() || !(*functions)->mayCommute();
  SmallVector<MapOp> steps;
  for (int64_t left = *size / radix; left > 0; left /= radix) {
    steps.push_back(MapOp::create(
        rewriter, loc, takeParts(rewriter, loc, values, radix, left, isOrdered),
        MappingAttr(), [&](OpBuilder &builder, Location, ValueRange elements) {
          SmallVector<Value> sums(elements.take_front(values.size()));
          for (elements = elements.drop_front(sums.size()); !elements.empty();
               elements = elements.drop_front(sums.size()))
            sums =
                (*functions)
                    ->compose(builder, sums, elements.take_front(sums.size()));
          return sums;
        }));
    values = llvm::map_to_vector(steps.back().getResults(), [&](Value value) {
      return storeIn(rewriter, loc, value, space);
    });
  }
  ReduceOp last = applyAll(rewriter, reduce, **functions, values);
  rewriter.replaceOp(reduce, last.getResults());
  return steps;
}
