//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements map, reduce, iterate and yield.
//
//===----------------------------------------------------------------------===//

#include "AssemblyFormat.h"

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Shared syntax
//===----------------------------------------------------------------------===//

namespace {
/// `%arg = %operand` pairs, with the types of the operands.
struct Bindings {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc;
};
} // namespace

/// Reads `(%a = %x, %b = %y : T, U)`, or `()`.
static ParseResult parseBindings(OpAsmParser &parser, Bindings &bindings) {
  bindings.loc = parser.getCurrentLocation();
  if (parser.parseLParen())
    return failure();
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  do {
    if (parser.parseArgument(bindings.arguments.emplace_back()) ||
        parser.parseEqual() ||
        parser.parseOperand(bindings.operands.emplace_back()))
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  if (parser.parseColonTypeList(bindings.types) || parser.parseRParen())
    return failure();
  if (bindings.types.size() != bindings.operands.size())
    return parser.emitError(bindings.loc)
           << "expected " << bindings.operands.size()
           << " operand types, but got " << bindings.types.size();
  return success();
}

/// Gives the arguments of `bindings` the types of elements of its arrays.
static ParseResult setElementTypes(OpAsmParser &parser, Bindings &bindings) {
  for (auto [argument, type] :
       llvm::zip_equal(bindings.arguments, bindings.types)) {
    auto array = dyn_cast<ArrayType>(type);
    if (!array)
      return parser.emitError(bindings.loc)
             << "operand of type " << type << " is not an array";
    argument.type = array.getInnerType();
  }
  return success();
}

static void printBindings(OpAsmPrinter &printer, ValueRange arguments,
                          ValueRange operands) {
  printer << '(';
  llvm::interleaveComma(
      llvm::zip_equal(arguments, operands), printer, [&](auto pair) {
        printer << std::get<0>(pair) << " = " << std::get<1>(pair);
      });
  if (!operands.empty())
    printer << " : " << operands.getTypes();
  printer << ')';
}

/// Reads `unroll`, `unroll(4)` and `vector(4)`.
static ParseResult parseLoopChoices(OpAsmParser &parser,
                                    OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto parseFactor = [&](StringRef name) -> ParseResult {
    int64_t factor = 0;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseLParen() || parser.parseInteger(factor) ||
        parser.parseRParen())
      return failure();
    if (factor < 1)
      return parser.emitError(loc, "expected a positive factor");
    result.addAttribute(name, builder.getI64IntegerAttr(factor));
    return success();
  };
  // `unroll(4) (` and `unroll (`: the second parenthesis opens the operands.
  if (succeeded(parser.parseOptionalKeyword("unroll"))) {
    const char *next = parser.getCurrentLocation().getPointer();
    bool hasFactor = *next == '(' && llvm::isDigit(*(next + 1));
    if (!hasFactor)
      result.addAttribute("unroll", builder.getI64IntegerAttr(0));
    else if (parseFactor("unroll"))
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("vector")))
    return parseFactor("vector_width");
  return success();
}

static void printLoopChoices(OpAsmPrinter &printer,
                             std::optional<int64_t> unroll,
                             std::optional<int64_t> vectorWidth) {
  if (unroll) {
    printer << " unroll";
    if (*unroll > 0)
      printer << '(' << *unroll << ')';
  }
  if (vectorWidth)
    printer << " vector(" << *vectorWidth << ')';
}

/// The yield of a region whose terminator may not be verified yet.
static YieldOp getYieldOf(Region &region) {
  if (region.empty() || region.front().empty())
    return {};
  return dyn_cast<YieldOp>(region.front().back());
}

/// Reads the body of a pattern; `yield` is set to what ends it.
static ParseResult parseBody(OpAsmParser &parser, OperationState &result,
                             ArrayRef<OpAsmParser::Argument> arguments,
                             YieldOp &yield) {
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  yield = getYieldOf(*body);
  if (yield)
    return success();
  return parser.emitError(parser.getNameLoc(),
                          "body must end with 'lift.yield'");
}

static LogicalResult verifyYield(Operation *op, Region &region) {
  if (getYieldOf(region))
    return success();
  return op->emitOpError("body must end with 'lift.yield'");
}

