//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines what is known of the elements of arrays: numbers, and
// vectors of them.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ELEMENTTYPES_H
#define LIFTDIALECT_ELEMENTTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::lift {

/// The numbers of lanes that a vector may have: those of OpenCL C.
inline constexpr int64_t kVectorWidths[] = {2, 3, 4, 8, 16};

inline bool isVectorWidth(int64_t width) {
  return llvm::is_contained(kVectorWidths, width);
}

/// The bytes of a number, or of all lanes of a vector, in an array. A bool takes
/// one, an index as many as on any device.
inline int64_t getElementBytes(Type element) {
  Type number = getElementTypeOrSelf(element);
  int64_t bits = number.isIndex() ? 64 : number.getIntOrFloatBitWidth();
  auto vector = dyn_cast<VectorType>(element);
  return (vector ? vector.getNumElements() : 1) * llvm::divideCeil(bits, 8);
}

} // namespace mlir::lift

#endif // LIFTDIALECT_ELEMENTTYPES_H
