//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares IndexEmitter, which turns index expressions into
// arithmetic on `index` values.
//
// Every loop variable, work-item id and bound value becomes a name with a
// range; the names cannot collide with size names because they start with '%'.
// An expression is simplified with the ranges before it is emitted, and its
// terms are added from the outermost variable to the innermost, so that
// loop-invariant code motion can hoist the partial sums. What an index is
// multiplied with is computed once, and ids are nested like digits:
// (i * (N - 2) + j) * (M - 2) + k.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LOOPSTOGPU_INDEXEMITTER_H
#define LIFT_LIB_CONVERSION_LOOPSTOGPU_INDEXEMITTER_H

#include "CarriedIndices.h"
#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/LiftInterfaces.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::lift {

class IndexEmitter {
public:
  /// `lookupSize` gives the value of a size name at the insertion point.
  IndexEmitter(OpBuilder &builder,
               std::function<Value(const std::string &)> lookupSize)
      : builder(builder), lookupSize(std::move(lookupSize)),
        carried(*this, builder) {}

  /// A fresh name for `value`, which lies in [lower, upper].
  Expr bind(StringRef hint, Value value, const Expr &lower, const Expr &upper);

  /// The same for the value of `expr`, which is known to lie there.
  Expr bindWithin(const Expr &expr, const Expr &lower, const Expr &upper);

  /// What loop.index defines, as names with a range.
  Expr clamp(const Expr &index, const Expr &lower, const Expr &upper);
  Expr wrap(const Expr &index, const Expr &length);
  Expr mirror(const Expr &index, const Expr &length);

  /// The value of an expression at the insertion point.
  Value emit(const Expr &expr);

  /// The same for what is divided by; 1 if it is 0 where code may not come to.
  Value emitDivisor(const Expr &expr);

  /// The tests that are not proved, as one i1 value; null if none is left. With
  /// `isKept` those against the upper bounds are left in any case.
  Value emitTests(ArrayRef<IndexTest> tests, bool isKept = false);

  /// Notes that a computation on the way to an index comes up to `value`.
  void addBound(const Expr &value);
  /// How far they come, as far as known: indices must be wide enough for it.
  const std::set<Expr> &getBounds() const { return bounds; }

  Expr simplify(const Expr &expr) const { return facts.simplify(expr); }
  /// Whether expressions are simplified before they are emitted.
  void setSimplifies(bool value) { simplifies = value; }

  /// In how many of the operations around, of which getCarried() knows,
  /// expressions change.
  unsigned getLevel(ArrayRef<Expr> exprs) const;

  /// An expression with what its names of at least that level are made of, or
  /// those that are known to be constants.
  Expr expandNames(const Expr &expr, unsigned level) const;
  Expr expandConstants(const Expr &expr) const;

  Assumptions &getFacts() { return facts; }
  CarriedIndices &getCarried() { return carried; }
  void setLoc(Location location) { loc = location; }
  /// Whether what compilers know once they have unrolled loops is added last,
  /// as part of instructions, and sums that differ by one term are made of each
  /// other, so that fewer registers hold what does not change.
  void setKeepsUnrolled(bool value) { keepsUnrolled = value; }
  bool getKeepsUnrolled() const { return keepsUnrolled; }
  /// What indices that count bytes are multiplied with; 1 if none do.
  void setBytes(int64_t value) { bytes = value; }
  /// Splits a sum into what they do not know then and what they do.
  std::pair<Expr, Expr> splitUnrolled(const Expr &sum) const;
  /// `sum - other` if that is one term that is added once.
  std::optional<Expr> getOnlyDifference(const Expr &sum,
                                        const Expr &other) const;

  /// The first block of a kernel.
  void setEntry(Block &block) { entry = &block; }

private:
  /// Something of indices, and what it is multiplied with.
  struct Product {
    Expr indices;
    Expr weight;
  };

  Value emitConstant(int64_t value);
  Value emitAtom(const Atom &atom);
  /// A quotient or remainder whose numerator is not negative, if a loop carries
  /// it; also of an index up to a bound, made of those of both. Else null.
  Value emitCarriedDivision(const Atom &atom);
  Value emitMonomial(const Monomial &monomial);
  Value emitPolynomial(const Expr &polynomial);
  /// The sum of products in their order. What a loop carries is a value: the
  /// longest sums at the start, and products behind them.
  Value emitSum(ArrayRef<Product> products);
  /// The last added to the sum of the others.
  Value addLast(ArrayRef<Product> products);
  unsigned getUse(const Product &product) const;
  static Expr getSum(ArrayRef<Product> products);
  /// The magnitude of a product, of which the weight is 1 or has several terms,
  /// and whether it is to be subtracted.
  std::pair<Value, bool> emitSummand(const Product &product);
  /// `numerator / denominator`, exact.
  Value emitFraction(const Expr &expr);
  /// Whether an expression is known to fit into an index, upwards for sizes
  /// that the host tests.
  bool staysSmall(const Expr &value) const;
  /// What both sides of a test against a quotient are multiplied with, which
  /// would take a register otherwise.
  Expr getFactor(const IndexTest &test) const;
  /// P / D where D divides the coefficient of every product of bound names:
  /// each coefficient is divided by itself, so that no product of an index and
  /// a size is formed only to be divided again.
  std::optional<Expr> distribute(const Expr &expr);
  /// A quotient of sizes as a name: its value at the start of the kernel.
  Expr bindQuotient(const Expr &quotient);
  /// The terms, those with the same indices in one product.
  SmallVector<Product> collectProducts(ArrayRef<Monomial> terms) const;
  /// Puts products of ids into others, whose weights divide theirs.
  void nestDigits(SmallVector<Product> &products) const;
  /// Whether a product is computed as such. Quotients stay beside what they are
  /// taken of: compilers know that i - i / 2 * 2 is a remainder.
  bool isDigit(const Product &product) const;
  bool isKnownUnrolled(const Monomial &term) const;
  bool isOfIds(const Expr &indices) const;
  bool mentionsIndex(const Expr &expr) const;
  /// When the newest of the bound names in an expression was bound; 0 for
  /// sizes.
  unsigned getDepth(const Expr &expr) const;

  /// The smaller of the two.
  struct Clamped {
    Expr index, upper;
  };
  struct BoundName {
    Value value;
    unsigned order;
    /// In how many of the operations around it is defined.
    unsigned level;
    /// What it is made of, if that is known.
    std::optional<Expr> definition = std::nullopt;
    /// The index of which it is the part up to a bound, if it is one.
    std::optional<Clamped> clamped = std::nullopt;
  };
  /// An expression with what those of its names are made of that `isExpanded`
  /// takes.
  Expr expand(const Expr &expr,
              function_ref<bool(const BoundName &)> isExpanded) const;
  /// The largest such number of the bound names in an expression.
  unsigned getMost(ArrayRef<Expr> exprs, unsigned BoundName::*number) const;

  OpBuilder &builder;
  std::function<Value(const std::string &)> lookupSize;
  Location loc = UnknownLoc::get(builder.getContext());
  Block *entry = nullptr;
  Assumptions facts;
  bool simplifies = true;
  bool keepsUnrolled = false;
  int64_t bytes = 1;
  /// Whether code is written where it may be run without need.
  bool isSpeculative = false;
  llvm::StringMap<BoundName> bindings;
  CarriedIndices carried;
  std::map<Expr, Expr> quotients;
  std::set<Expr> bounds;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LOOPSTOGPU_INDEXEMITTER_H
