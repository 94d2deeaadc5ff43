//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the counts that a campaign prints.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_STATISTICS_H
#define LIFT_TOOLS_LIFT_FUZZ_STATISTICS_H

#include "Campaign.h"

namespace mlir::lift::fuzz {

class Statistics {
public:
  void add(const ProgramReport &report);
  void print(raw_ostream &os) const;
  unsigned getNumFailures() const { return numFailures; }

private:
  unsigned numPrograms = 0;
  unsigned numFailures = 0;
  unsigned numSymbolic = 0;
  unsigned numMapped = 0;
  std::map<std::string, unsigned> outcomes;
  /// In how many programs an operation is.
  std::map<std::string, unsigned> ops;
  std::map<unsigned, unsigned> depths;
  /// Messages of what is not supported.
  std::map<std::string, unsigned> unsupported;
};

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_STATISTICS_H
