//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packages from JSON. The parser of nlohmann-json throws; its exceptions end
// here.
//
//===----------------------------------------------------------------------===//
#include "PackageJson.h"

#include "LiftDialect/Runtime/Inputs.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace mlir::lift::runtime {

/// The one file with kernels of packages of version 1.
static constexpr const char *kSourceName = "kernels.cl";
/// More loops in each other than any compiler makes, and lists and objects in
/// each other than a manifest with so many has.
static constexpr unsigned kMaxLoopDepth = 32;
static constexpr int kMaxJsonDepth = 100;

static constexpr ElementType kElementTypes[] = {
    ElementType::I1,  ElementType::I8,  ElementType::I16, ElementType::I32,
    ElementType::I64, ElementType::F16, ElementType::F32, ElementType::F64};

/// By name.
using Files = std::map<std::string, Bytes>;

namespace {

/// Reads fields, and keeps the first error. After one, what is read is
/// meaningless, but safe.
class Reader {
public:
  Reader(int64_t version, const Files &files)
      : version(version), files(files) {}

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
  PackageParameter readParameter(const Json &json);
  PackageParameter readArgument(const Json &json);
  SourcePosition readPosition(const Json &json);
  /// A relation, as a list.
  Requirement readComparison(const Json &json);
  Requirement readRequirement(const Json &json);
  unsigned readNumBits(const Json &json);
  LaunchArgument readLaunchArgument(const Json &json);
  Launch readLaunch(const Json &json);
  Carried readCarried(const Json &json);
  Loop readLoop(const Json &json);
  Step readStep(const Json &json);
  ProgramForm readProgram(const Json &json);
  std::vector<ProgramForm> readPrograms(const Json &json);
  /// The steps, buffers and programs of a package that is a variant of another.
  Package readVariant(const Json &json);

  const int64_t version;
  const Files &files;

  /// Where in the manifest: ".steps[3].groups".
  std::string path;
  unsigned loopDepth = 0;
};

} // namespace

