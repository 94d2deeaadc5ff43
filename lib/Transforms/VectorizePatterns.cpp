//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements lift-vectorize-patterns: map and reduce that have a
// vector width become those of vectors,
//
//   map vector(w) f (x)  -->  as_scalar(map f_w (as_vector w x))
//
// where f_w does to vectors what f does to numbers. Where the width does not
// divide a constant length, the last elements stay numbers:
//
//   -->  concat(as_scalar(map f_w (as_vector w (take x))), map f (drop x))
//
// A reduction ends with one accumulator for each lane, which are combined.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Analysis/VectorForms.h"
#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Transforms/Passes.h"
#include "LiftDialect/Transforms/WideBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::lift {
#define GEN_PASS_DEF_VECTORIZEPATTERNSPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct VectorizePatternsPass final
    : lift::impl::VectorizePatternsPassBase<VectorizePatternsPass> {
  using Base::Base;
  void runOnOperation() override;
};

/// Gives the patterns of a function their widths.
class Vectorization {
public:
  Vectorization(func::FuncOp func, const Assumptions &facts)
      : func(func), facts(facts), rewriter(func.getContext()) {}

  /// Finds out whether a pattern can become one of vectors, after the same of
  /// those that read its results.
  void decide(Operation *pattern);
  /// True if it has become one of vectors.
  bool run(MapOp map);
  bool run(ReduceOp reduce);
  /// Erases views that nothing uses since others were folded with them: an
  /// array that is read once needs no memory.
  void eraseUnusedViews();

private:
  std::optional<VectorObstacle> findObstacleInLength(const Expr &length,
                                                     int64_t width);
  /// Whether patterns that become those of as wide vectors read an array, which
  /// then need not be stored.
  bool isReadAsVectors(Value array, int64_t width) const;
  std::optional<VectorObstacle> findObstacle(MapOp map, int64_t width);
  std::optional<VectorObstacle> findObstacle(ReduceOp reduce, int64_t width);
  /// Reports what was decided; true if there is no obstacle.
  bool report(Operation *op, int64_t width);

  /// How many elements become vectors.
  static Expr getNumWide(const Expr &length, int64_t width);
  /// The first `count` elements, as vectors.
  SmallVector<Value> getVectors(ValueRange arrays, const Expr &count,
                                int64_t width);
  /// The elements behind them.
  SmallVector<Value> getRest(ValueRange arrays, const Expr &count);
  ReduceOp createWide(ReduceOp reduce, ValueRange vectors, int64_t width);
  Value reduceLanes(Value init, Value vector, Operation *combiner);

  func::FuncOp func;
  const Assumptions &facts;
  IRRewriter rewriter;
  /// Why a pattern stays scalar, or nothing.
  DenseMap<Operation *, std::optional<VectorObstacle>> obstacles;
  SmallVector<Operation *> views;
};
} // namespace

std::optional<VectorObstacle>
Vectorization::findObstacleInLength(const Expr &length, int64_t width) {
  std::optional<int64_t> constant = length.getConstant();
  if (constant ? *constant >= width : facts.isDivisible(length, width))
    return std::nullopt;
  std::string number = std::to_string(width);
  if (constant)
    return VectorObstacle{"it has " + length.str() + " elements, fewer than " +
                              number,
                          "take a smaller width"};
  return VectorObstacle{
      number + " is not known to divide its length " + length.str(),
      "state it in lift.requires, or give the size a value with "
      "lift-bind-params"};
}

void Vectorization::decide(Operation *pattern) {
  auto map = dyn_cast<MapOp>(pattern);
  auto reduce = dyn_cast<ReduceOp>(pattern);
  obstacles[pattern] = map ? findObstacle(map, *map.getVectorWidth())
                           : findObstacle(reduce, *reduce.getVectorWidth());
}

bool Vectorization::report(Operation *op, int64_t width) {
  const std::optional<VectorObstacle> &obstacle = obstacles.at(op);
  auto options = remark::RemarkOpts::name("vectorization")
                     .category("lift-vectorize-patterns")
                     .function(func.getName());
  if (!obstacle) {
    remark::passed(op->getLoc(), options) << remark::metric("Width", width);
    return true;
  }
  InFlightDiagnostic diag = op->emitWarning()
                            << "vector(" << width
                            << ") has no effect: " << obstacle->reason;
  diag.attachNote() << obstacle->advice;
  remark::missed(op->getLoc(), options) << obstacle->reason;
  return false;
}

