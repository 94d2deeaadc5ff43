//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the patterns that carry accumulators: reduce, scan,
// reduce_while and scatter_reduce.
//
//===----------------------------------------------------------------------===//

#include "PatternSupport.h"

#include "LiftDialect/AtomicUpdates.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Shared syntax
//===----------------------------------------------------------------------===//

/// Why an operation of this name cannot be mapped, and what can be done.
static StringRef getMappingRemedy(StringRef mnemonic) {
  if (mnemonic == ReduceOp::getOperationName())
    return "a reduction is sequential; split it and map the parts";
  return "its steps are sequential; map what is around it";
}

/// A mapping is an error, where it is read.
static ParseResult rejectMapping(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<MappingAttr> mapping = parseOptionalMapping(parser);
  if (failed(mapping))
    return failure();
  if (*mapping)
    return parser.emitError(loc, "cannot be mapped: ")
           << getMappingRemedy(result.name.getStringRef());
  return success();
}

/// Reads the flags that are there.
static void parseFlags(OpAsmParser &parser, OperationState &result,
                       ArrayRef<StringRef> flags) {
  for (StringRef flag : flags)
    if (succeeded(parser.parseOptionalKeyword(flag)))
      result.addAttribute(flag, parser.getBuilder().getUnitAttr());
}

namespace {
/// What the folds are read into before their bodies.
struct FoldOperands {
  Bindings inputs;
  Bindings inits;
  /// Those of each region.
  SmallVector<OpAsmParser::Argument> arguments;
};
} // namespace

/// Reads `(%e = %x : T) init (%acc = %v : U)` and the attributes after it. With
/// `byElement`, a step sees one element of each accumulator.
static ParseResult parseFoldOperands(OpAsmParser &parser,
                                     OperationState &result, FoldOperands &fold,
                                     bool byElement = false) {
  auto &[inputs, inits, arguments] = fold;
  if (parseBindings(parser, inputs) || setElementTypes(parser, inputs) ||
      parser.parseKeyword("init") || parseBindings(parser, inits))
    return failure();
  if (inputs.operands.empty())
    return parser.emitError(inputs.loc, "expected at least one operand");
  for (auto [argument, type] : llvm::zip_equal(inits.arguments, inits.types))
    argument.type = type;
  if (byElement && failed(setElementTypes(parser, inits)))
    return failure();
  arguments = inputs.arguments;
  llvm::append_range(arguments, inits.arguments);
  auto numInputs = static_cast<int32_t>(inputs.operands.size());
  auto numInits = static_cast<int32_t>(inits.operands.size());
  result.addAttribute(
      "operandSegmentSizes",
      parser.getBuilder().getDenseI32ArrayAttr({numInputs, numInits}));
  return failure(parser.resolveOperands(inputs.operands, inputs.types,
                                        inputs.loc, result.operands) ||
                 parser.resolveOperands(inits.operands, inits.types, inits.loc,
                                        result.operands) ||
                 parser.parseOptionalAttrDictWithKeyword(result.attributes));
}

/// Prints the same; `inlineAttrs` are printed elsewhere.
static void printFoldOperands(OpAsmPrinter &printer, FoldPattern fold,
                              ArrayRef<StringRef> inlineAttrs) {
  printer << ' ';
  printBindings(printer, ValueRange(fold.getElementArgs()), fold.getInputs());
  printer << " init ";
  printBindings(printer, ValueRange(fold.getAccumulatorArgs()),
                fold.getInits());
  SmallVector<StringRef> elided(inlineAttrs);
  elided.push_back("operandSegmentSizes");
  printer.printOptionalAttrDictWithKeyword(fold->getAttrs(), elided);
}

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