void Reader::fail(const std::string &message) {
  if (!error)
    error =
        Error{(path.empty() ? "the manifest" : path.substr(1)) + " " + message};
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

PackageParameter Reader::readParameter(const Json &json) {
  PackageParameter parameter;
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

/// The bytes of a parameter whose sizes are numbers.
static std::optional<uint64_t> countBytes(const PackageParameter &parameter) {
  Result<std::vector<int64_t>> shape = computeShape(parameter, {});
  if (!shape)
    return std::nullopt;
  Result<size_t> numBytes = computeByteSize(parameter.type, *shape);
  return numBytes ? std::optional<uint64_t>(*numBytes) : std::nullopt;
}

PackageParameter Reader::readArgument(const Json &json) {
  PackageParameter argument = readParameter(json);
  if (error || !json.contains("constant"))
    return argument;
  const auto offset = uint64_t(readInteger(json, "constant", 0, INT64_MAX));
  const std::optional<uint64_t> numBytes = countBytes(argument);
  auto it = files.find(kConstantsName);
  if (argument.isScalar() || !numBytes)
    fail("has a constant whose sizes are not known");
  else if (offset % kConstantAlignment != 0)
    fail("has a constant at " + std::to_string(offset) +
         ", not a multiple of " + std::to_string(kConstantAlignment));
  else if (it == files.end() || offset > it->second.size() ||
           *numBytes > it->second.size() - offset)
    fail(std::string("has a constant beyond the end of '") + kConstantsName +
         "'");
  else
    argument.constant = it->second.slice(offset, *numBytes);
  return argument;
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

Requirement Reader::readComparison(const Json &json) {
  Requirement requirement;
  if (!json.is_array() || json.size() != 3 || !json[1].is_string()) {
    fail("has a condition that is not a comparison");
    return requirement;
  }
  requirement.lhs = parseExpr(json[0]);
  requirement.rhs = parseExpr(json[2]);
  std::string symbol = json[1].get<std::string>();
  for (auto [comparison, text] : kComparisons)
    if (symbol == text) {
      requirement.comparison = comparison;
      return requirement;
    }
  fail("has the unknown comparison '" + symbol + "'");
  return requirement;
}

Requirement Reader::readRequirement(const Json &json) {
  Requirement requirement = readComparison(json["require"]);
  requirement.sentence = readText(json, "message");
  return requirement;
}

unsigned Reader::readNumBits(const Json &json) {
  int64_t numBits = readInteger(json, "bits", 0, 64);
  if (numBits & (numBits - 1) || (numBits != 0 && numBits < 8))
    fail("has 'bits' other than 0, 8, 16, 32, 64");
  return unsigned(numBits);
}

LaunchArgument Reader::readLaunchArgument(const Json &json) {
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
  launch.arguments = readList(json, "arguments", &Reader::readLaunchArgument);
  launch.localBytes = readInteger(json, "local_bytes", 0, INT64_MAX);
  launch.privateBytes = readInteger(json, "private_bytes", 0, INT64_MAX);
  if (version > 1)
    launch.pushBytes = readInteger(json, "push", 0, INT32_MAX);
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
  else if (json.contains("assert") && version > 2)
    step.action =
        Assertion{readText(json, "assert"), readText(json, "message")};
  else if (json.contains("launch"))
    step.action = readLaunch(json);
  else if (json.contains("for"))
    step.action = readLoop(json);
  else
    fail("is no step: expected require, allocate, free, launch, for or "
         "assert");
  return step;
}

//===----------------------------------------------------------------------===//
// Programs and variants
//===----------------------------------------------------------------------===//

ProgramForm Reader::readProgram(const Json &json) {
  ProgramForm program;
  const std::string name = readText(json, "form");
  const std::string file = readText(json, "file");
  std::optional<Form> form = parseForm(name);
  if (!form) {
    fail("has the unknown form '" + name + "'");
    return program;
  }
  program.form = *form;
  if (*form != Form::OpenCLC) {
    program.capabilities = readList(json, "capabilities", &Reader::readName);
    program.extensions = readList(json, "extensions", &Reader::readName);
  } else if (json.contains("max_registers")) {
    program.maxRegisters = readInteger(json, "max_registers", 1, INT32_MAX);
  }
  auto it = files.find(file);
  if (error || it == files.end())
    return program;
  program.bytes = it->second.view();
  if (Status status = checkProgramForm(program); !status)
    fail("is wrong: '" + file + "' " + status.getError().message);
  return program;
}

std::vector<ProgramForm> Reader::readPrograms(const Json &json) {
  std::vector<ProgramForm> programs =
      readList(json, "programs", &Reader::readProgram);
  if (programs.empty())
    fail("has no programs");
  std::set<Form> forms;
  for (const ProgramForm &program : programs)
    if (!forms.insert(program.form).second)
      fail(std::string("has two programs in the form '") +
           getName(program.form) + "'");
  return programs;
}

/// The programs of a package of version 1.
static std::vector<ProgramForm> makeOpenCLC(std::string source) {
  ProgramForm program;
  program.bytes = std::move(source);
  return {program};
}

Package Reader::readPackage(const Json &json) {
  Package package;
  package.entry = readText(json, "entry");
  package.sizes = readList(json, "sizes", &Reader::readName);
  package.arguments = readList(json, "arguments", &Reader::readArgument);
  package.results = readList(json, "results", &Reader::readParameter);
  if (!error)
    for (const Json &result : json["results"])
      package.resultBuffers.push_back(readText(result, "buffer"));
  if (json.contains("float_ops"))
    package.floatOps = readExpr(json, "float_ops");
  if (json.contains("made_for"))
    package.madeFor = readText(json, "made_for");
  package.steps = readList(json, "steps", &Reader::readStep);
  package.programs =
      version == 1 ? makeOpenCLC(std::string(files.at(kSourceName).view()))
                   : readPrograms(json);
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
  if (version > 3 && json.contains("prefer"))
    variant.preferences = readList(json, "prefer", &Reader::readComparison);
  variant.steps = readList(json, "steps", &Reader::readStep);
  variant.programs =
      version == 1 ? makeOpenCLC(readText(json, "source")) : readPrograms(json);
  return variant;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// Gives the version, after tests of what every version has.
static Result<int64_t> checkManifestHeader(const Json &json) {
  if (!json.is_object() || json.value("format", Json()) != kFormatName)
    return Error{std::string("the manifest is not of the format '") +
                 kFormatName + "'"};
  Json version = json.value("version", Json());
  for (int64_t known = 1; known <= kPackageVersion; ++known)
    if (version == known)
      return known;
  return Error{"the manifest has version " + dump(version) +
               ", but only versions 1 to " + std::to_string(kPackageVersion) +
               " can be read; write the package again"};
}

/// Whether a file of that name is in the folder itself, on every system.
static bool isPlainName(const std::string &name) {
  return !name.empty() && name[0] != '.' && name.size() < 256 &&
         std::all_of(name.begin(), name.end(), [](unsigned char letter) {
           return std::isalnum(letter) || letter == '.' || letter == '-' ||
                  letter == '_';
         });
}

/// For messages: no terminal obeys it.
static std::string makePrintable(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char letter) { return !std::isprint(letter); }, '?');
  return text;
}

/// The names of files in the lists of programs, in order, and of that with
/// constants; what is no such list is told of later.
static std::vector<std::string> collectFileNames(const Json &json) {
  std::vector<std::string> names;
  auto getList = [](const Json &object, const char *key) {
    Json list = object.is_object() ? object.value(key, Json()) : Json();
    return list.is_array() ? list : Json::array();
  };
  auto addPrograms = [&](const Json &package) {
    for (const Json &program : getList(package, "programs"))
      if (program.is_object() && program.contains("file") &&
          program["file"].is_string())
        names.push_back(program["file"]);
  };
  addPrograms(json);
  for (const Json &variant : getList(json, "variants"))
    addPrograms(variant);
  if (json.value("constants", Json()).is_string())
    names.push_back(json["constants"]);
  return names;
}

/// Reads the files of a package, and tests that they belong to the manifest.
static Result<Files> readFiles(const Json &json, int64_t version,
                               const FileReader &readFile) {
  const std::vector<std::string> names =
      version == 1 ? std::vector<std::string>{kSourceName}
                   : collectFileNames(json);
  Files files;
  for (const std::string &name : names) {
    if (!isPlainName(name))
      return Error{"the manifest has the file '" + makePrintable(name) +
                   "', expected the name of a file in the package"};
    if (files.count(name) != 0)
      continue;
    Result<Bytes> file = readFile(name);
    if (!file)
      return file.getError();
    files[name] = std::move(*file);
  }
  std::vector<std::string_view> texts;
  for (const std::string &name : names)
    texts.push_back(files[name].view());
  if (json.value("checksum", Json()) != computeChecksum(json, texts))
    return Error{"the checksum is wrong: a program or manifest.json was "
                 "changed, or not written to the end; write the package "
                 "again"};
  return files;
}

Result<Package> parseManifest(const std::string &manifest,
                              const FileReader &readFile) {
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
  Result<int64_t> version = checkManifestHeader(json);
  if (!version)
    return version.getError();
  Result<Files> files = readFiles(json, *version, readFile);
  if (!files)
    return files.getError();
  Reader reader(*version, *files);
  Package package = reader.readPackage(json);
  if (reader.error)
    return *reader.error;
  return package;
}

} // namespace mlir::lift::runtime