/// Checks that `args` are elements of `inputs`.
static LogicalResult verifyElementArgs(Operation *op, ValueRange inputs,
                                       Block::BlockArgListType args) {
  for (auto [i, input, arg] : llvm::enumerate(inputs, args)) {
    Type expected = cast<ArrayType>(input.getType()).getInnerType();
    if (arg.getType() != expected) {
      InFlightDiagnostic diag = op->emitOpError("argument #")
                                << i << " of the body has the wrong type";
      diag.attachNote() << "expected type: " << expected;
      diag.attachNote() << "  actual type: " << arg.getType();
      return diag;
    }
  }
  return success();
}

/// Adds the constraints that all inputs have the same outermost size.
static void
addEqualLengthConstraints(ValueRange inputs,
                          SmallVectorImpl<SizeConstraint> &constraints) {
  if (inputs.empty())
    return;
  Expr first = cast<ArrayType>(inputs.front().getType()).getSize(0);
  for (auto [i, input] : llvm::enumerate(inputs.drop_front())) {
    Expr size = cast<ArrayType>(input.getType()).getSize(0);
    if (size != first)
      constraints.push_back({ConstraintKind::Equal, first, size,
                             "operand #" + std::to_string(i + 1) +
                                 " has length " + size.str() +
                                 " where operand #0 has " + first.str()});
  }
}

static LogicalResult verifyFactors(Operation *op, std::optional<int64_t> unroll,
                                   std::optional<int64_t> vectorWidth) {
  if (unroll && *unroll < 0)
    return op->emitOpError("unroll factor ") << *unroll << " is negative";
  if (vectorWidth && !llvm::is_contained({2, 3, 4, 8, 16}, *vectorWidth))
    return op->emitOpError("vector width ")
           << *vectorWidth << " is not 2, 3, 4, 8 or 16";
  return success();
}

static LogicalResult verifyResultTypes(Operation *op, TypeRange expected) {
  if (op->getNumResults() != expected.size())
    return op->emitOpError("has ")
           << op->getNumResults() << " results where its body yields "
           << expected.size() << " values";
  for (auto [i, actual, type] :
       llvm::enumerate(op->getResultTypes(), expected)) {
    if (actual == type)
      continue;
    InFlightDiagnostic diag = op->emitOpError("result #")
                              << i << " has the wrong type";
    diag.attachNote() << "expected type: " << type;
    diag.attachNote() << "  actual type: " << actual;
    return diag;
  }
  return success();
}

/// Reports yielded values of which there can be no array.
static LogicalResult
checkYieldedTypes(TypeRange types,
                  function_ref<InFlightDiagnostic()> emitError) {
  for (Type type : types)
    if (!ArrayType::isValidInnerType(type)) {
      InFlightDiagnostic diag = emitError()
                                << "cannot make an array of " << type;
      if (type.isIntOrIndex())
        diag.attachNote() << "cast it to i1, i8, i16, i32 or i64 first";
      return diag;
    }
  return success();
}

//===----------------------------------------------------------------------===//
// MapOp
//===----------------------------------------------------------------------===//

static SmallVector<Type> inferMapResults(Expr size, TypeRange yielded) {
  return llvm::map_to_vector(yielded, [&](Type type) -> Type {
    return ArrayType::getArrayOf(size, type);
  });
}

void MapOp::build(
    OpBuilder &builder, OperationState &state, ValueRange inputs,
    MappingAttr mapping,
    function_ref<SmallVector<Value>(OpBuilder &, Location, ValueRange)> body) {
  OpBuilder::InsertionGuard guard(builder);
  state.addOperands(inputs);
  if (mapping)
    state.addAttribute(getMappingAttrName(state.name), mapping);
  Block *block = builder.createBlock(state.addRegion());
  for (Value input : inputs)
    block->addArgument(cast<ArrayType>(input.getType()).getInnerType(),
                       state.location);
  SmallVector<Value> values =
      body(builder, state.location, block->getArguments());
  YieldOp::create(builder, state.location, values);
  Expr size = cast<ArrayType>(inputs.front().getType()).getSize(0);
  state.addTypes(inferMapResults(size, ValueRange(values).getTypes()));
}

