//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules that a mapping should satisfy to be fast; it is right without.
//
//===----------------------------------------------------------------------===//

#include "RuleSupport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::lift;
using StoredValue = MappingProblem::StoredValue;

static void postParallel(const MappingProblem &problem, ConstraintList &list) {
  std::vector<Formula> any;
  for (auto [map, facts] : llvm::enumerate(problem.maps))
    if (facts.mustBeSequential.empty())
      any.push_back(Formula::in(map, kParallelCodes));
  if (!any.empty())
    list.push_back(
        {"", {}, "some map is parallel", Formula::any(std::move(any))});
}

/// Adds what a work-item holds of a private value: `bytes`, but of dimensions
/// from number `dim` on its share alone, where a map to one of `codes` divides
/// them.
static void addShareTerms(const MappingProblem &problem,
                          const StoredValue &buffer, size_t dim,
                          const Quantity &bytes, CodeSet codes,
                          std::vector<Formula> conditions, int64_t bound,
                          Terms &terms) {
  if (dim == buffer.spread.size())
    return addTerms(problem, bytes, std::move(conditions), bound, terms);
  const auto &[map, length] = buffer.spread[dim];
  std::vector<Formula> isWhole = conditions;
  isWhole.push_back(!Formula::in(map, codes));
  addShareTerms(problem, buffer, dim + 1, bytes, codes, std::move(isWhole),
                bound, terms);
  for (unsigned code : getCodes(codes & problem.getDomain(map))) {
    // Of 9 elements, 4 work-items hold 3 each at most.
    Quantity local = problem.localSize[code % 10].value_or(1);
    std::optional<Quantity> part =
        Quantity::combine(length, local, [](int64_t length, int64_t size) {
          return int64_t(llvm::divideCeil(length, std::max<int64_t>(size, 1)));
        });
    std::optional<Quantity> rest =
        Quantity::combine(bytes, length, [](int64_t bytes, int64_t length) {
          return bytes / std::max<int64_t>(length, 1);
        });
    std::optional<Quantity> share =
        part && rest ? Quantity::multiply(*part, *rest) : std::nullopt;
    std::vector<Formula> isDivided = conditions;
    isDivided.push_back(Formula::is(map, code));
    // No two dimensions are divided by the same ids (S1).
    addShareTerms(problem, buffer, dim + 1, share.value_or(kMaxMemory + 1),
                  codes & ~getCodeSet(code), std::move(isDivided), bound,
                  terms);
  }
}

/// Values that are not needed at the same time can have the same registers.
static void postPrivateMemory(const MappingProblem &problem,
                              ConstraintList &list) {
  if (!problem.target.privateMemory)
    return;
  int64_t bound = *problem.target.privateMemory;
  for (auto [index, buffer] : llvm::enumerate(problem.buffers)) {
    Terms terms;
    uint64_t most = 0;
    for (unsigned other : buffer.together) {
      const StoredValue &value = problem.buffers[other];
      if (!value.bytes)
        continue;
      most = llvm::SaturatingAdd<uint64_t>(
          most, *llvm::max_element(value.bytes->getValues()));
      addShareTerms(problem, value, 0, *value.bytes, kLclCodes, {}, bound,
                    terms);
    }
    // Whatever is divided, it fits.
    if (most <= uint64_t(bound))
      continue;
    postBuffer(index,
               "private values that are needed together (" +
                   std::to_string(most) +
                   " bytes at most, divided by maps to lcl) must fit into " +
                   std::to_string(bound) + " bytes of registers of " +
                   problem.target.name,
               {Formula::atMost(std::move(terms), bound)}, list);
  }
}

std::vector<MappingRule> lift::getLimitRules() {
  return {{"S9", "some map is parallel", postParallel},
          {"S12", "registers", postPrivateMemory},
          getNeighbourRule()};
}
