//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines Expr, the one normal form for array sizes and array
// indices. It depends on the C++ standard library alone, so that programs that
// run where no LLVM is can evaluate the sizes in a kernel package.
//
// An Expr is a fraction P / D. P is a polynomial with integer coefficients over
// atoms; D is a positive integer constant times powers of atoms and of
// polynomials. An atom is a name or an opaque `a floordiv b`, `a ceildiv b`,
// `a mod b`. The division of P by D is *exact*: whoever writes `N / 128` owes a
// proof that 128 divides N. The division stays whole: (N - 1) / 2 is never
// N / 2 - 1 / 2.
//
// Worked example:
//
//   split of N by 128        sizes (N / 128), 128
//   join of the two          (N / 128) * 128  =  N
//   split of that by TM      N / TM, TM
//   windows of 3, step 1     (N - 3 + 1) / 1  =  N - 2
//   padded up to TM          (N ceildiv TM) * TM
//
// The normal form is canonical for all the operations it can see through, so
// that equal sizes compare equal and structurally equal expressions print the
// same text. It is not complete: two expressions that compare different may
// still be equal for every value of their names; see Assumptions.h for proofs.
//
// Overflow of a 64-bit coefficient or exponent, and division by zero, never
// wrap: they yield an *error* Expr which carries a sentence, and every
// operation on an error is that error.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXPR_EXPR_H
#define LIFTDIALECT_EXPR_EXPR_H

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mlir::lift {

class Atom;
struct Monomial;
namespace detail {
struct AtomStorage;
struct ExprStorage;
} // namespace detail

/// A result of evaluating an expression: a value, or the reason for none.
struct EvalResult {
  std::optional<int64_t> value;
  std::string error;
};

/// An immutable size or index expression in normal form; cheap to copy.
class Expr {
public:
  /// The constant 0.
  Expr();
  /// An integer constant.
  Expr(int64_t value);
  /// The name `name`, which stands for an integer. Any text is taken, so that
  /// generated names need no check; str() reads back only for what parse()
  /// takes as a name, see isReservedName().
  static Expr name(std::string_view name);
  /// An expression that carries an error; `sentence` is in the style of a
  /// diagnostic: lower case, no full stop.
  static Expr error(std::string sentence);

  friend Expr operator+(const Expr &lhs, const Expr &rhs);
  friend Expr operator-(const Expr &lhs, const Expr &rhs);
  friend Expr operator*(const Expr &lhs, const Expr &rhs);
  Expr operator-() const;

  /// `lhs / rhs` where rhs divides lhs: an obligation of whoever writes it.
  /// Constants that do not divide are an error.
  static Expr exactDiv(const Expr &lhs, const Expr &rhs);
  /// The quotient rounded towards minus infinity; `rhs` is positive.
  static Expr floorDiv(const Expr &lhs, const Expr &rhs);
  /// The quotient rounded towards plus infinity; `rhs` is positive.
  static Expr ceilDiv(const Expr &lhs, const Expr &rhs);
  /// lhs - rhs * floorDiv(lhs, rhs): not negative where rhs is positive.
  static Expr mod(const Expr &lhs, const Expr &rhs);

  bool isError() const;
  /// The sentence of an error expression, or the empty string.
  const std::string &getError() const;
  /// The value, if this is a constant.
  std::optional<int64_t> getConstant() const;
  bool isConstant(int64_t value) const { return getConstant() == value; }
  /// The name, if this is exactly one name.
  std::optional<std::string> getName() const;

  /// P as monomials in canonical order: no zero coefficients, no two with the
  /// same atoms. Empty for 0.
  const std::vector<Monomial> &getNumerator() const;
  /// D as an expression without denominator; the constant 1 for a polynomial.
  Expr getDenominator() const;
  /// P as an expression.
  Expr getNumeratorExpr() const;

  /// Adds every name that occurs, inside opaque atoms too.
  void collectNames(std::set<std::string> &names) const;
  bool mentions(std::string_view name) const;

  /// Replaces names simultaneously and normalises again. A constant exact
  /// division that leaves a remainder gives an error.
  Expr substitute(const std::map<std::string, Expr> &replacements) const;
  /// Replaces every atom by `replace(atom)` (arguments of opaque atoms are the
  /// business of `replace`) and normalises again.
  Expr rebuild(const std::function<Expr(const Atom &)> &replace) const;

  /// Evaluates with 64-bit integers. A missing name, overflow, division by zero
  /// and an exact division that leaves a remainder are errors with a sentence.
  EvalResult evaluate(
      const std::function<std::optional<int64_t>(const std::string &)> &lookup)
      const;

  /// Infix text that parse() reads back as the same expression, e.g.
  /// `(N + 2) * M`, `N / 128`, `(N ceildiv TM) * TM`, `i mod 4`.
  std::string str() const;
  /// str(), in parentheses unless it is a constant that is not negative or one
  /// name.
  std::string strInDimension() const;
  /// Reads an expression; on failure an error, with `errorOffset` set to the
  /// place in `text`. Operators: + - * / floordiv ceildiv mod ( ). Rejects
  /// reserved names, hexadecimal numbers, numbers over 64 bits, `NxM` written
  /// without spaces as a number (`0x64`), and nesting deeper than 200.
  static Expr parse(std::string_view text, size_t *errorOffset = nullptr);

  /// Structural equality of normal forms; errors compare by sentence.
  friend bool operator==(const Expr &lhs, const Expr &rhs);
  friend bool operator!=(const Expr &lhs, const Expr &rhs) {
    return !(lhs == rhs);
  }
  /// A total order that depends on structure only, the same in every run.
  static int compare(const Expr &lhs, const Expr &rhs);
  friend bool operator<(const Expr &lhs, const Expr &rhs) {
    return compare(lhs, rhs) < 0;
  }
  size_t hash() const;

private:
  explicit Expr(std::shared_ptr<const detail::ExprStorage> storage);
  std::shared_ptr<const detail::ExprStorage> storage;
  friend struct detail::ExprStorage;
};

/// Names that may not be used for a size because the type parser or the
/// expression grammar gives them another meaning: `x`, `mod`, `floordiv`,
/// `ceildiv`, `by`, `none`, `index`, `tuple`, `vector`, `memref`, `tensor`,
/// `complex`, and the builtin element types (`f32`, `bf16`, `i8`, `si8`, ...).
bool isReservedName(std::string_view name);

/// What a monomial multiplies: a name, or an opaque operation on expressions.
/// Immutable and cheap to copy.
class Atom {
public:
  enum class Kind { Name, FloorDiv, CeilDiv, Mod };

  static Atom name(std::string name);
  static Atom operation(Kind kind, Expr lhs, Expr rhs);

  Kind getKind() const;
  /// The name of a Name atom.
  const std::string &getName() const;
  /// The operands of an opaque operation.
  const Expr &getLhs() const;
  const Expr &getRhs() const;
  /// This atom as an expression.
  Expr toExpr() const;
  size_t hash() const;

  static int compare(const Atom &lhs, const Atom &rhs);
  friend bool operator==(const Atom &lhs, const Atom &rhs) {
    return compare(lhs, rhs) == 0;
  }
  friend bool operator<(const Atom &lhs, const Atom &rhs) {
    return compare(lhs, rhs) < 0;
  }

private:
  explicit Atom(std::shared_ptr<const detail::AtomStorage> storage);
  std::shared_ptr<const detail::AtomStorage> storage;
};

/// coefficient * product of atom^exponent, exponents positive, atoms sorted.
struct Monomial {
  int64_t coefficient = 0;
  std::vector<std::pair<Atom, unsigned>> factors;

  /// This monomial as an expression.
  Expr toExpr() const;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_EXPR_EXPR_H