Expr MapOp::getTripCount() {
  return cast<ArrayType>(getInputs().front().getType()).getSize(0);
}

YieldOp MapOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

ParseResult MapOp::parse(OpAsmParser &parser, OperationState &result) {
  FailureOr<MappingAttr> mapping = parseOptionalMapping(parser);
  if (failed(mapping))
    return failure();
  if (*mapping)
    result.addAttribute(getMappingAttrName(result.name), *mapping);
  if (parseLoopChoices(parser, result))
    return failure();
  StringRef keyword;
  if (SMLoc loc = parser.getCurrentLocation();
      succeeded(parser.parseOptionalKeyword(&keyword)))
    return parser.emitError(loc)
           << "expected a choice or the operands, but found '" << keyword
           << "': choices are seq, fused, lcl(d), wrg(d) or glb(d), then "
              "unroll "
              "and vector(w)";
  Bindings inputs;
  if (parseBindings(parser, inputs) || setElementTypes(parser, inputs))
    return failure();
  if (inputs.operands.empty())
    return parser.emitError(inputs.loc, "expected at least one operand");
  YieldOp yield;
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parseBody(parser, result, inputs.arguments, yield) ||
      parser.resolveOperands(inputs.operands, inputs.types, inputs.loc,
                             result.operands))
    return failure();
  TypeRange yielded = yield.getOperandTypes();
  if (failed(checkYieldedTypes(
          yielded, [&] { return parser.emitError(parser.getNameLoc()); })))
    return failure();
  Expr size = cast<ArrayType>(inputs.types.front()).getSize(0);
  result.addTypes(inferMapResults(size, yielded));
  return success();
}

void MapOp::print(OpAsmPrinter &printer) {
  if (MappingAttr mapping = getMappingAttr()) {
    printer << ' ';
    printMapping(printer, mapping);
  }
  printLoopChoices(printer, getUnroll(), getVectorWidth());
  printer << ' ';
  printBindings(printer, getBody().getArguments(), getInputs());
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getMappingAttrName(), getUnrollAttrName(), getVectorWidthAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void MapOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &constraints) {
  addEqualLengthConstraints(getInputs(), constraints);
}

LogicalResult MapOp::verify() {
  if (getInputs().empty())
    return emitOpError("needs at least one operand");
  if (getBody().getNumArguments() != getInputs().size())
    return emitOpError("body has ")
           << getBody().getNumArguments() << " arguments for "
           << getInputs().size() << " operands";
  if (failed(verifyElementArgs(*this, getInputs(), getBody().getArguments())))
    return failure();
  return verifyFactors(*this, getUnroll(), getVectorWidth());
}

LogicalResult MapOp::verifyRegions() {
  if (failed(verifyYield(*this, getBody())))
    return failure();
  TypeRange yielded = getYield().getOperandTypes();
  if (failed(checkYieldedTypes(yielded, [&] { return emitOpError(); })))
    return failure();
  return verifyResultTypes(*this, inferMapResults(getTripCount(), yielded));
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

void ReduceOp::build(OpBuilder &builder, OperationState &state,
                     ValueRange inputs, ValueRange inits,
                     function_ref<SmallVector<Value>(OpBuilder &, Location,
                                                     ValueRange, ValueRange)>
                         body) {
  OpBuilder::InsertionGuard guard(builder);
  state.addOperands(inputs);
  state.addOperands(inits);
  state.addAttribute(
      getOperandSegmentSizesAttrName(state.name),
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(inputs.size()),
                                    static_cast<int32_t>(inits.size())}));
  state.addTypes(inits.getTypes());
  Block *block = builder.createBlock(state.addRegion());
  for (Value input : inputs)
    block->addArgument(cast<ArrayType>(input.getType()).getInnerType(),
                       state.location);
  for (Value init : inits)
    block->addArgument(init.getType(), state.location);
  ValueRange args = block->getArguments();
  SmallVector<Value> values =
      body(builder, state.location, args.take_front(inputs.size()),
           args.drop_front(inputs.size()));
  YieldOp::create(builder, state.location, values);
}

Expr ReduceOp::getTripCount() {
  return cast<ArrayType>(getInputs().front().getType()).getSize(0);
}

YieldOp ReduceOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

