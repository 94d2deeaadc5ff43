//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass lift-lower-patterns: kernels of patterns become kernels of loops.
//
//===----------------------------------------------------------------------===//

#include "InPlace.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Conversion/Passes.h"
#include "PatternLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::lift {
#define GEN_PASS_DEF_LOWERPATTERNSPASS
#include "LiftDialect/Conversion/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::lower_patterns;

namespace {
struct LowerPatternsPass final
    : lift::impl::LowerPatternsPassBase<LowerPatternsPass> {
  using Base::Base;
  void runOnOperation() override;
};

/// What a kernel needs to know of sizes once the operations that say so are
/// gone.
struct Facts {
  SmallVector<Attribute> facts;
  SmallVector<Attribute> sentences;
  SmallVector<Attribute> locations;

  void add(const SizeConstraint &constraint, StringRef sentence,
           Location location) {
    MLIRContext *context = location.getContext();
    facts.push_back(ConstraintAttr::get(
        context, constraint.kind, SizeAttr::get(context, constraint.lhs),
        SizeAttr::get(context, constraint.rhs)));
    sentences.push_back(StringAttr::get(context, sentence));
    locations.push_back(location);
  }
};
} // namespace

static Facts collectFacts(func::FuncOp func, const SizeFacts &sizes) {
  Facts facts;
  for (const auto &[constraint, op] : sizes.getObligations())
    facts.add(constraint, constraint.sentence, op->getLoc());
  std::set<Expr> seen;
  func.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto array = dyn_cast<ArrayType>(type))
        for (const Expr &size : array.getSizeExprs())
          if (!size.getConstant() && !size.getName() &&
              seen.insert(size).second)
            facts.add({ConstraintKind::LessEqual, 1, size, ""}, "",
                      op->getLoc());
  });
  return facts;
}

