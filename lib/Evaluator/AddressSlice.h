//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what data the addresses of a kernel in loop form depend
// on.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EVALUATOR_ADDRESSSLICE_H
#define LIFT_LIB_EVALUATOR_ADDRESSSLICE_H

#include "LiftDialect/Loop/LoopOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lift::evaluator {

/// The data that indices are made of, and that says how often loops run.
class AddressSlice {
public:
  explicit AddressSlice(loop::KernelOp kernel);

  /// Whether a scalar is such data, or is computed on the way to it.
  bool needsValue(Value scalar) const { return values.contains(scalar); }
  /// Whether a buffer holds such data.
  bool needsContent(Value buffer) const { return buffers.contains(buffer); }

private:
  void addDefinition(Value value);
  void addCarried(Operation *loop, unsigned number);
  void addContent(Value buffer);

  /// In the order in which they were found: what is behind the first that are
  /// done is still to be followed.
  llvm::SetVector<Value> values;
  DenseSet<Value> buffers;
};

} // namespace mlir::lift::evaluator

#endif // LIFT_LIB_EVALUATOR_ADDRESSSLICE_H
