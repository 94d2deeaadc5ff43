//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Arena.h"

#include "MemoryPlan.h"

namespace mlir::lift::runtime {

/// Whether alignment costs next to nothing: it does for small buffers.
static bool isWorthwhile(const MemoryPlan &plan,
                         const std::vector<BufferLife> &lives) {
  constexpr uint64_t kShare = 64;
  const uint64_t living = countLivingBytes(lives, /*alignment=*/1);
  return plan.numBytes <= living + living / kShare;
}

Arena::Arena(Runtime &runtime, const std::vector<Step> &steps,
             const SizeValues &numbers) {
  const size_t alignment = runtime.getPartAlignment();
  if (alignment == 0)
    return;
  const std::vector<BufferLife> lives = findLives(steps, numbers);
  // One alone would share its memory with none.
  if (lives.size() < 2)
    return;
  std::optional<MemoryPlan> plan = planMemory(lives, alignment);
  if (!plan || !isWorthwhile(*plan, lives))
    return;
  Result<Buffer> whole = runtime.allocate(plan->numBytes);
  if (!whole)
    return;
  for (size_t i = 0; i < lives.size(); ++i)
    if (Result<Buffer> part =
            runtime.makePart(*whole, plan->offsets[i], lives[i].numBytes))
      parts[lives[i].allocation] = *part;
}

Buffer Arena::find(const Allocation &allocation, size_t numBytes) const {
  auto it = parts.find(&allocation);
  // The counter of a loop may have the name of a size.
  return it != parts.end() && it->second.getNumBytes() == numBytes ? it->second
                                                                   : Buffer();
}

} // namespace mlir::lift::runtime
