//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes SPIR-V a target of upstream's gpu-module-to-binary.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/Target/SPIRV/SPIRVBinary.h"

#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::lift;

/// A module is whole: nothing is linked to it, and it is no text.
static LogicalResult verifyOptions(Operation *module,
                                   const gpu::TargetOptions &options) {
  if (!options.getLibrariesToLink().empty()) {
    auto diag = module->emitError("cannot link files to a SPIR-V module");
    diag.attachNote() << "leave out the option 'l' of gpu-module-to-binary";
    return failure();
  }
  gpu::CompilationTarget format = options.getCompilationTarget();
  if (format == gpu::CompilationTarget::Fatbin ||
      format == gpu::CompilationTarget::Binary)
    return success();
  auto diag = module->emitError("a SPIR-V module cannot have the format '")
              << gpu::stringifyCompilationTarget(format) << "'";
  diag.attachNote() << "it is a binary: use format=fatbin, which is the "
                       "default, or format=bin";
  return failure();
}

namespace {
struct SPIRVTarget final
    : gpu::TargetAttrInterface::FallbackModel<SPIRVTarget> {
  std::optional<SmallVector<char, 0>>
  serializeToObject(Attribute target, Operation *module,
                    const gpu::TargetOptions &options) const {
    if (failed(verifyOptions(module, options)))
      return std::nullopt;
    FailureOr<std::string> bytes =
        translateToSPIRV(module, cast<SPIRVTargetAttr>(target).getFlavor());
    if (failed(bytes))
      return std::nullopt;
    return SmallVector<char, 0>(bytes->begin(), bytes->end());
  }

  Attribute createObject(Attribute target, Operation *,
                         const SmallVector<char, 0> &object,
                         const gpu::TargetOptions &) const {
    auto bytes = StringAttr::get(target.getContext(),
                                 StringRef(object.data(), object.size()));
    return gpu::ObjectAttr::get(target, gpu::CompilationTarget::Binary, bytes);
  }
};
} // namespace

void lift::registerSPIRVTarget(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LiftDialect *) {
    SPIRVTargetAttr::attachInterface<SPIRVTarget>(*context);
  });
}
