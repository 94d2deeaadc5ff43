//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Place.h"

#include "LiftDialect/Analysis/ValueUses.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::lower_patterns;

Place Place::with(Step step) const {
  Place place = *this;
  place.steps.push_back(std::move(step));
  return place;
}

Place Place::at(const Expr &index) const { return with(index); }

Place Place::through(ViewOpInterface view, unsigned source) const {
  return with(Source{view, source});
}

WritePath Place::resolve(ArrayRef<Expr> path, IndexBinder &indices) const {
  WritePath target{SmallVector<Expr>(path), {}, /*exact=*/true};
  for (const Step &step : llvm::reverse(steps)) {
    if (const Expr *index = std::get_if<Expr>(&step)) {
      target.path.insert(target.path.begin(), *index);
      continue;
    }
    Source source = std::get<Source>(step);
    WritePath outer =
        *source.view.getWritePath(source.number, target.path, indices);
    target.path = std::move(outer.path);
    auto take = dyn_cast<TakeOp>(*source.view);
    if (!take || !takesAll(take))
      llvm::append_range(target.guards, outer.guards);
    target.exact &= outer.exact;
  }
  return target;
}
