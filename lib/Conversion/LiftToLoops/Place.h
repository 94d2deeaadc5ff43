//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares Place: where a value of the program is stored.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LIFTTOLOOPS_PLACE_H
#define LIFT_LIB_CONVERSION_LIFTTOLOOPS_PLACE_H

#include "IndexScope.h"

#include <variant>

namespace mlir::lift::lower_patterns {

/// An array, or an element of one, in memory: a buffer, and how one comes from
/// there to the array.
class Place {
public:
  /// A whole buffer.
  explicit Place(Value buffer) : buffer(buffer) {}

  /// The place of element `index` of the outermost dimension.
  Place at(const Expr &index) const;
  /// The place of source number `source` of `view`, which has a write path and
  /// whose result has this place.
  Place through(ViewOpInterface view, unsigned source) const;

  Value getBuffer() const { return buffer; }
  AddressSpace getSpace() const {
    return cast<loop::BufferType>(buffer.getType()).getSpace();
  }
  bool isWholeBuffer() const { return steps.empty(); }
  bool operator==(const Place &other) const {
    return buffer == other.buffer && steps == other.steps;
  }
  /// Where in the buffer the element at `path` is, and under which conditions
  /// it is there at all.
  WritePath resolve(ArrayRef<Expr> path, IndexBinder &indices) const;

private:
  struct Source {
    ViewOpInterface view;
    unsigned number;
    bool operator==(const Source &other) const {
      return view == other.view && number == other.number;
    }
  };
  using Step = std::variant<Expr, Source>;
  Place with(Step step) const;

  Value buffer;
  /// From the buffer inwards.
  SmallVector<Step> steps;
};

} // namespace mlir::lift::lower_patterns

#endif // LIFT_LIB_CONVERSION_LIFTTOLOOPS_PLACE_H
