//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a pattern, written again for vectors.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_TRANSFORMS_WIDEBODY_H
#define LIFTDIALECT_TRANSFORMS_WIDEBODY_H

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lift {

/// Writes scalar operations on vectors, and maps, reductions, scans and views
/// of arrays of numbers on arrays of vectors. What is the same for all lanes
/// stays scalar until it meets a vector.
class WideBody {
public:
  WideBody(OpBuilder &builder, int64_t width)
      : builder(builder), width(width) {}

  /// `value` stands for a vector, or for another value in all lanes.
  void mapVector(Value value, Value vector) { vectors.map(value, vector); }
  void mapUniform(Value value, Value uniform) { scalars.map(value, uniform); }

  /// Emits `body` for vectors in place of its arguments; returns what it
  /// yields.
  SmallVector<Value> emit(Block &body, ArrayRef<Value> arguments);
  /// Emits what `op` does to each lane.
  void emit(Operation &op);
  /// The vector that `value` stands for; a uniform one in all lanes.
  Value getVector(Value value);

private:
  void emitForEachLane(Operation &op);
  void emitPattern(Operation &op);
  template <typename Fold>
  Fold emitFold(Fold fold);
  SmallVector<Value> getInputs(ValueRange inputs);
  /// Emits the body of a pattern: its inputs may stand for arrays of vectors or
  /// be the same in all lanes, its accumulators are vectors.
  SmallVector<Value> emitInner(OpBuilder &inner, Block &body, ValueRange inputs,
                               ValueRange arguments, ValueRange accumulators);
  SmallVector<Value> emitOps(Block &body);
  Type getWideType(Type type) const;
  SmallVector<Value> getVectors(ValueRange values);
  VectorType getVectorType(Type type) const {
    return VectorType::get(width, type);
  }

  OpBuilder &builder;
  int64_t width;
  IRMapping scalars, vectors;
  /// The vectors of what is the same in all lanes.
  DenseMap<Value, Value> broadcasts;
};

/// A map that does to `vectors` what `map` does to its inputs.
MapOp createWideMap(RewriterBase &rewriter, MapOp map, ValueRange vectors,
                    int64_t width);

} // namespace mlir::lift

#endif // LIFTDIALECT_TRANSFORMS_WIDEBODY_H
