//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares which names programs in OpenCL C may have.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_OPENCLNAMES_H
#define LIFTDIALECT_ANALYSIS_OPENCLNAMES_H

#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir::lift::opencl {

/// Whether `name` means something in OpenCL C: a keyword, a type, a built-in
/// function, a macro, or a name that the implementation may use.
bool isReservedName(StringRef name);

/// Whether `name` is a C identifier.
bool isIdentifier(StringRef name);

/// `name`, or one like it that a kernel may have.
std::string getKernelName(StringRef name);

} // namespace mlir::lift::opencl

#endif // LIFTDIALECT_ANALYSIS_OPENCLNAMES_H
