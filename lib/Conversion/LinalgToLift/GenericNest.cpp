//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose index says where results stand becomes a map, each other one a
// reduction: that, and not what the operation calls it, decides whether steps
// depend on each other. The maps are outside, in the order of the dimensions of
// the first result; the reductions keep their order, so that the elements are
// combined as the operation says. At each level the nest runs over the operands
// that have that dimension; the others are used by the body as they are, as in
// a program that a person wrote.
//
//===----------------------------------------------------------------------===//
#include "GenericNest.h"

#include "OperandView.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/Utils.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// What the body needs at each point of the iteration space.
struct NestOperand {
  enum class Kind {
    /// The element that is an argument of the body.
    Element,
    /// The index of a dimension.
    Index,
    /// Only how often a loop runs.
    Count
  };
  Kind kind;
  /// The argument, or the dimension.
  unsigned number;
  OperandView view;
};

class GenericNest {
public:
  GenericNest(OpBuilder &builder, linalg::GenericOp op,
              const ConversionState &state)
      : builder(builder), views(builder, op.getLoc()), op(op), state(state) {}

  FailureOr<SmallVector<Value>> convert();

private:
  LogicalResult orderLoops();
  /// The operands of the body, before the first loop.
  SmallVector<NestOperand> getOperands();
  /// The indices that the body asks for, and those of `indexed`.
  void addIndices(SmallVector<NestOperand> &operands);
  SmallVector<Value> buildLevel(OpBuilder &builder, unsigned level,
                                ArrayRef<NestOperand> operands,
                                ValueRange accumulators);
  SmallVector<Value> buildBody(OpBuilder &builder,
                               ArrayRef<NestOperand> operands,
                               ValueRange accumulators);
  SmallVector<Value> getInitialValues(ArrayRef<NestOperand> operands);
  bool mayReorder();
  /// A result in the order of its dimensions.
  Value arrange(Value array, AffineMap map);

  unsigned getNumInputs() { return op.getNumDpsInputs(); }
  bool isInit(const NestOperand &operand) {
    return operand.kind == NestOperand::Kind::Element &&
           operand.number >= getNumInputs();
  }

  OpBuilder &builder;
  ViewBuilder views;
  linalg::GenericOp op;
  const ConversionState &state;
  NestLoops loops;
  unsigned numMaps = 0;
  /// Operands that no view brings into the nest; they are read at their
  /// indices.
  SmallVector<OpOperand *> indexed;
};
} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LogicalResult GenericNest::orderLoops() {
  SmallVector<Expr> sizes = state.sizes.getLoops(op);
  SmallVector<unsigned> order;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    SmallVector<unsigned> dims;
    for (AffineExpr expr : op.getMatchingIndexingMap(&init).getResults()) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        dims.push_back(dim.getPosition());
      else if (auto constant = dyn_cast<AffineConstantExpr>(expr);
               !constant || constant.getValue() != 0)
        return op.emitOpError("stores its results at other places than its "
                              "indices, which is not supported");
    }
    if (order.empty())
      order = dims;
    if (!std::is_permutation(order.begin(), order.end(), dims.begin(),
                             dims.end()) ||
        llvm::SmallDenseSet<unsigned>(dims.begin(), dims.end()).size() !=
            dims.size())
      return op.emitOpError(
          "has results with different dimensions, which is not "
          "supported");
  }
  numMaps = order.size();
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (llvm::is_contained(order, dim))
      continue;
    if (kind == utils::IteratorType::parallel && !sizes[dim].isConstant(1))
      return op.emitOpError(
                 "stores several results at one place, as no result has "
                 "the parallel dimension ")
             << dim;
    order.push_back(dim);
  }
  loops.levels.resize(order.size());
  for (auto [level, dim] : llvm::enumerate(order)) {
    loops.sizes.push_back(sizes[dim]);
    loops.levels[dim] = level;
  }
  return success();
}

/// Whether `combiner` gives the same in any order, or may give something else.
static bool isReorderable(Operation *combiner, bool reassociate) {
  if (isa<arith::AddFOp, arith::MulFOp>(combiner))
    return reassociate;
  return isa<arith::AddIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp,
             arith::XOrIOp, arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp,
             arith::MinUIOp, arith::MaximumFOp, arith::MinimumFOp>(combiner);
}

bool GenericNest::mayReorder() {
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    // A step decodes and rounds.
    if (op.getRegionOutputArgs()[i].getType().isBF16())
      return false;
    SmallVector<Operation *> combiners;
    if (!matchReduction(op.getRegionOutputArgs(), i, combiners) ||
        combiners.size() != 1 ||
        !isReorderable(combiners.front(), state.reassociate))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void GenericNest::addIndices(SmallVector<NestOperand> &operands) {
  llvm::SmallBitVector needed(op.getNumLoops());
  op.getBody()->walk(
      [&](linalg::IndexOp index) { needed.set(index.getDim()); });
  for (OpOperand *operand : indexed)
    op.getMatchingIndexingMap(operand).walkExprs([&](AffineExpr expr) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        needed.set(dim.getPosition());
    });
  for (unsigned dim : needed.set_bits()) {
    unsigned level = loops.levels[dim];
    operands.push_back({NestOperand::Kind::Index,
                        dim,
                        {views.iota(loops.sizes[level]), {level}}});
  }
}

SmallVector<NestOperand> GenericNest::getOperands() {
  SmallVector<NestOperand> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!op.payloadUsesValueFromOperand(&operand))
      continue;
    Value array = state.getElement(builder, op.getLoc(), operand.get());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (std::optional<OperandView> view = viewThrough(views, array, map, loops))
      operands.push_back(
          {NestOperand::Kind::Element, operand.getOperandNumber(), *view});
    else
      indexed.push_back(&operand);
  }
  addIndices(operands);
  return operands;
}

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

