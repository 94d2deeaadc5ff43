//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that upstream's `gpu-to-llvm`, and the translation of
// `gpu.binary` to LLVM IR, call, for OpenCL: upstream has them for CUDA, ROCm
// and others. A shared library, which `lli` or a program loads; the environment
// variable LIFT_DEVICE says which device, by a part of its name.
//
// A buffer of the device is a cl_mem where MLIR has a pointer: pointers into
// the midst of one are not supported. An error ends the program, with a
// message: what calls these functions has no way to hear of it.
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Runtime.h"
#include "OpenCL.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>

using namespace mlir::lift::runtime;

/// All is visible that MLIR calls.
#define LIFT_EXPORT extern "C" __attribute__((visibility("default")))

[[noreturn]] static void fail(const std::string &message) {
  std::fprintf(stderr, "lift: %s\n", message.c_str());
  std::exit(1);
}

static void check(cl_int code, const char *doing) {
  if (code != CL_SUCCESS)
    fail(makeError(doing, code).message);
}

namespace {
/// A kernel, and how many bytes each of its arguments has; none for buffers.
struct Function {
  cl::Kernel kernel;
  std::vector<size_t> argumentBytes;
};

struct Module {
  cl::Program program;
  std::map<std::string, Function> functions;
};

/// The device, and what is on it.
class Device {
public:
  static Device &get() {
    static Device device;
    return device;
  }

  cl::Device device;
  std::string buildOptions;
  cl::Context context;
  cl::CommandQueue queue;
  std::mutex mutex;
  std::set<void *> buffers;

private:
  Device();
};
} // namespace

