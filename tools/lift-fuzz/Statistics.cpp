//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Statistics.h"

#include "LiftDialect/LiftOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

/// The percentages of programs that must have something at least.
static constexpr double kMinOp = 5, kMinSymbolic = 30, kMinMapped = 30,
                        kMinDeep = 20;
/// Patterns inside each other that count as deeply nested.
static constexpr unsigned kDeep = 4;

Statistics::Statistics(MLIRContext &context) {
  for (RegisteredOperationName name : context.getRegisteredOperationsByDialect(
           LiftDialect::getDialectNamespace()))
    // Barriers stand in lowered kernels only, what is of tensors in functions
    // of the host.
    if (name.getStringRef() != BarrierOp::getOperationName() &&
        name.getStringRef() != FromTensorOp::getOperationName() &&
        name.getStringRef() != ToTensorOp::getOperationName())
      ops[name.getStringRef().str()] = 0;
}

void Statistics::add(const Features &features) {
  ++numPrograms;
  numSymbolic += features.isSymbolic;
  numMapped += features.isMapped;
  numDeep += features.depth >= kDeep;
  for (const std::string &op : features.ops)
    ++ops[op];
  ++depths[features.depth];
}

void Statistics::add(const Features &features, const Verdict &verdict) {
  add(features);
  if (!features.rewrite.empty()) {
    auto &[checked, applied] = rewrites[features.rewrite];
    ++checked;
    applied += verdict.outcome == Outcome::Agrees;
  }
  for (const std::string &name : std::set<std::string>(
           verdict.strategies.begin(), verdict.strategies.end()))
    ++strategies[name];
  numFailures += isFailure(verdict.outcome);
  ++outcomes[getName(verdict.outcome).str()];
  if (verdict.outcome != Outcome::Unsupported)
    return;
  ++numUnsupported;
  ++unsupported[verdict.getSignature()];
}

double Statistics::getPercent(unsigned count) const {
  return 100.0 * count / std::max(numPrograms, 1u);
}

void Statistics::print(raw_ostream &os) const {
  auto line = [&](unsigned count, const Twine &what) {
    os << llvm::format("  %5.1f %%  ", getPercent(count)) << what << "\n";
  };
  os << numPrograms << " programs";
  StringRef separator = ": ";
  for (const auto &[outcome, count] : outcomes)
    os << std::exchange(separator, ", ") << count << " " << outcome;
  os << "\n";
  for (const auto &[name, counts] : rewrites)
    os << "  " << name << ": of " << counts.first << " times applied "
       << counts.second << "\n";
  for (const auto &[name, count] : strategies)
    line(count, "have a " + name);
  line(numSymbolic, "have symbolic sizes");
  line(numMapped, "are mapped as by hand");
  line(numDeep, "have patterns nested 4 deep, or deeper");
  os << "nesting depth:";
  for (const auto &[depth, count] : depths)
    os << " " << depth << ":" << count;
  os << "\nprograms with an operation:\n";
  for (const auto &[op, count] : ops)
    line(count, op);
  if (!unsupported.empty())
    os << "unsupported:\n";
  for (const auto &[message, count] : unsupported)
    line(count, message);
}

bool Statistics::printShortfalls(raw_ostream &os) const {
  bool found = false;
  auto require = [&](unsigned count, double percent, StringRef what) {
    if (getPercent(count) >= percent)
      return;
    found = true;
    os << llvm::format("too few programs, %.1f %% of %.0f %%: ",
                       getPercent(count), percent)
       << what << "\n";
  };
  require(numSymbolic, kMinSymbolic, "symbolic sizes");
  require(numMapped, kMinMapped, "mapped as by hand");
  require(numDeep, kMinDeep, "nested deeply");
  for (const auto &[op, count] : ops)
    require(count, kMinOp, op);
  return found;
}