Block::BlockArgListType ReduceOp::getElementArgs() {
  return getBody().getArguments().take_front(getInputs().size());
}

Block::BlockArgListType ReduceOp::getAccumulatorArgs() {
  return getBody().getArguments().drop_front(getInputs().size());
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<MappingAttr> mapping = parseOptionalMapping(parser);
  if (failed(mapping))
    return failure();
  if (*mapping)
    return parser.emitError(loc, "a reduction cannot be mapped: it is "
                                 "sequential; split it and map the parts "
                                 "(rule split-reduce)");
  Builder &builder = parser.getBuilder();
  for (StringRef flag : {"associative", "commutative"})
    if (succeeded(parser.parseOptionalKeyword(flag)))
      result.addAttribute(flag, builder.getUnitAttr());
  Bindings inputs, inits;
  if (parseLoopChoices(parser, result) || parseBindings(parser, inputs) ||
      setElementTypes(parser, inputs) || parser.parseKeyword("init") ||
      parseBindings(parser, inits))
    return failure();
  if (inputs.operands.empty())
    return parser.emitError(inputs.loc, "expected at least one operand");
  for (auto [argument, type] : llvm::zip_equal(inits.arguments, inits.types))
    argument.type = type;
  result.addAttribute(getOperandSegmentSizesAttrName(result.name),
                      builder.getDenseI32ArrayAttr(
                          {static_cast<int32_t>(inputs.operands.size()),
                           static_cast<int32_t>(inits.operands.size())}));
  SmallVector<OpAsmParser::Argument> arguments = inputs.arguments;
  llvm::append_range(arguments, inits.arguments);
  result.addTypes(inits.types);
  YieldOp yield;
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parseBody(parser, result, arguments, yield) ||
                 parser.resolveOperands(inputs.operands, inputs.types,
                                        inputs.loc, result.operands) ||
                 parser.resolveOperands(inits.operands, inits.types, inits.loc,
                                        result.operands));
}

