//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file takes tuples apart: every value with a tuple in its type becomes
// several values without, its leaves, in order.
//
//===----------------------------------------------------------------------===//

#include "Normalize.h"

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::lift;

static bool hasTuple(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    type = array.getElementType();
  return isa<TupleType>(type);
}

/// Appends the types of the leaves of a value of this type.
static void appendLeafTypes(Type type, SmallVectorImpl<Type> &leaves) {
  auto array = dyn_cast<ArrayType>(type);
  auto tuple = dyn_cast<TupleType>(array ? array.getElementType() : type);
  if (!tuple) {
    leaves.push_back(type);
    return;
  }
  for (Type component : tuple.getTypes()) {
    if (array) {
      SmallVector<Expr> sizes = array.getSizeExprs();
      if (auto inner = dyn_cast<ArrayType>(component)) {
        llvm::append_range(sizes, inner.getSizeExprs());
        component = inner.getElementType();
      }
      component = ArrayType::get(type.getContext(), sizes, component);
    }
    appendLeafTypes(component, leaves);
  }
}

static SmallVector<Type> getLeafTypes(TypeRange types) {
  SmallVector<Type> leaves;
  for (Type type : types)
    appendLeafTypes(type, leaves);
  return leaves;
}

/// The attributes of arguments or results for their leaves, which are numbered:
/// those of `x` become `x.0`, `x.1`. Empty if there are none.
static SmallVector<Attribute> getLeafAttrs(TypeRange types, ArrayAttr attrs) {
  SmallVector<Attribute> leafAttrs;
  if (!attrs)
    return leafAttrs;
  for (auto [type, attr] : llvm::zip_equal(types, attrs)) {
    SmallVector<Type> leaves;
    appendLeafTypes(type, leaves);
    for (unsigned leaf = 0; leaf < leaves.size(); ++leaf) {
      NamedAttrList own(cast<DictionaryAttr>(attr));
      auto name = dyn_cast_or_null<StringAttr>(
          own.get(LiftDialect::NameAttrHelper::getNameStr()));
      if (name && hasTuple(type))
        own.set(LiftDialect::NameAttrHelper::getNameStr(),
                StringAttr::get(attr.getContext(),
                                name.getValue() + "." + Twine(leaf)));
      leafAttrs.push_back(own.getDictionary(attr.getContext()));
    }
  }
  return leafAttrs;
}

namespace {
class TupleFlattening {
public:
  explicit TupleFlattening(func::FuncOp func)
      : func(func), builder(func.getContext()) {}

  LogicalResult run();

private:
  SmallVector<Value> getLeaves(Value value) {
    if (!hasTuple(value.getType()))
      return {value};
    return leaves.lookup(value);
  }
  SmallVector<Value> getLeaves(ValueRange values) {
    SmallVector<Value> all;
    for (Value value : values)
      llvm::append_range(all, getLeaves(value));
    return all;
  }
  /// Gives the leaves of `op`, in order, to its results.
  void setResults(Operation *op, ValueRange values);
  /// Replaces the arguments of a block by their leaves.
  void flattenArguments(Block &block);
  LogicalResult flattenBlock(Block &block);
  LogicalResult flattenOp(Operation *op);
  /// Makes the same operation on leaves; its regions move to the new one.
  LogicalResult rebuild(Operation *op);
  LogicalResult flattenView(ViewOpInterface view);
  void flattenMaterialize(MaterializeOp op);

  func::FuncOp func;
  OpBuilder builder;
  DenseMap<Value, SmallVector<Value>> leaves;
  SmallVector<Operation *> dead;
};
} // namespace

void TupleFlattening::setResults(Operation *op, ValueRange values) {
  for (Value result : op->getResults()) {
    SmallVector<Type> types;
    appendLeafTypes(result.getType(), types);
    ValueRange own = values.take_front(types.size());
    values = values.drop_front(types.size());
    if (hasTuple(result.getType()))
      leaves[result].assign(own.begin(), own.end());
    else
      result.replaceAllUsesWith(own.front());
  }
  dead.push_back(op);
}

