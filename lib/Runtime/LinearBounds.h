//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares sums of unknowns that have bounds. A difference of two
// such sums is bounded better than one of intervals: what is in both cancels.
//
//   Unknowns unknowns;
//   Linear id = unknowns.make(0, 63);
//   unknowns.getUpper(unknowns.min(id + 64, 1000) - id);     // 64
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_LINEARBOUNDS_H
#define LIFT_LIB_RUNTIME_LINEARBOUNDS_H

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace mlir::lift::runtime {

/// Bounds are between -kUnbounded and kUnbounded, which are none.
inline constexpr int64_t kUnbounded = int64_t(1) << 61;

/// constant + sum of factor * unknown.
struct Linear {
  int64_t constant = 0;
  std::map<uint32_t, int64_t> terms;

  Linear(int64_t constant = 0) : constant(constant) {}
  std::optional<int64_t> getConstant() const {
    return terms.empty() ? std::optional(constant) : std::nullopt;
  }
};

Linear operator+(const Linear &lhs, const Linear &rhs);
Linear operator-(const Linear &lhs, const Linear &rhs);
Linear operator*(const Linear &linear, int64_t factor);

/// Numbers of which only bounds are known.
class Unknowns {
public:
  Linear make(int64_t lower = -kUnbounded, int64_t upper = kUnbounded);
  /// One that is at least `lower` and at most each of `upper`.
  Linear make(const Linear &lower, std::vector<Linear> upper);
  Linear min(const Linear &lhs, const Linear &rhs);
  Linear max(const Linear &lhs, const Linear &rhs);
  /// Any of the two.
  Linear join(const Linear &lhs, const Linear &rhs);
  Linear multiply(const Linear &lhs, const Linear &rhs);
  /// Towards zero.
  Linear divide(const Linear &lhs, const Linear &rhs);
  /// With the sign of `lhs`.
  Linear remainder(const Linear &lhs, const Linear &rhs);

  int64_t getUpper(const Linear &linear) const;
  int64_t getLower(const Linear &linear) const;

private:
  struct Unknown {
    int64_t lower, upper;
    /// What is at most, and at least, this one.
    std::vector<Linear> below, above;
  };

  int64_t getUpper(const Linear &linear, unsigned depth) const;

  std::vector<Unknown> unknowns;
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_LINEARBOUNDS_H
