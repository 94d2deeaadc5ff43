//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Reductions.h"

#include "Builders.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "Padding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

/// Combines each accumulator with what it has been given.
static ReduceOp combineAll(RewriterBase &rewriter, ReduceOp reduce,
                           const Combiner &combiner, ValueRange arrays,
                           ValueRange inits) {
  auto rest = ReduceOp::create(
      rewriter, reduce.getLoc(), arrays, inits,
      [&](OpBuilder &builder, Location, ValueRange elements,
          ValueRange accumulators) {
        return combiner.combine(builder, accumulators, elements);
      });
  copyLaws(reduce, rest);
  return rest;
}

static LogicalResult checkLaws(ReduceOp reduce, bool isReordered,
                               Refusal &refusal) {
  if (!reduce.getAssociative())
    return refusal.set(reduce, "is not declared associative");
  if (isReordered && !reduce.getCommutative())
    return refusal.set(reduce, "is not declared commutative");
  return success();
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

  CutInputs cut(const Combiner &combiner);

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
  if (!options.hasChunks() || options.hasWholeChunks)
    return padTo(cutChunks(array), options.size);
  return cutChunks(padTo(array, options.size * options.chunk));
}

Value InputCutter::createMask() {
  Value all =
      createTruths(rewriter, loc, cast<FoldPattern>(*reduce).getTripCount());
  return pad(all, rewriter.getBoolAttr(false));
}

CutInputs InputCutter::cut(const Combiner &combiner) {
  CutInputs inputs;
  inputs.arrays = llvm::to_vector_of<Value>(reduce.getInputs());
  if (!options.isPadded) {
    for (Value &array : inputs.arrays)
      array = cutChunks(array);
    return inputs;
  }
  auto fold = cast<FoldPattern>(*reduce);
  SmallVector<Value> elements(fold.getElementArgs());
  auto values = llvm::none_of(elements,
                              [](Value element) {
                                return isa<ArrayType>(element.getType());
                              })
                    ? findNeutralElements(combiner, elements, /*isExact=*/false)
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

/// Emits the step of `reduce`; with a mask as the last element, one that
/// combines the accumulators with what is neutral to them where that is false.
static SmallVector<Value> emitPart(OpBuilder &builder, ReduceOp reduce,
                                   const Combiner &combiner,
                                   ValueRange elements, ValueRange accumulators,
                                   bool isMasked) {
  if (!isMasked)
    return cloneStep(builder, reduce, elements, accumulators);
  SmallVector<Value> results =
      cloneStep(builder, reduce, elements.drop_back(), accumulators);
  combiner.maskTerms(results, elements.back());
  return results;
}

FailureOr<SplitReduction>
lift::splitReduction(RewriterBase &rewriter, ReduceOp reduce,
                     const SplitReductionOptions &options, Refusal &refusal) {
  FailureOr<Combiner> combiner = Combiner::get(reduce, refusal);
  if (failed(combiner) || failed(checkLaws(reduce, options.isStrided, refusal)))
    return failure();
  FailureOr<SmallVector<TypedAttr>> neutrals = combiner->getNeutrals(refusal);
  if (failed(neutrals))
    return failure();
  Expr length = cast<FoldPattern>(*reduce).getTripCount();
  const Expr whole =
      options.isStrided ? options.size * options.chunk : options.size;
  if (failed(checkChunk(reduce, length, whole, refusal, options.isPadded)))
    return failure();
  if (options.hasChunks() && options.hasWholeChunks &&
      failed(checkChunk(reduce, length, options.chunk, refusal)))
    return failure();
  Location loc = reduce.getLoc();
  rewriter.setInsertionPoint(reduce);
  CutInputs inputs = InputCutter(rewriter, reduce, options).cut(*combiner);
  for (Value &array : inputs.arrays) {
    array = splitDim(rewriter, loc, array, options.size);
    if (options.isStrided)
      array = exchangeDims(rewriter, loc, array);
    if (options.hasChunks())
      array = JoinOp::create(rewriter, loc, array, 1);
  }
  SmallVector<Value> neutral = createConstants(rewriter, loc, *neutrals);
  SplitReduction split;
  split.parts = MapOp::create(
      rewriter, loc, inputs.arrays, MappingAttr(),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        split.part = ReduceOp::create(
            builder, loc, elements, neutral,
            [&](OpBuilder &inner, Location, ValueRange innerElements,
                ValueRange accumulators) {
              return emitPart(inner, reduce, *combiner, innerElements,
                              accumulators, inputs.isMasked);
            });
        copyLaws(reduce, split.part);
        return llvm::to_vector_of<Value>(split.part.getResults());
      });
  SmallVector<Value> results =
      llvm::to_vector_of<Value>(split.parts.getResults());
  if (options.space)
    for (Value &result : results)
      result = storeIn(rewriter, loc, result, *options.space);
  split.rest =
      combineAll(rewriter, reduce, *combiner, results, reduce.getInits());
  rewriter.replaceOp(reduce, split.rest.getResults());
  return split;
}