void ReduceOp::print(OpAsmPrinter &printer) {
  if (getAssociative())
    printer << " associative";
  if (getCommutative())
    printer << " commutative";
  printLoopChoices(printer, getUnroll(), getVectorWidth());
  printer << ' ';
  printBindings(printer, ValueRange(getElementArgs()), getInputs());
  printer << " init ";
  printBindings(printer, ValueRange(getAccumulatorArgs()), getInits());
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getAssociativeAttrName(), getCommutativeAttrName(), getUnrollAttrName(),
       getVectorWidthAttrName(), getOperandSegmentSizesAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void ReduceOp::getSizeConstraints(
    SmallVectorImpl<SizeConstraint> &constraints) {
  addEqualLengthConstraints(getInputs(), constraints);
}

LogicalResult ReduceOp::verify() {
  if ((*this)->hasAttr("mapping"))
    return emitOpError("cannot be mapped: a reduction is sequential; split it "
                       "and map the parts (rule split-reduce)");
  if (getInputs().empty())
    return emitOpError("needs at least one operand");
  if (getInits().empty())
    return emitOpError("needs at least one initial value");
  if (getBody().getNumArguments() != getInputs().size() + getInits().size())
    return emitOpError("body has ")
           << getBody().getNumArguments() << " arguments for "
           << getInputs().size() << " operands and " << getInits().size()
           << " accumulators";
  if (failed(verifyElementArgs(*this, getInputs(), getElementArgs())))
    return failure();
  for (auto [init, arg] : llvm::zip_equal(getInits(), getAccumulatorArgs()))
    if (init.getType() != arg.getType())
      return emitOpError("accumulator of type ")
             << arg.getType() << " has an initial value of type "
             << init.getType();
  if (auto identity = getIdentityAttr())
    if (auto typed = dyn_cast<TypedAttr>(identity);
        !typed || typed.getType() != getInits().front().getType())
      return emitOpError("identity ")
             << identity << " is not a value of the accumulator's type "
             << getInits().front().getType();
  if (failed(verifyResultTypes(*this, getInits().getTypes())))
    return failure();
  return verifyFactors(*this, getUnroll(), getVectorWidth());
}

LogicalResult ReduceOp::verifyRegions() {
  if (failed(verifyYield(*this, getBody())))
    return failure();
  YieldOp yield = getYield();
  if (yield.getNumOperands() != getInits().size())
    return emitOpError("body yields ")
           << yield.getNumOperands() << " values for " << getInits().size()
           << " accumulators";
  for (auto [i, value, arg] :
       llvm::enumerate(yield.getOperands(), getAccumulatorArgs())) {
    if (value.getType() == arg.getType())
      continue;
    InFlightDiagnostic diag = emitOpError("yields a value of the wrong type "
                                          "for accumulator #")
                              << i;
    diag.attachNote(yield.getLoc()) << "expected type: " << arg.getType();
    diag.attachNote(yield.getLoc()) << "  actual type: " << value.getType();
    return diag;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// IterateOp
//===----------------------------------------------------------------------===//

/// Steps that cannot be told apart by a closed form are taken one by one; more
/// than this many are refused.
static constexpr int64_t kMaxOpaqueSteps = 64;

Expr IterateOp::sizeAfter(Expr start, Expr step, StringRef sizeName,
                          Expr count) {
  if (step.getName() == sizeName.str())
    return start;
  std::optional<int64_t> steps = count.getConstant();
  if (!steps)
    return Expr::error("the number of steps of an iterate that changes the "
                       "size must be a constant");
  if (*steps < 0 || *steps > kMaxOpaqueSteps)
    return Expr::error("an iterate that changes the size takes 0 to " +
                       std::to_string(kMaxOpaqueSteps) + " steps, not " +
                       std::to_string(*steps));
  Expr size = start;
  for (int64_t i = 0; i < *steps; ++i)
    size = step.substitute({{sizeName.str(), size}});
  return size;
}

YieldOp IterateOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

/// The type of the array in a step: its outermost size is the step's name.
static ArrayType getStepType(ArrayType input, StringRef sizeName) {
  SmallVector<Expr> sizes = input.getSizeExprs();
  sizes[0] = Expr::name(sizeName.str());
  return ArrayType::get(input.getContext(), sizes, input.getElementType());
}

/// The result of an iterate whose body yields `yielded`.
static ArrayType getIterateResult(ArrayType input, ArrayType yielded,
                                  StringRef sizeName, Expr count) {
  SmallVector<Expr> sizes = input.getSizeExprs();
  sizes[0] =
      IterateOp::sizeAfter(sizes[0], yielded.getSize(0), sizeName, count);
  return ArrayType::get(input.getContext(), sizes, input.getElementType());
}

ParseResult IterateOp::parse(OpAsmParser &parser, OperationState &result) {
  FailureOr<Expr> count = parsePrimaryExpr(parser);
  if (failed(count) || parser.parseKeyword("size"))
    return failure();
  SMLoc nameLoc = parser.getCurrentLocation();
  FailureOr<Expr> name = parsePrimaryExpr(parser);
  if (failed(name))
    return failure();
  if (!name->getName())
    return parser.emitError(nameLoc, "expected a name for the size of a step");
  Bindings inputs;
  if (parseBindings(parser, inputs) || setElementTypes(parser, inputs))
    return failure();
  if (inputs.operands.size() != 1)
    return parser.emitError(inputs.loc, "expected one operand");
  auto input = cast<ArrayType>(inputs.types.front());
  std::string sizeName = *name->getName();
  inputs.arguments.front().type = getStepType(input, sizeName);
  YieldOp yield;
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parseBody(parser, result, inputs.arguments, yield) ||
      parser.resolveOperands(inputs.operands, inputs.types, inputs.loc,
                             result.operands))
    return failure();
  result.addAttribute(getCountAttrName(result.name),
                      SizeAttr::get(parser.getContext(), *count));
  result.addAttribute(getSizeNameAttrName(result.name),
                      parser.getBuilder().getStringAttr(sizeName));
  if (yield.getNumOperands() != 1 ||
      !isa<ArrayType>(yield.getOperand(0).getType()))
    return parser.emitError(parser.getNameLoc(), "body must yield one array");
  auto yielded = cast<ArrayType>(yield.getOperand(0).getType());
  Expr size = sizeAfter(input.getSize(0), yielded.getSize(0), sizeName, *count);
  if (size.isError())
    return parser.emitError(parser.getNameLoc(), size.getError());
  result.addTypes(getIterateResult(input, yielded, sizeName, *count));
  return success();
}

void IterateOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCount().getValue().strInDimension() << " size "
          << getSizeName() << ' ';
  printBindings(printer, getBody().getArguments(),
                getOperation()->getOperands());
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getCountAttrName(), getSizeNameAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void IterateOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &) {}

/// Whether `name` occurs in a size of the type.
static bool mentions(Type type, StringRef name) {
  return type
      .walk([&](SizeAttr size) {
        return size.getValue().mentions(name) ? WalkResult::interrupt()
                                              : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult IterateOp::verify() {
  if (failed(verifySizeName(*this, "size name", getSizeName())))
    return failure();
  if (mentions(getInput().getType(), getSizeName()))
    return emitOpError("size name '")
           << getSizeName() << "' is a size of the operand already";
  if (std::optional<int64_t> count = getCount().getValue().getConstant();
      count && *count < 0)
    return emitOpError("count ") << *count << " is negative";
  if (getBody().getNumArguments() != 1)
    return emitOpError("body must have one argument");
  Type expected = getStepType(getInput().getType(), getSizeName());
  if (getBody().getArgument(0).getType() != expected)
    return emitOpError("body must take ")
           << expected << ", but takes " << getBody().getArgument(0).getType();
  return success();
}

/// L, L + c, c * L, L / c or L ceildiv c.
static bool isAllowedStep(const Expr &step, StringRef sizeName) {
  Expr size = Expr::name(sizeName.str());
  if (step == size || (step - size).getConstant())
    return true;
  // A quotient or multiple by c maps c to 1 or 1 to c.
  Expr scaled = step.substitute({{sizeName.str(), 1}});
  if (std::optional<int64_t> factor = scaled.getConstant();
      factor && *factor > 0 && step == size * Expr(*factor))
    return true;
  Expr denominator = step.getDenominator();
  if (denominator.getConstant() && step == Expr::exactDiv(size, denominator))
    return true;
  const std::vector<Monomial> &terms = step.getNumerator();
  if (terms.size() != 1 || terms[0].coefficient != 1 ||
      terms[0].factors.size() != 1 || terms[0].factors[0].second != 1 ||
      !denominator.isConstant(1))
    return false;
  const Atom &atom = terms[0].factors[0].first;
  return atom.getKind() == Atom::Kind::CeilDiv && atom.getLhs() == size &&
         atom.getRhs().getConstant();
}

LogicalResult IterateOp::verifyRegions() {
  if (failed(verifyYield(*this, getBody())))
    return failure();
  YieldOp yield = getYield();
  llvm::SetVector<Value> outer;
  getUsedValuesDefinedAbove(getBody(), outer);
  for (Value value : outer)
    if (mentions(value.getType(), getSizeName()))
      return emitOpError("size name '")
             << getSizeName() << "' is a size outside already, in "
             << value.getType();
  auto yielded = yield.getNumOperands() == 1
                     ? dyn_cast<ArrayType>(yield.getOperand(0).getType())
                     : ArrayType();
  ArrayType input = getInput().getType();
  if (!yielded)
    return emitOpError("body must yield one array");
  if (yielded.getElementType() != input.getElementType() ||
      yielded.getSizes().drop_front() != input.getSizes().drop_front())
    return emitOpError("body may change the outermost size only: takes ")
           << getBody().getArgument(0).getType() << ", yields " << yielded;
  if (!isAllowedStep(yielded.getSize(0), getSizeName()))
    return emitOpError("step from ")
           << getSizeName() << " to " << yielded.getSize(0).str()
           << " is not L, L + c, c * L, L / c or L ceildiv c";
  Expr size = sizeAfter(input.getSize(0), yielded.getSize(0), getSizeName(),
                        getCount().getValue());
  if (size.isError())
    return emitOpError(size.getError());
  if (std::optional<int64_t> constant = size.getConstant();
      constant && (*constant < 1 || *constant > kMaxSize))
    return emitOpError("result has size ") << *constant;
  return verifyResultTypes(*this,
                           Type(getIterateResult(input, yielded, getSizeName(),
                                                 getCount().getValue())));
}
