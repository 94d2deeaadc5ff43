//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelFrame.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lift;

Storage lift::getStorage(Type elementType) {
  Storage storage{getElementTypeOrSelf(elementType)};
  if (auto vector = dyn_cast<VectorType>(elementType))
    storage.lanes = vector.getNumElements();
  if (storage.number.isInteger(1))
    storage.number = IntegerType::get(elementType.getContext(), 8);
  return storage;
}

Expr lift::getNumNumbers(ArrayType type) {
  return type.getNumElements() * getStorage(type.getElementType()).lanes;
}

MemRefType lift::getBufferType(int64_t numElements, Type elementType,
                               AddressSpace space) {
  auto gpuSpace = gpu::AddressSpace::Global;
  if (space == AddressSpace::Local)
    gpuSpace = gpu::AddressSpace::Workgroup;
  else if (space == AddressSpace::Private)
    gpuSpace = gpu::AddressSpace::Private;
  MLIRContext *context = elementType.getContext();
  Storage storage = getStorage(elementType);
  Type stored = storage.number;
  // A vector of three would take the room of four.
  if (space == AddressSpace::Private && isa<VectorType>(elementType) &&
      storage.lanes != 3)
    stored = VectorType::get(storage.lanes, storage.number);
  else if (!ShapedType::isDynamic(numElements))
    numElements *= storage.lanes;
  return MemRefType::get({numElements}, stored, MemRefLayoutAttrInterface(),
                         gpu::AddressSpaceAttr::get(context, gpuSpace));
}

KernelFrame::KernelFrame(OpBuilder &builder, Location loc)
    : builder(builder), loc(loc), body(new Block()) {}

KernelFrame::~KernelFrame() {
  if (!body)
    return;
  body->dropAllReferences();
  delete body;
}

Value KernelFrame::addArgument(KernelArgument argument, Type type) {
  Value value = body->addArgument(type, loc);
  arguments.push_back(std::move(argument));
  argumentValues.push_back(value);
  return value;
}

Value KernelFrame::getValueArgument(Value value) {
  Value &argument = valueArguments[value];
  if (argument)
    return argument;
  Type type = value.getType();
  if (auto array = dyn_cast<ArrayType>(type))
    type = getBufferType(ShapedType::kDynamic, array.getElementType(),
                         AddressSpace::Global);
  // A scalar that another kernel computed is a buffer of one element.
  else if (isa_and_present<KernelOp, loop::KernelOp>(value.getDefiningOp()))
    type = getBufferType(1, type, AddressSpace::Global);
  argument =
      addArgument({KernelArgument::Kind::Value, value, 0, {}, {}, {}}, type);
  return argument;
}

Value KernelFrame::getSizeArgument(const std::string &name) {
  Value &argument = sizeArguments[name];
  if (!argument)
    argument = addArgument({KernelArgument::Kind::Size, {}, 0, {}, name, {}},
                           builder.getIndexType());
  return argument;
}

Value KernelFrame::addResult(unsigned index, Type type) {
  int64_t numElements = ShapedType::kDynamic;
  Expr size = 1;
  if (auto array = dyn_cast<ArrayType>(type)) {
    size = array.getNumElements();
    type = array.getElementType();
  } else {
    numElements = 1;
  }
  return addArgument({KernelArgument::Kind::Result, {}, index, size, {}, type},
                     getBufferType(numElements, type, AddressSpace::Global));
}

Value KernelFrame::addTemporary(const Expr &numElements, Type elementType) {
  return addArgument(
      {KernelArgument::Kind::Temporary, {}, 0, numElements, {}, elementType},
      getBufferType(ShapedType::kDynamic, elementType, AddressSpace::Global));
}

Value KernelFrame::addLocal(Location loc, int64_t numElements,
                            Type elementType) {
  Value value = body->addArgument(
      getBufferType(numElements, elementType, AddressSpace::Local), loc);
  locals.push_back(value);
  return value;
}