/// `accumulators` is what a step sees of each accumulator.
static LogicalResult verifyFold(FoldPattern fold, TypeRange accumulators) {
  if (fold->hasAttr("mapping") && !isa<ScatterReduceOp>(*fold))
    return fold->emitOpError("cannot be mapped: ")
           << getMappingRemedy(fold->getName().getStringRef());
  size_t numInputs = fold.getInputs().size(), numInits = fold.getInits().size();
  if (numInputs == 0)
    return fold->emitOpError("needs at least one operand");
  if (numInits == 0)
    return fold->emitOpError("needs at least one initial value");
  for (Region &region : fold->getRegions()) {
    if (region.getNumArguments() != numInputs + numInits)
      return fold->emitOpError("body has ")
             << region.getNumArguments() << " arguments for " << numInputs
             << " operands and " << numInits << " accumulators";
    auto args = region.getArguments();
    if (failed(verifyElementArgs(fold, fold.getInputs(),
                                 args.take_front(numInputs))))
      return failure();
    for (auto [type, init, arg] : llvm::zip_equal(accumulators, fold.getInits(),
                                                  args.drop_front(numInputs)))
      if (type != arg.getType())
        return fold->emitOpError("accumulator of type ")
               << arg.getType() << " has an initial value of type "
               << init.getType();
  }
  return success();
}

/// Checks that each region ends with a yield, and the last with accumulators.
static LogicalResult verifyFoldRegions(FoldPattern fold) {
  for (Region &region : fold->getRegions())
    if (failed(verifyYield(fold, region)))
      return failure();
  Operation *yield = fold.getYield();
  if (yield->getNumOperands() != fold.getInits().size())
    return fold->emitOpError("body yields ")
           << yield->getNumOperands() << " values for "
           << fold.getInits().size() << " accumulators";
  for (auto [i, value, arg] :
       llvm::enumerate(yield->getOperands(), fold.getAccumulatorArgs())) {
    if (value.getType() == arg.getType())
      continue;
    InFlightDiagnostic diag = fold->emitOpError("yields a value of the wrong "
                                                "type for accumulator #")
                              << i;
    diag.attachNote(yield->getLoc()) << "expected type: " << arg.getType();
    diag.attachNote(yield->getLoc()) << "  actual type: " << value.getType();
    return diag;
  }
  return success();
}

using FoldBody = function_ref<SmallVector<Value>(OpBuilder &, Location,
                                                 ValueRange, ValueRange)>;

