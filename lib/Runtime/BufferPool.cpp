//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BufferPool.h"

#include <algorithm>

namespace mlir::lift::runtime {

/// Whether memory is small enough to be used for so many bytes.
static bool fits(size_t memoryBytes, size_t numBytes) {
  constexpr size_t kMaxRatio = 4;
  return memoryBytes / kMaxRatio <= numBytes;
}

Result<BufferPool::Memory>
BufferPool::take(size_t numBytes,
                 const std::function<Result<Memory>()> &allocate) {
  Memory memory;
  if (auto it = kept.lower_bound(numBytes);
      it != kept.end() && fits(it->first, numBytes)) {
    memory = std::move(kept.extract(it).mapped());
    keptBytes -= memory->numBytes;
  } else {
    Result<Memory> allocated = allocate();
    if (!allocated && !kept.empty()) {
      dropKept();
      allocated = allocate();
    }
    if (!allocated)
      return allocated.getError();
    memory = std::move(*allocated);
    memory->numBytes = numBytes;
  }
  currentBytes += numBytes;
  peakBytes = std::max(peakBytes, currentBytes);
  return memory;
}

void BufferPool::dropKept() {
  kept.clear();
  keptBytes = 0;
}

void BufferPool::giveBack(Memory memory, size_t numBytes) {
  currentBytes -= numBytes;
  keptBytes += memory->numBytes;
  kept.emplace(memory->numBytes, std::move(memory));
  if (keptBytes > 2 * peakBytes)
    dropKept();
}

} // namespace mlir::lift::runtime
