//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PendingAccesses.h"

#include <gtest/gtest.h>

using namespace mlir::lift::runtime;

static MemoryAccess reading(uint64_t memory, uint64_t begin, uint64_t end) {
  return {memory, begin, end, /*isWrite=*/false};
}

static MemoryAccess writing(uint64_t memory, uint64_t begin, uint64_t end) {
  return {memory, begin, end, /*isWrite=*/true};
}

TEST(PendingAccesses, waitsForWhatIsWrittenAndForWhatReads) {
  PendingAccesses pending;
  EXPECT_FALSE(pending.add({reading(1, 0, 8), writing(2, 0, 8)}));
  // It reads what the first reads, and writes elsewhere.
  EXPECT_FALSE(pending.add({reading(1, 0, 8), writing(3, 0, 8)}));
  // Read after write.
  EXPECT_TRUE(pending.add({reading(2, 0, 8), writing(4, 0, 8)}));
  // All before has ended now.
  EXPECT_FALSE(pending.add({reading(3, 0, 8), writing(1, 0, 8)}));
  // Write after read.
  EXPECT_TRUE(pending.add({writing(2, 0, 8)}));
  // Write after write.
  EXPECT_TRUE(pending.add({writing(2, 0, 8)}));
}

TEST(PendingAccesses, knowsPartsOfMemory) {
  PendingAccesses pending;
  EXPECT_FALSE(pending.add({writing(1, 0, 8)}));
  EXPECT_FALSE(pending.add({writing(1, 8, 16)}));
  EXPECT_FALSE(pending.add({reading(1, 16, 24)}));
  EXPECT_TRUE(pending.add({reading(1, 15, 24)}));
  EXPECT_FALSE(pending.add({}));
}

TEST(PendingAccesses, lookBackOnlySoFar) {
  PendingAccesses pending;
  unsigned waits = 0;
  for (uint64_t i = 0; i < 1000; ++i)
    waits += pending.add({writing(i, 0, 1)});
  EXPECT_EQ(waits, 3u);
}
