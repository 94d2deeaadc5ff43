//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How kernels take arguments that SPIR-V or Vulkan does not pass as they are.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;

void lift::widenTruthValues(gpu::GPUFuncOp kernel) {
  Block &entry = kernel.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  for (BlockArgument argument : entry.getArguments()) {
    if (!getElementTypeOrSelf(argument.getType()).isInteger(1))
      continue;
    auto vector = dyn_cast<VectorType>(argument.getType());
    argument.setType(vector ? vector.clone(builder.getI8Type())
                            : Type(builder.getI32Type()));
    Location loc = argument.getLoc();
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(argument.getType()));
    auto value = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                       argument, zero);
    argument.replaceAllUsesExcept(value, value);
  }
  kernel.setFunctionType(builder.getFunctionType(
      TypeRange(entry.getArgumentTypes()).take_front(kernel.getNumArguments()),
      {}));
}

/// Splits an argument of more than four numbers: the parts are the same push
/// constants. lift-split-vectors has left its lanes only.
static LogicalResult splitArgument(gpu::GPUFuncOp kernel, unsigned number) {
  constexpr int64_t kLanes = 4;
  BlockArgument argument = kernel.getArgument(number);
  auto type = dyn_cast<VectorType>(argument.getType());
  auto isLane = [](Operation *user) {
    auto lane = dyn_cast<vector::ExtractOp>(user);
    return lane && !lane.hasDynamicPosition();
  };
  if (!type || type.getRank() != 1 || type.getNumElements() <= kLanes ||
      type.getNumElements() % kLanes != 0 ||
      !llvm::all_of(argument.getUsers(), isLane))
    return success();
  const unsigned numParts = type.getNumElements() / kLanes;
  for (unsigned part = 0; part < numParts; ++part)
    if (failed(kernel.insertArgument(
            number + 1, VectorType::get({kLanes}, type.getElementType()), {},
            argument.getLoc())))
      return failure();
  for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
    auto lane = cast<vector::ExtractOp>(user);
    const int64_t position = lane.getStaticPosition().front();
    OpBuilder builder(lane);
    lane.replaceAllUsesWith(
        vector::ExtractOp::create(
            builder, lane.getLoc(),
            kernel.getArgument(number + 1 + position / kLanes),
            position % kLanes)
            .getResult());
    lane.erase();
  }
  return kernel.eraseArgument(number);
}

LogicalResult lift::splitArguments(gpu::GPUFuncOp kernel) {
  for (unsigned number = kernel.getNumArguments(); number-- > 0;)
    if (failed(splitArgument(kernel, number)))
      return failure();
  return success();
}

/// The first group in dimension `dimension`, as an index in front of `op`.
static Value getFirst(OpBuilder &builder, Operation *op,
                      ArrayRef<BlockArgument> first, gpu::Dimension dimension) {
  return arith::IndexCastUIOp::create(builder, op->getLoc(),
                                      builder.getIndexType(),
                                      first[unsigned(dimension)]);
}

LogicalResult lift::addFirstGroup(gpu::GPUFuncOp kernel) {
  SmallVector<Operation *> ids;
  kernel.walk([&](Operation *op) {
    if (isa<gpu::BlockIdOp, gpu::GlobalIdOp>(op))
      ids.push_back(op);
  });
  if (ids.empty())
    return success();
  SmallVector<BlockArgument> first;
  for (unsigned dim = 0; dim < 3; ++dim) {
    const unsigned number = kernel.getNumArguments();
    if (failed(kernel.insertArgument(number,
                                     IntegerType::get(kernel.getContext(), 32),
                                     {}, kernel.getLoc())))
      return failure();
    first.push_back(kernel.getArgument(number));
  }
  for (Operation *op : ids) {
    OpBuilder builder(kernel.getContext());
    builder.setInsertionPointAfter(op);
    Location loc = op->getLoc();
    Value distance;
    if (auto id = dyn_cast<gpu::BlockIdOp>(op)) {
      distance = getFirst(builder, op, first, id.getDimension());
    } else {
      gpu::Dimension dimension = cast<gpu::GlobalIdOp>(op).getDimension();
      distance = arith::MulIOp::create(
          builder, loc, getFirst(builder, op, first, dimension),
          gpu::BlockDimOp::create(builder, loc, dimension));
    }
    auto sum = arith::AddIOp::create(builder, loc, op->getResult(0), distance);
    op->getResult(0).replaceAllUsesExcept(sum, sum);
  }
  return success();
}
