//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MatchFinder.h"

#include "LiftDialect/Analysis/ThreadDependence.h"

using namespace mlir;
using namespace mlir::lift;
using Match = MappingProblem::Match;

static constexpr const char *kId = "%id";
static constexpr const char *kUnknownCount = "%ids";
static constexpr const char *kUnknownWeight = "%weight";

/// How many ids there are; some number if that is not known.
static Expr getCount(lift::KernelOp kernel, MappingLevel level, unsigned dim) {
  bool isKnown =
      kernel && (level == MappingLevel::Lcl ? bool(kernel.getLocalSizeAttr())
                                            : kernel.hasLaunch());
  if (!isKnown)
    return Expr::name(kUnknownCount);
  Expr local = kernel.getLocalSizeIn(dim);
  Expr global = kernel.getGlobalSizeIn(dim);
  if (level == MappingLevel::Lcl)
    return local;
  return level == MappingLevel::Wrg ? Expr::exactDiv(global, local) : global;
}

MatchFinder::MatchFinder(const KernelMapping &kernel,
                         const FormAccesses &accesses, Tabulator &tabulator)
    : problem(kernel.problem), accesses(accesses), facts(accesses.getFacts()),
      tabulator(tabulator) {
  auto op = dyn_cast<lift::KernelOp>(kernel.root);
  for (unsigned dim = 0; dim < problem.dims; ++dim)
    for (MappingLevel level :
         {MappingLevel::Lcl, MappingLevel::Wrg, MappingLevel::Glb})
      codesOfCounts[getCount(op, level, dim)] |=
          getCodeSet(getCode(level, dim));
}

void MatchFinder::find(ArrayRef<Expr> first, ArrayRef<unsigned> firstMaps,
                       ArrayRef<Expr> second, ArrayRef<unsigned> secondMaps,
                       std::vector<Match> &matches) {
  for (unsigned map : firstMaps)
    for (unsigned other : secondMaps) {
      CodeSet common = getCommonCodes(map, other);
      for (int64_t width : getCommonWidths(map, other))
        for (const auto &[count, codes] : codesOfCounts)
          if (codes & common)
            addMatches({map, other, codes, 0, width}, count, first, second,
                       matches);
    }
}

void MatchFinder::addMatches(Match match, const Expr &count,
                             ArrayRef<Expr> first, ArrayRef<Expr> second,
                             std::vector<Match> &matches) {
  // Whatever the indices: the first id makes both, and no other either.
  if (hasOneTrip(match.first, match.width) &&
      hasOneTrip(match.second, match.width)) {
    match.when = 1;
    matches.push_back(match);
    return;
  }
  for (auto [index, other] : llvm::zip_equal(first, second)) {
    if (!index.mentions(getIndex(match.first)) ||
        !other.mentions(getIndex(match.second)))
      continue;
    match.when =
        getSame({index, other, count, accesses.getLoops(match.first).count,
                 accesses.getLoops(match.second).count, match.width},
                match.first, match.second);
    if (match.when.getConstant() != 0)
      matches.push_back(match);
    if (match.when.getConstant() == 1)
      return;
  }
}

bool MatchFinder::hasOneTrip(unsigned map, int64_t width) const {
  const Expr &length = accesses.getLoops(map).count;
  return facts.isLessOrEqual(width == 1 ? length : Expr::ceilDiv(length, width),
                             1);
}

CodeSet MatchFinder::getCommonCodes(unsigned map, unsigned other) const {
  CodeSet common = kAllCodes;
  for (unsigned number : {map, other})
    if (std::optional<unsigned> code = problem.maps[number].code)
      common &= getCodeSet(*code);
  return common;
}

bool MatchFinder::isForVectors(unsigned map) const {
  const auto &vector = problem.maps[map].vector;
  return vector && vector->mustBeScalar.empty();
}

std::vector<int64_t> MatchFinder::getCommonWidths(unsigned map,
                                                  unsigned other) const {
  if (!isForVectors(map) || !isForVectors(other))
    return {1};
  std::vector<int64_t> others = problem.getVectorWidths(other), both;
  for (int64_t width : problem.getVectorWidths(map))
    if (llvm::is_contained(others, width))
      both.push_back(width);
  return both;
}

const Expr &MatchFinder::getWeight(const Expr &index, unsigned map) {
  auto [weight, isNew] = weights.try_emplace({map, index});
  if (isNew)
    weight->second = findWeight(index, map);
  return weight->second;
}

Expr MatchFinder::findWeight(const Expr &index, unsigned map) const {
  const std::string &name = getIndex(map);
  Expr first = index.substitute({{name, 0}});
  Expr weight = index.substitute({{name, 1}}) - first;
  bool isLinear = (index - first - weight * Expr::name(name)).isConstant(0);
  return isLinear ? weight : Expr::name(kUnknownWeight);
}

