//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/ValueUses.h"

#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Driver.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "LiftDialect/OnDevice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::isLiftFunction(func::FuncOp func) {
  if (func.isDeclaration() || func->hasAttr(kDriverAttrName))
    return false;
  auto isArray = [](Type type) { return isa<ArrayType>(type); };
  if (llvm::any_of(func.getArgumentTypes(), isArray) ||
      llvm::any_of(func.getResultTypes(), isArray) ||
      func->hasAttr(kOnDeviceAttrName))
    return true;
  // A function on tensors that calls one on arrays is the host's.
  auto isOnArrays = [](Operation *op) {
    return isa_and_present<LiftDialect, loop::LoopDialect>(op->getDialect()) &&
           !isa<FromTensorOp, ToTensorOp>(op);
  };
  return func
      .walk([&](Operation *op) {
        return isOnArrays(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool lift::hasParallelMap(Operation *op) {
  return op
      ->walk([](MapOp map) {
        MappingAttr mapping = map.getMappingAttr();
        return mapping && mapping.isParallel() ? WalkResult::interrupt()
                                               : WalkResult::advance();
      })
      .wasInterrupted();
}

bool lift::isScalarOp(Operation *op) {
  if (isa<SizeOp>(op))
    return true;
  if (auto call = dyn_cast<CallOp>(op))
    return llvm::none_of(
        llvm::concat<const Type>(call.getOperandTypes(), call.getResultTypes()),
        llvm::IsaPred<ArrayType>);
  return isa_and_present<arith::ArithDialect, math::MathDialect,
                         vector::VectorDialect>(op->getDialect()) &&
         op->getNumRegions() == 0;
}

bool lift::saysHowItRuns(Operation *op) {
  return isa_and_present<LiftDialect>(op->getDialect()) &&
         llvm::any_of(ArrayRef<StringRef>{"mapping", "unroll", "vector_width"},
                      [&](StringRef name) {
                        return bool(
                            op->getInherentAttr(name).value_or(Attribute()));
                      });
}

Operation *lift::findChoice(Operation *root) {
  Operation *choice = nullptr;
  root->walk([&](Operation *op) {
    if (!isa<KernelOp, MaterializeOp, CopyOp>(op) && !saysHowItRuns(op))
      return WalkResult::advance();
    choice = op;
    return WalkResult::interrupt();
  });
  return choice;
}

bool lift::makesChoices(func::FuncOp func) {
  return func->hasAttr(LiftDialect::ParamsAttrHelper::getNameStr()) ||
         findChoice(func);
}

bool lift::mixesAccumulators(FoldPattern fold) {
  auto isArray = llvm::IsaPred<ArrayType>;
  return llvm::any_of(fold->getResultTypes(), isArray) &&
         !llvm::all_of(fold->getResultTypes(), isArray);
}

namespace {
/// For questions whose answers do not depend on an index.
class AnyIndex final : public IndexBinder {
public:
  Expr clamp(const Expr &, const Expr &lower, const Expr &) override {
    return lower;
  }
  Expr wrap(const Expr &, const Expr &) override { return 0; }
  Expr mirror(const Expr &, const Expr &) override { return 0; }
  Expr apply(Region &, const Expr &, const IndexRange &) override { return 0; }
  Expr element(Value, ArrayRef<Expr>, const IndexRange &) override { return 0; }
};
} // namespace

bool lift::isVirtual(Operation *op) {
  return isa<ViewOpInterface, GenerateOp>(op);
}

/// The write path of a view for an element of operand `source`.
static std::optional<WritePath> getAnyWritePath(ViewOpInterface view,
                                                unsigned source) {
  auto type = dyn_cast<ArrayType>(view->getOperand(source).getType());
  if (!type)
    return std::nullopt;
  AnyIndex indices;
  bool hasLanes = isa<VectorType>(type.getElementType());
  SmallVector<Expr> path(type.getRank() + hasLanes, Expr(0));
  return view.getWritePath(source, path, indices);
}

bool lift::isWritable(ViewOpInterface view) {
  return llvm::all_of(llvm::seq(view.getViewSources().size()), [&](size_t i) {
    std::optional<WritePath> target = getAnyWritePath(view, i);
    return target && target->exact;
  });
}

Operation *lift::getStoredComputation(Value value) {
  while (true) {
    Operation *op = value.getDefiningOp();
    if (isa_and_present<MapOp, FoldPattern>(op))
      return op;
    auto view = dyn_cast_or_null<ViewOpInterface>(op);
    if (!view)
      return nullptr;
    if (view.getViewSources().size() != 1 || !isWritable(view))
      return nullptr;
    value = view.getViewSources().front();
  }
}

std::optional<SmallVector<std::pair<ViewOpInterface, unsigned>>>
lift::findViewsToReturn(Value array) {
  SmallVector<std::pair<ViewOpInterface, unsigned>> views;
  while (array.hasOneUse()) {
    OpOperand &use = *array.use_begin();
    if (isa<func::ReturnOp>(use.getOwner()))
      return views;
    auto view = dyn_cast<ViewOpInterface>(use.getOwner());
    if (!view || !isWritable(view))
      break;
    views.emplace_back(view, use.getOperandNumber());
    array = view->getResult(0);
  }
  return std::nullopt;
}

bool lift::isOnlyYielded(Value value) {
  Operation *end = value.getParentBlock()->getTerminator();
  return llvm::all_of(value.getUsers(),
                      [&](Operation *user) { return user == end; });
}

bool lift::computeAllParts(ArrayRef<Operation *> patterns) {
  auto isPart = [&](Value array) {
    return llvm::is_contained(patterns, getStoredComputation(array));
  };
  return llvm::all_of(patterns, [&](Operation *pattern) {
    return llvm::all_of(pattern->getResults(), [&](Value result) {
      auto views = findViewsToReturn(result);
      return views && llvm::all_of(*views, [&](auto view) {
               return llvm::all_of(view.first.getViewSources(), isPart);
             });
    });
  });
}

/// Adds the parts that an array is put together of.
static void collectParts(OpOperand &use, SmallVectorImpl<OpOperand *> &parts) {
  auto view = use.get().getDefiningOp<ViewOpInterface>();
  if (!view || getStoredComputation(use.get()) || !isWritable(view) ||
      !use.get().hasOneUse()) {
    parts.push_back(&use);
    return;
  }
  for (OpOperand &operand : view->getOpOperands())
    if (llvm::is_contained(view.getViewSources(), operand.get()))
      collectParts(operand, parts);
}

SmallVector<OpOperand *> lift::getSeparateParts(OpOperand &returned) {
  SmallVector<OpOperand *> parts;
  if (isa<ArrayType>(returned.get().getType()))
    collectParts(returned, parts);
  llvm::SmallDenseSet<Operation *> computations;
  const bool areSeparate = llvm::all_of(parts, [&](OpOperand *part) {
    Operation *computation = getStoredComputation(part->get());
    return computation && computations.insert(computation).second &&
           part->get().hasOneUse();
  });
  return areSeparate && parts.size() > 1 ? parts : SmallVector<OpOperand *>();
}

/// The maps and folds that compute a value, or are rearranged to it.
static void addComputations(Value value, SetVector<Operation *> &computations) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<MapOp, FoldPattern>(op)) {
    computations.insert(op);
  } else if (auto view = dyn_cast_or_null<ViewOpInterface>(op)) {
    for (Value source : view.getViewSources())
      addComputations(source, computations);
  }
}

WalkResult lift::walkStored(Operation *op,
                            llvm::function_ref<WalkResult(Operation *)> visit) {
  SetVector<Operation *> roots;
  roots.insert(op);
  for (size_t i = 0; i < roots.size(); ++i)
    roots[i]->walk([&](FoldPattern fold) {
      // A scan has no accumulator beside its result.
      if (!isa<ScanOp>(*fold))
        for (Value init : fold.getInits())
          if (isa<ArrayType>(init.getType()))
            addComputations(init, roots);
    });
  for (Operation *root : llvm::reverse(roots)) {
    bool isInOther = llvm::any_of(
        roots, [&](Operation *other) { return other->isProperAncestor(root); });
    if (!isInOther && root->walk(visit).wasInterrupted())
      return WalkResult::interrupt();
  }
  return WalkResult::advance();
}

SmallVector<MaterializeOp> lift::getStoredTogether(MaterializeOp op) {
  SmallVector<MaterializeOp> group = {op};
  Operation *computation = getStoredComputation(op.getInput());
  if (!computation)
    return group;
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
    if (auto other = dyn_cast<MaterializeOp>(next))
      if (getStoredComputation(other.getInput()) == computation &&
          other.getInput() != op.getInput())
        group.push_back(other);
  return group;
}

Value lift::getOwnedInit(MaterializeOp op) {
  auto fold = op.getInput().getDefiningOp<FoldPattern>();
  // A scan has no accumulator beside its result.
  if (!fold || isa<ScanOp>(fold))
    return {};
  unsigned result = cast<OpResult>(op.getInput()).getResultNumber();
  auto init = fold.getInits()[result].getDefiningOp<MaterializeOp>();
  if (!init || !init->hasOneUse() || init->getBlock() != op->getBlock() ||
      init.getSpace() != op.getSpace() || init.getPad() != op.getPad())
    return {};
  return init;
}

/// Adds what computes an array where it is read: all operations behind it, as
/// far as it is not in memory.
static void addComputedWhereRead(Value array,
                                 SetVector<Operation *> &computations) {
  if (!isa<ArrayType>(array.getType()))
    return;
  if (auto arg = dyn_cast<BlockArgument>(array)) {
    Operation *pattern = arg.getOwner()->getParentOp();
    auto fold = dyn_cast<FoldPattern>(pattern);
    // The accumulators of a reduction are in memory; the first step of a scan
    // reads the initial values.
    bool isInMemory = fold && !isa<ScanOp>(pattern) &&
                      arg.getArgNumber() >= fold.getInputs().size();
    if (isa<MapOp, FoldPattern>(pattern) && !isInMemory)
      addComputedWhereRead(pattern->getOperand(arg.getArgNumber()),
                           computations);
    return;
  }
  Operation *op = array.getDefiningOp();
  bool isThere = isa<MaterializeOp, KernelOp>(op) ||
                 llvm::any_of(computations, [&](Operation *computation) {
                   return computation->isAncestor(op);
                 });
  if (!isThere)
    computations.insert(op);
}

/// What `computations`, and what they read, store in this memory.
static MaterializeOp findMaterialize(SetVector<Operation *> computations,
                                     AddressSpace space) {
  MaterializeOp found;
  for (size_t i = 0; i < computations.size() && !found; ++i)
    computations[i]->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        addComputedWhereRead(operand, computations);
      auto materialize = dyn_cast<MaterializeOp>(nested);
      if (!materialize || materialize.getSpace() != space)
        return WalkResult::advance();
      found = materialize;
      return WalkResult::interrupt();
    });
  return found;
}

