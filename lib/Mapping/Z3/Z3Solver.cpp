//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraint systems for Z3. Of the codes of a map, each is a Boolean, and one
// of them is true: so most of a system is a propositional formula, which is
// solved several times as fast as one over integers. z3++ throws; its
// exceptions end here.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Mapping/Solver.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <z3++.h>

using namespace mlir;
using namespace mlir::lift;
using Status = SolverResult::Status;

namespace {
class Z3System {
public:
  Z3System(const ConstraintSystem &system, const SolverOptions &options)
      : system(system), options(options), solver(context, z3::solver::simple()),
        random(options.seed) {
    z3::params params(context);
    params.set("rlimit", unsigned(std::min<uint64_t>(options.budget, ~0u)));
    params.set("random_seed", options.seed);
    solver.set(params);
    for (unsigned map = 0; map < system.domains.size(); ++map)
      addVariable(map);
  }

  SolverResult findMappings();
  std::vector<unsigned> findCore();

private:
  void addVariable(unsigned map);
  /// The literals of those codes of a map that are among `codes`.
  z3::expr_vector getLiterals(unsigned map, CodeSet codes);
  z3::expr translate(const Formula &formula);
  z3::expr translateSame(unsigned map, unsigned other);
  z3::expr_vector translateAll(const std::vector<Formula> &formulas);
  /// One literal for each of these constraints.
  z3::expr_vector getNames(const std::vector<unsigned> &constraints);

  /// Checks, and if there is a solution, makes it the mapping.
  z3::check_result check(const z3::expr_vector &assumptions);
  /// Checks under as many of the soft constraints as can be kept, the earlier
  /// first.
  z3::check_result checkBest();
  /// If there is a seed, under random preferences: Z3 itself would go on close
  /// to the last solution.
  z3::check_result checkNext();
  Mapping getMapping();
  /// Excludes all that is close to a mapping.
  void exclude(const Mapping &mapping);
  uint64_t getCost();

  const ConstraintSystem &system;
  const SolverOptions &options;
  z3::context context;
  z3::solver solver;
  /// For each map, a literal for each code of its domain.
  std::vector<std::map<unsigned, z3::expr>> literals;
  std::mt19937 random;
  /// The last solution.
  Mapping mapping;
};
} // namespace

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

void Z3System::addVariable(unsigned map) {
  literals.emplace_back();
  z3::expr_vector all(context);
  for (unsigned code : getCodes(system.domains[map])) {
    std::string name = "map" + std::to_string(map) + "=" + getCodeName(code);
    all.push_back(context.bool_const(name.c_str()));
    literals.back().emplace(code, all.back());
  }
  solver.add(z3::mk_or(all));
  for (unsigned first = 0; first < all.size(); ++first)
    for (unsigned second = first + 1; second < all.size(); ++second)
      solver.add(!all[int(first)] || !all[int(second)]);
}

z3::expr_vector Z3System::getLiterals(unsigned map, CodeSet codes) {
  z3::expr_vector some(context);
  for (const auto &[code, literal] : literals[map])
    if (codes & getCodeSet(code))
      some.push_back(literal);
  return some;
}

z3::expr Z3System::translateSame(unsigned map, unsigned other) {
  z3::expr_vector both(context);
  for (const auto &[code, literal] : literals[map])
    if (auto it = literals[other].find(code); it != literals[other].end())
      both.push_back(literal && it->second);
  return z3::mk_or(both);
}

z3::expr_vector Z3System::translateAll(const std::vector<Formula> &formulas) {
  z3::expr_vector all(context);
  for (const Formula &formula : formulas)
    all.push_back(translate(formula));
  return all;
}

z3::expr Z3System::translate(const Formula &formula) {
  switch (formula.getKind()) {
  case Formula::Kind::Constant:
    return context.bool_val(formula.getValue());
  case Formula::Kind::In:
    return z3::mk_or(getLiterals(formula.getVariable(), formula.getCodes()));
  case Formula::Kind::Same:
    return translateSame(formula.getVariable(), formula.getOther());
  case Formula::Kind::Not:
    return !translate(formula.getOperands().front());
  case Formula::Kind::And:
    return z3::mk_and(translateAll(formula.getOperands()));
  case Formula::Kind::Or:
    return z3::mk_or(translateAll(formula.getOperands()));
  case Formula::Kind::AtMost: {
    // Weights go up to one more than the bound.
    if (formula.getBound() >= std::numeric_limits<int>::max())
      throw z3::exception("the bound of a sum is too large");
    std::vector<int> weights(formula.getWeights().begin(),
                             formula.getWeights().end());
    return z3::pble(translateAll(formula.getOperands()), weights.data(),
                    int(formula.getBound()));
  }
  }
  return context.bool_val(true);
}

//===----------------------------------------------------------------------===//
// Mappings
//===----------------------------------------------------------------------===//

uint64_t Z3System::getCost() {
  z3::stats statistics = solver.statistics();
  for (unsigned i = 0; i < statistics.size(); ++i)
    if (statistics.key(i) == "rlimit count")
      return statistics.uint_value(i);
  return 0;
}

