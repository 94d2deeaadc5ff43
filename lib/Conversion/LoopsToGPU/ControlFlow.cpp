//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops and branches of kernels: see KernelExpansion.h.
//
//===----------------------------------------------------------------------===//

#include "KernelExpansion.h"

#include "LiftDialect/Loop/OperandExprs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static void setUnroll(scf::ForOp loop, std::optional<int64_t> factor) {
  Builder builder(loop.getContext());
  if (factor)
    loop->setAttr(LiftDialect::UnrollAttrHelper::getNameStr(),
                  *factor ? Attribute(builder.getI64IntegerAttr(*factor))
                          : Attribute(builder.getUnitAttr()));
}

void KernelExpansion::unrollLoopsOf(const Expr &index) {
  std::set<std::string> names;
  index.collectNames(names);
  for (const std::string &name : names)
    if (auto it = loops.find(name); it != loops.end())
      if (!it->second->hasAttr(LiftDialect::UnrollAttrHelper::getNameStr()))
        it->second->setAttr(LiftDialect::UnrollAttrHelper::getNameStr(),
                            builder.getUnitAttr());
}

Value KernelExpansion::emitStep(loop::ForOp op) {
  Expr step = indices.simplify(getExpr(op.getStep(), op.getIndices()));
  loop::IdOp id = loop::getFirstId(op);
  if (!id || id.getLevel() != loop::IdLevel::Global ||
      step.getDenominator().isConstant(1))
    return indices.emit(step);
  Location loc = op.getLoc();
  Value groups = gpu::GridDimOp::create(
      builder, loc, static_cast<gpu::Dimension>(id.getDim()));
  return arith::MulIOp::create(
      builder, loc, groups, indices.emit(kernel.getLocalSizeIn(id.getDim())));
}

/// A loop of one trip or none, in which no barrier stands, as a branch:
/// compilers unroll what looks like a loop.
LogicalResult KernelExpansion::expandBranch(loop::ForOp op) {
  Location loc = op.getLoc();
  Expr first = indices.simplify(getExpr(op.getLower(), op.getIndices()));
  Expr end = indices.simplify(getExpr(op.getUpper(), op.getIndices()));
  SmallVector<Value> inits = getValues(op.getInits());
  Block &body = op.getBody().front();
  exprs[op.getInductionVar()] = first;
  setValues(op.getCarried(), inits);
  Value isTrip = indices.emitTests(IndexTest{first, first, end});
  if (!isTrip) {
    if (failed(expandBlock(body)))
      return failure();
    setValues(op.getResults(), getValues(op.getYield().getValues()));
    return success();
  }
  auto branch = scf::IfOp::create(builder, loc, op.getResultTypes(), isTrip,
                                  /*withElseRegion=*/!inits.empty());
  if (failed(expandBranch(op.getBody(), branch.thenBlock())))
    return failure();
  if (!inits.empty()) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, loc, inits);
  }
  setValues(op.getResults(), branch.getResults());
  return success();
}

LogicalResult KernelExpansion::expandFor(loop::ForOp op) {
  // Those over ids go in steps.
  if (op.getAtMostOnce() && op.getBounds().size() == 2 &&
      !op.getBody()
           .walk([](BarrierOp) { return WalkResult::interrupt(); })
           .wasInterrupted())
    return expandBranch(op);
  Location loc = op.getLoc();
  Expr lower = indices.simplify(getExpr(op.getLower(), op.getIndices()));
  Expr upper = indices.simplify(getExpr(op.getUpper(), op.getIndices()));
  Value first = indices.emit(lower), end = indices.emit(upper);
  SmallVector<Value> inits = getValues(op.getInits());
  auto loop = scf::ForOp::create(builder, loc, first, end, emitStep(op), inits);
  setUnroll(loop, op.getUnroll());
  // The loop ends behind the last element.
  if (op.getBounds().size() > 2)
    indices.addBound(upper - 1 + getExpr(op.getStep(), op.getIndices()));
  OpBuilder::InsertionGuard guard(builder);
  // Without iteration arguments the loop already has its yield.
  if (inits.empty())
    builder.setInsertionPoint(loop.getBody()->getTerminator());
  else
    builder.setInsertionPointToStart(loop.getBody());
  indices.getCarried().enter(loop);
  Expr index = indices.bind("i", loop.getInductionVar(), lower, upper - 1);
  loops[*index.getName()] = loop;
  if (options.reduceStrength && !op.getAtMostOnce())
    if (std::optional<int64_t> step = getConstantIntValue(loop.getStep()))
      indices.getCarried().setCounter(index, lower, *step);
  exprs[op.getInductionVar()] = index;
  setValues(op.getCarried(), loop.getRegionIterArgs());
  if (failed(expandBlock(op.getBody().front())))
    return failure();
  if (!inits.empty())
    scf::YieldOp::create(builder, loc, getValues(op.getYield().getValues()));
  loop = cast<scf::ForOp>(indices.getCarried().leave());
  setValues(op.getResults(), loop.getResults().take_front(inits.size()));
  return success();
}

