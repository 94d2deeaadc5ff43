//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares reading and writing of NumPy's `.npy` files.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_NPYFILE_H
#define LIFTDIALECT_RUNTIME_NPYFILE_H

#include "LiftDialect/Runtime/Array.h"

namespace mlir::lift::runtime {

/// Reads a little-endian, row-major array of bool, integers or floats. Unsigned
/// integers become integers of the same width. Errors name the file and what is
/// wrong with it.
Result<Array> readNpy(const std::string &path);

/// Writes `array`; I1 as bool, integers as signed. The file appears when it is
/// complete: a failure leaves what was there before.
Status writeNpy(const std::string &path, const Array &array);

/// Tests the names of files to write results to: each result has a file of its
/// own, unless that is a device.
Status checkOutputs(const std::vector<std::string> &paths, size_t numResults);

/// Writes an array to each of `paths`, the first of `arrays` to the first: all
/// of them or none.
Status writeNpyFiles(const std::vector<std::string> &paths,
                     const std::vector<Array> &arrays);

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_NPYFILE_H
