//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lift.unroll asks for, for back ends whose compilers are not told.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/GPU/Passes.h"
#include "LiftDialect/LiftDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"

namespace mlir::lift {
#define GEN_PASS_DEF_UNROLLLOOPSPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct UnrollLoopsPass final
    : lift::impl::UnrollLoopsPassBase<UnrollLoopsPass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

/// How many operations `loop` has once it is unrolled.
static std::optional<uint64_t> countUnrolled(scf::ForOp loop) {
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (!trips || trips->getActiveBits() > 32)
    return std::nullopt;
  uint64_t numOps = 0;
  loop.getBody()->walk([&](Operation *) { ++numOps; });
  return trips->getZExtValue() * numOps;
}

void UnrollLoopsPass::runOnOperation() {
  const StringRef name = LiftDialect::UnrollAttrHelper::getNameStr();
  // Inner loops first: the copies of an outer one have none left to unroll.
  SmallVector<scf::ForOp> loops;
  getOperation().walk([&](scf::ForOp loop) {
    if (loop->hasAttr(name))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops) {
    auto factor = loop->getAttrOfType<IntegerAttr>(name);
    if (factor) {
      loop->removeAttr(name);
      if (factor.getInt() > 1 &&
          succeeded(loopUnrollByFactor(loop, factor.getInt())))
        ++numUnrolled;
      continue;
    }
    std::optional<uint64_t> numOps = countUnrolled(loop);
    if (numOps && *numOps <= maxOps && succeeded(loopUnrollFull(loop)))
      ++numUnrolled;
  }
}
