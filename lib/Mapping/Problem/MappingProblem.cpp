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
  for (std::string error :
       {validateMemory(), validateVectors(), validateQuantities()})
    if (!error.empty())
      return error;
  return "";
}

std::string MappingProblem::validateVectors() const {
  std::vector<std::optional<unsigned>> owners(parameters.size());
  for (auto [index, map] : llvm::enumerate(maps)) {
    if (!map.vector)
      continue;
    if (map.vector->parameter >= parameters.size() ||
        parameters[map.vector->parameter].map != index)
      return "map " + std::to_string(index) + " has no vector width";
    owners[map.vector->parameter] = index;
    const std::vector<int64_t> &widths =
        parameters[map.vector->parameter].values;
    if (map.vector->divides.size() != widths.size() ||
        llvm::any_of(widths, [](int64_t width) { return width < 1; }))
      return "map " + std::to_string(index) + " has widths that make no sense";
  }
  for (auto [parameter, owner] : llvm::zip_equal(parameters, owners))
    if (parameter.map != owner)
      return parameter.name + " is the vector width of no map";
  // Those behind tuning names are left out where names are meant.
  if (!std::is_partitioned(
          parameters.begin(), parameters.end(),
          [](const TuningParameter &parameter) { return !parameter.map; }))
    return "a vector width stands before a tuning name";
  return "";
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
  for (const StoredValue &buffer : buffers) {
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
  for (const Map &map : maps)
    if (map.vector)
      areValid &= llvm::all_of(map.vector->divides, isValid);
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
  for (const StoredValue &buffer : buffers) {
    bool isValid =
        areMaps(buffer.outer) && buffer.bytes.value_or(0).getMin() >= 0;
    for (const Dependence &dependence : buffer.dependences)
      isValid &=
          areMaps(dependence.first) && areMaps(dependence.second) &&
          areMatches(dependence.matches) &&
          areMaps(dependence.statement.value_or(std::vector<unsigned>()));
    for (const Share &share : buffer.shares)
      isValid &= isMap(share.map) && areMaps(share.computing) &&
                 areMatches(share.matches);
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
  if (target.computeUnits.value_or(1) < 1)
    return "no device has " + std::to_string(*target.computeUnits) +
           " compute units";
  if (target.privateMemory.value_or(0) < 0 ||
      target.privateMemory.value_or(0) > kMaxMemory)
    return "no device has " + std::to_string(*target.privateMemory) +
           " bytes of registers";
  return "";
}

/// What is wrong if both `first` and `second` are chosen for `what`.
static std::string getContradiction(const std::string &what,
                                    const std::string &first,
                                    const std::string &second) {
  return first == second
             ? ""
             : what + " is " + first + " already, and cannot be " + second;
}

std::string MappingProblem::fix(llvm::StringRef choice) {
  auto [number, name] = choice.split('=');
  for (TuningParameter &parameter : parameters) {
    if (parameter.map || parameter.name != number)
      continue;
    std::string what = "tuning name '" + parameter.name + "'";
    std::optional<unsigned> before = parameter.choice;
    int64_t value = 0;
    if (name.getAsInteger(10, value) || !parameter.choose(value))
      return what + " cannot be '" + name.str() + "'";
    return before ? getContradiction(what,
                                     std::to_string(parameter.values[*before]),
                                     std::to_string(value))
                  : "";
  }
  unsigned map = 0;
  std::optional<unsigned> code = parseCodeName(name);
  llvm::StringRef text = name;
  int64_t width = 0;
  bool isWidth = text.consume_front("vector(") && text.consume_back(")") &&
                 !text.getAsInteger(10, width);
  if (number.getAsInteger(10, map) || (!code && !isWidth))
    return "'" + choice.str() + "' is not of the form 2=wrg(0)" +
           (getNumTuningNames() ? ", or TM=16 for a tuning name TM" : "");
  if (map >= maps.size())
    return "there is no map " + number.str() + " among " +
           std::to_string(maps.size());
  if (isWidth)
    return fixVectorWidth(map, width);
  std::optional<unsigned> before = std::exchange(maps[map].code, code);
  return before ? getContradiction("map " + number.str(), getCodeName(*before),
                                   getCodeName(*code))
                : "";
}

std::string MappingProblem::fixVectorWidth(unsigned map, int64_t width) {
  if (!maps[map].vector)
    return "map " + std::to_string(map) +
           " has no vector width to be chosen: that of a map without maps "
           "inside, whose result is stored, can be, for a target that has "
           "vector widths";
  TuningParameter &parameter = parameters[maps[map].vector->parameter];
  auto getName = [](int64_t value) {
    return "vector(" + std::to_string(value) + ")";
  };
  std::optional<unsigned> before = parameter.choice;
  if (parameter.choose(width))
    return before ? getContradiction("map " + std::to_string(map),
                                     getName(parameter.values[*before]),
                                     getName(width))
                  : "";
  std::string error =
      "map " + std::to_string(map) + " cannot be " + getName(width) + ", but";
  for (int64_t value : parameter.values)
    error += " " + getName(value);
  return error;
}

std::vector<std::string>
MappingProblem::getChosenValues(const Mapping &mapping) const {
  std::vector<std::string> choices;
  for (auto [parameter, number] : llvm::zip_equal(
           parameters, llvm::ArrayRef(mapping).drop_front(maps.size()))) {
    std::string value = std::to_string(parameter.values[number]);
    if (!parameter.map) {
      if (parameter.values.size() > 1)
        choices.push_back(parameter.name + "=" + value);
      continue;
    }
    // One element at a time goes without saying where it must be so.
    const Vector &vector = *maps[*parameter.map].vector;
    bool mustBeScalar = !vector.mustBeScalar.empty() ||
                        vector.neighbours == getCodeSet(0) || parameter.choice;
    if (parameter.values[number] != 1 || !mustBeScalar)
      choices.push_back(std::to_string(*parameter.map) + "=vector(" + value +
                        ")");
  }
  return choices;
}

unsigned MappingProblem::getNumTuningNames() const {
  return llvm::count_if(parameters, [](const TuningParameter &parameter) {
    return !parameter.map;
  });
}

std::vector<int64_t> MappingProblem::getVectorWidths(unsigned map) const {
  return maps[map].vector ? parameters[maps[map].vector->parameter].values
                          : std::vector<int64_t>{1};
}

Formula MappingProblem::hasVectorWidth(unsigned map, int64_t width) const {
  if (!maps[map].vector)
    return Formula::constant(width == 1);
  unsigned parameter = maps[map].vector->parameter;
  std::optional<unsigned> number = parameters[parameter].find(width);
  return number ? Formula::is(maps.size() + parameter, *number)
                : Formula::constant(false);
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
