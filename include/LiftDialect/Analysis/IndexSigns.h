//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what is known of the signs of integers in kernels.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_INDEXSIGNS_H
#define LIFTDIALECT_ANALYSIS_INDEXSIGNS_H

#include "mlir/IR/Value.h"

namespace mlir::lift {

/// Whether `value` is a size: an argument of a kernel that is an index, unless
/// `lift.value` says that it may be any number. Launches test that sizes are at
/// least 1.
bool isSize(Value value);

/// Whether `value`, an integer or an index of `indexBits` bits, is 1 or more in
/// each execution: a constant, a size, or a product of such.
bool isPositive(Value value);

/// Whether it is 0 or more. Without `usesSizes`, only if a compiler of the
/// generated code can see that too.
bool isNonNegative(Value value, unsigned indexBits, bool usesSizes);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_INDEXSIGNS_H