static bool mayBeZero(const Expr &expr) {
  return expr.getConstant().value_or(0) == 0;
}

Quantity MatchFinder::getSame(const Ids &ids, unsigned map, unsigned other) {
  // An id that is the same digit of both has the same weight in both.
  if (!mayBeZero(getWeight(ids.first, map) - getWeight(ids.second, other)))
    return 0;
  auto [answer, isNew] = answers.try_emplace(getQuestion(ids, map, other));
  if (isNew)
    answer->second = findSame(ids, map, other);
  return answer->second;
}

std::vector<Expr> MatchFinder::getQuestion(const Ids &ids, unsigned map,
                                           unsigned other) const {
  std::vector<std::string> indices;
  std::map<std::string, Expr> names;
  auto addIndices = [&](const Expr &expr) {
    std::set<std::string> mentioned;
    expr.collectNames(mentioned);
    // In the order of their numbers.
    std::vector<std::string> ordered(mentioned.begin(), mentioned.end());
    llvm::stable_sort(ordered, [](const auto &lhs, const auto &rhs) {
      return lhs.size() < rhs.size();
    });
    for (const std::string &name : ordered)
      // What is below something else than a size is an index.
      if (facts.getRange(name).second && !names.count(name)) {
        names[name] = Expr::name("%" + std::to_string(indices.size()));
        indices.push_back(name);
      }
  };
  std::vector<Expr> question = {ids.first,   ids.second,      ids.count,
                                ids.length,  ids.otherLength, ids.width,
                                map == other};
  addIndices(Expr::name(getIndex(map)));
  addIndices(Expr::name(getIndex(other)));
  llvm::for_each(question, addIndices);
  for (size_t i = 0; i < indices.size(); ++i) {
    auto [lower, upper] = facts.getRange(indices[i]);
    addIndices(lower);
    addIndices(upper.value_or(0));
    question.insert(question.end(),
                    {lower, upper.value_or(0), upper.has_value()});
  }
  for (Expr &expr : question)
    expr = expr.substitute(names);
  return question;
}

/// Most often the two are the same for all values, or no tuning name is
/// mentioned; else each combination is tried.
Quantity MatchFinder::findSame(const Ids &ids, unsigned map, unsigned other) {
  if (isSame(ids, map, other, facts))
    return 1;
  const Expr exprs[] = {ids.first, ids.second, ids.count, ids.length,
                        ids.otherLength};
  if (llvm::none_of(exprs,
                    [&](const Expr &expr) { return tabulator.mentions(expr); }))
    return 0;
  Expr difference = getWeight(ids.first, map) - getWeight(ids.second, other);
  std::optional<Quantity> same =
      tabulator.tabulate(exprs, [&](const Tabulator::Values &values) {
        if (!mayBeZero(difference.substitute(values)))
          return false;
        Ids bound = {
            ids.first.substitute(values),       ids.second.substitute(values),
            ids.count.substitute(values),       ids.length.substitute(values),
            ids.otherLength.substitute(values), ids.width};
        return isSame(bound, map, other,
                      tabulator.getFacts(values, exprs, facts));
      });
  return same.value_or(0);
}

bool MatchFinder::isSame(const Ids &ids, unsigned map, unsigned other,
                         Assumptions facts) const {
  for (const Expr &expr :
       {ids.first, ids.second, ids.count, ids.length, ids.otherLength})
    if (expr.isError())
      return false;
  facts.setRange(kId, 0, ids.count - 1);
  // Of neither is more known than that it is some number.
  for (const char *name : {kUnknownCount, kUnknownWeight})
    facts.setKind(name, SymbolKind::Index);
  Expr first = distribute(ids.first, map, "0", ids.length, ids, facts);
  Expr second = distribute(ids.second, other, "1", ids.otherLength, ids, facts);
  return isSameDigit(first, second, kId, ids.count, facts);
}

Expr MatchFinder::distribute(const Expr &index, unsigned map,
                             const std::string &suffix, const Expr &length,
                             const Ids &ids, Assumptions &facts) const {
  Expr id = Expr::name(kId);
  Expr steps = ids.width == 1 ? length : Expr::ceilDiv(length, Expr(ids.width));
  if (!facts.isLessOrEqual(steps, ids.count)) {
    std::string trip = "%trip" + suffix;
    facts.setRange(trip, 0, Expr::ceilDiv(steps, ids.count) - 1);
    id = id + Expr::name(trip) * ids.count;
  }
  if (ids.width > 1) {
    std::string element = "%element" + suffix;
    facts.setRange(element, 0, ids.width - 1);
    id = id * ids.width + Expr::name(element);
  }
  return facts.simplify(index.substitute({{getIndex(map), id}}));
}
