//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of kernels: see KernelExpansion.h.
//
//===----------------------------------------------------------------------===//

#include "KernelExpansion.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

bool KernelExpansion::isVectorized(const LaidOutBuffer &buffer) const {
  return options.vectorizeAccesses ||
         buffer.type.getSpace() == AddressSpace::Private;
}

Value KernelExpansion::emitLane(Value position, int64_t lane) {
  Location loc = position.getLoc();
  return arith::AddIOp::create(
      builder, loc, position,
      arith::ConstantIndexOp::create(builder, loc, lane));
}

Value KernelExpansion::emitPosition(const Expr &index) {
  return indices.emit(options.simplifyIndices ? indices.simplify(index)
                                              : index);
}

Value KernelExpansion::emitAccessed(const LaidOutBuffer &buffer,
                                    const Expr &index, Type stored) {
  if (!hasByteIndices || buffer.type.getSpace() != AddressSpace::Global)
    return emitPosition(index);
  const Expr simple = indices.simplify(index);
  const auto vector = dyn_cast<VectorType>(stored);
  const Type number = getElementTypeOrSelf(stored);
  const bool countsBytes =
      number.isIntOrFloat() &&
      number.getIntOrFloatBitWidth() == 8 * kIndexedBytes &&
      (!vector || (isVectorized(buffer) && getAlignment(simple, vector)));
  if (!countsBytes || simple.getConstant())
    return emitPosition(index);
  auto create = [&](int64_t number) {
    return arith::ConstantIndexOp::create(builder, buffer.memref.getLoc(),
                                          number);
  };
  // The numerator of a quotient may be more than the index type holds.
  const bool isSum = simple.getDenominator().isConstant(1);
  Value bytes = emitPosition(isSum ? index * kIndexedBytes : index);
  Location loc = bytes.getLoc();
  if (!isSum)
    bytes = arith::MulIOp::create(builder, loc, bytes, create(kIndexedBytes));
  return arith::ShRUIOp::create(builder, loc, bytes,
                                create(llvm::Log2_64(kIndexedBytes)),
                                /*isExact=*/true);
}

KernelExpansion::Address KernelExpansion::getAddress(Value memory,
                                                     loop::ExprsAttr attr,
                                                     ValueRange operands,
                                                     Type accessed) {
  Address address{getBuffer(memory), 0, std::nullopt};
  SmallVector<Expr> path = getExprs(attr, operands);
  addPathBounds(path);
  size_t rank = address.buffer.sizes.size();
  if (auto vector = dyn_cast<VectorType>(accessed)) {
    Expr name = indices.bind("lane", Value(), 0, vector.getNumElements() - 1);
    address.lanes = {name, vector};
    // An element that is a vector is all of its lanes.
    if (path.size() == rank && !loop::hasLanes(attr))
      path.push_back(name);
    for (Expr &index : path)
      index = index.substitute({{*loop::getLaneSymbol().getName(), name}});
  }
  for (auto [index, size] :
       llvm::zip_equal(ArrayRef(path).take_front(rank), address.buffer.sizes))
    address.linear = address.linear * size + index;
  address.linear =
      address.linear * getStorage(address.buffer.type.getElementType()).lanes;
  // Behind the dimensions may stand a lane.
  if (path.size() > rank)
    address.linear = address.linear + path.back();
  return address;
}

/// The type of the elements of a memref that holds vectors, or none.
static VectorType getHeldVector(Value memref) {
  return dyn_cast<VectorType>(
      cast<MemRefType>(memref.getType()).getElementType());
}

std::optional<KernelExpansion::Neighbours>
KernelExpansion::getNeighbours(const Address &address) {
  const Lanes &lanes = *address.lanes;
  const int64_t width = lanes.type.getNumElements();
  Expr index = indices.simplify(address.linear);
  Expr first = indices.simplify(lanes.select(index, 0));
  Expr distance = indices.simplify(index - first);
  const bool areReversed = distance == -lanes.name;
  if (first.mentions(*lanes.name.getName()) ||
      (distance != lanes.name && !areReversed))
    return std::nullopt;
  if (auto held = getHeldVector(address.buffer.memref))
    if (areReversed || width != held.getNumElements() ||
        !indices.getFacts().isDivisible(first, width))
      return std::nullopt;
  return Neighbours{lanes.select(address.linear, areReversed ? width - 1 : 0),
                    areReversed};
}

