//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes random expressions together with an evaluation of their own:
// the oracle of the property tests. A tree keeps the operations as written, so
// that its value does not depend on any rule of the normal form.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_UNITTESTS_EXPR_RANDOMEXPR_H
#define LIFT_UNITTESTS_EXPR_RANDOMEXPR_H

#include "LiftDialect/Expr/Expr.h"

#include <memory>
#include <random>

namespace mlir::lift::test {

using Assignment = std::map<std::string, int64_t>;

/// Floor division as a definition: the largest q with q * rhs <= lhs.
inline int64_t floorOf(int64_t lhs, int64_t rhs) {
  int64_t quotient = lhs / rhs;
  return quotient * rhs > lhs ? quotient - 1 : quotient;
}

struct Tree {
  enum class Op { Constant, Name, Add, Sub, Mul, Exact, Floor, Ceil, Mod };
  Op op = Op::Constant;
  int64_t constant = 0;
  std::string name;
  std::shared_ptr<Tree> lhs, rhs;

  Expr toExpr() const {
    switch (op) {
    case Op::Constant:
      return Expr(constant);
    case Op::Name:
      return Expr::name(name);
    case Op::Add:
      return lhs->toExpr() + rhs->toExpr();
    case Op::Sub:
      return lhs->toExpr() - rhs->toExpr();
    case Op::Mul:
      return lhs->toExpr() * rhs->toExpr();
    case Op::Exact:
      return Expr::exactDiv(lhs->toExpr(), rhs->toExpr());
    case Op::Floor:
      return Expr::floorDiv(lhs->toExpr(), rhs->toExpr());
    case Op::Ceil:
      return Expr::ceilDiv(lhs->toExpr(), rhs->toExpr());
    case Op::Mod:
      return Expr::mod(lhs->toExpr(), rhs->toExpr());
    }
    return Expr();
  }

  /// The value, or nothing where an obligation of the writer is violated: a
  /// divisor that is not positive, an exact division with a remainder.
  std::optional<int64_t> evaluate(const Assignment &values) const {
    if (op == Op::Constant)
      return constant;
    if (op == Op::Name)
      return values.at(name);
    std::optional<int64_t> left = lhs->evaluate(values);
    std::optional<int64_t> right = rhs->evaluate(values);
    if (!left || !right)
      return std::nullopt;
    switch (op) {
    case Op::Add:
      return *left + *right;
    case Op::Sub:
      return *left - *right;
    case Op::Mul:
      return *left * *right;
    default:
      break;
    }
    if (*right < 1)
      return std::nullopt;
    int64_t quotient = floorOf(*left, *right);
    int64_t remainder = *left - quotient * *right;
    switch (op) {
    case Op::Exact:
      return remainder ? std::nullopt : std::optional<int64_t>(quotient);
    case Op::Floor:
      return quotient;
    case Op::Ceil:
      return quotient + (remainder != 0);
    default:
      return remainder;
    }
  }

  std::string str() const {
    if (op == Op::Constant)
      return std::to_string(constant);
    if (op == Op::Name)
      return name;
    static const char *const texts[] = {
        "", "", " + ", " - ", " * ", " / ", " floordiv ", " ceildiv ", " mod "};
    return "(" + lhs->str() + texts[static_cast<int>(op)] + rhs->str() + ")";
  }
};

/// Makes random trees over given names; the same seed gives the same trees.
class TreeMaker {
public:
  TreeMaker(uint32_t seed, std::vector<std::string> names,
            std::vector<std::string> divisorNames)
      : random(seed), names(std::move(names)),
        divisorNames(std::move(divisorNames)) {}

  /// A number from 0 to `bound` - 1; not std::uniform_int_distribution, which
  /// differs between libraries.
  uint32_t pick(uint32_t bound) { return random() % bound; }

