//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Transforms/Passes.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lift {
#define GEN_PASS_DEF_FORMKERNELSPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct FormKernelsPass final
    : lift::impl::FormKernelsPassBase<FormKernelsPass> {
  using Base::Base;
  void runOnOperation() override;

private:
  /// What one kernel computes: the values of these uses, which its results
  /// replace.
  struct Root {
    SmallVector<OpOperand *> uses;
    /// The kernel stands before this operation.
    Operation *before = nullptr;
  };
  SmallVector<Root> collectRoots(func::FuncOp func);
  void createKernel(const Root &root);
};
} // namespace

/// The operations that a kernel of its own must run for a value that others
/// need: reductions and maps from which it follows by scalar operations and
/// views. An element of what is in memory is read again.
static llvm::SetVector<Operation *> getPatternsOf(Value value) {
  llvm::SetVector<Operation *> patterns;
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op || isa<KernelOp, MaterializeOp>(op))
      continue;
    if (!(isScalarOp(op) || isa<ViewOpInterface>(op)) ||
        op->getNumRegions() != 0)
      patterns.insert(op);
    else
      values.insert(op->operand_begin(), op->operand_end());
  }
  return patterns;
}

/// The operations of the function's block that a kernel for `values` repeats:
/// all that the values depend on, as far as it is not in memory.
static llvm::SetVector<Operation *> getSlice(ValueRange values, Block *block) {
  llvm::SetVector<Operation *> slice;
  std::function<void(Value)> visit = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != block || isa<KernelOp>(op) ||
        slice.contains(op))
      return;
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        visit(operand);
    });
    slice.insert(op);
  };
  for (Value value : values)
    visit(value);
  return slice;
}

/// The reduction to numbers that a number follows from by scalar operations:
/// null if it follows from nothing, from several patterns, or from arrays.
static Operation *getReduction(Value value) {
  llvm::SetVector<Operation *> patterns = getPatternsOf(value);
  if (patterns.size() != 1 || !isa<FoldPattern>(patterns.front()) ||
      llvm::any_of(patterns.front()->getResultTypes(),
                   llvm::IsaPred<ArrayType>))
    return nullptr;
  return patterns.front();
}

/// Whether all that a kernel for `value` does not repeat stands before `op`.
static bool isComputedBefore(Value value, Operation *op) {
  return llvm::all_of(getSlice(value, op->getBlock()), [&](Operation *part) {
    return isScalarOp(part) || part->isBeforeInBlock(op);
  });
}

/// What the kernel of a part yields: the part, or the bins that it is views of,
/// if all groups share them, as the result of a kernel.
static OpOperand *findYielded(OpOperand &part) {
  OpOperand *use = &part;
  while (use->get().hasOneUse()) {
    Operation *op = use->get().getDefiningOp();
    if (auto histogram = dyn_cast_or_null<ScatterReduceOp>(op))
      return histogram.isSharedByGroups() ? use : &part;
    auto view = dyn_cast_or_null<ViewOpInterface>(op);
    if (!view || view.getViewSources().size() != 1 || !isWritable(view))
      break;
    use = llvm::find_if(view->getOpOperands(), [&](OpOperand &operand) {
      return operand.get() == view.getViewSources().front();
    });
  }
  return &part;
}

/// The parts of a returned array that have kernels of their own: if some say
/// how they run, as they would alone. Without choices, one kernel stores all.
static SmallVector<OpOperand *> getPartsOfKernels(OpOperand &returned) {
  SmallVector<OpOperand *> parts = getSeparateParts(returned);
  const bool saysHow = llvm::any_of(parts, [](OpOperand *part) {
    return getStoredComputation(part->get())
        ->walk([](Operation *op) {
          return saysHowItRuns(op) ? WalkResult::interrupt()
                                   : WalkResult::advance();
        })
        .wasInterrupted();
  });
  if (!saysHow)
    parts = {&returned};
  return llvm::map_to_vector(
      parts, [](OpOperand *part) { return findYielded(*part); });
}

SmallVector<FormKernelsPass::Root>
FormKernelsPass::collectRoots(func::FuncOp func) {
  // Results of one operation are computed by one kernel, which stands where
  // the first of them is stored, and so are numbers that follow from one
  // reduction.
  llvm::MapVector<Operation *, Root> roots;
  auto getComputation = [&](Value value) {
    if (isa<ArrayType>(value.getType()))
      return getStoredComputation(value);
    Operation *reduction = getReduction(value);
    auto *found = roots.find(reduction);
    const bool isComputed =
        found == roots.end() || isComputedBefore(value, found->second.before);
    return reduction && isComputed ? reduction : value.getDefiningOp();
  };
  auto add = [&](OpOperand &use, Operation *before) {
    Operation *computation = getComputation(use.get());
    Root &root = roots[computation ? computation : use.getOwner()];
    root.uses.push_back(&use);
    if (!root.before || before->isBeforeInBlock(root.before))
      root.before = before;
  };
  for (Operation &op : func.getBody().front()) {
    if (auto materialize = dyn_cast<MaterializeOp>(op)) {
      // Other memory belongs to the kernels that reduce what is in it.
      if (materialize.getSpace() == AddressSpace::Global)
        add(materialize.getInputMutable(), &op);
      continue;
    }
    if (isa<func::ReturnOp>(op)) {
      for (OpOperand &operand : op.getOpOperands()) {
        for (OpOperand *part : getPartsOfKernels(operand))
          if (!part->get().getDefiningOp<MaterializeOp>())
            add(*part, part->getOwner());
      }
      continue;
    }
    // Scalars that patterns inside other kernels use.
    op.walk([&](Operation *nested) {
      bool isRepeated = nested == &op && isScalarOp(&op);
      for (OpOperand &operand : nested->getOpOperands()) {
        Value value = operand.get();
        if (isa<ArrayType>(value.getType()) ||
            value.getParentBlock() != &func.getBody().front() ||
            getPatternsOf(value).empty())
          continue;
        // A kernel that needs the result of scalar operations repeats them, but
        // never a reduction that stores arrays.
        auto fold = value.getDefiningOp<FoldPattern>();
        if (isRepeated && !(fold && mixesAccumulators(fold)))
          continue;
        add(operand, &op);
      }
    });
  }
  SmallVector<Root> ordered;
  for (auto &[computation, root] : roots)
    ordered.push_back(std::move(root));
  llvm::stable_sort(ordered, [](const Root &lhs, const Root &rhs) {
    return lhs.before->isBeforeInBlock(rhs.before);
  });
  return ordered;
}

