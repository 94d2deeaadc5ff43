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

#include <algorithm>
#include <nlohmann/json.hpp>

using namespace mlir;
using namespace mlir::lift;
using Json = nlohmann::ordered_json;

static constexpr const char *kFormatName = "lift-mapping-problem";
static constexpr const char *kSpaces[] = {"global", "local", "private"};

static Json toJson(const Quantity &quantity) {
  if (std::optional<int64_t> constant = quantity.getConstant())
    return *constant;
  return {{"parameters", quantity.getParameters()},
          {"counts", quantity.getCounts()},
          {"values", quantity.getValues()}};
}

static Json toJson(const MappingProblem::Vector &vector) {
  Json json = {{"parameter", vector.parameter},
               {"length", vector.length},
               {"neighbours", getCodes(vector.neighbours)},
               {"divides", Json::array()}};
  for (const Quantity &divides : vector.divides)
    json["divides"].push_back(toJson(divides));
  if (!vector.mustBeScalar.empty())
    json["scalar"] = vector.mustBeScalar;
  if (vector.bound)
    json["bound"] = getCodes(vector.bound);
  return json;
}

static Json toJson(const MappingProblem::Map &map) {
  Json json = {{"name", map.name}};
  if (map.parent)
    json["parent"] = *map.parent;
  if (map.isPerfect)
    json["perfect"] = true;
  if (map.memory.usesLocal)
    json["uses-local"] = true;
  if (map.memory.usesPrivate)
    json["uses-private"] = true;
  if (map.memory.holdsLocal)
    json["holds-local"] = true;
  if (map.memory.holdsShared)
    json["holds-shared"] = true;
  if (map.isInScan)
    json["in-scan"] = true;
  if (!map.mustBeSequential.empty())
    json["sequential"] = map.mustBeSequential;
  if (map.trips)
    json["trips"] = *map.trips;
  if (map.isUnrolled)
    json["unrolled"] = true;
  if (map.code)
    json["mapping"] = getCodeName(*map.code);
  if (map.vector)
    json["vector"] = toJson(*map.vector);
  return json;
}

static Json toJson(const TuningParameter &parameter) {
  Json json = {{"name", parameter.name}, {"values", parameter.values}};
  if (parameter.choice)
    json["choice"] = *parameter.choice;
  if (parameter.map)
    json["map"] = *parameter.map;
  return json;
}

static Json toJson(const std::vector<MappingProblem::Match> &matches) {
  Json json = Json::array();
  for (const auto &[first, second, codes, when, width] : matches) {
    json.push_back({first, second, getCodes(codes), toJson(when)});
    if (width != 1)
      json.back().push_back(width);
  }
  return json;
}

static Json toJson(const MappingProblem::StoredValue &buffer) {
  Json json = {{"name", buffer.name},
               {"space", kSpaces[static_cast<unsigned>(buffer.space)]},
               {"outer", buffer.outer}};
  if (buffer.bytes)
    json["bytes"] = toJson(*buffer.bytes);
  json["dependences"] = Json::array();
  for (const MappingProblem::Dependence &dependence : buffer.dependences) {
    Json entry = {{"write", dependence.first},
                  {"access", dependence.second},
                  {"matches", ::toJson(dependence.matches)}};
    if (dependence.statement)
      entry["statement"] = *dependence.statement;
    if (dependence.isDivergent)
      entry["divergent"] = true;
    if (dependence.isOfStores)
      entry["of-stores"] = true;
    json["dependences"].push_back(std::move(entry));
  }
  json["shares"] = Json::array();
  for (const MappingProblem::Share &share : buffer.shares)
    json["shares"].push_back({{"map", share.map},
                              {"computing", share.computing},
                              {"matches", ::toJson(share.matches)}});
  if (buffer.space != MappingProblem::Space::Private)
    return json;
  json["spread"] = Json::array();
  for (const auto &[map, length] : buffer.spread)
    json["spread"].push_back({map, ::toJson(length)});
  json["together"] = buffer.together;
  return json;
}

