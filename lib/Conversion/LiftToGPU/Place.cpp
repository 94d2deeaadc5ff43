//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Place.h"

using namespace mlir;
using namespace mlir::lift;

Place Place::whole(std::shared_ptr<Buffer> buffer) {
  return {std::move(buffer),
          [](ArrayRef<Expr> path) {
            return WritePath{SmallVector<Expr>(path), {}, /*exact=*/true};
          },
          /*isWhole=*/true};
}

Place Place::at(const Expr &index) const {
  auto outer = toBuffer;
  return {buffer, [outer, index](ArrayRef<Expr> path) {
            SmallVector<Expr> full = {index};
            llvm::append_range(full, path);
            return outer(full);
          }};
}

Place Place::through(ViewOpInterface view, unsigned source,
                     IndexBinder &indices) const {
  auto outer = toBuffer;
  return {buffer, [outer, view, source, &indices](ArrayRef<Expr> path) mutable {
            WritePath inner = *view.getWritePath(source, path, indices);
            WritePath target = outer(inner.path);
            target.guards.append(inner.guards.begin(), inner.guards.end());
            target.exact &= inner.exact;
            return target;
          }};
}

bool Lanes::isIn(const Expr &expr) const {
  std::set<std::string> names;
  expr.collectNames(names);
  return names.count(*name.getName()) != 0;
}

bool Lanes::isIn(ArrayRef<Expr> path) const {
  return llvm::any_of(path, [&](const Expr &index) { return isIn(index); });
}

bool Lanes::isIn(ArrayRef<IndexTest> tests) const {
  return llvm::any_of(tests, [&](const IndexTest &test) {
    return isIn(ArrayRef<Expr>{test.index, test.lower, test.upper});
  });
}

SmallVector<Expr> Lanes::select(ArrayRef<Expr> path, int64_t lane) const {
  return llvm::map_to_vector(path, [&](const Expr &index) {
    return index.substitute({{*name.getName(), lane}});
  });
}
