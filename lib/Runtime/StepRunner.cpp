//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StepRunner.h"

#include <algorithm>
#include <numeric>

namespace mlir::lift::runtime {

Status StepRunner::run(const std::vector<Step> &steps) {
  for (const Step &step : steps) {
    Status status = std::visit(
        [&](const auto &action) { return run(step, action); }, step.action);
    if (status)
      continue;
    Error error = status.getError();
    // The innermost step is the one to look at.
    if (error.position.line == 0)
      error.position = step.position;
    return error;
  }
  return {};
}

static bool compare(int64_t lhs, Requirement::Comparison comparison,
                    int64_t rhs) {
  switch (comparison) {
  case Requirement::Comparison::EQ:
    return lhs == rhs;
  case Requirement::Comparison::NE:
    return lhs != rhs;
  case Requirement::Comparison::LT:
    return lhs < rhs;
  case Requirement::Comparison::LE:
    return lhs <= rhs;
  case Requirement::Comparison::GT:
    return lhs > rhs;
  case Requirement::Comparison::GE:
    return lhs >= rhs;
  }
  return false;
}

Status check(const Requirement &requirement, const SizeValues &numbers,
             const std::string &sizeText) {
  Result<int64_t> lhs = evaluate(requirement.lhs, numbers);
  if (!lhs)
    return lhs.getError();
  Result<int64_t> rhs = evaluate(requirement.rhs, numbers);
  if (!rhs)
    return rhs.getError();
  if (compare(*lhs, requirement.comparison, *rhs))
    return {};
  return Error{"precondition does not hold: " + requirement.sentence +
               (sizeText.empty() ? "" : " (with " + sizeText + ")")};
}

Status StepRunner::run(const Step &, const Requirement &requirement) {
  return check(requirement, numbers, sizeText);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

Result<Buffer> StepRunner::allocate(const Allocation &allocation,
                                    size_t numBytes) {
  if (Buffer part = arena.find(allocation, numBytes))
    return part;
  return runtime.allocate(numBytes);
}

Status StepRunner::run(const Step &, const Allocation &allocation) {
  Result<int64_t> numBytes = evaluate(allocation.numBytes, numbers);
  if (!numBytes)
    return numBytes.getError();
  if (*numBytes < 0)
    return Error{"allocates " + std::to_string(*numBytes) + " bytes"};
  Result<Buffer> buffer = allocate(allocation, size_t(*numBytes));
  if (!buffer)
    return buffer.getError();
  if (poison)
    if (Status status = runtime.fill(*buffer, 0xff); !status)
      return status;
  buffers[allocation.buffer] = std::move(*buffer);
  return {};
}

Status StepRunner::run(const Step &, const Release &release) {
  Result<Buffer> buffer = getBuffer(release.buffer);
  if (!buffer)
    return buffer.getError();
  // Loops may have given it other names.
  for (auto &[name, other] : buffers)
    if (other == *buffer)
      other = {};
  return {};
}

Result<Buffer> StepRunner::getBuffer(const std::string &name) const {
  auto it = buffers.find(name);
  if (it == buffers.end())
    return Error{"there is no buffer '" + name + "'"};
  if (!it->second)
    return Error{"buffer '" + name + "' has been freed"};
  return it->second;
}

Status StepRunner::run(const Step &step, const Assertion &assertion) {
  Result<Buffer> buffer = getBuffer(assertion.buffer);
  if (!buffer)
    return buffer.getError();
  assertions.push_back({&step, *buffer});
  return {};
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Work-groups and local sizes, tested.
Result<Geometry> StepRunner::computeGeometry(const Launch &launch) const {
  Geometry geometry;
  for (unsigned dim = 0; dim < 3; ++dim) {
    Result<int64_t> groups = evaluate(launch.groups[dim], numbers);
    if (!groups)
      return groups.getError();
    Result<int64_t> local = evaluate(launch.local[dim], numbers);
    if (!local)
      return local.getError();
    if (*groups < 0 || *local < 1)
      return Error{"kernel '" + launch.kernel + "' is launched with " +
                   std::to_string(*groups) + " work-groups of " +
                   std::to_string(*local) + " work-items in dimension " +
                   std::to_string(dim)};
    geometry.groups[dim] = size_t(*groups);
    geometry.local[dim] = size_t(*local);
  }
  return geometry;
}

static Result<Argument> packInteger(int64_t value,
                                    const LaunchArgument &argument) {
  if (argument.numBits == 0)
    return Error{"has no number of bits"};
  int64_t high = value >> (argument.numBits - 1);
  if (high != 0 && high != -1)
    return Error{std::to_string(value) + " does not fit the " +
                 std::to_string(argument.numBits) +
                 " bits that the kernel has for it"};
  // Little endian, as all devices are.
  return Argument::bytes(&value, argument.numBits / 8);
}

Result<Argument> StepRunner::makeArgument(const LaunchArgument &argument) {
  switch (argument.kind) {
  case LaunchArgument::Kind::Buffer: {
    Result<Buffer> buffer = getBuffer(argument.name);
    if (!buffer)
      return buffer.getError();
    Result<int64_t> numBytes = evaluate(argument.numBytes, numbers);
    if (!numBytes)
      return numBytes.getError();
    if (*numBytes > 0 && uint64_t(*numBytes) > buffer->getNumBytes())
      return Error{"buffer '" + argument.name + "' has " +
                   std::to_string(buffer->getNumBytes()) +
                   " bytes, but the kernel needs " + std::to_string(*numBytes)};
    auto it = std::find(arguments.begin(), arguments.end(), *buffer);
    if (argument.isWritten && it != arguments.end())
      written.insert(it - arguments.begin());
    return Argument::buffer(*buffer, argument.isWritten);
  }
  case LaunchArgument::Kind::Scalar: {
    auto it = scalars.find(argument.name);
    if (it == scalars.end())
      return Error{"there is no argument '" + argument.name +
                   "' that is a number"};
    const Array &scalar = *it->second;
    if (!isFloat(scalar.getType()) && argument.numBits != 0)
      return packInteger(scalar.getInteger(0), argument);
    std::vector<char> bytes(scalar.data(),
                            scalar.data() + scalar.getNumBytes());
    // OpenCL passes three lanes as four.
    if (scalar.getNumElements() == 3)
      bytes.resize(4 * getByteWidth(scalar.getType()));
    return Argument::bytes(bytes.data(), bytes.size());
  }
  case LaunchArgument::Kind::Number: {
    Result<int64_t> value = evaluate(argument.number, numbers);
    if (!value)
      return value.getError();
    return packInteger(*value, argument);
  }
  }
  return Error{"unknown kind of argument"};
}

/// Fails where numbers take other bytes of push constants than the package
/// says.
static Status checkPush(const Launch &launch,
                        const std::vector<Argument> &arguments) {
  size_t numBytes = 0;
  for (const Argument &argument : arguments)
    if (!argument.isBuffer())
      numBytes += (argument.getNumBytes() + 3) / 4 * 4;
  if (!launch.pushBytes || size_t(*launch.pushBytes) == numBytes)
    return {};
  return Error{"kernel '" + launch.kernel + "' has " +
               std::to_string(*launch.pushBytes) +
               " bytes of push constants, but its arguments have " +
               std::to_string(numBytes)};
}

/// A buffer that is given twice counts once.
uint64_t StepRunner::countBufferBytes(const Launch &launch) const {
  std::map<std::string, uint64_t> bytes;
  for (const LaunchArgument &argument : launch.arguments)
    if (argument.kind == LaunchArgument::Kind::Buffer)
      if (Result<int64_t> size = evaluate(argument.numBytes, numbers);
          size && *size > 0)
        bytes[argument.name] = std::max(bytes[argument.name], uint64_t(*size));
  return std::accumulate(
      bytes.begin(), bytes.end(), uint64_t(0),
      [](uint64_t sum, const auto &buffer) { return sum + buffer.second; });
}

Status StepRunner::run(const Step &step, const Launch &launch) {
  Result<Geometry> geometry = computeGeometry(launch);
  if (!geometry)
    return geometry.getError();
  std::vector<Argument> arguments;
  for (const LaunchArgument &argument : launch.arguments) {
    Result<Argument> made = makeArgument(argument);
    if (!made)
      return Error{"argument " + std::to_string(arguments.size()) +
                   " of kernel '" + launch.kernel +
                   "': " + made.getError().message};
    arguments.push_back(std::move(*made));
  }
  if (runtime.getDevice().api == Api::Vulkan)
    if (Status status = checkPush(launch, arguments); !status)
      return status;
  // No API has empty launches.
  if (std::count(geometry->groups.begin(), geometry->groups.end(), 0) != 0)
    return {};
  if (Status status =
          runtime.launch(program, launch.kernel, arguments, *geometry);
      !status)
    return status;
  launches.push_back({&step, *geometry, countBufferBytes(launch)});
  return {};
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// What `carried` is to be: the buffer of that name, or the value of `number`.
Status StepRunner::bind(const Carried &carried, const std::string &buffer,
                        const Expr &number, SizeValues &newNumbers,
                        std::map<std::string, Buffer> &newBuffers) {
  if (carried.isBuffer()) {
    Result<Buffer> memory = getBuffer(buffer);
    if (!memory)
      return memory.getError();
    newBuffers[carried.name] = *memory;
    return {};
  }
  Result<int64_t> value = evaluate(number, numbers);
  if (!value)
    return value.getError();
  newNumbers[carried.name] = *value;
  return {};
}

Status StepRunner::run(const Step &, const Loop &loop) {
  Result<int64_t> from = evaluate(loop.from, numbers);
  if (!from)
    return from.getError();
  Result<int64_t> to = evaluate(loop.to, numbers);
  if (!to)
    return to.getError();
  Result<int64_t> step = evaluate(loop.step, numbers);
  if (!step)
    return step.getError();
  if (*step <= 0)
    return Error{"the loop has step " + std::to_string(*step) +
                 ", expected a positive one"};
  // More than any size is nothing that a program asks for.
  if (*from < *to)
    numTrips += (uint64_t(*to) - uint64_t(*from) - 1) / uint64_t(*step) + 1;
  if (numTrips > uint64_t(kMaxSize))
    return Error{"the loops run " + std::to_string(numTrips) +
                 " times, expected at most " + std::to_string(kMaxSize)};
  // All carried values change at one time.
  auto bindAll = [&](bool isNext) -> Status {
    SizeValues newNumbers;
    std::map<std::string, Buffer> newBuffers;
    for (const Carried &carried : loop.carried)
      if (Status status =
              bind(carried, isNext ? carried.nextBuffer : carried.buffer,
                   isNext ? carried.nextNumber : carried.number, newNumbers,
                   newBuffers);
          !status)
        return status;
    for (auto &[name, number] : newNumbers)
      numbers[name] = number;
    for (auto &[name, buffer] : newBuffers)
      buffers[name] = buffer;
    return {};
  };
  if (Status status = bindAll(/*isNext=*/false); !status)
    return status;
  for (int64_t i = *from; i < *to;) {
    numbers[loop.counter] = i;
    if (Status status = run(loop.body); !status)
      return status;
    if (Status status = bindAll(/*isNext=*/true); !status)
      return status;
    if (__builtin_add_overflow(i, *step, &i))
      break;
  }
  return {};
}

} // namespace mlir::lift::runtime
