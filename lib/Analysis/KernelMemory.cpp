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
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::lift;

int64_t lift::getNumBytes(MemRefType type) {
  return type.getNumElements() * getElementBytes(type.getElementType());
}

int64_t lift::getHeldBytes(Type element, bool hasHalf) {
  if (auto tuple = dyn_cast<TupleType>(element)) {
    int64_t bytes = 0;
    for (Type part : tuple)
      bytes += getHeldBytes(part, hasHalf);
    return bytes;
  }
  if (auto array = dyn_cast<ArrayType>(element))
    return array.getNumElements().getConstant().value_or(1) *
           getHeldBytes(array.getElementType(), hasHalf);
  const bool isFloat = !hasHalf && getElementTypeOrSelf(element).isF16();
  return getElementBytes(element) * (isFloat ? 2 : 1);
}

int64_t lift::countHeldBytes(TypeRange elements) {
  int64_t bytes = 0;
  for (Type element : elements)
    bytes += getHeldBytes(element);
  return bytes;
}

/// The bytes of an array of a kernel.
static int64_t getHeldBytes(gpu::GPUFuncOp func, Type type) {
  auto flag =
      dyn_cast_or_null<BoolAttr>(getDeviceProperty(func, "lift.native_half"));
  auto memref = cast<MemRefType>(type);
  const bool hasHalf = (flag && flag.getValue()) || hasCapability80(func);
  return memref.getNumElements() *
         lift::getHeldBytes(memref.getElementType(), hasHalf);
}

/// The arrays of a kernel in local memory, or in private memory.
static SmallVector<Value> getArrays(gpu::GPUFuncOp func, bool isLocal) {
  SmallVector<Value> arrays;
  llvm::append_range(arrays, isLocal ? func.getWorkgroupAttributions()
                                     : func.getPrivateAttributions());
  func.walk([&](memref::AllocaOp op) {
    if (gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(op.getType()) ==
        isLocal)
      arrays.push_back(op);
  });
  return arrays;
}

KernelMemory lift::getKernelMemory(gpu::GPUFuncOp func) {
  KernelMemory memory;
  for (Value array : getArrays(func, /*isLocal=*/true))
    memory.localBytes += ::getHeldBytes(func, array.getType());
  for (Value array : getArrays(func, /*isLocal=*/false))
    memory.privateBytes += ::getHeldBytes(func, array.getType());
  return memory;
}

Block *lift::getCommonBlock(ArrayRef<Operation *> ops) {
  Block *block = ops.front()->getBlock();
  while (!llvm::all_of(
      ops, [&](Operation *op) { return block->findAncestorOpInBlock(*op); }))
    block = block->getParentOp()->getBlock();
  return block;
}

namespace {
/// A private array, and the first and the last statement that use it, of the
/// innermost block that has all.
struct ArrayLife {
  Block *block;
  Operation *first, *last;
  int64_t bytes;
};
} // namespace

/// When an array is in use, if only where it is allocated; nothing if it is
/// not. What is read, the kernel has written in the same trip of the loops
/// around.
static std::optional<ArrayLife> getLife(Value array, int64_t bytes) {
  SmallVector<Operation *> users(array.getUsers());
  if (Operation *alloc = array.getDefiningOp(); users.empty() && alloc)
    users.push_back(alloc);
  if (users.empty())
    return std::nullopt;
  Block *block = getCommonBlock(users);
  ArrayLife life{block, nullptr, nullptr, bytes};
  for (Operation *user : users) {
    Operation *statement = block->findAncestorOpInBlock(*user);
    if (!life.first || statement->isBeforeInBlock(life.first))
      life.first = statement;
    if (!life.last || life.last->isBeforeInBlock(statement))
      life.last = statement;
  }
  return life;
}

/// The most bytes of arrays that are in use in a block at the same time.
static int64_t countLiveBytes(Block &block, ArrayRef<ArrayLife> lives) {
  int64_t most = 0;
  for (Operation &op : block) {
    int64_t bytes = 0;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        bytes = std::max(bytes, countLiveBytes(inner, lives));
    for (const ArrayLife &life : lives)
      if (life.block == &block && !op.isBeforeInBlock(life.first) &&
          !life.last->isBeforeInBlock(&op))
        bytes += life.bytes;
    most = std::max(most, bytes);
  }
  return most;
}

int64_t lift::getLivePrivateBytes(gpu::GPUFuncOp func) {
  SmallVector<ArrayLife> lives;
  for (Value array : getArrays(func, /*isLocal=*/false))
    if (std::optional<ArrayLife> life =
            getLife(array, ::getHeldBytes(func, array.getType())))
      lives.push_back(*life);
  return countLiveBytes(func.getBody().front(), lives);
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

/// The limit of tiles in registers; without a target, that of any device, as in
/// share/targets/opencl.attr.
static std::optional<int64_t> getTileRegisters(gpu::GPUFuncOp func) {
  constexpr int64_t kDefault = 128;
  return getDeviceProperty(func, "lift.max_group_size")
             ? getTargetNumber(func, "lift.tile_registers")
             : kDefault;
}

std::optional<int64_t> lift::getRegisterLimit(gpu::GPUFuncOp func) {
  constexpr int64_t kMaxGroupSize = 256, kRegisterBytes = 4, kLeastTile = 16;
  std::optional<int64_t> limit = getTileRegisters(func);
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
