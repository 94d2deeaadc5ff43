//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/HostInterpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

int64_t run::getDeviceBytes(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    // OpenCL stores three lanes as four.
    int64_t lanes = vector.getNumElements();
    return (lanes == 3 ? 4 : lanes) * getDeviceBytes(vector.getElementType());
  }
  if (type.isIndex())
    return 8;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

namespace {

/// Runs one function. Members return failure after reporting, with `why` set.
class Interpreter {
public:
  Interpreter(HostDevice &device, const std::string &sizes)
      : device(device), sizes(sizes) {}

  FailureOr<SmallVector<HostValue>> run(func::FuncOp func,
                                        ArrayRef<HostValue> arguments);

  HostFailure why = HostFailure::Unsupported;

private:
  /// Runs `block` and returns what its terminator passes on.
  FailureOr<SmallVector<HostValue>> runBlock(Block &block);
  LogicalResult runOp(Operation *op);
  LogicalResult run(scf::ForOp op);
  LogicalResult run(scf::IfOp op);
  LogicalResult run(cf::AssertOp op);
  LogicalResult run(memref::AllocOp op);
  LogicalResult run(memref::DeallocOp op);
  LogicalResult run(gpu::LaunchFuncOp op);
  LogicalResult runArith(Operation *op);
  LogicalResult refuse(Operation *op);

  int64_t getInteger(Value value) const;
  std::shared_ptr<DeviceArray> getArray(Value value) const;
  void set(ValueRange values, ArrayRef<HostValue> contents);
  SmallVector<HostValue> get(ValueRange values) const;
  FailureOr<runtime::Geometry> getGeometry(gpu::LaunchFuncOp op);
  LogicalResult checkArrays(gpu::LaunchFuncOp op);

  HostDevice &device;
  const std::string &sizes;
  DenseMap<Value, HostValue> values;
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

int64_t Interpreter::getInteger(Value value) const {
  return std::get<int64_t>(values.find(value)->second);
}

std::shared_ptr<DeviceArray> Interpreter::getArray(Value value) const {
  return std::get<std::shared_ptr<DeviceArray>>(values.find(value)->second);
}

void Interpreter::set(ValueRange targets, ArrayRef<HostValue> contents) {
  for (auto [target, content] : llvm::zip(targets, contents))
    values[target] = content;
}

SmallVector<HostValue> Interpreter::get(ValueRange sources) const {
  return llvm::map_to_vector(
      sources, [&](Value source) { return values.find(source)->second; });
}

LogicalResult Interpreter::refuse(Operation *op) {
  why = HostFailure::Unsupported;
  return op->emitOpError(
      "cannot be run on the host (expected integer "
      "arithmetic, scf.for, scf.if, cf.assert, memref.alloc, "
      "memref.cast, memref.dealloc, gpu.launch_func)");
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<HostValue>>
Interpreter::run(func::FuncOp func, ArrayRef<HostValue> arguments) {
  if (!func.getBody().hasOneBlock()) {
    func.emitError("a host function has one block");
    return failure();
  }
  set(func.getArguments(), arguments);
  FailureOr<SmallVector<HostValue>> results = runBlock(func.getBody().front());
  if (failed(results))
    return failure();
  for (auto [index, result] : llvm::enumerate(*results))
    if (auto *array = std::get_if<std::shared_ptr<DeviceArray>>(&result);
        array && !(*array)->memory) {
      func.emitError("result ") << index << " has been deallocated";
      return failure();
    }
  return results;
}

FailureOr<SmallVector<HostValue>> Interpreter::runBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(runOp(&op)))
      return failure();
  Operation *terminator = block.getTerminator();
  if (!isa<func::ReturnOp, scf::YieldOp>(terminator))
    return refuse(terminator);
  return get(terminator->getOperands());
}

LogicalResult Interpreter::runOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<scf::ForOp, scf::IfOp, cf::AssertOp, memref::AllocOp,
            memref::DeallocOp, gpu::LaunchFuncOp>(
          [&](auto concrete) { return run(concrete); })
      // Canonicalization makes sizes static; an array stays what it is.
      .Case([&](memref::CastOp cast) {
        values[cast.getResult()] = values.find(cast.getSource())->second;
        return success();
      })
      .Default([&](Operation *other) {
        bool isArith =
            isa_and_nonnull<arith::ArithDialect>(other->getDialect());
        return isArith ? runArith(other) : refuse(other);
      });
}

LogicalResult Interpreter::runArith(Operation *op) {
  // Vectors and integers of more than 64 bits are not host arithmetic.
  for (Type type : llvm::concat<Type>(SmallVector<Type>(op->getOperandTypes()),
                                      SmallVector<Type>(op->getResultTypes())))
    if (auto integer = dyn_cast<IntegerType>(type);
        integer && (integer.getWidth() > 64 || integer.getWidth() == 0))
      return refuse(op);
  FailureOr<HostValue> value = evaluateArith(op, get(op->getOperands()), why);
  if (failed(value))
    return failure();
  values[op->getResult(0)] = *value;
  return success();
}

