//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file builds reads: see PatternLowering.h.
//
//===----------------------------------------------------------------------===//

#include "PatternLowering.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::lower_patterns;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

FailureOr<Value> PatternLowering::readScalar(Operation *at, Value value) {
  if (auto it = bindings.find(value); it != bindings.end()) {
    Binding binding = it->second;
    if (binding.scalar)
      return binding.scalar;
    if (binding.whole)
      return read(at, binding.whole, binding.path);
  }
  // An argument of an index function.
  if (auto it = indexExprs.find(value); it != indexExprs.end() && it->second)
    return indices.emit(*it->second);
  Operation *op = value.getDefiningOp();
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!op || isa<KernelOp, loop::KernelOp>(op)) {
    Value input = getInput(value);
    if (!isa<loop::BufferType>(input.getType()))
      return input;
    if (!vector)
      return load(at, Place(input), /*path=*/{}, /*lanes=*/nullptr);
    Lanes lanes = indices.bindLanes(vector);
    return load(at, Place(input), lanes.symbol, &lanes);
  }
  if (auto view = dyn_cast<ViewOpInterface>(op)) {
    if (!vector)
      return readView(at, view, /*path=*/{}, /*lanes=*/nullptr);
    Lanes lanes = indices.bindLanes(vector);
    return readView(at, view, lanes.symbol, &lanes);
  }
  // A scalar of the function around the kernel: computed again, at the start.
  if (isScalarOp(op)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&result.getBody().front());
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

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

FailureOr<Value> PatternLowering::read(Operation *at, Value value,
                                       ArrayRef<Expr> path) {
  auto array = dyn_cast<ArrayType>(value.getType());
  if (!array)
    return readScalar(at, value);
  auto vector = dyn_cast<VectorType>(array.getElementType());
  if (!vector || path.size() > array.getRank())
    return read(at, value, path, /*lanes=*/nullptr);
  Lanes lanes = indices.bindLanes(vector);
  SmallVector<Expr> full(path);
  full.push_back(lanes.symbol);
  return read(at, value, full, &lanes);
}

