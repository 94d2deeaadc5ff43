//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops and branches of the loop dialect.
//
//===----------------------------------------------------------------------===//

#include "../AssemblyFormat.h"
#include "IndexAssembly.h"

#include "LiftDialect/Loop/LoopOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::loop;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// What `loop.for` and `loop.while` have in common: values and buffers that are
/// passed on from trip to trip.
struct CarriedParser {
  OpAsmParser &parser;
  OpAsmParser::Argument index;
  SmallVector<OpAsmParser::Argument> scalars, currents, nexts;
  SmallVector<OpAsmParser::UnresolvedOperand> inits, states;
  SmallVector<Type> initTypes, stateTypes;

  /// `carry(%a = %x : f32, ...)` and `state(%c, %n = %b : !loop.buffer<...>)`.
  ParseResult parse() {
    auto parseScalar = [&]() -> ParseResult {
      OpAsmParser::Argument &arg = scalars.emplace_back();
      if (parser.parseArgument(arg) || parser.parseEqual() ||
          parser.parseOperand(inits.emplace_back()) ||
          parser.parseColonType(arg.type))
        return failure();
      initTypes.push_back(arg.type);
      return success();
    };
    auto parseState = [&]() -> ParseResult {
      OpAsmParser::Argument &current = currents.emplace_back();
      OpAsmParser::Argument &next = nexts.emplace_back();
      if (parser.parseArgument(current) || parser.parseComma() ||
          parser.parseArgument(next) || parser.parseEqual() ||
          parser.parseOperand(states.emplace_back()) ||
          parser.parseColonType(current.type))
        return failure();
      next.type = current.type;
      stateTypes.push_back(current.type);
      return success();
    };
    auto parseList = [&](StringRef keyword, auto parseOne) -> ParseResult {
      if (failed(parser.parseOptionalKeyword(keyword)))
        return success();
      return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                            parseOne);
    };
    return failure(parseList("carry", parseScalar) ||
                   parseList("state", parseState));
  }

  SmallVector<OpAsmParser::Argument> getArgs(bool withNext) const {
    SmallVector<OpAsmParser::Argument> args = {index};
    llvm::append_range(args, scalars);
    for (auto [current, next] : llvm::zip_equal(currents, nexts)) {
      args.push_back(current);
      if (withNext)
        args.push_back(next);
    }
    return args;
  }
};
} // namespace

static void printCarried(OpAsmPrinter &printer, OperandRange inits,
                         OperandRange states, Block &body) {
  auto scalars = body.getArguments().slice(1, inits.size());
  auto buffers = body.getArguments().drop_front(1 + inits.size());
  if (!inits.empty()) {
    printer << " carry(";
    llvm::interleaveComma(
        llvm::zip_equal(scalars, inits), printer, [&](auto pair) {
          auto [arg, init] = pair;
          printer << arg << " = " << init << " : " << init.getType();
        });
    printer << ')';
  }
  if (!states.empty()) {
    printer << " state(";
    llvm::interleaveComma(llvm::enumerate(states), printer, [&](auto pair) {
      auto [i, state] = pair;
      printer << buffers[2 * i] << ", " << buffers[2 * i + 1] << " = " << state
              << " : " << state.getType();
    });
    printer << ')';
  }
}

/// Reports arguments of a body, or yielded values, that are not those of the
/// operands. `numPassed` arguments at the end may have any type.
static LogicalResult verifyTrips(Operation *op, OperandRange inits,
                                 OperandRange states, Region &body,
                                 unsigned numPassed) {
  SmallVector<Type> expected = {IndexType::get(op->getContext())};
  llvm::append_range(expected, inits.getTypes());
  for (Type type : states.getTypes())
    expected.append(2, type);
  Block &block = body.front();
  if (block.getNumArguments() != expected.size() + numPassed ||
      TypeRange(block.getArgumentTypes()).take_front(expected.size()) !=
          TypeRange(expected))
    return op->emitOpError("arguments of the body are not the trip's number, "
                           "the carried values and the states");
  if (op->getResultTypes() != inits.getTypes())
    return op->emitOpError("results are not those of the carried values");
  auto yield = dyn_cast<loop::YieldOp>(block.getTerminator());
  if (!yield || yield.getOperandTypes() != inits.getTypes())
    return op->emitOpError("body must yield the carried values");
  if (llvm::any_of(inits.getTypes(), llvm::IsaPred<BufferType>))
    return op->emitOpError("carries a buffer as a value: make it a state");
  return success();
}

