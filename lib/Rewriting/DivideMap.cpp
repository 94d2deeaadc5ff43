//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/DivideMap.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Transforms/IdentityMaps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// Operations of the body that one of the new maps has.
struct Stage {
  SmallVector<Operation *> ops;
  /// What later stages need of it, or whoever reads the map.
  llvm::SetVector<Value> passed;
};

class MapDivision {
public:
  MapDivision(MapOp map, bool isForAll)
      : map(map), body(map.getBody().front()),
        yielded(map.getYield().getOperands()), isForAll(isForAll) {
    findCopies();
    findRepeated();
    divide();
    findPassed();
  }

  size_t getNumStages() const { return stages.size(); }
  /// Refuses to pass on what there are no arrays of.
  LogicalResult checkPassed(Refusal &refusal) const {
    return success(llvm::all_of(stages, [&](const Stage &stage) {
      return succeeded(checkStorable(map, stage.passed.getArrayRef(), refusal));
    }));
  }
  SmallVector<MapOp> run(RewriterBase &rewriter);

private:
  /// Whether an operation is a stage by itself.
  bool isStage(Operation *op) const;
  void findCopies();
  void findRepeated();
  void divide();
  void findPassed();
  unsigned getStageOfYielded(Value value) const;
  void visitUses(Operation *op, llvm::function_ref<void(Value)> visit) const;
  void visitUsesOf(Value value, llvm::function_ref<void(Value)> visit) const;
  SmallVector<Value> getUsed(const Stage &stage) const;
  Value emitValue(OpBuilder &builder, Value value, IRMapping &values) const;
  MapOp emit(RewriterBase &rewriter, const Stage &stage,
             const IRMapping &arrays);

  MapOp map;
  Block &body;
  SmallVector<Value> yielded;
  bool isForAll;
  SmallVector<Stage> stages;
  DenseMap<Operation *, unsigned> stageOf;
  DenseSet<Operation *> repeated;
  DenseSet<Operation *> copies;
};
} // namespace

static bool isPattern(Operation *op) { return isa<MapOp, FoldPattern>(op); }

/// Whether a pattern has others inside.
static bool hasInnerPatterns(Operation *pattern) {
  return isPattern(pattern) &&
         llvm::any_of(pattern->getRegions(), [](Region &region) {
           return llvm::any_of(region.getOps(),
                               [](Operation &op) { return isPattern(&op); });
         });
}

bool MapDivision::isStage(Operation *op) const {
  return isForAll ? isPattern(op) : hasInnerPatterns(op);
}

/// A row that others in the body read is yielded as a copy. What stores the row
/// for these stores the result, too.
void MapDivision::findCopies() {
  for (Value &value : yielded) {
    Value source = getCopiedByMaps(value);
    Operation *def = source.getDefiningOp();
    if (source == value || !def || def->getBlock() != &body || !isPattern(def))
      continue;
    if (value.hasOneUse())
      copies.insert(value.getDefiningOp());
    value = source;
  }
}

/// Finds what each stage that uses it computes again: constants, and views,
/// which move no data; numbers that are made of sizes, and indices, of which
/// there are no arrays.
void MapDivision::findRepeated() {
  auto isKnown = [&](Value value) {
    if (value.getParentBlock() != &body)
      return true;
    Operation *def = value.getDefiningOp();
    return def && repeated.contains(def) && !isa<ViewOpInterface>(def);
  };
  for (Operation &op : body.without_terminator()) {
    const bool isView = isa<ViewOpInterface>(op) && op.getNumRegions() == 0;
    const bool isNumber =
        isScalarOp(&op) && isPure(&op) && op.getNumRegions() == 0 &&
        (llvm::any_of(op.getResultTypes(), llvm::IsaPred<IndexType>) ||
         llvm::all_of(op.getOperands(), isKnown));
    if (op.hasTrait<OpTrait::ConstantLike>() || isView || isNumber)
      repeated.insert(&op);
  }
}

/// Visits the values that a stage needs for `value`: itself, or, if it is
/// repeated, what that uses. None for those from outside of the map.
void MapDivision::visitUsesOf(Value value,
                              llvm::function_ref<void(Value)> visit) const {
  if (value.getParentBlock() != &body)
    return;
  Operation *def = value.getDefiningOp();
  if (def && repeated.contains(def))
    visitUses(def, visit);
  else
    visit(value);
}

void MapDivision::visitUses(Operation *op,
                            llvm::function_ref<void(Value)> visit) const {
  llvm::SetVector<Operation *> users;
  users.insert(op);
  for (size_t i = 0; i < users.size(); ++i)
    users[i]->walk([&](Operation *nested) {
      for (Value value : nested->getOperands()) {
        if (value.getParentBlock() != &body)
          continue;
        Operation *def = value.getDefiningOp();
        if (def && repeated.contains(def))
          users.insert(def);
        else
          visit(value);
      }
    });
}

