//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTOPS_TD
#define LIFTDIALECT_LIFTOPS_TD

include "LiftDialect/LiftPatternOps.td"
include "LiftDialect/LiftViewOps.td"
include "LiftDialect/LiftIndexOps.td"
include "LiftDialect/LiftKernelOps.td"
include "LiftDialect/LiftFunctionOps.td"
include "LiftDialect/LiftTensorOps.td"

#endif // LIFTDIALECT_LIFTOPS_TD
