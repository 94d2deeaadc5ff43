//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers loads and stores: see KernelLowering.h.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

FailureOr<Expr> KernelLowering::getLinearIndex(Operation *at,
                                               const Buffer &buffer,
                                               ArrayRef<Expr> path) {
  // An index that could not be emitted has been reported.
  if (llvm::any_of(path, [](const Expr &index) { return index.isError(); }))
    return failure();
  Expr linear = 0;
  for (auto [index, size] :
       llvm::zip_equal(buffer.copyIndices, buffer.copySizes))
    linear = linear * size + index;
  // Behind the dimensions may stand a lane.
  size_t rank = buffer.sizes.size();
  for (auto [k, element, size] :
       llvm::enumerate(path.take_front(rank), buffer.sizes)) {
    Expr index = element;
    if (const std::optional<Distribution> &spread = buffer.distribution[k]) {
      index = indices.simplify(index.substitute(definitions));
      Expr owner = indices.simplify(Expr::mod(index, spread->localSize));
      if (owner != getIdExpr(MappingKind::Lcl, spread->dim)) {
        InFlightDiagnostic diag = reportUnsafeMapping(
            at, options.unsafeMapping,
            "uses an element of a private array that another work-item holds");
        diag.attachNote() << "dimension " << k
                          << " of the array is spread over lcl(" << spread->dim
                          << "); use it in a map with the same "
                          << "mapping, or materialize it in local memory";
        if (!options.unsafeMapping)
          return diag;
      }
      index = Expr::floorDiv(index, spread->localSize);
    }
    linear = linear * size + index;
  }
  linear = linear * getStorage(buffer.elementType).lanes;
  if (path.size() > rank)
    linear = linear + path.back();
  return linear;
}

bool KernelLowering::isVectorized(const Buffer &buffer) const {
  return options.vectorizeAccesses || buffer.space == AddressSpace::Private;
}

Value KernelLowering::emitLane(Value position, int64_t lane) {
  Location loc = position.getLoc();
  return arith::AddIOp::create(
      builder, loc, position,
      arith::ConstantIndexOp::create(builder, loc, lane));
}

Value KernelLowering::emitPosition(const Expr &simple, const Expr &index) {
  return indices.emit(options.simplifyIndices ? simple : index);
}

Lanes KernelLowering::bindLanes(VectorType type) {
  return {indices.bind("lane", Value(), 0, type.getNumElements() - 1), type};
}

/// The type of the elements of a buffer that holds vectors, or none.
static VectorType getHeldVector(const Buffer &buffer) {
  return dyn_cast<VectorType>(
      cast<MemRefType>(buffer.memref.getType()).getElementType());
}

std::optional<Expr> KernelLowering::getFirstOfNeighbours(const Buffer &buffer,
                                                         const Expr &index,
                                                         const Lanes &lanes) {
  Expr first = indices.simplify(lanes.select(index, 0).front());
  if (lanes.isIn(first) ||
      !indices.simplify(index - first - lanes.name).isConstant(0))
    return std::nullopt;
  if (auto held = getHeldVector(buffer)) {
    int64_t width = held.getNumElements();
    if (lanes.type.getNumElements() != width ||
        !indices.getFacts().isDivisible(first, width))
      return std::nullopt;
  }
  return first;
}

Value KernelLowering::emitElementOf(const Expr &index, int64_t width) {
  return indices.emit(Expr::floorDiv(index, width));
}

OpFoldResult KernelLowering::emitLaneOf(const Expr &index, int64_t width) {
  Expr lane = indices.simplify(Expr::mod(index, width));
  if (std::optional<int64_t> constant = lane.getConstant())
    return builder.getIndexAttr(*constant);
  return indices.emit(lane);
}

