//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <algorithm>
#include <cstdlib>

namespace mlir::lift::runtime {

size_t Buffer::getNumBytes() const { return impl ? impl->numBytes : 0; }

Argument Argument::buffer(Buffer buffer, bool isWritten) {
  Argument argument;
  argument.memory = std::move(buffer);
  argument.isWritten = isWritten;
  return argument;
}

Argument Argument::bytes(const void *data, size_t size) {
  Argument argument;
  const char *begin = static_cast<const char *>(data);
  argument.raw.assign(begin, begin + size);
  return argument;
}

//===----------------------------------------------------------------------===//
// Devices and programs
//===----------------------------------------------------------------------===//

Result<Runtime> Runtime::create(const std::string &deviceText, Api api,
                                const RuntimeOptions &options) {
  Result<std::shared_ptr<Backend>> backend =
      api == Api::Vulkan ? openVulkan(deviceText, options)
                         : openOpenCL(deviceText, api);
  if (!backend)
    return backend.getError();
  Runtime runtime;
  runtime.impl = std::move(*backend);
  return runtime;
}

const DeviceInfo &Runtime::getDevice() const { return impl->info; }

bool DeviceProgram::isFromCache() const { return impl->isFromCache; }

const std::string &DeviceProgram::getCacheError() const {
  return impl->cacheError;
}

Result<DeviceProgram> Runtime::build(const ProgramForm &form,
                                     const std::string &options,
                                     const std::string &cacheFolder) {
  Result<std::shared_ptr<BuiltProgram>> built =
      impl->build(form, options, cacheFolder);
  if (!built)
    return built.getError();
  DeviceProgram program;
  program.impl = std::move(*built);
  return program;
}

Result<DeviceProgram> Runtime::build(const std::string &source,
                                     const std::string &options,
                                     const std::string &cacheFolder) {
  ProgramForm form;
  form.bytes = source;
  return build(form, options, cacheFolder);
}

Result<KernelMemory> Runtime::getKernelMemory(const DeviceProgram &program,
                                              const std::string &name) {
  return impl->getKernelMemory(*program.impl, name);
}

std::string getDefaultCacheFolder() {
  auto get = [](const char *variable) -> std::string {
    const char *value = std::getenv(variable);
    return value ? value : "";
  };
  if (std::string folder = get("LIFT_CACHE_DIR"); !folder.empty())
    return folder;
  if (std::string folder = get("XDG_CACHE_HOME"); !folder.empty())
    return folder + "/lift";
  std::string home = get("HOME");
  return home.empty() ? "" : home + "/.cache/lift";
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

Result<Buffer> Runtime::allocate(size_t numBytes) {
  Result<BufferPool::Memory> memory =
      impl->pool->take(numBytes, [&] { return impl->allocate(numBytes); });
  if (!memory)
    return memory.getError();
  Buffer buffer;
  buffer.impl =
      std::make_shared<BufferStorage>(std::move(*memory), numBytes, impl->pool);
  return buffer;
}

size_t Runtime::getPartAlignment() const { return impl->getPartAlignment(); }

Result<Buffer> Runtime::makePart(const Buffer &whole, size_t offset,
                                 size_t numBytes) {
  const size_t alignment = getPartAlignment();
  if (!whole || whole.impl->whole || alignment == 0 ||
      offset % alignment != 0 || offset > whole.getNumBytes() ||
      numBytes > whole.getNumBytes() - offset)
    return Error{"a buffer of " + std::to_string(whole.getNumBytes()) +
                 " bytes has no part of " + std::to_string(numBytes) +
                 " bytes at " + std::to_string(offset)};
  Result<BufferPool::Memory> memory =
      impl->makePart(*whole.impl->memory, offset, numBytes);
  if (!memory)
    return memory.getError();
  Buffer part;
  part.impl =
      std::make_shared<BufferStorage>(std::move(*memory), numBytes, whole.impl);
  return part;
}

/// An error if `numBytes` is more than `buffer` holds.
static Status checkCopy(const char *doing, const Buffer &buffer,
                        size_t numBytes) {
  if (buffer && numBytes <= buffer.getNumBytes())
    return {};
  return Error{std::string(doing) + " " + std::to_string(numBytes) +
               " bytes exceeds a buffer of " +
               std::to_string(buffer.getNumBytes()) + " bytes"};
}

Status Runtime::write(const Buffer &buffer, const void *data, size_t numBytes) {
  if (Status status = checkCopy("writing", buffer, numBytes); !status)
    return status;
  if (numBytes == 0)
    return {};
  return impl->write(*buffer.impl->memory, data, numBytes);
}

Status Runtime::read(const Buffer &buffer, void *data, size_t numBytes) {
  if (Status status = checkCopy("reading", buffer, numBytes); !status)
    return status;
  if (numBytes == 0)
    return {};
  return impl->read(*buffer.impl->memory, data, numBytes);
}

Status Runtime::fill(const Buffer &buffer, unsigned char byte) {
  if (buffer.getNumBytes() == 0)
    return {};
  return impl->fill(*buffer.impl->memory, byte, buffer.getNumBytes());
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

std::string format(const Geometry &geometry) {
  auto join = [](const std::array<size_t, 3> &sizes) {
    return std::to_string(sizes[0]) + " x " + std::to_string(sizes[1]) + " x " +
           std::to_string(sizes[2]);
  };
  return "groups " + join(geometry.groups) + " of " + join(geometry.local);
}

/// An error where there are no work-items, or too many to be counted.
static Status checkGeometry(const std::string &name, const Geometry &geometry) {
  size_t total = 1;
  for (unsigned dim = 0; dim < 3; ++dim) {
    if (__builtin_mul_overflow(total, geometry.groups[dim], &total) ||
        __builtin_mul_overflow(total, geometry.local[dim], &total) ||
        total == 0)
      return Error{"kernel '" + name + "' cannot be launched with " +
                   format(geometry)};
  }
  return {};
}

Status Runtime::launch(const DeviceProgram &program, const std::string &name,
                       const std::vector<Argument> &arguments,
                       const Geometry &geometry) {
  if (Status status = checkGeometry(name, geometry); !status)
    return status;
  std::vector<BoundArgument> bound;
  for (const Argument &argument : arguments) {
    const Buffer &buffer = argument.memory;
    if (buffer)
      bound.push_back({buffer.impl->memory.get(), buffer.getNumBytes(),
                       argument.isWritten, nullptr});
    else
      bound.push_back({nullptr, 0, false, &argument.raw});
  }
  return impl->launch(*program.impl, name, bound, geometry);
}

Status Runtime::finish() { return impl->finish(); }

Status Runtime::setTimed(bool isTimed) {
  if (Status status = finish(); !status)
    return status;
  impl->setTimed(isTimed);
  return {};
}

Result<std::vector<LaunchTime>> Runtime::takeLaunchTimes() {
  return impl->takeLaunchTimes();
}

size_t Runtime::getPeakBytes() const { return impl->pool->getPeakBytes(); }

double computeMedian(std::vector<double> values) {
  if (values.empty())
    return 0;
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle]
                           : (values[middle - 1] + values[middle]) / 2;
}

} // namespace mlir::lift::runtime
