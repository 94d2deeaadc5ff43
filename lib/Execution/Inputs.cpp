//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/Inputs.h"

#include "LiftDialect/Runtime/NpyFile.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

//===----------------------------------------------------------------------===//
// Between the run-time library's arrays and the evaluator's
//===----------------------------------------------------------------------===//

/// The scalar of a scalar or vector, and how many of it there are.
static std::pair<Type, int64_t> getScalarAndLanes(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return {vector.getElementType(), vector.getNumElements()};
  return {type, 1};
}

static runtime::ElementType getRuntimeType(Type scalar) {
  using runtime::ElementType;
  if (scalar.isF16())
    return ElementType::F16;
  if (scalar.isF32())
    return ElementType::F32;
  if (scalar.isF64())
    return ElementType::F64;
  unsigned width = scalar.isIndex() ? 64 : scalar.getIntOrFloatBitWidth();
  return width == 1    ? ElementType::I1
         : width == 8  ? ElementType::I8
         : width == 16 ? ElementType::I16
         : width == 32 ? ElementType::I32
                       : ElementType::I64;
}

/// The shape of a file with elements of type `elementType`: vectors are a last
/// dimension.
static std::vector<int64_t> getFileShape(Type elementType,
                                         ArrayRef<int64_t> shape) {
  std::vector<int64_t> fileShape(shape.begin(), shape.end());
  if (auto vector = dyn_cast<VectorType>(elementType))
    llvm::append_range(fileShape, vector.getShape());
  return fileShape;
}

/// Creates an array of `shape` elements, or reports that it does not fit.
static FailureOr<HostArray> createArray(StringRef name, Type elementType,
                                        ArrayRef<int64_t> shape) {
  Type scalar = getScalarAndLanes(elementType).first;
  runtime::Result<size_t> numBytes = runtime::computeByteSize(
      getRuntimeType(scalar), getFileShape(elementType, shape));
  if (!numBytes) {
    reportError("'" + name + "': " + numBytes.getError().message);
    return failure();
  }
  return HostArray::get(elementType, shape);
}

FailureOr<HostArray> run::createArray(const Parameter &parameter,
                                      const SizeBindings &sizes) {
  FailureOr<SmallVector<int64_t>> shape =
      evaluateShape(UnknownLoc::get(parameter.leaf.elementType.getContext()),
                    parameter.leaf.sizes, sizes);
  if (failed(shape))
    return failure();
  return ::createArray(parameter.name, parameter.leaf.elementType, *shape);
}

/// Random elements for `array`.
static LogicalResult fillRandom(HostArray &array, uint64_t seed,
                                runtime::InputKind kind) {
  Type scalar = getScalarAndLanes(array.elementType).first;
  runtime::Result<runtime::Array> random = runtime::Array::create(
      getRuntimeType(scalar), getFileShape(array.elementType, array.shape));
  if (!random) {
    reportError(random.getError().message);
    return failure();
  }
  runtime::fillRandom(*random, seed, kind);
  assert(random->getNumBytes() == array.data.size() && "same elements");
  std::copy_n(random->data(), random->getNumBytes(), array.data.begin());
  return success();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
/// The file of each argument; empty for one that has none.
using InputFiles = std::vector<std::string>;
} // namespace

static std::string listArrays(const Program &program) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator;
  for (const Parameter &argument : program.arguments)
    if (!argument.isScalar())
      os << separator << "'" << argument.name << "' : " << argument.str();
  return text;
}

/// If `text` is NAME=FILE with the name of an argument, the argument's index.
static std::optional<size_t> getNamedArgument(const Program &program,
                                              StringRef text) {
  StringRef name = text.split('=').first;
  for (auto [index, argument] : llvm::enumerate(program.arguments))
    if (text.contains('=') && name == argument.name)
      return index;
  return std::nullopt;
}

/// Sets the file of an argument that is given by name.
static LogicalResult assignNamed(const Program &program, StringRef text,
                                 size_t index, InputFiles &files) {
  if (program.arguments[index].isScalar()) {
    reportError("--input=" + text + ": '" + program.arguments[index].name +
                "' is a number; give it with --arg");
    return failure();
  }
  if (!files[index].empty()) {
    reportError("--input=" + text + ": '" + program.arguments[index].name +
                "' has a file already");
    return failure();
  }
  files[index] = text.split('=').second.str();
  return success();
}

