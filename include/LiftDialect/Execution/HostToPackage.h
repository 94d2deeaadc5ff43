//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the translation of a lowered host function to the steps of
// a package:
//
//   func.func @f(%x: memref<?xf32, global>, %N: index) -> memref<?xf32, global>
//   {
//     %ok = arith.cmpi ...                           an expression
//     cf.assert %ok, "128 must divide N"             Requirement
//     %out = gpu.alloc(%N)                           Allocation
//     scf.for %i = ... iter_args(...) { ... }        Loop
//     gpu.launch_func @kernels::@f_0 ...             Launch
//     gpu.dealloc %t                                 Release
//     return %out
//   }
//
// Integer arithmetic becomes expressions over the names of sizes, loop counters
// and carried numbers. Divisions, also unsigned ones, are of numbers that are
// not negative.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXECUTION_HOSTTOPACKAGE_H
#define LIFTDIALECT_EXECUTION_HOSTTOPACKAGE_H

#include "LiftDialect/Execution/Inputs.h"

namespace mlir::lift::run {

/// The function of `program`, which is lowered, without its kernels. Reports
/// what a package cannot hold.
FailureOr<runtime::Package> translateToPackage(const Program &program);

} // namespace mlir::lift::run

#endif // LIFTDIALECT_EXECUTION_HOSTTOPACKAGE_H
