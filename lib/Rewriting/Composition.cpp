//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Composition.h"

#include "Builders.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "StepFamilies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::declaresAssociative(FoldPattern fold) {
  if (auto reduce = dyn_cast<ReduceOp>(*fold))
    return reduce.getAssociative();
  auto scan = dyn_cast<ScanOp>(*fold);
  return scan && scan.getAssociative();
}

SmallVector<Type> Composition::getTypes() const {
  return llvm::map_to_vector(identity,
                             [](TypedAttr value) { return value.getType(); });
}

SmallVector<Value> Composition::appendIf(OpBuilder &builder, Value mask,
                                         ValueRange first,
                                         ValueRange elements) const {
  return selectEach(builder, mask, append(builder, first, elements), first);
}

namespace {
/// acc (+) h(x), where (+) is one operation for each accumulator, or a choice.
class PlainComposition final : public Composition {
public:
  PlainComposition(FoldPattern fold, Combiner combiner,
                   ArrayRef<TypedAttr> neutrals)
      : Composition(fold), combiner(std::move(combiner)) {
    identity.assign(neutrals.begin(), neutrals.end());
  }

  SmallVector<Value> compose(OpBuilder &builder, ValueRange first,
                             ValueRange second) const override {
    return combiner.combine(builder, first, second);
  }
  SmallVector<Value> append(OpBuilder &builder, ValueRange first,
                            ValueRange elements) const override {
    return cloneStep(builder, getFold(), elements, first);
  }
  SmallVector<Value> appendIf(OpBuilder &builder, Value mask, ValueRange first,
                              ValueRange elements) const override {
    SmallVector<Value> results = append(builder, first, elements);
    combiner.maskTerms(results, mask);
    return results;
  }
  SmallVector<Value> apply(OpBuilder &builder, ValueRange accumulators,
                           ValueRange function) const override {
    return combiner.combine(builder, accumulators, function);
  }

  /// Operations that have a neutral element do, but for choices.
  bool commute() const override { return combiner.getSelections().empty(); }
  bool mayCommute() const override { return true; }
  bool takesElements() const override {
    auto elements = getFold().getElementArgs();
    return elements.size() == combiner.getNumAccumulators() &&
           llvm::all_of(llvm::enumerate(elements), [&](auto element) {
             return combiner.getTerm(element.index()) == element.value();
           });
  }
  std::optional<SmallVector<TypedAttr>> findNeutralElements() const override {
    return lift::findNeutralElements(
        combiner, llvm::to_vector_of<Value>(getFold().getElementArgs()),
        /*isExact=*/false);
  }

private:
  Combiner combiner;
};
} // namespace

/// Null, with the reason in `refusal`, where a step combines nothing.
static std::unique_ptr<Composition> getPlainComposition(FoldPattern fold,
                                                        Refusal &refusal) {
  FailureOr<Combiner> combiner = Combiner::get(fold, refusal);
  if (failed(combiner))
    return nullptr;
  FailureOr<SmallVector<TypedAttr>> neutrals = combiner->getNeutrals(refusal);
  if (failed(neutrals))
    return nullptr;
  if (!declaresAssociative(fold)) {
    (void)refusal.set(fold, "is not declared associative");
    return nullptr;
  }
  return std::make_unique<PlainComposition>(fold, std::move(*combiner),
                                            *neutrals);
}

FailureOr<std::unique_ptr<Composition>> Composition::get(FoldPattern fold,
                                                         Refusal &refusal) {
  if (llvm::any_of(fold.getInits().getTypes(), llvm::IsaPred<ArrayType>))
    return refusal.set(fold, "has an array as accumulator");
  if (failed(checkStorable(fold, fold.getInits(), refusal)))
    return failure();
  if (auto plain = getPlainComposition(fold, refusal))
    return std::move(plain);
  Refusal ofLinear, ofPlain;
  if (auto linear = getLinearComposition(fold, ofLinear))
    return std::move(linear);
  if (auto tuples = getTupleComposition(fold))
    return std::move(tuples);
  if (ofLinear.getOp() && failed(Combiner::get(fold, ofPlain)))
    refusal = ofLinear;
  return failure();
}
