//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/SharedWindows.h"

#include "Builders.h"
#include "Padding.h"
#include "Streams.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

std::optional<WindowOperand> WindowOperand::get(const NestOperand &operand,
                                                unsigned dim) {
  WindowOperand result{operand, 0};
  SlideOp slide;
  unsigned depth = 0;
  if (operand.views.empty()) {
    slide = operand.source.getDefiningOp<SlideOp>();
    if (slide)
      result.source.source = slide.getInput();
  } else {
    auto [view, own] = result.source.views.pop_back_val();
    slide = dyn_cast<SlideOp>(*view);
    depth = own;
  }
  if (!slide || slide.getNumDims() != 1 ||
      !cast<SizeAttr>(slide.getStep()[0]).getValue().isConstant(1))
    return std::nullopt;
  result.place = depth + slide.getFirstDim();
  SmallVector<unsigned> &dims = result.source.dims;
  if (result.place + 1 >= dims.size() || dims[result.place] != dim ||
      dims[result.place + 1] != dim + 1)
    return std::nullopt;
  dims.erase(dims.begin() + result.place + 1);
  return result;
}

namespace {
class WindowSharing {
public:
  WindowSharing(RewriterBase &rewriter, const Nest &nest,
                const SharedWindowsOptions &options)
      : rewriter(rewriter), nest(nest), options(options),
        loc(nest.getRoot()->getLoc()) {}

  LogicalResult prepare(Refusal &refusal);
  MapOp run();

private:
  const Expr &getNumRows() const { return nest.getDims()[options.dim].size; }
  const Expr &getLength() const { return nest.getDims()[options.dim + 1].size; }
  /// What the windows of a block have, together.
  Expr getReach() const { return getLength() + (options.rows - 1); }
  /// The rows beyond the last, up to a whole block.
  Expr getRest() const {
    return Expr::ceilDiv(getNumRows(), options.rows) * options.rows -
           getNumRows();
  }
  /// The loop of a dimension: of the rows that over the blocks, with those of a
  /// block behind it.
  unsigned getLoop(unsigned dim) const {
    return dim <= options.dim ? dim : dim + 1;
  }
  bool hasDim(const NestOperand &operand, unsigned dim) const {
    return llvm::is_contained(operand.dims, dim);
  }

  Value addRest(Value array, unsigned dim) {
    return options.isPadded
               ? addAnyElements(rewriter, loc, array, getRest(), dim)
               : array;
  }
  Value arrangeWindows(const WindowOperand &windows);
  Stream arrange(Value key, Stream::Use use);
  Value restore(Value array);

  RewriterBase &rewriter;
  const Nest &nest;
  const SharedWindowsOptions &options;
  Location loc;
};
} // namespace

LogicalResult WindowSharing::prepare(Refusal &refusal) {
  Operation *root = nest.getRoot();
  if (options.dim + 1 >= nest.getNumParallelDims())
    return refusal.set(root, "has no parallel dimensions " +
                                 Twine(options.dim) + " and " +
                                 Twine(options.dim + 1));
  bool hasWindows = false;
  for (const NestOperand &operand : nest.getOperands()) {
    if (!hasDim(operand, options.dim + 1))
      continue;
    if (!WindowOperand::get(operand, options.dim))
      return refusal.set(root, "differs along dimension " +
                                   Twine(options.dim + 1) +
                                   " by what is no window with a step of 1");
    hasWindows = true;
  }
  if (!hasWindows)
    return refusal.set(root, "has no windows");
  for (unsigned dim = 0; dim < nest.getNumDims(); ++dim)
    if (llvm::none_of(nest.getOperands(), [&](const NestOperand &operand) {
          return hasDim(operand, dim) &&
                 (dim != options.dim || !hasDim(operand, dim + 1));
        }))
      return refusal.set(root, "no operand has dimension " + Twine(dim) +
                                   (dim == options.dim ? " alone" : ""));
  if (mayFail(root->getRegion(0)))
    return refusal.set(root, "may fail for elements that are not of a window");
  return checkChunk(root, getNumRows(), options.rows, refusal,
                    options.isPadded);
}

Value WindowSharing::arrangeWindows(const WindowOperand &windows) {
  MLIRContext *context = rewriter.getContext();
  Value source = addRest(windows.source.build(rewriter), windows.place);
  return SlideOp::create(
      rewriter, loc, source, getSizeArrayAttr(context, {getReach()}),
      getSizeArrayAttr(context, {Expr(options.rows)}),
      rewriter.getDenseI64ArrayAttr({int64_t(windows.place)}));
}

Stream WindowSharing::arrange(Value key, Stream::Use use) {
  NestOperand operand = *nest.lookup(key);
  const bool isWindows = hasDim(operand, options.dim + 1);
  Stream stream{key, use, {}, {}};
  if (isWindows) {
    stream.current = arrangeWindows(*WindowOperand::get(operand, options.dim));
  } else {
    stream.current = operand.build(rewriter);
    if (hasDim(operand, options.dim)) {
      const unsigned place =
          llvm::find(operand.dims, options.dim) - operand.dims.begin();
      stream.current = splitDim(rewriter, loc, addRest(stream.current, place),
                                options.rows, place);
    }
  }
  for (unsigned dim : operand.dims) {
    stream.levels.push_back(getLoop(dim));
    if (dim == options.dim && !isWindows)
      stream.levels.push_back(dim + 1);
  }
  stream.current = sortDims(rewriter, loc, stream.current, stream.levels);
  return stream;
}

/// Takes of each row the elements of its own window. With room for as many more
/// as there are rows behind a block, rows that are one element longer begin one
/// element later in each.
Value WindowSharing::restore(Value array) {
  MLIRContext *context = rewriter.getContext();
  auto take = [&](const Expr &size, unsigned dim) {
    array =
        TakeOp::create(rewriter, loc, array, getSizeArrayAttr(context, {size}),
                       rewriter.getDenseI64ArrayAttr({int64_t(dim)}));
  };
  const unsigned row = options.dim + 1;
  array = JoinOp::create(rewriter, loc, array, row);
  array = addAnyElements(rewriter, loc, array, options.rows, row);
  array = splitDim(rewriter, loc, array, getReach() + 1, row);
  take(getLength(), row + 1);
  array = JoinOp::create(rewriter, loc, array, options.dim);
  if (options.isPadded)
    take(getNumRows(), options.dim);
  return array;
}

MapOp WindowSharing::run() {
  rewriter.setInsertionPoint(nest.getRoot());
  Streams streams;
  auto add = [&](ValueRange values, Stream::Use use) {
    for (Value value : values)
      if (!nest.lookup(value)->dims.empty())
        streams.push_back(arrange(value, use));
  };
  add(nest.getStepOperands(), Stream::Use::Step);
  add(nest.getInits(), Stream::Use::Init);
  add(nest.getEpilogueOperands(), Stream::Use::Epilogue);
  SmallVector<Value> results =
      emitMaps(rewriter, nest, 0, getLoop(nest.getNumParallelDims()), streams,
               buildUniform(rewriter, nest));
  auto root = results.front().getDefiningOp<MapOp>();
  for (Value &result : results)
    result = restore(result);
  rewriter.replaceOp(nest.getRoot(), results);
  return root;
}

FailureOr<MapOp> lift::shareWindows(RewriterBase &rewriter, MapOp root,
                                    const SharedWindowsOptions &options,
                                    Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(root, refusal);
  if (failed(nest))
    return failure();
  WindowSharing sharing(rewriter, *nest, options);
  if (failed(sharing.prepare(refusal)))
    return failure();
  return sharing.run();
}
