//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HostCalls.h"

#include "IndexEmitter.h"
#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/LiftOps.h"
#include "LiftDialect/OnHost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::lift;

/// What a function took and returned before it was lowered; null for others.
static FunctionType getSignature(func::FuncOp func) {
  auto attr = func->getAttrOfType<TypeAttr>(
      LiftDialect::SignatureAttrHelper::getNameStr());
  return attr ? dyn_cast<FunctionType>(attr.getValue()) : FunctionType();
}

static ArrayRef<Attribute> getSizeNames(func::FuncOp host) {
  return host
      ->getAttrOfType<ArrayAttr>(LiftDialect::SizesAttrHelper::getNameStr())
      .getValue();
}

/// A memref as it is in memory without a layout of its own.
static Value reshape(OpBuilder &builder, Location loc, Value memref,
                     ArrayRef<int64_t> shape, ValueRange sizes) {
  auto type = MemRefType::get(
      shape, cast<MemRefType>(memref.getType()).getElementType());
  SmallVector<OpFoldResult> mixed, strides;
  OpFoldResult stride = builder.getIndexAttr(1);
  for (auto [known, size] : llvm::zip_equal(shape, sizes))
    mixed.push_back(ShapedType::isDynamic(known) ? OpFoldResult(size)
                                                 : builder.getIndexAttr(known));
  for (const OpFoldResult &size : llvm::reverse(mixed)) {
    strides.push_back(stride);
    auto known = getConstantIntValue(stride),
         factor = getConstantIntValue(size);
    stride =
        known && factor
            ? OpFoldResult(builder.getIndexAttr(*known * *factor))
            : builder.createOrFold<arith::MulIOp>(
                  loc, getValueOrCreateConstantIndexOp(builder, loc, stride),
                  getValueOrCreateConstantIndexOp(builder, loc, size));
  }
  std::reverse(strides.begin(), strides.end());
  return memref::ReinterpretCastOp::create(
      builder, loc, type, memref, builder.getIndexAttr(0), mixed, strides);
}

/// The sizes that are not in the type.
static SmallVector<Value> getDynamic(MemRefType type, ValueRange sizes) {
  SmallVector<Value> dynamic;
  for (auto [known, size] : llvm::zip_equal(type.getShape(), sizes))
    if (ShapedType::isDynamic(known))
      dynamic.push_back(size);
  return dynamic;
}

/// i1 of the host is i8 on the device, with the same bytes: no operation of
/// memref says so.
static Value castElements(OpBuilder &builder, Location loc, Value memref,
                          Type element) {
  auto type = cast<MemRefType>(memref.getType());
  if (type.getElementType() == element)
    return memref;
  return UnrealizedConversionCastOp::create(
             builder, loc, MemRefType::Builder(type).setElementType(element),
             memref)
      .getResult(0);
}

namespace {
/// The calls of one block.
class CallLowering {
public:
  explicit CallLowering(MLIRContext *context) : builder(context) {}

  /// Calls `host`, which is lowered.
  void lower(func::CallOp call, func::FuncOp host);
  /// Copies back what the host needs, frees what is left on the device, and
  /// erases what was there before.
  LogicalResult finish();

private:
  /// What a call has computed.
  struct Result {
    Value buffer;
    SmallVector<Value> sizes;
  };

  void bindSizes(func::CallOp call, FunctionType signature);
  /// The sizes of an operand of a call: no use of what is on the device.
  SmallVector<Value> getSizes(Value operand);
  Value giveArgument(Value operand, BlockArgument argument);
  void takeResult(Value result, Value buffer);
  /// The launches, unless there is nothing to compute.
  Operation *emitCall(func::CallOp call, func::FuncOp host,
                      FunctionType signature, SmallVector<Value> arguments);
  /// What is computed without elements.
  void emitEmpty(func::CallOp call, func::FuncOp host, FunctionType signature);
  /// The same by a function on tensors.
  void emitOnHost(func::CallOp call, func::FuncOp onHost, func::FuncOp host);
  /// An operand of a call as a tensor of the host, or a number.
  Value getOnHost(Value operand, Type type);
  /// The elements of a tensor in a new buffer.
  Value upload(Value tensor, MemRefType type);
  void copyBack(ToTensorOp op, const Result &result);
  void storeResult(bufferization::MaterializeInDestinationOp op,
                   const Result &result);
  Value copyToHost(Value buffer, Value count);
  Value load(Value buffer, Type type);
  /// Frees a buffer behind `user`, or a later one.
  void freeAfter(Value buffer, Operation *user);

