//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory and indices of the loop dialect; loops and branches are in
// LoopControlOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "IndexAssembly.h"

#include "LiftDialect/AtomicUpdates.h"
#include "LiftDialect/Loop/LoopOps.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::loop;

#define GET_OP_CLASSES
#include "LiftDialect/Loop/LoopOps.cpp.inc"

void loop::YieldOp::build(OpBuilder &, OperationState &) {
  // An implicit terminator passes nothing on.
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool loop::hasLanes(ExprsAttr path) {
  std::string lane = *getLaneSymbol().getName();
  return llvm::any_of(path.getExprs(),
                      [&](const Expr &index) { return index.mentions(lane); });
}

Type loop::getAccessType(BufferType type, ExprsAttr path, int64_t numLanes) {
  VectorType vector = type.getVectorType();
  Type accessed = type.getElementType();
  if (path.size() == type.getRank() + 1 && vector)
    accessed = vector.getElementType();
  else if (path.size() != type.getRank())
    return {};
  if (!hasLanes(path))
    return accessed;
  if (isa<VectorType>(accessed) || numLanes < 2)
    return {};
  return VectorType::get(numLanes, accessed);
}

Expr loop::getLinearIndex(BufferType type, ArrayRef<Expr> path,
                          ArrayRef<int64_t> pad) {
  Expr linear = 0;
  for (auto [dim, size] : llvm::enumerate(type.getSizeExprs()))
    linear = linear * (pad.empty() ? size : size + pad[dim]) + path[dim];
  if (VectorType vector = type.getVectorType())
    linear = linear * vector.getNumElements();
  return path.size() > type.getRank() ? linear + path.back() : linear;
}

/// Reports a path that does not fit the buffer or the type of what is accessed.
static LogicalResult verifyAccess(Operation *op, BufferType buffer,
                                  ExprsAttr path, unsigned numOperands,
                                  Type accessed) {
  if (failed(verifyExprs(op, path, numOperands, {/*lane=*/true})))
    return failure();
  auto vector = dyn_cast<VectorType>(accessed);
  bool isOneDimensional = !vector || vector.getRank() == 1;
  Type expected =
      isOneDimensional
          ? getAccessType(buffer, path, vector ? vector.getNumElements() : 0)
          : Type();
  if (expected == accessed)
    return success();
  if (path.size() < buffer.getRank() ||
      path.size() > buffer.getRank() + bool(buffer.getVectorType()))
    return op->emitOpError("path has ")
           << path.size() << " indices, but the buffer has " << buffer.getRank()
           << " dimensions";
  return op->emitOpError("accesses ")
         << accessed << ", which is not what is at this path of " << buffer;
}

LogicalResult LoadOp::verify() {
  return verifyAccess(*this, getBuffer().getType(), getPath(),
                      getIndices().size(), getResult().getType());
}

LogicalResult StoreOp::verify() {
  if (getAtomic() &&
      (!isAtomicUpdate(*getAtomic(), getValue().getType()) ||
       getBuffer().getType().getSpace() == AddressSpace::Private))
    return emitOpError(
        "is atomic, but no such update of a number in memory that work-items "
        "share");
  return verifyAccess(*this, getBuffer().getType(), getPath(),
                      getIndices().size(), getValue().getType());
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

LogicalResult AllocOp::verify() {
  if (getPad() && getPad()->size() != getBuffer().getType().getRank())
    return emitOpError("has ")
           << getPad()->size() << " pads for "
           << getBuffer().getType().getRank() << " dimensions";
  if (getPad() && llvm::any_of(*getPad(), [](int64_t pad) { return pad < 0; }))
    return emitOpError("has a negative pad");
  return success();
}

LogicalResult ViewOp::verify() {
  BufferType source = getSource().getType(), result = getResult().getType();
  if (source.getSpace() != result.getSpace() ||
      source.getElementType() != result.getElementType())
    return emitOpError("must have the element type and the address space of "
                       "its source");
  if (getPath().size() != source.getRank())
    return emitOpError("path has ")
           << getPath().size() << " indices, but the source has "
           << source.getRank() << " dimensions";
  return verifyExprs(*this, getPath(), getIndices().size(),
                     {/*lane=*/false, result.getRank()});
}

//===----------------------------------------------------------------------===//
// IndexOp
//===----------------------------------------------------------------------===//

/// How many expressions an index of this kind is defined by.
static unsigned getNumExprs(IndexKind kind) {
  switch (kind) {
  case IndexKind::Value:
    return 1;
  case IndexKind::Wrap:
  case IndexKind::Mirror:
  case IndexKind::Data:
    return 2;
  case IndexKind::Clamp:
  case IndexKind::Within:
    return 3;
  }
  llvm_unreachable("unknown index kind");
}

std::pair<Expr, Expr> IndexOp::getRange() {
  ExprsAttr exprs = getExprs();
  switch (getKind()) {
  case IndexKind::Value:
    return {exprs[0], exprs[0]};
  case IndexKind::Wrap:
  case IndexKind::Mirror:
    return {Expr(0), exprs[1] - 1};
  case IndexKind::Data:
    return {exprs[0], exprs[1]};
  case IndexKind::Clamp:
  case IndexKind::Within:
    return {exprs[1], exprs[2]};
  }
  llvm_unreachable("unknown index kind");
}

ParseResult IndexOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<IndexKind> kind = symbolizeIndexKind(keyword);
  if (!kind)
    return parser.emitError(
        loc, "expected value, clamp, wrap, mirror, within or data");
  SmallVector<OpAsmParser::UnresolvedOperand> operands, data;
  ExprsParser exprs(parser, operands);
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     [&] { return exprs.parse(); }))
    return failure();
  Type dataType;
  if (*kind == IndexKind::Data && (parser.parseOperand(data.emplace_back()) ||
                                   parser.parseColonType(dataType)))
    return failure();
  result.addAttribute(getKindAttrName(result.name),
                      IndexKindAttr::get(builder.getContext(), *kind));
  result.addAttribute(getExprsAttrName(result.name), exprs.getExprs());
  result.addAttribute(
      getOperandSegmentSizesAttrName(result.name),
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(operands.size()),
                                    static_cast<int32_t>(data.size())}));
  result.addTypes(builder.getIndexType());
  return failure(parser.parseOptionalAttrDict(result.attributes) ||
                 parser.resolveOperands(operands, builder.getIndexType(),
                                        result.operands) ||
                 parser.resolveOperands(data, dataType, result.operands));
}

void IndexOp::print(OpAsmPrinter &printer) {
  printer << ' ' << stringifyIndexKind(getKind()) << '(';
  llvm::interleaveComma(getExprs().getExprs(), printer, [&](const Expr &expr) {
    printExpr(printer, expr, getIndices());
  });
  printer << ')';
  if (Value data = getData())
    printer << ' ' << data << " : " << data.getType();
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getKindAttrName(), getExprsAttrName(), getOperandSegmentSizeAttr()});
}

LogicalResult IndexOp::verify() {
  StringRef kind = stringifyIndexKind(getKind());
  if (getExprs().size() != getNumExprs(getKind()))
    return emitOpError("of kind '")
           << kind << "' takes " << getNumExprs(getKind())
           << " expressions, but has " << getExprs().size();
  bool isData = getKind() == IndexKind::Data;
  if (isData != bool(getData()))
    return emitOpError("of kind '")
           << kind << (isData ? "' takes a value" : "' takes no value");
  if (isData && !getData().getType().isSignlessIntOrIndex())
    return emitOpError("takes an integer, not ") << getData().getType();
  return verifyExprs(*this, getExprs(), getIndices().size());
}
