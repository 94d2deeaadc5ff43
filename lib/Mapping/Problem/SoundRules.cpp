//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules that a mapping must satisfy to be right, and no more. They speak of
// what lowering does (lib/Conversion/DistributeLoops): each work-item of a
// group goes through the same loops; where no map around a store uses a
// dimension of the launch, the first work-item, or the first group, stores
// alone; barriers order the work-items of a group, and nothing orders groups.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Mapping/Policies.h"
#include "RuleSupport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <set>

using namespace mlir;
using namespace mlir::lift;
using StoredValue = MappingProblem::StoredValue;
using Dependence = MappingProblem::Dependence;
using Match = MappingProblem::Match;
using Space = MappingProblem::Space;

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

static void postNesting(const MappingProblem &problem, ConstraintList &list) {
  for (unsigned map = 0; map < problem.maps.size(); ++map) {
    std::vector<unsigned> outer = problem.getOuterMaps(map);
    if (outer.empty())
      continue;
    std::vector<Formula> all;
    for (unsigned around : outer)
      all.push_back(canNest(map, around));
    list.push_back({"",
                    {map},
                    "must not use the ids of a map around it, must not be wrg "
                    "inside lcl, and must not mix glb with either",
                    Formula::all(std::move(all))});
  }
}

static void postSequential(const MappingProblem &problem,
                           ConstraintList &list) {
  for (auto [map, facts] : llvm::enumerate(problem.maps))
    if (!facts.mustBeSequential.empty())
      list.push_back({"",
                      {unsigned(map)},
                      "must not be parallel: " + facts.mustBeSequential,
                      isForOne(map)});
}

static void postLocalInGlobal(const MappingProblem &problem,
                              ConstraintList &list) {
  for (auto [map, facts] : llvm::enumerate(problem.maps))
    if (facts.memory.holdsLocal)
      list.push_back(
          {"",
           {unsigned(map)},
           "must not be mapped to glb: its body stores in local memory, "
           "and work-items of a group would take different numbers "
           "of steps",
           canHoldLocal(map)});
}

