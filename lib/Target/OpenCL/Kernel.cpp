//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of a kernel's signature and of the arrays
// that live as long as the kernel.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "LiftDialect/Analysis/KernelMemory.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

LogicalResult KernelEmitter::refuse(Operation *op, const Twine &why,
                                    const Twine &remedy) {
  auto diag = cannotPrint(op) << why;
  diag.attachNote() << remedy;
  return failure();
}

InFlightDiagnostic opencl::cannotPrint(Operation *op) {
  // An op with a body would be printed as a whole by emitOpError.
  return emitError(op->getLoc())
         << "'" << op->getName() << "' op cannot be printed as OpenCL C: ";
}

FailureOr<std::string> KernelEmitter::argument(unsigned number) {
  BlockArgument value = kernel.getArgument(number);
  Type type = value.getType();
  auto reject = [&](const Twine &why, const Twine &remedy) {
    auto diag = cannotPrint(kernel)
                << "argument #" << number << " of type " << type << " " << why;
    diag.attachNote(value.getLoc()) << remedy;
    return failure();
  };
  StringRef hint;
  if (auto name = kernel.getArgAttrOfType<StringAttr>(
          number, LiftDialect::NameAttrHelper::getNameStr()))
    hint = name.getValue();
  if (hint.empty())
    hint = nameHint(value);
  std::string name =
      names.fresh(hint.empty() ? "arg" + std::to_string(number) : hint.str());
  values[value] = CExpr::atom(name);

  if (auto memref = dyn_cast<MemRefType>(type)) {
    StringRef space;
    if (isInSpace(memref, gpu::AddressSpace::Global))
      space = "global ";
    else if (isInSpace(memref, gpu::AddressSpace::Workgroup))
      space = "local ";
    else
      return reject("is in no space that a kernel is given memory in",
                    "use #gpu.address_space<global> or <workgroup>");
    if (failed(checkMemRef(kernel, memref)))
      return failure();
    bool isConst =
        kernel.getArgAttr(
            number, LiftDialect::ReadonlyAttrHelper::getNameStr()) != nullptr;
    bool isRestrict =
        kernel.getArgAttr(
            number, LiftDialect::RestrictAttrHelper::getNameStr()) != nullptr;
    return space.str() + (isConst ? "const " : "") + memoryTypeName(value) +
           " *" + (isRestrict ? "restrict " : "") + name;
  }
  if (type.isInteger(1)) {
    // Kernels cannot have bool arguments: their size is not defined.
    values[value] = binary(CExpr::atom(name), "!=", CExpr::atom("0"));
    return "int " + name;
  }
  if (!tryTypeName(type) || getElementTypeOrSelf(type).isInteger(1))
    return reject("has no C type",
                  "use a memref, index, i1, i8 to i64, f16, f32, f64 or a "
                  "vector of 2, 3, 4, 8 or 16 of these");
  if (isRoundedFloat(type)) {
    // Only the bits can be passed.
    values[value] = isPacked(type) && !isa<VectorType>(type)
                        ? packedBits(CExpr::atom(name))
                        : halfFromBits(CExpr::atom(name), type);
    auto vector = dyn_cast<VectorType>(type);
    return "short" + (vector ? std::to_string(vector.getDimSize(0)) : "") +
           " " + name;
  }
  return typeName(type) + " " + name;
}

int64_t opencl::integerIn(Attribute attr) {
  auto integer = dyn_cast_or_null<IntegerAttr>(attr);
  return integer ? integer.getValue().trySExtValue().value_or(0) : 0;
}

static StringRef stringIn(Attribute attr) {
  auto string = dyn_cast_or_null<StringAttr>(attr);
  return string ? string.getValue() : StringRef();
}

LogicalResult KernelEmitter::declareLocalArrays() {
  for (auto [i, value] : llvm::enumerate(kernel.getWorkgroupAttributions())) {
    if (!isInSpace(cast<MemRefType>(value.getType()),
                   gpu::AddressSpace::Workgroup))
      return refuse(kernel, "a workgroup attribution is in another space",
                    "use #gpu.address_space<workgroup>");
    Attribute alignment = kernel.getWorkgroupAttributionAttr(
        i, LiftDialect::AlignAttrHelper::getNameStr());
    Attribute name = kernel.getWorkgroupAttributionAttr(
        i, LiftDialect::NameAttrHelper::getNameStr());
    if (failed(
            declareArray(kernel, value, integerIn(alignment), stringIn(name))))
      return failure();
  }
  // OpenCL C declares local memory in the outermost block of a kernel.
  WalkResult walk = kernel.getBody().walk([&](Operation *op) -> WalkResult {
    if (!isa<memref::AllocOp, memref::AllocaOp>(op))
      return WalkResult::advance();
    auto type = cast<MemRefType>(op->getResult(0).getType());
    if (!isInSpace(type, gpu::AddressSpace::Workgroup))
      return WalkResult::advance();
    auto alignment = op->getAttrOfType<IntegerAttr>("alignment");
    return declareArray(op, op->getResult(0), integerIn(alignment), "");
  });
  if (walk.wasInterrupted())
    return failure();
  for (auto [i, value] : llvm::enumerate(kernel.getPrivateAttributions())) {
    if (!isInSpace(cast<MemRefType>(value.getType()),
                   gpu::AddressSpace::Private))
      return refuse(kernel, "a private attribution is in another space",
                    "use #gpu.address_space<private>");
    Attribute alignment = kernel.getPrivateAttributionAttr(
        i, LiftDialect::AlignAttrHelper::getNameStr());
    Attribute name = kernel.getPrivateAttributionAttr(
        i, LiftDialect::NameAttrHelper::getNameStr());
    if (failed(
            declareArray(kernel, value, integerIn(alignment), stringIn(name))))
      return failure();
  }
  return success();
}

LogicalResult KernelEmitter::emitKernel() {
  if (!kernel.isKernel())
    return refuse(kernel, "only kernels are printed, this is a function",
                  "inline it into its callers");
  if (!kernel.getBody().hasOneBlock())
    return refuse(kernel, "its body has several blocks",
                  "raise the control flow to scf, as --lift-cf-to-scf does");
  NameTable::Scope scope(names);
  if (std::optional<ArrayRef<int32_t>> size = kernel.getKnownBlockSize()) {
    if (llvm::any_of(*size, [](int32_t items) { return items < 1; }))
      return refuse(kernel, "a known_block_size is not positive",
                    "a work-group has at least one work-item");
    const bool isLimited = program.limitsRegisters && getRegisterLimit(kernel);
    if (isLimited)
      line("#ifndef cl_nv_pragma_unroll");
    line("__attribute__((reqd_work_group_size(" + Twine((*size)[0]) + ", " +
         Twine((*size)[1]) + ", " + Twine((*size)[2]) + ")))");
    if (isLimited)
      line("#endif");
  }

  std::string text = "kernel void " + kernel.getName().str() + "(";
  size_t column = text.size(), margin = column;
  for (unsigned i = 0, e = kernel.getFunctionType().getNumInputs(); i < e;
       ++i) {
    FailureOr<std::string> part = argument(i);
    if (failed(part))
      return failure();
    if (i) {
      bool breaks = column + part->size() + 5 > 80;
      text += breaks ? ",\n" + std::string(margin, ' ') : ", ";
      column = breaks ? margin : column + 2;
    }
    text += *part;
    column += part->size();
  }
  line(text + ") {");
  os.indent();
  if (failed(declareLocalArrays()) ||
      failed(emitBlock(kernel.getBody().front())))
    return failure();
  os.unindent();
  line("}");
  return success();
}