std::optional<KernelExpansion::Components>
KernelExpansion::getComponents(const Address &address) {
  // The vectors of CPUs, which take as long for each lane that is read alone.
  constexpr int64_t kFewestLanes = 8, kLargestRecord = 4;
  const Lanes &lanes = *address.lanes;
  const LaidOutBuffer &buffer = address.buffer;
  if (lanes.type.getNumElements() < kFewestLanes || !isVectorized(buffer) ||
      buffer.type.getSpace() != AddressSpace::Global ||
      getHeldVector(buffer.memref))
    return std::nullopt;
  Expr index = indices.simplify(address.linear);
  Expr first = indices.simplify(lanes.select(index, 0));
  Expr distance = indices.simplify(index - first), numbers = 1;
  for (const Expr &size : buffer.sizes)
    numbers = numbers * size;
  if (first.mentions(*lanes.name.getName()))
    return std::nullopt;
  for (int64_t size = 2; size <= kLargestRecord; ++size) {
    auto component = indices.simplify(Expr::mod(first, size)).getConstant();
    if (distance == lanes.name * size && component &&
        indices.getFacts().isDivisible(numbers, size))
      return Components{first - *component, size, *component};
  }
  return std::nullopt;
}

Value KernelExpansion::loadComponents(Location loc, const LaidOutBuffer &buffer,
                                      const Components &components,
                                      VectorType stored) {
  const int64_t width = stored.getNumElements();
  Value lanes;
  for (int64_t part = 0; part < components.size; ++part) {
    Value loaded =
        loadNumbers(loc, buffer, components.first + part * width, stored);
    if (!lanes) {
      lanes = loaded;
      continue;
    }
    // Of the first two parts, lanes stand where they are in memory; after that,
    // those that have been chosen stand where they belong.
    SmallVector<int64_t> chosen;
    for (int64_t lane = 0; lane < width; ++lane) {
      const int64_t place = components.component + lane * components.size,
                    own = place - part * width;
      const int64_t before = part == 1 ? std::min(place, width - 1) : lane;
      chosen.push_back(own >= 0 && own < width ? width + own : before);
    }
    lanes = vector::ShuffleOp::create(builder, loc, lanes, loaded, chosen);
  }
  return lanes;
}

/// The lanes of a vector, the last one first.
static Value reverse(OpBuilder &builder, Location loc, Value vector) {
  const int64_t width = cast<VectorType>(vector.getType()).getNumElements();
  auto lanes = llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, width)));
  return vector::ShuffleOp::create(builder, loc, vector, vector, lanes);
}

Value KernelExpansion::emitElementOf(const Expr &index, int64_t width) {
  return indices.emit(Expr::floorDiv(index, width));
}

OpFoldResult KernelExpansion::emitLaneOf(const Expr &index, int64_t width) {
  Expr lane = indices.simplify(Expr::mod(index, width));
  if (std::optional<int64_t> constant = lane.getConstant())
    return builder.getIndexAttr(*constant);
  return indices.emit(lane);
}

std::optional<int64_t> KernelExpansion::getAlignment(const Expr &index,
                                                     VectorType type) {
  // A buffer starts at a multiple of every vector.
  int64_t lanes = type.getNumElements();
  if (!llvm::isPowerOf2_64(lanes) ||
      !indices.getFacts().isDivisible(index, lanes))
    return std::nullopt;
  return getElementBytes(type);
}

static bool isInRegisters(Value memref, loop::BufferType buffer) {
  auto type = cast<MemRefType>(memref.getType());
  return buffer.getSpace() == AddressSpace::Private &&
         type.getNumElements() * getStorage(buffer.getElementType()).lanes <=
             kMaxRegisters;
}

/// `type` as it is in memory.
static Type getStoredType(Type type) {
  Type number = getStorage(type).number;
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(number)) : number;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

