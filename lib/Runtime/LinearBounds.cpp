//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LinearBounds.h"

#include <algorithm>

namespace mlir::lift::runtime {

/// How many unknowns are replaced by what bounds them, one within the other.
static constexpr unsigned kMaxDepth = 6;

static int64_t clamp(__int128 value) {
  return int64_t(std::clamp<__int128>(value, -kUnbounded, kUnbounded));
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static Linear addMultiple(const Linear &lhs, const Linear &rhs,
                          int64_t factor) {
  Linear sum = lhs;
  sum.constant =
      clamp(__int128(lhs.constant) + __int128(rhs.constant) * factor);
  for (auto [unknown, count] : rhs.terms) {
    int64_t &total = sum.terms[unknown];
    total = clamp(__int128(total) + __int128(count) * factor);
    if (total == 0)
      sum.terms.erase(unknown);
  }
  return sum;
}

Linear operator+(const Linear &lhs, const Linear &rhs) {
  return addMultiple(lhs, rhs, 1);
}

Linear operator-(const Linear &lhs, const Linear &rhs) {
  return addMultiple(lhs, rhs, -1);
}

Linear operator*(const Linear &linear, int64_t factor) {
  return addMultiple(0, linear, factor);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

int64_t Unknowns::getUpper(const Linear &linear, unsigned depth) const {
  __int128 sum = linear.constant;
  for (auto [number, factor] : linear.terms) {
    const int64_t bound =
        factor > 0 ? unknowns[number].upper : unknowns[number].lower;
    if (bound == kUnbounded || bound == -kUnbounded)
      sum = kUnbounded;
    else
      sum = clamp(sum + __int128(factor) * bound);
    if (sum == kUnbounded)
      break;
  }
  int64_t best = clamp(sum);
  if (depth == kMaxDepth)
    return best;
  // The youngest was made of the others.
  for (auto it = linear.terms.rbegin(); it != linear.terms.rend(); ++it) {
    const Unknown &unknown = unknowns[it->first];
    const auto &bounds = it->second > 0 ? unknown.above : unknown.below;
    if (bounds.empty())
      continue;
    Linear rest = linear;
    rest.terms.erase(it->first);
    for (const Linear &bound : bounds)
      best = std::min(best, getUpper(rest + bound * it->second, depth + 1));
    break;
  }
  return best;
}

int64_t Unknowns::getUpper(const Linear &linear) const {
  return getUpper(linear, 0);
}

int64_t Unknowns::getLower(const Linear &linear) const {
  return -getUpper(linear * -1);
}

//===----------------------------------------------------------------------===//
// New unknowns
//===----------------------------------------------------------------------===//

Linear Unknowns::make(int64_t lower, int64_t upper) {
  if (lower == upper)
    return lower;
  Linear linear;
  linear.terms[uint32_t(unknowns.size())] = 1;
  unknowns.push_back({lower, std::max(lower, upper), {}, {}});
  return linear;
}

Linear Unknowns::make(const Linear &lower, std::vector<Linear> upper) {
  int64_t least = kUnbounded;
  for (const Linear &bound : upper)
    least = std::min(least, getUpper(bound));
  Linear linear = make(getLower(lower), least);
  if (!linear.terms.empty()) {
    unknowns.back().below = {lower};
    unknowns.back().above = std::move(upper);
  }
  return linear;
}

Linear Unknowns::min(const Linear &lhs, const Linear &rhs) {
  Linear linear = make(std::min(getLower(lhs), getLower(rhs)),
                       std::min(getUpper(lhs), getUpper(rhs)));
  if (!linear.terms.empty())
    unknowns.back().above = {lhs, rhs};
  return linear;
}

Linear Unknowns::max(const Linear &lhs, const Linear &rhs) {
  return min(lhs * -1, rhs * -1) * -1;
}

Linear Unknowns::join(const Linear &lhs, const Linear &rhs) {
  return make(std::min(getLower(lhs), getLower(rhs)),
              std::max(getUpper(lhs), getUpper(rhs)));
}

Linear Unknowns::multiply(const Linear &lhs, const Linear &rhs) {
  if (std::optional<int64_t> factor = rhs.getConstant())
    return lhs * *factor;
  if (std::optional<int64_t> factor = lhs.getConstant())
    return rhs * *factor;
  int64_t lower = kUnbounded, upper = -kUnbounded;
  for (int64_t left : {getLower(lhs), getUpper(lhs)})
    for (int64_t right : {getLower(rhs), getUpper(rhs)}) {
      const int64_t product = clamp(__int128(left) * right);
      lower = std::min(lower, product);
      upper = std::max(upper, product);
    }
  return make(lower, upper);
}

Linear Unknowns::divide(const Linear &lhs, const Linear &rhs) {
  const int64_t least = getLower(rhs), most = getUpper(rhs);
  if (least <= 0)
    return make();
  const int64_t lower = getLower(lhs), upper = getUpper(lhs);
  // Divided by what makes it smallest, and largest.
  auto divideBy = [](int64_t value, int64_t divisor) {
    const bool isBounded = value != kUnbounded && value != -kUnbounded;
    return isBounded ? value / divisor : value;
  };
  return make(divideBy(lower, lower < 0 ? least : most),
              divideBy(upper, upper < 0 ? most : least));
}

Linear Unknowns::remainder(const Linear &lhs, const Linear &rhs) {
  if (getLower(rhs) <= 0)
    return make();
  const int64_t most = getUpper(rhs) - 1;
  const int64_t lower = getLower(lhs), upper = getUpper(lhs);
  return make(lower < 0 ? std::max(lower, -most) : 0,
              upper < 0 ? 0 : std::min(upper, most));
}

} // namespace mlir::lift::runtime
