//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares running kernels through OpenCL or Vulkan: devices,
// programs, buffers, launches and their times. The headers of the APIs stay in
// lib/Runtime.
//
//   auto runtime = Runtime::create("mali", Api::Vulkan);
//   auto program = runtime->build(form);
//   auto x = runtime->allocate(4 * n);
//   runtime->write(*x, data, 4 * n);
//   runtime->launch(*program, "scale", {Argument::buffer(*x), ...}, geometry);
//   runtime->finish();          // launches only queue work
//   runtime->read(*x, data, 4 * n);
//   runtime->takeLaunchTimes(); // one per launch, in order
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_RUNTIME_H
#define LIFTDIALECT_RUNTIME_RUNTIME_H

#include "LiftDialect/Runtime/Api.h"
#include "LiftDialect/Runtime/Error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlir::lift::runtime {

/// What is told of a device.
struct DeviceInfo {
  Api api = Api::OpenCL;
  std::string platform;
  /// The short name by which the ICD loader knows the platform's vendor, e.g.
  /// "POCL"; may be empty.
  std::string suffix;
  std::string name;
  std::string version;
  /// The version of the driver.
  std::string driver;
  uint64_t globalBytes = 0;
  uint64_t localBytes = 0;
  size_t maxWorkGroupSize = 0;
  /// 0 where the API does not tell.
  uint32_t computeUnits = 0;
  /// The versions of SPIR-V that it takes, as it names them; empty for none.
  std::string spirv;
  bool hasHalf = false;
  /// Whether its compiler takes a limit for registers (cl_nv_compiler_options).
  bool limitsRegisters = false;
  /// 80 for 8.0; 0 for other devices than NVIDIA's.
  uint32_t nvidiaComputeCapability = 0;
  bool hasDouble = false;
  /// Whether its compiler can round quotients and square roots of f32
  /// correctly, as kernels are built where it can: OpenCL C allows 2.5 and 3
  /// units in the last place.
  bool roundsQuotients = false;
};

/// Every available device of an API, in the order of its loader; of Vulkan the
/// CPUs last. No device is not an error, but no Vulkan loader is one.
Result<std::vector<DeviceInfo>> listDevices(Api api);

/// The devices of OpenCL and then those of Vulkan. What cannot be listed is
/// left out as long as there is another.
Result<std::vector<DeviceInfo>> listAllDevices();

/// The index of the first device of `api` whose platform or device name, or
/// platform suffix, contains `text` in any case; for an empty text the first
/// one of PoCL if there is one, else the first. The error lists the devices.
Result<size_t> chooseDevice(const std::vector<DeviceInfo> &devices,
                            const std::string &text, Api api = Api::OpenCL);

/// Work-groups, and work-items of one group, per dimension.
struct Geometry {
  std::array<size_t, 3> groups = {1, 1, 1};
  std::array<size_t, 3> local = {1, 1, 1};

  friend bool operator==(const Geometry &lhs, const Geometry &rhs) {
    return lhs.groups == rhs.groups && lhs.local == rhs.local;
  }
};

/// When a launch ran, in nanoseconds of the device's own clock; zeros where it
/// has none.
struct LaunchTime {
  uint64_t start = 0, end = 0;

  uint64_t getDuration() const { return end - start; }
};

/// What one launch of a kernel uses of the memory of the device.
struct KernelMemory {
  uint64_t localBytes = 0;
  /// Per work-item.
  uint64_t privateBytes = 0;
};

/// What lib/Runtime has for each API behind the classes below.
class Backend;
class BuiltProgram;
struct BufferStorage;

/// Device memory; freed with its last handle, and that of its last part. What a
/// new buffer holds is not defined: it may have the memory of one that was
/// freed.
class Buffer {
public:
  Buffer() = default;
  size_t getNumBytes() const;
  explicit operator bool() const { return impl != nullptr; }
  /// Whether the two are the same memory.
  friend bool operator==(const Buffer &lhs, const Buffer &rhs) {
    return lhs.impl == rhs.impl;
  }

private:
  std::shared_ptr<BufferStorage> impl;
  friend class Runtime;
};

