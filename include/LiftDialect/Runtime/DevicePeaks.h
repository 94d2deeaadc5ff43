//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a device can do at most, as measured: the bound of what any program does
// on it (Williams, Waterman, Patterson, "Roofline", CACM 2009).
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_DEVICEPEAKS_H
#define LIFTDIALECT_RUNTIME_DEVICEPEAKS_H

#include "LiftDialect/Runtime/Runtime.h"

namespace mlir::lift::runtime {

struct DevicePeaks {
  /// Multiply-adds of f32 in a second, each as two operations.
  double floatOpsPerSecond = 0;
  /// Bytes that are read and written in a second by a copy of an array too
  /// large for caches.
  double bytesPerSecond = 0;

  /// The least time for so many operations and bytes, in seconds.
  double getBound(double floatOps, double bytes) const;
};

/// Runs two small kernels, each some times, and takes the fastest.
Result<DevicePeaks> measurePeaks(Runtime &runtime);

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_DEVICEPEAKS_H