void TupleFlattening::flattenArguments(Block &block) {
  for (unsigned i = 0; i < block.getNumArguments(); ++i) {
    BlockArgument arg = block.getArgument(i);
    if (!hasTuple(arg.getType()))
      continue;
    SmallVector<Type> types;
    appendLeafTypes(arg.getType(), types);
    for (auto [k, type] : llvm::enumerate(types))
      leaves[arg].push_back(
          block.insertArgument(i + 1 + k, type, arg.getLoc()));
    i += types.size();
  }
}

/// Erases the arguments that flattenArguments() replaced, once they are unused.
static void eraseTupleArguments(Block &block) {
  block.eraseArguments(
      [](BlockArgument arg) { return hasTuple(arg.getType()); });
}

LogicalResult TupleFlattening::flattenView(ViewOpInterface view) {
  ValueRange others =
      view->getOperands().drop_front(view.getViewSources().size());
  if (llvm::any_of(others.getTypes(), hasTuple)) {
    InFlightDiagnostic diag =
        view->emitOpError("adds a constant to an array of tuples");
    diag.attachNote() << "unzip the array, add to its components, zip them";
    return diag;
  }
  // An index function may use components of tuples from around it.
  for (Region &region : view->getRegions())
    for (Block &block : region)
      if (failed(flattenBlock(block)))
        return failure();
  builder.setInsertionPoint(view);
  SmallVector<Value> results;
  SmallVector<SmallVector<Value>> sources;
  for (Value source : view.getViewSources())
    sources.push_back(getLeaves(source));
  for (size_t k = 0; k < sources.front().size(); ++k) {
    SmallVector<Value> leaf = llvm::map_to_vector(
        sources, [&](ArrayRef<Value> all) { return all[k]; });
    results.push_back(
        view.cloneAtDepth(builder, leaf, /*depth=*/0)->getResult(0));
  }
  setResults(view, results);
  return success();
}

/// Materializes a leaf, or several, like `op`.
static Value materializeLike(MaterializeOp op, Value leaf, OpBuilder &builder) {
  DenseI64ArrayAttr pad = op.getPadAttr();
  if (pad) {
    SmallVector<int64_t> elements(pad.asArrayRef());
    elements.resize(cast<ArrayType>(leaf.getType()).getRank());
    pad = builder.getDenseI64ArrayAttr(elements);
  }
  return MaterializeOp::create(builder, op.getLoc(), leaf, op.getSpaceAttr(),
                               pad, op.getBuffersAttr());
}

void TupleFlattening::flattenMaterialize(MaterializeOp op) {
  SmallVector<Value> components = getLeaves(op.getInput());
  if (!op.getInterleaved()) {
    for (Value &component : components)
      component = materializeLike(op, component, builder);
    return setResults(op, components);
  }
  // The components are one more dimension, the innermost.
  unsigned rank = op.getType().getRank();
  auto getSize = [&](int64_t size) {
    return SizeAttr::get(op.getContext(), size);
  };
  for (Value &component : components)
    component = SplitOp::create(builder, op.getLoc(), component, getSize(1),
                                /*dim=*/rank - 1);
  Value all = ConcatOp::create(builder, op.getLoc(), components, /*dim=*/rank);
  Value stored = materializeLike(op, all, builder);
  for (auto [i, component] : llvm::enumerate(components))
    component = AtOp::create(builder, op.getLoc(), /*in_bounds=*/false, stored,
                             /*indices=*/ValueRange(), /*outside=*/Value(),
                             builder.getArrayAttr({Attribute(getSize(i))}),
                             /*dim=*/rank);
  setResults(op, components);
}