/// A program that was built for the device of a Runtime.
class DeviceProgram {
public:
  DeviceProgram() = default;
  /// Whether the driver's work of an earlier process was used.
  bool isFromCache() const;
  /// Why the program could not be stored in the cache; empty if it was, or was
  /// not to be.
  const std::string &getCacheError() const;

private:
  std::shared_ptr<BuiltProgram> impl;
  friend class Runtime;
};

/// An argument of a kernel: a buffer, or the bytes of a number.
class Argument {
public:
  /// Launches may run at the same time where no two access a buffer that one of
  /// them writes.
  static Argument buffer(Buffer buffer, bool isWritten = true);
  template <typename T>
  static Argument scalar(T value) {
    return bytes(&value, sizeof(T));
  }
  static Argument bytes(const void *data, size_t size);

  bool isBuffer() const { return bool(memory); }
  /// Of a number.
  size_t getNumBytes() const { return raw.size(); }

private:
  Buffer memory;
  bool isWritten = false;
  std::vector<char> raw;
  friend class Runtime;
};

/// How a device is used; for Vulkan alone.
struct RuntimeOptions {
  /// Load the validation layer, and fail for what it reports.
  bool validate = false;
  /// Copy through staging memory also where the host can reach all memory.
  bool alwaysStage = false;
  /// Cut launches along each dimension after so many groups; 0 is the limit of
  /// the device.
  uint32_t maxGroups = 0;
  /// Let each launch wait for the one before, also where the two do not depend
  /// on each other.
  bool inOrder = false;
};

/// A device and a queue on it. Launches and copies have the effects that they
/// would have one after another.
class Runtime {
public:
  /// Opens the device that chooseDevice() takes.
  static Result<Runtime> create(const std::string &deviceText,
                                Api api = Api::OpenCL,
                                const RuntimeOptions &options = {});
  const DeviceInfo &getDevice() const;

  /// Makes kernels of a program in a form that the API takes; the error carries
  /// the compiler's log. `options` are for OpenCL C. With a `cacheFolder`,
  /// takes what an earlier process compiled from the same program with the same
  /// options for the same device and driver, or stores it there. The cache is
  /// only a help: that it cannot be used is no error.
  Result<DeviceProgram> build(const ProgramForm &program,
                              const std::string &options = "",
                              const std::string &cacheFolder = "");
  /// The same for OpenCL C.
  Result<DeviceProgram> build(const std::string &source,
                              const std::string &options = "",
                              const std::string &cacheFolder = "");

  Result<Buffer> allocate(size_t numBytes);
  /// A buffer that is part of another: it begins at a multiple of
  /// getPartAlignment(), which is 0 where buffers have no parts.
  Result<Buffer> makePart(const Buffer &whole, size_t offset, size_t numBytes);
  size_t getPartAlignment() const;
  /// These wait until the copy has happened.
  Status write(const Buffer &buffer, const void *data, size_t numBytes);
  Status read(const Buffer &buffer, void *data, size_t numBytes);
  /// Sets every byte.
  Status fill(const Buffer &buffer, unsigned char byte);

  /// Queues a launch. No group along some dimension is an error.
  Status launch(const DeviceProgram &program, const std::string &kernel,
                const std::vector<Argument> &arguments,
                const Geometry &geometry);
  /// Waits for all that is queued.
  Status finish();
  /// Whether launches from now on have times, as they have at first: without,
  /// some drivers launch faster. Waits for what has been launched.
  Status setTimed(bool isTimed);

  /// When the launches since the last call ran, in order. Call finish() first.
  Result<std::vector<LaunchTime>> takeLaunchTimes();
  Result<KernelMemory> getKernelMemory(const DeviceProgram &program,
                                       const std::string &kernel);

  /// The most bytes of buffers that were alive at one time.
  size_t getPeakBytes() const;

private:
  std::shared_ptr<Backend> impl;
};

/// The folder that programs are cached in unless the user says another:
/// $LIFT_CACHE_DIR, or `lift` in $XDG_CACHE_HOME or $HOME/.cache; empty if
/// there is none.
std::string getDefaultCacheFolder();

/// The median; the mean of the two in the middle of an even number of values.
double computeMedian(std::vector<double> values);

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_RUNTIME_H
