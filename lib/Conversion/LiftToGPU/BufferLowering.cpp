//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lays out buffers: see KernelLowering.h.
//
// Copies of a buffer: inside maps to local or global ids a local value has one
// slice for each local id; a global temporary has one for each trip of all
// parallel maps around; a private value is the work-item's share.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "LiftDialect/Analysis/ThreadDependence.h"

using namespace mlir;
using namespace mlir::lift;

/// The local map that computes each dimension of a value, where one does: none
/// that is behind a view.
static void collectDistribution(
    Value value, KernelOp kernel,
    SmallVectorImpl<std::optional<Distribution>> &distribution) {
  if (!isa<ArrayType>(value.getType()))
    return;
  value = getComputedAccumulator(value);
  if (auto materialize = value.getDefiningOp<MaterializeOp>())
    return collectDistribution(materialize.getInput(), kernel, distribution);
  if (auto fold = value.getDefiningOp<FoldPattern>()) {
    // The steps of a scan are taken by all work-items.
    if (isa<ScanOp>(fold))
      distribution.push_back(std::nullopt);
    return collectDistribution(
        fold.getYield()->getOperand(cast<OpResult>(value).getResultNumber()),
        kernel, distribution);
  }
  auto map = value.getDefiningOp<MapOp>();
  if (!map)
    return;
  MappingAttr mapping = map.getMappingAttr();
  std::optional<Distribution> spread;
  if (mapping && mapping.getKind() == MappingKind::Lcl)
    spread = {mapping.getDim(), kernel.getLocalSizeIn(mapping.getDim())};
  distribution.push_back(spread);
  collectDistribution(
      map.getYield().getOperand(cast<OpResult>(value).getResultNumber()),
      kernel, distribution);
}

void KernelLowering::setLayout(Value value, Buffer &buffer) {
  auto type = cast<ArrayType>(value.getType());
  buffer.elementType = type.getElementType();
  buffer.sizes = type.getSizeExprs();
  if (buffer.space == AddressSpace::Private)
    collectDistribution(value, kernel, buffer.distribution);
  buffer.distribution.resize(type.getRank());
  for (auto [size, spread] :
       llvm::zip_equal(buffer.sizes, buffer.distribution)) {
    if (spread)
      size = Expr::ceilDiv(size, spread->localSize);
    size = indices.simplify(size);
  }
}

LogicalResult KernelLowering::allocateMemory(Operation *at, Buffer &buffer) {
  for (const ParallelLoop &loop : parallelLoops) {
    bool isOverItems = loop.mapping.getKind() != MappingKind::Wrg;
    if (buffer.space == AddressSpace::Local && isOverItems) {
      unsigned dim = loop.mapping.getDim();
      buffer.copyIndices.push_back(getIdExpr(MappingKind::Lcl, dim));
      buffer.copySizes.push_back(kernel.getLocalSizeIn(dim));
    } else if (buffer.space == AddressSpace::Global) {
      buffer.copyIndices.push_back(loop.index);
      buffer.copySizes.push_back(loop.count);
    }
  }
  Expr total = 1;
  for (const Expr &size : buffer.copySizes)
    total = total * size;
  for (const Expr &size : buffer.sizes)
    total = total * size;
  if (total.isError())
    return at->emitOpError("needs too many elements of memory: ")
           << total.getError();
  total = indices.simplify(total);
  if (buffer.space == AddressSpace::Global) {
    buffer.memref = frame.addTemporary(total, buffer.elementType);
    return success();
  }
  std::optional<int64_t> constant = total.getConstant();
  if (!constant || *constant > kMaxSize) {
    InFlightDiagnostic diag = at->emitOpError("needs ")
                              << total.str() << " elements of "
                              << stringifyAddressSpace(buffer.space)
                              << " memory, which must be a constant below 2^31";
    diag.attachNote() << "give its names a value with lift-bind-params, or "
                         "materialize in global memory";
    return diag;
  }
  buffer.memref = buffer.space == AddressSpace::Local
                      ? frame.addLocal(at->getLoc(), *constant,
                                       buffer.elementType, buffer.numInTurn)
                      : frame.addPrivate(*constant, buffer.elementType);
  return success();
}

FailureOr<std::shared_ptr<Buffer>> KernelLowering::allocate(MaterializeOp op) {
  auto buffer = std::make_shared<Buffer>();
  buffer->space = op.getSpace();
  buffer->numInTurn = op.getBuffers().value_or(1);
  setLayout(op.getInput(), *buffer);
  if (std::optional<ArrayRef<int64_t>> pad = op.getPad())
    for (auto [size, extra] : llvm::zip_equal(buffer->sizes, *pad))
      size = size + extra;
  if (failed(allocateMemory(op, *buffer)))
    return failure();
  return buffer;
}

FailureOr<Place> KernelLowering::allocateFor(Operation *at, Value value,
                                             AddressSpace space) {
  auto buffer = std::make_shared<Buffer>();
  buffer->space = space;
  setLayout(value, *buffer);
  if (failed(allocateMemory(at, *buffer)))
    return failure();
  return Place::whole(buffer);
}

FailureOr<Place> KernelLowering::getPlaceOfArgument(Value array) {
  auto type = cast<ArrayType>(array.getType());
  auto buffer = std::make_shared<Buffer>();
  buffer->memref = frame.getValueArgument(array);
  buffer->space = AddressSpace::Global;
  buffer->elementType = type.getElementType();
  buffer->sizes = type.getSizeExprs();
  buffer->distribution.resize(type.getRank());
  Place place = Place::whole(buffer);
  bindings[array] = Binding{{}, place, {}, {}, {}};
  return place;
}
