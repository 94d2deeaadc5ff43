//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/GroupSizes.h"

using namespace mlir;

int64_t lift::getDefaultLocalSize(unsigned rank, unsigned dim) {
  static constexpr int64_t kSizes[][3] = {
      {1, 1, 1}, {128, 1, 1}, {16, 8, 1}, {16, 4, 2}};
  return kSizes[rank][dim];
}
