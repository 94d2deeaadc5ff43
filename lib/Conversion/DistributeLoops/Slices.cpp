//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whose memory. In loops over local ids, local memory has one slice for each
// id; a global temporary has one for each trip of all parallel loops around.
// What is private is each work-item's own.
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "LoopCodes.h"

#include "LiftDialect/Loop/OperandExprs.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;
using namespace mlir::lift::loop;

namespace {
/// The dimensions that tell the slices apart.
struct Slices {
  SmallVector<Expr> sizes;
  SmallVector<Value> indices;
};
} // namespace

static Slices getSlices(loop::AllocOp alloc, const Launch &launch) {
  Slices slices;
  AddressSpace space = alloc.getType().getSpace();
  for (loop::ForOp loop : getParallelLoops(alloc)) {
    LoopCodes codes(loop);
    unsigned dim = loop.getMappingAttr().getDim();
    Value id = launch.getLocalId(dim);
    if (space == AddressSpace::Global && codes.holds(hasSliceOfTrip(0))) {
      slices.sizes.push_back(launch.getFacts().simplify(loop.getUpper()));
      slices.indices.push_back(loop.getInductionVar());
    } else if (space == AddressSpace::Local && id &&
               codes.holds(hasSliceOfItem(codes.getAll(), dim))) {
      slices.sizes.push_back(launch.getLocalSize(dim));
      slices.indices.push_back(id);
    }
  }
  return slices;
}

static void addSlices(loop::AllocOp alloc, const Slices &slices) {
  loop::BufferType type = alloc.getType();
  SmallVector<Expr> sizes = slices.sizes;
  llvm::append_range(sizes, type.getSizeExprs());
  alloc.getBuffer().setType(loop::BufferType::get(
      type.getContext(), sizes, type.getElementType(), type.getSpace()));
  if (std::optional<ArrayRef<int64_t>> pad = alloc.getPad()) {
    SmallVector<int64_t> pads(slices.sizes.size(), 0);
    llvm::append_range(pads, *pad);
    alloc.setPad(pads);
  }
  for (Operation *user : alloc->getUsers()) {
    loop::OperandExprs operands;
    SmallVector<Expr> path = llvm::map_to_vector(
        slices.indices, [&](Value index) { return operands.use(index); });
    auto [exprs, indices] = loop::getExprs(user);
    llvm::append_range(path, operands.use(exprs, indices));
    loop::setExprs(user, path, operands);
  }
}

void distribute_loops::addSlices(loop::KernelOp kernel, const Launch &launch) {
  kernel.walk([&](loop::AllocOp alloc) {
    Slices slices = getSlices(alloc, launch);
    if (!slices.sizes.empty())
      ::addSlices(alloc, slices);
  });
}
