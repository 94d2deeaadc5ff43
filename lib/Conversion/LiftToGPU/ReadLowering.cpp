//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers reads: see KernelLowering.h.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
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
    Place place = Place::whole(buffer);
    auto vector = dyn_cast<VectorType>(value.getType());
    if (!vector)
      return load(at, place, {}, /*lanes=*/nullptr, std::nullopt);
    Lanes lanes = bindLanes(vector);
    return load(at, place, lanes.name, &lanes, std::nullopt);
  }
  if (auto view = dyn_cast<ViewOpInterface>(op)) {
    auto vector = dyn_cast<VectorType>(value.getType());
    if (!vector)
      return readView(at, view, /*path=*/{}, /*lanes=*/nullptr);
    Lanes lanes = bindLanes(vector);
    return readView(at, view, lanes.name, &lanes);
  }
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
  auto array = dyn_cast<ArrayType>(value.getType());
  if (!array)
    return readScalar(at, value);
  auto vector = dyn_cast<VectorType>(array.getElementType());
  if (!vector || path.size() > array.getRank())
    return read(at, value, path, /*lanes=*/nullptr);
  Lanes lanes = bindLanes(vector);
  SmallVector<Expr> full(path);
  full.push_back(lanes.name);
  return read(at, value, full, &lanes);
}

FailureOr<Value> KernelLowering::read(Operation *at, Value value,
                                      ArrayRef<Expr> path, const Lanes *lanes) {
  if (!isa<ArrayType>(value.getType()))
    return readLane(at, value, path, lanes);
  auto it = bindings.find(value);
  if (it != bindings.end() && it->second.place) {
    Binding binding = it->second;
    return load(at, *binding.place, path, lanes, binding.accumulator);
  }
  if (it != bindings.end() && it->second.whole) {
    Binding binding = it->second;
    llvm::append_range(binding.path, path);
    return read(at, binding.whole, binding.path, lanes);
  }
  Operation *op = value.getDefiningOp();
  if (!op || isa<KernelOp>(op)) {
    FailureOr<Place> place = getPlaceOfArgument(value);
    if (failed(place))
      return failure();
    return load(at, *place, path, lanes, std::nullopt);
  }
  if (auto view = dyn_cast<ViewOpInterface>(op))
    return readView(at, view, path, lanes);
  if (auto generate = dyn_cast<GenerateOp>(op))
    return readGenerate(at, generate, path, lanes);
  if (auto map = dyn_cast<MapOp>(op))
    return readMap(at, map, cast<OpResult>(value).getResultNumber(), path,
                   lanes);
  InFlightDiagnostic diag =
      op->emitOpError("computes an array that is read but stored nowhere");
  diag.attachNote(at->getLoc()) << "read here";
  diag.attachNote() << "materialize the result, or run lift-infer-spaces";
  return diag;
}

FailureOr<Value> KernelLowering::readLane(Operation *at, Value value,
                                          ArrayRef<Expr> path,
                                          const Lanes *lanes) {
  bool isWhole = lanes && path.size() == 1 && path.front() == lanes->name &&
                 value.getType() == lanes->type;
  if (lanes && lanes->isIn(path) && !isWhole)
    return gatherLanes(at, value, path, *lanes);
  FailureOr<Value> whole = readScalar(at, value);
  if (failed(whole) || isWhole)
    return whole;
  Value number = *whole;
  if (!path.empty()) {
    OpFoldResult lane = path.front().getConstant()
                            ? OpFoldResult(builder.getI64IntegerAttr(
                                  *path.front().getConstant()))
                            : OpFoldResult(indices.emit(path.front()));
    number = vector::ExtractOp::create(builder, at->getLoc(), number, lane);
  }
  if (lanes)
    number =
        vector::BroadcastOp::create(builder, at->getLoc(), lanes->type, number);
  return number;
}