Value KernelFrame::addPrivate(int64_t numElements, Type elementType) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(body);
  return memref::AllocaOp::create(
      builder, loc,
      getBufferType(numElements, elementType, AddressSpace::Private));
}

/// The name of a value of the function, where it has one.
static StringAttr getName(Value value) {
  if (auto arg = dyn_cast_if_present<BlockArgument>(value))
    if (auto func =
            dyn_cast<FunctionOpInterface>(arg.getOwner()->getParentOp()))
      return func.getArgAttrOfType<StringAttr>(
          arg.getArgNumber(), LiftDialect::NameAttrHelper::getNameStr());
  return {};
}

/// Whether a kernel reads and writes the buffer. Then a work-item may read what
/// another has written, through what `restrict` says is another pointer: PoCL
/// reorders such accesses.
static bool isReadAndWritten(Value buffer) {
  auto hasAccess = [&](auto kind) {
    return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
      return hasEffect<decltype(kind)>(user, buffer);
    });
  };
  return hasAccess(MemoryEffects::Read()) && hasAccess(MemoryEffects::Write());
}

gpu::GPUFuncOp KernelFrame::finish(gpu::GPUModuleOp module, StringRef name,
                                   ArrayRef<int32_t> localSize) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(module.getBody());
  SmallVector<Type> argumentTypes =
      llvm::to_vector(ValueRange(argumentValues).getTypes());
  auto type = FunctionType::get(builder.getContext(), argumentTypes, {});
  auto func = gpu::GPUFuncOp::create(builder, loc, name, type,
                                     ValueRange(locals).getTypes());
  func->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                builder.getUnitAttr());
  func.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr(localSize));
  Block &entry = func.getBody().front();
  for (auto [old, argument] :
       llvm::zip_equal(argumentValues, func.getArguments()))
    old.replaceAllUsesWith(argument);
  for (auto [old, local] :
       llvm::zip_equal(locals, func.getWorkgroupAttributions())) {
    old.replaceAllUsesWith(local);
    BlockArgument(local).setLoc(old.getLoc());
  }
  entry.getOperations().splice(entry.end(), body->getOperations());
  builder.setInsertionPointToEnd(&entry);
  gpu::ReturnOp::create(builder, loc);
  delete body;
  body = nullptr;

  StringRef restrictName = LiftDialect::RestrictAttrHelper::getNameStr(),
            readonlyName = LiftDialect::ReadonlyAttrHelper::getNameStr();
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    bool isBuffer = isa<MemRefType>(argumentTypes[i]);
    if (isBuffer && !isReadAndWritten(func.getArgument(i)))
      func.setArgAttr(i, restrictName, builder.getUnitAttr());
    if (isBuffer && argument.kind == KernelArgument::Kind::Value)
      func.setArgAttr(i, readonlyName, builder.getUnitAttr());
    if (argumentTypes[i].isIndex() &&
        argument.kind == KernelArgument::Kind::Value)
      func.setArgAttr(i, LiftDialect::ValueAttrHelper::getNameStr(),
                      builder.getUnitAttr());
    StringAttr argumentName = getName(argument.value);
    if (argument.kind == KernelArgument::Kind::Size)
      argumentName = builder.getStringAttr(argument.name);
    else if (argument.kind == KernelArgument::Kind::Result)
      argumentName = builder.getStringAttr("out");
    else if (argument.kind == KernelArgument::Kind::Temporary)
      argumentName = builder.getStringAttr("tmp");
    if (argumentName)
      func.setArgAttr(i, LiftDialect::NameAttrHelper::getNameStr(),
                      argumentName);
  }
  for (size_t i = 0; i < locals.size(); ++i)
    func.setWorkgroupAttributionAttr(i,
                                     LiftDialect::NameAttrHelper::getNameStr(),
                                     builder.getStringAttr("tile"));
  return func;
}
