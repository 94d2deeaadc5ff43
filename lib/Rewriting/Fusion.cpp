//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Fusion.h"

#include "Builders.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/Numbers.h"
#include "Regrouping.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Which loops become one
//===----------------------------------------------------------------------===//

/// The value at the end of the views that `value` is of.
static Value skipViews(Value value) {
  while (regroupsDims(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

MapOp lift::getProducer(Value value) {
  return skipViews(value).getDefiningOp<MapOp>();
}

/// The map that computes all that another one yields.
static MapOp getInnerMap(MapOp map) {
  auto results = map.getYield().getOperands();
  auto inner = results.empty() ? MapOp() : results[0].getDefiningOp<MapOp>();
  return inner && inner->getParentOp() == map && results == inner.getResults()
             ? inner
             : MapOp();
}

/// The loop that goes through all that is passed to the loop of a level, if
/// nobody else uses it.
static Operation *getInnerLoop(FusedLevel &level) {
  Operation *inner = nullptr;
  for (auto [input, result] : level.passed)
    for (OpOperand &use :
         level.getConsumerBody().getArgument(input).getUses()) {
      Operation *user = use.getOwner();
      if (!isa<MapOp, ReduceOp>(user) ||
          use.getOperandNumber() >= getInputs(user).size() ||
          user->getBlock() != &level.getConsumerBody() ||
          (inner && user != inner))
        return nullptr;
      inner = user;
    }
  return inner;
}

/// The level inside another one; none where one of the two does something else
/// with whole arrays.
static std::optional<FusedLevel> getInnerLevel(FusedLevel &outer) {
  FusedLevel level{getInnerMap(outer.producer), getInnerLoop(outer), {}};
  if (!level.producer || !level.consumer)
    return std::nullopt;
  for (unsigned input = 0; input < getInputs(level.consumer).size(); ++input)
    for (auto [outerInput, result] : outer.passed)
      if (level.consumer->getOperand(input) ==
          outer.getConsumerBody().getArgument(outerInput))
        level.passed.emplace_back(input, result);
  return level;
}

static SmallVector<FusedLevel> getFusedLevels(MapOp producer,
                                              Operation *consumer) {
  FusedLevel root{producer, consumer, {}};
  for (unsigned input = 0; input < getInputs(consumer).size(); ++input) {
    Value value = skipViews(consumer->getOperand(input));
    if (value.getDefiningOp() == producer)
      root.passed.emplace_back(input, cast<OpResult>(value).getResultNumber());
  }
  SmallVector<FusedLevel> levels;
  for (std::optional<FusedLevel> level = root; level;
       level = getInnerLevel(levels.back()))
    levels.push_back(*level);
  return levels;
}

bool Fusion::passesNumbers() const {
  MapOp producer = levels.back().producer;
  return llvm::none_of(levels.back().passed, [&](auto passed) {
    return isa<ArrayType>(
        producer.getYield().getOperand(passed.second).getType());
  });
}

/// Whether all uses of a value, through views, are inputs of `consumer`.
static bool isUsedOnlyBy(Value value, Operation *consumer) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    if (use.getOwner() == consumer)
      return use.getOperandNumber() < getInputs(consumer).size();
    return regroupsDims(use.getOwner()) &&
           isUsedOnlyBy(use.getOwner()->getResult(0), consumer);
  });
}

/// Whether the nest of a consumer goes through `input` by its outermost
/// dimensions.
static bool startsWithDims(const Nest &nest, Value input) {
  return llvm::all_of(nest.getOperands(), [&](const NestOperand &operand) {
    return operand.source != input ||
           (operand.views.empty() &&
            llvm::equal(operand.dims,
                        llvm::seq<unsigned>(0, operand.dims.size())));
  });
}

/// How the dimensions of both become the same.
static LogicalResult matchDims(MapOp producer, Operation *consumer,
                               Fusion &fusion, Refusal &refusal) {
  SmallVector<Value> inputs;
  for (auto [number, result] : fusion.levels.front().passed)
    if (Value input = consumer->getOperand(number);
        !llvm::is_contained(inputs, input))
      inputs.push_back(input);
  SmallVector<Regrouping> regroupings;
  for (Value input : inputs) {
    FailureOr<Regrouping> regrouping = Regrouping::get(input, refusal);
    if (failed(regrouping))
      return failure();
    regroupings.push_back(*regrouping);
  }
  if (llvm::all_of(regroupings, std::mem_fn(&Regrouping::isIdentity)))
    return success();
  if (producer->getBlock() != consumer->getBlock())
    return refusal.set(consumer, "goes through other dimensions in its loops");
  if (inputs.size() > 1)
    return refusal.set(consumer, "uses several views of what it could be fused "
                                 "with");
  FailureOr<Nest> nest = Nest::get(consumer, refusal);
  if (failed(nest))
    return failure();
  if (!startsWithDims(*nest, inputs.front()))
    return refusal.set(consumer, "does not go through what it could be fused "
                                 "with loop by loop");
  if (!regroupings.front().keepsSource()) {
    FailureOr<Nest> source = Nest::get(producer, refusal);
    if (failed(source))
      return failure();
    fusion.producerDims = regroupings.front().blockSource(*source);
  }
  fusion.consumerDims = regroupings.front().blockView(*nest);
  return success();
}

