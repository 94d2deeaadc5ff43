//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/LiftOps.h"

#include "AssemblyFormat.h"

using namespace mlir;
using namespace mlir::lift;

#define GET_OP_CLASSES
#include "LiftDialect/LiftOps.cpp.inc"
