//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/MappingProblem.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::lift;

std::string MappingProblem::validate() const {
  if (dims < 1 || dims > 3)
    return "a launch has 1 to 3 dimensions, not " + std::to_string(dims);
  for (auto [index, map] : llvm::enumerate(maps)) {
    std::string prefix = "map " + std::to_string(index) + " ";
    if (map.parent && *map.parent >= index)
      return prefix + "stands before the map around it";
    if (map.isPerfect && map.parent != index - 1)
      return prefix + "is perfectly nested, but not in the map before it";
    if (map.parent && *map.parent + 1 != index &&
        maps[*map.parent + 1].isPerfect)
      return prefix + "stands beside a perfectly nested one";
    if (map.code &&
        (*map.code >= kNumCodes || !(kAllCodes & getCodeSet(*map.code))))
      return prefix + "has no mapping of code " + std::to_string(*map.code);
  }
  std::string error = validateMemory();
  return error.empty() ? validateQuantities() : error;
}

std::string MappingProblem::validateQuantities() const {
  for (const TuningParameter &parameter : parameters)
    if (parameter.values.empty() || parameter.values.size() > kNumCodes ||
        parameter.choice.value_or(0) >= parameter.values.size())
      return "tuning name " + parameter.name + " has no values, or more than " +
             std::to_string(kNumCodes);
  auto isValid = [&](const Quantity &quantity) {
    return llvm::is_sorted(quantity.getParameters()) &&
           llvm::all_of(
               llvm::zip(quantity.getParameters(), quantity.getCounts()),
               [&](auto pair) {
                 auto [parameter, count] = pair;
                 return parameter < parameters.size() &&
                        count == parameters[parameter].values.size();
               });
  };
  bool areValid = true;
  for (const Obligation &obligation : obligations)
    areValid &= isValid(obligation.holds);
  for (const auto &sizes : {localSize, numGroups})
    for (const std::optional<Quantity> &size : sizes)
      areValid &= !size || isValid(*size);
  for (const Buffer &buffer : buffers) {
    areValid &= !buffer.bytes || isValid(*buffer.bytes);
    for (const Dependence &dependence : buffer.dependences)
      for (const Match &match : dependence.matches)
        areValid &= isValid(match.when);
    for (const Share &share : buffer.shares)
      for (const Match &match : share.matches)
        areValid &= isValid(match.when);
    for (const auto &[map, length] : buffer.spread)
      areValid &= isValid(length);
  }
  return areValid ? "" : "a number follows from tuning names that do not exist";
}

std::string MappingProblem::validateMemory() const {
  auto isMap = [&](unsigned map) { return map < maps.size(); };
  auto areMaps = [&](const std::vector<unsigned> &list) {
    return llvm::all_of(list, isMap);
  };
  auto areMatches = [&](const std::vector<Match> &matches) {
    return llvm::all_of(matches, [&](const Match &match) {
      return isMap(match.first) && isMap(match.second);
    });
  };
  for (const Buffer &buffer : buffers) {
    bool isValid =
        areMaps(buffer.outer) && buffer.bytes.value_or(0).getMin() >= 0;
    for (const Dependence &dependence : buffer.dependences)
      isValid &=
          areMaps(dependence.first) && areMaps(dependence.second) &&
          areMatches(dependence.matches) &&
          areMaps(dependence.statement.value_or(std::vector<unsigned>()));
    for (const Share &share : buffer.shares)
      isValid &= isMap(share.map) && areMatches(share.matches);
    for (const auto &[map, length] : buffer.spread)
      isValid &= isMap(map) && length.getMin() >= 0;
    for (unsigned other : buffer.together)
      isValid &= other < buffers.size();
    if (!isValid)
      return buffer.name + " is used by maps that do not exist, or has a "
                           "negative size";
  }
  // 0 where tuning names have values that they must not have.
  auto isSize = [](const std::optional<Quantity> &size) {
    return size.value_or(1).getConstant().value_or(1) > 0;
  };
  if (!llvm::all_of(localSize, isSize) || !llvm::all_of(numGroups, isSize))
    return "the sizes of a launch are positive";
  if (target.localMemory < 0 || target.localMemory > kMaxMemory)
    return "no device has " + std::to_string(target.localMemory) +
           " bytes of local memory";
  if (target.privateMemory.value_or(0) < 0 ||
      target.privateMemory.value_or(0) > kMaxMemory)
    return "no device has " + std::to_string(*target.privateMemory) +
           " bytes of registers";
  return "";
}

