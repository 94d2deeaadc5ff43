//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Outliner.h"

#include "FunctionConverter.h"
#include "LiftDialect/ConstantArguments.h"
#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/LiftOps.h"
#include "LiftDialect/OnHost.h"
#include "Numbers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

#include <set>

using namespace mlir;
using namespace mlir::lift;

/// What an operation uses, also inside of its regions.
static SmallVector<Value> getUsedValues(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values.takeVector();
}

static bool isOnTensors(Operation *op) {
  auto isTensor = llvm::IsaPred<TensorType>;
  return llvm::any_of(op->getResultTypes(), isTensor) ||
         llvm::any_of(op->getOperandTypes(), isTensor);
}

/// Whether each function that needs an operation has one of its own: it moves
/// no elements.
static bool isRepeated(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    return !isOnTensors(op) ||
           (elements && (elements.isSplat() ||
                         elements.getNumElements() <= kMaxConstantElements));
  }
  if (isa<tensor::EmptyOp, tensor::DimOp>(op))
    return true;
  // A shape.
  if (isa<tensor::FromElementsOp>(op))
    return llvm::all_of(op->getUsers(), llvm::IsaPred<tensor::ReshapeOp>);
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return fill.hasPureTensorSemantics() &&
           matchPattern(fill.value(), m_Constant());
  return isa_and_present<arith::ArithDialect, math::MathDialect,
                         affine::AffineDialect>(op->getDialect()) &&
         !isOnTensors(op) && op->getNumRegions() == 0 && isPure(op);
}

/// Whether there are loops in an operation: something to compute.
static bool hasLoops(Operation *op) {
  return isa_and_present<linalg::LinalgDialect>(op->getDialect()) &&
         !isa<linalg::FillOp, linalg::CopyOp, linalg::TransposeOp,
              linalg::BroadcastOp>(op);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// Writes the function on tensors that does what some operations do.
class FunctionWriter {
public:
  explicit FunctionWriter(MLIRContext *context) : builder(context) {}

  void write(ArrayRef<Operation *> ops, ModuleOp module);

  SmallVector<Value> inputs, outputs;

private:
  /// Makes a value available: computed again, or an argument.
  void import(Value value);

  OpBuilder builder;
  IRMapping mapping;
};
} // namespace

/// Whether the host computes a number from data: not from sizes alone.
static bool isOfData(Value number) {
  llvm::SetVector<Value> numbers;
  numbers.insert(number);
  for (size_t i = 0; i < numbers.size(); ++i) {
    Operation *op = numbers[i].getDefiningOp();
    if (!op || !isRepeated(op))
      return true;
    if (!isa<tensor::DimOp>(op))
      numbers.insert_range(op->getOperands());
  }
  return false;
}

/// Whether nobody but the host knows the sizes of an empty tensor: whoever
/// gives it tells them.
static bool hasSizesOfData(Operation *op) {
  return isa<tensor::EmptyOp>(op) && llvm::any_of(op->getOperands(), isOfData);
}

void FunctionWriter::import(Value value) {
  if (mapping.contains(value))
    return;
  Operation *op = value.getDefiningOp();
  if (op && isRepeated(op) && !hasSizesOfData(op)) {
    for (Value operand : op->getOperands())
      import(operand);
    builder.clone(*op, mapping);
    return;
  }
  inputs.push_back(value);
  mapping.map(value,
              builder.getBlock()->addArgument(value.getType(), value.getLoc()));
}

/// Whether others than `ops`, and what they compute again, use a value.
static bool isUsedOutside(Value value,
                          const llvm::SmallPtrSetImpl<Operation *> &ops) {
  Block *block = value.getParentBlock();
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i)
    for (Operation *user : values[i].getUsers()) {
      Operation *top = block->findAncestorOpInBlock(*user);
      if (top && ops.contains(top))
        continue;
      if (!isRepeated(user))
        return true;
      values.insert_range(user->getResults());
    }
  return false;
}

void FunctionWriter::write(ArrayRef<Operation *> ops, ModuleOp module) {
  builder.setInsertionPointToEnd(module.getBody());
  auto func = func::FuncOp::create(builder, ops.front()->getLoc(), "outlined",
                                   builder.getFunctionType({}, {}));
  func.setPrivate();
  builder.setInsertionPointToStart(func.addEntryBlock());
  llvm::SmallPtrSet<Operation *, 8> all(ops.begin(), ops.end());
  SmallVector<Value> results;
  for (Operation *op : ops) {
    for (Value value : getUsedValues(op))
      import(value);
    builder.clone(*op, mapping);
    for (Value result : op->getResults())
      if (isUsedOutside(result, all)) {
        outputs.push_back(result);
        results.push_back(mapping.lookup(result));
      }
  }
  func::ReturnOp::create(builder, ops.back()->getLoc(), results);
  func.setFunctionType(builder.getFunctionType(func.front().getArgumentTypes(),
                                               ValueRange(results).getTypes()));
}

