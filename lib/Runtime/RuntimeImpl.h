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

#include <algorithm>
#include <map>

namespace mlir::lift::runtime {

/// Counts the bytes of living buffers. Shared by them: a buffer may outlive its
/// Runtime.
struct Usage {
  size_t current = 0;
  size_t peak = 0;
};

struct Buffer::Impl {
  cl::Buffer memory;
  size_t numBytes;
  std::shared_ptr<Usage> usage;

  Impl(cl::Buffer memory, size_t numBytes, std::shared_ptr<Usage> counter)
      : memory(std::move(memory)), numBytes(numBytes),
        usage(std::move(counter)) {
    usage->current += numBytes;
    usage->peak = std::max(usage->peak, usage->current);
  }
  ~Impl() { usage->current -= numBytes; }
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
  std::shared_ptr<Usage> usage = std::make_shared<Usage>();
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
