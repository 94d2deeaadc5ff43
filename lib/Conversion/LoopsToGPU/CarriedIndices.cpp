//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What loops carry from trip to trip: see CarriedIndices.h.
//
//===----------------------------------------------------------------------===//

#include "CarriedIndices.h"

#include "IndexEmitter.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Where code is written
//===----------------------------------------------------------------------===//

void CarriedIndices::enter(Operation *op, bool choosesLoop) {
  scopes.push_back({op, choosesLoop});
  depth = scopes.size();
}

void CarriedIndices::setCounter(const Expr &counter, const Expr &first,
                                int64_t step) {
  Scope &scope = scopes.back();
  scope.counter = counter.getName();
  scope.first = first;
  scope.step = step;
}

unsigned CarriedIndices::getLevel(Value value) const {
  // The body of a kernel that is being written is in no region yet.
  Region *region = value.getParentRegion();
  unsigned level = scopes.size();
  while (level > 0 &&
         !(region && scopes[level - 1].op->isAncestor(region->getParentOp())))
    --level;
  return level;
}

CarriedIndices::Outside::Outside(CarriedIndices &indices, unsigned level)
    : indices(indices), guard(indices.builder), saved(indices.depth) {
  while (indices.depth > level &&
         !indices.scopes[indices.depth - 1].choosesLoop)
    indices.builder.setInsertionPoint(indices.scopes[--indices.depth].op);
}

CarriedIndices::Scope *CarriedIndices::getLoop(unsigned level) {
  if (level == 0 || level > depth || !scopes[level - 1].counter)
    return nullptr;
  for (const Scope &inner : ArrayRef(scopes).slice(level, depth - level))
    if (inner.choosesLoop)
      return nullptr;
  return &scopes[level - 1];
}

//===----------------------------------------------------------------------===//
// What is carried
//===----------------------------------------------------------------------===//

std::optional<CarriedIndices::Linear>
CarriedIndices::getLinear(const Expr &expr, const Scope &loop,
                          unsigned level) const {
  Expr sum = emitter.expandConstants(expr);
  if (!sum.getDenominator().isConstant(1))
    return std::nullopt;
  Expr invariant = 0, changing = 0;
  for (const Monomial &term : sum.getNumerator()) {
    Expr expr = term.toExpr();
    Expr &part = emitter.getLevel(expr) < level ? invariant : changing;
    part = part + expr;
  }
  changing = emitter.expandNames(changing, level);
  auto at = [&](const Expr &counter) {
    return changing.substitute({{*loop.counter, counter}});
  };
  Expr slope = at(1) - at(0);
  if (emitter.getLevel({at(0), slope}) >= level ||
      !(at(0) + slope * Expr::name(*loop.counter) == changing))
    return std::nullopt;
  Expr ofCounter = emitter.simplify(at(loop.first));
  Expr first = emitter.simplify(invariant + ofCounter),
       stride = emitter.simplify(slope * loop.step);
  if (first.isError() || stride.isError())
    return std::nullopt;
  return Linear{first, stride, ofCounter, slope};
}

/// An argument of the loop's body that stands for what it is to carry, until
/// the body is complete.
BlockArgument CarriedIndices::addAsked(Scope &scope) {
  auto loop = cast<scf::ForOp>(scope.op);
  return loop.getBody()->addArgument(builder.getIndexType(), loop.getLoc());
}

/// Erases such arguments.
static void eraseAsked(scf::ForOp loop) {
  Block *body = loop.getBody();
  const unsigned numOwn =
      loop.getNumInductionVars() + loop.getInitArgs().size();
  body->eraseArguments(numOwn, body->getNumArguments() - numOwn);
}

Value CarriedIndices::getSum(const Expr &sum, unsigned level) {
  Scope *loop = getLoop(level);
  if (!loop)
    return {};
  std::optional<Linear> linear = getLinear(sum, *loop, level);
  if (!linear || linear->stride.getConstant())
    return {};
  if (!emitter.getKeepsUnrolled())
    return getOffset(*loop, *linear);
  auto [first, known] = emitter.splitUnrolled(linear->first);
  Expr ofCounter = emitter.splitUnrolled(linear->ofCounter).first;
  Value offset =
      getOffset(*loop, {first, linear->stride, ofCounter, linear->slope});
  return known.isConstant(0) ? offset : add(offset, known);
}

Value CarriedIndices::add(Value value, const Expr &expr) {
  return arith::AddIOp::create(builder, value.getLoc(), value,
                               emitter.emit(expr));
}

Value CarriedIndices::getOffset(Scope &loop, const Linear &linear) {
  for (const Offset &offset : loop.offsets)
    if (offset.linear == linear)
      return offset.now;
  BlockArgument now = addAsked(loop);
  loop.offsets.push_back({linear, now});
  return now;
}

