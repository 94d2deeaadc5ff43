//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what each API implements behind the handles of Runtime.h.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_BACKEND_H
#define LIFT_LIB_RUNTIME_BACKEND_H

#include "BufferPool.h"
#include "LiftDialect/Runtime/Runtime.h"

namespace mlir::lift::runtime {

/// What a Buffer holds.
struct BufferStorage {
  /// Of a part: what it is part of.
  std::shared_ptr<BufferStorage> whole;
  BufferPool::Memory memory;
  size_t numBytes;
  /// Null for a part.
  std::shared_ptr<BufferPool> pool;

  BufferStorage(BufferPool::Memory memory, size_t numBytes,
                std::shared_ptr<BufferPool> pool)
      : memory(std::move(memory)), numBytes(numBytes), pool(std::move(pool)) {}
  BufferStorage(BufferPool::Memory memory, size_t numBytes,
                std::shared_ptr<BufferStorage> whole)
      : whole(std::move(whole)), memory(std::move(memory)), numBytes(numBytes) {
  }
  BufferStorage(const BufferStorage &) = delete;
  BufferStorage &operator=(const BufferStorage &) = delete;
  ~BufferStorage() {
    if (pool)
      pool->giveBack(std::move(memory), numBytes);
  }
};

/// What a DeviceProgram holds.
class BuiltProgram {
public:
  virtual ~BuiltProgram() = default;

  bool isFromCache = false;
  std::string cacheError;
};

/// An argument of a launch: a buffer, or the bytes of a number.
struct BoundArgument {
  /// Null for a number.
  DeviceMemory *memory = nullptr;
  /// Of the buffer.
  size_t numBytes = 0;
  bool isWritten = false;
  const std::vector<char> *raw = nullptr;
};

/// An open device and its queue. Programs and memory are those that it made
/// itself; sizes of copies and geometries have been tested.
class Backend {
public:
  explicit Backend(DeviceInfo info) : info(std::move(info)) {}
  virtual ~Backend() = default;

  virtual Result<std::shared_ptr<BuiltProgram>>
  build(const ProgramForm &program, const std::string &options,
        const std::string &cacheFolder) = 0;

  virtual Result<BufferPool::Memory> allocate(size_t numBytes) = 0;
  /// Memory inside of other memory, which outlives it. The offset is a multiple
  /// of getPartAlignment().
  virtual Result<BufferPool::Memory>
  makePart(DeviceMemory &whole, size_t offset, size_t numBytes) = 0;
  /// 0 where memory has no parts.
  virtual size_t getPartAlignment() const = 0;
  /// These wait until the copy has happened; of at least one byte.
  virtual Status write(DeviceMemory &memory, const void *data,
                       size_t numBytes) = 0;
  virtual Status read(DeviceMemory &memory, void *data, size_t numBytes) = 0;
  virtual Status fill(DeviceMemory &memory, unsigned char byte,
                      size_t numBytes) = 0;

  virtual Status launch(BuiltProgram &program, const std::string &kernel,
                        const std::vector<BoundArgument> &arguments,
                        const Geometry &geometry) = 0;
  virtual Status finish() = 0;
  /// Whether launches from now on have times: without, some drivers launch
  /// faster. Called when nothing is running.
  virtual void setTimed(bool) {}
  virtual Result<std::vector<LaunchTime>> takeLaunchTimes() = 0;
  virtual Result<KernelMemory> getKernelMemory(BuiltProgram &program,
                                               const std::string &kernel) = 0;

  const DeviceInfo info;
  const std::shared_ptr<BufferPool> pool = std::make_shared<BufferPool>();
};

/// Opens the device that chooseDevice() takes.
Result<std::shared_ptr<Backend>> openOpenCL(const std::string &deviceText,
                                            Api api);
Result<std::shared_ptr<Backend>> openVulkan(const std::string &deviceText,
                                            const RuntimeOptions &options);

Result<std::vector<DeviceInfo>> listOpenCLDevices(Api api);
Result<std::vector<DeviceInfo>> listVulkanDevices();

/// "groups 4 x 1 x 1 of 64 x 1 x 1".
std::string format(const Geometry &geometry);

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_BACKEND_H
