//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packages to and from JSON. The parser of nlohmann-json throws; its exceptions
// end here.
//
//===----------------------------------------------------------------------===//
#include "Checksum.h"
#include "LiftDialect/Runtime/Package.h"

#include <nlohmann/json.hpp>

using Json = nlohmann::ordered_json;

namespace mlir::lift::runtime {

static constexpr const char *kFormatName = "lift-package";
/// More loops in each other than any compiler makes, and lists and objects in
/// each other than a manifest with so many has.
static constexpr unsigned kMaxLoopDepth = 32;
static constexpr int kMaxJsonDepth = 100;

static constexpr std::pair<Requirement::Comparison, const char *>
    kComparisons[] = {
        {Requirement::Comparison::EQ, "=="}, {Requirement::Comparison::NE, "!="},
        {Requirement::Comparison::LT, "<"},  {Requirement::Comparison::LE, "<="},
        {Requirement::Comparison::GT, ">"},  {Requirement::Comparison::GE, ">="},
};

static constexpr ElementType kElementTypes[] = {
    ElementType::I1,  ElementType::I8,  ElementType::I16, ElementType::I32,
    ElementType::I64, ElementType::F16, ElementType::F32, ElementType::F64};

//===----------------------------------------------------------------------===//
// To JSON
//===----------------------------------------------------------------------===//

template <typename Exprs>
static Json toJson(const Exprs &exprs) {
  Json json = Json::array();
  for (const Expr &expr : exprs)
    json.push_back(expr.str());
  return json;
}

static Json toJson(const Parameter &parameter) {
  Json json;
  json["name"] = parameter.name;
  json["type"] = getName(parameter.type);
  if (parameter.lanes != 1)
    json["lanes"] = parameter.lanes;
  json["sizes"] = toJson(parameter.sizes);
  return json;
}

static Json toJson(const LaunchArgument &argument) {
  switch (argument.kind) {
  case LaunchArgument::Kind::Buffer:
    return {{"buffer", argument.name},
            {"written", argument.isWritten},
            {"bytes", argument.numBytes.str()}};
  case LaunchArgument::Kind::Scalar:
    return {{"scalar", argument.name}, {"bits", argument.numBits}};
  case LaunchArgument::Kind::Number:
    return {{"number", argument.number.str()}, {"bits", argument.numBits}};
  }
  return {};
}

static Json toJson(const Carried &carried) {
  if (carried.isBuffer())
    return {{"name", carried.name},
            {"buffer", carried.buffer},
            {"next", carried.nextBuffer}};
  return {{"name", carried.name},
          {"number", carried.number.str()},
          {"next", carried.nextNumber.str()}};
}

template <typename T>
static Json toJsonList(const std::vector<T> &values);

static void addAction(const Requirement &action, Json &json) {
  for (auto [comparison, text] : kComparisons)
    if (comparison == action.comparison)
      json["require"] = {action.lhs.str(), text, action.rhs.str()};
  json["message"] = action.sentence;
}

static void addAction(const Allocation &action, Json &json) {
  json["allocate"] = action.buffer;
  json["bytes"] = action.numBytes.str();
}

static void addAction(const Release &action, Json &json) {
  json["free"] = action.buffer;
}

static void addAction(const Launch &action, Json &json) {
  json["launch"] = action.kernel;
  json["groups"] = toJson(action.groups);
  json["local"] = toJson(action.local);
  json["arguments"] = toJsonList(action.arguments);
  json["local_bytes"] = action.localBytes;
  json["private_bytes"] = action.privateBytes;
  json["lines"] = action.lines;
}

static void addAction(const Loop &action, Json &json) {
  json["for"] = action.counter;
  json["from"] = action.from.str();
  json["to"] = action.to.str();
  json["step"] = action.step.str();
  json["carried"] = toJsonList(action.carried);
  json["steps"] = toJsonList(action.body);
}

static Json toJson(const Step &step) {
  Json json;
  std::visit([&](const auto &action) { addAction(action, json); },
             step.action);
  if (step.position.line != 0)
    json["source"] = step.position.str();
  return json;
}

template <typename T>
static Json toJsonList(const std::vector<T> &values) {
  Json json = Json::array();
  for (const T &value : values)
    json.push_back(toJson(value));
  return json;
}

/// Compact text that depends on nothing but the contents; names that are not
/// UTF-8 must not stop it.
static std::string dump(const Json &json, int indent = -1) {
  return json.dump(indent, ' ', /*ensure_ascii=*/false,
                   Json::error_handler_t::replace);
}

/// The checksum of a manifest, whose own is left out, and its source.
static std::string computeChecksum(Json manifest, const std::string &source) {
  manifest.erase("checksum");
  std::string text = dump(manifest);
  return computeChecksum({&text, &source});
}

std::string printManifest(const Package &package) {
  Json json;
  json["format"] = kFormatName;
  json["version"] = kPackageVersion;
  json["entry"] = package.entry;
  json["sizes"] = package.sizes;
  json["arguments"] = toJsonList(package.arguments);
  json["results"] = toJsonList(package.results);
  for (size_t i = 0; i < package.results.size(); ++i)
    json["results"][i]["buffer"] = package.resultBuffers[i];
  json["steps"] = toJsonList(package.steps);
  for (const Package &variant : package.variants) {
    Json other;
    other["steps"] = toJsonList(variant.steps);
    other["buffers"] = variant.resultBuffers;
    other["source"] = variant.source;
    json["variants"].push_back(std::move(other));
  }
  json["checksum"] = computeChecksum(json, package.source);
  return dump(json, /*indent=*/1) + "\n";
}

//===----------------------------------------------------------------------===//
// From JSON
//===----------------------------------------------------------------------===//

namespace {

/// Reads fields, and keeps the first error. After one, what is read is
/// meaningless, but safe.
class Reader {
public:
  Package readPackage(const Json &json);

