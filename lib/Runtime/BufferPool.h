//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the memory of buffers, living and freed.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_BUFFERPOOL_H
#define LIFT_LIB_RUNTIME_BUFFERPOOL_H

#include "LiftDialect/Runtime/Error.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>

namespace mlir::lift::runtime {

/// Memory of a device, as its API knows it; freed by the destructor.
class DeviceMemory {
public:
  virtual ~DeviceMemory() = default;

  /// At least that of the buffer that it is for now.
  size_t numBytes = 0;
};

/// Memory of buffers, living and freed. Shared by them: a buffer may outlive
/// its Runtime.
///
/// Freed memory is kept for the next buffer that is not much smaller: many
/// drivers map pages when a kernel first touches them, which takes part of the
/// kernel's time. Queues are in order, so that nothing that was launched before a buffer
/// was freed can still use it when its memory is used again.
class BufferPool {
public:
  using Memory = std::unique_ptr<DeviceMemory>;

  /// Memory that was kept, or what `allocate` gives. If that fails, it is tried
  /// again without anything that was kept.
  Result<Memory> take(size_t numBytes,
                      const std::function<Result<Memory>()> &allocate);
  void giveBack(Memory memory, size_t numBytes);
  /// The most that living buffers have had together.
  size_t getPeakBytes() const { return peakBytes; }

private:
  void dropKept();

  size_t currentBytes = 0;
  size_t peakBytes = 0;
  /// By size; at most twice `peakBytes` in all.
  std::multimap<size_t, Memory> kept;
  size_t keptBytes = 0;
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_BUFFERPOOL_H
