//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/HostToPackage.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/Target/OpenCL/OpenCLEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

#include <set>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The number of bytes of a value of `type` in memory of the device.
static int64_t getDeviceBytes(Type type) {
  // OpenCL stores three lanes as four.
  auto vector = dyn_cast<VectorType>(type);
  if (vector && vector.getNumElements() == 3)
    return 4 * getElementBytes(vector.getElementType());
  return getElementBytes(type);
}

//===----------------------------------------------------------------------===//
// The translation
//===----------------------------------------------------------------------===//

namespace {

/// Translates one function. Members return failure after reporting.
class HostToPackage {
public:
  explicit HostToPackage(const Program &program) : program(program) {}

  FailureOr<runtime::Package> translate();

private:
  using Steps = std::vector<runtime::Step>;

  LogicalResult addArguments();
  LogicalResult addSteps(Block &block, Steps &steps);
  LogicalResult addStep(Operation *op, Steps &steps);
  FailureOr<runtime::Requirement> translate(cf::AssertOp op);
  /// Whether an earlier test is the same, which `tested` remembers.
  bool isTested(cf::AssertOp op);
  FailureOr<runtime::Allocation> translate(gpu::AllocOp op);
  FailureOr<runtime::Allocation> translate(memref::AllocOp op) {
    return allocate(op, op.getMemref(), op.getDynamicSizes());
  }
  FailureOr<runtime::Allocation> allocate(Operation *op, Value memref,
                                          ValueRange sizes);
  FailureOr<runtime::Release> translate(gpu::DeallocOp op);
  FailureOr<runtime::Release> translate(memref::DeallocOp op) {
    return release(op.getMemref());
  }
  runtime::Release release(Value memref) { return {buffers.lookup(memref)}; }
  FailureOr<runtime::Launch> translate(gpu::LaunchFuncOp op);
  FailureOr<runtime::Loop> translate(scf::ForOp op);
  LogicalResult addCarried(scf::ForOp op, runtime::Loop &loop);
  LogicalResult translateArith(Operation *op);
  LogicalResult addResults(func::ReturnOp op);

  LogicalResult refuse(Operation *op);
  /// The expression of an integer that the host computes.
  FailureOr<Expr> getExpr(Operation *op, Value value);
  FailureOr<std::array<Expr, 3>> getThree(Operation *op,
                                          gpu::KernelDim3 values);
  FailureOr<runtime::LaunchArgument>
  getArgument(gpu::LaunchFuncOp op, gpu::GPUFuncOp kernel, unsigned index);
  /// A name that no parameter, size or other value has.
  std::string makeName(StringRef prefix);

  const Program &program;
  runtime::Package package;
  DenseMap<Value, Expr> numbers;
  DenseMap<Value, std::string> buffers;
  /// What buffers hold, but for those that loops carry.
  DenseMap<Value, Expr> bufferBytes;
  /// The names of arguments that are numbers.
  DenseMap<Value, std::string> scalars;
  /// What comparisons say; their sentences come with the assertion.
  DenseMap<Value, runtime::Requirement> conditions;
  std::set<std::string> names;
  /// What is tested at function level, with the messages.
  DenseSet<std::pair<Value, StringRef>> tested;
};

} // namespace

LogicalResult HostToPackage::refuse(Operation *op) {
  return op->emitOpError(
      "cannot be run on the host (expected arithmetic on sizes, scf.for, "
      "cf.assert, gpu.alloc, memref.cast, gpu.dealloc, "
      "gpu.launch_func)");
}

std::string HostToPackage::makeName(StringRef prefix) {
  for (unsigned i = 0;; ++i)
    if (std::string name = (prefix + Twine(i)).str(); names.insert(name).second)
      return name;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

FailureOr<Expr> HostToPackage::getExpr(Operation *op, Value value) {
  auto it = numbers.find(value);
  if (it == numbers.end())
    return refuse(op);
  if (!it->second.isError())
    return it->second;
  return op->emitOpError(it->second.getError());
}

/// The comparison of a predicate; of numbers that are not negative, if it is
/// unsigned.
static runtime::Requirement::Comparison
getComparison(arith::CmpIPredicate predicate) {
  using Comparison = runtime::Requirement::Comparison;
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return Comparison::EQ;
  case arith::CmpIPredicate::ne:
    return Comparison::NE;
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return Comparison::LT;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return Comparison::LE;
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return Comparison::GT;
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return Comparison::GE;
  }
  llvm_unreachable("unknown predicate");
}

