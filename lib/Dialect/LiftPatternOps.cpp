//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements map and iterate.
//
//===----------------------------------------------------------------------===//

#include "PatternSupport.h"

#include "mlir/IR/Builders.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// MapOp
//===----------------------------------------------------------------------===//

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
  state.addTypes(getArraysOf(size, ValueRange(values).getTypes()));
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
  Bindings inputs;
  if (parseLoopChoices(parser, result, inputs))
    return failure();
  StringRef keyword;
  if (SMLoc loc = parser.getCurrentLocation();
      succeeded(parser.parseOptionalKeyword(&keyword)))
    return parser.emitError(loc)
           << "expected a choice or the operands, but found '" << keyword
           << "': choices are seq, fused, lcl(d), wrg(d) or glb(d), then "
              "unroll "
              "and vector(w)";
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
  if (failed(checkInnerTypes(
          yielded, [&] { return parser.emitError(parser.getNameLoc()); })))
    return failure();
  Expr size = cast<ArrayType>(inputs.types.front()).getSize(0);
  result.addTypes(getArraysOf(size, yielded));
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
  if (failed(checkInnerTypes(yielded, [&] { return emitOpError(); })))
    return failure();
  return verifyResultTypes(*this, getArraysOf(getTripCount(), yielded));
}

//===----------------------------------------------------------------------===//
// IterateOp
//===----------------------------------------------------------------------===//

/// Steps that cannot be told apart by a closed form are taken one by one; more
/// than this many are refused.
static constexpr int64_t kMaxOpaqueSteps = 64;

Expr IterateOp::sizeAfter(Expr start, Expr step, StringRef sizeName,
                          Expr count) {
  if (step.getName() == sizeName.str() || step == start)
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

/// The size before the first step, L, L + c, c * L, L / c or L ceildiv c.
static bool isAllowedStep(const Expr &start, const Expr &step,
                          StringRef sizeName) {
  Expr size = Expr::name(sizeName.str());
  if (step == start || step == size || (step - size).getConstant())
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
  if (!isAllowedStep(input.getSize(0), yielded.getSize(0), getSizeName()))
    return emitOpError("step from ")
           << getSizeName() << " to " << yielded.getSize(0).str()
           << " is not L, L + c, c * L, L / c or L ceildiv c, nor "
           << input.getSize(0).str() << ", the size before the first step";
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
