//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/Solver.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>
#include <random>

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// What solvers share
//===----------------------------------------------------------------------===//

std::vector<unsigned> lift::minimizeCore(
    std::vector<unsigned> core,
    llvm::function_ref<bool(const std::vector<unsigned> &)> isInfeasible) {
  for (size_t at = 0; at < core.size();) {
    std::vector<unsigned> without = core;
    without.erase(without.begin() + int64_t(at));
    if (isInfeasible(without))
      core = std::move(without);
    else
      ++at;
  }
  return core;
}

unsigned lift::getDistance(const Mapping &first, const Mapping &second) {
  unsigned distance = 0;
  for (auto [code, other] : llvm::zip_equal(first, second))
    distance += code != other;
  return distance;
}

using NamedSolvers = std::vector<std::pair<std::string, MappingSolver>>;

static NamedSolvers &getSolvers() {
  static NamedSolvers solvers = {{"enumerate", solveByEnumeration}};
  return solvers;
}

MappingSolver lift::getMappingSolver(llvm::StringRef name) {
  for (const auto &[other, solver] : getSolvers())
    if (other == name)
      return solver;
  return nullptr;
}

std::string lift::getMappingSolverNames() {
  std::string names;
  for (const auto &[name, solver] : llvm::reverse(getSolvers()))
    names += (names.empty() ? "" : " or ") + name;
  return names;
}

void lift::registerMappingSolver(llvm::StringRef name, MappingSolver solver) {
  if (!getMappingSolver(name))
    getSolvers().emplace_back(name.str(), solver);
}

//===----------------------------------------------------------------------===//
// Enumeration
//===----------------------------------------------------------------------===//

namespace {
class Enumerator {
public:
  Enumerator(const ConstraintSystem &system,
             const std::vector<const Formula *> &formulas,
             const SolverOptions &options)
      : options(options), domains(system.domains), random(options.seed) {
    watched.resize(domains.size());
    for (const Formula *constraint : formulas) {
      const Formula &formula = *constraint;
      std::set<unsigned> variables;
      formula.collectVariables(variables);
      for (unsigned variable : variables)
        watched[variable].push_back(&formula);
      if (variables.empty())
        isContradiction |= formula.evaluate(domains) == false;
    }
  }

  SolverResult run() {
    bool wentThroughAll = isContradiction || visit(0);
    result.isComplete = wentThroughAll && options.distance <= 1;
    if (result.mappings.size() >= options.limit || wentThroughAll)
      result.status = result.mappings.empty() ? SolverResult::Status::Infeasible
                                              : SolverResult::Status::Solved;
    if (result.isComplete)
      llvm::sort(result.mappings);
    return std::move(result);
  }

private:
  /// Chooses for all maps from `map` on; false to stop.
  bool visit(unsigned map) {
    if (map == domains.size())
      return accept();
    CodeSet domain = domains[map];
    std::vector<unsigned> codes = getCodes(domain);
    if (options.seed)
      std::shuffle(codes.begin(), codes.end(), random);
    bool goesOn = true;
    for (unsigned code : codes) {
      ++result.cost;
      if (++costOfNext > options.budget)
        return false;
      domains[map] = getCodeSet(code);
      bool isOpen = llvm::all_of(watched[map], [&](const Formula *formula) {
        return formula->evaluate(domains) != false;
      });
      if (isOpen && !(goesOn = visit(map + 1)))
        break;
    }
    domains[map] = domain;
    return goesOn;
  }

  bool accept() {
    Mapping mapping;
    for (CodeSet domain : domains)
      mapping.push_back(getCodes(domain).front());
    if (llvm::all_of(result.mappings, [&](const Mapping &other) {
          return getDistance(mapping, other) >= options.distance;
        })) {
      result.mappings.push_back(std::move(mapping));
      costOfNext = 0;
    }
    return result.mappings.size() < options.limit;
  }

  const SolverOptions &options;
  std::vector<CodeSet> domains;
  /// The constraints that mention each map.
  std::vector<std::vector<const Formula *>> watched;
  bool isContradiction = false;
  std::mt19937 random;
  SolverResult result;
  uint64_t costOfNext = 0;
};
} // namespace

/// The mappings that satisfy these constraints of a system.
static SolverResult enumerate(const ConstraintSystem &system,
                              const std::vector<unsigned> &constraints,
                              const SolverOptions &options) {
  std::vector<const Formula *> formulas;
  formulas.reserve(constraints.size());
  for (unsigned index : constraints)
    formulas.push_back(&system.constraints[index].formula);
  return Enumerator(system, formulas, options).run();
}

/// The mapping that satisfies the soft constraints as far as can be.
static SolverResult enumerateBest(const ConstraintSystem &system,
                                  const SolverOptions &options) {
  std::vector<const Formula *> formulas;
  for (const MappingConstraint &constraint : system.constraints)
    formulas.push_back(&constraint.formula);
  SolverResult best = Enumerator(system, formulas, options).run();
  for (const Formula &constraint : options.softConstraints) {
    if (best.status != SolverResult::Status::Solved)
      break;
    formulas.push_back(&constraint);
    SolverResult better = Enumerator(system, formulas, options).run();
    if (better.status == SolverResult::Status::Infeasible)
      formulas.pop_back();
    else
      best = std::move(better);
  }
  return best;
}

SolverResult lift::solveByEnumeration(const ConstraintSystem &system,
                                      const SolverOptions &options) {
  std::vector<unsigned> all(system.constraints.size());
  std::iota(all.begin(), all.end(), 0);
  SolverOptions one = options;
  one.limit = 1;
  SolverResult result = options.limit == 1 ? enumerateBest(system, options)
                                           : enumerate(system, all, options);
  if (result.status == SolverResult::Status::Infeasible)
    result.core = minimizeCore(all, [&](const std::vector<unsigned> &some) {
      return enumerate(system, some, one).status ==
             SolverResult::Status::Infeasible;
    });
  return result;
}
