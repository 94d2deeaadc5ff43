//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Layouts.h"

#include "Builders.h"
#include "LiftDialect/Analysis/InverseViews.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/ElementSteps.h"
#include "LiftDialect/Transforms/IdentityMaps.h"
#include "Padding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <numeric>

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Staging
//===----------------------------------------------------------------------===//

namespace {
/// V of a staged array, and its inverse.
class CopyLayout {
public:
  CopyLayout(OpBuilder &builder, Location loc, ArrayType type,
             const StageOptions &options)
      : builder(builder), loc(loc), options(options), rank(type.getRank()) {
    order = options.readOrder;
    if (order.empty())
      llvm::append_range(order, llvm::seq<int64_t>(0, rank));
    for (int64_t dim : order)
      sizes.push_back(type.getSize(dim));
  }

  Value apply(Value array) {
    array = turn(array, order);
    if (isFlat())
      for (unsigned i = 1; i < rank; ++i)
        array = JoinOp::create(builder, loc, array, 0);
    if (options.vectorWidth > 1)
      array = AsVectorOp::create(builder, loc, array, options.vectorWidth);
    if (options.isPadded) {
      length = cast<ArrayType>(array.getType()).getSize(0);
      array = padWithElements(builder, loc, array, options.chunks.front());
    }
    for (auto [dim, chunk] : llvm::enumerate(options.chunks))
      array = split(array, chunk, dim);
    return array;
  }

  Value invert(Value array) {
    for (size_t i = 0; i < options.chunks.size(); ++i)
      array = JoinOp::create(builder, loc, array, 0);
    if (options.isPadded)
      array = TakeOp::create(builder, loc, array,
                             getSizeArrayAttr(builder.getContext(), {length}),
                             DenseI64ArrayAttr());
    if (options.vectorWidth > 1)
      array = AsScalarOp::create(builder, loc, array);
    if (isFlat())
      for (unsigned i = rank; i-- > 1;)
        array = split(array, sizes[i]);
    return turn(array, invertPermutationVector(order));
  }

private:
  bool isFlat() const { return !options.chunks.empty(); }
  Value split(Value array, const Expr &chunk, unsigned dim = 0) {
    return SplitOp::create(builder, loc, array,
                           SizeAttr::get(builder.getContext(), chunk), dim);
  }
  Value turn(Value array, ArrayRef<int64_t> permutation) {
    if (llvm::is_sorted(permutation))
      return array;
    return TransposeOp::create(builder, loc, array,
                               builder.getDenseI64ArrayAttr(permutation));
  }

  OpBuilder &builder;
  Location loc;
  const StageOptions &options;
  unsigned rank;
  SmallVector<int64_t> order;
  /// In the order of reading.
  SmallVector<Expr> sizes;
  /// That of the list, if more is added to it.
  Expr length;
};
} // namespace

/// Copies an array element by element, each as `compute` has it.
static Value
copyElements(OpBuilder &builder, Location loc, Value array, StagedCopy &copy,
             llvm::function_ref<Value(OpBuilder &, Value)> compute) {
  if (!isa<ArrayType>(array.getType()))
    return compute(builder, array);
  auto map = MapOp::create(builder, loc, array, MappingAttr(),
                           [&](OpBuilder &inner, Location, ValueRange element) {
                             return SmallVector<Value>{copyElements(
                                 inner, loc, element.front(), copy, compute)};
                           });
  // Inner maps are complete before outer ones.
  if (!copy.inner)
    copy.inner = map;
  copy.outer = map;
  return map.getResult(0);
}

/// Tests that the elements can be copied in vectors and chunks.
static LogicalResult checkCopy(Operation *loop, ArrayType type,
                               const StageOptions &options, Refusal &refusal) {
  SmallVector<Expr> sizes = type.getSizeExprs();
  Expr rest = options.readOrder.empty() ? sizes.back()
                                        : sizes[options.readOrder.back()];
  if (!options.chunks.empty())
    rest = std::accumulate(sizes.begin(), sizes.end(), Expr(1),
                           std::multiplies<Expr>());
  if (options.vectorWidth != 1) {
    if (!type.getElementType().isIntOrFloat())
      return refusal.set(loop, "copies elements that are no numbers, which "
                               "make no vectors");
    if (failed(checkVectorWidth(loop, options.vectorWidth, refusal)) ||
        failed(checkChunk(loop, rest, options.vectorWidth, refusal)))
      return failure();
    rest = Expr::exactDiv(rest, options.vectorWidth);
  }
  if (options.isPadded && options.chunks.empty())
    return refusal.set(loop, "pads a copy that is not cut into chunks");
  bool isPadded = options.isPadded;
  for (int64_t chunk : options.chunks) {
    if (failed(checkChunk(loop, rest, chunk, refusal, isPadded)))
      return failure();
    rest = chunk;
    isPadded = false;
  }
  return success();
}

