//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fusion of a pattern with the maps that compute what it goes through:
//
//   map g . map f = map (g . f)         reduce g z . map f = reduce (g . f) z
//                                       scan g z . map f = scan (g . f) z
//
// for loops inside each other, as deep as both go through the same elements.
// Where they do so in another order, or in chunks, the dimensions of both are
// cut and exchanged first until they are the same. What is passed on stays in
// registers, where it would be stored and read again.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_FUSION_H
#define LIFTDIALECT_REWRITING_FUSION_H

#include "LiftDialect/Rewriting/Block.h"

namespace mlir::lift {

/// A loop of a producer and one of its consumer that become one.
struct FusedLevel {
  MapOp producer;
  /// A map, a reduction or a scan.
  Operation *consumer;
  /// Numbers of inputs of the consumer, each with that of the result of the
  /// producer that it is.
  SmallVector<std::pair<unsigned, unsigned>> passed;

  Block &getProducerBody() { return producer.getBody().front(); }
  Block &getConsumerBody() { return consumer->getRegion(0).front(); }
};

/// How a pattern goes through what a map computes.
struct Fusion {
  /// From the outermost.
  SmallVector<FusedLevel> levels;
  /// How both are cut and exchanged before, if they are.
  std::optional<BlockOptions> producerDims, consumerDims;

  /// Whether the consumer's innermost loop of these uses numbers; else it uses
  /// arrays, with all their elements at once.
  bool passesNumbers() const;
};

/// The map at the end of the views that `value` is of, if these only cut, join
/// or exchange dimensions, or drop one of one element. Null if there is none.
MapOp getProducer(Value value);

/// The consumer may stand inside of another pattern, which then computes what
/// the producer does for each of its elements.
/// Refused: a producer with other uses than `consumer` as its inputs; different
/// views of one producer; dimensions that have to be cut or exchanged, but not
/// of nests at the same place.
FailureOr<Fusion> matchFusion(MapOp producer, Operation *consumer,
                              Refusal &refusal);

/// Makes one pattern of both, which are replaced. The result is the same bit
/// for bit. Numbers that only one map inside the fused loops uses are computed
/// there, for each of its elements, so that loops stay perfectly nested.
/// Refused where a nest cannot be cut as `fusion` says; the consumer may have
/// been cut already then, and does the same.
FailureOr<Operation *> fuseProducer(RewriterBase &rewriter, MapOp producer,
                                    Operation *consumer, Fusion fusion,
                                    Refusal &refusal);

/// Makes one pattern of a map, a reduction or a scan and of the map that
/// computes its argument number `argument`, as far as both go through the same
/// elements.
/// Refused, too: an argument that no map computes.
FailureOr<Operation *> fuseArgument(RewriterBase &rewriter, Operation *loop,
                                    unsigned argument, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_FUSION_H