/// while (k < n && test) { step; ++k; }
///
/// The loop carries k and the scalars. What the test reads stands in a branch
/// behind the first comparison.
LogicalResult KernelExpansion::expandWhile(loop::WhileOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> carried = {indices.emit(0)};
  llvm::append_range(carried, getValues(op.getInits()));
  SmallVector<Type> carriedTypes(ValueRange(carried).getTypes());
  SmallVector<Type> passedTypes = carriedTypes;
  llvm::append_range(passedTypes, ValueRange(op.getPassed()).getTypes());
  auto loop = scf::WhileOp::create(builder, loc, passedTypes, carried);
  auto addBlock = [&](Region &region, TypeRange types) {
    builder.createBlock(&region, {}, types,
                        SmallVector<Location>(types.size(), loc));
    return region.getArguments();
  };
  OpBuilder::InsertionGuard guard(builder);
  indices.getCarried().enter(loop);

  auto before = addBlock(loop.getBefore(), carriedTypes);
  if (failed(expandTest(op, before)))
    return failure();

  auto after = addBlock(loop.getAfter(), passedTypes);
  Expr upper = indices.simplify(getExpr(op.getUpper(), op.getIndices()));
  Block &body = op.getBody().front();
  exprs[body.getArgument(0)] = indices.bind("k", after.front(), 0, upper - 1);
  setValues(body.getArguments().drop_front(), after.drop_front());
  if (failed(expandBlock(body)))
    return failure();
  SmallVector<Value> next = {indices.emit(exprs[body.getArgument(0)] + 1)};
  llvm::append_range(next, getValues(op.getYield().getValues()));
  scf::YieldOp::create(builder, loc, next);
  indices.getCarried().leave();
  setValues(op.getResults(), loop.getResults().slice(1, op.getInits().size()));
  return success();
}

LogicalResult KernelExpansion::expandTest(loop::WhileOp op,
                                          ValueRange carried) {
  Location loc = op.getLoc();
  Expr upper = indices.simplify(getExpr(op.getUpper(), op.getIndices()));
  SmallVector<Type> types = {builder.getI1Type()};
  llvm::append_range(types, ValueRange(op.getPassed()).getTypes());
  Value isInside =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                            carried.front(), indices.emit(upper));
  auto branch = scf::IfOp::create(builder, loc, types, isInside,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  Block &test = op.getTest().front();
  exprs[test.getArgument(0)] = indices.bind("k", carried.front(), 0, upper - 1);
  setValues(test.getArguments().drop_front(), carried.drop_front());
  if (failed(expandBlock(test)))
    return failure();
  scf::YieldOp::create(builder, loc,
                       getValues(op.getCondition().getOperands()));
  builder.setInsertionPointToStart(branch.elseBlock());
  SmallVector<Value> outside;
  for (Type type : types)
    outside.push_back(
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type)));
  scf::YieldOp::create(builder, loc, outside);
  builder.setInsertionPointAfter(branch);
  SmallVector<Value> passed(carried);
  llvm::append_range(passed, branch.getResults().drop_front());
  scf::ConditionOp::create(builder, loc, branch.getResult(0), passed);
  return success();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