/// Whether `order` names each dimension of an array once.
static bool isPermutationOf(ArrayRef<int64_t> order, ArrayType type) {
  return order.size() == type.getRank() && isPermutationVector(order);
}

/// The part of an array that is copied: what is behind its first elements.
static ArrayType getCopiedType(ArrayType type, const StageOptions &options) {
  SmallVector<Expr> sizes = type.getSizeExprs();
  sizes.front() = sizes.front() - options.behind;
  return ArrayType::get(type.getContext(), sizes, type.getElementType());
}

/// Tests that some elements are copied, and some are not.
static LogicalResult checkBehind(Operation *loop, ArrayType type,
                                 const StageOptions &options,
                                 Refusal &refusal) {
  if (options.behind == 0)
    return success();
  const Expr length = type.getSize(0);
  if (options.behind < 0 ||
      (length - options.behind).getConstant().value_or(1) < 1)
    return refusal.set(loop, "has " + length.str() +
                                 " elements, of which the " + "first " +
                                 Twine(options.behind) + " are all, or none");
  if (options.isComputed)
    return refusal.set(loop, "computes what is done to elements of which it "
                             "copies only some");
  return success();
}

/// Tests what is said of the memory in which the copy stands.
static LogicalResult checkStorage(Operation *loop, ArrayType type,
                                  const StageOptions &options,
                                  Refusal &refusal) {
  // Private memory has the layout of the copy.
  const bool isCut =
      options.space == AddressSpace::Private && !options.chunks.empty();
  const size_t rank = isCut ? options.chunks.size() + 1 : type.getRank();
  if (!options.pad.empty() && options.pad.size() != rank)
    return refusal.set(loop, "pads " + Twine(options.pad.size()) +
                                 " dimensions of a copy that has " +
                                 Twine(rank));
  for (int64_t pad : options.pad)
    if (pad < 0)
      return refusal.set(loop, "pads rows by " + Twine(pad) + " elements");
  if (options.buffers.value_or(1) < 1)
    return refusal.set(loop, "a copy has at least 1 buffer, not " +
                                 Twine(*options.buffers));
  return success();
}

/// What is copied: in a loop around that of the argument, all that this goes
/// through; in that itself or in one inside of it, what it has of that.
static Value getStagedArray(Operation *loop, unsigned argument,
                            Operation *place) {
  return place->isProperAncestor(loop)
             ? loop->getOperand(argument)
             : loop->getRegion(0).getArgument(argument);
}

/// What reads the copy of an array: the loop that goes through it; of what that
/// has of it all that reads it, or only the loops that go through it where a
/// part of it is copied, as others may read one element of it, from where it
/// stands.
static SmallVector<OpOperand *> getStageReaders(Operation *loop,
                                                unsigned argument,
                                                Operation *place,
                                                const StageOptions &options) {
  if (place->isProperAncestor(loop))
    return {&loop->getOpOperand(argument)};
  SmallVector<OpOperand *> readers;
  for (OpOperand &use : getStagedArray(loop, argument, place).getUses())
    if (options.behind == 0 || isa<MapOp, FoldPattern>(use.getOwner()))
      readers.push_back(&use);
  return readers;
}

