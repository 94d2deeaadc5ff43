//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/InverseViews.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Transforms/IdentityMaps.h"
#include "LiftDialect/Transforms/Passes.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lift {
#define GEN_PASS_DEF_INFERSPACESPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct InferSpacesPass final
    : lift::impl::InferSpacesPassBase<InferSpacesPass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// Arrays that are computed where they are read
//===----------------------------------------------------------------------===//

/// Whether an element of the result may be computed from several of one source,
/// each in code of its own.
static bool readsInSeveralPlaces(Operation *op) {
  return isa_and_present<GenerateOp, ConcatOp>(op);
}

/// How many places read an array that is computed where it is read, seen
/// through views; more than one count as two.
static unsigned countReads(Value array) {
  unsigned count = 0;
  for (Operation *user : array.getUsers()) {
    bool isView = isa<ViewOpInterface>(user) &&
                  isa<ArrayType>(user->getResult(0).getType());
    count += isView ? countReads(user->getResult(0)) : 1;
    if (count >= 2)
      return 2;
  }
  return count;
}

/// Whether a value is, seen through views, read in several places by one
/// operation.
static bool comesFromSeveralReads(Value value) {
  Operation *op = value.getDefiningOp();
  if (readsInSeveralPlaces(op))
    return true;
  auto view = dyn_cast_or_null<ViewOpInterface>(op);
  return view && llvm::any_of(view.getViewSources(), comesFromSeveralReads);
}

