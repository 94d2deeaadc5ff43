//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/DeviceProperties.h"
#include "LiftDialect/Analysis/IndexSigns.h"
#include "LiftDialect/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::lift {
#define GEN_PASS_DEF_REDUCESTRENGTHPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct ReduceStrengthPass final
    : lift::impl::ReduceStrengthPassBase<ReduceStrengthPass> {
  void runOnOperation() override;
};
} // namespace

/// The width of an index in generated code makes no difference to its sign.
static constexpr unsigned kIndexBits = 64;

static bool isDivision(Operation *op) {
  return isa<arith::DivUIOp, arith::RemUIOp>(op) &&
         op->getResult(0).getType().isIndex();
}

//===----------------------------------------------------------------------===//
// Code motion
//===----------------------------------------------------------------------===//

/// A number that is `divisor` unless that is 0.
static Value makeSafeDivisor(OpBuilder &builder, Location loc, Value divisor) {
  auto safe = divisor.getDefiningOp<arith::MaxUIOp>();
  if (isPositive(divisor) || (safe && matchPattern(safe.getRhs(), m_One())))
    return divisor;
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return builder.createOrFold<arith::MaxUIOp>(loc, divisor, one);
}

/// Whether either branch has a loop, as where there is a version for the
/// interior. What only one of them needs is little next to its loop, and takes
/// registers of the other where it stands before both.
static bool choosesLoop(Operation *op) {
  auto branch = dyn_cast<scf::IfOp>(op);
  return branch && llvm::all_of(branch->getRegions(), [](Region &region) {
           return region
               .walk(
                   [](LoopLikeOpInterface) { return WalkResult::interrupt(); })
               .wasInterrupted();
         });
}

/// Moves what does not change out of `loop`, from branches too: branches are
/// often taken in every trip, and who does not take them has lost no more than
/// a few instructions before the loop. A loop may have no trip, so that a
/// division by what may be 0 needs another divisor.
static size_t hoistInvariants(scf::ForOp loop) {
  SmallVector<Region *> regions = {&loop.getRegion()};
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LoopLikeOpInterface>(op) || choosesLoop(op))
      return WalkResult::skip();
    if (isa<scf::IfOp>(op))
      for (Region &region : op->getRegions())
        regions.push_back(&region);
    return WalkResult::advance();
  });
  return moveLoopInvariantCode(
      regions,
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      // What is in a branch that has left the loop has left it with the branch.
      [&](Operation *op, Region *) {
        return loop->isProperAncestor(op) && isMemoryEffectFree(op) &&
               (isSpeculatable(op) || isDivision(op));
      },
      [&](Operation *op, Region *) {
        op->moveBefore(loop);
        if (!isDivision(op))
          return;
        OpBuilder builder(op);
        op->setOperand(
            1, makeSafeDivisor(builder, op->getLoc(), op->getOperand(1)));
      });
}

/// How often a sum has each value; what is constant has none.
using Terms = llvm::MapVector<Value, int64_t>;

static void addTerms(Value value, int64_t factor, Terms &terms) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<arith::AddIOp, arith::SubIOp>(op)) {
    addTerms(op->getOperand(0), factor, terms);
    return addTerms(op->getOperand(1),
                    isa<arith::SubIOp>(op) ? -factor : factor, terms);
  }
  if (std::optional<int64_t> constant = getConstantIntValue(value)) {
    terms[Value()] += factor * *constant;
    return;
  }
  if (auto product = dyn_cast_if_present<arith::MulIOp>(op))
    if (std::optional<int64_t> constant = getConstantIntValue(product.getRhs()))
      return addTerms(product.getLhs(), factor * *constant, terms);
  terms[value] += factor;
}

/// The value that `terms` have once more than `others`, if that is all.
static Value getDifference(Terms terms, const Terms &others) {
  for (auto [value, count] : others)
    terms[value] -= count;
  terms.remove_if([](const auto &term) { return term.second == 0; });
  return terms.size() == 1 && terms.front().second == 1 ? terms.front().first
                                                        : Value();
}

namespace {
/// Orders the sums of a loop such that few registers hold what does not change.
class SumOrder {
public:
  explicit SumOrder(scf::ForOp loop) : loop(loop), builder(loop) {}

  void run();

private:
  bool changes(Value value) { return !loop.isDefinedOutsideOfLoop(value); }
  void addInvariantsFirst(arith::AddIOp sum);
  void addKnownLast(arith::AddIOp sum);
  void addToEarlier(arith::AddIOp sum);

  /// A sum of the body, and the terms of what does not change in it.
  struct Earlier {
    arith::AddIOp sum;
    Terms terms;
  };