LogicalResult Interpreter::run(scf::ForOp op) {
  int64_t lower = getInteger(op.getLowerBound());
  int64_t upper = getInteger(op.getUpperBound());
  int64_t step = getInteger(op.getStep());
  if (step <= 0) {
    why = HostFailure::Precondition;
    return op.emitOpError("has step ") << step << ", expected a positive one";
  }
  SmallVector<HostValue> carried = get(op.getInitArgs());
  for (int64_t i = lower; i < upper;) {
    values[op.getInductionVar()] = i;
    set(op.getRegionIterArgs(), carried);
    FailureOr<SmallVector<HostValue>> next = runBlock(*op.getBody());
    if (failed(next))
      return failure();
    carried = std::move(*next);
    if (__builtin_add_overflow(i, step, &i))
      break;
  }
  set(op.getResults(), carried);
  return success();
}

LogicalResult Interpreter::run(scf::IfOp op) {
  Region &region = getInteger(op.getCondition()) != 0 ? op.getThenRegion()
                                                      : op.getElseRegion();
  if (region.empty())
    return success();
  FailureOr<SmallVector<HostValue>> results = runBlock(region.front());
  if (failed(results))
    return failure();
  set(op.getResults(), *results);
  return success();
}

LogicalResult Interpreter::run(cf::AssertOp op) {
  if (getInteger(op.getArg()) != 0)
    return success();
  why = HostFailure::Precondition;
  auto diagnostic = op.emitError("precondition does not hold: ") << op.getMsg();
  if (!sizes.empty())
    diagnostic << " (with " << sizes << ")";
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Memory and launches
//===----------------------------------------------------------------------===//

LogicalResult Interpreter::run(memref::AllocOp op) {
  MemRefType type = op.getType();
  int64_t numElements = 1;
  auto dynamic = op.getDynamicSizes().begin();
  for (int64_t size : type.getShape()) {
    int64_t value = ShapedType::isDynamic(size) ? getInteger(*dynamic++) : size;
    if (value < 0 || __builtin_mul_overflow(numElements, value, &numElements)) {
      why = HostFailure::Precondition;
      return op.emitOpError("allocates an impossible number of elements");
    }
  }
  FailureOr<std::shared_ptr<DeviceArray>> array =
      device.allocate(op.getLoc(), type.getElementType(), numElements);
  if (failed(array)) {
    why = HostFailure::Device;
    return failure();
  }
  values[op.getResult()] = std::move(*array);
  return success();
}

LogicalResult Interpreter::run(memref::DeallocOp op) {
  std::shared_ptr<DeviceArray> array = getArray(op.getMemref());
  if (!array->memory) {
    why = HostFailure::Unsupported;
    return op.emitOpError("frees what has been deallocated already");
  }
  array->memory = {};
  return success();
}

/// Work-groups and local sizes, tested.
FailureOr<runtime::Geometry> Interpreter::getGeometry(gpu::LaunchFuncOp op) {
  Value groups[] = {op.getGridSizeX(), op.getGridSizeY(), op.getGridSizeZ()};
  Value local[] = {op.getBlockSizeX(), op.getBlockSizeY(), op.getBlockSizeZ()};
  runtime::Geometry geometry;
  for (unsigned dim = 0; dim < 3; ++dim) {
    int64_t numGroups = getInteger(groups[dim]);
    int64_t localSize = getInteger(local[dim]);
    if (numGroups < 0 || localSize < 1) {
      why = HostFailure::Precondition;
      op.emitOpError("launches ")
          << numGroups << " work-groups of " << localSize
          << " work-items in dimension " << dim;
      return failure();
    }
    geometry.groups[dim] = size_t(numGroups);
    geometry.local[dim] = size_t(localSize);
  }
  return geometry;
}

/// Tests that no argument has been freed.
LogicalResult Interpreter::checkArrays(gpu::LaunchFuncOp op) {
  for (auto [index, operand] : llvm::enumerate(op.getKernelOperands()))
    if (isa<MemRefType>(operand.getType()) && !getArray(operand)->memory) {
      why = HostFailure::Unsupported;
      return op.emitOpError("argument ") << index << " has been deallocated";
    }
  return success();
}

LogicalResult Interpreter::run(gpu::LaunchFuncOp op) {
  if (!op.getAsyncDependencies().empty() || op.getAsyncToken() ||
      op.getDynamicSharedMemorySize() || op.hasClusterSize() ||
      op.getAsyncObject()) {
    why = HostFailure::Unsupported;
    return op.emitOpError("cannot be run: asynchronous launches, clusters and "
                          "dynamic local memory are not supported");
  }
  FailureOr<runtime::Geometry> geometry = getGeometry(op);
  if (failed(geometry) || failed(checkArrays(op)))
    return failure();
  // OpenCL has no empty launches.
  if (llvm::is_contained(geometry->groups, size_t(0)))
    return success();
  if (succeeded(device.launch(op, *geometry, get(op.getKernelOperands()))))
    return success();
  why = HostFailure::Device;
  return failure();
}

HostResult run::interpret(func::FuncOp func, ArrayRef<HostValue> arguments,
                          HostDevice &device, const std::string &sizes) {
  Interpreter interpreter(device, sizes);
  FailureOr<SmallVector<HostValue>> results = interpreter.run(func, arguments);
  if (failed(results))
    return interpreter.why;
  return std::move(*results);
}