MaterializeOp lift::findMaterialize(Operation *op, AddressSpace space) {
  SetVector<Operation *> computations;
  computations.insert(op);
  return ::findMaterialize(std::move(computations), space);
}

AddressSpace lift::getDefaultSpace(ArrayType type, int64_t privateLimit) {
  std::optional<int64_t> elements = type.getNumElements().getConstant();
  return elements && *elements <= privateLimit ? AddressSpace::Private
                                               : AddressSpace::Global;
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
  if (auto view = dyn_cast<ViewOpInterface>(user))
    return !view.repeatsElements() &&
           getAnyWritePath(view, use.getOperandNumber()) &&
           isReadOnce(user->getResult(0));
  if (auto map = dyn_cast<MapOp>(user))
    return isArgReadOnce(map.getBody().getArgument(use.getOperandNumber()));
  if (auto fold = dyn_cast<FoldPattern>(user)) {
    unsigned number = use.getOperandNumber();
    // A reduction starts with storing its initial value as its accumulator.
    if (number >= fold.getInputs().size() && !isa<ScanOp>(user))
      return true;
    SmallVector<BlockArgument> args;
    for (Region &region : user->getRegions())
      if (!region.getArgument(number).use_empty())
        args.push_back(region.getArgument(number));
    // A scalar is passed on from the predicate to the step, an array is not.
    return llvm::all_of(args, isArgReadOnce) &&
           (args.size() < 2 || !isa<ArrayType>(args.front().getType()));
  }
  // Stored here, or passed to the pattern around.
  return isa<MaterializeOp>(user) || user->hasTrait<OpTrait::IsTerminator>();
}

