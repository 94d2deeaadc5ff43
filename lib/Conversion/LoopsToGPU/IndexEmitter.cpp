//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IndexEmitter.h"

#include "LiftDialect/Analysis/IndexSigns.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::lift;

/// Longer weights are not looked at for digits.
static constexpr size_t maxDigitTerms = 8;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Expr IndexEmitter::bind(StringRef hint, Value value, const Expr &lower,
                        const Expr &upper) {
  unsigned order = bindings.size() + 1;
  std::string name = ("%" + hint + "_" + Twine(order)).str();
  bindings[name] = {value, order, value ? carried.getLevel(value) : 0,
                    std::nullopt};
  facts.setRange(name, lower, upper);
  return Expr::name(name);
}

Expr IndexEmitter::bindWithin(const Expr &expr, const Expr &lower,
                              const Expr &upper) {
  CarriedIndices::Outside outside(carried, getLevel(expr));
  Expr name = bind("in", emit(expr), lower, upper);
  bindings[*name.getName()].definition = expr;
  return name;
}

Expr IndexEmitter::expand(
    const Expr &expr, function_ref<bool(const BoundName &)> isExpanded) const {
  std::set<std::string> names;
  expr.collectNames(names);
  std::map<std::string, Expr> definitions;
  for (const std::string &name : names)
    if (auto it = bindings.find(name);
        it != bindings.end() && it->second.definition && isExpanded(it->second))
      definitions[name] = expand(*it->second.definition, isExpanded);
  return definitions.empty() ? expr : expr.substitute(definitions);
}

Expr IndexEmitter::expandNames(const Expr &expr, unsigned level) const {
  return expand(expr,
                [&](const BoundName &name) { return name.level >= level; });
}

Expr IndexEmitter::expandConstants(const Expr &expr) const {
  return expand(expr, [](const BoundName &name) {
    return name.definition->getConstant().has_value();
  });
}

void IndexEmitter::addBound(const Expr &value) {
  if (std::optional<Expr> bound = facts.getUpperBound(value))
    bounds.insert(simplify(*bound));
}

Expr IndexEmitter::clamp(const Expr &index, const Expr &lower,
                         const Expr &upper) {
  Expr simple = simplify(index);
  bool aboveLower = facts.isLessOrEqual(lower, simple);
  bool belowUpper = facts.isLessOrEqual(simple, upper);
  if (aboveLower && belowUpper)
    return simple;
  CarriedIndices::Outside outside(carried, getLevel({simple, lower, upper}));
  Value value = emit(simple);
  if (!belowUpper)
    value = arith::MinSIOp::create(builder, loc, value, emit(upper));
  if (!aboveLower)
    value = arith::MaxSIOp::create(builder, loc, value, emit(lower));
  Expr name = bind("clamp", value, lower, upper);
  if (aboveLower)
    bindings[*name.getName()].clamped = {simple, upper};
  return name;
}

Expr IndexEmitter::wrap(const Expr &index, const Expr &length) {
  Expr simple = simplify(index);
  bool aboveLower = facts.isNonNegative(simple);
  bool belowUpper = facts.isLess(simple, length);
  if (aboveLower && belowUpper)
    return simple;
  CarriedIndices::Outside outside(carried, getLevel({simple, length}));
  Value value = emit(simple), size = emit(length);
  auto moveIf = [&](arith::CmpIPredicate predicate, Value bound, Value moved) {
    Value isOutside =
        arith::CmpIOp::create(builder, loc, predicate, value, bound);
    return arith::SelectOp::create(builder, loc, isOutside, moved, value);
  };
  if (!belowUpper)
    value = moveIf(arith::CmpIPredicate::sge, size,
                   arith::SubIOp::create(builder, loc, value, size));
  if (!aboveLower)
    value = moveIf(arith::CmpIPredicate::slt, emitConstant(0),
                   arith::AddIOp::create(builder, loc, value, size));
  return bind("wrap", value, 0, length - 1);
}