LogicalResult KernelExpansion::expandBranch(Region &region, Block *block) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *yield = region.front().getTerminator();
  // Without results the block already has its yield.
  if (yield->getNumOperands() == 0)
    builder.setInsertionPoint(block->getTerminator());
  else
    builder.setInsertionPointToStart(block);
  if (failed(expandBlock(region.front())))
    return failure();
  if (yield->getNumOperands() != 0)
    scf::YieldOp::create(builder, yield->getLoc(),
                         getValues(yield->getOperands()));
  return success();
}

std::optional<Expr> KernelExpansion::getOnlyValue(const IndexTest &test,
                                                  bool holds) {
  auto [least, last] = indices.getFacts().getRange(*test.index.getName());
  auto isOne = [&](const Expr &count) {
    return indices.simplify(count).isConstant(1);
  };
  if (holds)
    return isOne(test.upper - test.lower) ? std::optional(test.lower)
                                          : std::nullopt;
  if (!last)
    return std::nullopt;
  // What is left of the range is behind the tested part, or before it.
  Expr end = *last + 1;
  if (indices.simplify(test.lower - least).isConstant(0) &&
      isOne(end - test.upper))
    return test.upper;
  if (indices.simplify(end - test.upper).isConstant(0) &&
      isOne(test.lower - least))
    return least;
  return std::nullopt;
}

LogicalResult KernelExpansion::expandBranch(loop::IfOp op,
                                            ArrayRef<IndexTest> tests,
                                            bool holds, Block *block) {
  Region &region = holds ? op.getThenRegion() : op.getElseRegion();
  std::optional<Expr> value;
  if (tests.size() == 1 && tests.front().index.getName())
    value = getOnlyValue(tests.front(), holds);
  if (!value)
    return expandBranch(region, block);
  SmallVector<Value> tested;
  for (Value index : op.getIndices())
    if (exprs.lookup(index) == tests.front().index)
      tested.push_back(index);
  auto setTested = [&](const Expr &expr) {
    for (Value index : tested)
      exprs[index] = expr;
  };
  setTested(*value);
  LogicalResult result = expandBranch(region, block);
  setTested(tests.front().index);
  return result;
}

/// Whether both branches have a loop, as where there is a version for the
/// interior.
static bool choosesLoop(loop::IfOp op) {
  return llvm::all_of(op->getRegions(), [](Region &region) {
    return region
        .walk([](Operation *inner) {
          return isa<loop::ForOp, loop::WhileOp>(inner)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

LogicalResult KernelExpansion::expandIf(loop::IfOp op) {
  SmallVector<IndexTest> tests;
  for (const IndexTest &test : op.getIndexTests()) {
    auto get = [&](const Expr &expr) { return getExpr(expr, op.getIndices()); };
    tests.push_back({get(test.index), get(test.lower), get(test.upper)});
    addBounds(tests.back().index);
  }
  Value condition = indices.emitTests(tests, op.getKept());
  // Where the tests are known to hold, there is no branch.
  if (!condition) {
    Block &taken = op.getThenRegion().front();
    if (failed(expandBlock(taken)))
      return failure();
    for (auto [result, yielded] :
         llvm::zip_equal(op.getResults(), taken.getTerminator()->getOperands()))
      values[result] = getValue(yielded);
    return success();
  }
  bool hasElse = !op.getElseRegion().empty();
  auto branch = scf::IfOp::create(builder, op.getLoc(), op.getResultTypes(),
                                  condition, hasElse);
  const bool chooses = choosesLoop(op);
  if (chooses)
    indices.getCarried().enter(branch, /*choosesLoop=*/true);
  if (failed(expandBranch(op, tests, /*holds=*/true, branch.thenBlock())) ||
      (hasElse &&
       failed(expandBranch(op, tests, /*holds=*/false, branch.elseBlock()))))
    return failure();
  if (chooses)
    indices.getCarried().leave();
  setValues(op.getResults(), branch.getResults());
  return success();
}
