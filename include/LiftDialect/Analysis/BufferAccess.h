//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what the loads and stores of kernels have in common.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_BUFFERACCESS_H
#define LIFTDIALECT_ANALYSIS_BUFFERACCESS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::lift {

/// A load or store of an element of a buffer, or of neighbours as a vector.
struct BufferAccess {
  /// What a memref.load or memref.store, vector.load or vector.store accesses;
  /// nothing for other operations.
  static std::optional<BufferAccess> get(Operation *op);

  int64_t getNumElements() const {
    return vector ? vector.getNumElements() : 1;
  }

  Value buffer;
  /// Of the first element.
  ValueRange indices;
  /// Null for a single element.
  VectorType vector;
  /// Null for a load.
  Value stored;
  /// In bytes, where a vector says so.
  std::optional<uint64_t> alignment;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_BUFFERACCESS_H
