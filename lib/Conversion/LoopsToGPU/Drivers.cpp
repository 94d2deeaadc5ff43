//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Drivers.h"

#include "HostExpansion.h"
#include "IndexEmitter.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Driver.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
class DriverExpansion {
public:
  DriverExpansion(func::FuncOp driver, const SymbolTable &functions)
      : driver(driver), functions(functions), builder(driver),
        indices(builder, [this](const std::string &name) {
          return sizes.lookup(name);
        }) {}

  /// Returns the function that has taken the driver's place.
  FailureOr<func::FuncOp> expand();

private:
  LogicalResult expandBlock(Block &block);
  LogicalResult expandOp(Operation *op);
  /// Makes an array of one element of the buffer of a number.
  void passNumber(BroadcastOp array);
  LogicalResult inlineCall(func::CallOp call);
  /// Returns the buffers that a call of `callee` gives.
  SmallVector<Value> inlineBody(func::CallOp call, func::FuncOp callee,
                                ArrayAttr names);
  LogicalResult expandLoop(scf::ForOp loop);
  void expandReturn(func::ReturnOp op);
  void free(Value buffer) {
    gpu::DeallocOp::create(builder, driver.getLoc(), /*asyncToken=*/Type(),
                           /*asyncDependencies=*/ValueRange(), buffer);
  }

  func::FuncOp driver;
  const SymbolTable &functions;
  OpBuilder builder;
  IndexEmitter indices;
  llvm::StringMap<Value> sizes;
  IRMapping values;
  /// The buffers that are to be freed in the end, unless they are returned.
  llvm::SetVector<Value> owned;
};
} // namespace

FailureOr<func::FuncOp> DriverExpansion::expand() {
  FailureOr<SizeFacts> facts = SizeFacts::get(driver);
  if (failed(facts))
    return failure();
  func::FuncOp host = createHostFunction(builder, driver, *facts);
  const unsigned numArguments = driver.getNumArguments();
  values.map(driver.getArguments(),
             host.getArguments().take_front(numArguments));
  for (auto [name, size] : llvm::zip_equal(
           facts->getNames(), host.getArguments().drop_front(numArguments)))
    sizes[name] = size;
  if (failed(expandBlock(driver.getBody().front())))
    return failure();
  return host;
}

LogicalResult DriverExpansion::expandBlock(Block &block) {
  for (Operation &op : block)
    if (failed(expandOp(&op)))
      return failure();
  return success();
}

/// Whether an array is that of one number, which a call has given.
static bool isNumber(BroadcastOp array) {
  auto type = cast<ArrayType>(array.getResult().getType());
  return type.getRank() == 1 && type.getSize(0).isConstant(1) &&
         array.getInput().getDefiningOp<func::CallOp>();
}

LogicalResult DriverExpansion::expandOp(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return inlineCall(call);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return expandLoop(loop);
  if (auto end = dyn_cast<func::ReturnOp>(op)) {
    expandReturn(end);
    return success();
  }
  if (auto size = dyn_cast<SizeOp>(op)) {
    indices.setLoc(op->getLoc());
    values.map(size.getResult(), indices.emit(size.getValue().getValue()));
    return success();
  }
  if (auto array = dyn_cast<BroadcastOp>(op); array && isNumber(array)) {
    passNumber(array);
    return success();
  }
  return op->emitOpError("is not what a driver does: calls, loops and sizes");
}

void DriverExpansion::passNumber(BroadcastOp array) {
  Value number = values.lookup(array.getInput());
  Value buffer = memref::CastOp::create(
      builder, array.getLoc(),
      getBufferType(ShapedType::kDynamic, array.getInput().getType(),
                    AddressSpace::Global),
      number);
  if (owned.remove(number))
    owned.insert(buffer);
  values.map(array.getResult(), buffer);
}

LogicalResult DriverExpansion::inlineCall(func::CallOp call) {
  auto callee = functions.lookup<func::FuncOp>(call.getCallee());
  auto names = callee ? callee->getAttrOfType<ArrayAttr>(
                            LiftDialect::SizesAttrHelper::getNameStr())
                      : ArrayAttr();
  if (!names)
    return call.emitOpError("calls a function that has not been lowered");
  SmallVector<Value> buffers = inlineBody(call, callee, names);
  // What is computed once may be returned twice; but each array is freed by
  // whoever takes it.
  for (auto [i, buffer] : llvm::enumerate(buffers)) {
    if (!llvm::is_contained(ArrayRef(buffers).take_front(i), buffer))
      continue;
    SmallVector<Value> others = inlineBody(call, callee, names);
    buffer = others[i];
    for (Value other : llvm::SetVector<Value>(others.begin(), others.end()))
      if (other != buffer)
        free(other);
  }
  for (auto [result, buffer] : llvm::zip_equal(call.getResults(), buffers)) {
    values.map(result, buffer);
    if (call->getBlock() == &driver.getBody().front())
      owned.insert(buffer);
  }
  return success();
}