FailureOr<Value> KernelLowering::gatherLanes(Operation *at, Value value,
                                             ArrayRef<Expr> path,
                                             const Lanes &lanes) {
  SmallVector<Value> numbers;
  for (int64_t lane = 0; lane < lanes.type.getNumElements(); ++lane) {
    FailureOr<Value> number =
        read(at, value, lanes.select(path, lane), /*lanes=*/nullptr);
    if (failed(number))
      return failure();
    numbers.push_back(*number);
  }
  return Value(vector::FromElementsOp::create(builder, at->getLoc(), lanes.type,
                                              numbers));
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

namespace {
/// Binds the indices that are the same for all lanes, and notes if one is not.
class LaneBinder final : public IndexBinder {
public:
  LaneBinder(IndexBinder &indices, const Lanes *lanes)
      : indices(indices), lanes(lanes) {}

  Expr clamp(const Expr &index, const Expr &lower, const Expr &upper) override {
    return isInLanes(index) ? lower : indices.clamp(index, lower, upper);
  }
  Expr wrap(const Expr &index, const Expr &length) override {
    return isInLanes(index) ? Expr(0) : indices.wrap(index, length);
  }
  Expr mirror(const Expr &index, const Expr &length) override {
    return isInLanes(index) ? Expr(0) : indices.mirror(index, length);
  }
  Expr apply(Region &function, const Expr &argument,
             const IndexRange &range) override {
    return isInLanes(argument) ? Expr(0)
                               : indices.apply(function, argument, range);
  }
  Expr element(Value value, ArrayRef<Expr> path,
               const IndexRange &range) override {
    return isInLanes(path) ? Expr(0) : indices.element(value, path, range);
  }

  bool lanesPart = false;

private:
  bool isInLanes(ArrayRef<Expr> path) {
    bool isIn = lanes && lanes->isIn(path);
    lanesPart |= isIn;
    return isIn;
  }

  IndexBinder &indices;
  const Lanes *lanes;
};
} // namespace

FailureOr<Value> KernelLowering::readView(Operation *at, ViewOpInterface view,
                                          ArrayRef<Expr> path,
                                          const Lanes *lanes) {
  SmallVector<Expr> simple = llvm::map_to_vector(path, [&](const Expr &index) {
    return options.simplifyIndices ? indices.simplify(index) : index;
  });
  llvm::SaveAndRestore<ViewOpInterface> scope(indices.view, view);
  LaneBinder binder(indices, lanes);
  Access access = view.getReadAccess(simple, binder);
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
  for (const Access *next = &access; lanes && next;
       next = next->otherwise.get())
    binder.lanesPart |= lanes->isIn(next->tests);
  if (binder.lanesPart)
    return gatherLanes(at, view->getResult(0), path, *lanes);
  // An index that could not be emitted has been reported.
  if (llvm::any_of(access.path,
                   [](const Expr &index) { return index.isError(); }))
    return failure();
  return readAccess(at, access, lanes);
}

FailureOr<Value> KernelLowering::readAccess(Operation *at, const Access &access,
                                            const Lanes *lanes) {
  Value condition = indices.emitTests(access.tests);
  if (!condition)
    return read(at, access.source, access.path, lanes);
  Type type = access.source.getType();
  if (auto array = dyn_cast<ArrayType>(type))
    type = array.getElementType();
  type = lanes ? Type(lanes->type) : getElementTypeOrSelf(type);
  auto branch = scf::IfOp::create(builder, at->getLoc(), type, condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  auto emitBranch = [&](Block *block, const Access &taken) -> LogicalResult {
    builder.setInsertionPointToStart(block);
    FailureOr<Value> value =
        &taken == &access ? read(at, taken.source,
                                 narrowTested(taken.path, taken.tests), lanes)
                          : readAccess(at, taken, lanes);
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

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

void KernelLowering::forget(Region &body) {
  body.walk([&](Operation *op) {
    for (Value result : op->getResults()) {
      bindings.erase(result);
      indexExprs.erase(result);
    }
  });
}

LogicalResult KernelLowering::enterReadBody(Operation *at, Operation *op,
                                            Region &body) {
  MapOp parallel;
  auto find = [&](MapOp map) {
    MappingAttr mapping = map.getMappingAttr();
    if (!mapping || !mapping.isParallel())
      return WalkResult::advance();
    parallel = map;
    return WalkResult::interrupt();
  };
  if (auto map = dyn_cast<MapOp>(op))
    find(map);
  if (!parallel)
    body.walk(find);
  if (!parallel) {
    forget(body);
    return success();
  }
  InFlightDiagnostic diag = parallel.emitOpError(
      parallel == op
          ? "is mapped to several work-items, but its result is stored nowhere"
          : "is mapped to several work-items, but what is around it is "
            "computed "
            "by whoever reads an element");
  if (parallel != op)
    diag.attachNote(op->getLoc()) << "this is stored nowhere";
  diag.attachNote(at->getLoc()) << "read here";
  diag.attachNote() << (parallel == op ? "materialize the result"
                                       : "materialize its result")
                    << ", or map it to seq";
  return diag;
}

FailureOr<Value> KernelLowering::readMap(Operation *at, MapOp map,
                                         unsigned result, ArrayRef<Expr> path,
                                         const Lanes *lanes) {
  if (lanes && lanes->isIn(path.front()))
    return gatherLanes(at, map.getResult(result), path, *lanes);
  if (failed(enterReadBody(at, map, map.getBody())) ||
      failed(bindElements(map, map.getInputs(), map.getBody().getArguments(),
                          path.front())) ||
      failed(lowerStatements(map.getBody().front())))
    return failure();
  return read(at, map.getYield().getOperand(result), path.drop_front(), lanes);
}
