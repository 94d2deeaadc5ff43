//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Statistics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

void Statistics::add(const ProgramReport &report) {
  ++numPrograms;
  numFailures += isFailure(report.verdict.outcome);
  numSymbolic += report.features.isSymbolic;
  numMapped += report.features.isMapped;
  ++outcomes[getName(report.verdict.outcome).str()];
  for (const std::string &op : report.features.ops)
    ++ops[op];
  ++depths[report.features.depth];
  if (report.verdict.outcome == Outcome::Unsupported)
    ++unsupported[report.verdict.getSignature()];
}

void Statistics::print(raw_ostream &os) const {
  auto percent = [&](unsigned count) {
    return llvm::format("%5.1f %%", 100.0 * count / std::max(numPrograms, 1u));
  };
  os << numPrograms << " programs:";
  llvm::ListSeparator separator;
  for (const auto &[outcome, count] : outcomes)
    os << separator << " " << count << " " << outcome;
  os << "\n" << percent(numSymbolic) << " have symbolic sizes\n"
     << percent(numMapped) << " are mapped by hand\n";
  os << "nesting depth:";
  for (const auto &[depth, count] : depths)
    os << " " << depth << ":" << count;
  os << "\nprograms with an operation:\n";
  for (const auto &[op, count] : ops)
    os << "  " << percent(count) << "  " << op << "\n";
  if (!unsupported.empty())
    os << "unsupported:\n";
  for (const auto &[message, count] : unsupported)
    os << "  " << percent(count) << "  " << message << "\n";
}