z3::check_result Z3System::check(const z3::expr_vector &assumptions) {
  z3::check_result answer = solver.check(assumptions);
  if (answer == z3::sat)
    mapping = getMapping();
  return answer;
}

z3::check_result Z3System::checkBest() {
  z3::expr_vector kept(context);
  z3::check_result answer = check(kept);
  if (answer != z3::sat)
    return answer;
  // What the soft constraints that are kept leave of each domain.
  std::vector<CodeSet> domains = system.domains;
  for (auto [number, constraint] : llvm::enumerate(options.softConstraints)) {
    std::optional<bool> isKept = constraint.evaluate(domains);
    if (isKept)
      continue;
    z3::expr name =
        context.bool_const(("soft" + std::to_string(number)).c_str());
    solver.add(z3::implies(name, translate(constraint)));
    kept.push_back(name);
    // No question where the last solution has the answer.
    if (!constraint.holds(mapping))
      answer = check(kept);
    if (answer == z3::unknown)
      return answer;
    if (answer == z3::unsat) {
      kept.pop_back();
      answer = z3::sat;
    } else if (constraint.getKind() == Formula::Kind::In) {
      domains[constraint.getVariable()] &= constraint.getCodes();
    }
  }
  return z3::sat;
}

z3::check_result Z3System::checkNext() {
  z3::expr_vector preferences(context);
  if (options.seed) {
    static constexpr unsigned kNumPreferences = 8;
    std::vector<unsigned> order(literals.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    if (order.size() > kNumPreferences)
      order.resize(kNumPreferences);
    for (unsigned map : order)
      preferences.push_back(std::next(literals[map].begin(),
                                      int64_t(random() % literals[map].size()))
                                ->second);
  }
  z3::check_result answer = check(preferences);
  while (answer == z3::unsat && !preferences.empty()) {
    preferences.resize(preferences.size() / 2);
    answer = check(preferences);
  }
  return answer;
}

Mapping Z3System::getMapping() {
  z3::model model = solver.get_model();
  Mapping mapping;
  for (const auto &codes : literals)
    mapping.push_back(
        llvm::find_if(codes, [&](const auto &entry) {
          return model.eval(entry.second, /*model_completion=*/true).is_true();
        })->first);
  return mapping;
}

void Z3System::exclude(const Mapping &mapping) {
  z3::expr_vector differences(context);
  for (auto [codes, code] : llvm::zip_equal(literals, mapping))
    differences.push_back(!codes.at(code));
  solver.add(options.distance <= 1 || differences.empty()
                 ? z3::mk_or(differences)
                 : z3::atleast(differences, options.distance));
}

SolverResult Z3System::findMappings() {
  for (const MappingConstraint &constraint : system.constraints)
    solver.add(translate(constraint.formula));
  SolverResult result;
  z3::check_result answer = z3::sat;
  while (result.mappings.size() < options.limit) {
    answer = options.limit == 1 && !options.softConstraints.empty()
                 ? checkBest()
                 : checkNext();
    if (answer != z3::sat)
      break;
    result.mappings.push_back(mapping);
    exclude(mapping);
  }
  result.cost = getCost();
  if (answer == z3::unknown)
    return result;
  result.isComplete = answer == z3::unsat && options.distance <= 1;
  result.status = result.mappings.empty() ? Status::Infeasible : Status::Solved;
  if (result.isComplete)
    llvm::sort(result.mappings);
  return result;
}

//===----------------------------------------------------------------------===//
// Cores
//===----------------------------------------------------------------------===//

z3::expr_vector Z3System::getNames(const std::vector<unsigned> &constraints) {
  z3::expr_vector names(context);
  for (unsigned index : constraints)
    names.push_back(context.bool_const(("c" + std::to_string(index)).c_str()));
  return names;
}

std::vector<unsigned> Z3System::findCore() {
  std::vector<unsigned> all(system.constraints.size());
  std::iota(all.begin(), all.end(), 0);
  z3::expr_vector names = getNames(all);
  for (unsigned index : all)
    solver.add(z3::implies(names[int(index)],
                           translate(system.constraints[index].formula)));
  if (solver.check(names) != z3::unsat)
    return {};
  std::vector<unsigned> core;
  for (const z3::expr &name : solver.unsat_core())
    core.push_back(unsigned(std::stoul(name.decl().name().str().substr(1))));
  llvm::sort(core);
  return minimizeCore(core, [&](const std::vector<unsigned> &some) {
    return solver.check(getNames(some)) == z3::unsat;
  });
}

SolverResult lift::solveWithZ3(const ConstraintSystem &system,
                               const SolverOptions &options) {
  try {
    SolverResult result = Z3System(system, options).findMappings();
    if (result.status == Status::Infeasible)
      result.core = Z3System(system, options).findCore();
    return result;
  } catch (const z3::exception &) {
    // Out of memory, or of what Z3 can count: no answer.
    return {};
  }
}

void lift::registerZ3Solver() { registerMappingSolver("z3", solveWithZ3); }
