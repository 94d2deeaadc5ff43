//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the solvers of constraint systems: one that enumerates,
// which is right because it is simple, and Z3, which is fast. A test compares
// them on random problems.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_MAPPING_SOLVER_H
#define LIFTDIALECT_MAPPING_SOLVER_H

#include "LiftDialect/Mapping/MappingProblem.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <limits>

namespace mlir::lift {

struct SolverOptions {
  /// How many mappings to find.
  uint64_t limit = std::numeric_limits<uint64_t>::max();
  /// Each seed gives another selection, always the same.
  unsigned seed = 0;
  /// If one mapping is asked for, what it is to satisfy too as far as can be:
  /// the earlier the more important.
  std::vector<Formula> softConstraints;
  /// In how many maps any two mappings differ at least.
  unsigned distance = 1;
  /// What the solver may spend on one mapping, in its own units: a count, not a
  /// time, so that the answer is the same on every machine.
  uint64_t budget = 20000000;
};

struct SolverResult {
  /// Found those asked for, or all; ran out of budget.
  enum class Status { Solved, Infeasible, Unknown };
  Status status = Status::Unknown;
  /// Sorted if they are all there are, else in the order in which they were
  /// found. Some may have been found before the budget ended.
  std::vector<Mapping> mappings;
  bool isComplete = false;
  /// For Infeasible: constraints that contradict each other, none of which can
  /// be left out, in order.
  std::vector<unsigned> core;
  /// What the solver has spent.
  uint64_t cost = 0;
};

/// Tries all codes, map by map, and turns back where a constraint fails. One
/// unit of the budget is one code tried.
SolverResult solveByEnumeration(const ConstraintSystem &system,
                                const SolverOptions &options = {});

/// One unit of the budget is one of Z3's resource units (rlimit). Of the
/// library LiftMappingZ3, as is what registers it: nothing else needs Z3.
SolverResult solveWithZ3(const ConstraintSystem &system,
                         const SolverOptions &options = {});

/// Makes a core minimal: leaves out each constraint without which
/// `isInfeasible` still says so of the rest.
std::vector<unsigned> minimizeCore(
    std::vector<unsigned> core,
    llvm::function_ref<bool(const std::vector<unsigned> &)> isInfeasible);

/// Something that a good mapping satisfies, if it can: formulas, of which each
/// counts if it does not contradict one before.
struct SoftConstraint {
  llvm::StringLiteral name;
  /// What is so where it is satisfied, for people.
  llvm::StringLiteral sentence;
  std::vector<Formula> (*post)(const MappingProblem &problem);
};

/// Those that a mapping does not satisfy in full, in the order of their
/// importance: see docs/Mapping.md.
std::vector<const SoftConstraint *>
getUnmetSoftConstraints(const MappingProblem &problem, const Mapping &mapping);

/// All that makes a mapping a good one, in the order of importance. Then there
/// is one best mapping, by the order of the values of each variable.
std::vector<Formula> getObjective(const MappingProblem &problem);
/// The parts of it. First what the mapping should be like; then each variable
/// of a map takes its smallest code, from `first` on up to `last`; then what a
/// group should be like, if its size follows from the mapping; and then the
/// other variables.
std::vector<Formula> getMappingSoftConstraints(const MappingProblem &problem);
std::vector<Formula> getGroupSoftConstraints(const MappingProblem &problem);
std::vector<Formula> getSmallest(llvm::ArrayRef<CodeSet> domains,
                                 unsigned first, unsigned last);

/// How far two mappings are from each other: the number of maps that differ.
unsigned getDistance(const Mapping &first, const Mapping &second);

using MappingSolver = SolverResult (*)(const ConstraintSystem &,
                                       const SolverOptions &);
/// The solver of that name: enumerate, or one that is registered; null if there
/// is none.
MappingSolver getMappingSolver(llvm::StringRef name);
/// The names of all, for people: "z3 or enumerate".
std::string getMappingSolverNames();
/// To be called before a problem is solved.
void registerMappingSolver(llvm::StringRef name, MappingSolver solver);
void registerZ3Solver();

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_SOLVER_H