Expr Vectorization::getNumWide(const Expr &length, int64_t width) {
  if (std::optional<int64_t> constant = length.getConstant())
    return *constant - *constant % width;
  return length;
}

SmallVector<Value> Vectorization::getVectors(ValueRange arrays,
                                             const Expr &count, int64_t width) {
  return llvm::map_to_vector(arrays, [&](Value array) -> Value {
    Location loc = array.getLoc();
    Value first = rewriter.createOrFold<TakeOp>(
        loc, array, getSizeArrayAttr(func.getContext(), count),
        /*dims=*/DenseI64ArrayAttr());
    return rewriter.createOrFold<AsVectorOp>(loc, first, width);
  });
}

SmallVector<Value> Vectorization::getRest(ValueRange arrays,
                                          const Expr &count) {
  return llvm::map_to_vector(arrays, [&](Value array) -> Value {
    return DropOp::create(rewriter, array.getLoc(), array,
                          getSizeArrayAttr(func.getContext(), count),
                          /*dims=*/DenseI64ArrayAttr());
  });
}

void Vectorization::eraseUnusedViews() {
  for (Operation *view : views)
    if (isOpTriviallyDead(view))
      rewriter.eraseOp(view);
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

bool Vectorization::isReadAsVectors(Value array, int64_t width) const {
  return llvm::all_of(array.getUsers(), [&](Operation *user) {
    auto decided = obstacles.find(user);
    if (decided == obstacles.end() || decided->second)
      return false;
    if (auto map = dyn_cast<MapOp>(user))
      return map.getVectorWidth() == width;
    auto reduce = dyn_cast<ReduceOp>(user);
    return reduce && reduce.getVectorWidth() == width;
  });
}

std::optional<VectorObstacle> Vectorization::findObstacle(MapOp map,
                                                          int64_t width) {
  if (auto obstacle = findObstacleInElements(map))
    return obstacle;
  if (auto obstacle = findObstacleInLength(map.getTripCount(), width))
    return obstacle;
  if (!llvm::all_of(map.getResults(), [&](Value result) {
        return isStored(result) || isReadAsVectors(result, width);
      }))
    return VectorObstacle{
        "its elements are computed one by one, where they are read",
        "materialize them, or give the width to the pattern that "
        "reads them"};
  // Whole vectors and the rest are stored by loops of their own. That each
  // group stays in its part is then seen only where all elements have a place.
  const Expr length = map.getTripCount();
  if (getNumWide(length, width) != length &&
      llvm::any_of(map.getResults(), [](Value result) {
        return isStored(result) && !isStored(result, /*whole=*/true);
      }))
    return VectorObstacle{"some of its " + length.str() +
                              " elements are stored nowhere, and they are no "
                              "whole vectors",
                          "take a width that divides their number"};
  if (isBoundToIds(map))
    return VectorObstacle{
        "its elements are tied to the work-item that computes them",
        "make the array one of vectors, by lift.as_vector where it "
        "is computed and used"};
  return std::nullopt;
}

bool Vectorization::run(MapOp map) {
  int64_t width = *map.getVectorWidth();
  map.removeVectorWidthAttr();
  if (!report(map, width))
    return false;
  rewriter.setInsertionPoint(map);
  Expr length = map.getTripCount(), count = getNumWide(length, width);
  MapOp wide = createWideMap(rewriter, map,
                             getVectors(map.getInputs(), count, width), width);
  SmallVector<Value> results =
      llvm::map_to_vector(wide.getResults(), [&](Value result) -> Value {
        return views
            .emplace_back(AsScalarOp::create(rewriter, map.getLoc(), result))
            ->getResult(0);
      });
  if (count != length) {
    SmallVector<Type> types =
        llvm::map_to_vector(map.getResultTypes(), [&](Type type) -> Type {
          return ArrayType::get(type.getContext(), {length - count},
                                cast<ArrayType>(type).getElementType());
        });
    Operation *rest =
        clone(rewriter, map, types, getRest(map.getInputs(), count));
    for (auto [result, last] : llvm::zip_equal(results, rest->getResults()))
      result = ConcatOp::create(rewriter, map.getLoc(),
                                ValueRange{result, last}, /*dim=*/0);
  }
  rewriter.replaceOp(map, results);
  return true;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static Expr getLength(ReduceOp reduce) {
  return cast<ArrayType>(reduce.getInputs().front().getType()).getSize(0);
}

std::optional<VectorObstacle> Vectorization::findObstacle(ReduceOp reduce,
                                                          int64_t width) {
  if (auto obstacle = findObstacleInLength(getLength(reduce), width))
    return obstacle;
  return findObstacleInSteps(reduce);
}

ReduceOp Vectorization::createWide(ReduceOp reduce, ValueRange vectors,
                                   int64_t width) {
  Location loc = reduce.getLoc();
  SmallVector<Value> neutral;
  for (auto [i, init] : llvm::enumerate(reduce.getInits()))
    neutral.push_back(arith::ConstantOp::create(
        rewriter, loc,
        DenseElementsAttr::get(VectorType::get(width, init.getType()),
                               getLaneNeutral(findLaneCombiner(reduce, i)))));
  auto wide =
      ReduceOp::create(rewriter, loc, vectors, neutral,
                       [&](OpBuilder &builder, Location, ValueRange elements,
                           ValueRange accumulators) {
                         return WideBody(builder, width)
                             .emit(reduce.getBody().front(),
                                   llvm::to_vector(llvm::concat<Value>(
                                       llvm::to_vector(elements),
                                       llvm::to_vector(accumulators))));
                       });
  wide.setUnrollAttr(reduce.getUnrollAttr());
  wide.setAssociative(reduce.getAssociative());
  wide.setCommutative(reduce.getCommutative());
  wide->setDiscardableAttrs(reduce->getDiscardableAttrDictionary());
  (void)runRegionDCE(rewriter, wide.getBody());
  return wide;
}

Value Vectorization::reduceLanes(Value init, Value vector,
                                 Operation *combiner) {
  Value result = init;
  for (int64_t lane = 0;
       lane < cast<VectorType>(vector.getType()).getNumElements(); ++lane) {
    Value element =
        vector::ExtractOp::create(rewriter, combiner->getLoc(), vector, lane);
    result = combineLanes(rewriter, combiner, result, element);
  }
  return result;
}

bool Vectorization::run(ReduceOp reduce) {
  int64_t width = *reduce.getVectorWidth();
  reduce.removeVectorWidthAttr();
  if (!report(reduce, width))
    return false;
  rewriter.setInsertionPoint(reduce);
  Expr length = getLength(reduce), count = getNumWide(length, width);
  ReduceOp wide =
      createWide(reduce, getVectors(reduce.getInputs(), count, width), width);
  SmallVector<Value> results(reduce.getInits());
  if (count != length) {
    SmallVector<Value> operands = getRest(reduce.getInputs(), count);
    llvm::append_range(operands, results);
    results =
        clone(rewriter, reduce, reduce.getResultTypes(), operands).getResults();
  }
  for (auto [i, vector] : llvm::enumerate(wide.getResults()))
    results[i] = reduceLanes(results[i], vector, findLaneCombiner(reduce, i));
  rewriter.replaceOp(reduce, results);
  return true;
}

void VectorizePatternsPass::runOnOperation() {
  func::FuncOp func = getOperation();
  SmallVector<Operation *> patterns;
  // Those that compute come before those that use it, whose vectors are then
  // the same.
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<MapOp, ReduceOp>(op) && op->hasAttr("vector_width"))
      patterns.push_back(op);
  });
  if (patterns.empty())
    return markAllAnalysesPreserved();
  FailureOr<SizeFacts> facts = SizeFacts::get(func);
  if (failed(facts))
    return signalPassFailure();
  Vectorization vectorization(func, facts->getAssumptions());
  for (Operation *op : llvm::reverse(patterns))
    vectorization.decide(op);
  for (Operation *op : patterns) {
    auto map = dyn_cast<MapOp>(op);
    numVectorized +=
        map ? vectorization.run(map) : vectorization.run(cast<ReduceOp>(op));
  }
  vectorization.eraseUnusedViews();
}