LogicalResult TupleFlattening::rebuild(Operation *op) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(getLeaves(op->getOperands()));
  state.addTypes(getLeafTypes(op->getResultTypes()));
  state.addAttributes(op->getAttrs());
  if (auto fold = dyn_cast<FoldPattern>(op)) {
    int32_t inputs = getLeaves(fold.getInputs()).size();
    int32_t inits = getLeaves(fold.getInits()).size();
    state.attributes.set("operandSegmentSizes",
                         builder.getDenseI32ArrayAttr({inputs, inits}));
  }
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *flat = builder.create(state);
  for (Region &region : flat->getRegions())
    for (Block &block : region)
      if (failed(flattenBlock(block)))
        return failure();
  setResults(op, flat->getResults());
  return success();
}

LogicalResult TupleFlattening::flattenOp(Operation *op) {
  builder.setInsertionPoint(op);
  if (isa<ZipOp, TupleOp, UnzipOp>(op)) {
    setResults(op, getLeaves(op->getOperands()));
    return success();
  }
  if (auto get = dyn_cast<GetOp>(op)) {
    auto tuple = cast<TupleType>(get.getTuple().getType());
    SmallVector<Value> all = getLeaves(get.getTuple());
    TypeRange before = TypeRange(tuple.getTypes()).take_front(get.getIndex());
    SmallVector<Type> own = getLeafTypes(get.getType());
    setResults(op,
               ValueRange(all).slice(getLeafTypes(before).size(), own.size()));
    return success();
  }
  bool touched = llvm::any_of(op->getOperandTypes(), hasTuple) ||
                 llvm::any_of(op->getResultTypes(), hasTuple);
  if (!touched) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(flattenBlock(block)))
          return failure();
    return success();
  }
  if (auto view = dyn_cast<ViewOpInterface>(op))
    return flattenView(view);
  if (isa<MapOp, FoldPattern, KernelOp>(op))
    return rebuild(op);
  if (isa<GenerateOp>(op)) {
    InFlightDiagnostic diag = op->emitOpError("generates tuples");
    diag.attachNote() << "generate the components, then zip them";
    return diag;
  }
  if (auto materialize = dyn_cast<MaterializeOp>(op)) {
    flattenMaterialize(materialize);
    return success();
  }
  if (op->hasTrait<OpTrait::IsTerminator>()) {
    op->setOperands(getLeaves(op->getOperands()));
    return success();
  }
  InFlightDiagnostic diag =
      op->emitOpError("does not support arrays of tuples yet");
  diag.attachNote() << "unzip the operand, and zip the results";
  return diag;
}

LogicalResult TupleFlattening::flattenBlock(Block &block) {
  flattenArguments(block);
  SmallVector<Operation *> outer = std::exchange(dead, {});
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(flattenOp(&op)))
      return failure();
  // Later operations first: they use the results of earlier ones.
  for (Operation *op : llvm::reverse(dead))
    op->erase();
  dead = std::move(outer);
  eraseTupleArguments(block);
  return success();
}

LogicalResult TupleFlattening::run() {
  bool changes = false;
  func->walk([&](Operation *op) {
    changes |= llvm::any_of(op->getResultTypes(), hasTuple);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        changes |= llvm::any_of(block.getArgumentTypes(), hasTuple);
  });
  if (!changes)
    return success();
  FunctionType type = func.getFunctionType();
  SmallVector<Attribute> argAttrs =
      getLeafAttrs(type.getInputs(), func.getArgAttrsAttr());
  SmallVector<Attribute> resultAttrs =
      getLeafAttrs(type.getResults(), func.getResAttrsAttr());
  if (failed(flattenBlock(func.getBody().front())))
    return failure();
  func.setType(
      builder.getFunctionType(func.getBody().front().getArgumentTypes(),
                              getLeafTypes(func.getResultTypes())));
  func.removeArgAttrsAttr();
  func.removeResAttrsAttr();
  if (!argAttrs.empty())
    func.setArgAttrsAttr(builder.getArrayAttr(argAttrs));
  if (!resultAttrs.empty())
    func.setResAttrsAttr(builder.getArrayAttr(resultAttrs));
  return success();
}

LogicalResult lift::flattenTuples(func::FuncOp func) {
  return TupleFlattening(func).run();
}
