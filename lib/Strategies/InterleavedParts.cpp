//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts through which a work-item goes at the same time, a step of one after
// that of another: where steps are taken in order, each waits for the one
// before it, and a thread of a CPU has time for those of other parts.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "NestShape.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The most elements of a part; a multiple of the vectors that a thread adds to
/// at the same time.
static constexpr int64_t kMostOfPart = 4224, kPartStep = 128;
/// Elements so far from each other stand in the same lines of a cache.
static constexpr int64_t kSameLines = 1024;

/// The most steps that one thread takes alone.
static constexpr int64_t kMostOfOneThread = 16384;

bool lift::isForOneThread(const Problem &problem, const Expr &length) {
  return problem.getDevice().runsThreads() &&
         problem.getValue(length).value_or(kMostOfOneThread + 1) <=
             kMostOfOneThread;
}

int64_t lift::chooseInterleavedPart(const Problem &problem,
                                    const Expr &length) {
  const std::optional<int64_t> count = problem.getValue(length);
  if (!count)
    return kMostOfPart;
  const int64_t groups =
      llvm::divideCeil(*count, kMostOfPart * kInterleavedParts);
  const int64_t part = llvm::alignTo(
      llvm::divideCeil(*count, groups * kInterleavedParts), kPartStep);
  return part % kSameLines == 0 ? part + kPartStep : part;
}

void lift::reduceInterleaved(Schedule &schedule, const Handle &parts,
                             const DeviceModel &device) {
  BlockOptions options;
  options.chunks = {{Expr(kInterleavedParts)}, {}};
  options.order = {{0, 0}, {1, 0}, {0, 1}};
  SmallVector<Handle> loops = schedule.block(parts, options);
  schedule.place(loops[1], "private", {"seq"});
  mapToItems(schedule, loops[0], device);
  schedule.mapTo(loops[2], {"seq unroll"});
  schedule.mapTo(loops[3], {"seq unroll"});
}

Handle lift::scanInterleaved(Schedule &schedule, const Handle &parts,
                             bool isPadded) {
  auto [items, own] = schedule.chunkMap(parts, kInterleavedParts, isPadded);
  schedule.mapTo(schedule.exchangeScan(own, /*isApart=*/true).second,
                 {"seq unroll"});
  return items;
}