static void addLoopAttributes(OpAsmParser &parser, OperationState &result,
                              StringAttr boundsName, ExprsAttr bounds,
                              ArrayRef<int32_t> segments) {
  result.addAttribute(boundsName, bounds);
  result.addAttribute("operandSegmentSizes",
                      parser.getBuilder().getDenseI32ArrayAttr(segments));
}

//===----------------------------------------------------------------------===//
// ForOp
//===----------------------------------------------------------------------===//

loop::YieldOp loop::ForOp::getYield() {
  return cast<loop::YieldOp>(getBody().front().getTerminator());
}

/// `map(@m0, lcl(0))`, `unroll(2)` and `width(4)`.
static ParseResult parseChoices(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  if (succeeded(parser.parseOptionalKeyword("map"))) {
    StringAttr map;
    if (parser.parseLParen() || parser.parseSymbolName(map))
      return failure();
    result.addAttribute(loop::ForOp::getMapAttrName(result.name), map);
    if (succeeded(parser.parseOptionalComma())) {
      FailureOr<MappingAttr> mapping = parseMapping(parser);
      if (failed(mapping))
        return failure();
      result.addAttribute(loop::ForOp::getMappingAttrName(result.name),
                          *mapping);
    }
    if (parser.parseRParen())
      return failure();
  }
  for (auto [keyword, name] :
       {std::pair<StringRef, StringAttr>{
            "unroll", loop::ForOp::getUnrollAttrName(result.name)},
        {"width", loop::ForOp::getWidthAttrName(result.name)}})
    if (succeeded(parser.parseOptionalKeyword(keyword))) {
      int64_t number = 0;
      if (parser.parseLParen() || parser.parseInteger(number) ||
          parser.parseRParen())
        return failure();
      result.addAttribute(name, builder.getI64IntegerAttr(number));
    }
  return success();
}

ParseResult loop::ForOp::parse(OpAsmParser &parser, OperationState &result) {
  Type indexType = parser.getBuilder().getIndexType();
  CarriedParser carried{parser, {}, {}, {}, {}, {}, {}, {}, {}};
  carried.index.type = indexType;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  ExprsParser upper(parser, operands), lower(parser, operands),
      step(parser, operands);
  bool hasLower = false, hasStep = false;
  if (parser.parseArgument(carried.index))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("from"))) {
    hasLower = true;
    if (lower.parse())
      return failure();
  }
  if (parser.parseKeyword("below") || upper.parse())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("step"))) {
    hasStep = true;
    if (step.parse())
      return failure();
  }
  if (carried.parse() || parseChoices(parser, result))
    return failure();
  for (auto [keyword, name] :
       {std::pair<StringRef, StringAttr>{"in_place",
                                         getInPlaceAttrName(result.name)},
        {"at_most_once", getAtMostOnceAttrName(result.name)}})
    if (succeeded(parser.parseOptionalKeyword(keyword)))
      result.addAttribute(name, parser.getBuilder().getUnitAttr());
  SmallVector<Expr> bounds = {hasLower ? lower.getExprs()[0] : Expr(0),
                              upper.getExprs()[0]};
  if (hasStep)
    bounds.push_back(step.getExprs()[0]);
  addLoopAttributes(parser, result, getBoundsAttrName(result.name),
                    ExprsAttr::get(parser.getContext(), bounds),
                    {static_cast<int32_t>(operands.size()),
                     static_cast<int32_t>(carried.inits.size()),
                     static_cast<int32_t>(carried.states.size())});
  SMLoc loc = parser.getCurrentLocation();
  result.addTypes(carried.initTypes);
  Region *body = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(operands, indexType, result.operands) ||
      parser.resolveOperands(carried.inits, carried.initTypes, loc,
                             result.operands) ||
      parser.resolveOperands(carried.states, carried.stateTypes, loc,
                             result.operands) ||
      parser.parseRegion(*body, carried.getArgs(/*withNext=*/true)))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void loop::ForOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getInductionVar();
  if (!getLower().isConstant(0)) {
    printer << " from ";
    printExpr(printer, getLower(), getIndices());
  }
  printer << " below ";
  printExpr(printer, getUpper(), getIndices());
  if (getBounds().size() > 2) {
    printer << " step ";
    printExpr(printer, getStep(), getIndices());
  }
  printCarried(printer, getInits(), getStates(), getBody().front());
  if (StringAttr map = getMapAttr()) {
    printer << " map(";
    printer.printSymbolName(map);
    if (MappingAttr mapping = getMappingAttr()) {
      printer << ", ";
      printMapping(printer, mapping);
    }
    printer << ')';
  }
  if (std::optional<int64_t> unroll = getUnroll())
    printer << " unroll(" << *unroll << ')';
  if (std::optional<int64_t> width = getWidth())
    printer << " width(" << *width << ')';
  if (getInPlace())
    printer << " in_place";
  if (getAtMostOnce())
    printer << " at_most_once";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getBoundsAttrName(), getMapAttrName(), getMappingAttrName(),
       getUnrollAttrName(), getWidthAttrName(), getInPlaceAttrName(),
       getAtMostOnceAttrName(), getOperandSegmentSizeAttr()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/!getInits().empty());
}

