//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the pass of lift-reduce.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REDUCER_PASSES_H
#define LIFTDIALECT_REDUCER_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::lift {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "LiftDialect/Reducer/Passes.h.inc"

} // namespace mlir::lift

#endif // LIFTDIALECT_REDUCER_PASSES_H
