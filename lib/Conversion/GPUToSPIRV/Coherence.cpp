//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Coherence.h"

#include "LiftDialect/Analysis/BufferAccess.h"
#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::lift;

/// What may have happened to a buffer; each includes those before.
enum class History { Unstored, Stored, StoredBeforeBarrier };

namespace {
/// One walk over a kernel, in the order in which it runs.
class ExchangeFinder {
public:
  explicit ExchangeFinder(llvm::SmallDenseSet<Value> buffers)
      : buffers(std::move(buffers)) {}

  void visit(Block &block);

  bool isExchanged = false;

private:
  void visit(Operation &op);

  /// Of which any may be any other.
  llvm::SmallDenseSet<Value> buffers;
  History history = History::Unstored;
};
} // namespace

static bool ordersGlobalMemory(Operation &op) {
  auto barrier = dyn_cast<lift::BarrierOp>(op);
  return barrier ? barrier.getGlobal() : isa<gpu::BarrierOp>(op);
}

void ExchangeFinder::visit(Operation &op) {
  if (std::optional<BufferAccess> access = BufferAccess::get(&op);
      access && buffers.contains(access->buffer)) {
    isExchanged |= history == History::StoredBeforeBarrier;
    if (access->stored && history == History::Unstored)
      history = History::Stored;
  }
  if (history == History::Stored && ordersGlobalMemory(op))
    history = History::StoredBeforeBarrier;
  // What a trip did the next one finds. The branches of an scf.if one after the
  // other are no less than one of them: they have no barriers.
  const unsigned numTrips = isa<LoopLikeOpInterface>(op) ? 3 : 1;
  for (unsigned trip = 0; trip < numTrips; ++trip)
    for (Region &region : op.getRegions())
      for (Block &block : region)
        visit(block);
}

void ExchangeFinder::visit(Block &block) {
  for (Operation &op : block)
    visit(op);
}

llvm::BitVector lift::findCoherentBuffers(gpu::GPUFuncOp kernel) {
  const unsigned numArguments = kernel.getNumArguments();
  llvm::BitVector coherent(numArguments);
  WalkResult walk = kernel.walk([](Operation *op) {
    return ordersGlobalMemory(*op) ? WalkResult::interrupt()
                                   : WalkResult::advance();
  });
  if (!walk.wasInterrupted())
    return coherent;
  llvm::BitVector shared(numArguments);
  for (BlockArgument argument : kernel.getArguments().take_front(numArguments))
    if (isa<MemRefType>(argument.getType()) &&
        !kernel.getArgAttr(argument.getArgNumber(),
                           LiftDialect::RestrictAttrHelper::getNameStr()))
      shared.set(argument.getArgNumber());
  auto find = [&](const llvm::BitVector &numbers) {
    llvm::SmallDenseSet<Value> buffers;
    for (unsigned number : numbers.set_bits())
      buffers.insert(kernel.getArgument(number));
    ExchangeFinder finder(std::move(buffers));
    finder.visit(kernel.getBody().front());
    if (finder.isExchanged)
      coherent |= numbers;
  };
  find(shared);
  for (unsigned number = 0; number < numArguments; ++number)
    if (isa<MemRefType>(kernel.getArgument(number).getType()) &&
        !shared.test(number)) {
      llvm::BitVector alone(numArguments);
      alone.set(number);
      find(alone);
    }
  return coherent;
}
