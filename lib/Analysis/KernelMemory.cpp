//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/KernelMemory.h"

#include "LiftDialect/Analysis/DeviceProperties.h"
#include "LiftDialect/ElementTypes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::lift;

int64_t lift::getNumBytes(MemRefType type) {
  return type.getNumElements() * getElementBytes(type.getElementType());
}

int64_t lift::getHeldBytes(Type element, bool hasHalf) {
  const bool isFloat = !hasHalf && getElementTypeOrSelf(element).isF16();
  return getElementBytes(element) * (isFloat ? 2 : 1);
}

KernelMemory lift::getKernelMemory(gpu::GPUFuncOp func) {
  auto flag =
      dyn_cast_or_null<BoolAttr>(getDeviceProperty(func, "lift.native_half"));
  auto getBytes = [&](Type type) {
    auto memref = cast<MemRefType>(type);
    return memref.getNumElements() *
           getHeldBytes(memref.getElementType(), flag && flag.getValue());
  };
  KernelMemory memory;
  for (BlockArgument value : func.getWorkgroupAttributions())
    memory.localBytes += getBytes(value.getType());
  for (BlockArgument value : func.getPrivateAttributions())
    memory.privateBytes += getBytes(value.getType());
  func.walk([&](memref::AllocaOp op) {
    bool isLocal =
        gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(op.getType());
    (isLocal ? memory.localBytes : memory.privateBytes) +=
        getBytes(op.getType());
  });
  return memory;
}

/// A number that the target has.
static std::optional<int64_t> getTargetNumber(Operation *op, StringRef name) {
  auto number = dyn_cast_or_null<IntegerAttr>(getDeviceProperty(op, name));
  return number ? std::optional(number.getInt()) : std::nullopt;
}

std::optional<int64_t> lift::getLocalMemoryLimit(Operation *op) {
  return getTargetNumber(op, "lift.local_memory_bytes");
}

std::optional<int64_t> lift::getPrivateMemoryLimit(Operation *op) {
  return getTargetNumber(op, "lift.private_memory_bytes");
}

std::optional<int64_t> lift::getRegisterLimit(gpu::GPUFuncOp func) {
  constexpr int64_t kMaxGroupSize = 256, kRegisterBytes = 4, kLeastTile = 16;
  std::optional<int64_t> limit = getTargetNumber(func, "lift.tile_registers");
  std::optional<ArrayRef<int32_t>> size = func.getKnownBlockSize();
  if (!limit || !size || llvm::product_of(*size, int64_t(1)) > kMaxGroupSize)
    return std::nullopt;
  KernelMemory memory = getKernelMemory(func);
  const int64_t numbers = memory.privateBytes / kRegisterBytes;
  // The rest is for indices; with more, numbers would be spilled.
  if (memory.localBytes == 0 || numbers < kLeastTile ||
      numbers > *limit * 3 / 4)
    return std::nullopt;
  return limit;
}
