//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which tile a group computes of a contraction, and how long that takes.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_STRATEGIES_LOCALTILE_H
#define LIB_STRATEGIES_LOCALTILE_H

#include "ContractionShape.h"
#include "LiftDialect/Strategies/Problem.h"

namespace mlir::lift {

/// A tile, the steps of the sum whose operands are in local memory at a time,
/// and the work-items that the tile is divided among, below and beside each
/// other.
struct LocalTile {
  int64_t rows, columns, steps;
  int64_t itemsDown, itemsAcross;
  /// The share of the best rate that groups reach on large problems.
  double rate;
  /// The share of that which a group of a matrix product reaches alone on a
  /// compute unit, beyond what all tiles lose there.
  double alone = 1.0;
  /// Whether it is for windows, too, which take longer to copy.
  bool isForWindows = true;

  int64_t getGroupSize() const { return itemsDown * itemsAcross; }
};

/// Whether an operand is of windows, whose places are counted.
bool hasWindows(const NestOperand &operand);

/// Whether a contraction is a product of matrices: sums over one dimension, and
/// no windows.
bool isMatrixProduct(const Nest &nest, const ContractionShape &shape);

/// Neighbours that are loaded, stored and computed at a time.
inline constexpr int64_t kTileVector = 4;

/// The sizes of a contraction: of the axes of a group, of its rows and columns,
/// of the reduced axis that is cut into steps, and of the other ones together.
struct ContractionSizes {
  int64_t outer, rows, columns, steps, taps;
  /// The accumulators of an element, each of which takes a multiply-add in a
  /// step.
  int64_t accumulators;
  /// Whether it is a product of matrices (`isMatrixProduct`); to find where
  /// windows stand takes time, too.
  bool isProduct;
  /// Whether vectors of an operand can be loaded.
  bool hasVectors;
  /// Whether one operand of rows is multiplied by as many of columns as there
  /// are accumulators, or one of columns by as many of rows.
  bool sharesRows, sharesColumns;
  /// How many more loads than those of whole vectors the windows of a step
  /// take, for each row and each column.
  double rowLoads, columnLoads;
};

/// The sizes, if they are known.
std::optional<ContractionSizes> getSizes(const Problem &problem,
                                         const Nest &nest,
                                         const ContractionShape &shape);

/// Whether a matrix is so small that the tiles of a product with it would be
/// mostly empty, and a device reads numbers of it from its nearest cache as
/// fast as it reads the other matrix: one that changes colours.
bool isTiny(const Problem &problem, const Nest &nest,
            const ContractionShape &shape);

/// The most elements of the last reduced dimension that are too few for steps
/// of its own.
inline constexpr int64_t kShortSum = 31;

/// Whether the last reduced dimension is too short for that.
bool joinsSteps(const Problem &problem, const Nest &nest);

/// A nest, and what its dimensions are as those of a contraction.
struct ContractionNest {
  Nest nest;
  ContractionShape shape;
};

/// Refuses a pattern that is no nest, or no contraction.
FailureOr<ContractionNest> getContraction(const Problem &problem,
                                          Operation *pattern, Refusal &refusal);

/// The same; refuses, too, what has no tiles in local memory on the device.
FailureOr<ContractionNest> getContractionInTiles(const Problem &problem,
                                                 Operation *pattern,
                                                 Refusal &refusal);

/// The tiles whose operands fit into the local memory of a device.
SmallVector<LocalTile> getTiles(const DeviceModel &device,
                                const ContractionShape &shape);

/// How long a contraction takes with a tile, in multiply-adds of one compute
/// unit at its best rate, 184 G a second: the busiest unit computes its groups
/// one after another, and is slower where few groups are on it at a time. The
/// constants are fitted to 477 times of 46 programs and sizes on an H200
/// (benchmarks/results/2026-11-29-tiles-h200.md).
double estimate(const DeviceModel &device, const ContractionSizes &sizes,
                const LocalTile &tile);

/// What a kernel takes in the same unit, a small one behind it, and a number
/// that is read from memory once.
inline constexpr double kKernelTime = 1.3e6, kNextKernelTime = 644e3,
                        kNumberInMemory = 0.2;

/// So many numbers stay in a cache.
inline constexpr double kCacheSize = 12e6;

/// The tile with the least estimate.
LocalTile getBestTile(const DeviceModel &device, const ContractionSizes &sizes,
                      ArrayRef<LocalTile> tiles);

/// How long a contraction takes with the best tile, and the sums cut into parts
/// if that is best. The sizes may be those of a part of the nest.
double estimateInParts(const Problem &problem, const ContractionSizes &sizes,
                       const Nest &nest, const ContractionShape &shape);

} // namespace mlir::lift

#endif // LIB_STRATEGIES_LOCALTILE_H
