//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares which kernels SPIR-V can say.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_GPUTOSPIRV_CHECKS_H
#define LIFT_LIB_CONVERSION_GPUTOSPIRV_CHECKS_H

#include "LiftDialect/LiftAttributes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::lift {

/// Reports what cannot be converted: operations and types that the flavor has
/// no form of. What is left converts.
LogicalResult checkForSPIRV(gpu::GPUModuleOp module, SPIRVFlavor flavor);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_GPUTOSPIRV_CHECKS_H
