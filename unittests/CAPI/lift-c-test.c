/*===----------------------------------------------------------------------===*\
|*
|* Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A program in C that compiles a function to OpenCL C, to SPIR-V, and to a
package
|* in the folder that it is given. FileCheck checks what it prints; see
test/CAPI.
|*
\*===----------------------------------------------------------------------===*/

#include "LiftDialect/CAPI/Lift.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#include <stdio.h>
#include <string.h>

static void print(MlirStringRef text, void *userData) {
  (void)userData;
  fwrite(text.data, 1, text.length, stdout);
}

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static void testArrayTypes(MlirContext context) {
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirStringRef sizes[] = {str("N / 128"), str("128")};
  MlirType f32 = mlirF32TypeGet(context);
  MlirType type = liftArrayTypeGet(loc, 2, sizes, f32);
  printf("%d %d ", liftTypeIsAArray(type), liftTypeIsAArray(f32));
  printf("rank %d ", (int)liftArrayTypeGetRank(type));
  printf("f32 %d size 0: ",
         mlirTypeEqual(liftArrayTypeGetElementType(type), f32));
  liftArrayTypePrintSize(type, 0, print, NULL);
  printf("\n");
  mlirTypePrint(type, print, NULL);
  printf("\n");

  MlirStringRef wrong[] = {str("N +")};
  printf("null %d\n", mlirTypeIsNull(liftArrayTypeGet(loc, 1, wrong, f32)));
  MlirType none = mlirNoneTypeGet(context);
  printf("null %d\n", mlirTypeIsNull(liftArrayTypeGet(loc, 2, sizes, none)));
  printf("null %d\n", mlirTypeIsNull(liftArrayTypeGet(loc, 0, NULL, f32)));
}

/* Runs passes by their names and prints what comes out. */
static void testPasses(MlirContext context, const char *source) {
  MlirModule module = mlirModuleCreateParse(context, str(source));
  MlirOperation op = mlirModuleGetOperation(module);
  MlirPassManager passes = mlirPassManagerCreate(context);
  const char *pipeline =
      "builtin.module(func.func(lift-normalize,lift-default-mapping))";
  MlirLogicalResult parsed = mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(passes), str(pipeline), print, NULL);
  MlirLogicalResult run = mlirPassManagerRunOnOp(passes, op);
  printf("passes %d %d\n", mlirLogicalResultIsSuccess(parsed),
         mlirLogicalResultIsSuccess(run));
  mlirOperationPrint(op, print, NULL);
  mlirPassManagerDestroy(passes);
  mlirModuleDestroy(module);
}

static int compile(MlirContext context, const char *source,
                   const char *options) {
  MlirModule module = mlirModuleCreateParse(context, str(source));
  if (mlirModuleIsNull(module))
    return 1;
  MlirLogicalResult result =
      liftCompileToOpenCL(module, str(options), print, NULL);
  mlirModuleDestroy(module);
  return mlirLogicalResultIsFailure(result);
}

/* Says what the words are of which a module of SPIR-V begins. */
static void printWords(MlirStringRef bytes, void *userData) {
  (void)userData;
  unsigned magic = 0;
  memcpy(&magic, bytes.data, sizeof(magic));
  printf("SPIR-V %d whole words %d ", magic == 0x07230203,
         bytes.length % 4 == 0);
}

static int compileToSPIRV(MlirContext context, const char *source,
                          const char *flavor, const char *options) {
  MlirModule module = mlirModuleCreateParse(context, str(source));
  if (mlirModuleIsNull(module))
    return 1;
  MlirLogicalResult result =
      liftCompileToSPIRV(module, str(flavor), str(options), printWords, NULL);
  mlirModuleDestroy(module);
  return mlirLogicalResultIsFailure(result);
}

static int compileToPackage(const char *source, const char *forms,
                            const char *folder) {
  MlirStringRef options[] = {str(forms), str("cache=")};
  return mlirLogicalResultIsFailure(liftCompileToPackage(
      str(source), str("twice.mlir"), 2, options, str(folder), print, NULL));
}

int main(int argc, char **argv) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  liftRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__lift__(), context);

  testArrayTypes(context);
  const char *twice =
      "func.func @twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {\n"
      "  %y = lift.map (%a = %x : !lift.array<N x f32>) {\n"
      "    %s = arith.addf %a, %a : f32\n"
      "    lift.yield %s : f32\n"
      "  }\n"
      "  return %y : !lift.array<N x f32>\n"
      "}\n";
  liftRegisterAllPasses();
  testPasses(context, twice);
  printf("compiled %d\n", compile(context, twice, ""));
  printf("compiled %d\n", compile(context, twice, "index-bitwidth=64"));
  printf("compiled %d\n", compile(context, twice, "mapping=solve"));
  printf("compiled %d\n", compile(context, twice, "mapping=none"));
  printf("compiled %d\n", compile(context, twice, "index-bitwidth=7"));
  printf("compiled %d\n", compile(context, twice, "bandwidth=7"));
  printf("compiled %d\n", compileToSPIRV(context, twice, "opencl", ""));
  printf("compiled %d\n",
         compileToSPIRV(context, twice, "vulkan", "mapping=none"));
  printf("compiled %d\n", compileToSPIRV(context, twice, "metal", ""));
  printf("compiled %d\n", compileToSPIRV(context, twice, "vulkan", "speed=7"));
  if (argc > 1) {
    const char *forms = "forms=opencl-c,spirv-opencl,spirv-vulkan";
    printf("package %d\n", compileToPackage(twice, forms, argv[1]));
    printf("package %d\n", compileToPackage(twice, "forms=dxil", argv[1]));
  }
  mlirContextDestroy(context);
  return 0;
}