std::optional<int64_t> KernelLowering::getAlignment(const Expr &index,
                                                    VectorType type) {
  // A buffer starts at a multiple of every vector.
  int64_t lanes = type.getNumElements();
  if (!llvm::isPowerOf2_64(lanes) ||
      !indices.getFacts().isDivisible(index, lanes))
    return std::nullopt;
  return getElementBytes(type);
}

/// A private array stays in registers if all its indices are constants, which
/// takes unrolled loops; beyond this many elements no device has the registers
/// and the code would only grow.
static constexpr int64_t kMaxRegisters = 1024;

static bool isInRegisters(const Buffer &buffer) {
  auto type = cast<MemRefType>(buffer.memref.getType());
  return buffer.space == AddressSpace::Private &&
         type.getNumElements() * getStorage(buffer.elementType).lanes <=
             kMaxRegisters;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// `type` as it is in memory.
static Type getStoredType(Type type) {
  Type number = getStorage(type).number;
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(number)) : number;
}

FailureOr<Value> KernelLowering::load(Operation *at, const Place &place,
                                      ArrayRef<Expr> path, const Lanes *lanes,
                                      std::optional<unsigned> accumulator) {
  WritePath target = place.toBuffer(path);
  bool lanesPart = lanes && lanes->isIn(target.guards);
  Value condition = lanesPart ? Value() : indices.emitTests(target.guards);
  if (condition || lanesPart) {
    if (condition)
      condition.getDefiningOp()->erase();
    InFlightDiagnostic diag =
        at->emitOpError("reads an accumulator that is stored only in part");
    diag.attachNote() << "materialize the result of the reduction before it is "
                         "cut";
    return diag;
  }
  const Buffer &buffer = *place.buffer;
  FailureOr<Expr> linear = getLinearIndex(at, buffer, target.path);
  if (failed(linear))
    return failure();
  Expr index = indices.simplify(*linear);
  Location loc = at->getLoc();
  Type type = getElementTypeOrSelf(buffer.elementType);
  if (lanes) {
    std::optional<Expr> first = getFirstOfNeighbours(buffer, index, *lanes);
    if (!first) {
      SmallVector<Value> numbers;
      for (int64_t lane = 0; lane < lanes->type.getNumElements(); ++lane) {
        FailureOr<Value> number = load(at, place, lanes->select(path, lane),
                                       /*lanes=*/nullptr, accumulator);
        if (failed(number))
          return failure();
        numbers.push_back(*number);
      }
      return Value(
          vector::FromElementsOp::create(builder, loc, lanes->type, numbers));
    }
    index = *first;
    linear = lanes->select(*linear, 0).front();
    type = lanes->type;
  }
  if (accumulator) {
    Watch &watch = watches[*accumulator];
    watch.reads.emplace_back(index, lanes ? lanes->type.getNumElements() : 1);
    watch.isReadTooLate |= watch.isOverwritten;
  }
  if (isInRegisters(buffer))
    unrollLoopsOf(index);
  Type stored = getStoredType(type);
  Value value = loadNumbers(loc, buffer, index, *linear, stored);
  if (stored != type)
    value = arith::TruncIOp::create(builder, loc, type, value);
  return value;
}