Expr IndexEmitter::mirror(const Expr &index, const Expr &length) {
  Expr simple = simplify(index);
  bool aboveLower = facts.isNonNegative(simple);
  bool belowUpper = facts.isLess(simple, length);
  if (aboveLower && belowUpper)
    return simple;
  CarriedIndices::Outside outside(carried, getLevel({simple, length}));
  Value value = emit(simple);
  // Before the start, -1 - i is the larger of the two; behind the end,
  // 2 * length - 1 - i is the smaller.
  if (!aboveLower)
    value = arith::MaxSIOp::create(
        builder, loc, value,
        arith::SubIOp::create(builder, loc, emitConstant(-1), value));
  if (!belowUpper) {
    Expr sum = length * Expr(2) - 1;
    addBound(sum);
    value = arith::MinSIOp::create(
        builder, loc, value,
        arith::SubIOp::create(builder, loc, emit(sum), value));
  }
  return bind("mirror", value, 0, length - 1);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value IndexEmitter::emitConstant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value IndexEmitter::emitCarriedDivision(const Atom &atom) {
  const Expr &numerator = atom.getLhs(), &divisor = atom.getRhs();
  if (Value value = carried.getDivision(atom, getLevel(numerator)))
    return value;
  std::optional<std::string> name = numerator.getName();
  auto it = name ? bindings.find(*name) : bindings.end();
  if (it == bindings.end() || !it->second.clamped)
    return {};
  const auto &[index, upper] = *it->second.clamped;
  Value ofIndex = carried.getDivision(
      Atom::operation(atom.getKind(), index, divisor), getLevel(index));
  if (!ofIndex)
    return {};
  if (atom.getKind() == Atom::Kind::FloorDiv)
    return arith::MinSIOp::create(builder, loc, ofIndex,
                                  emit(Expr::floorDiv(upper, divisor)));
  Value isWithin = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::sle, emit(index), emit(upper));
  return arith::SelectOp::create(builder, loc, isWithin, ofIndex,
                                 emit(Expr::mod(upper, divisor)));
}

Value IndexEmitter::emitAtom(const Atom &atom) {
  if (atom.getKind() == Atom::Kind::Name) {
    auto it = bindings.find(atom.getName());
    return it != bindings.end() ? it->second.value : lookupSize(atom.getName());
  }
  bool nonNegative = facts.isNonNegative(atom.getLhs());
  if (nonNegative)
    if (Value value = emitCarriedDivision(atom))
      return value;
  Value lhs = emit(atom.getLhs()), rhs = emitDivisor(atom.getRhs());
  switch (atom.getKind()) {
  case Atom::Kind::FloorDiv:
    if (nonNegative)
      return arith::DivUIOp::create(builder, loc, lhs, rhs);
    return arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
  case Atom::Kind::CeilDiv:
    if (nonNegative) {
      addBound(atom.getLhs() + atom.getRhs() - 1);
      Value one = emitConstant(1);
      Value last = arith::SubIOp::create(builder, loc, rhs, one);
      Value sum = arith::AddIOp::create(builder, loc, lhs, last);
      return arith::DivUIOp::create(builder, loc, sum, rhs);
    }
    return arith::CeilDivSIOp::create(builder, loc, lhs, rhs);
  case Atom::Kind::Mod: {
    if (nonNegative)
      return arith::RemUIOp::create(builder, loc, lhs, rhs);
    Value quotient = arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
    Value whole = arith::MulIOp::create(builder, loc, quotient, rhs);
    return arith::SubIOp::create(builder, loc, lhs, whole);
  }
  case Atom::Kind::Name:
    break;
  }
  llvm_unreachable("names are handled above");
}

/// Multiplies the absolute value of the coefficient with the factors: where
/// indices count bytes, with those first that no loop changes.
Value IndexEmitter::emitMonomial(const Monomial &monomial) {
  Value product;
  auto multiply = [&](Value factor) {
    product =
        product ? arith::MulIOp::create(builder, loc, product, factor) : factor;
  };
  auto multiplyFactors = [&](bool change) {
    for (const auto &[atom, exponent] : monomial.factors) {
      if (bytes != 1 && (getLevel(atom.toExpr()) > 0) != change)
        continue;
      Value value = emitAtom(atom);
      for (unsigned i = 0; i < exponent; ++i)
        multiply(value);
    }
  };
  const int64_t magnitude = std::abs(monomial.coefficient);
  multiplyFactors(/*change=*/false);
  if (magnitude != 1)
    multiply(emitConstant(magnitude));
  if (bytes != 1)
    multiplyFactors(/*change=*/true);
  return product ? product : emitConstant(magnitude);
}

