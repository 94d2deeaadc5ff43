//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/VectorForms.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::lift;

/// Elements of these types can be lanes.
static bool areNumbers(TypeRange types) {
  return llvm::all_of(types, [](Type type) { return type.isIntOrFloat(); });
}

/// User functions take numbers alone, and are called for each lane.
static bool hasVectorForm(Operation &op) {
  return (isa<CallOp>(op) || OpTrait::hasElementwiseMappableTraits(&op)) &&
         areNumbers(op.getOperandTypes()) && areNumbers(op.getResultTypes());
}

std::optional<VectorObstacle> lift::findObstacleInTypes(TypeRange types,
                                                        const Twine &what) {
  for (auto [i, type] : llvm::enumerate(types))
    if (!areNumbers(type))
      return VectorObstacle{
          (what + " #" + Twine(i) + " is of type " + debugString(type)).str(),
          "only numbers become vectors: give the width to the innermost "
          "pattern"};
  return std::nullopt;
}

std::optional<VectorObstacle> lift::findObstacleInBody(Block &body) {
  llvm::SmallPtrSet<Value, 16> varying(body.args_begin(), body.args_end());
  auto isVarying = [&](Value value) { return varying.contains(value); };
  for (Operation &op : body.without_terminator()) {
    if (!usesAny(op, isVarying))
      continue;
    if (!hasVectorForm(op))
      return VectorObstacle{
          "'" + op.getName().getStringRef().str() + "' has no form on vectors",
          "operations of arith and math on integers and floats, and "
          "calls of user functions, have one"};
    varying.insert(op.result_begin(), op.result_end());
  }
  return std::nullopt;
}

std::optional<VectorObstacle> lift::findObstacleInElements(MapOp map) {
  Block &body = map.getBody().front();
  if (auto obstacle =
          findObstacleInTypes(body.getArgumentTypes(), "element of operand"))
    return obstacle;
  if (auto obstacle = findObstacleInTypes(map.getYield().getOperandTypes(),
                                          "element of result"))
    return obstacle;
  return findObstacleInBody(body);
}
