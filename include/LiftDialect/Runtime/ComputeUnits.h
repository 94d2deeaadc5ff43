//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compute units of a device, as the variants of packages name them. This
// header needs nothing of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_COMPUTEUNITS_H
#define LIFTDIALECT_RUNTIME_COMPUTEUNITS_H

#include <cstdint>

namespace mlir::lift {

/// What their number is called in expressions of sizes.
inline constexpr const char kComputeUnitsName[] = "compute_units";

/// How many a device is taken to have that does not say it.
inline constexpr int64_t kUsualComputeUnits = 64;

} // namespace mlir::lift

#endif // LIFTDIALECT_RUNTIME_COMPUTEUNITS_H