FailureOr<Fusion> lift::matchFusion(MapOp producer, Operation *consumer,
                                    Refusal &refusal) {
  if (!isa<MapOp, ReduceOp, ScanOp>(consumer))
    return refusal.set(consumer, "is no map, reduction or scan");
  if (!producer->getBlock()->findAncestorOpInBlock(*consumer))
    return refusal.set(consumer, "is in another body than what it could be "
                                 "fused with");
  if (!llvm::all_of(producer.getResults(), [&](Value result) {
        return isUsedOnlyBy(result, consumer);
      }))
    return refusal.set(producer, "has other uses than as an input of one "
                                 "pattern");
  Fusion fusion{getFusedLevels(producer, consumer), {}, {}};
  if (fusion.levels.front().passed.empty())
    return refusal.set(producer, "is no input of the other pattern");
  for (const FusedLevel &level : fusion.levels)
    if (failed(checkSaysNothing(level.producer, refusal)) ||
        failed(checkSaysNothing(level.consumer, refusal)))
      return failure();
  if (failed(matchDims(producer, consumer, fusion, refusal)))
    return failure();
  return fusion;
}

//===----------------------------------------------------------------------===//
// The fused pattern
//===----------------------------------------------------------------------===//

namespace {
class FusedLoops {
public:
  explicit FusedLoops(ArrayRef<FusedLevel> levels) : levels(levels) {}

  Operation *emit(OpBuilder &builder, unsigned number = 0);
  /// What stands for the producer's operations in the innermost loop.
  ArrayRef<Operation *> getProduced() const { return produced; }

private:
  SmallVector<Value> emitBody(OpBuilder &builder, unsigned number);
  /// The operations of the producer at the end of the fused loops.
  void emitProducer(OpBuilder &builder, FusedLevel level);

  ArrayRef<FusedLevel> levels;
  IRMapping mapping;
  SmallVector<Operation *> produced;
};
} // namespace

void FusedLoops::emitProducer(OpBuilder &builder, FusedLevel level) {
  for (Operation &op : level.getProducerBody().without_terminator())
    produced.push_back(builder.clone(op, mapping));
  for (auto [input, result] : level.passed)
    mapping.map(
        level.getConsumerBody().getArgument(input),
        mapping.lookupOrDefault(level.producer.getYield().getOperand(result)));
}

