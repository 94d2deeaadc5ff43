//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of the loop dialect.
//
//===----------------------------------------------------------------------===//

#include "../AssemblyFormat.h"
#include "../KernelAttributes.h"
#include "IndexAssembly.h"

#include "LiftDialect/Loop/LoopOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::loop;

Type loop::KernelOp::getInputArgType(Value input) {
  Type type = input.getType();
  // A scalar that another kernel computes is in memory.
  bool isInMemory =
      isa<ArrayType>(type) ||
      isa_and_present<lift::KernelOp, loop::KernelOp>(input.getDefiningOp());
  return isInMemory ? Type(BufferType::get(type, AddressSpace::Global)) : type;
}

Value loop::KernelOp::getDestination(unsigned result) {
  ArrayRef<int64_t> written = getWrittenInto();
  const int64_t *it = llvm::find(written, result);
  return it == written.end() ? Value()
                             : getDestinations()[it - written.begin()];
}

Value loop::getWrittenResult(Value array) {
  for (Operation *user : array.getUsers())
    if (auto kernel = dyn_cast<KernelOp>(user))
      for (auto [number, written] :
           llvm::zip_equal(kernel.getWrittenInto(), kernel.getDestinations()))
        if (written == array)
          return kernel.getResult(number);
  return {};
}

Expr loop::KernelOp::getLocalSizeIn(unsigned dim) {
  return getSizeIn(getLocalSizeAttr(), dim);
}

Expr loop::KernelOp::getGlobalSizeIn(unsigned dim) {
  return getSizeIn(getGlobalSizeAttr(), dim);
}

void loop::KernelOp::getSizeConstraints(
    SmallVectorImpl<SizeConstraint> &constraints) {
  for (auto [fact, sentence] :
       llvm::zip(getFacts().getAsRange<ConstraintAttr>(),
                 getSentences().getAsRange<StringAttr>()))
    if (!sentence.empty())
      constraints.push_back({fact.getKind(), fact.getLhs().getValue(),
                             fact.getRhs().getValue(), sentence.str()});
}

FailureOr<SmallVector<int32_t>> loop::KernelOp::getConstantLocalSize() {
  SmallVector<int32_t> sizes;
  for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim) {
    Expr size = getLocalSizeIn(dim);
    std::optional<int64_t> constant = size.getConstant();
    if (!constant || *constant > INT32_MAX) {
      InFlightDiagnostic diag = emitOpError("local size ")
                                << size.str() << " is not a constant";
      diag.attachNote() << "give its names a value with lift-bind-params";
      return diag;
    }
    sizes.push_back(*constant);
  }
  return sizes;
}

std::string loop::KernelOp::getFunctionName() {
  if (std::optional<StringRef> name = getKernelName())
    return name->str();
  unsigned number = 0;
  for (Operation *op = (*this)->getPrevNode(); op; op = op->getPrevNode())
    number += isa<KernelOp>(op);
  auto function = (*this)->getParentOfType<FunctionOpInterface>();
  return (function.getName() + "_" + Twine(number)).str();
}

Location loop::KernelOp::getLocOf(const SizeConstraint &constraint) {
  std::optional<ArrayAttr> locations = getFactLocations();
  if (!locations)
    return getLoc();
  for (auto [fact, location] :
       llvm::zip(getFacts().getAsRange<ConstraintAttr>(), *locations))
    if (fact.getKind() == constraint.kind &&
        fact.getLhs().getValue() == constraint.lhs &&
        fact.getRhs().getValue() == constraint.rhs)
      return cast<LocationAttr>(location);
  return getLoc();
}

ParseResult loop::KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  if (succeeded(parser.parseOptionalSymbolName(name)))
    result.addAttribute(getKernelNameAttrName(result.name), name);
  SmallVector<OpAsmParser::Argument> args;
  SmallVector<OpAsmParser::UnresolvedOperand> inputs;
  SmallVector<Type> inputTypes;
  auto parseInput = [&]() -> ParseResult {
    return failure(parser.parseArgument(args.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(inputs.emplace_back()) ||
                   parser.parseColonType(inputTypes.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalParen,
                                     parseInput))
    return failure();
  SmallVector<OpAsmParser::UnresolvedOperand> destinations;
  SmallVector<Type> destinationTypes;
  SmallVector<int64_t> writtenInto;
  auto parseResult = [&]() -> ParseResult {
    OpAsmParser::Argument &arg = args.emplace_back();
    Type type;
    if (parser.parseArgument(arg) || parser.parseColonType(type))
      return failure();
    arg.type = BufferType::get(type, AddressSpace::Global);
    if (succeeded(parser.parseOptionalKeyword("into"))) {
      if (parser.parseOperand(destinations.emplace_back()))
        return failure();
      destinationTypes.push_back(type);
      writtenInto.push_back(result.types.size());
    }
    result.addTypes(type);
    return success();
  };
  if (succeeded(parser.parseOptionalArrow()) &&
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseResult))
    return failure();
  ArrayAttr sizes;
  for (auto [keyword, attrName] :
       {std::pair<StringRef, StringAttr>{"local_size",
                                         getLocalSizeAttrName(result.name)},
        {"global_size", getGlobalSizeAttrName(result.name)}})
    if (succeeded(parser.parseOptionalKeyword(keyword))) {
      if (parseSizeList(parser, sizes))
        return failure();
      result.addAttribute(attrName, sizes);
    }
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(inputs, inputTypes, parser.getNameLoc(),
                             result.operands) ||
      parser.resolveOperands(destinations, destinationTypes,
                             parser.getNameLoc(), result.operands))
    return failure();
  auto &properties = result.getOrAddProperties<Properties>();
  llvm::copy(ArrayRef<int32_t>({static_cast<int32_t>(inputs.size()),
                                static_cast<int32_t>(destinations.size())}),
             properties.operandSegmentSizes.begin());
  properties.written_into =
      parser.getBuilder().getDenseI64ArrayAttr(writtenInto);
  for (auto [arg, input] :
       llvm::zip(args, ArrayRef(result.operands).take_front(inputs.size())))
    arg.type = getInputArgType(input);
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, args))
    return failure();
  // A body without operations is none to the parser.
  if (body->empty())
    body->emplaceBlock();
  return success();
}