FailureOr<Value> PatternLowering::read(Operation *at, Value value,
                                       ArrayRef<Expr> path,
                                       const Lanes *lanes) {
  if (!isa<ArrayType>(value.getType()))
    return readLane(at, value, path, lanes);
  if (auto it = bindings.find(value); it != bindings.end()) {
    Binding binding = it->second;
    if (binding.place)
      return load(at, *binding.place, path, lanes);
    if (binding.whole) {
      llvm::append_range(binding.path, path);
      return read(at, binding.whole, binding.path, lanes);
    }
  }
  Operation *op = value.getDefiningOp();
  if (!op || isa<KernelOp, loop::KernelOp>(op))
    return load(at, Place(getInput(value)), path, lanes);
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

FailureOr<Value> PatternLowering::readLane(Operation *at, Value value,
                                           ArrayRef<Expr> path,
                                           const Lanes *lanes) {
  bool isWhole = lanes && path.size() == 1 && path.front() == lanes->symbol &&
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

FailureOr<Value> PatternLowering::gatherLanes(Operation *at, Value value,
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

FailureOr<Value> PatternLowering::load(Operation *at, const Place &place,
                                       ArrayRef<Expr> path,
                                       const Lanes *lanes) {
  WritePath target = place.resolve(path, indices);
  // An index that could not be computed has been reported.
  if (llvm::any_of(target.path,
                   [](const Expr &index) { return index.isError(); }))
    return failure();
  if (!indices.getOpenTests(target.guards).empty()) {
    InFlightDiagnostic diag =
        at->emitOpError("reads an accumulator that is stored only in part");
    diag.attachNote() << "materialize the result of the reduction before it is "
                         "cut";
    return diag;
  }
  Type type =
      cast<loop::BufferType>(place.getBuffer().getType()).getElementType();
  std::map<std::string, Expr> symbols;
  if (lanes) {
    symbols[*lanes->symbol.getName()] = loop::getLaneSymbol();
    // The same for all lanes: one number is loaded, and repeated.
    if (!dropWholeLane(target.path, place, *lanes) &&
        !lanes->isIn(target.path)) {
      FailureOr<Value> number = load(at, place, path, /*lanes=*/nullptr);
      if (failed(number))
        return failure();
      return Value(vector::BroadcastOp::create(builder, at->getLoc(),
                                               lanes->type, *number));
    }
    type = lanes->type;
  } else {
    type = getElementTypeOrSelf(type);
  }
  AttachedExprs attached = indices.attach(target.path, symbols);
  return Value(loop::LoadOp::create(builder, at->getLoc(), type,
                                    place.getBuffer(), attached.operands,
                                    attached.exprs));
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

FailureOr<Value> PatternLowering::readView(Operation *at, ViewOpInterface view,
                                           ArrayRef<Expr> path,
                                           const Lanes *lanes) {
  SmallVector<Expr> simple = llvm::map_to_vector(
      path, [&](const Expr &index) { return indices.prepare(index); });
  if (auto pad = dyn_cast<PadOp>(*view); pad && lanes)
    if (auto padded = readPadded(at, pad, simple, *lanes))
      return *padded;
  llvm::SaveAndRestore<ViewOpInterface> scope(indices.view, view);
  Access access;
  bool lanesPart = indices.asksForUnbound(
      [&] { access = view.getReadAccess(simple, indices); });
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
  // As of concatenated arrays, of which the readers go through a later one.
  while (access.otherwise && indices.areRefuted(access.tests))
    access = Access(*access.otherwise);
  for (const Access *next = &access; lanes && next;
       next = next->otherwise.get())
    lanesPart |= lanes->isIn(getTestsOfVectors(next->tests, *lanes));
  if (lanesPart)
    return gatherLanes(at, view->getResult(0), path, *lanes);
  // An index that could not be computed has been reported.
  if (llvm::any_of(access.path,
                   [](const Expr &index) { return index.isError(); }))
    return failure();
  return readAccess(at, access, lanes);
}

/// The number of the only index that mentions the lanes.
static std::optional<unsigned> getIndexOfLanes(ArrayRef<Expr> path,
                                               const Lanes &lanes) {
  std::optional<unsigned> number;
  for (auto [i, index] : llvm::enumerate(path)) {
    if (!lanes.isIn(index))
      continue;
    if (number)
      return std::nullopt;
    number = i;
  }
  return number;
}

/// The numbers of a vector that only CPUs have.
static constexpr int64_t kLeastWideVector = 8;

std::optional<FailureOr<Value>>
PatternLowering::readPadded(Operation *at, PadOp pad, ArrayRef<Expr> path,
                            const Lanes &lanes) {
  ArrayType type = pad.getInput().getType();
  std::optional<unsigned> dim = getIndexOfLanes(path, lanes);
  if (!dim || path.size() != type.getRank() ||
      pad.getPaddedDims() != ArrayRef<int64_t>(*dim))
    return std::nullopt;
  const Expr low = cast<SizeAttr>(pad.getLow()[0]).getValue();
  std::optional<Expr> first = getFirstOfWhole(path[*dim], lanes);
  if (!first)
    return std::nullopt;
  const Expr length = type.getSize(*dim);
  const int64_t width = lanes.type.getNumElements();
  Access whole{pad.getInput(), SmallVector<Expr>(path), {}, nullptr};
  // Where vectors begin before elements, a list of numbers alone has others
  // that are whole: those of whole rows are put together of two.
  const bool isBefore = !low.isConstant(0);
  if (isBefore && (isMultiple(length, lanes) || type.getRank() != 1 ||
                   width < kLeastWideVector))
    return std::nullopt;
  if (isMultiple(length, lanes)) {
    if (pad.getMode() != PadMode::Empty)
      return std::nullopt;
    // Numbers of vectors, so that it is known where these start.
    Expr number = indices.clamp(Expr::exactDiv(*first, width), 0,
                                Expr::exactDiv(length, width) - 1);
    whole.path[*dim] = number * width + lanes.symbol;
    return readAccess(at, whole, &lanes);
  }
  // Rows of other lengths do not start with whole vectors, and GPUs load those
  // that start anywhere number by number; CPUs, which have wide ones, do not.
  if (type.getRank() != 1 && width < kLeastWideVector)
    return std::nullopt;
  whole.path[*dim] = path[*dim] - low;
  IndexTest test{*first - low, 0, length - width + 1};
  if (indices.getOpenTests(test).empty())
    return readAccess(at, whole, &lanes);
  loop::IfOp branch = createBranch(at->getLoc(), test, lanes.type);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  FailureOr<Value> vector = readAccess(at, whole, &lanes);
  if (failed(vector))
    return vector;
  loop::YieldOp::create(builder, at->getLoc(), *vector);
  builder.setInsertionPointToStart(&branch.getElseRegion().front());
  FailureOr<Value> numbers = gatherLanes(at, pad, path, lanes);
  if (failed(numbers))
    return numbers;
  loop::YieldOp::create(builder, at->getLoc(), *numbers);
  return FailureOr<Value>(branch.getResult(0));
}

FailureOr<Value> PatternLowering::readAccess(Operation *at,
                                             const Access &access,
                                             const Lanes *lanes) {
  SmallVector<IndexTest> tests = lanes ? getTestsOfVectors(access.tests, *lanes)
                                       : indices.getOpenTests(access.tests);
  if (tests.empty())
    return read(at, access.source, access.path, lanes);
  Type type = access.source.getType();
  if (auto array = dyn_cast<ArrayType>(type))
    type = array.getElementType();
  type = lanes ? Type(lanes->type) : getElementTypeOrSelf(type);
  loop::IfOp branch = createBranch(at->getLoc(), tests, type);
  OpBuilder::InsertionGuard guard(builder);
  auto fillBranch = [&](Region &region, const Access &taken) -> LogicalResult {
    builder.setInsertionPointToStart(&region.front());
    FailureOr<Value> value =
        &taken == &access ? read(at, taken.source,
                                 narrowTested(taken.path, taken.tests), lanes)
                          : readAccess(at, taken, lanes);
    if (failed(value))
      return failure();
    loop::YieldOp::create(builder, at->getLoc(), *value);
    return success();
  };
  if (failed(fillBranch(branch.getThenRegion(), access)) ||
      failed(fillBranch(branch.getElseRegion(), *access.otherwise)))
    return failure();
  return branch.getResult(0);
}

//===----------------------------------------------------------------------===//
// Patterns that are computed where they are read
//===----------------------------------------------------------------------===//

void PatternLowering::forget(Region &body) {
  body.walk([&](Operation *op) {
    for (Value value : op->getResults()) {
      bindings.erase(value);
      indexExprs.erase(value);
    }
  });
}

LogicalResult PatternLowering::lowerReadBody(Operation *at, Operation *op,
                                             Region &body) {
  auto note = [&](MapOp map) {
    mapUses.reads.try_emplace(map, MapUses::Read{op, at->getLoc()});
  };
  if (auto map = dyn_cast<MapOp>(op))
    note(map);
  body.walk(note);
  llvm::SaveAndRestore<bool> scope(mapUses.isInReadBody, true);
  return lowerStatements(body.front());
}

LogicalResult PatternLowering::checkStored() {
  WalkResult walk = kernel.walk<WalkOrder::PreOrder>([&](MapOp map) {
    auto read = mapUses.reads.find(map);
    bool isParallel = map.getMapping() && map.getMappingAttr().isParallel();
    if (!isParallel || mapUses.stored.contains(map) ||
        read == mapUses.reads.end())
      return WalkResult::advance();
    bool isItself = read->second.computed == map;
    InFlightDiagnostic diag = map.emitOpError(
        isItself ? "is mapped to several work-items, but its result is stored "
                   "nowhere"
                 : "is mapped to several work-items, but what is around it is "
                   "computed by whoever reads an element");
    if (!isItself)
      diag.attachNote(read->second.computed->getLoc())
          << "this is stored nowhere";
    diag.attachNote(read->second.loc) << "read here";
    diag.attachNote() << (isItself ? "materialize the result"
                                   : "materialize its result")
                      << ", or map it to seq";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

FailureOr<Value> PatternLowering::readMap(Operation *at, MapOp map,
                                          unsigned number, ArrayRef<Expr> path,
                                          const Lanes *lanes) {
  if (lanes && lanes->isIn(path.front()))
    return gatherLanes(at, map.getResult(number), path, *lanes);
  forget(map.getBody());
  if (failed(bindElements(map, map.getInputs(), map.getBody().getArguments(),
                          path.front())) ||
      failed(lowerReadBody(at, map, map.getBody())))
    return failure();
  return read(at, map.getYield().getOperand(number), path.drop_front(), lanes);
}

FailureOr<Value> PatternLowering::readGenerate(Operation *at,
                                               GenerateOp generate,
                                               ArrayRef<Expr> path,
                                               const Lanes *lanes) {
  size_t rank = generate.getBounds().size();
  if (lanes && lanes->isIn(path.take_front(rank)))
    return gatherLanes(at, generate, path, *lanes);
  // Behind a test, it takes more than the index itself to know that it is one
  // of an element.
  SmallVector<Expr> element(path.take_front(rank));
  auto type = cast<ArrayType>(generate.getType());
  for (auto [index, size] : llvm::zip(element, type.getSizeExprs()))
    index = indices.narrow(index, size);
  forget(generate.getBody());
  bindIndices(generate.getBody(), element);
  if (failed(lowerReadBody(at, generate, generate.getBody())))
    return failure();
  return read(at, generate.getYield().getOperand(0), path.drop_front(rank),
              lanes);
}