  Value emit(const Expr &expr) {
    IndexEmitter emitter(
        builder, [&](const std::string &name) { return sizes.lookup(name); });
    emitter.setLoc(loc);
    return emitter.emit(expr);
  }
  Value emitConstant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value getProduct(ValueRange sizes) {
    Value product = emitConstant(1);
    for (Value size : sizes)
      product = builder.createOrFold<arith::MulIOp>(loc, product, size);
    return product;
  }
  Value allocate(MemRefType type, ValueRange counts) {
    return gpu::AllocOp::create(builder, loc, type, /*asyncToken=*/Type(),
                                ValueRange(), counts, ValueRange())
        .getMemref();
  }
  void copy(Value to, Value from) {
    gpu::MemcpyOp::create(builder, loc, /*asyncToken=*/Type(), ValueRange(), to,
                          from);
  }

  OpBuilder builder;
  Location loc = builder.getUnknownLoc();
  /// The sizes of the call that is being lowered.
  llvm::StringMap<Value> sizes;
  /// Where the elements of tensors of the host are.
  DenseMap<Value, Value> buffers;
  /// What the arrays are that calls have given.
  DenseMap<Value, Result> results;
  SmallVector<func::CallOp> calls;
  /// In the order of allocation.
  llvm::MapVector<Value, Operation *> lastUses;
};
} // namespace

