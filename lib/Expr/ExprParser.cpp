//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file reads expressions:
//
//   sum     ::= product (('+' | '-') product)*
//   product ::= factor (('*' | '/' | 'floordiv' | 'ceildiv' | 'mod') factor)*
//   factor  ::= '-' factor | integer | name | '(' sum ')'
//
// where symbols are allowed, a name may start with '%' or '@'.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Expr/Expr.h"
#include "LiftDialect/Expr/Symbols.h"

#include <algorithm>
#include <limits>

namespace mlir::lift {

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

static bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// What a bare identifier of MLIR may have after its first letter.
static bool isNameBody(char c) {
  return isLetter(c) || isDigit(c) || c == '$' || c == '.';
}

//===----------------------------------------------------------------------===//
// Reserved names
//===----------------------------------------------------------------------===//

static bool isNumber(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

/// Removes `prefix` from the front of `text` if it is there.
static bool consume(std::string_view &text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix)
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// iN, siN and uiN.
static bool isIntegerType(std::string_view name) {
  if (!consume(name, "s"))
    consume(name, "u");
  return consume(name, "i") && isNumber(name);
}

/// fN, bfN, tfN and the small formats such as f8E4M3FN.
static bool isFloatType(std::string_view name) {
  if (!consume(name, "b"))
    consume(name, "t");
  if (!consume(name, "f"))
    return false;
  size_t digits = 0;
  while (digits < name.size() && isDigit(name[digits]))
    ++digits;
  if (digits == 0)
    return false;
  name.remove_prefix(digits);
  return name.empty() ||
         (name.size() > 1 && name[0] == 'E' && isDigit(name[1]));
}

bool isReservedName(std::string_view name) {
  static constexpr std::string_view words[] = {
      "x",     "mod",   "floordiv", "ceildiv", "by",     "none",
      "index", "tuple", "vector",   "memref",  "tensor", "complex"};
  return std::find(std::begin(words), std::end(words), name) !=
             std::end(words) ||
         isIntegerType(name) || isFloatType(name);
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

namespace {
class Parser {
public:
  Parser(std::string_view text, bool hasSymbols)
      : text(text), hasSymbols(hasSymbols) {}

  Expr parseAll();
  size_t getErrorOffset() const { return errorOffset; }

private:
  Expr parseSum();
  Expr parseProduct();
  Expr parseFactor();
  Expr parseParenthesis();
  Expr parseInteger(bool negative);
  Expr parseName();

  Expr applyOperator(std::string_view op, size_t offset, const Expr &lhs,
                     const Expr &rhs);
  std::string_view parseProductOperator();
  std::string_view peekWord();
  Expr fail(size_t offset, std::string sentence);
  bool startsName(char c) const {
    return isLetter(c) || (hasSymbols && (c == '%' || c == '@'));
  }
  bool consumeChar(char c);
  void skipSpaces();
  bool atEnd() const { return position == text.size(); }

  std::string_view text;
  bool hasSymbols;
  size_t position = 0;
  size_t errorOffset = 0;
  unsigned depth = 0;
  static constexpr unsigned maxDepth = 200;
};
} // namespace

Expr Parser::fail(size_t offset, std::string sentence) {
  errorOffset = offset;
  return Expr::error(std::move(sentence));
}

void Parser::skipSpaces() {
  while (!atEnd() && (text[position] == ' ' || text[position] == '\t' ||
                      text[position] == '\n' || text[position] == '\r'))
    ++position;
}

bool Parser::consumeChar(char c) {
  skipSpaces();
  if (atEnd() || text[position] != c)
    return false;
  ++position;
  return true;
}

std::string_view Parser::peekWord() {
  skipSpaces();
  size_t end = position;
  if (end < text.size() && startsName(text[end]))
    do
      ++end;
    while (end < text.size() && isNameBody(text[end]));
  return text.substr(position, end - position);
}

Expr Parser::parseAll() {
  Expr result = parseSum();
  if (result.isError())
    return result;
  skipSpaces();
  if (atEnd())
    return result;
  return fail(position, "expected an operator or the end of the size "
                        "expression");
}

Expr Parser::applyOperator(std::string_view op, size_t offset, const Expr &lhs,
                           const Expr &rhs) {
  Expr result = op == "+"          ? lhs + rhs
                : op == "-"        ? lhs - rhs
                : op == "*"        ? lhs * rhs
                : op == "/"        ? Expr::exactDiv(lhs, rhs)
                : op == "floordiv" ? Expr::floorDiv(lhs, rhs)
                : op == "ceildiv"  ? Expr::ceilDiv(lhs, rhs)
                                   : Expr::mod(lhs, rhs);
  if (result.isError())
    errorOffset = offset;
  return result;
}

Expr Parser::parseSum() {
  Expr result = parseProduct();
  while (!result.isError()) {
    skipSpaces();
    size_t offset = position;
    bool isPlus = consumeChar('+');
    if (!isPlus && !consumeChar('-'))
      break;
    Expr rhs = parseProduct();
    if (rhs.isError())
      return rhs;
    result = applyOperator(isPlus ? "+" : "-", offset, result, rhs);
  }
  return result;
}

std::string_view Parser::parseProductOperator() {
  if (consumeChar('*'))
    return "*";
  if (consumeChar('/'))
    return "/";
  std::string_view word = peekWord();
  if (word != "floordiv" && word != "ceildiv" && word != "mod")
    return "";
  position += word.size();
  return word;
}

Expr Parser::parseProduct() {
  Expr result = parseFactor();
  while (!result.isError()) {
    skipSpaces();
    size_t offset = position;
    std::string_view op = parseProductOperator();
    if (op.empty())
      break;
    Expr rhs = parseFactor();
    if (rhs.isError())
      return rhs;
    result = applyOperator(op, offset, result, rhs);
  }
  return result;
}

Expr Parser::parseFactor() {
  skipSpaces();
  size_t offset = position;
  if (depth == maxDepth)
    return fail(offset, "size expression is nested too deeply");
  ++depth;
  Expr result;
  if (atEnd()) {
    result = fail(offset, "expected a size, but the expression ends here");
  } else if (consumeChar('-')) {
    skipSpaces();
    // A literal takes the sign along: -2^63 fits where 2^63 does not.
    if (!atEnd() && isDigit(text[position])) {
      result = parseInteger(/*negative=*/true);
    } else {
      Expr operand = parseFactor();
      result = operand.isError()
                   ? operand
                   : applyOperator("*", offset, operand, Expr(-1));
    }
  } else if (consumeChar('(')) {
    result = parseParenthesis();
  } else if (isDigit(text[position])) {
    result = parseInteger(/*negative=*/false);
  } else if (startsName(text[position])) {
    result = parseName();
  } else {
    result = fail(offset, "expected a number, a name or '('");
  }
  --depth;
  return result;
}

Expr Parser::parseParenthesis() {
  Expr result = parseSum();
  if (result.isError() || consumeChar(')'))
    return result;
  return fail(position, "expected ')'");
}

Expr Parser::parseInteger(bool negative) {
  const size_t begin = position;
  constexpr uint64_t maxMagnitude = std::numeric_limits<int64_t>::max();
  uint64_t magnitude = 0;
  for (; !atEnd() && isDigit(text[position]); ++position)
    if (__builtin_mul_overflow(magnitude, 10, &magnitude) ||
        __builtin_add_overflow(magnitude, text[position] - '0', &magnitude) ||
        magnitude > maxMagnitude + negative)
      return fail(begin, "number does not fit into 64 bits");
  if (!atEnd() && isNameBody(text[position])) {
    // As dimension lists are written, but not here: 0x64, 3xN.
    if (text[position] == 'x')
      return fail(position, "missing spaces around 'x'; hexadecimal numbers "
                            "are not sizes");
    return fail(position, "expected an operator after the number");
  }
  // Negating in unsigned arithmetic is right for -2^63 as well.
  return Expr(static_cast<int64_t>(negative ? 0 - magnitude : magnitude));
}

Expr Parser::parseName() {
  std::string_view word = peekWord();
  if (isReservedName(word))
    return fail(position, "'" + std::string(word) +
                              "' is reserved and cannot name a size");
  position += word.size();
  return Expr::name(word);
}

Expr Expr::parse(std::string_view text, size_t *errorOffset) {
  Parser parser(text, /*hasSymbols=*/false);
  Expr result = parser.parseAll();
  if (errorOffset && result.isError())
    *errorOffset = parser.getErrorOffset();
  return result;
}

Expr parseWithSymbols(std::string_view text) {
  return Parser(text, /*hasSymbols=*/true).parseAll();
}

} // namespace mlir::lift