/// Gives the files that have no name to the arrays in order: all of them.
static LogicalResult assignInOrder(const Program &program,
                                   ArrayRef<StringRef> texts,
                                   InputFiles &files) {
  SmallVector<size_t> arrays;
  for (auto [index, argument] : llvm::enumerate(program.arguments))
    if (!argument.isScalar() && files[index].empty())
      arrays.push_back(index);
  if (texts.size() != arrays.size()) {
    reportError("the function takes " + Twine(arrays.size()) + " arrays, but " +
                Twine(texts.size()) +
                " inputs are given (name them to give only some); it takes " +
                listArrays(program));
    return failure();
  }
  for (auto [text, index] : llvm::zip(texts, arrays))
    files[index] = text.str();
  return success();
}

static FailureOr<InputFiles> assignFiles(const Program &program,
                                         const ExecutionOptions &options) {
  InputFiles files(program.arguments.size());
  SmallVector<StringRef> unnamed;
  for (StringRef text : options.inputs) {
    std::optional<size_t> index = getNamedArgument(program, text);
    if (!index)
      unnamed.push_back(text);
    else if (failed(assignNamed(program, text, *index, files)))
      return failure();
  }
  if (!unnamed.empty() && failed(assignInOrder(program, unnamed, files)))
    return failure();
  return files;
}

/// Tests rank and element type of what was read for `argument`.
static LogicalResult checkFile(const Parameter &argument, StringRef file,
                               const runtime::Array &array) {
  auto [scalar, lanes] = getScalarAndLanes(argument.leaf.elementType);
  runtime::ElementType expected = getRuntimeType(scalar);
  if (array.getType() != expected) {
    reportError("'" + file + "' holds " + runtime::getName(array.getType()) +
                ", but '" + argument.name + "' is " + argument.str());
    return failure();
  }
  bool isVector = isa<VectorType>(argument.leaf.elementType);
  size_t rank = argument.leaf.sizes.size() + isVector;
  const std::vector<int64_t> &shape = array.getShape();
  if (shape.size() != rank || (isVector && shape.back() != lanes)) {
    reportError("'" + file + "' has the shape " + runtime::formatShape(shape) +
                ", but '" + argument.name + "' is " + argument.str());
    return failure();
  }
  return success();
}

