//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is the same in all functions that linear steps compose to.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITING_LINEARPATTERN_H
#define LIB_REWRITING_LINEARPATTERN_H

#include "LinearForms.h"

namespace mlir::lift {

/// The entries of a matrix with `size` rows, each of as many factors and of
/// what is added: which are always zero or one, and which are always equal. The
/// function that changes nothing is one of those that have the pattern.
class LinearPattern {
public:
  /// An entry: zero, one, or the number of a coefficient.
  static constexpr int kZero = -2, kOne = -1;

  /// The pattern of what a step composes to.
  LinearPattern(ArrayRef<const Term *> step, unsigned size);

  unsigned getSize() const { return size; }
  unsigned getNumCoefficients() const { return firsts.size(); }
  int getEntry(unsigned row, unsigned column) const {
    return entries[row * (size + 1) + column];
  }
  /// The first entry that a coefficient is.
  std::pair<unsigned, unsigned> getFirst(unsigned coefficient) const {
    return {firsts[coefficient] / (size + 1), firsts[coefficient] % (size + 1)};
  }

  /// Whether something is added, and nothing else.
  bool isTranslation() const;

private:
  /// What a product is known to have at a place: zero, one, or else.
  int getProduct(unsigned row, unsigned column) const;
  void findKnown(ArrayRef<const Term *> step);
  void findEqual(ArrayRef<const Term *> step);
  bool refine();

  unsigned size;
  SmallVector<int> entries;
  SmallVector<unsigned> firsts;
};

} // namespace mlir::lift

#endif // LIB_REWRITING_LINEARPATTERN_H
