//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C interface: the dialect, its passes, array types, and compiling to
// OpenCL C, SPIR-V or a package in one call. Ownership and callbacks are as in
// mlir-c.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_CAPI_LIFT_H
#define LIFTDIALECT_CAPI_LIFT_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Lift, lift);

/// Registers the dialect and those that its passes read or create.
MLIR_CAPI_EXPORTED void liftRegisterAllDialects(MlirDialectRegistry registry);

/// Makes the passes and pipelines known to textual pipelines. Call it once.
MLIR_CAPI_EXPORTED void liftRegisterAllPasses(void);

//===----------------------------------------------------------------------===//
// Array types
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool liftTypeIsAArray(MlirType type);

/// The array type with a text such as "N / 128" for each size. A null type if a
/// size cannot be read or the element type cannot be in an array, which is
/// reported.
MLIR_CAPI_EXPORTED MlirType liftArrayTypeGet(MlirLocation loc, intptr_t rank,
                                             const MlirStringRef *sizes,
                                             MlirType elementType);

MLIR_CAPI_EXPORTED intptr_t liftArrayTypeGetRank(MlirType type);
MLIR_CAPI_EXPORTED MlirType liftArrayTypeGetElementType(MlirType type);

/// Passes the text of a size to the callback.
MLIR_CAPI_EXPORTED void liftArrayTypePrintSize(MlirType type, intptr_t dim,
                                               MlirStringCallback callback,
                                               void *userData);

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Compiles the functions of a module, which stays as it is, and passes the
/// OpenCL C of all kernels to the callback. `options` are those of the pipeline
/// `lift-to-gpu`, such as "params=TM=32 mapping=solve"; may be empty. On
/// failure, which is reported, the callback is not called.
MLIR_CAPI_EXPORTED MlirLogicalResult
liftCompileToOpenCL(MlirModule module, MlirStringRef options,
                    MlirStringCallback callback, void *userData);

/// The same to a module of SPIR-V, whose bytes are passed. `flavor` is "opencl"
/// or "vulkan".
MLIR_CAPI_EXPORTED MlirLogicalResult liftCompileToSPIRV(
    MlirModule module, MlirStringRef flavor, MlirStringRef options,
    MlirStringCallback callback, void *userData);

/// Compiles a function in the text of a module for all sizes, and writes it as
/// a kernel package into a folder. `name` stands for the file in messages.
/// `options` are texts NAME=VALUE as lift-run has them: `entry`, `target`,
/// `param`, `size` and `lower` (these may be repeated), `mapping`, `forms`
/// (`opencl-c`, `spirv-opencl` and `spirv-vulkan`, with commas between them),
/// `O`, `cache` (a folder, or nothing for none); for modules on tensors,
/// `reassociate` and `ignore-assertions`, 0 or 1. Without a target, `device`
/// and `api` say for which device it is optimized. What is wrong is passed to
/// the callback, as lift-run prints it.
MLIR_CAPI_EXPORTED MlirLogicalResult liftCompileToPackage(
    MlirStringRef text, MlirStringRef name, intptr_t numOptions,
    const MlirStringRef *options, MlirStringRef folder,
    MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // LIFTDIALECT_CAPI_LIFT_H
