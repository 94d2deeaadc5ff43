//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FunctionConverter.h"

#include "Assertions.h"

#include "BodyReads.h"
#include "GenericNest.h"
#include "LiftDialect/ConstantArguments.h"
#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/LiftDialect.h"
#include "Numbers.h"
#include "TensorOps.h"
#include "ViewBuilder.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
class FunctionConverter {
public:
  FunctionConverter(func::FuncOp func, const TensorSizes &sizes,
                    const ConversionOptions &options)
      : builder(func),
        func(func), state{sizes, options.reassociate,
                          options.ignoreAssertions || options.returnAssertions,
                          DenseMap<Value, Value>()} {}

  LogicalResult convert();

private:
  FailureOr<Type> convertType(Value value);
  LogicalResult convertArguments(func::FuncOp converted);
  LogicalResult convertBody(Block &body);
  /// Makes an iterate of a loop whose steps are all the same.
  LogicalResult convertLoop(scf::ForOp loop);
  /// How often a loop runs, if that is an expression of sizes.
  std::optional<Expr> getTrips(scf::ForOp loop);
  LogicalResult convert(Operation *op);
  LogicalResult convertScalarOp(Operation *op);
  /// Makes an argument of a constant with many elements.
  LogicalResult convertConstant(arith::ConstantOp constant);
  void addRequirements(func::FuncOp converted);

  OpBuilder builder;
  func::FuncOp func;
  ConversionState state;
  /// The block of the function that is made.
  Block *entry = nullptr;
  unsigned numLoops = 0;
  /// The arguments that are constants.
  SmallVector<std::pair<BlockArgument, ElementsAttr>> constants;
};
} // namespace

FailureOr<Type> FunctionConverter::convertType(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  Type element = tensor ? tensor.getElementType() : value.getType();
  Operation *op = value.getDefiningOp() ? value.getDefiningOp() : func;
  if (tensor && tensor.getEncoding())
    return op->emitOpError(
        "has a tensor with an encoding, which is not supported");
  if (isa<ShapedType>(element))
    return op->emitOpError("has a value of type ")
           << element << ", which is not supported";
  if (failed(checkElementType(op, element)))
    return failure();
  element = getElementTypeFor(element);
  if (!tensor)
    return element;
  SmallVector<Expr> sizes = state.sizes.getSizes(value);
  for (const Expr &size : sizes) {
    int64_t known = size.getConstant().value_or(1);
    if (known >= 1 && known <= kMaxSize)
      continue;
    InFlightDiagnostic diag =
        known == 0
            ? op->emitOpError("has a tensor without elements: ") << tensor
            : op->emitOpError("has a tensor with too long a dimension: ")
                  << tensor;
    diag.attachNote() << "dimensions of arrays have 1 to " << kMaxSize
                      << " elements";
    return diag;
  }
  if (sizes.empty())
    return element;
  return Type(ArrayType::get(func.getContext(), sizes, element));
}

LogicalResult FunctionConverter::convertArguments(func::FuncOp converted) {
  entry = builder.createBlock(&converted.getBody());
  for (BlockArgument argument : func.getArguments()) {
    FailureOr<Type> type = convertType(argument);
    if (failed(type))
      return failure();
    state.values[argument] = entry->addArgument(*type, argument.getLoc());
  }
  return success();
}

LogicalResult FunctionConverter::convertScalarOp(Operation *op) {
  // What is known is made where it is used.
  auto isNumber = [&](Value result) {
    return state.sizes.getNumber(result).has_value();
  };
  if (!isa<arith::ConstantOp>(op) && op->getNumResults() &&
      llvm::all_of(op->getResults(), isNumber))
    return success();
  if (!isa_and_present<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      !llvm::all_of(op->getOperands(),
                    [&](Value operand) { return state.hasScalar(operand); }))
    return op->emitOpError("is not supported on scalars outside of bodies");
  if (isa<arith::ConstantOp>(op) && !isOnBFloats(op)) {
    state.values[op->getResult(0)] = builder.clone(*op)->getResult(0);
    return success();
  }
  SmallVector<Value> operands =
      llvm::map_to_vector(op->getOperands(), [&](Value operand) {
        return state.getScalar(builder, op->getLoc(), operand);
      });
  for (auto [from, to] :
       llvm::zip_equal(op->getResults(), computeNumbers(builder, op, operands)))
    state.values[from] = to;
  return success();
}

/// The elements of a constant, as arrays have them.
static ElementsAttr getElements(ElementsAttr constant) {
  ShapedType shaped = constant.getShapedType();
  auto type = cast<ShapedType>(
      shaped.clone(getElementTypeFor(shaped.getElementType())));
  if (type == shaped)
    return constant;
  // An index has 64 bits in attributes, too.
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return cast<DenseElementsAttr>(constant).bitcast(type.getElementType());
}