  std::optional<Error> error;

private:
  void fail(const std::string &message);

  /// The field `key` of an object, if it is there and `isRight`.
  const Json *getField(const Json &json, const char *key,
                       bool (Json::*isRight)() const noexcept,
                       const char *expected);
  std::string readText(const Json &json, const char *key);
  int64_t readInteger(const Json &json, const char *key, int64_t lower,
                      int64_t upper);
  bool readFlag(const Json &json, const char *key);
  Expr readExpr(const Json &json, const char *key);
  Expr parseExpr(const Json &json);
  std::vector<Expr> readExprs(const Json &json, const char *key);
  std::array<Expr, 3> readThree(const Json &json, const char *key);
  /// Applies `read` to each element of the list `key`.
  template <typename T>
  std::vector<T> readList(const Json &json, const char *key,
                          T (Reader::*read)(const Json &));

  std::string readName(const Json &json);
  unsigned readLine(const Json &json);
  Parameter readParameter(const Json &json);
  SourcePosition readPosition(const Json &json);
  Requirement readRequirement(const Json &json);
  unsigned readNumBits(const Json &json);
  LaunchArgument readArgument(const Json &json);
  Launch readLaunch(const Json &json);
  Carried readCarried(const Json &json);
  Loop readLoop(const Json &json);
  Step readStep(const Json &json);
  /// The steps, buffers and source of a package that is a variant of another.
  Package readVariant(const Json &json);

