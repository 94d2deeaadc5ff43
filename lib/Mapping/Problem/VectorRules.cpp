//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of vector widths: which a map can have so that
// lift-vectorize-patterns makes it a map of vectors, and that they are worth
// it.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Mapping/Rules.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// Calls `post` for each map that has a form on vectors.
static void forEachVector(
    const MappingProblem &problem,
    llvm::function_ref<void(unsigned map, const MappingProblem::Vector &vector)>
        post) {
  for (auto [map, facts] : llvm::enumerate(problem.maps))
    if (facts.vector && facts.vector->mustBeScalar.empty())
      post(map, *facts.vector);
}

static void postScalar(const MappingProblem &problem, ConstraintList &list) {
  for (auto [map, facts] : llvm::enumerate(problem.maps))
    if (facts.vector && !facts.vector->mustBeScalar.empty())
      list.push_back(
          {"",
           {unsigned(map)},
           "must take one element at a time: " + facts.vector->mustBeScalar,
           problem.hasVectorWidth(map, 1)});
}

static void postWholeVectors(const MappingProblem &problem,
                             ConstraintList &list) {
  forEachVector(problem, [&](unsigned map,
                             const MappingProblem::Vector &vector) {
    std::vector<Formula> all;
    for (auto [width, divides] :
         llvm::zip_equal(problem.getVectorWidths(map), vector.divides))
      if (divides.getConstant().value_or(0) == 0)
        all.push_back(Formula::implies(
            problem.hasVectorWidth(map, width),
            problem.where(divides, [](int64_t value) { return value; })));
    if (!all.empty())
      list.push_back({"",
                      {map},
                      "must have a vector width that is known to divide its "
                      "length " +
                          vector.length,
                      Formula::all(std::move(all))});
  });
}

/// A formula that holds where a map, or the one that it is fused with, has one
/// of `codes`.
static Formula runsAs(const MappingProblem &problem, unsigned map,
                      CodeSet codes) {
  Formula runs = Formula::in(map, codes);
  if (!problem.maps[map].isPerfect)
    return runs;
  return Formula::any(
      {std::move(runs), Formula::all({Formula::is(map, kFusedCode),
                                      runsAs(problem, map - 1, codes)})});
}

static void postOwners(const MappingProblem &problem, ConstraintList &list) {
  forEachVector(
      problem, [&](unsigned map, const MappingProblem::Vector &vector) {
        if (vector.bound)
          list.push_back(
              {"",
               {map},
               "must take one element at a time where it is mapped to " +
                   std::string(vector.bound & kLclCodes ? "lcl, " : "") +
                   "wrg or glb: its elements are tied to the work-item or "
                   "work-group that computes them",
               Formula::implies(runsAs(problem, map, vector.bound),
                                problem.hasVectorWidth(map, 1))});
      });
}

static void postNeighbours(const MappingProblem &problem,
                           ConstraintList &list) {
  forEachVector(problem, [&](unsigned map,
                             const MappingProblem::Vector &vector) {
    CodeSet all = getCodeSet(problem.getVectorWidths(map).size()) - 1;
    if (all & ~vector.neighbours)
      list.push_back({"",
                      {map},
                      "must have a vector width with which the elements of a "
                      "vector are the same or neighbours in memory, "
                      "wherever it reads and stores",
                      problem.hasVectorWidthIn(map, vector.neighbours)});
  });
}

std::vector<MappingRule> lift::getVectorRules() {
  return {
      {"V1", "what has a form on vectors", postScalar},
      {"V2", "whole vectors", postWholeVectors},
      {"V3", "the owners of elements stay the same", postOwners},
  };
}

MappingRule lift::getNeighbourRule() {
  return {"V4", "the elements of a vector are neighbours", postNeighbours};
}