  scf::ForOp loop;
  OpBuilder builder;
  /// Sums by what changes in them, in their order.
  DenseMap<Value, SmallVector<Earlier>> earlier;
};
} // namespace

/// (a + t) + b becomes (a + b) + t, where t changes, and a + b leaves the loop.
void SumOrder::addInvariantsFirst(arith::AddIOp sum) {
  auto inner = sum.getLhs().getDefiningOp<arith::AddIOp>();
  if (!inner || !inner->hasOneUse() || !changes(inner.getRhs()) ||
      changes(inner.getLhs()) || changes(sum.getRhs()) ||
      isKnownUnrolled(inner.getLhs()) || isKnownUnrolled(sum.getRhs()))
    return;
  Value invariant = builder.createOrFold<arith::AddIOp>(
      sum.getLoc(), inner.getLhs(), sum.getRhs());
  sum->setOperands({invariant, inner.getRhs()});
}

/// (a + c) + t becomes (a + t) + c, where c is part of instructions.
void SumOrder::addKnownLast(arith::AddIOp sum) {
  auto inner = sum.getLhs().getDefiningOp<arith::AddIOp>();
  if (!inner || changes(inner.getResult()) || !changes(sum.getRhs()) ||
      !isKnownUnrolled(inner.getRhs()) || isKnownUnrolled(sum.getRhs()))
    return;
  OpBuilder inside(sum);
  Value rest = inside.createOrFold<arith::AddIOp>(sum.getLoc(), inner.getLhs(),
                                                  sum.getRhs());
  sum->setOperands({rest, inner.getRhs()});
}

/// a + t, where b + t is there and a is b + c, becomes (b + t) + c: a takes no
/// register.
void SumOrder::addToEarlier(arith::AddIOp sum) {
  Value invariant = sum.getLhs(), changing = sum.getRhs();
  if (changes(invariant))
    std::swap(invariant, changing);
  if (sum->use_empty() || changes(invariant) || !changes(changing))
    return;
  Terms terms;
  addTerms(invariant, 1, terms);
  SmallVector<Earlier> &others = earlier[changing];
  for (Earlier &other : llvm::reverse(others))
    if (Value difference = getDifference(terms, other.terms)) {
      sum->setOperands({other.sum, difference});
      break;
    }
  others.push_back({sum, terms});
}

void SumOrder::run() {
  SmallVector<arith::AddIOp> sums;
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LoopLikeOpInterface>(op))
      return WalkResult::skip();
    if (auto sum = dyn_cast<arith::AddIOp>(op); sum && sum.getType().isIndex())
      sums.push_back(sum);
    return WalkResult::advance();
  });
  for (arith::AddIOp sum : sums) {
    addInvariantsFirst(sum);
    addKnownLast(sum);
  }
  for (arith::AddIOp sum : loop.getBody()->getOps<arith::AddIOp>())
    if (sum.getType().isIndex())
      addToEarlier(sum);
}

//===----------------------------------------------------------------------===//
// Linear values
//===----------------------------------------------------------------------===//

namespace {

/// start + stride * t in trip t of a loop. No value stands for 0.
struct Linear {
  Value start;
  Value stride;
};

/// The values of a loop's body that are linear. What they are made of is
/// computed before the loop.
class LinearValues {
public:
  explicit LinearValues(scf::ForOp loop)
      : loop(loop), builder(loop), loc(loop.getLoc()) {}

  std::optional<Linear> get(Value value);

  /// The sum of the terms of `sum` that compilers do not know once they have
  /// unrolled loops, and that of those that they do; no value stands for 0.
  std::pair<Value, Value> splitUnrolled(Value sum);

  OpBuilder &getBuilder() { return builder; }
  /// `value`, or 0 if there is none.
  Value materialize(Value value) {
    return value ? value : arith::ConstantIndexOp::create(builder, loc, 0);
  }

private:
  std::optional<Linear> compute(Value value);
  Value add(Value lhs, Value rhs);
  Value subtract(Value lhs, Value rhs);
  Value multiply(Value lhs, Value rhs);

  /// One value for one sum or product: equal strides are the same value.
  template <typename OpTy>
  Value emit(Value lhs, Value rhs) {
    Value &value = emitted[{OpTy::getOperationName(), {lhs, rhs}}];
    if (!value)
      value = builder.createOrFold<OpTy>(loc, lhs, rhs);
    return value;
  }

  scf::ForOp loop;
  OpBuilder builder;
  Location loc;
  DenseMap<Value, std::optional<Linear>> known;
  DenseMap<std::pair<StringRef, std::pair<Value, Value>>, Value> emitted;
};

} // namespace

