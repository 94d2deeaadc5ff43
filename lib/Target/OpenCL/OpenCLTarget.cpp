//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Target/OpenCL/OpenCLTarget.h"

#include "LiftDialect/LiftAttributes.h"
#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/Target/OpenCL/OpenCLEmitter.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::lift;

/// A program is text that a driver compiles: nothing is linked to it.
static LogicalResult verifyOptions(Operation *module,
                                   const gpu::TargetOptions &options) {
  if (!options.getLibrariesToLink().empty()) {
    auto diag = module->emitError("cannot link files to an OpenCL C program");
    diag.attachNote() << "leave out the option 'l' of gpu-module-to-binary";
    return failure();
  }
  gpu::CompilationTarget format = options.getCompilationTarget();
  if (format != gpu::CompilationTarget::Fatbin &&
      format != gpu::CompilationTarget::Assembly) {
    auto diag =
        module->emitError("an OpenCL C program cannot have the format '")
        << gpu::stringifyCompilationTarget(format) << "'";
    diag.attachNote()
        << "it is text: use format=fatbin, which is the default, or format=isa";
    return failure();
  }
  return success();
}

namespace {
struct OpenCLTarget final
    : gpu::TargetAttrInterface::FallbackModel<OpenCLTarget> {
  std::optional<SmallVector<char, 0>>
  serializeToObject(Attribute, Operation *module,
                    const gpu::TargetOptions &options) const {
    SmallVector<char, 0> source;
    llvm::raw_svector_ostream os(source);
    if (failed(verifyOptions(module, options)) ||
        failed(translateToOpenCL(module, os)))
      return std::nullopt;
    return source;
  }

  Attribute createObject(Attribute target, Operation *,
                         const SmallVector<char, 0> &object,
                         const gpu::TargetOptions &) const {
    auto text = StringAttr::get(target.getContext(),
                                StringRef(object.data(), object.size()));
    return gpu::ObjectAttr::get(target, gpu::CompilationTarget::Assembly, text);
  }
};
} // namespace

void lift::registerOpenCLTarget(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LiftDialect *) {
    OpenCLTargetAttr::attachInterface<OpenCLTarget>(*context);
  });
}
