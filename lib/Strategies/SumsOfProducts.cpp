//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A body that reduces several pairs of rows, as a cell of a recurrent network
// does, is no nest that a strategy has tiles for: each element would be reduced
// by a group. So there is one reduction in each body,
//
//   map (\x -> sum x a + sum x b) = map (\x -> sum x (a, b))
//   map (\x -> f (reduce x) (reduce' x)) = map (f . reduce') (map reduce, id)
//
// where the second stores the numbers of the first map, which are few beside
// those that are multiplied for them.
//
//===----------------------------------------------------------------------===//

#include "SumsOfProducts.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/AddedReductions.h"
#include "LiftDialect/Rewriting/Fission.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// A body in maps that stand inside each other, and what it reduces.
class Products {
public:
  /// Refuses a body that does something else with arrays, or reduces what is no
  /// contraction with the maps.
  static FailureOr<Products> get(Block &body, Refusal &refusal);

  /// Makes one reduction of those that are added to each other; how many are
  /// part of another one then.
  unsigned merge(RewriterBase &rewriter);
  /// Gives each reduction but the last a map of its own. Whether there are some
  /// then, which replace the map.
  bool separate(RewriterBase &rewriter);

private:
  /// Some of the maps: bit i for the i-th from outside.
  using Maps = uint64_t;
  /// By which maps the operands of a contraction differ.
  struct Kinds {
    Maps rows, columns;
  };

  explicit Products(Block &body) : body(body) {}
  LogicalResult findMaps(Refusal &refusal);
  bool isInside(Value value) const {
    return maps.front()->isAncestor(value.getParentBlock()->getParentOp());
  }
  Maps getAllMaps() const { return (Maps(1) << maps.size()) - 1; }
  std::optional<Maps> findChoosing(Value value) const;
  FailureOr<Kinds> getKinds(ReduceOp reduce, Refusal &refusal) const;
  bool canMerge(ReduceOp first, ReduceOp second) const;

  Block &body;
  /// The outermost first.
  SmallVector<MapOp> maps;
  SmallVector<ReduceOp> reductions;
};
} // namespace

LogicalResult Products::findMaps(Refusal &refusal) {
  Operation *op = body.getParentOp();
  for (; isa<MapOp>(op); op = op->getParentOp())
    maps.insert(maps.begin(), cast<MapOp>(op));
  if (!isa<func::FuncOp>(op))
    return refusal.set(op, "is around the maps");
  return success();
}

/// The maps that choose what a value is, which views may be of. Nothing where a
/// nest would not know it as an operand.
std::optional<Products::Maps> Products::findChoosing(Value value) const {
  Maps choosing = 0;
  while (isInside(value)) {
    const size_t depth =
        llvm::find(maps, value.getParentBlock()->getParentOp()) - maps.begin();
    if (depth == maps.size())
      return std::nullopt;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      choosing |= Maps(1) << depth;
      MapOp map = maps[depth];
      value = map.getInputs()[argument.getArgNumber()];
      continue;
    }
    Operation *op = value.getDefiningOp();
    auto view = dyn_cast<ViewOpInterface>(op);
    if (!view) {
      // What is computed there, in a map of its own then.
      if (op->getBlock() == &body)
        return std::nullopt;
      return choosing | ((Maps(2) << depth) - 1);
    }
    if (op->getNumRegions() != 0 || view.getViewSources().size() != 1 ||
        llvm::any_of(op->getOperands().drop_front(),
                     [&](Value other) { return isInside(other); }))
      return std::nullopt;
    value = op->getOperand(0);
  }
  return choosing;
}

FailureOr<Products::Kinds> Products::getKinds(ReduceOp reduce,
                                              Refusal &refusal) const {
  SmallVector<Maps> kinds;
  for (Value input : reduce.getInputs()) {
    std::optional<Maps> kind = findChoosing(input);
    if (!kind)
      return refusal.set(reduce, "goes through what is computed for it");
    if (!llvm::is_contained(kinds, *kind))
      kinds.push_back(*kind);
  }
  if (kinds.size() != 2 || (kinds[0] & ~kinds[1]) == 0 ||
      (kinds[1] & ~kinds[0]) == 0 || (kinds[0] | kinds[1]) != getAllMaps())
    return refusal.set(reduce, "is no contraction");
  // The columns are those of the innermost map.
  const bool isTurned = kinds[0] > kinds[1];
  return Kinds{kinds[isTurned], kinds[!isTurned]};
}

/// Whether a reduction uses nothing but its inputs, and numbers from outside of
/// the body.
static bool usesOnlyInputs(ReduceOp reduce, Block &body) {
  auto isOther = [&](Value value) {
    Operation *def = value.getDefiningOp();
    const bool isConstant = def && def->hasTrait<OpTrait::ConstantLike>();
    if (reduce->isProperAncestor(value.getParentBlock()->getParentOp()) ||
        isConstant)
      return false;
    return isa<ArrayType>(value.getType())
               ? !llvm::is_contained(reduce.getInputs(), value)
               : def && def->getBlock() == &body;
  };
  return !usesAny(*reduce, isOther);
}

