//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Views that the body of a map makes of elements, as one of all elements.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_TRANSFORMS_MAPSOFVIEWS_H
#define LIFTDIALECT_TRANSFORMS_MAPSOFVIEWS_H

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::lift {

/// Whether a value in the body of a map is a rearrangement of elements of its
/// inputs, and of what is the same for all of them.
bool isRearranged(MapOp map, Value value);

/// What such a value is for all elements, as an array, without the map.
Value rearrange(OpBuilder &builder, MapOp map, Value value);

} // namespace mlir::lift

#endif // LIFTDIALECT_TRANSFORMS_MAPSOFVIEWS_H