namespace {
/// The uses by which arrays go to where they are stored, each once: views may
/// lead to the same place in exponentially many ways.
struct StoringUses {
  /// With a terminator that knows all places of the array, if it has several
  /// uses: what is stored in several places is computed once if all are known
  /// where it is stored.
  llvm::SetVector<std::pair<OpOperand *, Operation *>> uses;

  void add(Value array, Operation *terminator) {
    for (OpOperand &use : array.getUses())
      uses.insert({&use, terminator});
  }
  void add(Value array) {
    add(array,
        array.hasOneUse() ? nullptr : array.getParentBlock()->getTerminator());
  }
};
} // namespace

bool lift::takesAll(TakeOp take) {
  auto func = take->getParentOfType<FunctionOpInterface>();
  if (!func)
    return false;
  Assumptions assumptions;
  for (const SizeConstraint &requirement : getRequirements(func))
    assume(assumptions, requirement);
  return llvm::all_of_zip(take.getInput().getType().getSizeExprs(),
                          take.getType().getSizeExprs(),
                          [&](const Expr &have, const Expr &taken) {
                            return assumptions.isEqual(have, taken);
                          });
}

/// Whether a view cuts elements of a source away where it is stored.
static bool cutsElements(ViewOpInterface view, unsigned source) {
  auto take = dyn_cast<TakeOp>(*view);
  return !getAnyWritePath(view, source)->guards.empty() &&
         !(take && takesAll(take));
}