LogicalResult FunctionConverter::convertConstant(arith::ConstantOp constant) {
  FailureOr<Type> type = convertType(constant.getResult());
  if (failed(type))
    return failure();
  BlockArgument argument = entry->addArgument(*type, constant.getLoc());
  constants.emplace_back(argument,
                         getElements(cast<ElementsAttr>(constant.getValue())));
  state.values[constant.getResult()] = argument;
  return success();
}

/// Whether a constant is better read from memory than computed.
static bool isLarge(arith::ConstantOp constant) {
  if (isa<DenseResourceElementsAttr>(constant.getValue()))
    return true;
  auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
  return elements && !elements.isSplat() &&
         elements.getNumElements() > kMaxConstantElements;
}

/// Whether an operation only says what shape another one makes.
static bool isShape(Operation *op) {
  return isa<tensor::FromElementsOp>(op) &&
         llvm::all_of(op->getUsers(), llvm::IsaPred<tensor::ReshapeOp>);
}

LogicalResult FunctionConverter::convert(Operation *op) {
  // It is among the requirements, or the sizes.
  if (isa<cf::AssertOp>(op) || isShape(op))
    return success();
  for (Value result : op->getResults())
    if (isa<RankedTensorType>(result.getType()) && failed(convertType(result)))
      return failure();
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    FailureOr<SmallVector<Value>> results =
        convertGeneric(builder, makeOperandsOfReads(generic, state), state);
    if (failed(results))
      return failure();
    for (auto [from, to] : llvm::zip_equal(op->getResults(), *results))
      state.values[from] = to;
    return success();
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return convertLoop(loop);
  if (auto constant = dyn_cast<arith::ConstantOp>(op);
      constant && isLarge(constant))
    return convertConstant(constant);
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  if (llvm::none_of(op->getResultTypes(), isTensor) &&
      llvm::none_of(op->getOperandTypes(), isTensor) && !op->getNumRegions())
    return convertScalarOp(op);
  if (op->getNumResults() == 1 && state.sizes.getNumber(op->getResult(0)))
    return success();
  FailureOr<Value> result = convertTensorOp(builder, op, state);
  if (failed(result))
    return failure();
  state.values[op->getResult(0)] = *result;
  return success();
}

std::optional<Expr> FunctionConverter::getTrips(scf::ForOp loop) {
  std::optional<Expr> from = state.sizes.getNumber(loop.getLowerBound());
  std::optional<Expr> to = state.sizes.getNumber(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!from || !to || !step || *step < 1)
    return std::nullopt;
  Expr trips = Expr::ceilDiv(*to - *from, Expr(*step));
  // A difference may be negative.
  if (trips.isError() || !Assumptions().isNonNegative(*to - *from))
    return std::nullopt;
  return trips;
}

/// Several arrays of one type as one, whose outermost dimension has one
/// element: its size has a name of its own in the steps of an iterate.
static Value pack(ViewBuilder &views, ArrayRef<Value> arrays) {
  Value packed = arrays.front();
  if (arrays.size() > 1)
    packed = views.concat(llvm::map_to_vector(arrays,
                                              [&](Value array) {
                                                return views.broadcast(array,
                                                                       Expr(1));
                                              }),
                          0);
  return views.broadcast(packed, Expr(1));
}

static SmallVector<Value> unpack(ViewBuilder &views, Value packed,
                                 unsigned count) {
  Value whole = views.at(packed, Expr(0), 0);
  if (count == 1)
    return {whole};
  SmallVector<Value> arrays;
  for (unsigned i = 0; i < count; ++i)
    arrays.push_back(views.at(whole, Expr(i), 0));
  return arrays;
}

