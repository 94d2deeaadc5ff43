//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions of what maps compute of each number of a matrix. A few cheap
// operations are done where the tiles are copied to local memory: some times
// for each number, but without a kernel and a matrix in memory for them.
//
//===----------------------------------------------------------------------===//

#include "ContractionShape.h"

#include "LiftDialect/Rewriting/InlineInWindows.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "LocalTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether a map computes a number of each number of one array, in a few
/// operations each of which takes as long as a sum.
static bool isCheapMap(MapOp map) {
  constexpr unsigned kMaxOps = 8;
  MapOp innermost = getNumberMap(map);
  if (!innermost || map.getInputs().size() != 1 || map->getNumResults() != 1)
    return false;
  // A copy is made for where it stands.
  auto ops = innermost.getBody().front().without_terminator();
  const unsigned numOps = llvm::range_size(ops);
  return numOps > 0 && numOps <= kMaxOps &&
         llvm::all_of(ops, [](Operation &op) {
           return isa<arith::ArithDialect>(op.getDialect()) &&
                  !isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp,
                       arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op);
         });
}

/// Whether all that reads a value, by views, is in `pattern`.
static bool isOnlyReadIn(Value value, Operation *pattern) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return pattern->isAncestor(user) ||
           (isa<ViewOpInterface>(user) &&
            isOnlyReadIn(user->getResult(0), pattern));
  });
}

LogicalResult lift::planComputedOperands(Problem &problem, Operation *pattern,
                                         const Handle &, Schedule &schedule,
                                         Refusal &refusal) {
  FailureOr<ContractionNest> contraction =
      getContractionInTiles(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const auto &[nest, shape] = *contraction;
  SmallVector<Operation *> patterns = getTopLevelPatterns(problem.getFunc());
  for (Value factor :
       llvm::concat<const Value>(shape.rowOperands, shape.columnOperands)) {
    auto map = getArray(*nest.lookup(factor)).getDefiningOp<MapOp>();
    if (!map || !isCheapMap(map) || !isOnlyReadIn(map->getResult(0), pattern))
      continue;
    schedule.computeInReaders(schedule.matchPattern(
        std::distance(patterns.begin(), llvm::find(patterns, map))));
    return success();
  }
  return refusal.set(pattern, "multiplies nothing that cheap maps compute of "
                              "numbers");
}
