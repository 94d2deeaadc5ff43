//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of a nest on their way through the loops of one that takes its place.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITING_STREAMS_H
#define LIB_REWRITING_STREAMS_H

#include "LiftDialect/Rewriting/Nest.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::lift {

struct Stream {
  enum class Use { Step, Init, Epilogue };

  /// The value in the old nest.
  Value key;
  Use use;
  /// What the loops that have been gone through have made of its array.
  Value current;
  /// The loops that it has still to go through.
  SmallVector<unsigned> levels;
  bool isVector = false;

  bool isConsumedAt(unsigned level) const {
    return !levels.empty() && levels.front() == level;
  }
};

using Streams = SmallVector<Stream>;

/// The streams that a loop goes through, and what its body makes of them.
SmallVector<Value> getInputs(const Streams &streams, unsigned level);
Streams consume(Streams streams, unsigned level, ValueRange elements);

/// Writes scalar operations again, and returns what stands for `yielded`.
SmallVector<Value> cloneScalars(OpBuilder &builder, ArrayRef<Operation *> ops,
                                ValueRange yielded, IRMapping &values);

/// Writes the values of a nest that are the same in all its elements.
IRMapping buildUniform(OpBuilder &builder, const Nest &nest);

/// Writes what the innermost map of a nest computes for an element: the
/// reductions, of which the outermost goes through the streams at `level`, and
/// the epilogue.
SmallVector<Value> emitElement(OpBuilder &builder, const Nest &nest,
                               unsigned level, const Streams &streams,
                               const IRMapping &uniform);

/// Writes maps for the levels from `level` to `end`, around what emitElement
/// writes there. Each level has streams that go through it.
SmallVector<Value> emitMaps(OpBuilder &builder, const Nest &nest,
                            unsigned level, unsigned end,
                            const Streams &streams, const IRMapping &uniform);

} // namespace mlir::lift

#endif // LIB_REWRITING_STREAMS_H
