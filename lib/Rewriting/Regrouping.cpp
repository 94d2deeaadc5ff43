//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Regrouping.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether an operation drops a dimension of one element, of several.
static bool dropsDim(AtOp at) {
  if (!isa<ArrayType>(at.getType()) || at.getPositions().size() != 1)
    return false;
  auto position = dyn_cast<SizeAttr>(at.getPositions()[0]);
  return position && position.getValue().isConstant(0) &&
         at.getInput().getType().getSize(at.getDim()).isConstant(1);
}

bool lift::regroupsDims(Operation *op) {
  auto at = dyn_cast_or_null<AtOp>(op);
  return isa_and_present<TransposeOp, JoinOp, SplitOp>(op) ||
         (at && dropsDim(at));
}

Regrouping::Regrouping(ArrayType type) : sizes(type.getSizeExprs()) {
  for (unsigned dim = 0; dim < sizes.size(); ++dim)
    source.push_back({dim});
  view = source;
}

unsigned Regrouping::cut(unsigned piece, const Expr &chunk) {
  const unsigned inner = sizes.size();
  sizes.push_back(chunk);
  sizes[piece] = Expr::exactDiv(sizes[piece], chunk);
  for (SmallVector<unsigned> &dim :
       llvm::concat<SmallVector<unsigned>>(source, view))
    if (auto *it = llvm::find(dim, piece); it != dim.end())
      dim.insert(it + 1, inner);
  return inner;
}

/// Whether chunks of `rest` pieces of a size divide it, for all that is known.
static bool divides(const Expr &rest, const Expr &size) {
  auto chunk = rest.getConstant(), whole = size.getConstant();
  return chunk && whole && *chunk > 0 && *whole % *chunk == 0;
}

void Regrouping::addJoin(unsigned dim) {
  llvm::append_range(view[dim], view[dim + 1]);
  view.erase(view.begin() + dim + 1);
}

LogicalResult Regrouping::addSplit(const Expr &chunk, unsigned dim) {
  // From the innermost piece, until the pieces are one chunk.
  unsigned number = view[dim].size();
  Expr product = 1;
  while (product != chunk) {
    if (number == 0)
      return failure();
    const unsigned piece = view[dim][number - 1];
    Expr next = product * sizes[piece];
    Expr rest = Expr::exactDiv(chunk, product);
    if (next == chunk || divides(next, chunk)) {
      product = next;
      --number;
    } else if (!rest.isError() &&
               (view[dim].size() == 1 || divides(rest, sizes[piece]))) {
      // The view itself requires of a single piece that it is whole chunks.
      cut(piece, rest);
      product = chunk;
    } else if (chunk.getConstant() && next.getConstant()) {
      return failure();
    } else {
      product = next;
      --number;
    }
  }
  SmallVector<unsigned> inner(ArrayRef(view[dim]).drop_front(number));
  view[dim].truncate(number);
  view.insert(view.begin() + dim + 1, inner);
  return success();
}

FailureOr<Regrouping> Regrouping::get(Value value, Refusal &refusal) {
  SmallVector<Operation *> views;
  while (regroupsDims(value.getDefiningOp())) {
    views.push_back(value.getDefiningOp());
    value = views.back()->getOperand(0);
  }
  Regrouping regrouping(cast<ArrayType>(value.getType()));
  SmallVector<SmallVector<unsigned>> &dims = regrouping.view;
  for (Operation *op : llvm::reverse(views)) {
    if (auto transpose = dyn_cast<TransposeOp>(op)) {
      SmallVector<SmallVector<unsigned>> old = std::move(dims);
      dims.clear();
      for (int64_t dim : transpose.getFullPermutation())
        dims.push_back(old[dim]);
    } else if (auto join = dyn_cast<JoinOp>(op)) {
      regrouping.addJoin(join.getDim());
    } else if (auto at = dyn_cast<AtOp>(op)) {
      regrouping.addJoin(at.getDim() == 0 ? 0 : at.getDim() - 1);
    } else if (auto split = cast<SplitOp>(op); failed(regrouping.addSplit(
                   split.getChunk().getValue(), split.getDim()))) {
      return refusal.set(op, "cuts dimensions in a way that is not those of "
                             "what it cuts");
    }
  }
  return regrouping;
}

bool Regrouping::isIdentity() const { return source == view; }

bool Regrouping::keepsSource() const {
  unsigned next = 0;
  for (ArrayRef<unsigned> pieces : view)
    for (unsigned piece : pieces)
      if (piece != next++)
        return false;
  return next == source.size();
}

SmallVector<Expr> Regrouping::getChunks(ArrayRef<unsigned> pieces) const {
  SmallVector<Expr> chunks;
  Expr chunk = 1;
  for (unsigned piece : llvm::reverse(pieces.drop_front())) {
    chunk = chunk * sizes[piece];
    chunks.insert(chunks.begin(), chunk);
  }
  return chunks;
}

/// Adds the dimensions of a nest from `dim` on, as they are.
static void addOthers(const Nest &nest, unsigned dim, BlockOptions &options) {
  for (; dim < nest.getNumDims(); ++dim) {
    options.order.push_back({unsigned(options.chunks.size()), 0});
    options.chunks.emplace_back();
  }
}

BlockOptions Regrouping::blockSource(const Nest &nest) const {
  BlockOptions options;
  SmallVector<NestPart> parts(sizes.size());
  for (auto [dim, pieces] : llvm::enumerate(source)) {
    options.chunks.push_back(getChunks(pieces));
    for (auto [part, piece] : llvm::enumerate(pieces))
      parts[piece] = {unsigned(dim), unsigned(part)};
  }
  for (ArrayRef<unsigned> pieces : view)
    for (unsigned piece : pieces)
      options.order.push_back(parts[piece]);
  addOthers(nest, source.size(), options);
  return options;
}

BlockOptions Regrouping::blockView(const Nest &nest) const {
  BlockOptions options;
  for (auto [dim, pieces] : llvm::enumerate(view)) {
    // What has no pieces is one with the dimension before, or the next.
    if (pieces.empty()) {
      options.collapse.push_back(options.chunks.empty() ? dim : dim - 1);
      continue;
    }
    for (unsigned part = 0; part < pieces.size(); ++part)
      options.order.push_back({unsigned(options.chunks.size()), part});
    options.chunks.push_back(getChunks(pieces));
  }
  addOthers(nest, view.size(), options);
  return options;
}
