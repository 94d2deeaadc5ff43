//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares IndexScope: the index expressions of a kernel in loop form
// while it is built, over symbols that stand for values.
//
// A symbol has a value and a range; what it is, its value says. An expression
// is attached to an operation as an attribute over operands (LoopDialect.td).
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LIFTTOLOOPS_INDEXSCOPE_H
#define LIFT_LIB_CONVERSION_LIFTTOLOOPS_INDEXSCOPE_H

#include "LiftDialect/Loop/IndexSymbols.h"

namespace mlir::lift::lower_patterns {

/// The lanes of a vector, all at once: a symbol without a value that stands for
/// each of them.
struct Lanes {
  Expr symbol;
  VectorType type;

  bool isIn(const Expr &expr) const { return expr.mentions(*symbol.getName()); }
  bool isIn(ArrayRef<Expr> path) const;
  bool isIn(ArrayRef<IndexTest> tests) const;
  /// `path` for one lane.
  SmallVector<Expr> select(ArrayRef<Expr> path, int64_t lane) const;
};

using loop::AttachedExprs;

class IndexScope : public IndexBinder {
public:
  IndexScope(OpBuilder &builder, Assumptions facts, bool simplifies)
      : builder(builder), symbols(std::move(facts), simplifies) {}

  /// A fresh symbol for `value`, which lies in [lower, upper].
  Expr bind(Value value, const Expr &lower, const Expr &upper) {
    return symbols.bind(value, lower, upper);
  }
  /// A fresh symbol for the number of a trip of a loop with this many, or of an
  /// element of a dimension.
  Expr bindBelow(Value value, const Expr &count) {
    return bind(value, 0, count - 1);
  }
  Lanes bindLanes(VectorType type);

  /// Expressions for an operation at the insertion point, simplified. A symbol
  /// without a value is printed as it is in `replacements`.
  AttachedExprs attach(ArrayRef<Expr> exprs,
                       const std::map<std::string, Expr> &replacements = {}) {
    return symbols.attach(builder.getContext(), exprs, replacements);
  }
  /// The value of an expression at the insertion point.
  Value emit(const Expr &expr);
  /// A loop.index at the insertion point.
  Value createIndex(loop::IndexKind kind, ArrayRef<Expr> exprs,
                    Value data = Value());
  /// An index that is in [0, length), as what is around it says, with this
  /// range.
  Expr narrow(const Expr &index, const Expr &length);
  /// The tests that are not known to hold.
  SmallVector<IndexTest> getOpenTests(ArrayRef<IndexTest> tests) const;
  /// Whether one of the tests is known to fail.
  bool areRefuted(ArrayRef<IndexTest> tests) const;

  Expr clamp(const Expr &index, const Expr &lower, const Expr &upper) override;
  Expr wrap(const Expr &index, const Expr &length) override;
  Expr mirror(const Expr &index, const Expr &length) override;

  Expr simplify(const Expr &expr) const { return symbols.simplify(expr); }
  Expr prepare(const Expr &expr) const { return symbols.prepare(expr); }
  const Assumptions &getFacts() const { return symbols.getFacts(); }
  void setLoc(Location location) { loc = location; }

  /// Runs `function`; whether it asked for an index with a definition of its
  /// own that depends on a symbol without a value. There is no such index: what
  /// it got is meaningless.
  bool asksForUnbound(function_ref<void()> function);

protected:
  /// Whether `exprs` mention a symbol without a value; notes it if so.
  bool noteUnbound(ArrayRef<Expr> exprs);
  /// A symbol for a loop.index in [lower, upper].
  Expr define(loop::IndexKind kind, ArrayRef<Expr> exprs, const Expr &lower,
              const Expr &upper, Value data = Value());

  OpBuilder &builder;
  Location loc = UnknownLoc::get(builder.getContext());

private:
  /// Whether 0 <= index < length.
  bool isInside(const Expr &index, const Expr &length) const;

  loop::IndexSymbols symbols;
  bool hasUnbound = false;
};

} // namespace mlir::lift::lower_patterns

#endif // LIFT_LIB_CONVERSION_LIFTTOLOOPS_INDEXSCOPE_H
