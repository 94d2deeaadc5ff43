//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the operations that say where values live and what runs
// together: materialize, copy, size, kernel and barrier.
//
//===----------------------------------------------------------------------===//

#include "AssemblyFormat.h"
#include "KernelAttributes.h"

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// MaterializeOp, CopyOp
//===----------------------------------------------------------------------===//

/// Row padding has one number for each dimension and is not negative.
static LogicalResult verifyRowPadding(Operation *op, ArrayType type,
                                      std::optional<ArrayRef<int64_t>> pad) {
  if (!pad)
    return success();
  if (pad->size() != type.getRank())
    return op->emitOpError("pads ")
           << pad->size() << " dimensions of an array of " << type.getRank();
  if (llvm::any_of(*pad, [](int64_t elements) { return elements < 0; }))
    return op->emitOpError("pads a row by a negative number of elements");
  return success();
}

LogicalResult MaterializeOp::verify() {
  auto tuple = dyn_cast<TupleType>(getType().getElementType());
  bool hasOneType = tuple && tuple.size() > 0 &&
                    llvm::all_equal(tuple.getTypes()) &&
                    !isa<ArrayType, TupleType>(tuple.getType(0));
  if (getInterleaved() && !hasOneType)
    return emitOpError("interleaves components of one type, but has elements "
                       "of ")
           << getType().getElementType();
  return verifyRowPadding(*this, getType(), getPad());
}

LogicalResult CopyOp::verify() {
  if (getMappings() && getMappings()->size() > getType().getRank())
    return emitOpError("has ") << getMappings()->size() << " mappings for "
                               << getType().getRank() << " dimensions";
  return verifyRowPadding(*this, getType(), getPad());
}

//===----------------------------------------------------------------------===//
// SizeOp
//===----------------------------------------------------------------------===//

OpFoldResult SizeOp::fold(FoldAdaptor) {
  if (std::optional<int64_t> constant = getValue().getValue().getConstant())
    return IntegerAttr::get(getType(), *constant);
  return {};
}

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

YieldOp KernelOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

Expr KernelOp::getLocalSizeIn(unsigned dim) {
  return getSizeIn(getLocalSizeAttr(), dim);
}

Expr KernelOp::getGlobalSizeIn(unsigned dim) {
  return getSizeIn(getGlobalSizeAttr(), dim);
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  // A symbol's syntax, but not a symbol: kernels become functions later.
  if (succeeded(parser.parseOptionalSymbolName(name)))
    result.addAttribute(getKernelNameAttrName(result.name), name);
  for (auto [keyword, attr] :
       {std::pair("local_size", getLocalSizeAttrName(result.name)),
        std::pair("global_size", getGlobalSizeAttrName(result.name))}) {
    ArrayAttr sizes;
    if (failed(parser.parseOptionalKeyword(keyword)))
      continue;
    if (parseSizeList(parser, sizes))
      return failure();
    result.addAttribute(attr, sizes);
  }
  Region *body = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*body))
    return failure();
  auto yield = body->empty() || body->front().empty()
                   ? YieldOp()
                   : dyn_cast<YieldOp>(body->front().back());
  if (!yield)
    return parser.emitError(parser.getNameLoc(),
                            "body must end with 'lift.yield'");
  result.addTypes(yield.getOperandTypes());
  return success();
}

void KernelOp::print(OpAsmPrinter &printer) {
  if (StringAttr name = getKernelNameAttr()) {
    printer << ' ';
    printer.printSymbolName(name);
  }
  auto printSizes = [&](StringRef keyword, ArrayAttr sizes) {
    if (!sizes)
      return;
    printer << ' ' << keyword << ' ';
    printSizeList(printer, *this, sizes);
  };
  printSizes("local_size", getLocalSizeAttr());
  printSizes("global_size", getGlobalSizeAttr());
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getKernelNameAttrName(), getLocalSizeAttrName(),
                            getGlobalSizeAttrName()});
  printer << ' ';
  printer.printRegion(getBody());
}

LogicalResult KernelOp::verify() {
  if (!isa_and_present<FunctionOpInterface>((*this)->getParentOp()))
    return emitOpError("must stand at the top level of a function");
  if (getGlobalSizeAttr() && !getLocalSizeAttr())
    return emitOpError("has a global_size, but no local_size");
  auto hasTooMany = [](ArrayAttr sizes) {
    return sizes && sizes.size() > kMaxLaunchDims;
  };
  if (hasTooMany(getLocalSizeAttr()) || hasTooMany(getGlobalSizeAttr()))
    return emitOpError("has more than three launch dimensions");
  for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim) {
    Expr local = getLocalSizeIn(dim), global = getGlobalSizeIn(dim);
    for (const Expr &size : {local, global})
      if (std::optional<int64_t> constant = size.getConstant();
          size.isError() || (constant && *constant < 1))
        return emitOpError("launch size ") << size.str() << " is not positive";
    SizeConstraint divides{ConstraintKind::Divides, local, global, {}};
    if (getGlobalSizeAttr() && decide(divides) == false)
      return emitOpError("local size ")
             << local.str() << " does not divide global size " << global.str()
             << " in dimension " << dim;
  }
  if (getBody().getNumArguments() != 0)
    return emitOpError("body must not have arguments");
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  auto yield = dyn_cast<YieldOp>(getBody().front().getTerminator());
  if (!yield)
    return emitOpError("body must end with 'lift.yield'");
  if (yield.getOperandTypes() != getResultTypes())
    return emitOpError("result types differ from the types that its body "
                       "yields");
  return success();
}

//===----------------------------------------------------------------------===//
// BarrierOp
//===----------------------------------------------------------------------===//

LogicalResult BarrierOp::verify() {
  if (!getLocal() && !getGlobal())
    return emitOpError("must order local or global memory");
  return success();
}
