//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the interpreter of lowered host functions: it computes
// sizes, tests preconditions, runs host loops, and asks a HostDevice for memory
// and launches.
//
//   func.func @f(%x: memref<?xf32, global>, %N: index) -> memref<?xf32, global>
//   {
//     %ok = arith.cmpi ...              numbers: here
//     cf.assert %ok, "128 must divide N"
//     %out = memref.alloc(%N)           HostDevice::allocate
//     gpu.launch_func @kernels::@f_0 blocks in (...) threads in (...) args(...)
//     return %out                       HostDevice::launch
//   }
//
// Integers have the width of their type (index: 64 bits). Arithmetic on sizes
// must not wrap: a result that does not fit is an error at the operation.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXECUTION_HOSTINTERPRETER_H
#define LIFTDIALECT_EXECUTION_HOSTINTERPRETER_H

#include "LiftDialect/Runtime/Runtime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include <variant>

namespace mlir::lift::run {

/// The bytes of a number that the host only passes on: a float or a vector.
struct RawScalar {
  SmallVector<char, 16> bytes;
};

/// Device memory; `memory` is empty once freed. Values share it.
struct DeviceArray {
  runtime::Buffer memory;
  Type elementType;
  /// Nothing wrote it since the host did. Only of interest for arguments.
  bool isPristine = true;
};

/// A value of the host function. Integers are sign-extended.
using HostValue =
    std::variant<int64_t, RawScalar, std::shared_ptr<DeviceArray>>;

/// What the host function acts on. Functions report their errors.
class HostDevice {
public:
  virtual ~HostDevice() = default;
  virtual FailureOr<std::shared_ptr<DeviceArray>>
  allocate(Location loc, Type elementType, int64_t numElements) = 0;
  virtual LogicalResult launch(gpu::LaunchFuncOp op,
                               const runtime::Geometry &geometry,
                               ArrayRef<HostValue> arguments) = 0;
};

/// Why a host function stopped; the reason has been reported.
enum class HostFailure {
  /// The function holds something that cannot be run.
  Unsupported,
  /// A cf.assert does not hold, or a size overflows.
  Precondition,
  /// The device refused.
  Device
};

/// The results of a host function, or why there are none.
using HostResult = std::variant<SmallVector<HostValue>, HostFailure>;

/// Runs `func`. `sizes` describes the sizes for errors: "N = 1000".
HostResult interpret(func::FuncOp func, ArrayRef<HostValue> arguments,
                     HostDevice &device, const std::string &sizes);

/// The number of bytes of a value of `type` in memory of the device.
int64_t getDeviceBytes(Type type);

/// Computes an operation of the arith dialect on integers. Fails and reports
/// where it is not one, or overflows, or divides by zero; `failure` says which.
FailureOr<HostValue> evaluateArith(Operation *op, ArrayRef<HostValue> operands,
                                   HostFailure &failure);

} // namespace mlir::lift::run

#endif // LIFTDIALECT_EXECUTION_HOSTINTERPRETER_H
