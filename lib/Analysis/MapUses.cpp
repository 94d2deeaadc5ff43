//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/MapUses.h"

#include "LiftDialect/Analysis/ValueUses.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Which memory
//===----------------------------------------------------------------------===//

namespace {
/// A set of address spaces.
class Spaces {
public:
  Spaces() = default;
  Spaces(AddressSpace space) : bits(1u << static_cast<unsigned>(space)) {}
  Spaces operator|(Spaces other) const {
    Spaces both;
    both.bits = bits | other.bits;
    return both;
  }
  bool contains(AddressSpace space) const {
    return bits >> static_cast<unsigned>(space) & 1;
  }

private:
  unsigned bits = 0;
};
} // namespace

/// Where a computed value is stored by whoever uses it.
static Spaces getTargetSpaces(Value value) {
  Spaces spaces;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    unsigned number = use.getOperandNumber();
    if (auto materialize = dyn_cast<MaterializeOp>(user))
      spaces = spaces | materialize.getSpace();
    else if (isa<ViewOpInterface>(user))
      spaces = spaces | getTargetSpaces(user->getResult(0));
    else if (auto fold = dyn_cast<FoldPattern>(user))
      // An initial value goes where the accumulator is.
      spaces = spaces | (number < fold.getInputs().size()
                             ? Spaces()
                             : getTargetSpaces(fold->getResult(
                                   number - fold.getInputs().size())));
    else if (user->hasTrait<OpTrait::IsTerminator>())
      spaces = spaces |
               (isa<MapOp, FoldPattern>(user->getParentOp())
                    ? getTargetSpaces(user->getParentOp()->getResult(number))
                    : Spaces(AddressSpace::Global));
  }
  return spaces;
}

/// Where a value that is read comes from.
static Spaces getSourceSpaces(Value value) {
  if (!isa<ArrayType>(value.getType()) && !isa<BlockArgument>(value))
    return {};
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    Operation *parent = arg.getOwner()->getParentOp();
    unsigned number = arg.getArgNumber();
    if (auto map = dyn_cast<MapOp>(parent))
      return getSourceSpaces(map.getInputs()[number]);
    if (auto fold = dyn_cast<FoldPattern>(parent)) {
      unsigned numInputs = fold.getInputs().size();
      return number < numInputs
                 ? getSourceSpaces(fold.getInputs()[number])
                 : getTargetSpaces(fold->getResult(number - numInputs));
    }
    return AddressSpace::Global;
  }
  Operation *op = value.getDefiningOp();
  if (auto materialize = dyn_cast<MaterializeOp>(op))
    return materialize.getSpace();
  if (auto view = dyn_cast<ViewOpInterface>(op)) {
    Spaces spaces;
    for (Value source : view.getViewSources())
      spaces = spaces | getSourceSpaces(source);
    return spaces;
  }
  return isa<KernelOp>(op) ? Spaces(AddressSpace::Global)
                           : getTargetSpaces(value);
}

bool lift::usesMemory(MapOp map, AddressSpace space) {
  return llvm::any_of(map.getResults(),
                      [&](Value result) {
                        return getTargetSpaces(result).contains(space);
                      }) ||
         llvm::any_of(map.getInputs(), [&](Value input) {
           return getSourceSpaces(input).contains(space);
         });
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

bool lift::isViewMap(MapOp map) {
  return llvm::all_of(map.getBody().front().without_terminator(),
                      [](Operation &op) {
                        return isa<ViewOpInterface>(op) ||
                               op.hasTrait<OpTrait::ConstantLike>();
                      }) &&
         llvm::none_of(map.getResults(),
                       [](Value result) { return isStored(result); });
}

bool lift::isPerfectlyNested(MapOp inner, MapOp outer) {
  Block &body = outer.getBody().front();
  return inner->getBlock() == &body &&
         llvm::equal(outer.getYield().getOperands(), inner.getResults()) &&
         llvm::all_of(inner.getInputs(),
                      [&](Value input) {
                        auto arg = dyn_cast<BlockArgument>(input);
                        return arg && arg.getOwner() == &body;
                      }) &&
         // What the body inside uses of them is not there after fusion.
         llvm::all_of(body.getArguments(),
                      [&](BlockArgument arg) {
                        return llvm::all_of(
                            arg.getUsers(),
                            [&](Operation *user) { return user == inner; });
                      }) &&
         llvm::all_of(body.without_terminator(), [&](Operation &op) {
           return &op == inner || op.hasTrait<OpTrait::ConstantLike>();
         });
}

MapOp lift::getPerfectlyNestedMap(MapOp map) {
  MapOp inner;
  for (Value value : map.getYield().getOperands()) {
    auto computation = dyn_cast_or_null<MapOp>(isa<ArrayType>(value.getType())
                                                   ? getStoredComputation(value)
                                                   : nullptr);
    if (!computation || computation->getBlock() != &map.getBody().front() ||
        (inner && inner != computation))
      return {};
    inner = computation;
  }
  for (Operation &op : map.getBody().front().without_terminator())
    if (&op != inner && !isVirtual(&op) &&
        !op.hasTrait<OpTrait::ConstantLike>())
      return {};
  return inner;
}