LogicalResult loop::ForOp::verify() {
  if (getBounds().size() != 2 && getBounds().size() != 3)
    return emitOpError("has ")
           << getBounds().size() << " bounds instead of 2 or 3";
  if (getMapping() && !getMap())
    return emitOpError("has a mapping, but belongs to no map");
  if (getInPlace() && getStates().empty())
    return emitOpError("is in place without a state");
  return verifyExprs(*this, getBounds(), getIndices().size());
}

LogicalResult loop::ForOp::verifyRegions() {
  return verifyTrips(*this, getInits(), getStates(), getBody(),
                     /*numPassed=*/0);
}

//===----------------------------------------------------------------------===//
// WhileOp
//===----------------------------------------------------------------------===//

ConditionOp loop::WhileOp::getCondition() {
  return cast<ConditionOp>(getTest().front().getTerminator());
}

loop::YieldOp loop::WhileOp::getYield() {
  return cast<loop::YieldOp>(getBody().front().getTerminator());
}

ParseResult loop::WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  Type indexType = parser.getBuilder().getIndexType();
  CarriedParser carried{parser, {}, {}, {}, {}, {}, {}, {}, {}};
  carried.index.type = indexType;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  ExprsParser upper(parser, operands);
  if (parser.parseArgument(carried.index) || parser.parseKeyword("below") ||
      upper.parse() || carried.parse())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("in_place")))
    result.addAttribute(getInPlaceAttrName(result.name),
                        parser.getBuilder().getUnitAttr());
  addLoopAttributes(parser, result, getBoundsAttrName(result.name),
                    upper.getExprs(),
                    {static_cast<int32_t>(operands.size()),
                     static_cast<int32_t>(carried.inits.size()),
                     static_cast<int32_t>(carried.states.size())});
  SMLoc loc = parser.getCurrentLocation();
  result.addTypes(carried.initTypes);
  Region *test = result.addRegion(), *body = result.addRegion();
  SmallVector<OpAsmParser::Argument> passed;
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(operands, indexType, result.operands) ||
      parser.resolveOperands(carried.inits, carried.initTypes, loc,
                             result.operands) ||
      parser.resolveOperands(carried.states, carried.stateTypes, loc,
                             result.operands) ||
      parser.parseKeyword("test") ||
      parser.parseRegion(*test, carried.getArgs(/*withNext=*/false)) ||
      parser.parseKeyword("do") ||
      parser.parseArgumentList(passed, AsmParser::Delimiter::OptionalParen,
                               /*allowType=*/true))
    return failure();
  SmallVector<OpAsmParser::Argument> args = carried.getArgs(/*withNext=*/true);
  llvm::append_range(args, passed);
  if (parser.parseRegion(*body, args))
    return failure();
  // An implicit terminator need not be written.
  Block &block = body->front();
  if (block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>()) {
    OpBuilder builder(parser.getContext());
    builder.setInsertionPointToEnd(&block);
    loop::YieldOp::create(builder, result.location, ValueRange());
  }
  return success();
}

