//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file compiles operations on scalars and vectors.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

/// The operation of that name, or null.
static const ScalarOperation *findScalarOperation(StringRef name) {
  static const llvm::StringMap<const ScalarOperation *> table = [] {
    llvm::StringMap<const ScalarOperation *> entries;
    for (ArrayRef<ScalarOperation> operations :
         {getIntegerOperations(), getFloatOperations(), getCastOperations(),
          getMathOperations()})
      for (const ScalarOperation &operation : operations)
        entries[operation.name] = &operation;
    return entries;
  }();
  return table.lookup(name);
}

FailureOr<bool> Compiler::compileScalar(Operation &op, Code &code) {
  if (const ScalarOperation *entry =
          findScalarOperation(op.getName().getStringRef()))
    return known(compileTable(op, *entry, code));
  return llvm::TypeSwitch<Operation *, FailureOr<bool>>(&op)
      .Case([&](arith::ConstantOp constant) {
        return known(compileConstant(constant));
      })
      .Case([&](SizeOp size) { return known(compileSize(size)); })
      .Case([&](arith::SelectOp select) {
        return known(compileSelect(select, code));
      })
      .Case([&](arith::CmpFOp compare) {
        NumberKind kind = getScalar(compare.getLhs()).kind;
        return known(compileComparison(
            compare, chooseFloatComparison(kind),
            getAcceptedOutcomes(compare.getPredicate()), code));
      })
      .Case([&](arith::CmpIOp compare) {
        NumberKind kind = getScalar(compare.getLhs()).kind;
        bool isSigned = isSignedPredicate(compare.getPredicate());
        return known(compileComparison(
            compare, chooseIntegerComparison(kind, isSigned),
            getAcceptedOutcomes(compare.getPredicate()), code));
      })
      .Default([](Operation *) { return false; });
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static Register makeNumber(NumberKind kind, const APInt &value) {
  Register number;
  number.i =
      kind == NumberKind::I1 ? value.getZExtValue() : value.getSExtValue();
  return number;
}

static Register makeNumber(NumberKind kind, APFloat value) {
  bool losesInfo = false;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  Register number;
  if (kind == NumberKind::F64)
    number.d = value.convertToDouble();
  else
    number.f = static_cast<float>(value.convertToDouble());
  return number;
}

/// The numbers of a scalar or vector constant; empty if it is neither.
static SmallVector<Register> getNumbers(NumberKind kind, Attribute attribute) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return {makeNumber(kind, integer.getValue())};
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return {makeNumber(kind, number.getValue())};
  auto makeLane = [&](const auto &value) { return makeNumber(kind, value); };
  auto elements = dyn_cast<DenseElementsAttr>(attribute);
  if (!elements)
    return {};
  if (isFloat(kind))
    return llvm::map_to_vector(elements.getValues<APFloat>(), makeLane);
  return llvm::map_to_vector(elements.getValues<APInt>(), makeLane);
}

LogicalResult Compiler::compileConstant(arith::ConstantOp op) {
  FailureOr<LeafStorage> place = makePlace(op, op.getType(), /*shape=*/{});
  if (failed(place))
    return failure();
  SmallVector<Register> numbers = getNumbers(place->kind, op.getValue());
  if (static_cast<int64_t>(numbers.size()) != place->lanes)
    return op.emitOpError("has a value that is not supported by the evaluator");
  llvm::copy(numbers, program.registers.begin() + place->slot);
  return setResult(op, op.getResult(), {*place});
}

LogicalResult Compiler::compileSize(SizeOp op) {
  FailureOr<int64_t> value =
      evaluateSize(op.getLoc(), op.getValue().getValue(), bindings);
  if (failed(value))
    return failure();
  Register number;
  number.i = *value;
  return setResult(op, op.getResult(), {makeConstant(NumberKind::I64, number)});
}

//===----------------------------------------------------------------------===//
// Lane by lane
//===----------------------------------------------------------------------===//

LogicalResult Compiler::compileTable(Operation &op,
                                     const ScalarOperation &entry, Code &code) {
  Places operands;
  for (Value operand : op.getOperands()) {
    if (isa<ArrayType, TupleType>(operand.getType()))
      return op.emitOpError("is not supported by the evaluator on ")
             << operand.getType();
    operands.push_back(getScalar(operand));
  }
  ScalarFunctionChoice choose = entry.choose;
  for (Value result : op.getResults()) {
    FailureOr<LeafStorage> place =
        makePlace(&op, result.getType(), /*shape=*/{});
    if (failed(place))
      return failure();
    ScalarFunction function = choose(operands.front().kind, place->kind);
    if (!function)
      return op.emitOpError("is not supported by the evaluator on ")
             << op.getOperand(0).getType();
    addCompute(code, &op, function, *place, operands);
    if (failed(setResult(&op, result, {*place})))
      return failure();
    choose = entry.chooseSecond;
  }
  return success();
}