/// Whether an array must be in memory though each element could be computed
/// where it is read: it is read twice, and does with others what its readers do
/// with it. Of n such arrays in a row, the first would be computed 2^n times.
static bool multipliesReads(Operation *op) {
  if (!readsInSeveralPlaces(op) || countReads(op->getResult(0)) < 2)
    return false;
  return op
      ->walk([&](Operation *nested) {
        bool reads = llvm::any_of(nested->getOperands(), [&](Value operand) {
          return comesFromSeveralReads(operand) &&
                 !op->isProperAncestor(operand.getDefiningOp());
        });
        return reads ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Arrays that patterns compute
//===----------------------------------------------------------------------===//

/// Whether the result of a fold is stored by the end of the block around,
/// and used nowhere else.
static bool isStoredAtEnd(OpResult result) {
  if (isa<ArrayType>(result.getType()) && !result.use_empty() &&
      !isStored(result, /*whole=*/true))
    return false;
  return llvm::all_of(result.getUses(), [](OpOperand &use) {
    if (!use.getOwner()->hasTrait<OpTrait::IsTerminator>())
      return false;
    // A scalar is stored as an element of the map's result, if that is.
    auto map = dyn_cast<MapOp>(use.getOwner()->getParentOp());
    return !map || isStored(map.getResult(use.getOperandNumber()));
  });
}

/// Whether an array that a fold computes must be in memory of its own: it has
/// no destination, or the fold must run before that is known. All results are
/// computed together; of one that nobody uses, lowering finds a place for the
/// accumulator.
static bool resultNeedsMemory(FoldPattern fold, OpResult value) {
  if (value.use_empty())
    return false;
  // Steps of a scan need not read what those before them have stored; those of
  // a histogram read any bin.
  BlockArgument accumulator =
      fold.getAccumulatorArgs()[value.getResultNumber()];
  const bool isAccumulator = isa<ScatterReduceOp>(*fold) ||
                             (isa<ArrayType>(accumulator.getType()) &&
                              !(isa<ScanOp>(*fold) && accumulator.use_empty()));
  if (!isStored(value, /*whole=*/isAccumulator))
    return true;
  // At the top level there are kernels, which compute all results that are
  // used.
  const bool isAlone = llvm::count_if(fold->getResults(), [](OpResult result) {
                         return !result.use_empty();
                       }) == 1;
  if (isAlone || isa<func::FuncOp>(fold->getParentOp()))
    return false;
  return !llvm::all_of(fold->getResults(), isStoredAtEnd);
}

/// Whether a reduction starts from the value, which is stored as its
/// accumulator then.
static bool isInitialValue(Value value) {
  if (!value.hasOneUse())
    return false;
  OpOperand &use = *value.use_begin();
  Operation *user = use.getOwner();
  if (auto view = dyn_cast<ViewOpInterface>(user))
    return isWritable(view) && isInitialValue(user->getResult(0));
  auto fold = dyn_cast<FoldPattern>(user);
  return fold && !isa<ScanOp>(user) &&
         user->getBlock() == value.getParentBlock() &&
         use.getOperandNumber() >= fold.getInputs().size();
}

/// Whether an element of a map is a row, and something is reduced beside it:
/// for the row, as a rule.
static bool sharesReductions(MapOp map, Value element) {
  return isa<ArrayType>(element.getType()) &&
         llvm::any_of(
             map.getBody().getOps<FoldPattern>(),
             [&](FoldPattern fold) { return fold != element.getDefiningOp(); });
}

/// Whether the elements of an array, or of each of its rows, are computed
/// together: who reads one of them computes them all, or what they share. Views
/// may lead to the same array in exponentially many ways, and are looked at
/// once.
static bool isComputedAtOnce(Value array) {
  llvm::SetVector<Value> arrays;
  arrays.insert(array);
  for (size_t i = 0; i < arrays.size(); ++i) {
    Operation *op = arrays[i].getDefiningOp();
    if (!op || !isa<ArrayType>(arrays[i].getType()))
      continue;
    if (isa<FoldPattern, MaterializeOp>(op))
      return true;
    if (auto map = dyn_cast<MapOp>(op)) {
      Value element = map.getYield().getOperand(
          cast<OpResult>(arrays[i]).getResultNumber());
      if (sharesReductions(map, element))
        return true;
      arrays.insert(element);
    } else if (auto view = dyn_cast<ViewOpInterface>(op)) {
      arrays.insert_range(view.getViewSources());
    }
  }
  return false;
}

/// Whether loops inside of who reads an array of numbers use each of them
/// again.
static bool isUsedInLoops(Value array) {
  llvm::SetVector<Value> arrays;
  arrays.insert(array);
  for (size_t i = 0; i < arrays.size(); ++i)
    for (OpOperand &use : arrays[i].getUses()) {
      Operation *user = use.getOwner();
      if (isa<ViewOpInterface>(user))
        arrays.insert(user->getResult(0));
      if (!isa<MapOp, FoldPattern>(user))
        continue;
      for (Region &body : user->getRegions()) {
        if (use.getOperandNumber() >= body.getNumArguments())
          continue;
        BlockArgument element = body.getArgument(use.getOperandNumber());
        if (isa<ArrayType>(element.getType()))
          arrays.insert(element);
        else if (llvm::any_of(element.getUsers(), [&](Operation *inner) {
                   return inner->getBlock() != &body.front();
                 }))
          return true;
      }
    }
  return false;
}

/// Whether elements are sums, or the like, that others would compute again and
/// again.
static bool isSumInLoops(OpResult value) {
  return value.getOwner()
             ->walk([](FoldPattern) { return WalkResult::interrupt(); })
             .wasInterrupted() &&
         isUsedInLoops(value);
}

/// Whether a computed array must be in memory and is not yet.
static bool needsMemory(OpResult value, bool isMapped) {
  if (!isa<ArrayType>(value.getType()))
    return false;
  if (value.hasOneUse() && isa<MaterializeOp>(*value.user_begin()))
    return false;
  if (auto fold = dyn_cast<FoldPattern>(value.getOwner()))
    return resultNeedsMemory(fold, value);
  if (value.use_empty())
    return false;
  // What is scattered cannot be read on the way.
  if (isa<ScatterOp>(value.getOwner()))
    return !isStored(value);
  auto map = cast<MapOp>(value.getOwner());
  // Loops around those of the groups may run on one after another.
  bool isTopLevel = isa<func::FuncOp>(map->getParentOp());
  bool isParallel =
      isMapped &&
      (isTopLevel ? hasParallelMap(map)
                  : map.getMapping() && map.getMappingAttr().isParallel());
  // A kernel that computes one result computes them all: who reads another one
  // should not do it again.
  bool isKernel = isTopLevel && llvm::any_of(map.getResults(), isInMemory);
  // Kernels written by hand say what they store.
  bool isRepeated = !map->getParentOfType<KernelOp>() &&
                    (isComputedAtOnce(value) || isSumInLoops(value));
  if (isParallel || isKernel || isRepeated)
    return !isStored(value) && !isInitialValue(value);
  return !isReadOnce(value);
}

/// The materialize that says where `value` is stored, if there is one.
static MaterializeOp findMaterialize(OpResult value) {
  for (Operation *user : value.getUsers())
    if (auto materialize = dyn_cast<MaterializeOp>(user))
      if (materialize->getBlock() == value.getOwner()->getBlock())
        return materialize;
  return {};
}

static unsigned countDims(Value array) {
  auto type = cast<ArrayType>(array.getType());
  return type.getRank() + (isa<VectorType>(type.getElementType()) ? 1 : 0);
}

/// Where the result of a map at the top level of a function is stored: as the
/// array of the program, which views make of it for all that read it. Rewritten
/// loops have more dimensions, in another order; from the view with the fewest,
/// the order of elements stays as it is.
static Value findPlace(OpResult value) {
  Value place = value;
  for (Value view = value; view.hasOneUse();) {
    Operation *user = *view.user_begin();
    if (!(isBijective(user) || isa<TakeOp>(user)) ||
        user->getBlock() != value.getParentBlock())
      break;
    const bool keepsOrder =
        view == place && isa<SplitOp, JoinOp, AsScalarOp, TakeOp>(user);
    view = user->getResult(0);
    if (keepsOrder || countDims(view) < countDims(place))
      place = view;
  }
  return place;
}

/// The views from the result of a map to what the function returns, if that can
/// be all that is stored.
static std::optional<SmallVector<Operation *>> findResult(OpResult value) {
  Operation *end = value.getParentBlock()->getTerminator();
  for (OpOperand &returned : end->getOpOperands())
    if (auto views = getViewsOfResult(returned)) {
      Value root =
          views->empty() ? returned.get() : views->front()->getOperand(0);
      if (root == value)
        return views;
    }
  return std::nullopt;
}

/// Has what reads the operand of the first of some views, or what others of
/// them make of it, read it from what they make together, `stored`.
static void readFromResult(ArrayRef<Operation *> views, Value stored) {
  OpBuilder builder(stored.getContext());
  builder.setInsertionPointAfterValue(stored);
  for (Operation *view : views) {
    Value array = view->getOperand(0);
    if (array.hasOneUse())
      continue;
    Value read = stored;
    for (Operation *later : llvm::reverse(views)) {
      read = applyInverse(builder, later, read);
      if (later == view)
        break;
    }
    array.replaceAllUsesExcept(read, view);
  }
}

static MaterializeOp createMaterialize(Value array, AddressSpace space) {
  OpBuilder builder(array.getContext());
  builder.setInsertionPointAfterValue(array);
  return MaterializeOp::create(builder, array.getLoc(), array,
                               AddressSpaceAttr::get(array.getContext(), space),
                               DenseI64ArrayAttr(), IntegerAttr());
}

/// Has all that uses an array use what is stored of it.
static MaterializeOp storeForAll(Value array, AddressSpace space) {
  MaterializeOp stored = createMaterialize(array, space);
  array.replaceAllUsesExcept(stored, stored);
  return stored;
}

/// Stores the result of a map at the top level of a function in global memory:
/// what is returned needs no copy then.
static void materializeAtTop(OpResult value) {
  std::optional<SmallVector<Operation *>> views = findResult(value);
  if (!views) {
    storeForAll(findPlace(value), AddressSpace::Global);
    return;
  }
  Operation *last = value.getOwner();
  for (Operation *view : *views) {
    view->moveAfter(last);
    last = view;
  }
  Value result = views->empty() ? Value(value) : last->getResult(0);
  readFromResult(*views, storeForAll(result, AddressSpace::Global));
}

/// Whether a work-item reads elements that others of its group have computed:
/// in a map that reads them in another order, or several of them; or in a
/// reduction, a scan or the copy to an accumulator beside the map that they
/// share.
static bool isReadByOtherItems(OpResult value) {
  auto map = dyn_cast<MapOp>(value.getOwner());
  MappingAttr mapping = map ? map.getMappingAttr() : MappingAttr();
  if (!mapping || mapping.getKind() != MappingKind::Lcl)
    return false;
  llvm::SetVector<Value> arrays;
  arrays.insert(value);
  for (size_t i = 0; i < arrays.size(); ++i)
    for (Operation *user : arrays[i].getUsers()) {
      const bool isCopied =
          isa<YieldOp>(user) && isa<FoldPattern>(user->getParentOp());
      if (user->getBlock() != map->getBlock() || isa<FoldPattern>(user) ||
          isCopied)
        return true;
      if (isa<SplitOp, JoinOp, AsVectorOp, AsScalarOp, MaterializeOp>(user))
        arrays.insert(user->getResult(0));
      else if (isa<ViewOpInterface>(user))
        return true;
    }
  return false;
}

static void materialize(OpResult value, int64_t privateLimit) {
  Operation *op = value.getOwner();
  // The other uses read the same memory.
  if (MaterializeOp stored = findMaterialize(value)) {
    stored->moveAfter(op);
    value.replaceAllUsesExcept(stored, stored);
    return;
  }
  const bool isTopLevel = isa<func::FuncOp>(op->getParentOp());
  if (isTopLevel && isa<MapOp>(op))
    return materializeAtTop(value);
  AddressSpace space =
      isTopLevel
          ? AddressSpace::Global
          : getDefaultSpace(cast<ArrayType>(value.getType()), privateLimit);
  if (space == AddressSpace::Private && isReadByOtherItems(value))
    space = AddressSpace::Local;
  storeForAll(value, space);
}

static void copyToMemory(Operation *op) {
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Value array = op->getResult(0);
  Value copied =
      createIdentityMaps(builder, op->getLoc(), array, /*mappings=*/{});
  array.replaceAllUsesExcept(copied, copied.getDefiningOp());
  remark::passed(op->getLoc(),
                 remark::RemarkOpts::name("storage")
                     .category("lift-infer-spaces")
                     .function(op->getParentOfType<func::FuncOp>().getName()))
      << remark::metric("Reason", "read twice by what is read twice");
  // At the top level of a function: in global memory.
  materialize(cast<OpResult>(copied), /*privateLimit=*/0);
}

/// Whether loops that run in several groups compute what `pattern` stores.
static bool runsInGroups(Operation *pattern) {
  auto isDivided = [](Operation *op) {
    auto map = dyn_cast<MapOp>(op);
    MappingAttr mapping = map ? map.getMappingAttr() : MappingAttr();
    return mapping && llvm::is_contained({MappingKind::Wrg, MappingKind::Glb},
                                         mapping.getKind())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return walkStored(pattern, isDivided).wasInterrupted();
}

/// Stores an initial value, where groups compute it, in global memory.
static void storeInitialValue(OpOperand &init) {
  SmallVector<OpOperand *> uses = {&init};
  llvm::SmallPtrSet<Operation *, 4> views;
  while (!uses.empty()) {
    OpOperand &use = *uses.pop_back_val();
    Operation *op = use.get().getDefiningOp();
    if (auto view = dyn_cast_or_null<ViewOpInterface>(op)) {
      if (!views.insert(op).second)
        continue;
      for (OpOperand &source : op->getOpOperands())
        if (llvm::is_contained(view.getViewSources(), source.get()))
          uses.push_back(&source);
    } else if (isa_and_present<MapOp, FoldPattern>(op) && runsInGroups(op)) {
      use.set(createMaterialize(use.get(), AddressSpace::Global));
    }
  }
}

/// Gives kernels of their own to arrays that folds at the top level start from
/// and that groups compute: a fold has a single group for all steps, or a
/// single work-item, and would store them, as its accumulators, in the same
/// kernel.
static void storeInitialValues(func::FuncOp func) {
  for (FoldPattern fold : func.getOps<FoldPattern>()) {
    // A scan has no accumulator beside its result.
    if (isa<ScanOp>(*fold))
      continue;
    for (OpOperand &operand :
         fold->getOpOperands().drop_front(fold.getInputs().size()))
      if (isa<ArrayType>(operand.get().getType()))
        storeInitialValue(operand);
  }
}

void InferSpacesPass::runOnOperation() {
  if (!isLiftFunction(getOperation()))
    return;
  // A kernel of their own stores them. Where the kernels are written by hand,
  // so is what they store.
  if (getOperation().getOps<KernelOp>().empty()) {
    for (Operation &op :
         llvm::make_early_inc_range(getOperation().getBody().front()))
      if (multipliesReads(&op))
        copyToMemory(&op);
    storeInitialValues(getOperation());
  }
  inferSpaces(getOperation(), privateLimit);
}

void lift::inferSpaces(func::FuncOp func, int64_t privateLimit, bool isMapped) {
  // What a value needs depends on its uses only, which come later and are
  // visited first.
  SmallVector<OpResult> values;
  func.walk([&](Operation *op) {
    if (isa<MapOp, FoldPattern, ScatterOp>(op))
      values.append(op->result_begin(), op->result_end());
  });
  for (OpResult value : llvm::reverse(values))
    if (needsMemory(value, isMapped))
      materialize(value, privateLimit);
}