FailureOr<Products> Products::get(Block &body, Refusal &refusal) {
  Products products(body);
  for (Operation &op : body.without_terminator()) {
    auto reduce = dyn_cast<ReduceOp>(op);
    if (!reduce && op.getNumRegions() != 0)
      return refusal.set(&op, "is no reduction");
    if (reduce)
      products.reductions.push_back(reduce);
  }
  if (products.reductions.size() < 2)
    return refusal.set(body.getParentOp(), "reduces fewer than two rows");
  if (failed(products.findMaps(refusal)))
    return failure();
  for (ReduceOp reduce : products.reductions) {
    if (saysHowItRuns(reduce) || !reduce.getAssociative() ||
        !reduce.getCommutative())
      return refusal.set(reduce, "may not be reordered");
    if (!usesOnlyInputs(reduce, body))
      return refusal.set(reduce, "uses more than rows");
    if (failed(products.getKinds(reduce, refusal)))
      return failure();
  }
  return products;
}

/// Whether a sum is known to be so short that what it is stored for takes
/// longer.
static bool isShort(ReduceOp reduce) {
  constexpr int64_t kShort = 32;
  return cast<ArrayType>(reduce.getInputs().front().getType())
             .getSize(0)
             .getConstant()
             .value_or(kShort) < kShort;
}

/// The array that a value in loops is an element, or a view, of.
static Value getArrayAround(Value value) {
  while (true) {
    auto argument = dyn_cast<BlockArgument>(value);
    auto map = argument ? dyn_cast<MapOp>(argument.getOwner()->getParentOp())
                        : MapOp();
    auto view = value.getDefiningOp<ViewOpInterface>();
    if (map)
      value = map.getInputs()[argument.getArgNumber()];
    else if (view && view.getViewSources().size() == 1)
      value = view.getViewSources().front();
    else
      return value;
  }
}

/// Whether two sums read one array, as those of two taps of a filter.
static bool shareArray(ReduceOp first, ReduceOp second) {
  return llvm::any_of(first.getInputs(), [&](Value input) {
    return llvm::is_contained(
        llvm::map_range(second.getInputs(), getArrayAround),
        getArrayAround(input));
  });
}

static int64_t countBytes(ReduceOp reduce) {
  int64_t bytes = 0;
  for (Value input : reduce.getInputs())
    bytes += getHeldBytes(cast<ArrayType>(input.getType()).getElementType());
  return bytes;
}

/// Whether there are tiles for both in one, of the same rows and columns. Where
/// these are of four matrices, it takes less to store the sums than to have all
/// fragments in registers.
bool Products::canMerge(ReduceOp first, ReduceOp second) const {
  // Three rows and columns of 4-byte numbers: twice 8 steps of the large tiles
  // take 38 KiB.
  constexpr int64_t kMaxBytes = 24;
  Refusal refusal;
  FailureOr<Kinds> kinds = getKinds(first, refusal),
                   others = getKinds(second, refusal);
  return (isShort(first) || shareArray(first, second)) && succeeded(kinds) &&
         succeeded(others) && kinds->rows == others->rows &&
         kinds->columns == others->columns &&
         countBytes(first) + countBytes(second) <= kMaxBytes;
}

unsigned Products::merge(RewriterBase &rewriter) {
  unsigned numMerged = 0;
  // What others have become part of is in the place of the last of them.
  for (size_t second = 1; second < reductions.size(); ++second)
    for (size_t first = 0; first < second; ++first) {
      Refusal refusal;
      if (!canMerge(reductions[first], reductions[second]))
        continue;
      FailureOr<ReduceOp> merged = mergeAddedReductions(
          rewriter, reductions[first], reductions[second], refusal);
      if (failed(merged))
        continue;
      reductions[second] = *merged;
      reductions.erase(reductions.begin() + first);
      --second;
      ++numMerged;
      break;
    }
  return numMerged;
}

bool Products::separate(RewriterBase &rewriter) {
  if (reductions.size() < 2 || llvm::any_of(reductions, isShort))
    return false;
  MapOp map = maps.back();
  for (size_t left = reductions.size(); left > 1; --left) {
    Refusal refusal;
    ReduceOp first = *map.getBody().getOps<ReduceOp>().begin();
    auto divided = fissionMap(rewriter, map, first, refusal);
    if (failed(divided))
      return left < reductions.size();
    map = divided->second;
  }
  return true;
}

void lift::separateProducts(
    RewriterBase &rewriter, MapOp root,
    llvm::function_ref<void(Location, StringRef)> report) {
  SmallVector<MapOp> innermost;
  root->walk([&](MapOp map) { innermost.push_back(map); });
  for (MapOp map : innermost) {
    Refusal refusal;
    FailureOr<Products> products =
        Products::get(map.getBody().front(), refusal);
    if (failed(products))
      continue;
    Location loc = map.getLoc();
    if (products->merge(rewriter) > 0)
      report(loc, "has one sum of several that are added to each other");
    if (products->separate(rewriter))
      report(loc, "is divided, as it has several products of matrices");
  }
}