/// Tests that the array is there at the start of the body of a loop, which all
/// that reads the copy is in.
static LogicalResult checkPlace(Operation *loop, unsigned argument,
                                Operation *place, const StageOptions &options,
                                Refusal &refusal) {
  if (!isa<MapOp, ReduceOp>(place))
    return refusal.set(place, "is no map or reduction");
  Region &body = place->getRegion(0);
  if (place->isProperAncestor(loop)) {
    if (options.isComputed)
      return refusal.set(loop, "computes what is done to elements of an array "
                               "that others may read as it is");
    Value array = getStagedArray(loop, argument, place);
    if (body.isAncestor(array.getParentRegion()))
      return refusal.set(loop, "goes through an array that is not there yet at "
                               "the start of the loop around");
    return success();
  }
  if (!loop->isAncestor(place))
    return refusal.set(place, "is no loop in that of the argument or around");
  SmallVector<OpOperand *> readers =
      getStageReaders(loop, argument, place, options);
  if (readers.empty() && options.behind != 0)
    return refusal.set(loop, "has no loop that goes through argument number " +
                                 Twine(argument));
  for (OpOperand *reader : readers)
    if (!body.isAncestor(reader->getOwner()->getParentRegion()))
      return refusal.set(reader->getOwner(),
                         "reads the array outside of the loop in which it "
                         "would be copied");
  return success();
}

static LogicalResult checkStage(Operation *loop, unsigned argument,
                                Operation *place, const StageOptions &options,
                                Refusal &refusal) {
  if (!isa<MapOp, ReduceOp>(loop) ||
      argument >= (place->isProperAncestor(loop)
                       ? getInputs(loop).size()
                       : loop->getRegion(0).getNumArguments()))
    return refusal.set(loop, "is no map or reduction with an argument number " +
                                 Twine(argument));
  Value array = getStagedArray(loop, argument, place);
  auto type = dyn_cast<ArrayType>(array.getType());
  if (!type)
    return refusal.set(loop, "argument number " + Twine(argument) +
                                 " is a scalar, which needs no copy");
  if (!options.readOrder.empty() && !isPermutationOf(options.readOrder, type))
    return refusal.set(loop, "the order of reading is no permutation of the "
                             "dimensions of the array");
  if (failed(checkBehind(loop, type, options, refusal)) ||
      failed(checkCopy(loop, getCopiedType(type, options), options, refusal)) ||
      failed(checkStorage(loop, type, options, refusal)))
    return failure();
  return checkPlace(loop, argument, place, options, refusal);
}

FailureOr<StagedCopy> lift::stageArgument(RewriterBase &rewriter,
                                          Operation *loop, unsigned argument,
                                          Operation *place,
                                          const StageOptions &options,
                                          Refusal &refusal) {
  if (!place)
    place = loop;
  if (failed(checkStage(loop, argument, place, options, refusal)))
    return failure();
  Value array = getStagedArray(loop, argument, place);
  std::optional<ElementSteps> steps;
  if (options.isComputed) {
    FailureOr<ElementSteps> found = ElementSteps::getOfArray(array, refusal);
    if (failed(found))
      return failure();
    steps = *found;
  }
  SmallVector<OpOperand *> uses =
      getStageReaders(loop, argument, place, options);
  Block &body = place->getRegion(0).front();
  rewriter.setInsertionPointToStart(&body);
  Location loc = loop->getLoc();
  Value first;
  if (options.behind != 0) {
    ArrayAttr size = getSizeArrayAttr(rewriter.getContext(), {options.behind});
    first = TakeOp::create(rewriter, loc, array, size, DenseI64ArrayAttr());
    array = DropOp::create(rewriter, loc, array, size, DenseI64ArrayAttr());
  }
  CopyLayout layout(rewriter, loc, cast<ArrayType>(array.getType()), options);
  StagedCopy copy;
  Value copied =
      copyElements(rewriter, loc, layout.apply(array), copy,
                   [&](OpBuilder &builder, Value element) {
                     return steps ? steps->emit(builder, element) : element;
                   });
  auto materialize = [&](Value value) -> Value {
    return MaterializeOp::create(
        rewriter, loc, value,
        AddressSpaceAttr::get(rewriter.getContext(), options.space),
        options.pad.empty() ? DenseI64ArrayAttr()
                            : rewriter.getDenseI64ArrayAttr(options.pad),
        options.buffers ? rewriter.getI64IntegerAttr(*options.buffers)
                        : IntegerAttr());
  };
  const bool isPrivate = options.space == AddressSpace::Private;
  if (isPrivate)
    copied = materialize(copied);
  Value staged = layout.invert(copied);
  if (!isPrivate)
    staged = materialize(staged);
  if (first)
    staged =
        ConcatOp::create(rewriter, loc, ValueRange{first, staged}, /*dim=*/0);
  for (OpOperand *use : uses)
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(staged); });
  if (steps)
    steps->remove(rewriter, staged);
  return copy;
}

