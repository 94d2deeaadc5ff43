//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the source of randomness of a program: the same numbers for
// the same seed, whatever the standard library.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_RANDOM_H
#define LIFT_TOOLS_LIFT_FUZZ_RANDOM_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace mlir::lift::fuzz {

class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  /// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// From `first` to `last`, both included.
  int64_t range(int64_t first, int64_t last) {
    return first + int64_t(next() % uint64_t(last - first + 1));
  }
  bool chance(unsigned percent) { return next() % 100 < percent; }
  /// One element of a container with random access.
  template <typename Container>
  auto pick(const Container &from) {
    return from[next() % std::size(from)];
  }
  int64_t pick(std::initializer_list<int64_t> from) {
    return from.begin()[next() % from.size()];
  }

private:
  uint64_t state;
};

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_RANDOM_H
