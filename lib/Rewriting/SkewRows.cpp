//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/SkewRows.h"

#include "Builders.h"
#include "LiftDialect/Rewriting/Nest.h"
#include "Padding.h"
#include "Streams.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// One level
//===----------------------------------------------------------------------===//

namespace {
/// The skew of one level, of arrays with [rows][columns] or [rows][width] at
/// `dim`. All rows, with room for the others' beginnings, are one list; where a
/// row of that is longer than one of the result, by the step, each row of the
/// result begins further left in its own.
class Skew {
public:
  Skew(OpBuilder &builder, Location loc, SkewLevel level, Expr columns,
       int64_t multiple)
      : builder(builder), loc(loc), level(level), columns(columns) {
    const int64_t reach = level.step > 0 ? level.step * (level.rows - 1)
                                         : -level.step * level.rows;
    width = Expr::ceilDiv(columns + reach, multiple) * multiple;
    room = std::abs(level.step) * (level.rows - 1);
    low = level.step > 0 ? room : reach;
  }

  const Expr &getWidth() const { return width; }
  /// The length of a row of the list, from the view of one and of the other.
  Expr getRow() const { return width + room; }
  Expr getSkewedRow() const { return getRow() - level.step; }

  Value apply(Value array, unsigned dim);
  Value invert(Value array, unsigned dim);

private:
  Value pad(Value array, const Expr &before, const Expr &after, unsigned dim) {
    MLIRContext *context = builder.getContext();
    return PadOp::create(builder, loc, array,
                         getSizeArrayAttr(context, {before}),
                         getSizeArrayAttr(context, {after}), getDims(dim),
                         PadModeAttr::get(context, PadMode::Empty), Value());
  }
  Value take(Value array, const Expr &size, unsigned dim) {
    return TakeOp::create(builder, loc, array,
                          getSizeArrayAttr(builder.getContext(), {size}),
                          getDims(dim));
  }
  Value drop(Value array, const Expr &size, unsigned dim) {
    return DropOp::create(builder, loc, array,
                          getSizeArrayAttr(builder.getContext(), {size}),
                          getDims(dim));
  }
  DenseI64ArrayAttr getDims(unsigned dim) {
    return builder.getDenseI64ArrayAttr({int64_t(dim)});
  }

  OpBuilder &builder;
  Location loc;
  SkewLevel level;
  Expr columns, width;
  /// How far a row is moved within its row of the list, at most, and what
  /// stands before the first column there.
  int64_t room, low;
};
} // namespace

Value Skew::apply(Value array, unsigned dim) {
  array = pad(array, low, getRow() - low - columns, dim + 1);
  array = JoinOp::create(builder, loc, array, dim);
  const Expr wanted = getSkewedRow() * level.rows;
  if (level.step > 0)
    array = take(drop(array, room, dim), wanted, dim);
  else
    array = pad(array, 0, wanted - getRow() * level.rows, dim);
  array = splitDim(builder, loc, array, getSkewedRow(), dim);
  return take(array, width, dim + 1);
}

Value Skew::invert(Value array, unsigned dim) {
  array = pad(array, 0, getSkewedRow() - width, dim + 1);
  array = JoinOp::create(builder, loc, array, dim);
  if (level.step > 0)
    array = pad(array, room, level.step, dim);
  else
    array = take(array, getRow() * level.rows, dim);
  array = splitDim(builder, loc, array, getRow(), dim);
  return take(drop(array, low, dim + 1), columns, dim + 1);
}

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

namespace {
class Skewing {
public:
  Skewing(RewriterBase &rewriter, const Nest &nest, const SkewOptions &options)
      : rewriter(rewriter), nest(nest), options(options),
        loc(nest.getRoot()->getLoc()), row(nest.getNumDims() - 2),
        column(nest.getNumDims() - 1) {}

  LogicalResult prepare(Refusal &refusal);
  MapOp run();

private:
  unsigned getNumLevels() const { return options.levels.size(); }
  /// The loop over the columns, behind those over the rows of each level.
  unsigned getColumnLoop() const { return column + getNumLevels(); }
  int64_t countRows() const;
  Value skew(Value array, unsigned dim, bool inverts);
  Value cutRows(Value array, unsigned dim);
  Stream arrange(Value key);
  Value restore(Value array);

  RewriterBase &rewriter;
  const Nest &nest;
  const SkewOptions &options;
  Location loc;
  unsigned row, column;
  /// Of each level, from the innermost, which is applied first.
  SmallVector<Skew> skews;
};
} // namespace

/// How many rows are together in all levels.
int64_t Skewing::countRows() const {
  return std::accumulate(
      options.levels.begin(), options.levels.end(), int64_t(1),
      [](int64_t rows, SkewLevel level) { return rows * level.rows; });
}