std::string MappingProblem::fix(llvm::StringRef choice) {
  auto [number, name] = choice.split('=');
  for (TuningParameter &parameter : parameters)
    if (parameter.name == number)
      return parameter.choose(name);
  unsigned map = 0;
  std::optional<unsigned> code = parseCodeName(name);
  if (number.getAsInteger(10, map) || !code)
    return "'" + choice.str() + "' is not of the form 2=wrg(0)" +
           (parameters.empty() ? "" : ", or TM=16 for a tuning name TM");
  if (map >= maps.size())
    return "there is no map " + number.str() + " among " +
           std::to_string(maps.size());
  maps[map].code = code;
  return "";
}

std::vector<std::string>
MappingProblem::getChosenValues(const Mapping &mapping) const {
  std::vector<std::string> choices;
  for (auto [parameter, value] : llvm::zip_equal(
           parameters, llvm::ArrayRef(mapping).drop_front(maps.size())))
    if (parameter.values.size() > 1)
      choices.push_back(parameter.name + "=" +
                        std::to_string(parameter.values[value]));
  return choices;
}

CodeSet MappingProblem::getDomain(unsigned map) const {
  CodeSet domain = getCodeSet(kSeqCode);
  if (maps[map].isPerfect)
    domain |= getCodeSet(kFusedCode);
  for (MappingLevel level :
       {MappingLevel::Lcl, MappingLevel::Wrg, MappingLevel::Glb})
    for (unsigned dim = 0; dim < dims; ++dim)
      domain |= getCodeSet(getCode(level, dim));
  return domain;
}

std::vector<unsigned> MappingProblem::getOuterMaps(unsigned map) const {
  std::vector<unsigned> outer;
  for (std::optional<unsigned> at = maps[map].parent; at; at = maps[*at].parent)
    outer.push_back(*at);
  std::reverse(outer.begin(), outer.end());
  return outer;
}

std::vector<unsigned> MappingProblem::getInnerMaps(unsigned map) const {
  // Pre-order: all that follows, up to the first map that is not inside.
  std::vector<unsigned> inner;
  for (unsigned at = map + 1; at < maps.size(); ++at) {
    if (!maps[at].parent || *maps[at].parent < map)
      break;
    inner.push_back(at);
  }
  return inner;
}

std::vector<std::vector<unsigned>> MappingProblem::getChains() const {
  std::vector<bool> isLeaf(maps.size(), true);
  for (const Map &map : maps)
    if (map.parent)
      isLeaf[*map.parent] = false;
  std::vector<std::vector<unsigned>> chains;
  for (unsigned map = 0; map < maps.size(); ++map) {
    if (!isLeaf[map] || !maps[map].parent)
      continue;
    chains.push_back(getOuterMaps(map));
    chains.back().push_back(map);
  }
  return chains;
}

std::vector<unsigned> ConstraintSystem::check(const Mapping &mapping) const {
  std::vector<unsigned> violated;
  for (auto [index, constraint] : llvm::enumerate(constraints))
    if (!constraint.formula.holds(mapping))
      violated.push_back(index);
  return violated;
}

bool ConstraintSystem::verify(const Mapping &mapping) const {
  return mapping.size() == domains.size() &&
         llvm::all_of(llvm::zip_equal(mapping, domains),
                      [](auto pair) {
                        auto [code, domain] = pair;
                        return code < kNumCodes && (getCodeSet(code) & domain);
                      }) &&
         check(mapping).empty();
}