static void postScans(const MappingProblem &problem, ConstraintList &list) {
  for (auto [map, facts] : llvm::enumerate(problem.maps))
    if (facts.isInScan)
      list.push_back(
          {"",
           {unsigned(map)},
           "must not be mapped to wrg or glb: the steps of the scan around "
           "it depend on each other, and groups cannot wait for each "
           "other",
           canBeInScan(map)});
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The index of a map with which another is fused is not its own any more.
static Formula isNotFusedWith(const MappingProblem &problem, unsigned map) {
  bool hasPerfect =
      map + 1 < problem.maps.size() && problem.maps[map + 1].isPerfect;
  return hasPerfect ? !Formula::is(map + 1, kFusedCode)
                    : Formula::constant(true);
}

static bool isNotZero(int64_t value) { return value != 0; }

/// One of the matches has one of `codes`.
static Formula anyMatch(const MappingProblem &problem,
                        llvm::ArrayRef<Match> matches, CodeSet codes) {
  std::vector<Formula> any;
  for (const Match &match : matches) {
    if (!(match.codes & codes))
      continue;
    std::vector<Formula> all = {problem.where(match.when, isNotZero),
                                Formula::in(match.first, match.codes & codes),
                                Formula::same(match.first, match.second),
                                isNotFusedWith(problem, match.first),
                                isNotFusedWith(problem, match.second)};
    for (unsigned map : {match.first, match.second})
      if (problem.maps[map].vector || match.width != 1)
        all.push_back(problem.hasVectorWidth(map, match.width));
    any.push_back(Formula::all(std::move(all)));
  }
  return Formula::any(std::move(any));
}

/// A formula that holds where one work-item makes both accesses, to memory that
/// work-items share, because nothing in the statement is parallel.
static Formula areInOneStatement(const StoredValue &buffer,
                                 const Dependence &dependence) {
  if (buffer.space == Space::Private || !dependence.statement)
    return Formula::constant(false);
  return isOneStatement(*dependence.statement);
}

/// The maps around both accesses, and around one of them.
static std::vector<unsigned> getMapsAround(const StoredValue &buffer,
                                           const Dependence &dependence) {
  std::vector<unsigned> maps = buffer.outer;
  llvm::append_range(maps, dependence.first);
  llvm::append_range(maps, dependence.second);
  return maps;
}

/// A formula that holds where the first work-item, or group, of those along a
/// dimension makes both accesses: nothing around them is divided so.
static Formula areOfFirstItem(const StoredValue &buffer,
                              const Dependence &dependence, unsigned dim) {
  return dependence.isOfStores
             ? isStoredByFirstItem(getMapsAround(buffer, dependence), dim)
             : Formula::constant(false);
}
static Formula areOfFirstGroup(const StoredValue &buffer,
                               const Dependence &dependence, unsigned dim) {
  return dependence.isOfStores
             ? isStoredByFirstGroup(getMapsAround(buffer, dependence), dim)
             : Formula::constant(false);
}

Formula lift::needsNoBarrier(const MappingProblem &problem,
                             const StoredValue &buffer,
                             const Dependence &dependence) {
  std::vector<Formula> all;
  for (unsigned dim = 0; dim < 3; ++dim) {
    CodeSet codes = getItemCodes(dim);
    all.push_back(Formula::any({anyMatch(problem, dependence.matches, codes),
                                hasSliceOfItem(buffer.outer, dim),
                                hasOneItem(problem, dim),
                                areInOneStatement(buffer, dependence)}));
  }
  return Formula::all(std::move(all));
}

void lift::postBuffer(unsigned buffer, const std::string &sentence,
                      std::vector<Formula> all, ConstraintList &list) {
  if (!all.empty())
    list.push_back({"", {}, sentence, Formula::all(std::move(all)), buffer});
}

/// Groups cannot wait for each other.
static void postGroups(const MappingProblem &problem, ConstraintList &list) {
  for (auto [index, buffer] : llvm::enumerate(problem.buffers)) {
    std::vector<Formula> all;
    for (const Dependence &dependence : buffer.dependences)
      for (unsigned dim = 0; dim < 3; ++dim) {
        CodeSet codes = getGroupCodes(dim);
        all.push_back(Formula::any(
            {!isDividedAmongGroups(buffer.space, buffer.outer, dependence.first,
                                   dim),
             anyMatch(problem, dependence.matches, codes),
             hasOneGroup(problem, dim), areInOneStatement(buffer, dependence),
             areOfFirstGroup(buffer, dependence, dim)}));
      }
    postBuffer(
        index,
        "a work-group must not need an element of this value that another one "
        "computes, for groups cannot wait for each other",
        std::move(all), list);
  }
}

/// The maps around both accesses.
static std::vector<unsigned> getCommonMaps(const StoredValue &buffer,
                                           const Dependence &dependence) {
  std::vector<unsigned> common = buffer.outer;
  for (unsigned map : dependence.first)
    if (llvm::is_contained(dependence.second, map))
      common.push_back(map);
  return common;
}

/// A formula that holds where all work-items along a dimension compute what the
/// access writes to a private buffer. Lowering sees itself who uses a share
/// (S6).
static Formula isWrittenByAll(const StoredValue &buffer,
                              const std::vector<unsigned> &maps, unsigned dim,
                              bool withShares) {
  std::vector<Formula> all;
  for (unsigned map : maps) {
    std::vector<Formula> any = {!Formula::in(map, getItemCodes(dim))};
    for (const MappingProblem::Share &share : buffer.shares)
      if (share.map == map && !withShares) {
        any.push_back(isShare(share.computing, dim));
        break;
      }
    all.push_back(Formula::any(std::move(any)));
  }
  return Formula::all(std::move(all));
}

/// No barrier helps where each work-item has a copy of its own.
static void postPrivateItems(const MappingProblem &problem,
                             ConstraintList &list, bool withShares) {
  for (auto [index, buffer] : llvm::enumerate(problem.buffers)) {
    if (buffer.space != Space::Private)
      continue;
    std::vector<Formula> all;
    for (const Dependence &dependence : buffer.dependences)
      for (unsigned dim = 0; dim < 3; ++dim) {
        CodeSet codes = getItemCodes(dim);
        all.push_back(Formula::any(
            {anyMatch(problem, dependence.matches, codes),
             hasOneItem(problem, dim),
             isWrittenByAll(buffer, dependence.first, dim, withShares)}));
      }
    postBuffer(
        index,
        "a work-item must not need an element of this private value that "
        "another one computes",
        std::move(all), list);
  }
}

/// Where not all work-items of a group come, and in a fold that stops early,
/// there can be no barrier.
static void postSharedItems(const MappingProblem &problem,
                            ConstraintList &list) {
  for (auto [index, buffer] : llvm::enumerate(problem.buffers)) {
    if (buffer.space == Space::Private)
      continue;
    bool isDivergent = false;
    std::vector<Formula> all;
    for (const Dependence &dependence : buffer.dependences) {
      std::vector<unsigned> common = getCommonMaps(buffer, dependence);
      // S3: no map to glb is around.
      auto holdsShared = [&](unsigned map) {
        return problem.maps[map].memory.holdsShared;
      };
      if (buffer.space == Space::Local && !dependence.isDivergent &&
          llvm::all_of(common, holdsShared))
        continue;
      isDivergent |= dependence.isDivergent;
      for (unsigned dim = 0; dim < 3; ++dim) {
        CodeSet codes = getItemCodes(dim);
        std::vector<Formula> any = {
            anyMatch(problem, dependence.matches, codes),
            hasOneItem(problem, dim), areOfFirstItem(buffer, dependence, dim)};
        any.push_back(hasSliceOfItem(buffer.outer, dim));
        if (!dependence.isDivergent) {
          std::vector<Formula> areForAll;
          for (unsigned map : common)
            areForAll.push_back(isForWholeGroup(problem, map));
          any.push_back(Formula::all(std::move(areForAll)));
        }
        // One work-item of those that no map around tells apart.
        any.push_back(Formula::all({areInOneStatement(buffer, dependence),
                                    !Formula::anyIn(common, codes)}));
        all.push_back(Formula::any(std::move(any)));
      }
    }
    postBuffer(index,
               isDivergent
                   ? "in the steps of a reduce_while, or under a condition, "
                     "where no barrier can stand, a work-item must not need an "
                     "element of this value that another one computes"
                   : "inside a map to glb, or to lcl with a rest of "
                     "elements, where no barrier can stand, a work-item must "
                     "not need an element of this value that another one "
                     "computes",
               std::move(all), list);
  }
}

/// Which work-item holds an element of a private value that local ids divide,
/// follows from the maps that compute it, which fusion hides behind a view.
static void postShares(const MappingProblem &problem, ConstraintList &list) {
  for (auto [index, buffer] : llvm::enumerate(problem.buffers)) {
    std::vector<Formula> all;
    for (const MappingProblem::Share &share : buffer.shares) {
      // One work-item has all of it.
      for (unsigned dim = 0; dim < 3; ++dim)
        all.push_back(Formula::implies(
            isShare(share.map, dim),
            Formula::any({anyMatch(problem, share.matches, getItemCodes(dim)),
                          hasOneItem(problem, dim)})));
      std::vector<unsigned> maps = problem.getInnerMaps(share.map);
      maps.push_back(share.map);
      all.push_back(Formula::any({isNotFusedWith(problem, share.map),
                                  !Formula::anyIn(maps, kParallelCodes)}));
    }
    postBuffer(index,
               "where lcl divides this private value, every use of it must be "
               "divided by the same lcl along that dimension; maps that are "
               "fused must not divide it",
               std::move(all), list);
  }
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// The number as people read it, or what stands for one that follows from
/// tuning names.
static std::string toText(const Quantity &quantity, const std::string &other) {
  std::optional<int64_t> constant = quantity.getConstant();
  return constant ? std::to_string(*constant) : other;
}

/// Posts that a number is not above a limit, unless it never is.
static void postLimit(const MappingProblem &problem, const Quantity &quantity,
                      int64_t limit, std::string sentence,
                      ConstraintList &list) {
  if (llvm::any_of(quantity.getValues(),
                   [&](int64_t value) { return value > limit; }))
    list.push_back({"",
                    {},
                    std::move(sentence),
                    problem.where(quantity, [&](int64_t value) {
                      return value <= limit;
                    })});
}

static void postGroupSize(const MappingProblem &problem, ConstraintList &list) {
  const MappingTarget &target = problem.target;
  Quantity size = 1;
  std::string text;
  for (unsigned dim = 0; dim < 3; ++dim) {
    Quantity local = problem.localSize[dim].value_or(1);
    if (std::optional<Quantity> product = Quantity::multiply(size, local))
      size = *product;
    text += (dim ? " x " : "") + toText(local, "L" + std::to_string(dim));
    postLimit(
        problem, local, target.maxLocalSize[dim],
        toText(local, "L" + std::to_string(dim)) + " work-items in dimension " +
            std::to_string(dim) + " of a group are " +
            (local.getConstant() ? "more" : "not more") + " than " +
            std::to_string(target.maxLocalSize[dim]) + " of " + target.name,
        list);
  }
  postLimit(problem, size, target.maxGroupSize,
            "a group of " + text + " work-items is " +
                (size.getConstant() ? "more" : "not more") + " than " +
                std::to_string(target.maxGroupSize) + " of " + target.name,
            list);
}

void lift::addTerms(const MappingProblem &problem, const Quantity &bytes,
                    std::vector<Formula> conditions, int64_t bound,
                    Terms &terms) {
  std::set<int64_t> sizes;
  for (int64_t size : bytes.getValues())
    sizes.insert(std::min(size, bound + 1));
  for (int64_t size : sizes) {
    std::vector<Formula> term = conditions;
    term.push_back(problem.where(bytes, [&](int64_t value) {
      return std::min(value, bound + 1) == size;
    }));
    terms.emplace_back(size, Formula::all(std::move(term)));
  }
}

/// Inside maps to lcl, and to glb, a local value has a copy for each work-item.
static void postLocalMemory(const MappingProblem &problem,
                            ConstraintList &list) {
  int64_t bound = problem.target.localMemory;
  Terms terms;
  uint64_t least = 0;
  for (const StoredValue &buffer : problem.buffers) {
    if (buffer.space != Space::Local || !buffer.bytes)
      continue;
    least = llvm::SaturatingAdd<uint64_t>(least, buffer.bytes->getMin());
    for (unsigned subset = 0; subset < 8; ++subset) {
      Quantity bytes = *buffer.bytes;
      std::vector<Formula> all;
      for (unsigned dim = 0; dim < 3; ++dim) {
        Formula isInside = hasSliceOfItem(buffer.outer, dim);
        if (subset >> dim & 1) {
          // What cannot be counted does not fit.
          bytes = Quantity::multiply(bytes, problem.localSize[dim].value_or(1))
                      .value_or(kMaxMemory + 1);
          all.push_back(std::move(isInside));
        } else {
          all.push_back(!std::move(isInside));
        }
      }
      addTerms(problem, bytes, std::move(all), bound, terms);
    }
  }
  if (!terms.empty())
    list.push_back({"",
                    {},
                    "local values (" + std::to_string(least) +
                        " bytes, times the work-items of maps to lcl around "
                        "them) must fit into " +
                        std::to_string(bound) + " bytes of " +
                        problem.target.name,
                    Formula::atMost(std::move(terms), bound)});
}

static void postObligations(const MappingProblem &problem,
                            ConstraintList &list) {
  for (auto [index, obligation] : llvm::enumerate(problem.obligations)) {
    MappingConstraint constraint = {"",
                                    {},
                                    obligation.sentence,
                                    problem.where(obligation.holds, isNotZero)};
    constraint.obligation = index;
    list.push_back(std::move(constraint));
  }
}

static MappingRule getPrivateRule(bool withShares) {
  return {"S5", "no private data between work-items",
          [=](const MappingProblem &problem, ConstraintList &list) {
            postPrivateItems(problem, list, withShares);
          }};
}

std::vector<MappingRule> lift::getSoundRules() {
  std::vector<MappingRule> rules = {
      {"S1", "nested maps divide work, each by other ids", postNesting},
      {"S2", "what is not stored, or not in place, is sequential",
       postSequential},
      {"S3", "no local memory inside glb", postLocalInGlobal},
      {kGroupRule.str(), "no data from one group to another", postGroups},
      getPrivateRule(/*withShares=*/true),
      {"S5", "shared data between work-items only where a barrier can stand",
       postSharedItems},
      {"S6", "shares of private values", postShares},
      {"S7", "size of a work-group", postGroupSize},
      {"S8", "local memory", postLocalMemory},
      {"S10", "the steps of a scan stay in a group", postScans},
      {"S11", "what operations require of tuning names", postObligations},
  };
  llvm::append_range(rules, getVectorRules());
  return rules;
}

std::vector<MappingRule> lift::getLoweringRules() {
  std::vector<MappingRule> rules = getSoundRules();
  llvm::erase_if(rules, [](const MappingRule &rule) {
    static constexpr llvm::StringLiteral kAsked[] = {"S1", "S3", "S4", "S10"};
    return !llvm::is_contained(kAsked, rule.name);
  });
  rules.push_back(getPrivateRule(/*withShares=*/false));
  return rules;
}