Value LinearValues::add(Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return emit<arith::AddIOp>(lhs, rhs);
}

Value LinearValues::subtract(Value lhs, Value rhs) {
  return rhs ? emit<arith::SubIOp>(materialize(lhs), rhs) : lhs;
}

Value LinearValues::multiply(Value lhs, Value rhs) {
  return lhs && rhs ? emit<arith::MulIOp>(lhs, rhs) : Value();
}

std::pair<Value, Value> LinearValues::splitUnrolled(Value sum) {
  if (!sum)
    return {};
  if (isKnownUnrolled(sum))
    return {Value(), sum};
  auto terms = sum.getDefiningOp<arith::AddIOp>();
  if (!terms)
    return {sum, Value()};
  auto [lhs, lhsKnown] = splitUnrolled(terms.getLhs());
  auto [rhs, rhsKnown] = splitUnrolled(terms.getRhs());
  if (!lhsKnown && !rhsKnown)
    return {sum, Value()};
  return {add(lhs, rhs), add(lhsKnown, rhsKnown)};
}

std::optional<Linear> LinearValues::get(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  std::optional<Linear> linear = compute(value);
  known[value] = linear;
  return linear;
}

std::optional<Linear> LinearValues::compute(Value value) {
  if (!value.getType().isIndex())
    return std::nullopt;
  if (matchPattern(value, m_Zero()))
    return Linear();
  if (loop.isDefinedOutsideOfLoop(value))
    return Linear{value, {}};
  if (value == loop.getInductionVar())
    return Linear{get(loop.getLowerBound())->start, loop.getStep()};
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<Linear> lhs = get(op->getOperand(0));
  std::optional<Linear> rhs = get(op->getOperand(1));
  if (!lhs || !rhs)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return Linear{add(lhs->start, rhs->start), add(lhs->stride, rhs->stride)};
  if (isa<arith::SubIOp>(op))
    return Linear{subtract(lhs->start, rhs->start),
                  subtract(lhs->stride, rhs->stride)};
  if (lhs->stride && rhs->stride)
    return std::nullopt;
  Value factor = lhs->stride ? rhs->start : lhs->start;
  const Linear &linear = lhs->stride ? *lhs : *rhs;
  return Linear{multiply(linear.start, factor),
                multiply(linear.stride, factor)};
}

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

namespace {

/// An operation that is replaced by an offset, to which a value that the loop
/// does not change is added, and one that compilers know; null for none.
struct Replaced {
  Operation *op;
  Value distance, known;
};

/// A linear value that a loop is to carry.
struct Offset {
  Linear linear;
  SmallVector<Replaced> ops;
};

/// Quotient and remainder of a linear value, which a loop is to carry.
struct Division {
  Linear numerator;
  Value divisor;
  SmallVector<Operation *> quotients;
  SmallVector<Operation *> remainders;
  /// What they advance by before the remainder is wrapped.
  Value quotientStep;
  Value remainderStep;
};

/// Rewrites one loop.
class LoopStrength {
public:
  LoopStrength(scf::ForOp loop, bool keepsUnrolled)
      : loop(loop), keepsUnrolled(keepsUnrolled), linear(loop) {}

  void run();
  unsigned getNumOffsets() const { return offsets.size(); }
  unsigned getNumDivisions() const { return divisions.size(); }

private:
  void collect();
  void addDivision(Operation *op);
  void addOffset(Operation *op);
  bool addToOther(Operation *op, const Linear &value, Value known);
  bool isCarried(Operation *user);
  SmallVector<Value> makeInits();
  SmallVector<Value> makeNext(OpBuilder &builder, ArrayRef<BlockArgument> now);
  void replace(ArrayRef<BlockArgument> carried);
  DictionaryAttr makeAttributes();

  scf::ForOp loop;
  /// Whether what compilers know once they have unrolled loops stays apart.
  bool keepsUnrolled;
  LinearValues linear;
  /// In the order of the first operation that each replaces.
  SmallVector<Offset> offsets;
  SmallVector<Division> divisions;
  llvm::SmallPtrSet<Operation *, 8> carriedDivisions;
};

} // namespace