SmallVector<Value> GenericNest::buildBody(OpBuilder &builder,
                                          ArrayRef<NestOperand> operands,
                                          ValueRange accumulators) {
  IRMapping mapping;
  DenseMap<unsigned, Value> indices;
  Block *body = op.getBody();
  for (const NestOperand &operand : operands) {
    if (operand.kind == NestOperand::Kind::Element)
      mapping.map(body->getArgument(operand.number), operand.view.value);
    else if (operand.kind == NestOperand::Kind::Index)
      indices[operand.number] = arith::IndexCastOp::create(
          builder, op.getLoc(), builder.getIndexType(), operand.view.value);
  }
  for (auto [argument, accumulator] :
       llvm::zip(op.getRegionOutputArgs(), accumulators))
    mapping.map(argument, accumulator);
  for (OpOperand *operand : indexed) {
    SmallVector<Value> dims(op.getNumLoops());
    for (auto [dim, index] : indices)
      dims[dim] = index;
    SmallVector<Value> position;
    for (AffineExpr expr : op.getMatchingIndexingMap(operand).getResults())
      position.push_back(
          affine::expandAffineExpr(builder, op.getLoc(), expr, dims, {}));
    mapping.map(body->getArgument(operand->getOperandNumber()),
                ViewBuilder(builder, op.getLoc())
                    .at(state.getArray(operand->get()), position));
  }
  return cloneScalarBody(
      builder, *body, mapping, [&](unsigned dim) { return indices.at(dim); },
      state);
}

/// The accumulators before the first step: the elements of the initial tensors,
/// or, if the body does not look at them, anything.
SmallVector<Value>
GenericNest::getInitialValues(ArrayRef<NestOperand> operands) {
  SmallVector<Value> initial(op.getNumDpsInits());
  for (const NestOperand &operand : operands)
    if (isInit(operand))
      initial[operand.number - getNumInputs()] = operand.view.value;
  return initial;
}

SmallVector<Value> GenericNest::buildLevel(OpBuilder &builder, unsigned level,
                                           ArrayRef<NestOperand> operands,
                                           ValueRange accumulators) {
  Location loc = op.getLoc();
  SmallVector<Value> initial(accumulators);
  if (level == numMaps && level < loops.sizes.size()) {
    initial = getInitialValues(operands);
    for (auto [value, argument] :
         llvm::zip_equal(initial, op.getRegionOutputArgs()))
      if (!value)
        value = ViewBuilder(builder, loc).zero(argument.getType());
  }
  if (level == loops.sizes.size())
    return buildBody(builder, operands, accumulators);

  SmallVector<NestOperand> inner(operands);
  auto runsOver = [&](const NestOperand &operand) {
    return !operand.view.levels.empty() && operand.view.levels.front() == level;
  };
  if (llvm::none_of(inner, runsOver)) {
    if (inner.empty())
      inner.push_back({NestOperand::Kind::Count,
                       0,
                       {views.zero(builder.getI32Type()), {}}});
    OperandView &view = inner.front().view;
    view.value =
        ViewBuilder(builder, loc).broadcast(view.value, loops.sizes[level]);
    view.levels.insert(view.levels.begin(), level);
  }
  SmallVector<Value> inputs;
  SmallVector<NestOperand *> running;
  for (NestOperand &operand : inner)
    if (runsOver(operand)) {
      inputs.push_back(operand.view.value);
      running.push_back(&operand);
    }
  auto enter = [&](ValueRange elements) {
    for (auto [operand, element] : llvm::zip_equal(running, elements)) {
      operand->view.value = element;
      operand->view.levels.erase(operand->view.levels.begin());
    }
  };
  if (level < numMaps)
    return MapOp::create(
               builder, loc, inputs, MappingAttr(),
               [&](OpBuilder &builder, Location, ValueRange elements) {
                 enter(elements);
                 return buildLevel(builder, level + 1, inner, {});
               })
        ->getResults();
  auto reduce =
      ReduceOp::create(builder, loc, inputs, initial,
                       [&](OpBuilder &builder, Location, ValueRange elements,
                           ValueRange values) {
                         enter(elements);
                         return buildLevel(builder, level + 1, inner, values);
                       });
  bool isReorderable = mayReorder();
  reduce.setAssociative(isReorderable);
  reduce.setCommutative(isReorderable);
  return reduce->getResults();
}

Value GenericNest::arrange(Value array, AffineMap map) {
  SmallVector<int64_t> order;
  for (AffineExpr expr : map.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      order.push_back(loops.levels[dim.getPosition()]);
  if (!order.empty())
    array = views.transpose(array, order);
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (!isa<AffineConstantExpr>(expr))
      continue;
    SmallVector<Expr> sizes = getSizesOf(array);
    if (sizes.empty())
      array = views.broadcast(array, Expr(1));
    else if (dim < sizes.size())
      array = views.split(array, sizes[dim], dim);
    else
      array = views.split(array, Expr(1), dim - 1);
  }
  return array;
}

FailureOr<SmallVector<Value>> GenericNest::convert() {
  if (failed(orderLoops()) || failed(checkScalarBody(*op.getBody(), state)))
    return failure();
  SmallVector<Value> results = buildLevel(builder, 0, getOperands(), {});
  for (auto [result, init] : llvm::zip_equal(results, op.getDpsInitsMutable()))
    result = arrange(result, op.getMatchingIndexingMap(&init));
  return results;
}

FailureOr<SmallVector<Value>>
lift::convertGeneric(OpBuilder &builder, linalg::GenericOp op,
                     const ConversionState &state) {
  return GenericNest(builder, op, state).convert();
}