void KernelExpansion::expandLoad(loop::LoadOp op) {
  Location loc = op.getLoc();
  Type type = op.getType();
  Address address =
      getAddress(op.getBuffer(), op.getPath(), op.getIndices(), type);
  const LaidOutBuffer &buffer = address.buffer;
  if (isInRegisters(buffer.memref, buffer.type))
    unrollLoopsOf(indices.simplify(address.linear));
  Type stored = getStoredType(type);
  Value value;
  if (!address.lanes) {
    value = loadNumbers(loc, buffer, address.linear, stored);
  } else if (std::optional<Neighbours> lanes = getNeighbours(address)) {
    value = loadNumbers(loc, buffer, lanes->lowest, stored);
    if (lanes->areReversed)
      value = reverse(builder, loc, value);
  } else if (std::optional<Components> components = getComponents(address)) {
    value = loadComponents(loc, buffer, *components, cast<VectorType>(stored));
  } else {
    auto vector = cast<VectorType>(stored);
    SmallVector<Value> numbers;
    for (int64_t lane = 0; lane < vector.getNumElements(); ++lane)
      numbers.push_back(loadNumbers(loc, buffer,
                                    address.lanes->select(address.linear, lane),
                                    vector.getElementType()));
    value = vector::FromElementsOp::create(builder, loc, vector, numbers);
  }
  if (stored != type)
    value = arith::TruncIOp::create(builder, loc, type, value);
  values[op] = value;
}

Value KernelExpansion::loadNumbers(Location loc, const LaidOutBuffer &buffer,
                                   const Expr &linear, Type stored) {
  auto vector = dyn_cast<VectorType>(stored);
  Expr index = indices.simplify(linear);
  if (auto held = getHeldVector(buffer.memref)) {
    Value whole =
        memref::LoadOp::create(builder, loc, buffer.memref,
                               emitElementOf(index, held.getNumElements()));
    return vector ? whole
                  : Value(vector::ExtractOp::create(
                        builder, loc, whole,
                        emitLaneOf(index, held.getNumElements())));
  }
  Value position = emitAccessed(buffer, linear, stored);
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

Value KernelExpansion::extendToStorage(Location loc, Value value) {
  Type stored = getStoredType(value.getType());
  return stored == value.getType()
             ? value
             : Value(arith::ExtUIOp::create(builder, loc, stored, value));
}

void KernelExpansion::expandStore(loop::StoreOp op) {
  Location loc = op.getLoc();
  Value value = getValue(op.getValue());
  Address address = getAddress(op.getBuffer(), op.getPath(), op.getIndices(),
                               value.getType());
  const LaidOutBuffer &buffer = address.buffer;
  if (op.getAtomic()) {
    memref::AtomicRMWOp::create(
        builder, loc, *op.getAtomic(), value, buffer.memref,
        emitAccessed(buffer, address.linear, value.getType()));
    return;
  }
  if (isInRegisters(buffer.memref, buffer.type))
    unrollLoopsOf(indices.simplify(address.linear));
  if (!address.lanes)
    return storeNumbers(loc, buffer, address.linear,
                        extendToStorage(loc, value));
  if (std::optional<Neighbours> lanes = getNeighbours(address)) {
    if (lanes->areReversed)
      value = reverse(builder, loc, value);
    return storeNumbers(loc, buffer, lanes->lowest,
                        extendToStorage(loc, value));
  }
  for (int64_t lane = 0; lane < address.lanes->type.getNumElements(); ++lane) {
    Value number = vector::ExtractOp::create(builder, loc, value, lane);
    storeNumbers(loc, buffer, address.lanes->select(address.linear, lane),
                 extendToStorage(loc, number));
  }
}

void KernelExpansion::storeNumbers(Location loc, const LaidOutBuffer &buffer,
                                   const Expr &linear, Value bits) {
  Expr index = indices.simplify(linear);
  auto vector = dyn_cast<VectorType>(bits.getType());
  if (auto held = getHeldVector(buffer.memref)) {
    Value position = emitElementOf(index, held.getNumElements());
    if (!vector)
      bits = vector::InsertOp::create(
          builder, loc, bits,
          memref::LoadOp::create(builder, loc, buffer.memref, position),
          emitLaneOf(index, held.getNumElements()));
    memref::StoreOp::create(builder, loc, bits, buffer.memref, position);
    return;
  }
  Value position = emitAccessed(buffer, linear, bits.getType());
  if (vector && !isVectorized(buffer)) {
    for (int64_t lane = 0; lane < vector.getNumElements(); ++lane)
      memref::StoreOp::create(
          builder, loc, vector::ExtractOp::create(builder, loc, bits, lane),
          buffer.memref, emitLane(position, lane));
    return;
  }
  if (vector) {
    vector::StoreOp::create(builder, loc, bits, buffer.memref, position)
        .setAlignment(getAlignment(index, vector));
    return;
  }
  memref::StoreOp::create(builder, loc, bits, buffer.memref, position);
}