SmallVector<Value> FusedLoops::emitBody(OpBuilder &builder, unsigned number) {
  FusedLevel level = levels[number];
  Operation *producer = nullptr, *consumer = nullptr;
  if (number + 1 < levels.size()) {
    producer = levels[number + 1].producer;
    consumer = levels[number + 1].consumer;
    for (Operation &op : level.getProducerBody().without_terminator())
      if (&op != producer)
        builder.clone(op, mapping);
  } else {
    emitProducer(builder, level);
  }
  for (Operation &op : level.getConsumerBody().without_terminator()) {
    if (&op == consumer)
      mapping.map(op.getResults(), emit(builder, number + 1)->getResults());
    else
      builder.clone(op, mapping);
  }
  return llvm::map_to_vector(
      level.getConsumerBody().getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

Operation *FusedLoops::emit(OpBuilder &builder, unsigned number) {
  FusedLevel level = levels[number];
  // Each array once, with those that stand for its elements.
  llvm::MapVector<Value, SmallVector<Value>> inputs;
  for (auto [input, argument] : llvm::zip_equal(
           level.producer.getInputs(), level.producer.getBody().getArguments()))
    inputs[mapping.lookupOrDefault(input)].push_back(argument);
  llvm::SmallDenseSet<unsigned> passed;
  for (auto [input, result] : level.passed)
    passed.insert(input);
  const unsigned numInputs = getInputs(level.consumer).size();
  for (unsigned input = 0; input < numInputs; ++input)
    if (!passed.contains(input))
      inputs[mapping.lookupOrDefault(level.consumer->getOperand(input))]
          .push_back(level.getConsumerBody().getArgument(input));
  SmallVector<Value> arrays = llvm::to_vector(llvm::make_first_range(inputs));
  auto emitElements = [&](OpBuilder &inner, ValueRange elements) {
    for (auto [element, old] :
         llvm::zip_equal(elements, llvm::make_second_range(inputs)))
      for (Value argument : old)
        mapping.map(argument, element);
    return emitBody(inner, number);
  };
  Location loc = level.consumer->getLoc();
  if (isa<MapOp>(level.consumer))
    return MapOp::create(builder, loc, arrays, MappingAttr(),
                         [&](OpBuilder &inner, Location, ValueRange elements) {
                           return emitElements(inner, elements);
                         });
  auto fold = cast<FoldPattern>(level.consumer);
  SmallVector<Value> inits =
      llvm::map_to_vector(fold.getInits(), [&](Value init) {
        return mapping.lookupOrDefault(init);
      });
  auto emitStep = [&](OpBuilder &inner, Location, ValueRange elements,
                      ValueRange values) {
    for (auto [old, value] : llvm::zip_equal(fold.getAccumulatorArgs(), values))
      mapping.map(old, value);
    return emitElements(inner, elements);
  };
  if (auto scan = dyn_cast<ScanOp>(level.consumer)) {
    auto fused = ScanOp::create(builder, loc, arrays, inits, emitStep);
    fused.setAssociative(scan.getAssociative());
    return fused;
  }
  auto reduce = cast<ReduceOp>(level.consumer);
  auto fused = ReduceOp::create(builder, loc, arrays, inits, emitStep);
  copyLaws(reduce, fused);
  fused.setIdentityAttr(reduce.getIdentityAttr());
  return fused;
}

/// Erases a producer with the views of it, which nobody reads any more.
static void eraseUnread(RewriterBase &rewriter, Operation *op) {
  while (!op->use_empty())
    eraseUnread(rewriter, *op->user_begin());
  rewriter.eraseOp(op);
}

/// Cuts and exchanges the dimensions of a nest; its outermost loop then.
static FailureOr<MapOp> regroup(RewriterBase &rewriter, Operation *nest,
                                const std::optional<BlockOptions> &options,
                                Refusal &refusal) {
  auto map = cast<MapOp>(nest);
  if (!options)
    return map;
  FailureOr<BlockedNest> blocked = blockNest(rewriter, map, *options, refusal);
  if (failed(blocked))
    return failure();
  return cast<MapOp>(blocked->loops.front());
}

FailureOr<Operation *> lift::fuseProducer(RewriterBase &rewriter,
                                          MapOp producer, Operation *consumer,
                                          Fusion fusion, Refusal &refusal) {
  if (fusion.consumerDims) {
    rewriter.setInsertionPoint(consumer);
    FailureOr<MapOp> reader =
        regroup(rewriter, consumer, fusion.consumerDims, refusal);
    if (failed(reader))
      return failure();
    rewriter.setInsertionPoint(producer);
    FailureOr<MapOp> maker =
        regroup(rewriter, producer, fusion.producerDims, refusal);
    if (failed(maker))
      return failure();
    producer = *maker;
    consumer = *reader;
    fusion.levels = getFusedLevels(producer, consumer);
    for (auto [input, result] : fusion.levels.front().passed)
      if (consumer->getOperand(input).getType() !=
          producer.getResult(result).getType())
        return refusal.set(consumer, "goes through other dimensions than what "
                                     "it could be fused with");
  }
  rewriter.setInsertionPoint(consumer);
  FusedLoops loops(fusion.levels);
  Operation *fused = loops.emit(rewriter);
  if (fusion.passesNumbers())
    sinkNumbers(rewriter, loops.getProduced());
  rewriter.replaceOp(consumer, fused->getResults());
  eraseUnread(rewriter, producer);
  return fused;
}

FailureOr<Operation *> lift::fuseArgument(RewriterBase &rewriter,
                                          Operation *loop, unsigned argument,
                                          Refusal &refusal) {
  MapOp producer;
  if (isa<MapOp, ReduceOp, ScanOp>(loop) &&
      argument < loop->getRegion(0).getNumArguments() &&
      argument < loop->getNumOperands())
    producer = getProducer(loop->getOperand(argument));
  if (!producer)
    return refusal.set(loop, "has no argument number " + Twine(argument) +
                                 " that a map computes");
  FailureOr<Fusion> fusion = matchFusion(producer, loop, refusal);
  if (failed(fusion))
    return failure();
  return fuseProducer(rewriter, producer, loop, std::move(*fusion), refusal);
}