/// Each pattern with patterns inside, or each, is a stage. What else is between
/// two such patterns that need each other, or before them all, is one together.
void MapDivision::divide() {
  DenseMap<Operation *, unsigned> levels;
  std::map<unsigned, std::pair<Stage, SmallVector<Operation *>>> byLevel;
  for (Operation &op : body.without_terminator()) {
    if (repeated.contains(&op) || copies.contains(&op))
      continue;
    unsigned level = 0;
    visitUses(&op, [&](Value value) {
      if (Operation *def = value.getDefiningOp())
        level = std::max(level, levels.lookup(def) + (isStage(def) ? 1 : 0));
    });
    levels[&op] = level;
    auto &[simple, others] = byLevel[level];
    (isStage(&op) ? others : simple.ops).push_back(&op);
  }
  for (auto &[level, ops] : byLevel) {
    auto &[simple, others] = ops;
    if (!simple.ops.empty())
      stages.push_back(std::move(simple));
    for (Operation *op : others)
      stages.push_back({{op}, {}});
  }
  for (auto [number, stage] : llvm::enumerate(stages))
    for (Operation *op : stage.ops)
      stageOf[op] = number;
}

/// The stage that has all a yielded value needs.
unsigned MapDivision::getStageOfYielded(Value value) const {
  unsigned last = 0;
  visitUsesOf(value, [&](Value used) {
    if (Operation *def = used.getDefiningOp())
      last = std::max(last, stageOf.lookup(def));
  });
  return last;
}

void MapDivision::findPassed() {
  if (stages.empty())
    return;
  for (const auto &[number, stage] : llvm::enumerate(stages))
    for (Operation *op : stage.ops)
      visitUses(op, [&, number = number](Value value) {
        Operation *def = value.getDefiningOp();
        if (def && stageOf.lookup(def) != number)
          stages[stageOf.lookup(def)].passed.insert(value);
      });
  for (Value value : yielded) {
    const unsigned last = getStageOfYielded(value);
    stages[last].passed.insert(value);
    // A view of what several stages compute needs those before the last.
    visitUsesOf(value, [&](Value used) {
      Operation *def = used.getDefiningOp();
      if (def && stageOf.lookup(def) != last)
        stages[stageOf.lookup(def)].passed.insert(used);
    });
  }
}

/// The arguments of the map, and the results of other stages, that one uses.
SmallVector<Value> MapDivision::getUsed(const Stage &stage) const {
  llvm::SetVector<Value> used;
  auto add = [&](Value value) {
    Operation *def = value.getDefiningOp();
    if (!def || !llvm::is_contained(stage.ops, def))
      used.insert(value);
  };
  for (Operation *op : stage.ops)
    visitUses(op, add);
  for (Value value : stage.passed)
    visitUsesOf(value, add);
  return used.takeVector();
}

/// A value in a new map, with what is repeated for it.
Value MapDivision::emitValue(OpBuilder &builder, Value value,
                             IRMapping &values) const {
  Operation *def = value.getDefiningOp();
  if (!values.contains(value) && def && def->getBlock() == &body) {
    for (Value operand : def->getOperands())
      emitValue(builder, operand, values);
    builder.clone(*def, values);
  }
  return values.lookupOrDefault(value);
}

MapOp MapDivision::emit(RewriterBase &rewriter, const Stage &stage,
                        const IRMapping &arrays) {
  SmallVector<Value> used = getUsed(stage);
  SmallVector<Value> inputs = llvm::map_to_vector(
      used, [&](Value value) { return arrays.lookup(value); });
  if (inputs.empty())
    inputs.push_back(map.getInputs().front());
  return MapOp::create(rewriter, map.getLoc(), inputs, MappingAttr(),
                       [&](OpBuilder &builder, Location, ValueRange elements) {
                         IRMapping values;
                         values.map(used, elements.take_front(used.size()));
                         for (Operation *op : stage.ops) {
                           op->walk([&](Operation *nested) {
                             for (Value operand : nested->getOperands())
                               if (operand.getParentBlock() == &body)
                                 emitValue(builder, operand, values);
                           });
                           builder.clone(*op, values);
                         }
                         return llvm::map_to_vector(
                             stage.passed, [&](Value value) {
                               return emitValue(builder, value, values);
                             });
                       });
}

SmallVector<MapOp> MapDivision::run(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(map);
  IRMapping arrays;
  arrays.map(body.getArguments(), map.getInputs());
  SmallVector<MapOp> maps;
  for (const Stage &stage : stages) {
    if (stage.passed.empty())
      continue;
    maps.push_back(emit(rewriter, stage, arrays));
    arrays.map(stage.passed.getArrayRef(), maps.back().getResults());
  }
  rewriter.replaceOp(map, llvm::map_to_vector(yielded, [&](Value value) {
                       return arrays.lookup(value);
                     }));
  return maps;
}

FailureOr<SmallVector<MapOp>> lift::divideMap(RewriterBase &rewriter, MapOp map,
                                              Refusal &refusal, bool isForAll) {
  if (failed(checkSaysNothing(map, refusal)))
    return failure();
  MapDivision division(map, isForAll);
  if (division.getNumStages() < 2)
    return refusal.set(map, isForAll ? "has no pattern beside something else"
                                     : "has no pattern with others inside "
                                       "beside something else");
  if (failed(division.checkPassed(refusal)))
    return failure();
  return division.run(rewriter);
}