CarriedIndices::Scope *CarriedIndices::getLoopOf(const Expr &invariant,
                                                 const Expr &changing) {
  const unsigned level = emitter.getLevel(changing);
  Scope *loop = getLoop(level);
  const bool isIn =
      loop && emitter.getLevel(invariant) < level &&
      builder.getInsertionBlock() == cast<scf::ForOp>(loop->op).getBody();
  return isIn ? loop : nullptr;
}

Value CarriedIndices::getFromEarlier(const Expr &invariant,
                                     const Expr &changing) {
  if (Scope *loop = getLoopOf(invariant, changing))
    for (const Earlier &other : llvm::reverse(loop->earlier))
      if (other.changing == changing)
        if (std::optional<Expr> difference =
                emitter.getOnlyDifference(invariant, other.invariant))
          return add(other.sum, *difference);
  return {};
}

void CarriedIndices::addEarlier(const Expr &invariant, const Expr &changing,
                                Value sum) {
  if (Scope *loop = getLoopOf(invariant, changing))
    loop->earlier.push_back({invariant, changing, sum});
}

Value CarriedIndices::getDivision(const Atom &atom, unsigned level) {
  const bool isRemainder = atom.getKind() == Atom::Kind::Mod;
  Scope *loop = getLoop(level);
  // What a compiler makes of a division by a constant costs no more than this.
  if (!loop || (!isRemainder && atom.getKind() != Atom::Kind::FloorDiv) ||
      atom.getRhs().getConstant() || emitter.getLevel(atom.getRhs()) >= level)
    return {};
  std::optional<Linear> linear = getLinear(atom.getLhs(), *loop, level);
  const Assumptions &facts = emitter.getFacts();
  // The division may stand behind a branch; the steps do not.
  if (!linear || !facts.isPositive(linear->stride) ||
      !facts.isNonNegative(linear->first))
    return {};
  auto *it = llvm::find_if(loop->divisions, [&](const Division &division) {
    return division.numerator == *linear && division.divisor == atom.getRhs();
  });
  if (it == loop->divisions.end()) {
    BlockArgument quotient = addAsked(*loop), remainder = addAsked(*loop);
    loop->divisions.push_back({*linear, atom.getRhs(), quotient, remainder});
    it = &loop->divisions.back();
  }
  return isRemainder ? it->remainder : it->quotient;
}

//===----------------------------------------------------------------------===//
// Loops that carry it
//===----------------------------------------------------------------------===//

/// Says what the variable is called that becomes `next` in the next trip.
static Value setCarriedName(Value next, StringRef name) {
  next.getDefiningOp()->setAttr(LiftDialect::CarriedAttrHelper::getNameStr(),
                                StringAttr::get(next.getContext(), name));
  return next;
}

/// What a quotient and a remainder advance by before the remainder wraps.
struct CarriedIndices::DivisionStep {
  Value divisor, quotient, remainder;

  /// Those of the next trip.
  std::pair<Value, Value> advance(OpBuilder &builder, Location loc,
                                  Value nowQuotient, Value nowRemainder) const {
    Value sum = arith::AddIOp::create(builder, loc, nowQuotient, quotient);
    Value rest = arith::AddIOp::create(builder, loc, nowRemainder, remainder);
    Value wraps = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                                        rest, divisor);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value next = arith::AddIOp::create(builder, loc, sum, one);
    Value wrapped = arith::SubIOp::create(builder, loc, rest, divisor);
    return {
        setCarriedName(arith::SelectOp::create(builder, loc, wraps, next, sum),
                       "quotient"),
        setCarriedName(
            arith::SelectOp::create(builder, loc, wraps, wrapped, rest),
            "rest")};
  }
};

Value CarriedIndices::emitFirst(const Linear &linear) {
  Expr others = linear.first - linear.ofCounter;
  // A loop around may carry all of it.
  if (emitter.getLevel(linear.first) > 0 || others.isConstant(0) ||
      linear.ofCounter.getConstant())
    return emitter.emit(linear.first);
  return add(emitter.emit(others), linear.ofCounter);
}

Value CarriedIndices::emitStride(const Linear &linear, int64_t step) {
  if (step == 1 || linear.slope.getNumerator().size() == 1)
    return emitter.emit(linear.stride);
  Value slope = emitter.emit(linear.slope);
  Location loc = slope.getLoc();
  return arith::MulIOp::create(
      builder, loc, slope, arith::ConstantIndexOp::create(builder, loc, step));
}

struct CarriedIndices::Carried {
  /// The arguments that stand for them, and what they are in the first trip:
  /// offsets, then quotients and remainders.
  SmallVector<BlockArgument> asked;
  SmallVector<Value> first;
  /// What they advance by.
  SmallVector<Value> strides;
  SmallVector<DivisionStep> steps;

