//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what memory a kernel takes, and what a target has.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_KERNELMEMORY_H
#define LIFTDIALECT_ANALYSIS_KERNELMEMORY_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::lift {

/// A private array stays in registers if all its indices are constants, which
/// takes unrolled loops; beyond this many numbers no device has the registers,
/// and the code would only grow.
inline constexpr int64_t kMaxRegisters = 1024;

/// What the arrays of a kernel take: of each work-group, and of each work-item.
struct KernelMemory {
  int64_t localBytes = 0;
  int64_t privateBytes = 0;
};

KernelMemory getKernelMemory(gpu::GPUFuncOp func);

/// The most bytes of private arrays that a work-item needs at the same time.
/// What is read of one, the kernel has written in the same trip of the loops
/// around.
int64_t getLivePrivateBytes(gpu::GPUFuncOp func);

/// The innermost block that all operations are in, as those that use an array.
Block *getCommonBlock(ArrayRef<Operation *> ops);

/// The bytes of a buffer of known size.
int64_t getNumBytes(MemRefType type);

/// The bytes of local memory that a work-group has on the target that a module
/// around `op` is for; nothing if that is not said.
std::optional<int64_t> getLocalMemoryLimit(Operation *op);

/// The bytes of registers that a work-item has there; nothing if that is not
/// said.
std::optional<int64_t> getPrivateMemoryLimit(Operation *op);

/// The registers, of 32 bits, that a driver is to give a work-item of `func` at
/// most: of a kernel that has a tile in registers and its operands in local
/// memory, on a target that says so (`lift.tile_registers`) or without a
/// target. Two of its groups are then on a compute unit at a time. Nothing
/// where it is up to the driver.
std::optional<int64_t> getRegisterLimit(gpu::GPUFuncOp func);

/// The bytes of an element in a kernel's own memory, where halves are floats if
/// the target does not compute with them. Those of a tuple are those of its
/// parts, of which arrays without a constant size count as one element.
int64_t getHeldBytes(Type element, bool hasHalf = false);
/// The same of one element of each type.
int64_t countHeldBytes(TypeRange elements);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_KERNELMEMORY_H
