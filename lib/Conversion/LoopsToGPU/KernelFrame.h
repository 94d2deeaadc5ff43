//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares KernelFrame: the function that a kernel becomes, while its
// body is being written. Arguments and local buffers are added as the body asks
// for them; finish() makes the gpu.func.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LOOPSTOGPU_KERNELFRAME_H
#define LIFT_LIB_CONVERSION_LOOPSTOGPU_KERNELFRAME_H

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::lift {

/// One argument of a kernel, and what the host passes for it.
struct KernelArgument {
  enum class Kind {
    /// An array or a scalar of the function around the kernel.
    Value,
    /// The buffer of result `index` of the kernel.
    Result,
    /// A buffer for this launch only, of `numElements`.
    Temporary,
    /// The value of a size name.
    Size
  };
  Kind kind;
  mlir::Value value;
  unsigned index = 0;
  Expr numElements;
  std::string name;
  Type elementType;
};

/// How one element is stored: a vector as its lanes, one after the other, so
/// that memory is the same whether it is seen as vectors or as numbers. An i1
/// takes a byte.
struct Storage {
  Type number;
  int64_t lanes = 1;
};
Storage getStorage(Type elementType);

/// How many numbers the elements of an array are stored as.
Expr getNumNumbers(ArrayType type);

/// A one-dimensional memref in an address space of the gpu dialect, for
/// `numElements` of `elementType`. Private memory, which nobody else sees,
/// holds vectors as such: not all compilers keep numbers in registers that are
/// accessed as vectors.
MemRefType getBufferType(int64_t numElements, Type elementType,
                         AddressSpace space);

class KernelFrame {
public:
  KernelFrame(OpBuilder &builder, Location loc);
  ~KernelFrame();

  /// The argument for a value of the function, a result, a size or a temporary;
  /// made on first use.
  Value getValueArgument(Value value);
  Value getSizeArgument(const std::string &name);
  Value addResult(unsigned index, Type type);
  Value addTemporary(const Expr &numElements, Type elementType);

  /// A buffer in local or in private memory.
  Value addLocal(Location loc, int64_t numElements, Type elementType);
  Value addPrivate(int64_t numElements, Type elementType);

  Block &getBody() { return *body; }

  /// Makes the gpu.func at the end of `module` and returns it.
  gpu::GPUFuncOp finish(gpu::GPUModuleOp module, StringRef name,
                        ArrayRef<int32_t> localSize);
  ArrayRef<KernelArgument> getArguments() const { return arguments; }

private:
  Value addArgument(KernelArgument argument, Type type);

  OpBuilder &builder;
  Location loc;
  Block *body;
  SmallVector<KernelArgument> arguments;
  SmallVector<Value> argumentValues;
  SmallVector<Value> locals;
  DenseMap<Value, Value> valueArguments;
  std::map<std::string, Value> sizeArguments;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LOOPSTOGPU_KERNELFRAME_H