  std::shared_ptr<Tree> make(unsigned depth) {
    if (depth == 0 || pick(8) == 0)
      return makeLeaf();
    using Op = Tree::Op;
    static const Op ops[] = {Op::Add,  Op::Add,   Op::Sub,   Op::Mul,
                             Op::Mul,  Op::Exact, Op::Floor, Op::Floor,
                             Op::Ceil, Op::Mod,   Op::Mod};
    Op op = ops[pick(std::size(ops))];
    bool isDivision = op != Op::Add && op != Op::Sub && op != Op::Mul;
    auto lhs = make(depth - 1);
    auto rhs = isDivision ? makeDivisor() : make(depth - 1);
    return combine(op, std::move(lhs), std::move(rhs));
  }

  /// Sums of quotients and remainders by few divisors, as indices are that are
  /// counted over tiles: much of them cancels, or is the remainder of another.
  std::shared_ptr<Tree> makeIndex(unsigned depth) {
    using Op = Tree::Op;
    if (depth == 0 || pick(5) == 0)
      return makeName(names);
    if (pick(2) == 0) {
      static const int64_t divisors[] = {4, 12, 32, 56};
      const Op op = pick(2) ? Op::Floor : Op::Mod;
      return combine(op, makeIndex(depth - 1),
                     makeConstant(divisors[pick(std::size(divisors))]));
    }
    auto sum = makeConstant(static_cast<int64_t>(pick(9)) - 4);
    for (unsigned count = 2 + pick(3); count > 0; --count) {
      const int64_t factor = pick(3) ? 1 << pick(6) : pick(100);
      sum =
          combine(pick(2) ? Op::Add : Op::Sub, std::move(sum),
                  combine(Op::Mul, makeConstant(factor), makeIndex(depth - 1)));
    }
    return sum;
  }

  /// Mostly something positive.
  std::shared_ptr<Tree> makeDivisor() {
    using Op = Tree::Op;
    switch (pick(8)) {
    case 0:
    case 1:
    case 2:
      return makeConstant(1 + pick(6));
    case 3:
      return combine(Op::Mul, makeName(divisorNames), makeName(divisorNames));
    case 4:
      return combine(Op::Add, makeName(divisorNames), makeConstant(pick(3)));
    case 5:
      return combine(pick(2) ? Op::Mul : Op::Exact, makeName(divisorNames),
                     makeConstant(1 + pick(3)));
    default:
      return makeName(divisorNames);
    }
  }

  static std::shared_ptr<Tree> combine(Tree::Op op, std::shared_ptr<Tree> lhs,
                                       std::shared_ptr<Tree> rhs) {
    auto tree = std::make_shared<Tree>();
    tree->op = op;
    tree->lhs = std::move(lhs);
    tree->rhs = std::move(rhs);
    return tree;
  }

private:
  std::shared_ptr<Tree> makeLeaf() {
    if (pick(3) == 0)
      return makeConstant(static_cast<int64_t>(pick(9)) - 3);
    return makeName(names);
  }

  std::shared_ptr<Tree> makeConstant(int64_t value) {
    auto tree = std::make_shared<Tree>();
    tree->constant = value;
    return tree;
  }

  std::shared_ptr<Tree> makeName(const std::vector<std::string> &choices) {
    auto tree = std::make_shared<Tree>();
    tree->op = Tree::Op::Name;
    tree->name = choices[pick(choices.size())];
    return tree;
  }

  std::mt19937 random;
  std::vector<std::string> names, divisorNames;
};

inline EvalResult evaluate(const Expr &expr, const Assignment &values) {
  return expr.evaluate([&](const std::string &name) -> std::optional<int64_t> {
    auto value = values.find(name);
    if (value == values.end())
      return std::nullopt;
    return value->second;
  });
}

inline std::string toString(const Assignment &values) {
  std::string text;
  for (const auto &[name, value] : values)
    text += name + "=" + std::to_string(value) + " ";
  return text;
}

} // namespace mlir::lift::test

#endif // LIFT_UNITTESTS_EXPR_RANDOMEXPR_H
