//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions over several dimensions, at the top level or in the innermost of
// some maps: each becomes one over a list, which other strategies know. The
// neighbours in memory come one after another; where rows of them are apart,
// their length is a number if it can be, so that it is cheap to find the next.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// A chain of reductions, all of whose dimensions become one.
struct Chain {
  static FailureOr<Chain> get(ReduceOp reduce, Refusal &refusal);

  /// Looks where the elements are by the last dimensions of a nest: of the
  /// chain, or of the maps around it, too.
  void findOrder(const Nest &whole);
  void write(const Handle &root, Schedule &schedule) const;

  Nest nest;
  /// The dimensions, the one along which elements are neighbours last.
  SmallVector<unsigned> order;
  /// The sizes of those that are no list in memory with the one before them.
  Expr rows = 1;
};
} // namespace

FailureOr<Chain> Chain::get(ReduceOp reduce, Refusal &refusal) {
  FailureOr<Nest> nest = Nest::getChain(reduce, refusal);
  if (failed(nest))
    return failure();
  if (!nest->mayReorder())
    return refusal.set(reduce, "is not declared associative and commutative");
  for (unsigned dim = 0; dim + 1 < nest->getNumDims(); ++dim)
    if (!canCollapse(*nest, dim))
      return refusal.set(reduce, "has an operand that does not have all of its "
                                 "dimensions, beside each other");
  return Chain{*nest, {}};
}

void Chain::findOrder(const Nest &whole) {
  order = llvm::to_vector(llvm::seq(nest.getNumDims()));
  const unsigned first = whole.getNumParallelDims();
  for (const NestOperand &operand : whole.getOperands())
    if (std::optional<UnitStride> unit = getUnitStride(operand);
        unit && whole.isReduced(unit->dim)) {
      auto *place = llvm::find(order, unit->dim - first);
      std::rotate(place, place + 1, order.end());
      break;
    }
  for (auto [outer, inner] : llvm::zip(order, ArrayRef(order).drop_front()))
    if (!isContiguous(whole, first + outer, first + inner))
      rows = rows * nest.getDims()[inner].size;
}

void Chain::write(const Handle &root, Schedule &schedule) const {
  Handle loop = root;
  if (!llvm::is_sorted(order))
    loop = schedule.block(loop, getLoopsInOrder(order)).front();
  BlockOptions options = getLoopsInOrder({0});
  options.collapse = llvm::to_vector(llvm::seq(0u, nest.getNumDims() - 1));
  schedule.block(loop, options);
}

/// Whether maps reduce neighbours in memory, and each once.
static LogicalResult checkMaps(const Nest &nest, Refusal &refusal) {
  if (!goesAlongRows(nest))
    return refusal.set(nest.getRoot(), "reduces columns, whose elements are "
                                       "far from each other");
  if (llvm::any_of(nest.getOperands(), [](const NestOperand &operand) {
        return hasView(operand,
                       [](Operation *view) { return isa<SlideOp>(view); });
      }))
    return refusal.set(nest.getRoot(), "reduces windows");
  return success();
}

/// Whether a device has work for more groups than there are sums, of which each
/// is over parts that are apart in memory.
static bool areFewOfParts(const Problem &problem, const Nest &whole,
                          const std::map<unsigned, Chain> &chains) {
  const DeviceModel &device = problem.getDevice();
  const Chain &chain = chains.begin()->second;
  std::optional<int64_t> count = problem.getValue(countResults(whole));
  // What has been cut so has a dimension of one element.
  return device.hasLocalMemory && count && 2 * *count <= device.computeUnits &&
         !(chain.nest.getDims().front().size == Expr(1)) &&
         !(chain.rows == Expr(1)) && llvm::is_sorted(chain.order);
}

LogicalResult lift::planJoinedSums(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  constexpr int64_t kShort = 64;
  Rows rows = collectRows(pattern);
  // Maps that are no nest are taken to reduce rows.
  FailureOr<Nest> whole = Nest::get(pattern, refusal);
  if (succeeded(whole) && failed(checkMaps(*whole, refusal)))
    return failure();
  std::map<unsigned, Chain> chains;
  std::map<std::string, int64_t> fixed;
  for (auto [number, op] : llvm::enumerate(rows.patterns)) {
    auto reduce = dyn_cast<ReduceOp>(op);
    if (!reduce || !goesThroughRows(reduce))
      continue;
    FailureOr<Chain> chain = Chain::get(reduce, refusal);
    if (failed(chain))
      return failure();
    // Records, of which a work-item reads all numbers: their sums take as many
    // registers as it has, and vectors of them more.
    if (rows.maps.empty() && chain->nest.getNumDims() == 1)
      continue;
    const Expr length = countReduced(chain->nest);
    if (!rows.maps.empty() &&
        (problem.getValue(length).value_or(kShort) < kShort ||
         problem.isTakenAsAtMost(Problem::kFewParts, length)))
      return refusal.set(reduce, "reduces few elements");
    chain->findOrder(succeeded(whole) ? *whole : chain->nest);
    if (auto sizes = problem.fix(chain->rows))
      fixed.insert(sizes->begin(), sizes->end());
    chains.emplace(number, *chain);
  }
  if (chains.empty())
    return refusal.set(pattern, "reduces no several dimensions");
  if (succeeded(whole) && areFewOfParts(problem, *whole, chains)) {
    schedule.comment("a sum for each index of the outermost dimension");
    schedule.splitNest(root, {whole->getNumParallelDims()}, 1,
                       /*isPadded=*/false);
    return success();
  }
  schedule.comment("one dimension");
  Handle outer = fixed.empty() ? root : schedule.fixSizes(root, fixed);
  if (rows.maps.empty()) {
    chains.begin()->second.write(outer, schedule);
    return success();
  }
  outer = schedule.matchMaps(outer, rows.maps.size()).back();
  for (const auto &[number, chain] : chains)
    chain.write(schedule.matchPattern(number, outer), schedule);
  return success();
}
