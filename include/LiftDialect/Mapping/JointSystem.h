//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares JointSystem, the mapping problems of several kernels as
// one system of constraints, and which problems have to be solved together:
// those that share tuning names.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_MAPPING_JOINTSYSTEM_H
#define LIFTDIALECT_MAPPING_JOINTSYSTEM_H

#include "LiftDialect/Mapping/Rules.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::lift {

/// Problems of kernels of one function. They share the variables of tuning
/// names: first those of the maps of all kernels, then of the names, then of
/// the vector widths of all kernels. Of one problem, it is the problem's.
class JointSystem {
public:
  /// At least one problem; they outlive this.
  JointSystem(llvm::ArrayRef<const MappingProblem *> problems,
              const std::vector<MappingRule> &rules);

  const ConstraintSystem &getSystem() const { return system; }
  /// What is chosen for a problem.
  Mapping getMapping(unsigned problem, const Mapping &joint) const;
  /// The numbers of the values that are chosen for tuning names.
  llvm::ArrayRef<unsigned> getNames(const Mapping &joint) const;
  /// What is chosen for all of them, which agree on tuning names.
  Mapping join(llvm::ArrayRef<Mapping> mappings) const;
  /// What a mapping is to satisfy as far as can be, the most important first.
  std::vector<Formula> getObjective() const;

  /// The problem that a constraint is of; nothing if it speaks of names alone,
  /// and so is the same for all.
  std::optional<unsigned> getProblem(unsigned constraint) const;
  /// The problem that has posted a constraint.
  unsigned getOrigin(unsigned constraint) const { return origins[constraint]; }

private:
  void addConstraints(unsigned problem, const std::vector<MappingRule> &rules);

  llvm::SmallVector<const MappingProblem *> problems;
  ConstraintSystem system;
  /// Of all problems together.
  unsigned numMaps = 0, numNames = 0;
  /// For each problem its variables here.
  std::vector<std::vector<unsigned>> variables;
  /// The problem of each constraint.
  std::vector<unsigned> origins;
};

/// Problems that can be solved by themselves, and the numbers of the tuning
/// names that they alone speak of.
struct ProblemGroup {
  llvm::SmallVector<unsigned> problems;
  llvm::SmallVector<unsigned> names;
};

/// Those of the problems of a function that share names whose values are to be
/// chosen make a group.
std::vector<ProblemGroup>
groupByNames(llvm::ArrayRef<const MappingProblem *> problems,
             const std::vector<MappingRule> &rules);

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_JOINTSYSTEM_H