SmallVector<Value> DriverExpansion::inlineBody(func::CallOp call,
                                               func::FuncOp callee,
                                               ArrayAttr names) {
  IRMapping inlined;
  for (auto [operand, argument] :
       llvm::zip(call.getOperands(), callee.getArguments()))
    inlined.map(argument, values.lookup(operand));
  for (auto [name, argument] :
       llvm::zip_equal(names.getAsRange<StringAttr>(),
                       callee.getArguments().drop_front(call.getNumOperands())))
    inlined.map(argument, sizes.lookup(name));
  Block &body = callee.getBody().front();
  for (Operation &op : body.without_terminator())
    builder.clone(op, inlined);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return inlined.lookup(value); });
}

/// Tests that are the same in each trip are made before the loop.
static void hoistAsserts(scf::ForOp loop) {
  for (auto test :
       llvm::make_early_inc_range(loop.getBody()->getOps<cf::AssertOp>()))
    if (loop.isDefinedOutsideOfLoop(test.getArg()))
      test->moveBefore(loop);
}

LogicalResult DriverExpansion::expandLoop(scf::ForOp loop) {
  SmallVector<Value> inits;
  for (Value init : loop.getInitArgs()) {
    inits.push_back(values.lookup(init));
    if (!owned.remove(inits.back()))
      return loop.emitOpError(
          "frees what it starts from, which is no result of "
          "a call, or freed already");
  }
  auto expanded = scf::ForOp::create(builder, loop.getLoc(),
                                     values.lookup(loop.getLowerBound()),
                                     values.lookup(loop.getUpperBound()),
                                     values.lookup(loop.getStep()), inits);
  values.map(loop.getInductionVar(), expanded.getInductionVar());
  values.map(loop.getRegionIterArgs(), expanded.getRegionIterArgs());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(expanded.getBody());
    for (Operation &op : loop.getBody()->without_terminator())
      if (failed(expandOp(&op)))
        return failure();
    for (Value state : expanded.getRegionIterArgs())
      free(state);
    scf::YieldOp::create(
        builder, loop.getLoc(),
        llvm::map_to_vector(loop.getYieldedValues(),
                            [&](Value value) { return values.lookup(value); }));
  }
  moveLoopInvariantCode(expanded);
  hoistAsserts(expanded);
  values.map(loop.getResults(), expanded.getResults());
  owned.insert_range(expanded.getResults());
  return success();
}

void DriverExpansion::expandReturn(func::ReturnOp op) {
  SmallVector<Value> results;
  for (Value value : op.getOperands()) {
    results.push_back(values.lookup(value));
    owned.remove(results.back());
  }
  for (Value buffer : owned)
    free(buffer);
  func::ReturnOp::create(builder, op.getLoc(), results);
}

/// Lowers a driver, and first those that it calls, which `inlined` gets.
/// `callers` are those around it.
static LogicalResult lowerDriver(func::FuncOp driver, SymbolTable &functions,
                                 llvm::SetVector<StringAttr> &inlined,
                                 llvm::SetVector<Operation *> &callers) {
  callers.insert(driver);
  WalkResult walk = driver.walk([&](func::CallOp call) -> WalkResult {
    auto callee = functions.lookup<func::FuncOp>(call.getCallee());
    inlined.insert(call.getCalleeAttr().getAttr());
    if (!callee || !callee->hasAttr(kDriverAttrName))
      return success();
    if (callers.contains(callee))
      return call.emitOpError("makes '") << call.getCallee() << "' call itself";
    return lowerDriver(callee, functions, inlined, callers);
  });
  callers.remove(driver);
  if (walk.wasInterrupted())
    return failure();
  FailureOr<func::FuncOp> host = DriverExpansion(driver, functions).expand();
  if (failed(host))
    return failure();
  functions.erase(driver);
  functions.insert(*host);
  return success();
}

LogicalResult lift::lowerDrivers(ModuleOp module) {
  llvm::SetVector<StringAttr> drivers, inlined;
  for (auto func : module.getOps<func::FuncOp>())
    if (func->hasAttr(kDriverAttrName))
      drivers.insert(func.getSymNameAttr());
  if (drivers.empty())
    return success();
  SymbolTable functions(module);
  llvm::SetVector<Operation *> callers;
  for (StringAttr name : drivers)
    // It may have been lowered, for another one that calls it.
    if (auto driver = functions.lookup<func::FuncOp>(name);
        driver->hasAttr(kDriverAttrName) &&
        failed(lowerDriver(driver, functions, inlined, callers)))
      return failure();
  for (StringAttr name : inlined)
    if (auto func = functions.lookup<func::FuncOp>(name);
        func.isPrivate() && SymbolTable::symbolKnownUseEmpty(func, module))
      functions.erase(func);
  return success();
}