Value KernelLowering::loadNumbers(Location loc, const Buffer &buffer,
                                  const Expr &index, const Expr &linear,
                                  Type stored) {
  auto vector = dyn_cast<VectorType>(stored);
  if (auto held = getHeldVector(buffer)) {
    Value whole =
        memref::LoadOp::create(builder, loc, buffer.memref,
                               emitElementOf(index, held.getNumElements()));
    return vector ? whole
                  : Value(vector::ExtractOp::create(
                        builder, loc, whole,
                        emitLaneOf(index, held.getNumElements())));
  }
  Value position = emitPosition(index, linear);
  if (!vector)
    return memref::LoadOp::create(builder, loc, buffer.memref, position);
  if (!isVectorized(buffer)) {
    SmallVector<Value> numbers;
    for (int64_t lane = 0; lane < vector.getNumElements(); ++lane)
      numbers.push_back(memref::LoadOp::create(builder, loc, buffer.memref,
                                               emitLane(position, lane)));
    return vector::FromElementsOp::create(builder, loc, vector, numbers);
  }
  auto load =
      vector::LoadOp::create(builder, loc, vector, buffer.memref, position);
  load.setAlignment(getAlignment(index, vector));
  return load;
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::store(Operation *at, Value value,
                                    const Place &place) {
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!vector) {
    WritePath target = place.toBuffer({});
    FailureOr<Expr> index = getLinearIndex(at, *place.buffer, target.path);
    if (failed(index))
      return failure();
    return storeNumbers(at, value, *place.buffer, *index, target.guards);
  }
  Lanes lanes = bindLanes(vector);
  WritePath target = place.toBuffer(lanes.name);
  FailureOr<Expr> index = getLinearIndex(at, *place.buffer, target.path);
  if (failed(index))
    return failure();
  if (!lanes.isIn(target.guards) &&
      getFirstOfNeighbours(*place.buffer, indices.simplify(*index), lanes))
    return storeNumbers(at, value, *place.buffer,
                        lanes.select(*index, 0).front(), target.guards);
  llvm::SaveAndRestore<Attribute> scope(
      lanesAttr, builder.getI64IntegerAttr(numLaneStores++));
  for (int64_t lane = 0; lane < vector.getNumElements(); ++lane) {
    Value number =
        vector::ExtractOp::create(builder, at->getLoc(), value, lane);
    if (failed(store(at, number, place.at(lane))))
      return failure();
  }
  return success();
}

LogicalResult KernelLowering::storeNumbers(Operation *at, Value value,
                                           const Buffer &buffer,
                                           const Expr &linear,
                                           ArrayRef<IndexTest> targetGuards) {
  Expr index = indices.simplify(linear);
  Type stored = getStoredType(value.getType());
  auto vector = dyn_cast<VectorType>(stored);
  for (Watch &watch : watches) {
    if (watch.buffer != &buffer)
      continue;
    watch.writes.emplace_back(index, vector ? vector.getNumElements() : 1);
    watch.isOverwritten = true;
  }
  if (isInRegisters(buffer))
    unrollLoopsOf(index);
  Location loc = at->getLoc();
  SmallVector<IndexTest> tests = guards;
  llvm::append_range(tests, targetGuards);
  return emitIf(indices.emitTests(tests), [&]() -> LogicalResult {
    Value bits = value;
    if (bits.getType() != stored)
      bits = arith::ExtUIOp::create(builder, loc, stored, bits);
    if (auto held = getHeldVector(buffer)) {
      Value position = emitElementOf(index, held.getNumElements());
      if (!vector)
        bits = vector::InsertOp::create(
            builder, loc, bits,
            memref::LoadOp::create(builder, loc, buffer.memref, position),
            emitLaneOf(index, held.getNumElements()));
      memref::StoreOp::create(builder, loc, bits, buffer.memref, position);
      return success();
    }
    Value position = emitPosition(index, linear);
    if (vector && !isVectorized(buffer)) {
      Attribute lanes = builder.getI64IntegerAttr(numLaneStores++);
      for (int64_t lane = 0; lane < vector.getNumElements(); ++lane)
        memref::StoreOp::create(
            builder, loc, vector::ExtractOp::create(builder, loc, bits, lane),
            buffer.memref, emitLane(position, lane))
            ->setAttr(LiftDialect::LanesAttrHelper::getNameStr(), lanes);
      return success();
    }
    if (vector) {
      vector::StoreOp::create(builder, loc, bits, buffer.memref, position)
          .setAlignment(getAlignment(index, vector));
      return success();
    }
    auto store =
        memref::StoreOp::create(builder, loc, bits, buffer.memref, position);
    if (lanesAttr)
      store->setAttr(LiftDialect::LanesAttrHelper::getNameStr(), lanesAttr);
    return success();
  });
}