unsigned IndexEmitter::getMost(ArrayRef<Expr> exprs,
                               unsigned BoundName::*number) const {
  std::set<std::string> names;
  for (const Expr &expr : exprs)
    expr.collectNames(names);
  unsigned most = 0;
  for (const std::string &name : names)
    if (auto it = bindings.find(name); it != bindings.end())
      most = std::max(most, it->second.*number);
  return most;
}

unsigned IndexEmitter::getDepth(const Expr &expr) const {
  return getMost(expr, &BoundName::order);
}

unsigned IndexEmitter::getLevel(ArrayRef<Expr> exprs) const {
  return getMost(exprs, &BoundName::level);
}

bool IndexEmitter::mentionsIndex(const Expr &expr) const {
  return getDepth(expr) != 0;
}

bool IndexEmitter::isDigit(const Product &product) const {
  auto isOfNames = [](const Monomial &term) {
    return llvm::all_of(term.factors, [](const auto &factor) {
      return factor.first.getKind() == Atom::Kind::Name;
    });
  };
  return product.weight.getNumerator().size() > 1 &&
         mentionsIndex(product.indices) &&
         llvm::all_of(product.indices.getNumerator(), isOfNames);
}

bool IndexEmitter::isOfIds(const Expr &indices) const {
  std::set<std::string> names;
  indices.collectNames(names);
  return llvm::all_of(names, [&](const std::string &name) {
    auto it = bindings.find(name);
    return it == bindings.end() ||
           isa_and_present<gpu::ThreadIdOp, gpu::BlockIdOp, gpu::GlobalIdOp>(
               it->second.value ? it->second.value.getDefiningOp() : nullptr);
  });
}

bool IndexEmitter::isKnownUnrolled(const Monomial &term) const {
  std::set<std::string> names;
  term.toExpr().collectNames(names);
  return llvm::all_of(names, [&](const std::string &name) {
    auto it = bindings.find(name);
    return it != bindings.end() && it->second.value &&
           lift::isKnownUnrolled(it->second.value);
  });
}

std::pair<Expr, Expr> IndexEmitter::splitUnrolled(const Expr &sum) const {
  if (!sum.getDenominator().isConstant(1))
    return {sum, 0};
  Expr known = 0;
  for (const Monomial &term : sum.getNumerator())
    if (isKnownUnrolled(term))
      known = known + term.toExpr();
  return {sum - known, known};
}

std::optional<Expr> IndexEmitter::getOnlyDifference(const Expr &sum,
                                                    const Expr &other) const {
  Expr difference = simplify(sum - other);
  if (!difference.getDenominator().isConstant(1) || difference.getConstant())
    return std::nullopt;
  ArrayRef<Monomial> terms = difference.getNumerator();
  if (terms.size() == 1 &&
      (terms.front().coefficient == 1 || terms.front().coefficient == bytes))
    return difference;
  SmallVector<Product> products = collectProducts(terms);
  if (products.size() == 1 && isDigit(products.front()))
    return difference;
  return std::nullopt;
}

SmallVector<IndexEmitter::Product>
IndexEmitter::collectProducts(ArrayRef<Monomial> terms) const {
  SmallVector<Product> products;
  for (const Monomial &term : terms) {
    Expr indices = 1, sizes = term.coefficient;
    for (const auto &[atom, exponent] : term.factors) {
      Expr expr = atom.toExpr();
      Expr &part = mentionsIndex(expr) ? indices : sizes;
      for (unsigned i = 0; i < exponent; ++i)
        part = part * expr;
    }
    auto *product = llvm::find_if(products, [&](const Product &other) {
      return other.indices == indices;
    });
    if (product == products.end())
      products.push_back({indices, sizes});
    else
      product->weight = product->weight + sizes;
  }
  return products;
}