void loop::KernelOp::print(OpAsmPrinter &printer) {
  if (StringAttr name = getKernelNameAttr()) {
    printer << ' ';
    printer.printSymbolName(name);
  }
  if (!getInputs().empty()) {
    printer << " (";
    llvm::interleaveComma(
        llvm::zip_equal(getInputArgs(), getInputs()), printer, [&](auto pair) {
          auto [arg, input] = pair;
          printer << arg << " = " << input << " : " << input.getType();
        });
    printer << ')';
  }
  if (getNumResults() != 0) {
    printer << " -> (";
    llvm::interleaveComma(llvm::zip_equal(getResultArgs(), getResults()),
                          printer, [&](auto pair) {
                            auto [arg, result] = pair;
                            printer << arg << " : " << result.getType();
                            if (Value array =
                                    getDestination(result.getResultNumber()))
                              printer << " into " << array;
                          });
    printer << ')';
  }
  auto printSizes = [&](StringRef keyword, ArrayAttr sizes) {
    if (!sizes)
      return;
    printer << ' ' << keyword << ' ';
    printSizeList(printer, *this, sizes);
  };
  printSizes("local_size", getLocalSizeAttr());
  printSizes("global_size", getGlobalSizeAttr());
  SmallVector<StringRef> elided = {
      getKernelNameAttrName(),  getLocalSizeAttrName(),
      getGlobalSizeAttrName(),  getFactLocationsAttrName(),
      getWrittenIntoAttrName(), getOperandSegmentSizeAttr()};
  if (getFacts().empty())
    elided.push_back(getFactsAttrName());
  if (getSentences().empty())
    elided.push_back(getSentencesAttrName());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult loop::KernelOp::verify() {
  if (!isa_and_present<FunctionOpInterface>((*this)->getParentOp()))
    return emitOpError("must stand at the top level of a function");
  if (getWrittenInto().size() != getDestinations().size())
    return emitOpError("has ")
           << getDestinations().size() << " arrays that results go into, and "
           << getWrittenInto().size() << " numbers of results";
  llvm::SmallDenseSet<int64_t> numbers;
  for (auto [number, array] :
       llvm::zip_equal(getWrittenInto(), getDestinations())) {
    if (number < 0 || number >= getNumResults() ||
        getResult(number).getType() != array.getType() ||
        !numbers.insert(number).second)
      return emitOpError("has no result of its own that could go into an array "
                         "of type ")
             << array.getType();
    if (!isa_and_present<KernelOp>(array.getDefiningOp()) &&
        !isa<BlockArgument>(array))
      return emitOpError("writes into an array that is neither computed by a "
                         "kernel nor an argument");
    if (!array.hasOneUse())
      return emitOpError("writes into an array that is used elsewhere");
  }
  if (getFacts().size() != getSentences().size())
    return emitOpError("has ") << getFacts().size() << " facts, but "
                               << getSentences().size() << " sentences";
  if (std::optional<ArrayAttr> locations = getFactLocations())
    if (locations->size() != getFacts().size() ||
        !llvm::all_of(*locations, llvm::IsaPred<LocationAttr>))
      return emitOpError("'fact_locations' must be a location for each fact");
  if (!llvm::all_of(getFacts(), llvm::IsaPred<ConstraintAttr>))
    return emitOpError("'facts' must be an array of #lift.constraint");
  return success();
}

LogicalResult loop::KernelOp::verifyRegions() {
  SmallVector<Type> expected;
  for (Value input : getInputs())
    expected.push_back(getInputArgType(input));
  for (Type type : getResultTypes())
    expected.push_back(BufferType::get(type, AddressSpace::Global));
  if (TypeRange(getBody().getArgumentTypes()) != TypeRange(expected))
    return emitOpError("arguments of the body are not the buffers of its "
                       "inputs and results");
  return success();
}
