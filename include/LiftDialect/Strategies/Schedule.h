//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule: a sequence of rewrites, as a script of the transform dialect.
// Strategies write schedules and nothing else, so that what they do can be
// printed, changed, and done again.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_STRATEGIES_SCHEDULE_H
#define LIFTDIALECT_STRATEGIES_SCHEDULE_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Block.h"
#include "LiftDialect/Rewriting/SharedWindows.h"
#include "LiftDialect/Rewriting/SkewRows.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::lift {

/// The line between schedules of one file, as between programs.
inline constexpr StringLiteral kScheduleSeparator = "// -----";

/// The name of a handle in a schedule.
using Handle = std::string;

/// The numbers of the patterns from the top level of the function to this one,
/// as match_pattern counts them; none if something else stands between.
std::optional<SmallVector<unsigned>> getPatternPath(Operation *pattern);

/// How an argument is staged, see transform.lift.stage.
struct StageChoice {
  unsigned argument = 0;
  StringRef space = "local";
  SmallVector<int64_t> readOrder = {};
  int64_t vector = 1;
  SmallVector<int64_t> chunks = {};
  bool isPadded = false;
  SmallVector<int64_t> pad = {};
  std::optional<int64_t> buffers = std::nullopt;
  bool isComputed = false;
  int64_t behind = 0;
};

/// How a reduction or a histogram is split, see transform.lift.split_reduction
/// and transform.lift.split_histogram, which has no chunks.
struct SplitChoice {
  bool isStrided = false;
  int64_t chunk = 1;
  bool isPadded = false;
  bool hasWholeChunks = false;
  int64_t multiple = 0;
  StringRef space = "";
};

/// How a scan is split, see transform.lift.split_scan.
struct SplitScanChoice {
  Handle epilogue = "";
  bool isPadded = false;
  int64_t multiple = 1;
  int64_t chunk = 1;
  StringRef space = "";
  int64_t vector = 1;
};

/// What split_scan gives; no `epilogue` without one.
struct SplitScanHandles {
  Handle parts, part, starts, rest, scan, copies, epilogue;
};

/// Writes a schedule, operation by operation; handles are named as they come.
class Schedule {
public:
  /// A line of comment.
  void comment(const Twine &text);

