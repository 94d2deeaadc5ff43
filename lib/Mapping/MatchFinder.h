//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares MatchFinder: by which maps two accesses are made by the
// same work-item or work-group, wherever they meet.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_MAPPING_MATCHFINDER_H
#define LIFT_LIB_MAPPING_MATCHFINDER_H

#include "FormAccesses.h"
#include "LiftDialect/Mapping/KernelMapping.h"
#include "Tabulator.h"

namespace mlir::lift {

/// Puts a choice for two maps into two index functions and asks the analysis
/// that places barriers whether the ids are the same.
class MatchFinder {
public:
  using Match = MappingProblem::Match;

  MatchFinder(const KernelMapping &kernel, const FormAccesses &accesses,
              Tabulator &tabulator);

  /// Adds the matches of two accesses. Indices that are the same wherever the
  /// accesses meet stand in the same place of both lists.
  void find(ArrayRef<Expr> first, ArrayRef<unsigned> firstMaps,
            ArrayRef<Expr> second, ArrayRef<unsigned> secondMaps,
            std::vector<Match> &matches);

  /// The codes with which a map, that may be mapped already, divides its work
  /// among several ids: only these have matches.
  CodeSet getDividingCodes(unsigned map) const {
    CodeSet all = 0;
    for (const auto &[count, codes] : codesOfCounts)
      if (!count.isConstant(1))
        all |= codes;
    return all & getCommonCodes(map, map);
  }

private:
  /// What the ids of two maps follow from.
  struct Ids {
    Expr first, second, count, length, otherLength;
    int64_t width;
  };

  /// Adds the match, if one of the indices shows it: one may show it for values
  /// of tuning names for which another does not.
  void addMatches(Match match, const Expr &count, ArrayRef<Expr> first,
                  ArrayRef<Expr> second, std::vector<Match> &matches);
  /// Whether a map has one element, or one vector.
  bool hasOneTrip(unsigned map, int64_t width) const;
  /// The codes that both maps can still have.
  CodeSet getCommonCodes(unsigned map, unsigned other) const;
  bool isForVectors(unsigned map) const;
  /// The vector widths that both maps can have.
  std::vector<int64_t> getCommonWidths(unsigned map, unsigned other) const;
  const std::string &getIndex(unsigned map) const {
    return accesses.getLoops(map).index;
  }
  /// What an index grows by with that of a map, if that is always the same;
  /// else a name that nothing else has.
  const Expr &getWeight(const Expr &index, unsigned map);
  Expr findWeight(const Expr &index, unsigned map) const;
  /// For which values of tuning names the two ids are the same. Much of a
  /// program repeats itself, and is asked once.
  Quantity getSame(const Ids &ids, unsigned map, unsigned other);
  /// The expressions and the ranges of their indices, with names that maps of
  /// the same structure have in common.
  std::vector<Expr> getQuestion(const Ids &ids, unsigned map,
                                unsigned other) const;
  Quantity findSame(const Ids &ids, unsigned map, unsigned other);
  bool isSame(const Ids &ids, unsigned map, unsigned other,
              Assumptions facts) const;
  /// The index with that of `map` as trip * count + id, as loops over ids have
  /// it, or the number of a vector as that. `suffix` tells apart the names that
  /// belong to one of two accesses.
  Expr distribute(const Expr &index, unsigned map, const std::string &suffix,
                  const Expr &length, const Ids &ids, Assumptions &facts) const;

  const MappingProblem &problem;
  const FormAccesses &accesses;
  const Assumptions &facts;
  Tabulator &tabulator;
  /// The codes that have so many ids.
  std::map<Expr, CodeSet> codesOfCounts;
  /// What getWeight has said.
  std::map<std::pair<unsigned, Expr>, Expr> weights;
  /// What getSame has said.
  std::map<std::vector<Expr>, Quantity> answers;
};

} // namespace mlir::lift

#endif // LIFT_LIB_MAPPING_MATCHFINDER_H