void loop::WhileOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getBody().getArgument(0) << " below ";
  printExpr(printer, getUpper(), getIndices());
  printCarried(printer, getInits(), getStates(), getBody().front());
  if (getInPlace())
    printer << " in_place";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getBoundsAttrName(), getInPlaceAttrName(), getOperandSegmentSizeAttr()});
  printer << " test ";
  printer.printRegion(getTest(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  if (!getPassed().empty()) {
    printer << '(';
    llvm::interleaveComma(getPassed(), printer, [&](BlockArgument arg) {
      printer << arg << " : " << arg.getType();
    });
    printer << ") ";
  }
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult loop::WhileOp::verify() {
  if (getBounds().size() != 1)
    return emitOpError("has ") << getBounds().size() << " bounds instead of 1";
  if (getInPlace() && getStates().empty())
    return emitOpError("is in place without a state");
  return verifyExprs(*this, getBounds(), getIndices().size());
}

LogicalResult loop::WhileOp::verifyRegions() {
  auto condition = dyn_cast<ConditionOp>(getTest().front().getTerminator());
  if (!condition)
    return emitOpError("test must end with 'loop.condition'");
  SmallVector<Type> tested = {IndexType::get(getContext())};
  llvm::append_range(tested, getInits().getTypes());
  llvm::append_range(tested, getStates().getTypes());
  if (TypeRange(getTest().getArgumentTypes()) != TypeRange(tested))
    return emitOpError("arguments of the test are not the trip's number, the "
                       "carried values and the current states");
  if (failed(verifyTrips(*this, getInits(), getStates(), getBody(),
                         condition.getPassed().size())))
    return failure();
  if (ValueRange(getPassed()).getTypes() != condition.getPassed().getTypes())
    return emitOpError("body does not take what the test passes on");
  return success();
}

//===----------------------------------------------------------------------===//
// IfOp
//===----------------------------------------------------------------------===//

SmallVector<IndexTest> loop::IfOp::getIndexTests() {
  ExprsAttr exprs = getTests();
  SmallVector<IndexTest> tests;
  for (size_t i = 0; i + 2 < exprs.size(); i += 3)
    tests.push_back({exprs[i + 1], exprs[i], exprs[i + 2]});
  return tests;
}

ParseResult loop::IfOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  ExprsParser exprs(parser, operands);
  do {
    if (exprs.parse() || parser.parseLess() || parser.parseEqual() ||
        exprs.parse() || parser.parseLess() || exprs.parse())
      return failure();
  } while (succeeded(parser.parseOptionalKeyword("and")));
  result.addAttribute(getTestsAttrName(result.name), exprs.getExprs());
  Region *thenRegion = result.addRegion(), *elseRegion = result.addRegion();
  if (parser.parseOptionalArrowTypeList(result.types) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(operands, parser.getBuilder().getIndexType(),
                             result.operands) ||
      parser.parseRegion(*thenRegion))
    return failure();
  ensureTerminator(*thenRegion, parser.getBuilder(), result.location);
  if (failed(parser.parseOptionalKeyword("else")))
    return success();
  if (parser.parseRegion(*elseRegion))
    return failure();
  ensureTerminator(*elseRegion, parser.getBuilder(), result.location);
  return success();
}

void loop::IfOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  llvm::interleave(
      getIndexTests(), printer,
      [&](const IndexTest &test) {
        printExpr(printer, test.lower, getIndices());
        printer << " <= ";
        printExpr(printer, test.index, getIndices());
        printer << " < ";
        printExpr(printer, test.upper, getIndices());
      },
      " and ");
  printer.printOptionalArrowTypeList(getResultTypes());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getTestsAttrName()});
  bool hasResults = getNumResults() != 0;
  printer << ' ';
  printer.printRegion(getThenRegion(), /*printEntryBlockArgs=*/false,
                      hasResults);
  if (getElseRegion().empty())
    return;
  printer << " else ";
  printer.printRegion(getElseRegion(), /*printEntryBlockArgs=*/false,
                      hasResults);
}

LogicalResult loop::IfOp::verify() {
  if (getTests().size() == 0 || getTests().size() % 3 != 0)
    return emitOpError("tests must be a lower bound, an index and an upper "
                       "bound each");
  return verifyExprs(*this, getTests(), getIndices().size());
}

LogicalResult loop::IfOp::verifyRegions() {
  if (getNumResults() != 0 && getElseRegion().empty())
    return emitOpError("has results, but no 'else'");
  for (Region *region : getRegions()) {
    if (region->empty())
      continue;
    auto yield = dyn_cast<loop::YieldOp>(region->front().getTerminator());
    if (!yield || yield.getOperandTypes() != getResultTypes())
      return emitOpError("branches must yield the results");
  }
  return success();
}

Value loop::getStateOperand(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg)
    return {};
  auto find = [&](auto loop) -> Value {
    unsigned first = 1 + loop.getInits().size();
    bool isTest = arg.getOwner()->getParent() != &loop.getBody();
    unsigned number = arg.getArgNumber();
    if (number < first)
      return {};
    unsigned state = (number - first) / (isTest ? 1 : 2);
    return state < loop.getStates().size() ? Value(loop.getStates()[state])
                                           : Value();
  };
  Operation *parent = arg.getOwner()->getParentOp();
  if (auto loop = dyn_cast<ForOp>(parent))
    return find(loop);
  if (auto loop = dyn_cast<WhileOp>(parent))
    return find(loop);
  return {};
}
