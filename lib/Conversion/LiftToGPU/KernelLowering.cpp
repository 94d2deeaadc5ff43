//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers statements and stores: see KernelLowering.h.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// What operations are
//===----------------------------------------------------------------------===//

MapOp lift::findParallelMap(Operation *op) {
  MapOp found;
  walkStored(op, [&](Operation *nested) {
    auto map = dyn_cast<MapOp>(nested);
    MappingAttr mapping = map ? map.getMappingAttr() : MappingAttr();
    if (!mapping || !mapping.isParallel())
      return WalkResult::advance();
    found = map;
    return WalkResult::interrupt();
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

KernelLowering::KernelLowering(KernelOp kernel, OpBuilder &builder,
                               Assumptions facts,
                               const ConvertLiftToGPUPassOptions &options)
    : kernel(kernel), builder(builder), frame(builder, kernel.getLoc()),
      indices(*this, builder), options(options) {
  indices.getFacts() = std::move(facts);
  indices.setSimplifies(options.simplifyIndices);
}

LogicalResult KernelLowering::setLocalSize() {
  for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim) {
    Expr size = kernel.getLocalSizeIn(dim);
    std::optional<int64_t> constant = size.getConstant();
    if (!constant || *constant > INT32_MAX) {
      InFlightDiagnostic diag = kernel.emitOpError("local size ")
                                << size.str() << " is not a constant";
      diag.attachNote() << "give its names a value with lift-bind-params";
      return diag;
    }
    localSize.push_back(*constant);
  }
  return success();
}

/// Choices change no result, so that a kernel is right without them; but
/// whoever made one must learn that it is not followed.
static void warnOfIgnoredChoices(KernelOp kernel) {
  kernel.walk([](MaterializeOp op) {
    if (op.getSpace() != AddressSpace::Local &&
        op.getBuffers().value_or(1) != 1)
      op.emitWarning("buffers = ")
          << *op.getBuffers() << " has no effect yet in kernels";
  });
  auto warnOfWidth = [](auto op) {
    if (!op.getVectorWidth())
      return;
    InFlightDiagnostic diag = op.emitWarning("vector width = ")
                              << *op.getVectorWidth() << " has no effect here";
    diag.attachNote() << "run lift-vectorize-patterns before";
  };
  kernel.walk([&](MapOp op) { warnOfWidth(op); });
  kernel.walk([&](ReduceOp op) { warnOfWidth(op); });
}

LogicalResult KernelLowering::lower() {
  warnOfIgnoredChoices(kernel);
  if (failed(setLocalSize()))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&frame.getBody());
  YieldOp yield = kernel.getYield();
  SmallVector<Store> stores;
  for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
    auto buffer = std::make_shared<Buffer>();
    Type type = value.getType();
    buffer->memref = frame.addResult(i, type);
    buffer->space = AddressSpace::Global;
    buffer->elementType = type;
    if (auto array = dyn_cast<ArrayType>(type)) {
      buffer->elementType = array.getElementType();
      buffer->sizes = array.getSizeExprs();
      buffer->distribution.resize(array.getRank());
    }
    stores.emplace_back(value, Place::whole(buffer));
  }
  if (failed(lowerStatements(kernel.getBody().front())))
    return failure();
  return storeAll(kernel, stores);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::lowerStatements(Block &block) {
  for (Operation &op : block) {
    indices.setLoc(op.getLoc());
    LogicalResult result = success();
    if (isScalarOp(&op)) {
      result = lowerScalarOp(&op);
    } else if (auto fold = dyn_cast<FoldPattern>(op)) {
      result = lowerFold(fold);
    } else if (auto materialize = dyn_cast<MaterializeOp>(op)) {
      // Another result of the same operation may have brought it along.
      if (!bindings.count(materialize) || !bindings[materialize].place)
        result = lowerMaterialize(materialize);
    } else if (auto at = dyn_cast<AtOp>(op);
               at && !isa<ArrayType>(at.getType())) {
      result = lowerElement(at);
    } else if (!isVirtual(&op) && !isa<MapOp, YieldOp>(op)) {
      InFlightDiagnostic diag =
          op.emitOpError("cannot be lowered inside a kernel");
      diag.attachNote() << "run lift-normalize first; only arith, math, vector "
                           "and lift operations can stand in a kernel";
      return diag;
    }
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult KernelLowering::lowerScalarOp(Operation *op) {
  if (auto size = dyn_cast<SizeOp>(op)) {
    bindings[size].scalar = indices.emit(size.getValue().getValue());
    return success();
  }
  // For the index bounds alone: the operation is emitted as it is.
  for (Value result : op->getResults())
    (void)getExpr(result);
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    FailureOr<Value> value = readScalar(op, operand);
    if (failed(value))
      return failure();
    mapping.map(operand, *value);
  }
  Operation *clone = builder.clone(*op, mapping);
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), clone->getResults()))
    bindings[result].scalar = value;
  return success();
}

