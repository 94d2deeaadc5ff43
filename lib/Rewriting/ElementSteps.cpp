//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/ElementSteps.h"

#include "Builders.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/InlineInWindows.h"
#include "LiftDialect/Rewriting/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

/// The number that is the same for all elements of all loops, and in all lanes
/// of `value`: a constant, or from outside of the patterns. Null if it differs.
static Value findUniform(Value value) {
  if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
    value = broadcast.getSource();
  if (isa<ArrayType>(value.getType()))
    return {};
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant))) {
    auto lanes = dyn_cast<DenseElementsAttr>(constant);
    return lanes && !lanes.isSplat() ? Value() : value;
  }
  const bool isOutside =
      isa<func::FuncOp, KernelOp>(value.getParentBlock()->getParentOp());
  return isOutside && !isa<VectorType>(value.getType()) ? value : Value();
}

/// Whether there are arrays of a type.
static bool isStorable(Type type) {
  Type number = getElementTypeOrSelf(type);
  return isa<FloatType>(number) ||
         (number.isInteger() && number.getIntOrFloatBitWidth() >= 8);
}

static bool isElementwise(Operation &op) {
  return isScalarOp(&op) && op.getNumResults() == 1 && isPure(&op) &&
         OpTrait::hasElementwiseMappableTraits(&op);
}

/// The first of all operations that depend on the element and on nothing that
/// differs, as many as end with one result.
void ElementSteps::find() {
  llvm::SetVector<Operation *> alone;
  auto isAlone = [&](Value value) {
    return value == element || alone.contains(value.getDefiningOp());
  };
  if (element.use_empty())
    return;
  // That of a loop inside, if the element is the same in all its trips.
  Block *body = (*element.user_begin())->getBlock();
  for (Operation &op : *body)
    if (isElementwise(op) && llvm::any_of(op.getOperands(), isAlone) &&
        llvm::all_of(op.getOperands(), [&](Value operand) {
          return isAlone(operand) || findUniform(operand);
        }))
      alone.insert(&op);
  auto isReadElsewhere = [&](Value value) {
    return llvm::any_of(value.getUsers(),
                        [&](Operation *user) { return !alone.contains(user); });
  };
  while (!alone.empty() && !isStorable(alone.back()->getResult(0).getType()))
    alone.pop_back();
  if (alone.empty() || isReadElsewhere(element) ||
      llvm::any_of(
          ArrayRef(alone.getArrayRef()).drop_back(),
          [&](Operation *op) { return isReadElsewhere(op->getResult(0)); }))
    return;
  ops = alone.takeVector();
}

ElementSteps ElementSteps::get(Value element) {
  ElementSteps steps(element);
  if (!isa<ArrayType>(element.getType()))
    steps.find();
  return steps;
}

/// Visits the values that come from an array by views and loops, and the array.
/// Whether nothing else reads them, and `mayPad` holds for the views that add
/// constants.
static bool walkReaders(Value value, llvm::function_ref<void(Value)> visit,
                        llvm::function_ref<bool(PadOp)> mayPad) {
  visit(value);
  if (!isa<ArrayType>(value.getType()))
    return true;
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    const unsigned number = use.getOperandNumber();
    if (isa<MapOp, ReduceOp>(user))
      return number < getInputs(user).size() &&
             walkReaders(user->getRegion(0).getArgument(number), visit, mayPad);
    auto pad = dyn_cast<PadOp>(user);
    if (!isa<ViewOpInterface>(user) || user->getNumRegions() != 0 ||
        number != 0 || !isa<ArrayType>(user->getResult(0).getType()) ||
        (pad && pad.getValue() ? !mayPad(pad) : user->getNumOperands() != 1))
      return false;
    return walkReaders(user->getResult(0), visit, mayPad);
  });
}

static bool refusePads(PadOp) { return false; }

FailureOr<ElementSteps> ElementSteps::getOfArray(Value array,
                                                 Refusal &refusal) {
  Operation *loop = array.getParentBlock()->getParentOp();
  SmallVector<Value> elements;
  auto addElement = [&](Value value) {
    if (!isa<ArrayType>(value.getType()))
      elements.push_back(value);
  };
  const bool areRead = walkReaders(array, addElement, refusePads);
  if (!areRead || elements.size() != 1)
    return refusal.set(loop, "has no one reader of the elements of an array");
  ElementSteps steps = get(elements.front());
  if (steps.empty())
    return refusal.set(loop, "does nothing to each element of an array alone");
  return steps;
}