/// An array that another call gives, or a tensor of the host.
static Value getOrigin(Value operand) {
  auto given = operand.getDefiningOp<FromTensorOp>();
  if (!given)
    return operand;
  auto made = given.getTensor().getDefiningOp<ToTensorOp>();
  if (made && made->getBlock() == given->getBlock())
    return made.getArray();
  return given.getTensor();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SmallVector<Value> CallLowering::getSizes(Value operand) {
  Value origin = getOrigin(operand);
  auto known = results.find(origin);
  if (known != results.end())
    return known->second.sizes;
  auto loaded = origin.getDefiningOp<bufferization::ToTensorOp>();
  return llvm::map_to_vector(
      llvm::seq(cast<RankedTensorType>(origin.getType()).getRank()),
      [&](int64_t dim) -> Value {
        if (loaded)
          return builder.createOrFold<memref::DimOp>(loc, loaded.getBuffer(),
                                                     dim);
        return builder.createOrFold<tensor::DimOp>(loc, origin, dim);
      });
}

void CallLowering::bindSizes(func::CallOp call, FunctionType signature) {
  sizes.clear();
  struct Test {
    std::string what;
    Expr expected;
    Value size;
  };
  SmallVector<Test> tests;
  for (auto [index, type] : llvm::enumerate(signature.getInputs())) {
    auto array = dyn_cast<ArrayType>(type);
    if (!array)
      continue;
    SmallVector<Value> given = getSizes(call.getOperand(index));
    for (auto [dim, size] : llvm::enumerate(array.getSizeExprs())) {
      if (size.getName() && !sizes.contains(*size.getName()))
        sizes[*size.getName()] = given[dim];
      else if (getConstantIntValue(given[dim]) != size.getConstant() ||
               !size.getConstant())
        tests.push_back(
            {("dimension " + Twine(dim) + " of argument " + Twine(index) +
              " of '@" + call.getCallee() + "' is not ")
                 .str(),
             size, given[dim]});
    }
  }
  for (const Test &test : tests) {
    Value isExpected = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, test.size, emit(test.expected));
    cf::AssertOp::create(builder, loc, isExpected,
                         test.what + test.expected.str());
  }
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

void CallLowering::freeAfter(Value buffer, Operation *user) {
  // Behind the loop, if that uses it in each trip.
  user = buffer.getParentBlock()->findAncestorOpInBlock(*user);
  Operation *&last = lastUses[buffer];
  if (!last || last->isBeforeInBlock(user))
    last = user;
}

/// Where a tensor is uploaded that `user` needs: outside of the loops that do
/// not compute it.
static Operation *getUploadPlace(Value tensor, Operation *user) {
  while (auto loop = dyn_cast<LoopLikeOpInterface>(user->getParentOp())) {
    if (!loop.isDefinedOutsideOfLoop(tensor))
      break;
    user = loop;
  }
  return user;
}

Value CallLowering::giveArgument(Value operand, BlockArgument argument) {
  if (!isa<ArrayType>(operand.getType()))
    return operand;
  Value origin = getOrigin(operand);
  auto known = results.find(origin);
  if (known != results.end())
    return known->second.buffer;
  auto type = cast<MemRefType>(argument.getType());
  // Of some tensors, only sizes are needed.
  if (argument.use_empty())
    return allocate(type, emitConstant(0));
  Value &buffer = buffers[origin];
  if (buffer)
    return buffer;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(
      getUploadPlace(origin, &*builder.getInsertionPoint()));
  SmallVector<Value> shape = getSizes(operand);
  Value count = getProduct(shape);
  auto tensor = cast<RankedTensorType>(origin.getType());
  auto rows = MemRefType::get(tensor.getShape(), tensor.getElementType());
  Value memref, copied;
  if (auto loaded = origin.getDefiningOp<bufferization::ToTensorOp>()) {
    memref = loaded.getBuffer();
    if (memref.getType() != rows) {
      copied =
          memref::AllocOp::create(builder, loc, rows, getDynamic(rows, shape));
      memref::CopyOp::create(builder, loc, memref, copied);
      memref = copied;
    }
  } else {
    memref = bufferization::ToBufferOp::create(builder, loc, rows, origin,
                                               /*read_only=*/true);
  }
  memref = reshape(builder, loc, memref, ShapedType::kDynamic, count);
  buffer = allocate(type, count);
  copy(buffer, castElements(builder, loc, memref, type.getElementType()));
  if (copied)
    memref::DeallocOp::create(builder, loc, copied);
  return buffer;
}

void CallLowering::storeResult(bufferization::MaterializeInDestinationOp op,
                               const Result &result) {
  builder.setInsertionPoint(op);
  loc = op.getLoc();
  Value memref = op.getDest();
  auto type = cast<MemRefType>(memref.getType());
  Value count = getProduct(result.sizes);
  Type element = cast<MemRefType>(result.buffer.getType()).getElementType();
  if (type.getLayout().isIdentity()) {
    memref = reshape(builder, loc, memref, ShapedType::kDynamic, count);
    copy(castElements(builder, loc, memref, element), result.buffer);
    freeAfter(result.buffer, &*std::prev(builder.getInsertionPoint()));
  } else {
    Value rows = copyToHost(result.buffer, count);
    Value shaped = castElements(builder, loc, rows, type.getElementType());
    shaped = reshape(builder, loc, shaped, type.getShape(), result.sizes);
    memref::CopyOp::create(builder, loc, shaped, memref);
    memref::DeallocOp::create(builder, loc, rows);
  }
  op.erase();
}

Value CallLowering::copyToHost(Value buffer, Value count) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  Value memref = memref::AllocOp::create(
      builder, loc, MemRefType::get(ShapedType::kDynamic, element), count);
  copy(memref, buffer);
  freeAfter(buffer, &*std::prev(builder.getInsertionPoint()));
  return memref;
}

void CallLowering::copyBack(ToTensorOp op, const Result &result) {
  RankedTensorType type = op.getTensor().getType();
  builder.setInsertionPoint(op);
  loc = op.getLoc();
  Value memref = castElements(
      builder, loc, copyToHost(result.buffer, getProduct(result.sizes)),
      type.getElementType());
  memref = reshape(builder, loc, memref, type.getShape(), result.sizes);
  op.getTensor().replaceAllUsesWith(bufferization::ToTensorOp::create(
      builder, loc, type, memref, /*restrict=*/true, /*writable=*/true));
}

/// The number in a buffer of one element.
Value CallLowering::load(Value buffer, Type type) {
  Value memref = copyToHost(buffer, emitConstant(1));
  Value number = memref::LoadOp::create(builder, loc, memref, emitConstant(0));
  memref::DeallocOp::create(builder, loc, memref);
  return number.getType() == type
             ? number
             : arith::TruncIOp::create(builder, loc, type, number);
}