void FormKernelsPass::createKernel(const Root &root) {
  OpBuilder builder(root.before);
  Location loc = root.before->getLoc();
  // As the uses are now: an earlier kernel may have replaced the value.
  SmallVector<Value> computed;
  for (OpOperand *use : root.uses)
    if (!llvm::is_contained(computed, use->get()))
      computed.push_back(use->get());
  OperationState state(loc, KernelOp::getOperationName());
  state.addTypes(ValueRange(computed).getTypes());
  Block *body = new Block();
  state.addRegion()->push_back(body);
  auto kernel = cast<KernelOp>(builder.create(state));
  auto getSizes = [&](ArrayRef<int64_t> sizes) {
    return getSizeArrayAttr(&getContext(),
                            SmallVector<Expr>(sizes.begin(), sizes.end()));
  };
  if (!localSize.empty() || !globalSize.empty())
    kernel.setLocalSizeAttr(getSizes(localSize));
  if (!globalSize.empty())
    kernel.setGlobalSizeAttr(getSizes(globalSize));

  IRMapping mapping;
  builder.setInsertionPointToStart(body);
  SmallVector<Operation *> slice =
      getSlice(computed, root.before->getBlock()).takeVector();
  llvm::sort(slice, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  for (Operation *op : slice)
    builder.clone(*op, mapping);
  SmallVector<Value> yielded = llvm::map_to_vector(
      computed, [&](Value value) { return mapping.lookupOrDefault(value); });
  YieldOp::create(builder, loc, yielded);

  for (OpOperand *use : root.uses) {
    Value result =
        kernel.getResult(llvm::find(computed, use->get()) - computed.begin());
    // The kernel's result is in memory: that is all a materialize says.
    if (auto materialize = dyn_cast<MaterializeOp>(use->getOwner())) {
      materialize.replaceAllUsesWith(result);
      materialize.erase();
      continue;
    }
    use->set(result);
  }
}

/// Whether an operation ends a kernel: what is needed of its operands is
/// returned, or stored in global memory.
static bool endsKernel(Operation *op) {
  auto materialize = dyn_cast<MaterializeOp>(op);
  return isa<func::ReturnOp>(op) ||
         (materialize && materialize.getSpace() == AddressSpace::Global);
}

/// Whether nothing is made of what `op` computes but numbers, each in one
/// kernel, or what one pattern computes for global memory.
static bool isForOneKernel(Operation *op) {
  llvm::SetVector<Operation *> users(op->user_begin(), op->user_end());
  llvm::SmallDenseSet<Operation *> storing;
  bool isReduced = false;
  for (size_t i = 0; i < users.size(); ++i) {
    Operation *user = users[i];
    if (endsKernel(user)) {
      for (Value value : user->getOperands()) {
        Operation *definingOp = value.getDefiningOp();
        if (definingOp != op && !users.contains(definingOp))
          continue;
        Operation *computation = getStoredComputation(value);
        if (!users.contains(computation))
          return false;
        storing.insert(computation);
      }
      continue;
    }
    if (!isa<MapOp, FoldPattern, MaterializeOp, ViewOpInterface>(user))
      return false;
    if (isa<FoldPattern>(user) &&
        llvm::none_of(user->getResultTypes(), llvm::IsaPred<ArrayType>))
      isReduced = true;
    else
      users.insert(user->user_begin(), user->user_end());
  }
  return storing.size() + isReduced <= 1;
}

/// Reports what is to live in memory that ends with a kernel, where no kernel
/// is that it could belong to.
static LogicalResult checkSpaces(func::FuncOp func) {
  for (auto materialize : func.getOps<MaterializeOp>()) {
    AddressSpace space = materialize.getSpace();
    if (space == AddressSpace::Global || isForOneKernel(materialize))
      continue;
    InFlightDiagnostic diag = materialize.emitOpError("is in ")
                              << stringifyAddressSpace(space)
                              << " memory, but in no kernel";
    diag.attachNote() << "write a lift.kernel around it and what reads it, or "
                         "materialize it in global memory";
    return diag;
  }
  return success();
}

void FormKernelsPass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (func.isDeclaration() || !func.getOps<KernelOp>().empty())
    return;
  if (!isLiftFunction(func))
    return;
  if (failed(checkSpaces(func)))
    return signalPassFailure();
  for (const Root &root : collectRoots(func))
    createKernel(root);
  // What the kernels have taken over is left without uses.
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(func.getBody().front())))
    if (op.use_empty() && !op.hasTrait<OpTrait::IsTerminator>() &&
        !isa<KernelOp>(op))
      op.erase();
}
