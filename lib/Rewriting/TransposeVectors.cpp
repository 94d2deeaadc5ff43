//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/TransposeVectors.h"

#include "Builders.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The numbers of the lower halves of two vectors of `width` in turn, or of the
/// upper halves.
static Value interleave(OpBuilder &builder, Location loc, ValueRange vectors,
                        int64_t width, bool isHigh) {
  SmallVector<int64_t> lanes;
  const int64_t first = isHigh ? width / 2 : 0;
  for (int64_t lane = first; lane < first + width / 2; ++lane)
    llvm::append_values(lanes, lane, width + lane);
  return vector::ShuffleOp::create(builder, loc, vectors[0], vectors[1], lanes);
}

/// Interleaves the numbers of each vector of the first half with those of its
/// counterpart in the second half, and stores all.
static Value interleaveHalves(OpBuilder &builder, Location loc, Value vectors,
                              int64_t width, MapOp &map) {
  ArrayAttr half = getSizeArrayAttr(builder.getContext(), {Expr(width / 2)});
  Value first =
      TakeOp::create(builder, loc, vectors, half, DenseI64ArrayAttr());
  Value second =
      DropOp::create(builder, loc, vectors, half, DenseI64ArrayAttr());
  map =
      MapOp::create(builder, loc, ValueRange{first, second}, MappingAttr(),
                    [&](OpBuilder &inner, Location, ValueRange pair) {
                      return SmallVector<Value>{
                          interleave(inner, loc, pair, width, /*isHigh=*/false),
                          interleave(inner, loc, pair, width, /*isHigh=*/true)};
                    });
  Value both =
      ConcatOp::create(builder, loc, map.getResults(), /*dim=*/0).getResult();
  Value pairs =
      exchangeDims(builder, loc, splitDim(builder, loc, both, width / 2));
  return storeIn(builder, loc, JoinOp::create(builder, loc, pairs, 0),
                 AddressSpace::Private);
}

FailureOr<SmallVector<MapOp>> lift::transposeVectors(RewriterBase &rewriter,
                                                     MapOp loop,
                                                     unsigned argument,
                                                     Refusal &refusal) {
  if (argument >= loop.getInputs().size())
    return refusal.set(loop, "has no argument number " + Twine(argument));
  auto vectors = loop.getInputs()[argument].getDefiningOp<AsVectorOp>();
  if (!vectors)
    return refusal.set(loop, "goes through no vectors of numbers");
  const int64_t width = vectors.getWidth();
  auto type = cast<ArrayType>(vectors.getInput().getType());
  if (!llvm::isPowerOf2_64(width) || type.getRank() != 2 ||
      !llvm::all_of(type.getSizeExprs(),
                    [&](const Expr &size) { return size.isConstant(width); }))
    return refusal.set(loop,
                       "goes through vectors that are no square, or whose "
                       "width is no power of two");
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  Value rows = AsVectorOp::create(
      rewriter, loc, exchangeDims(rewriter, loc, vectors.getInput()), width);
  rows = JoinOp::create(rewriter, loc, rows, 0);
  SmallVector<MapOp> maps(llvm::Log2_64(width));
  for (MapOp &map : maps)
    rows = interleaveHalves(rewriter, loc, rows, width, map);
  rows = splitDim(rewriter, loc, rows, 1);
  rewriter.modifyOpInPlace(
      loop, [&] { loop.getInputsMutable()[argument].set(rows); });
  if (vectors->use_empty())
    rewriter.eraseOp(vectors);
  return maps;
}
