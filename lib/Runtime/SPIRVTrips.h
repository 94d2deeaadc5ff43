//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares counting the trips of loops before a kernel is launched:
// llvmpipe ends loops after a number of trips, and says nothing.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_SPIRVTRIPS_H
#define LIFT_LIB_RUNTIME_SPIRVTRIPS_H

#include "SPIRVReader.h"

#include <map>

namespace mlir::lift::runtime {

/// What the trips of a kernel may depend on, other than on memory.
struct SPIRVLaunch {
  std::array<size_t, 3> groups = {1, 1, 1}, local = {1, 1, 1};
  /// How many groups are launched at a time.
  std::array<uint32_t, 3> maxGroups = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
  /// The push constants; the first group is behind them.
  const std::vector<char> &push;
};

/// The loops of a module, which has been tested.
class SPIRVTrips {
public:
  static Result<SPIRVTrips> read(const std::string &bytes);

  /// At least as many as the trips of all loops that a work-item goes through,
  /// and one more for each loop that it comes to: the test that ends it. At
  /// least 2^61 where they depend on what is in memory.
  int64_t count(const SPIRVKernel &kernel, const SPIRVLaunch &launch) const;

  struct Function {
    size_t begin = 0, end = 0;
    bool hasLoops = false;
  };

  SPIRVStream stream;
  std::map<uint32_t, Function> functions;
  /// Where the declarations end.
  size_t firstFunction = 0;
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_SPIRVTRIPS_H
