//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares LoopForm: a kernel in loop form beside the program, for
// who asks what the kernel will access while it is still patterns.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_CONVERSION_LOOPFORM_H
#define LIFTDIALECT_CONVERSION_LOOPFORM_H

#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Loop/LoopOps.h"

namespace mlir::lift {

class LoopForm {
public:
  /// Builds the form of `root`, a lift.kernel or a function that has none and
  /// is one kernel as a whole, with no map divided yet. The program is as
  /// before. The dialects loop and vector are loaded. Fails with a diagnostic
  /// where lowering does.
  static FailureOr<LoopForm> build(Operation *root, const Assumptions &facts);

  loop::KernelOp getKernel() const { return kernel; }
  /// The map of the program that a loop belongs to, or null.
  MapOp getMap(loop::ForOp loop) const;
  /// Whether a value is read by other kernels only, once it is stored: a
  /// function that is to be several kernels keeps it in global memory.
  bool isForOthers(Value buffer) const;

private:
  OwningOpRef<ModuleOp> module;
  loop::KernelOp kernel;
  /// In pre-order; the names of loops are their numbers.
  SmallVector<MapOp> maps;
  bool isOfFunction = false;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_CONVERSION_LOOPFORM_H
