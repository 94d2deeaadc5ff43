//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LinearPattern.h"

#include <map>

using namespace mlir;
using namespace mlir::lift;

LinearPattern::LinearPattern(ArrayRef<const Term *> step, unsigned size)
    : size(size) {
  findKnown(step);
  findEqual(step);
  while (refine()) {
  }
}

bool LinearPattern::isTranslation() const {
  for (unsigned row = 0; row < size; ++row)
    for (unsigned column = 0; column < size; ++column)
      if (getEntry(row, column) != (row == column ? kOne : kZero))
        return false;
  return true;
}

/// What is known of one of two functions.
static int join(int lhs, int rhs) { return lhs == rhs ? lhs : 0; }

int LinearPattern::getProduct(unsigned row, unsigned column) const {
  int sum = kZero;
  auto add = [&](int term) {
    if (term != kZero)
      sum = sum == kZero ? term : 0;
  };
  for (unsigned k = 0; k < size; ++k) {
    const int lhs = getEntry(row, k), rhs = getEntry(k, column);
    if (lhs == kZero || rhs == kZero)
      continue;
    add(lhs == kOne ? rhs : rhs == kOne ? lhs : 0);
  }
  if (column == size)
    add(getEntry(row, column));
  return sum;
}

/// Of a step, of the function that changes nothing, and of what these compose
/// to, until nothing changes.
void LinearPattern::findKnown(ArrayRef<const Term *> step) {
  for (auto [i, term] : llvm::enumerate(step)) {
    const bool isDiagonal = i / (size + 1) == i % (size + 1);
    const int known = term->kind == Term::Zero  ? kZero
                      : term->kind == Term::One ? kOne
                                                : 0;
    entries.push_back(join(known, isDiagonal ? kOne : kZero));
  }
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (unsigned row = 0; row < size; ++row)
      for (unsigned column = 0; column <= size; ++column) {
        int &entry = entries[row * (size + 1) + column];
        const int joined = join(entry, getProduct(row, column));
        isChanged |= joined != entry;
        entry = joined;
      }
  }
}

/// Those that are equal in a step, and in the function that changes nothing.
void LinearPattern::findEqual(ArrayRef<const Term *> step) {
  std::map<std::tuple<const Term *, bool, bool>, int> numbers;
  for (auto [i, entry] : llvm::enumerate(entries)) {
    const unsigned row = i / (size + 1), column = i % (size + 1);
    if (entry < 0)
      continue;
    auto [it, isNew] = numbers.try_emplace(
        {step[i], row == column, column == size}, firsts.size());
    if (isNew)
      firsts.push_back(i);
    entry = it->second;
  }
}

/// Parts those that a product has different sums at. False if there are none.
bool LinearPattern::refine() {
  std::map<std::vector<int>, int> numbers;
  SmallVector<int> refined;
  SmallVector<unsigned> newFirsts;
  for (auto [i, entry] : llvm::enumerate(entries)) {
    if (entry < 0) {
      refined.push_back(entry);
      continue;
    }
    const unsigned row = i / (size + 1), column = i % (size + 1);
    std::vector<int> terms = {entry};
    for (unsigned k = 0; k < size; ++k)
      if (getEntry(row, k) != kZero && getEntry(k, column) != kZero)
        terms.insert(terms.end(), {getEntry(row, k), getEntry(k, column)});
    if (column == size)
      terms.push_back(getEntry(row, column));
    auto [it, isNew] = numbers.try_emplace(terms, newFirsts.size());
    if (isNew)
      newFirsts.push_back(i);
    refined.push_back(it->second);
  }
  const bool isChanged = newFirsts.size() != firsts.size();
  entries = refined;
  firsts = newFirsts;
  return isChanged;
}
