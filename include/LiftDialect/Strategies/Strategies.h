//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The strategies. Each looks at the shape of a nest, and either writes a
// schedule for it or refuses.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_STRATEGIES_STRATEGIES_H
#define LIFTDIALECT_STRATEGIES_STRATEGIES_H

#include "LiftDialect/Rewriting/Nest.h"
#include "LiftDialect/Strategies/Problem.h"
#include "LiftDialect/Strategies/Schedule.h"

namespace mlir::lift {

/// Whether a reduction is inside of another one: only then may kernels for
/// short sums (`Assumed::ShortSums`) differ from others.
bool hasSumsOverSeveralDims(Operation *root);

/// Whether there is one reduction that is in no other one.
bool hasOneSum(Operation *root);

/// Whether a map reads rows in several patterns, of which one reduces them, or
/// the two patterns of a function reduce: rows may be in registers meanwhile.
/// Not where matrices are multiplied, which takes longer.
bool readsRowsAgain(Operation *root);

/// Whether elements change places, and nothing is reduced.
bool onlyTransposes(Operation *root);

/// The patterns at the top level of a function, as match_pattern counts them.
SmallVector<Operation *> getTopLevelPatterns(func::FuncOp func);

/// What a strategy leaves.
enum class StrategyRole {
  /// Nothing to be chosen.
  Whole,
  /// Patterns that other strategies are for, but no other first step.
  FirstStep,
  /// Patterns that any strategy is for.
  Preparation
};

/// A strategy for a pattern.
struct Plan {
  StringRef strategy;
  /// Its schedule.
  std::string script;
  StrategyRole role;
};

/// Applies the first strategy that fits pattern `number` of the function of
/// `problem`; not a first step if it `hasFirstStep` already. The
/// refusal has the reasons of all.
FailureOr<Plan> optimizePattern(Problem &problem, unsigned number,
                                bool hasFirstStep, Refusal &refusal);

/// Applies a schedule to a copy of `func`, which it becomes if all of it
/// applies and the device has memory for what it makes.
LogicalResult applySchedule(func::FuncOp func, StringRef script,
                            const DeviceModel &device, Refusal &refusal);

/// Contractions with one row or one column, if that is known: leaves a product
/// of a matrix and a vector.
LogicalResult planSingleSide(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal);

/// Contractions with a few columns, if that is known: reductions of columns.
LogicalResult planFewColumns(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal);

/// Contractions in local memory of what other patterns compute, number by
/// number in a few operations: leaves one that computes it.
LogicalResult planComputedOperands(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal);

/// Contractions whose last dimension is short, and only one of those of its
/// side: leaves one where such dimensions are outer ones.
LogicalResult planShortColumns(Problem &problem, Operation *pattern,
                               const Handle &root, Schedule &schedule,
                               Refusal &refusal);

/// Convolutions of images whose channels are planes: leaves one that sums up
/// the channels of one tap after another, and a copy of the filters for that.
LogicalResult planConvolutionOfPlanes(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal);

/// Contractions with a side that is a little more than whole tiles, which other
/// patterns do not read: leaves one with whole tiles, and one with the rest.
LogicalResult planPeeling(Problem &problem, Operation *pattern,
                          const Handle &root, Schedule &schedule,
                          Refusal &refusal);

/// Contractions with too few tiles for a device: leaves one with more of them,
/// and the sums of its parts.
LogicalResult planSplitContraction(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal);

/// Contractions (reductions of two operands, each of which has a parallel
/// dimension that the other has not, as matrix products and convolutions) whose
/// tiles stand in local memory.
LogicalResult planLocalTiles(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal);

/// Contractions on a CPU whose columns are no neighbours in memory: leaves a
/// copy with columns that are, and the contraction.
LogicalResult planTurnedColumns(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal);

/// Contractions on a device whose groups share tiles, of operands whose last
/// dimension in memory is a batch: leaves a copy in which it is the first, and
/// the contraction.
LogicalResult planTurnedBatches(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal);

/// Contractions on such a device whose neighbours in the returned arrays are
/// rows, or elements of a batch: leaves the contraction with rows and columns
/// in the order of the results, or with the batch as first dimension, and a
/// copy of what it stores.
LogicalResult planTurnedResults(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal);

/// Reductions of arrays on such a device whose neighbours in memory are
/// elements of an outer dimension: leaves the reduction with that as the
/// innermost loop, or with a copy of a smaller operand that has the same
/// neighbours.
LogicalResult planOuterColumns(Problem &problem, Operation *pattern,
                               const Handle &root, Schedule &schedule,
                               Refusal &refusal);

/// Sums of products of rows with the elements of a long window of each, on a
/// device whose groups share tiles: leaves the products of blocks of rows with
/// all that their windows have.
LogicalResult planSharedWindows(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal);

/// Contractions whose tiles are those of single work-items, in registers.
LogicalResult planRegisterTiles(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal);

/// Reductions whose step takes elements of each of two arrays, as the forces
/// between bodies, with too few results for a device: the sums in parts.
LogicalResult planSplitPairs(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal);

/// The same sums, of many elements that are not whole chunks, which a group can
/// have in local memory: pads the last chunk.
LogicalResult planPaddedPairs(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal);

/// The same with results enough: a few of them for each work-item.
LogicalResult planPairs(Problem &problem, Operation *pattern,
                        const Handle &root, Schedule &schedule,
                        Refusal &refusal);

/// Maps that compute a few sums for each element and reduce these in order, as
/// the search for the nearest of some centres: all sums in registers.
LogicalResult planFewSums(Problem &problem, Operation *pattern,
                          const Handle &root, Schedule &schedule,
                          Refusal &refusal);

/// The same with many and long sums: leaves a product of matrices that has all
/// of them, and what reduces its rows.
LogicalResult planManySums(Problem &problem, Operation *pattern,
                           const Handle &root, Schedule &schedule,
                           Refusal &refusal);

/// Few sums for each element, and more behind them in the same body, as the
/// look-up of the nearest: leaves one map for the sums, and one for the rest.
LogicalResult planSeparateSums(Problem &problem, Operation *pattern,
                               const Handle &root, Schedule &schedule,
                               Refusal &refusal);

/// Maps that read rows at indices which they go through: leaves maps of these
/// rows.
LogicalResult planIndexedRows(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal);

/// Reductions over several rows each that are apart in memory, on a CPU.
LogicalResult planSumsOfRows(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal);

/// Reductions over several dimensions: leaves some over one.
LogicalResult planJoinedSums(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal);

/// A reduction at the top level of a function, of however many accumulators:
/// the groups reduce parts of it, and one group their results.
LogicalResult planWholeReduction(Problem &problem, Operation *pattern,
                                 const Handle &root, Schedule &schedule,
                                 Refusal &refusal);
LogicalResult planOrderedReduction(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal);

/// Maps that reduce long rows that are fewer than a device has compute units,
/// and compute more from that, as a softmax: leaves a map of the first
/// reduction and one of the rest.
LogicalResult planDividedRows(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal);

/// Maps that reduce such rows, and do nothing else: the sums in parts.
LogicalResult planSplitRows(Problem &problem, Operation *pattern,
                            const Handle &root, Schedule &schedule,
                            Refusal &refusal);

/// Maps that reduce rows with what all rows share, on a device without local
/// memory of its own that is no CPU: a work-item for some rows.
LogicalResult planRowTiles(Problem &problem, Operation *pattern,
                           const Handle &root, Schedule &schedule,
                           Refusal &refusal);

/// Maps whose bodies reduce rows, and compute others from the results, as
/// matrix-vector products, softmax and normalisation: a group for each row.
LogicalResult planRows(Problem &problem, Operation *pattern, const Handle &root,
                       Schedule &schedule, Refusal &refusal);

/// A first step of the same, where maps compute rows for others of the body
/// that have room neither in registers nor in local memory: these compute them.
LogicalResult planRepeatedMaps(Problem &problem, Operation *pattern,
                               const Handle &root, Schedule &schedule,
                               Refusal &refusal);

/// The same for rows of a length that is known and that are read several times:
/// a group has each in its registers.
LogicalResult planRegisterRows(Problem &problem, Operation *pattern,
                               const Handle &root, Schedule &schedule,
                               Refusal &refusal);

/// The same for rows of which only a part has room in the registers of a group:
/// the others are read from memory each time.
LogicalResult planRowEnds(Problem &problem, Operation *pattern,
                          const Handle &root, Schedule &schedule,
                          Refusal &refusal);

/// Maps whose bodies reduce columns, whose neighbours in memory are those of
/// the neighbouring results, as products with a transposed matrix and sums of
/// columns: groups of columns beside each other and rows behind each other.
LogicalResult planColumns(Problem &problem, Operation *pattern,
                          const Handle &root, Schedule &schedule,
                          Refusal &refusal);

/// Maps that reduce the columns of a matrix with what another map reduces its
/// rows to, as A^T (A x): the matrix is read once, row by row, into registers.
LogicalResult planRowsAndColumns(Problem &problem, Operation *pattern,
                                 const Handle &root, Schedule &schedule,
                                 Refusal &refusal);

/// Products of many small matrices whose batch is the last dimension in memory:
/// work-items beside each other have a product each.
LogicalResult planBatchLanes(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal);

/// Maps whose results are returned turned: leaves loops in the order in which
/// memory has their results.
LogicalResult planResultOrder(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal);

/// Maps of numbers some of whose operands have other neighbours in memory than
/// the result: squares in local memory, or in registers.
LogicalResult planTransposition(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal);

/// Maps that reduce short windows of rows of what another map computes: one
/// kernel for both, with the rows of a tile in local memory.
LogicalResult planStencilChain(Problem &problem, Operation *pattern,
                               const Handle &root, Schedule &schedule,
                               Refusal &refusal);

/// Maps of numbers that read neighbours in the same arrays, or reduce short
/// windows of them: vectors, in rows that follow each other.
LogicalResult planStencil(Problem &problem, Operation *pattern,
                          const Handle &root, Schedule &schedule,
                          Refusal &refusal);

/// Maps that reduce windows of so many elements that no work-item has room for
/// them, with what all windows share: filters with many taps.
LogicalResult planLongWindows(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal);

/// The same of windows for which there is no room in local memory, or of few
/// results: sums over parts of the windows, which another kernel adds.
LogicalResult planSplitWindows(Problem &problem, Operation *pattern,
                               const Handle &root, Schedule &schedule,
                               Refusal &refusal);

/// Maps that reduce long windows of rows, column by column: a vector of columns
/// of some rows for a work-item, which have most of their windows in common.
LogicalResult planWindowsOfRows(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal);

/// The same of few results: sums over parts of the windows.
LogicalResult planSplitWindowsOfRows(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal);

/// Maps that reduce small arrays for each element, in steps that need all that
/// the one before has made: a work-item for each, with these in private memory.
LogicalResult planSmallStates(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal);

/// Maps that make small arrays of each element in several steps: a work-item
/// for each, with what it loads, computes and stores as vectors.
LogicalResult planSmallBlocks(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal);

/// Maps that compute small arrays of each element in any way: a work-item for
/// each, and what groups store of them goes through local memory.
LogicalResult planSmallArrays(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal);

/// Maps of numbers whose neighbours are neighbours in all operands: vectors.
LogicalResult planElements(Problem &problem, Operation *pattern,
                           const Handle &root, Schedule &schedule,
                           Refusal &refusal);

/// Plans the scan of an array of numbers, in parts. Refuses what is no scan,
/// and scans that are not declared associative.
LogicalResult planScan(Problem &problem, Operation *pattern, const Handle &root,
                       Schedule &schedule, Refusal &refusal);

/// Maps that reduce rows whose order must stay as it is, each by one work-item.
LogicalResult planOrderedRows(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal);

/// Maps that scan rows, for a CPU: a thread takes a step of some rows after
/// another.
LogicalResult planInterleavedRows(Problem &problem, Operation *pattern,
                                  const Handle &root, Schedule &schedule,
                                  Refusal &refusal);

/// Maps that scan rows of a length that is known: a group has each, or several
/// short ones, in its registers.
LogicalResult planRowScans(Problem &problem, Operation *pattern,
                           const Handle &root, Schedule &schedule,
                           Refusal &refusal);

/// Maps that scan columns or rows, each by one work-item, which loads several
/// elements before it goes through them.
LogicalResult planChunkedScans(Problem &problem, Operation *pattern,
                               const Handle &root, Schedule &schedule,
                               Refusal &refusal);

/// Maps that scan columns, whose neighbours in memory are those of the
/// neighbouring scans: vectors of columns, each in order.
LogicalResult planColumnScans(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal);

/// Maps that scan rows that no group has room for, or too few columns for a
/// device: the scans in parts.
LogicalResult planSplitScans(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal);

/// Maps of the numbers that a scan computes for them alone: the scan, with the
/// map behind its last step.
LogicalResult planScanWithEpilogue(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal);

/// A histogram of more bins than local memory has room for: all work-items of
/// the device update those of the result, by atomic operations.
LogicalResult planHistogramOfGroups(Problem &problem, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal);

/// A map of histograms of more bins than local memory has room for: leaves one
/// histogram of all bins.
LogicalResult planJoinedHistograms(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal);

/// A histogram at the top level: leaves those of parts, and their sums.
LogicalResult planSplitHistogram(Problem &problem, Operation *pattern,
                                 const Handle &root, Schedule &schedule,
                                 Refusal &refusal);

/// Maps of rows that are results and are read by others of the same body, or
/// that index functions compute: leaves copies of these, as lift-normalize
/// gives to results of the function.
LogicalResult planCopiedRows(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal);

/// Maps that make histograms of rows, and then more in the same body: leaves
/// one for the histograms, and one for the rest.
LogicalResult planSeparateHistograms(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal);

/// Maps that make histograms of rows: a group for each, whose work-items have
/// bins of their own in local memory.
LogicalResult planHistograms(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal);

/// Nests that nothing else fits: neighbours of the result for the work-items of
/// a group, whatever they read.
LogicalResult planNest(Problem &problem, Operation *pattern, const Handle &root,
                       Schedule &schedule, Refusal &refusal);

/// The same for maps of numbers that are no nest, as their bodies reduce
/// several things, or look up rows.
LogicalResult planMaps(Problem &problem, Operation *pattern, const Handle &root,
                       Schedule &schedule, Refusal &refusal);

/// Maps with loops in their bodies, of which others read vectors, and that
/// nothing else fits, for a CPU: stores what they compute.
LogicalResult planStoredMaps(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal);

/// Maps of the steps of a reduction or scan, which one group takes, or one for
/// each element of maps around it.
LogicalResult planSharedSteps(Problem &problem, Operation *pattern,
                              const Handle &root, Schedule &schedule,
                              Refusal &refusal);
/// Whether the only group that takes the steps of a reduction has its state in
/// local memory, from where it is copied at the end: all accumulators are
/// arrays of the same sizes, which are known, and small.
bool hasStateNearby(const Problem &problem, FoldPattern fold);

/// Maps that compute long rows, and do more to these or others in the same
/// body, that nothing else fits: leaves a map for each of these things.
LogicalResult planSeveralSteps(Problem &problem, Operation *pattern,
                               const Handle &root, Schedule &schedule,
                               Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_STRATEGIES_STRATEGIES_H
