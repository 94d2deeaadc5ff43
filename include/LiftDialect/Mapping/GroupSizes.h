//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how large a work-group is where nobody says more.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_MAPPING_GROUPSIZES_H
#define LIFTDIALECT_MAPPING_GROUPSIZES_H

#include <cstdint>

namespace mlir::lift {

/// The local size in dimension `dim` of a launch of `rank` dimensions of which
/// nothing else is known: 128 work-items in a group, the more in a dimension
/// the further in.
int64_t getDefaultLocalSize(unsigned rank, unsigned dim);
/// How many work-items a group should have where that is a choice: GPUs run 32
/// or so together; more than 256 make few groups, and each has fewer registers.
constexpr int64_t kMinDefaultGroupSize = 32, kMaxDefaultGroupSize = 256;

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_GROUPSIZES_H
