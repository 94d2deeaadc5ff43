//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how reads of a kernel in loop form that stand beside each
// other become fewer: steps of lift-reuse-loads.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_TRANSFORMS_MERGEREADS_H
#define LIFT_LIB_TRANSFORMS_MERGEREADS_H

#include "ReadForms.h"

namespace mlir::lift {

/// The number of trips, if it is constant and each is one further.
std::optional<int64_t> countTrips(loop::ForOp loop);

/// Whether a loop is to be unrolled, and has two trips at least.
bool isUnrolled(loop::ForOp loop);

/// Makes statements of the trips of a loop, whose number is constant.
void unroll(loop::ForOp loop);

/// Reads vectors of local memory that do not stand there as vectors, and may
/// have lanes of each other, number by number.
void splitLocalVectors(loop::KernelOp kernel, const Assumptions &facts);

/// Unrolls innermost loops of few trips that read the same as other trips, or
/// in the next trip of the loop around; how many.
unsigned unrollSharingLoops(loop::KernelOp kernel, const Assumptions &facts);

/// Reads what is equal once, numbers that fill vectors as these, and takes
/// numbers from vectors that are read anyway; how many reads there are no more.
unsigned mergeReads(loop::KernelOp kernel, const Assumptions &facts);

/// Takes from registers what the same work-item has stored just before, and
/// leaves out buffers that nobody reads then; how many reads there are no more.
unsigned forwardStores(loop::KernelOp kernel);

/// Takes from a private buffer what the same work-item has copied there from an
/// array that the kernel only reads; how many reads of that there are no more.
unsigned forwardCopies(loop::KernelOp kernel);

/// Lets all trips but the last of loops that are to be unrolled read without
/// clamps and tests where these alone do not need them; how many reads. A step
/// of lift-version-loops.
unsigned splitLastTrips(loop::KernelOp kernel, const Assumptions &facts);

} // namespace mlir::lift

#endif // LIFT_LIB_TRANSFORMS_MERGEREADS_H