LogicalResult KernelLowering::lowerElement(AtOp op) {
  bindings.erase(op);
  FailureOr<Value> scalar = readScalar(op, op);
  if (failed(scalar))
    return failure();
  bindings[op].scalar = *scalar;
  return success();
}

LogicalResult KernelLowering::lowerMaterialize(MaterializeOp op) {
  SmallVector<MaterializeOp> group = getStoredTogether(op);
  SmallVector<Store> stores;
  for (MaterializeOp member : group) {
    auto owned = bindings.find(getOwnedInit(member));
    if (owned != bindings.end() && owned->second.place) {
      stores.emplace_back(member.getInput(),
                          Place::whole(owned->second.place->buffer));
      continue;
    }
    FailureOr<std::shared_ptr<Buffer>> buffer = allocate(member);
    if (failed(buffer))
      return failure();
    stores.emplace_back(member.getInput(), Place::whole(*buffer));
  }
  SmallVector<Place> places = llvm::map_to_vector(
      stores, [](const Store &store) { return store.second; });
  if (failed(storeAll(op, std::move(stores))))
    return failure();
  for (auto [member, place] : llvm::zip_equal(group, places))
    bindings[member] = Binding{{}, place, {}, {}, {}};
  return success();
}

LogicalResult KernelLowering::bindElements(Operation *at, ValueRange inputs,
                                           Block::BlockArgListType args,
                                           const Expr &index) {
  for (auto [input, arg] : llvm::zip_equal(inputs, args)) {
    bindings[arg] = Binding{{}, {}, input, {index}, {}};
    // A scalar element is read once, here, however often it is used.
    if (isa<ArrayType>(arg.getType()) || arg.use_empty())
      continue;
    FailureOr<Value> scalar = read(at, input, index);
    if (failed(scalar))
      return failure();
    bindings[arg] = Binding{*scalar, {}, {}, {}, {}};
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::storeAll(Operation *at,
                                       SmallVector<Store> stores) {
  // Views are crossed first, to see which values one operation computes.
  llvm::MapVector<Operation *, SmallVector<Store>> groups;
  for (size_t i = 0; i < stores.size(); ++i) {
    auto [value, place] = stores[i];
    auto binding = bindings.find(value);
    if (!isa<ArrayType>(value.getType())) {
      // A scalar that is reduced along with arrays is known when they are.
      auto fold = value.getDefiningOp<FoldPattern>();
      if (fold && mixesAccumulators(fold) && binding == bindings.end() &&
          kernel->isAncestor(fold))
        groups[fold].emplace_back(value, place);
      else if (failed(storeScalar(at, value, place)))
        return failure();
      continue;
    }
    bool isBound = binding != bindings.end() && binding->second.place;
    Operation *op = isBound ? nullptr : value.getDefiningOp();
    auto view = dyn_cast_or_null<ViewOpInterface>(op);
    if (view && isWritable(view)) {
      for (auto [k, source] : llvm::enumerate(view.getViewSources()))
        stores.emplace_back(source, place.through(view, k, indices));
    } else if (isa_and_present<MapOp, FoldPattern>(op)) {
      groups[op].emplace_back(value, place);
    } else if (failed(storeCopy(at, value, place))) {
      return failure();
    }
  }
  for (auto &[computation, group] : groups) {
    auto map = dyn_cast<MapOp>(computation);
    LogicalResult result =
        map ? storeMap(map, group)
            : storeFold(cast<FoldPattern>(computation), group);
    if (failed(result))
      return failure();
  }
  return success();
}

AddressSpace KernelLowering::getSmallestSpace(ArrayRef<Store> stores) {
  AddressSpace smallest = AddressSpace::Global;
  for (const auto &[value, place] : stores) {
    AddressSpace space = place.buffer->space;
    if (space == AddressSpace::Private || smallest == AddressSpace::Global)
      smallest = space;
  }
  return smallest;
}

LogicalResult KernelLowering::storeMap(MapOp map, ArrayRef<Store> stores) {
  indices.setLoc(map.getLoc());
  auto emitBody = [&](const Expr &index) -> LogicalResult {
    // It may have been stored elsewhere before.
    forget(map.getBody());
    if (failed(bindElements(map, map.getInputs(), map.getBody().getArguments(),
                            index)) ||
        failed(lowerStatements(map.getBody().front())))
      return failure();
    SmallVector<Store> inner;
    for (const auto &[value, place] : stores) {
      unsigned result = cast<OpResult>(value).getResultNumber();
      inner.emplace_back(map.getYield().getOperand(result), place.at(index));
    }
    return storeAll(map.getYield(), inner);
  };
  AddressSpace space = getSmallestSpace(stores);
  // Inner maps are found first.
  MapOp parallel = findParallelMap(map);
  if (containsSharedStore(map) || (parallel && parallel != map))
    return emitMapLoop(map, emitBody);
  // Who does not store does not read, either: others may still be writing.
  if (parallel)
    return emitMapLoop(map, [&](const Expr &index) {
      return emitForOneWorkItem(space, [&] { return emitBody(index); });
    });
  return emitForOneWorkItem(space, [&] { return emitMapLoop(map, emitBody); });
}

LogicalResult KernelLowering::storeCopy(Operation *at, Value value,
                                        const Place &place) {
  auto type = cast<ArrayType>(value.getType());
  AddressSpace space = place.buffer->space;
  auto binding = bindings.find(value);
  bool isBound = binding != bindings.end() && binding->second.place;
  bool isForAll = !isBound && isReadByWholeGroup(value);
  auto storeElement = [&](Value scalar, const Place &element) {
    return emitForOneWorkItem(isForAll ? space : AddressSpace::Private,
                              [&] { return store(at, scalar, element); });
  };
  SmallVector<Expr> path;
  std::function<LogicalResult()> copy = [&]() -> LogicalResult {
    if (path.size() == type.getRank()) {
      FailureOr<Value> scalar = read(at, value, path);
      if (failed(scalar))
        return failure();
      Place element = place;
      for (const Expr &index : path)
        element = element.at(index);
      return storeElement(*scalar, element);
    }
    auto copyElement = [&](const Expr &index) {
      path.push_back(index);
      LogicalResult result = copy();
      path.pop_back();
      return result;
    };
    size_t dim = path.size();
    Expr count = type.getSize(dim);
    // Of what is spread over work-items, each copies its share.
    if (place.isWhole && place.buffer->distribution[dim])
      return emitLocalLoop(
          MappingAttr::get(kernel.getContext(), MappingKind::Lcl,
                           place.buffer->distribution[dim]->dim),
          count, std::nullopt, isForAll, copyElement);
    return emitSequentialLoop(count, std::nullopt, copyElement);
  };
  return emitForOneWorkItem(isForAll ? AddressSpace::Private : space, copy);
}

LogicalResult KernelLowering::storeScalar(Operation *at, Value value,
                                          const Place &place) {
  FailureOr<Value> scalar = readScalar(at, value);
  if (failed(scalar))
    return failure();
  return emitForOneWorkItem(place.buffer->space,
                            [&] { return store(at, *scalar, place); });
}