Type ElementSteps::getScalarType() const {
  return getElementTypeOrSelf(ops.back()->getResult(0));
}

/// `type` for a number, or for as many lanes as `like` has.
static Type getTypeLike(Type type, Type like) {
  Type number = getElementTypeOrSelf(type);
  auto vector = dyn_cast<VectorType>(like);
  return vector ? vector.clone(number) : number;
}

/// A number that is the same everywhere, for all lanes of a type.
static Value emitUniform(OpBuilder &builder, Value value, Type type) {
  value = findUniform(value);
  // A constant may stand in the body of the reader.
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant))) {
    if (auto lanes = dyn_cast<DenseElementsAttr>(constant))
      constant = lanes.getSplatValue<Attribute>();
    value = arith::ConstantOp::create(builder, value.getLoc(),
                                      cast<TypedAttr>(constant));
  }
  if (value.getType() == type)
    return value;
  return builder.createOrFold<vector::BroadcastOp>(value.getLoc(), type, value);
}

Value ElementSteps::emit(OpBuilder &builder, Value number) const {
  IRMapping values;
  values.map(element, number);
  for (Operation *op : ops) {
    SmallVector<Value> operands =
        llvm::map_to_vector(op->getOperands(), [&](Value operand) {
          if (Value own = values.lookupOrNull(operand))
            return own;
          return emitUniform(builder, operand,
                             getTypeLike(operand.getType(), number.getType()));
        });
    Operation *own = clone(
        builder, op, getTypeLike(op->getResult(0).getType(), number.getType()),
        operands);
    values.map(op->getResult(0), own->getResult(0));
  }
  return values.lookup(ops.back()->getResult(0));
}

/// Makes an array, or an element, one of other numbers.
static void setNumber(Value value, Type number) {
  Type type = value.getType();
  auto array = dyn_cast<ArrayType>(type);
  value.setType(
      array ? ArrayType::get(array.getContext(), array.getSizeExprs(),
                             getTypeLike(number, array.getElementType()))
            : getTypeLike(number, type));
}

void ElementSteps::remove(RewriterBase &rewriter, Value array) {
  walkReaders(
      array, [&](Value value) { setNumber(value, getScalarType()); },
      refusePads);
  rewriter.replaceAllUsesWith(ops.back()->getResult(0), element);
  for (Operation *op : llvm::reverse(ops))
    rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// From a map to its readers
//===----------------------------------------------------------------------===//

LogicalResult lift::computeInReaders(RewriterBase &rewriter, MapOp map,
                                     Refusal &refusal) {
  MapOp innermost = getNumberMap(map);
  if (!innermost || map.getInputs().size() != 1)
    return refusal.set(map, "computes no number of each of one array");
  Block &body = innermost.getBody().front();
  Value computed = innermost.getYield().getOperand(0);
  auto keepsConstant = [&](PadOp pad) {
    TypedAttr constant;
    if (!matchPattern(pad.getValue(), m_Constant(&constant)) ||
        constant.getType() != body.getArgument(0).getType())
      return false;
    DenseMap<Value, Attribute> known = {{body.getArgument(0), constant}};
    return evaluate(computed, known) == constant;
  };
  SmallVector<Value> arrays, elements;
  auto add = [&](Value value) {
    (isa<ArrayType>(value.getType()) ? arrays : elements).push_back(value);
  };
  if (!walkReaders(map->getResult(0), add, keepsConstant) || elements.empty())
    return refusal.set(map, "is not only read by loops, through views");
  Type number = body.getArgument(0).getType();
  auto isNumber = [&](Value element) {
    return element.getType() == computed.getType();
  };
  if (!number.isIntOrIndexOrFloat() || !llvm::all_of(elements, isNumber))
    return refusal.set(map, "is made of vectors, or read as such");
  for (Value array : arrays)
    setNumber(array, number);
  for (Value element : elements) {
    auto uses = llvm::map_to_vector(element.getUses(),
                                    [](OpOperand &use) { return &use; });
    setNumber(element, number);
    rewriter.setInsertionPointToStart(element.getParentBlock());
    Value own = cloneBody(rewriter, body, element).front();
    for (OpOperand *use : uses)
      rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(own); });
  }
  Value array = map.getInputs().front();
  rewriter.replaceAllUsesWith(map->getResult(0), array);
  rewriter.eraseOp(map);
  return success();
}