LogicalResult Compiler::compileComparison(Operation *op,
                                          ScalarFunction function,
                                          int64_t accepted, Code &code) {
  FailureOr<LeafStorage> result =
      makePlace(op, op->getResult(0).getType(), /*shape=*/{});
  if (failed(result))
    return failure();
  Register number;
  number.i = accepted;
  LeafStorage outcomes = makeConstant(
      NumberKind::I64, SmallVector<Register>(result->lanes, number));
  addCompute(
      code, op, function, *result,
      {getScalar(op->getOperand(0)), getScalar(op->getOperand(1)), outcomes});
  return setResult(op, op->getResult(0), {*result});
}

LogicalResult Compiler::compileSelect(arith::SelectOp op, Code &code) {
  if (isa<ArrayType, TupleType>(op.getType()))
    return op.emitOpError("is not supported by the evaluator on ")
           << op.getType();
  FailureOr<LeafStorage> result = makePlace(op, op.getType(), /*shape=*/{});
  if (failed(result))
    return failure();
  Instruction &instruction = add(code, Instruction::Code::Select, op);
  instruction.lanes = result->lanes;
  instruction.result = result->slot;
  instruction.numOperands = 3;
  instruction.isUniformCondition = getScalar(op.getCondition()).lanes == 1;
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    instruction.operands[i] = getScalar(operand).slot;
  code.locals.push_back(*result);
  return setResult(op, op.getResult(), {*result});
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// One lane of a vector, as a scalar.
static LeafStorage getLane(const LeafStorage &vector, int64_t lane) {
  LeafStorage place = vector;
  place.lanes = 1;
  place.slot += lane;
  return place;
}

/// The place in a vector of one dimension that an operation names, if it is
/// a constant in range.
template <typename OpTy>
static std::optional<int64_t> getConstantLane(OpTy op, int64_t lanes) {
  ArrayRef<int64_t> position = op.getStaticPosition();
  if (op.hasDynamicPosition() || position.size() != 1 || position[0] < 0 ||
      position[0] >= lanes)
    return std::nullopt;
  return position[0];
}

/// The operation on two scalars that a reduction repeats.
static StringRef getCombiner(vector::CombiningKind kind, bool isFloat) {
  switch (kind) {
  case vector::CombiningKind::ADD:
    return isFloat ? "arith.addf" : "arith.addi";
  case vector::CombiningKind::MUL:
    return isFloat ? "arith.mulf" : "arith.muli";
  case vector::CombiningKind::MINUI:
    return "arith.minui";
  case vector::CombiningKind::MINSI:
    return "arith.minsi";
  case vector::CombiningKind::MINNUMF:
    return "arith.minnumf";
  case vector::CombiningKind::MAXUI:
    return "arith.maxui";
  case vector::CombiningKind::MAXSI:
    return "arith.maxsi";
  case vector::CombiningKind::MAXNUMF:
    return "arith.maxnumf";
  case vector::CombiningKind::AND:
    return "arith.andi";
  case vector::CombiningKind::OR:
    return "arith.ori";
  case vector::CombiningKind::XOR:
    return "arith.xori";
  case vector::CombiningKind::MAXIMUMF:
    return "arith.maximumf";
  case vector::CombiningKind::MINIMUMF:
    return "arith.minimumf";
  }
  llvm_unreachable("unknown combining kind");
}

FailureOr<bool> Compiler::compileVector(Operation &op, Code &code) {
  return llvm::TypeSwitch<Operation *, FailureOr<bool>>(&op)
      .Case([&](vector::ExtractOp extract) {
        return compileExtract(extract, code);
      })
      .Case(
          [&](vector::InsertOp insert) { return compileInsert(insert, code); })
      .Case([&](vector::ShuffleOp shuffle) {
        return compileShuffle(shuffle, code);
      })
      .Case([&](vector::BroadcastOp broadcast) {
        LeafStorage source = getScalar(broadcast.getSource());
        int64_t lanes = getNumLanes(broadcast.getType());
        if (source.lanes == lanes)
          return known(setResult(&op, broadcast.getResult(), {source}));
        return compileLanes(&op, Places(lanes, source), code);
      })
      .Case([&](vector::FromElementsOp fromElements) {
        Places lanes;
        for (Value element : fromElements.getElements())
          lanes.push_back(getScalar(element));
        return compileLanes(&op, lanes, code);
      })
      .Case([&](vector::ToElementsOp toElements) -> FailureOr<bool> {
        LeafStorage source = getScalar(toElements.getSource());
        for (auto [lane, result] : llvm::enumerate(op.getResults()))
          if (failed(setResult(&op, result, {getLane(source, lane)})))
            return failure();
        return true;
      })
      .Case([&](vector::ReductionOp reduction) {
        return compileVectorReduction(reduction, code);
      })
      .Default([](Operation *) { return false; });
}

/// A vector of the given lanes.
FailureOr<bool>
Compiler::compileLanes(Operation *op, ArrayRef<LeafStorage> lanes, Code &code) {
  FailureOr<LeafStorage> result =
      makePlace(op, op->getResult(0).getType(), /*shape=*/{});
  if (failed(result))
    return failure();
  if (result->lanes != static_cast<int64_t>(lanes.size()))
    return false;
  for (auto [i, lane] : llvm::enumerate(lanes)) {
    Instruction &instruction = add(code, Instruction::Code::Copy, op);
    instruction.operands[0] = lane.slot;
    instruction.numOperands = 1;
    instruction.result = result->slot + i;
    code.locals.push_back(getLane(*result, i));
  }
  return known(setResult(op, op->getResult(0), {*result}));
}

LeafStorage Compiler::addEquality(Operation *op, const LeafStorage &number,
                                  int64_t other, Code &code) {
  Register wanted, accepted;
  wanted.i = other;
  accepted.i = kEqual;
  LeafStorage result = makeRegisters(NumberKind::I1, /*lanes=*/1);
  addCompute(code, op, chooseIntegerComparison(number.kind, /*isSigned=*/false),
             result,
             {number, makeConstant(number.kind, wanted),
              makeConstant(NumberKind::I64, accepted)});
  return result;
}

LeafStorage Compiler::addChoice(Operation *op, const LeafStorage &condition,
                                const LeafStorage &ifTrue,
                                const LeafStorage &ifFalse, Code &code) {
  LeafStorage result = makeRegisters(ifTrue.kind, /*lanes=*/1);
  Instruction &instruction = add(code, Instruction::Code::Select, op);
  instruction.result = result.slot;
  instruction.numOperands = 3;
  instruction.operands[0] = condition.slot;
  instruction.operands[1] = ifTrue.slot;
  instruction.operands[2] = ifFalse.slot;
  code.locals.push_back(result);
  return result;
}

/// A lane that is not there.
static Register getPoison() {
  Register poison;
  poison.valid = false;
  return poison;
}

FailureOr<bool> Compiler::compileExtract(vector::ExtractOp op, Code &code) {
  LeafStorage source = getScalar(op.getSource());
  if (std::optional<int64_t> lane = getConstantLane(op, source.lanes))
    return known(setResult(op, op.getResult(), {getLane(source, *lane)}));
  if (op.getDynamicPosition().size() != 1)
    return false;
  LeafStorage position = getScalar(op.getDynamicPosition().front());
  LeafStorage result = makeConstant(source.kind, getPoison());
  for (int64_t lane = 0; lane < source.lanes; ++lane)
    result = addChoice(op, addEquality(op, position, lane, code),
                       getLane(source, lane), result, code);
  return known(setResult(op, op.getResult(), {result}));
}

FailureOr<bool> Compiler::compileInsert(vector::InsertOp op, Code &code) {
  LeafStorage target = getScalar(op.getDest());
  LeafStorage stored = getScalar(op.getValueToStore());
  Places lanes;
  for (int64_t lane = 0; lane < target.lanes; ++lane)
    lanes.push_back(getLane(target, lane));
  if (std::optional<int64_t> position = getConstantLane(op, target.lanes)) {
    lanes[*position] = stored;
    return compileLanes(op, lanes, code);
  }
  if (op.getDynamicPosition().size() != 1)
    return false;
  // A position that is not there leaves a chain of choices with no lane.
  LeafStorage position = getScalar(op.getDynamicPosition().front());
  for (int64_t changed = 0; changed < target.lanes; ++changed) {
    LeafStorage result = makeConstant(target.kind, getPoison());
    for (int64_t lane = 0; lane < target.lanes; ++lane)
      result = addChoice(op, addEquality(op, position, lane, code),
                         lane == changed ? stored : getLane(target, changed),
                         result, code);
    lanes[changed] = result;
  }
  return compileLanes(op, lanes, code);
}

FailureOr<bool> Compiler::compileShuffle(vector::ShuffleOp op, Code &code) {
  LeafStorage first = getScalar(op.getV1()), second = getScalar(op.getV2());
  Places lanes;
  for (int64_t lane : op.getMask())
    lanes.push_back(lane < 0             ? makeConstant(first.kind, getPoison())
                    : lane < first.lanes ? getLane(first, lane)
                                         : getLane(second, lane - first.lanes));
  return compileLanes(op, lanes, code);
}

/// Combines the lanes from the first to the last, after the accumulator.
FailureOr<bool> Compiler::compileVectorReduction(vector::ReductionOp op,
                                                 Code &code) {
  LeafStorage source = getScalar(op.getVector());
  StringRef name = getCombiner(op.getKind(), isFloat(source.kind));
  ScalarFunction combine =
      findScalarOperation(name)->choose(source.kind, source.kind);
  if (!combine)
    return false;
  int64_t lane = 0;
  LeafStorage sum =
      op.getAcc() ? getScalar(op.getAcc()) : getLane(source, lane++);
  for (; lane < source.lanes; ++lane) {
    LeafStorage next = makeRegisters(source.kind, /*lanes=*/1);
    addCompute(code, op, combine, next, {sum, getLane(source, lane)});
    sum = next;
  }
  return known(setResult(op, op.getResult(), {sum}));
}