/// Without the operation as a note: it may be long, and is not what converting
/// it has made of it.
static void remarkStays(Operation *op, const Twine &reason) {
  emitRemark(op->getLoc()) << "'" << op->getName()
                           << "' op stays on the host: " << reason;
}

static bool hasDynamicSizes(func::FuncOp func) {
  return llvm::any_of(func.getArgumentTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  });
}

/// Whether a function on arrays gives something where one of its sizes is 0.
static bool givesWithoutElements(func::FuncOp func) {
  std::set<std::string> names;
  for (Type type : func.getArgumentTypes())
    if (auto array = dyn_cast<ArrayType>(type))
      for (const Expr &size : array.getSizeExprs())
        if (size.getName())
          names.insert(*size.getName());
  auto mayBeZero = [](const Expr &size) {
    return !Assumptions().isPositive(size);
  };
  return llvm::any_of(func.getResultTypes(), [&](Type type) {
    auto array = dyn_cast<ArrayType>(type);
    if (array && func.getNumResults() > 1 &&
        llvm::any_of(array.getSizeExprs(), mayBeZero))
      return true;
    return llvm::any_of(names, [&](const std::string &name) {
      return !array || !array.getNumElements()
                            .substitute({{name, Expr(0)}})
                            .isConstant(0);
    });
  });
}

/// Whether there are values whose elements the host has in another form.
static bool hasOtherElements(ValueRange values) {
  return llvm::any_of(values.getTypes(), [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return !type.isIndex() && getElementTypeFor(element) != element;
  });
}

/// The host runs what is in a loop step by step.
static LogicalResult checkLoops(func::FuncOp func) {
  for (auto loop : func.getOps<scf::ForOp>())
    return loop.emitOpError("has many steps, or a number of steps that is not "
                            "known");
  return success();
}

LogicalResult Outliner::change(Outlined &outlined, const Group &group) {
  if (failed(generalize(outlined.getFunc())) ||
      failed(checkLoops(outlined.getFunc())))
    return failure();
  // Memory is not copied for what is rarely needed.
  if (group.memory.empty() && hasDynamicSizes(outlined.getFunc()))
    outlined.onHost = outlined.getFunc().clone();
  if (failed(convert(outlined.getFunc())))
    return failure();
  if (outlined.onHost && !givesWithoutElements(outlined.getFunc()))
    outlined.onHost = nullptr;
  if (hasOtherElements(outlined.inputs) || hasOtherElements(outlined.outputs))
    return outlined.getFunc().emitOpError(
        "has elements that the host stores in another form");
  return success();
}

FailureOr<Outliner::Outlined> Outliner::outline(const Group &group) {
  Operation *first = group.ops.front();
  Outlined outlined;
  outlined.module = ModuleOp::create(first->getLoc());
  FunctionWriter writer(host.getContext());
  writer.write(group.ops.getArrayRef(), *outlined.module);
  outlined.inputs = std::move(writer.inputs);
  outlined.outputs = std::move(writer.outputs);
  std::string reason;
  {
    ScopedDiagnosticHandler handler(
        host.getContext(), [&](Diagnostic &diagnostic) {
          if (reason.empty() &&
              diagnostic.getSeverity() == DiagnosticSeverity::Error)
            reason = diagnostic.str();
          return success();
        });
    if (succeeded(change(outlined, group)))
      return outlined;
  }
  remarkStays(first, reason);
  return failure();
}