void LoopStrength::addDivision(Operation *op) {
  std::optional<Linear> numerator = linear.get(op->getOperand(0));
  Value divisor = op->getOperand(1);
  // What a compiler makes of a division by a constant costs no more than this.
  if (!numerator || !numerator->stride || !isPositive(numerator->stride) ||
      !loop.isDefinedOutsideOfLoop(divisor) || getConstantIntValue(divisor))
    return;
  // The division may stand behind a branch; the steps do not.
  if (numerator->start && !isNonNegative(numerator->start, kIndexBits,
                                         /*usesSizes=*/true))
    return;
  auto *it = llvm::find_if(divisions, [&](const Division &division) {
    return division.numerator.start == numerator->start &&
           division.numerator.stride == numerator->stride &&
           division.divisor == divisor;
  });
  if (it == divisions.end()) {
    divisions.push_back({*numerator, divisor, {}, {}, {}, {}});
    it = &divisions.back();
  }
  (isa<arith::DivUIOp>(op) ? it->quotients : it->remainders).push_back(op);
  carriedDivisions.insert(op);
}

/// Whether `user` will not be computed in the loop any more, or is part of a
/// longer linear expression.
bool LoopStrength::isCarried(Operation *user) {
  if (carriedDivisions.contains(user))
    return true;
  if (user->getNumResults() != 1)
    return false;
  std::optional<Linear> result = linear.get(user->getResult(0));
  return result && result->stride;
}

void LoopStrength::addOffset(Operation *op) {
  std::optional<Linear> value = linear.get(op->getResult(0));
  // Constant strides are part of addresses in most instruction sets.
  if (!value || !value->stride || getConstantIntValue(value->stride) ||
      llvm::all_of(op->getUsers(),
                   [&](Operation *user) { return isCarried(user); }))
    return;
  Value known;
  if (keepsUnrolled)
    std::tie(value->start, known) = linear.splitUnrolled(value->start);
  auto *it = llvm::find_if(offsets, [&](const Offset &offset) {
    return offset.linear.start == value->start &&
           offset.linear.stride == value->stride;
  });
  if (it == offsets.end() && keepsUnrolled && addToOther(op, *value, known))
    return;
  if (it == offsets.end()) {
    offsets.push_back({*value, {}});
    it = &offsets.back();
  }
  it->ops.push_back({op, Value(), known});
}

/// Computes a value from an offset that differs from it by one value: that
/// takes as many additions as to carry both, and a register less.
bool LoopStrength::addToOther(Operation *op, const Linear &value, Value known) {
  if (!value.start)
    return false;
  Terms terms;
  addTerms(value.start, 1, terms);
  for (Offset &offset : offsets) {
    if (offset.linear.stride != value.stride || !offset.linear.start)
      continue;
    Terms others;
    addTerms(offset.linear.start, 1, others);
    if (Value distance = getDifference(terms, others)) {
      offset.ops.push_back({op, distance, known});
      return true;
    }
    Value distance = getDifference(others, terms);
    if (!distance || llvm::any_of(offset.ops, [](const Replaced &replaced) {
          return replaced.distance;
        }))
      continue;
    for (Replaced &replaced : offset.ops)
      replaced.distance = distance;
    offset.linear.start = value.start;
    offset.ops.push_back({op, Value(), known});
    return true;
  }
  return false;
}

void LoopStrength::collect() {
  SmallVector<Operation *> arithmetic;
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LoopLikeOpInterface>(op) || choosesLoop(op))
      return WalkResult::skip();
    if (isDivision(op))
      addDivision(op);
    else if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
      arithmetic.push_back(op);
    return WalkResult::advance();
  });
  llvm::for_each(arithmetic, [&](Operation *op) { addOffset(op); });
}

SmallVector<Value> LoopStrength::makeInits() {
  OpBuilder &builder = linear.getBuilder();
  Location loc = loop.getLoc();
  SmallVector<Value> inits;
  for (Offset &offset : offsets)
    inits.push_back(linear.materialize(offset.linear.start));
  for (Division &division : divisions) {
    Value start = division.numerator.start;
    Value stride = division.numerator.stride;
    Value divisor = division.divisor =
        makeSafeDivisor(builder, loc, division.divisor);
    division.quotientStep =
        builder.createOrFold<arith::DivUIOp>(loc, stride, divisor);
    division.remainderStep =
        builder.createOrFold<arith::RemUIOp>(loc, stride, divisor);
    if (!start) {
      // 0 is its own quotient and remainder.
      inits.append(2, linear.materialize(start));
      continue;
    }
    inits.push_back(builder.createOrFold<arith::DivUIOp>(loc, start, divisor));
    inits.push_back(builder.createOrFold<arith::RemUIOp>(loc, start, divisor));
  }
  return inits;
}