void IndexEmitter::nestDigits(SmallVector<Product> &products) const {
  auto getLength = [](const Product &product) {
    return product.weight.getNumerator().size();
  };
  auto canNest = [&](const Product &product) {
    return isDigit(product) && isOfIds(product.indices);
  };
  // Those with the longest weights have the most to share.
  for (size_t length = maxDigitTerms; length > 1; --length)
    for (size_t i = 0; i < products.size(); ++i) {
      if (getLength(products[i]) != length || !canNest(products[i]))
        continue;
      Product *digit = nullptr;
      Expr above;
      for (Product &other : products) {
        if (&other == &products[i] || !canNest(other) ||
            getLength(other) > length ||
            (digit && getLength(other) <= getLength(*digit)))
          continue;
        Expr quotient = Expr::exactDiv(products[i].weight, other.weight);
        if (quotient.isError() || !quotient.getDenominator().isConstant(1))
          continue;
        digit = &other;
        above = quotient;
      }
      if (!digit)
        continue;
      digit->indices = products[i].indices * above + digit->indices;
      products.erase(products.begin() + i--);
    }
}

std::pair<Value, bool> IndexEmitter::emitSummand(const Product &product) {
  Expr whole = getSum(product);
  if (Value value = carried.getSum(whole, getLevel(whole)))
    return {value, false};
  if (product.weight.isConstant(1)) {
    const Monomial &term = product.indices.getNumerator().front();
    return {emitMonomial(term), term.coefficient < 0};
  }
  bool isNegative = product.weight.getNumerator().front().coefficient < 0;
  Value weight = emitPolynomial(isNegative ? -product.weight : product.weight);
  return {arith::MulIOp::create(builder, loc, emitPolynomial(product.indices),
                                weight),
          isNegative};
}

Value IndexEmitter::emitPolynomial(const Expr &polynomial) {
  SmallVector<Product> digits = collectProducts(polynomial.getNumerator());
  llvm::erase_if(digits,
                 [&](const Product &product) { return !isDigit(product); });
  Expr others = polynomial.getNumeratorExpr();
  for (const Product &digit : digits)
    others = others - digit.indices * digit.weight;
  nestDigits(digits);
  // A constant at the end becomes the constant part of an address.
  SmallVector<Product> summands;
  std::optional<int64_t> constant;
  for (const Monomial &term : others.getNumerator())
    if (term.factors.empty())
      constant = term.coefficient;
    else
      summands.push_back({term.toExpr(), 1});
  llvm::append_range(summands, digits);
  llvm::stable_sort(summands, [&](const Product &lhs, const Product &rhs) {
    return getDepth(lhs.indices) < getDepth(rhs.indices);
  });
  if (keepsUnrolled)
    llvm::stable_sort(summands, [&](const Product &lhs, const Product &rhs) {
      return getUse(lhs) < getUse(rhs);
    });
  if (constant)
    summands.push_back({*constant, 1});
  return emitSum(summands);
}

/// What is used in more trips comes first, and last what is part of
/// instructions.
unsigned IndexEmitter::getUse(const Product &product) const {
  Expr sum = getSum(product);
  const bool isKnown = splitUnrolled(sum).first.isConstant(0);
  return isKnown ? std::numeric_limits<unsigned>::max() : getLevel(sum);
}

Expr IndexEmitter::getSum(ArrayRef<Product> products) {
  Expr sum = 0;
  for (const Product &product : products)
    sum = sum + product.indices * product.weight;
  return sum;
}

Value IndexEmitter::emitSum(ArrayRef<Product> products) {
  if (products.empty())
    return emitConstant(0);
  if (products.size() > 1) {
    Expr whole = getSum(products);
    if (Value value = carried.getSum(whole, getLevel(whole)))
      return value;
  }
  if (!keepsUnrolled || products.size() == 1)
    return addLast(products);
  Expr others = getSum(products.drop_back()), last = getSum(products.back());
  Value sum = carried.getFromEarlier(others, last);
  if (!sum)
    sum = addLast(products);
  carried.addEarlier(others, last, sum);
  return sum;
}

Value IndexEmitter::addLast(ArrayRef<Product> products) {
  Value sum;
  if (products.size() > 1)
    sum = emitSum(products.drop_back());
  auto [value, isNegative] = emitSummand(products.back());
  if (!sum && !isNegative)
    return value;
  if (!sum)
    sum = emitConstant(0);
  if (isNegative)
    return arith::SubIOp::create(builder, loc, sum, value);
  return arith::AddIOp::create(builder, loc, sum, value);
}

