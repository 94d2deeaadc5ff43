//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the patterns that take kernels to SPIR-V where upstream
// has none, or such that know less of the kernels.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_GPUTOSPIRV_PATTERNS_H
#define LIFT_LIB_CONVERSION_GPUTOSPIRV_PATTERNS_H

#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"

namespace mlir::lift {

/// These go before upstream's.
inline constexpr unsigned kPatternBenefit = 10;

/// Kernels and their arguments. In OpenCL, arguments are parameters. In Vulkan,
/// buffers are storage buffers in set 0, with bindings 0, 1, ... in the order
/// of the arguments that are buffers, and numbers are push constants in the
/// order of the others: each takes the bytes that it takes as an argument in
/// OpenCL, rounded up to a multiple of four.
void populateKernelPatterns(const SPIRVTypeConverter &converter,
                            RewritePatternSet &patterns);

/// Loads, stores and private arrays.
void populateMemoryPatterns(const SPIRVTypeConverter &converter,
                            RewritePatternSet &patterns);

/// scf.for and scf.if; upstream has the rest of scf.
void populateLoopPatterns(const SPIRVTypeConverter &converter,
                          RewritePatternSet &patterns);

/// Ids, sizes and barriers.
void populateWorkItemPatterns(const SPIRVTypeConverter &converter,
                              RewritePatternSet &patterns);

/// Functions of numbers.
void populateMathPatterns(const SPIRVTypeConverter &converter,
                          RewritePatternSet &patterns);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_GPUTOSPIRV_PATTERNS_H