LogicalResult Skewing::prepare(Refusal &refusal) {
  if (options.levels.empty() ||
      llvm::any_of(options.levels, [](SkewLevel level) {
        return level.rows < 2 || level.step == 0;
      }))
    return refusal.set(nest.getRoot(), "is skewed by levels of two rows or "
                                       "more, and a step other than 0");
  if (options.columns < 1 || options.rows < 1 ||
      options.rows % countRows() != 0)
    return refusal.set(nest.getRoot(),
                       "has rows that become no multiple of those of the "
                       "levels, " +
                           Twine(countRows()));
  for (unsigned dim = 0; dim < nest.getNumDims(); ++dim)
    if (llvm::none_of(nest.getEpilogueOperands(), [&](Value operand) {
          return llvm::is_contained(nest.lookup(operand)->dims, dim);
        }))
      return refusal.set(nest.getRoot(),
                         "no operand has dimension " + Twine(dim));
  Expr columns = nest.getDims()[column].size;
  for (auto [number, level] : llvm::enumerate(llvm::reverse(options.levels))) {
    const bool isLast = number + 1 == getNumLevels();
    skews.emplace_back(rewriter, loc, level, columns,
                       isLast ? options.columns : 1);
    columns = skews.back().getWidth();
    if (failed(checkChunk(nest.getRoot(),
                          skews.back().getRow() * (level.rows + 1), 1,
                          refusal)))
      return failure();
  }
  return checkChunk(nest.getRoot(), nest.getDims()[row].size, options.rows,
                    refusal, /*isPadded=*/true);
}

/// Skews the rows of all levels, the first of which are dimension `dim` of
/// `array`, or undoes it.
Value Skewing::skew(Value array, unsigned dim, bool inverts) {
  const unsigned last = dim + getNumLevels() - 1;
  auto skewLevel = [&](unsigned level) {
    SmallVector<int64_t> order = llvm::to_vector(
        llvm::seq<int64_t>(0, cast<ArrayType>(array.getType()).getRank()));
    // Beside the columns.
    std::swap(order[dim + level], order[last]);
    auto turn = [&] {
      if (dim + level != last)
        array = TransposeOp::create(rewriter, loc, array,
                                    rewriter.getDenseI64ArrayAttr(order));
    };
    turn();
    Skew &own = skews[getNumLevels() - 1 - level];
    array = inverts ? own.invert(array, last) : own.apply(array, last);
    turn();
  };
  if (inverts)
    for (unsigned level = 0; level < getNumLevels(); ++level)
      skewLevel(level);
  else
    for (unsigned level = getNumLevels(); level-- > 0;)
      skewLevel(level);
  return array;
}

/// Cuts rows into those of each level.
Value Skewing::cutRows(Value array, unsigned dim) {
  array = padDim(rewriter, loc, array, options.rows, dim);
  int64_t chunk = countRows();
  for (auto [number, level] : llvm::enumerate(options.levels)) {
    array = splitDim(rewriter, loc, array, chunk, dim + number);
    chunk /= level.rows;
  }
  return array;
}

Stream Skewing::arrange(Value key) {
  NestOperand operand = *nest.lookup(key);
  SmallVector<unsigned> dims(operand.dims);
  Value array = sortDims(rewriter, loc, operand.build(rewriter), dims);
  const bool hasRow = llvm::is_contained(dims, row),
             hasColumn = llvm::is_contained(dims, column);
  llvm::erase_if(dims, [&](unsigned dim) { return dim >= row; });
  const unsigned first = dims.size();
  if (hasRow) {
    array = cutRows(array, first);
    dims.push_back(row);
  } else if (hasColumn) {
    SmallVector<Expr> sizes = llvm::map_to_vector(
        options.levels, [](SkewLevel level) { return Expr(level.rows); });
    array = BroadcastOp::create(rewriter, loc, array,
                                getSizeArrayAttr(rewriter.getContext(), sizes),
                                first);
  }
  if (hasColumn)
    array = skew(array, dims.size(), /*inverts=*/false);
  if (hasRow || hasColumn)
    llvm::append_range(dims, llvm::seq(column, getColumnLoop()));
  if (hasColumn)
    dims.push_back(getColumnLoop());
  return {key, Stream::Use::Epilogue, array, dims};
}

/// The inverse of `arrange`, for a result.
Value Skewing::restore(Value array) {
  array = skew(array, row + 1, /*inverts=*/true);
  for (unsigned level = 0; level < getNumLevels(); ++level)
    array = JoinOp::create(rewriter, loc, array, row);
  return TakeOp::create(
      rewriter, loc, array,
      getSizeArrayAttr(rewriter.getContext(), {nest.getDims()[row].size}),
      rewriter.getDenseI64ArrayAttr({int64_t(row)}));
}

MapOp Skewing::run() {
  rewriter.setInsertionPoint(nest.getRoot());
  Streams streams;
  for (Value value : nest.getEpilogueOperands())
    streams.push_back(arrange(value));
  SmallVector<Value> results = emitMaps(rewriter, nest, 0, getColumnLoop() + 1,
                                        streams, buildUniform(rewriter, nest));
  auto root = results.front().getDefiningOp<MapOp>();
  for (Value &result : results)
    result = restore(result);
  rewriter.replaceOp(nest.getRoot(), results);
  return root;
}

FailureOr<MapOp> lift::skewRows(RewriterBase &rewriter, MapOp root,
                                const SkewOptions &options, Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(root, refusal);
  if (failed(nest))
    return failure();
  if (nest->getInnerReduce() || nest->getNumDims() < 2)
    return refusal.set(root, "reduces something, or has no rows");
  Skewing skewing(rewriter, *nest, options);
  if (failed(skewing.prepare(refusal)))
    return failure();
  return skewing.run();
}
