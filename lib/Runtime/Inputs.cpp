//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Inputs.h"

#include "LiftDialect/Runtime/NpyFile.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <sstream>

namespace mlir::lift::runtime {

static bool isOneOf(const std::vector<std::string> &texts,
                    const std::string &text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

static std::string join(const std::vector<std::string> &texts) {
  std::string joined;
  for (const std::string &text : texts)
    joined += (joined.empty() ? "" : ", ") + text;
  return joined;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Result<int64_t> evaluate(const Expr &expr, const SizeValues &sizes) {
  EvalResult result =
      expr.evaluate([&](const std::string &name) -> std::optional<int64_t> {
        auto it = sizes.find(name);
        if (it == sizes.end())
          return std::nullopt;
        return it->second;
      });
  if (!result.value)
    return Error{"'" + expr.str() + "': " + result.error};
  return *result.value;
}

Result<std::vector<int64_t>> computeShape(const PackageParameter &parameter,
                                          const SizeValues &sizes) {
  std::vector<int64_t> shape;
  for (const Expr &size : parameter.sizes) {
    Result<int64_t> value = evaluate(size, sizes);
    if (!value)
      return value.getError();
    if (*value < 1 || *value > kMaxSize)
      return Error{"'" + parameter.name + "' is " + parameter.str() +
                   ", which has a dimension of " + std::to_string(*value) +
                   ", not one between 1 and " + std::to_string(kMaxSize)};
    shape.push_back(*value);
  }
  if (parameter.lanes != 1)
    shape.push_back(parameter.lanes);
  return shape;
}

Status checkSizeNames(const SizeValues &sizes,
                      const std::vector<std::string> &sizeNames) {
  for (const auto &[name, value] : sizes)
    if (!isOneOf(sizeNames, name))
      return Error{"--size=" + name + "=" + std::to_string(value) +
                   ": the function has no size '" + name + "'" +
                   (sizeNames.empty() ? "" : "; it has " + join(sizeNames))};
  return {};
}

std::string formatSizes(const std::vector<std::string> &names,
                        const SizeValues &sizes) {
  std::string text;
  for (const std::string &name : names)
    if (auto it = sizes.find(name); it != sizes.end())
      text += (text.empty() ? "" : ", ") + name + " = " +
              std::to_string(it->second);
  return text;
}

//===----------------------------------------------------------------------===//
// One call
//===----------------------------------------------------------------------===//

namespace {

/// The steps of prepareInputs, in their order. Each fails with an error.
class Preparation {
public:
  Preparation(const std::vector<PackageParameter> &parameters,
              const std::vector<std::string> &sizeNames,
              const InputOptions &options)
      : parameters(parameters), sizeNames(sizeNames), options(options),
        files(parameters.size()), origins(parameters.size()),
        isGiven(parameters.size()) {
    inputs.arguments.resize(parameters.size());
  }

  Status takeConstants();
  Status assignFiles();
  Status readFiles();
  Status takeArguments(std::vector<Array> arguments);
  Status findSizes();
  Status checkShapes();
  Status checkMemory() const;
  Status createOthers();
  Status setScalars();
  Status drawOthers();

  PackageInputs inputs;

private:
  std::string listArrays() const;
  Status assignNamed(const std::string &text, size_t index);
  Status assignInOrder(const std::vector<std::string> &texts);
  /// Whether a user is to give an argument as an array.
  bool isArray(size_t index) const {
    return !parameters[index].isScalar() && !parameters[index].constant;
  }
  Status take(size_t index, Array array, const std::string &origin);
  Status bindSize(const std::string &name, int64_t value,
                  const std::string &origin);
  Status checkAllKnown() const;
  Result<size_t> findScalar(const std::string &name) const;

  const std::vector<PackageParameter> &parameters;
  const std::vector<std::string> &sizeNames;
  const InputOptions &options;
  /// The file of each argument; empty for one that has none.
  std::vector<std::string> files;
  /// What errors call an argument that is given: its file.
  std::vector<std::string> origins;
  /// Whether an argument is given.
  std::vector<bool> isGiven;
  /// Where the value of each size comes from, for errors.
  std::map<std::string, std::string> sizeOrigins;
};

} // namespace

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

std::string Preparation::listArrays() const {
  std::vector<std::string> texts;
  for (size_t i = 0; i < parameters.size(); ++i)
    if (isArray(i))
      texts.push_back("'" + parameters[i].name + "' : " + parameters[i].str());
  return join(texts);
}

/// Sets the file of an argument that is given by name.
Status Preparation::assignNamed(const std::string &text, size_t index) {
  if (parameters[index].isScalar())
    return Error{"--input=" + text + ": '" + parameters[index].name +
                 "' is a number; give it with --arg"};
  if (parameters[index].constant)
    return Error{"--input=" + text + ": '" + parameters[index].name +
                 "' is a constant of the package"};
  if (!files[index].empty())
    return Error{"--input=" + text + ": '" + parameters[index].name +
                 "' has a file already"};
  files[index] = text.substr(text.find('=') + 1);
  return {};
}

/// Gives the files that have no name to the arrays in order: all of them.
Status Preparation::assignInOrder(const std::vector<std::string> &texts) {
  std::vector<size_t> arrays;
  for (size_t i = 0; i < parameters.size(); ++i)
    if (isArray(i) && files[i].empty())
      arrays.push_back(i);
  if (texts.size() != arrays.size())
    return Error{"the function takes " + std::to_string(arrays.size()) +
                 " arrays, but " + std::to_string(texts.size()) +
                 " inputs are given (name them to give only some); it takes " +
                 listArrays()};
  for (size_t i = 0; i < texts.size(); ++i)
    files[arrays[i]] = texts[i];
  return {};
}

Status Preparation::assignFiles() {
  std::vector<std::string> unnamed;
  for (const std::string &text : options.files) {
    if (text.empty() || text.back() == '=')
      return Error{"--input=" + text + " names no file"};
    std::string name = text.substr(0, text.find('='));
    auto it = std::find_if(parameters.begin(), parameters.end(),
                           [&](const PackageParameter &parameter) {
                             return parameter.name == name;
                           });
    if (name.size() == text.size() || it == parameters.end())
      unnamed.push_back(text);
    else if (Status status = assignNamed(text, it - parameters.begin());
             !status)
      return status;
  }
  return unnamed.empty() ? Status() : assignInOrder(unnamed);
}

Status Preparation::take(size_t index, Array array, const std::string &origin) {
  const PackageParameter &parameter = parameters[index];
  if (array.getType() != parameter.type)
    return Error{origin + " holds " + getName(array.getType()) + ", but '" +
                 parameter.name + "' is " + parameter.str()};
  bool isVector = parameter.lanes != 1;
  const std::vector<int64_t> &shape = array.getShape();
  if (shape.size() != parameter.sizes.size() + isVector ||
      (isVector && shape.back() != parameter.lanes))
    return Error{origin + " has the shape " + formatShape(shape) + ", but '" +
                 parameter.name + "' is " + parameter.str()};
  inputs.arguments[index] = std::move(array);
  origins[index] = origin;
  isGiven[index] = true;
  return {};
}

Status Preparation::readFiles() {
  for (size_t i = 0; i < files.size(); ++i) {
    if (files[i].empty())
      continue;
    Result<Array> array = readNpy(files[i]);
    if (!array)
      return array.getError();
    if (Status status = take(i, std::move(*array), "'" + files[i] + "'");
        !status)
      return status;
  }
  return {};
}

Status Preparation::takeConstants() {
  for (size_t i = 0; i < parameters.size(); ++i) {
    const PackageParameter &parameter = parameters[i];
    if (!parameter.constant)
      continue;
    Result<std::vector<int64_t>> shape = computeShape(parameter, {});
    if (!shape)
      return shape.getError();
    Result<Array> array = Array::borrow(parameter.type, std::move(*shape),
                                        parameter.constant.data());
    if (!array)
      return array.getError();
    if (Status status = take(i, std::move(*array), "'" + parameter.name + "'");
        !status)
      return status;
  }
  return {};
}

Status Preparation::takeArguments(std::vector<Array> arguments) {
  std::vector<size_t> places;
  for (size_t i = 0; i < parameters.size(); ++i)
    if (!isGiven[i])
      places.push_back(i);
  if (arguments.size() != places.size())
    return Error{"the function takes " + std::to_string(places.size()) +
                 " arguments, but " + std::to_string(arguments.size()) +
                 " are given"};
  for (size_t i = 0; i < places.size(); ++i)
    if (Status status = take(places[i], std::move(arguments[i]),
                             "argument '" + parameters[places[i]].name + "'");
        !status)
      return status;
  return {};
}

//===----------------------------------------------------------------------===//
// Finding sizes
//===----------------------------------------------------------------------===//

Status Preparation::bindSize(const std::string &name, int64_t value,
                             const std::string &origin) {
  if (value < 1 || value > kMaxSize)
    return Error{"size " + name + " is " + std::to_string(value) + " in " +
                 origin + ", which is not between 1 and " +
                 std::to_string(kMaxSize)};
  auto [it, isNew] = inputs.sizes.try_emplace(name, value);
  if (isNew)
    sizeOrigins[name] = origin;
  else if (it->second != value)
    return Error{"size " + name + " is " + std::to_string(it->second) + " in " +
                 sizeOrigins[name] + ", but " + std::to_string(value) + " in " +
                 origin};
  return {};
}

Status Preparation::checkAllKnown() const {
  std::vector<std::string> missing;
  for (const std::string &name : sizeNames)
    if (!inputs.sizes.count(name))
      missing.push_back(name);
  if (missing.empty())
    return {};
  return Error{(missing.size() == 1 ? "size " : "sizes ") + join(missing) +
               (missing.size() == 1 ? " is" : " are") + " not known: give " +
               "--size=" + missing.front() +
               "=VALUE, or inputs; the function takes " + listArrays()};
}

/// Finds the sizes from the options and from the shapes that were read.
Status Preparation::findSizes() {
  if (Status status = checkSizeNames(options.sizes, sizeNames); !status)
    return status;
  for (const auto &[name, value] : options.sizes)
    if (Status status = bindSize(name, value, "--size"); !status)
      return status;
  for (size_t i = 0; i < parameters.size(); ++i)
    for (size_t dim = 0; isGiven[i] && dim < parameters[i].sizes.size();
         ++dim) {
      std::optional<std::string> name = parameters[i].sizes[dim].getName();
      if (!name || !isOneOf(sizeNames, *name))
        continue;
      if (Status status =
              bindSize(*name, inputs.arguments[i].getShape()[dim], origins[i]);
          !status)
        return status;
    }
  return checkAllKnown();
}

/// Tests the shapes that were read against all sizes.
Status Preparation::checkShapes() {
  for (size_t i = 0; i < parameters.size(); ++i) {
    Result<std::vector<int64_t>> shape =
        computeShape(parameters[i], inputs.sizes);
    if (!shape)
      return shape.getError();
    const std::vector<int64_t> &given = inputs.arguments[i].getShape();
    if (isGiven[i] && given != *shape)
      return Error{origins[i] + " has the shape " + formatShape(given) +
                   ", but '" + parameters[i].name + "' is " +
                   parameters[i].str() + ", which is " + formatShape(*shape)};
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Stores the integer `text` in lane `lane` if it fits the array's type, signed
/// or unsigned.
static bool storeInteger(const std::string &text, Array &array, size_t lane) {
  unsigned width = array.getType() == ElementType::I1
                       ? 1
                       : 8 * unsigned(getByteWidth(array.getType()));
  int64_t value = text == "true";
  if (text != "true" && text != "false") {
    char *end = nullptr;
    errno = 0;
    value = std::strtoll(text.c_str(), &end, 0);
    if (errno != 0 || text.empty() || *end != '\0' || std::isspace(text[0]))
      return false;
  }
  bool isUnsigned = width == 64 ? value >= 0 : (value >> width) == 0;
  bool isSigned = width == 64 || (value >> (width - 1)) == -1;
  if (!isUnsigned && !isSigned)
    return false;
  array.setInteger(lane, width == 1 ? value & 1 : value);
  return true;
}

/// Stores the float `text`, rounded.
static bool storeFloat(const std::string &text, Array &array, size_t lane) {
  char *end = nullptr;
  errno = 0;
  double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || std::isspace(text[0]))
    return false;
  array.setFloat(lane, value);
  // A number that is too large has not become one.
  return !std::isinf(array.getFloat(lane)) || (std::isinf(value) && errno == 0);
}

/// Stores a number, or the lanes of a vector: "1,2,3".
static bool storeNumbers(const std::string &text, Array &array) {
  std::stringstream stream(text + ",");
  size_t lane = 0;
  for (std::string part; std::getline(stream, part, ','); ++lane)
    if (lane == array.getNumElements() ||
        !(isFloat(array.getType()) ? storeFloat(part, array, lane)
                                   : storeInteger(part, array, lane)))
      return false;
  return lane == array.getNumElements();
}

Result<size_t> Preparation::findScalar(const std::string &name) const {
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].isScalar() && parameters[i].name == name)
      return i;
  return Error{"the function has no argument '" + name + "' that is a number"};
}

Status Preparation::setScalars() {
  for (const auto &[name, text] : options.scalars) {
    std::string option = "--arg=" + name + "=" + text + ": ";
    Result<size_t> index = findScalar(name);
    if (!index)
      return Error{option + index.getError().message};
    if (isGiven[*index])
      return Error{option + "'" + name + "' is given already"};
    const PackageParameter &parameter = parameters[*index];
    Array &array = inputs.arguments[*index];
    if (!storeNumbers(text, array))
      return Error{option + "'" + text + "' is not a value of type " +
                   parameter.str()};
    isGiven[*index] = true;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

/// Tests that all arguments have room together: memory that is there is not
/// known to be too little before it is used.
Status Preparation::checkMemory() const {
  uint64_t all = 0;
  for (const PackageParameter &parameter : parameters) {
    Result<std::vector<int64_t>> shape = computeShape(parameter, inputs.sizes);
    if (!shape)
      return shape.getError();
    Result<size_t> bytes = computeByteSize(parameter.type, *shape);
    if (!bytes)
      return Error{"'" + parameter.name + "': " + bytes.getError().message};
    all += *bytes;
  }
  if (all > getPhysicalBytes())
    return Error{"the arguments take " + std::to_string(all >> 20) +
                 " MiB together, and this machine has " +
                 std::to_string(getPhysicalBytes() >> 20) + " MiB"};
  return {};
}

/// Makes arrays of zeros for all that no file gave.
Status Preparation::createOthers() {
  if (Status status = checkMemory(); !status)
    return status;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (isGiven[i])
      continue;
    Result<std::vector<int64_t>> shape =
        computeShape(parameters[i], inputs.sizes);
    if (!shape)
      return shape.getError();
    Result<Array> array = Array::create(parameters[i].type, std::move(*shape));
    if (!array)
      return Error{"'" + parameters[i].name + "': " + array.getError().message};
    inputs.arguments[i] = std::move(*array);
  }
  return {};
}

/// Random numbers that are not 0, which would hide what it multiplies.
static void fillRandomScalar(Array &array, uint64_t seed, InputKind kind) {
  auto isZero = [&] {
    return std::all_of(array.data(), array.data() + array.getNumBytes(),
                       [](char byte) { return byte == 0; });
  };
  do {
    fillRandom(array, seed, kind);
    seed += uint64_t(1) << 32;
  } while (isZero());
}

Status Preparation::drawOthers() {
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (isGiven[i])
      continue;
    // Distinct seeds, also for neighbouring values of the option.
    uint64_t seed = options.seed * 1000003 + i;
    if (parameters[i].isScalar())
      fillRandomScalar(inputs.arguments[i], seed, options.kind);
    else
      fillRandom(inputs.arguments[i], seed, options.kind);
  }
  return {};
}

Result<PackageInputs>
prepareInputs(const std::vector<PackageParameter> &parameters,
              const std::vector<std::string> &sizeNames,
              const InputOptions &options, const SizeCompletion &complete) {
  Preparation preparation(parameters, sizeNames, options);
  for (auto step : {&Preparation::takeConstants, &Preparation::assignFiles,
                    &Preparation::readFiles, &Preparation::findSizes})
    if (Status status = (preparation.*step)(); !status)
      return status.getError();
  if (complete)
    if (Status status = complete(preparation.inputs.sizes); !status)
      return status.getError();
  for (auto step : {&Preparation::checkShapes, &Preparation::createOthers,
                    &Preparation::setScalars, &Preparation::drawOthers})
    if (Status status = (preparation.*step)(); !status)
      return status.getError();
  return std::move(preparation.inputs);
}

Result<PackageInputs>
bindInputs(const std::vector<PackageParameter> &parameters,
           const std::vector<std::string> &sizeNames,
           std::vector<Array> arguments, const SizeCompletion &complete) {
  InputOptions options;
  Preparation preparation(parameters, sizeNames, options);
  if (Status status = preparation.takeConstants(); !status)
    return status.getError();
  if (Status status = preparation.takeArguments(std::move(arguments)); !status)
    return status.getError();
  if (Status status = preparation.findSizes(); !status)
    return status.getError();
  if (complete)
    if (Status status = complete(preparation.inputs.sizes); !status)
      return status.getError();
  if (Status status = preparation.checkShapes(); !status)
    return status.getError();
  return std::move(preparation.inputs);
}

} // namespace mlir::lift::runtime
