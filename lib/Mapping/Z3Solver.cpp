//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraint systems for Z3. An integer stands for each map, and a set of codes
// is written as intervals of the domain, so that "is parallel" is one
// comparison. z3++ throws; its exceptions end here.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Mapping/Solver.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
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
      : system(system), options(options), solver(context),
        random(options.seed) {
    z3::params params(context);
    params.set("rlimit", unsigned(std::min<uint64_t>(options.budget, ~0u)));
    params.set("random_seed", options.seed);
    solver.set(params);
    for (unsigned map = 0; map < system.domains.size(); ++map) {
      std::string name = "map" + std::to_string(map);
      variables.push_back(context.int_const(name.c_str()));
      addDomain(map);
    }
  }

  SolverResult findMappings();
  std::vector<unsigned> findCore();

private:
  void addDomain(unsigned map);
  z3::expr translate(const Formula &formula);
  z3::expr translateIn(unsigned variable, CodeSet codes);
  z3::expr_vector translateAll(const std::vector<Formula> &formulas);
  /// One literal for each of these constraints.
  z3::expr_vector getLiterals(const std::vector<unsigned> &constraints);

  /// Checks, with random choices that do not contradict the constraints if
  /// there is a seed: Z3 itself would go on close to the last solution.
  z3::check_result check();
  Mapping getMapping();
  /// Excludes all that is close to a mapping.
  void exclude(const Mapping &mapping);
  uint64_t getCost();

  const ConstraintSystem &system;
  const SolverOptions &options;
  z3::context context;
  z3::solver solver;
  std::vector<z3::expr> variables;
  std::mt19937 random;
};
} // namespace

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

void Z3System::addDomain(unsigned map) {
  std::vector<unsigned> codes = getCodes(system.domains[map]);
  z3::expr_vector values(context);
  for (unsigned code : codes)
    values.push_back(variables[map] == int(code));
  solver.add(z3::mk_or(values));
}

z3::expr Z3System::translateIn(unsigned variable, CodeSet codes) {
  std::vector<unsigned> domain = getCodes(system.domains[variable]);
  z3::expr_vector intervals(context);
  for (size_t first = 0; first < domain.size(); ++first) {
    if (!(codes & getCodeSet(domain[first])))
      continue;
    size_t last = first;
    while (last + 1 < domain.size() && (codes & getCodeSet(domain[last + 1])))
      ++last;
    z3::expr_vector bounds(context);
    if (first > 0)
      bounds.push_back(variables[variable] >= int(domain[first]));
    if (last + 1 < domain.size())
      bounds.push_back(variables[variable] <= int(domain[last]));
    intervals.push_back(z3::mk_and(bounds));
    first = last;
  }
  return z3::mk_or(intervals);
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
    return translateIn(formula.getVariable(), formula.getCodes());
  case Formula::Kind::Same:
    return variables[formula.getVariable()] == variables[formula.getOther()];
  case Formula::Kind::Not:
    return !translate(formula.getOperands().front());
  case Formula::Kind::And:
    return z3::mk_and(translateAll(formula.getOperands()));
  case Formula::Kind::Or:
    return z3::mk_or(translateAll(formula.getOperands()));
  case Formula::Kind::AtMost: {
    z3::expr sum = context.int_val(0);
    for (auto [weight, operand] :
         llvm::zip_equal(formula.getWeights(), formula.getOperands()))
      sum = sum + z3::ite(translate(operand), context.int_val(weight),
                          context.int_val(0));
    return sum <= context.int_val(formula.getBound());
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

z3::check_result Z3System::check() {
  if (!options.seed)
    return solver.check();
  static constexpr unsigned kNumWishes = 8;
  std::vector<unsigned> order(variables.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  if (order.size() > kNumWishes)
    order.resize(kNumWishes);
  z3::expr_vector wishes(context);
  for (unsigned map : order) {
    std::vector<unsigned> codes = getCodes(system.domains[map]);
    wishes.push_back(variables[map] == int(codes[random() % codes.size()]));
    if (solver.check(wishes) != z3::sat)
      wishes.pop_back();
  }
  return solver.check(wishes);
}

Mapping Z3System::getMapping() {
  z3::model model = solver.get_model();
  Mapping mapping;
  for (const z3::expr &variable : variables)
    mapping.push_back(unsigned(
        model.eval(variable, /*model_completion=*/true).get_numeral_int()));
  return mapping;
}

void Z3System::exclude(const Mapping &mapping) {
  z3::expr_vector differences(context);
  for (auto [variable, code] : llvm::zip_equal(variables, mapping))
    differences.push_back(variable != int(code));
  solver.add(options.distance <= 1 || differences.empty()
                 ? z3::mk_or(differences)
                 : z3::atleast(differences, options.distance));
}

SolverResult Z3System::findMappings() {
  for (const MappingConstraint &constraint : system.constraints)
    solver.add(translate(constraint.formula));
  SolverResult result;
  z3::check_result answer = z3::sat;
  while (result.mappings.size() < options.limit &&
         (answer = check()) == z3::sat) {
    result.mappings.push_back(getMapping());
    exclude(result.mappings.back());
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

z3::expr_vector
Z3System::getLiterals(const std::vector<unsigned> &constraints) {
  z3::expr_vector literals(context);
  for (unsigned index : constraints)
    literals.push_back(
        context.bool_const(("c" + std::to_string(index)).c_str()));
  return literals;
}

std::vector<unsigned> Z3System::findCore() {
  std::vector<unsigned> all(system.constraints.size());
  std::iota(all.begin(), all.end(), 0);
  z3::expr_vector literals = getLiterals(all);
  for (unsigned index : all)
    solver.add(z3::implies(literals[int(index)],
                           translate(system.constraints[index].formula)));
  if (solver.check(literals) != z3::unsat)
    return {};
  std::vector<unsigned> core;
  for (const z3::expr &literal : solver.unsat_core())
    core.push_back(unsigned(std::stoul(literal.decl().name().str().substr(1))));
  llvm::sort(core);
  return minimizeCore(core, [&](const std::vector<unsigned> &some) {
    return solver.check(getLiterals(some)) == z3::unsat;
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
    // Out of memory, or of what Z3 can do: no answer.
    return {};
  }
}