/// The dimension of the source of a view that one of its result goes along;
/// none where that is not so simple.
static std::optional<unsigned> getSourceDim(Operation *view, unsigned dim) {
  if (auto transpose = dyn_cast<TransposeOp>(view))
    return transpose.getFullPermutation()[dim];
  if (auto slide = dyn_cast<SlideOp>(view)) {
    const unsigned end = slide.getFirstDim() + slide.getNumDims();
    return dim < end ? dim : dim - slide.getNumDims();
  }
  if (isa<PadOp, TakeOp, DropOp>(view))
    return dim;
  return std::nullopt;
}

/// Whether a dimension of the result of a slide goes along its windows.
static bool isWithinWindows(SlideOp slide, unsigned dim) {
  const unsigned end = slide.getFirstDim() + slide.getNumDims();
  return end <= dim && dim < end + slide.getNumDims();
}

/// The views of an argument of a loop, and those of the arguments of the maps
/// around it that it is a part of: the slide nearest to their source, but above
/// windows that it goes along, or null.
static SlideOp findWindows(Value argument) {
  SlideOp windows;
  // What the windows are along.
  std::optional<unsigned> along;
  while (true) {
    if (auto part = dyn_cast<BlockArgument>(argument)) {
      auto around = dyn_cast<MapOp>(part.getOwner()->getParentOp());
      if (!around)
        return windows;
      argument = around.getInputs()[part.getArgNumber()];
      if (along)
        ++*along;
      continue;
    }
    Operation *view = argument.getDefiningOp();
    if (!isa<ViewOpInterface>(view) || view->getNumOperands() == 0)
      return windows;
    if (auto slide = dyn_cast<SlideOp>(view)) {
      if (along && isWithinWindows(slide, *along))
        return windows;
      windows = slide;
      along = slide.getFirstDim();
    } else if (along) {
      along = getSourceDim(view, *along);
    }
    argument = view->getOperand(0);
  }
}