  void add(BlockArgument argument, Value value) {
    asked.push_back(argument);
    first.push_back(value);
  }
  SmallVector<Value> advance(OpBuilder &builder, Location loc,
                             ArrayRef<BlockArgument> now) const;
};

SmallVector<Value>
CarriedIndices::Carried::advance(OpBuilder &builder, Location loc,
                                 ArrayRef<BlockArgument> now) const {
  SmallVector<Value> next;
  for (auto [offset, stride] : llvm::zip(now, strides))
    next.push_back(setCarriedName(
        arith::AddIOp::create(builder, loc, offset, stride), "offset"));
  now = now.drop_front(strides.size());
  for (const DivisionStep &step : steps) {
    auto [quotient, remainder] = step.advance(builder, loc, now[0], now[1]);
    next.append({quotient, remainder});
    now = now.drop_front(2);
  }
  return next;
}

CarriedIndices::Carried CarriedIndices::emitCarried(const Scope &loop) {
  Carried carried;
  Outside outside(*this, depth - 1);
  for (const Offset &offset : loop.offsets) {
    carried.add(offset.now, emitFirst(offset.linear));
    carried.strides.push_back(emitStride(offset.linear, loop.step));
  }
  for (const auto &[linear, divisor, quotient, remainder] : loop.divisions) {
    carried.add(quotient, emitter.emit(Expr::floorDiv(linear.first, divisor)));
    carried.add(remainder, emitter.emit(Expr::mod(linear.first, divisor)));
    carried.steps.push_back(
        {emitter.emitDivisor(divisor),
         emitter.emit(Expr::floorDiv(linear.stride, divisor)),
         emitter.emit(Expr::mod(linear.stride, divisor))});
  }
  return carried;
}

scf::ForOp CarriedIndices::carry(const Scope &scope) {
  auto loop = cast<scf::ForOp>(scope.op);
  Carried carried = emitCarried(scope);
  auto makeNext = [&](OpBuilder &inside, Location loc,
                      ArrayRef<BlockArgument> now) {
    for (auto [asked, argument] : llvm::zip_equal(carried.asked, now))
      asked.replaceAllUsesWith(argument);
    eraseAsked(loop);
    return carried.advance(inside, loc, now);
  };
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  return cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, carried.first, /*replaceInitOperandUsesInLoop=*/false,
      makeNext));
}

/// The first statement of a body in which a value is used.
static Operation *getFirstUser(Value value, Block *body) {
  Operation *first = nullptr;
  for (Operation *user : value.getUsers()) {
    Operation *statement = body->findAncestorOpInBlock(*user);
    if (!first || statement->isBeforeInBlock(first))
      first = statement;
  }
  return first;
}

void CarriedIndices::deriveOffsets(Scope &loop) {
  SmallVector<Offset, 0> bases;
  SmallVector<Derived, 0> derived;
  for (const Offset &offset : loop.offsets) {
    auto isMadeOf = [&](Offset &other) {
      if (!(other.linear.stride == offset.linear.stride))
        return false;
      const Expr &first = offset.linear.first, &otherFirst = other.linear.first;
      if (auto distance = emitter.getOnlyDifference(first, otherFirst)) {
        derived.push_back({offset.now, other.now, *distance});
        other.hasOthers = true;
        return true;
      }
      auto distance = emitter.getOnlyDifference(otherFirst, first);
      if (!distance || other.hasOthers)
        return false;
      derived.push_back({other.now, offset.now, *distance});
      other = offset;
      other.hasOthers = true;
      return true;
    };
    if (llvm::none_of(bases, isMadeOf))
      bases.push_back(offset);
  }
  loop.offsets = std::move(bases);
  OpBuilder::InsertionGuard guard(builder);
  Block *body = cast<scf::ForOp>(loop.op).getBody();
  for (auto &[value, base, distance] : derived) {
    builder.setInsertionPoint(getFirstUser(value, body));
    value.replaceAllUsesWith(add(base, distance));
  }
}

Operation *CarriedIndices::leave() {
  Scope scope = std::move(scopes.back());
  llvm::erase_if(scope.offsets,
                 [](const Offset &offset) { return offset.now.use_empty(); });
  llvm::erase_if(scope.divisions, [](const Division &division) {
    return division.quotient.use_empty() && division.remainder.use_empty();
  });
  if (emitter.getKeepsUnrolled())
    deriveOffsets(scope);
  if (!scope.offsets.empty() || !scope.divisions.empty())
    scope.op = carry(scope);
  else if (scope.counter)
    eraseAsked(cast<scf::ForOp>(scope.op));
  scopes.pop_back();
  depth = scopes.size();
  return scope.op;
}