void CallLowering::takeResult(Value result, Value buffer) {
  auto array = dyn_cast<ArrayType>(result.getType());
  if (!array) {
    result.replaceAllUsesWith(load(buffer, result.getType()));
    return;
  }
  Result &known = results[result];
  known.buffer = buffer;
  for (const Expr &size : array.getSizeExprs())
    known.sizes.push_back(emit(size));
  for (Operation *user : result.getUsers())
    if (auto op = dyn_cast<ToTensorOp>(user))
      for (Operation *reader : llvm::make_early_inc_range(op->getUsers()))
        if (auto dim = dyn_cast<tensor::DimOp>(reader);
            dim && dim.getConstantIndex()) {
          dim.replaceAllUsesWith(known.sizes[*dim.getConstantIndex()]);
          dim.erase();
        }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value CallLowering::getOnHost(Value operand, Type type) {
  if (!isa<ArrayType>(operand.getType()))
    return isa<TensorType>(type) ? Value(tensor::FromElementsOp::create(
                                       builder, loc, type, operand))
                                 : operand;
  Value origin = getOrigin(operand);
  auto known = results.find(origin);
  if (known == results.end())
    return origin;
  // It is freed behind the call, which has it as an argument.
  const Result &result = known->second;
  auto tensor = cast<RankedTensorType>(type);
  Type element = cast<MemRefType>(result.buffer.getType()).getElementType();
  Value memref = memref::AllocOp::create(
      builder, loc, MemRefType::get(ShapedType::kDynamic, element),
      getProduct(result.sizes));
  copy(memref, result.buffer);
  memref = castElements(builder, loc, memref, tensor.getElementType());
  memref = reshape(builder, loc, memref, tensor.getShape(), result.sizes);
  return bufferization::ToTensorOp::create(builder, loc, tensor, memref,
                                           /*restrict=*/true,
                                           /*writable=*/true);
}

Value CallLowering::upload(Value tensor, MemRefType type) {
  auto from = cast<RankedTensorType>(tensor.getType());
  SmallVector<Value> shape;
  for (int64_t dim = 0; dim < from.getRank(); ++dim)
    shape.push_back(builder.createOrFold<tensor::DimOp>(loc, tensor, dim));
  Value count = getProduct(shape);
  Value memref = bufferization::ToBufferOp::create(
      builder, loc, MemRefType::get(from.getShape(), from.getElementType()),
      tensor, /*read_only=*/true);
  memref = reshape(builder, loc, memref, type.getShape(), count);
  Value buffer = allocate(type, getDynamic(type, count));
  copy(buffer, castElements(builder, loc, memref, type.getElementType()));
  return buffer;
}

void CallLowering::emitOnHost(func::CallOp call, func::FuncOp onHost,
                              func::FuncOp host) {
  // Further operands are the constants that the other function has inside.
  SmallVector<Value> operands, buffers;
  for (auto [operand, type] :
       llvm::zip(call.getOperands(), onHost.getArgumentTypes()))
    operands.push_back(getOnHost(operand, type));
  auto done = func::CallOp::create(builder, loc, onHost, operands);
  for (auto [result, type] :
       llvm::zip_equal(done.getResults(), host.getResultTypes()))
    buffers.push_back(upload(result, cast<MemRefType>(type)));
  scf::YieldOp::create(builder, loc, buffers);
}

void CallLowering::emitEmpty(func::CallOp call, func::FuncOp host,
                             FunctionType signature) {
  if (auto name = call->getAttrOfType<FlatSymbolRefAttr>(kOnHostAttrName))
    if (auto onHost =
            SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, name))
      return emitOnHost(call, onHost, host);
  SmallVector<Value> nothing;
  Value zero = emitConstant(0);
  for (auto [type, hostType] :
       llvm::zip_equal(signature.getResults(), host.getResultTypes())) {
    auto array = dyn_cast<ArrayType>(type);
    Value count = array ? emit(array.getNumElements()) : emitConstant(1);
    Value isEmpty = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, count, zero);
    cf::AssertOp::create(
        builder, loc, isEmpty,
        ("'@" + host.getName() +
         "' has a dimension of 0 that is none of what it computes")
            .str());
    nothing.push_back(allocate(cast<MemRefType>(hostType),
                               array ? ValueRange(zero) : ValueRange()));
  }
  scf::YieldOp::create(builder, loc, nothing);
}

