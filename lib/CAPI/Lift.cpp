//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/CAPI/Lift.h"

#include "LiftDialect/InitAll.h"
#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/LiftTypes.h"
#include "LiftDialect/Pipelines/Pipelines.h"
#include "LiftDialect/Target/OpenCL/OpenCLEmitter.h"
#include "LiftDialect/Target/SPIRV/SPIRVBinary.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::lift;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Lift, lift, mlir::lift::LiftDialect)

void liftRegisterAllDialects(MlirDialectRegistry registry) {
  registerAllDialects(*unwrap(registry));
}

void liftRegisterAllPasses(void) { registerAllPasses(); }

//===----------------------------------------------------------------------===//
// Array types
//===----------------------------------------------------------------------===//

bool liftTypeIsAArray(MlirType type) { return isa<ArrayType>(unwrap(type)); }

MlirType liftArrayTypeGet(MlirLocation loc, intptr_t rank,
                          const MlirStringRef *sizes, MlirType elementType) {
  MLIRContext *context = unwrap(loc).getContext();
  SmallVector<SizeAttr> attributes;
  for (MlirStringRef size : ArrayRef(sizes, rank)) {
    Expr expr = Expr::parse(unwrap(size));
    if (expr.isError()) {
      emitError(unwrap(loc))
          << "'" << unwrap(size) << "' is not a size: " << expr.getError();
      return {nullptr};
    }
    attributes.push_back(SizeAttr::get(context, expr));
  }
  auto report = [&] { return emitError(unwrap(loc)); };
  if (failed(ArrayType::verify(report, attributes, unwrap(elementType))))
    return {nullptr};
  return wrap(ArrayType::get(context, attributes, unwrap(elementType)));
}

intptr_t liftArrayTypeGetRank(MlirType type) {
  return cast<ArrayType>(unwrap(type)).getRank();
}

MlirType liftArrayTypeGetElementType(MlirType type) {
  return wrap(cast<ArrayType>(unwrap(type)).getElementType());
}

void liftArrayTypePrintSize(MlirType type, intptr_t dim,
                            MlirStringCallback callback, void *userData) {
  std::string text = cast<ArrayType>(unwrap(type)).getSize(dim).str();
  callback(mlirStringRefCreate(text.data(), text.size()), userData);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// A copy of a module with its kernels; null after an error.
static OwningOpRef<ModuleOp> lowerToGPU(MlirModule module, StringRef options) {
  OwningOpRef<ModuleOp> copy = unwrap(module).clone();
  std::unique_ptr<LiftToGPUOptions> parsed =
      LiftToGPUOptions::createFromString(options);
  if (!parsed) {
    copy->emitError("cannot read the options '")
        << options << "' of lift-to-gpu";
    return {};
  }
  PassManager pm(copy->getContext());
  buildLiftToGPUPipeline(pm, *parsed);
  if (failed(pm.run(*copy)))
    return {};
  return copy;
}

MlirLogicalResult liftCompileToOpenCL(MlirModule module, MlirStringRef options,
                                      MlirStringCallback callback,
                                      void *userData) {
  OwningOpRef<ModuleOp> lowered = lowerToGPU(module, unwrap(options));
  std::string source;
  llvm::raw_string_ostream os(source);
  if (!lowered || failed(translateToOpenCL(*lowered, os)))
    return wrap(failure());
  callback(mlirStringRefCreate(source.data(), source.size()), userData);
  return wrap(success());
}

MlirLogicalResult liftCompileToSPIRV(MlirModule module, MlirStringRef flavor,
                                     MlirStringRef options,
                                     MlirStringCallback callback,
                                     void *userData) {
  std::optional<SPIRVFlavor> parsed = symbolizeSPIRVFlavor(unwrap(flavor));
  if (!parsed)
    return wrap(LogicalResult(unwrap(module).emitError("the flavor '")
                              << unwrap(flavor)
                              << "' is neither opencl nor vulkan"));
  OwningOpRef<ModuleOp> lowered = lowerToGPU(module, unwrap(options));
  FailureOr<std::string> bytes = failure();
  if (lowered)
    bytes = translateToSPIRV(*lowered, *parsed);
  if (failed(bytes))
    return wrap(failure());
  callback(mlirStringRefCreate(bytes->data(), bytes->size()), userData);
  return wrap(success());
}