FailureOr<std::pair<ReduceOp, ReduceOp>>
lift::chunkReduction(RewriterBase &rewriter, ReduceOp reduce, const Expr &size,
                     Refusal &refusal) {
  if (failed(checkChunk(reduce, cast<FoldPattern>(*reduce).getTripCount(), size,
                        refusal)))
    return failure();
  Location loc = reduce.getLoc();
  rewriter.setInsertionPoint(reduce);
  SmallVector<Value> arrays;
  for (Value array : reduce.getInputs())
    arrays.push_back(splitDim(rewriter, loc, array, size));
  ReduceOp inner;
  auto outer = ReduceOp::create(
      rewriter, loc, arrays, reduce.getInits(),
      [&](OpBuilder &builder, Location, ValueRange elements,
          ValueRange accumulators) {
        inner = ReduceOp::create(
            builder, loc, elements, accumulators,
            [&](OpBuilder &nested, Location, ValueRange innerElements,
                ValueRange innerAccumulators) {
              return cloneStep(nested, reduce, innerElements,
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
static FailureOr<int64_t> getTreeSize(ReduceOp reduce, const Combiner &combiner,
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
  for (auto [i, array] : llvm::enumerate(reduce.getInputs()))
    if (cast<ArrayType>(array.getType()).getRank() != 1 ||
        reduce.getInputs().size() != combiner.getNumAccumulators() ||
        combiner.getTerm(i) != fold.getElementArgs()[i])
      return refusal.set(reduce, "does not combine elements as they are");
  return *count;
}

/// The `parts` parts of `size` elements of each of some arrays: the first parts
/// of all, then the second ones.
static SmallVector<Value> takeParts(OpBuilder &builder, Location loc,
                                    ValueRange arrays, int64_t parts,
                                    int64_t size) {
  auto getSize = [&](int64_t count) {
    return getSizeArrayAttr(builder.getContext(), {Expr(count)});
  };
  SmallVector<Value> taken;
  for (int64_t part = 0; part < parts; ++part)
    for (Value array : arrays) {
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
  FailureOr<Combiner> combiner = Combiner::get(reduce, refusal);
  if (failed(combiner) ||
      failed(checkLaws(reduce, /*isReordered=*/true, refusal)))
    return failure();
  FailureOr<int64_t> size = getTreeSize(reduce, *combiner, radix, refusal);
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
  SmallVector<MapOp> steps;
  for (int64_t left = *size / radix; left > 0; left /= radix) {
    steps.push_back(MapOp::create(
        rewriter, loc, takeParts(rewriter, loc, values, radix, left),
        MappingAttr(), [&](OpBuilder &builder, Location, ValueRange elements) {
          SmallVector<Value> sums(elements.take_front(values.size()));
          for (elements = elements.drop_front(sums.size()); !elements.empty();
               elements = elements.drop_front(sums.size()))
            sums = combiner->combine(builder, sums,
                                     elements.take_front(sums.size()));
          return sums;
        }));
    values = llvm::map_to_vector(steps.back().getResults(), [&](Value value) {
      return storeIn(rewriter, loc, value, space);
    });
  }
  ReduceOp last =
      combineAll(rewriter, reduce, *combiner, values, reduce.getInits());
  rewriter.replaceOp(reduce, last.getResults());
  return steps;
}