/// The carried values of the next trip, where `now` are those of this one. What
/// is made for the trip after the last is not used.
SmallVector<Value> LoopStrength::makeNext(OpBuilder &builder,
                                          ArrayRef<BlockArgument> now) {
  Location loc = loop.getLoc();
  SmallVector<Value> next;
  for (auto [offset, value] : llvm::zip(offsets, now))
    next.push_back(
        arith::AddIOp::create(builder, loc, value, offset.linear.stride));
  now = now.drop_front(offsets.size());
  Value one = divisions.empty()
                  ? Value()
                  : arith::ConstantIndexOp::create(builder, loc, 1);
  for (Division &division : divisions) {
    Value quotient =
        arith::AddIOp::create(builder, loc, now[0], division.quotientStep);
    Value remainder =
        arith::AddIOp::create(builder, loc, now[1], division.remainderStep);
    Value wraps = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                                        remainder, division.divisor);
    Value nextQuotient = arith::AddIOp::create(builder, loc, quotient, one);
    Value wrapped =
        arith::SubIOp::create(builder, loc, remainder, division.divisor);
    next.push_back(
        arith::SelectOp::create(builder, loc, wraps, nextQuotient, quotient));
    next.push_back(
        arith::SelectOp::create(builder, loc, wraps, wrapped, remainder));
    now = now.drop_front(2);
  }
  return next;
}

void LoopStrength::replace(ArrayRef<BlockArgument> carried) {
  auto replaceAll = [&](ArrayRef<Operation *> ops) {
    for (Operation *op : ops) {
      op->replaceAllUsesWith(ValueRange(carried.front()));
      op->erase();
    }
    carried = carried.drop_front();
  };
  for (Offset &offset : offsets) {
    for (auto [op, distance, known] : offset.ops) {
      OpBuilder builder(op);
      Value value = carried.front();
      for (Value added : {distance, known})
        if (added)
          value = arith::AddIOp::create(builder, op->getLoc(), value, added);
      op->replaceAllUsesWith(ValueRange(value));
      op->erase();
    }
    carried = carried.drop_front();
  }
  for (Division &division : divisions) {
    replaceAll(division.quotients);
    replaceAll(division.remainders);
  }
}

/// The attributes of the loop, with names for what it carries now.
DictionaryAttr LoopStrength::makeAttributes() {
  Builder builder(loop.getContext());
  NamedAttrList attributes(loop->getDiscardableAttrDictionary());
  SmallVector<Attribute> names;
  if (auto given = dyn_cast_or_null<ArrayAttr>(
          attributes.get(LiftDialect::CarriedAttrHelper::getNameStr())))
    llvm::append_range(names, given);
  names.resize(loop.getNumRegionIterArgs(), builder.getStringAttr(""));
  names.append(offsets.size(), builder.getStringAttr("offset"));
  for (size_t i = 0; i < divisions.size(); ++i)
    names.append(
        {builder.getStringAttr("quotient"), builder.getStringAttr("rest")});
  attributes.set(LiftDialect::CarriedAttrHelper::getNameStr(),
                 builder.getArrayAttr(names));
  return attributes.getDictionary(loop.getContext());
}

void LoopStrength::run() {
  // Work-items go through loops of other steps seldom more than once.
  if (!getConstantIntValue(loop.getStep()))
    return;
  collect();
  if (offsets.empty() && divisions.empty())
    return;
  DictionaryAttr attributes = makeAttributes();
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  FailureOr<LoopLikeOpInterface> rewritten = loop.replaceWithAdditionalYields(
      rewriter, makeInits(), /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &builder, Location, ArrayRef<BlockArgument> now) {
        SmallVector<Value> next = makeNext(builder, now);
        replace(now);
        return next;
      });
  (*rewritten)->setDiscardableAttrs(attributes);
}

/// Whether what compilers know is part of instructions that access memory.
static bool countsBytes(gpu::GPUModuleOp module) {
  auto flag = dyn_cast_or_null<BoolAttr>(
      getDeviceProperty(module, "lift.byte_offsets"));
  return flag && flag.getValue();
}

void ReduceStrengthPass::runOnOperation() {
  const bool keepsUnrolled = countsBytes(getOperation());
  SmallVector<LoopLikeOpInterface> loops;
  // Inner loops first: what is computed before them is in the bodies of outer
  // ones.
  getOperation().walk([&](LoopLikeOpInterface loop) { loops.push_back(loop); });
  for (LoopLikeOpInterface loop : loops) {
    auto counted = dyn_cast<scf::ForOp>(*loop);
    if (!counted) {
      numHoisted += moveLoopInvariantCode(loop);
      continue;
    }
    numHoisted += hoistInvariants(counted);
    if (keepsUnrolled)
      SumOrder(counted).run();
    LoopStrength strength(counted, keepsUnrolled);
    strength.run();
    numOffsets += strength.getNumOffsets();
    numDivisions += strength.getNumDivisions();
  }
}
