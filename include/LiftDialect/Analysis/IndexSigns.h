//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what is known of integers in kernels.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_INDEXSIGNS_H
#define LIFTDIALECT_ANALYSIS_INDEXSIGNS_H

#include "mlir/IR/Value.h"

namespace mlir::lift {

/// Whether `value`, an integer or an index of `indexBits` bits, is 1 or more in
/// each execution: a constant, a size of the program, a
/// number of work-items or groups, or a product of such.
bool isPositive(Value value);

/// Whether it is 0 or more. Without `usesSizes`, only if a compiler of the
/// generated code can see that too.
bool isNonNegative(Value value, unsigned indexBits, bool usesSizes);

/// Whether a compiler knows `value` once it has unrolled the loops that it is
/// to unroll: it is made of constants and the counters of such.
bool isKnownUnrolled(Value value);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_INDEXSIGNS_H