/// 0 for what is not known.
static Json toJson(const std::array<std::optional<Quantity>, 3> &sizes) {
  Json json = Json::array();
  for (const std::optional<Quantity> &size : sizes)
    json.push_back(toJson(size.value_or(0)));
  return json;
}

std::string MappingProblem::toJson() const {
  Json json = {{"format", kFormatName},
               {"name", name},
               {"dims", dims},
               {"local-size", ::toJson(localSize)},
               {"groups", ::toJson(numGroups)}};
  if (hasLaunch)
    json["has-launch"] = true;
  json["target"] = {{"name", target.name},
                    {"max-group-size", target.maxGroupSize},
                    {"max-local-size", target.maxLocalSize},
                    {"local-memory", target.localMemory}};
  if (target.privateMemory)
    json["target"]["private-memory"] = *target.privateMemory;
  if (target.computeUnits)
    json["target"]["compute-units"] = *target.computeUnits;
  if (!target.vectorWidths.empty())
    json["target"]["vector-widths"] = target.vectorWidths;
  json["parameters"] = Json::array();
  for (const TuningParameter &parameter : parameters)
    json["parameters"].push_back(::toJson(parameter));
  json["obligations"] = Json::array();
  for (const Obligation &obligation : obligations)
    json["obligations"].push_back({{"sentence", obligation.sentence},
                                   {"holds", ::toJson(obligation.holds)}});
  json["maps"] = Json::array();
  for (const Map &map : maps)
    json["maps"].push_back(::toJson(map));
  json["buffers"] = Json::array();
  for (const StoredValue &buffer : buffers)
    json["buffers"].push_back(::toJson(buffer));
  return json.dump(2) + "\n";
}

template <typename T>
static std::optional<T> getOptional(const Json &json, const char *key) {
  if (!json.contains(key))
    return std::nullopt;
  return json.at(key).get<T>();
}

static Quantity readQuantity(const Json &json) {
  if (json.is_number())
    return json.get<int64_t>();
  auto counts = json.at("counts").get<std::vector<unsigned>>();
  auto parameters = json.at("parameters").get<std::vector<unsigned>>();
  auto values = json.at("values").get<std::vector<int64_t>>();
  if (counts.size() != parameters.size() || values.empty() ||
      values.size() != Quantity::count(counts))
    throw Json::other_error::create(501,
                                    "a number has not as many values as "
                                    "there are combinations",
                                    nullptr);
  return Quantity::fromValues(std::move(parameters), std::move(counts),
                              std::move(values));
}

static CodeSet readCodes(const Json &json) {
  CodeSet codes = 0;
  for (unsigned code : json.get<std::vector<unsigned>>())
    if (code < kNumCodes)
      codes |= getCodeSet(code);
  return codes;
}

static MappingProblem::Vector readVector(const Json &json) {
  MappingProblem::Vector vector;
  vector.parameter = json.at("parameter").get<unsigned>();
  vector.mustBeScalar = json.value("scalar", std::string());
  vector.neighbours = readCodes(json.at("neighbours"));
  vector.length = json.at("length").get<std::string>();
  for (const Json &divides : json.at("divides"))
    vector.divides.push_back(readQuantity(divides));
  if (json.contains("bound"))
    vector.bound = readCodes(json.at("bound"));
  return vector;
}

static std::string readMap(const Json &json, MappingProblem::Map &map) {
  map.name = json.at("name").get<std::string>();
  map.parent = getOptional<unsigned>(json, "parent");
  map.isPerfect = json.value("perfect", false);
  map.memory.usesLocal = json.value("uses-local", false);
  map.memory.usesPrivate = json.value("uses-private", false);
  map.memory.holdsLocal = json.value("holds-local", false);
  map.memory.holdsShared = json.value("holds-shared", false);
  map.isInScan = json.value("in-scan", false);
  map.mustBeSequential = json.value("sequential", std::string());
  map.trips = getOptional<int64_t>(json, "trips");
  map.isUnrolled = json.value("unrolled", false);
  if (std::optional<std::string> text =
          getOptional<std::string>(json, "mapping")) {
    map.code = parseCodeName(*text);
    if (!map.code)
      return "'" + *text + "' is no mapping";
  }
  if (json.contains("vector"))
    map.vector = readVector(json.at("vector"));
  return "";
}

