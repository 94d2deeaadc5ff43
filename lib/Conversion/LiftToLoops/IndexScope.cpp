//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IndexScope.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::lower_patterns;

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

bool Lanes::isIn(ArrayRef<Expr> path) const {
  return llvm::any_of(path, [&](const Expr &index) { return isIn(index); });
}

bool Lanes::isIn(ArrayRef<IndexTest> tests) const {
  return llvm::any_of(tests, [&](const IndexTest &test) {
    return isIn(ArrayRef<Expr>{test.index, test.lower, test.upper});
  });
}

SmallVector<Expr> Lanes::select(ArrayRef<Expr> path, int64_t lane) const {
  return llvm::map_to_vector(path, [&](const Expr &index) {
    return index.substitute({{*symbol.getName(), lane}});
  });
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

Lanes IndexScope::bindLanes(VectorType type) {
  return {bindBelow(Value(), type.getNumElements()), type};
}

Value IndexScope::createIndex(loop::IndexKind kind, ArrayRef<Expr> exprs,
                              Value data) {
  AttachedExprs attached = attach(exprs);
  return loop::IndexOp::create(builder, loc, builder.getIndexType(), kind,
                               attached.operands, attached.exprs, data);
}

Value IndexScope::emit(const Expr &expr) {
  Expr simple = simplify(expr);
  if (std::optional<std::string> name = simple.getName())
    if (Value value = symbols.getValue(*name))
      return value;
  return createIndex(loop::IndexKind::Value, simple);
}

SmallVector<IndexTest>
IndexScope::getOpenTests(ArrayRef<IndexTest> tests) const {
  const Assumptions &facts = getFacts();
  SmallVector<IndexTest> open;
  for (const IndexTest &test : tests) {
    const bool isKnown = facts.isLessOrEqual(test.lower, test.index) &&
                         facts.isLess(test.index, test.upper);
    const bool isAsked = llvm::any_of(open, [&](const IndexTest &other) {
      return other.index == test.index &&
             facts.isLessOrEqual(test.lower, other.lower) &&
             facts.isLessOrEqual(other.upper, test.upper);
    });
    if (!isKnown && !isAsked)
      open.push_back(test);
  }
  return open;
}

bool IndexScope::areRefuted(ArrayRef<IndexTest> tests) const {
  const Assumptions &facts = getFacts();
  return llvm::any_of(tests, [&](const IndexTest &test) {
    return facts.isLess(test.index, test.lower) ||
           facts.isLessOrEqual(test.upper, test.index);
  });
}

//===----------------------------------------------------------------------===//
// Indices that are no polynomials
//===----------------------------------------------------------------------===//

bool IndexScope::noteUnbound(ArrayRef<Expr> exprs) {
  std::set<std::string> names;
  for (const Expr &expr : exprs)
    expr.collectNames(names);
  bool isUnbound = llvm::any_of(names, [&](const std::string &name) {
    return symbols.isSymbol(name) && !symbols.getValue(name);
  });
  hasUnbound |= isUnbound;
  return isUnbound;
}

bool IndexScope::asksForUnbound(function_ref<void()> function) {
  llvm::SaveAndRestore<bool> scope(hasUnbound, false);
  function();
  return hasUnbound;
}

Expr IndexScope::define(loop::IndexKind kind, ArrayRef<Expr> exprs,
                        const Expr &lower, const Expr &upper, Value data) {
  if (noteUnbound(exprs))
    return lower;
  return bind(createIndex(kind, exprs, data), lower, upper);
}

bool IndexScope::isInside(const Expr &index, const Expr &length) const {
  return getFacts().isNonNegative(index) && getFacts().isLess(index, length);
}

Expr IndexScope::narrow(const Expr &index, const Expr &length) {
  if (isInside(index, length))
    return index;
  return define(loop::IndexKind::Within, {index, 0, length - 1}, 0, length - 1);
}

Expr IndexScope::clamp(const Expr &index, const Expr &lower,
                       const Expr &upper) {
  const Assumptions &facts = getFacts();
  Expr simple = simplify(index);
  if (facts.isLessOrEqual(lower, simple) && facts.isLessOrEqual(simple, upper))
    return simple;
  return define(loop::IndexKind::Clamp, {simple, lower, upper}, lower, upper);
}

Expr IndexScope::wrap(const Expr &index, const Expr &length) {
  Expr simple = simplify(index);
  if (isInside(simple, length))
    return simple;
  return define(loop::IndexKind::Wrap, {simple, length}, 0, length - 1);
}

Expr IndexScope::mirror(const Expr &index, const Expr &length) {
  Expr simple = simplify(index);
  if (isInside(simple, length))
    return simple;
  return define(loop::IndexKind::Mirror, {simple, length}, 0, length - 1);
}
