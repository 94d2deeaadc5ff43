//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines what the handles of Runtime.h hold.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_RUNTIMEIMPL_H
#define LIFT_LIB_RUNTIME_RUNTIMEIMPL_H

#include "LiftDialect/Runtime/Runtime.h"
#include "OpenCL.h"

#include <map>

namespace mlir::lift::runtime {

/// Memory of buffers, living and freed. Shared by them: a buffer may outlive
/// its Runtime.
///
/// Freed memory is kept for the next buffer of the same size: many drivers map
/// pages when a kernel first touches them, which takes part of the kernel's
/// time. The queue is in order, so that nothing that was launched before a
/// buffer was freed can still use it when its memory is used again.
class BufferPool {
public:
  cl::Buffer take(const cl::Context &context, size_t numBytes, cl_int &code);
  void giveBack(cl::Buffer memory, size_t numBytes);
  size_t getPeakBytes() const { return peakBytes; }

private:
  void dropKept();

  size_t currentBytes = 0;
  size_t peakBytes = 0;
  /// By size; at most `peakBytes` in all.
  std::multimap<size_t, cl::Buffer> kept;
  size_t keptBytes = 0;
};

struct Buffer::Impl {
  cl::Buffer memory;
  size_t numBytes;
  std::shared_ptr<BufferPool> pool;

  Impl(cl::Buffer memory, size_t numBytes, std::shared_ptr<BufferPool> pool)
      : memory(std::move(memory)), numBytes(numBytes), pool(std::move(pool)) {}
  Impl(const Impl &) = delete;
  Impl &operator=(const Impl &) = delete;
  ~Impl() { pool->giveBack(std::move(memory), numBytes); }
};

struct Program::Impl {
  cl::Program program;
  std::map<std::string, cl::Kernel> kernels;
  bool isFromCache = false;
  std::string cacheError;

  /// The kernel of that name, made on first use.
  Result<cl::Kernel> getKernel(const std::string &name);
};

struct Runtime::Impl {
  DeviceInfo info;
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;
  std::shared_ptr<BufferPool> pool = std::make_shared<BufferPool>();
  /// One per launch since the times were taken last.
  std::vector<cl::Event> launches;

  Impl() = default;
  Impl(const Impl &) = delete;
  Impl &operator=(const Impl &) = delete;
  /// A driver's threads must not outlive the process's static data: what has
  /// been launched ends first.
  ~Impl() {
    if (queue())
      queue.finish();
  }
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_RUNTIMEIMPL_H