static TuningParameter readParameter(const Json &json) {
  return {json.at("name").get<std::string>(),
          json.at("values").get<std::vector<int64_t>>(),
          getOptional<unsigned>(json, "choice"),
          getOptional<unsigned>(json, "map")};
}

static std::vector<MappingProblem::Match> readMatches(const Json &json) {
  std::vector<MappingProblem::Match> matches;
  for (const Json &match : json)
    matches.push_back({match.at(0).get<unsigned>(), match.at(1).get<unsigned>(),
                       readCodes(match.at(2)), readQuantity(match.at(3)),
                       match.size() > 4 ? match.at(4).get<int64_t>() : 1});
  return matches;
}

static std::string readBuffer(const Json &json,
                              MappingProblem::StoredValue &buffer) {
  buffer.name = json.at("name").get<std::string>();
  std::string space = json.at("space").get<std::string>();
  const auto *it = std::find(std::begin(kSpaces), std::end(kSpaces), space);
  if (it == std::end(kSpaces))
    return "'" + space + "' is no address space";
  buffer.space = static_cast<MappingProblem::Space>(it - std::begin(kSpaces));
  if (json.contains("bytes"))
    buffer.bytes = readQuantity(json.at("bytes"));
  using Maps = std::vector<unsigned>;
  buffer.outer = json.at("outer").get<Maps>();
  for (const Json &entry : json.at("dependences"))
    buffer.dependences.push_back(
        {entry.at("write").get<Maps>(), entry.at("access").get<Maps>(),
         readMatches(entry.at("matches")),
         getOptional<Maps>(entry, "statement"), entry.value("divergent", false),
         entry.value("of-stores", false)});
  for (const Json &entry : json.at("shares")) {
    auto map = entry.at("map").get<unsigned>();
    buffer.shares.push_back({map, entry.value("computing", Maps{map}),
                             readMatches(entry.at("matches"))});
  }
  if (buffer.space != MappingProblem::Space::Private)
    return "";
  for (const Json &entry : json.at("spread"))
    buffer.spread.emplace_back(entry.at(0).get<unsigned>(),
                               readQuantity(entry.at(1)));
  buffer.together = json.at("together").get<Maps>();
  return "";
}

static void readSizes(const Json &json,
                      std::array<std::optional<Quantity>, 3> &sizes) {
  for (unsigned dim = 0; dim < 3; ++dim)
    if (Quantity size = readQuantity(json.at(dim)); size.getConstant() != 0)
      sizes[dim] = size;
}

static void readTarget(const Json &json, MappingTarget &target) {
  target.name = json.at("name").get<std::string>();
  target.maxGroupSize = json.at("max-group-size").get<int64_t>();
  target.maxLocalSize = json.at("max-local-size").get<std::array<int64_t, 3>>();
  target.localMemory = json.at("local-memory").get<int64_t>();
  target.privateMemory = getOptional<int64_t>(json, "private-memory");
  target.computeUnits = getOptional<int64_t>(json, "compute-units");
  target.vectorWidths = json.value("vector-widths", std::vector<int64_t>());
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
    readSizes(json.at("local-size"), problem.localSize);
    readSizes(json.at("groups"), problem.numGroups);
    problem.hasLaunch = json.value("has-launch", false);
    readTarget(json.at("target"), problem.target);
    for (const Json &parameter : json.at("parameters"))
      problem.parameters.push_back(readParameter(parameter));
    for (const Json &obligation : json.at("obligations"))
      problem.obligations.push_back(
          {obligation.at("sentence").get<std::string>(),
           readQuantity(obligation.at("holds"))});
    for (const Json &buffer : json.at("buffers")) {
      problem.buffers.emplace_back();
      error = readBuffer(buffer, problem.buffers.back());
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
