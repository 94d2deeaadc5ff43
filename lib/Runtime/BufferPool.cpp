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

Result<BufferPool::Memory>
BufferPool::take(size_t numBytes,
                 const std::function<Result<Memory>()> &allocate) {
  Memory memory;
  if (auto it = kept.find(numBytes); it != kept.end()) {
    memory = std::move(kept.extract(it).mapped());
    keptBytes -= numBytes;
  } else {
    Result<Memory> allocated = allocate();
    if (!allocated && !kept.empty()) {
      dropKept();
      allocated = allocate();
    }
    if (!allocated)
      return allocated.getError();
    memory = std::move(*allocated);
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
  kept.emplace(numBytes, std::move(memory));
  keptBytes += numBytes;
  if (keptBytes > peakBytes)
    dropKept();
}

} // namespace mlir::lift::runtime