LogicalResult HostToPackage::translateArith(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    IntegerAttr value = dyn_cast<IntegerAttr>(constant.getValue());
    // Nobody may need it.
    if (value && op->getResult(0).getType().isIndex())
      numbers[op->getResult(0)] = value.getInt();
    // A condition that the sizes in the program decide.
    if (value && op->getResult(0).getType().isInteger(1))
      conditions[op->getResult(0)] = {value.getValue().getBoolValue() ? 1 : 0,
                                      runtime::Requirement::Comparison::EQ, 1,
                                      /*sentence=*/""};
    return success();
  }
  if (op->getNumOperands() != 2 || !op->getOperand(0).getType().isIndex())
    return refuse(op);
  FailureOr<Expr> lhs = getExpr(op, op->getOperand(0));
  FailureOr<Expr> rhs = getExpr(op, op->getOperand(1));
  if (failed(lhs) || failed(rhs))
    return failure();
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    conditions[compare] = {*lhs, getComparison(compare.getPredicate()), *rhs,
                           /*sentence=*/""};
    return success();
  }
  std::optional<Expr> result =
      TypeSwitch<Operation *, std::optional<Expr>>(op)
          .Case([&](arith::AddIOp) { return *lhs + *rhs; })
          .Case([&](arith::SubIOp) { return *lhs - *rhs; })
          .Case([&](arith::MulIOp) { return *lhs * *rhs; })
          .Case<arith::DivUIOp, arith::FloorDivSIOp>(
              [&](auto) { return Expr::floorDiv(*lhs, *rhs); })
          .Case([&](arith::DivSIOp division) {
            return division.getIsExact()
                       ? std::optional(Expr::exactDiv(*lhs, *rhs))
                       : std::nullopt;
          })
          .Case<arith::CeilDivUIOp, arith::CeilDivSIOp>(
              [&](auto) { return Expr::ceilDiv(*lhs, *rhs); })
          .Case([&](arith::RemUIOp) { return Expr::mod(*lhs, *rhs); })
          .Default([](Operation *) { return std::nullopt; });
  if (!result)
    return refuse(op);
  if (result->isError())
    return op->emitOpError(result->getError());
  numbers[op->getResult(0)] = *result;
  return success();
}

FailureOr<runtime::Requirement> HostToPackage::translate(cf::AssertOp op) {
  auto it = conditions.find(op.getArg());
  if (it == conditions.end())
    return refuse(op);
  runtime::Requirement requirement = it->second;
  requirement.sentence = op.getMsg().str();
  return requirement;
}

