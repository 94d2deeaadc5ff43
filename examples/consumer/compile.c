/*===----------------------------------------------------------------------===*\
|*
|* Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Compiles a file with a Lift program to OpenCL C, in C:
|*
|*   compile FILE [OPTIONS OF lift-to-gpu]
|*
\*===----------------------------------------------------------------------===*/

#include "LiftDialect/CAPI/Lift.h"

#include "mlir-c/IR.h"

#include <stdio.h>

static void print(MlirStringRef text, void *userData) {
  (void)userData;
  fwrite(text.data, 1, text.length, stdout);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s FILE [OPTIONS]\n", argv[0]);
    return 1;
  }
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  liftRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  mlirDialectRegistryDestroy(registry);

  MlirModule module = mlirModuleCreateParseFromFile(
      context, mlirStringRefCreateFromCString(argv[1]));
  int status = 1;
  if (!mlirModuleIsNull(module)) {
    MlirStringRef options =
        mlirStringRefCreateFromCString(argc > 2 ? argv[2] : "");
    status = mlirLogicalResultIsFailure(
        liftCompileToOpenCL(module, options, print, NULL));
    mlirModuleDestroy(module);
  }
  mlirContextDestroy(context);
  return status;
}
