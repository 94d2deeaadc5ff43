//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PendingAccesses.h"

#include <algorithm>

namespace mlir::lift::runtime {

bool PendingAccesses::add(const std::vector<MemoryAccess> &command) {
  // More commands than a device runs at a time: looking for the next one's
  // dependences would only take time.
  constexpr size_t kMostPending = 256;
  const bool mustWait =
      pending.size() > kMostPending ||
      std::any_of(command.begin(), command.end(),
                  [&](const MemoryAccess &access) {
                    return std::any_of(pending.begin(), pending.end(),
                                       [&](const MemoryAccess &other) {
                                         return access.conflicts(other);
                                       });
                  });
  if (mustWait)
    clear();
  pending.insert(pending.end(), command.begin(), command.end());
  return mustWait;
}

} // namespace mlir::lift::runtime
