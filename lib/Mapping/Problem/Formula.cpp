//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/Formula.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

std::string lift::getCodeName(unsigned code) {
  static constexpr const char *kLevels[] = {"", "lcl", "wrg", "glb"};
  if (code == kSeqCode)
    return "seq";
  if (code == kFusedCode)
    return "fused";
  return std::string(kLevels[code / 10]) + "(" + std::to_string(code % 10) +
         ")";
}

std::optional<unsigned> lift::parseCodeName(llvm::StringRef name) {
  for (unsigned code : getCodes(kAllCodes))
    if (getCodeName(code) == name)
      return code;
  return std::nullopt;
}

std::vector<unsigned> lift::getCodes(CodeSet codes) {
  std::vector<unsigned> list;
  for (unsigned code = 0; code < kNumCodes; ++code)
    if (codes & getCodeSet(code))
      list.push_back(code);
  return list;
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

Formula Formula::constant(bool value) {
  Formula formula(Kind::Constant);
  formula.value = value;
  return formula;
}

Formula Formula::in(unsigned variable, CodeSet codes) {
  Formula formula(Kind::In);
  formula.variable = variable;
  formula.codes = codes;
  return formula;
}

Formula Formula::anyIn(llvm::ArrayRef<unsigned> variables, CodeSet codes) {
  std::vector<Formula> operands;
  for (unsigned variable : variables)
    operands.push_back(in(variable, codes));
  return any(std::move(operands));
}

Formula Formula::same(unsigned variable, unsigned other) {
  Formula formula(Kind::Same);
  formula.variable = variable;
  formula.other = other;
  return formula;
}

Formula Formula::all(std::vector<Formula> operands) {
  Formula formula(Kind::And);
  formula.operands = std::move(operands);
  return formula;
}

Formula Formula::any(std::vector<Formula> operands) {
  Formula formula(Kind::Or);
  formula.operands = std::move(operands);
  return formula;
}

Formula Formula::implies(Formula premise, Formula conclusion) {
  return any({!std::move(premise), std::move(conclusion)});
}

Formula Formula::atMost(std::vector<std::pair<int64_t, Formula>> terms,
                        int64_t bound) {
  Formula formula(Kind::AtMost);
  formula.bound = bound;
  for (std::pair<int64_t, Formula> &term : terms) {
    formula.weights.push_back(std::min(term.first, bound + 1));
    formula.operands.push_back(std::move(term.second));
  }
  return formula;
}

Formula lift::operator!(Formula operand) {
  Formula formula(Formula::Kind::Not);
  formula.operands.push_back(std::move(operand));
  return formula;
}

/// And and Or: the operand that decides, or else the other value.
std::optional<bool>
Formula::evaluateJunction(llvm::ArrayRef<CodeSet> domains) const {
  bool decisive = kind == Kind::Or;
  bool isKnown = true;
  for (const Formula &operand : operands) {
    std::optional<bool> result = operand.evaluate(domains);
    if (result == decisive)
      return decisive;
    isKnown &= result.has_value();
  }
  if (!isKnown)
    return std::nullopt;
  return !decisive;
}

std::optional<bool>
Formula::evaluateSum(llvm::ArrayRef<CodeSet> domains) const {
  int64_t least = 0, most = 0;
  for (auto [weight, operand] : llvm::zip_equal(weights, operands)) {
    std::optional<bool> result = operand.evaluate(domains);
    if (result.value_or(false))
      least = std::min(least + weight, bound + 1);
    if (result.value_or(true))
      most = std::min(most + weight, bound + 1);
  }
  if (least > bound)
    return false;
  if (most <= bound)
    return true;
  return std::nullopt;
}

std::optional<bool> Formula::evaluate(llvm::ArrayRef<CodeSet> domains) const {
  switch (kind) {
  case Kind::Constant:
    return value;
  case Kind::In:
    if (!(domains[variable] & ~codes))
      return true;
    if (!(domains[variable] & codes))
      return false;
    return std::nullopt;
  case Kind::Same:
    if (!(domains[variable] & domains[other]))
      return false;
    if (domains[variable] == domains[other] &&
        llvm::has_single_bit(domains[variable]))
      return true;
    return std::nullopt;
  case Kind::Not:
    if (std::optional<bool> result = operands.front().evaluate(domains))
      return !*result;
    return std::nullopt;
  case Kind::And:
  case Kind::Or:
    return evaluateJunction(domains);
  case Kind::AtMost:
    return evaluateSum(domains);
  }
  return std::nullopt;
}

bool Formula::holds(llvm::ArrayRef<unsigned> mapping) const {
  std::vector<CodeSet> domains;
  for (unsigned code : mapping)
    domains.push_back(getCodeSet(code));
  return *evaluate(domains);
}

void Formula::collectVariables(std::set<unsigned> &variables) const {
  if (kind == Kind::In || kind == Kind::Same)
    variables.insert(variable);
  if (kind == Kind::Same)
    variables.insert(other);
  for (const Formula &operand : operands)
    operand.collectVariables(variables);
}

Formula Formula::renamed(llvm::ArrayRef<unsigned> variables) const {
  Formula result = *this;
  if (kind == Kind::In || kind == Kind::Same)
    result.variable = variables[variable];
  if (kind == Kind::Same)
    result.other = variables[other];
  for (Formula &operand : result.operands)
    operand = operand.renamed(variables);
  return result;
}
