//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/Inputs.h"

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Runtime/NpyFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

//===----------------------------------------------------------------------===//
// Between the run-time library's arrays and the evaluator's
//===----------------------------------------------------------------------===//

// The run-time library does without MLIR.
static_assert(lift::kMaxSize == runtime::kMaxSize);

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

runtime::PackageParameter run::getRuntimeParameter(const Parameter &parameter) {
  auto [scalar, lanes] = getScalarAndLanes(parameter.leaf.elementType);
  return {parameter.name,
          getRuntimeType(scalar),
          lanes,
          {parameter.leaf.sizes.begin(), parameter.leaf.sizes.end()},
          parameter.constant};
}

runtime::Result<runtime::Array> run::toRuntimeArray(const HostArray &array) {
  std::vector<int64_t> shape(array.shape.begin(), array.shape.end());
  if (auto vector = dyn_cast<VectorType>(array.elementType))
    llvm::append_range(shape, vector.getShape());
  runtime::Result<runtime::Array> result = runtime::Array::create(
      getRuntimeType(getScalarAndLanes(array.elementType).first),
      std::move(shape));
  if (result) {
    assert(result->getNumBytes() == array.data.size() && "same elements");
    llvm::copy(array.data, result->data());
  }
  return result;
}

HostArray run::toHostArray(const Parameter &parameter,
                           const runtime::Array &array) {
  HostArray result = HostArray::get(
      parameter.leaf.elementType,
      ArrayRef(array.getShape()).take_front(parameter.leaf.sizes.size()));
  assert(array.getNumBytes() == result.data.size() && "same elements");
  std::copy_n(array.data(), array.getNumBytes(), result.data.begin());
  return result;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// The place of options: they stand in no file.
static Location getOptionsLoc(const Program &program) {
  return UnknownLoc::get(program.module.get().getContext());
}

/// Tests --param and --output.
static LogicalResult checkOptions(const Program &program,
                                  const ExecutionOptions &options) {
  Location loc = getOptionsLoc(program);
  if (runtime::Status status =
          runtime::checkOutputs(options.outputs, program.results.size());
      !status)
    return emitError(loc, status.getError().message);
  if (program.isLowered &&
      (!options.params.empty() || !options.pipeline.empty()))
    return emitError(loc, "--param and --pipeline have no effect: the "
                          "file is already lowered");
  for (const auto &[name, value] : options.params) {
    if (llvm::is_contained(program.paramNames, name))
      continue;
    return emitError(loc, "--param=")
           << name << "=" << value << ": the function has no tuning name '"
           << name << "'"
           << (program.paramNames.empty()
                   ? std::string()
                   : "; it has " + llvm::join(program.paramNames, ", "));
  }
  return success();
}

FailureOr<Inputs> run::prepareInputs(
    Program &program, const ExecutionOptions &options,
    llvm::function_ref<LogicalResult(const SizeBindings &)> withSizes) {
  if (failed(checkOptions(program, options)))
    return failure();
  std::vector<runtime::PackageParameter> parameters;
  for (const Parameter &argument : program.arguments)
    parameters.push_back(getRuntimeParameter(argument));
  runtime::InputOptions inputOptions;
  inputOptions.files = options.inputs;
  inputOptions.sizes = options.sizes;
  for (const NamedText &scalar : options.scalars)
    inputOptions.scalars.emplace_back(scalar.name, scalar.text);
  inputOptions.seed = options.seed;
  inputOptions.kind = options.inputKind;
  bool isReported = false;
  // Tests the sizes against what the function requires, and chooses values of
  // tuning names that were not given. The sizes of a lowered function are
  // tested by its own preconditions.
  auto complete = [&](runtime::SizeValues &sizes) -> runtime::Status {
    sizes.insert(options.params.begin(), options.params.end());
    if (!program.isLowered) {
      FailureOr<SizeBindings> all = bindSizes(program.entry, {}, sizes);
      isReported = failed(all);
      if (isReported)
        return runtime::Error{"the sizes are wrong"};
      sizes = std::move(*all);
    }
    isReported = withSizes && failed(withSizes(sizes));
    return isReported ? runtime::Status(runtime::Error{"refused"})
                      : runtime::Status();
  };
  runtime::Result<runtime::PackageInputs> prepared = runtime::prepareInputs(
      parameters, program.sizeNames, inputOptions, complete);
  if (!prepared) {
    if (!isReported)
      emitError(getOptionsLoc(program), prepared.getError().message);
    return failure();
  }
  Inputs inputs;
  inputs.sizes = std::move(prepared->sizes);
  for (auto [argument, array] :
       llvm::zip(program.arguments, prepared->arguments))
    inputs.arguments.push_back(toHostArray(argument, array));
  return inputs;
}

std::string Inputs::formatSizes(const Program &program) const {
  std::vector<std::string> names = program.sizeNames;
  llvm::append_range(names, program.paramNames);
  return runtime::formatSizes(names, sizes);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

LogicalResult run::writeOutputs(const Program &program,
                                const ExecutionOptions &options,
                                ArrayRef<HostArray> results) {
  std::vector<runtime::Array> arrays;
  for (auto [file, result] : llvm::zip(options.outputs, results)) {
    runtime::Result<runtime::Array> array = toRuntimeArray(result);
    if (!array)
      return emitError(getOptionsLoc(program), array.getError().message);
    arrays.push_back(std::move(*array));
  }
  runtime::Status status = runtime::writeNpyFiles(options.outputs, arrays);
  if (status)
    return success();
  return emitError(getOptionsLoc(program), status.getError().message);
}
