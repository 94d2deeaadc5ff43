//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the translation of kernel-level IR to OpenCL C 1.2 and
// says which IR that is.
//
// Input: a `gpu.module`, or a module that holds some (everything else in it is
// host code and is not looked at). A `gpu.module` holds `gpu.func` kernels of
// one block, built of the gpu, scf (for, if), arith, math, memref and vector
// dialects and `lift.barrier`.
//
//   gpu.module      `lift.index_bitwidth = 32 : i32` (or 64) makes `index` an
//                   `int` (or a `long`). Index arithmetic must not overflow;
//                   other integer arithmetic wraps unless it carries `nsw`.
//   gpu.func        `known_block_size` becomes reqd_work_group_size.
//   arguments       memrefs in the global space (or workgroup, a `local`
//                   pointer), index, integers, floats, vectors; i1 is an `int`.
//                   Attributes: `lift.name`, `lift.readonly` (const),
//                   `lift.restrict`.
//   attributions,   arrays in `local` or private memory. `lift.align` (on an
//   alloc, alloca   attribution) or `alignment` (on an op) is their alignment.
//   memrefs         identity layout, or static strides; printed row-major and
//                   linearised.
//   indices         an exact arith.shrui of an index by log2 of the bytes of an
//                   element is printed as an address that counts bytes
//                   (convert-loops-to-gpu).
//   vector.load,    of 2, 3, 4, 8 or 16 elements. With an `alignment` of at
//   vector.store    least the vector's size: a dereferenced vector pointer, one
//                   instruction. Without: vloadN, N loads on some devices.
//   scf.for         `lift.unroll`: `#pragma unroll`; an integer is the factor.
//   any op          `lift.name = "x"`, or `["x", "y"]`, names the results (of
//                   an scf.for: the induction variable) and asks for variables
//                   of their own; `lift.carried = ["x", "y"]` on an scf.for
//                   names what it carries, `lift.carried = "x"` on what it
//                   yields that value. A NameLoc is a weaker hint.
//
// The text of a program that needs an extension fails to compile without it,
// and says so.
//
// Whatever cannot be printed is an error at the op, and nothing is written.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_TARGET_OPENCL_OPENCLEMITTER_H
#define LIFTDIALECT_TARGET_OPENCL_OPENCLEMITTER_H

#include "mlir/Support/LLVM.h"

#include <functional>

namespace mlir {
class DialectRegistry;
class Operation;

namespace lift {

struct OpenCLEmitterOptions {
  /// The width of `index` in a gpu.module that does not say. 32 or 64.
  unsigned defaultIndexBitwidth = 32;
  /// Compute with half numbers, which takes cl_khr_fp16, even if the target
  /// does not say that it has them ("lift.native_half"). Otherwise an f16 is a
  /// half in buffers alone, and elsewhere a float that is rounded to one after
  /// each operation, or for NVIDIA's devices the bits of a half in an integer:
  /// the same numbers, on any device.
  bool nativeHalf = false;
  /// The program is built as the runtime builds those of packages. Kernels for
  /// which getRegisterLimit() has a limit then say the size of their groups to
  /// other drivers than NVIDIA's only, which takes no limit with it; and where
  /// the target names no devices, NVIDIA_COMPUTE_CAPABILITY, 80 for 8.0, says
  /// which instructions one of NVIDIA's has.
  bool isForPackage = false;
};

/// Prints the kernels in `op` as one OpenCL C program. Writes to `os` only when
/// all of it could be printed.
LogicalResult translateToOpenCL(Operation *op, raw_ostream &os,
                                const OpenCLEmitterOptions &options = {});

/// Makes `--lift-to-opencl` known to mlirTranslateMain. `registerDialects` adds
/// the dialects that may surround the kernels.
void registerToOpenCLTranslation(
    const std::function<void(DialectRegistry &)> &registerDialects);

} // namespace lift
} // namespace mlir

#endif // LIFTDIALECT_TARGET_OPENCL_OPENCLEMITTER_H
