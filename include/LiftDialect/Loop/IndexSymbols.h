//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares IndexSymbols: the index expressions of a whole kernel in
// loop form. An operation has expressions over its own operands; here every
// value has one symbol, with the range that its definition gives it, so that
// expressions of several operations can be compared.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LOOP_INDEXSYMBOLS_H
#define LIFTDIALECT_LOOP_INDEXSYMBOLS_H

#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/Loop/LoopOps.h"

namespace mlir::lift::loop {

/// Expressions as an operation has them.
struct AttachedExprs {
  SmallVector<Value> operands;
  ExprsAttr exprs;
};

class IndexSymbols {
public:
  /// `simplifies` says whether expressions are simplified before an operation
  /// gets them.
  explicit IndexSymbols(Assumptions facts, bool simplifies = true)
      : facts(std::move(facts)), simplifies(simplifies) {}

  /// A fresh symbol for `value`, which lies in [lower, upper]. A null value is
  /// none that an operation can have as an operand.
  Expr bind(Value value, const Expr &lower, const Expr &upper);

  /// What a value of type index is: its symbol, which is bound on first use to
  /// the range of its definition, or the expression that defines it.
  Expr get(Value index);
  /// An expression of an operation, over its operands, as one over symbols.
  Expr get(const Expr &expr, ValueRange operands);
  SmallVector<Expr> get(ExprsAttr exprs, ValueRange operands);

  /// An expression as it is to be attached.
  Expr prepare(const Expr &expr) const {
    return simplifies ? simplify(expr) : expr;
  }
  /// Expressions for an operation, prepared. `symbols` says what is to stand
  /// for symbols without a value.
  AttachedExprs attach(MLIRContext *context, ArrayRef<Expr> exprs,
                       const std::map<std::string, Expr> &symbols = {}) const;
  /// Whether there is a symbol of this name.
  bool isSymbol(const std::string &name) const { return values.count(name); }
  /// The value of a symbol; null if it has none, or is no symbol.
  Value getValue(const std::string &name) const { return values.lookup(name); }

  Expr simplify(const Expr &expr) const { return facts.simplify(expr); }
  const Assumptions &getFacts() const { return facts; }

private:
  /// The range of a value, over symbols.
  std::pair<Expr, Expr> getRange(Value index);

  Assumptions facts;
  bool simplifies;
  /// The values of symbols, by the names of these.
  llvm::StringMap<Value> values;
  DenseMap<Value, Expr> exprs;
};

} // namespace mlir::lift::loop

#endif // LIFTDIALECT_LOOP_INDEXSYMBOLS_H
