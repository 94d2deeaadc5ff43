//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/DeviceMemory.h"

#include "LiftDialect/ElementTypes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lift;

Expr lift::countBytes(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return array.getNumElements() * getElementBytes(array.getElementType());
  return getElementBytes(type);
}

Expr lift::countBytes(TypeRange types) {
  Expr bytes = 0;
  for (Type type : types)
    bytes = bytes + countBytes(type);
  return bytes;
}

Expr lift::countBoundaryBytes(FunctionOpInterface func) {
  Expr bytes = countBytes(TypeRange(func.getResultTypes()));
  for (Type type : func.getArgumentTypes())
    if (isa<ArrayType>(type))
      bytes = bytes + countBytes(type);
  return bytes;
}

SizeConstraint lift::getMemoryConstraint(const Expr &temporaries,
                                         const Expr &boundary,
                                         double maxMemory) {
  constexpr int64_t kScale = 1000;
  const Expr needed = boundary + temporaries;
  return {ConstraintKind::LessEqual, needed * kScale,
          boundary * int64_t(std::llround(maxMemory * kScale)),
          llvm::formatv("a kernel needs {0} bytes of device memory, which must "
                        "be at most {1:f3} times the {2} bytes of arguments "
                        "and results",
                        needed.str(), maxMemory, boundary.str())};
}
