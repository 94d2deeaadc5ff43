//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the rewrites that are checked, and random schedules of one
// of them each.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_SCHEDULEGENERATOR_H
#define LIFT_TOOLS_LIFT_FUZZ_SCHEDULEGENERATOR_H

#include "NestGenerator.h"

namespace mlir::lift::fuzz {

/// A primitive. Program number n is for number n modulo their count.
enum class Rewrite {
  Block,
  Stage,
  Relayout,
  Place,
  Split,
  Chunk,
  Tree,
  SplitNest,
  Widen,
  ChunkMap,
  Peel,
  SkewRows,
  TransposeVectors,
  Views,
  Contract,
  ReduceElements
};
inline constexpr unsigned kNumRewrites = 16;

/// The name of its operation, without `transform.`.
StringRef getName(Rewrite rewrite);

NestWishes getWishes(Rewrite rewrite, Random &random);

/// A script of the transform dialect, and what it is to keep.
struct GeneratedSchedule {
  std::string text;
  /// Whether all results must be the same bit for bit.
  bool isExact = true;
};

/// A schedule for a program of `shape`. Now and then its numbers are such that
/// it must be refused.
GeneratedSchedule generateSchedule(Rewrite rewrite, const NestShape &shape,
                                   const SizeBindings &sizes, Random &random);

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_SCHEDULEGENERATOR_H