static FailureOr<HostArray> readArgument(const Parameter &argument,
                                         const std::string &file) {
  runtime::Result<runtime::Array> array = runtime::readNpy(file);
  if (!array) {
    reportError(array.getError().message);
    return failure();
  }
  if (failed(checkFile(argument, file, *array)))
    return failure();
  ArrayRef<int64_t> shape = array->getShape();
  HostArray result = HostArray::get(
      argument.leaf.elementType, shape.take_front(argument.leaf.sizes.size()));
  assert(array->getNumBytes() == result.data.size() && "same elements");
  std::copy_n(array->data(), array->getNumBytes(), result.data.begin());
  return result;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Tests that --size and --param name what the function has.
static LogicalResult checkNames(const Program &program,
                                const ExecutionOptions &options) {
  auto check = [](StringRef option, const std::map<std::string, int64_t> &given,
                  ArrayRef<std::string> known) -> LogicalResult {
    for (const auto &[name, value] : given) {
      if (llvm::is_contained(known, name))
        continue;
      reportError("--" + option + "=" + name + "=" + Twine(value) +
                  ": the function has no " +
                  (option == "size" ? "size" : "tuning name") + " '" + name +
                  "'" +
                  (known.empty() ? std::string()
                                 : "; it has " + llvm::join(known, ", ")));
      return failure();
    }
    return success();
  };
  if (failed(check("size", options.sizes, program.sizeNames)))
    return failure();
  if (program.isLowered &&
      (!options.params.empty() || !options.pipeline.empty())) {
    reportError("--param and --pipeline have no effect: the file is already "
                "lowered");
    return failure();
  }
  return check("param", options.params, program.paramNames);
}

namespace {
/// Where the value of a size comes from, for errors.
struct BoundSize {
  int64_t value;
  std::string origin;
};
using BoundSizes = std::map<std::string, BoundSize>;
} // namespace

static LogicalResult bindName(BoundSizes &bound, const std::string &name,
                              int64_t value, const std::string &origin) {
  auto [it, isNew] = bound.try_emplace(name, BoundSize{value, origin});
  if (isNew || it->second.value == value)
    return success();
  reportError("size " + name + " is " + Twine(it->second.value) + " in " +
              it->second.origin + ", but " + Twine(value) + " in " + origin);
  return failure();
}

/// Reports the size names that nothing determines.
static LogicalResult checkAllKnown(const Program &program,
                                   const BoundSizes &bound) {
  std::vector<std::string> missing;
  for (const std::string &name : program.sizeNames)
    if (!bound.count(name))
      missing.push_back(name);
  if (missing.empty())
    return success();
  reportError(Twine(missing.size() == 1 ? "size " : "sizes ") +
              llvm::join(missing, ", ") +
              (missing.size() == 1 ? " is" : " are") +
              " not known: give --size=" + missing.front() +
              "=VALUE, or inputs; the function takes " + listArrays(program));
  return failure();
}

/// Finds the sizes from --size and from the shapes of `arguments`, which are
/// known where a file was read.
static FailureOr<SizeBindings> findSizes(const Program &program,
                                         const ExecutionOptions &options,
                                         const InputFiles &files,
                                         ArrayRef<HostArray> arguments) {
  BoundSizes bound;
  for (const auto &[name, value] : options.sizes)
    if (failed(bindName(bound, name, value, "--size")))
      return failure();
  for (auto [index, argument] : llvm::enumerate(program.arguments)) {
    if (files[index].empty())
      continue;
    for (auto [size, value] :
         llvm::zip(argument.leaf.sizes, arguments[index].shape))
      if (std::optional<std::string> name = size.getName();
          name && llvm::is_contained(program.sizeNames, *name) &&
          failed(bindName(bound, *name, value, "'" + files[index] + "'")))
        return failure();
  }
  if (failed(checkAllKnown(program, bound)))
    return failure();
  SizeBindings sizes(options.params.begin(), options.params.end());
  for (const auto &[name, size] : bound)
    sizes[name] = size.value;
  return sizes;
}

/// Tests the sizes against the types of all arguments and what the function
/// requires; chooses values of tuning names that were not given.
static FailureOr<SizeBindings> checkSizes(Program &program,
                                          ArrayRef<HostArray> arguments,
                                          const InputFiles &files,
                                          const SizeBindings &given) {
  // The sizes of a lowered function are tested by its own preconditions.
  FailureOr<SizeBindings> all =
      program.isLowered ? given : bindSizes(program.entry, {}, given);
  if (failed(all))
    return failure();
  for (auto [index, argument] : llvm::enumerate(program.arguments)) {
    FailureOr<SmallVector<int64_t>> shape =
        evaluateShape(program.getEntry().getLoc(), argument.leaf.sizes, *all);
    if (failed(shape))
      return failure();
    if (files[index].empty() || *shape == arguments[index].shape)
      continue;
    reportError("'" + files[index] + "' has the shape " +
                runtime::formatShape({arguments[index].shape.begin(),
                                      arguments[index].shape.end()}) +
                ", but '" + argument.name + "' is " + argument.str() +
                ", which is " +
                runtime::formatShape({shape->begin(), shape->end()}));
    return failure();
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Stores the integer `text` in `array` if it fits `type`, signed or unsigned.
static bool storeInteger(Type type, StringRef text, HostArray &array) {
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  int64_t value;
  if (text == "true" || text == "false")
    value = text == "true";
  else if (text.getAsInteger(0, value))
    return false;
  if (!llvm::isIntN(width, value) &&
      !(value >= 0 && llvm::isUIntN(width, value)))
    return false;
  if (width == 1)
    value &= 1;
  std::memcpy(array.data.data(), &value, array.data.size());
  return true;
}

/// Stores the float `text`, rounded, in `array`.
static bool storeFloat(FloatType type, StringRef text, HostArray &array) {
  double number;
  if (text.getAsDouble(number))
    return false;
  llvm::APFloat value(number);
  bool losesInfo;
  value.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  uint64_t bits = value.bitcastToAPInt().getZExtValue();
  std::memcpy(array.data.data(), &bits, array.data.size());
  return true;
}

/// Sets the arguments that --arg gives; marks them in `isSet`.
static LogicalResult setScalars(const Program &program,
                                const ExecutionOptions &options,
                                std::vector<HostArray> &arguments,
                                std::vector<bool> &isSet) {
  for (const NamedText &scalar : options.scalars) {
    auto it = llvm::find_if(program.arguments, [&](const Parameter &argument) {
      return argument.isScalar() && argument.name == scalar.name;
    });
    if (it == program.arguments.end()) {
      reportError("--arg=" + scalar.name + "=" + scalar.text +
                  ": the function has no argument '" + scalar.name +
                  "' that is a number");
      return failure();
    }
    size_t index = it - program.arguments.begin();
    Type type = it->leaf.elementType;
    auto floatType = dyn_cast<FloatType>(type);
    bool stored = floatType
                      ? storeFloat(floatType, scalar.text, arguments[index])
                  : type.isIntOrIndex()
                      ? storeInteger(type, scalar.text, arguments[index])
                      : false;
    if (!stored) {
      reportError("--arg=" + scalar.name + "=" + scalar.text + ": '" +
                  scalar.text + "' is not a value of type " + it->str());
      return failure();
    }
    isSet[index] = true;
  }
  return success();
}

/// Random numbers that are not 0, which would hide what it multiplies.
static LogicalResult fillRandomScalar(HostArray &array, uint64_t seed,
                                      runtime::InputKind kind) {
  do {
    if (failed(fillRandom(array, seed, kind)))
      return failure();
    seed += uint64_t(1) << 32;
  } while (llvm::all_of(array.data, [](char byte) { return byte == 0; }));
  return success();
}

//===----------------------------------------------------------------------===//
// All arguments
//===----------------------------------------------------------------------===//

/// Reads the arguments that have files; the others stay empty.
static FailureOr<std::vector<HostArray>>
readArguments(const Program &program, const InputFiles &files) {
  std::vector<HostArray> arguments(program.arguments.size());
  for (auto [index, file] : llvm::enumerate(files)) {
    if (file.empty())
      continue;
    FailureOr<HostArray> array = readArgument(program.arguments[index], file);
    if (failed(array))
      return failure();
    arguments[index] = std::move(*array);
  }
  return arguments;
}

/// Draws the arguments that have neither file nor --arg.
static LogicalResult drawArguments(const Program &program,
                                   const ExecutionOptions &options,
                                   const InputFiles &files, Inputs &inputs) {
  std::vector<bool> isSet(program.arguments.size());
  for (auto [index, argument] : llvm::enumerate(program.arguments)) {
    isSet[index] = !files[index].empty();
    if (isSet[index])
      continue;
    FailureOr<HostArray> array = run::createArray(argument, inputs.sizes);
    if (failed(array))
      return failure();
    inputs.arguments[index] = std::move(*array);
  }
  if (failed(setScalars(program, options, inputs.arguments, isSet)))
    return failure();
  for (auto [index, argument] : llvm::enumerate(program.arguments)) {
    if (isSet[index])
      continue;
    // Distinct seeds, also for neighbouring values of --seed.
    uint64_t seed = options.seed * 1000003 + index;
    HostArray &array = inputs.arguments[index];
    if (failed(argument.isScalar()
                   ? fillRandomScalar(array, seed, options.inputKind)
                   : fillRandom(array, seed, options.inputKind)))
      return failure();
  }
  return success();
}

FailureOr<Inputs> run::prepareInputs(Program &program,
                                     const ExecutionOptions &options) {
  if (options.outputs.size() > program.results.size()) {
    reportError("the function has " + Twine(program.results.size()) +
                " results, but " + Twine(options.outputs.size()) +
                " outputs are given");
    return failure();
  }
  if (failed(checkNames(program, options)))
    return failure();
  FailureOr<InputFiles> files = assignFiles(program, options);
  if (failed(files))
    return failure();
  FailureOr<std::vector<HostArray>> arguments = readArguments(program, *files);
  if (failed(arguments))
    return failure();
  FailureOr<SizeBindings> given =
      findSizes(program, options, *files, *arguments);
  if (failed(given))
    return failure();
  FailureOr<SizeBindings> sizes =
      checkSizes(program, *arguments, *files, *given);
  if (failed(sizes))
    return failure();
  Inputs inputs{std::move(*sizes), std::move(*arguments)};
  if (failed(drawArguments(program, options, *files, inputs)))
    return failure();
  return inputs;
}

std::string Inputs::formatSizes(const Program &program) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator;
  for (ArrayRef<std::string> names :
       {ArrayRef<std::string>(program.sizeNames),
        ArrayRef<std::string>(program.paramNames)})
    for (const std::string &name : names)
      if (auto it = sizes.find(name); it != sizes.end())
        os << separator << name << " = " << it->second;
  return text;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static LogicalResult writeOutput(const std::string &file,
                                 const HostArray &result) {
  Type scalar = getScalarAndLanes(result.elementType).first;
  runtime::Result<runtime::Array> array = runtime::Array::create(
      getRuntimeType(scalar), getFileShape(result.elementType, result.shape));
  if (!array) {
    reportError(array.getError().message);
    return failure();
  }
  assert(array->getNumBytes() == result.data.size() && "same elements");
  std::copy(result.data.begin(), result.data.end(), array->data());
  if (runtime::Status status = runtime::writeNpy(file, *array); !status) {
    reportError(status.getError().message);
    return failure();
  }
  return success();
}

LogicalResult run::writeOutputs(const Program &program,
                                const ExecutionOptions &options,
                                ArrayRef<HostArray> results) {
  for (auto [file, result] : llvm::zip(options.outputs, results))
    if (failed(writeOutput(file, result)))
      return failure();
  return success();
}
