//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/ChunkMap.h"

#include "Builders.h"
#include "Padding.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

/// What alone uses a result, and stores it in private memory: the chunks are
/// then stored as they are, so that each work-item has its own if it computes
/// one element of each.
static MaterializeOp findPrivateStore(Value result) {
  if (!result.hasOneUse())
    return {};
  auto store = dyn_cast<MaterializeOp>(*result.user_begin());
  return store && store.getSpace() == AddressSpace::Private ? store
                                                            : MaterializeOp();
}

FailureOr<std::pair<MapOp, MapOp>> lift::chunkMap(RewriterBase &rewriter,
                                                  MapOp map, const Expr &size,
                                                  bool isPadded,
                                                  Refusal &refusal) {
  const Expr length = map.getTripCount();
  if (failed(checkSaysNothing(map, refusal)) ||
      failed(checkChunk(map, length, size, refusal, isPadded)))
    return failure();
  Location loc = map.getLoc();
  rewriter.setInsertionPoint(map);
  SmallVector<Value> arrays =
      llvm::map_to_vector(map.getInputs(), [&](Value array) {
        if (isPadded)
          array = padDim(rewriter, loc, array, size, /*dim=*/0);
        return splitDim(rewriter, loc, array, size);
      });
  MapOp inner;
  auto outer = MapOp::create(
      rewriter, loc, arrays, MappingAttr(),
      [&](OpBuilder &builder, Location, ValueRange chunks) {
        inner = MapOp::create(
            builder, loc, chunks, MappingAttr(),
            [&](OpBuilder &nested, Location, ValueRange elements) {
              return cloneBody(nested, map.getBody().front(), elements);
            });
        return llvm::to_vector_of<Value>(inner.getResults());
      });
  auto joinChunks = [&](Value array) -> Value {
    array = JoinOp::create(rewriter, loc, array, 0);
    if (!isPadded)
      return array;
    return TakeOp::create(rewriter, loc, array,
                          getSizeArrayAttr(rewriter.getContext(), {length}),
                          DenseI64ArrayAttr());
  };
  for (auto [old, chunks] :
       llvm::zip_equal(map.getResults(), outer.getResults())) {
    if (MaterializeOp store = findPrivateStore(old)) {
      rewriter.setInsertionPoint(store);
      Value stored = storeIn(rewriter, loc, chunks, AddressSpace::Private);
      rewriter.replaceOp(store, joinChunks(stored));
      rewriter.setInsertionPoint(map);
    } else {
      rewriter.replaceAllUsesWith(old, joinChunks(chunks));
    }
  }
  rewriter.eraseOp(map);
  return std::pair(outer, inner);
}
