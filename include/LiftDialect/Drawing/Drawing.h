//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares pictures of kernels: for one work-item and its group, what
// they write and read of each array.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_DRAWING_DRAWING_H
#define LIFTDIALECT_DRAWING_DRAWING_H

#include "LiftDialect/Evaluator/Evaluator.h"

namespace mlir::lift {

/// The kernels of `func`, whose loops lift-distribute-loops has divided among
/// work-items, as an SVG of at most 500,000 bytes. `sizes` has the values of
/// names, `arguments` an array for each leaf of the arguments. What cannot be
/// drawn is said in the picture.
std::string drawKernels(func::FuncOp func, const SizeBindings &sizes,
                        ArrayRef<HostArray> arguments);

} // namespace mlir::lift

#endif // LIFTDIALECT_DRAWING_DRAWING_H
