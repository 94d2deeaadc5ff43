//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the rules of mappings. A rule posts constraints for a
// problem; a rule set is a list of rules:
//
//   sound  what a mapping must satisfy to be right, and no more;
//   cc22   the rules R0 to R8 that the artifact of Mogers et al. (CC 2022)
//          posts, which are those of the paper and a little more.
//
// A rule of your own joins a set without a change to those that are there:
//
//   registerMappingRule("sound", {"no-z", "dimension 2 is not used",
//       [](const MappingProblem &problem, ConstraintList &list) {
//         CodeSet codes = getCodeSet(12) | getCodeSet(22) | getCodeSet(32);
//         for (unsigned map = 0; map < problem.maps.size(); ++map)
//           list.push_back({"", {map}, "dimension 2 is not used",
//                           !Formula::in(map, codes)});
//       }});
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_MAPPING_RULES_H
#define LIFTDIALECT_MAPPING_RULES_H

#include "LiftDialect/Mapping/MappingProblem.h"
#include "llvm/ADT/StringRef.h"

#include <functional>

namespace mlir::lift {

using ConstraintList = std::vector<MappingConstraint>;

struct MappingRule {
  std::string name;
  /// One line for documentation.
  std::string summary;
  /// Appends the constraints; their rule is filled in.
  std::function<void(const MappingProblem &, ConstraintList &)> post;
};

/// The sets of rules that a solver uses where nobody says which.
inline constexpr const char *kDefaultMappingRules = "sound+limits";

/// The rules of sets (sound+limits), without those named in `without`, and
/// those named in `with` of any set. If there is no such set or rule, nothing
/// and a message.
std::optional<std::vector<MappingRule>>
getMappingRules(llvm::StringRef sets, llvm::ArrayRef<std::string> with,
                llvm::ArrayRef<std::string> without, std::string &error);
/// Adds a rule to a set, or begins one. To be called before a problem is
/// solved.
void registerMappingRule(llvm::StringRef set, MappingRule rule);

/// Whether a constraint is of the set `limits`: a mapping that violates it is
/// right, but slow.
bool isLimit(const MappingConstraint &constraint);

/// The rule of a choice that somebody has made.
inline constexpr llvm::StringLiteral kChoiceRule = "choice";

/// All constraints of a problem: the rules', and the choices made already.
ConstraintSystem getConstraintSystem(const MappingProblem &problem,
                                     const std::vector<MappingRule> &rules);

/// A formula that holds where the two accesses to shared memory need no barrier
/// between them: in each dimension of a group, one work-item makes both.
Formula needsNoBarrier(const MappingProblem &problem,
                       const MappingProblem::StoredValue &buffer,
                       const MappingProblem::Dependence &dependence);

/// The rules of docs/Mapping.md that are asked of mappings by hand: what a
/// mapping must satisfy to be right. Not S2, of which lowering sees what is
/// wrong, and does the rest right; nor S6 and S5 of shared memory, which
/// distribution and barrier placement ask of the accesses themselves; nor what
/// depends on the device, and what operations require of sizes.
std::vector<MappingRule> getLoweringRules();
/// The one of them that is about groups.
inline constexpr llvm::StringLiteral kGroupRule = "S4";

/// The rules of docs/Mapping.md: what a mapping must satisfy to be right, and
/// what it should, to be fast.
std::vector<MappingRule> getSoundRules();
std::vector<MappingRule> getLimitRules();
/// Those of vector widths.
std::vector<MappingRule> getVectorRules();
MappingRule getNeighbourRule();
/// R0 to R8 as the artifact posts them.
std::vector<MappingRule> getPaperRules();

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_RULES_H
