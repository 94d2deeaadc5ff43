//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines Formula, the language in which mappings are constrained: a
// formula without quantifiers over integer variables, one for each map. Rules
// make formulas; everything else follows from them: checking a mapping,
// enumerating, the input of Z3, SMT-LIB.
//
// A variable takes one of the codes of Mogers et al., "Mapping parallelism in a
// functional IR through constraint satisfaction", CC 2022, Table 2:
//
//   0 seq   1 fused   10+d lcl(d)   20+d wrg(d)   30+d glb(d)
//
// so that code / 10 is the level and code mod 10 the dimension.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_MAPPING_FORMULA_H
#define LIFTDIALECT_MAPPING_FORMULA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mlir::lift {

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

enum class MappingLevel : unsigned { Seq = 0, Lcl = 1, Wrg = 2, Glb = 3 };

constexpr unsigned kSeqCode = 0;
constexpr unsigned kFusedCode = 1;
constexpr unsigned kNumCodes = 33;

constexpr unsigned getCode(MappingLevel level, unsigned dim) {
  return static_cast<unsigned>(level) * 10 + dim;
}

/// A set of codes: bit c stands for code c.
using CodeSet = uint64_t;

constexpr CodeSet getCodeSet(unsigned code) { return CodeSet(1) << code; }
/// lcl, wrg or glb of any dimension.
constexpr CodeSet getLevelCodes(MappingLevel level) {
  return CodeSet(7) << getCode(level, 0);
}
constexpr CodeSet kLclCodes = getLevelCodes(MappingLevel::Lcl);
constexpr CodeSet kWrgCodes = getLevelCodes(MappingLevel::Wrg);
constexpr CodeSet kGlbCodes = getLevelCodes(MappingLevel::Glb);
constexpr CodeSet kParallelCodes = kLclCodes | kWrgCodes | kGlbCodes;
constexpr CodeSet kAllCodes =
    kParallelCodes | getCodeSet(kSeqCode) | getCodeSet(kFusedCode);

/// As a program spells it: seq, fused, lcl(0).
std::string getCodeName(unsigned code);
/// The code that getCodeName() writes so, if there is one.
std::optional<unsigned> parseCodeName(llvm::StringRef name);
/// The codes of a set, in order.
std::vector<unsigned> getCodes(CodeSet codes);

/// The codes of all maps, in pre-order, and then the numbers of the values of
/// all tuning names and vector widths.
using Mapping = std::vector<unsigned>;

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

class Formula {
public:
  enum class Kind {
    Constant, ///< true or false
    In,       ///< variable is one of codes
    Same,     ///< variable = other
    Not,
    And,
    Or,
    AtMost ///< the sum of the weights of the operands that hold <= bound
  };

  static Formula constant(bool value);
  static Formula in(unsigned variable, CodeSet codes);
  static Formula is(unsigned variable, unsigned code) {
    return in(variable, getCodeSet(code));
  }
  /// One of the variables is one of the codes.
  static Formula anyIn(llvm::ArrayRef<unsigned> variables, CodeSet codes);
  static Formula same(unsigned variable, unsigned other);
  static Formula all(std::vector<Formula> operands);
  static Formula any(std::vector<Formula> operands);
  static Formula implies(Formula premise, Formula conclusion);
  /// Weights and bound are not negative; weights above the bound count as one
  /// more than it, so that no sum overflows. Z3 knows no answer where the
  /// bound is 2^31 - 1 or more.
  static Formula atMost(std::vector<std::pair<int64_t, Formula>> terms,
                        int64_t bound);
  friend Formula operator!(Formula operand);

  Kind getKind() const { return kind; }
  bool getValue() const { return value; }
  unsigned getVariable() const { return variable; }
  unsigned getOther() const { return other; }
  CodeSet getCodes() const { return codes; }
  const std::vector<Formula> &getOperands() const { return operands; }
  const std::vector<int64_t> &getWeights() const { return weights; }
  int64_t getBound() const { return bound; }

  /// Whether the formula holds where each variable is in its domain; nothing if
  /// that differs between its elements, or is not seen.
  std::optional<bool> evaluate(llvm::ArrayRef<CodeSet> domains) const;
  bool holds(llvm::ArrayRef<unsigned> mapping) const;

  void collectVariables(std::set<unsigned> &variables) const;
  /// The same of other variables: `variables[i]` stands for variable i.
  Formula renamed(llvm::ArrayRef<unsigned> variables) const;

private:
  Formula(Kind kind) : kind(kind) {}
  std::optional<bool> evaluateJunction(llvm::ArrayRef<CodeSet> domains) const;
  std::optional<bool> evaluateSum(llvm::ArrayRef<CodeSet> domains) const;

  Kind kind;
  bool value = true;
  unsigned variable = 0, other = 0;
  CodeSet codes = 0;
  int64_t bound = 0;
  std::vector<Formula> operands;
  std::vector<int64_t> weights;
};

Formula operator!(Formula operand);

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_FORMULA_H