FailureOr<MapOp> lift::copyArgument(RewriterBase &rewriter, Operation *loop,
                                    unsigned argument, bool isBelowWindows,
                                    ArrayRef<int64_t> readOrder,
                                    Refusal &refusal) {
  if (!isa<MapOp, ReduceOp>(loop) || argument >= getInputs(loop).size())
    return refusal.set(loop, "is no map or reduction with an argument number " +
                                 Twine(argument));
  OpOperand *copied = &getInputs(loop)[argument];
  Operation *user = loop;
  if (isBelowWindows) {
    SlideOp windows = findWindows(copied->get());
    if (!windows)
      return refusal.set(loop, "goes through no windows");
    copied = &windows.getInputMutable();
    user = windows;
  } else {
    Block *block = copied->get().getParentBlock();
    if (!isa<func::FuncOp, KernelOp>(block->getParentOp()))
      return refusal.set(loop, "goes through what a loop around it brings");
    user = block->findAncestorOpInBlock(*loop);
  }
  auto type = cast<ArrayType>(copied->get().getType());
  if (!readOrder.empty() && !isPermutationOf(readOrder, type))
    return refusal.set(loop, "the order of reading is no permutation of the "
                             "dimensions of the array");
  rewriter.setInsertionPoint(user);
  StagedCopy copy;
  StageOptions options;
  options.readOrder.assign(readOrder.begin(), readOrder.end());
  CopyLayout layout(rewriter, loop->getLoc(), type, options);
  Value elements =
      copyElements(rewriter, loop->getLoc(), layout.apply(copied->get()), copy,
                   [](OpBuilder &, Value element) { return element; });
  elements = layout.invert(elements);
  rewriter.modifyOpInPlace(copied->getOwner(), [&] { copied->set(elements); });
  return copy.outer;
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

/// The views from what a step computes to what it yields, outermost last.
static SmallVector<Operation *> getLastViews(Value yielded, Block *body) {
  SmallVector<Operation *> views;
  while (Operation *op = yielded.getDefiningOp()) {
    if (op->getBlock() != body || !isBijective(op))
      break;
    views.insert(views.begin(), op);
    yielded = op->getOperand(0);
  }
  return views;
}

static Value applyViews(OpBuilder &builder, ArrayRef<Operation *> views,
                        Value value) {
  for (Operation *view : views) {
    IRMapping mapping;
    mapping.map(view->getOperand(0), value);
    value = builder.clone(*view, mapping)->getResult(0);
  }
  return value;
}

LogicalResult lift::relayoutAccumulators(RewriterBase &rewriter,
                                         ReduceOp reduce, Refusal &refusal) {
  Block &body = reduce.getBody().front();
  Operation *yield = body.getTerminator();
  bool changed = false;
  for (unsigned i = 0; i < reduce.getInits().size(); ++i) {
    SmallVector<Operation *> views = getLastViews(yield->getOperand(i), &body);
    if (views.empty())
      continue;
    changed = true;
    rewriter.setInsertionPoint(reduce);
    Value init = reduce.getInits()[i];
    for (Operation *view : llvm::reverse(views))
      init = applyInverse(rewriter, view, init);
    const unsigned number = reduce.getInputs().size() + i;
    BlockArgument accumulator = body.getArgument(number);
    Value result = reduce.getResult(i);
    auto getUses = [](Value value) {
      return llvm::map_to_vector(value.getUses(),
                                 [](OpOperand &use) { return &use; });
    };
    rewriter.modifyOpInPlace(
        yield, [&] { yield->setOperand(i, views.front()->getOperand(0)); });
    // The step may yield a view of the accumulator itself.
    SmallVector<OpOperand *> accumulatorUses = getUses(accumulator);
    SmallVector<OpOperand *> resultUses = getUses(result);
    rewriter.modifyOpInPlace(reduce, [&] {
      reduce->setOperand(number, init);
      accumulator.setType(init.getType());
      result.setType(init.getType());
    });
    rewriter.setInsertionPointToStart(&body);
    Value old = applyViews(rewriter, views, accumulator);
    for (OpOperand *use : accumulatorUses)
      rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(old); });
    rewriter.setInsertionPointAfter(reduce);
    old = applyViews(rewriter, views, result);
    for (OpOperand *use : resultUses)
      rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(old); });
  }
  if (!changed)
    return refusal.set(reduce, "no step ends with a view that has an inverse");
  return success();
}

/// Has maps with these choices copy an array that a body yields as it is: all
/// work-items of a group have a part in what stands in local memory.
static void copyYielded(RewriterBase &rewriter, Value array,
                        ArrayRef<MappingAttr> mappings) {
  for (OpOperand &use : llvm::make_early_inc_range(array.getUses())) {
    Operation *yield = use.getOwner();
    if (!isa<YieldOp>(yield))
      continue;
    rewriter.setInsertionPoint(yield);
    Value copy = createIdentityMaps(rewriter, array.getLoc(), array, mappings);
    rewriter.modifyOpInPlace(yield, [&] { use.set(copy); });
  }
}

/// Has one map with these choices copy the results of a function's reduction to
/// global memory, as other memory ends with the kernel.
static void copyToGlobal(RewriterBase &rewriter, ReduceOp reduce,
                         ArrayRef<Value> arrays,
                         ArrayRef<MappingAttr> mappings) {
  SmallVector<Value> read = llvm::to_vector(llvm::make_filter_range(
      arrays, [](Value array) { return !array.use_empty(); }));
  if (read.empty())
    return;
  SmallVector<Value> copies =
      createIdentityMaps(rewriter, reduce.getLoc(), read, mappings);
  Operation *map = copies.front().getDefiningOp();
  for (auto [array, copy] : llvm::zip_equal(read, copies)) {
    rewriter.replaceAllUsesExcept(array, copy, map);
    if (isStored(copy))
      continue;
    Value stored =
        storeIn(rewriter, reduce.getLoc(), copy, AddressSpace::Global);
    rewriter.replaceAllUsesExcept(copy, stored, stored.getDefiningOp());
  }
}

bool lift::areCopiedTogether(TypeRange types) {
  auto first = dyn_cast<ArrayType>(types.front());
  return first && llvm::all_of(types, [&](Type type) {
           auto array = dyn_cast<ArrayType>(type);
           return array && array.getSizes() == first.getSizes();
         });
}

