//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Runtime.h"

#include "RuntimeImpl.h"

#include <algorithm>

namespace mlir::lift::runtime {

size_t Buffer::getNumBytes() const { return impl ? impl->numBytes : 0; }

Argument Argument::buffer(Buffer buffer) {
  Argument argument;
  argument.memory = std::move(buffer);
  return argument;
}

Argument Argument::bytes(const void *data, size_t size) {
  Argument argument;
  const char *begin = static_cast<const char *>(data);
  argument.raw.assign(begin, begin + size);
  return argument;
}

//===----------------------------------------------------------------------===//
// Opening a device
//===----------------------------------------------------------------------===//

Result<Runtime> Runtime::create(const std::string &deviceText) {
  Result<std::vector<DeviceInfo>> infos = listDevices();
  if (!infos)
    return infos.getError();
  Result<size_t> chosen = chooseDevice(*infos, deviceText);
  if (!chosen)
    return chosen.getError();
  Result<std::vector<cl::Device>> devices = getDevices();
  if (!devices || *chosen >= devices->size())
    return Error{"the OpenCL devices changed while one was chosen"};

  auto impl = std::make_shared<Impl>();
  impl->info = (*infos)[*chosen];
  impl->device = (*devices)[*chosen];
  cl_int code = CL_SUCCESS;
  impl->context = cl::Context(impl->device, nullptr, nullptr, nullptr, &code);
  if (code != CL_SUCCESS)
    return makeError("opening device '" + impl->info.name + "'", code);
  impl->queue = cl::CommandQueue(impl->context, impl->device,
                                 CL_QUEUE_PROFILING_ENABLE, &code);
  if (code != CL_SUCCESS)
    return makeError("making a command queue on '" + impl->info.name + "'",
                     code);
  Runtime runtime;
  runtime.impl = std::move(impl);
  return runtime;
}

const DeviceInfo &Runtime::getDevice() const { return impl->info; }

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

cl::Buffer BufferPool::take(const cl::Context &context, size_t numBytes,
                            cl_int &code) {
  code = CL_SUCCESS;
  cl::Buffer memory;
  // OpenCL has no buffers of 0 bytes.
  auto allocate = [&] {
    memory = cl::Buffer(context, CL_MEM_READ_WRITE,
                        std::max<size_t>(numBytes, 1), nullptr, &code);
    return code == CL_SUCCESS;
  };
  if (auto it = kept.find(numBytes); it != kept.end()) {
    memory = std::move(kept.extract(it).mapped());
    keptBytes -= numBytes;
  } else if (!allocate()) {
    dropKept();
    if (!allocate())
      return {};
  }
  currentBytes += numBytes;
  peakBytes = std::max(peakBytes, currentBytes);
  return memory;
}

void BufferPool::dropKept() {
  kept.clear();
  keptBytes = 0;
}

void BufferPool::giveBack(cl::Buffer memory, size_t numBytes) {
  currentBytes -= numBytes;
  kept.emplace(numBytes, std::move(memory));
  keptBytes += numBytes;
  if (keptBytes > peakBytes)
    dropKept();
}

Result<Buffer> Runtime::allocate(size_t numBytes) {
  cl_int code = CL_SUCCESS;
  cl::Buffer memory = impl->pool->take(impl->context, numBytes, code);
  if (code != CL_SUCCESS)
    return makeError("allocating " + std::to_string(numBytes) + " bytes on '" +
                         impl->info.name + "'",
                     code);
  Buffer buffer;
  buffer.impl =
      std::make_shared<Buffer::Impl>(std::move(memory), numBytes, impl->pool);
  return buffer;
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
  cl_int code = impl->queue.enqueueWriteBuffer(buffer.impl->memory, CL_TRUE, 0,
                                               numBytes, data);
  if (code != CL_SUCCESS)
    return makeError(
        "copying " + std::to_string(numBytes) + " bytes to the device", code);
  return {};
}

Status Runtime::read(const Buffer &buffer, void *data, size_t numBytes) {
  if (Status status = checkCopy("reading", buffer, numBytes); !status)
    return status;
  if (numBytes == 0)
    return {};
  cl_int code = impl->queue.enqueueReadBuffer(buffer.impl->memory, CL_TRUE, 0,
                                              numBytes, data);
  if (code != CL_SUCCESS)
    return makeError(
        "copying " + std::to_string(numBytes) + " bytes from the device", code);
  return {};
}

Status Runtime::fill(const Buffer &buffer, unsigned char byte) {
  if (buffer.getNumBytes() == 0)
    return {};
  cl_int code = impl->queue.enqueueFillBuffer(buffer.impl->memory, byte, 0,
                                              buffer.getNumBytes());
  if (code != CL_SUCCESS)
    return makeError("filling a buffer", code);
  return {};
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// "groups 4 x 1 x 1 of 64 x 1 x 1".
static std::string format(const Geometry &geometry) {
  auto join = [](const std::array<size_t, 3> &sizes) {
    return std::to_string(sizes[0]) + " x " + std::to_string(sizes[1]) + " x " +
           std::to_string(sizes[2]);
  };
  return "groups " + join(geometry.groups) + " of " + join(geometry.local);
}

/// The global size, or an error where it is empty or overflows.
static Result<std::array<size_t, 3>> getGlobalSize(const std::string &name,
                                                   const Geometry &geometry) {
  std::array<size_t, 3> global;
  size_t total = 1;
  for (unsigned dim = 0; dim < 3; ++dim) {
    if (__builtin_mul_overflow(geometry.groups[dim], geometry.local[dim],
                               &global[dim]) ||
        __builtin_mul_overflow(total, global[dim], &total) || total == 0)
      return Error{"kernel '" + name + "' cannot be launched with " +
                   format(geometry)};
  }
  return global;
}

/// Fails where a buffer is given for a number, or the other way round: drivers
/// take the one for the other. Not every driver tells what a kernel takes.
static Status checkKind(const cl::Kernel &kernel, const std::string &name,
                        cl_uint number, bool isBuffer) {
  cl_kernel_arg_address_qualifier space = 0;
  if (kernel.getArgInfo(number, CL_KERNEL_ARG_ADDRESS_QUALIFIER, &space) !=
      CL_SUCCESS)
    return {};
  bool takesBuffer = space == CL_KERNEL_ARG_ADDRESS_GLOBAL ||
                     space == CL_KERNEL_ARG_ADDRESS_CONSTANT;
  if (takesBuffer == isBuffer && space != CL_KERNEL_ARG_ADDRESS_LOCAL)
    return {};
  return Error{"argument " + std::to_string(number) + " of kernel '" + name +
               "' is " + (isBuffer ? "no buffer" : "no number") + ", but " +
               (isBuffer ? "a buffer" : "a number") + " is given"};
}

static Status setArguments(
    cl::Kernel &kernel, const std::string &name,
    const std::vector<std::pair<const cl::Buffer *, const std::vector<char> *>>
        &arguments) {
  cl_uint expected = 0;
  cl_int code = kernel.getInfo(CL_KERNEL_NUM_ARGS, &expected);
  if (code != CL_SUCCESS)
    return makeError("asking for the arguments of kernel '" + name + "'", code);
  if (expected != arguments.size())
    return Error{"kernel '" + name + "' has " + std::to_string(expected) +
                 " arguments, but " + std::to_string(arguments.size()) +
                 " were given"};
  for (cl_uint i = 0; i < expected; ++i) {
    auto [memory, raw] = arguments[i];
    if (Status status = checkKind(kernel, name, i, memory != nullptr); !status)
      return status;
    code = memory ? kernel.setArg(i, *memory)
                  : kernel.setArg(i, raw->size(), raw->data());
    if (code != CL_SUCCESS)
      return makeError("setting argument " + std::to_string(i) +
                           " of kernel '" + name + "'",
                       code);
  }
  return {};
}

Status Runtime::launch(const Program &program, const std::string &name,
                       const std::vector<Argument> &arguments,
                       const Geometry &geometry) {
  Result<cl::Kernel> kernel = program.impl->getKernel(name);
  if (!kernel)
    return kernel.getError();
  Result<std::array<size_t, 3>> global = getGlobalSize(name, geometry);
  if (!global)
    return global.getError();
  std::vector<std::pair<const cl::Buffer *, const std::vector<char> *>> values;
  for (const Argument &argument : arguments)
    values.emplace_back(argument.memory ? &argument.memory.impl->memory
                                        : nullptr,
                        &argument.raw);
  if (Status status = setArguments(*kernel, name, values); !status)
    return status;
  // Not every driver survives a launch that needs more.
  Result<KernelMemory> memory = getKernelMemory(program, name);
  if (!memory)
    return memory.getError();
  if (memory->localBytes > impl->info.localBytes)
    return Error{"kernel '" + name + "' needs " +
                     std::to_string(memory->localBytes) +
                     " bytes of local memory, but the device has " +
                     std::to_string(impl->info.localBytes),
                 Error::Cause::Device};

  cl::Event event;
  cl_int code = impl->queue.enqueueNDRangeKernel(
      *kernel, cl::NullRange,
      cl::NDRange((*global)[0], (*global)[1], (*global)[2]),
      cl::NDRange(geometry.local[0], geometry.local[1], geometry.local[2]),
      nullptr, &event);
  if (code != CL_SUCCESS) {
    Error error = makeError(
        "launching kernel '" + name + "' with " + format(geometry), code);
    size_t limit = 0;
    if ((code == CL_INVALID_WORK_GROUP_SIZE ||
         code == CL_INVALID_WORK_ITEM_SIZE) &&
        kernel->getWorkGroupInfo(impl->device, CL_KERNEL_WORK_GROUP_SIZE,
                                 &limit) == CL_SUCCESS)
      error.message += "; the device runs at most " + std::to_string(limit) +
                       " work-items of this kernel in a group";
    return error;
  }
  impl->launches.push_back(std::move(event));
  return {};
}

Status Runtime::finish() {
  cl_int code = impl->queue.finish();
  if (code != CL_SUCCESS)
    return makeError("running the kernels", code);
  for (const cl::Event &event : impl->launches) {
    cl_int state = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    if (state < 0)
      return makeError("running a kernel", state);
  }
  return {};
}

Result<std::vector<uint64_t>> Runtime::takeLaunchTimes() {
  std::vector<uint64_t> times;
  for (const cl::Event &event : std::exchange(impl->launches, {})) {
    cl_ulong start = 0;
    cl_ulong end = 0;
    cl_int code = event.getProfilingInfo(CL_PROFILING_COMMAND_START, &start);
    if (code == CL_SUCCESS)
      code = event.getProfilingInfo(CL_PROFILING_COMMAND_END, &end);
    if (code != CL_SUCCESS)
      return makeError("reading the time of a launch", code);
    times.push_back(end > start ? end - start : 0);
  }
  return times;
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
