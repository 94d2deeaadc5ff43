//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the changes by which lift-reduce and lift-fuzz make
// programs smaller.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REDUCER_CHANGES_H
#define LIFTDIALECT_REDUCER_CHANGES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::lift {

/// Makes change number `index` to the functions of `module`: results,
/// arguments and kernels are left out, the results of operations become earlier
/// values, choices are dropped. False if there are not so many changes. What
/// comes out may be invalid.
bool applyChange(ModuleOp module, unsigned index);

} // namespace mlir::lift

#endif // LIFTDIALECT_REDUCER_CHANGES_H
