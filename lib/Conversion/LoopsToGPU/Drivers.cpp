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
#include "KeptStates.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Driver.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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
  /// Returns the buffers that a call of `callee` with these buffers and numbers
  /// gives.
  SmallVector<Value> inlineBody(func::FuncOp callee, ValueRange operands);
  LogicalResult expandLoop(scf::ForOp loop);
  LogicalResult expandScan(ScanOp scan);
  /// The buffers that a loop starts from, and frees.
  FailureOr<SmallVector<Value>> takeInits(Operation *loop, ValueRange inits);
  /// Fills `loop` with the trips of a driver's, which `body` describes; `keep`
  /// sees the state after each.
  LogicalResult expandTrips(
      scf::ForOp loop, Block &body,
      function_ref<void(ValueRange)> keep = [](ValueRange) {});
  /// An array for all states that a scan keeps; null if nobody reads them.
  Value allocateStates(OpResult result);
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
  if (auto scan = dyn_cast<ScanOp>(op))
    return expandScan(scan);
  // The numbers of the trips of a scan, which the loop counts itself.
  if (isa<GenerateOp>(op) &&
      llvm::all_of(op->getUsers(), llvm::IsaPred<ScanOp>))
    return success();
  if (auto number = dyn_cast<arith::IndexCastOp>(op);
      number && number.getType().isIndex() &&
      isa<ScanOp>(number->getParentOp())) {
    values.map(number.getOut(), values.lookup(number.getIn()));
    return success();
  }
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
  return op->emitOpError("is not what a driver does: calls, loops, scans and "
                         "sizes");
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
  if (!callee || !callee->hasAttr(LiftDialect::SizesAttrHelper::getNameStr()))
    return call.emitOpError("calls a function that has not been lowered");
  SmallVector<Value> operands =
      llvm::map_to_vector(call.getOperands(), [&](Value operand) {
        return values.lookup(operand);
      });
  SmallVector<Value> buffers = inlineBody(callee, operands);
  // What is computed once may be returned twice; but each array is freed by
  // whoever takes it.
  for (auto [i, buffer] : llvm::enumerate(buffers)) {
    if (!llvm::is_contained(ArrayRef(buffers).take_front(i), buffer))
      continue;
    SmallVector<Value> others = inlineBody(callee, operands);
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

SmallVector<Value> DriverExpansion::inlineBody(func::FuncOp callee,
                                               ValueRange operands) {
  IRMapping inlined;
  inlined.map(callee.getArguments().take_front(operands.size()), operands);
  auto names = callee->getAttrOfType<ArrayAttr>(
      LiftDialect::SizesAttrHelper::getNameStr());
  for (auto [name, argument] :
       llvm::zip_equal(names.getAsRange<StringAttr>(),
                       callee.getArguments().drop_front(operands.size())))
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

FailureOr<SmallVector<Value>> DriverExpansion::takeInits(Operation *loop,
                                                         ValueRange inits) {
  SmallVector<Value> buffers;
  for (Value init : inits) {
    buffers.push_back(values.lookup(init));
    if (!owned.remove(buffers.back()))
      return loop->emitOpError(
          "frees what it starts from, which is no result of "
          "a call, or freed already");
  }
  return buffers;
}

LogicalResult
DriverExpansion::expandTrips(scf::ForOp loop, Block &body,
                             function_ref<void(ValueRange)> keep) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  values.map(body.getArguments(), loop.getBody()->getArguments());
  for (Operation &op : body.without_terminator())
    if (failed(expandOp(&op)))
      return failure();
  SmallVector<Value> next =
      llvm::map_to_vector(body.getTerminator()->getOperands(),
                          [&](Value value) { return values.lookup(value); });
  keep(next);
  for (Value state : loop.getRegionIterArgs())
    free(state);
  scf::YieldOp::create(builder, loop.getLoc(), next);
  moveLoopInvariantCode(loop);
  hoistAsserts(loop);
  owned.insert_range(loop.getResults());
  return success();
}

LogicalResult DriverExpansion::expandLoop(scf::ForOp loop) {
  FailureOr<SmallVector<Value>> inits = takeInits(loop, loop.getInitArgs());
  if (failed(inits))
    return failure();
  auto expanded = scf::ForOp::create(builder, loop.getLoc(),
                                     values.lookup(loop.getLowerBound()),
                                     values.lookup(loop.getUpperBound()),
                                     values.lookup(loop.getStep()), *inits);
  values.map(loop.getResults(), expanded.getResults());
  return expandTrips(expanded, *loop.getBody());
}

Value DriverExpansion::allocateStates(OpResult result) {
  if (result.use_empty())
    return Value();
  auto type = cast<ArrayType>(result.getType());
  Value states =
      gpu::AllocOp::create(
          builder, result.getLoc(),
          getBufferType(ShapedType::kDynamic, type.getElementType(),
                        AddressSpace::Global),
          /*asyncToken=*/Type(), /*asyncDependencies=*/ValueRange(),
          indices.emit(getNumNumbers(type)), /*symbolOperands=*/ValueRange())
          .getMemref();
  values.map(result, states);
  owned.insert(states);
  return states;
}

LogicalResult DriverExpansion::expandScan(ScanOp scan) {
  FailureOr<SmallVector<Value>> inits = takeInits(scan, scan.getInits());
  if (failed(inits))
    return failure();
  Location loc = scan.getLoc();
  indices.setLoc(loc);
  SmallVector<Value> kept =
      llvm::map_to_vector(scan->getResults(), [&](OpResult result) {
        return allocateStates(result);
      });
  auto expanded =
      scf::ForOp::create(builder, loc, indices.emit(0),
                         indices.emit(cast<FoldPattern>(*scan).getTripCount()),
                         indices.emit(1), *inits);
  if (failed(
          expandTrips(expanded, scan.getBody().front(), [&](ValueRange next) {
            for (auto [number, states] : llvm::enumerate(kept))
              if (states)
                inlineBody(
                    functions.lookup<func::FuncOp>(getKeeper(scan, number)),
                    {states, next[number], expanded.getInductionVar()});
          })))
    return failure();
  // Behind the tests of their size.
  for (Value states : kept)
    if (states)
      states.getDefiningOp()->moveBefore(expanded);
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
  for (auto scan : driver.getOps<ScanOp>())
    for (unsigned result = 0; result < scan.getNumResults(); ++result)
      if (StringAttr keeper = getKeeper(scan, result))
        inlined.insert(keeper);
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