/// Whether the value is stored by this use, or by those that are then added.
static bool isStoredBy(OpOperand &use, Operation *terminator, bool whole,
                       StoringUses &uses) {
  Operation *user = use.getOwner();
  if (isa<MaterializeOp>(user))
    return !terminator;
  if (auto view = dyn_cast<ViewOpInterface>(user)) {
    if (user->use_empty() || !isWritable(view) ||
        (whole && cutsElements(view, use.getOperandNumber())))
      return false;
    uses.add(user->getResult(0), user->hasOneUse()
                                     ? terminator
                                     : user->getBlock()->getTerminator());
    return true;
  }
  if (!user->hasTrait<OpTrait::IsTerminator>() ||
      (terminator && user != terminator))
    return false;
  auto map = dyn_cast<MapOp>(user->getParentOp());
  if (!map)
    return true;
  Value result = map.getResult(use.getOperandNumber());
  uses.add(result);
  return !result.use_empty();
}

bool lift::isStored(Value array, bool whole) {
  StoringUses uses;
  uses.add(array);
  for (size_t i = 0; i < uses.uses.size(); ++i) {
    auto [use, terminator] = uses.uses[i];
    if (!isStoredBy(*use, terminator, whole, uses))
      return false;
  }
  return !array.use_empty();
}

bool lift::isInMemory(Value array) {
  return isStored(array) || (!array.use_empty() && !isReadOnce(array));
}

std::optional<AddressSpace> lift::getStoredSpace(Value array) {
  if (!array.hasOneUse())
    return std::nullopt;
  OpOperand &use = *array.use_begin();
  Operation *user = use.getOwner();
  if (auto materialize = dyn_cast<MaterializeOp>(user))
    return materialize.getSpace();
  if (auto view = dyn_cast<ViewOpInterface>(user))
    return isWritable(view) ? getStoredSpace(user->getResult(0)) : std::nullopt;
  if (!user->hasTrait<OpTrait::IsTerminator>() ||
      isa<FoldPattern>(user->getParentOp()))
    return std::nullopt;
  if (auto map = dyn_cast<MapOp>(user->getParentOp()))
    return getStoredSpace(map.getResult(use.getOperandNumber()));
  return AddressSpace::Global;
}

