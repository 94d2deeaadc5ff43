//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers reads, and loads and stores of scalars: see
// KernelLowering.h.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

FailureOr<Value> KernelLowering::readScalar(Operation *at, Value value) {
  auto it = bindings.find(value);
  if (it != bindings.end() && it->second.scalar)
    return it->second.scalar;
  if (it != bindings.end() && it->second.whole) {
    Binding binding = it->second;
    return read(at, binding.whole, binding.path);
  }
  Operation *op = value.getDefiningOp();
  if (!op || isa<KernelOp>(op)) {
    Value argument = frame.getValueArgument(value);
    if (!isa<MemRefType>(argument.getType()))
      return argument;
    auto buffer = std::make_shared<Buffer>();
    buffer->memref = argument;
    buffer->space = AddressSpace::Global;
    buffer->elementType = value.getType();
    return load(at, Place::whole(buffer), {}, std::nullopt);
  }
  if (auto view = dyn_cast<ViewOpInterface>(op))
    return readView(at, view, /*path=*/{});
  // A scalar of the function around the kernel: computed again, at the start.
  if (isScalarOp(op)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&frame.getBody());
    if (failed(lowerScalarOp(op)))
      return failure();
    Value scalar = bindings[value].scalar;
    // What is at the start of the kernel stays valid everywhere in it, but the
    // operands of later ones must be there first.
    bindings.erase(value);
    return scalar;
  }
  if (isa<FoldPattern>(op) && kernel->isAncestor(op)) {
    InFlightDiagnostic diag =
        op->emitOpError("has scalar and array accumulators, and result #")
        << cast<OpResult>(value).getResultNumber()
        << " is not known where it is used";
    diag.attachNote(at->getLoc()) << "used here";
    diag.attachNote() << "materialize the array results in private memory, so "
                         "that every work-item computes all accumulators";
    return diag;
  }
  return at->emitOpError("uses a value that is not available in the kernel");
}

FailureOr<Value> KernelLowering::read(Operation *at, Value value,
                                      ArrayRef<Expr> path) {
  if (!isa<ArrayType>(value.getType()))
    return readScalar(at, value);
  auto it = bindings.find(value);
  if (it != bindings.end() && it->second.place) {
    Binding binding = it->second;
    return load(at, *binding.place, path, binding.accumulator);
  }
  if (it != bindings.end() && it->second.whole) {
    Binding binding = it->second;
    llvm::append_range(binding.path, path);
    return read(at, binding.whole, binding.path);
  }
  Operation *op = value.getDefiningOp();
  if (!op || isa<KernelOp>(op)) {
    FailureOr<Place> place = getPlaceOfArgument(value);
    if (failed(place))
      return failure();
    return load(at, *place, path, std::nullopt);
  }
  if (auto view = dyn_cast<ViewOpInterface>(op))
    return readView(at, view, path);
  if (auto generate = dyn_cast<GenerateOp>(op))
    return readGenerate(at, generate, path);
  if (auto map = dyn_cast<MapOp>(op))
    return readMap(at, map, cast<OpResult>(value).getResultNumber(), path);
  InFlightDiagnostic diag =
      op->emitOpError("computes an array that is read but stored nowhere");
  diag.attachNote(at->getLoc()) << "read here";
  diag.attachNote() << "materialize the result, or run lift-infer-spaces";
  return diag;
}

FailureOr<Value> KernelLowering::readView(Operation *at, ViewOpInterface view,
                                          ArrayRef<Expr> path) {
  SmallVector<Expr> simple = llvm::map_to_vector(
      path, [&](const Expr &index) { return indices.simplify(index); });
  llvm::SaveAndRestore<ViewOpInterface> scope(indices.view, view);
  Access access = view.getReadAccess(simple, indices);
  if (!access.source) {
    InFlightDiagnostic diag = view->emitOpError("can be written, but not read");
    diag.attachNote(at->getLoc()) << "read here";
    if (isWritable(view))
      diag.attachNote() << "materialize the result, or run lift-infer-spaces";
    else
      diag.attachNote() << "state 'permutation' if it writes every element "
                           "once: only then can the result be stored";
    return diag;
  }
  // An index that could not be emitted has been reported.
  if (llvm::any_of(access.path,
                   [](const Expr &index) { return index.isError(); }))
    return failure();
  return readAccess(at, access);
}