bool HostToPackage::isTested(cf::AssertOp op) {
  std::pair<Value, StringRef> test = {op.getArg(), op.getMsg()};
  // A loop may have no trip.
  return isa<func::FuncOp>(op->getParentOp()) ? !tested.insert(test).second
                                              : tested.contains(test);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// A package has one queue.
static LogicalResult checkSynchronous(gpu::AsyncOpInterface op) {
  if (!op.getAsyncToken() && op.getAsyncDependencies().empty())
    return success();
  return op->emitOpError("is asynchronous, which packages are not");
}

FailureOr<runtime::Allocation> HostToPackage::translate(gpu::AllocOp op) {
  if (failed(checkSynchronous(op)))
    return failure();
  return allocate(op, op.getMemref(), op.getDynamicSizes());
}

FailureOr<runtime::Allocation>
HostToPackage::allocate(Operation *op, Value memref, ValueRange sizes) {
  auto type = cast<MemRefType>(memref.getType());
  Expr numBytes = getDeviceBytes(type.getElementType());
  auto dynamic = sizes.begin();
  for (int64_t size : type.getShape()) {
    FailureOr<Expr> factor = Expr(size);
    if (ShapedType::isDynamic(size))
      factor = getExpr(op, *dynamic++);
    if (failed(factor))
      return failure();
    numBytes = numBytes * *factor;
  }
  if (numBytes.isError())
    return op->emitOpError(numBytes.getError());
  runtime::Allocation allocation{makeName("buffer"), numBytes};
  buffers[memref] = allocation.buffer;
  bufferBytes[memref] = numBytes;
  return allocation;
}

FailureOr<runtime::Release> HostToPackage::translate(gpu::DeallocOp op) {
  if (failed(checkSynchronous(op)))
    return failure();
  return release(op.getMemref());
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

FailureOr<std::array<Expr, 3>> HostToPackage::getThree(Operation *op,
                                                       gpu::KernelDim3 values) {
  FailureOr<Expr> x = getExpr(op, values.x);
  FailureOr<Expr> y = getExpr(op, values.y);
  FailureOr<Expr> z = getExpr(op, values.z);
  if (failed(x) || failed(y) || failed(z))
    return failure();
  return std::array<Expr, 3>{*x, *y, *z};
}

/// The bits of an integer argument of type `type` in OpenCL C.
static unsigned getArgumentBits(Type type, gpu::GPUFuncOp kernel) {
  if (type.isInteger(1))
    return 32;
  if (!type.isIndex())
    return type.getIntOrFloatBitWidth();
  auto attr = kernel->getParentOp()->getAttrOfType<IntegerAttr>(
      LiftDialect::IndexBitwidthAttrHelper::getNameStr());
  return attr ? unsigned(attr.getInt())
              : OpenCLEmitterOptions().defaultIndexBitwidth;
}

FailureOr<runtime::LaunchArgument>
HostToPackage::getArgument(gpu::LaunchFuncOp op, gpu::GPUFuncOp kernel,
                           unsigned index) {
  using Kind = runtime::LaunchArgument::Kind;
  Value value = op.getKernelOperand(index);
  runtime::LaunchArgument argument;
  if (auto buffer = buffers.find(value); buffer != buffers.end()) {
    argument.name = buffer->second;
    argument.isWritten = !kernel.getArgAttr(
        index, LiftDialect::ReadonlyAttrHelper::getNameStr());
    if (Expr numBytes = bufferBytes.lookup(value); !numBytes.isError())
      argument.numBytes = numBytes;
    return argument;
  }
  if (value.getType().isIntOrIndex())
    argument.numBits = getArgumentBits(value.getType(), kernel);
  if (auto scalar = scalars.find(value); scalar != scalars.end()) {
    argument.kind = Kind::Scalar;
    argument.name = scalar->second;
    return argument;
  }
  argument.kind = Kind::Number;
  FailureOr<Expr> number = getExpr(op, value);
  if (failed(number))
    return failure();
  argument.number = *number;
  return argument;
}

/// What the runtime passes for a number of type `type`.
static int64_t getArgumentBytes(Type type, gpu::GPUFuncOp kernel) {
  return type.isIntOrIndex() ? getArgumentBits(type, kernel) / 8
                             : getDeviceBytes(type);
}

/// What the numbers of a launch take as push constants: each a multiple of four
/// bytes.
static int64_t getPushBytes(gpu::LaunchFuncOp op, gpu::GPUFuncOp kernel) {
  int64_t numBytes = 0;
  for (Value value : op.getKernelOperands())
    if (!isa<MemRefType>(value.getType()))
      numBytes += llvm::alignTo(getArgumentBytes(value.getType(), kernel), 4);
  return numBytes;
}

/// The lines of `file` that operations of `kernel` come from.
static std::vector<unsigned> collectLines(Operation *kernel, StringAttr file) {
  std::set<unsigned> lines;
  kernel->walk([&](Operation *op) {
    op->getLoc()->walk([&](Location loc) {
      if (auto position = dyn_cast<FileLineColLoc>(loc);
          position && position.getFilename() == file)
        lines.insert(position.getLine());
      return WalkResult::advance();
    });
  });
  return {lines.begin(), lines.end()};
}

FailureOr<runtime::Launch> HostToPackage::translate(gpu::LaunchFuncOp op) {
  if (!op.getAsyncDependencies().empty() || op.getAsyncToken() ||
      op.getDynamicSharedMemorySize() || op.hasClusterSize() ||
      op.getAsyncObject())
    return op.emitOpError("cannot be run: asynchronous launches, clusters and "
                          "dynamic local memory are not supported");
  auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      op, op.getKernelAttr());
  if (!kernel)
    return op.emitOpError("launches a kernel that is not in the module");
  runtime::Launch launch;
  launch.kernel = op.getKernelName().str();
  FailureOr<std::array<Expr, 3>> groups =
      getThree(op, {op.getGridSizeX(), op.getGridSizeY(), op.getGridSizeZ()});
  FailureOr<std::array<Expr, 3>> local = getThree(
      op, {op.getBlockSizeX(), op.getBlockSizeY(), op.getBlockSizeZ()});
  if (failed(groups) || failed(local))
    return failure();
  launch.groups = *groups;
  launch.local = *local;
  for (unsigned index = 0; index < op.getNumKernelOperands(); ++index) {
    FailureOr<runtime::LaunchArgument> argument =
        getArgument(op, kernel, index);
    if (failed(argument))
      return failure();
    launch.arguments.push_back(std::move(*argument));
  }
  launch.pushBytes = getPushBytes(op, kernel);
  KernelMemory memory = getKernelMemory(kernel);
  launch.localBytes = memory.localBytes;
  launch.privateBytes = memory.privateBytes;
  if (auto position = op.getLoc()->findInstanceOf<FileLineColLoc>())
    launch.lines = collectLines(kernel, position.getFilename());
  return launch;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Names what `op` carries, and what it starts with.
LogicalResult HostToPackage::addCarried(scf::ForOp op, runtime::Loop &loop) {
  for (auto [init, inside, result] :
       llvm::zip(op.getInitArgs(), op.getRegionIterArgs(), op.getResults())) {
    runtime::Carried carried;
    carried.name = makeName("carried");
    if (auto buffer = buffers.find(init); buffer != buffers.end()) {
      carried.buffer = buffer->second;
      buffers[inside] = buffers[result] = carried.name;
    } else {
      FailureOr<Expr> number = getExpr(op, init);
      if (failed(number))
        return failure();
      carried.number = *number;
      numbers[inside] = numbers[result] = Expr::name(carried.name);
    }
    loop.carried.push_back(std::move(carried));
  }
  return success();
}

FailureOr<runtime::Loop> HostToPackage::translate(scf::ForOp op) {
  runtime::Loop loop;
  FailureOr<Expr> from = getExpr(op, op.getLowerBound());
  FailureOr<Expr> to = getExpr(op, op.getUpperBound());
  FailureOr<Expr> step = getExpr(op, op.getStep());
  if (failed(from) || failed(to) || failed(step) ||
      failed(addCarried(op, loop)))
    return failure();
  loop.from = *from;
  loop.to = *to;
  loop.step = *step;
  loop.counter = makeName("trip");
  numbers[op.getInductionVar()] = Expr::name(loop.counter);
  if (failed(addSteps(*op.getBody(), loop.body)))
    return failure();
  for (auto [carried, next] : llvm::zip(loop.carried, op.getYieldedValues())) {
    if (carried.isBuffer()) {
      carried.nextBuffer = buffers.lookup(next);
      continue;
    }
    FailureOr<Expr> number = getExpr(op, next);
    if (failed(number))
      return failure();
    carried.nextNumber = *number;
  }
  return loop;
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

static runtime::SourcePosition getPosition(Location location) {
  runtime::SourcePosition position;
  if (auto loc = location->findInstanceOf<FileLineColLoc>()) {
    position.file = loc.getFilename().str();
    position.line = loc.getLine();
    position.column = loc.getColumn();
  }
  return position;
}

LogicalResult HostToPackage::addStep(Operation *op, Steps &steps) {
  auto add = [&](auto action) -> LogicalResult {
    if (failed(action))
      return failure();
    steps.push_back({getPosition(op->getLoc()), std::move(*action)});
    return success();
  };
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](cf::AssertOp test) {
        return isTested(test) ? success() : add(translate(test));
      })
      .Case<gpu::AllocOp, gpu::DeallocOp, gpu::LaunchFuncOp, memref::AllocOp,
            memref::DeallocOp, scf::ForOp>(
          [&](auto concrete) { return add(translate(concrete)); })
      // Canonicalization makes sizes static; a buffer stays what it is.
      .Case([&](memref::CastOp cast) {
        buffers[cast.getResult()] = buffers.lookup(cast.getSource());
        bufferBytes[cast.getResult()] = bufferBytes.lookup(cast.getSource());
        return success();
      })
      .Default([&](Operation *other) {
        bool isArith =
            isa_and_nonnull<arith::ArithDialect>(other->getDialect());
        return isArith ? translateArith(other) : refuse(other);
      });
}

LogicalResult HostToPackage::addSteps(Block &block, Steps &steps) {
  for (Operation &op : block.without_terminator())
    if (failed(addStep(&op, steps)))
      return failure();
  return success();
}

LogicalResult HostToPackage::addArguments() {
  func::FuncOp func = program.getEntry();
  for (const Parameter &argument : program.arguments)
    names.insert(argument.name);
  for (auto [parameter, value] :
       llvm::zip(program.arguments, func.getArguments())) {
    package.arguments.push_back(getRuntimeParameter(parameter));
    auto memref = dyn_cast<MemRefType>(value.getType());
    if (!memref) {
      scalars[value] = parameter.name;
      continue;
    }
    buffers[value] = parameter.name;
    // A vector may be stored as its lanes.
    Type stored = memref.getElementType(), element = parameter.leaf.elementType;
    if (!isa<VectorType>(stored))
      element = getElementTypeOrSelf(element);
    if (getDeviceBytes(stored) != getHostElementBytes(element))
      return program.emitError()
             << "takes elements of type " << stored << " for "
             << parameter.leaf.elementType << ", whose size in memory differs";
    Expr numBytes = getHostElementBytes(parameter.leaf.elementType);
    for (const Expr &size : parameter.leaf.sizes)
      numBytes = numBytes * size;
    bufferBytes[value] = numBytes;
  }
  auto sizes = func->getAttrOfType<ArrayAttr>(
      LiftDialect::SizesAttrHelper::getNameStr());
  auto values = func.getArguments().drop_front(program.arguments.size());
  for (auto [name, value] : llvm::zip(sizes, values)) {
    package.sizes.push_back(cast<StringAttr>(name).str());
    names.insert(package.sizes.back());
    numbers[value] = Expr::name(package.sizes.back());
  }
  return success();
}

LogicalResult HostToPackage::addResults(func::ReturnOp op) {
  for (auto [parameter, value] : llvm::zip(program.results, op.getOperands())) {
    auto buffer = buffers.find(value);
    if (buffer == buffers.end())
      return refuse(op);
    package.results.push_back(getRuntimeParameter(parameter));
    package.resultBuffers.push_back(buffer->second);
  }
  for (auto [assertion, value] :
       llvm::zip(program.assertions,
                 op.getOperands().drop_front(program.results.size())))
    package.steps.push_back(
        {getPosition(assertion.loc),
         runtime::Assertion{buffers.lookup(value), assertion.message}});
  return success();
}

FailureOr<runtime::Package> HostToPackage::translate() {
  func::FuncOp func = program.getEntry();
  package.entry = func.getSymName().str();
  if (!func.getBody().hasOneBlock())
    return func.emitError("a host function has one block");
  Block &body = func.getBody().front();
  auto ret = dyn_cast<func::ReturnOp>(body.getTerminator());
  if (!ret)
    return refuse(body.getTerminator());
  if (failed(addArguments()) || failed(addSteps(body, package.steps)) ||
      failed(addResults(ret)))
    return failure();
  return std::move(package);
}

FailureOr<runtime::Package> run::translateToPackage(const Program &program) {
  return HostToPackage(program).translate();
}
