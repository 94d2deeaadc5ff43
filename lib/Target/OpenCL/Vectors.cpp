//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of vector ops, loads and stores excepted.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

static unsigned widthOf(Value value) {
  return cast<VectorType>(value.getType()).getDimSize(0);
}

static bool isMaskVector(Value value) {
  return isa<VectorType>(value.getType()) &&
         getElementTypeOrSelf(value.getType()).isInteger(1);
}

CExpr KernelEmitter::asLane(Value scalar) {
  if (!scalar.getType().isInteger(1))
    return use(scalar);
  return conditional(raw(scalar), CExpr::atom("-1"), CExpr::atom("0"));
}

CExpr KernelEmitter::lanes(const CExpr &vector, ArrayRef<int64_t> lanes,
                           unsigned width) {
  std::string field = width <= 4 ? "" : "s";
  for (int64_t lane : lanes) {
    // Any lane will do for one that is poison.
    std::string name = laneName(std::max<int64_t>(lane, 0), width);
    field += width <= 4 ? name : name.substr(1);
  }
  CExpr expr = member(vector, field);
  expr.maskBits = vector.maskBits;
  return expr;
}

LogicalResult KernelEmitter::emitVector(Operation *op) {
  auto done = [&](Value result, CExpr expr) {
    if (isMaskVector(result) && !expr.maskBits)
      expr.maskBits = 32;
    define(result, std::move(expr));
    return success();
  };
  auto literal = [&](Value result, ValueRange elements) {
    SmallVector<CExpr> operands;
    for (Value element : elements)
      operands.push_back(asLane(element));
    return done(result, vectorLiteral(typeName(result.getType()), operands));
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<vector::LoadOp, vector::StoreOp>(
          [&](auto) { return emitVectorAccess(op); })
      .Case([&](vector::BroadcastOp broadcast) -> LogicalResult {
        Value source = broadcast.getSource();
        if (source.getType() == broadcast.getType())
          return done(broadcast, raw(source));
        if (isa<VectorType>(source.getType()))
          return refuse(op, "it broadcasts a vector", "broadcast a scalar");
        if (isPartOfPacked(op))
          atom(source);
        if (isPacked(broadcast.getType()))
          return done(broadcast, packedSplat(broadcast));
        return literal(broadcast, source);
      })
      .Case([&](vector::FromElementsOp elements) {
        if (isPacked(elements.getType()))
          return done(elements, packedElements(elements));
        return literal(elements, elements.getElements());
      })
      .Case([&](vector::ToElementsOp elements) {
        CExpr source = atom(elements.getSource());
        for (auto [number, result] : llvm::enumerate(elements.getResults())) {
          CExpr lane = lanes(source, number, widthOf(elements.getSource()));
          lane.maskBits = 0;
          if (result.getType().isInteger(1))
            lane = binary(lane, "!=", CExpr::atom("0"));
          define(result, lane);
        }
        return success();
      })
      .Case([&](vector::FMAOp fma) {
        if (isPacked(fma.getType()))
          return done(fma, packedFMA(fma));
        if (isRoundedFloat(fma.getType()))
          return done(fma, halfFMA(fma.getType(),
                                   {exact(fma.getLhs()), exact(fma.getRhs()),
                                    exact(fma.getAcc())}));
        return done(fma, call("fma", {use(fma.getLhs()), use(fma.getRhs()),
                                      use(fma.getAcc())}));
      })
      .Case([&](vector::ExtractOp extract) { return emitExtract(extract); })
      .Case([&](vector::InsertOp insert) { return emitInsert(insert); })
      .Case([&](vector::ShuffleOp shuffle) { return emitShuffle(shuffle); })
      .Case([&](vector::ExtractStridedSliceOp slice) {
        int64_t offset = cast<IntegerAttr>(slice.getOffsets()[0]).getInt();
        SmallVector<int64_t> which;
        for (unsigned i = 0, e = widthOf(slice); i < e; ++i)
          which.push_back(offset + i);
        return done(slice, lanes(raw(slice.getSource()), which,
                                 widthOf(slice.getSource())));
      })
      .Case([&](vector::InsertStridedSliceOp slice) {
        int64_t offset = cast<IntegerAttr>(slice.getOffsets()[0]).getInt();
        SmallVector<int64_t> which;
        for (unsigned i = 0, e = widthOf(slice.getValueToStore()); i < e; ++i)
          which.push_back(offset + i);
        CExpr target = insertionTarget(op, slice.getDest(), slice);
        CExpr part = isMaskVector(slice)
                         ? asMask(slice.getValueToStore(), target.maskBits)
                         : use(slice.getValueToStore());
        line(lanes(target, which, widthOf(slice)).text + " = " + part.text +
             ";");
        return success();
      })
      .Case([&](vector::ReductionOp reduce) { return emitReduction(reduce); })
      .Case([&](vector::BitCastOp view) -> LogicalResult {
        if (isMaskVector(view) || isMaskVector(view.getSource()))
          return refuse(op, "a vector of i1 has no bits in C",
                        "extend or compare instead");
        if (isRoundedFloat(view.getType()) ||
            isRoundedFloat(view.getSource().getType()))
          return refuse(op, "a vector of f16 has no bits of its own",
                        "use arith.bitcast and a vector of i16");
        return done(
            view, reinterpret(typeName(view.getType()), raw(view.getSource())));
      })
      .Case([&](vector::ShapeCastOp view) -> LogicalResult {
        if (view.getType() != view.getSource().getType())
          return refuse(op, "it changes the shape", "use vectors of rank 1");
        return done(view, raw(view.getSource()));
      })
      .Case([&](vector::StepOp step) {
        SmallVector<CExpr> operands;
        for (unsigned i = 0, e = widthOf(step); i < e; ++i)
          operands.push_back(CExpr::atom(std::to_string(i)));
        return done(step, vectorLiteral(typeName(step.getType()), operands));
      })
      .Default([&](Operation *) {
        return refuse(op, "this vector op has no OpenCL C form",
                      "lower it to vector.load, store, extract, insert, "
                      "shuffle and arithmetic first");
      });
}

/// Whether a vector is an element of an array of the work-item's own, which
/// stands there as it is in C.
static bool isInVectors(Value vector) {
  auto load = vector.getDefiningOp<memref::LoadOp>();
  Type number = getElementTypeOrSelf(vector);
  return load && isInSpace(load.getMemRefType(), gpu::AddressSpace::Private) &&
         (number.isF32() || number.isF64() ||
          (number.isInteger() && number.getIntOrFloatBitWidth() >= 8));
}

LogicalResult KernelEmitter::emitExtract(vector::ExtractOp op) {
  Value source = op.getSource();
  auto position = op.getMixedPosition();
  if (position.empty()) {
    define(op, raw(source));
    return success();
  }
  if (std::optional<CExpr> lane = packedExtract(op)) {
    define(op, *lane);
    return success();
  }
  CExpr expr;
  if (auto number = dyn_cast<Attribute>(position[0])) {
    int64_t lane = cast<IntegerAttr>(number).getInt();
    expr = lanes(raw(source), lane, widthOf(source));
  } else {
    // The address of a lane exists in a variable, or in memory, only.
    CExpr vector = raw(source);
    if (!isIdentifier(vector.text) && !isInVectors(source)) {
      vector.isAtom = false;
      vector = atom(vector, source.getType(), nameHint(source));
      if (!isDead)
        values[source] = vector;
    }
    CExpr pointer;
    auto type = cast<VectorType>(source.getType());
    std::string lane =
        vector.maskBits
            ? typeName(IntegerType::get(op.getContext(), vector.maskBits))
            : typeName(type.getElementType());
    pointer.text = "((const " + lane + " *)&" + vector.text + ")";
    pointer.absorb(vector);
    expr = subscript(pointer, use(cast<Value>(position[0])));
  }
  expr.maskBits = 0;
  if (op.getType().isInteger(1))
    expr = binary(expr, "!=", CExpr::atom("0"));
  define(op, expr);
  return success();
}

CExpr KernelEmitter::insertionTarget(Operation *op, Value vector,
                                     Value result) {
  OpOperand *onlyUse = facts.getOnlyLiveUse(vector);
  CExpr variable;
  if (insertionVariables.contains(vector) && onlyUse &&
      onlyUse->getOwner() == op &&
      vector.getDefiningOp()->getBlock() == op->getBlock()) {
    variable = raw(vector);
  } else {
    CExpr initial = raw(vector);
    variable = CExpr::atom(freshName(result, "v"));
    variable.maskBits = initial.maskBits;
    line(variableTypeName(vector.getType(), initial) + " " + variable.text +
         " = " + initial.text + ";");
  }
  insertionVariables.insert(result);
  values[result] = variable;
  return variable;
}

LogicalResult KernelEmitter::emitInsert(vector::InsertOp op) {
  auto position = op.getMixedPosition();
  if (position.empty()) {
    define(op, raw(op.getValueToStore()));
    return success();
  }
  // Evaluated before the target changes: it may read the old lanes.
  CExpr value = asLane(op.getValueToStore());
  CExpr target = insertionTarget(op, op.getDest(), op);
  if (auto number = dyn_cast<Attribute>(position[0])) {
    int64_t lane = cast<IntegerAttr>(number).getInt();
    if (lane >= 0)
      line(lanes(target, lane, widthOf(op)).text + " = " + value.text + ";");
    return success();
  }
  auto type = cast<VectorType>(op.getType());
  std::string lane =
      target.maskBits
          ? typeName(IntegerType::get(op.getContext(), target.maskBits))
          : typeName(type.getElementType());
  line("((" + lane + " *)&" + target.text + ")[" +
       use(cast<Value>(position[0])).text + "] = " + value.text + ";");
  return success();
}

LogicalResult KernelEmitter::emitShuffle(vector::ShuffleOp op) {
  Value first = op.getV1(), second = op.getV2();
  unsigned width = widthOf(first);
  ArrayRef<int64_t> mask = op.getMask();
  auto isFrom = [&](bool fromSecond) {
    return llvm::all_of(mask, [&](int64_t lane) {
      return lane < 0 || (lane >= width) == fromSecond;
    });
  };
  if (isFrom(false)) {
    define(op, lanes(raw(first), mask, width));
    return success();
  }
  if (isFrom(true)) {
    SmallVector<int64_t> which;
    for (int64_t lane : mask)
      which.push_back(lane < 0 ? -1 : lane - width);
    define(op, lanes(raw(second), which, widthOf(second)));
    return success();
  }
  CExpr a = atom(first), b = atom(second);
  if (a.maskBits != b.maskBits)
    b = asMask(second, a.maskBits);
  SmallVector<CExpr> operands;
  for (int64_t lane : mask)
    operands.push_back(lane < width ? lanes(a, lane, width)
                                    : lanes(b, lane - width, widthOf(second)));
  CExpr expr = vectorLiteral(variableTypeName(op.getType(), a), operands);
  expr.maskBits = a.maskBits;
  define(op, expr);
  return success();
}

LogicalResult KernelEmitter::emitReduction(vector::ReductionOp op) {
  using K = vector::CombiningKind;
  Value source = op.getVector(), start = op.getAcc();
  Type type = op.getType();
  unsigned width = widthOf(source);
  K kind = op.getKind();
  if (type.isInteger(1)) {
    bool isAnd = kind == K::AND || kind == K::MUL || kind == K::MINUI ||
                 kind == K::MAXSI;
    bool isOr = kind == K::OR || kind == K::MAXUI || kind == K::MINSI;
    if (!isAnd && !isOr)
      return refuse(op, "OpenCL has all() and any() for vectors of i1 alone",
                    "extend to i32 first");
    CExpr mask = raw(source);
    mask.maskBits = 0;
    CExpr expr =
        binary(call(isAnd ? "all" : "any", mask), "!=", CExpr::atom("0"));
    if (start)
      expr = binary(raw(start), isAnd ? "&&" : "||", expr);
    define(op, expr);
    return success();
  }

  bool isFloat = isa<FloatType>(type);
  bool isUnsigned = kind == K::MINUI || kind == K::MAXUI ||
                    ((kind == K::ADD || kind == K::MUL) && !isFloat);
  // The sum of chars is computed as an int: an unsigned one, which may wrap.
  std::string sumType = bitwidth(type) == 64 ? "ulong" : "uint";
  bool isSum = kind == K::ADD || kind == K::MUL;
  CExpr vector = atom(source);
  SmallVector<CExpr> operands;
  // In the order that LLVM defines: the start value, then lane by lane.
  if (start)
    operands.push_back(exact(start));
  for (unsigned i = 0; i < width; ++i)
    operands.push_back(lanes(vector, i, width));
  if (isUnsigned)
    for (CExpr &operand : operands)
      if (!isSum || &operand == operands.begin())
        operand = castTo(isSum ? sumType : unsignedTypeName(type), operand);
  auto combine = [&](CExpr lhs, CExpr rhs) -> CExpr {
    switch (kind) {
    case K::ADD:
      return rounded(binary(lhs, "+", rhs), type);
    case K::MUL:
      return rounded(binary(lhs, "*", rhs), type);
    case K::AND:
      return binary(lhs, "&", rhs);
    case K::OR:
      return binary(lhs, "|", rhs);
    case K::XOR:
      return binary(lhs, "^", rhs);
    case K::MINUI:
    case K::MINSI:
      return call("min", {lhs, rhs});
    case K::MAXUI:
    case K::MAXSI:
      return call("max", {lhs, rhs});
    case K::MINNUMF:
      return call("fmin", {lhs, rhs});
    case K::MAXNUMF:
      return call("fmax", {lhs, rhs});
    case K::MINIMUMF:
      return strictMinMax(false, lhs, rhs, type);
    case K::MAXIMUMF:
      return strictMinMax(true, lhs, rhs, type);
    }
    llvm_unreachable("unknown combining kind");
  };
  auto toFloat = [&](CExpr expr) {
    return expr.isPacked ? unpack(expr, type) : expr;
  };
  CExpr expr = operands.front();
  for (const CExpr &operand : ArrayRef<CExpr>(operands).drop_front())
    expr = toFloat(combine(expr, operand));
  expr.isUnsigned = isUnsigned && bitwidth(type) >= 32;
  define(op, fit(expr, type));
  return success();
}