bool Outliner::isSupported(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (structured && !structured.hasPureTensorSemantics() &&
      !isOnHostMemory(op)) {
    remarkStays(op, "it works on memory that is not the host's");
    return false;
  }
  if (!isOnTensors(op) || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  // A large constant, which is given; the host reads a number, calls, or
  // changes what is known of a type.
  if (isa<arith::ConstantOp, func::CallOp, tensor::ExtractOp, tensor::CastOp>(
          op))
    return false;
  auto isRanked = llvm::IsaPred<RankedTensorType>;
  if (!isa_and_present<linalg::LinalgDialect, tensor::TensorDialect,
                       scf::SCFDialect, arith::ArithDialect>(
          op->getDialect()) ||
      !op->getNumResults() || !llvm::all_of(op->getResultTypes(), isRanked)) {
    remarkStays(op,
                "operations of linalg, tensor and arith with ranked tensors "
                "become patterns");
    return false;
  }
  Group group(aliases);
  group.ops.insert(op);
  return succeeded(outline(group));
}

bool Outliner::addOnMemory(Operation *op, Group &group) {
  auto structured = cast<linalg::LinalgOp>(op);
  if (group.memory.mustComeLater(structured))
    close(group);
  Operation *onTensors = group.memory.add(structured);
  if (!isSupported(onTensors)) {
    group.memory.removeLast();
    return false;
  }
  group.ops.insert(onTensors);
  group.add(onTensors);
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// What a function on arrays takes for a value of the host.
static Value giveValue(OpBuilder &builder, Location loc, Value value,
                       Type type) {
  if (isa<ArrayType>(type))
    return FromTensorOp::create(builder, loc, type, value);
  if (isa<TensorType>(value.getType()))
    return tensor::ExtractOp::create(builder, loc, value, ValueRange());
  return makeWide(builder, loc, value);
}

/// The tensor of the host for what a function on arrays gives.
static Value takeValue(OpBuilder &builder, Location loc, Value value,
                       Type type) {
  if (isa<ArrayType>(value.getType()))
    return ToTensorOp::create(builder, loc, type, value);
  return tensor::FromElementsOp::create(builder, loc, type, value);
}

void Outliner::call(Outlined &outlined, Operation *last) {
  func::FuncOp func = outlined.getFunc();
  func->remove();
  func.setName((host.getName() + "_lift" + Twine(numFunctions++)).str());
  symbols.insert(func, Block::iterator(host));
  OpBuilder builder(last);
  Location loc = func.getLoc();
  SmallVector<Value> inputs = outlined.inputs;
  // Large constants inside have become further arguments.
  for (unsigned i = inputs.size(); i < func.getNumArguments(); ++i) {
    auto value = cast<TypedAttr>(func.removeArgAttr(i, kConstantAttrName));
    inputs.push_back(arith::ConstantOp::create(builder, loc, value));
  }
  SmallVector<Value> operands;
  for (auto [input, type] : llvm::zip_equal(inputs, func.getArgumentTypes()))
    operands.push_back(giveValue(builder, loc, input, type));
  auto call = func::CallOp::create(builder, loc, func, operands);
  if (func::FuncOp onHost = outlined.onHost.release()) {
    onHost.setName((func.getName() + "_host").str());
    symbols.insert(onHost, Block::iterator(host));
    call->setAttr(kOnHostAttrName, FlatSymbolRefAttr::get(onHost));
  }
  for (auto [output, result] :
       llvm::zip_equal(outlined.outputs, call.getResults()))
    output.replaceAllUsesWith(
        takeValue(builder, loc, result, output.getType()));
}

void Outliner::close(Group &group) {
  Group closed = std::exchange(group, Group(aliases));
  if (llvm::none_of(closed.ops, hasLoops))
    return closed.memory.discard();
  closed.memory.removeHiddenStores();
  FailureOr<Outlined> outlined = outline(closed);
  if (failed(outlined))
    return closed.memory.discard();
  Operation *last = closed.ops.back();
  call(*outlined, last);
  closed.memory.commit(last);
  // Sizes that others use come behind the call.
  Operation *next = last->getNextNode();
  while (!closed.all.empty()) {
    Operation *op = closed.all.pop_back_val();
    if (closed.ops.contains(op) || op->use_empty()) {
      op->erase();
      continue;
    }
    op->moveBefore(next);
    next = op;
  }
}

void Outliner::visit(Block &block) {
  Group group(aliases);
  SmallVector<Operation *> ops = llvm::map_to_vector(
      block.getOperations(), [](Operation &op) { return &op; });
  for (Operation *op : ops) {
    const bool usesGroup = llvm::any_of(getUsedValues(op), [&](Value value) {
      return group.values.contains(value);
    });
    if (isRepeated(op)) {
      if (usesGroup) {
        group.add(op);
      }
      continue;
    }
    if (isOnHostMemory(op)) {
      if (addOnMemory(op, group))
        continue;
    } else if (isSupported(op)) {
      group.ops.insert(op);
      group.add(op);
      continue;
    }
    // What is stored is stored before others use memory.
    if (usesGroup || (!group.memory.empty() && !isMemoryEffectFree(op) &&
                      !hasSingleEffect<MemoryEffects::Allocate>(op)))
      close(group);
    if (!isa_and_present<linalg::LinalgDialect>(op->getDialect()))
      for (Region &region : op->getRegions())
        llvm::for_each(region, [&](Block &inner) { visit(inner); });
  }
  close(group);
}

unsigned Outliner::run() {
  for (Block &block : host.getBody())
    visit(block);
  return numFunctions;
}
