/*===----------------------------------------------------------------------===*\
|*
|* Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A program in C that compiles a function to OpenCL C. FileCheck checks what it
|* prints; see test/CAPI.
|*
\*===----------------------------------------------------------------------===*/

#include "LiftDialect/CAPI/Lift.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#include <stdio.h>

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

int main(void) {
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
  mlirContextDestroy(context);
  return 0;
}