Device::Device() {
  const char *name = std::getenv("LIFT_DEVICE");
  Result<std::vector<DeviceInfo>> infos = listDevices(Api::OpenCL);
  Result<std::vector<cl::Device>> devices = getDevices();
  if (!infos || !devices)
    fail(!infos ? infos.getError().message : devices.getError().message);
  Result<size_t> index = chooseDevice(*infos, name ? name : "");
  if (!index)
    fail(index.getError().message);
  device = (*devices)[*index];
  buildOptions = getBuildOptions((*infos)[*index]);
  cl_int code;
  context = cl::Context(device, nullptr, nullptr, nullptr, &code);
  check(code, "creating a context");
  queue = cl::CommandQueue(context, device, 0, &code);
  check(code, "creating a queue");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LIFT_EXPORT void *mgpuMemAlloc(uint64_t numBytes, void *, bool) {
  Device &device = Device::get();
  cl_int code;
  cl_mem buffer =
      clCreateBuffer(device.context(), CL_MEM_READ_WRITE,
                     std::max<uint64_t>(numBytes, 1), nullptr, &code);
  check(code, "allocating a buffer");
  std::lock_guard lock(device.mutex);
  device.buffers.insert(buffer);
  return buffer;
}

LIFT_EXPORT void mgpuMemFree(void *buffer, void *) {
  Device &device = Device::get();
  {
    std::lock_guard lock(device.mutex);
    if (!device.buffers.erase(buffer))
      fail("freeing what is no buffer");
  }
  check(clReleaseMemObject(static_cast<cl_mem>(buffer)), "freeing a buffer");
}

LIFT_EXPORT void mgpuMemcpy(void *to, void *from, size_t numBytes, void *) {
  if (numBytes == 0)
    return;
  Device &device = Device::get();
  bool isTo, isFrom;
  {
    std::lock_guard lock(device.mutex);
    isTo = device.buffers.count(to);
    isFrom = device.buffers.count(from);
  }
  cl_command_queue queue = device.queue();
  if (isTo && isFrom)
    check(clEnqueueCopyBuffer(queue, static_cast<cl_mem>(from),
                              static_cast<cl_mem>(to), 0, 0, numBytes, 0,
                              nullptr, nullptr),
          "copying a buffer");
  else if (isTo)
    check(clEnqueueWriteBuffer(queue, static_cast<cl_mem>(to), CL_TRUE, 0,
                               numBytes, from, 0, nullptr, nullptr),
          "writing a buffer");
  else if (isFrom)
    check(clEnqueueReadBuffer(queue, static_cast<cl_mem>(from), CL_TRUE, 0,
                              numBytes, to, 0, nullptr, nullptr),
          "reading a buffer");
  else
    fail("copying what is no buffer");
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// OpenCL C, which ends with a null character.
LIFT_EXPORT void *mgpuModuleLoadJIT(const char *source, int) {
  Device &device = Device::get();
  cl_int code;
  auto *module = new Module;
  module->program =
      cl::Program(device.context, std::string(source), false, &code);
  check(code, "creating a program");
  code = module->program.build(device.device, device.buildOptions.c_str());
  if (code != CL_SUCCESS)
    fail(makeError("building a program", code).message + "\n" +
         module->program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device.device));
  return module;
}

LIFT_EXPORT void mgpuModuleUnload(void *module) {
  delete static_cast<Module *>(module);
}

/// The bytes of a scalar of OpenCL C.
static size_t getBytes(const std::string &type) {
  static const std::map<std::string, size_t> bytes = {
      {"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2},
      {"half", 2}, {"int", 4},   {"uint", 4},  {"float", 4},
      {"long", 8}, {"ulong", 8}, {"double", 8}};
  auto known = bytes.find(type);
  if (known == bytes.end())
    fail("a kernel has an argument of type " + type);
  return known->second;
}

static Function makeFunction(Module &module, const std::string &name) {
  cl_int code;
  Function function;
  function.kernel = cl::Kernel(module.program, name.c_str(), &code);
  check(code, ("making the kernel " + name).c_str());
  const cl_uint count = function.kernel.getInfo<CL_KERNEL_NUM_ARGS>();
  for (cl_uint i = 0; i < count; ++i) {
    const bool isBuffer =
        function.kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(i, &code) !=
        CL_KERNEL_ARG_ADDRESS_PRIVATE;
    check(code, "asking for the arguments of a kernel");
    std::string type = function.kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(i);
    function.argumentBytes.push_back(
        isBuffer ? 0 : getBytes(type.substr(0, type.find('\0'))));
  }
  return function;
}

LIFT_EXPORT void *mgpuModuleGetFunction(void *data, const char *name) {
  Module &module = *static_cast<Module *>(data);
  auto known = module.functions.find(name);
  if (known == module.functions.end())
    known = module.functions.emplace(name, makeFunction(module, name)).first;
  return &known->second;
}

LIFT_EXPORT void mgpuLaunchKernel(void *data, intptr_t gridX, intptr_t gridY,
                                  intptr_t gridZ, intptr_t blockX,
                                  intptr_t blockY, intptr_t blockZ, int32_t,
                                  void *, void **params, void **,
                                  size_t paramsCount) {
  if (gridX <= 0 || gridY <= 0 || gridZ <= 0)
    return;
  Function &function = *static_cast<Function *>(data);
  // A memref of one dimension is five parameters: what was allocated, the first
  // element, the offset, the size and the stride.
  constexpr size_t numFields = 5;
  size_t next = 0;
  for (size_t i = 0; i < function.argumentBytes.size(); ++i) {
    const size_t numBytes = function.argumentBytes[i];
    if (next + (numBytes ? 1 : numFields) > paramsCount)
      fail("a kernel is launched with too few arguments");
    void *value = numBytes ? params[next] : params[next + 1];
    next += numBytes ? 1 : numFields;
    check(clSetKernelArg(function.kernel(), i,
                         numBytes ? numBytes : sizeof(cl_mem), value),
          "setting an argument");
  }
  const cl::NDRange local(blockX, blockY, blockZ);
  const cl::NDRange global(gridX * blockX, gridY * blockY, gridZ * blockZ);
  check(Device::get().queue.enqueueNDRangeKernel(function.kernel, cl::NullRange,
                                                 global, local),
        "launching a kernel");
}

//===----------------------------------------------------------------------===//
// Streams: one queue, which runs one command after another
//===----------------------------------------------------------------------===//

LIFT_EXPORT void *mgpuStreamCreate() { return &Device::get(); }
LIFT_EXPORT void mgpuStreamDestroy(void *) {}
LIFT_EXPORT void mgpuStreamSynchronize(void *) {
  check(Device::get().queue.finish(), "waiting for a kernel");
}
LIFT_EXPORT void mgpuStreamWaitEvent(void *, void *) {}
LIFT_EXPORT void *mgpuEventCreate() { return &Device::get(); }
LIFT_EXPORT void mgpuEventDestroy(void *) {}
LIFT_EXPORT void mgpuEventRecord(void *, void *) {}
LIFT_EXPORT void mgpuEventSynchronize(void *stream) {
  mgpuStreamSynchronize(stream);
}
