//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of Mogers, Li, Radu, Dubach, "Mapping parallelism in a functional
// IR through constraint satisfaction", CC 2022, as its artifact posts them.
// Where that differs from the text of the paper, a comment says so.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Mapping/Rules.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lift;

static std::vector<unsigned> getAllMaps(const MappingProblem &problem) {
  std::vector<unsigned> maps(problem.maps.size());
  std::iota(maps.begin(), maps.end(), 0);
  return maps;
}

/// Not in the paper: its text would accept glb beside wrg and lcl.
static void postLevels(const MappingProblem &problem, ConstraintList &list) {
  std::vector<unsigned> maps = getAllMaps(problem);
  list.push_back(
      {"",
       {},
       "a kernel uses either global ids, or work-groups and local "
       "ids",
       Formula::implies(Formula::anyIn(maps, kGlbCodes),
                        !Formula::anyIn(maps, kWrgCodes | kLclCodes))});
}

static void postPrivate(const MappingProblem &problem, ConstraintList &list) {
  for (auto [map, facts] : llvm::enumerate(problem.maps))
    if (facts.memory.usesPrivate)
      list.push_back({"",
                      {unsigned(map)},
                      "private memory belongs to one work-item, so a map that "
                      "uses it is not parallel",
                      !Formula::in(map, kParallelCodes)});
}

/// The paper asks for the dimensions in use in the chain; the artifact for all
/// dimensions in use, and for one at least.
static void postLocal(const MappingProblem &problem, ConstraintList &list) {
  std::vector<unsigned> maps = getAllMaps(problem);
  for (auto [map, facts] : llvm::enumerate(problem.maps)) {
    if (!facts.memory.usesLocal)
      continue;
    std::vector<unsigned> outer = problem.getOuterMaps(map);
    std::vector<Formula> all = {!Formula::in(map, kWrgCodes | kGlbCodes),
                                Formula::anyIn(outer, kWrgCodes)};
    for (unsigned dim = 0; dim < problem.dims; ++dim) {
      CodeSet code = getCodeSet(getCode(MappingLevel::Wrg, dim));
      all.push_back(Formula::implies(Formula::anyIn(maps, code),
                                     Formula::anyIn(outer, code)));
    }
    list.push_back({"",
                    {unsigned(map)},
                    "local memory belongs to one work-group, so a map that "
                    "uses it is seq, fused or lcl, inside a map to each "
                    "dimension of work-groups in use",
                    Formula::all(std::move(all))});
  }
}

static void postDuplicates(const MappingProblem &problem,
                           ConstraintList &list) {
  for (unsigned map : getAllMaps(problem)) {
    std::vector<unsigned> inner = problem.getInnerMaps(map);
    if (inner.empty())
      continue;
    std::vector<Formula> differ;
    for (unsigned other : inner)
      differ.push_back(!Formula::same(map, other));
    list.push_back({"",
                    {map},
                    "a map and a map inside it do not run on the same ids",
                    Formula::implies(Formula::in(map, kParallelCodes),
                                     Formula::all(std::move(differ)))});
  }
}

/// In each chain, who uses a dimension of `used` also uses it of `needed`.
static void postPairing(const MappingProblem &problem, ConstraintList &list,
                        MappingLevel used, MappingLevel needed,
                        const char *sentence) {
  for (const std::vector<unsigned> &chain : problem.getChains()) {
    std::vector<Formula> all;
    for (unsigned dim = 0; dim < problem.dims; ++dim)
      all.push_back(Formula::implies(
          Formula::anyIn(chain, getCodeSet(getCode(used, dim))),
          Formula::anyIn(chain, getCodeSet(getCode(needed, dim)))));
    list.push_back(
        {"", {chain.back()}, sentence, Formula::all(std::move(all))});
  }
}

static void postHierarchy(const MappingProblem &problem, ConstraintList &list) {
  for (unsigned map : getAllMaps(problem)) {
    std::vector<unsigned> inner = problem.getInnerMaps(map);
    if (inner.empty())
      continue;
    std::vector<Formula> all;
    for (unsigned dim = 0; dim < problem.dims; ++dim)
      all.push_back(Formula::implies(
          Formula::is(map, getCode(MappingLevel::Lcl, dim)),
          !Formula::anyIn(inner, getCodeSet(getCode(MappingLevel::Wrg, dim)))));
    list.push_back({"",
                    {map},
                    "a map to local ids has no map to work-groups of the same "
                    "dimension inside it",
                    Formula::all(std::move(all))});
  }
}

static void postExhaustive(const MappingProblem &problem,
                           ConstraintList &list) {
  std::vector<unsigned> maps = getAllMaps(problem);
  for (const std::vector<unsigned> &chain : problem.getChains()) {
    std::vector<Formula> all;
    for (unsigned code : getCodes(kParallelCodes))
      if (code % 10 < problem.dims)
        all.push_back(
            Formula::implies(Formula::anyIn(maps, getCodeSet(code)),
                             Formula::anyIn(chain, getCodeSet(code))));
    list.push_back({"",
                    {chain.back()},
                    "it and the maps around it use all ids that are used "
                    "anywhere",
                    Formula::all(std::move(all))});
  }
}

/// The paper speaks of pairs; the artifact of the whole run of maps that are
/// perfectly nested.
static void postFusion(const MappingProblem &problem, ConstraintList &list) {
  for (unsigned map : getAllMaps(problem)) {
    std::vector<Formula> all;
    // A perfectly nested map is the only one in its parent, hence the next.
    for (unsigned inner = map + 1;
         inner < problem.maps.size() && problem.maps[inner].isPerfect; ++inner)
      all.push_back(!Formula::is(inner, kSeqCode));
    if (!all.empty())
      list.push_back({"",
                      {map},
                      "of maps that are perfectly nested, one is seq at most: "
                      "the others are fused with it",
                      Formula::implies(Formula::is(map, kSeqCode),
                                       Formula::all(std::move(all)))});
  }
}

std::vector<MappingRule> lift::getPaperRules() {
  return {{"R0", "global ids, or work-groups and local ids", postLevels},
          {"R1", "maps that use private memory are not parallel", postPrivate},
          {"R2", "maps that use local memory stay in a work-group", postLocal},
          {"R3", "nested maps run on different ids", postDuplicates},
          {"R4", "lcl(d) needs wrg(d)",
           [](const MappingProblem &problem, ConstraintList &list) {
             postPairing(problem, list, MappingLevel::Lcl, MappingLevel::Wrg,
                         "it and the maps around it use wrg(d) where they use "
                         "lcl(d)");
           }},
          {"R5", "wrg(d) needs lcl(d)",
           [](const MappingProblem &problem, ConstraintList &list) {
             postPairing(problem, list, MappingLevel::Wrg, MappingLevel::Lcl,
                         "it and the maps around it use lcl(d) where they use "
                         "wrg(d)");
           }},
          {"R6", "no wrg(d) inside lcl(d)", postHierarchy},
          {"R7", "what one chain uses, all use", postExhaustive},
          {"R8", "of perfectly nested maps, one is seq", postFusion}};
}