Expr IndexEmitter::bindQuotient(const Expr &quotient) {
  auto [it, isNew] = quotients.try_emplace(quotient);
  if (isNew) {
    OpBuilder::InsertionGuard guard(builder);
    llvm::SaveAndRestore speculate(isSpeculative, true);
    builder.setInsertionPointToStart(entry);
    it->second = bind("size", emit(quotient), 0, quotient);
  }
  return it->second;
}

std::optional<Expr> IndexEmitter::distribute(const Expr &expr) {
  Expr denominator = expr.getDenominator();
  // Only a polynomial that is linear in each name has coefficients that the
  // denominator must divide one by one.
  for (const Monomial &term : expr.getNumerator())
    for (const auto &[atom, exponent] : term.factors)
      if (mentionsIndex(atom.toExpr()) &&
          (atom.getKind() != Atom::Kind::Name || exponent != 1))
        return std::nullopt;
  SmallVector<Product> products = collectProducts(expr.getNumerator());
  if (llvm::none_of(products, [&](const Product &product) {
        return mentionsIndex(product.indices);
      }))
    return std::nullopt;
  Expr sum = 0;
  for (const auto &[indices, sizes] : products) {
    Expr quotient = Expr::exactDiv(sizes, denominator);
    if (quotient.isError())
      return std::nullopt;
    if (!quotient.getDenominator().isConstant(1))
      quotient = bindQuotient(quotient);
    sum = sum + quotient * indices;
  }
  return sum;
}

Value IndexEmitter::emitFraction(const Expr &expr) {
  Expr denominator = expr.getDenominator();
  if (std::optional<Expr> distributed = distribute(expr))
    return emitPolynomial(*distributed);
  Value numerator = emitPolynomial(expr.getNumeratorExpr());
  Value divisor = emitDivisor(denominator);
  if (facts.isNonNegative(expr))
    return arith::DivUIOp::create(builder, loc, numerator, divisor);
  return arith::DivSIOp::create(builder, loc, numerator, divisor,
                                /*isExact=*/true);
}

Value IndexEmitter::emit(const Expr &expr) {
  Expr simple = simplifies ? simplify(expr) : expr;
  if (simple.getDenominator().isConstant(1))
    return emitPolynomial(simple);
  return emitFraction(simple);
}

Value IndexEmitter::emitDivisor(const Expr &expr) {
  Value value = emit(expr);
  if ((!carried.isOutside() && !isSpeculative) || facts.isPositive(expr))
    return value;
  return arith::MaxUIOp::create(builder, loc, value, emitConstant(1));
}

bool IndexEmitter::staysSmall(const Expr &value) const {
  std::optional<Expr> bound = facts.getUpperBound(value);
  return bound && facts.isLessOrEqual(-kMaxSize, value) &&
         simplify(*bound).getConstant().value_or(0) <= kMaxSize;
}

Expr IndexEmitter::getFactor(const IndexTest &test) const {
  const Expr divisor = test.upper.getDenominator();
  const bool isNeeded = keepsUnrolled && !divisor.isConstant(1) &&
                        divisor.getConstant() &&
                        staysSmall(test.index * divisor);
  return isNeeded ? divisor : Expr(1);
}

Value IndexEmitter::emitTests(ArrayRef<IndexTest> tests, bool isKept) {
  Value all;
  auto require = [&](arith::CmpIPredicate predicate, const Expr &lhs,
                     const Expr &rhs) {
    Value holds =
        arith::CmpIOp::create(builder, loc, predicate, emit(lhs), emit(rhs));
    all = all ? arith::AndIOp::create(builder, loc, all, holds) : holds;
  };
  for (const IndexTest &test : tests) {
    if (!facts.isLessOrEqual(test.lower, test.index))
      require(arith::CmpIPredicate::sge, test.index, test.lower);
    if (!isKept && facts.isLess(test.index, test.upper))
      continue;
    const Expr factor = getFactor(test), index = test.index * factor;
    if (!factor.isConstant(1))
      addBound(index);
    require(arith::CmpIPredicate::slt, index, test.upper * factor);
  }
  return all;
}