FailureOr<Value> KernelLowering::readAccess(Operation *at,
                                            const Access &access) {
  Value condition = indices.emitTests(access.tests);
  if (!condition)
    return read(at, access.source, access.path);
  Type type = access.source.getType();
  if (auto array = dyn_cast<ArrayType>(type))
    type = array.getElementType();
  auto branch = scf::IfOp::create(builder, at->getLoc(), type, condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  auto emitBranch = [&](Block *block, const Access &taken) -> LogicalResult {
    builder.setInsertionPointToStart(block);
    FailureOr<Value> value =
        &taken == &access
            ? read(at, taken.source, narrowTested(taken.path, taken.tests))
            : readAccess(at, taken);
    if (failed(value))
      return failure();
    scf::YieldOp::create(builder, at->getLoc(), *value);
    return success();
  };
  if (failed(emitBranch(branch.thenBlock(), access)) ||
      failed(emitBranch(branch.elseBlock(), *access.otherwise)))
    return failure();
  return branch.getResult(0);
}

void KernelLowering::forget(Region &body) {
  body.walk([&](Operation *op) {
    for (Value result : op->getResults()) {
      bindings.erase(result);
      indexExprs.erase(result);
    }
  });
}

FailureOr<Value> KernelLowering::readMap(Operation *at, MapOp map,
                                         unsigned result, ArrayRef<Expr> path) {
  if (map.getMapping() && map.getMappingAttr().isParallel()) {
    InFlightDiagnostic diag = map.emitOpError(
        "is mapped to several work-items, but its result is stored nowhere");
    diag.attachNote(at->getLoc()) << "read here";
    diag.attachNote() << "materialize the result, or map it to seq";
    return diag;
  }
  forget(map.getBody());
  if (failed(bindElements(map, map.getInputs(), map.getBody().getArguments(),
                          path.front())) ||
      failed(lowerStatements(map.getBody().front())))
    return failure();
  return read(at, map.getYield().getOperand(result), path.drop_front());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

FailureOr<Expr> KernelLowering::getLinearIndex(Operation *at,
                                               const Buffer &buffer,
                                               ArrayRef<Expr> path) {
  Expr linear = 0;
  for (auto [index, size] :
       llvm::zip_equal(buffer.copyIndices, buffer.copySizes))
    linear = linear * size + index;
  for (auto [k, element, size] : llvm::enumerate(path, buffer.sizes)) {
    Expr index = element;
    if (const std::optional<Distribution> &spread = buffer.distribution[k]) {
      index = indices.simplify(index.substitute(definitions));
      Expr owner = indices.simplify(Expr::mod(index, spread->localSize));
      if (owner != getIdExpr(MappingKind::Lcl, spread->dim)) {
        InFlightDiagnostic diag = at->emitOpError(
            "uses an element of a private array that another work-item holds");
        diag.attachNote() << "dimension " << k
                          << " of the array is spread over lcl(" << spread->dim
                          << "); use it in a map with the same "
                          << "mapping, or materialize it in local memory";
        return diag;
      }
      index = Expr::floorDiv(index, spread->localSize);
    }
    linear = linear * size + index;
  }
  return indices.simplify(linear);
}

/// A private array stays in registers if all its indices are constants, which
/// takes unrolled loops; beyond this many elements no device has the registers
/// and the code would only grow.
static constexpr int64_t kMaxRegisters = 1024;

static bool isInRegisters(const Buffer &buffer) {
  return buffer.space == AddressSpace::Private &&
         cast<MemRefType>(buffer.memref.getType()).getNumElements() <=
             kMaxRegisters;
}

/// Loads see i1 values as the bytes that they are stored as.
static Value fromStorage(OpBuilder &builder, Location loc, Value value,
                         Type type) {
  if (value.getType() == type)
    return value;
  return arith::TruncIOp::create(builder, loc, type, value);
}

FailureOr<Value> KernelLowering::load(Operation *at, const Place &place,
                                      ArrayRef<Expr> path,
                                      std::optional<unsigned> accumulator) {
  WritePath target = place.toBuffer(path);
  if (Value condition = indices.emitTests(target.guards)) {
    condition.getDefiningOp()->erase();
    InFlightDiagnostic diag =
        at->emitOpError("reads an accumulator that is stored only in part");
    diag.attachNote() << "materialize the result of the reduction before it is "
                         "cut";
    return diag;
  }
  FailureOr<Expr> linear = getLinearIndex(at, *place.buffer, target.path);
  if (failed(linear))
    return failure();
  if (accumulator) {
    Watch &watch = watches[*accumulator];
    watch.reads.push_back(*linear);
    watch.isReadTooLate |= watch.isOverwritten;
  }
  if (isInRegisters(*place.buffer))
    unrollLoopsOf(*linear);
  Location loc = at->getLoc();
  Value index = indices.emit(*linear);
  Value value =
      memref::LoadOp::create(builder, loc, place.buffer->memref, index);
  return fromStorage(builder, loc, value, place.buffer->elementType);
}

LogicalResult KernelLowering::store(Operation *at, Value scalar,
                                    const Place &place) {
  WritePath target = place.toBuffer({});
  // An index that could not be emitted has been reported.
  if (llvm::any_of(target.path,
                   [](const Expr &index) { return index.isError(); }))
    return failure();
  FailureOr<Expr> linear = getLinearIndex(at, *place.buffer, target.path);
  if (failed(linear))
    return failure();
  for (Watch &watch : watches) {
    if (watch.buffer != place.buffer.get())
      continue;
    watch.writes.push_back(*linear);
    watch.isOverwritten = true;
  }
  if (isInRegisters(*place.buffer))
    unrollLoopsOf(*linear);
  Location loc = at->getLoc();
  SmallVector<IndexTest> tests = guards;
  llvm::append_range(tests, target.guards);
  return emitIf(indices.emitTests(tests), [&]() -> LogicalResult {
    Value index = indices.emit(*linear);
    Value stored = scalar;
    Type storage = getStorageType(place.buffer->elementType);
    if (stored.getType() != storage)
      stored = arith::ExtUIOp::create(builder, loc, storage, stored);
    memref::StoreOp::create(builder, loc, stored, place.buffer->memref, index);
    return success();
  });
}