/// Reports calls of functions on arrays.
static LogicalResult checkCalls(func::FuncOp func) {
  WalkResult walk = func.walk([](CallOp call) {
    if (SymbolTable::lookupNearestSymbolFrom<UserFunOp>(call,
                                                        call.getCalleeAttr()))
      return WalkResult::advance();
    InFlightDiagnostic diag = call.emitOpError("calls a function on arrays, '")
                              << call.getCallee() << "'";
    diag.attachNote() << "run lift-inline-calls first";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

/// Whether kernels store all of an array that is returned, each one part.
static bool isStoredInParts(Value array,
                            llvm::SmallDenseSet<Operation *> &kernels) {
  if (auto kernel = array.getDefiningOp<KernelOp>())
    return findViewsToReturn(array) && kernels.insert(kernel).second;
  auto view = array.getDefiningOp<ViewOpInterface>();
  return view && isWritable(view) &&
         llvm::all_of(view.getViewSources(), [&](Value source) {
           return isStoredInParts(source, kernels);
         });
}

/// Whether kernels store what is returned of a view, if it is returned.
static bool isReturnedInParts(Operation &view) {
  llvm::SmallDenseSet<Operation *> kernels;
  return llvm::none_of(view.getUsers(), llvm::IsaPred<func::ReturnOp>) ||
         isStoredInParts(view.getResult(0), kernels);
}

/// Reports what computes arrays outside of kernels. Views and scalars there
/// belong to the kernels that use them; a view that is returned is of what
/// kernels store.
static LogicalResult checkKernels(func::FuncOp func) {
  auto belongsToKernels = [](Operation &op) {
    return isScalarOp(&op) || (isVirtual(&op) && isReturnedInParts(op));
  };
  for (Operation &op : func.getBody().front()) {
    if (isa<KernelOp, func::ReturnOp>(op) || belongsToKernels(op))
      continue;
    InFlightDiagnostic diag = op.emitOpError("is not in a kernel");
    diag.attachNote()
        << (func.getOps<KernelOp>().empty()
                ? "run lift-form-kernels first"
                : "write a kernel around it: in a function with kernels, "
                  "all the work is in kernels");
    return diag;
  }
  return success();
}

/// The histogram that all groups share, and is a result of its kernel, if there
/// is one in that place.
static ScatterReduceOp getSharedHistogram(OpResult result) {
  auto kernel = cast<KernelOp>(result.getOwner());
  auto histogram = kernel.getYield()
                       .getOperand(result.getResultNumber())
                       .getDefiningOp<ScatterReduceOp>();
  return histogram && histogram.isSharedByGroups() ? histogram
                                                   : ScatterReduceOp();
}

/// The initial bins of such a result.
static Value getInitialBins(OpResult result) {
  auto kernel = cast<KernelOp>(result.getOwner());
  Value yielded = kernel.getYield().getOperand(result.getResultNumber());
  return getSharedHistogram(result)
      .getInits()[cast<OpResult>(yielded).getResultNumber()];
}

/// The result of a later kernel whose initial bins are that result alone, which
/// stands in the same place; null if there is none.
static OpResult findResultInPlace(OpResult result) {
  if (!result.hasOneUse())
    return OpResult();
  auto kernel = dyn_cast<KernelOp>(result.user_begin()->getParentOp());
  if (!kernel)
    return OpResult();
  auto later = llvm::find_if(kernel->getResults(), [&](OpResult other) {
    return getSharedHistogram(other) && getInitialBins(other) == result;
  });
  return later == kernel->result_end() ? OpResult() : *later;
}

/// Where a result is that is stored through views.
static ResultArray
placeThroughViews(OpResult result,
                  const llvm::MapVector<Value, Value> &written) {
  ResultArray array;
  OpResult last = result;
  while (OpResult later = findResultInPlace(last))
    last = later;
  array.views = findViewsToReturn(last).value_or(array.views);
  if (!array.views.empty())
    array.written = written.lookup(array.views.back().first->getResult(0));
  return array;
}

/// Reports histograms that all groups share, but that are more than results of
/// the kernel, or other ones, as parts of arrays.
static LogicalResult checkSharedHistograms(KernelOp kernel) {
  for (auto histogram : kernel.getOps<ScatterReduceOp>()) {
    const bool isResult = llvm::all_of(histogram.getResults(), [&](Value bins) {
      return bins.hasOneUse() && *bins.user_begin() == kernel.getYield();
    });
    if (!histogram.isSharedByGroups() || isResult)
      continue;
    InFlightDiagnostic diag = histogram.emitOpError(
        "is mapped to glb, but is not just a result of its kernel");
    diag.attachNote() << "use and return a copy of it, by a map in a kernel of "
                         "its own";
    return diag;
  }
  return success();
}

/// Puts a result that is a histogram which all groups share in the place of its
/// initial bins; reports where these are not there, or for others, too.
static LogicalResult placeHistogram(OpResult result, ResultArray &array) {
  ScatterReduceOp histogram = getSharedHistogram(result);
  if (!histogram)
    return success();
  Value bins = getInitialBins(result);
  // Those that views are stored through are known by the array that these make.
  const bool areThere = array.views.empty()
                            ? bool(bins.getDefiningOp<loop::KernelOp>())
                            : bool(bins.getDefiningOp<KernelOp>());
  if (areThere && bins.hasOneUse()) {
    array.bins = bins;
    if (array.views.empty())
      array.written = bins;
    return success();
  }
  InFlightDiagnostic diag = histogram.emitOpError(
      "is mapped to glb, but its initial bins are not what an earlier kernel "
      "computes for it alone");
  diag.attachNote() << "copy them by a map in a kernel of its own";
  return diag;
}

void LowerPatternsPass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (!isLiftFunction(func))
    return;
  if (failed(checkCalls(func)) || failed(checkKernels(func)))
    return signalPassFailure();
  FailureOr<SizeFacts> sizes = SizeFacts::get(func);
  if (failed(sizes))
    return signalPassFailure();
  Facts facts = collectFacts(func, *sizes);
  OpBuilder builder(&getContext());
  MapNames mapNames;
  func.walk<WalkOrder::PreOrder>([&](MapOp map) {
    mapNames[map] = builder.getStringAttr("m" + Twine(mapNames.size()));
  });
  /// What the kernels so far have made of arrays that they write parts of.
  llvm::MapVector<Value, Value> written;
  for (KernelOp kernel : llvm::make_early_inc_range(func.getOps<KernelOp>())) {
    PatternLowering lowering(kernel, builder, sizes->getAssumptions(), mapNames,
                             simplifyIndices);
    if (failed(checkSharedHistograms(kernel)))
      return signalPassFailure();
    SmallVector<ResultArray> arrays;
    for (OpResult result : kernel.getResults()) {
      arrays.push_back(placeThroughViews(result, written));
      if (failed(placeHistogram(result, arrays.back())))
        return signalPassFailure();
    }
    FailureOr<loop::KernelOp> loops = lowering.lower(arrays);
    if (failed(loops))
      return signalPassFailure();
    loops->setFactsAttr(builder.getArrayAttr(facts.facts));
    loops->setSentencesAttr(builder.getArrayAttr(facts.sentences));
    loops->setFactLocationsAttr(builder.getArrayAttr(facts.locations));
    for (auto [array, old, result] :
         llvm::zip_equal(arrays, kernel.getResults(), loops->getResults())) {
      if (array.views.empty())
        old.replaceAllUsesWith(result);
      else
        written[array.views.back().first->getResult(0)] = result;
    }
    proveInPlace(*loops);
  }
  for (auto [array, result] : written)
    array.replaceAllUsesWith(result);
  eraseUnused(func);
  for (KernelOp kernel : llvm::make_early_inc_range(func.getOps<KernelOp>()))
    kernel.erase();
}