LogicalResult lift::placeAccumulators(RewriterBase &rewriter, ReduceOp reduce,
                                      AddressSpace space,
                                      ArrayRef<MappingAttr> mappings,
                                      Refusal &refusal) {
  auto spaceAttr = AddressSpaceAttr::get(rewriter.getContext(), space);
  ArrayAttr mappingsAttr;
  if (!mappings.empty())
    mappingsAttr = rewriter.getArrayAttr(
        SmallVector<Attribute>(mappings.begin(), mappings.end()));
  SmallVector<unsigned> arrays;
  for (auto [i, init] : llvm::enumerate(reduce.getInits())) {
    auto type = dyn_cast<ArrayType>(init.getType());
    if (!type)
      continue;
    if (mappings.size() > type.getRank())
      return refusal.set(reduce,
                         "has an accumulator of " + Twine(type.getRank()) +
                             " dimensions, and " + Twine(mappings.size()) +
                             " choices for them");
    arrays.push_back(i);
  }
  if (arrays.empty())
    return refusal.set(reduce, "has no array as accumulator");
  const bool isCopied =
      space == AddressSpace::Local && isa<func::FuncOp>(reduce->getParentOp());
  if (isCopied && !areCopiedTogether(reduce.getResultTypes()))
    return refusal.set(reduce, "has results that one map does not copy from "
                               "local memory, as they have not the same sizes");
  SmallVector<Value> results;
  Operation *last = reduce;
  for (unsigned i : arrays) {
    Value init = reduce.getInits()[i];
    rewriter.setInsertionPoint(reduce);
    auto copy = CopyOp::create(rewriter, reduce.getLoc(), init, mappingsAttr,
                               spaceAttr, DenseI64ArrayAttr(), IntegerAttr());
    rewriter.modifyOpInPlace(reduce, [&] {
      reduce->setOperand(reduce.getInputs().size() + i, copy);
    });
    rewriter.setInsertionPointAfter(last);
    Value stored =
        storeIn(rewriter, reduce.getLoc(), reduce.getResult(i), space);
    last = stored.getDefiningOp();
    rewriter.replaceAllUsesExcept(reduce.getResult(i), stored, last);
    results.push_back(stored);
  }
  if (isCopied)
    copyToGlobal(rewriter, reduce, results, mappings);
  else if (space == AddressSpace::Local)
    for (Value stored : results)
      copyYielded(rewriter, stored, mappings);
  return success();
}

/// What views with an inverse, each of which alone reads what is before it,
/// make of a value.
static Value skipOwnViews(Value value) {
  while (value.hasOneUse() && isBijective(*value.user_begin()))
    value = value.user_begin()->getResult(0);
  return value;
}

LogicalResult lift::storeResults(RewriterBase &rewriter, MapOp map,
                                 const StoredResults &choice,
                                 Refusal &refusal) {
  ArrayRef<int64_t> pad = choice.pad;
  if (llvm::any_of(pad, [](int64_t elements) { return elements < 0; }))
    return refusal.set(map, "pads a row by a negative number of elements");
  SmallVector<Value> toStore;
  for (OpResult each : map->getResults()) {
    if (!choice.only.empty() &&
        !llvm::is_contained(choice.only, each.getResultNumber()))
      continue;
    Value result = choice.areAsRead ? skipOwnViews(each) : Value(each);
    if (result.use_empty() || isStored(result))
      continue;
    const unsigned rank = cast<ArrayType>(result.getType()).getRank();
    if (!pad.empty() && pad.size() != rank)
      return refusal.set(map, "pads " + Twine(pad.size()) +
                                  " dimensions of a result of " + Twine(rank));
    toStore.push_back(result);
  }
  if (toStore.empty())
    return refusal.set(map, "has no result that is not stored yet");
  auto spaceAttr = AddressSpaceAttr::get(rewriter.getContext(), choice.space);
  auto padAttr =
      pad.empty() ? DenseI64ArrayAttr() : rewriter.getDenseI64ArrayAttr(pad);
  for (Value result : toStore) {
    rewriter.setInsertionPointAfterValue(result);
    auto stored = MaterializeOp::create(rewriter, map.getLoc(), result,
                                        spaceAttr, padAttr, IntegerAttr());
    rewriter.replaceAllUsesExcept(result, stored, stored);
  }
  return success();
}