  /// Where in the manifest: ".steps[3].groups".
  std::string path;
  unsigned loopDepth = 0;
};

} // namespace

void Reader::fail(const std::string &message) {
  if (!error)
    error = Error{(path.empty() ? "the manifest" : path.substr(1)) + " " +
                  message};
}

const Json *Reader::getField(const Json &json, const char *key,
                             bool (Json::*isRight)() const noexcept,
                             const char *expected) {
  if (json.is_object())
    if (auto it = json.find(key); it != json.end() && ((*it).*isRight)())
      return &*it;
  fail(std::string("has no '") + key + "' that is " + expected);
  return nullptr;
}

std::string Reader::readText(const Json &json, const char *key) {
  const Json *field = getField(json, key, &Json::is_string, "a text");
  return field ? field->get<std::string>() : std::string();
}

int64_t Reader::readInteger(const Json &json, const char *key, int64_t lower,
                            int64_t upper) {
  const Json *field =
      getField(json, key, &Json::is_number_integer, "an integer");
  if (!field)
    return lower;
  int64_t value = field->get<int64_t>();
  if (value < lower || value > upper)
    fail(std::string("has a '") + key + "' of " + std::to_string(value) +
         ", expected " + std::to_string(lower) + " to " +
         std::to_string(upper));
  return value;
}

bool Reader::readFlag(const Json &json, const char *key) {
  const Json *field = getField(json, key, &Json::is_boolean, "true or false");
  return field && field->get<bool>();
}

Expr Reader::parseExpr(const Json &json) {
  if (!json.is_string()) {
    fail("is not an expression");
    return 0;
  }
  Expr expr = Expr::parse(json.get<std::string>());
  if (!expr.isError())
    return expr;
  fail("'" + json.get<std::string>() +
       "' is not an expression: " + expr.getError());
  return 0;
}

Expr Reader::readExpr(const Json &json, const char *key) {
  const Json *field = getField(json, key, &Json::is_string, "an expression");
  return field ? parseExpr(*field) : Expr(0);
}

template <typename T>
std::vector<T> Reader::readList(const Json &json, const char *key,
                                T (Reader::*read)(const Json &)) {
  std::vector<T> values;
  const Json *field = getField(json, key, &Json::is_array, "a list");
  if (!field)
    return values;
  size_t length = path.size();
  for (size_t i = 0; i < field->size() && !error; ++i) {
    path += std::string(".") + key + "[" + std::to_string(i) + "]";
    values.push_back((this->*read)((*field)[i]));
    path.resize(length);
  }
  return values;
}

std::vector<Expr> Reader::readExprs(const Json &json, const char *key) {
  return readList(json, key, &Reader::parseExpr);
}

std::array<Expr, 3> Reader::readThree(const Json &json, const char *key) {
  std::vector<Expr> values = readExprs(json, key);
  if (values.size() == 3)
    return {values[0], values[1], values[2]};
  fail(std::string("has '") + key + "' of other than three dimensions");
  return {};
}

std::string Reader::readName(const Json &json) {
  if (json.is_string())
    return json.get<std::string>();
  fail("is not a text");
  return {};
}

unsigned Reader::readLine(const Json &json) {
  if (json.is_number_unsigned())
    return json.get<unsigned>();
  fail("is not a line");
  return 0;
}

Parameter Reader::readParameter(const Json &json) {
  Parameter parameter;
  parameter.name = readText(json, "name");
  std::string type = readText(json, "type");
  bool isKnown = false;
  for (ElementType candidate : kElementTypes)
    if (type == getName(candidate)) {
      parameter.type = candidate;
      isKnown = true;
    }
  if (!isKnown)
    fail("has the unknown type '" + type + "'");
  if (json.is_object() && json.contains("lanes"))
    parameter.lanes = readInteger(json, "lanes", 1, 64);
  parameter.sizes = readExprs(json, "sizes");
  return parameter;
}

SourcePosition Reader::readPosition(const Json &json) {
  SourcePosition position;
  if (!json.is_object() || !json.contains("source"))
    return position;
  std::string text = readText(json, "source");
  auto takeNumber = [&]() -> unsigned {
    size_t colon = text.rfind(':');
    if (colon == std::string::npos)
      return 0;
    unsigned number = unsigned(std::strtoul(&text[colon + 1], nullptr, 10));
    text.resize(colon);
    return number;
  };
  position.column = takeNumber();
  position.line = takeNumber();
  position.file = text;
  return position;
}

Requirement Reader::readRequirement(const Json &json) {
  Requirement requirement;
  requirement.sentence = readText(json, "message");
  const Json *test = getField(json, "require", &Json::is_array, "a list");
  if (!test || test->size() != 3 || !(*test)[1].is_string()) {
    fail("has a 'require' that is not a comparison");
    return requirement;
  }
  requirement.lhs = parseExpr((*test)[0]);
  requirement.rhs = parseExpr((*test)[2]);
  std::string symbol = (*test)[1].get<std::string>();
  for (auto [comparison, text] : kComparisons)
    if (symbol == text) {
      requirement.comparison = comparison;
      return requirement;
    }
  fail("has the unknown comparison '" + symbol + "'");
  return requirement;
}

unsigned Reader::readNumBits(const Json &json) {
  int64_t numBits = readInteger(json, "bits", 0, 64);
  if (numBits & (numBits - 1) || (numBits != 0 && numBits < 8))
    fail("has 'bits' other than 0, 8, 16, 32, 64");
  return unsigned(numBits);
}

LaunchArgument Reader::readArgument(const Json &json) {
  LaunchArgument argument;
  if (json.contains("buffer")) {
    argument.name = readText(json, "buffer");
    argument.isWritten = readFlag(json, "written");
    if (json.contains("bytes"))
      argument.numBytes = readExpr(json, "bytes");
  } else if (json.contains("scalar")) {
    argument.kind = LaunchArgument::Kind::Scalar;
    argument.name = readText(json, "scalar");
    argument.numBits = readNumBits(json);
  } else {
    argument.kind = LaunchArgument::Kind::Number;
    argument.number = readExpr(json, "number");
    argument.numBits = readNumBits(json);
  }
  return argument;
}

Launch Reader::readLaunch(const Json &json) {
  Launch launch;
  launch.kernel = readText(json, "launch");
  launch.groups = readThree(json, "groups");
  launch.local = readThree(json, "local");
  launch.arguments = readList(json, "arguments", &Reader::readArgument);
  launch.localBytes = readInteger(json, "local_bytes", 0, INT64_MAX);
  launch.privateBytes = readInteger(json, "private_bytes", 0, INT64_MAX);
  launch.lines = readList(json, "lines", &Reader::readLine);
  return launch;
}

Carried Reader::readCarried(const Json &json) {
  Carried carried;
  carried.name = readText(json, "name");
  if (json.contains("buffer")) {
    carried.buffer = readText(json, "buffer");
    carried.nextBuffer = readText(json, "next");
  } else {
    carried.number = readExpr(json, "number");
    carried.nextNumber = readExpr(json, "next");
  }
  return carried;
}

Loop Reader::readLoop(const Json &json) {
  Loop loop;
  loop.counter = readText(json, "for");
  loop.from = readExpr(json, "from");
  loop.to = readExpr(json, "to");
  loop.step = readExpr(json, "step");
  loop.carried = readList(json, "carried", &Reader::readCarried);
  if (++loopDepth > kMaxLoopDepth)
    fail("nests more than " + std::to_string(kMaxLoopDepth) + " loops");
  else
    loop.body = readList(json, "steps", &Reader::readStep);
  --loopDepth;
  return loop;
}

Step Reader::readStep(const Json &json) {
  Step step;
  step.position = readPosition(json);
  if (json.contains("require"))
    step.action = readRequirement(json);
  else if (json.contains("allocate"))
    step.action =
        Allocation{readText(json, "allocate"), readExpr(json, "bytes")};
  else if (json.contains("free"))
    step.action = Release{readText(json, "free")};
  else if (json.contains("launch"))
    step.action = readLaunch(json);
  else if (json.contains("for"))
    step.action = readLoop(json);
  else
    fail("is no step: expected require, allocate, free, launch or for");
  return step;
}

Package Reader::readPackage(const Json &json) {
  Package package;
  package.entry = readText(json, "entry");
  package.sizes = readList(json, "sizes", &Reader::readName);
  package.arguments = readList(json, "arguments", &Reader::readParameter);
  package.results = readList(json, "results", &Reader::readParameter);
  if (!error)
    for (const Json &result : json["results"])
      package.resultBuffers.push_back(readText(result, "buffer"));
  package.steps = readList(json, "steps", &Reader::readStep);
  if (!error && json.contains("variants"))
    for (Package &variant : readList(json, "variants", &Reader::readVariant)) {
      if (variant.resultBuffers.size() != package.results.size())
        fail("has a variant with another number of results");
      variant.entry = package.entry;
      variant.sizes = package.sizes;
      variant.arguments = package.arguments;
      variant.results = package.results;
      package.variants.push_back(std::move(variant));
    }
  return package;
}

Package Reader::readVariant(const Json &json) {
  Package variant;
  variant.resultBuffers = readList(json, "buffers", &Reader::readName);
  variant.steps = readList(json, "steps", &Reader::readStep);
  variant.source = readText(json, "source");
  return variant;
}

/// Tests what every version has: format, version and, if they are right,
/// checksum.
static Status checkHeader(const Json &json, const std::string &source) {
  if (!json.is_object() || json.value("format", Json()) != kFormatName)
    return Error{std::string("the manifest is not of the format '") +
                 kFormatName + "'"};
  Json version = json.value("version", Json());
  if (version != kPackageVersion)
    return Error{"the manifest has version " + dump(version) +
                 ", but only version " + std::to_string(kPackageVersion) +
                 " can be read; write the package again"};
  if (json.value("checksum", Json()) != computeChecksum(json, source))
    return Error{"the checksum is wrong: kernels.cl or manifest.json was "
                 "changed, or not written to the end; write the package "
                 "again"};
  return {};
}

Result<Package> parseManifest(const std::string &manifest,
                              std::string source) {
  Json json;
  // What is nested deeper is left out: who visits it may run out of stack.
  bool isTooDeep = false;
  auto keep = [&](int depth, Json::parse_event_t, Json &) {
    isTooDeep |= depth > kMaxJsonDepth;
    return !isTooDeep;
  };
  try {
    json = Json::parse(manifest, keep);
  } catch (const Json::exception &exception) {
    return Error{std::string("the manifest is not JSON: ") + exception.what()};
  }
  if (isTooDeep)
    return Error{"the manifest nests more than " +
                 std::to_string(kMaxJsonDepth) + " lists and objects"};
  if (Status status = checkHeader(json, source); !status)
    return status.getError();
  Reader reader;
  Package package = reader.readPackage(json);
  if (reader.error)
    return *reader.error;
  package.source = std::move(source);
  return package;
}

} // namespace mlir::lift::runtime
