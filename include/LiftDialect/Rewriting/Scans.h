//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules on one scan, whose steps can be composed (Composition.h). Each element
// stays where it is, so that no law of the order is needed.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_SCANS_H
#define LIFTDIALECT_REWRITING_SCANS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

struct SplitScanOptions {
  /// The number of elements of a part.
  Expr size;
  /// Rounds the number of elements up to whole parts. What stands beyond the
  /// end is of no account: it comes last, and is cut off.
  bool isPadded = false;
  /// `isPadded`: rounds the number of parts up to a multiple of that.
  int64_t multiple = 1;
  /// Adds whole chunks of so many elements, into which all are cut.
  int64_t chunk = 1;
  /// Where the sums of the parts are stored, if not where they are used.
  std::optional<AddressSpace> space;
  /// Above 1: each part is copied to private memory and back, in vectors.
  int64_t vectorWidth = 1;
  /// A map that alone reads what is scanned: done for each part when that is
  /// scanned, with `vectorWidth` in place of the copy back.
  MapOp epilogue;
};

struct SplitScan {
  /// The map over the parts, and the reduction of a part.
  MapOp parts;
  ReduceOp part;
  /// The scan of what the parts reduce to.
  ScanOp starts;
  /// The map over the parts that scans them, and the scan of a part.
  MapOp rest;
  ScanOp scan;
  /// What copies the parts to private memory, if anything does.
  MapOp copies;
  /// The epilogue of a part, if there is one.
  MapOp epilogue;
};

/// Scans parts, each from what those before it reduce to:
///
///   scan (+) z x = join (zipWith (\s p -> scan (+) s p) starts (split x))
///   starts       = take n (z : scan (+) z (map (reduce (+) e) (split x)))
///
/// where e is neutral. Needs steps that can be composed: then (+) composes
/// them, and the starts are what the functions of the parts make of z. Refused,
/// too: an epilogue that says how it runs; something else that reads what is
/// scanned.
FailureOr<SplitScan> splitScan(RewriterBase &rewriter, ScanOp scan,
                               const SplitScanOptions &options,
                               Refusal &refusal);

/// scan f z x = join (map (scan f z) (split n x)): a map over one part, for
/// which the number of elements is rounded up to a multiple of `size`. Exact.
/// Returns the map and the scan in it.
FailureOr<std::pair<MapOp, ScanOp>> wrapScan(RewriterBase &rewriter,
                                             ScanOp scan, const Expr &size,
                                             Refusal &refusal);

/// map (scan f z) x = transpose (scan (zipWith f) (broadcast z) (transpose x)),
/// map (reduce f z) x = reduce (zipWith f) (broadcast z) (transpose x):
/// all scans, or reductions, take a step together, so that neighbours in memory
/// of different ones are read one after another. Exact. Replaces the map;
/// returns the scan or reduction, and the map in its step. With `isApart`, the
/// next step of a scan reads arrays that nothing else does, which are small
/// enough for registers, in place of what is stored.
/// Refused: a map that does more, or says how it runs; steps that read what it
/// goes through; results that nothing needs, which would be arrays, but for
/// those of the scan with `isApart`, and accumulators that are arrays with it.
FailureOr<std::pair<FoldPattern, MapOp>>
exchangeScan(RewriterBase &rewriter, MapOp map, bool isApart, Refusal &refusal);

struct ChunkScanOptions {
  /// The number of elements of a chunk, a constant.
  int64_t size;
  /// Rounds the number of elements up to whole chunks.
  bool isPadded = false;
  /// Copies chunks in vectors of so many.
  int64_t vectorWidth = 1;
};

/// scan f z x = join (tail (scan g (z, _) (split x))), where
/// g (s, _) c = (last r, r) and r = scan f s c: a chunk after the other, each
/// of which is copied to private memory, and back when it is scanned, so that
/// the loads of a chunk do not wait for its steps. Exact. Returns the scan over
/// the chunks, and that of a chunk. Refused: an accumulator that is an array;
/// elements that are arrays; `isPadded`: a step that may fail for what stands
/// beyond the end.
FailureOr<std::pair<ScanOp, ScanOp>> chunkScan(RewriterBase &rewriter,
                                               ScanOp scan,
                                               const ChunkScanOptions &options,
                                               Refusal &refusal);

/// Scans a constant number n of elements in log2 n maps, whose results are in
/// `space`: each combines elements with those 1, 2, 4, ... before them (Hillis,
/// Steele: Data Parallel Algorithms, CACM 1986). Needs what splitting needs,
/// and a step that combines elements as they are. Returns the maps, the first
/// first.
FailureOr<SmallVector<MapOp>> treeScan(RewriterBase &rewriter, ScanOp scan,
                                       AddressSpace space, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_SCANS_H
