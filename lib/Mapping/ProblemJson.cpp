//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problems to and from JSON. The parser of nlohmann-json throws; its exceptions
// end here.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Mapping/MappingProblem.h"

#include <nlohmann/json.hpp>

using namespace mlir;
using namespace mlir::lift;
using Json = nlohmann::ordered_json;

static constexpr const char *kFormatName = "lift-mapping-problem";

static Json toJson(const MappingProblem::Map &map) {
  Json json = {{"name", map.name}};
  if (map.parent)
    json["parent"] = *map.parent;
  if (map.isPerfect)
    json["perfect"] = true;
  if (map.usesLocal)
    json["uses-local"] = true;
  if (map.usesPrivate)
    json["uses-private"] = true;
  if (map.trips)
    json["trips"] = *map.trips;
  if (map.code)
    json["mapping"] = getCodeName(*map.code);
  return json;
}

std::string MappingProblem::toJson() const {
  Json json = {{"format", kFormatName}, {"name", name}, {"dims", dims}};
  json["maps"] = Json::array();
  for (const Map &map : maps)
    json["maps"].push_back(::toJson(map));
  return json.dump(2) + "\n";
}

template <typename T>
static std::optional<T> getOptional(const Json &json, const char *key) {
  if (!json.contains(key))
    return std::nullopt;
  return json.at(key).get<T>();
}

static std::string readMap(const Json &json, MappingProblem::Map &map) {
  map.name = json.at("name").get<std::string>();
  map.parent = getOptional<unsigned>(json, "parent");
  map.isPerfect = json.value("perfect", false);
  map.usesLocal = json.value("uses-local", false);
  map.usesPrivate = json.value("uses-private", false);
  map.trips = getOptional<int64_t>(json, "trips");
  if (std::optional<std::string> text =
          getOptional<std::string>(json, "mapping")) {
    map.code = parseCodeName(*text);
    if (!map.code)
      return "'" + *text + "' is no mapping";
  }
  return "";
}

std::optional<MappingProblem> MappingProblem::fromJson(const std::string &text,
                                                       std::string &error) {
  try {
    Json json = Json::parse(text);
    MappingProblem problem;
    if (json.at("format") != kFormatName) {
      error = std::string("the format is not ") + kFormatName;
      return std::nullopt;
    }
    problem.name = json.at("name").get<std::string>();
    problem.dims = json.at("dims").get<unsigned>();
    for (const Json &map : json.at("maps")) {
      problem.maps.emplace_back();
      error = readMap(map, problem.maps.back());
      if (!error.empty())
        return std::nullopt;
    }
    error = problem.validate();
    if (!error.empty())
      return std::nullopt;
    return problem;
  } catch (const Json::exception &exception) {
    error = exception.what();
    return std::nullopt;
  }
}
