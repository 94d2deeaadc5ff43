//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the types of the OpenCL C printer.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "LiftDialect/ElementTypes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

bool opencl::isInSpace(MemRefType type, gpu::AddressSpace space) {
  Attribute attr = type.getMemorySpace();
  if (!attr)
    return space == gpu::AddressSpace::Private;
  auto own = dyn_cast<gpu::AddressSpaceAttr>(attr);
  return own && own.getValue() == space;
}

unsigned KernelEmitter::bitwidth(Type type) {
  type = getElementTypeOrSelf(type);
  if (isRoundedFloat(type))
    return 32;
  return type.isIndex() ? indexBits : type.getIntOrFloatBitWidth();
}

std::optional<std::string> KernelEmitter::tryTypeName(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.getRank() != 1 || vector.isScalable() ||
        !isVectorWidth(vector.getDimSize(0)))
      return std::nullopt;
    // Masks are vectors of integers; `variableTypeName` knows the width.
    Type element = vector.getElementType();
    std::optional<std::string> name =
        element.isInteger(1) ? "int" : tryTypeName(element);
    if (name)
      *name += std::to_string(vector.getDimSize(0));
    return name;
  }
  if (type.isIndex())
    return indexBits == 64 ? "long" : "int";
  if (type.isSignlessInteger())
    switch (type.getIntOrFloatBitWidth()) {
    case 1:
      return "bool";
    case 8:
      return "char";
    case 16:
      return "short";
    case 32:
      return "int";
    case 64:
      return "long";
    default:
      return std::nullopt;
    }
  if (isRoundedFloat(type))
    return "float";
  if (type.isF16()) {
    program.usesHalf = true;
    return "half";
  }
  if (type.isF32())
    return "float";
  if (type.isF64()) {
    program.usesDouble = true;
    return "double";
  }
  return std::nullopt;
}

std::string KernelEmitter::typeName(Type type) {
  std::optional<std::string> name = tryTypeName(type);
  assert(name && "types are checked before an op is printed");
  return name.value_or("void");
}

std::string KernelEmitter::unsignedTypeName(Type type) {
  return "u" + typeName(type);
}

std::string KernelEmitter::variableTypeName(Type type, const CExpr &expr) {
  if (expr.isPacked)
    return packedTypeName(type);
  if (!expr.maskBits)
    return typeName(type);
  Type element = IntegerType::get(type.getContext(), expr.maskBits);
  return typeName(cast<VectorType>(type).clone(element));
}

LogicalResult KernelEmitter::checkMemRef(Operation *op, MemRefType type) {
  Type element = type.getElementType();
  if (getElementTypeOrSelf(element).isInteger(1)) {
    return refuse(op, Twine("OpenCL C has no i1 in memory"),
                  "store an i8 or an i32 instead");
  }
  if (!tryTypeName(element)) {
    auto diag = cannotPrint(op) << "no type for elements of " << type;
    diag.attachNote() << "elements are index, i8 to i64, f16, f32, f64, or "
                         "vectors of 2, 4, 8 or 16 of these";
    return failure();
  }
  if (auto vector = dyn_cast<VectorType>(element);
      vector && vector.getDimSize(0) == 3)
    return refuse(op, "three-element vectors take the room of four in memory",
                  "use scalar elements and a vector.load of three");
  // In the kernel's own memory they are floats, or packed.
  if (isa<VectorType>(element) && isRoundedFloat(element) &&
      isInSpace(type, gpu::AddressSpace::Global))
    return refuse(op, "vectors of half in buffers take cl_khr_fp16",
                  "use f16 elements and a vector.load");
  Attribute space = type.getMemorySpace();
  if (space && !isa<gpu::AddressSpaceAttr>(space)) {
    auto diag = cannotPrint(op) << "unknown memory space " << space;
    diag.attachNote() << "use #gpu.address_space<global>, <workgroup> or "
                         "<private>";
    return failure();
  }
  return success();
}

LogicalResult KernelEmitter::checkTypes(Operation *op) {
  auto check = [&](Type type) -> LogicalResult {
    if (auto memref = dyn_cast<MemRefType>(type))
      return checkMemRef(op, memref);
    if (tryTypeName(type))
      return success();
    auto diag = cannotPrint(op) << "no type for " << type;
    diag.attachNote() << "values are index, i1, i8 to i64, f16, f32, f64, "
                         "vectors of 2, 3, 4, 8 or 16 of these, and memrefs";
    return failure();
  };
  for (Type type : op->getOperandTypes())
    if (failed(check(type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(check(type)))
      return failure();
  return success();
}
