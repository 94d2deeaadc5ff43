//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the rewrites that are checked, and random schedules of one
// of them each, for nests.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_SCHEDULEGENERATOR_H
#define LIFT_TOOLS_LIFT_FUZZ_SCHEDULEGENERATOR_H

#include "Check.h"
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
  PeelReduction,
  Tree,
  SplitNest,
  Widen,
  ChunkMap,
  Peel,
  SkewRows,
  TransposeVectors,
  Views,
  Contract,
  ReduceElements,
  // From here on, of programs of any kind.
  FuseProducer,
  ComputeAt,
  ComputeInReaders,
  InlineInWindows,
  ShareWindows,
  CopyArgument,
  StoreResults,
  CopyYields,
  CopyResults,
  MergeMaps,
  DivideMap,
  Fission,
  FissionMap,
  HoistPattern,
  FixSizes,
  HoistIndexedRows,
  HoistConcats,
  DropBroadcasts,
  SplitScan,
  WrapScan,
  ChunkScan,
  TreeScan,
  SplitHistogram,
  ShareHistogram,
  ChunkHistogram,
  JoinHistograms,
  MergeAddedReductions,
  MergeInputs,
  MergeReductions,
  ExpandSums,
  DeduceLaws,
  ChooseInOrder,
  ExchangeScan
};
inline constexpr unsigned kNumRewrites = unsigned(Rewrite::ExchangeScan) + 1;

/// Whether it is checked with programs of any kind, not with nests.
inline bool isForAnyProgram(Rewrite rewrite) {
  return rewrite >= Rewrite::FuseProducer;
}

/// The name of its operation, without `transform.`.
StringRef getName(Rewrite rewrite);

NestWishes getWishes(Rewrite rewrite, Random &random);

/// A script of the transform dialect, and what it is to keep.
struct GeneratedSchedule {
  std::string text;
  Accuracy accuracy = Accuracy::Exact;
};

/// The script with these operations.
std::string makeScript(StringRef body);

/// A schedule for a program of `shape`. Now and then its numbers are such that
/// it must be refused.
GeneratedSchedule generateSchedule(Rewrite rewrite, const NestShape &shape,
                                   const SizeBindings &sizes, Random &random);

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_SCHEDULEGENERATOR_H
