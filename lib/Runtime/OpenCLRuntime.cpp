//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpenCLRuntime.h"

#include <algorithm>

namespace mlir::lift::runtime {

//===----------------------------------------------------------------------===//
// Opening a device
//===----------------------------------------------------------------------===//

Result<std::shared_ptr<Backend>> openOpenCL(const std::string &deviceText,
                                            Api api) {
  Result<std::vector<DeviceInfo>> infos = listOpenCLDevices(api);
  if (!infos)
    return infos.getError();
  Result<size_t> chosen = chooseDevice(*infos, deviceText, api);
  if (!chosen)
    return chosen.getError();
  Result<std::vector<cl::Device>> devices = getDevices();
  if (!devices || *chosen >= devices->size())
    return Error{"the OpenCL devices changed while one was chosen"};
  return OpenCLRuntime::open((*infos)[*chosen], (*devices)[*chosen]);
}

Result<std::shared_ptr<Backend>> OpenCLRuntime::open(const DeviceInfo &info,
                                                     const cl::Device &device) {
  auto runtime = std::make_shared<OpenCLRuntime>(info, device);
  cl_int code = CL_SUCCESS;
  runtime->context = cl::Context(device, nullptr, nullptr, nullptr, &code);
  if (code != CL_SUCCESS)
    return makeError("opening device '" + info.name + "'", code);
  runtime->queue = cl::CommandQueue(runtime->context, device,
                                    CL_QUEUE_PROFILING_ENABLE, &code);
  if (code == CL_SUCCESS)
    runtime->untimedQueue =
        cl::CommandQueue(runtime->context, device, /*properties=*/0, &code);
  if (code != CL_SUCCESS)
    return makeError("making a command queue on '" + info.name + "'", code);
  return std::shared_ptr<Backend>(std::move(runtime));
}

/// The bytes that parts of buffers are aligned to.
static size_t computePartAlignment(const DeviceInfo &info,
                                   const cl::Device &device) {
  // Oclgrind tests accesses by whole buffers. NVIDIA's driver takes 5 to 18
  // microseconds more for a launch with parts (H100, driver 580).
  if (info.platform == "Oclgrind" || info.platform == "NVIDIA CUDA")
    return 0;
  // The largest type, which OpenCL asks devices to align to.
  constexpr size_t kLeast = 128;
  const size_t bits = device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>();
  return std::max(kLeast, bits / 8);
}

OpenCLRuntime::OpenCLRuntime(const DeviceInfo &info, const cl::Device &device)
    : Backend(info), device(device),
      partAlignment(computePartAlignment(info, device)) {}

OpenCLRuntime::~OpenCLRuntime() {
  for (cl::CommandQueue *each : {&queue, &untimedQueue})
    if ((*each)())
      each->finish();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {
class OpenCLMemory : public DeviceMemory {
public:
  explicit OpenCLMemory(cl::Buffer buffer) : buffer(std::move(buffer)) {}

  cl::Buffer buffer;
};
} // namespace

static const cl::Buffer &getBuffer(const DeviceMemory &memory) {
  return static_cast<const OpenCLMemory &>(memory).buffer;
}

Result<BufferPool::Memory> OpenCLRuntime::allocate(size_t numBytes) {
  cl_int code = CL_SUCCESS;
  // OpenCL has no buffers of 0 bytes.
  cl::Buffer buffer(context, CL_MEM_READ_WRITE, std::max<size_t>(numBytes, 1),
                    nullptr, &code);
  if (code != CL_SUCCESS)
    return makeError("allocating " + std::to_string(numBytes) + " bytes on '" +
                         info.name + "'",
                     code);
  return BufferPool::Memory(std::make_unique<OpenCLMemory>(std::move(buffer)));
}

Result<BufferPool::Memory>
OpenCLRuntime::makePart(DeviceMemory &whole, size_t offset, size_t numBytes) {
  cl_int code = CL_SUCCESS;
  cl_buffer_region region = {offset, std::max<size_t>(numBytes, 1)};
  cl::Buffer part = static_cast<OpenCLMemory &>(whole).buffer.createSubBuffer(
      CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  if (code != CL_SUCCESS)
    return makeError("making a part of " + std::to_string(numBytes) +
                         " bytes of a buffer",
                     code);
  return BufferPool::Memory(std::make_unique<OpenCLMemory>(std::move(part)));
}

Status OpenCLRuntime::write(DeviceMemory &memory, const void *data,
                            size_t numBytes) {
  cl_int code = getQueue().enqueueWriteBuffer(getBuffer(memory), CL_TRUE, 0,
                                              numBytes, data);
  if (code != CL_SUCCESS)
    return makeError(
        "copying " + std::to_string(numBytes) + " bytes to the device", code);
  return {};
}

Status OpenCLRuntime::read(DeviceMemory &memory, void *data, size_t numBytes) {
  cl_int code = getQueue().enqueueReadBuffer(getBuffer(memory), CL_TRUE, 0,
                                             numBytes, data);
  if (code != CL_SUCCESS)
    return makeError(
        "copying " + std::to_string(numBytes) + " bytes from the device", code);
  return {};
}

Status OpenCLRuntime::fill(DeviceMemory &memory, unsigned char byte,
                           size_t numBytes) {
  cl_int code =
      getQueue().enqueueFillBuffer(getBuffer(memory), byte, 0, numBytes);
  if (code != CL_SUCCESS)
    return makeError("filling a buffer", code);
  return {};
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Sets the arguments. Fails where a buffer is given for a number, or the other
/// way round: drivers take the one for the other.
static Status setArguments(OpenCLKernel &kernel, const std::string &name,
                           const std::vector<BoundArgument> &arguments) {
  using ArgumentKind = OpenCLKernel::ArgumentKind;
  if (kernel.arguments.size() != arguments.size())
    return Error{"kernel '" + name + "' has " +
                 std::to_string(kernel.arguments.size()) + " arguments, but " +
                 std::to_string(arguments.size()) + " were given"};
  for (cl_uint i = 0; i < arguments.size(); ++i) {
    const BoundArgument &argument = arguments[i];
    const bool isBuffer = argument.memory != nullptr;
    const auto kind = kernel.arguments[i];
    if (kind != ArgumentKind::Unknown &&
        kind != (isBuffer ? ArgumentKind::Buffer : ArgumentKind::Number))
      return Error{"argument " + std::to_string(i) + " of kernel '" + name +
                   "' is " + (isBuffer ? "no buffer" : "no number") + ", but " +
                   (isBuffer ? "a buffer" : "a number") + " is given"};
    cl_int code = isBuffer
                      ? kernel.kernel.setArg(i, getBuffer(*argument.memory))
                      : kernel.kernel.setArg(i, argument.raw->size(),
                                             argument.raw->data());
    if (code != CL_SUCCESS)
      return makeError("setting argument " + std::to_string(i) +
                           " of kernel '" + name + "'",
                       code);
  }
  return {};
}

/// Why a launch failed, and how large a group may be if that is why.
static Error describeLaunchError(const cl::Kernel &kernel,
                                 const cl::Device &device,
                                 const std::string &name,
                                 const Geometry &geometry, cl_int code) {
  Error error = makeError(
      "launching kernel '" + name + "' with " + format(geometry), code);
  size_t limit = 0;
  if ((code == CL_INVALID_WORK_GROUP_SIZE ||
       code == CL_INVALID_WORK_ITEM_SIZE) &&
      kernel.getWorkGroupInfo(device, CL_KERNEL_WORK_GROUP_SIZE, &limit) ==
          CL_SUCCESS)
    error.message += "; the device runs at most " + std::to_string(limit) +
                     " work-items of this kernel in a group";
  return error;
}

Status OpenCLRuntime::launch(BuiltProgram &program, const std::string &name,
                             const std::vector<BoundArgument> &arguments,
                             const Geometry &geometry) {
  Result<OpenCLKernel *> found =
      static_cast<OpenCLProgram &>(program).getKernel(name, device);
  if (!found)
    return found.getError();
  OpenCLKernel &kernel = **found;
  if (Status status = setArguments(kernel, name, arguments); !status)
    return status;
  // Not every driver survives a launch that needs more.
  if (kernel.memory.localBytes > info.localBytes)
    return Error{"kernel '" + name + "' needs " +
                     std::to_string(kernel.memory.localBytes) +
                     " bytes of local memory, but the device has " +
                     std::to_string(info.localBytes),
                 Error::Cause::Device};
  const auto &[groups, local] = geometry;
  cl::Event event;
  cl_int code = getQueue().enqueueNDRangeKernel(
      kernel.kernel, cl::NullRange,
      cl::NDRange(groups[0] * local[0], groups[1] * local[1],
                  groups[2] * local[2]),
      cl::NDRange(local[0], local[1], local[2]), nullptr,
      isTimed ? &event : nullptr);
  if (code != CL_SUCCESS)
    return describeLaunchError(kernel.kernel, device, name, geometry, code);
  if (isTimed)
    launches.push_back(std::move(event));
  return {};
}

Status OpenCLRuntime::finish() {
  cl_int code = getQueue().finish();
  if (code != CL_SUCCESS)
    return makeError("running the kernels", code);
  for (const cl::Event &event : launches) {
    cl_int state = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    if (state < 0)
      return makeError("running a kernel", state);
  }
  return {};
}

Result<std::vector<LaunchTime>> OpenCLRuntime::takeLaunchTimes() {
  std::vector<LaunchTime> times;
  for (const cl::Event &event : std::exchange(launches, {})) {
    cl_ulong start = 0;
    cl_ulong end = 0;
    cl_int code = event.getProfilingInfo(CL_PROFILING_COMMAND_START, &start);
    if (code == CL_SUCCESS)
      code = event.getProfilingInfo(CL_PROFILING_COMMAND_END, &end);
    if (code != CL_SUCCESS)
      return makeError("reading the time of a launch", code);
    times.push_back({start, std::max(start, end)});
  }
  return times;
}

} // namespace mlir::lift::runtime
