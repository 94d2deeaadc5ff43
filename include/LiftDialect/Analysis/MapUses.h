//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares questions about maps of a program: what they nest, and in
// which memory their operands and results are.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_MAPUSES_H
#define LIFTDIALECT_ANALYSIS_MAPUSES_H

#include "LiftDialect/LiftOps.h"

namespace mlir::lift {

/// Whether a result or an argument of a map is in this memory.
bool usesMemory(MapOp map, AddressSpace space);

/// Whether a map computes nothing and stores nothing: lift-normalize makes a
/// view of it where it can.
bool isViewMap(MapOp map);

/// Whether the body of `outer` is `inner` alone, applied to the element: then
/// they are one map over a join.
bool isPerfectlyNested(MapOp inner, MapOp outer);

/// The map that computes all that `map` yields, if its body does nothing else.
MapOp getPerfectlyNestedMap(MapOp map);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_MAPUSES_H