/// Whether what such a map computes for memory, or reads from it, must be with
/// the same work-items for the rest of the kernel. In memory that a group
/// shares there are barriers, but nothing orders groups.
static bool isBoundToIds(MaterializeOp op, MappingKind kind) {
  return op.getSpace() == AddressSpace::Private ||
         (kind != MappingKind::Lcl && !isa<func::FuncOp>(op->getParentOp()));
}

static bool goesToBound(Value array, MappingKind kind);

/// The same of an accumulator, of which this is the last value: one that nobody
/// uses is in memory of the work-items.
static bool isBoundAccumulator(Value result, MappingKind kind) {
  return kind != MappingKind::Lcl || result.use_empty() ||
         goesToBound(result, kind);
}

/// The same of where a result goes; accumulators are in memory, too.
static bool goesToBound(Value array, MappingKind kind) {
  return llvm::any_of(array.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto materialize = dyn_cast<MaterializeOp>(user))
      return isBoundToIds(materialize, kind);
    if (isa<ViewOpInterface>(user))
      return goesToBound(user->getResult(0), kind);
    Operation *pattern = user->getParentOp();
    if (!isa<YieldOp>(user) || !isa<MapOp, FoldPattern>(pattern))
      return false;
    Value result = pattern->getResult(use.getOperandNumber());
    return isa<FoldPattern>(pattern) ? isBoundAccumulator(result, kind)
                                     : goesToBound(result, kind);
  });
}

/// The same of where an operand comes from. What is in `seen` has been asked
/// for.
static bool comesFromBound(Value array, MappingKind kind,
                           llvm::SmallPtrSetImpl<Value> &seen) {
  if (!seen.insert(array).second)
    return false;
  if (auto arg = dyn_cast<BlockArgument>(array)) {
    Operation *pattern = arg.getOwner()->getParentOp();
    if (!isa<MapOp, FoldPattern>(pattern))
      return false;
    if (auto fold = dyn_cast<FoldPattern>(pattern)) {
      const size_t numInputs = fold.getInputs().size();
      if (arg.getArgNumber() >= numInputs &&
          isBoundAccumulator(fold->getResult(arg.getArgNumber() - numInputs),
                             kind))
        return true;
    }
    return comesFromBound(pattern->getOperand(arg.getArgNumber()), kind, seen);
  }
  Operation *op = array.getDefiningOp();
  if (auto materialize = dyn_cast<MaterializeOp>(op))
    return isBoundToIds(materialize, kind);
  // What another kernel has stored is there for all.
  if (isa<KernelOp>(op))
    return false;
  // A view, or what is computed where it is read, of what is used there.
  return op
      ->walk([&](Operation *nested) {
        return llvm::any_of(nested->getOperands(),
                            [&](Value used) {
                              return isa<ArrayType>(used.getType()) &&
                                     comesFromBound(used, kind, seen);
                            })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool lift::isBoundToIds(MapOp map, MappingKind kind) {
  llvm::SmallPtrSet<Value, 16> seen;
  return llvm::any_of(map.getResults(),
                      [&](Value array) { return goesToBound(array, kind); }) ||
         llvm::any_of(map.getInputs(), [&](Value array) {
           return comesFromBound(array, kind, seen);
         });
}

bool lift::isBoundToIds(MapOp map) {
  MappingAttr mapping = map.getMappingAttr();
  return mapping && mapping.isParallel() &&
         isBoundToIds(map, mapping.getKind());
}

bool lift::usesAny(Operation &op, llvm::function_ref<bool(Value)> contains) {
  return op
      .walk([&](Operation *nested) {
        return llvm::any_of(nested->getOperands(), contains)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}
