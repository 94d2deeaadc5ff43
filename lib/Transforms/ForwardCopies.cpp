//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads of what the same work-item has copied to a private buffer, in loops
// that run as those of the copy do, read the copy.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Loop/OperandExprs.h"
#include "MergeReads.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// All that is written to a private buffer, which is what an array has.
struct PrivateCopy {
  static std::optional<PrivateCopy> get(loop::AllocOp alloc);

  loop::LoadOp load;
  loop::StoreOp store;
  /// From the outermost; the block of that has the whole copy.
  SmallVector<loop::ForOp> loops;

  Block *getBlock() const { return loops.front()->getBlock(); }
};

/// Which values of a read stand for the trips of a copy.
class CopiedRead {
public:
  CopiedRead(PrivateCopy copy, loop::LoadOp read)
      : copy(std::move(copy)), read(read) {}

  /// Whether the read is of an element that the copy has, in each trip.
  bool match();
  /// Reads the copy instead.
  void replace();

private:
  bool isSame(Value copied, Value index);
  bool areSame(ValueRange copied, ValueRange indices) {
    return llvm::equal(copied, indices, [&](Value one, Value other) {
      return isSame(one, other);
    });
  }

  PrivateCopy copy;
  loop::LoadOp read;
  llvm::SmallMapVector<Value, Value, 4> trips;
};
} // namespace

/// Whether an array is one that the kernel only reads.
static bool isInput(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  auto kernel =
      argument ? dyn_cast<loop::KernelOp>(argument.getOwner()->getParentOp())
               : nullptr;
  return kernel && llvm::is_contained(kernel.getInputArgs(), argument);
}

/// The loops around a statement up to those around `alloc`, if each has a
/// constant number of trips, all of which are taken.
static std::optional<SmallVector<loop::ForOp>> getLoops(Operation *statement,
                                                        loop::AllocOp alloc) {
  SmallVector<loop::ForOp> loops;
  Operation *op = statement->getParentOp();
  for (; op != alloc->getParentOp(); op = op->getParentOp()) {
    auto loop = dyn_cast_or_null<loop::ForOp>(op);
    if (!loop || !countTrips(loop) || !loop.getStates().empty())
      return std::nullopt;
    loops.push_back(loop);
  }
  return llvm::to_vector(llvm::reverse(loops));
}

/// Whether each trip of all loops stores an element of its own, whose indices
/// are the numbers of the trips.
static bool storesEach(loop::StoreOp store, ArrayRef<loop::ForOp> loops) {
  SmallVector<Value> trips = llvm::map_to_vector(
      loops, [](loop::ForOp loop) { return Value(loop.getInductionVar()); });
  for (auto [expr, index] :
       llvm::zip_equal(store.getPath().getExprs(),
                       loop::getPlain(store.getPath(), store.getIndices()))) {
    if (expr.getConstant())
      continue;
    auto *trip = llvm::find(trips, index);
    if (!index || trip == trips.end())
      return false;
    trips.erase(trip);
  }
  return trips.empty();
}

std::optional<PrivateCopy> PrivateCopy::get(loop::AllocOp alloc) {
  if (alloc.getType().getSpace() != AddressSpace::Private)
    return std::nullopt;
  PrivateCopy copy;
  for (Operation *user : alloc->getUsers()) {
    if (isa<loop::LoadOp>(user))
      continue;
    auto store = dyn_cast<loop::StoreOp>(user);
    if (!store || copy.store)
      return std::nullopt;
    copy.store = store;
  }
  if (!copy.store)
    return std::nullopt;
  copy.load = copy.store.getValue().getDefiningOp<loop::LoadOp>();
  if (!copy.load || !isInput(copy.load.getBuffer()) ||
      copy.load->getBlock() != copy.store->getBlock())
    return std::nullopt;
  auto loops = getLoops(copy.store, alloc);
  if (!loops || loops->empty() || !storesEach(copy.store, *loops))
    return std::nullopt;
  copy.loops = *loops;
  return copy;
}

/// Whether two loops have the same trips.
static bool haveSameTrips(loop::ForOp one, loop::ForOp other) {
  return countTrips(other) && other.getBounds() == one.getBounds() &&
         one.getIndices().empty() && other.getIndices().empty();
}

bool CopiedRead::isSame(Value copied, Value index) {
  auto *trip = llvm::find_if(copy.loops, [&](loop::ForOp loop) {
    return loop.getInductionVar() == copied;
  });
  if (trip != copy.loops.end()) {
    loop::ForOp loop = loop::getLoop(index);
    if (!loop || loop.getInductionVar() != index || !haveSameTrips(*trip, loop))
      return false;
    return trips.insert({copied, index}).first->second == index;
  }
  if (copied == index)
    return true;
  auto one = copied.getDefiningOp<loop::IndexOp>(),
       other = index.getDefiningOp<loop::IndexOp>();
  return one && other && one.getKind() == other.getKind() &&
         one.getExprs() == other.getExprs() &&
         one.getData() == other.getData() &&
         areSame(one.getIndices(), other.getIndices());
}

bool CopiedRead::match() {
  Operation *statement = copy.getBlock()->findAncestorOpInBlock(*read);
  if (!statement || !copy.loops.front()->isBeforeInBlock(statement) ||
      read.getPath() != copy.load.getPath() ||
      read.getType() != copy.load.getType() ||
      !areSame(copy.load.getIndices(), read.getIndices()))
    return false;
  // An element of the copy for all trips would be that of the last.
  return trips.size() == copy.loops.size();
}

void CopiedRead::replace() {
  OpBuilder builder(read);
  SmallVector<Value> indices = llvm::map_to_vector(
      copy.store.getIndices(), [&](Value index) { return trips[index]; });
  auto load = loop::LoadOp::create(builder, read.getLoc(), read.getType(),
                                   copy.store.getBuffer(), indices,
                                   copy.store.getPath());
  read.replaceAllUsesWith(load.getResult());
  read.erase();
}

unsigned lift::forwardCopies(loop::KernelOp kernel) {
  unsigned count = 0;
  SmallVector<loop::AllocOp> allocs;
  kernel.walk([&](loop::AllocOp alloc) { allocs.push_back(alloc); });
  for (loop::AllocOp alloc : allocs) {
    std::optional<PrivateCopy> copy = PrivateCopy::get(alloc);
    if (!copy)
      continue;
    loop::LoadOp copied = copy->load;
    for (Operation *user :
         llvm::make_early_inc_range(copied.getBuffer().getUsers())) {
      auto read = dyn_cast<loop::LoadOp>(user);
      if (!read || read == copied)
        continue;
      CopiedRead candidate(*copy, read);
      if (!candidate.match())
        continue;
      candidate.replace();
      ++count;
    }
  }
  return count;
}