  /// The pattern with that number in the body of the function, or of a pattern.
  Handle matchPattern(unsigned number, const Handle &outer = "%func");
  /// So many maps inside each other, the outermost first, each the first
  /// pattern in the one around it.
  SmallVector<Handle> matchMaps(const Handle &outermost, size_t count);
  /// The loops of the parts, and the maps after the reduction.
  SmallVector<Handle> block(const Handle &nest, const BlockOptions &options);
  Handle stage(const Handle &loop, const StageChoice &choice,
               const Handle &place = "");
  /// The map of a tile, in the body of `loop`.
  Handle computeAt(const Handle &loop, unsigned argument);
  /// The nest, with a dimension more for each level.
  Handle skewRows(const Handle &nest, const SkewOptions &options);
  /// The nest, with a dimension more for the rows of a block.
  Handle shareWindows(const Handle &nest, const SharedWindowsOptions &options);
  /// The pattern, for sizes that are numbers.
  Handle fixSizes(const Handle &pattern,
                  const std::map<std::string, int64_t> &sizes);
  /// The loop that computes an argument of `loop`, too.
  Handle fuseProducer(const Handle &loop, unsigned argument);
  void computeInReaders(const Handle &map);
  void copyResults(const Handle &map);
  Handle copyArgument(const Handle &loop, unsigned argument,
                      bool isBelowWindows = false,
                      ArrayRef<int64_t> readOrder = {});
  void relayout(const Handle &reduce);
  void place(const Handle &reduce, StringRef space,
             ArrayRef<std::string> choices);
  /// In the order in which they are computed, or, `asRead`, are read.
  void storeResults(const Handle &map, StringRef space, bool asRead = false,
                    ArrayRef<int64_t> pad = {}, ArrayRef<int64_t> only = {});
  void copyYields(const Handle &map, bool isForAll = false);
  Handle hoistIndexedRows(const Handle &map);
  /// The map over the parts, the reduction of a part, and the rest.
  SmallVector<Handle> splitReduction(const Handle &reduce, const Expr &by,
                                     const SplitChoice &choice = {});
  /// The map over the parts, the histogram of a part, and the map over the
  /// bins.
  SmallVector<Handle> splitHistogram(const Handle &histogram, const Expr &by,
                                     const SplitChoice &choice);
  /// The reduction over the chunks, and the histogram of a chunk.
  std::pair<Handle, Handle> chunkHistogram(const Handle &histogram, int64_t by,
                                           bool isPadded);
  /// The histogram that those of a map become.
  Handle joinHistograms(const Handle &map, bool isTurned);
  /// The map that writes the initial bins, the histogram, and the map that
  /// takes the results.
  SmallVector<Handle> shareHistogram(const Handle &histogram,
                                     bool isForGroups = false);
  /// The nest of the parts, and that of the results.
  SmallVector<Handle> splitNest(const Handle &nest, ArrayRef<unsigned> dims,
                                const Expr &by, bool isPadded,
                                bool isMasked = false);
  /// The map, and the reduction of what it computes.
  std::pair<Handle, Handle> fission(const Handle &reduce);
  /// The map of what a pattern in the body computes, and that of the rest.
  std::pair<Handle, Handle> fissionMap(const Handle &map,
                                       const Handle &pattern);
  /// The same of maps inside each other, the outermost first, and a pattern in
  /// the body of the last.
  std::pair<Handle, Handle> fissionMaps(ArrayRef<Handle> maps, Handle pattern);
  /// Gives each pattern in the body of the last of some maps inside each other
  /// maps of its own.
  void divideMaps(ArrayRef<Handle> maps);
  /// The map over the chunks, and the one over the elements of each.
  std::pair<Handle, Handle> chunkMap(const Handle &map, const Expr &by,
                                     bool isPadded);
  /// The nests of the first elements of a dimension, and of the others.
  std::pair<Handle, Handle> peel(const Handle &nest, unsigned dim,
                                 const Expr &first);
  /// The reductions of the first elements, and of the others.
  std::pair<Handle, Handle> peelReduction(const Handle &reduce,
                                          const Expr &first);
  /// The outer and the inner reduction.
  std::pair<Handle, Handle> chunkReduction(const Handle &reduce, const Expr &by,
                                           bool isPadded = false);
  /// The maps of the shuffles.
  Handle transposeVectors(const Handle &loop, unsigned argument);
  Handle widen(const Handle &map, int64_t width);
  Handle treeReduction(const Handle &reduce, StringRef space,
                       int64_t radix = 2);
  SplitScanHandles splitScan(const Handle &scan, const Expr &by,
                             const SplitScanChoice &choice);
  /// The scan that takes all steps together, and the map in its step.
  std::pair<Handle, Handle> exchangeScan(const Handle &map,
                                         bool isApart = false);
  /// The map over one part, and the scan in it.
  std::pair<Handle, Handle> wrapScan(const Handle &scan, const Expr &by);
  /// The scan over the chunks, and that of a chunk.
  std::pair<Handle, Handle> chunkScan(const Handle &scan, int64_t by,
                                      bool isPadded, int64_t vector = 1);
  Handle treeScan(const Handle &scan, StringRef space);
  void mapTo(const Handle &map, ArrayRef<std::string> choices);
  void unroll(const Handle &loop, int64_t factor = 0);
  void vectorize(const Handle &loop, int64_t width);
  /// Canonicalization, with some of apply_patterns.lift.*, inside of a pattern
  /// or of the whole function. What changes arithmetic must leave the
  /// function's other patterns alone.
  void cleanUp(ArrayRef<StringRef> patterns, const Handle &inside = "%func");

  /// What the function requires of its sizes (`lift.requires`), or prefers
  /// (`lift.prefers`), all of it.
  void setConditions(StringRef attribute, ArrayRef<Attribute> conditions);

  /// The script: a module with the sequence @__transform_main, which has the
  /// name of the function that it is for.
  std::string str(FlatSymbolRefAttr func) const;

private:
  SmallVector<Handle> newHandles(unsigned count);
  SmallVector<Handle> split(StringRef rewrite, const Handle &fold,
                            const Expr &by, const SplitChoice &choice);
  void finish(unsigned numOperands, unsigned numResults);

  std::string body;
  llvm::raw_string_ostream os{body};
  unsigned numHandles = 0;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_STRATEGIES_SCHEDULE_H
