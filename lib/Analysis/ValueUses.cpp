//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/ValueUses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::isScalarOp(Operation *op) {
  if (isa<SizeOp>(op))
    return true;
  return isa_and_present<arith::ArithDialect, math::MathDialect,
                         vector::VectorDialect>(op->getDialect()) &&
         op->getNumRegions() == 0;
}

/// The write path of a view for some path: whether there is one, and whether it
/// is exact, does not depend on which.
static std::optional<WritePath> getAnyWritePath(ViewOpInterface view) {
  auto source = dyn_cast<ArrayType>(view.getViewSource().getType());
  if (!source)
    return std::nullopt;
  return view.getWritePath(SmallVector<Expr>(source.getRank(), Expr(0)));
}

Operation *lift::getStoredComputation(Value value) {
  while (true) {
    Operation *op = value.getDefiningOp();
    if (isa_and_present<MapOp, ReduceOp>(op))
      return op;
    auto view = dyn_cast_or_null<ViewOpInterface>(op);
    if (!view)
      return nullptr;
    std::optional<WritePath> target = getAnyWritePath(view);
    if (!target || !target->exact)
      return nullptr;
    value = view.getViewSource();
  }
}

bool lift::isReadOnce(Value array) {
  if (!array.hasOneUse())
    return false;
  OpOperand &use = *array.use_begin();
  Operation *user = use.getOwner();
  if (user->getBlock() != array.getParentBlock())
    return false;
  auto isArgReadOnce = [](BlockArgument arg) {
    return !isa<ArrayType>(arg.getType()) || isReadOnce(arg);
  };
  if (auto view = dyn_cast<ViewOpInterface>(user)) {
    auto pad = dyn_cast<PadOp>(user);
    bool repeats = pad && pad.getMode() == PadMode::Clamp;
    return !repeats && getAnyWritePath(view) && isReadOnce(user->getResult(0));
  }
  if (auto map = dyn_cast<MapOp>(user))
    return isArgReadOnce(map.getBody().getArgument(use.getOperandNumber()));
  if (auto reduce = dyn_cast<ReduceOp>(user)) {
    unsigned number = use.getOperandNumber();
    if (number >= reduce.getInputs().size())
      return true;
    return isArgReadOnce(reduce.getBody().getArgument(number));
  }
  // Stored here, or passed to the pattern around.
  return isa<MaterializeOp>(user) || user->hasTrait<OpTrait::IsTerminator>();
}

bool lift::isStored(Value array, bool whole) {
  if (!array.hasOneUse())
    return false;
  OpOperand &use = *array.use_begin();
  Operation *user = use.getOwner();
  if (isa<MaterializeOp>(user))
    return true;
  if (auto view = dyn_cast<ViewOpInterface>(user)) {
    std::optional<WritePath> target = getAnyWritePath(view);
    return target && target->exact && (!whole || target->guards.empty()) &&
           isStored(user->getResult(0), whole);
  }
  if (!user->hasTrait<OpTrait::IsTerminator>())
    return false;
  if (auto map = dyn_cast<MapOp>(user->getParentOp()))
    return isStored(map.getResult(use.getOperandNumber()), whole);
  return true;
}
