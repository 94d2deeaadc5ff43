//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dimension of an operand is read at a sum of multiples of indices, such as
// 2 * h + 3 * y + 1. What is before the smallest and behind the greatest of
// them is cut off; then `slide` makes of the dimension one for h and one for
// what is left, 3 * y, of which a slide with windows of one element takes every
// third. Neighbours that are windows are slid over together, as a person would
// write it. Indices with a negative factor count from the end: their dimension
// is reversed. What has a dimension twice is read along its diagonal.
//
//===----------------------------------------------------------------------===//
#include "OperandView.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::lift;

namespace {
/// A number that runs through a range: the index of a loop, or its quotient or
/// remainder by a constant.
struct Runner {
  enum class Kind { Index, Quotient, Remainder };
  Kind kind;
  unsigned level;
  int64_t divisor;
  Expr size;

  bool operator==(const Runner &other) const {
    return kind == other.kind && level == other.level &&
           divisor == other.divisor;
  }
  bool operator<(const Runner &other) const {
    return std::tie(kind, level, divisor) <
           std::tie(other.kind, other.level, other.divisor);
  }
};

struct Term {
  Runner runner;
  int64_t factor;
  bool isReversed = false;
};

/// Where a dimension is read.
struct Position {
  SmallVector<Term> terms;
  Expr constant;

  void add(const Runner &runner, int64_t factor);
  /// Counts what has a negative factor from the end.
  void reverseNegative();
  /// The number of places from the smallest to the greatest.
  Expr getExtent(size_t firstTerm = 0) const;
};
} // namespace

void Position::add(const Runner &runner, int64_t factor) {
  auto *known = llvm::find_if(
      terms, [&](const Term &term) { return term.runner == runner; });
  if (known == terms.end())
    terms.push_back({runner, factor});
  else
    known->factor += factor;
}

void Position::reverseNegative() {
  llvm::erase_if(terms, [](const Term &term) { return term.factor == 0; });
  for (Term &term : terms) {
    if (term.runner.size.isConstant(1))
      term.factor = 1;
    if (term.factor > 0)
      continue;
    constant = constant + Expr(term.factor) * (term.runner.size - 1);
    term.factor = -term.factor;
    term.isReversed = true;
  }
  // Loops inside are parts of windows of those outside.
  llvm::stable_sort(terms, [](const Term &lhs, const Term &rhs) {
    return lhs.runner < rhs.runner;
  });
}

Expr Position::getExtent(size_t firstTerm) const {
  Expr extent(1);
  for (const Term &term : ArrayRef(terms).drop_front(firstTerm))
    extent = extent + Expr(term.factor) * (term.runner.size - 1);
  return extent;
}

//===----------------------------------------------------------------------===//
// Reading maps
//===----------------------------------------------------------------------===//

/// The quotient or remainder of an index by a constant.
static std::optional<Runner> getDivided(AffineBinaryOpExpr expr,
                                        const NestLoops &loops) {
  auto dim = dyn_cast<AffineDimExpr>(expr.getLHS());
  auto divisor = dyn_cast<AffineConstantExpr>(expr.getRHS());
  if (!dim || !divisor || divisor.getValue() < 1)
    return std::nullopt;
  unsigned level = loops.levels[dim.getPosition()];
  const Expr &size = loops.sizes[level];
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return Runner{Runner::Kind::Quotient, level, divisor.getValue(),
                  Expr::ceilDiv(size, divisor.getValue())};
  std::optional<int64_t> count = size.getConstant();
  if (expr.getKind() != AffineExprKind::Mod || !count)
    return std::nullopt;
  return Runner{Runner::Kind::Remainder, level, divisor.getValue(),
                std::min(*count, divisor.getValue())};
}

/// Adds `factor` times an expression; false if it is not of the kind that views
/// are made of.
static bool addTo(Position &position, AffineExpr expr, int64_t factor,
                  const NestLoops &loops) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    position.constant = position.constant + Expr(factor * constant.getValue());
    return true;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    unsigned level = loops.levels[dim.getPosition()];
    position.add({Runner::Kind::Index, level, 1, loops.sizes[level]}, factor);
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return addTo(position, binary.getLHS(), factor, loops) &&
           addTo(position, binary.getRHS(), factor, loops);
  if (expr.getKind() == AffineExprKind::Mul) {
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    return constant && addTo(position, binary.getLHS(),
                             factor * constant.getValue(), loops);
  }
  std::optional<Runner> runner = getDivided(binary, loops);
  if (runner)
    position.add(*runner, factor);
  return runner.has_value();
}

//===----------------------------------------------------------------------===//
// Making views
//===----------------------------------------------------------------------===//