LogicalResult FunctionConverter::convertLoop(scf::ForOp loop) {
  auto refuse = [&](const Twine &why) -> LogicalResult {
    InFlightDiagnostic diag = loop.emitOpError("is not supported: ") << why;
    diag.attachNote() << "loops of any kind are supported that have a constant "
                         "number of steps, and few";
    return diag;
  };
  std::optional<Expr> trips = getTrips(loop);
  if (!trips)
    return refuse("the number of its steps depends on data");
  if (!loop.getInductionVar().use_empty())
    return refuse("its steps depend on their number");
  auto getArrays = [&](ValueRange tensors) {
    return llvm::map_to_vector(
        tensors, [&](Value tensor) { return state.values.lookup(tensor); });
  };
  SmallVector<Value> inits = getArrays(loop.getInitArgs());
  if (!llvm::all_of(loop.getResultTypes(), llvm::IsaPred<TensorType>) ||
      inits.empty() || !llvm::all_equal(ValueRange(inits).getTypes()))
    return refuse("what it carries from step to step are not tensors of one "
                  "type");

  Location loc = loop.getLoc();
  ViewBuilder views(builder, loc);
  Value input = pack(views, inits);
  auto type = cast<ArrayType>(input.getType());
  std::string name = ("step" + Twine(numLoops++)).str();
  SmallVector<Expr> sizes = type.getSizeExprs();
  sizes.front() = Expr::name(name);
  auto iterate = IterateOp::create(builder, loc, type, input,
                                   SizeAttr::get(builder.getContext(), *trips),
                                   builder.getStringAttr(name));
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&iterate.getBody());
  Value inside = body->addArgument(
      ArrayType::get(builder.getContext(), sizes, type.getElementType()), loc);
  for (auto [argument, array] : llvm::zip_equal(
           loop.getRegionIterArgs(), unpack(views, inside, inits.size())))
    state.values[argument] = array;
  if (failed(convertBody(*loop.getBody())))
    return failure();
  SmallVector<Value> next = getArrays(loop.getYieldedValues());
  YieldOp::create(builder, loc, pack(views, next));
  builder.setInsertionPointAfter(iterate);
  for (auto [result, array] :
       llvm::zip_equal(loop.getResults(),
                       unpack(views, iterate->getResult(0), inits.size())))
    state.values[result] = array;
  return success();
}

LogicalResult FunctionConverter::convertBody(Block &body) {
  for (Operation &op : body.without_terminator())
    if (failed(convert(&op)))
      return failure();
  return success();
}

/// Removes what nobody uses, such as initial tensors.
static void eraseDead(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// Adds what the tensors say of their sizes, and the types of arrays do not.
void FunctionConverter::addRequirements(func::FuncOp converted) {
  SmallVector<Attribute> requirements;
  MLIRContext *context = func.getContext();
  for (const SizeConstraint &requirement : state.sizes.getRequirements())
    requirements.push_back(ConstraintAttr::get(
        context, requirement.kind, SizeAttr::get(context, requirement.lhs),
        SizeAttr::get(context, requirement.rhs)));
  if (!requirements.empty())
    converted->setAttr(LiftDialect::RequiresAttrHelper::getNameStr(),
                       builder.getArrayAttr(requirements));
}

LogicalResult FunctionConverter::convert() {
  auto converted = func::FuncOp::create(builder, func.getLoc(), func.getName(),
                                        func.getFunctionType());
  converted.setVisibility(func.getVisibility());
  llvm::scope_exit cleanUp([&] { converted.erase(); });
  if (failed(convertArguments(converted)) ||
      failed(convertBody(func.getBody().front())))
    return failure();
  Operation *end = func.getBody().front().getTerminator();
  SmallVector<Value> results;
  for (Value value : end->getOperands()) {
    Value result = state.getElement(builder, end->getLoc(), value);
    if (!result)
      return end->emitOpError("returns a number that is not supported");
    results.push_back(result);
  }
  auto isArray = llvm::IsaPred<ArrayType>;
  if (llvm::none_of(converted.front().getArgumentTypes(), isArray) &&
      llvm::none_of(ValueRange(results).getTypes(), isArray)) {
    InFlightDiagnostic diag =
        func.emitOpError("has no tensor with dimensions, and is not supported");
    diag.attachNote() << "numbers alone are computed by the caller";
    return diag;
  }
  func::ReturnOp::create(builder, end->getLoc(), results);
  eraseDead(converted.front());
  converted.setFunctionType(builder.getFunctionType(
      converted.front().getArgumentTypes(), ValueRange(results).getTypes()));
  if (ArrayAttr attributes = func.getAllArgAttrs())
    for (auto [index, attribute] : llvm::enumerate(attributes))
      converted.setArgAttrs(index, cast<DictionaryAttr>(attribute));
  if (ArrayAttr attributes = func.getAllResultAttrs())
    converted.setAllResultAttrs(attributes);
  for (auto [argument, value] : constants)
    converted.setArgAttr(argument.getArgNumber(), kConstantAttrName, value);
  addRequirements(converted);
  cleanUp.release();
  func.erase();
  return success();
}

LogicalResult lift::convertFunction(func::FuncOp func,
                                    const ConversionOptions &options) {
  if (!func.getBody().hasOneBlock())
    return func.emitOpError("has several blocks, which is not supported");
  if (options.returnAssertions && failed(returnAssertions(func)))
    return failure();
  FailureOr<TensorSizes> sizes =
      TensorSizes::get(func, options.ignoreAssertions);
  if (failed(sizes))
    return failure();
  return FunctionConverter(func, *sizes, options).convert();
}
