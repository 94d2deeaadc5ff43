//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/Rules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;

using RuleSets = std::vector<std::pair<std::string, std::vector<MappingRule>>>;

static RuleSets &getRuleSets() {
  static RuleSets sets = {{"sound", getSoundRules()},
                          {"limits", getLimitRules()},
                          {"cc22", getPaperRules()}};
  return sets;
}

static std::vector<MappingRule> *findRules(llvm::StringRef set) {
  for (auto &[name, rules] : getRuleSets())
    if (name == set)
      return &rules;
  return nullptr;
}

std::optional<std::vector<MappingRule>>
lift::getMappingRules(llvm::StringRef sets, llvm::ArrayRef<std::string> with,
                      llvm::ArrayRef<std::string> without, std::string &error) {
  std::vector<MappingRule> selected;
  for (llvm::StringRef set : llvm::split(sets, '+')) {
    const std::vector<MappingRule> *rules = findRules(set);
    if (!rules) {
      error = "unknown rules '" + set.str() + "' (expected ";
      for (const auto &[name, rules] : getRuleSets())
        error += (&rules == &getRuleSets().front().second ? "" : ", ") + name;
      error += ")";
      return std::nullopt;
    }
    llvm::append_range(selected, *rules);
  }
  for (const std::string &name : without) {
    auto isThis = [&](const MappingRule &rule) { return rule.name == name; };
    if (llvm::none_of(selected, isThis)) {
      error = "there is no rule '" + name + "' among " + sets.str();
      return std::nullopt;
    }
    llvm::erase_if(selected, isThis);
  }
  for (const std::string &name : with) {
    size_t before = selected.size();
    for (const auto &[other, rules] : getRuleSets())
      for (const MappingRule &rule : rules)
        if (rule.name == name)
          selected.push_back(rule);
    if (selected.size() == before) {
      error = "there is no rule '" + name + "'";
      return std::nullopt;
    }
  }
  return selected;
}

bool lift::isLimit(const MappingConstraint &constraint) {
  return llvm::any_of(*findRules("limits"), [&](const MappingRule &rule) {
    return rule.name == constraint.rule;
  });
}

void lift::registerMappingRule(llvm::StringRef set, MappingRule rule) {
  std::vector<MappingRule> *rules = findRules(set);
  if (!rules)
    rules = &getRuleSets()
                 .emplace_back(set.str(), std::vector<MappingRule>())
                 .second;
  rules->push_back(std::move(rule));
}

/// What somebody has chosen for a map.
static MappingConstraint getChoice(const MappingProblem &problem, unsigned map,
                                   unsigned code) {
  MappingConstraint choice = {kChoiceRule.str(),
                              {map},
                              "is mapped to " + getCodeName(code),
                              Formula::is(map, code)};
  if (!(problem.getDomain(map) & getCodeSet(code))) {
    choice.sentence += code == kFusedCode
                           ? ", but it is not perfectly nested in another map"
                           : ", but a launch has dimensions below " +
                                 std::to_string(problem.dims);
    choice.formula = Formula::constant(false);
  }
  return choice;
}

/// The value that somebody has chosen for a tuning name, or the width for a
/// map.
static MappingConstraint getChoice(const MappingProblem &problem,
                                   unsigned number) {
  const TuningParameter &parameter = problem.parameters[number];
  std::string value = std::to_string(parameter.values[*parameter.choice]);
  MappingConstraint choice = {
      kChoiceRule.str(),
      {},
      parameter.name + " is " + value,
      Formula::is(problem.maps.size() + number, *parameter.choice)};
  if (parameter.map) {
    choice.maps = {*parameter.map};
    choice.sentence = "has vector width " + value;
  }
  return choice;
}

ConstraintSystem
lift::getConstraintSystem(const MappingProblem &problem,
                          const std::vector<MappingRule> &rules) {
  ConstraintSystem system;
  for (unsigned map = 0; map < problem.maps.size(); ++map) {
    system.domains.push_back(problem.getDomain(map));
    if (std::optional<unsigned> code = problem.maps[map].code)
      system.constraints.push_back(getChoice(problem, map, *code));
  }
  for (auto [number, parameter] : llvm::enumerate(problem.parameters)) {
    system.domains.push_back(getCodeSet(parameter.values.size()) - 1);
    if (parameter.choice)
      system.constraints.push_back(getChoice(problem, number));
  }
  for (const MappingRule &rule : rules) {
    ConstraintList list;
    rule.post(problem, list);
    for (MappingConstraint &constraint : list) {
      constraint.rule = rule.name;
      system.constraints.push_back(std::move(constraint));
    }
  }
  return system;
}
