//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a module says of the device that it is compiled for.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_DEVICEPROPERTIES_H
#define LIFTDIALECT_ANALYSIS_DEVICEPROPERTIES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::lift {

/// A property of the device "GPU" in the target system that `op` is compiled
/// for, as "lift.max_group_size"; null if it has none.
Attribute getDeviceProperty(Operation *op, StringRef name);

/// Whether the accesses of that device take fewer instructions for addresses
/// from indices that count bytes.
bool countsBytes(Operation *op);

/// Whether that device is NVIDIA's and has compute capability 8.0: instructions
/// for strict minima and maxima, and for two half numbers at a time.
bool hasCapability80(Operation *op);

/// Whether its description names the devices that it is of.
bool namesDevices(Operation *op);

/// The width in bits of an index in the kernels of `module`: 32 if it does not
/// say.
unsigned getIndexBitwidth(gpu::GPUModuleOp module);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_DEVICEPROPERTIES_H
