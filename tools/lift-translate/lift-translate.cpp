//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The translations out of MLIR: kernels to OpenCL C and SPIR-V, and what can be
// asked about the mapping of a program. Unlike mlir-translate, it writes
// nothing before all of it has succeeded.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Mapping/KernelMapping.h"
#include "LiftDialect/Support/ToolOutput.h"
#include "LiftDialect/Target/OpenCL/OpenCLEmitter.h"
#include "LiftDialect/Target/SPIRV/SPIRVBinary.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::opt<std::string> inputName(cl::Positional, cl::desc("<input file>"),
                                      cl::init("-"));
static cl::opt<std::string> outputName("o", cl::value_desc("file"),
                                       cl::init("-"),
                                       cl::desc("Where to write the output"));
static cl::opt<bool>
    splitInput("split-input-file",
               cl::desc("Translate each part of the input that stands between "
                        "lines '// -----' by itself"));
static cl::opt<bool>
    verifyDiagnostics("verify-diagnostics",
                      cl::desc("Succeed if the diagnostics are those that "
                               "comments in the input expect"));

/// Upstream's translation of host code; the binaries of the gpu dialect in it
/// have OpenCL C, whose target is an attribute of Lift.
static void
registerToLLVMIRTranslation(function_ref<void(DialectRegistry &)> dialects) {
  TranslateFromMLIRRegistration registration(
      "mlir-to-llvmir",
      "from host functions in the llvm dialect, with kernels in gpu.binary, to "
      "LLVM IR",
      [](Operation *op, raw_ostream &os) -> LogicalResult {
        llvm::LLVMContext context;
        std::unique_ptr<llvm::Module> module =
            translateModuleToLLVMIR(op, context);
        if (!module)
          return failure();
        module->print(os, nullptr);
        return success();
      },
      [dialects](DialectRegistry &registry) {
        dialects(registry);
        registerAllToLLVMIRTranslations(registry);
      });
}

/// Runs `translation` on one part of the input.
static LogicalResult translate(const Translation &translation,
                               std::unique_ptr<llvm::MemoryBuffer> buffer,
                               raw_ostream &os) {
  MLIRContext context;
  context.printOpOnDiagnostic(!verifyDiagnostics);
  auto sourceMgr = std::make_shared<llvm::SourceMgr>();
  sourceMgr->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  if (!verifyDiagnostics) {
    SourceMgrDiagnosticHandler handler(*sourceMgr, &context);
    return translation(sourceMgr, os, &context);
  }
  SourceMgrDiagnosticVerifierHandler handler(*sourceMgr, &context);
  (void)translation(sourceMgr, os, &context);
  return handler.verify();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  auto registerDialects = [](DialectRegistry &registry) {
    registerAllDialects(registry);
    registry.insert<lift::LiftDialect>();
  };
  lift::registerToOpenCLTranslation(registerDialects);
  lift::registerToSPIRVTranslation(registerDialects);
  lift::registerMappingTranslations(registerDialects);
  registerToLLVMIRTranslation(registerDialects);
  lift::registerZ3Solver();
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  cl::opt<const Translation *, false, TranslationParser> translation(
      "", cl::desc("The translation:"), cl::Required);
  cl::ParseCommandLineOptions(
      argc, argv, "Lift: kernels to OpenCL C and SPIR-V, and mappings\n");

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputName, &message);
  if (!input) {
    llvm::WithColor::error() << message << "\n";
    return EXIT_FAILURE;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  auto process = [&](std::unique_ptr<llvm::MemoryBuffer> buffer,
                     raw_ostream &os) {
    return translate(*translation, std::move(buffer), os);
  };
  if (failed(splitAndProcessBuffer(std::move(input), process, os,
                                   splitInput ? kDefaultSplitMarker : "")) ||
      failed(lift::writeToolOutput(outputName, text)))
    return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