/// Builds all of a fold but for its results.
static void buildFold(OpBuilder &builder, OperationState &state,
                      StringAttr segmentSizes, ValueRange inputs,
                      ValueRange inits, FoldBody body) {
  OpBuilder::InsertionGuard guard(builder);
  state.addOperands(inputs);
  state.addOperands(inits);
  state.addAttribute(segmentSizes, builder.getDenseI32ArrayAttr(
                                       {static_cast<int32_t>(inputs.size()),
                                        static_cast<int32_t>(inits.size())}));
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

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

void ReduceOp::build(OpBuilder &builder, OperationState &state,
                     ValueRange inputs, ValueRange inits, FoldBody body) {
  state.addTypes(inits.getTypes());
  buildFold(builder, state, getOperandSegmentSizesAttrName(state.name), inputs,
            inits, body);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  if (rejectMapping(parser, result))
    return failure();
  parseFlags(parser, result, {"associative", "commutative"});
  FoldOperands fold;
  YieldOp yield;
  if (parseLoopChoices(parser, result, fold.inputs) ||
      parseFoldOperands(parser, result, fold) ||
      parseBody(parser, result, fold.arguments, yield))
    return failure();
  result.addTypes(fold.inits.types);
  return success();
}

void ReduceOp::print(OpAsmPrinter &printer) {
  if (getAssociative())
    printer << " associative";
  if (getCommutative())
    printer << " commutative";
  printLoopChoices(printer, getUnroll(), getVectorWidth());
  printFoldOperands(printer, *this,
                    {getAssociativeAttrName(), getCommutativeAttrName(),
                     getUnrollAttrName(), getVectorWidthAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void ReduceOp::getSizeConstraints(
    SmallVectorImpl<SizeConstraint> &constraints) {
  addEqualLengthConstraints(getInputs(), constraints);
}

/// Checks that `identity` is a value, or a list of one value for each
/// accumulator, and each is of the type of its elements.
static LogicalResult verifyIdentity(ReduceOp op, Attribute identity) {
  SmallVector<Attribute> values = {identity};
  if (auto list = dyn_cast<ArrayAttr>(identity))
    values = llvm::to_vector(list.getValue());
  if (values.size() != op.getInits().size())
    return op.emitOpError("identity has ")
           << values.size() << " values for " << op.getInits().size()
           << " accumulators";
  for (auto [value, init] : llvm::zip_equal(values, op.getInits())) {
    Type type = init.getType();
    if (auto array = dyn_cast<ArrayType>(type))
      type = array.getElementType();
    if (auto typed = dyn_cast<TypedAttr>(value);
        !typed || typed.getType() != type)
      return op.emitOpError("identity ")
             << value << " is not a value of the accumulator's type " << type;
  }
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyFold(*this, getInits().getTypes())))
    return failure();
  if (Attribute identity = getIdentityAttr();
      identity && failed(verifyIdentity(*this, identity)))
    return failure();
  if (failed(verifyResultTypes(*this, getInits().getTypes())))
    return failure();
  return verifyFactors(*this, getUnroll(), getVectorWidth());
}

LogicalResult ReduceOp::verifyRegions() { return verifyFoldRegions(*this); }

//===----------------------------------------------------------------------===//
// ScanOp
//===----------------------------------------------------------------------===//

void ScanOp::build(OpBuilder &builder, OperationState &state, ValueRange inputs,
                   ValueRange inits, FoldBody body) {
  Expr count = cast<ArrayType>(inputs.front().getType()).getSize(0);
  state.addTypes(getArraysOf(count, inits.getTypes()));
  buildFold(builder, state, getOperandSegmentSizesAttrName(state.name), inputs,
            inits, body);
}

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  if (rejectMapping(parser, result))
    return failure();
  parseFlags(parser, result, {"associative"});
  FoldOperands fold;
  YieldOp yield;
  if (parseUnroll(parser, result, fold.inputs) ||
      parseFoldOperands(parser, result, fold) ||
      parseBody(parser, result, fold.arguments, yield))
    return failure();
  if (failed(checkInnerTypes(fold.inits.types, [&] {
        return parser.emitError(parser.getNameLoc());
      })))
    return failure();
  Expr size = cast<ArrayType>(fold.inputs.types.front()).getSize(0);
  result.addTypes(getArraysOf(size, fold.inits.types));
  return success();
}

void ScanOp::print(OpAsmPrinter &printer) {
  if (getAssociative())
    printer << " associative";
  printLoopChoices(printer, getUnroll(), /*vectorWidth=*/std::nullopt);
  printFoldOperands(printer, *this,
                    {getAssociativeAttrName(), getUnrollAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void ScanOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &constraints) {
  addEqualLengthConstraints(getInputs(), constraints);
}

LogicalResult ScanOp::verify() {
  TypeRange accumulators = getInits().getTypes();
  if (failed(verifyFold(*this, accumulators)) ||
      failed(checkInnerTypes(accumulators, [&] { return emitOpError(); })) ||
      failed(
          verifyResultTypes(*this, getArraysOf(getTripCount(), accumulators))))
    return failure();
  return verifyFactors(*this, getUnroll(), /*vectorWidth=*/std::nullopt);
}

LogicalResult ScanOp::verifyRegions() { return verifyFoldRegions(*this); }

//===----------------------------------------------------------------------===//
// ReduceWhileOp
//===----------------------------------------------------------------------===//

Value ReduceWhileOp::getCondition() {
  return getPredicate().front().getTerminator()->getOperand(0);
}

ParseResult ReduceWhileOp::parse(OpAsmParser &parser, OperationState &result) {
  FoldOperands fold;
  YieldOp yield;
  if (rejectMapping(parser, result) ||
      parseFoldOperands(parser, result, fold) || parser.parseKeyword("while") ||
      parseBody(parser, result, fold.arguments, yield) ||
      parser.parseKeyword("do") ||
      parseBody(parser, result, fold.arguments, yield))
    return failure();
  result.addTypes(fold.inits.types);
  return success();
}

void ReduceWhileOp::print(OpAsmPrinter &printer) {
  // The arguments of both regions have the same names: they are numbered from
  // the same number on.
  printFoldOperands(printer, *this, {});
  printer << " while ";
  printer.printRegion(getPredicate(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void ReduceWhileOp::getSizeConstraints(
    SmallVectorImpl<SizeConstraint> &constraints) {
  addEqualLengthConstraints(getInputs(), constraints);
}

LogicalResult ReduceWhileOp::verify() {
  if (failed(verifyFold(*this, getInits().getTypes())))
    return failure();
  return verifyResultTypes(*this, getInits().getTypes());
}

LogicalResult ReduceWhileOp::verifyRegions() {
  if (failed(verifyFoldRegions(*this)))
    return failure();
  Operation *yield = getPredicate().front().getTerminator();
  if (yield->getNumOperands() != 1 ||
      !yield->getOperand(0).getType().isInteger(1))
    return emitOpError("predicate must yield one i1");
  return success();
}

//===----------------------------------------------------------------------===//
// ScatterReduceOp
//===----------------------------------------------------------------------===//

Expr ScatterReduceOp::getNumBins() {
  return cast<ArrayType>(getInits().front().getType()).getSize(0);
}

/// Whether it is promised that there are no infinities, or NaNs, as those that
/// leave bins as they are.
static bool hasPromises(Operation *op) {
  auto math = dyn_cast<arith::ArithFastMathInterface>(op);
  return math && arith::bitEnumContainsAny(
                     math.getFastMathFlagsAttr().getValue(),
                     arith::FastMathFlags::ninf | arith::FastMathFlags::nnan);
}

/// The kind of an atomic operation like `op`.
static std::optional<arith::AtomicRMWKind> getAtomicKind(Operation *op) {
  using Kind = std::optional<arith::AtomicRMWKind>;
  if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
          arith::MinNumFOp>(op) &&
      hasPromises(op))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, Kind>(op)
      .Case([](arith::AddFOp) { return arith::AtomicRMWKind::addf; })
      .Case([](arith::MaximumFOp) { return arith::AtomicRMWKind::maximumf; })
      .Case([](arith::MinimumFOp) { return arith::AtomicRMWKind::minimumf; })
      .Case([](arith::MaxNumFOp) { return arith::AtomicRMWKind::maxnumf; })
      .Case([](arith::MinNumFOp) { return arith::AtomicRMWKind::minnumf; })
      .Case([](arith::AddIOp) { return arith::AtomicRMWKind::addi; })
      .Case([](arith::MaxSIOp) { return arith::AtomicRMWKind::maxs; })
      .Case([](arith::MinSIOp) { return arith::AtomicRMWKind::mins; })
      .Case([](arith::MaxUIOp) { return arith::AtomicRMWKind::maxu; })
      .Case([](arith::MinUIOp) { return arith::AtomicRMWKind::minu; })
      .Case([](arith::AndIOp) { return arith::AtomicRMWKind::andi; })
      .Case([](arith::OrIOp) { return arith::AtomicRMWKind::ori; })
      .Case([](arith::XOrIOp) { return arith::AtomicRMWKind::xori; })
      .Default([](Operation *) { return Kind(); });
}

std::optional<SmallVector<arith::AtomicRMWKind>>
ScatterReduceOp::getAtomicUpdates() {
  SmallVector<arith::AtomicRMWKind> kinds;
  for (auto [bin, next] :
       llvm::zip_equal(getAccumulatorArgs(), getYield()->getOperands())) {
    Operation *update = next.getDefiningOp();
    std::optional<arith::AtomicRMWKind> kind;
    // A step that leaves a bin as it is adds nothing to it.
    if (next == bin && bin.hasOneUse())
      kind = isa<FloatType>(next.getType()) ? arith::AtomicRMWKind::addf
                                            : arith::AtomicRMWKind::addi;
    // No other value depends on the bin if each is used once.
    else if (update && next.hasOneUse() && bin.hasOneUse() &&
             *bin.user_begin() == update)
      kind = getAtomicKind(update);
    if (!kind || !isAtomicUpdate(*kind, next.getType()))
      return std::nullopt;
    kinds.push_back(*kind);
  }
  return kinds;
}

bool ScatterReduceOp::isSharedByGroups() {
  return getMapping() && getMapping()->getKind() == MappingKind::Glb;
}

ParseResult ScatterReduceOp::parse(OpAsmParser &parser,
                                   OperationState &result) {
  FoldOperands fold;
  YieldOp yield;
  FailureOr<MappingAttr> mapping = parseOptionalMapping(parser);
  if (failed(mapping))
    return failure();
  if (*mapping)
    result.addAttribute(getMappingAttrName(result.name), *mapping);
  if (parseFoldOperands(parser, result, fold, /*byElement=*/true) ||
      parseBody(parser, result, fold.arguments, yield))
    return failure();
  result.addTypes(fold.inits.types);
  return success();
}

void ScatterReduceOp::print(OpAsmPrinter &printer) {
  if (MappingAttr mapping = getMappingAttr()) {
    printer << ' ';
    printMapping(printer, mapping);
  }
  printFoldOperands(printer, *this, {getMappingAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void ScatterReduceOp::getSizeConstraints(
    SmallVectorImpl<SizeConstraint> &constraints) {
  addEqualLengthConstraints(getInputs(), constraints);
  addEqualLengthConstraints(getInits(), constraints);
}

LogicalResult ScatterReduceOp::verify() {
  SmallVector<Type> bins = llvm::map_to_vector(getInits(), [](Value init) {
    return cast<ArrayType>(init.getType()).getInnerType();
  });
  if (failed(verifyFold(*this, bins)))
    return failure();
  if (getMapping() && getMapping()->getKind() != MappingKind::Lcl &&
      !isSharedByGroups())
    return emitOpError("can be mapped to lcl and glb only");
  if (isSharedByGroups() &&
      !isa<KernelOp, func::FuncOp>((*this)->getParentOp())) {
    InFlightDiagnostic diag =
        emitOpError("is mapped to glb, but stands inside of ")
        << (*this)->getParentOp()->getName();
    diag.attachNote() << "the work-items of all groups share its steps: it has "
                         "to be a result of a kernel; else map it to lcl";
    return diag;
  }
  auto indices = cast<ArrayType>(getBinIndices().getType());
  Type index = indices.getInnerType();
  if (!index.isInteger(32) && !index.isInteger(64))
    return emitOpError("the first operand says which bin; its elements must be "
                       "'i32' or 'i64', but are ")
           << index;
  for (Type bin : bins)
    if (isa<ArrayType>(bin)) {
      InFlightDiagnostic diag =
          emitOpError("bins must be scalars, but are of type ") << bin;
      diag.attachNote() << "make one histogram of numbers for each column, by "
                           "a map over the columns";
      return diag;
    }
  return verifyResultTypes(*this, getInits().getTypes());
}

LogicalResult ScatterReduceOp::verifyRegions() {
  if (failed(verifyFoldRegions(*this)))
    return failure();
  if (!getMapping() || getAtomicUpdates())
    return success();
  InFlightDiagnostic diag =
      emitOpError("is mapped, but its steps are no atomic operations on "
                  "integers or floats of 32 or 64 bits");
  diag.attachNote() << "split its operands, map the parts, and add up the bins";
  return diag;
}