Operation *CallLowering::emitCall(func::CallOp call, func::FuncOp host,
                                  FunctionType signature,
                                  SmallVector<Value> arguments) {
  Value isEmpty, zero;
  auto test = [&](Value size) {
    if (!zero)
      zero = emitConstant(0);
    Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         size, zero);
    isEmpty = isEmpty
                  ? Value(arith::OrIOp::create(builder, loc, isEmpty, isZero))
                  : isZero;
  };
  for (Attribute name : getSizeNames(host)) {
    arguments.push_back(sizes.lookup(cast<StringAttr>(name).getValue()));
    test(arguments.back());
  }
  for (Type type : signature.getResults())
    if (auto array = dyn_cast<ArrayType>(type))
      for (const Expr &size : array.getSizeExprs())
        if (!Assumptions().isPositive(size))
          test(emit(size));
  if (!isEmpty)
    return func::CallOp::create(builder, loc, host, arguments);
  return scf::IfOp::create(
      builder, loc, isEmpty,
      [&](OpBuilder &, Location) { emitEmpty(call, host, signature); },
      [&](OpBuilder &, Location) {
        auto launches = func::CallOp::create(builder, loc, host, arguments);
        scf::YieldOp::create(builder, loc, launches.getResults());
      });
}

void CallLowering::lower(func::CallOp call, func::FuncOp host) {
  builder.setInsertionPoint(call);
  loc = call.getLoc();
  FunctionType signature = getSignature(host);
  bindSizes(call, signature);
  SmallVector<Value> arguments;
  for (auto [operand, argument] :
       llvm::zip(call.getOperands(), host.getArguments()))
    arguments.push_back(giveArgument(operand, argument));
  Operation *lowered = emitCall(call, host, signature, arguments);
  for (Value argument : arguments)
    if (isa<MemRefType>(argument.getType()))
      freeAfter(argument, lowered);
  // A buffer that is two results is one.
  llvm::SmallDenseMap<Value, Value> first;
  for (auto [result, buffer, returned] :
       llvm::zip_equal(call.getResults(), lowered->getResults(),
                       host.front().getTerminator()->getOperands())) {
    Value one = first.try_emplace(returned, buffer).first->second;
    freeAfter(one, lowered);
    takeResult(result, one);
  }
  calls.push_back(call);
}

LogicalResult CallLowering::finish() {
  for (func::CallOp call : calls) {
    llvm::SmallSetVector<Value, 8> operands(call.operand_begin(),
                                            call.operand_end());
    call->setOperands({});
    for (Value operand : operands)
      if (auto given = operand.getDefiningOp<FromTensorOp>();
          given && given->use_empty()) {
        auto loaded =
            given.getTensor().getDefiningOp<bufferization::ToTensorOp>();
        given.erase();
        if (loaded && loaded->use_empty())
          loaded.erase();
      }
  }
  for (func::CallOp call : calls)
    for (Value result : call.getResults())
      for (Operation *user : llvm::make_early_inc_range(result.getUsers())) {
        auto op = dyn_cast<ToTensorOp>(user);
        if (!op)
          return user->emitOpError("uses an array of the device on the host")
                     .attachNote()
                 << "lift.to_tensor gives it to the host";
        for (Operation *reader : llvm::make_early_inc_range(op->getUsers()))
          if (auto store =
                  dyn_cast<bufferization::MaterializeInDestinationOp>(reader);
              store && isa<MemRefType>(store.getDest().getType()))
            storeResult(store, results[result]);
        if (!op->use_empty())
          copyBack(op, results[result]);
        op.erase();
      }
  for (auto [buffer, last] : lastUses) {
    builder.setInsertionPointAfter(last);
    gpu::DeallocOp::create(builder, last->getLoc(), /*asyncToken=*/Type(),
                           ValueRange(), buffer);
  }
  for (func::CallOp call : llvm::reverse(calls))
    call.erase();
  return success();
}

LogicalResult lift::lowerCalls(ModuleOp module) {
  SymbolTable symbols(module);
  llvm::MapVector<Block *, SmallVector<std::pair<func::CallOp, func::FuncOp>>>
      blocks;
  module.walk([&](func::CallOp call) {
    auto host = symbols.lookup<func::FuncOp>(call.getCallee());
    if (host && getSignature(host))
      blocks[call->getBlock()].emplace_back(call, host);
  });
  for (const auto &[block, calls] : blocks) {
    CallLowering lowering(module.getContext());
    for (auto [call, host] : calls)
      lowering.lower(call, host);
    if (failed(lowering.finish()))
      return failure();
  }
  return success();
}
