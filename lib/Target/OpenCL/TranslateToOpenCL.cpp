//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the translation of modules to OpenCL C programs.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Target/OpenCL/OpenCLEmitter.h"

#include "KernelEmitter.h"

#include "LiftDialect/Analysis/DeviceProperties.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

/// A truth value of the target; `byDefault` where it does not say.
static bool getTargetFlag(gpu::GPUModuleOp module, StringRef name,
                          bool byDefault) {
  auto flag = dyn_cast_or_null<BoolAttr>(getDeviceProperty(module, name));
  return flag ? flag.getValue() : byDefault;
}

/// Whether the target's addresses take fewer instructions from offsets that are
/// extended by zeros than from such that are extended by their sign.
static bool prefersUnsignedOffsets(gpu::GPUModuleOp module) {
  return getTargetFlag(module, "lift.unsigned_offsets", false);
}

/// Whether compilers for the target, which may be any, fail to see where loops
/// with barriers begin and end.
static bool needsLoopBarriers(gpu::GPUModuleOp module) {
  return getTargetFlag(module, "lift.loop_barriers", true);
}

/// Whether the target computes with half numbers.
static bool hasHalf(gpu::GPUModuleOp module) {
  return getTargetFlag(module, "lift.native_half", false);
}

static LogicalResult emitModule(gpu::GPUModuleOp module, unsigned indexBits,
                                TranslationUnit &program, std::string &text) {
  if (Attribute attr =
          module->getAttr(LiftDialect::IndexBitwidthAttrHelper::getNameStr())) {
    indexBits = integerIn(attr);
  }
  for (Operation &op : *module.getBody()) {
    // Printed where a kernel calls it.
    if (isa<UserFunOp>(op))
      continue;
    auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
    if (!kernel) {
      auto diag = cannotPrint(&op) << "it is not a kernel";
      diag.attachNote() << "a gpu.module may hold gpu.func kernels and "
                           "lift.user_fun only";
      return failure();
    }
    text += "\n";
    KernelEmitter emitter(kernel, indexBits, prefersUnsignedOffsets(module),
                          program, text);
    if (failed(emitter.emitKernel()))
      return failure();
  }
  return success();
}

/// Kernels keep their names, which the host looks for, and user functions
/// theirs. Modules may share a user function.
static LogicalResult takeFunctionNames(ArrayRef<gpu::GPUModuleOp> modules,
                                       TranslationUnit &program) {
  auto take = [&](Operation *op, StringRef what) -> LogicalResult {
    StringAttr name = SymbolTable::getSymbolName(op);
    if (program.names.take(name))
      return success();
    StringRef why = !isIdentifier(name)    ? "is not a C identifier"
                    : isReservedName(name) ? "is reserved in OpenCL C"
                                           : "names two functions";
    auto diag = cannotPrint(op) << "the name " << name << " " << why;
    diag.attachNote() << "rename the " << what;
    return failure();
  };
  llvm::StringSet<> userFunctions;
  for (gpu::GPUModuleOp module : modules)
    for (Operation &op : *module.getBody()) {
      if (isa<gpu::GPUFuncOp>(op) &&
          failed(take(&op, "kernel and its launches")))
        return failure();
      auto userFun = dyn_cast<UserFunOp>(op);
      if (userFun && userFunctions.insert(userFun.getSymName()).second &&
          failed(take(userFun, "function and its calls")))
        return failure();
    }
  return success();
}

/// Switches an extension on, or tells whoever compiles why that fails.
static void requireExtension(StringRef name, StringRef what, raw_ostream &os) {
  os << "#ifndef " << name << "\n#error \"this program computes with " << what
     << ", which takes " << name << "\"\n#endif\n"
     << "#pragma OPENCL EXTENSION " << name << " : enable\n";
}

LogicalResult
mlir::lift::translateToOpenCL(Operation *op, raw_ostream &os,
                              const OpenCLEmitterOptions &options) {
  SmallVector<gpu::GPUModuleOp> modules;
  op->walk([&](gpu::GPUModuleOp module) { modules.push_back(module); });
  if (modules.empty()) {
    auto diag =
        emitError(op->getLoc(), "found no gpu.module to print as OpenCL C");
    diag.attachNote() << "lower the program to kernels first";
    return failure();
  }
  TranslationUnit program;
  program.limitsRegisters = options.isForPackage;
  program.nativeHalf = options.nativeHalf || llvm::all_of(modules, hasHalf);
  program.hasCapability80 = llvm::all_of(
      modules, [](gpu::GPUModuleOp module) { return hasCapability80(module); });
  program.testsCapability80 =
      options.isForPackage && llvm::none_of(modules, namesDevices);
  program.hasLoopBarriers = llvm::any_of(modules, needsLoopBarriers);
  if (failed(takeFunctionNames(modules, program)))
    return failure();
  // Collected first: an error must leave nothing behind.
  std::string text;
  for (gpu::GPUModuleOp module : modules)
    if (failed(emitModule(module, options.defaultIndexBitwidth, program, text)))
      return failure();
  os << "#pragma OPENCL FP_CONTRACT OFF\n";
  if (program.usesHalf)
    requireExtension("cl_khr_fp16", "half numbers", os);
  if (program.usesDouble)
    requireExtension("cl_khr_fp64", "double numbers", os);
  if (program.usesWideUpdates)
    requireExtension("cl_khr_int64_base_atomics",
                     "atomic operations on 64 bits", os);
  if (program.usesOtherWideUpdates)
    requireExtension("cl_khr_int64_extended_atomics",
                     "atomic operations on 64 bits", os);
  for (const auto &[name, helper] : program.helpers)
    os << "\n" << helper;
  os << text;
  return success();
}
