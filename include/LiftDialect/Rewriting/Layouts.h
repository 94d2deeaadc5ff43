//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data refinement: where an array stands and in which layout, between the
// operation that computes it and those that read it.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_LAYOUTS_H
#define LIFTDIALECT_REWRITING_LAYOUTS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir {
class RewritePatternSet;
}

namespace mlir::lift {

/// How an array is copied for the readers of a loop's argument.
struct StageOptions {
  AddressSpace space = AddressSpace::Local;
  /// The dimensions of the array in the order in which the copy reads them;
  /// empty for their own order.
  SmallVector<int64_t> readOrder;
  /// How many neighbours, in that order, are copied at a time.
  int64_t vectorWidth = 1;
  /// With numbers, the copy is one list, cut into chunks: {256, 16} into rows
  /// of 16, and 16 rows each; without, it has a loop for each dimension.
  SmallVector<int64_t> chunks;
  /// Rounds the list up to whole chunks of the first length, by the last
  /// element again.
  bool isPadded = false;
  /// As for `materialize`.
  SmallVector<int64_t> pad;
  std::optional<int64_t> buffers;
  /// Whether what readers do to each element alone is done once, by the copy:
  /// with x for f x in each reader, x = V^-1 (materialize (map f (V x))).
  bool isComputed = false;
  /// With a number n, only what is behind the first n elements is copied, for
  /// the loops that go through x itself: x = concat (take n x) (copy (drop n
  /// x)).
  int64_t behind = 0;
};

/// The loops of a copy.
struct StagedCopy {
  MapOp outer, inner;
};

/// Copies argument number `argument` of `loop` before the readers use it:
///
///   x = V^-1 (materialize (copy (V x)))
///
/// where V turns, joins, makes vectors and cuts. The copy stands at the start
/// of the body of `loop`, or of that of `place`, a loop inside it; or of a loop
/// around it, and then x is all that `loop` goes through as that argument.
/// Private memory has the layout of the copy, other memory that of x. The
/// values are the same.
///
/// Refused: a scalar; a place that is not inside the loop or around; readers
/// that are not inside the place; an array that is not there yet in a place
/// around; a computed copy where readers do nothing to elements alone, of a
/// part, or in a place around; a part that is all or nothing, or that no loop
/// goes through.
FailureOr<StagedCopy> stageArgument(RewriterBase &rewriter, Operation *loop,
                                    unsigned argument, Operation *place,
                                    const StageOptions &options,
                                    Refusal &refusal);

/// Has `loop` go through a copy of its argument number `argument`, which is a
/// view of an array outside of all patterns, in the order of the view:
///
///   map f x = map f (map id x)
///
/// or, with `isBelowWindows`, through windows of a copy of what they are of, in
/// maps around the loop, too:
///
///   map f (slide n s x) = map f (slide n s (map id x))
///
/// Where `readOrder` names the dimensions, the copy has them in that order:
///
///   x = T^-1 (map id (T x))
///
/// Returns the outermost loop of the copy. Refused: a scalar; an argument that
/// a loop around brings, unless there are windows; none with `isBelowWindows`;
/// an order that is no permutation.
FailureOr<MapOp> copyArgument(RewriterBase &rewriter, Operation *loop,
                              unsigned argument, bool isBelowWindows,
                              ArrayRef<int64_t> readOrder, Refusal &refusal);

/// Moves the views at the end of the step of a reduction of arrays to its
/// result, where V has an inverse V^-1:
///
///   reduce (V . f) z = V (reduce (f . V) (V^-1 z))
///
/// so that the accumulators stand in memory as they are computed. In place.
/// Refused: no accumulator ends with such a view.
LogicalResult relayoutAccumulators(RewriterBase &rewriter, ReduceOp reduce,
                                   Refusal &refusal);

/// Whether one map copies values of these types: arrays of the same sizes.
bool areCopiedTogether(TypeRange types);

/// Says that the accumulators that are arrays are in `space`: they start with a
/// copy there, whose outermost loops have `mappings`, and the results are read
/// from there; from local memory, those that a body yields as they are by such
/// loops, too, and those of a function's reduction by one map, to global
/// memory. Refused: no accumulator is an array; one map does not copy those.
LogicalResult placeAccumulators(RewriterBase &rewriter, ReduceOp reduce,
                                AddressSpace space,
                                ArrayRef<MappingAttr> mappings,
                                Refusal &refusal);

/// Where results of a map are stored.
struct StoredResults {
  AddressSpace space;
  /// Not as they are computed, but behind the views with an inverse that alone
  /// read them.
  bool areAsRead = false;
  /// The elements that are added to the rows of the buffers, if any are.
  ArrayRef<int64_t> pad = {};
  /// The numbers of the results; all if empty.
  ArrayRef<int64_t> only = {};
};

/// Says that the results of a map that are not stored where they are used are
/// stored, and read from there. Refused: all are stored or unused; another
/// number of dimensions than `pad` has numbers.
LogicalResult storeResults(RewriterBase &rewriter, MapOp map,
                           const StoredResults &choice, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_LAYOUTS_H
