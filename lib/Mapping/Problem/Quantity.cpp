//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/Quantity.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>
#include <map>

using namespace mlir;
using namespace mlir::lift;

std::optional<unsigned> TuningParameter::find(int64_t value) const {
  auto it = llvm::find(values, value);
  if (it == values.end())
    return std::nullopt;
  return it - values.begin();
}

bool TuningParameter::choose(int64_t value) {
  std::optional<unsigned> number = find(value);
  if (number)
    choice = number;
  return number.has_value();
}

size_t Quantity::count(llvm::ArrayRef<unsigned> counts) {
  size_t product = 1;
  for (unsigned count : counts)
    product = llvm::SaturatingMultiply<size_t>(product, count);
  return product;
}

Quantity Quantity::fromValues(std::vector<unsigned> parameters,
                              std::vector<unsigned> counts,
                              std::vector<int64_t> values) {
  if (llvm::all_equal(values))
    return values.front();
  Quantity quantity;
  quantity.parameters = std::move(parameters);
  quantity.counts = std::move(counts);
  quantity.values = std::move(values);
  return quantity;
}

Quantity Quantity::tabulate(
    std::vector<unsigned> parameters, std::vector<unsigned> counts,
    llvm::function_ref<int64_t(llvm::ArrayRef<unsigned>)> compute) {
  std::vector<int64_t> values;
  std::vector<unsigned> choice(counts.size());
  for (size_t left = count(counts); left > 0; --left) {
    values.push_back(compute(choice));
    for (size_t i = choice.size(); i-- > 0;) {
      if (++choice[i] < counts[i])
        break;
      choice[i] = 0;
    }
  }
  return fromValues(std::move(parameters), std::move(counts),
                    std::move(values));
}

std::optional<int64_t> Quantity::getConstant() const {
  if (values.size() == 1)
    return values.front();
  return std::nullopt;
}

int64_t Quantity::getMin() const {
  return *std::min_element(values.begin(), values.end());
}

int64_t Quantity::at(llvm::ArrayRef<unsigned> names,
                     llvm::ArrayRef<unsigned> choice) const {
  size_t offset = 0;
  for (auto [parameter, count] : llvm::zip_equal(parameters, counts))
    offset =
        offset * count + choice[llvm::find(names, parameter) - names.begin()];
  return values[offset];
}

std::optional<Quantity>
Quantity::combine(const Quantity &lhs, const Quantity &rhs,
                  llvm::function_ref<int64_t(int64_t, int64_t)> compute) {
  std::map<unsigned, unsigned> both;
  for (const Quantity *factor : {&lhs, &rhs})
    for (auto [parameter, count] :
         llvm::zip_equal(factor->parameters, factor->counts))
      both.emplace(parameter, count);
  std::vector<unsigned> parameters, counts;
  for (auto [parameter, count] : both) {
    parameters.push_back(parameter);
    counts.push_back(count);
  }
  if (count(counts) > kMaxValues)
    return std::nullopt;
  return tabulate(parameters, counts, [&](llvm::ArrayRef<unsigned> choice) {
    return compute(lhs.at(parameters, choice), rhs.at(parameters, choice));
  });
}

std::optional<Quantity> Quantity::multiply(const Quantity &lhs,
                                           const Quantity &rhs) {
  return combine(lhs, rhs, [](int64_t first, int64_t second) {
    auto product = llvm::SaturatingMultiply<uint64_t>(first, second);
    return int64_t(
        std::min<uint64_t>(product, std::numeric_limits<int64_t>::max()));
  });
}

Formula Quantity::build(unsigned firstVariable, const std::vector<bool> &truth,
                        size_t depth, size_t offset) const {
  if (depth == parameters.size())
    return Formula::constant(truth[offset]);
  size_t stride = count(llvm::ArrayRef(counts).drop_front(depth + 1));
  // The values that the rest does not tell apart.
  std::map<std::vector<bool>, CodeSet> groups;
  for (unsigned value = 0; value < counts[depth]; ++value) {
    auto begin = truth.begin() + int64_t(offset + value * stride);
    groups[std::vector<bool>(begin, begin + int64_t(stride))] |=
        getCodeSet(value);
  }
  std::vector<Formula> any;
  for (const auto &[rest, codes] : groups) {
    if (llvm::none_of(rest, [](bool holds) { return holds; }))
      continue;
    Formula formula = build(firstVariable, truth, depth + 1,
                            offset + size_t(llvm::countr_zero(codes)) * stride);
    if (groups.size() == 1)
      return formula;
    any.push_back(
        Formula::all({Formula::in(firstVariable + parameters[depth], codes),
                      std::move(formula)}));
  }
  return Formula::any(std::move(any));
}

Formula Quantity::where(unsigned firstVariable,
                        llvm::function_ref<bool(int64_t)> test) const {
  std::vector<bool> truth;
  for (int64_t value : values)
    truth.push_back(test(value));
  return build(firstVariable, truth, 0, 0);
}
