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
  /// Counts the operations of the dialect that a program can have, also those
  /// that none has.
  explicit Statistics(MLIRContext &context);

  void add(const Features &features);
  void add(const Features &features, const Verdict &verdict);
  void print(raw_ostream &os) const;
  /// Prints what too few programs have; true if there is something.
  bool printShortfalls(raw_ostream &os) const;
  unsigned getNumFailures() const { return numFailures; }
  double getPercentUnsupported() const { return getPercent(numUnsupported); }

private:
  double getPercent(unsigned count) const;

  unsigned numPrograms = 0;
  unsigned numFailures = 0;
  unsigned numUnsupported = 0;
  unsigned numSymbolic = 0;
  unsigned numMapped = 0;
  unsigned numDeep = 0;
  std::map<std::string, unsigned> outcomes;
  /// In how many programs an operation is.
  std::map<std::string, unsigned> ops;
  std::map<unsigned, unsigned> depths;
  /// Messages of what is not supported.
  std::map<std::string, unsigned> unsupported;
  /// How many programs a strategy took something of.
  std::map<std::string, unsigned> strategies;
  /// How often a rewrite was checked, and how often it was applied.
  std::map<std::string, std::pair<unsigned, unsigned>> rewrites;
};

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_STATISTICS_H