namespace {
/// An array on its way to a view, and where its dimensions are read.
class ViewMaker {
public:
  ViewMaker(ViewBuilder &views, Value array, SmallVector<Position> positions,
            const NestLoops &loops)
      : views(views), array(array), positions(std::move(positions)),
        loops(loops) {}

  OperandView make() {
    cut();
    separate();
    reverse();
    repeat();
    mergeEqual();
    return sort();
  }

private:
  /// Leaves what is read of each dimension.
  void cut();
  /// Gives each number its own dimension, with the factor 1.
  void separate();
  void slideFrom(unsigned dim);
  void reverse();
  /// Makes indices of quotients and remainders.
  void repeat();
  /// Merges the dimensions that belong to one loop.
  void mergeEqual();
  OperandView sort();

  Term &getTerm(unsigned dim) { return positions[dim].terms.front(); }

  ViewBuilder &views;
  Value array;
  SmallVector<Position> positions;
  const NestLoops &loops;
};
} // namespace

void ViewMaker::cut() {
  for (unsigned dim = positions.size(); dim-- > 0;) {
    Position &position = positions[dim];
    position.reverseNegative();
    if (position.terms.empty()) {
      array = views.at(array, position.constant, dim);
      positions.erase(positions.begin() + dim);
      continue;
    }
    array = views.drop(array, position.constant, dim);
    array = views.take(array, position.getExtent(), dim);
  }
}

void ViewMaker::slideFrom(unsigned dim) {
  SmallVector<Expr> sizes, steps;
  SmallVector<Position> outer, inner;
  for (unsigned last = dim;
       last < positions.size() && positions[last].terms.size() > 1; ++last) {
    const Position &position = positions[last];
    sizes.push_back(position.getExtent(1));
    steps.push_back(position.terms.front().factor);
    outer.push_back({{position.terms.front()}, Expr()});
    outer.back().terms.front().factor = 1;
    inner.push_back(
        {SmallVector<Term>(ArrayRef(position.terms).drop_front()), Expr()});
  }
  array = views.slide(array, sizes, steps, dim);
  positions.erase(positions.begin() + dim,
                  positions.begin() + dim + sizes.size());
  positions.insert(positions.begin() + dim, inner.begin(), inner.end());
  positions.insert(positions.begin() + dim, outer.begin(), outer.end());
}

void ViewMaker::separate() {
  for (unsigned dim = 0; dim < positions.size();) {
    if (positions[dim].terms.size() > 1) {
      slideFrom(dim);
      continue;
    }
    Term &term = getTerm(dim);
    array = views.stride(array, term.runner.size, term.factor, dim);
    term.factor = 1;
    ++dim;
  }
}

void ViewMaker::reverse() {
  for (unsigned dim = 0; dim < positions.size(); ++dim)
    if (getTerm(dim).isReversed)
      array = views.reverse(array, dim);
}

void ViewMaker::repeat() {
  for (unsigned dim = 0; dim < positions.size(); ++dim) {
    Runner &runner = getTerm(dim).runner;
    const Expr &count = loops.sizes[runner.level];
    if (runner.kind == Runner::Kind::Quotient)
      array = views.repeatElements(array, runner.divisor, count, dim);
    else if (runner.kind == Runner::Kind::Remainder)
      array = views.repeatWhole(array, count, dim);
  }
}

void ViewMaker::mergeEqual() {
  for (unsigned first = 0; first < positions.size(); ++first)
    for (unsigned second = positions.size(); --second > first;)
      if (getTerm(first).runner.level == getTerm(second).runner.level) {
        array = views.diagonal(array, first, second);
        positions.erase(positions.begin() + second);
      }
}

OperandView ViewMaker::sort() {
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, positions.size()));
  llvm::sort(order, [&](int64_t lhs, int64_t rhs) {
    return getTerm(lhs).runner.level < getTerm(rhs).runner.level;
  });
  OperandView view;
  view.value = order.empty() ? array : views.transpose(array, order);
  for (int64_t dim : order)
    view.levels.push_back(getTerm(dim).runner.level);
  return view;
}

std::optional<OperandView> lift::viewThrough(ViewBuilder &views, Value array,
                                             AffineMap map,
                                             const NestLoops &loops) {
  if (Value scalar = getRepeatedScalar(array))
    return OperandView{scalar, {}};
  SmallVector<Position> positions(map.getNumResults());
  for (auto [position, expr] : llvm::zip_equal(positions, map.getResults()))
    if (!addTo(position, expr, 1, loops))
      return std::nullopt;
  return ViewMaker(views, array, std::move(positions), loops).make();
}
