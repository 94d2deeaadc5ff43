//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// States become their buffers, and views parts of paths.
//
// Where a step must not overwrite what it still reads, it stores in a temporary
// that is copied afterwards.
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"

#include "LiftDialect/Loop/OperandExprs.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;
using namespace mlir::lift::loop;

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// Loops over all elements of `source`, of which each work-item has its share.
static void createCopy(OpBuilder &builder, Location loc, Value source,
                       Value target, const SpreadDims &spread) {
  auto type = cast<loop::BufferType>(source.getType());
  OpBuilder::InsertionGuard guard(builder);
  loop::OperandExprs indices;
  SmallVector<Expr> path;
  for (auto [dim, size] : llvm::enumerate(type.getSizeExprs())) {
    auto loop = loop::ForOp::create(
        builder, loc, ValueRange(),
        loop::ExprsAttr::get(builder.getContext(), {Expr(0), size}));
    if (dim < spread.size() && spread[dim])
      loop.setMappingAttr(MappingAttr::get(builder.getContext(),
                                           MappingKind::Lcl, *spread[dim]));
    Block &body = loop.getBody().emplaceBlock();
    path.push_back(indices.use(body.addArgument(builder.getIndexType(), loc)));
    builder.setInsertionPointToStart(&body);
    builder.setInsertionPoint(
        loop::YieldOp::create(builder, loc, ValueRange()));
  }
  auto exprs = loop::ExprsAttr::get(builder.getContext(), path);
  Value element = loop::LoadOp::create(builder, loc, type.getElementType(),
                                       source, indices.getOperands(), exprs);
  loop::StoreOp::create(builder, loc, element, target, indices.getOperands(),
                        exprs);
}

/// The dimensions of a group that share the copy of a state in memory that all
/// of its work-items see: those whose work-items share a trip, the last for the
/// last dimension of the state. None where a work-item has a state for itself.
template <typename Loop>
static SpreadDims getCopyDims(Loop loop, loop::BufferType type) {
  auto isOfItems = [](loop::ForOp inner) {
    MappingAttr mapping = inner.getMappingAttr();
    return mapping && llvm::is_contained({MappingKind::Lcl, MappingKind::Glb},
                                         mapping.getKind());
  };
  for (auto outer = loop->template getParentOfType<loop::ForOp>(); outer;
       outer = outer->template getParentOfType<loop::ForOp>())
    if (isOfItems(outer))
      return {};
  std::set<unsigned> used;
  loop.getBody().walk([&](loop::ForOp inner) {
    if (isOfItems(inner))
      used.insert(inner.getMappingAttr().getDim());
  });
  SpreadDims spread(type.getRank());
  size_t dim = type.getRank();
  for (unsigned item : used)
    if (dim > 0)
      spread[--dim] = item;
  return spread;
}

/// Lets state number `number` be its buffer.
template <typename Loop>
static void lowerState(Loop loop, unsigned number, Shares &shares) {
  Block &body = loop.getBody().front();
  unsigned first = 1 + loop.getInits().size();
  Value buffer = loop.getStates()[number];
  BlockArgument current = body.getArgument(first + 2 * number);
  BlockArgument next = body.getArgument(first + 2 * number + 1);
  current.replaceAllUsesWith(buffer);
  if (auto whileOp = dyn_cast<loop::WhileOp>(*loop))
    whileOp.getTest().getArgument(first + number).replaceAllUsesWith(buffer);
  if (loop.getInPlace()) {
    next.replaceAllUsesWith(buffer);
    return;
  }
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  auto type = cast<loop::BufferType>(buffer.getType());
  auto temporary = loop::AllocOp::create(builder, loop.getLoc(), type);
  SpreadDims spread = shares.get(next);
  if (!spread.empty())
    shares.set(temporary, spread);
  next.replaceAllUsesWith(temporary);
  builder.setInsertionPoint(body.getTerminator());
  if (type.getSpace() != AddressSpace::Private)
    spread = getCopyDims(loop, type);
  createCopy(builder, loop.getLoc(), temporary, buffer, spread);
}

template <typename Loop>
static void lowerLoopStates(Loop loop, Shares &shares) {
  unsigned numStates = loop.getStates().size();
  unsigned first = 1 + loop.getInits().size();
  for (unsigned i = 0; i < numStates; ++i)
    lowerState(loop, i, shares);
  loop.getBody().front().eraseArguments(first, 2 * numStates);
  if (auto whileOp = dyn_cast<loop::WhileOp>(*loop))
    whileOp.getTest().front().eraseArguments(first, numStates);
  loop.getStatesMutable().clear();
  loop.setInPlace(false);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Lets an access of the result of `view`, or a view of it, be one of its
/// source.
static void foldIntoUser(loop::ViewOp view, Operation *user) {
  loop::OperandExprs operands;
  auto [exprs, indices] = loop::getExprs(user);
  SmallVector<Expr> inner = operands.use(exprs, indices);
  SmallVector<Expr> path = operands.use(view.getPath(), view.getIndices());
  unsigned rank = view.getType().getRank();
  std::map<std::string, Expr> dims;
  for (unsigned dim = 0; dim < rank; ++dim)
    dims[*loop::getDimSymbol(dim).getName()] = inner[dim];
  for (Expr &index : path)
    index = index.substitute(dims);
  // Behind the dimensions may stand a lane.
  path.append(inner.begin() + rank, inner.end());
  user->replaceUsesOfWith(view, view.getSource());
  loop::setExprs(user, path, operands);
}

void distribute_loops::lowerStates(loop::KernelOp kernel, Shares &shares) {
  SmallVector<Operation *> loops;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<loop::ForOp, loop::WhileOp>(op))
      loops.push_back(op);
  });
  for (Operation *op : loops) {
    if (auto loop = dyn_cast<loop::ForOp>(op))
      lowerLoopStates(loop, shares);
    else
      lowerLoopStates(cast<loop::WhileOp>(op), shares);
  }
  SmallVector<loop::ViewOp> views;
  kernel.walk<WalkOrder::PreOrder>(
      [&](loop::ViewOp view) { views.push_back(view); });
  for (loop::ViewOp view : views) {
    for (Operation *user : llvm::make_early_inc_range(view->getUsers()))
      foldIntoUser(view, user);
    view.erase();
  }
}
